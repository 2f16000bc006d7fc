// Suit signs, numerals and indices: cut as strokes, no font.

import { BLUE, BRN, GRN, K, OCH, RED, W, all, c, cuts, fl, g, ln, n1, p } from "./ink";
import type { Suit } from "./cards";

/** Diamonds and clubs have inks of their own, so that a palette of four colours can change them alone. */
export const DIAMOND = "#c5222d";
export const CLUB = "#17120f";
/** The ink of a bell's index: ochre, dark enough to read. */
export const BELL = "#a06a00";

export type Sign = Exclude<Suit, "tarock">;
const HEART = "M0,20C-34,-3 -19,-26 0,-11C19,-26 34,-3 0,20Z";
/** About 40 × 40 around 0, 0. */
const SIGNS: Record<Sign, string> = {
  heart: p(HEART, RED, 4) + cuts([[-14, -10, -8, 6, 2.6], [-8, -12, -4, -2, 1.8]]),
  acorn: ln("M0,-16Q2,-22 7,-25", 5) + p("M-13,-3C-15,11 -5,15 0,23C5,15 15,11 13,-3Z", OCH, 4) + cuts([[-7, 2, -4, 13, 2.4]]) + p("M-17,-3C-18,-20 18,-20 17,-3Q0,4 -17,-3Z", GRN, 4) + ln("M-9,-13L-3,0M0,-15L6,0M9,-13L12,-4M9,-13L3,0M0,-15L-6,0M-9,-13L-12,-4", 1.8),
  leaf: ln("M0,10Q0,20 5,25", 5) + p("M0,-24C8,-10 22,-8 20,6C18,16 6,16 0,10C-6,16 -18,16 -20,6C-22,-8 -8,-10 0,-24Z", GRN, 4) + ln("M0,-13L0,9", 2.4, W) + cuts([[-1, 2, -12, -3, 1.6], [-1, 8, -13, 7, 1.6], [1, 2, 12, -3, 1.6], [1, 8, 13, 7, 1.6]]),
  bell: c(0, -20, 4.5, OCH, 3.5) + c(0, 1, 18, OCH, 4) + p("M-18,-2H18V5H-18Z", RED, 3) + ln("M0,8V18", 4) + c(0, 9, 3.4, K, 0) + cuts([[-10, -9, -2, -13, 2.2]]),
  spade: fl("M0,-24C8,-10 24,-4 22,9C20,20 8,19 3,13Q4,21 10,25H-10Q-4,21 -3,13C-8,19 -20,20 -22,9C-24,-4 -8,-10 0,-24Z", K) + cuts([[-12, 4, -4, -8, 2.2]]),
  diamond: p("M0,-24L17,0L0,24L-17,0Z", DIAMOND, 3) + cuts([[-9, 0, -2, -11, 2]]),
  club: fl("M-4,6C-8,16 -22,14 -22,2C-22,-8 -12,-10 -7,-6C-16,-24 16,-24 7,-6C12,-10 22,-8 22,2C22,14 8,16 4,6Q4,20 10,25H-10Q-4,20 -4,6Z", CLUB) + cuts([[-7, -14, -2, -18, 2], [-18, 0, -13, -5, 1.6]]),
};
/** A sign at x, y; the contour keeps its weight when it grows. */
export function sign(suit: Sign, x: number, y: number, k = 1, r = 0): string {
  const thin = k > 1.6 ? SIGNS[suit].replace(/stroke-width="([\d.]+)"/g, (_, w: string) => `stroke-width="${n1((Number(w) * 1.35) / k)}"`) : SIGNS[suit];
  return g(thin, x, y, k, r);
}
/** The ink of a suit's index. */
export const INK: Record<Suit, string> = { heart: RED, acorn: BRN, leaf: GRN, bell: BELL, spade: K, club: CLUB, diamond: DIAMOND, tarock: BLUE };

const WIDTHS: Record<string, number> = { I: 0.38, V: 0.74, X: 0.74 };
/** The width of a Roman numeral of height 1. */
export const romanWidth = (text: string): number => [...text].reduce((sum, letter) => sum + (WIDTHS[letter] ?? 0), 0);
/** Roman numerals with serifs; `h` high. */
export function roman(text: string, x: number, y: number, h: number, col = BLUE): string {
  let [thick, thin, serif] = ["", "", ""];
  for (const letter of text) {
    const w = (WIDTHS[letter] ?? 0) * h;
    const [a, b, q] = [x + h * 0.07, x + w - h * 0.07, h * 0.11];
    const m = (a + b) / 2;
    const dash = (at: number, dy: number, len: number): string => `M${n1(at)},${y + dy}h${n1(len)}`;
    if (letter === "I") {
      thick += `M${n1(m)},${y}v${h}`;
      serif += dash(m - q * 1.2, 0, q * 2.4) + dash(m - q * 1.2, h, q * 2.4);
    } else if (letter === "V") {
      thick += `M${n1(a + q)},${y}L${n1(m)},${y + h}`;
      thin += `M${n1(b - q)},${y}L${n1(m)},${y + h}`;
      serif += dash(a - q * 0.2, 0, q * 2.2) + dash(b - q * 1.8, 0, q * 2);
    } else {
      thick += `M${n1(a + q)},${y}L${n1(b - q)},${y + h}`;
      thin += `M${n1(b - q)},${y}L${n1(a + q)},${y + h}`;
      serif += all([0, h], (dy) => dash(a, dy, q * 1.9) + dash(b - q * 1.9, dy, q * 1.9));
    }
    x += w;
  }
  return `<g stroke-linecap="butt">${ln(thick, Number(n1(h * 0.19)), col)}${ln(thin + serif, Number(n1(h * 0.1)), col)}</g>`;
}

