// Draws contact sheets of every card, portrait and piece: `npm run contact-sheet [folder]`. Needs chromium.
// Each sheet shows all pictures of one pack at 44, 104 and 330 pixels on light, dark and grey.

import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { createServer } from "vite";

const out = resolve(process.argv[2] ?? join(tmpdir(), "partie-contact"));
const only = process.argv[3];
const browser = process.env.CHROMIUM ?? "chromium";
mkdirSync(out, { recursive: true });
const vite = await createServer({ server: { middlewareMode: true }, appType: "custom", logLevel: "error", plugins: [] });
const { sheets } = await vite.ssrLoadModule("/tools/sheets.ts");

const GROUNDS = { light: "#efe6d2", dark: "#17382d", grey: "#efe6d2;filter:grayscale(1)" };
for (const sheet of sheets(only)) {
  for (const [ground, css] of Object.entries(GROUNDS)) {
    for (const width of sheet.widths ?? [44, 104, 330]) {
      if (ground !== "light" && width === 330) continue;
      const columns = Math.max(1, Math.min(sheet.pictures.length, Math.floor(1360 / (width + 8))));
      const rows = Math.ceil(sheet.pictures.length / columns);
      const tall = Math.round(width * sheet.ratio);
      const name = `${sheet.name}-${width}-${ground}`;
      const body = sheet.pictures.map((svg) => `<div style="width:${width}px;height:${tall}px">${""}<img width="${width}" height="${tall}" src="${svg.replaceAll('"', "'")}"></div>`).join("");
      writeFileSync(join(out, `${name}.html`), `<body style="margin:0;background:${css}"><div style="display:flex;flex-wrap:wrap;gap:8px;padding:8px;width:${columns * (width + 8)}px">${body}</div>`);
      const size = `${columns * (width + 8) + 16},${rows * (tall + 8) + 16}`;
      execFileSync(browser, ["--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", `--window-size=${size}`, `--screenshot=${join(out, `${name}.png`)}`, `file://${join(out, `${name}.html`)}`], { stdio: "ignore" });
      console.log(join(out, `${name}.png`));
    }
  }
}
await vite.close();
