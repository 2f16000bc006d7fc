// A QR code of a short text: bytes, error correction M, versions 1 to 10, as squares. After ISO/IEC 18004.

/** By version from 1: codewords in all, error codewords of a block, blocks. Level M. */
const SIZES: readonly (readonly [total: number, error: number, blocks: number])[] = [
  [26, 10, 1], [44, 16, 1], [70, 26, 1], [100, 18, 2], [134, 24, 2], [172, 16, 4], [196, 18, 4], [242, 22, 4], [292, 22, 5], [346, 26, 5],
];
const CENTRES: readonly number[][] = [[], [6, 18], [6, 22], [6, 26], [6, 30], [6, 34], [6, 22, 38], [6, 24, 42], [6, 26, 46], [6, 28, 50]];

// The field of 256 elements with x^8 + x^4 + x^3 + x^2 + 1.
const EXP: number[] = [];
const LOG: number[] = [];
for (let i = 0, x = 1; i < 255; i++) {
  EXP[i] = x;
  LOG[x] = i;
  x = x & 128 ? (x << 1) ^ 0x11d : x << 1;
}
const times = (a: number, b: number): number => (a === 0 || b === 0 ? 0 : (EXP[((LOG[a] ?? 0) + (LOG[b] ?? 0)) % 255] ?? 0));

function remainder(data: readonly number[], degree: number): number[] {
  let poly = [1];
  for (let i = 0; i < degree; i++) {
    const next = new Array<number>(poly.length + 1).fill(0);
    poly.forEach((c, j) => {
      next[j] = (next[j] ?? 0) ^ c;
      next[j + 1] = (next[j + 1] ?? 0) ^ times(c, EXP[i] ?? 0);
    });
    poly = next;
  }
  const rest = [...data, ...new Array<number>(degree).fill(0)];
  for (let i = 0; i < data.length; i++) {
    const lead = rest[i] ?? 0;
    if (lead !== 0) poly.forEach((c, j) => (rest[i + j] = (rest[i + j] ?? 0) ^ times(c, lead)));
  }
  return rest.slice(data.length);
}

function codewords(bytes: Uint8Array, version: number): number[] {
  const [total, error, blocks] = SIZES[version - 1] ?? [0, 0, 1];
  const room = total - error * blocks;
  const bits: number[] = [];
  const put = (value: number, count: number): void => {
    for (let i = count - 1; i >= 0; i--) bits.push((value >> i) & 1);
  };
  put(4, 4);
  put(bytes.length, version < 10 ? 8 : 16);
  bytes.forEach((b) => put(b, 8));
  put(0, Math.min(4, room * 8 - bits.length));
  while (bits.length % 8 !== 0) bits.push(0);
  const data: number[] = [];
  for (let i = 0; i < bits.length; i += 8) data.push(bits.slice(i, i + 8).reduce((sum, b) => (sum << 1) | b, 0));
  for (let pad = 0; data.length < room; pad ^= 1) data.push(pad ? 0x11 : 0xec);
  const short = Math.floor(room / blocks);
  const long = room % blocks;
  const parts: number[][] = [];
  for (let i = 0, at = 0; i < blocks; i++) {
    const length = short + (i >= blocks - long ? 1 : 0);
    parts.push(data.slice(at, at + length));
    at += length;
  }
  const checks = parts.map((part) => remainder(part, error));
  const out: number[] = [];
  for (let i = 0; i <= short; i++) for (const part of parts) if (i < part.length) out.push(part[i] ?? 0);
  for (let i = 0; i < error; i++) for (const check of checks) out.push(check[i] ?? 0);
  return out;
}

