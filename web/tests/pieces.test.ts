import { describe, expect, it } from "vitest";
import { plainCard } from "../src/deck/draw";
import { hiddenPicture, piecePicture } from "../src/deck/pieces";

const MEN = ["king", "queen", "rook", "bishop", "knight", "pawn"];
const LETTERS = /%3Ctext/;

describe("pieces", () => {
  it("of chess are twelve, none of them letters on a disc", () => {
    const all = ["white", "black"].flatMap((c) => MEN.map((m) => piecePicture(`piece(${c},${m})`, null)));
    expect(new Set(all).size).toBe(12);
    for (const p of all) expect(p).not.toMatch(LETTERS);
  });
  it("that the catalog names are all different, and shapes rather than letters", () => {
    const kinds = ["red", "yellow", "blue", "green", "black", "white", "disc", "X", "O", "coin", "counter", "tile:1", "tile:8", "die", ...[1, 2, 3, 4, 5, 6].map((n) => `die:${n}`), "man:red", "man:green", "frog:red"];
    const all = kinds.map((k) => piecePicture(k, null));
    expect(new Set(all).size).toBe(kinds.length);
    for (const p of all) expect(p).not.toMatch(LETTERS);
    expect(all).not.toContain(hiddenPicture());
  });
  it("with names of their own are men, not stones", () => {
    expect(piecePicture("red", 0, "red1")).toBe(piecePicture("red", 0, "red4"));
    expect(piecePicture("red", 0, "red1")).not.toBe(piecePicture("red", 0, "board7"));
  });
  it("nobody knows are told apart by owner and letters", () => {
    expect(new Set([piecePicture("wolf", 0), piecePicture("wolf", 1), piecePicture("goat", 0)]).size).toBe(3);
  });
  it("and plain cards stay well formed whatever they are called", () => {
    for (const kind of ["", ":", "<script>", 'a"b', "&amp;", "tile:<b>", "\u0000\u0001", "😀😀😀", "\ud800", "card:", "x".repeat(10_000)]) {
      for (const picture of [piecePicture(kind, null), piecePicture(kind, 3, kind), plainCard(kind)]) {
        expect(picture).toMatch(/^data:image\/svg\+xml,%3Csvg .*%3C\/svg%3E$/s);
        expect(decodeURIComponent(picture)).not.toMatch(/<script|<b>|[\u0000-\u0008]/);
      }
    }
  });
});
