// Pieces of boards: stones with light, chess pieces, dice, ludo men, frogs, coins, matches, tiles. Squares of 100.
// What a kind means is for the rules; here it only finds its picture by its words: `piece(white,king)` is a white king.

import { BLUE, BRN, GRN, K, OCH, RED, W, all, both, c, cuts, fl, g, ln, p, petals, rays } from "./ink";
import { DEFAULT_STYLE, documentOf, keep } from "./draw";
import { glyphs, lettering } from "./signs";

const INKS: Record<string, string> = { red: RED, yellow: OCH, blue: BLUE, green: GRN, black: "#2a2522", white: W, orange: "#d9730d", purple: "#6b3a8c", brown: BRN, grey: "#8d857a", gray: "#8d857a", pink: "#e58aa0", disc: "#8d857a" };
const BY_OWNER = ["red", "blue", "green", "yellow", "purple", "orange"];
const light = (ink: string): boolean => ink === W || ink === OCH || ink === INKS.pink;
const on = (ink: string): string => (light(ink) ? K : W);

/** A stone: two cuts of light above, a rim of shade below; light and dark stones have different rims too. */
function stone(ink: string, mark = ""): string {
  const rim = light(ink) ? `<circle cx="50" cy="50" r="30" fill="none" stroke="${K}" stroke-width="2.4" stroke-dasharray="5 6"/>` : `<circle cx="50" cy="50" r="30" fill="none" stroke="${W}" stroke-width="2.4" opacity=".55"/>`;
  return c(51, 54, 42, K, 0) + c(50, 50, 42, ink, 5) + rim + cuts([[18, 44, 40, 15, 5], [26, 50, 40, 28, 3]], light(ink) && ink === W ? "#d8d0bf" : W) + ln("M83,62A36,36 0 0 1 58,85", 4.4, light(ink) ? "#b9ad93" : K) + mark;
}

const CHESS: Record<string, (f: string, o: string) => string> = {
  pawn: (f) => p("M50,42C58,52 60,66 68,76H32C40,66 42,52 50,42Z", f, 5) + p("M36,46H64V54H36Z", f, 4) + c(50, 31, 15, f, 5),
  rook: (f) => p("M28,14H40V24H45V14H55V24H60V14H72V38L63,45L67,76H33L37,45L28,38Z", f, 5),
  knight: (f, o) => p("M33,76C31,60 43,54 46,44L33,52Q22,54 19,43C23,31 33,22 46,18L48,6L59,16C78,23 80,50 70,76Z", f, 5) + c(42, 30, 3, o, 0) + ln("M23,43l5,-2", 3, o),
  bishop: (f, o) => p("M50,16C66,30 67,44 58,53L65,76H35L42,53C33,44 34,30 50,16Z", f, 5) + c(50, 12, 6, f, 4.4) + ln("M50,26L59,38", 3.6, o) + p("M37,51H63V58H37Z", f, 4),
  queen: (f) => p("M21,30L36,52L35,20L50,48L65,20L64,52L79,30L69,76H31Z", f, 5) + all([[20, 27], [35, 16], [65, 16], [80, 27]], ([x = 0, y = 0]) => c(x, y, 5.4, f, 4)) + c(50, 40, 5.4, f, 4),
  king: (f) => p("M50,34C70,20 86,40 70,60L67,76H33L30,60C14,40 30,20 50,34Z", f, 5) + ln("M50,6V34M40,15H60", 11) + ln("M50,7V34M41,15H59", 4.4, f) + p("M33,62H67V70H33Z", f, 4),
};
function chess(white: boolean, man: string): string {
  const [f, o] = white ? [W, K] : ["#2a2522", W];
  const body = (CHESS[man]?.(f, o) ?? "") + p("M20,92H80V82Q70,80 68,74H32Q30,80 20,82Z", f, 5);
  const shine = white ? cuts([[63, 72, 60, 56, 2]], K) : cuts([[38, 72, 42, 52, 3], [30, 88, 46, 89, 2.4]]);
  // A paper edge keeps black pieces apart from dark squares.
  const halo = white ? "" : body.replaceAll(/fill="[^"]*"/g, `fill="${W}"`).replaceAll(/stroke="[^"]*" stroke-width="[^"]*"/g, `stroke="${W}" stroke-width="10"`);
  return halo + body + shine;
}

const DOTS: Record<string, [number, number][]> = {
  "1": [[50, 48]],
  "2": [[30, 28], [70, 68]],
  "3": [[29, 27], [50, 48], [71, 69]],
  "4": [[30, 28], [70, 28], [30, 68], [70, 68]],
  "5": [[29, 27], [71, 27], [50, 48], [29, 69], [71, 69]],
  "6": [[31, 25], [69, 25], [31, 48], [69, 48], [31, 71], [69, 71]],
};
const die = (n: string): string =>
  `<rect x="9" y="12" width="86" height="86" rx="18" fill="${K}"/><rect x="6" y="5" width="86" height="86" rx="18" fill="${W}" stroke="${K}" stroke-width="5"/>` + all(DOTS[n] ?? [], ([x, y]) => c(x - 1, y, n === "1" ? 12 : 9.4, n === "1" ? RED : K, 0) + cuts([[x - 6, y + 1, x - 1, y - 5, 2]])) + cuts([[14, 30, 26, 12, 2.4]], "#d8d0bf") + (DOTS[n] ? "" : ln("M34,38C36,24 62,24 62,38C62,48 49,48 49,58M49,70v1", 8, "#b9ad93"));

