// Inks and marks of the linocut: flat colours, a black contour, white cuts of the knife. Everything is a string of SVG.

export const K = "#17120e";
export const W = "#fffdf5";
export const RED = "#c5222c";
export const BLUE = "#1f3f7d";
export const OCH = "#e6a823";
export const BRN = "#8b4518";
export const GRN = "#2f7440";
export const ROSE = "#f0b8a4";
export const SKY = "#a9c3e0";

/** Numbers between 0 and 1 that are the same for the same seed. */
export function dice(seed: number): () => number {
  let a = seed >>> 0;
  return () => {
    a = (a + 0x6d2b79f5) >>> 0;
    let x = Math.imul(a ^ (a >>> 15), 1 | a);
    x = (x + Math.imul(x ^ (x >>> 7), 61 | x)) ^ x;
    return ((x ^ (x >>> 14)) >>> 0) / 4294967296;
  };
}

/** A number with at most one decimal. */
export const n1 = (v: number): string => String(Math.round(v * 10) / 10);

const strayed = new Map<string, string>();
/** The hand is never exact: every corner strays a little, always the same way for the same shape. */
export function stray(d: string, by = 0.7): string {
  const known = strayed.get(d);
  if (known !== undefined) return known;
  let hash = 2166136261;
  for (let i = 0; i < d.length; i++) hash = Math.imul(hash ^ d.charCodeAt(i), 16777619);
  const next = dice(hash);
  const drawn = d.replace(/-?\d+\.?\d*/g, (m) => {
    const v = Number(m);
    return Math.abs(v) < 6 ? m : n1(v + (next() * 2 - 1) * by);
  });
  // The shapes of all packs are some 1500; more come only with many odd numbers on tiles.
  if (strayed.size < 4000) strayed.set(d, drawn);
  return drawn;
}

/** A filled shape with the black contour of width `s`. */
export const p = (d: string, f = W, s = 5): string => `<path d="${stray(d)}" fill="${f}" stroke="${K}" stroke-width="${s}"/>`;
/** A line. */
export const ln = (d: string, s = 3, col = K): string => `<path d="${d}" fill="none" stroke="${col}" stroke-width="${s}"/>`;
/** A shape without contour. */
export const fl = (d: string, f: string): string => `<path d="${d}" fill="${f}"/>`;
/** A rod: an inked line with a coloured core. */
export const rod = (d: string, w = 12, f = OCH): string => ln(d, w) + ln(d, w - 7, f);
export const c = (x: number, y: number, r: number, f = W, s = 4): string =>
  `<circle cx="${n1(x)}" cy="${n1(y)}" r="${r}" fill="${f}"${s ? ` stroke="${K}" stroke-width="${s}"` : ""}/>`;
export const box = (x: number, y: number, w: number, h: number, f: string, s = 0): string =>
  `<rect x="${n1(x)}" y="${n1(y)}" width="${w}" height="${h}" fill="${f}"${s ? ` stroke="${K}" stroke-width="${s}"` : ""}/>`;
/** Moves, turns and scales; `kx` alone mirrors or squeezes. */
export const g = (s: string, x = 0, y = 0, k = 1, r = 0, kx = k): string =>
  `<g transform="translate(${n1(x)} ${n1(y)})${r ? ` rotate(${n1(r)})` : ""}${k !== 1 || kx !== 1 ? ` scale(${kx} ${k})` : ""}">${s}</g>`;
export const all = <T>(list: readonly T[], draw: (item: T, i: number) => string): string => list.map(draw).join("");
export const range = (from: number, to: number, step = 1): number[] =>
  Array.from({ length: Math.max(0, Math.ceil((to - from) / step)) }, (_, i) => from + i * step);
/** A drawing and its mirror image about the line x = `axis`. */
export const both = (s: string, axis = 100): string => s + g(s, 2 * axis, 0, 1, 0, -1);
export const polar = (x: number, y: number, r: number, degrees: number): [number, number] => {
  const a = (degrees * Math.PI) / 180;
  return [x + r * Math.cos(a), y + r * Math.sin(a)];
};