const MASKS: readonly ((x: number, y: number) => boolean)[] = [
  (x, y) => (x + y) % 2 === 0,
  (_, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(y / 2) + Math.floor(x / 3)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
];

/** The bits of a code word with its remainder by a polynomial. */
function guarded(value: number, poly: number, bits: number): number {
  let rest = value;
  for (let i = 0; i < bits; i++) rest = (rest << 1) ^ ((rest >> (bits - 1)) * poly);
  return (value << bits) | (rest & ((1 << bits) - 1));
}

function penalty(m: boolean[][]): number {
  const n = m.length;
  const lines = [...m, ...Array.from({ length: n }, (_, x) => m.map((row) => row[x] ?? false))];
  let sum = 0;
  for (const line of lines) {
    let run = 1;
    for (let i = 1; i <= n; i++) {
      if (i < n && line[i] === line[i - 1]) run++;
      else {
        if (run >= 5) sum += run - 2;
        run = 1;
      }
    }
    const text = line.map((b) => (b ? "1" : "0")).join("");
    for (const finder of ["10111010000", "00001011101"]) for (let i = text.indexOf(finder); i >= 0; i = text.indexOf(finder, i + 1)) sum += 40;
  }
  let dark = 0;
  for (let y = 0; y < n; y++)
    for (let x = 0; x < n; x++) {
      const here = m[y]?.[x] ?? false;
      if (here) dark++;
      if (y > 0 && x > 0 && m[y - 1]?.[x] === here && m[y]?.[x - 1] === here && m[y - 1]?.[x - 1] === here) sum += 3;
    }
  return sum + 10 * Math.floor(Math.abs((dark * 20) / (n * n) - 10));
}

/** The squares of the code of a text, dark ones true; null if it is too long. */
export function qr(text: string): boolean[][] | null {
  const bytes = new TextEncoder().encode(text);
  const fits = (v: number): boolean => {
    const [total, error, blocks] = SIZES[v - 1] ?? [0, 0, 0];
    return bytes.length + (v < 10 ? 2 : 3) <= total - error * blocks;
  };
  const version = SIZES.findIndex((_, i) => fits(i + 1)) + 1;
  if (version === 0) return null;
  const n = 17 + 4 * version;
  const grid: (boolean | null)[][] = Array.from({ length: n }, () => new Array<boolean | null>(n).fill(null));
  const set = (x: number, y: number, on: boolean): void => {
    const row = grid[y];
    if (row && x >= 0 && x < n) row[x] = on;
  };
  for (const [cx, cy] of [[3, 3], [n - 4, 3], [3, n - 4]] as const)
    for (let dy = -4; dy <= 4; dy++)
      for (let dx = -4; dx <= 4; dx++) {
        const d = Math.max(Math.abs(dx), Math.abs(dy));
        set(cx + dx, cy + dy, d !== 2 && d !== 4);
      }
  for (let i = 8; i < n - 8; i++) {
    set(i, 6, i % 2 === 0);
    set(6, i, i % 2 === 0);
  }
  const centres = CENTRES[version - 1] ?? [];
  for (const y of centres)
    for (const x of centres) {
      if ((x === 6 && y === 6) || (x === 6 && y === n - 7) || (x === n - 7 && y === 6)) continue;
      for (let dy = -2; dy <= 2; dy++) for (let dx = -2; dx <= 2; dx++) set(x + dx, y + dy, Math.max(Math.abs(dx), Math.abs(dy)) !== 1);
    }
  const format = (mask: number, put: (x: number, y: number, on: boolean) => void): void => {
    const bits = guarded(mask, 0x537, 10) ^ 0x5412; // level M is 00
    const bit = (i: number): boolean => ((bits >> i) & 1) === 1;
    for (let i = 0; i < 6; i++) put(8, i, bit(i));
    put(8, 7, bit(6));
    put(8, 8, bit(7));
    put(7, 8, bit(8));
    for (let i = 9; i < 15; i++) put(14 - i, 8, bit(i));
    for (let i = 0; i < 8; i++) put(n - 1 - i, 8, bit(i));
    for (let i = 8; i < 15; i++) put(8, n - 15 + i, bit(i));
    put(8, n - 8, true);
  };
  format(0, set);
  if (version >= 7) {
    const bits = guarded(version, 0x1f25, 12);
    for (let i = 0; i < 18; i++) {
      const on = ((bits >> i) & 1) === 1;
      set(n - 11 + (i % 3), Math.floor(i / 3), on);
      set(Math.floor(i / 3), n - 11 + (i % 3), on);
    }
  }
  const fixed = grid.map((row) => row.map((cell) => cell !== null));
  const words = codewords(bytes, version);
  let at = 0;
  for (let right = n - 1; right >= 1; right -= 2) {
    if (right === 6) right = 5;
    for (let v = 0; v < n; v++)
      for (let j = 0; j < 2; j++) {
        const x = right - j;
        const y = ((right + 1) & 2) === 0 ? n - 1 - v : v;
        if (fixed[y]?.[x]) continue;
        set(x, y, (((words[at >> 3] ?? 0) >> (7 - (at & 7))) & 1) === 1);
        at++;
      }
  }
  let best: boolean[][] | null = null;
  let least = Infinity;
  MASKS.forEach((mask, k) => {
    const m = grid.map((row, y) => row.map((cell, x) => (fixed[y]?.[x] ? cell === true : (cell === true) !== mask(x, y))));
    format(k, (x, y, on) => {
      const row = m[y];
      if (row) row[x] = on;
    });
    const cost = penalty(m);
    if (cost < least) [best, least] = [m, cost];
  });
  return best;
}
