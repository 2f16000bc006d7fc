// What a glance at the table must tell: whole names, a talon that is closed, the suit to follow, the line that won.

import { expect, me, open, over, type Seat, step, test } from "./house";

const easy = (name: string): Seat => ({ kind: "computer", agent: `who:${name}` });
const QUICK = { delay: 0, think: 60, wait: false };
const small = { viewport: { width: 360, height: 640 }, locale: "cs", reducedMotion: "reduce" } as const;

test("names of four players are whole on the smallest phone, with points and tricks", async ({ browser, server }) => {
  const context = await browser.newContext(small);
  const page = await context.newPage();
  await open(page, server, "snaps", [me, easy("zdena"), easy("alois"), easy("kveta")], QUICK, 5);
  for (let i = 0; i < 40 && (await over(page).count()) === 0; i++) await step(page);
  await expect(over(page)).toBeVisible();
  const cut = await page.locator(".seat:not(.s) .who strong").evaluateAll((all) => all.filter((el) => el.scrollWidth > el.clientWidth).map((el) => el.textContent));
  expect(cut).toEqual([]);
  await context.close();
});

test("a closed talon lies turned over across itself", async ({ browser, server }) => {
  const context = await browser.newContext(small);
  const page = await context.newPage();
  await open(page, server, "schnapsen", [me, easy("kuba")], QUICK, 5);
  const card = page.locator(".drawpile .zone.row [data-token]");
  await expect(card).not.toHaveAttribute("data-token", "talon.0");
  await page.getByRole("button", { name: "Zavřít talon" }).click();
  await page.getByRole("button", { name: /talon: opravdu\?/i }).click();
  await expect(card).toHaveAttribute("data-token", "talon.0");
  const [top, stock, cloth] = await Promise.all([card, page.locator(".drawpile .zone.stack"), page.locator(".cloth")].map((x) => x.boundingBox()));
  expect(top && stock && Math.abs(top.x + top.width / 2 - stock.x - stock.width / 2)).toBeLessThan(12);
  expect(top && cloth && top.x >= cloth.x).toBe(true);
  await context.close();
});

test("the suit to follow stands on the table of Prší", async ({ browser, server }) => {
  const context = await browser.newContext(small);
  const page = await context.newPage();
  await open(page, server, "prsi", [me, easy("kuba")], QUICK, 5);
  await expect(page.locator(".badge")).toHaveText(/latná barva: (červené|kule|zelené|žaludy)/);
  await context.close();
});

test("the winning line of a described board is marked", async ({ browser, server }) => {
  const context = await browser.newContext(small);
  const page = await context.newPage();
  await open(page, server, "tictactoe/tictactoe.pl", [me, { kind: "computer", agent: "random" }], QUICK, 5);
  for (let i = 0; i < 5 && (await over(page).count()) === 0; i++) await step(page);
  await expect(over(page)).toBeVisible();
  await expect(page.locator(".marked")).toHaveCount(3);
  await context.close();
});
