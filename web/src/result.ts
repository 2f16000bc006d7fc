// How a match ended, in words.

import type { State } from "./api";
import { t } from "./prefs.svelte";

export function result(state: State): string {
  const names = state.play.winners.map((p) => state.table.seats[p]?.name ?? "");
  if (state.play.problem) return "";
  if (state.table.seats.length === 1) return `${t("over")} ${names.length > 0 ? t("solved") : t("unsolved")}`;
  if (names.length === 0) return `${t("over")} ${t("draw")}`;
  return `${t("over")} ${names.length === 1 ? t("won", names[0] ?? "") : t("wonMany", names.join(", "))}`;
}
