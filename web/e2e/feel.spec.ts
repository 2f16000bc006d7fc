// What is felt rather than seen: sounds, the phone that shakes a little, the page as an installed program, invitations, the printed pad.

import AxeBuilder from "@axe-core/playwright";
import { expect, hit, me, open, over, playOut, type Seat, step, test } from "./house";

const easy: Seat = { kind: "computer", agent: "who:kuba" };
const QUIET = { delay: 0, think: 60, wait: false };

declare global {
  interface Window {
    heard: string[];
    shaken: number[];
    shared: unknown[];
  }
}

test("sounds are off until somebody wants them, and then cards are heard", async ({ page, server }) => {
  await page.addInitScript(() => {
    window.heard = [];
    for (const kind of [AudioBufferSourceNode, OscillatorNode]) {
      const start = kind.prototype.start;
      kind.prototype.start = function (when?: number) {
        window.heard.push(kind.name);
        start.call(this, when);
      };
    }
  });
  await open(page, server, "connect4", [me, easy], QUIET, 5);
  await step(page);
  await expect(page.locator("p.turn.yours").or(over(page)).first()).toBeVisible();
  expect(await page.evaluate(() => window.heard)).toEqual([]);
  await page.getByRole("button", { name: "Sounds" }).click();
  await step(page);
  // A move rustles, and one's turn is two notes.
  await expect.poll(() => page.evaluate(() => window.heard.filter((x) => x === "AudioBufferSourceNode").length)).toBeGreaterThan(0);
  await expect.poll(() => page.evaluate(() => window.heard.filter((x) => x === "OscillatorNode").length)).toBeGreaterThan(0);
});

test("a phone shakes a little when a card is played, a computer does not", async ({ browser, server }) => {
  for (const touch of [true, false]) {
    const context = await browser.newContext({ hasTouch: touch, isMobile: touch, viewport: touch ? { width: 390, height: 844 } : { width: 1366, height: 650 } });
    const page = await context.newPage();
    await page.addInitScript(() => {
      window.shaken = [];
      navigator.vibrate = (pattern) => window.shaken.push(Number(pattern)) > 0;
    });
    await open(page, server, "snaps", [me, easy, easy, easy], QUIET, 5);
    for (let i = 0; i < 3; i++) await step(page);
    const shaken = await page.evaluate(() => window.shaken);
    if (touch) expect(shaken.length).toBeGreaterThan(0);
    else expect(shaken).toEqual([]);
    await context.close();
  }
});

test("the page can be installed as a program", async ({ page, server }) => {
  await page.goto(server.url);
  const client = await page.context().newCDPSession(page);
  const { data, errors } = await client.send("Page.getAppManifest");
  expect(errors).toEqual([]);
  const manifest = JSON.parse(data ?? "{}") as { name: string; start_url: string; display: string; icons: { src: string; type: string }[] };
  expect([manifest.name, manifest.start_url, manifest.display]).toEqual(["Partie", "/", "standalone"]);
  for (const icon of manifest.icons) {
    const answer = await page.request.get(`${server.url}${icon.src}`);
    expect([answer.status(), answer.headers()["content-type"]]).toEqual([200, icon.type]);
  }
  // Chromium's own list of what keeps a page from being installed; a private window may not install anything.
  const { installabilityErrors } = await client.send("Page.getInstallabilityErrors");
  expect(installabilityErrors.map((e) => e.errorId).filter((id) => id !== "in-incognito")).toEqual([]);
});

