import { describe, expect, it } from "vitest";
import { backPicture, BACKS, type BackInk } from "../src/deck/back";
import { cardOf, type Card } from "../src/deck/cards";
import { DEFAULT_STYLE, drawCard, type DeckStyle } from "../src/deck/draw";
import { CHARACTERS, portraitPicture, type CharacterId } from "../src/deck/portraits";

const GERMAN = ["H", "L", "B", "A"].flatMap((s) => ["7", "8", "9", "10", "J", "Q", "K", "A"].map((r) => `${s}${r}`)).map((n) => cardOf(`card:${n}`, "german") as Card);
const STYLES: Partial<DeckStyle>[] = [{}, { heads: true }, { largeIndex: true }, { contrast: true }, { safe: true }];

describe("drawings", () => {
  it("are different for every German card in every style", () => {
    for (const style of STYLES) expect(new Set(GERMAN.map((c) => drawCard(c, "cs", { ...DEFAULT_STYLE, ...style }))).size).toBe(32);
  });
  it("are the same each time they are made", () => {
    for (const c of GERMAN) expect(drawCard(c, "cs", DEFAULT_STYLE)).toBe(drawCard(c, "cs", DEFAULT_STYLE));
  });
  it("bring every cloth they name, and no number went wrong", () => {
    for (const c of GERMAN) {
      const svg = drawCard(c, "cs", DEFAULT_STYLE);
      expect(svg).not.toMatch(/NaN|undefined|Infinity/);
      for (const [, name] of svg.matchAll(/url\(#([\w-]+)\)/g)) expect(svg).toContain(`id="${name}"`);
    }
  });
  it("show a dozen different people and three backs", () => {
    expect(new Set((Object.keys(CHARACTERS) as CharacterId[]).map(portraitPicture)).size).toBe(12);
    expect(new Set((Object.keys(BACKS) as BackInk[]).map((ink) => backPicture("german", ink))).size).toBe(3);
  });
});
