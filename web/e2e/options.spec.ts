// Rule options have names, not keys; ways of playing are cards that say what they mean.

import { expect, test } from "./house";
import type { GameInfo } from "../src/api";
import { isNamed, presetText, valueName } from "../src/options";

const LANGS = ["cs", "sk", "en"] as const;

test("every value of every option of the house's games has a name in three languages", async ({ page, server }) => {
  await page.goto(server.url);
  const games = (await (await page.request.get(`${server.url}/api/games`)).json()) as GameInfo[];
  const own = games.filter((g) => g.file == null);
  expect(own.length).toBeGreaterThan(8);
  const unnamed: string[] = [];
  for (const game of own)
    for (const setting of game.settings) {
      for (const word of setting.words) if (!isNamed(setting.name, word)) unnamed.push(`${game.id}: ${setting.name}=${word}`);
      for (const lang of LANGS) {
        expect(setting.help[lang], `${game.id}.${setting.name}`).not.toBe("");
        // An explanation speaks of no key.
        expect(setting.help[lang], `${game.id}.${setting.name}`).not.toMatch(/: (yes|no|highest|lead|shown)\)|_/);
        for (const word of setting.words) {
          if (setting.name === "preset") expect(presetText(game.id, word, lang), `${game.id} ${word}`).not.toBe("");
          expect(valueName(setting.name, word, lang)).not.toMatch(/_|thesis/);
        }
      }
    }
  expect(unnamed).toEqual([]);
});

test("a way of playing is a card; what it decides is said, and what one chooses counts", async ({ browser, server }) => {
  const context = await browser.newContext({ locale: "cs", viewport: { width: 390, height: 844 } });
  const page = await context.newPage();
  await page.goto(server.url);
  await page.getByRole("button", { name: "Vybrat pravidla a hráče: Volený mariáš" }).click();
  await page.getByText("Vlastní pravidla").click();
  const talon = page.getByLabel(/^Esa a desítky v talonu/);
  await expect(talon).toHaveValue("allowed");
  await expect(talon.locator("option:checked")).toHaveText("povoleny");
  await page.getByRole("radio", { name: /Turnaj/ }).check();
  await expect(talon.locator("option:checked")).toHaveText("podle způsobu hry");
  // As at home, though the tournament forbids it: what was chosen by hand counts.
  await talon.selectOption("allowed");
  await page.getByRole("button", { name: "Sednout ke stolu" }).click();
  await expect(page.locator(".page")).toBeVisible();
  const id = page.url().split("/").at(-1);
  const tables = (await (await page.request.get(`${server.url}/api/tables`)).json()) as { yours: { id: string; game: string }[] };
  expect(tables.yours.find((x) => x.id === id)?.game).toBe("marias?preset=tournament&talon_ax=allowed");
  await context.close();
});