test("without a connection the page says so in the reader's language, and comes back by itself", async ({ browser, server }) => {
  const context = await browser.newContext({ locale: "sk" });
  const page = await context.newPage();
  await page.goto(server.url);
  await page.evaluate(async () => {
    const ready = await navigator.serviceWorker.ready;
    if (ready.active?.state !== "activated") await new Promise((done) => ready.active?.addEventListener("statechange", done));
  });
  await server.kill();
  await page.goto(`${server.url}/lessons`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Bez spojenia");
  expect(await page.locator("html").getAttribute("lang")).toBe("sk");
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
  await server.start();
  await expect(page.locator("main h1")).toHaveText("Lekcie");
  // Nothing is kept by the page itself, and what is asked of the server comes from the server.
  expect(await page.evaluate(() => caches.keys())).toEqual([]);
  await server.kill();
  expect(await page.evaluate(() => fetch("/api/me").then(() => "answered", () => "nobody there"))).toBe("nobody there");
  await context.close();
});

test("an invitation is copied, shared and scanned; the guest is asked a name and sits down", async ({ browser, server }) => {
  const context = await browser.newContext({ permissions: ["clipboard-read", "clipboard-write"] });
  const page = await context.newPage();
  await page.addInitScript(() => {
    window.shared = [];
    navigator.share = async (what) => void window.shared.push(what?.url);
  });
  await open(page, server, "connect4", [me, { kind: "open" }], QUIET, 5);
  const link = page.getByRole("textbox", { name: "Invite" });
  if (!(await link.isVisible())) await page.getByRole("button", { name: "More" }).click();
  const address = await link.inputValue();
  await page.getByRole("button", { name: "Copy", exact: true }).click();
  await expect(page.getByRole("button", { name: "Copied" })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(address);
  await page.getByRole("button", { name: "Share", exact: true }).click();
  expect(await page.evaluate(() => window.shared)).toEqual([address]);
  await expect(page.getByRole("img", { name: "The invitation as a QR code" })).toBeVisible();
  const friend = await (await browser.newContext({ locale: "cs", viewport: { width: 390, height: 844 } })).newPage();
  await friend.goto(address);
  const asked = friend.getByRole("dialog");
  // The question stands above its field, not below it.
  const label = await asked.locator("label.named").evaluate((el) => {
    const words = document.createRange();
    words.selectNodeContents(el.firstChild ?? el);
    return words.getBoundingClientRect().bottom;
  });
  expect(label).toBeLessThanOrEqual((await asked.getByLabel("Tvoje jméno").boundingBox())?.y ?? 0);
  await asked.getByLabel("Tvoje jméno").fill("Karel");
  await asked.getByRole("button", { name: "Sednout si sem" }).click();
  await expect(page.locator("li.seat", { hasText: "Karel" })).toBeVisible();
  await friend.context().close();
  await context.close();
});

test("long names cut off nobody's column in the score pad", async ({ page, server }) => {
  await page.setViewportSize({ width: 1366, height: 650 });
  await open(page, server, "taroky", [{ kind: "person", name: "Milada z Horní Lhoty" }, { kind: "person", name: "Bartoloměj Nejedlý" }, easy, easy], QUIET, 5);
  const pad = page.locator(".pad .scroll");
  await expect(pad).toBeVisible();
  expect(await pad.evaluate((el) => el.scrollWidth - el.clientWidth)).toBe(0);
});

test("the score pad is printed alone, with all its deals", async ({ page, server }) => {
  test.setTimeout(240_000);
  await page.setViewportSize({ width: 1366, height: 650 });
  await open(page, server, "snaps?deals=3", [me, easy, easy, easy], QUIET, 5);
  await playOut(page);
  await page.emulateMedia({ media: "print" });
  await expect(page.locator(".printed table")).toBeVisible();
  await expect(page.locator(".printed tbody tr")).not.toHaveCount(0);
  // Nothing but the pad is on paper: what else there is does not show.
  const others = await page.evaluate(() => [...document.querySelectorAll(".board .plaque, header.top, .tools button")].filter((el) => getComputedStyle(el).visibility !== "hidden").length);
  expect(others).toBe(0);
  expect(await page.locator(".printed tbody tr:not(.account)").count()).toBe(3);
  await page.screenshot({ path: "test-results/shots/printed.png" });
  // Every deal with its account, and neither button nor link.
  await page.evaluate(() => window.dispatchEvent(new Event("beforeprint")));
  await expect(page.locator(".printed tr.account")).toHaveCount(3);
  await expect(page.locator(".printed footer button")).toBeHidden();
  const paper = await page.pdf({ format: "A5" });
  expect(paper.length).toBeGreaterThan(2000);
});
