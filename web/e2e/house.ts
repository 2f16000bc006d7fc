// The real server for the tests: one for each test, with a database and a seed of its own, so that the same cards come
// whichever tests run before. PARTIE_BIN names the program `partie`; without it the server's example is used
// (cargo build -p server --example serve).

import { test as base, expect, type Locator, type Page } from "@playwright/test";
import { spawn, type ChildProcess } from "node:child_process";
import { mkdirSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

const DATA = resolve(import.meta.dirname, "../../data");
const GAMES = [`${DATA}/s3`, `${DATA}/system`];
const BOTS = `${DATA}/bots`;

export class Server {
  url = "";
  #child: ChildProcess | null = null;
  readonly #folder = mkdtempSync(join(tmpdir(), "partie-e2e-"));
  readonly #database = join(this.#folder, "e2e.db");
  /** Folders into which descriptions may be dropped. */
  readonly games = join(this.#folder, "games");
  readonly bots = join(this.#folder, "bots");

  async start(): Promise<void> {
    for (const folder of [this.games, this.bots]) mkdirSync(folder, { recursive: true });
    const games = [...GAMES, this.games];
    const bots = [BOTS, this.bots];
    const listen = this.url ? this.url.replace("http://", "") : "127.0.0.1:0";
    const program = process.env["PARTIE_BIN"];
    const example = process.env["PARTIE_EXAMPLE"] ?? resolve(import.meta.dirname, "../../target/debug/examples/serve");
    const child = program
      ? spawn(program, ["serve", "--seed", "1", "--listen", listen, "--database", this.#database, ...games.flatMap((g) => ["--games", g]), ...bots.flatMap((b) => ["--bots", b])])
      : spawn(example, [listen, this.#database, ...games, ...bots]);
    this.#child = child;
    this.url = await new Promise((found, failed) => {
      let text = "";
      const read = (data: Buffer): void => {
        text += data.toString();
        const url = /http:\/\/127\.0\.0\.1:\d+/.exec(text)?.[0];
        if (url) found(url);
      };
      child.stdout.on("data", read);
      child.stderr.on("data", read);
      child.on("exit", () => failed(new Error(`the server ended: ${text}`)));
      child.on("error", failed);
    });
  }

  /** Ends it at once, without a word. */
  async kill(): Promise<void> {
    const child = this.#child;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    await new Promise((gone) => {
      child.on("exit", gone);
      child.kill("SIGKILL");
    });
  }
}

export const test = base.extend<{ server: Server }>({
  server: async ({}, use) => {
    const server = new Server();
    await server.start();
    await use(server);
    await server.kill();
  },
});
export { expect };

export type Seat = { kind: "person" | "computer" | "open"; name?: string; agent?: string };
export const me: Seat = { kind: "person", name: "Jana" };
export const bot: Seat = { kind: "computer", agent: "random" };
export const QUICK = { delay: 0, think: 100, wait: false };

/** Opens a table through the API and goes there; returns its address. */
export async function open(page: Page, server: Server, game: string, seats: Seat[], settings: object = QUICK, seed?: number): Promise<string> {
  // The first visit makes the page somebody; after it the lobby need not be loaded again.
  if (!page.url().startsWith(server.url)) {
    await page.goto(server.url);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  }
  // A described game is read in the background: until then nobody is on offer for it.
  let id = "";
  await expect(async () => {
    const made = await page.request.post(`${server.url}/api/tables`, { data: { game, seats, settings, ...(seed === undefined ? {} : { seed }) } });
    expect(made.status(), await made.text()).toBe(201);
    ({ id } = (await made.json()) as { id: string });
  }).toPass({ timeout: 60_000 });
  await page.goto(`${server.url}/t/${id}`);
  await expect(page.locator(".page")).toBeVisible();
  return `${server.url}/t/${id}`;
}

export const over = (page: Page) => page.locator(".page[data-over=true] p.turn");
export const shot = (page: Page, name: string) => page.screenshot({ path: `test-results/shots/${name}.png`, fullPage: false });

const FINISH = ".say button.finish";
const PICK = ".choices .pick";
const LAY = ".say button.main[disabled]";
const WHICH = ".say.which button.act";
const GOAL = "button.act.target:not(.lift)";
const LIFT = "button.act.lift";
const SAID = ".say button.act";

/** What there is to press, all at one moment: between two looks the table may have moved on. */
const there = (page: Page): Promise<string | undefined> =>
  page.evaluate((list) => list.find((one) => document.querySelector(one)), [FINISH, PICK, LAY, WHICH, GOAL, LIFT, SAID]);

/** A point where something shows, once it lies still: cards of a full hand overlap, lie askew and come flying. */
export async function visible(target: Locator): Promise<{ x: number; y: number }> {
  const point = await target.evaluate(async (el) => {
    const place = (): string => JSON.stringify(el.getBoundingClientRect());
    const drawn = (): Promise<number> => new Promise(requestAnimationFrame);
    for (let before = "", frames = 0; before !== place() && frames < 120; frames++) {
      before = place();
      await drawn();
    }
    const box = el.getBoundingClientRect();
    for (const fy of [0.5, 0.3, 0.7, 0.15, 0.85])
      for (const fx of [0.5, 0.3, 0.15, 0.08, 0.7, 0.85, 0.93]) {
        const [x, y] = [box.x + fx * box.width, box.y + fy * box.height];
        const top = document.elementFromPoint(x, y);
        if (top && el.contains(top)) return { x, y };
      }
    return null;
  }, undefined, { timeout: 3000 });
  if (!point) throw new Error("nothing of it shows");
  return point;
}

/** Clicks something where it shows. */
export async function hit(target: Locator): Promise<void> {
  const { x, y } = await visible(target);
  await target.page().mouse.click(x, y);
}

/** Makes one move with the mouse, whatever it is: lifts the first token and plays it, or says the first thing. */
export async function step(page: Page): Promise<void> {
  const go = page.locator("button.continue");
  const draw = page.locator(".curtain button");
  const yours = page.locator("p.turn.yours");
  await expect(go.or(draw).or(yours).or(over(page)).first()).toBeVisible();
  if (await over(page).isVisible()) return;
  if (await go.isVisible()) return void (await go.click({ timeout: 2000 }).catch(() => {}));
  if (await draw.isVisible()) return void (await draw.click({ timeout: 2000 }).catch(() => {}));
  const before = await made(page);
  const first = await there(page);
  if (!first) return; // the table moved on meanwhile; look again
  try {
    if (first === PICK) {
      await hit(page.locator(PICK).first());
      await hit(page.locator(".choices .call"));
    } else if (first === LAY) {
      while (await page.locator(LAY).isVisible()) await hit(page.locator("button.act.lift:not(.lifted)").last());
      await hit(page.locator(".say button.act.main"));
    } else {
      await hit(page.locator(first).first());
      if (first === LIFT && (await there(page)) === GOAL) await hit(page.locator(GOAL).first());
      else if (first === LIFT) await hit(page.locator("button.act.lifted").first());
      else if (first === SAID && (await page.locator(".say .sure").isVisible())) await hit(page.locator(".say .sure"));
    }
  } catch {
    return;
  }
  // What moved away under the pointer was not pressed: the next step looks again, and a game that never goes on fails there.
  await expect
    .poll(async () => (await made(page)) !== before || (await page.locator(".say button.second").count()) > 0 || (await go.isVisible()), { timeout: 5_000 })
    .toBe(true)
    .catch(() => {});
}

/** How many moves the page shows. */
export const made = (page: Page): Promise<number> =>
  page.locator(".page").getAttribute("data-made").then(Number);

/** Plays until the match is over. */
export async function playOut(page: Page, most = 400): Promise<void> {
  for (let i = 0; i < most; i++) {
    if (await over(page).isVisible()) return;
    await step(page);
  }
  await expect(over(page)).toBeVisible();
}
