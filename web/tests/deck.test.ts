import { describe, expect, it } from "vitest";
import { cardOf, compare, corner, packOf, roman, type Card } from "../src/deck/cards";

const GERMAN = ["H", "L", "B", "A"].flatMap((s) => ["7", "8", "9", "10", "J", "Q", "K", "A"].map((r) => `card:${s}${r}`));
// As the rules name them: the fourth tarock is IIII.
const ROMAN = "I II III IIII V VI VII VIII IX X XI XII XIII XIV XV XVI XVII XVIII XIX XX XXI XXII".split(" ");
const FRENCH = ["C", "D", "H", "S"].flatMap((s) => ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"].map((r) => `card:${s}${r}`));
const TAROCK = [
  ...["H", "D"].flatMap((s) => ["1", "2", "3", "4", "J", "C", "Q", "K"].map((r) => `card:${s}${r}`)),
  ...["S", "C"].flatMap((s) => ["7", "8", "9", "10", "J", "C", "Q", "K"].map((r) => `card:${s}${r}`)),
  ...ROMAN.map((r) => `card:${r}`),
];

describe("the deck", () => {
  it("draws all 32 German-suited, all 54 tarock and all 52 French cards, each differently", () => {
    for (const [kinds, pack] of [[GERMAN, "german"], [TAROCK, "tarock"], [FRENCH, "french"]] as const) {
      const cards = kinds.map((k) => cardOf(k, pack));
      expect(cards).not.toContain(null);
      expect(new Set(cards.map((c) => `${c?.suit}${c?.rank}`)).size).toBe(kinds.length);
    }
    expect([GERMAN.length, TAROCK.length, FRENCH.length]).toEqual([32, 54, 52]);
  });

  it("knows a pack by the cards it sees, and remembers it otherwise", () => {
    expect(packOf(["card:HK", "card:L7"], "french")).toBe("german");
    expect(packOf(["card:HK", "card:XXI"], "german")).toBe("tarock");
    expect(packOf(["card:HK", "card:SC"], "german")).toBe("tarock");
    expect(packOf(["card:HK", "card:S7"], "tarock")).toBe("tarock");
    expect(packOf(["card:HK", "card:S7"], "german")).toBe("french");
    expect(packOf(["card:S3", "card:H7"], "tarock")).toBe("french");
    expect(packOf(["card:H7", "card:HK"], "tarock")).toBe("tarock");
    expect(packOf(["card:HK"], "french")).toBe("french");
    expect(packOf(["red", ""], "german")).toBe("german");
  });

  it("reads Roman numerals and nothing else", () => {
    expect(ROMAN.map(roman)).toEqual(ROMAN.map((_, i) => i + 1));
    expect(["", "A", "IIIII", "HK"].map(roman)).toEqual([0, 0, 0, 0]);
  });

  it("gives spodek and svršek the corners people know", () => {
    const [low, high] = [cardOf("card:LJ", "german"), cardOf("card:LQ", "german")] as [Card, Card];
    expect([corner(low, "cs"), corner(high, "cs"), corner(low, "sk"), corner(high, "sk")]).toEqual(["S", "V", "D", "H"]);
  });

  it("sorts a hand by suit or by rank, trumps first", () => {
    const hand = ["card:H1", "card:XXI", "card:SK", "card:I"].map((k) => cardOf(k, "tarock") as Card);
    const names = (by: "suit" | "rank") => [...hand].sort((a, b) => compare(a, b, by)).map((c) => c.rank);
    expect(names("suit")).toEqual(["XXI", "I", "1", "K"]);
    expect(names("rank")).toEqual(["XXI", "I", "K", "1"]);
  });
});
