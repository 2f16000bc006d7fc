// Why a hint is given: the server says it in the language of the page. Here players get their names.

import type { Lang } from "./lang";

/** Words that only an English sentence has; “it” at the end of “odložit” is none, so that letters with marks count as letters. */
const ENGLISH = /(?<!\p{L})(the|of|is|it|in|with|and|as|by the|deals?|moves?)(?!\p{L})/u;

/** Moves in a row; the words with which all of them begin are said once. */
export function listed(labels: readonly string[]): string {
  const [first = "", ...others] = labels;
  const ends = [...first.matchAll(/ /g)].map((space) => space.index + 1);
  const shared = ends.findLast((end) => others.every((label) => label.startsWith(first.slice(0, end)))) ?? 0;
  return [first, ...others.map((label) => label.slice(shared))].join(", ");
}

/**
 * A reason as it is shown: players by their names, a capital first. One that came in English (a rule file speaks as its author
 * wrote it) is given to those who read English only.
 */
export function reason(text: string, lang: Lang, names: readonly string[] = []): string | null {
  if (text.trim() === "" || (lang !== "en" && ENGLISH.test(text))) return null;
  const named = text.trim().replace(/\b(?:player|hráč) (\d)(?!\d)/g, (all, n: string) => names[Number(n) - 1] || all);
  return `${named.charAt(0).toLocaleUpperCase()}${named.slice(1)}${/[.!?]$/.test(named) ? "" : "."}`;
}
