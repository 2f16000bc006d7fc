// What finished deals add up to.

import type { ExerciseState, ProgressDeal } from "./api";
import type { Lang } from "./lang";

/** Deals and the mean of their points, by game. */
export function byGame(deals: readonly ProgressDeal[]): { game: string; deals: number; mean: number }[] {
  const games = [...new Set(deals.map((d) => d.game))];
  return games.map((game) => {
    const own = deals.filter((d) => d.game === game);
    return { game, deals: own.length, mean: own.reduce((sum, d) => sum + d.points, 0) / own.length };
  });
}

/** A contract that was played by oneself. */
export interface Bid {
  game: string;
  contract: string;
  declared: number;
  made: number;
  /** What it was expected to bring when it was said, and what it brought, over the deals that were reviewed. */
  expected: number | null;
  brought: number | null;
}

/** How often each contract was played by oneself, how often it brought something, and what was expected of it. */
export function bids(deals: readonly ProgressDeal[], lang: Lang): Bid[] {
  const rows = new Map<string, Bid & { own: ProgressDeal[] }>();
  for (const d of deals) {
    if (!d.declared || d.contract.en === "") continue;
    const key = `${d.game}/${d.contract.en}`;
    const row = rows.get(key) ?? { game: d.game, contract: d.contract[lang], declared: 0, made: 0, expected: null, brought: null, own: [] };
    row.declared += 1;
    row.made += d.points > 0 ? 1 : 0;
    if (d.review?.bid != null) row.own.push(d);
    rows.set(key, row);
  }
  const mean = (list: ProgressDeal[], of: (d: ProgressDeal) => number): number | null => (list.length === 0 ? null : list.reduce((sum, d) => sum + of(d), 0) / list.length);
  return [...rows.values()]
    .map(({ own, ...row }) => ({ ...row, expected: mean(own, (d) => d.review?.bid ?? 0), brought: mean(own, (d) => d.points) }))
    .sort((a, b) => b.declared - a.declared);
}

/** Motifs that were missed, the costliest first. */
export function weak(deals: readonly ProgressDeal[], lang: Lang): { id: string; title: string; times: number; missed: number; lost: number }[] {
  const rows = new Map<string, { id: string; title: string; times: number; missed: number; lost: number }>();
  for (const motif of deals.flatMap((d) => d.review?.motifs ?? [])) {
    const row = rows.get(motif.id) ?? { id: motif.id, title: motif.title[lang], times: 0, missed: 0, lost: 0 };
    row.times += motif.times;
    row.missed += motif.missed;
    row.lost += motif.lost;
    rows.set(motif.id, row);
  }
  return [...rows.values()].filter((row) => row.missed > 0).sort((a, b) => b.lost - a.lost);
}

/** The mean of the last `n` values at each of them. */
export function running(values: readonly number[], n: number): number[] {
  return values.map((_, i) => {
    const last = values.slice(Math.max(0, i - n + 1), i + 1);
    return last.reduce((sum, v) => sum + v, 0) / last.length;
  });
}

/** A line through values on a field of 300 by 90, with the height of zero and of any other value. */
export function curve(values: readonly number[]): { line: string; dots: [number, number][]; zero: number; y: (value: number) => number } {
  const low = Math.min(0, ...values);
  const high = Math.max(0, ...values, low + 1);
  const y = (v: number): number => Math.round(10 + (70 * (high - v)) / (high - low));
  const x = (i: number): number => Math.round(values.length < 2 ? 150 : 12 + (276 * i) / (values.length - 1));
  const dots = values.map((v, i): [number, number] => [x(i), y(v)]);
  return { line: dots.map(([a, b]) => `${a},${b}`).join(" "), dots, zero: y(0), y };
}

/** The level of the next exercise of a game: the lowest of which two have not been solved yet. */
export function rising(exercises: readonly Pick<ExerciseState, "game" | "level" | "solved">[], game: string): number {
  const solved = (level: number): number => exercises.filter((e) => e.level === level && e.solved > 0 && e.game.split("?")[0] === game.split("?")[0]).length;
  return [1, 2, 3].find((level) => solved(level) < 2) ?? 4;
}
