// The projection of the robot's picture.

import { describe, expect, it } from "vitest";
import { colour, fingers, project, type Point3 } from "../src/arm";

const FRONT = { round: 0, above: 0 };

describe("the picture of the arm", () => {
  it("shows the arm's left on the right, as the person opposite sees it, and up above", () => {
    const centre = project([170, 0, 60], FRONT);
    expect(Math.abs(centre.x) + Math.abs(centre.y)).toBeLessThan(1e-9);
    expect(project([170, 50, 60], FRONT).x).toBeGreaterThan(0);
    expect(project([170, 0, 160], FRONT).y).toBeLessThan(0);
  });

  it("draws nearer things larger", () => {
    const wide = (x: number): number => project([x, 50, 60], FRONT).x;
    expect(wide(300)).toBeGreaterThan(wide(100));
  });

  it("keeps a horizontal circle round when looked at from straight above", () => {
    const eye = { round: 40, above: 90 };
    const radius = (p: Point3): number => Math.hypot(project(p, eye).x, project(p, eye).y);
    const points: Point3[] = [
      [270, 0, 60],
      [70, 0, 60],
      [170, 100, 60],
      [170, -100, 60],
    ];
    for (const p of points) expect(radius(p)).toBeCloseTo(radius(points[0] as Point3), 6);
  });

  it("gives every kind of token a colour that stays the same", () => {
    expect(colour("white")).toBe(colour("white:2"));
    expect(colour("zebra")).toBe(colour("zebra"));
    expect(colour("zebra")).not.toBe(colour("emu"));
    expect(fingers(1)).toBeLessThan(fingers(0));
  });
});
