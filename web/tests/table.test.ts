import { isTwin } from "../src/twins";
import type { GameInfo } from "../src/api";
import { choiceLayout } from "../src/choices";
import { quickSeats } from "../src/seats";
import { describe, expect, it } from "vitest";
import type { OfferState, Picture, TokenState } from "../src/api";
import { falling, pointed } from "../src/gesture";
import { edges } from "../src/layout";
import { blocks } from "../src/markdown";
import { qr } from "../src/qr";
import { prefix } from "../src/record";
import { fanOf, placeOf, sideOf, type Side } from "../src/seating";
import { utterance } from "../src/talk";

const token = (id: string, zone: string, owner: number | null, kind = `card:${id}`): TokenState => ({ id, kind, label: id, owner, up: true, zone, slot: 0 });
const scene = (tokens: TokenState[], fan = true): Picture => ({
  zones: [{ id: "hand1", label: "", layout: fan ? "fan" : "row", owner: 0, visible: "owner", picture: null }, { id: "trick", label: "", layout: "row", owner: null, visible: "all", picture: null }],
  tokens,
  said: [],
  turn: 0,
  points: [],
});

describe("seats", () => {
  it("the next player sits on the left, in a counter-clockwise game on the right", () => {
    expect([1, 2].map((p) => sideOf(p, 0, 3, false))).toEqual(["w", "e"]);
    expect([1, 2, 3].map((p) => sideOf(p, 0, 4, true))).toEqual(["e", "n", "w"]);
    expect([1, 2, 3].map((p) => sideOf(p, 2, 4, false))).toEqual(["e", "s", "w"]);
  });
  it("everybody has a place of their own, at the table and in the trick", () => {
    for (let n = 1; n <= 6; n++)
      for (const counter of [false, true]) {
        const sides = Array.from({ length: n }, (_, p) => sideOf(p, 0, n, counter));
        expect(new Set(sides).size).toBe(n);
        expect(new Set(sides.map((s: Side) => placeOf(s, n).join())).size).toBe(n);
        expect(sides.every((s: Side) => Math.abs(placeOf(s, 4, 0.9)[1]) === (s === "n" || s === "s" ? 0.9 : 0))).toBe(true);
        if (n === 4) expect(new Set(sides.map((s: Side) => placeOf(s, n, null)[0])).size).toBe(n);
      }
  });
  it("a fan is never wider than its room, and its cards stay in the order of their places", () => {
    for (const n of [1, 2, 5, 10, 12, 16, 32])
      for (const [width, room, phone] of [[92, 378, true], [74, 348, true], [104, 900, false], [132, 1100, false]] as const) {
        const fan = fanOf(n, width, room, phone);
        const half = (((n - 1) / 2) * fan.step * Math.PI) / 180;
        expect(2 * fan.radius * Math.sin(half) + width).toBeLessThanOrEqual(room + 1);
        expect(fan.step).toBeGreaterThanOrEqual(0);
      }
  });
});

describe("a column of a board into which things fall", () => {
  const at = (list: number[]) => (slot: number) => list.includes(slot);
  it("is one target: the lowest free square", () => {
    // Three columns and two rows; a token lies at the bottom of the first.
    expect([...(falling(3, 2, at([3]), at([0, 4, 5]), null) ?? [])]).toEqual([[0, 0], [1, 4], [2, 5]]);
  });
  it("is none where squares are chosen freely or something is lifted", () => {
    expect(falling(3, 2, at([]), at([0, 4]), null)).toBe(null);
    expect(falling(3, 2, at([]), at([0, 3]), null)).toBe(null);
    expect(falling(3, 2, at([]), at([3, 4, 5]), "x")).toBe(null);
  });
});

describe("moves that speak of a card", () => {
  const offer = (about: string): OfferState => ({ text: about, label: about, carry: [], say: about, about });
  it("are made by pressing the card, when all of them lie in the own hand", () => {
    const hand = scene([token("HA", "hand1", 0), token("H7", "hand1", 0)]);
    expect([...(pointed([offer("card:HA"), offer("card:H7")], hand, 0)?.keys() ?? [])]).toEqual(["HA", "H7"]);
    expect(pointed([offer("card:HA"), offer("card:SK")], hand, 0)).toBe(null);
    expect(pointed([offer("")], hand, 0)).toBe(null);
  });
});

