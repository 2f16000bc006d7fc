// Reasons of computer players, said in three languages.

import { describe, expect, it } from "vitest";
import { LANGS } from "../src/lang";
import { reason } from "../src/reasons";

/** One sentence of every kind the computer players of the house give. */
const GIVEN = [
  "the only legal move",
  "wins by force in at most 3 moves",
  "wins by force in 2 moves",
  "loses by force in 4 moves",
  "loses by force, at the latest in 1 moves",
  "every move loses by force",
  "the best that can be forced is no win",
  "a draw with best play",
  "62 of 100 simulations won",
  "12 of its 30 random games won, of 200 in all",
  "weighted balance -0.250 in 30 random games, of 200 in all",
  "+1.25 expected",
  "brings -0.50 on average and something in 62 % of 40 drawn deals",
  "average 0.120 over 50 sampled states",
  "average margin -0.120 over 50 sampled states",
  "as a sober player does",
  "as sober players do",
  "the mean of the open value over 40 of 60 deals",
  "mixed strategy of 1000 rounds, exploitable by 0.0010",
  "follows the way found before: 5 moves to the goal",
  "reaches the goal in 1 moves",
  "there is no way to the goal among the states looked at",
  "no way to the goal found in 1000 states (nodes)",
  "value 12 after looking 4 moves ahead",
  "value 0.120 after looking 4 moves ahead",
  "margins of all players 1 -1, looking 3 moves ahead",
  "expected margin 0.120, looking 2 moves ahead",
];

describe("reasons of a hint", () => {
  it("are said in every language, each in its own words", () => {
    for (const text of GIVEN) {
      const said = LANGS.map((lang) => reason(text, lang));
      for (const one of said) expect(one, text).toMatch(/^\S.*\.$/);
      expect(new Set(said).size, text).toBe(3);
    }
  });
  it("count as the language counts", () => {
    expect(reason("wins by force in 1 moves", "cs")).toContain("1 tah.");
    expect(reason("wins by force in at most 3 moves", "cs")).toContain("3 tahy");
    expect(reason("wins by force in 5 moves", "sk")).toContain("5 ťahov");
    expect(reason("+1.25 expected", "cs")).toContain("+1,3");
    expect(reason("62 of 100 simulations won", "en")).toContain("62%");
  });
  it("of an unknown kind are left to those who read English", () => {
    expect(reason("it sees all of the cards", "cs")).toBeNull();
    expect(reason("it sees all of the cards", "en")).toBe("It sees all of the cards.");
    expect(reason("", "en")).toBeNull();
  });
  it("that come in the language already are shown, with players by their names", () => {
    const given = "proti mluví: v 30 % rozdání drží hráč 2 kartu zelená desítka a pak prohraje v 60 %";
    expect(reason(given, "cs", ["Jana", "Zdena"])).toBe("Proti mluví: v 30 % rozdání drží Zdena kartu zelená desítka a pak prohraje v 60 %.");
    expect(reason("prinesie priemerne +1,5; niečo vynesie v 62 % z 40 losovaných rozdaní", "sk")).toMatch(/^Prinesie .*\.$/);
    expect(reason("against it: in 30 % of the deals player 3 holds the ace of leaves", "en", ["Jana", "Zdena"])).toContain("player 3");
  });
  it("never fail on odd figures", () => {
    for (const lang of LANGS) expect(reason("0 of 0 simulations won", lang)).toContain("0");
  });
});
