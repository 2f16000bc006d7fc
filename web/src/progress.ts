// What finished deals add up to.

import type { ProgressDeal } from "./api";
import type { Lang } from "./lang";

/** Deals and the mean of their points, by game. */
export function byGame(deals: readonly ProgressDeal[]): { game: string; deals: number; mean: number }[] {
  const games = [...new Set(deals.map((d) => d.game))];
  return games.map((game) => {
    const own = deals.filter((d) => d.game === game);
    return { game, deals: own.length, mean: own.reduce((sum, d) => sum + d.points, 0) / own.length };
  });
}

/** How often each contract was played by oneself, and how often it brought something. */
export function bids(deals: readonly ProgressDeal[], lang: Lang): { game: string; contract: string; declared: number; made: number }[] {
  const rows = new Map<string, { game: string; contract: string; declared: number; made: number }>();
  for (const d of deals) {
    if (!d.declared || d.contract.en === "") continue;
    const key = `${d.game}/${d.contract.en}`;
    const row = rows.get(key) ?? { game: d.game, contract: d.contract[lang], declared: 0, made: 0 };
    row.declared += 1;
    row.made += d.points > 0 ? 1 : 0;
    rows.set(key, row);
  }
  return [...rows.values()].sort((a, b) => b.declared - a.declared);
}

/** A line through values on a field of 300 by 90, with the height of zero. */
export function curve(values: readonly number[]): { line: string; dots: [number, number][]; zero: number } {
  const low = Math.min(0, ...values);
  const high = Math.max(0, ...values, low + 1);
  const y = (v: number): number => Math.round(10 + (70 * (high - v)) / (high - low));
  const x = (i: number): number => Math.round(values.length < 2 ? 150 : 12 + (276 * i) / (values.length - 1));
  const dots = values.map((v, i): [number, number] => [x(i), y(v)]);
  return { line: dots.map(([a, b]) => `${a},${b}`).join(" "), dots, zero: y(0) };
}
