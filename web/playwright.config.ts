import { defineConfig } from "@playwright/test";

// Debian's Chromium; PARTIE_BIN is the built program (see e2e/house.ts).
export default defineConfig({
  testDir: "e2e",
  timeout: 120_000,
  expect: { timeout: 20_000 },
  workers: 2,
  fullyParallel: true,
  forbidOnly: true,
  // In CI a failed test is run once more: it is reported as flaky, by name, and still to be mended.
  retries: process.env["CI"] ? 1 : 0,
  reporter: [["list"]],
  use: {
    browserName: "chromium",
    locale: "en-GB",
    viewport: { width: 1200, height: 900 },
    launchOptions: {
      executablePath: process.env["CHROMIUM"] ?? "/usr/bin/chromium",
      args: [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
      ],
    },
  },
});
