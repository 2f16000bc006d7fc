// What people once stumbled over at the table, each thing looked at again.

import { bot, expect, hit, made, me, open, over, playOut, QUICK, type Seat, step, test } from "./house";

const easy: Seat = { kind: "computer", agent: "who:kuba" };

test("opponents are people; the algorithms stand behind Advanced", async ({ page, server }) => {
  await page.goto(server.url);
  await page.getByRole("button", { name: "Choose rules and players: Connect Four" }).click();
  const picker = page.getByRole("combobox", { name: "Computer 2" });
  await expect.poll(() => picker.locator("option").count()).toBeGreaterThanOrEqual(10);
  const count = await picker.locator("option").count();
  expect(count).toBeLessThanOrEqual(20);
  await expect(picker.locator("option", { hasText: "MCTS" })).toHaveCount(0);
  await picker.selectOption("more");
  await expect(picker.locator("option")).not.toHaveCount(count);
  await expect(picker.locator("option:checked")).toContainText("★");
});

test("a game of the house stands once in the lobby; its descriptions are found by their files", async ({ page, server }) => {
  await page.goto(server.url);
  await expect(page.locator(".games li").first()).toBeVisible();
  await page.getByRole("button", { name: /^More games/ }).click();
  const titles = async (): Promise<string[]> => (await page.locator(".games .cap strong").allInnerTexts()).map((x) => x.trim());
  await expect(page.locator(".games li", { hasText: "Reversi" })).toHaveCount(1);
  const all = await titles();
  expect(all.filter((x, i) => all.indexOf(x) !== i)).toEqual([]);
  await page.getByRole("searchbox").fill("reversi.s3");
  await expect(page.getByRole("button", { name: "Play: Reversi, reversi/reversi.s3" })).toBeVisible();
});

test("the log of Prší says what people say", async ({ browser, server }) => {
  const context = await browser.newContext({ locale: "cs" });
  const page = await context.newPage();
  await open(page, server, "prsi", [me, easy], QUICK, 5);
  for (let i = 0; i < 12 && !(await over(page).isVisible()); i++) await step(page);
  const lines = await page.locator(".log li").allInnerTexts();
  expect(lines.length).toBeGreaterThan(8);
  for (const line of lines) expect(line).not.toMatch(/ruka hráče|[+−]\d|talon −/);
  expect(lines.join("\n")).toMatch(/Kuba: bere si (kartu|\d)/);
  await context.close();
});

test("small chess has coordinates, and a mill is marked", async ({ page, server }) => {
  await open(page, server, "smallchess", [me, bot], QUICK, 5);
  await expect(page.locator(".edge.foot")).toHaveText(["a", "b", "c", "d"]);
  await expect(page.locator(".edge.flank")).toHaveText(["5", "4", "3", "2", "1"]);
  await expect(page.getByRole("button", { name: /^a2, white pawn/ })).toBeVisible();
  await open(page, server, "morris", [me, bot], QUICK, 5);
  // White builds on the first points that are free; sooner or later three stand in a line.
  for (let i = 0; i < 40 && (await page.locator(".slot.marked").count()) === 0 && !(await over(page).isVisible()); i++) await step(page);
  expect(await page.locator(".slot.marked").count()).toBeGreaterThanOrEqual(3);
  await expect(page.locator("line.row")).not.toHaveCount(0);
});

test("a hint says why, in Czech", async ({ browser, server }) => {
  const context = await browser.newContext({ locale: "cs" });
  const page = await context.newPage();
  for (const [game, players] of [["connect4", 2], ["marias", 3], ["prsi", 2]] as const) {
    await open(page, server, game, [me, ...Array.from({ length: players - 1 }, () => easy)], QUICK, 5);
    await expect(page.locator("p.turn.yours")).toBeVisible();
    // The third step of the ladder names the move.
    await expect(async () => {
      await page.keyboard.press("h");
      await expect(page.locator("p.hint")).toContainText("Rada: ", { timeout: 2_000 });
    }).toPass();
    await expect(page.locator("p.hint small").first()).toHaveText(/^[A-ZŽČŘŠÚ].*\.$/);
    await expect(page.locator("p.hint")).not.toContainText(/\b(of|the|moves?|wins?|states?)\b/);
  }
  await context.close();
});

test("the title and the icon tell whose turn it is", async ({ page, server }) => {
  await open(page, server, "tictactoe", [me, bot]);
  await expect(page).toHaveTitle(/^● Your turn/);
  await expect(page.locator("link[rel=icon]")).toHaveAttribute("href", "/icon-turn.svg");
  await playOut(page);
  await expect(page).not.toHaveTitle(/Your turn/);
  await expect(page.locator("link[rel=icon]")).toHaveAttribute("href", "/icon.svg");
});

test("cards are dealt one after another, and only fade where less motion is wanted", async ({ browser, server }) => {
  for (const reducedMotion of ["no-preference", "reduce"] as const) {
    const context = await browser.newContext({ reducedMotion });
    const page = await context.newPage();
    // What was animated, and when it begins: dealt cards follow one another.
    await page.addInitScript(() => {
      const seen: { delay: number; moved: boolean }[] = ((window as unknown as { seen: unknown }).seen = []) as never;
      const animate = Element.prototype.animate;
      Element.prototype.animate = function (frames, options) {
        if (this.hasAttribute("data-token")) seen.push({ delay: typeof options === "object" ? Number(options.delay ?? 0) : 0, moved: JSON.stringify(frames).includes("translate") });
        return animate.call(this, frames, options);
      };
    });
    await open(page, server, "marias", [me, easy, easy], QUICK, 5);
    await expect(page.locator(".fan.mine .loose").first()).toBeVisible();
    const seen = await page.evaluate(() => (window as unknown as { seen: { delay: number; moved: boolean }[] }).seen);
    const dealt = seen.filter((x) => x.delay > 0);
    if (reducedMotion === "reduce") expect(seen.some((x) => x.moved)).toBe(false);
    else {
      expect(dealt.length).toBeGreaterThan(20);
      expect(new Set(dealt.map((x) => x.delay)).size).toBe(dealt.length);
      expect(Math.max(...dealt.map((x) => x.delay))).toBeLessThanOrEqual(1800);
    }
    await context.close();
  }
});

test("the end of a deal is told on a slip of paper, by names", async ({ page, server }) => {
  await open(page, server, "marias", [me, easy, easy], QUICK, 5);
  await playOut(page);
  const slip = page.locator(".finale");
  await expect(slip).toContainText("Jana");
  const won = (await slip.locator("b").allInnerTexts()).map((text) => Number(text.replace("−", "-")));
  expect(won.length).toBe(3);
  expect(won.reduce((a, b) => a + b, 0)).toBe(0);
  expect(await made(page)).toBeGreaterThan(40);
  await hit(page.getByRole("button", { name: "New deal" }));
  await expect(slip).toHaveCount(0);
});
