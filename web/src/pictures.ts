// What a game looks like on its tile in the lobby. Games that nobody drew get a pattern of their own from their name.

import type { Pack } from "./deck/cards";

const INK = "#17120e";
const [PAPER, RED, BLUE, OCHRE, GREEN] = ["#fffdf5", "#c5222c", "#1f3f7d", "#e6a823", "#2f7440"];

const FANS: Record<string, { pack: Pack; cards: string[] }> = {
  marias: { pack: "german", cards: ["AK", "HK"] },
  licitovany: { pack: "german", cards: ["B7", "LA", "H7"] },
  krizovy: { pack: "german", cards: ["LK", "LQ", "A7"] },
  taroky: { pack: "tarock", cards: ["I", "XXI", "XXII"] },
  snaps: { pack: "german", cards: ["HQ", "AJ"] },
  schnapsen: { pack: "german", cards: ["back", "HK", "HQ"] },
  prsi: { pack: "german", cards: ["L7", "B7", "A7"] },
  klondike: { pack: "french", cards: ["HK", "SQ", "back"] },
  kuhn: { pack: "german", cards: ["LK", "back"] },
};

/** The short name of a game: `prsi/prsi.pl` is `prsi`. */
export const shortName = (id: string): string => (id.split("?")[0] ?? id).split("/").at(-1)?.replace(/\.\w+$/, "") ?? id;

export const cardsOf = (id: string): { pack: Pack; cards: string[] } | null => FANS[shortName(id)] ?? null;

/** Boards that stand upright, known as such before the first piece falls. */
export const letsFall = (id: string): boolean => shortName(id) === "connect4";

const GROUNDS: Record<string, string> = {
  marias: BLUE, licitovany: "#7d1f1a", krizovy: "#23594f", taroky: "#7d1f1a", snaps: GREEN, schnapsen: "#5b2a4e", prsi: OCHRE, klondike: "#3a5f8f", kuhn: "#5b4a26",
  ludo: "#d9c9a3", connect4: BLUE, morris: "#e8d3a4", reversi: GREEN, smallchess: "#f3e2bf", nim: "#b8cde6", tictactoe: "#efe6d2",
  puzzle8: "#c98b4a", alquerque: "#e8d3a4", frogs: "#a9c3e0", mastermind: "#8b4518",
};
const sum = (text: string): number => [...text].reduce((n, c) => (n * 31 + (c.codePointAt(0) ?? 0)) % 9973, 7);
export const GROUND = (id: string): string => GROUNDS[shortName(id)] ?? ["#d9c9a3", "#b8cde6", "#e8d3a4", "#a9c3e0"][sum(id) % 4] ?? "#d9c9a3";

const disc = (x: number, y: number, r: number, fill: string, s = 3): string => `<circle cx="${x}" cy="${y}" r="${r}" fill="${fill}" stroke="${INK}" stroke-width="${s}"/>`;
const path = (d: string, fill: string, s = 3): string => `<path d="${d}" fill="${fill}" stroke="${INK}" stroke-width="${s}"/>`;
const each = <T>(list: readonly T[], draw: (item: T, i: number) => string): string => list.map(draw).join("");
const upTo = (n: number): number[] => Array.from({ length: n }, (_, i) => i);

const man = (x: number, y: number, fill: string, k = 1.5): string =>
  `<g transform="translate(${x} ${y}) scale(${k})">${path("M-14,22C-10,6 -6,4 -4,-2A9,9 0 1 1 4,-2C6,4 10,6 14,22Z", fill, 3.4)}</g>`;

