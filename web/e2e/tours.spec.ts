// The guide through a first deal of each card game: five notes, each at its moment, none of them over what is to be pressed.

import { GUIDED } from "../src/guides";
import { expect, over, step, test } from "./house";

for (const game of GUIDED)
  test(`a guide of five notes goes through the first deal of ${game}`, async ({ browser, server }) => {
    test.setTimeout(240_000);
    const context = await browser.newContext({ locale: "cs", reducedMotion: "reduce", viewport: { width: 1366, height: 650 } });
    const page = await context.newPage();
    await page.goto(server.url);
    const titles = await page.request.get(`${server.url}/api/games`).then(async (answer) => (await answer.json()) as { id: string; title: { cs: string } }[]);
    const title = titles.find((g) => g.id === game)?.title.cs ?? "";
    await page.locator(".guides").getByRole("button", { name: title, exact: true }).click();
    const note = page.locator(".tour");
    const seen: string[] = [];
    for (let i = 0; i < 400 && seen.length < 5; i++) {
      await expect(page.locator("p.turn.yours, button.continue, .tour").or(over(page)).first()).toBeVisible();
      if (await note.isVisible()) {
        // It covers nobody at the table.
        const covered = await page.evaluate(() => {
          const a = document.querySelector(".tour")?.getBoundingClientRect();
          const within = (b: DOMRect): boolean => !!a && Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1;
          return [...document.querySelectorAll(".page .plaque")].filter((plaque) => within(plaque.getBoundingClientRect())).map((plaque) => plaque.textContent?.trim());
        });
        expect(covered).toEqual([]);
        seen.push((await note.locator(".quiet").innerText()).replaceAll("\u00a0", " "));
        await note.getByRole("button", { name: "Rozumím" }).click();
        continue;
      }
      if (await over(page).isVisible()) {
        // The last note comes with the end of the deal.
        await expect(note).toBeVisible();
        continue;
      }
      await step(page);
    }
    expect(seen).toEqual(["1 z 5", "2 z 5", "3 z 5", "4 z 5", "5 z 5"]);
    await context.close();
  });
