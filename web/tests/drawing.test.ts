import { describe, expect, it } from "vitest";
import { backPicture, BACKS, type BackInk } from "../src/deck/back";
import { cardOf, type Card, type Pack } from "../src/deck/cards";
import { DEFAULT_STYLE, drawCard, type DeckStyle } from "../src/deck/draw";
import { CHARACTERS, portraitPicture, type CharacterId } from "../src/deck/portraits";
import { romanWidth } from "../src/deck/signs";
import { sceneOf } from "../src/deck/tarock";

const cards = (pack: Pack, names: string[]): Card[] => names.map((n) => cardOf(`card:${n}`, pack) as Card);
const each = (suits: string, ranks: string): string[] => [...suits].flatMap((s) => ranks.split(" ").map((r) => `${s}${r}`));
const PACKS = {
  german: cards("german", each("HLBA", "7 8 9 10 J Q K A")),
  french: cards("french", each("HDSC", "A 2 3 4 5 6 7 8 9 10 J Q K")),
  tarock: cards("tarock", [...each("HD", "1 2 3 4 J C Q K"), ...each("SC", "7 8 9 10 J C Q K"), ..."I II III IIII V VI VII VIII IX X XI XII XIII XIV XV XVI XVII XVIII XIX XX XXI XXII".split(" ")]),
};
const STYLES: Partial<DeckStyle>[] = [{}, { heads: true }, { largeIndex: true }, { contrast: true }, { safe: true }, { numerals: "arabic" }];
const draw = (card: Card, style: Partial<DeckStyle> = {}, lang = "cs"): string => drawCard(card, lang, { ...DEFAULT_STYLE, ...style });
const count = (text: string, part: string): number => text.split(part).length - 1;

describe("drawings", () => {
  for (const [name, pack] of Object.entries(PACKS)) {
    it(`of the ${name} pack are all there and all different, in every style`, () => {
      for (const style of STYLES) expect(new Set(pack.map((c) => draw(c, style))).size).toBe(pack.length);
    });
    it(`of the ${name} pack bring every cloth they name, and no number went wrong`, () => {
      for (const c of pack) {
        const svg = draw(c);
        expect(svg, c.rank).not.toMatch(/NaN|undefined|Infinity|null/);
        for (const [, id] of svg.matchAll(/url\(#([\w-]+)\)/g)) expect(svg).toContain(`id="${id}"`);
        // Well formed: every element opened is closed.
        expect(svg.match(/<g[ >]/g)?.length ?? 0).toBe(count(svg, "</g>"));
        expect(count(svg, "<svg ")).toBe(count(svg, "</svg>"));
      }
    });
  }
  it("are the same each time they are made", () => {
    for (const c of [...PACKS.german, ...PACKS.tarock]) expect(draw(c)).toBe(draw(c));
  });
  it("of high contrast leave out ornament and cheeks", () => {
    for (const c of PACKS.german) expect(draw(c, { contrast: true })).not.toMatch(/spare|#f0b8a4/);
  });
  it("show a dozen different people and three backs", () => {
    expect(new Set((Object.keys(CHARACTERS) as CharacterId[]).map(portraitPicture)).size).toBe(12);
    expect(new Set((Object.keys(BACKS) as BackInk[]).map((ink) => backPicture("german", ink))).size).toBe(3);
  });
  it("of tarocks hide their number", () => {
    const head = /d="M21,-4Q/g;
    const hidden: [number, RegExp][] = [
      [1, /r="17" fill="#c5222c"/g], [2, head], [3, head], [4, /M5,-44H27M5,-60H27/g], [5, head], [6, /M-5,-5V9M2,-6V10/g], [7, /M6,-33L17,-30L6,-27Z/g], [8, /width="9" height="13"/g], [9, /M-5,-28H5M-5,-24H5/g], [10, /r="10" fill="#c5222c"/g], [11, /M-1,8v5M4,8v5/g],
      [12, /r="4.4" fill="#fffdf5"|(L[\d.,]+){7}Z" fill="#e6a823"/g], [13, /M0,-38Q9,-26|M84,190Q94,204/g], [14, /M-2,-6Q2,0/g], [15, /(rx="7.5" ry="5" fill="none"|M-6,0H6" fill="none") stroke="#e6a823"/g], [16, /v2[78][.\d]*h-/g], [17, /fill="#a9c3e0" stroke="#17120e" stroke-width="2.8"/g], [18, /d="M-[78][.\d]*,4L0,-2[67][.\d]*L/g],
      [19, /translate\(100 170\) rotate/g], [20, /r="6.4" fill="#e6a823"/g], [21, /d="M[\d.,]+(L[\d.,]+){7}Z" fill="#fffdf5"/g],
    ];
    for (const [n, part] of hidden) expect(sceneOf(n).art.match(part)?.length, String(n)).toBe(n);
  });
});

describe("numerals of tarocks", () => {
  it("stay in the strip that a fan shows", () => {
    for (const card of PACKS.tarock.filter((c) => c.suit === "tarock" && c.rank !== "XXII")) {
      const squeezed = /translate\(11 0\) scale\(([\d.]+) 1\)/.exec(draw(card));
      const wide = romanWidth(card.rank) * 36;
      expect(wide * (squeezed ? Number(squeezed[1]) : 1), card.rank).toBeLessThanOrEqual(46.1);
    }
  });
});
