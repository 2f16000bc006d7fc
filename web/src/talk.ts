// What a move sounds like at the table: words become a bubble, a card that is laid does not.

import type { Picture, SaidState, TokenState } from "./api";

export const capital = (text: string): string => (text === "" ? "" : text.charAt(0).toLocaleUpperCase() + text.slice(1));

/** What somebody said with a move, for a bubble; empty when he only laid something. */
export function utterance(said: SaidState, before: Picture, after: Picture, cleared: readonly TokenState[]): string {
  const there = new Set(before.tokens.filter((x) => x.up && x.owner === said.who).map((x) => `${x.zone}/${x.id}`));
  const laid = [...after.tokens, ...cleared].filter((x) => x.up && x.owner === said.who && !there.has(`${x.zone}/${x.id}`) && x.label !== "");
  for (const token of laid) {
    if (said.text === token.label) return "";
    // A card laid with words: only the words are said.
    if (said.text.startsWith(`${token.label}, `)) return `${capital(said.text.slice(token.label.length + 2))}!`;
  }
  // A card that leaves the hand face down is laid, too.
  const held = (scene: Picture): number => scene.tokens.filter((x) => scene.zones.some((z) => z.id === x.zone && z.layout === "fan" && z.owner === said.who)).length;
  if (held(after) < held(before)) return "";
  const fans = after.zones.some((z) => z.layout === "fan");
  const place = (x: TokenState): string => `${x.zone}:${x.slot}:${x.kind}`;
  const same = before.tokens.length === after.tokens.length && after.tokens.map(place).join() === before.tokens.map(place).join();
  if (!fans && !same) return "";
  // The cards that somebody's word brought into the own hand are for the log: he did not say them.
  const text = capital(said.text.replace(/ \((from the talon|z talonu|z talónu): .*\)$/, ""));
  return /[.?!]$/.test(text) ? text : `${text}.`;
}
