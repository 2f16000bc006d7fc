// Why something was not done, in the language of the page. The server tells a kind of fault and the cause in English; what
// people meet is said here in their words, the rest by its kind.

import type { Code } from "./api";
import { prefs, t } from "./prefs.svelte";
import type { Key } from "./lang";

const KNOWN: Record<string, Key> = {
  "the match is not over, and you do not play alone": "notAlone",
  "a table for study is for one person": "studyAlone",
  "only those who play may write here": "noTalk",
  "that is not your seat": "notYourSeat",
  "no robot plays here": "noRobot",
  "wrong name or password": "wrongPassword",
  "you have too many tables; delete one first": "tooManyTables",
  "too many requests; slow down": "tooFast",
  "you have as many rule files as one may have; delete one first": "ruleTooMany",
  "somebody else has a rule file of that name; take another name": "ruleTaken",
  "the server has a rule file of that name; take another name": "ruleTakenHouse",
  "the server has no room for another rule file": "ruleFull",
  "only its owner may look into that rule file": "whyForeign",
  "too much is being thought about; wait a little": "tooFast",
};
const KINDS: Partial<Record<Code, Key>> = {
  too_fast: "tooFast",
  stale: "stale",
  forbidden: "forbidden",
  illegal: "illegal",
  missing: "missing",
  broken: "broken",
  malformed: "broken",
};

/** The cause of a fault in words. */
export function problemOf(code: Code | null, text: string): string {
  const known = KNOWN[text];
  if (known) return t(known);
  if (prefs.lang === "en" || code === null) return text || (code ? t(KINDS[code] ?? "broken") : "");
  return t(KINDS[code] ?? "broken");
}
