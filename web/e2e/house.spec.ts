// The house around the table: accounts, spectators, leaving and coming back, records, folders, appearance.

import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Locator, Page } from "@playwright/test";
import { bot, expect, made, me, open, over, playOut, QUICK, Server, shot, step, test } from "./house";

const more = (page: Page): Promise<void> => page.getByRole("button", { name: "More" }).click();
const close = (page: Page): Promise<void> => page.getByRole("button", { name: "Close" }).click();
const cards = (zone: Locator): Promise<string[]> => zone.locator("[role=img], button").evaluateAll((list) => list.map((el) => el.getAttribute("aria-label") ?? ""));

test("a guest makes an account and is known on another device", async ({ page, browser, server }) => {
  await open(page, server, "tictactoe", [{ kind: "person", name: "Ada" }, bot]);
  await page.locator(".top nav button").last().click();
  await page.getByLabel("Login name").fill("Ada");
  await page.getByLabel("Password").fill("correct horse");
  await shot(page, "account");
  await page.getByRole("button", { name: "Make an account" }).click();
  await expect(page.locator(".top nav button").last()).toHaveAccessibleName("Ada");
  const context = await browser.newContext();
  const other = await context.newPage();
  await other.goto(server.url);
  await other.locator(".top nav button").last().click();
  await other.getByLabel("Login name").fill("Ada");
  await other.getByLabel("Password").fill("wrong horse!");
  await other.getByRole("button", { name: "Log in" }).click();
  await expect(other.getByRole("alert")).toContainText("Wrong name or password");
  await other.getByLabel("Password").fill("correct horse");
  await other.getByRole("button", { name: "Log in" }).click();
  await other.getByRole("link", { name: /^Resume/ }).first().click();
  await expect(other.locator("p.turn.yours")).toBeVisible();
  await context.close();
});

test("a spectator sees what spectators may, and people leave, are replaced and come back", async ({ page, browser, server }) => {
  const address = await open(page, server, "marias", [me, bot, bot], QUICK, 5);
  const context = await browser.newContext();
  const other = await context.newPage();
  await other.goto(address);
  await expect(other.getByText("You are watching.")).toBeVisible();
  await expect(page.getByText("Watching: 1")).toBeVisible();
  // No hand is open to a spectator, and nothing can be pressed on the board.
  const hands = await cards(other.locator('[data-zone^="hand"]').first());
  expect(new Set(hands)).toEqual(new Set(["face down"]));
  await expect(other.locator(".board button.act")).toHaveCount(0);
  await shot(other, "spectator");
  await more(page);
  await page.getByRole("group", { name: "Players" }).getByRole("button", { name: "Let the computer play" }).first().click();
  await close(page);
  await expect(page.locator(".seats > li").first()).toContainText("⚙");
  await page.getByRole("button", { name: "Play again myself" }).click();
  await expect(page.locator(".seats > li").first()).not.toContainText("⚙");
  await context.close();
});

test("a match is exported, imported and looked through", async ({ page, server }) => {
  await open(page, server, "connect4", [me, bot]);
  await playOut(page);
  const moves = await made(page);
  await more(page);
  const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("link", { name: "Export" }).click()]);
  const file = await download.path();
  expect(readFileSync(file, "utf8")).toMatch(/^partie record 1\ngame: connect4\n/);
  await close(page);
  await page.getByRole("link", { name: "Partie" }).click();
  await page.locator('input[type="file"]').setInputFiles(file);
  await expect(page.locator(".page")).toHaveAttribute("data-made", String(moves));
  await expect(over(page)).toBeVisible();
  await page.getByRole("slider", { name: "History" }).fill("1");
  await expect(page.locator("p.turn")).toHaveText("After 1 move");
  await expect(page.locator(".grid").getByRole("img", { name: /red|yellow/ })).toHaveCount(1);
  await page.getByRole("button", { name: "Back to now" }).click();
  await expect(page.locator("p.turn")).not.toHaveText("After 1 move");
  await page.getByRole("link", { name: "Partie" }).click();
  const wrong = join(server.games, "..", "wrong.partie");
  writeFileSync(wrong, "partie record 1\ngame: connect4\n\n1 z\n");
  await page.locator('input[type="file"]').setInputFiles(wrong);
  await expect(page.getByRole("alert")).toContainText("line 4");
});

