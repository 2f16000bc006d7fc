// A press counts for what was under the finger when it began. The browser makes a click only where a press begins and ends on the same
// element: a card that flies past between the two, a table drawn anew, or a button that gives way by two pixels would swallow it.

/** Further than this, in pixels, a pointer has moved and not pressed. */
const SLOP = 10;
/** Later than this, in milliseconds, a click belongs to another press. */
const LATE = 700;

/** What was pressed, by what it is and not by which element draws it at the moment. */
export type Pressed = { thing: Element; name: string; button: boolean };

const token = (el: Element): string | undefined => [...el.querySelectorAll<HTMLElement>("[data-token]")].at(-1)?.dataset["token"];

/** A token in its zone, a place of a zone, or a button by its words; none for anything else. */
export function nameOf(el: Element): string {
  const zone = el.closest<HTMLElement>("[data-zone]")?.dataset["zone"];
  const lies = token(el);
  if (zone !== undefined && lies !== undefined) return `token ${lies} ${zone}`;
  const slot = el instanceof HTMLElement ? el.dataset["slot"] : undefined;
  if (slot !== undefined) return `slot ${slot}`;
  return el.tagName === "BUTTON" ? `button ${el.getAttribute("aria-label") ?? ""} ${el.textContent ?? ""}` : "";
}

/** What lies under a pointer: a button, or a token that may become one (the table may be drawn anew while it is pressed). */
export function pressed(under: EventTarget | null): Pressed | null {
  if (!(under instanceof Element)) return null;
  const button = under.closest("button");
  const thing = button ?? under.closest(".loose, .slot");
  const name = thing ? nameOf(thing) : "";
  return thing && name !== "" && (button !== null || name.startsWith("token ")) ? { thing, name, button: button !== null } : null;
}

/** The button that is now what was pressed; none if it is gone, or if it is not clear which one it is. */
export function found(root: ParentNode, what: Pressed): HTMLButtonElement | null {
  const may = (el: Element): el is HTMLButtonElement => el instanceof HTMLButtonElement && !el.disabled && nameOf(el) === what.name;
  const top = [...root.querySelectorAll("dialog[open]")].at(-1);
  const seen = (el: Element): boolean => !top || top.contains(el);
  if (what.thing.isConnected) return may(what.thing) && seen(what.thing) ? what.thing : null;
  const same = [...root.querySelectorAll("button")].filter((el) => may(el) && seen(el));
  return same.length === 1 ? (same[0] ?? null) : null;
}

/** Lets every press on the page count. */
export function steady(page: Document = document): void {
  let now: (Pressed & { x: number; y: number; pointer: number; ended: number }) | null = null;
  const view = page.defaultView ?? window;
  view.addEventListener(
    "pointerdown",
    (e) => {
      if (!e.isPrimary) return;
      const what = e.button === 0 ? pressed(e.target) : null;
      now = what && { ...what, x: e.clientX, y: e.clientY, pointer: e.pointerId, ended: 0 };
    },
    true,
  );
  const ends = (e: PointerEvent): void => {
    const one = now;
    if (!one || e.pointerId !== one.pointer) return;
    if (e.type === "pointercancel" || Math.hypot(e.clientX - one.x, e.clientY - one.y) > SLOP) {
      now = null;
      return;
    }
    one.ended = e.timeStamp;
    // The click of a mouse comes before anything else does; where none has come, it was swallowed. A finger's comes a little later.
    if (e.pointerType === "mouse")
      setTimeout(() => {
        if (now !== one) return;
        now = null;
        found(page, one)?.click();
      });
  };
  view.addEventListener("pointerup", ends, true);
  view.addEventListener("pointercancel", ends, true);
  view.addEventListener(
    "click",
    (e) => {
      const one = now;
      // A key makes clicks, too: those have no count.
      if (!e.isTrusted || e.detail === 0 || !one?.ended) return;
      now = null;
      if (e.timeStamp - one.ended > LATE) return;
      const hit = pressed(e.target);
      if (hit && (hit.thing === one.thing || hit.name === one.name)) return;
      // What has come under the finger meanwhile was not meant.
      if (!one.button && !found(page, one)) return;
      e.preventDefault();
      e.stopImmediatePropagation();
      found(page, one)?.click();
    },
    true,
  );
}