const man = (f: string): string => p("M22,92Q20,82 30,80C40,66 42,58 42,48H58C58,58 60,66 70,80Q80,82 78,92Z", f, 5) + p("M35,46H65V54H35Z", f, 4) + c(50, 28, 19, f, 5) + cuts([[38, 30, 46, 16, 3.4], [40, 82, 46, 62, 2.8]], f === W ? K : W) + cuts([[66, 86, 58, 66, 2.2]], light(f) ? "#b9ad93" : K);

const frog = (f: string): string =>
  both(p("M30,88C12,90 4,78 10,66C14,56 28,56 34,64L40,84Z", f, 4.6) + p("M14,92Q8,92 10,86L24,84L40,88V92Z", f, 4), 50) + p("M50,34C76,34 82,58 76,74C70,88 30,88 24,74C18,58 24,34 50,34Z", f, 5) + fl("M50,58C66,58 70,70 66,78C60,84 40,84 34,78C30,70 34,58 50,58Z", "#f2e6b8") + both(c(32, 28, 13, f, 4.6) + c(32, 27, 7.4, W, 3) + c(33.5, 27, 3.4, K, 0), 50) + ln("M30,50Q50,64 70,50", 4.4) + both(c(28, 52, 4, "#f0b8a4", 0) + ln("M38,78v10M44,80v9", 3.4), 50) + cuts([[34, 44, 46, 39, 2.4]]) + c(46, 45, 1.5, K, 0) + c(54, 45, 1.5, K, 0);

const coin = c(51, 54, 40, K, 0) + c(50, 50, 40, OCH, 5) + `<circle cx="50" cy="50" r="31" fill="none" stroke="${BRN}" stroke-width="3" stroke-dasharray="1 6"/>` + g(petals("M0,-5Q6,-14 0,-23Q-6,-14 0,-5Z", BRN, 8) + c(0, 0, 6, W, 3), 50, 50) + cuts([[18, 46, 36, 18, 4]]);
const match = p("M44,30H57V94H44Z", "#e9c98a", 4.6) + cuts([[50, 44, 49, 84, 2]], BRN) + p("M50,6C62,12 62,30 57,36H44C39,30 39,12 50,6Z", RED, 4.6) + cuts([[45, 24, 49, 14, 2.2]]);
const cross = ln("M24,24L76,76M76,24L24,76", 26) + ln("M24,24L76,76M76,24L24,76", 15, RED) + cuts([[26, 21, 42, 37, 2.4]]);
const ring = `<circle cx="50" cy="50" r="31" fill="none" stroke="${K}" stroke-width="25"/><circle cx="50" cy="50" r="31" fill="none" stroke="${BLUE}" stroke-width="14"/>` + rays(50, 50, 28, 34, 200, 235, 2, 2.4);
const tile = (text: string): string => `<rect x="5" y="8" width="92" height="90" rx="12" fill="${K}"/><rect x="4" y="3" width="92" height="90" rx="12" fill="#f1ddb0" stroke="${K}" stroke-width="4.5"/>` + cuts([[12, 22, 22, 10, 2.2]]) + (!/^\d{1,2}$/.test(text) ? lettering([...text].slice(0, 3).join(""), 50, 64, 44, BLUE) : text.length > 1 ? glyphs(text, 24, 24, 46, BLUE, 7) : glyphs(text, 31, 22, 50, BLUE, 7));
const reverse = c(51, 54, 40, K, 0) + c(50, 50, 40, BLUE, 5) + g(petals("M0,-5Q9,-16 0,-28Q-9,-16 0,-5Z", W, 8) + c(0, 0, 5, BLUE, 0), 50, 50);

/** Letters that distinguish what colours alone do not. */
const letters = (text: string, ink: string): string => lettering([...text].slice(0, 3).join(""), 50, 64, 38, on(ink));

function draw(kind: string, owner: number | null, id: string): string {
  const [base = "", value = ""] = kind.toLowerCase().split(":");
  const words = kind.toLowerCase().split(/[^a-z0-9]+/);
  const figure = Object.keys(CHESS).find((name) => words.includes(name));
  const colour = Object.keys(INKS).find((name) => words.includes(name)) ?? Object.keys(INKS).find((name) => base.includes(name));
  const ink = INKS[colour ?? BY_OWNER[(owner ?? 5) % BY_OWNER.length] ?? "grey"] ?? RED;
  if (figure) return chess(colour ? colour !== "black" : owner !== 1, figure);
  if (base === "die") return die(value);
  if (base === "x") return cross;
  if (base === "o") return ring;
  if (base === "tile") return tile(value);
  if (words.includes("coin")) return coin;
  if (words.includes("match") || words.includes("counter")) return match;
  if (words.includes("frog")) return frog(ink);
  // Somebody with a name of his own (red1, red2, …) is a man, not a stone.
  if (words.includes("man") || (colour === base && new RegExp(`^${colour}\\d$`).test(id))) return man(ink);
  return stone(ink, colour ? (value ? letters(value, ink) : "") : letters(value || [...kind].slice(0, 2).join(""), ink));
}

/** The picture of a piece that lies face up. */
export const piecePicture = (kind: string, owner: number | null, id = ""): string => {
  const man = /^[a-z]+\d$/.test(id) ? id.replace(/\d$/, "1") : "";
  return keep(`piece/${kind}/${owner ?? ""}/${man}`, () => documentOf(100, 100, draw(kind, owner, man), DEFAULT_STYLE));
};
/** The picture of a piece that lies face down. */
export const hiddenPicture = (): string => keep("piece", () => documentOf(100, 100, reverse, DEFAULT_STYLE));
