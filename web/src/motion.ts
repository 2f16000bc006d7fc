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

let calm: MediaQueryList | null = null;
/** Whether less motion is wanted. The question is put once; the answer follows the system. */
export const still = (): boolean => (calm ??= matchMedia("(prefers-reduced-motion: reduce)")).matches;

/** Lets elements fly to a place and fade; resolves when they are there. */
export async function collect(elements: HTMLElement[], place: HTMLElement): Promise<void> {
  if (still() || elements.length === 0) return;
  const to = place.getBoundingClientRect();
  const ways = elements.map((el) => {
    const from = el.getBoundingClientRect();
    const turn = Number.parseFloat(getComputedStyle(el.parentElement ?? el).getPropertyValue("--t")) || 0;
    const way = (-turn * Math.PI) / 180;
    const [dx, dy] = [to.x + to.width / 2 - from.x - from.width / 2, to.y + to.height / 2 - from.y - from.height / 2];
    return { el, x: dx * Math.cos(way) - dy * Math.sin(way), y: dx * Math.sin(way) + dy * Math.cos(way) };
  });
  const flights = ways.map(({ el, x, y }) => el.animate([{ transform: "none" }, { transform: `translate(${x}px, ${y}px) scale(.3)`, opacity: 0.2 }], { duration: 320, easing: "ease-in", fill: "forwards" }).finished);
  await Promise.allSettled(flights);
}

/** How far one card of a deal follows another, at most, and how long the whole deal may take, in milliseconds. */
const APART = 60;
const WHOLE = 1800;

/** Lets freshly dealt cards come from the middle of the table, one after another, round by round. */
export function deal(root: HTMLElement, hands: HTMLElement[][]): void {
  const rounds = Math.max(0, ...hands.map((hand) => hand.length));
  const order = Array.from({ length: rounds }, (_, i) => hands.flatMap((hand) => hand[i] ?? [])).flat();
  if (still()) {
    for (const el of order) el.animate([{ opacity: 0 }, { opacity: 1 }], { duration: 80 });
    return;
  }
  const cloth = root.getBoundingClientRect();
  const apart = Math.min(APART, WHOLE / Math.max(1, order.length));
  // All places are read before anything moves: one layout for the whole deal.
  const flights = order.map((el) => {
    const box = el.getBoundingClientRect();
    const turn = -(Number.parseFloat(el.parentElement?.style.getPropertyValue("--a") ?? "") || 0) * (Math.PI / 180);
    const [dx, dy] = [cloth.x + cloth.width / 2 - box.x - box.width / 2, cloth.y + cloth.height * 0.36 - box.y - box.height / 2];
    return { el, x: dx * Math.cos(turn) - dy * Math.sin(turn), y: dx * Math.sin(turn) + dy * Math.cos(turn) };
  });
  flights.forEach(({ el, x, y }, i) => {
    el.animate(
      [
        { translate: `${x}px ${y}px`, opacity: 0 },
        { opacity: 1, offset: 0.2 },
        { translate: "0 0", opacity: 1 },
      ],
      { duration: 220, delay: i * apart, easing: "cubic-bezier(.2,.8,.2,1)", fill: "backwards" },
    );
  });
}

/** What moves by less than this many pixels is simply there: the backs of a hand that close up need no flight each. */
const LEAST = 10;

export class Motion {
  #tokens = new Map<string, Box>();
  #zones = new Map<string, Box>();
  #known = false;

  /**
   * Remembers where everything is. Call before the picture changes, best before anything of the page does: to ask where things are on a page
   * that is being changed would lay it out once more. Once for each change: the first time counts.
   */
  capture(root: HTMLElement): void {
    if (this.#known) return;
    this.#known = true;
    this.#tokens.clear();
    this.#zones.clear();
    for (const el of root.querySelectorAll<HTMLElement>("[data-token]"))
      this.#tokens.set(el.dataset["token"] ?? "", el.getBoundingClientRect());
    for (const el of root.querySelectorAll<HTMLElement>("[data-zone]"))
      this.#zones.set(el.dataset["zone"] ?? "", el.getBoundingClientRect());
  }

  /** The picture has changed: what was remembered is over. */
  changed(): void {
    this.#known = false;
  }

  /** Lets tokens travel from where they were. Call after the picture changed. */
  play(root: HTMLElement, before: Picture | null, after: Picture): void {
    if (!before || still()) return;
    const owners = new Map(after.tokens.map((t) => [t.id, t.owner]));
    // All places are read before anything moves: to read between two moves would lay out the page each time.
    const flights: { el: HTMLElement; dx: number; dy: number; scale: number }[] = [];
    for (const el of root.querySelectorAll<HTMLElement>("[data-token]")) {
      const id = el.dataset["token"] ?? "";
      const to = el.getBoundingClientRect();
      let from = this.#tokens.get(id);
      if (!from) {
        const zone = origin(before, after, owners.get(id));
        const box = zone ? this.#zones.get(zone) : undefined;
        if (box) from = { x: box.x + box.width / 2 - to.width / 2, y: box.y + box.height / 2 - to.height / 2, width: to.width, height: to.height };
      }
      if (!from) continue;
      // From middle to middle: a card grows or shrinks around its own.
      const [dx, dy] = [from.x + from.width / 2 - to.x - to.width / 2, from.y + from.height / 2 - to.y - to.height / 2];
      if (Math.abs(dx) + Math.abs(dy) < LEAST || to.width === 0) continue;
      flights.push({ el, dx, dy, scale: from.width / to.width });
    }
    // Nothing but the transform is animated: that needs neither styles nor layout while the card flies.
    for (const { el, dx, dy, scale } of flights) {
      // Cards of a hand that close up stay one above the other as they are.
      const above = !el.closest(".hand");
      if (above) el.style.zIndex = "50";
      const flight = el.animate([{ transform: `translate(${dx}px, ${dy}px) scale(${scale})` }, { transform: "none" }], { duration: 220, easing: "cubic-bezier(.2,.8,.2,1)" });
      if (above) flight.onfinish = flight.oncancel = () => (el.style.zIndex = "");
    }
  }
}
