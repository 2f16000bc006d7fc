import { describe, expect, it } from "vitest";
import { GUIDED } from "../src/guides";
import { stepsOf, textOf, toured } from "../src/tours";

describe("guides", () => {
  it("the lobby offers exactly the guides there are, each of five steps in three languages", () => {
    expect([...GUIDED].sort()).toEqual(toured().sort());
    for (const game of GUIDED) {
      expect(stepsOf(game).length, game).toBe(5);
      for (const step of stepsOf(game)) for (const lang of ["en", "cs", "sk"] as const) expect(textOf(step, lang).length).toBeGreaterThan(20);
    }
  });
});
