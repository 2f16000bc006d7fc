// What teaches: a hint step by step, the review of a finished match that finds a planted mistake, another try from there with a
// better result, an exercise; by mouse, by keyboard, on a phone.

import type { Page } from "@playwright/test";
import { expect, hit, me, open, over, playOut, QUICK, type Seat, shot, test } from "./house";

const strong: Seat = { kind: "computer", agent: "alphabeta?nodes=200000" };

/** Presses the field of a small board. */
const field = (page: Page, name: string) => page.locator(`button.act[aria-label^="${name}"]`).first();

/** Imports a record and goes to its table. */
async function bring(page: Page, url: string, text: string): Promise<void> {
  await page.goto(url);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  const made = await page.request.post(`${url}/api/import`, { data: text, headers: { "content-type": "text/plain" } });
  expect(made.status(), await made.text()).toBe(201);
  await page.goto(`${url}/t/${((await made.json()) as { id: string }).id}`);
  await expect(page.locator(".page")).toBeVisible();
}

/** Player 2 answers the centre between two corners with a corner and is forked: the mistake is move 4. */
const PLANTED = "partie record 1\ngame: tictactoe\nrules: 1\nseat: 2\n\n1 a1\n2 b2\n1 c3\n2 a3\n1 c1\n2 b1\n1 c2\n";

test("the review finds a planted mistake, and another try from there ends better", async ({ page, server }) => {
  await bring(page, server.url, PLANTED);
  await expect(over(page)).toBeVisible();
  await page.getByRole("button", { name: "Review", exact: true }).click();
  const review = page.locator("section.review");
  await expect(review.locator(".sum")).toContainText("mistakes: 1");
  const costly = review.locator("ol.list").first().locator("li");
  await expect(costly).toHaveCount(1);
  await expect(costly.first()).toContainText("a mistake");
  await expect(review.locator("svg polyline")).toHaveCount(1);
  await costly.first().locator("button").click();
  await expect(page.locator("p.turn")).toHaveText("After 3 moves");
  await expect(review.locator("article")).toContainText("exactly");
  await expect(review.locator("article")).toContainText("Expert:");
  await shot(page, "review-tictactoe");
  const before = page.url();
  await review.getByRole("button", { name: "Try again from here" }).click();
  await expect.poll(() => page.url()).not.toBe(before);
  await expect(page.locator("p.turn.yours")).toBeVisible();
  await expect(page.locator(".page")).toHaveAttribute("data-made", "3");
  // An edge holds the draw; from then on the hints do.
  for (let i = 0; i < 4; i++) {
    if (await over(page).isVisible()) break;
    await expect(page.locator("p.turn.yours").or(over(page)).first()).toBeVisible();
    if (await over(page).isVisible()) break;
    const made = await page.locator(".page").getAttribute("data-made");
    for (let step = 1; step <= 3; step++) await page.keyboard.press("h"); // each press counts, however quickly it comes
    await expect(page.locator("p.hint")).toContainText("Hint:");
    await page.locator("button.act.target.hinted").first().click();
    await expect.poll(async () => (await page.locator(".page").getAttribute("data-made")) !== made).toBe(true);
  }
  await expect(over(page)).toContainText("Nobody wins");
});

/** Schnapsen: player 2 leads the unter of bells instead of the ace and loses all three tricks that are left; the ace wins the deal, whatever follows. */
const DEAL = `partie record 1
game: schnapsen
rules: 1
seat: 2

* L10 HJ H10 HQ BK AA AK LA HA BA LJ LK BJ B10 HK AJ A10 LQ AQ BQ
1 LA
2 LJ
1 LK
2 HQ
1 close
1 H10
2 HK
1 HJ
2 AA
2 BJ
1 B10
1 HA
2 BK
1 L10
2 BA
`;

test("in a deal of cards the review finds a planted mistake, and the same cards win at the second try", async ({ page, server }) => {
  await bring(page, server.url, DEAL);
  await expect(over(page)).toBeVisible();
  const lost = await over(page).innerText();
  await page.getByRole("button", { name: "Review", exact: true }).click();
  const review = page.locator("section.review");
  await expect(review.locator(".sum")).toContainText("mistakes: 1", { timeout: 60_000 });
  const costly = review.locator("ol.list").first().locator("li").first();
  await expect(costly).toContainText("a mistake");
  await costly.locator("button").click();
  await expect(page.locator("p.turn")).toHaveText("After 29 moves");
  await expect(review.locator("article")).toContainText("ace of bells");
  await expect(review.locator("table.belief tbody tr").first()).toBeVisible();
  const before = page.url();
  await review.getByRole("button", { name: "Try again from here" }).click();
  await expect.poll(() => page.url()).not.toBe(before);
  await expect(page.locator("p.turn.yours")).toBeVisible();
  await expect(page.locator(".page")).toHaveAttribute("data-made", "29");
  await hit(page.locator('button.act[aria-label^="ace of bells"]').first());
  if (await page.locator("button.act.target:not(.lift)").first().isVisible()) await hit(page.locator("button.act.target:not(.lift)").first());
  await playOut(page);
  await expect(over(page)).toContainText(/ wins\./);
  await expect(over(page)).not.toContainText("Expert wins");
  expect(await over(page).innerText()).not.toBe(lost);
  await shot(page, "retry-schnapsen");
});

