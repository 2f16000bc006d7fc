// Pictures of the page in every size, light and language, into one folder: web/shots (SHOTS names another). Each game is
// played once; at each of its phases the same table is photographed for everybody. SHOTS_GAMES and SHOTS_LANGS narrow it
// (comma-separated), SHOTS_SIZES too (360x640,…).

import type { Browser, BrowserContext, Page } from "@playwright/test";
import { PLACES } from "../../src/places";
import { expect, made, me, over, type Seat, Server, step, test } from "../../e2e/house";

const FOLDER = process.env["SHOTS"] ?? "shots";
const list = (name: string, all: readonly string[]): string[] => process.env[name]?.split(",") ?? [...all];
const LANGS = list("SHOTS_LANGS", ["cs", "sk", "en"]);
const SIZES = list("SHOTS_SIZES", ["360x640", "390x844", "1366x650", "1920x1080"]).map((s) => s.split("x").map(Number) as [number, number]);
const THEMES = ["light", "dark"] as const;
const EASY = ["who:kuba", "who:zdena", "who:alois"];

/** The game, how many play, and after how many steps of the person it is photographed. */
const GAMES: Record<string, [id: string, players: number, phases: number[]]> = {
  marias: ["marias", 3, [0, 1, 3, 7]],
  licitovany: ["licitovany", 3, [0, 3, 7]],
  taroky: ["taroky", 4, [0, 1, 3, 6]],
  krizovy: ["krizovy", 4, [0, 2, 5]],
  snaps: ["snaps", 4, [0, 1, 4]],
  schnapsen: ["schnapsen", 2, [0, 2, 5]],
  prsi: ["prsi", 2, [0, 4]],
  klondike: ["klondike", 1, [0, 6]],
  ludo: ["ludo", 2, [0, 6]],
  nim: ["nim", 2, [0, 2]],
  connect4: ["connect4", 2, [0, 4]],
  morris: ["morris", 2, [0, 6, 12]],
  reversi: ["reversi", 2, [0, 4]],
  smallchess: ["smallchess", 2, [0, 3]],
};
/** Played to the end for the picture of the end. */
const WHOLE = ["marias", "licitovany", "krizovy", "taroky", "snaps", "schnapsen", "connect4"];
const WANTED = list("SHOTS_GAMES", ["lobby", "pages", ...Object.keys(GAMES)]);

/** Two devices of one person: a phone and a computer. */
class Devices {
  private constructor(readonly desk: Page, readonly phone: Page, readonly contexts: BrowserContext[]) {}

  static async open(browser: Browser, server: Server): Promise<Devices> {
    const desk = await browser.newContext({ locale: "cs", reducedMotion: "reduce" });
    const page = await desk.newPage();
    await page.goto(server.url);
    await expect(page.locator(".games li").first()).toBeVisible();
    const phone = await browser.newContext({ locale: "cs", reducedMotion: "reduce", isMobile: true, hasTouch: true, storageState: await desk.storageState() });
    return new Devices(page, await phone.newPage(), [desk, phone]);
  }

  /** Photographs what both see: `ready` brings a page there after it was loaded in a language. */
  async shoot(name: string, address: string, ready: (page: Page) => Promise<void>): Promise<void> {
    for (const lang of LANGS)
      for (const page of [this.desk, this.phone]) {
        const sizes = SIZES.filter(([w]) => w < 500 === (page === this.phone));
        if (sizes.length === 0) continue;
        if (page.url() === "about:blank") await page.goto(address);
        await page.evaluate((l) => localStorage.setItem("lang", l), lang);
        await page.goto(address);
        for (const [width, height] of sizes)
          for (const colorScheme of THEMES) {
            await page.setViewportSize({ width, height });
            await page.emulateMedia({ colorScheme });
            await expect(page.locator("html")).toHaveAttribute("data-theme", colorScheme);
            await ready(page);
            await page.evaluate(() => Promise.all(document.getAnimations().filter((a) => a.effect?.getTiming().iterations !== Infinity).map((a) => a.finished.catch(() => {}))));
            await page.screenshot({ path: `${FOLDER}/${name}-${lang}-${width}x${height}-${colorScheme}.png` });
          }
      }
  }

  async close(): Promise<void> {
    for (const context of this.contexts) await context.close();
  }
}

const rest = async (page: Page): Promise<void> => {
  await expect(page.locator("p.turn.yours").or(over(page)).first()).toBeVisible();
};

if (WANTED.includes("lobby"))
  test("lobby", async ({ browser }) => {
    const server = new Server();
    await server.start();
    const devices = await Devices.open(browser, server);
    await devices.shoot("lobby", server.url, async (page) => {
      await expect(page.locator(".games li").first()).toBeVisible();
    });
    await devices.shoot("new-table", server.url, async (page) => {
      if (await page.locator("dialog[open]").isVisible()) return;
      await page.locator("ul.games .links button").nth(1).click();
      for (const summary of await page.locator("dialog details summary").all()) await summary.click();
      await page.locator("dialog[open]").evaluate((el) => (el.scrollTop = 0));
    });
    await devices.shoot("rules", server.url, async (page) => {
      if (!(await page.locator("dialog[open]").isVisible())) await page.locator("ul.games .links button").first().click();
      await expect(page.locator("dialog[open] :is(h2, h3)").nth(1)).toBeVisible();
    });
    await devices.close();
    await server.kill();
  });

if (WANTED.includes("pages"))
  test("pages", async ({ browser }) => {
    const server = new Server();
    await server.start();
    const devices = await Devices.open(browser, server);
    for (const [path] of PLACES.flatMap((group) => group.places))
      await devices.shoot(`page${path.replaceAll("/", "-")}`, `${server.url}${path}`, async (page) => {
        await expect(page.locator("main h1")).toBeVisible();
      });
    await devices.close();
    await server.kill();
  });

for (const [name, [id, players, phases]] of Object.entries(GAMES))
  if (WANTED.includes(name))
    test(name, async ({ browser }) => {
      const server = new Server();
      await server.start();
      const devices = await Devices.open(browser, server);
      const page = devices.desk;
      await page.setViewportSize({ width: 1366, height: 900 });
      const seats: Seat[] = [me, ...Array.from({ length: players - 1 }, (_, i) => ({ kind: "computer" as const, agent: EASY[i % EASY.length] ?? "random" }))];
      const answer = await page.request.post(`${server.url}/api/tables`, { data: { game: id, seats, settings: { delay: 0, think: 60, wait: false }, seed: 5 } });
      expect(answer.ok(), await answer.text()).toBe(true);
      const address = `${server.url}/t/${((await answer.json()) as { id: string }).id}`;
      await page.goto(address);
      let steps = 0;
      for (const phase of phases) {
        await rest(page);
        for (; steps < phase; steps++) await step(page);
        await rest(page);
        await devices.shoot(`${name}-${phase}`, address, rest);
        await page.setViewportSize({ width: 1366, height: 900 });
      }
      if (WHOLE.includes(name)) {
        for (let i = 0; i < 200 && !(await over(page).isVisible()); i++) await step(page);
        await devices.shoot(`${name}-over`, address, rest);
      }
      expect(await made(page)).toBeGreaterThan(0);
      await devices.close();
      await server.kill();
    });
