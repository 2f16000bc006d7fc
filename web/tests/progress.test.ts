import { describe, expect, it } from "vitest";
import type { ProgressDeal } from "../src/api";
import { bids, byGame, curve, rising, running, weak } from "../src/progress";

const deal = (game: string, points: number, contract: string, declared: boolean): ProgressDeal => ({ at: 0, game, points, practice: false, date: null, expert: null, contract: { en: contract, cs: `${contract}-cs`, sk: contract }, declared });

describe("progress", () => {
  it("adds deals up by game and by contract", () => {
    const deals = [deal("marias", 2, "seven", true), deal("marias", -4, "seven", true), deal("marias", 1, "game", false), deal("snaps", 0, "", false)];
    expect(byGame(deals)).toEqual([
      { game: "marias", deals: 3, mean: -1 / 3 },
      { game: "snaps", deals: 1, mean: 0 },
    ]);
    expect(bids(deals, "cs")).toEqual([{ game: "marias", contract: "seven-cs", declared: 2, made: 1, expected: null, brought: null }]);
  });

  it("sets what bids were expected to bring beside what they brought, in the deals that were reviewed", () => {
    const review = (bid: number | null) => ({ deal: 1, decisions: 5, mistakes: 0, lost: 0, bid, motifs: [] });
    const deals = [{ ...deal("marias", 2, "seven", true), review: review(3) }, { ...deal("marias", -4, "seven", true), review: review(1) }, deal("marias", 8, "seven", true)];
    expect(bids(deals, "en")).toEqual([{ game: "marias", contract: "seven", declared: 3, made: 2, expected: 2, brought: -1 }]);
  });

  it("names the motifs that were missed, the costliest first, and leaves out those that never were", () => {
    const motif = (id: string, times: number, missed: number, lost: number) => ({ id, title: { en: id, cs: `${id}-cs`, sk: id }, times, missed, lost });
    const review = (...motifs: ReturnType<typeof motif>[]) => ({ deal: 1, decisions: 5, mistakes: 1, lost: 0.5, bid: null, motifs });
    const deals = [{ ...deal("marias", 2, "", false), review: review(motif("drive", 2, 1, 0.1), motif("fat", 1, 0, 0)) }, { ...deal("marias", 2, "", false), review: review(motif("drive", 1, 1, 0.2), motif("seven", 1, 1, 0.9)) }, deal("snaps", 0, "", false)];
    expect(weak(deals, "cs").map((row) => [row.title, row.missed, row.times, Math.round(10 * row.lost)])).toEqual([
      ["seven-cs", 1, 1, 9],
      ["drive-cs", 2, 3, 3],
    ]);
  });

  it("gives harder exercises once two of a level are solved, game by game", () => {
    const one = (level: number, solved = 1, game = "marias") => ({ game, level, solved });
    expect(rising([], "marias")).toBe(1);
    expect(rising([one(1), one(1, 0), one(0), one(1, 1, "snaps")], "marias")).toBe(1);
    expect(rising([one(1), one(1)], "marias?deals=1")).toBe(2);
    expect(rising([1, 1, 2, 2, 3, 3].map((level) => one(level)), "marias")).toBe(4);
  });

  it("takes the mean of the last values", () => {
    expect(running([2, 4, 6, 0], 2)).toEqual([2, 3, 5, 3]);
    expect(running([], 10)).toEqual([]);
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
