// What the table promises: nothing scrolls at any size, cards do not move under the finger, the second click plays, few
// clicks to the first card, little to load.

import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { PLACES } from "../src/places";
import { expect, hit, made, me, open, over, type Seat, shot, step, test } from "./house";

const SIZES = [
  [360, 640],
  [390, 844],
  [1366, 650],
  [1920, 1080],
] as const;
const easy: Seat = { kind: "computer", agent: "who:kuba" };
/** Every kind of table once: three card games, boards, a patience, a described card game. */
const GAMES: [game: string, players: number, steps: number][] = [
  ["marias", 3, 9],
  ["taroky", 4, 9],
  ["snaps", 4, 5],
  ["schnapsen", 2, 4],
  ["krizovy", 4, 4],
  ["licitovany", 3, 2],
  ["connect4", 2, 4],
  ["reversi", 2, 3],
  ["morris", 2, 4],
  ["smallchess/smallchess.pl", 2, 2],
  ["klondike/klondike.pl", 1, 4],
  ["prsi/prsi.pl", 2, 3],
  ["ludo", 2, 3],
];
const LANGS = ["cs", "sk", "en-GB"] as const;
/** The pages beside the games. */
const PAGES = PLACES.flatMap((group) => group.places.map(([path]) => path));

/** What reaches over the edge of the window, and whether the page could scroll. */
const beyond = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const list: string[] = [];
    const root = document.documentElement;
    if (root.scrollHeight > innerHeight || root.scrollWidth > innerWidth) list.push(`the page scrolls: ${root.scrollWidth}×${root.scrollHeight}`);
    for (const el of document.querySelectorAll(".board button, .board .turn, .board .slot, .board .plaque, .board .laid, .tools button")) {
      const box = el.getBoundingClientRect();
      const name = `${el.className} ${el.getAttribute("aria-label") ?? el.textContent?.trim().slice(0, 30)}`;
      // The outermost cards of a fan may hang a little below the edge, as they do in a hand.
      const low = el.closest(".fan.mine") ? 40 : 1;
      if (box.width > 0 && (box.left < -1 || box.top < -1 || box.right > innerWidth + 1 || box.bottom > innerHeight + low)) list.push(`${name}: ${[box.left, box.top, box.right, box.bottom].map(Math.round).join(" ")}`);
    }
    return list;
  });

/** Words, buttons and cards to press that lie on one another. */
const covered = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const list: string[] = [];
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
      if (!seen) list.push(el.getAttribute("aria-label") ?? el.textContent ?? "?");
    }
    return list;
  });

const clean = async (page: Page, where: string): Promise<void> => {
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.map((v) => `${where}: ${v.id}: ${v.nodes.map((x) => x.html).join(" ")}`)).toEqual([]);
};

for (const [i, [width, height]] of SIZES.entries())
  for (const colorScheme of ["light", "dark"] as const)
    test(`nothing scrolls and nothing is hidden at ${width}×${height}, ${colorScheme}`, async ({ browser, server }) => {
      test.setTimeout(240_000);
      const locale = LANGS[(i + (colorScheme === "dark" ? 1 : 0)) % LANGS.length] ?? "cs";
      const context = await browser.newContext({ viewport: { width, height }, colorScheme, locale, hasTouch: width < 500, isMobile: width < 500 });
      const page = await context.newPage();
      for (const [game, players, steps] of GAMES) {
        await open(page, server, game, [me, ...Array.from({ length: players - 1 }, () => easy)], { delay: 0, think: 60, wait: false }, 5);
        const name = game.split("/")[0];
        for (let n = 0; n <= steps; n++) {
          await expect(page.locator("p.turn.yours").or(over(page)).first()).toBeVisible();
          const where = `${name} after ${await made(page)}`;
          // Cards on their way may pass over others; where they come to rest nothing is hidden.
          await expect.poll(() => beyond(page), where).toEqual([]);
          await expect.poll(() => covered(page), where).toEqual([]);
          if (n === 0) await shot(page, `${name}-${width}x${height}-${colorScheme}`);
          if (n < steps) await step(page);
        }
        await shot(page, `${name}-${width}x${height}-${colorScheme}-later`);
        await clean(page, String(name));
      }
      // The pages around the table, too.
      await page.goto(server.url);
      await expect(page.locator(".games li").first()).toBeVisible();
      await clean(page, "lobby");
      await page.locator("ul.games .links button").nth(1).click();
      for (const summary of await page.locator("dialog details summary").all()) await summary.click();
      await clean(page, "new table");
      expect(await page.locator("dialog[open]").evaluate((el) => el.scrollWidth - el.clientWidth)).toBeLessThanOrEqual(1);
      // Every other page fits the width of a phone; a different one is read whole at each size and in each light.
      for (const [at, path] of PAGES.entries()) {
        const whole = at === (2 * i + (colorScheme === "dark" ? 1 : 0)) % PAGES.length;
        if (width > 500 && !whole) continue;
        await page.goto(`${server.url}${path}`);
        await expect(page.locator("main h1")).toBeVisible();
        expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), path).toBeLessThanOrEqual(0);
        if (whole) await clean(page, path);
      }
      await context.close();
    });

