// What the table promises: few clicks to the first card, little to load, what is laid can be corrected, what is final is confirmed.
// What holds at every size, in every light and language is in every.spec.ts.

import { expect, hit, made, me, open, over, type Seat, step, test } from "./house";

const easy: Seat = { kind: "computer", agent: "who:kuba" };

test("from a fresh page to the first card of mariáš: two clicks as a defender", async ({ browser, server }) => {
  // At a quick table somebody else is forehand in the first deal. One word answers both questions before the first card.
  const context = await browser.newContext({ locale: "cs", reducedMotion: "reduce" });
  const page = await context.newPage();
  await page.goto(server.url);
  await page.getByRole("button", { name: "Hrát hned", exact: true }).click();
  await expect(page.locator(".fan.mine .loose")).toHaveCount(10);
  await page.getByRole("button", { name: "Dobrá, a hrajme" }).click();
  await expect(page.locator(".fan.mine .act.lift").first()).toBeVisible({ timeout: 60_000 });
  await expect(page.locator(".say")).toHaveCount(0);
  await context.close();
});

test("from a fresh page to the first card a forehand lays, the trump: four clicks; to the first trick: eight", async ({ browser, server }) => {
  const context = await browser.newContext({ locale: "cs" });
  const page = await context.newPage();
  let clicks = 0;
  await page.goto(server.url);
  await page.getByRole("button", { name: "Vybrat pravidla a hráče: Volený mariáš" }).click();
  clicks++;
  await page.getByRole("button", { name: "Sednout ke stolu" }).click();
  clicks++;
  // The first decision of the forehand is a card: the trump, by pressing it twice.
  await expect(page.locator("p.turn.yours")).toBeVisible();
  for (let i = 0; i < 2; i++) {
    await hit(page.locator(".fan.mine .act.lift").first());
    clicks++;
  }
  await expect(page.locator("p.turn")).toContainText("talon");
  expect(clicks).toBe(4);
  // The rules ask more before the first trick: two cards for the talon, a game with trumps, its name, an answer to fleks. One word
  // says the last three.
  const press = async (what: ReturnType<typeof page.locator>): Promise<void> => {
    await hit(what);
    clicks++;
  };
  await press(page.locator(".fan.mine .act.lift:not(.lifted)").last());
  await press(page.locator(".fan.mine .act.lift:not(.lifted)").last());
  await press(page.locator(".say button.act.main"));
  await expect(page.locator("p.turn")).toContainText("Co hraješ?");
  await press(page.getByRole("button", { name: "Prostá hra a hrajme" }));
  await expect(page.locator("p.turn")).toContainText("Vynes kartu", { timeout: 60_000 });
  await expect(page.locator(".badge")).toContainText("Hra");
  expect(clicks).toBe(8);
  await context.close();
});

