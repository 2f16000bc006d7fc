// What an interaction costs, from a trace of the browser. The laws count work, which is the same on every machine: hovering
// and lifting lay out nothing and restyle a card, not the table. `FRAMES=1` prints the milliseconds of this machine, too.

import type { Browser, Page } from "@playwright/test";
import { expect, hit, me, open, over, type Seat, step, test, visible } from "./house";

type Event = { name: string; ph: string; pid: number; tid: number; ts: number; dur?: number; tdur?: number; args: { elementCount?: number; beginData?: { frame?: string; dirtyObjects?: number; totalObjects?: number }; name?: string } };
type Work = { layouts: number; dirty: number; restyled: number; frames: number[] };

/** The work of the page's main thread while something is done. */
async function work(browser: Browser, page: Page, act: () => Promise<void>): Promise<Work> {
  await page.evaluate(() => Promise.all(document.getAnimations().filter((a) => a.effect?.getTiming().iterations !== Infinity).map((a) => a.finished.catch(() => {}))));
  const { frameTree } = await (await page.context().newCDPSession(page)).send("Page.getFrameTree");
  await browser.startTracing(page, { categories: ["-*", "devtools.timeline", "disabled-by-default-devtools.timeline", "toplevel"] });
  await act();
  const text = (await browser.stopTracing()).toString();
  const all = (JSON.parse(text) as { traceEvents: Event[] }).traceEvents;
  const main = all.find((e) => e.name === "thread_name" && e.args.name === "CrRendererMain" && all.some((x) => x.pid === e.pid && x.name === "UpdateLayoutTree"));
  const events = all.filter((e) => e.pid === main?.pid && e.tid === main.tid && e.ph === "X");
  // A picture of SVG that is read has a document of its own; what counts is the document of the page.
  const ofPage = (e: Event): boolean => e.args.beginData?.frame === frameTree.frame.id;
  const layouts = events.filter((e) => e.name === "Layout" && ofPage(e));
  const styles = events.filter((e) => e.name === "UpdateLayoutTree" && ofPage(e));
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

/** Resolves when a move was made and the table waits for the viewer again, or the match is over; the page is not asked meanwhile. */
const yoursAgain = (page: Page): Promise<void> =>
  page.evaluate(
    () =>
      new Promise<void>((done) => {
        const table = document.querySelector<HTMLElement>(".page");
        const before = table?.dataset["made"];
        const seen = new MutationObserver(() => {
          if (table?.dataset["made"] === before || !document.querySelector(".page[data-over=true], p.turn.yours")) return;
          seen.disconnect();
          done();
        });
        if (table) seen.observe(table, { subtree: true, childList: true, attributes: true, attributeFilter: ["class", "data-made", "data-over"] });
      }),
  );

for (const [width, height] of [[360, 640], [1920, 1080]] as const)
  test(`hovering and lifting touch a card, not the table, at ${width}×${height}`, async ({ browser, server }) => {
    const context = await browser.newContext({ viewport: { width, height }, locale: "cs" });
    const page = await context.newPage();
    await open(page, server, "marias", [me, easy, easy], { delay: 0, think: 60, wait: false }, 5);
    await toCards(page);
    // Cards are read ahead while nothing else is to be done; a table that has stood for a moment has read them.
    await page.waitForFunction(() => ((marks) => marks("deck asked") > 0 && marks("deck asked") === marks("deck read"))((name: string) => performance.getEntriesByName(name).length));
    const cards = page.locator(".fan.mine .act.lift");
    const n = Math.min(4, await cards.count());
    await hit(cards.first());
    await expect(page.locator(".fan.mine .lifted")).toHaveCount(1);
    const whole = await page.locator("*").count();
    // Where to press is asked before the trace begins: what the test asks the page is no work of the page.
    const spots = await Promise.all(Array.from({ length: n }, (_, i) => visible(cards.nth(i))));
    const hover = await work(browser, page, async () => {
      for (const { x, y } of spots) await page.mouse.move(x, y);
    });
    const lift = await work(browser, page, async () => {
      const { x, y } = spots[n - 1]!;
      await page.mouse.click(x, y);
    });
    await expect(page.locator(".fan.mine .lifted")).toHaveCount(1);
    const played = async (): Promise<Work> => {
      const card = await visible(page.locator(".fan.mine .act.lifted"));
      const again = yoursAgain(page);
      return work(browser, page, async () => {
        await page.mouse.click(card.x, card.y);
        await again;
      });
    };
    const asked = (): Promise<number> => page.evaluate(() => performance.getEntriesByName("deck asked").length);
    const decks = await asked();
    const play = await played();
    expect(await asked(), "no deck is read while cards are played").toBe(decks);
    const report = (name: string, w: Work): string => `${name}: ${w.layouts} layouts, at most ${w.dirty} objects; ${w.restyled} of ${whole} elements restyled; longest frame ${Math.max(0, ...w.frames).toFixed(1)} ms of ${w.frames.length}`;
    if (process.env["FRAMES"]) {
      const more: Work[] = [];
      while (more.length < 4) {
        await toCards(page);
        await hit(page.locator(".fan.mine .act.lift").first());
        more.push(await played());
      }
      for (const line of [report("hover", hover), report("lift", lift), report("play", play), ...more.map((w) => report("play", w))]) console.log(`${width}×${height} ${line}`);
    }
    expect(hover.dirty, report("hover", hover)).toBeLessThanOrEqual(12);
    expect(hover.restyled, report("hover", hover)).toBeLessThan(whole / 8);
    expect(lift.restyled, report("lift", lift)).toBeLessThan(whole / 4);
    // A move changes the table a few times (the card, the answers, the trick that goes): each change is laid out a few times
    // at most, never once for every card.
    expect(play.layouts, report("play", play)).toBeLessThanOrEqual(30);
    // The cards that stay in the hand stay the same elements: what is laid out is the card that goes and its neighbours.
    expect(play.dirty, report("play", play)).toBeLessThanOrEqual(60);
    // Cards that stay where they are keep their styles: the place of the hand is the same with one card less.
    expect(play.restyled, report("play", play)).toBeLessThan(whole / 2);
    await context.close();
  });
