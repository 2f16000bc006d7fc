import { describe, expect, it } from "vitest";
import type { Picture } from "../src/api";
import { bound, countPieces, countPlayers, firstLang, words } from "../src/lang";
import { at, extent, tokenWidth } from "../src/layout";
import { origin } from "../src/motion";

describe("three languages", () => {
  it("fill in what is named", () => {
    expect(words("cs", "curtain", "Jana")).toBe("Na řadě je Jana");
    expect(words("en", "hintIs", "d4")).toBe("Hint: d4");
  });
  it("leave no preposition of one letter at the end of a line", () => {
    expect(bound("cs", "Kdo s kým, a v kolika (o čem)")).toBe("Kdo s\u00a0kým, a\u00a0v\u00a0kolika (o\u00a0čem)");
    expect(bound("sk", "V ruke a u nás")).toBe("V\u00a0ruke a\u00a0u\u00a0nás");
    expect(bound("en", "a card")).toBe("a card");
    expect(words("cs", "designRoundRobin")).toBe("každý s\u00a0každým");
  });
  it("count as each language does", () => {
    expect([1, 2, 5].map((n) => countPlayers("cs", n))).toEqual(["1 hráč", "2 hráči", "5 hráčů"]);
    expect([1, 4, 32].map((n) => countPieces("sk", n))).toEqual(["1 kus", "4 kusy", "32 kusov"]);
  });
  it("begin with what was chosen, then with what the browser wants", () => {
    expect(firstLang("sk", ["en-GB"])).toBe("sk");
    expect(firstLang(null, ["de", "cs-CZ"])).toBe("cs");
    expect(firstLang("xx", ["de"])).toBe("en");
  });
});

describe("free boards", () => {
  it("keep a margin of more than half a token and never let two overlap", () => {
    const points = [[0, 0], [1, 0], [3, 4]];
    const e = extent(points);
    expect(tokenWidth(e) / 100 * e.w).toBeLessThan(1);
    for (const p of points) {
      const { x, y } = at(e, p);
      expect(Math.min(x, y)).toBeGreaterThan(0);
      expect(Math.max(x, y)).toBeLessThan(100);
    }
  });
});

describe("a token new to the viewer", () => {
  const scene = (counts: Record<string, number>): Picture => ({
    zones: Object.keys(counts).map((id) => ({ id, label: id, layout: "fan", owner: id.startsWith("hand") ? Number(id[4]) - 1 : null, visible: "all", picture: null })),
    tokens: Object.entries(counts).flatMap(([zone, n]) => Array.from({ length: n }, (_, slot) => ({ id: `${zone}.${slot}`, kind: "", label: "", owner: null, up: false, zone, slot }))),
    said: [],
    turn: null,
    points: [],
  });
  it("comes from its owner's hand when that lost one", () => {
    expect(origin(scene({ stock: 3, hand1: 5, hand2: 5 }), scene({ stock: 2, hand1: 5, hand2: 4 }), 1)).toBe("hand2");
    expect(origin(scene({ stock: 3, hand1: 5 }), scene({ stock: 2, hand1: 6 }), 0)).toBe("stock");
    expect(origin(scene({ stock: 3 }), scene({ stock: 3 }), 0)).toBe(null);
  });
});
