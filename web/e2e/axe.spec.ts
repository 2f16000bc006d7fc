// axe-core on every page, in all three languages, in both contrasts and on a phone.

import AxeBuilder from "@axe-core/playwright";
import { bot, expect, me, open, playOut, shot, test } from "./house";
import { words, type Lang } from "../src/lang";

/** Every kind of board once; languages differ in words only. */
const GAMES: Record<Lang, [string, number][]> = {
  en: [["connect4", 2], ["taroky", 4], ["morris", 2], ["frogs/frogs.s3", 1]],
  cs: [["ludo", 2], ["klondike/klondike.pl", 1]],
  sk: [["prsi/prsi.pl", 2], ["marias", 3]],
};

for (const lang of ["en", "cs", "sk"] as const satisfies readonly Lang[])
  test(`no page has an accessibility violation (${lang})`, async ({ browser, server }) => {
    const context = await browser.newContext({ locale: lang === "en" ? "en-GB" : lang });
    const page = await context.newPage();
    const t = (key: Parameters<typeof words>[1], ...values: string[]): string => words(lang, key, ...values);
    const clean = async (where: string): Promise<void> => {
      const { violations } = await new AxeBuilder({ page }).analyze();
      expect(violations.map((v) => `${where}: ${v.id}: ${v.nodes.map((n) => n.html).join(" ")}`)).toEqual([]);
    };
    const close = (): Promise<void> => page.getByRole("button", { name: t("close") }).click();
    await page.goto(server.url);
    await expect(page.locator(".games li").first()).toBeVisible();
    await clean("lobby");
    await shot(page, `lobby-${lang}`);
    await page.locator("ul.games .links button").nth(1).click();
    for (const summary of await page.locator("dialog details summary").all()) await summary.click();
    await clean("new table");
    await shot(page, `new-table-${lang}`);
    await close();
    await page.locator(".top nav button").last().click();
    await clean("account");
    await close();
    await page.getByRole("button", { name: t("look") }).click();
    await page.getByRole("checkbox", { name: t("largeIndex") }).check();
    await shot(page, `appearance-${lang}`);
    await clean("appearance");
    await page.getByRole("checkbox", { name: t("contrast") }).check();
    await clean("appearance in high contrast");
    await close();
    for (const [game, seats] of GAMES[lang]) {
      await open(page, server, game, [me, ...Array.from({ length: seats - 1 }, () => bot)], undefined, 3);
      await expect(page.locator("p.turn.yours")).toBeVisible();
      await clean(game);
      await shot(page, `axe-${game.split("/")[0]}-${lang}`);
    }
    await page.getByRole("button", { name: t("more") }).click();
    await clean("menu");
    await shot(page, `menu-${lang}`);
    await close();
    await open(page, server, "kuhn", [me, { kind: "person", name: "Bob" }]);
    await expect(page.locator(".curtain")).toBeVisible();
    await clean("curtain");
    await open(page, server, "snaps", [me, bot, bot, bot], undefined, 3);
    await playOut(page);
    await clean("over");
    await shot(page, `over-${lang}`);
    await context.close();
  });
