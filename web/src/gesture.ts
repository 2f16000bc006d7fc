// How offers become gestures: which tokens can be lifted, where they can go, what is left to choose. No rules: only
// the list of legal moves the server sent, narrowed step by step.

import type { CarryState, OfferState, Picture } from "./api";

export type Spot = { zone: string; slot: number };

/** The carries done so far of the move being made, and the token in hand. */
export type Hold = { done: CarryState[]; lifted: string | null };
/** The word that asks for a game with trumps. */
export const COLOUR = "barva";

export const NOTHING: Hold = { done: [], lifted: null };

const same = (a: CarryState, b: CarryState): boolean =>
  a.token === b.token && a.to === b.to && a.to_slot === b.to_slot;

/** The offers that begin with the carries done so far. */
export function candidates(offers: readonly OfferState[], done: readonly CarryState[]): OfferState[] {
  return offers.filter((o) => o.carry.length >= done.length && done.every((c, i) => same(c, o.carry[i] as CarryState)));
}

/** The carries that may come next. */
export function steps(offers: readonly OfferState[], hold: Hold): CarryState[] {
  return candidates(offers, hold.done).flatMap((o) => {
    const next = o.carry[hold.done.length];
    return next ? [next] : [];
  });
}

/** The tokens that can be lifted now. */
export function liftable(offers: readonly OfferState[], hold: Hold): Set<string> {
  return new Set(steps(offers, hold).map((c) => c.token));
}

/** A key for a slot of a zone. */
export const key = (zone: string, slot: number): string => `${zone}:${slot}`;

/** Where the lifted token can go. With nothing lifted and one token only that can be, where that one can go. */
export function targets(offers: readonly OfferState[], hold: Hold): Map<string, CarryState> {
  const next = steps(offers, hold);
  const lifted = hold.lifted ?? onlySource(next);
  const map = new Map<string, CarryState>();
  if (lifted === null) return map;
  for (const c of next) if (c.token === lifted) map.set(key(c.to, c.to_slot), c);
  return map;
}

/** The one token that can be lifted, if it comes from elsewhere than where it goes (a supply); otherwise none. */
export function onlySource(next: readonly CarryState[]): string | null {
  const tokens = new Set(next.map((c) => c.token));
  const [first] = next;
  if (tokens.size !== 1 || !first || next.some((c) => c.from === c.to)) return null;
  return first.token;
}

/** What comes of performing a carry: a move to send, a choice between moves, or more to carry. */
export type Outcome =
  | { kind: "play"; offer: OfferState }
  | { kind: "choose"; offers: OfferState[] }
  | { kind: "more"; hold: Hold; finished: OfferState | null };

export function perform(offers: readonly OfferState[], hold: Hold, carry: CarryState): Outcome {
  const done = [...hold.done, carry];
  const left = candidates(offers, done);
  const finished = left.filter((o) => o.carry.length === done.length);
  const longer = left.filter((o) => o.carry.length > done.length);
  const [first] = finished;
  if (longer.length === 0) {
    if (first && finished.length === 1) return { kind: "play", offer: first };
    return { kind: "choose", offers: finished };
  }
  if (!first && longer.length === 1) return { kind: "play", offer: longer[0] as OfferState };
  if (finished.length > 1) return { kind: "choose", offers: left };
  return { kind: "more", hold: { done, lifted: null }, finished: first ?? null };
}

/** The offers that are said rather than carried. */
export const sayings = (offers: readonly OfferState[]): OfferState[] => offers.filter((o) => o.carry.length === 0);

/** The one carry a lifted token can make, if there is only one place for it. */
export function onlyTarget(offers: readonly OfferState[], hold: Hold): CarryState | null {
  const map = targets(offers, hold);
  return map.size === 1 ? ([...map.values()][0] ?? null) : null;
}

/**
 * Empty stacks into which exactly one move leads can be pressed with nothing in the hand (the empty stock of a patience
 * takes its waste back). By the slot to press.
 */
export function intoEmpty(offers: readonly OfferState[], scene: Picture): Map<string, OfferState> {
  const map = new Map<string, OfferState>();
  for (const zone of scene.zones) {
    if (zone.layout !== "stack" || scene.tokens.some((x) => x.zone === zone.id)) continue;
    const into = offers.filter((o) => o.carry.length > 0 && o.carry.every((c) => c.to === zone.id));
    const [only] = into;
    const [first] = only?.carry ?? [];
    if (only && first && into.length === 1) map.set(key(zone.id, first.to_slot), only);
  }
  return map;
}

/**
 * By column of a grid: the one slot that can be chosen there, if every choice is where a token let fall in its column
 * would come to lie (free above, taken below) and no column has two. None where tokens do not come so.
 */
export function falling(columns: number, rows: number, taken: (slot: number) => boolean, open: (slot: number) => boolean, lifted: string | null): Map<number, number> | null {
  if (lifted !== null || columns < 2) return null;
  const map = new Map<number, number>();
  for (let x = 0; x < columns; x++)
    for (let y = 0; y < rows; y++) {
      const slot = y * columns + x;
      if (!open(slot)) continue;
      const below = Array.from({ length: rows - y - 1 }, (_, i) => taken((y + 1 + i) * columns + x));
      const above = Array.from({ length: y }, (_, i) => taken(i * columns + x));
      if (map.has(x) || below.includes(false) || above.includes(true)) return null;
      map.set(x, slot);
    }
  // An empty board with one free row tells nothing about falling.
  return map.size > 0 && rows > 1 ? map : null;
}

/**
 * Whether tokens of a grid lie as if they had fallen: each on the ground or on another. Asked of boards that are neither
 * square nor small, where that does not happen by chance.
 */
export function piled(columns: number, rows: number, taken: (slot: number) => boolean): boolean {
  if (columns < 5 || columns === rows) return false;
  let any = false;
  for (let slot = 0; slot < columns * rows; slot++) {
    if (!taken(slot)) continue;
    any = true;
    if (slot + columns < columns * rows && !taken(slot + columns)) return false;
  }
  return any;
}

/** The tokens that stand for moves which speak of them without carrying them: by token, the move. */
export function pointed(offers: readonly OfferState[], scene: Picture, viewer: number | null): Map<string, OfferState> | null {
  const about = offers.filter((o) => (o.about ?? "") !== "");
  if (about.length === 0) return null;
  const own = new Set(scene.zones.filter((z) => z.owner === viewer && viewer !== null).map((z) => z.id));
  const map = new Map<string, OfferState>();
  for (const offer of about) {
    const token = scene.tokens.find((x) => x.up && x.kind === offer.about && own.has(x.zone));
    if (!token) return null;
    map.set(token.id, offer);
  }
  return map;
}
