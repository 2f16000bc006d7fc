// Who sits where around the table: the viewer below, the others in the order of play; and how large things may be.

export type Side = "s" | "w" | "nw" | "n" | "ne" | "e";

/** The sides of the others at a table for n, the next player first, as they sit clockwise. */
const CLOCKWISE: Record<number, Side[]> = {
  1: [],
  2: ["n"],
  3: ["w", "e"],
  4: ["w", "n", "e"],
  5: ["w", "nw", "ne", "e"],
  6: ["w", "nw", "n", "ne", "e"],
};

/** The side at which player p sits, seen by `me`. The next player is on the left, in a counter-clockwise game on the right. */
export function sideOf(p: number, me: number, n: number, counter: boolean): Side {
  const far = (((p - me) % n) + n) % n;
  if (far === 0) return "s";
  const sides = CLOCKWISE[Math.min(n, 6)] ?? [];
  const at = counter ? n - 1 - far : far - 1;
  return sides[Math.min(at, sides.length - 1)] ?? "n";
}

/** Where a card of the trick lies, in card widths from the middle, and how it is turned. */
export const TRICK: Record<number, Partial<Record<Side, [x: number, y: number, turn: number]>>> = {
  2: { n: [0.34, -0.5, 3], s: [-0.34, 0.5, -3] },
  3: { w: [-1.08, -0.12, -9], e: [1.08, -0.12, 8], s: [0, 0.42, 0] },
  4: { w: [-1.12, 0, -8], n: [0, -0.55, 3], e: [1.12, 0, 8], s: [0, 0.55, 0] },
  6: { w: [-1.5, 0.2, -8], nw: [-0.9, -0.5, -4], n: [0, -0.6, 0], ne: [0.9, -0.5, 4], e: [1.5, 0.2, 8], s: [0, 0.55, 0] },
};

/** The same where the room is low: all four beside each other, so that they are larger. */
const LOW: Partial<Record<Side, [x: number, y: number, turn: number]>> = { w: [-1.6, 0, -6], n: [-0.53, -0.2, 2], s: [0.53, 0.2, -2], e: [1.6, 0, 6] };

/**
 * The place in the trick of somebody who sits at a side of a table for n. Among four the cards of those who face each other lie as far
 * apart as `apart` card widths from the middle, if that is more; where that is null, all lie beside each other.
 */
export function placeOf(side: Side, n: number, apart: number | null = 0): [number, number, number] {
  const table = apart === null ? LOW : TRICK[n <= 2 ? 2 : n === 3 ? 3 : n === 4 ? 4 : 6];
  const [x, y, turn] = table?.[side] ?? [0, 0, 0];
  return [x, n === 4 && apart !== null ? Math.sign(y) * Math.max(Math.abs(y), apart) : y, turn];
}

/** What covers what in a trick, whoever played first: of every card its corner shows, of the nearest one all. */
export const LAYER: Partial<Record<Side, number>> = { w: 1, e: 1, s: 2 };

export type Fan = { width: number; step: number; radius: number; sink: number };

/** A fan of n cards of a width in the room there is: the angle between two, the radius, and how far the outermost sink. */
export function fanOf(n: number, width: number, room: number, phone: boolean): Fan {
  const radius = width * (phone ? 7.5 : 14.4);
  const most = phone ? 0.5 : 0.62;
  const apart = n > 1 ? Math.min(width * most, (room - width * 1.25) / (n - 1)) : 0;
  const step = apart / radius;
  const half = ((n - 1) / 2) * step;
  return { width, step: (step * 180) / Math.PI, radius, sink: radius * (1 - Math.cos(half)) };
}