describe("what is said", () => {
  it("is words, not the card that is laid", () => {
    const before = scene([]);
    const after = scene([token("HA", "trick", 1)]);
    expect(utterance({ who: 1, text: "HA" }, before, after, [])).toBe("");
    expect(utterance({ who: 1, text: "HA, hláška 40" }, before, after, [])).toBe("Hláška 40!");
    expect(utterance({ who: 1, text: "dobrá" }, before, before, [])).toBe("Dobrá.");
    expect(utterance({ who: 1, text: "barva?" }, before, before, [])).toBe("Barva?");
    // A card that leaves the hand face down is not said either; a card drawn with a word is.
    const held = (n: number): Picture => ({ ...scene([]), zones: [{ id: "hand1", label: "", layout: "fan", visible: "owner", owner: 1 }], tokens: Array.from({ length: n }, (_, i) => ({ id: `b${i}`, zone: "hand1", slot: i, kind: "", label: "", up: false })) }) as unknown as Picture;
    expect(utterance({ who: 1, text: "odkládá kartu" }, held(9), held(8), [])).toBe("");
    expect(utterance({ who: 1, text: "preferanc" }, held(9), held(12), [])).toBe("Preferanc.");
    // What his word brought into the own hand he did not say.
    expect(utterance({ who: 1, text: "dobrá (z talonu: Škýz (XXII), tarok XIX)" }, held(9), held(9), [])).toBe("Dobrá.");
  });
  it("on a board is only what moves nothing", () => {
    const [before, after] = [scene([], false), scene([token("x", "trick", 1)], false)];
    expect(utterance({ who: 1, text: "x na a1" }, before, after, [])).toBe("");
    expect(utterance({ who: 1, text: "pas" }, before, before, [])).toBe("Pas.");
  });
});

describe("boards", () => {
  it("carry letters and numbers where their squares are named so", () => {
    expect(edges(["a2", "b2", "a1", "b1"], 2)).toEqual({ columns: ["a", "b"], rows: ["2", "1"] });
    expect(edges(["1", "2", "3", "4"], 2)).toBe(null);
    expect(edges([], 0)).toBe(null);
  });
});

describe("a rule sheet", () => {
  it("is read as headings, text, lists and tables, and never as HTML", () => {
    const sheet = "# Hra\n\nText\nna dva řádky <b>.\n\n## Tah\n- jedna\n  dál\n- dvě\n\n| a | b |\n| --- | --- |\n| 1 | 2 |\n";
    expect(blocks(sheet)).toEqual([
      { kind: "heading", level: 1, text: "Hra" },
      { kind: "text", text: "Text na dva řádky <b>." },
      { kind: "heading", level: 2, text: "Tah" },
      { kind: "list", ordered: false, items: ["jedna dál", "dvě"] },
      { kind: "table", head: ["a", "b"], rows: [["1", "2"]] },
    ]);
  });
});

describe("a record cut off", () => {
  it("keeps its first moves, however many share a line, and loses its result", () => {
    const record = "partie record 1\ngame: marias\nseed: 4\nresult: 1 -1\n\n* HA SK D7 ; a comment\n1 d\n2 e\n";
    expect(prefix(record, 2)).toBe("partie record 1\ngame: marias\n\n* HA SK\n");
    expect(prefix(record, 4)).toBe("partie record 1\ngame: marias\n\n* HA SK D7\n1 d\n");
  });
});

