// The back: blue print with a tree of life, the same both ways up.

import { BLUE, W, all, both, c, fl, g, ln, petals, polar, range } from "./ink";
import { DEFAULT_STYLE, HEIGHT, documentOf, keep } from "./draw";
import type { Pack } from "./cards";

/** Three colours of one print, so that two packs on a table can be distinguished. */
export const BACKS = { indigo: BLUE, red: "#9e1f28", green: "#22583a" };
/** The tone of the fine dots between the ornaments. */
const DUST: Record<string, string> = { [BLUE]: "#4a69a6", "#9e1f28": "#c25a5f", "#22583a": "#4f8264" };
export type BackInk = keyof typeof BACKS;

const leaf = "M0,0Q7,-8 0,-18Q-7,-8 0,0Z";
const petal = (r1: number, r2: number, w: number): string => `M0,${-r1}Q${w},${-(r1 + r2) / 2} 0,${-r2}Q${-w},${-(r1 + r2) / 2} 0,${-r1}Z`;

function draw(H: number, ink: string): string {
  const cy = H / 2;
  const rose = petals(petal(8, 34, 13), W, 8) + petals(petal(14, 27, 4), ink, 8) + c(0, 0, 7, W, 0) + c(0, 0, 3, ink, 0) + all(range(0, 8), (i) => c(...polar(0, 0, 31, 22.5 + i * 45), 2.4, W, 0));
  const tulip = fl("M0,0C-16,-6 -18,-24 -12,-32L-5,-22L0,-36L5,-22L12,-32C18,-24 16,-6 0,0Z", W) + fl("M0,-6C-6,-10 -6,-18 0,-24C6,-18 6,-10 0,-6Z", ink) + c(0, -15, 1.6, W, 0);
  const bird = fl("M0,0C6,-14 24,-16 32,-4L44,-10L40,2C34,14 14,14 8,8L-4,12ZM0,0L-9,1L0,5Z", W) + c(5, -1, 1.8, ink, 0) + ln("M16,0q8,5 16,-1M16,5q7,3 12,0", 1.8, ink) + ln("M18,12v7M23,11v7", 1.8, W);
  const side = ln(`M100,${cy - 60}C70,${cy - 60} 52,${cy - 74} 50,${cy - 98}M76,${cy - 66}Q62,${cy - 48} 40,${cy - 56}`, 3.4, W) + g(tulip, 50, cy - 92, 0.8, -12) + all([[100, cy - 66, -40], [100, cy - 84, -55], [62, cy - 70, -75], [72, cy - 62, 200], [56, cy - 52, -60], [44, cy - 56, -120]], ([x, y, r]) => g(fl(leaf, W), x, y, 1, r)) + g(bird, 64, cy - 30, 0.86, 0, -0.86) + c(36, cy - 56, 3, W, 0);
  const half = ln(`M100,${cy - 50}V${cy - 112}`, 3.4, W) + g(tulip, 100, cy - 102, 0.95) + both(side);
  const tree = H < 340 ? g(half, 10, cy * 0.12 - 6, 0.88, 0, 0.9) : g(half, 7, 0, 1, 0, 0.93);
  const flowers = [[36, 36], [164, 36], [36, H - 36], [164, H - 36]];
  const ornament = tree + g(tree, 200, H, 1, 180) + g(rose, 100, cy) + all(flowers, ([x, y]) => g(petals(petal(2, 10, 4), W, 6) + c(0, 0, 1.6, W, 0), x, y));
  return (
    `<rect width="200" height="${H}" rx="13" fill="${W}"/><rect x="9" y="9" width="182" height="${H - 18}" rx="8" fill="${ink}"/>` +
    `<pattern id="dust" width="9" height="9" patternUnits="userSpaceOnUse">${c(2, 2, 1, DUST[ink] ?? W, 0)}${c(6.5, 6.5, 1, DUST[ink] ?? W, 0)}</pattern><rect x="28" y="28" width="144" height="${H - 56}" fill="url(#dust)"/>` +
    `<g stroke="${ink}" stroke-width="7">${ornament}</g>${ornament}` +
    `<rect x="18" y="18" width="164" height="${H - 36}" rx="4" fill="none" stroke="${W}" stroke-width="2.4"/><rect x="24" y="24" width="152" height="${H - 48}" rx="3" fill="none" stroke="${W}" stroke-width="3" stroke-dasharray="0.1 7"/>` + all([32, 39, 161, 168], (x) => c(x, cy, 2, W, 0)) +
    (H > 340 ? all(range(-3, 4), (i) => c(100 + i * 12, 36, i % 2 ? 1.4 : 2, W, 0) + c(100 + i * 12, H - 36, i % 2 ? 1.4 : 2, W, 0)) : "") +
    `<rect x="1" y="1" width="198" height="${H - 2}" rx="13" fill="none" stroke="#b9ad93" stroke-width="2"/>`
  );
}

/** The back of a card as the address of a picture. */
export const backPicture = (pack: Pack, ink: BackInk = "indigo"): string => keep(`back/${HEIGHT[pack]}/${ink}`, () => documentOf(200, HEIGHT[pack], draw(HEIGHT[pack], BACKS[ink]), DEFAULT_STYLE));
