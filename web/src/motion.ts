// Tokens travel: remembers where every token was drawn, and after the picture changed lets it move from there.

import type { Picture } from "./api";

type Box = { x: number; y: number; width: number; height: number };

/** How many tokens lie in each zone. */
export function counts(scene: Picture): Map<string, number> {
  const map = new Map<string, number>();
  for (const token of scene.tokens) map.set(token.zone, (map.get(token.zone) ?? 0) + 1);
  return map;
}

/**
 * The zone a token that is new to this viewer most likely came from: one that lost tokens, its owner's first.
 */
export function origin(before: Picture, after: Picture, owner: number | null | undefined): string | null {
  const [was, is] = [counts(before), counts(after)];
  const lost = before.zones.filter((z) => (was.get(z.id) ?? 0) > (is.get(z.id) ?? 0));
  return (lost.find((z) => z.owner === owner && owner != null) ?? lost[0])?.id ?? null;
}

export const still = (): boolean => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** Lets elements fly to a place and fade; resolves when they are there. */
export async function collect(elements: HTMLElement[], place: HTMLElement): Promise<void> {
  if (still() || elements.length === 0) return;
  const to = place.getBoundingClientRect();
  const flights = elements.map((el) => {
    const from = el.getBoundingClientRect();
    const turn = Number.parseFloat(getComputedStyle(el.parentElement ?? el).getPropertyValue("--t")) || 0;
    const way = (-turn * Math.PI) / 180;
    const [dx, dy] = [to.x + to.width / 2 - from.x - from.width / 2, to.y + to.height / 2 - from.y - from.height / 2];
    const [x, y] = [dx * Math.cos(way) - dy * Math.sin(way), dx * Math.sin(way) + dy * Math.cos(way)];
    return el.animate([{ transform: "none" }, { transform: `translate(${x}px, ${y}px) scale(.3)`, opacity: 0.2 }], { duration: 320, easing: "ease-in", fill: "forwards" }).finished;
  });
  await Promise.allSettled(flights);
}

export class Motion {
  #tokens = new Map<string, Box>();
  #zones = new Map<string, Box>();

  /** Remembers where everything is. Call before the picture changes. */
  capture(root: HTMLElement): void {
    this.#tokens.clear();
    this.#zones.clear();
    for (const el of root.querySelectorAll<HTMLElement>("[data-token]"))
      this.#tokens.set(el.dataset["token"] ?? "", el.getBoundingClientRect());
    for (const el of root.querySelectorAll<HTMLElement>("[data-zone]"))
      this.#zones.set(el.dataset["zone"] ?? "", el.getBoundingClientRect());
  }

  /** Lets tokens travel from where they were. Call after the picture changed. */
  play(root: HTMLElement, before: Picture | null, after: Picture): void {
    if (!before || still()) return;
    const owners = new Map(after.tokens.map((t) => [t.id, t.owner]));
    for (const el of root.querySelectorAll<HTMLElement>("[data-token]")) {
      const id = el.dataset["token"] ?? "";
      let from = this.#tokens.get(id);
      if (!from) {
        const zone = origin(before, after, owners.get(id));
        const box = zone ? this.#zones.get(zone) : undefined;
        const own = el.getBoundingClientRect();
        if (box) from = { x: box.x + box.width / 2 - own.width / 2, y: box.y + box.height / 2 - own.height / 2, width: own.width, height: own.height };
      }
      if (!from) continue;
      const to = el.getBoundingClientRect();
      const [dx, dy] = [from.x - to.x, from.y - to.y];
      if (Math.abs(dx) + Math.abs(dy) < 2 || to.width === 0) continue;
      const scale = from.width / to.width;
      el.animate(
        [
          { transform: `translate(${dx}px, ${dy}px) scale(${scale})`, zIndex: 50, transformOrigin: "0 0" },
          { transform: "none", zIndex: 50, transformOrigin: "0 0" },
        ],
        { duration: 220, easing: "cubic-bezier(.2,.8,.2,1)" },
      );
    }
  }
}
