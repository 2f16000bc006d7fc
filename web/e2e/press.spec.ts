// No press is lost: whatever the table does between the moment a finger goes down and the moment it goes up.

import type { Page } from "@playwright/test";
import { bot, expect, hit, me, open, type Server, test, visible } from "./house";

/** Holds back what the server tells the page until it is let through. */
async function gate(page: Page): Promise<{ shut: () => void; open: () => void }> {
  let waiting: (() => void)[] | null = null;
  await page.routeWebSocket(/\/socket/, (socket) => {
    const server = socket.connectToServer();
    socket.onMessage((told) => server.send(told));
    server.onMessage((told) => (waiting ? void waiting.push(() => socket.send(told)) : socket.send(told)));
  });
  return {
    shut: () => (waiting = []),
    open: () => {
      const all = waiting ?? [];
      waiting = null;
      for (const one of all) one();
    },
  };
}

const klondike = (page: Page, server: Server): Promise<string> => open(page, server, "klondike/klondike.pl", [me], undefined, 3);
const card = (page: Page, name: string) => page.locator(`button:has([data-token="${name}"])`);
const EDGE = { position: { x: 12, y: 6 } };
const madeIs = (page: Page, n: number): Promise<void> => expect(page.locator(".page")).toHaveAttribute("data-made", String(n));

test("a press counts when the table is drawn anew while it lasts", async ({ page, server }) => {
  const door = await gate(page);
  await klondike(page, server);
  door.shut();
  await card(page, "6-d").click(EDGE);
  await page.locator('[data-zone="open_2"] button.over').click();
  // Nobody has said yet that the card below may be turned up: it is no button while the finger goes down.
  const top = page.locator('[data-zone="closed_6"] .loose').last();
  await expect(top).toHaveJSProperty("tagName", "SPAN");
  const box = await top.boundingBox();
  if (!box) throw new Error("the card below is drawn");
  await page.mouse.move(box.x + 12, box.y + 3);
  await page.mouse.down();
  door.open();
  await madeIs(page, 53);
  await expect(top).toHaveJSProperty("tagName", "BUTTON");
  await page.mouse.up();
  await madeIs(page, 54);
});

test("a card lifted before the answer to the last move stays lifted", async ({ page, server }) => {
  const door = await gate(page);
  await klondike(page, server);
  door.shut();
  await card(page, "6-d").click(EDGE);
  // Twice: a move is made once, and nobody is told off for it.
  await page.locator('[data-zone="open_2"] button.over').dblclick();
  await card(page, "5-c").click(EDGE);
  await expect(page.locator(".lifted")).toHaveCount(1);
  door.open();
  await madeIs(page, 53);
  await expect(page.locator('.lifted [data-token="5-c"]')).toHaveCount(1);
  await expect(page.getByRole("alert")).toHaveCount(0);
  await page.locator('[data-zone="open_2"] button.over').click();
  await madeIs(page, 54);
});

test("a press counts under whatever flies past, at the edge of a button, and by a hand that shakes", async ({ page, server }) => {
  await klondike(page, server);
  // Something comes between while the finger is down.
  const { x, y } = await visible(page.locator('[data-zone="stock"] button'));
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.evaluate(() => document.body.append(Object.assign(document.createElement("div"), { id: "veil", style: "position:fixed;inset:0;z-index:999" })));
  await page.mouse.up();
  await page.evaluate(() => document.querySelector("#veil")?.remove());
  await madeIs(page, 53);
  // What was pressed is gone, and something else has come: nothing is pressed.
  const at = await visible(page.locator('[data-zone="stock"] button'));
  await page.mouse.move(at.x, at.y);
  await page.mouse.down();
  await page.mouse.move(at.x + 60, at.y + 200);
  await page.mouse.up();
  await madeIs(page, 53);
  // Twelve pixels are no dragging.
  const six = await card(page, "6-d").boundingBox();
  if (!six) throw new Error("the card is drawn");
  await page.mouse.move(six.x + 20, six.y + 20);
  await page.mouse.down();
  await page.mouse.move(six.x + 32, six.y + 24, { steps: 4 });
  await page.mouse.up();
  await expect(page.locator('.lifted [data-token="6-d"]')).toHaveCount(1);
  await page.keyboard.press("Escape");
  await expect(page.locator(".lifted")).toHaveCount(0);
  // A button gives way by two pixels where it is pressed: also at its upper edge.
  await open(page, server, "marias", [me, bot, bot], undefined, 5);
  const hand = page.locator(".fan.mine .act.lift");
  await hit(hand.first());
  const bid = page.locator(".say button.act").first();
  const edge = await bid.boundingBox();
  if (!edge) throw new Error("the word is drawn");
  const before = await page.locator(".page").getAttribute("data-made");
  await page.mouse.click(edge.x + edge.width / 2, edge.y + 0.5);
  await expect(page.locator(".page")).not.toHaveAttribute("data-made", before ?? "");
});

test("a press that began before the trick was whole does not take it away", async ({ page, server }) => {
  const door = await gate(page);
  await open(page, server, "schnapsen", [me, bot], { delay: 0, think: 60, wait: true }, 4);
  await expect(page.locator("p.turn.yours")).toBeVisible();
  const own = page.locator(".fan.mine .act.lift").first();
  await hit(own);
  door.shut();
  await hit(page.locator(".fan.mine .act.lifted"));
  await page.mouse.move(300, 300);
  await page.mouse.down();
  // The bot answers within a moment; what the server tells is let through while the finger is down.
  await page.waitForTimeout(600);
  door.open();
  await expect(page.locator("button.continue")).toBeVisible();
  await page.mouse.up();
  await page.waitForTimeout(1000);
  await expect(page.locator("button.continue")).toBeVisible();
  await page.mouse.click(300, 300);
  await expect(page.locator("button.continue")).toHaveCount(0);
});