/** Where the cards of the hand rest. */
const places = (page: Page): Promise<string[]> =>
  page.locator(".fan.mine .loose").evaluateAll((list) => list.map((el) => [el.getBoundingClientRect()].map((b) => [b.x, b.y, b.width, b.height].map((n) => n.toFixed(1)).join(" "))[0] ?? ""));

test("the cards of the hand do not move between hover, lift and play", async ({ page, server }) => {
  await open(page, server, "marias", [me, easy, easy], { delay: 0, think: 60, wait: false }, 5);
  for (let i = 0; i < 30 && !(await page.locator(".trick.open, .fan.mine .lift").first().isVisible()); i++) await step(page);
  for (let i = 0; i < 20; i++) {
    await expect(page.locator("p.turn.yours").or(over(page)).first()).toBeVisible();
    if (await over(page).isVisible()) break;
    if ((await page.locator('[data-zone="trick"]').count()) > 0 && (await page.locator(".say").count()) === 0) break;
    await step(page);
  }
  const count = await page.locator(".fan.mine .act.lift").count();
  expect(count).toBeGreaterThan(0);
  const rest = await places(page);
  for (let i = 0; i < count; i++) {
    const card = page.locator(".fan.mine .act.lift").nth(i);
    await card.hover({ force: true });
    expect(await places(page)).toEqual(rest);
    await hit(card);
    await expect(page.locator(".fan.mine .lifted")).toHaveCount(1);
    expect(await places(page)).toEqual(rest);
  }
});

for (const [width, height] of SIZES)
  test(`a lifted card's second click in the same place plays it, at ${width}×${height}`, async ({ browser, server }) => {
    const context = await browser.newContext({ viewport: { width, height }, locale: "cs" });
    const page = await context.newPage();
    await open(page, server, "marias", [me, easy, easy], { delay: 0, think: 60, wait: false }, 5);
    let played = 0;
    for (let i = 0; i < 60 && played < 5; i++) {
      await expect(page.locator("p.turn.yours").or(over(page)).first()).toBeVisible();
      if (await over(page).isVisible()) break;
      const lift = page.locator(".fan.mine .act.lift");
      if ((await page.locator(".say").count()) > 0 || (await lift.count()) === 0) {
        await step(page);
        continue;
      }
      // Each time another card, and another place on it.
      const card = lift.nth(played % (await lift.count()));
      const spot = await card.evaluate((el, k) => {
        const box = el.getBoundingClientRect();
        const spots: [number, number][] = [];
        for (let fy = 0.08; fy < 0.98; fy += 0.1)
          for (let fx = 0.05; fx < 1; fx += 0.1) {
            const [x, y] = [box.x + fx * box.width, box.y + fy * box.height];
            const top = document.elementFromPoint(x, y);
            if (top && el.contains(top) && y < innerHeight - 2) spots.push([x, y]);
          }
        return spots[Math.floor((spots.length - 1) * (k / 4))] ?? null;
      }, played);
      if (!spot) throw new Error("nothing of the card shows");
      const before = await made(page);
      await page.mouse.click(...spot);
      await expect(page.locator(".fan.mine .lifted")).toHaveCount(1);
      await page.mouse.click(...spot);
      await expect.poll(() => made(page)).toBeGreaterThan(before);
      played++;
    }
    expect(played).toBeGreaterThan(2);
    await context.close();
  });

test("from a fresh page to the first card of mariáš: two clicks as a defender", async ({ browser, server }) => {
  // At a quick table somebody else is forehand in the first deal. One word answers both questions before the first card.
  const context = await browser.newContext({ locale: "cs", reducedMotion: "reduce" });
  const page = await context.newPage();
  await page.goto(server.url);
  await page.getByRole("button", { name: "Hrát hned", exact: true }).click();
  await expect(page.locator(".fan.mine .loose")).toHaveCount(10);
  await page.getByRole("button", { name: "Dobrá, a hrajme" }).click();
  await expect(page.locator(".fan.mine .act.lift").first()).toBeVisible({ timeout: 60_000 });
  await expect(page.locator(".say")).toHaveCount(0);
  await context.close();
});

test("from a fresh page to the first card of mariáš: four clicks as forehand", async ({ browser, server }) => {
  const context = await browser.newContext({ locale: "cs" });
  const page = await context.newPage();
  let clicks = 0;
  await page.goto(server.url);
  await page.getByRole("button", { name: "Vybrat pravidla a hráče: Volený mariáš" }).click();
  clicks++;
  await page.getByRole("button", { name: "Sednout ke stolu" }).click();
  clicks++;
  // The first decision of the forehand is a card: the trump, by pressing it twice.
  await expect(page.locator("p.turn.yours")).toBeVisible();
  for (let i = 0; i < 2; i++) {
    await hit(page.locator(".fan.mine .act.lift").first());
    clicks++;
  }
  await expect(page.locator("p.turn")).toContainText("talon");
  expect(clicks).toBe(4);
  await context.close();
});

