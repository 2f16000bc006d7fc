// Practice in the browser: the deal of the day with two people, a lesson, a deal set up by hand, the seal, progress.

import { type Page } from "@playwright/test";
import { bot, expect, me, open, playOut, shot, test } from "./house";

const seal = (page: Page) => page.locator("button.seal");

test("the shuffle is promised before the deal and verified after it", async ({ page, server }) => {
  await open(page, server, "snaps", [me, bot, bot, bot]);
  await expect(seal(page)).toHaveAttribute("data-verdict", "promised");
  await seal(page).click();
  const dialog = page.getByRole("dialog");
  const commitment = await dialog.locator("code").first().innerText();
  expect(commitment).toMatch(/^[0-9a-f]{64}$/);
  await expect(dialog).not.toContainText("nonce");
  await page.keyboard.press("Escape");
  await playOut(page);
  await expect(seal(page)).toHaveAttribute("data-verdict", "kept");
  await seal(page).click();
  await expect(dialog.locator("code").first()).toHaveText(commitment);
  await expect(dialog).toContainText("nonce");
  await shot(page, "seal");
  await page.keyboard.press("Escape");
  // The same deal as another player: practice, and nothing is promised.
  await page.getByRole("combobox", { name: "Same deal …" }).selectOption({ index: 2 });
  await expect(page.locator(".page")).toHaveAttribute("data-over", "false");
  await expect(seal(page)).toHaveCount(0);
});

test("two people play the deal of the day and are compared with the expert", async ({ page, browser, server }) => {
  test.slow();
  const other = await (await browser.newContext({ locale: "cs" })).newPage();
  const hands: string[] = [];
  for (const [one, lang] of [[page, "en"], [other, "cs"]] as const) {
    await one.goto(`${server.url}/daily`);
    await one.getByRole("button", { name: lang === "en" ? "Play: Šnaps" : "Hrát: Šnaps" }).click();
    await expect(one.locator(".fan.mine [data-token]").first()).toBeVisible();
    const labels = await one.locator(".fan.mine [data-token]").evaluateAll((list) => list.map((el) => el.getAttribute("data-token") ?? "").sort());
    hands.push(labels.join(" "));
    await playOut(one);
  }
  expect(hands[0]).toBe(hands[1]);
  for (const one of [page, other]) {
    await one.goto(`${server.url}/daily`);
    const table = one.getByRole("table").first();
    await expect(table.locator("tbody tr")).toHaveCount(3);
    // The expert has played it too.
    await expect(table.locator("tr.expert td").nth(1)).toHaveText(/^[+−]?\d+$/, { timeout: 60_000 });
    await expect(table.locator("tr.you")).toHaveCount(1);
    await expect(table.locator("tr.you td").nth(2)).toHaveText(/^[+−]?\d+$/);
  }
  await shot(page, "daily");
  await page.goto(`${server.url}/progress`);
  await expect(page.getByRole("heading", { name: /Deals played: 1/ })).toBeVisible();
  // It is judged while the page is open.
  await expect(page.locator("svg.losses circle")).toHaveCount(1, { timeout: 60_000 });
  page.on("dialog", (dialog) => void dialog.accept());
  await page.getByRole("button", { name: "Delete my progress" }).click();
  await expect(page.getByText("No finished deal yet.")).toBeVisible();
});