describe("a QR code", () => {
  it("is a square with three finders, grows with the text, and gives up when it is too long", () => {
    const code = qr("http://example.org/t/abc?i=def") ?? [];
    expect(code.length).toBe(29);
    for (const [x, y] of [[0, 0], [22, 0], [0, 22]] as const)
      for (let i = 0; i < 7; i++) expect([code[y]?.[x + i], code[y + 6]?.[x + i], code[y + i]?.[x], code[y + 3]?.[x + 3]]).toEqual([true, true, true, true]);
    expect(qr("x".repeat(400))).toBe(null);
    expect(qr("x".repeat(200))?.length).toBe(57);
  });
  it("carries the text: read back without the checks", () => {
    const text = "Partie";
    const code = qr(text) ?? [];
    const n = code.length;
    // The mask is written beside the upper left finder; the data begins in the lower right corner and climbs.
    const bits = [8, 7, 5, 4, 3, 2, 1, 0].map((_, i) => code[[0, 1, 2, 3, 4, 5, 7, 8][i] ?? 0]?.[8] ?? false);
    const level = bits.slice(0, 8);
    expect(level.length).toBe(8);
    const format = Array.from({ length: 15 }, (_, i) => (i < 6 ? code[i]?.[8] : i === 6 ? code[7]?.[8] : i === 7 ? code[8]?.[8] : i === 8 ? code[8]?.[7] : code[8]?.[14 - i]) ?? false);
    const word = format.reduce((sum, on, i) => sum | (Number(on) << i), 0) ^ 0x5412;
    const mask = (word >> 10) & 7;
    expect((word >> 13) & 3).toBe(0);
    const flip: ((x: number, y: number) => boolean)[] = [
      (x, y) => (x + y) % 2 === 0, (_, y) => y % 2 === 0, (x) => x % 3 === 0, (x, y) => (x + y) % 3 === 0,
      (x, y) => (Math.floor(y / 2) + Math.floor(x / 3)) % 2 === 0, (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
      (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0, (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
    ];
    const read: number[] = [];
    for (let right = n - 1, up = true; read.length < 80; right -= 2, up = !up)
      for (let v = 0; v < n && read.length < 80; v++)
        for (const x of [right, right - 1]) {
          const y = up ? n - 1 - v : v;
          if (y < 9 && x > n - 9) continue; // the upper right finder
          read.push(Number((code[y]?.[x] ?? false) !== (flip[mask]?.(x, y) ?? false)));
        }
    const number = (from: number, count: number): number => read.slice(from, from + count).reduce((sum, b) => sum * 2 + b, 0);
    expect(number(0, 4)).toBe(4);
    expect(number(4, 8)).toBe(text.length);
    expect(String.fromCharCode(...Array.from({ length: text.length }, (_, i) => number(12 + 8 * i, 8)))).toBe(text);
  });
});

describe("cards to choose from", () => {
  it("fit into the room there is, side by side where it is low", () => {
    for (const room of [{ width: 336, height: 250 }, { width: 336, height: 420 }, { width: 500, height: 210 }, { width: 1300, height: 500 }]) {
      const { width, across } = choiceLayout(4, 6, 1.6, room);
      const down = Math.ceil(4 / across);
      expect(across * 6 * (width + 5) + (across - 1) * 14).toBeLessThanOrEqual(room.width);
      expect(down * width * 1.6 + (down - 1) * 5 + 16).toBeLessThanOrEqual(room.height + 1);
      expect(width).toBeGreaterThanOrEqual(26);
    }
    expect(choiceLayout(4, 6, 1.6, { width: 600, height: 200 }).across).toBe(2);
    expect(choiceLayout(4, 6, 1.6, { width: 340, height: 430 }).across).toBe(1);
  });
});

describe("a quick table", () => {
  const computer = (n: number) => ({ agent: `who:${n}`, stars: n, title: { en: `${n}`, cs: `${n}`, sk: `${n}` }, about: { en: "", cs: "", sk: "" } });
  const game = (most: number, hidden: boolean) => ({ id: "x", most, least: most, hidden, settings: [], computers: [1, 2, 3, 4, 5].map(computer) }) as unknown as GameInfo;
  it("seats somebody else first where three or more play with cards", () => {
    expect(quickSeats(game(3, true), "Jana").map((s) => s.kind)).toEqual(["computer", "person", "computer"]);
    expect(quickSeats(game(4, true), "Jana").map((s) => s.kind)).toEqual(["computer", "person", "computer", "computer"]);
    expect(quickSeats(game(2, true), "Jana").map((s) => s.kind)).toEqual(["person", "computer"]);
    expect(quickSeats(game(4, false), "Jana")[0]?.kind).toBe("person");
    expect(quickSeats(game(3, true), "Jana", 2, true)[0]?.kind).toBe("person");
    expect(quickSeats(game(1, true), "Jana").map((s) => s.kind)).toEqual(["person"]);
  });
});

describe("the lobby", () => {
  const game = (id: string, en: string, cs: string, file: string | null) => ({ id, file, title: { en, cs, sk: cs }, problem: null }) as unknown as GameInfo;
  const own = [game("reversi", "Reversi", "Reversi (Othello)", null), game("nim", "Nim", "Nim", null), game("tictactoe", "Tic-tac-toe", "Piškvorky 3×3", null)];
  it("lists a game of the house once, however often it is described", () => {
    expect(isTwin(game("reversi/reversi.pl", "Reversi", "Reversi", "reversi/reversi.pl"), own)).toBe(true);
    expect(isTwin(game("tictactoe/t.s3", "Noughts", "Piškvorky 3 × 3", "t.s3"), own)).toBe(true);
  });
  it("lists what is another game, a game of the house, and what has a fault", () => {
    expect(isTwin(game("nim/nim.s3", "Nim with twelve matches", "Nim s dvanácti sirkami", "nim/nim.s3"), own)).toBe(false);
    expect(own.some((g) => isTwin(g, own))).toBe(false);
    expect(isTwin({ ...game("a.pl", "Nim", "Nim", "a.pl"), problem: "line 1" } as GameInfo, own)).toBe(false);
  });
});
