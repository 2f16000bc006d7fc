// Descriptions that come with the program describe games of the house once more. In the lobby a game stands once.

import type { GameInfo } from "./api";

const plain = (text: string): string => text.normalize("NFD").replace(/\p{M}|\s|\([^)]*\)/gu, "").toLowerCase();
const LANGS = ["en", "cs", "sk"] as const;

/** Whether a described game is one of the house's own under the same name, in whatever language. */
export function isTwin(game: GameInfo, games: readonly GameInfo[]): boolean {
  if (game.file == null || game.problem) return false;
  return games.some((own) => own.file == null && LANGS.some((lang) => own.title[lang] !== "" && plain(own.title[lang]) === plain(game.title[lang])));
}
