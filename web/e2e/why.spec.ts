// A rule file explained beside the table, its knowledge base asked in the playground, and the adviser of a real table.

import AxeBuilder from "@axe-core/playwright";
import { expect, me, open, over, playOut, shot, test, type Seat } from "./house";

const rules: Seat = { kind: "computer", agent: "bot:snaps.bot" };

test("a finished match says which rules fired, and its knowledge base is asked in the playground", async ({ page, server }) => {
  await open(page, server, "snaps", [me, rules, rules, rules]);
  await expect(page.getByRole("button", { name: "Why?" })).toHaveCount(0);
  await playOut(page);
  await expect(over(page)).toBeVisible();
  await page.getByRole("button", { name: "Why?", exact: true }).click();
  const why = page.getByRole("region", { name: "Why?" });
  const turn = why.getByRole("button").filter({ hasText: "GETTURN" }).first();
  await turn.click();
  await expect(why.getByText(/The rule in line \d+ fired/).first()).toBeVisible();
  await expect(why.getByText(/The rules returned/).first()).toBeVisible();
  await shot(page, "why-table");
  expect((await new AxeBuilder({ page }).include(".why").analyze()).violations).toEqual([]);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await shot(page, "why-phone");
  await why.getByRole("button", { name: "Ask it in the playground" }).click();
  await expect(page).toHaveURL(/\/playground$/);
  await expect(page.getByLabel("Knowledge base")).toHaveValue(/riziko\(250\)\./);
  await page.getByLabel("Query").fill("riziko(X)");
  await page.getByRole("button", { name: "Ask", exact: true }).click();
  await expect(page.getByRole("region", { name: "Answers" })).toContainText("X = 250");
});

test("in the playground a change shows at once, and errors are named with their place", async ({ page, server }) => {
  await page.goto(`${server.url}/playground`);
  const base = page.getByLabel("Knowledge base");
  const answers = page.getByRole("region", { name: "Answers" });
  await base.fill("n(1).\n");
  await page.getByLabel("Query").fill("retract(n(X)), Y is X + 1, assertz(n(Y))");
  await page.keyboard.press("Enter");
  await expect(answers).toContainText("X = 1, Y = 2");
  await expect(base).toHaveValue("n(2).\n");
  await shot(page, "playground");
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
  await page.getByRole("button", { name: "Undo the change" }).click();
  await expect(base).toHaveValue("n(1).\n");
  await page.getByLabel("Query").fill("n(2)");
  await page.keyboard.press("Enter");
  await expect(answers.getByRole("status")).toHaveText("no");
  await base.fill("a.\nb :- (c.\n");
  await page.getByRole("button", { name: "Ask", exact: true }).click();
  await expect(answers.getByRole("button", { name: /^line 2, column/ })).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
});

test("the adviser is told a hand on a phone, a slip is mended, and a rule file says what to call", async ({ page, server }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  // Rule files of a folder are read after the server has begun to answer.
  const listed = async (): Promise<string> => (await page.request.get(`${server.url}/api/games`)).text();
  await expect.poll(listed).toContain("bot:snaps.bot");
  await page.goto(`${server.url}/adviser`);
  await page.getByLabel("Game").selectOption("snaps");
  await page.getByLabel("Who advises").selectOption("bot:snaps.bot");
  const choices = page.locator(".choices");
  await expect(choices.getByRole("button")).toHaveCount(24);
  for (const card of ["ace of hearts", "ten of hearts", "king of hearts", "ace of leaves", "nine of bells"]) {
    await choices.getByRole("button", { name: card, exact: true }).click();
    await expect(page.locator(".told")).toContainText(card);
  }
  // The fourth was the ten of leaves.
  await page.getByRole("button", { name: "Mend number 4: ace of leaves" }).click();
  await choices.getByRole("button", { name: "ten of leaves", exact: true }).click();
  await expect(page.locator(".told")).toContainText("ten of leaves");
  await expect(page.locator(".told")).not.toContainText("ace of leaves");
  await choices.getByRole("button", { name: "nine of acorns", exact: true }).click();
  await page.getByRole("button", { name: "What should I play?" }).click();
  await expect(page.locator(".advice strong")).toContainText("would play");
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await shot(page, "adviser-phone");
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
  // What was told is still there after the page was closed.
  await page.reload();
  await expect(page.locator(".told li")).toHaveCount(6);
});