test("hint, sorting, the last trick after the server was killed, hands open for study", async ({ page }) => {
  const server = new Server();
  await server.start();
  await open(page, server, "marias", [me, bot, bot], { ...QUICK, study: true }, 5);
  const hand = page.locator(".fan.mine");
  await page.getByRole("button", { name: "Appearance" }).click();
  await page.getByRole("combobox", { name: "Sort hand" }).selectOption("rank");
  const byRank = await cards(hand);
  await page.getByRole("combobox", { name: "Sort hand" }).selectOption("suit");
  const bySuit = await cards(hand);
  expect(bySuit).not.toEqual(byRank);
  await close(page);
  await expect(async () => {
    await page.getByRole("button", { name: "Hint", exact: true }).click();
    await expect(page.locator("p.hint")).toContainText("Hint: ", { timeout: 2_000 });
  }).toPass();
  await shot(page, "hint");
  const trick = page.getByRole("button", { name: "Last trick" });
  for (let i = 0; i < 60 && !(await trick.isVisible()); i++) await step(page);
  const laid = page.locator('[data-zone="trick"] .laid');
  await expect(page.locator("p.turn.yours").or(over(page))).toBeVisible();
  await trick.click();
  await expect(laid).toHaveCount(3);
  const names = () => laid.evaluateAll((list) => list.map((el) => el.getAttribute("aria-label")));
  const last = await names();
  await server.kill();
  await expect(page.getByRole("alert")).toContainText("The connection was lost");
  await server.start();
  await page.reload();
  await trick.click();
  await expect(laid).toHaveCount(3);
  expect(await names()).toEqual(last);
  await page.getByRole("button", { name: "Open hands" }).click();
  await expect(page.getByRole("button", { name: "Cover hands" })).toBeVisible();
  for (const zone of await page.locator('[data-zone^="hand"]').all()) expect(await cards(zone)).not.toContain("face down");
  await shot(page, "open-hands");
  await server.kill();
});

test("rules are chosen with their explanations, and three sit down to ludo", async ({ page, server }) => {
  await page.goto(server.url);
  await page.getByRole("button", { name: "Choose rules and players: Ludo", exact: true }).click();
  await page.locator("dialog summary").first().click();
  const players = page.locator("#rule-players");
  await expect(players).toHaveAccessibleName(/\w+ \w+/);
  await players.fill("3");
  await players.blur();
  await expect(page.locator("dialog .seat")).toHaveCount(3);
  await shot(page, "rules");
  await page.getByRole("button", { name: "Sit down" }).click();
  await expect(page.locator(".seats > li")).toHaveCount(3);
});

test("descriptions dropped into the folders appear, those with errors show them", async ({ page, server }) => {
  await page.goto(server.url);
  await expect(page.locator(".games li").first()).toBeVisible();
  const nim = readFileSync(join(import.meta.dirname, "../../data/system/nim/nim.pl"), "utf8");
  writeFileSync(join(server.games, "mynim"), nim);
  writeFileSync(join(server.games, "broken.s3"), "[S3 2]\n[BOARD\n");
  writeFileSync(join(server.bots, "eva.toml"), 'name = { en = "Eva", cs = "Evička" }\nagent = "mcts"\n\n[options]\niteration = 5\n');
  await expect(page.getByRole("button", { name: /^Play: .*, mynim$/ })).toBeVisible();
  await expect(page.locator("li.wrong", { hasText: "broken.s3" }).locator("pre")).toContainText("broken.s3:2");
  const wrong = page.locator("li.wrong", { hasText: "eva.toml" });
  await expect(wrong.locator("pre")).toContainText("eva.toml:5:13: unknown parameter 'iteration'");
  await shot(page, "folder-errors");
  writeFileSync(join(server.bots, "eva.toml"), 'name = { en = "Eva", cs = "Evička" }\nagent = "mcts"\n\n[options]\niterations = 5\n');
  await expect(wrong).toHaveCount(0);
  await page.getByRole("button", { name: /^Choose rules and players: .*, mynim$/ }).click();
  await page.getByRole("combobox", { name: "Computer 2" }).selectOption({ label: "Eva" });
  await page.getByRole("button", { name: "Sit down" }).click();
  await expect(page.locator(".seats > li").nth(1)).toContainText("Eva");
  await page.getByRole("button", { name: "Appearance" }).click();
  await page.getByRole("combobox", { name: "Language" }).selectOption("cs");
  await expect(page.locator(".seats > li").nth(1)).toContainText("Evička");
  for (const file of [join(server.games, "mynim"), join(server.games, "broken.s3"), join(server.bots, "eva.toml")]) rmSync(file);
});

test("tokens travel, unless less motion is wanted", async ({ browser, server }) => {
  for (const [reducedMotion, wanted] of [["no-preference", true], ["reduce", false]] as const) {
    const context = await browser.newContext({ reducedMotion });
    const page = await context.newPage();
    // Counts what is set in motion from now on.
    await page.addInitScript(() => {
      const animate = Element.prototype.animate;
      Object.assign(window, { moved: 0 });
      Element.prototype.animate = function (...given) {
        (window as unknown as { moved: number }).moved++;
        return animate.apply(this, given);
      };
    });
    await open(page, server, "frogs/frogs.s3", [me]);
    await page.locator('[data-slot="board:2"]').click();
    await page.locator('[data-slot="board:3"]').click();
    await expect(page.locator(".page")).toHaveAttribute("data-made", "1");
    const moved = (): Promise<number> => page.evaluate(() => (window as unknown as { moved: number }).moved);
    if (wanted) await expect.poll(moved).toBeGreaterThan(0);
    // What would travel has been drawn by then.
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
    expect((await moved()) > 0).toBe(wanted);
    await context.close();
  }
});
