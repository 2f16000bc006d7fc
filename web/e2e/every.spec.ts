// What holds at every size, in every light and language: nothing scrolls, nothing is hidden, the cards of the hand do not move under the
// finger, a second click in the same place plays, axe-core finds nothing. Each game is played once, whole where it is a card game; one
// person looks at it in three languages at once, and at each new kind of moment every window is tried.

import AxeBuilder from "@axe-core/playwright";
import type { Browser, BrowserContext, CDPSession, Page } from "@playwright/test";
import { PLACES } from "../src/places";
import { expect, hit, made, me, open, over, type Seat, shot, step, test } from "./house";

const SIZES = [
  [360, 640],
  [390, 844],
  [1366, 650],
  [1920, 1080],
] as const;
/** A phone on its side, tablets, a large screen: tried in one language at each new kind of moment. */
const BETWEEN = [
  [844, 390],
  [740, 360],
  [768, 1024],
  [820, 1180],
  [1024, 768],
  [1200, 900],
  [2560, 1440],
] as const;
type Size = (typeof SIZES)[number] | (typeof BETWEEN)[number];
const LIGHTS = ["light", "dark"] as const;
const LANGS = ["cs", "sk", "en-GB"] as const;
const easy: Seat = { kind: "computer", agent: "who:kuba" };

/** Every kind of table once, in groups that share a server, with how many play and how many choices of the person are made at most. */
const GROUPS: [game: string, players: number, steps: number][][] = [
  [["marias", 3, 30], ["connect4", 2, 4]],
  [["taroky", 4, 30], ["reversi", 2, 3]],
  [["snaps", 4, 20], ["morris", 2, 4]],
  [["schnapsen", 2, 6], ["smallchess/smallchess.pl", 2, 2], ["klondike/klondike.pl", 1, 4]],
  [["krizovy", 4, 6], ["licitovany", 3, 4], ["prsi/prsi.pl", 2, 3], ["ludo", 2, 3]],
];

/** A page whose window can be a phone or a screen. */
class Window {
  private constructor(
    readonly page: Page,
    readonly context: BrowserContext,
    readonly client: CDPSession,
  ) {}

  static async open(browser: Browser, locale: string, state?: Awaited<ReturnType<BrowserContext["storageState"]>>): Promise<Window> {
    const context = await browser.newContext({ locale, reducedMotion: "reduce", viewport: { width: 1366, height: 650 }, ...(state ? { storageState: { ...state, origins: [] } } : {}) });
    const page = await context.newPage();
    return new Window(page, context, await context.newCDPSession(page));
  }

  async be([width, height]: Size, light: (typeof LIGHTS)[number]): Promise<void> {
    await this.page.setViewportSize({ width, height });
    const mobile = width < 500;
    await this.client.send("Emulation.setDeviceMetricsOverride", { width, height, deviceScaleFactor: 0, mobile });
    await this.client.send("Emulation.setTouchEmulationEnabled", { enabled: mobile });
    await this.page.emulateMedia({ colorScheme: light });
    await expect(this.page.locator("html")).toHaveAttribute("data-theme", light);
    await expect.poll(() => this.page.evaluate(() => document.documentElement.clientWidth)).toBe(width);
    // The table measures itself in the frame after.
    await this.page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
  }
}

