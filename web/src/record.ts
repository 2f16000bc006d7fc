// A record of a match as text: the first moves of it, so that one can play on from there.

/**
 * The record with its first `moves` moves and without its result; what chance brings then is new. `seat` is the player
 * whom the reader plays, from 0.
 */
export function prefix(text: string, moves: number, seat = 0): string {
  const lines = text.split("\n");
  const head = lines.findIndex((line) => line.trim() === "");
  if (head < 0) return text;
  const headers = lines.slice(0, head).filter((line) => !/^(result|start|seed|seat):/.test(line));
  if (seat > 0) headers.push(`seat: ${seat + 1}`);
  const body: string[] = [];
  let left = moves;
  for (const line of lines.slice(head + 1)) {
    const [actor, ...made] = (line.split(";")[0] ?? "").trim().split(/\s+/);
    if (!actor || made.length === 0) continue;
    if (left <= 0) break;
    body.push([actor, ...made.slice(0, left)].join(" "));
    left -= made.length;
  }
  return [...headers, "", ...body, ""].join("\n");
}