/** A cut: from x, y to x, y, and how fat. */
export type Cut = readonly [number, number, number, number, number];
/** A tapered cut of the knife: pointed at both ends, fat near the first third. */
function gouge([x1, y1, x2, y2, w]: Cut): string {
  const [dx, dy] = [x2 - x1, y2 - y1];
  const length = Math.hypot(dx, dy) || 1;
  const [nx, ny] = [(-dy / length) * w, (dx / length) * w];
  const [mx, my] = [x1 + dx * 0.35, y1 + dy * 0.35];
  return `M${n1(x1)},${n1(y1)}Q${n1(mx + nx)},${n1(my + ny)} ${n1(x2)},${n1(y2)}Q${n1(mx - nx)},${n1(my - ny)} ${n1(x1)},${n1(y1)}Z`;
}
export const cuts = (list: readonly Cut[], col = W): string => fl(list.map(gouge).join(""), col);
/** Cuts that go out from a point. */
export function rays(x: number, y: number, r1: number, r2: number, a0: number, a1: number, n: number, w = 2.2, col = W): string {
  const list = range(0, n).map((i): Cut => {
    const a = a0 + ((a1 - a0) * i) / Math.max(1, n - 1);
    return [...polar(x, y, r1, a), ...polar(x, y, r2, a), w];
  });
  return cuts(list, col);
}
/** Petals around a point. */
export const petals = (d: string, f: string, n: number, turn = 0): string =>
  all(range(0, n), (i) => `<path transform="rotate(${n1(turn + (i * 360) / n)})" d="${d}" fill="${f}"/>`);

/** An arm or leg: contour, cloth and one long cut of light. */
export function limb(d: string, w: number, f: string, s = 4.5): string {
  const light =
    f.startsWith("#") && f !== W && w > 13
      ? `<path d="${d}" fill="none" stroke="${W}" stroke-width="2.6" stroke-dasharray="0 10 15 7 3 400" transform="translate(${n1(-w * 0.24)} 0)"/>`
      : "";
  return ln(d, w + 2 * s, K) + ln(d, w, f) + light;
}

/** What is drawn only for the pleasure of it; high contrast leaves it out. */
export const spare = (s: string): string => `<g class="spare">${s}</g>`;

/** Stray marks of the knife around a figure; the corner with the index stays clear. */
export function chatter(seed: number, height: number, col: string, n = 22, avoid = 80): string {
  const next = dice(seed * 7919);
  const list: Cut[] = [];
  while (list.length < n) {
    const [x, y] = [12 + next() * 176, 16 + next() * (height - 40)];
    if ((x < 62 && y < 100) || Math.hypot(x - 100, (y - height * 0.55) * 0.55) < avoid) continue;
    const a = Math.atan2((y - height * 0.55) * 0.6, x - 100);
    const l = 7 + next() * 8;
    list.push([x, y, x + l * Math.cos(a), y + l * Math.sin(a), 1 + next() * 0.9]);
  }
  return spare(cuts(list, col));
}

/** A star of `n` rays. */
export function star(x: number, y: number, r = 5, f = W, n = 4, inner = 0.4): string {
  const points = range(0, 2 * n).map((i) => polar(x, y, i % 2 ? r * inner : r, -90 + (i * 180) / n).map(n1).join(","));
  return fl(`M${points.join("L")}Z`, f);
}

const pattern = (w: number, h: number, bg: string, body: string): ((id: string) => string) => (id) =>
  `<pattern id="${id}" width="${w}" height="${h}" patternUnits="userSpaceOnUse">${box(0, 0, w, h, bg)}${body}</pattern>`;
const HEART = "M0,6C-10,-2 -6,-9 0,-4C6,-9 10,-2 0,6Z";
const dots = (a: number, b: number, r: number, f: string, f2 = f): string => c(a, a, r, f, 0) + c(b, b, r, f2, 0);
const flower = (f: string, eye: string): string => petals("M0,-2Q4,-6 0,-10Q-4,-6 0,-2Z", f, 6) + c(0, 0, 2, eye, 0);