test("the first load is small, the deck included", async ({ browser, server }) => {
  const context = await browser.newContext({ locale: "cs" });
  const page = await context.newPage();
  const sizes = new Map<string, number>();
  const client = await context.newCDPSession(page);
  await client.send("Network.enable");
  const names = new Map<string, string>();
  client.on("Network.responseReceived", (e) => void names.set(e.requestId, e.response.url));
  client.on("Network.loadingFinished", (e) => void sizes.set(names.get(e.requestId) ?? e.requestId, e.encodedDataLength));
  await page.goto(server.url);
  await page.getByRole("button", { name: "Hrát hned", exact: true }).click();
  await expect(page.locator(".fan.mine .loose").first()).toBeVisible();
  await page.waitForLoadState("networkidle");
  const total = [...sizes].filter(([url]) => url.startsWith("http") && !/\/api\//.test(url)).reduce((sum, [, size]) => sum + size, 0);
  expect(total).toBeGreaterThan(20_000);
  expect(total).toBeLessThan(200_000);
  await context.close();
});

test("a table that does not exist says so and shows the way out", async ({ page, server }) => {
  await page.goto(`${server.url}/t/bcdfghjkmnpq`);
  await expect(page.getByRole("heading", { name: "There is no such table" })).toBeVisible();
  await page.getByRole("button", { name: "To the lobby" }).click();
  await expect(page.getByRole("heading", { name: "Games", exact: true })).toBeVisible();
});

test("the talon can be corrected until it is laid", async ({ page, server }) => {
  await open(page, server, "marias", [me, easy, easy], { delay: 0, think: 60, wait: false }, 5);
  const lay = page.getByRole("button", { name: "Lay away" });
  for (let i = 0; i < 6 && !(await lay.isVisible()); i++) await step(page);
  await expect(lay).toBeDisabled();
  const before = await made(page);
  const cards = page.locator(".fan.mine .act.lift");
  await hit(cards.nth(0));
  await hit(cards.nth(1));
  await expect(page.locator("p.turn")).toContainText("(2/2)");
  await hit(cards.nth(1));
  await expect(page.locator("p.turn")).toContainText("(1/2)");
  await hit(cards.nth(2));
  expect(await made(page)).toBe(before);
  const names = await page.locator(".fan.mine .lifted").evaluateAll((list) => list.map((el) => el.querySelector("[data-token]")?.getAttribute("data-token")));
  await lay.click();
  await expect.poll(() => made(page)).toBeGreaterThanOrEqual(before + 2);
  for (const name of names) await expect(page.locator(`.fan.mine [data-token="${name}"]`)).toHaveCount(0);
});

test("what cannot be taken back is asked once more", async ({ page, server }) => {
  await open(page, server, "snaps", [me, easy, easy, easy], { delay: 0, think: 60, wait: false }, 5);
  const enough = page.getByRole("button", { name: /^dosť/i });
  for (let i = 0; i < 30 && !(await enough.isVisible()); i++) await step(page);
  const before = await made(page);
  await enough.click();
  await expect(page.locator(".say .sure")).toBeVisible();
  expect(await made(page)).toBe(before);
  await page.locator(".say .sure").click();
  await expect(page.locator(".page[data-over=true]")).toBeVisible();
});

test("the rules of a game are read in the lobby and at the table, in the language of the page", async ({ browser, server }) => {
  const context = await browser.newContext({ locale: "cs" });
  const page = await context.newPage();
  await page.goto(server.url);
  await page.getByRole("button", { name: "Pravidla: Volený mariáš" }).click();
  await expect(page.getByRole("dialog").getByRole("heading", { name: "Co je potřeba" })).toBeVisible();
  await page.getByRole("button", { name: "Zavřít" }).click();
  await open(page, server, "prsi/prsi.pl", [me, easy]);
  await page.getByRole("button", { name: "Pravidla" }).click();
  await expect(page.getByRole("dialog").getByRole("heading", { name: "Tah", exact: true })).toBeVisible();
  await context.close();
});

test("words go from one to the other, each reading phrases in their own language", async ({ page, browser, server }) => {
  await open(page, server, "tictactoe", [me, { kind: "open" }]);
  await page.getByRole("button", { name: "More" }).click();
  const link = await page.getByRole("textbox", { name: "Invite" }).inputValue();
  await page.getByRole("button", { name: "Close" }).click();
  const context = await browser.newContext({ locale: "cs" });
  const other = await context.newPage();
  await other.goto(link);
  await other.getByRole("textbox", { name: "Tvoje jméno" }).fill("Oto");
  await other.getByRole("dialog").getByRole("button", { name: "Sednout si sem" }).click();
  await page.getByRole("button", { name: "Talk" }).click();
  await page.getByRole("button", { name: "Well played!" }).click();
  await expect(other.locator(".bubble")).toHaveText("Pěkně!");
  await context.close();
});
