// A game of Klondike from a logic description: cards of our deck in piles, by mouse, by dragging and by keyboard.

import { expect, me, open, over, shot, test } from "./house";
import type { Page } from "@playwright/test";

/** A won game of the deal with the number 3: draw, redeal, turn up pile n, card to its foundation (^), card to pile n (>). */
const GAME = `
6d>2 turn6 5c>2 turn5 7c>6 turn3 6h>6 turn3 5s>6 13h>3 turn7 draw 10c>5 draw draw draw 12d>7 draw draw draw
12s>3 11d>3 turn5 draw draw draw 1c^ 2c^ turn4 3c^ 13s>1 turn7 draw draw draw draw 9d>3 draw draw draw 6c>5
draw draw 4d>2 draw 1s^ draw draw 11s>1 10h>1 turn7 8h>7 turn6 2s^ turn6 3s^ turn6 1d^ turn6 1h^ 2h^ turn4
9s>1 turn7 4c^ turn7 draw 5d>5 draw 2d^ redeal draw 8s>3 7d>3 turn5 13c>6 turn5 4h>1 draw draw 13d>5 draw 4s^
draw 12h>6 draw draw 3h^ 4h^ 5s^ draw 5h^ 6h^ 7h^ turn4 11c>6 draw draw 12c>5 draw 8d>7 7s>7 turn2 draw 6s^
draw 10d>6 9c>6 turn7 3d^ 4d^ 5d^ 5c^ 6c^ 7c^ 8h^ 9h^ 6d^ 7d^ 7s^ 8s^ 9s^ 10h^ 8d^ 9d^ 10s^ 11s^ 11h^ 8c^ 9c^
10c^ 10d^ 11d^ 12d^ 12s^ 13s^ 11c^ 12c^ 13d^ 12h^ 13h^ 13c^
`;

const card = (page: Page, name: string) => page.locator(`button:has([data-token="${name.slice(0, -1)}-${name.slice(-1)}"])`);
const pile = (page: Page, n: string) => page.locator(`[data-zone="open_${n}"]`);
// Of a covered card the upper edge shows.
const EDGE = { position: { x: 12, y: 6 } };

/** Makes one move as a person would. */
async function make(page: Page, move: string): Promise<void> {
  if (move === "draw") return page.locator('[data-zone="stock"] button').click();
  if (move === "redeal") return page.locator('[data-zone="stock"] button.over').click();
  if (move.startsWith("turn")) return page.locator(`[data-zone="closed_${move.slice(4)}"] button`).click(EDGE);
  const [name, to] = move.split(/[>^]/) as [string, string];
  const zone = move.includes("^") ? page.locator(`[data-zone="foundation_${name.slice(-1)}"]`) : pile(page, to);
  await card(page, name).click(EDGE);
  // A card with one place to go has its target marked like any other.
  await zone.locator("button.over").click();
}

test("a game of Klondike is played and won", async ({ page, server }) => {
  await open(page, server, "klondike/klondike.pl", [me], undefined, 3);
  await expect(page.getByRole("heading", { name: "Klondike" })).toBeVisible();
  // The deal: 24 cards in the stock, 21 closed and 7 open ones in the piles, four empty foundations.
  await expect(page.locator('[data-zone="stock"] .count')).toHaveText("24");
  await expect(page.locator('[data-zone^="closed_"] .down')).toHaveCount(21);
  await expect(page.locator('[data-zone^="open_"] img.card')).toHaveCount(7);
  await expect(page.locator('[data-zone^="foundation_"] .hole')).toHaveText(["♣", "♦", "♥", "♠"]);
  await expect(page.locator(".log li")).toHaveCount(1);
  await expect(page.locator(".log li")).toContainText(/^Dealt: [♣♦♥♠]/);
  await shot(page, "klondike");
  const moves = GAME.trim().split(/\s+/);
  for (const [i, move] of moves.entries()) {
    await make(page, move);
    await expect(page.locator(".page")).toHaveAttribute("data-made", String(53 + i));
    if (i === 60) await shot(page, "klondike-middle");
  }
  await expect(over(page)).toContainText("Solved!");
  await expect(page.locator('[data-zone^="foundation_"] .count')).toHaveText(["13", "13", "13", "13"]);
});

test("Klondike by dragging, by keyboard and on a phone", async ({ page, browser, server }) => {
  await open(page, server, "klondike/klondike.pl", [me], undefined, 3);
  // By dragging: the run of a pile comes along with its lowest card.
  const drag = async (name: string, to: string): Promise<void> => {
    await card(page, name).hover(EDGE);
    await page.mouse.down();
    await page.mouse.move(5, 5, { steps: 2 });
    const box = await pile(page, to).boundingBox();
    if (!box) throw new Error("the pile is drawn");
    await page.mouse.move(box.x + box.width / 2, box.y + 20, { steps: 4 });
    await page.mouse.up();
  };
  await drag("6d", "2");
  await expect(pile(page, "2").locator("img.card")).toHaveCount(2);
  await expect(page.locator(".page")).toHaveAttribute("data-made", "53");
  // By keyboard: a closed card is turned up, a card is drawn, another is lifted and laid.
  const press = async (target: ReturnType<Page["locator"]>): Promise<void> => {
    await target.focus();
    await page.keyboard.press("Enter");
  };
  await press(page.locator('[data-zone="closed_6"] button'));
  await expect(pile(page, "6").locator("img.card")).toHaveCount(1);
  await press(card(page, "5c"));
  await expect(page.getByRole("button", { name: "pile 2, legal target" })).toBeVisible();
  await press(page.getByRole("button", { name: "pile 2, legal target" }));
  await expect(pile(page, "2").locator("img.card")).toHaveCount(3);
  await press(page.locator('[data-zone="stock"] button'));
  await expect(page.locator('[data-zone="waste"] img.card')).toHaveCount(1);
  await expect(page.locator('[data-zone="stock"] .count')).toHaveText("23");
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, locale: "cs" });
  const phone = await context.newPage();
  await open(phone, server, "klondike/klondike.pl", [me], undefined, 3);
  await card(phone, "6d").tap(EDGE);
  await pile(phone, "2").locator("button.over").tap();
  await expect(pile(phone, "2").locator("img.card")).toHaveCount(2);
  expect(await phone.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
  await shot(phone, "phone-klondike");
  await context.close();
});