test("a hint goes up the ladder step by step", async ({ page, server }) => {
  await open(page, server, "connect4", [me, strong]);
  await expect(page.locator("p.turn.yours")).toBeVisible();
  const hint = page.getByRole("button", { name: "Hint", exact: true });
  await hint.click();
  const told = page.locator("p.hint");
  await expect(told).toBeVisible();
  await expect(told).not.toContainText("Hint:");
  const first = await told.innerText();
  await hint.click();
  await expect(told).toContainText("In question:");
  expect(await told.innerText()).toContain(first);
  await hint.click();
  await expect(told).toContainText("Hint:");
});

test("a deal of cards is reviewed with the keyboard alone, with what could be known", async ({ page, server }) => {
  const expert: Seat = { kind: "computer", agent: "random" };
  await open(page, server, "snaps", [me, expert, expert, expert], QUICK, 7);
  await playOut(page);
  await page.keyboard.press("a");
  const review = page.locator("section.review");
  await expect(review).toBeVisible();
  await expect(review.locator(".sum")).toContainText("lost in all", { timeout: 60_000 });
  const lines = review.locator("ol.list.all button");
  expect(await lines.count()).toBeGreaterThan(1);
  await lines.first().focus();
  await page.keyboard.press("Enter");
  await expect(page.locator("p.turn")).toContainText("After");
  await expect(review.locator("table.belief tbody tr").first()).toBeVisible();
  // Every row of what could be known adds up to all of it: in šnaps no card lies elsewhere.
  const sums = await review.locator("table.belief tbody tr").evaluateAll((rows) => rows.map((row) => [...row.querySelectorAll("td")].reduce((sum, cell) => sum + Number((cell.textContent ?? "").replace(/[^\d]/g, "")), 0)));
  for (const sum of sums) expect(Math.abs(sum - 100)).toBeLessThanOrEqual(2);
  await shot(page, "review-snaps");
  await page.keyboard.press("a");
  await expect(review).toHaveCount(0);
});

test("an exercise is answered wrongly, then rightly", async ({ page, server }) => {
  await bring(page, server.url, PLANTED);
  await page.getByRole("button", { name: "Review", exact: true }).click();
  await expect(page.locator("section.review .sum")).toContainText("kept as exercises");
  await page.goto(`${server.url}/exercises`);
  await shot(page, "exercises");
  await page.getByRole("button", { name: "Practise" }).first().click();
  await expect(page.locator("p.hint")).toContainText("Exercise");
  const play = async (name: string): Promise<void> => {
    await field(page, name).click();
  };
  await play("a3");
  await expect(page.locator("p.hint")).toContainText("No");
  await shot(page, "exercise-wrong");
  await play("c2");
  await expect(page.locator("p.hint")).toContainText("Right");
  await page.goto(`${server.url}/exercises`);
  await expect(page.locator(".exercises li").first()).toContainText("right: 1 of 2");
});

for (const theme of ["light", "dark"] as const)
  test(`the review fits a phone, ${theme}`, async ({ page, server }) => {
    await page.emulateMedia({ colorScheme: theme });
    await page.setViewportSize({ width: 390, height: 844 });
    await bring(page, server.url, PLANTED);
    await page.getByRole("button", { name: "Review", exact: true }).click();
    const review = page.locator("section.review");
    await expect(review.locator(".sum")).toContainText("mistakes: 1");
    await review.locator("ol.list").first().locator("button").first().click();
    await expect(page.locator("p.turn")).toHaveText("After 3 moves");
    const box = await review.boundingBox();
    expect(box).not.toBeNull();
    expect(box!.x).toBeGreaterThanOrEqual(0);
    expect(box!.x + box!.width).toBeLessThanOrEqual(390);
    expect(box!.y + box!.height).toBeLessThanOrEqual(844);
    await shot(page, `review-phone-${theme}`);
  });
