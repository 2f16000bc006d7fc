// Who is seated when somebody just wants to play.

import type { Computer, GameInfo } from "./api";

/** Computer players for the other seats: people of the house around a level, no two the same. */
export function company(computers: readonly Computer[], others: number, stars = 3): Computer[] {
  const people = computers.filter((c) => (c.stars ?? 0) > 0);
  if (people.length === 0) return computers.slice(0, 1);
  const near = [...people].sort((a, b) => Math.abs((a.stars ?? 0) - stars) - Math.abs((b.stars ?? 0) - stars));
  return Array.from({ length: others }, (_, i) => near[i % near.length]).filter((c) => c !== undefined);
}

/**
 * The seats of a quick table: oneself and company. At a card table of three or more somebody else is forehand in the first
 * deal: whoever just wants to play has not to choose trumps first. Later deals go round.
 */
export function quickSeats(game: GameInfo, name: string, stars = 3, guided = false): { kind: string; name: string; agent: string | null }[] {
  const wanted = Number(game.settings.find((s) => s.name === "players")?.default ?? game.most);
  const n = Math.max(1, Math.min(game.most, wanted));
  const list = company(game.computers, n - 1, stars);
  const others = Array.from({ length: n - 1 }, (_, i) => ({ kind: "computer", name: "", agent: list[i % Math.max(1, list.length)]?.agent ?? null }));
  others.splice(game.hidden && n >= 3 && !guided ? 1 : 0, 0, { kind: "person", name, agent: null });
  return others;
}

export const QUICK = { think: 1000, delay: 600, wait: false, rotate: true, watch: true, listed: false, hints: true, study: false, chat: false };