test("a lesson is played at the table with the keyboard, on a phone", async ({ page, server }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${server.url}/lessons`);
  await page.getByRole("link", { name: "The first tricks" }).first().click();
  const lesson = page.locator(".lesson");
  let asked = 0;
  for (let i = 0; i < 20 && !(await page.getByText("That was the lesson.").isVisible()); i++) {
    if ((await lesson.getAttribute("data-waits")) === "true") {
      asked++;
      // Another move first: it is answered, and one may try again.
      const before = await lesson.getAttribute("data-stop");
      await shot(page, `lesson-${asked}`);
      const cards = page.locator(".fan.mine .loose:not([aria-disabled=true])");
      for (const card of await cards.all()) {
        await card.focus();
        await page.keyboard.press("Enter");
        if ((await lesson.getAttribute("data-waits")) === "true") await page.keyboard.press("Enter");
        if ((await lesson.getAttribute("data-waits")) === "true") continue;
        if (await page.locator(".answer.good").isVisible()) break;
        await page.getByRole("button", { name: "Try again" }).click();
      }
      await expect(page.locator(".answer.good")).toBeVisible();
      await page.keyboard.press("Enter");
      await expect(lesson).not.toHaveAttribute("data-stop", before ?? "");
    } else await page.locator("button.go").press("Enter");
  }
  expect(asked).toBeGreaterThan(0);
  await expect(page.getByRole("button", { name: "Next lesson" })).toBeVisible();
});

test("a lesson shows the moves between its moments, and the trick it speaks of", async ({ page, server }) => {
  await page.goto(`${server.url}/lessons/taroky-4`);
  const lesson = page.locator(".lesson");
  const go = page.locator("button.go");
  const trick = page.locator("section.trick [data-token]");
  await go.click();
  // Seven cards are played before the question: one after another, or at once.
  await expect(go).toHaveText("Skip");
  await expect(lesson).toHaveAttribute("data-waits", "true", { timeout: 20_000 });
  await expect(trick).toHaveCount(3);
  const pagat = page.locator('.fan.mine .loose:has([data-token="I"])');
  await pagat.focus();
  await page.keyboard.press("Enter");
  if ((await lesson.getAttribute("data-waits")) === "true") await page.keyboard.press("Enter");
  await expect(page.locator(".answer.good")).toBeVisible();
  await expect(trick).toHaveCount(4);
  await go.click();
  await expect(page.getByText("That was the lesson.")).toBeVisible();
  await expect(trick).toHaveCount(4);
  await page.getByRole("button", { name: "Back" }).click();
  await expect(lesson).toHaveAttribute("data-waits", "true");
  await expect(trick).toHaveCount(3);
});

test("in a lesson the cards that go away are chosen together, and each must be right", async ({ page, server }) => {
  await page.goto(`${server.url}/lessons/taroky-3`);
  const lay = async (cards: string[]): Promise<void> => {
    for (const card of cards) {
      await page.locator(`.fan.mine .loose:has([data-token="${card}"])`).focus();
      await page.keyboard.press("Enter");
    }
    await page.locator(".board").getByRole("button", { name: "Lay away" }).click();
  };
  await lay(["HC", "HJ", "H2", "CC"]);
  await expect(page.locator(".answer")).toContainText("void in both");
  await page.getByRole("button", { name: "Try again" }).click();
  await lay(["S8", "H2", "HJ", "HC"]);
  await expect(page.locator(".answer.good")).toContainText("two suits");
  await page.locator("button.go").click();
  await expect(page.getByText("That was the lesson.")).toBeVisible();
});

test("the editor calls every card of a described game by its name, in the stock as in a hand", async ({ page, server }) => {
  await page.goto(`${server.url}/deal/prsi`);
  const cards = page.locator("[data-card]");
  await expect(cards).toHaveCount(32);
  const names = await cards.evaluateAll((list) => list.map((el) => el.getAttribute("aria-label") ?? ""));
  expect(names.filter((name) => !/^\w+ of (hearts|bells|leaves|acorns)$/.test(name))).toEqual([]);
});

test("a deal is set up by hand, refused when it cannot be, and played", async ({ page, server }) => {
  await page.goto(`${server.url}/deal/marias`);
  await page.locator('[data-card="H7"]').click();
  await page.locator('[data-card="B7"]').click();
  const conditions = page.getByRole("textbox");
  await conditions.fill("player 2 has H7");
  await page.getByRole("button", { name: "Draw the rest" }).click();
  await expect(page.getByRole("alert")).toContainText("no deal fulfils it");
  await conditions.fill("player 2 has at least 4 hearts");
  await page.getByRole("button", { name: "Draw the rest" }).click();
  const hands = page.locator(".drawn section");
  await expect(hands).toHaveCount(3);
  await expect(hands.nth(0).locator('[data-drawn="H7"], [data-drawn="B7"]')).toHaveCount(2);
  expect(await hands.nth(1).locator('[data-drawn^="H"]').count()).toBeGreaterThanOrEqual(4);
  await shot(page, "editor");
  await page.getByRole("button", { name: "Play this deal" }).click();
  await expect(page.locator(".fan.mine [data-token]").first()).toBeVisible();
  await expect(page.locator("header.top")).toContainText("practice", { ignoreCase: true });
});