/** What reaches over the edge of the window or cannot be pressed because something lies on it, and whether the page could scroll. */
const wrong = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const list: string[] = [];
    const name = (el: Element): string => `${el.className} ${el.getAttribute("aria-label") ?? el.textContent?.trim().slice(0, 30)}`;
    const root = document.documentElement;
    if (root.scrollHeight > innerHeight || root.scrollWidth > innerWidth) list.push(`the page scrolls: ${root.scrollWidth}×${root.scrollHeight}`);
    for (const el of document.querySelectorAll(".board button, .board .turn, .board .slot, .board .plaque, .board .laid, .tools button")) {
      const box = el.getBoundingClientRect();
      // The outermost cards of a fan may hang a little below the edge, as they do in a hand.
      const low = el.closest(".fan.mine") ? 40 : 1;
      if (box.width > 0 && (box.left < -1 || box.top < -1 || box.right > innerWidth + 1 || box.bottom > innerHeight + low)) list.push(`outside: ${name(el)}: ${[box.left, box.top, box.right, box.bottom].map(Math.round).join(" ")}`);
    }
    for (const el of document.querySelectorAll<HTMLElement>(".say button, .tools button, .fan.mine button, .grid button, .points button, .pile button")) {
      const box = el.getBoundingClientRect();
      let seen = false;
      for (let fy = 0.1; fy < 1 && !seen; fy += 0.2)
        for (let fx = 0.06; fx < 1 && !seen; fx += 0.11) {
          const top = document.elementFromPoint(box.x + fx * box.width, box.y + fy * box.height);
          // A closed card may lie under the mark of the one place it can go to: pressing that does the same.
          const mark = top?.closest(".over");
          seen = top !== null && (el.contains(top) || (mark != null && mark.closest(".cell") === el.closest(".cell")));
        }
      if (!seen) list.push(`hidden: ${name(el)}`);
    }
    // Words lie on nothing that is to be seen.
    const turn = document.querySelector(".board p.turn")?.getBoundingClientRect();
    if (turn && turn.width > 0)
      for (const el of document.querySelectorAll(".board .laid, .board .around .cards .loose, .board .seat:not(.s) .plaque, .board .grid .slot, .board .points .slot, .board .badge")) {
        const box = el.getBoundingClientRect();
        const [across, down] = [Math.min(box.right, turn.right) - Math.max(box.left, turn.left), Math.min(box.bottom, turn.bottom) - Math.max(box.top, turn.top)];
        if (across > 4 && down > 6) list.push(`the prompt lies on: ${name(el)}`);
      }
    return list;
  });

const clean = async (page: Page, where: string): Promise<void> => {
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.map((v) => `${where}: ${v.id}: ${v.nodes.map((x) => x.html).join(" ")}`)).toEqual([]);
};

/** What kind of moment it is: what there is to press, and how much lies on the table. */
const kind = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const n = (what: string): number => document.querySelectorAll(what).length;
    const many = (count: number): string => (count === 0 ? "none" : count < 3 ? "few" : count < 6 ? "some" : "many");
    return [many(n(".say button.act")), n(".choices .pick") > 0, n(".say button.main[disabled]") > 0, n(".fan.mine .act.lift") > 0, many(n(".laid:not(.ghost)")), n(".badge"), n(".aside"), n(".finale"), document.querySelector(".page")?.getAttribute("data-over")].join();
  });

/** Where the cards of the hand rest. */
const places = (page: Page): Promise<string[]> =>
  page.locator(".fan.mine .loose").evaluateAll((list) => list.map((el) => [el.getBoundingClientRect()].map((b) => [b.x, b.y, b.width, b.height].map((n) => n.toFixed(1)).join(" "))[0] ?? ""));

/** A card of the hand is pointed at, lifted and played by two clicks in one place: the hand rests meanwhile. `k` chooses card and place. */
async function playCard(page: Page, k: number): Promise<void> {
  const lift = page.locator(".fan.mine .act.lift");
  const card = lift.nth(k % (await lift.count()));
  const spot = await card.evaluate((el, k) => {
    const box = el.getBoundingClientRect();
    const spots: [number, number][] = [];
    for (let fy = 0.08; fy < 0.98; fy += 0.1)
      for (let fx = 0.05; fx < 1; fx += 0.1) {
        const [x, y] = [box.x + fx * box.width, box.y + fy * box.height];
        const top = document.elementFromPoint(x, y);
        if (top && el.contains(top) && y < innerHeight - 2) spots.push([x, y]);
      }
    return spots[Math.floor(((spots.length - 1) * (k % 5)) / 4)] ?? null;
  }, k);
  if (!spot) throw new Error("nothing of the card shows");
  const [rest, before] = [await places(page), await made(page)];
  await page.mouse.move(...spot);
  expect(await places(page), "pointed at").toEqual(rest);
  await page.mouse.click(...spot);
  await expect(page.locator(".fan.mine .lifted")).toHaveCount(1);
  expect(await places(page), "lifted").toEqual(rest);
  await page.mouse.click(...spot);
  // A king with its ober asks what is said with it.
  const which = page.locator(".say.which button.act");
  await expect.poll(async () => (await made(page)) > before || (await which.count()) > 0).toBe(true);
  if ((await which.count()) > 0) await which.first().click();
  await expect.poll(() => made(page)).toBeGreaterThan(before);
}

