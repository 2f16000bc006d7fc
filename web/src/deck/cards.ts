// Cards by name: which pack, suit and rank a token's kind stands for.

export type Suit = "heart" | "diamond" | "spade" | "club" | "leaf" | "bell" | "acorn" | "tarock";
export type Pack = "german" | "french" | "tarock";
export type Card = { pack: Pack; suit: Suit; rank: string; court: Court | null; pips: number };
/** Courts from the lowest; `low` and `high` are spodek and svršek. */
export type Court = "low" | "high" | "jack" | "knight" | "queen" | "king";

const GERMAN: Record<string, Suit> = { H: "heart", L: "leaf", B: "bell", A: "acorn" };
const FRENCH: Record<string, Suit> = { H: "heart", D: "diamond", S: "spade", C: "club" };
// Tarocks write four as IIII.
const ROMAN = /^(X{0,2})(IX|IV|V?I{0,4})$/;

/** The value of a Roman numeral up to 39; 0 if it is none. */
export function roman(text: string): number {
  const parts = ROMAN.exec(text);
  if (!parts || text === "") return 0;
  const ones: Record<string, number> = { "": 0, I: 1, II: 2, III: 3, IIII: 4, IV: 4, V: 5, VI: 6, VII: 7, VIII: 8, VIIII: 9, IX: 9 };
  return 10 * (parts[1] ?? "").length + (ones[parts[2] ?? ""] ?? 0);
}

/** The pack that the kinds of a scene belong to; what was known before if they do not tell. */
export function packOf(kinds: Iterable<string>, before: Pack): Pack {
  let french = false;
  for (const kind of kinds) {
    const name = kind.startsWith("card:") ? kind.slice(5) : "";
    if (/^[LBA]([789JQKA]|10)$/.test(name)) return "german";
    // Only the tarock pack has tarocks, kavals and ones.
    if (/^[HDSC][C1]$/.test(name) || (name && roman(name) > 0)) return "tarock";
    if (/^D([5-9]|10)$/.test(name) || /^H[56]$/.test(name) || /^[SC][2-6]$/.test(name) || /^[DSC]A$/.test(name)) return "french";
    french ||= /^[DSC]([2-9JQK]|10)$/.test(name) || /^H[2-4]$/.test(name);
  }
  return french && before === "german" ? "french" : before;
}

/** The card of a kind such as `card:HA`; none if it is not a card we can draw. */
export function cardOf(kind: string, pack: Pack): Card | null {
  if (!kind.startsWith("card:")) return null;
  const name = kind.slice(5);
  if (pack !== "german" && roman(name) > 0) return { pack, suit: "tarock", rank: name, court: null, pips: 0 };
  const suit = (pack === "german" ? GERMAN : FRENCH)[name.charAt(0)];
  const rank = name.slice(1);
  if (!suit || !/^([1-9JCQKA]|10)$/.test(rank)) return null;
  const courts: Record<string, Court> =
    pack === "german" ? { J: "low", Q: "high", K: "king" } : { J: "jack", C: "knight", Q: "queen", K: "king" };
  const court = courts[rank] ?? null;
  const ace = rank === "A" || rank === "1";
  // The tarock pack counts the red low cards from four down to one, and there "1" has one sign like an ace.
  const pips = court ? 0 : ace ? (pack === "german" ? 2 : 1) : Number(rank);
  return { pack, suit, rank, court, pips };
}

/** What the corner shows. German packs have their own letters; the same in Czech and Slovak. */
export function corner(card: Card, lang: string): string {
  if (card.court === "low") return lang === "sk" ? "D" : lang === "cs" ? "S" : "U";
  if (card.court === "high") return lang === "sk" ? "H" : lang === "cs" ? "V" : "O";
  if (card.court === "knight") return "♞";
  if (card.rank === "A" && card.pack === "german") return lang === "en" ? "A" : "E";
  return card.rank;
}

const SUITS: Suit[] = ["tarock", "heart", "leaf", "spade", "bell", "diamond", "acorn", "club"];
const RANKS = ["1", "2", "3", "4", "5", "6", "7", "8", "9", "J", "C", "Q", "K", "10", "A"];

/** The order of two cards in a hand sorted by suit or by rank, the highest first. */
export function compare(a: Card, b: Card, by: "suit" | "rank"): number {
  const height = (c: Card): number => (c.suit === "tarock" ? 100 + roman(c.rank) : RANKS.indexOf(c.rank));
  const suits = SUITS.indexOf(a.suit) - SUITS.indexOf(b.suit);
  const ranks = height(b) - height(a);
  return by === "suit" ? suits || ranks : ranks || suits;
}
