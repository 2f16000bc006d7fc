// Where free boards lie: points in the board's own units become hundredths of the drawn board.

export type Extent = { left: number; top: number; w: number; h: number; near: number };

/** The extent of points, with a margin of a bit more than half a token; `near` is the least distance of two. */
export function extent(points: readonly (readonly number[])[]): Extent {
  const xs = points.map((p) => p[0] ?? 0);
  const ys = points.map((p) => p[1] ?? 0);
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  const [width, height] = [Math.max(...xs) - left, Math.max(...ys) - top];
  let near = Math.max(width, height, 1);
  for (let i = 0; i < xs.length; i++)
    for (let j = 0; j < i; j++) {
      const d = Math.hypot((xs[i] ?? 0) - (xs[j] ?? 0), (ys[i] ?? 0) - (ys[j] ?? 0));
      if (d > 0 && d < near) near = d;
    }
  const margin = near * 0.6;
  return { left: left - margin, top: top - margin, w: width + 2 * margin, h: height + 2 * margin, near };
}

/** The place of a point on a board, in hundredths of its width and height. */
export function at(e: Extent, point: readonly number[] | undefined): { x: number; y: number } {
  return { x: (((point?.[0] ?? 0) - e.left) / e.w) * 100, y: (((point?.[1] ?? 0) - e.top) / e.h) * 100 };
}

/** How wide a token is, in hundredths of the board's width. */
export const tokenWidth = (e: Extent): number => ((e.near * 0.86) / e.w) * 100;

/** Letters below and numbers beside a grid, where its squares are named so (`a1`, `e4`); none otherwise. */
export function edges(names: readonly string[], columns: number): { columns: string[]; rows: string[] } | null {
  if (columns === 0 || names.length === 0 || names.length % columns !== 0) return null;
  const parts = names.map((name) => /^([a-z])(\d{1,2})$/.exec(name));
  if (parts.some((p) => p === null)) return null;
  const rows = names.length / columns;
  const letters = Array.from({ length: columns }, (_, x) => parts[x]?.[1] ?? "");
  const numbers = Array.from({ length: rows }, (_, y) => parts[y * columns]?.[2] ?? "");
  const fits = parts.every((p, i) => p?.[1] === letters[i % columns] && p?.[2] === numbers[Math.floor(i / columns)]);
  return fits ? { columns: letters, rows: numbers } : null;
}
