import { describe, expect, it } from "vitest";
import type { CarryState, OfferState, Picture } from "../src/api";
import { intoEmpty, liftable, NOTHING, onlyTarget, perform, sayings, targets, piled } from "../src/gesture";

const carry = (token: string, from: string, to: string): CarryState => {
  const [fz, fs] = from.split(":") as [string, string];
  const [tz, ts] = to.split(":") as [string, string];
  return { token, from: fz, from_slot: Number(fs), to: tz, to_slot: Number(ts) };
};
const offer = (text: string, ...carries: CarryState[]): OfferState => ({ text, label: text, carry: carries, say: carries.length ? "" : text });

describe("offers become gestures", () => {
  it("an empty stack into which one move leads is pressed with nothing in the hand", () => {
    const zone = (id: string, layout: string) => ({ id, label: id, layout, visible: "all" });
    const scene = { zones: [zone("stock", "stack"), zone("waste", "stack"), zone("pile", "fan")], tokens: [{ zone: "waste" }] } as unknown as Picture;
    const back = offer("redeal", carry("7h", "waste:1", "stock:0"), carry("8c", "waste:0", "stock:1"));
    const onto = offer("on", carry("7h", "waste:1", "pile:0"));
    expect([...intoEmpty([back, onto], scene)]).toEqual([["stock:0", back]]);
    expect(intoEmpty([back, { ...back, text: "another" }], scene).size).toBe(0);
  });

  it("a stone from the one supply goes where it is pressed", () => {
    const offers = [offer("a1", carry("s.3", "supply:3", "board:0")), offer("a2", carry("s.3", "supply:3", "board:1"))];
    expect([...targets(offers, NOTHING).keys()]).toEqual(["board:0", "board:1"]);
  });

  it("a piece on the board is lifted first, even when it is the only one", () => {
    const offers = [offer("x", carry("p", "board:0", "board:1"))];
    expect(targets(offers, NOTHING).size).toBe(0);
    expect([...liftable(offers, NOTHING)]).toEqual(["p"]);
    expect([...targets(offers, { done: [], lifted: "p" }).keys()]).toEqual(["board:1"]);
  });

  it("a lifted card with one place to go is played by pressing it again", () => {
    const offers = [offer("HA", carry("HA", "hand1:0", "trick:0")), offer("H7", carry("H7", "hand1:1", "trick:0"))];
    expect(onlyTarget(offers, { done: [], lifted: "H7" })?.token).toBe("H7");
    expect(targets(offers, NOTHING).size).toBe(0);
  });

  it("a move that takes goes on with what is taken", () => {
    const step = carry("w1", "board:0", "board:1");
    const offers = [offer("x3", step, carry("b3", "board:3", "taken:0")), offer("x4", step, carry("b4", "board:4", "taken:0"))];
    const outcome = perform(offers, NOTHING, step);
    expect(outcome.kind).toBe("more");
    if (outcome.kind !== "more") return;
    expect([...liftable(offers, outcome.hold)]).toEqual(["b3", "b4"]);
    expect(perform(offers, outcome.hold, carry("b4", "board:4", "taken:0"))).toEqual({ kind: "play", offer: offers[1] });
  });

  it("a move with one continuation is played at once", () => {
    const step = carry("w1", "board:0", "board:1");
    const offers = [offer("x", step, carry("b3", "board:3", "taken:0"))];
    expect(perform(offers, NOTHING, step)).toEqual({ kind: "play", offer: offers[0] });
  });

  it("moves that look the same are chosen by name", () => {
    const step = carry("p", "board:0", "board:1");
    const offers = [offer("queen", step), offer("knight", step)];
    expect(perform(offers, NOTHING, step)).toEqual({ kind: "choose", offers });
  });

  it("a move that may stop or go on offers to be done", () => {
    const step = carry("p", "board:0", "board:2");
    const offers = [offer("one", step), offer("two", step, carry("p", "board:2", "board:4"))];
    const outcome = perform(offers, NOTHING, step);
    expect(outcome.kind === "more" && outcome.finished?.text).toBe("one");
  });

  it("what is said is not carried", () => {
    expect(sayings([offer("pass"), offer("a", carry("p", "board:0", "board:1"))]).map((o) => o.text)).toEqual(["pass"]);
  });
});

describe("a board where tokens fell", () => {
  const lies = (...slots: number[]) => piled(7, 6, (slot) => slots.includes(slot));
  it("is known by tokens that lie on the ground or on others", () => {
    expect(lies(35)).toBe(true);
    expect(lies(35, 28, 41)).toBe(true);
    expect(lies(28)).toBe(false);
    expect(lies(35, 21)).toBe(false);
    expect(lies()).toBe(false);
  });
  it("is neither square nor small", () => {
    expect(piled(8, 8, (slot) => slot > 55)).toBe(false);
    expect(piled(4, 5, (slot) => slot > 15)).toBe(false);
  });
});
