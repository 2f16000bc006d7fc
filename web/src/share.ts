// Keeps what did not change. The server tells the whole table after every move; the parts of it that equal what is shown already are
// the same objects again, so that nothing that depends on them is worked out or drawn anew.

const nameOf = (thing: unknown): string | undefined => (typeof thing === "object" && thing !== null && "id" in thing && typeof thing.id === "string" ? thing.id : undefined);

function list(old: unknown[], next: unknown[]): unknown[] {
  // What has a name is compared with its namesake, wherever that lies now; the rest by place.
  const named = next.length > 0 && nameOf(next[0]) !== undefined ? new Map(old.map((thing) => [nameOf(thing), thing])) : null;
  let same = old.length === next.length;
  for (let i = 0; i < next.length; i++) {
    next[i] = share(named ? named.get(nameOf(next[i])) : old[i], next[i]);
    same &&= next[i] === old[i];
  }
  return same ? old : next;
}

/** The new value, made of the parts of the old one wherever they are equal; the old one itself if everything is. */
export function share<T>(old: unknown, next: T): T {
  if (old === next || typeof old !== "object" || typeof next !== "object" || old === null || next === null) return next;
  if (Array.isArray(next) !== Array.isArray(old)) return next;
  if (Array.isArray(next)) return list(old as unknown[], next) as T;
  const [was, is] = [old as Record<string, unknown>, next as Record<string, unknown>];
  const keys = Object.keys(is);
  let same = keys.length === Object.keys(was).length;
  for (const key of keys) {
    is[key] = share(was[key], is[key]);
    same &&= key in was && is[key] === was[key];
  }
  return (same ? old : next) as T;
}
