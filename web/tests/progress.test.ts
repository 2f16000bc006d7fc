import { describe, expect, it } from "vitest";
import type { ProgressDeal } from "../src/api";
import { bids, byGame, curve } from "../src/progress";

const deal = (game: string, points: number, contract: string, declared: boolean): ProgressDeal => ({ at: 0, game, points, practice: false, date: null, expert: null, contract: { en: contract, cs: `${contract}-cs`, sk: contract }, declared });

describe("progress", () => {
  it("adds deals up by game and by contract", () => {
    const deals = [deal("marias", 2, "seven", true), deal("marias", -4, "seven", true), deal("marias", 1, "game", false), deal("snaps", 0, "", false)];
    expect(byGame(deals)).toEqual([
      { game: "marias", deals: 3, mean: -1 / 3 },
      { game: "snaps", deals: 1, mean: 0 },
    ]);
    expect(bids(deals, "cs")).toEqual([{ game: "marias", contract: "seven-cs", declared: 2, made: 1 }]);
  });

  it("draws a line within its field, also of one value and of none", () => {
    expect(curve([]).dots).toEqual([]);
    expect(curve([5]).dots).toEqual([[150, 10]]);
    for (const values of [[-3, 0, 9], [0, 0], [-5, -1]]) {
      const { dots, zero } = curve(values);
      for (const [x, y] of dots) expect(x >= 0 && x <= 300 && y >= 0 && y <= 90).toBe(true);
      expect(zero >= 0 && zero <= 90).toBe(true);
    }
  });
});
