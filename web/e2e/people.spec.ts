// People: two browsers, one device for three, keyboard only, a phone, a reload, a server that is killed.

import { bot, expect, made, me, open, over, playOut, QUICK, Server, shot, step, test } from "./house";

test("two browsers play against each other", async ({ page, browser, server }) => {
  const address = await open(page, server, "tictactoe", [me, { kind: "open" }]);
  await expect(page.locator("p.turn")).toHaveText("Waiting for somebody to sit down");
  await page.getByRole("button", { name: "More" }).click();
  const link = await page.getByRole("textbox", { name: "Invite" }).inputValue();
  expect(link.startsWith(address)).toBe(true);
  await page.getByRole("button", { name: "Close" }).click();
  const context = await browser.newContext({ locale: "cs" });
  const other = await context.newPage();
  await other.goto(link);
  // The guest is asked a name and sits down.
  await other.getByRole("textbox", { name: "Tvoje jméno" }).fill("Oto");
  await other.getByRole("dialog").getByRole("button", { name: "Sednout si sem" }).click();
  await expect(page.locator(".seats")).toContainText("Oto");
  await expect(page.locator("p.turn")).toHaveText("Choose a place on the board");
  for (const [i, slot] of [0, 3, 1, 4].entries()) {
    await (i % 2 === 0 ? page : other).locator(`[data-slot="board:${slot}"]`).click();
    await expect(page.locator(".page")).toHaveAttribute("data-made", String(i + 1));
    await expect(other.locator(".page")).toHaveAttribute("data-made", String(i + 1));
  }
  await page.locator(`[data-slot="board:2"]`).click();
  await expect(over(page)).toContainText("Jana wins");
  await expect(other.locator("p.turn")).toContainText("Vyhrává Jana");
  await context.close();
});

type Told = { type: string; viewer: number | null; curtain: number | null; offers: unknown[]; scene: { tokens: { zone: string; up: boolean; kind: string; label: string }[] } };

test("three people around one device pass it behind a curtain", async ({ page, server }) => {
  // Every frame as it comes, whatever the page makes of it.
  const frames: Told[] = [];
  page.on("websocket", (socket) => socket.on("framereceived", ({ payload }) => void frames.push(JSON.parse(String(payload)) as Told)));
  await open(page, server, "marias", [
    { kind: "person", name: "Ada" },
    { kind: "person", name: "Bob" },
    { kind: "person", name: "Cyril" },
  ]);
  const names = new Set<string>();
  const hand: string[] = [];
  for (let i = 0; i < 25 && !(await over(page).isVisible()); i++) {
    const curtain = page.locator(".curtain");
    if (await curtain.isVisible()) {
      names.add((await curtain.getByRole("heading").innerText()).replace("Pass the device to ", ""));
      // Nothing private was sent since the device was given up ...
      const last = frames.findLast((f) => f.type === "state");
      expect(last?.curtain).not.toBeNull();
      expect([last?.viewer, last?.offers]).toEqual([null, []]);
      const open = last?.scene.tokens.filter((x) => x.zone.startsWith("hand") && (x.up || x.kind !== "" || x.label !== ""));
      expect(open).toEqual([]);
      // ... and nothing private is in the page at all, not even hidden.
      await expect(page.locator("[data-token]")).toHaveCount(0);
      const told = await page.locator(".log").innerText();
      const content = await page.content();
      for (const card of hand) if (!told.includes(card)) expect(content).not.toContain(card);
      if (i === 0) await shot(page, "curtain");
      await curtain.getByRole("button").click();
      await expect(curtain).toBeHidden();
      await expect(page.locator(".fan.mine [data-token]").first()).toBeVisible();
      const labels = await page.locator(".fan.mine .loose").evaluateAll((list) => list.map((el) => el.getAttribute("aria-label") ?? ""));
      hand.splice(0, hand.length, ...labels);
    }
    await step(page);
  }
  expect([...names].sort()).toEqual(["Ada", "Bob", "Cyril"]);
});

