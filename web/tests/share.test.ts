import { describe, expect, it } from "vitest";
import { share } from "../src/share";

const copy = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;

describe("what did not change", () => {
  const old = { made: 3, scene: { tokens: [{ id: "a", zone: "hand", slot: 0 }, { id: "b", zone: "hand", slot: 1 }], zones: [{ id: "hand" }] }, said: [{ text: "flek" }], none: null };
  it("is the same object again", () => {
    expect(share(old, copy(old))).toBe(old);
    const next = share(old, { ...copy(old), made: 4 });
    expect(next).not.toBe(old);
    expect(next.scene).toBe(old.scene);
    expect(next.said).toBe(old.said);
  });
  it("is found by its name when it lies elsewhere in the list", () => {
    const moved = copy(old);
    moved.scene.tokens.shift();
    const next = share(old, moved);
    expect(next.scene.tokens).toHaveLength(1);
    expect(next.scene.tokens[0]).toBe(old.scene.tokens[1]);
    expect(next.scene.zones).toBe(old.scene.zones);
  });
  it("never hides what did change", () => {
    const parts: unknown[] = [0, 1, "", "a", null, true, [], [1], [1, 2], {}, { a: 1 }, { a: undefined }, { b: 1 }, { id: "x", v: 1 }, { id: "x", v: 2 }, { id: "y", v: 1 }, [{ id: "x", v: 1 }, { id: "y", v: 2 }], [{ id: "y", v: 2 }, { id: "x", v: 1 }], [{ id: "x" }, { id: "x" }]];
    for (const a of parts) for (const b of parts) expect(share(structuredClone(a), structuredClone(b))).toEqual(b);
  });
});
