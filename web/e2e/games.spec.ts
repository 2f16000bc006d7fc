// Whole games in a real browser.

import { bot, expect, made, me, open, over, playOut, QUICK, type Seat, shot, step, test } from "./house";

test("a game of Connect Four with the mouse", async ({ page, server }) => {
  await open(page, server, "connect4", [me, bot]);
  await expect(page.getByRole("button", { name: /legal target/ })).toHaveCount(7);
  await page.getByRole("button", { name: /^d1, empty, legal target/ }).click();
  await expect(page.getByRole("img", { name: /^d1, red/ })).toBeVisible();
  await playOut(page);
  await expect(over(page)).toContainText(/wins\.|Nobody wins/);
  await expect(page.getByRole("button", { name: "New match" })).toBeVisible();
  // The line of four is marked, and nothing is dealt in a game without cards.
  if (/wins/.test(await over(page).innerText())) await expect(page.locator(".slot.marked")).not.toHaveCount(0);
  await expect(page.getByRole("button", { name: /deal/ })).toHaveCount(0);
  await shot(page, "connect4");
});

test("a game of Reversi", async ({ page, server }) => {
  await open(page, server, "reversi", [me, bot]);
  await expect(page.getByRole("button", { name: /legal target/ })).toHaveCount(4);
  await playOut(page);
  const points = await page.locator(".seats .pts b").allTextContents();
  const stones = await page.getByRole("img", { name: /black|white/ }).count();
  expect(Number(points[0]) + Number(points[1])).toBe(stones);
  await shot(page, "reversi");
});

test("Frogs is solved in fifteen jumps", async ({ page, server }) => {
  await open(page, server, "frogs/frogs.s3", [me]);
  await shot(page, "frogs");
  const jumps = "34 53 65 46 24 12 31 53 75 67 46 24 32 53 45".split(" ");
  for (const [i, jump] of jumps.entries()) {
    await page.locator(`[data-slot="board:${Number(jump[0]) - 1}"]`).click();
    await page.locator(`[data-slot="board:${Number(jump[1]) - 1}"]`).click();
    await expect(page.locator(".page")).toHaveAttribute("data-made", String(i + 1));
  }
  await expect(over(page)).toContainText("Solved!");
});

// With how many moves a deal takes at least: the cards dealt, and some whole tricks. Computer players at random would end
// a deal of šnaps by a wrong "dosť" before there is a trick.
const easy: Seat = { kind: "computer", agent: "ismcts?iterations=30" };
for (const [game, seats, least] of [
  ["snaps", 4, 24 + 3 * 4],
  ["marias", 3, 32 + 3 * 3],
  ["taroky", 4, 54 + 3 * 4],
  ["schnapsen", 2, 20 + 2 * 2],
  ["krizovy", 4, 32 + 3 * 3],
] as const)
  test(`a complete deal of ${game}`, async ({ page, server }) => {
    await open(page, server, game, [me, ...Array.from({ length: seats - 1 }, () => easy)], { ...QUICK, think: 10_000 });
    await expect(page.locator(".fan.mine .loose").first()).toBeVisible();
    for (let i = 0; i < 6; i++) await step(page);
    await shot(page, `${game}-middle`);
    await playOut(page);
    expect(await made(page)).toBeGreaterThan(least);
    // The deal is a row of the pad that unfolds into its account; what one wins another loses.
    const row = page.locator(".pad tbody tr").first();
    const won = (await row.locator("td").allTextContents()).map((text) => Number(text.replace("−", "-")));
    // In Schnapsen the winner scores game points and the other nothing.
    expect(won.reduce((a, b) => a + b, 0)).toBe(game === "schnapsen" ? Math.max(...won) : 0);
    await row.getByRole("button").click();
    // Players have their names in the pad and in the account, never a number.
    await expect(page.locator(".pad thead")).toContainText("Jana");
    await expect(page.locator(".pad .account")).toContainText(/[−+]?\d/);
    await expect(page.locator(".pad .account")).not.toContainText(/[Pp]layer \d/);
    const totals = await page.locator(".pad tfoot td").allTextContents();
    expect(totals.map((text) => Number(text.replace("−", "-")))).toEqual(won);
    await page.getByRole("button", { name: "Open hands" }).click();
    await expect(page.getByRole("button", { name: "Cover hands" })).toBeVisible();
    await shot(page, `${game}-over`);
  });

test("a trick waits for a click and is shown whole", async ({ page, server }) => {
  // Mariáš: in šnaps a computer player may end the deal with "dosť" before a trick is complete.
  await open(page, server, "marias", [me, bot, bot], { delay: 0, think: 100, wait: true });
  const go = page.getByRole("button", { name: "Continue" });
  for (let i = 0; i < 80; i++) {
    // Nothing is to be done before the button is there: a step would press it.
    await expect(go.or(page.locator("p.turn.yours")).or(over(page)).first()).toBeVisible();
    if (await go.isVisible()) break;
    await step(page);
  }
  await expect(go).toBeVisible();
  await expect(page.locator('[data-zone="trick"] [role=img]')).toHaveCount(3);
  await shot(page, "trick-waits");
  // A click anywhere goes on, and the last trick can be lifted again as cards.
  await page.mouse.click(8, 300);
  await expect(go).toBeHidden();
  await page.getByRole("button", { name: "Last trick" }).click();
  await expect(page.locator('[data-zone="trick"] .laid')).toHaveCount(3);
  await page.mouse.click(8, 300);
  await expect(page.locator("p.turn")).not.toHaveText("Last trick");
});

test("a token can be dragged to its place", async ({ page, server }) => {
  await open(page, server, "frogs/frogs.s3", [me]);
  const from = page.locator('[data-slot="board:2"]');
  await from.hover();
  await page.mouse.down();
  await page.mouse.move(0, 0);
  const target = page.locator('[data-slot="board:3"]');
  const box = await target.boundingBox();
  if (!box) throw new Error("the target is drawn");
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2, { steps: 5 });
  await page.mouse.up();
  await expect(page.locator(".page")).toHaveAttribute("data-made", "1");
});
