// The pages beside the games, as the menus of the header list them: what makes one a better player, and what plays by itself.

import type { Key } from "./lang";

export type Place = readonly [path: string, name: Key];
export const PLACES: readonly { title: Key; places: readonly Place[] }[] = [
  {
    title: "training",
    places: [["/daily", "daily"], ["/exercises", "exercises"], ["/lessons", "lessons"], ["/deal", "editor"], ["/progress", "myProgress"], ["/adviser", "adviser"]],
  },
  {
    title: "workshop",
    places: [["/tournaments", "tournaments"], ["/bench", "bench"], ["/bots", "ruleFiles"], ["/playground", "playground"]],
  },
];
