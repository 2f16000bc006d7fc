// What an interaction costs, from a trace of the browser. The laws count work, which is the same on every machine: hovering
// and lifting lay out nothing and restyle a card, not the table. `FRAMES=1` prints the milliseconds of this machine, too.

import type { Browser, Page } from "@playwright/test";
import { expect, hit, made, me, open, over, type Seat, step, test } from "./house";

type Event = { name: string; ph: string; pid: number; tid: number; ts: number; dur?: number; tdur?: number; args: { elementCount?: number; beginData?: { dirtyObjects?: number; totalObjects?: number }; name?: string } };
type Work = { layouts: number; dirty: number; restyled: number; frames: number[] };

/** The work of the page's main thread while something is done. */
async function work(browser: Browser, page: Page, act: () => Promise<void>): Promise<Work> {
  await page.evaluate(() => Promise.all(document.getAnimations().filter((a) => a.effect?.getTiming().iterations !== Infinity).map((a) => a.finished.catch(() => {}))));
  await browser.startTracing(page, { categories: ["-*", "devtools.timeline", "disabled-by-default-devtools.timeline", "toplevel"] });
  await act();
  const text = (await browser.stopTracing()).toString();
  const all = (JSON.parse(text) as { traceEvents: Event[] }).traceEvents;
  const main = all.find((e) => e.name === "thread_name" && e.args.name === "CrRendererMain" && all.some((x) => x.pid === e.pid && x.name === "UpdateLayoutTree"));
  const events = all.filter((e) => e.pid === main?.pid && e.tid === main.tid && e.ph === "X");
  const layouts = events.filter((e) => e.name === "Layout");
  const styles = events.filter((e) => e.name === "UpdateLayoutTree");
  // What the thread itself computed between two frames: other programs on the machine do not count.
  const ends = events.filter((e) => e.name === "Commit" || e.name === "Paint").map((e) => e.ts).sort((a, b) => a - b);
  const tasks = events.filter((e) => e.name === "RunTask");
  const frames = new Map<number, number>();
  for (const task of tasks) {
    const frame = ends.findIndex((ts) => ts >= task.ts);
    frames.set(frame, (frames.get(frame) ?? 0) + (task.tdur ?? task.dur ?? 0) / 1000);
  }
  return {
    layouts: layouts.length,
    dirty: Math.max(0, ...layouts.map((e) => e.args.beginData?.dirtyObjects ?? 0)),
    restyled: Math.max(0, ...styles.map((e) => e.args.elementCount ?? 0)),
    frames: [...frames.values()],
  };
}

const easy: Seat = { kind: "computer", agent: "who:kuba" };

/** Plays until there are cards to lift and nothing else to say. */
async function toCards(page: Page): Promise<void> {
  for (let i = 0; i < 30; i++) {
    await expect(page.locator("p.turn.yours").or(over(page)).first()).toBeVisible();
    if ((await page.locator(".say").count()) === 0 && (await page.locator(".fan.mine .act.lift").count()) > 1) return;
    await step(page);
  }
}

for (const [width, height] of [[360, 640], [1920, 1080]] as const)
  test(`hovering and lifting touch a card, not the table, at ${width}×${height}`, async ({ browser, server }) => {
    const context = await browser.newContext({ viewport: { width, height }, locale: "cs" });
    const page = await context.newPage();
    await open(page, server, "marias", [me, easy, easy], { delay: 0, think: 60, wait: false }, 5);
    await toCards(page);
    const cards = page.locator(".fan.mine .act.lift");
    const n = Math.min(4, await cards.count());
    await hit(cards.first());
    await expect(page.locator(".fan.mine .lifted")).toHaveCount(1);
    const whole = await page.locator("*").count();
    const hover = await work(browser, page, async () => {
      for (let i = 0; i < n; i++) await cards.nth(i).hover({ force: true });
    });
    const lift = await work(browser, page, async () => {
      for (let i = 1; i < n; i++) await hit(cards.nth(i));
    });
    const before = await made(page);
    const play = await work(browser, page, async () => {
      await hit(page.locator(".fan.mine .act.lifted"));
      await expect.poll(() => made(page)).toBeGreaterThan(before);
    });
    const report = (name: string, w: Work): string => `${name}: ${w.layouts} layouts, at most ${w.dirty} objects; ${w.restyled} of ${whole} elements restyled; longest frame ${Math.max(0, ...w.frames).toFixed(1)} ms of ${w.frames.length}`;
    if (process.env["FRAMES"]) for (const line of [report("hover", hover), report("lift", lift), report("play", play)]) console.log(`${width}×${height} ${line}`);
    expect(hover.dirty, report("hover", hover)).toBeLessThanOrEqual(12);
    expect(hover.restyled, report("hover", hover)).toBeLessThan(whole / 8);
    expect(lift.restyled, report("lift", lift)).toBeLessThan(whole / 4);
    // A move changes the table a few times (the card, the answers, the trick that goes): each change is laid out a few times
    // at most, never once for every card.
    expect(play.layouts, report("play", play)).toBeLessThanOrEqual(30);
    // Cards that stay where they are keep their styles: the place of the hand is the same with one card less.
    expect(play.restyled, report("play", play)).toBeLessThan(whole / 2);
    await context.close();
  });