for (const group of GROUPS)
  test(`every window shows ${group.map(([game]) => game.split("/")[0]).join(", ")} whole, in every light and language`, async ({ browser, server }) => {
    test.setTimeout(600_000);
    const first = await Window.open(browser, LANGS[0]);
    await first.page.goto(server.url);
    await expect(first.page.getByRole("heading", { level: 1 })).toBeAttached();
    const state = await first.context.storageState();
    const windows = [first, await Window.open(browser, LANGS[1], state), await Window.open(browser, LANGS[2], state)];
    for (const [game, players, steps] of group) {
      const name = game.split("/")[0] ?? "";
      await first.be(SIZES[2], "light");
      const address = await open(first.page, server, game, [me, ...Array.from({ length: players - 1 }, () => easy)], { delay: 0, think: 60, wait: false }, 5);
      for (const { page } of windows.slice(1)) await page.goto(address);
      const known = new Set<string>();
      let played = 0;
      for (let n = 0; n <= steps; n++) {
        const rest = first.page.locator("p.turn.yours").or(over(first.page)).first();
        await expect(rest).toBeVisible();
        const at = await made(first.page);
        const moment = await kind(first.page);
        // At a moment of a kind that was seen already one window is looked at, another each time.
        const all = !known.has(moment);
        known.add(moment);
        for (const [l, { page }] of windows.entries()) {
          if (!all && l !== n % LANGS.length) continue;
          // Cards that go together are laid one after another: the others may be further already.
          await expect.poll(() => made(page)).toBeGreaterThanOrEqual(at);
          for (const [s, size] of SIZES.entries()) {
            if (!all && s !== n % SIZES.length) continue;
            const light = LIGHTS[(l + s + n) % 2] ?? "light";
            await windows[l]?.be(size, light);
            // Cards on their way may pass over others; where they come to rest nothing is hidden.
            await expect.poll(() => wrong(page), `${name} after ${at} at ${size.join("×")}, ${light}, ${LANGS[l]}`).toEqual([]);
          }
        }
        if (all)
          for (const [s, size] of BETWEEN.entries()) {
            await first.be(size, LIGHTS[(s + n) % 2] ?? "light");
            await expect.poll(() => wrong(first.page), `${name} after ${at} at ${size.join("×")}`).toEqual([]);
          }
        if (await over(first.page).isVisible()) break;
        if (n === steps) break;
        await first.be(SIZES[n % SIZES.length] ?? SIZES[0], "light");
        if (await first.page.evaluate(() => document.querySelector(".fan.mine .act.lift") !== null && document.querySelector(".trick") !== null && document.querySelector(".choices, .say button.main[disabled]") === null)) await playCard(first.page, played++);
        else await step(first.page);
      }
      if (steps >= 20) {
        await expect(over(first.page), `${name} was played to its end`).toBeVisible();
        expect(played).toBeGreaterThan(name === "snaps" ? 2 : 4);
      }
      for (const [s, size] of SIZES.entries())
        for (const light of LIGHTS) {
          const l = (s + (light === "dark" ? 1 : 0)) % LANGS.length;
          await windows[l]?.be(size, light);
          const page = windows[l]?.page ?? first.page;
          await clean(page, `${name} ${size.join("×")} ${light} ${LANGS[l]}`);
          await shot(page, `${name}-${size.join("x")}-${light}`);
        }
    }
    for (const { context } of windows) await context.close();
  });