/** Cloth. Only what a drawing uses goes into its picture. */
const CLOTHS: Record<string, (id: string) => string> = {
  hearts: pattern(24, 24, RED, g(fl(HEART, W), 6, 7) + g(fl(HEART, W), 18, 19)),
  stripeR: pattern(16, 16, W, box(0, 0, 8, 16, RED) + box(11, 0, 2, 16, BLUE)),
  stripeB: pattern(14, 14, BLUE, box(0, 0, 5, 14, W)),
  stripeO: pattern(14, 14, OCH, box(0, 0, 6, 14, BRN)),
  stripeG: pattern(14, 14, W, box(0, 0, 7, 14, GRN) + box(10, 0, 1.6, 14, RED)),
  stripeK: pattern(12, 12, W, box(0, 0, 6, 12, K)),
  hoopR: pattern(14, 14, W, box(0, 0, 14, 7, RED)),
  hoopB: pattern(14, 14, W, box(0, 0, 14, 7, BLUE)),
  hoopG: pattern(14, 14, OCH, box(0, 0, 14, 7, GRN)),
  diamR: pattern(20, 28, W, fl("M10,0L20,14L10,28L0,14Z", RED) + c(10, 14, 2.6, W, 0)),
  diamG: pattern(20, 24, GRN, fl("M10,3L17,12L10,21L3,12Z", W) + fl("M10,8L13,12L10,16L7,12Z", RED)),
  diamK: pattern(20, 28, W, fl("M10,0L20,14L10,28L0,14Z", K) + c(10, 14, 2.6, OCH, 0)),
  leafO: pattern(26, 26, BRN, all([[7, 8, 35], [20, 8, -35], [7, 21, -35], [20, 21, 35]], ([x, y, r]) => g(fl("M0,-9Q6,-3 0,9Q-6,-3 0,-9Z", OCH), x, y, 1, r))),
  vine: pattern(28, 28, GRN, ln("M0,14Q7,4 14,14T28,14", 2, W) + all([[7, 6, 20], [21, 22, 200], [14, 24, 60], [0, 24, -20], [28, 4, 20]], ([x, y, r]) => g(fl("M0,-5Q4,0 0,5Q-4,0 0,-5Z", OCH), x, y, 1, r))),
  dotG: pattern(14, 14, GRN, dots(4, 11, 2.2, W, OCH)),
  dotR: pattern(13, 13, RED, dots(3.5, 10, 2, W)),
  dotB: pattern(13, 13, BLUE, dots(3.5, 10, 1.9, W)),
  dotO: pattern(14, 14, OCH, dots(4, 11, 2.4, RED)),
  dotW: pattern(14, 14, W, dots(4, 11, 2.4, RED)),
  checkO: pattern(20, 20, W, box(0, 0, 10, 10, OCH) + box(10, 10, 10, 10, BRN)),
  checkB: pattern(16, 16, W, box(0, 0, 8, 8, BLUE) + box(8, 8, 8, 8, SKY)),
  plaid: pattern(18, 18, RED, box(0, 0, 6, 18, GRN) + box(0, 0, 18, 4, K) + box(11, 0, 1.6, 18, W) + box(0, 10, 18, 1.6, W)),
  flowB: pattern(30, 30, BLUE, g(flower(W, OCH), 8, 8) + g(flower(W, OCH), 23, 23) + c(23, 8, 1.6, W, 0) + c(8, 23, 1.6, W, 0)),
  flowR: pattern(30, 30, RED, g(flower(W, OCH), 8, 8) + g(flower(OCH, W), 23, 23) + c(23, 8, 1.6, W, 0) + c(8, 23, 1.6, W, 0)),
  flowW: pattern(30, 30, W, g(flower(BLUE, RED), 8, 8) + g(flower(RED, OCH), 23, 23) + c(23, 8, 1.8, GRN, 0) + c(8, 23, 1.8, GRN, 0)),
  flowK: pattern(30, 30, K, g(flower(RED, OCH), 8, 8) + g(flower(OCH, RED), 23, 23) + c(23, 8, 1.8, W, 0) + c(8, 23, 1.8, W, 0)),
  lozO: pattern(22, 30, OCH, fl("M11,0L22,15L11,30L0,15Z", RED)),
  starB: pattern(24, 24, BLUE, star(7, 7, 5, OCH) + star(19, 19, 5, W)),
  scale: pattern(16, 14, W, ln("M0,0Q8,14 16,0M-8,7Q0,21 8,7M8,7Q16,21 24,7", 2)),
  harl: pattern(30, 42, RED, fl("M15,0L30,21L15,42L0,21Z", BLUE) + ln("M15,0L30,21L15,42L0,21Z", 1.6, W)),
  ermine: pattern(16, 18, W, fl("M4,2L6,9L4,8L2,9ZM12,11L14,18L12,17L10,18Z", K)),
};
/** The fill of a cloth. */
export const cloth = (name: string): string => `url(#p-${name})`;
/** The cloths a drawing refers to. */
export function cloths(drawing: string): string {
  const used = new Set([...drawing.matchAll(/url\(#p-(\w+)\)/g)].map((m) => m[1] ?? ""));
  return [...used].map((name) => CLOTHS[name]?.(`p-${name}`) ?? "").join("");
}
export const isCloth = (name: string): boolean => name in CLOTHS;
