import { describe, expect, it } from "vitest";

const sheets: Record<string, string> = import.meta.glob("../../data/**/rules*.md", { query: "?raw", import: "default", eager: true });

describe("rule sheets", () => {
  it("speak to players: no option is named by the key one types", () => {
    expect(Object.keys(sheets).length).toBeGreaterThan(60);
    expect(Object.keys(sheets).filter((path) => sheets[path]?.includes("`"))).toEqual([]);
  });
  it("exist in three languages with as many headings", () => {
    const headings = (path: string): number => sheets[path]?.match(/^#+ /gm)?.length ?? 0;
    for (const path of Object.keys(sheets).filter((p) => p.endsWith("rules.md")))
      for (const lang of ["cs", "sk"]) expect(headings(path.replace("rules.md", `rules.${lang}.md`)), path).toBe(headings(path));
  });
});
