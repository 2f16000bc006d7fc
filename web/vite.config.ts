import { svelte } from "@sveltejs/vite-plugin-svelte";
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";

/** Writes a squeezed copy beside every text file, so that the server need not squeeze. */
function squeeze(): Plugin {
  const walk = (folder: string): void => {
    for (const name of readdirSync(folder)) {
      const path = join(folder, name);
      if (statSync(path).isDirectory()) walk(path);
      else if (/\.(html|js|css|svg|json|webmanifest)$/.test(name)) {
        const data = readFileSync(path);
        writeFileSync(`${path}.gz`, gzipSync(data, { level: 9 }));
        writeFileSync(`${path}.br`, brotliCompressSync(data));
      }
    }
  };
  return { name: "squeeze", apply: "build", closeBundle: () => walk("dist") };
}

export default defineConfig({
  plugins: [svelte(), squeeze()],
  build: { target: "es2022", assetsInlineLimit: 0, modulePreload: { polyfill: false } },
  test: { include: ["tests/**/*.test.ts"] },
  server: { proxy: { "/api": { target: "http://127.0.0.1:7878", ws: true } } },
});