test("the cards of a hand stay in their places under the pointer, at every size", async ({ browser, server }) => {
  const window = await Window.open(browser, "cs");
  const { page } = window;
  await open(page, server, "marias", [me, easy, easy], { delay: 0, think: 60, wait: false }, 5);
  for (let i = 0; i < 30; i++) {
    await expect(page.locator("p.turn.yours")).toBeVisible();
    if ((await page.locator('[data-zone="trick"]').count()) > 0 && (await page.locator(".say").count()) === 0) break;
    await step(page);
  }
  for (const size of SIZES) {
    await window.be(size, "light");
    const cards = page.locator(".fan.mine .act.lift");
    expect(await cards.count()).toBeGreaterThan(1);
    const rest = await places(page);
    for (const card of await cards.all()) {
      await card.hover({ force: true });
      expect(await places(page)).toEqual(rest);
      await hit(card);
      await expect(page.locator(".fan.mine .lifted")).toHaveCount(1);
      expect(await places(page)).toEqual(rest);
    }
    await page.keyboard.press("Escape");
  }
  await window.context.close();
});

test("the table of a lesson is whole beside its words on the smallest phone", async ({ browser, server }) => {
  const window = await Window.open(browser, "cs");
  const { page } = window;
  await page.goto(`${server.url}/lessons`);
  await window.be(SIZES[0], "light");
  const lessons = await page.locator('main a[href^="/lessons/"]').evaluateAll((all) => all.map((a) => a.getAttribute("href") ?? ""));
  expect(lessons.length).toBeGreaterThan(15);
  for (const lesson of lessons) {
    await page.goto(`${server.url}${lesson}`);
    // Up to the first question.
    for (let i = 0; i < 8; i++) {
      await expect(page.locator(".lesson .board")).toBeVisible();
      await expect.poll(() => wrong(page), `${lesson}, ${i}`).toEqual([]);
      if ((await page.locator(".lesson").getAttribute("data-waits")) === "true" || (await page.locator("button.go").count()) === 0) break;
      await page.locator("button.go").click();
    }
  }
  await window.context.close();
});

/** The pages beside the games. */
const PAGES = PLACES.flatMap((group) => group.places.map(([path]) => path));

for (const light of LIGHTS)
  test(`the pages around the table fit every window, ${light}`, async ({ browser, server }) => {
    test.setTimeout(240_000);
    for (const [s, size] of SIZES.entries()) {
      const window = await Window.open(browser, LANGS[(s + (light === "dark" ? 1 : 0)) % LANGS.length] ?? "cs");
      const { page } = window;
      await page.goto(server.url);
      await expect(page.locator(".games li").first()).toBeVisible();
      await window.be(size, light);
      await clean(page, "lobby");
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), "lobby").toBeLessThanOrEqual(0);
      await page.locator("ul.games .links button").nth(1).click();
      for (const summary of await page.locator("dialog details summary").all()) await summary.click();
      await clean(page, "new table");
      expect(await page.locator("dialog[open]").evaluate((el) => el.scrollWidth - el.clientWidth)).toBeLessThanOrEqual(1);
      // Every other page fits the width of a phone; a different one is read whole at each size and in each light.
      for (const [at, path] of PAGES.entries()) {
        const whole = at === (2 * s + (light === "dark" ? 1 : 0)) % PAGES.length;
        if (size[0] > 500 && !whole) continue;
        await page.goto(`${server.url}${path}`);
        await expect(page.locator("main h1")).toBeVisible();
        expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), path).toBeLessThanOrEqual(0);
        if (whole) await clean(page, path);
      }
      await window.context.close();
    }
  });
