// Tournaments are started, watched and read; the test bench is stepped, run and paused.

import AxeBuilder from "@axe-core/playwright";
import { expect, shot, test } from "./house";

test("a tournament is started, watched to its end and read", async ({ page, server }) => {
  await page.goto(server.url);
  await page.getByText("Workshop").click();
  await page.getByRole("link", { name: "Tournaments" }).click();
  await page.getByRole("combobox", { name: "Game", exact: true }).selectOption("connect4");
  await expect(page.getByLabel("Player 3", { exact: true })).toBeVisible();
  await page.getByLabel("Player 1", { exact: true }).selectOption("random");
  await page.getByLabel("Rounds of each meeting").fill("3");
  await page.getByLabel("States considered for a move").fill("200");
  await page.getByRole("button", { name: "Start the tournament" }).click();
  await expect(page).toHaveURL(/\/tournaments\/\w+$/);
  await expect(page.getByRole("status")).toContainText("of 18 plays");
  // The play under way is seen while it lasts, all of it in the end.
  await expect(page.getByRole("status")).toContainText("is over · 18 of 18 plays");
  const rows = page.getByRole("region", { name: "Standings" }).locator("tbody tr");
  await expect(rows).toHaveCount(3);
  const points = await rows.locator("td:nth-child(3)").allInnerTexts();
  expect(points.map(Number).reduce((a, b) => a + b, 0)).toBe(18);
  await shot(page, "tournament");
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
  const [report] = await Promise.all([page.waitForEvent("popup"), page.getByRole("link", { name: "Report" }).click()]);
  await expect(report.getByRole("heading", { name: "Who beats whom" })).toBeVisible();
  // Its own script runs: a play can be stepped through.
  await report.getByRole("button", { name: "On", exact: true }).click();
  await expect(report.locator("output")).toContainText("1 / ");
  await report.close();
  await page.goto(`${server.url}/tournaments`);
  await expect(page.getByRole("listitem")).toContainText("is over, 18 plays");
  // One that was over when the server died is still there.
  await server.kill();
  await server.start();
  await page.reload();
  await expect(page.getByRole("listitem")).toContainText("is over, 18 plays");
});

test("a guest has one tournament at a time, of a bounded size, among players on offer", async ({ page, server }) => {
  await page.goto(server.url);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  const start = (data: object) => page.request.post(`${server.url}/api/tournaments`, { data });
  const wish = { game: "connect4", players: ["random", "random"], rounds: 100, nodes: 20000 };
  const large = await start({ ...wish, players: Array.from({ length: 8 }, () => "random") });
  expect([large.status(), await large.text()]).toEqual([400, expect.stringContaining("too many")]);
  expect((await start({ ...wish, players: ["random", "mcts?iterations=999999999"] })).status()).toBe(400);
  expect((await start({ ...wish, game: "no such game" })).status()).toBe(400);
  expect((await start({ ...wish, rounds: 0 })).status()).toBe(400);
  const slow = { ...wish, players: ["who:zdena", "who:alois"] };
  const first = await start(slow);
  expect(first.status(), await first.text()).toBe(201);
  expect((await start(slow)).status()).toBe(409);
  const { id } = (await first.json()) as { id: string };
  expect((await page.request.delete(`${server.url}/api/tournaments/${id}`)).status()).toBe(204);
  expect((await start(wish)).status()).toBe(201);
});

test("the test bench shows all hands and thoughts, step by step, and runs and pauses", async ({ page, server }) => {
  await page.goto(server.url);
  await page.getByText("Workshop").click();
  await page.getByRole("link", { name: "Test bench" }).click();
  await page.getByRole("combobox", { name: "Game", exact: true }).selectOption("snaps");
  await expect(page.getByLabel("Player 4")).toBeVisible();
  await page.getByLabel("Computer thinks at most (ms)").fill("30");
  await page.getByRole("button", { name: "Deal", exact: true }).click();
  const status = page.getByRole("status");
  await expect(status).toContainText("moves made: 0");
  const step = page.getByRole("button", { name: "Step" });
  await step.click();
  await expect(status).toContainText("moves made: 24");
  await expect(page.locator(".scenery .line > .card")).toHaveCount(24);
  await expect(page.getByRole("region", { name: /believe the cards/ }).locator("tbody tr")).toHaveCount(24);
  await expect(page.getByText("has not moved yet")).toHaveCount(4);
  await step.click();
  await expect(page.getByText("has not moved yet")).toHaveCount(3);
  await shot(page, "bench");
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
  // So slowly that the deal cannot be over before it is paused; then as fast as it goes, without waiting for the slow move.
  const least = page.getByLabel("Least time between moves (ms)");
  await least.fill("10000");
  await page.getByRole("button", { name: "Run" }).click();
  await page.getByRole("button", { name: "Pause" }).click();
  await expect(page.getByRole("button", { name: "Run" })).toBeVisible();
  await least.fill("0");
  await page.getByRole("button", { name: "Run" }).click();
  await expect(status).toContainText("The match is over.", { timeout: 60_000 });
});
