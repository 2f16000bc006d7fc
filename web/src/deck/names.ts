// Cards in words, as people say them: an adjective that agrees with its noun, never two nouns side by side.

import { roman, type Card, type Suit } from "./cards";

type Three = readonly [cs: string, sk: string, en: string];
type Gender = "ý" | "á" | "é";
const at = (lang: string): 0 | 1 | 2 => (lang === "cs" ? 0 : lang === "sk" ? 1 : 2);

/** The stem of the adjective; in English the name of the suit. */
const SUITS: Record<Exclude<Suit, "tarock">, Three> = {
  heart: ["červen", "červen", "hearts"],
  leaf: ["zelen", "zelen", "leaves"],
  bell: ["kulov", "guľov", "bells"],
  acorn: ["žaludov", "žaluďov", "acorns"],
  diamond: ["károv", "károv", "diamonds"],
  spade: ["pikov", "pikov", "spades"],
  club: ["křížov", "krížov", "clubs"],
};
const FRENCH_HEART: Three = ["srdcov", "srdcov", "hearts"];
const COURTS: Record<string, readonly [Gender, Three]> = {
  low: ["ý", ["spodek", "dolník", "unter"]],
  high: ["ý", ["svršek", "horník", "ober"]],
  jack: ["ý", ["kluk", "chlap", "jack"]],
  knight: ["ý", ["kaval", "kaval", "knight"]],
  queen: ["á", ["dáma", "dáma", "queen"]],
  king: ["ý", ["král", "kráľ", "king"]],
};
const NUMBERS: Record<string, readonly [Gender, Three]> = {
  A: ["é", ["eso", "eso", "ace"]],
  "1": ["é", ["eso", "eso", "ace"]],
  "2": ["á", ["dvojka", "dvojka", "two"]],
  "3": ["á", ["trojka", "trojka", "three"]],
  "4": ["á", ["čtyřka", "štvorka", "four"]],
  "5": ["á", ["pětka", "päťka", "five"]],
  "6": ["á", ["šestka", "šestka", "six"]],
  "7": ["á", ["sedma", "sedma", "seven"]],
  "8": ["á", ["osma", "osma", "eight"]],
  "9": ["á", ["devítka", "deviatka", "nine"]],
  "10": ["á", ["desítka", "desiatka", "ten"]],
};
const TRULL: Record<number, string> = { 1: "Pagát (I)", 21: "Mond (XXI)", 22: "Škýz (XXII)" };

/** `kulový svršek`, `červené eso`, `piková dáma`; `guľový horník`; `ober of bells`. */
export function cardName(card: Card, lang: string): string {
  const l = at(lang);
  if (card.suit === "tarock") return TRULL[roman(card.rank)] ?? `${l === 2 ? "tarock" : "tarok"} ${card.rank}`;
  const [ending, noun] = (card.court ? COURTS[card.court] : NUMBERS[card.rank]) ?? ["ý", ["karta", "karta", "card"]];
  const suit = (card.pack !== "german" && card.suit === "heart" ? FRENCH_HEART : SUITS[card.suit])[l];
  return l === 2 ? `${noun[2]} of ${suit}` : `${suit}${ending} ${noun[l]}`;
}