test("a game is played with the keyboard alone", async ({ page, server }) => {
  await page.goto(server.url);
  const press = (key: string) => page.keyboard.press(key);
  await page.getByRole("searchbox").focus();
  await page.keyboard.type("tictactoe");
  // One entry a game: descriptions of the same game by the same name are not listed a second time.
  await expect(page.locator("ul.games").first().locator("li")).toHaveCount(1);
  const choose = page.getByRole("button", { name: "Choose rules and players: Tic-tac-toe", exact: true });
  for (let i = 0; i < 6 && !(await choose.evaluate((el) => el === document.activeElement)); i++) await press("Tab");
  await press("Enter");
  await expect(page.getByRole("dialog")).toBeVisible();
  const submit = page.getByRole("button", { name: "Sit down" });
  for (let i = 0; i < 20 && !(await submit.evaluate((el) => el === document.activeElement)); i++) await press("Tab");
  await press("Enter");
  await expect(page.locator("p.turn.yours")).toBeVisible();
  const board = page.locator(".grid button").first();
  for (let i = 0; i < 30 && !(await board.evaluate((el) => el === document.activeElement)); i++) await press("Tab");
  await press("ArrowRight");
  await press("ArrowDown");
  const name = await page.evaluate(() => document.activeElement?.getAttribute("aria-label"));
  expect(name).toMatch(/^b2, empty, legal target/);
  await press("Enter");
  await expect(page.getByRole("img", { name: /^b2, (cross|X)/i })).toBeVisible();
  await expect(page.locator("p.turn.yours")).toBeVisible();
  await press("u");
  await expect(page.locator(".page")).toHaveAttribute("data-made", "0");
  await expect(page.locator(".grid [role=img]")).toHaveCount(0);
});

test("a deal is played on a phone", async ({ browser, server }) => {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, locale: "sk" });
  const page = await context.newPage();
  await open(page, server, "marias", [me, bot, bot]);
  for (let i = 0; i < 5; i++) await step(page);
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(wide).toBeLessThanOrEqual(0);
  await shot(page, "phone-marias");
  await playOut(page);
  await open(page, server, "taroky", [me, bot, bot, bot]);
  await expect(page.locator(".fan.mine [data-token]").first()).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
  await shot(page, "phone-taroky");
  await context.close();
});

test("a reload in the middle changes nothing", async ({ page, server }) => {
  await open(page, server, "marias", [me, bot, bot]);
  for (let i = 0; i < 4; i++) await step(page);
  await expect(page.locator("p.turn.yours")).toBeVisible();
  const tokens = async () => page.locator("[data-token]").evaluateAll((list) => list.map((el) => el.getAttribute("data-token")).sort());
  const [before, count] = [await tokens(), await made(page)];
  await page.reload();
  await expect(page.locator("p.turn.yours")).toBeVisible();
  expect(await tokens()).toEqual(before);
  expect(await made(page)).toBe(count);
});

test("the server is killed in the middle and the match goes on", async ({ page }) => {
  const server = new Server();
  await server.start();
  await open(page, server, "connect4", [me, bot]);
  for (let i = 0; i < 3; i++) await step(page);
  await expect(page.locator("p.turn.yours")).toBeVisible();
  const before = await made(page);
  await server.kill();
  await expect(page.getByRole("alert")).toContainText("The connection was lost");
  await server.start();
  await expect(page.getByRole("alert")).toHaveCount(0);
  expect(await made(page)).toBeGreaterThanOrEqual(before);
  await playOut(page);
  await server.kill();
});

test("the same deal again and from another seat, and a saved table", async ({ page, server }) => {
  await open(page, server, "kuhn", [me, bot], { ...QUICK, rotate: true });
  await playOut(page);
  await page.getByRole("combobox", { name: "Same deal …" }).selectOption("once more");
  await expect(page.locator(".top .note")).toContainText("does not count");
  await playOut(page);
  await page.getByRole("button", { name: "More" }).click();
  await page.getByRole("button", { name: "Same deal from another seat" }).click();
  await expect(page.locator(".seats > li").nth(1)).toContainText("Jana");
  await page.getByRole("link", { name: "Partie" }).click();
  await page.getByRole("link", { name: /^Resume/ }).first().click();
  await expect(page.locator(".page")).toBeVisible();
  await page.getByRole("button", { name: "More" }).click();
  page.on("dialog", (dialog) => void dialog.accept());
  await page.getByRole("button", { name: "Delete" }).click();
  await expect(page.getByRole("heading", { name: "Games" })).toBeVisible();
});