const PICTURES: Record<string, () => string> = {
  connect4: () => each(upTo(35), (i) => {
    const [x, y] = [i % 7, Math.floor(i / 7)];
    const who = y > 1 + (x % 3) ? (x * 7 + y * 3 + x * y) % 4 : 0;
    return disc(28 + x * 24, 6 + y * 24, 9, who === 1 ? RED : who === 2 ? OCHRE : "#e8eefb");
  }),
  morris: () => `<path d="M50,6H150V106H50ZM66,22H134V90H66ZM82,38H118V74H82ZM100,6V38M100,74V106M50,56H82M118,56H150" fill="none" stroke="${INK}" stroke-width="3.5"/>${each([[50, 6, PAPER], [100, 22, INK], [134, 56, PAPER], [82, 74, INK], [118, 38, PAPER], [66, 90, INK]] as const, ([x, y, f]) => disc(x, y, 9, f))}`,
  reversi: () => `<path d="M28,0V110M52,0V110M76,0V110M100,0V110M124,0V110M148,0V110M172,0V110M0,7H200M0,31H200M0,55H200M0,79H200M0,103H200" stroke="${INK}" stroke-width="2.5"/>${each([[88, 43, PAPER], [112, 43, INK], [88, 67, INK], [112, 67, PAPER], [64, 43, INK], [136, 67, INK], [112, 19, PAPER], [88, 91, PAPER], [136, 43, PAPER]] as const, ([x, y, f]) => disc(x, y, 9.5, f))}`,
  smallchess: () => `${each(upTo(15), (i) => `<rect x="${(i % 5) * 40}" y="${Math.floor(i / 5) * 40 - 5}" width="40" height="40" fill="${((i % 5) + Math.floor(i / 5)) % 2 ? "#c98b4a" : "#f3e2bf"}"/>`)}<g transform="translate(62 14) scale(1.55)">${path("M6,46C4,34 12,30 14,22L6,28L0,22C4,12 10,4 18,2L20,-5L25,1C38,6 40,28 38,46Z", PAPER)}<circle cx="16" cy="10" r="2" fill="${INK}"/>${path("M2,46H42V54H2Z", PAPER)}</g><g transform="translate(128 42) scale(1.1)">${path("M12,46C18,34 14,26 12,22A10,10 0 1 1 32,22C30,26 26,34 32,46Z", INK)}${path("M8,46H36V54H8Z", INK)}</g>`,
  ludo: () => man(58, 58, RED) + man(100, 48, OCHRE) + man(142, 58, BLUE),
  nim: () => each(upTo(7), (i) => `<path d="M${40 + i * 20},26V94" stroke="${INK}" stroke-width="11"/><path d="M${40 + i * 20},26V94" stroke="#e8d3a4" stroke-width="5"/><ellipse cx="${40 + i * 20}" cy="24" rx="7" ry="10" fill="${RED}" stroke="${INK}" stroke-width="3"/>`),
  tictactoe: () => `<path d="M74,10V100M126,10V100M30,36H170M30,74H170" fill="none" stroke="${INK}" stroke-width="5"/><path d="M36,8l24,20M60,8l-24,20M88,46l24,20M112,46l-24,20" stroke="${RED}" stroke-width="8"/><circle cx="150" cy="18" r="12" fill="none" stroke="${BLUE}" stroke-width="8"/><circle cx="100" cy="92" r="11" fill="none" stroke="${BLUE}" stroke-width="8"/>`,
  puzzle8: () => each(upTo(6), (i) => `<g transform="translate(${44 + (i % 3) * 38} ${16 + Math.floor(i / 3) * 38})"><rect width="36" height="36" rx="6" fill="#f3e2bf" stroke="${INK}" stroke-width="3"/><text x="18" y="26" font-size="22" font-weight="800" text-anchor="middle" font-family="Alegreya,serif" fill="${INK}">${[1, 2, 3, 4, 5, 8][i]}</text></g>`),
  frogs: () => each([[38, GREEN], [78, GREEN], [122, "#8b4518"], [162, "#8b4518"]] as const, ([x, f]) => `<g transform="translate(${x} 64)">${path("M-18,16Q-20,-8 -8,-12Q-8,-22 0,-14Q8,-22 8,-12Q20,-8 18,16Z", f)}${disc(-5, -13, 3, PAPER, 2)}${disc(5, -13, 3, PAPER, 2)}</g>`),
  alquerque: () => `<path d="M50,5H150V105H50ZM50,55H150M100,5V105M50,5L150,105M150,5L50,105M75,5V105M125,5V105M50,30H150M50,80H150M100,5L50,55L100,105L150,55Z" fill="none" stroke="${INK}" stroke-width="2.5"/>${each([[75, 30, INK], [125, 30, INK], [100, 5, INK], [75, 80, PAPER], [125, 80, PAPER], [100, 105, PAPER]] as const, ([x, y, f]) => disc(x, y, 8, f))}`,
  mastermind: () => each(upTo(12), (i) => disc(55 + (i % 4) * 30, 25 + Math.floor(i / 4) * 30, 11, [RED, OCHRE, BLUE, GREEN, PAPER, INK][(i * 5 + Math.floor(i / 4)) % 6] ?? RED)),
};

/** The drawing of a game's board as the inside of an SVG of 200 × 110. Made of our own texts only. */
export function boardPicture(id: string): string {
  const known = PICTURES[shortName(id)];
  if (known) return known();
  const seed = sum(id);
  return each(upTo(15), (i) => {
    const [x, y] = [30 + (i % 5) * 35, 20 + Math.floor(i / 5) * 35];
    const k = (seed + i * i * 7 + i * 3) % 5;
    const fill = [RED, BLUE, OCHRE, GREEN, PAPER][(seed + i) % 5] ?? RED;
    return k === 0 ? disc(x, y, 11, fill) : k === 1 ? path(`M${x - 11},${y - 11}h22v22h-22Z`, fill) : k === 2 ? path(`M${x},${y - 13}l13,13l-13,13l-13,-13Z`, fill) : `<circle cx="${x}" cy="${y}" r="3" fill="${INK}"/>`;
  });
}
