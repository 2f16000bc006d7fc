// Every game says what it wants of who is to move.

import { expect, test } from "vitest";
import type { OfferState, Picture, ZoneState } from "../src/api";
import { wanted } from "../src/wanted";

const zone = (id: string, layout: string, owner: number | null = null, visible = "all"): ZoneState => ({ id, label: id, layout, owner, visible });
const scene: Picture = {
  points: [],
  said: [],
  tokens: [],
  turn: 0,
  zones: [zone("board", "grid"), zone("supply", "stack"), zone("hand", "fan", 0, "owner"), zone("stock", "stack", null, "nobody"), zone("heap", "row"), { ...zone("upright", "grid"), columns: 3, rows: 2 }],
};
const carry = (from: string, to: string, to_slot = 0): OfferState => ({ carry: [{ from, from_slot: 0, to, to_slot, token: "x" }], label: "", say: "", text: "" });
const say: OfferState = { carry: [], label: "pass", say: "pass", text: "pass" };

test.each([
  ["a stone from beside the board is placed", [carry("supply", "board")], "askPlace"],
  ["a piece of the board moves", [carry("board", "board")], "askMove"],
  ["placing and moving is moving", [carry("supply", "board"), carry("board", "board")], "askMove"],
  ["a card of the own hand is played", [carry("hand", "heap")], "askCard"],
  ["a card, or a word", [carry("hand", "heap"), say], "askCardOr"],
  ["a card, or one from the stock", [carry("hand", "heap"), carry("stock", "hand")], "askCardOr"],
  ["nothing but a card from the stock", [carry("stock", "hand")], "askDraw"],
  ["matches leave their heap", [carry("heap", "supply")], "askTake"],
  ["stones fall into columns", [carry("supply", "upright", 3), carry("supply", "upright", 4), carry("supply", "upright", 5)], "askColumn"],
  ["stones may lie anywhere", [carry("supply", "upright", 0), carry("supply", "upright", 3)], "askPlace"],
  ["words alone", [say], "askChoose"],
])("%s", (_, offers, key) => {
  expect(wanted(scene, offers, 0)).toBe(key);
});

test("somebody else's hand is not mine", () => {
  expect(wanted(scene, [carry("hand", "heap")], 1)).toBe("askMove");
});
