import { describe, expect, it } from "vitest";
import { cardOf, type Card, type Pack } from "../src/deck/cards";
import { DEFAULT_STYLE, drawCard } from "../src/deck/draw";

type Three = [number, number, number];
// Machado, Oliveira and Fernandes 2009, severity 1, on linear RGB.
const EYES: Record<string, [Three, Three, Three]> = {
  all: [[1, 0, 0], [0, 1, 0], [0, 0, 1]],
  protanopia: [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
  deuteranopia: [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.01182, 0.04294, 0.968881]],
  tritanopia: [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.3039]],
};
const linear = (ink: string): Three => [1, 3, 5].map((i) => parseInt(ink.slice(i, i + 2), 16) / 255).map((v) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)) as Three;
const luminance = (ink: string): number => linear(ink).reduce((sum, v, i) => sum + v * ([0.2126, 0.7152, 0.0722][i] ?? 0), 0);
const contrast = (a: string, b: string): number => {
  const [x, y] = [luminance(a) + 0.05, luminance(b) + 0.05];
  return Math.max(x, y) / Math.min(x, y);
};
/** CIE L*a*b* of what an eye sees. */
function lab(ink: string, eye: string): Three {
  const seen = (EYES[eye] ?? []).map((row) => Math.min(1, Math.max(0, row.reduce((sum, w, i) => sum + w * (linear(ink)[i] ?? 0), 0))));
  const [r = 0, g = 0, b = 0] = seen;
  const f = (t: number): number => (t > 0.008856 ? Math.cbrt(t) : 7.787 * t + 16 / 116);
  const [x, y, z] = [f((0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.95047), f(0.2126 * r + 0.7152 * g + 0.0722 * b), f((0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.08883)];
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}
const apart = (a: string, b: string, eye: string): number => Math.hypot(...lab(a, eye).map((v, i) => v - (lab(b, eye)[i] ?? 0)));

/** The ink of the index: the letter's stroke, the last line before the corner sign. */
function indexInk(name: string, pack: Pack, style: object): string {
  const svg = drawCard(cardOf(`card:${name}`, pack) as Card, "cs", { ...DEFAULT_STYLE, largeIndex: true, ...style });
  return [...svg.matchAll(/stroke="(#[0-9a-f]{6})" stroke-width="7"/g)].at(-1)?.[1] ?? "";
}
const suits: [Pack, string[]][] = [["german", ["HK", "LK", "BK", "AK"]], ["french", ["HK", "DK", "SK", "CK"]]];

describe("inks", () => {
  it("of the safe palette differ clearly for every kind of colour vision", () => {
    for (const [pack, names] of suits) {
      const inks = names.map((n) => indexInk(n, pack, { safe: true }));
      for (const eye of Object.keys(EYES)) {
        for (const [i, a] of inks.entries()) for (const b of inks.slice(i + 1)) expect(apart(a, b, eye), `${pack} ${a} ${b} ${eye}`).toBeGreaterThan(20);
      }
    }
  });
  it("of high contrast have seven to one on white", () => {
    for (const [pack, names] of suits) for (const n of names) expect(contrast(indexInk(n, pack, { contrast: true }), "#ffffff"), n).toBeGreaterThan(7);
  });
  it("of the ordinary deck have four and a half to one on the paper", () => {
    for (const [pack, names] of suits) for (const n of names) expect(contrast(indexInk(n, pack, {}), "#fffdf5"), n).toBeGreaterThan(4.5);
  });
});