const GLYPHS: Record<string, string> = {
  "0": "M14,1C1,1 1,35 14,35C27,35 27,1 14,1",
  "1": "M6,7L14,1V36",
  "2": "M4,10C6,-4 26,-2 24,11Q22,20 4,35H26",
  "3": "M4,5C12,-3 26,0 23,10Q21,16 12,16Q25,16 25,26C24,38 6,38 3,29",
  "4": "M20,36V1L3,25H27",
  "5": "M23,2H7L5,17C14,10 26,14 25,25C24,38 6,38 3,30",
  "6": "M21,2C4,6 2,18 4,26C8,40 26,36 24,24C22,12 6,14 4,24",
  "7": "M3,2H24Q12,16 10,36",
  "8": "M14,1C3,1 3,16 14,16C27,16 27,35 14,35C1,35 1,16 14,16C25,16 25,1 14,1",
  "9": "M24,12C22,24 4,22 4,12C4,-2 24,-2 24,12C24,28 18,35 8,36",
  A: "M2,36L14,1L26,36M7,24H21",
  C: "M25,8C20,-2 3,-2 3,18C3,38 20,38 25,28",
  D: "M5,2V34M5,2C32,2 32,34 5,34",
  E: "M5,2V34M5,2H23M5,18H19M5,34H24",
  H: "M5,0V36M24,0V36M5,18H24",
  J: "M20,0V25C20,39 3,38 3,26",
  K: "M5,0V36M24,0L6,20M12,15L26,36",
  O: "M14,1C0,1 0,35 14,35C28,35 28,1 14,1",
  Q: "M14,1C0,1 0,35 14,35C28,35 28,1 14,1M15,25L27,38",
  S: "M24,8C22,-3 4,-2 5,9C6,19 24,15 24,27C24,39 4,38 3,27",
  U: "M4,0V24C4,39 25,39 25,24V0",
  V: "M3,0L14,36L25,0",
};
/** A horse's head: the index of a kaval. */
const HORSE = fl("M6,36C4,26 12,23 14,16L6,21L0,16C4,8 10,2 18,0L20,-6L25,-1C38,4 40,21 38,36Z", K) + c(16, 7, 2, W, 0) + cuts([[26, 4, 34, 20, 2], [22, 8, 30, 28, 1.8]]);

/** A word of drawn letters, `h` high; tens are squeezed. `♞` is the horse. */
export function glyphs(text: string, x: number, y: number, h: number, col: string, weight = 6.4, narrow = 0.74): string {
  const k = h / 36;
  const squeeze = k * (text.length > 1 ? narrow : 1);
  let o = "";
  for (const letter of text) {
    if (letter === "♞") o += g(HORSE.replaceAll(K, col), x - 1, y, k * 0.98);
    else o += g(ln(GLYPHS[letter] ?? "", weight, col), x, y, Number(k.toFixed(3)), 0, Number(squeeze.toFixed(3)));
    x += (letter === "1" ? 21 : 31) * squeeze;
  }
  return o;
}

/** Whether all letters of a word are drawn ones. */
export const isDrawn = (text: string): boolean => [...text].every((letter) => letter in GLYPHS);
/** A word in a font, for letters nobody drew. What could be read as markup is left out. */
export const lettering = (text: string, x: number, y: number, size: number, col: string): string =>
  `<text x="${x}" y="${y}" text-anchor="middle" font-family="Georgia,serif" font-size="${size}" font-weight="700" fill="${col}">${text.replace(/[<>&"'\p{C}]/gu, "")}</text>`;

/** The corner of a suited card. */
export function index(text: string, suit: Sign, size: "plain" | "strong" | "large"): string {
  if (size === "large") return glyphs(text, 12, 14, 72, INK[suit], 7) + sign(suit, 40, 132, 1.5);
  // A rim of paper keeps the strong index apart from whatever it meets.
  if (size === "strong") return glyphs(text, 11, 11, 50, W, 15, 0.62) + glyphs(text, 11, 11, 50, INK[suit], 7.4, 0.62) + sign(suit, 30, 92, 0.94);
  return glyphs(text, 12, 12, 38, INK[suit]) + sign(suit, 27, 78, 0.72);
}
