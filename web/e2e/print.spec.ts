// The score pad on paper.

import { bot, expect, me, open, playOut, test } from "./house";

for (const [name, viewport] of [["beside the table", { width: 1366, height: 768 }], ["as a sheet on a phone", { width: 390, height: 844 }]] as const)
  test(`a long score pad is printed to its end: ${name}`, async ({ page, server }) => {
    await page.setViewportSize(viewport);
    await open(page, server, "schnapsen", [me, bot]);
    await playOut(page);
    if (viewport.width < 700) await page.getByRole("button", { name: "Score", exact: true }).click();
    await expect(page.locator(".printed tbody tr").first()).toBeVisible();
    const pages = async (): Promise<number> => (await page.pdf({ format: "A4" })).toString("latin1").split(/\/Type\s*\/Page\b/).length - 1;
    expect(await pages()).toBe(1);
    // As after many evenings.
    await page.evaluate(() => {
      const list = document.querySelector(".printed tbody");
      const rows = [...(list?.children ?? [])];
      for (let i = 0; i < 60; i++) list?.append(...rows.map((row) => row.cloneNode(true)));
    });
    expect(await pages()).toBeGreaterThan(2);
  });
