// Draws contact sheets of every card, portrait, back and piece with Chromium:
//   npm run contact-sheet [-- FOLDER [NAME]]    into FOLDER (outside of git), only sheets whose name begins with NAME
// Each pack at 44, 104 and 330 pixels on light, dark and grey.

import { existsSync, mkdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { chromium } from "playwright-core";
import { createServer } from "vite";

const out = resolve(process.argv[2] ?? join(tmpdir(), "partie-contact"));
mkdirSync(out, { recursive: true });
const vite = await createServer({ server: { middlewareMode: true }, appType: "custom", logLevel: "error" });
const { sheets } = await vite.ssrLoadModule("/tools/sheets.ts");
const system = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].find((path) => existsSync(path));
const executablePath = process.env.CHROMIUM ?? system;
const browser = await chromium.launch({ ...(executablePath ? { executablePath } : {}), args: ["--no-sandbox"] });
const page = await browser.newPage();

const GROUNDS = { light: "#efe6d2", dark: "#17382d", grey: "#efe6d2;filter:grayscale(1)" };
for (const sheet of sheets(process.argv[3])) {
  for (const [ground, css] of Object.entries(GROUNDS)) {
    for (const width of sheet.widths ?? [44, 104, 330]) {
      const columns = Math.max(1, Math.min(sheet.pictures.length, Math.floor(1360 / (width + 8))));
      const tall = Math.round(width * sheet.ratio);
      const pictures = sheet.pictures.map((src) => `<img width="${width}" height="${tall}" src="${src}">`).join("");
      await page.setViewportSize({ width: columns * (width + 8) + 16, height: 200 });
      await page.setContent(`<body style="margin:0;background:${css}"><div style="display:flex;flex-wrap:wrap;gap:8px;padding:8px;width:${columns * (width + 8)}px">${pictures}</div>`);
      await page.evaluate(() => Promise.all([...document.images].map((image) => image.decode())));
      const path = join(out, `${sheet.name}-${width}-${ground}.png`);
      await page.screenshot({ path, fullPage: true });
      console.log(path);
    }
  }
}
await browser.close();
await vite.close();
