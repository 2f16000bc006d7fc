// A finished match is gone through: by arrows, by pressing a line of the log, and another way is played from any point.

import type { Page } from "@playwright/test";
import { bot, expect, made, me, open, over, playOut, QUICK, shot, test } from "./house";

const at = async (page: Page): Promise<number> => Number(/\d+/.exec(await page.locator("p.turn").innerText())?.[0] ?? "-1");

test("a finished game is stepped through with the arrows, and another way is played from there", async ({ page, server }) => {
  await open(page, server, "connect4", [me, bot]);
  await playOut(page);
  const moves = await made(page);
  const stones = page.locator(".grid").getByRole("img", { name: /red|yellow/ });
  await expect(stones).toHaveCount(moves);
  await page.keyboard.press("ArrowLeft");
  await expect(page.locator("p.turn")).toHaveText(`After ${moves - 1} moves`);
  await expect(stones).toHaveCount(moves - 1);
  await page.keyboard.press("Home");
  await expect(stones).toHaveCount(0);
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await expect(page.locator("p.turn")).toHaveText("After 2 moves");
  await page.keyboard.press("End");
  await expect(over(page)).toContainText("The match is over.");
  // A line of the log is a moment of the match.
  await page.locator(".log li button").nth(2).click();
  await expect(page.locator("p.turn")).toHaveText("After 3 moves");
  await expect(page.locator(".log li.here")).toHaveCount(1);
  await shot(page, "analysis-connect4");
  const before = page.url();
  const lines = (): Promise<string[]> => page.locator(".log li").evaluateAll((list) => list.slice(0, 3).map((li) => (li.textContent ?? "").replace(/^.*: /, "").trim()));
  const begun = await lines();
  await page.locator(".ask").getByRole("button", { name: "Play on from here" }).click();
  await expect.poll(() => page.url()).not.toBe(before);
  await expect(page.locator("p.turn.yours").or(over(page)).first()).toBeVisible();
  expect(await lines()).toEqual(begun);
  // The other way is a match of its own: it goes on, and the first one stays as it was.
  await playOut(page);
  await page.goto(before);
  await expect(page.locator(".page")).toHaveAttribute("data-made", String(moves));
});

test("a finished deal of cards is stepped through trick by trick, hands open", async ({ page, server }) => {
  await open(page, server, "marias", [me, bot, bot], QUICK, 5);
  await playOut(page);
  const end = await made(page);
  await page.keyboard.press("ArrowLeft");
  await expect(page.locator("p.turn")).toContainText("After");
  const last = await at(page);
  expect(last).toBeLessThan(end);
  // The deal itself is not a step: the first moment is the one before the first choice.
  await page.keyboard.press("Home");
  await expect.poll(() => at(page)).toBeLessThan(last);
  await expect(page.locator(".fan.mine .loose")).not.toHaveCount(0);
  const first = await at(page);
  expect(first).toBeGreaterThanOrEqual(30);
  for (let i = 0; i < 5; i++) {
    const before = await at(page);
    await page.keyboard.press("ArrowRight");
    await expect.poll(() => at(page)).toBeGreaterThan(before);
  }
  await page.locator(".ask").getByRole("button", { name: "Play on from here" }).click();
  await expect(page.locator("p.turn.yours").or(page.locator(".curtain button")).first()).toBeVisible();
});
