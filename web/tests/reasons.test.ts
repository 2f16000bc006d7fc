// Reasons of computer players, as the page shows them.

import { describe, expect, it } from "vitest";
import { listed, reason } from "../src/reasons";

describe("reasons of a hint", () => {
  it("in English are left to those who read English", () => {
    expect(reason("it sees all of the cards", "cs")).toBeNull();
    expect(reason("it sees all of the cards", "en")).toBe("It sees all of the cards.");
    expect(reason("", "en")).toBeNull();
  });
  it("that come in the language already are shown, with players by their names", () => {
    const given = "proti mluví: v 30 % rozdání drží hráč 2 kartu zelená desítka a pak prohraje v 60 %";
    expect(reason(given, "cs", ["Jana", "Zdena"])).toBe("Proti mluví: v 30 % rozdání drží Zdena kartu zelená desítka a pak prohraje v 60 %.");
    expect(reason("a potom odložit kartu piková osma", "cs")).toBe("A potom odložit kartu piková osma.");
    expect(reason("prinesie priemerne +1,5; niečo vynesie: 62 % losovaných rozdaní (spolu 40)", "sk")).toMatch(/^Prinesie .*\.$/);
    expect(reason("against it: in 30 % of the deals player 3 holds the ace of leaves", "en", ["Jana", "Zdena"])).toContain("player 3");
  });
  it("names moves in a row, with common words once", () => {
    expect(listed(["odložit kartu pikový kluk", "odložit kartu křížová dáma"])).toBe("odložit kartu pikový kluk, křížová dáma");
    expect(listed(["sedma", "sto", "sto a sedma"])).toBe("sedma, sto, sto a sedma");
    expect(listed(["tarok X"])).toBe("tarok X");
  });
});
