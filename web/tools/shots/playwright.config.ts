import base from "../../playwright.config";
import { defineConfig } from "@playwright/test";

// `npm run shots`: pictures of everything, by the same program and browser as the tests.
export default defineConfig({ ...base, testDir: ".", testMatch: "*.shots.ts", timeout: 900_000, outputDir: "../../test-results/shots-run" });
