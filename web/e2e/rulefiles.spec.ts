// A rule file is written, refused with its errors, mended, loaded, seated, replaced and deleted.

import AxeBuilder from "@axe-core/playwright";
import { expect, shot, test } from "./house";

const BROKEN = "PROLOG { a( }\nGETTURN {\n  IF (true) { ad return(1). }\n}\n";
const SOUND = "PROLOG { }\nGETTURN {\n  IF (eq(\\LEGAL, [CARD | _])) { add return(\\CARD). }\n}\n";

test("a rule file is refused with its errors, mended, loaded, kept over a restart and deleted", async ({ page, server }) => {
  await page.goto(server.url);
  await page.getByText("Workshop").click();
  await page.getByRole("link", { name: "Rule files" }).click();
  await expect(page).toHaveURL(/\/bots$/);
  const files = page.getByRole("region", { name: "Rule files" });
  await expect(files.getByText("contracts")).toBeVisible();
  await page.getByLabel("Name of the player").fill("novice");
  await page.getByLabel("Rules", { exact: true }).fill(BROKEN);
  await page.getByRole("button", { name: "Load", exact: true }).click();
  await expect(page.getByRole("status")).toContainText("novice was not loaded");
  await expect(page.getByRole("button", { name: "line 1, column 13" })).toBeVisible();
  await expect(page.locator(".remarks li").first()).toContainText("PROLOG { a( }");
  await page.getByRole("button", { name: "line 1, column 13" }).click();
  const at = await page.getByLabel("Rules", { exact: true }).evaluate((area: HTMLTextAreaElement) => area.selectionStart);
  expect(at).toBe(12);
  await shot(page, "rulefiles-errors");
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
  // From a file of one's own.
  await page.locator("input[type=file]").setInputFiles({ name: "novice.bot", mimeType: "text/plain", buffer: Buffer.from(SOUND) });
  await page.getByRole("button", { name: "Load", exact: true }).click();
  await expect(page.getByRole("status")).toContainText("novice is loaded");
  await expect(files.getByRole("listitem").first()).toContainText("novice");
  await server.kill();
  await server.start();
  await page.reload();
  await files.getByRole("listitem").filter({ hasText: "novice" }).getByRole("button", { name: "Edit" }).click();
  await expect(page.getByLabel("Rules", { exact: true })).toHaveValue(SOUND);
  await page.getByRole("button", { name: "Replace novice" }).click();
  await expect(page.getByRole("status")).toContainText("novice is replaced");
  await page.setViewportSize({ width: 390, height: 844 });
  // The header's menus take their narrow form with the event of the new size, which may come after the size itself.
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await shot(page, "rulefiles-phone");
  page.once("dialog", (dialog) => void dialog.accept());
  await files.getByRole("button", { name: "Delete: novice" }).click();
  await expect(files.getByText("novice")).toHaveCount(0);
});