test("the first load is small, the deck included", async ({ browser, server }) => {
  const context = await browser.newContext({ locale: "cs" });
  const page = await context.newPage();
  const sizes = new Map<string, number>();
  const client = await context.newCDPSession(page);
  await client.send("Network.enable");
  const names = new Map<string, string>();
  client.on("Network.responseReceived", (e) => void names.set(e.requestId, e.response.url));
  client.on("Network.loadingFinished", (e) => void sizes.set(names.get(e.requestId) ?? e.requestId, e.encodedDataLength));
  await page.goto(server.url);
  await page.getByRole("button", { name: "Hrát hned", exact: true }).click();
  await expect(page.locator(".fan.mine .loose").first()).toBeVisible();
  await page.waitForLoadState("networkidle");
  const total = [...sizes].filter(([url]) => url.startsWith("http") && !/\/api\//.test(url)).reduce((sum, [, size]) => sum + size, 0);
  expect(total).toBeGreaterThan(20_000);
  expect(total).toBeLessThan(200_000);
  await context.close();
});

test("a table that does not exist says so and shows the way out", async ({ page, server }) => {
  await page.goto(`${server.url}/t/bcdfghjkmnpq`);
  await expect(page.getByRole("heading", { name: "There is no such table" })).toBeVisible();
  await page.getByRole("button", { name: "To the lobby" }).click();
  await expect(page.getByRole("heading", { name: "Games", exact: true })).toBeVisible();
});

test("the talon can be corrected until it is laid", async ({ page, server }) => {
  await open(page, server, "marias", [me, easy, easy], { delay: 0, think: 60, wait: false }, 5);
  const lay = page.getByRole("button", { name: "Lay away" });
  for (let i = 0; i < 6 && !(await lay.isVisible()); i++) await step(page);
  await expect(lay).toBeDisabled();
  const before = await made(page);
  const cards = page.locator(".fan.mine .act.lift");
  await hit(cards.nth(0));
  await hit(cards.nth(1));
  await expect(page.locator("p.turn")).toContainText("(2/2)");
  await hit(cards.nth(1));
  await expect(page.locator("p.turn")).toContainText("(1/2)");
  await hit(cards.nth(2));
  expect(await made(page)).toBe(before);
  const names = await page.locator(".fan.mine .lifted").evaluateAll((list) => list.map((el) => el.querySelector("[data-token]")?.getAttribute("data-token")));
  await lay.click();
  await expect.poll(() => made(page)).toBeGreaterThanOrEqual(before + 2);
  for (const name of names) await expect(page.locator(`.fan.mine [data-token="${name}"]`)).toHaveCount(0);
});

test("what cannot be taken back is asked once more", async ({ page, server }) => {
  await open(page, server, "snaps", [me, easy, easy, easy], { delay: 0, think: 60, wait: false }, 5);
  const enough = page.getByRole("button", { name: /^dosť/i });
  // Looked for when it is one's turn: before, others may still be playing.
  for (let i = 0; i < 30; i++) {
    await expect(page.locator("p.turn.yours").or(over(page)).first()).toBeVisible();
    if (await enough.isVisible()) break;
    await step(page);
  }
  const before = await made(page);
  await enough.click();
  await expect(page.locator(".say .sure")).toBeVisible();
  expect(await made(page)).toBe(before);
  await page.locator(".say .sure").click();
  await expect(page.locator(".page[data-over=true]")).toBeVisible();
});

test("the rules of a game are read in the lobby and at the table, in the language of the page", async ({ browser, server }) => {
  const context = await browser.newContext({ locale: "cs" });
  const page = await context.newPage();
  await page.goto(server.url);
  await page.getByRole("button", { name: "Pravidla: Volený mariáš" }).click();
  await expect(page.getByRole("dialog").getByRole("heading", { name: "Co je potřeba" })).toBeVisible();
  await page.getByRole("button", { name: "Zavřít" }).click();
  await open(page, server, "prsi/prsi.pl", [me, easy]);
  await page.getByRole("button", { name: "Pravidla" }).click();
  await expect(page.getByRole("dialog").getByRole("heading", { name: "Tah", exact: true })).toBeVisible();
  await context.close();
});

test("words go from one to the other, each reading phrases in their own language", async ({ page, browser, server }) => {
  await open(page, server, "tictactoe", [me, { kind: "open" }]);
  await page.getByRole("button", { name: "More" }).click();
  const link = await page.getByRole("textbox", { name: "Invite" }).inputValue();
  await page.getByRole("button", { name: "Close" }).click();
  const context = await browser.newContext({ locale: "cs" });
  const other = await context.newPage();
  await other.goto(link);
  await other.getByRole("textbox", { name: "Tvoje jméno" }).fill("Oto");
  await other.getByRole("dialog").getByRole("button", { name: "Sednout si sem" }).click();
  await page.getByRole("button", { name: "Talk" }).click();
  await page.getByRole("button", { name: "Well played!" }).click();
  await expect(other.locator(".bubble")).toHaveText("Pěkně!");
  await context.close();
});
