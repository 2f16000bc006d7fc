import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";

const DATA = resolve(import.meta.dirname, "../../data");
const sheets = readdirSync(DATA, { recursive: true, encoding: "utf8" }).filter((path) => /rules(\.cs|\.sk)?\.md$/.test(path));

describe("rule sheets", () => {
  it("speak to players: no option is named by the key one types", () => {
    expect(sheets.length).toBeGreaterThan(60);
    expect(sheets.filter((path) => readFileSync(join(DATA, path), "utf8").includes("`"))).toEqual([]);
  });
  it("exist in three languages with as many headings", () => {
    const headings = (path: string): number => readFileSync(join(DATA, path), "utf8").match(/^#+ /gm)?.length ?? 0;
    for (const path of sheets.filter((p) => p.endsWith("rules.md")))
      for (const lang of ["cs", "sk"]) expect(headings(path.replace("rules.md", `rules.${lang}.md`)), path).toBe(headings(path));
  });
});
