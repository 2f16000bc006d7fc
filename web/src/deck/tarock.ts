// The tarocks: numeral, frame and scene. Faces are 200 × 360.

import { BLUE, GRN, K, RED, W, c, fl, g, ln } from "./ink";
import { EARLY, type Scene } from "./scenes";
import { LATE, skyz } from "./scenes2";
import { glyphs, roman, romanWidth } from "./signs";

/** The scene of a tarock, 1 to 22. */
export const sceneOf = (number: number): Scene => ([...EARLY, ...LATE][number - 1] ?? skyz)();

/** A part of a drawing seen through a window. */
export const view = (x: number, y: number, w: number, h: number, from: string, s: string): string =>
  `<svg x="${x}" y="${y}" width="${w}" height="${h}" viewBox="${from}" preserveAspectRatio="xMidYMin slice">${s}</svg>`;

/** A scene in a frame: what of it is seen begins at `from` and is as wide as the field. */
function framed({ sky, art }: Scene, y: number, h: number, from: number): string {
  const field = `x="14" y="${y}" width="172" height="${h}" rx="5"`;
  return `<rect ${field} fill="${sky}"/>${view(14, y, 172, h, `14 ${from} 172 ${h}`, art)}<rect ${field} fill="none" stroke="${K}" stroke-width="5"/>`;
}
const rose = ln("M148,44Q166,40 178,20", 3) + g(fl("M0,0Q7,-8 0,-18Q-7,-8 0,0Z", GRN), 162, 37, 0.9, -40) + g(fl("M0,0Q7,-8 0,-18Q-7,-8 0,0Z", GRN), 164, 38, 0.9, 80) + c(179, 19, 6, RED, 3);

/** How wide a numeral may be: of twelve cards in a hand 57 of the 200 units show. */
const STRIP = 46;

export type TarockStyle = { heads: boolean; largeIndex: boolean; contrast: boolean; numerals: "roman" | "arabic" };
/** The face of a tarock; `text` is its numeral as the pack writes it. */
export function tarock(number: number, text: string, style: TarockStyle): string {
  const scene = sceneOf(number);
  const fool = number === 22;
  const digits = String(number);
  if (style.largeIndex) {
    if (fool) return `<rect x="8" y="8" width="184" height="344" rx="7" fill="${scene.sky}"/>${view(8, 8, 184, 344, "24 22 152 284", scene.art)}<rect x="8" y="8" width="184" height="344" rx="7" fill="none" stroke="${K}" stroke-width="8"/>`;
    const frame = 'x="8" y="102" width="184" height="250" rx="7"';
    return `<rect ${frame} fill="${scene.sky}"/>${view(8, 102, 184, 250, "17 61 166 226", scene.art)}<rect ${frame} fill="none" stroke="${K}" stroke-width="7"/>${glyphs(digits, 16, 16, 72, BLUE, 7.4, 1)}`;
  }
  const numeral = (): string => {
    if (fool) return "";
    const h = style.contrast ? 40 : 36;
    if (style.numerals === "arabic") return glyphs(digits, 10, 12, h, BLUE, style.contrast ? 7.4 : 6.8, 0.7);
    // A fan shows only a strip of the card: the longest numerals are squeezed into it.
    const wide = romanWidth(text) * h;
    return wide > STRIP ? g(roman(text, 0, 13, h, BLUE), 11, 0, 1, 0, Number((STRIP / wide).toFixed(3))) : roman(text, 11, 13, h, BLUE);
  };
  const corner = numeral() + (fool ? "" : rose);
  if (style.heads) {
    const y = fool ? 14 : 58;
    const half = framed(scene, y, 180 - y, scene.top) + corner;
    return half + g(half, 200, 360, 1, 180) + ln("M14,180H186", 6) + ln("M20,180H180", 1.8, W);
  }
  return framed(scene, fool ? 14 : 58, fool ? 332 : 288, fool ? 14 : 58) + corner;
}
