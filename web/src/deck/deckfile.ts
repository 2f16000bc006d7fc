// Deck files: a club puts in its own cards. One file of JSON holds the pictures of one whole pack; see docs/src/decks.md.
// A file comes from outside, so everything is looked at before anything is shown, and every fault is named.

import { cardOf, type Card, type Pack } from "./cards";
import { address } from "./draw";

export type Club = {
  name: string;
  author: string;
  licence: string;
  pack: Pack;
  /** Addresses of pictures by name of card; `back` too. */
  faces: ReadonlyMap<string, string>;
  /** Pictures with a large corner, for small cards; none: the house lays its own corner on the others. */
  large: ReadonlyMap<string, string> | null;
  back: string | null;
};
/** A fault: where in the file, which, and what of it. */
export type Fault = { at: string; what: FaultKind; value: string };
export type FaultKind = "size" | "json" | "object" | "version" | "pack" | "text" | "unknown" | "missing" | "picture" | "large" | "script" | "outside" | "shape";
export type Loaded = { club: Club; faults: null } | { club: null; faults: Fault[] };

export const LIMITS = { file: 12_000_000, picture: 300_000, faults: 20, text: 120 };

const each = (suits: string, ranks: string): string[] => [...suits].flatMap((s) => ranks.split(" ").map((r) => `${s}${r}`));
export const TAROCKS = "I II III IIII V VI VII VIII IX X XI XII XIII XIV XV XVI XVII XVIII XIX XX XXI XXII".split(" ");
/** The cards of a pack by name, as `card:` kinds write them. */
export const NAMES: Record<Pack, string[]> = {
  german: each("HLBA", "7 8 9 10 J Q K A"),
  french: each("HDSC", "A 2 3 4 5 6 7 8 9 10 J Q K"),
  tarock: [...each("HD", "1 2 3 4 J C Q K"), ...each("SC", "7 8 9 10 J C Q K"), ...TAROCKS],
};
/** The name of a card in deck files. */
export function nameOf(card: Card): string {
  if (card.suit === "tarock") return card.rank;
  const letters: Record<string, string> = { heart: "H", leaf: "L", bell: "B", acorn: "A", diamond: "D", spade: "S", club: "C" };
  return (letters[card.suit] ?? "") + card.rank;
}

/** What is wrong with a picture; nothing if it can be shown. */
function faultOf(picture: unknown): Omit<Fault, "at"> | null {
  if (typeof picture !== "string") return { what: "picture", value: picture === null ? "null" : typeof picture };
  if (picture.length > LIMITS.picture) return { what: "large", value: String(picture.length) };
  if (/^data:image\/(png|jpeg|webp|avif);base64,[A-Za-z0-9+/]+=*$/.test(picture)) return null;
  const text = picture.trimStart().replace(/^<\?xml[^>]*\?>\s*/, "");
  if (!/^<svg[\s>]/.test(text) || !/<\/svg>\s*$/.test(text)) return { what: "picture", value: picture.slice(0, 30) };
  if (!text.slice(0, text.indexOf(">")).includes("http://www.w3.org/2000/svg")) return { what: "picture", value: "xmlns" };
  if (/<script|<foreignObject|\son\w+\s*=|javascript:/i.test(text)) return { what: "script", value: /<script|<foreignObject|\son\w+\s*=|javascript:/i.exec(text)?.[0] ?? "" };
  const outside = /(?:href|src)\s*=\s*["']\s*(?!#|data:image\/)[^"']*|url\(\s*["']?(?!#|["']?#)[^)]*\)|@import/i.exec(text);
  if (outside) return { what: "outside", value: outside[0].slice(0, 60) };
  const box = /viewBox\s*=\s*["']\s*[-\d.]+[\s,]+[-\d.]+[\s,]+([\d.]+)[\s,]+([\d.]+)/.exec(text.slice(0, text.indexOf(">")));
  if (!box) return { what: "shape", value: "viewBox" };
  const ratio = Number(box[2]) / Number(box[1]);
  return ratio >= 1.2 && ratio <= 2.2 ? null : { what: "shape", value: `${box[1]} × ${box[2]}` };
}
const shown = (picture: string): string => (picture.startsWith("data:") ? picture : address(picture.trim().replace(/^<\?xml[^>]*\?>\s*/, "").replace(/\s+/g, " ")));

/** Reads a deck file. */
export function readDeck(text: string): Loaded {
  const faults: Fault[] = [];
  const fault = (at: string, what: FaultKind, value = ""): void => {
    if (faults.length < LIMITS.faults) faults.push({ at, what, value });
  };
  const failed = (): Loaded => ({ club: null, faults });
  if (text.length > LIMITS.file) return fault("", "size", String(text.length)), failed();
  let data: unknown;
  try {
    data = JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch (e) {
    return fault("", "json", e instanceof Error ? e.message : ""), failed();
  }
  const isObject = (x: unknown): x is Record<string, unknown> => typeof x === "object" && x !== null && !Array.isArray(x);
  if (!isObject(data)) return fault("", "object"), failed();
  if (data["partie-deck"] !== 1) return fault("partie-deck", "version", JSON.stringify(data["partie-deck"] ?? null)), failed();
  const pack = data.pack;
  if (pack !== "german" && pack !== "french" && pack !== "tarock") return fault("pack", "pack", JSON.stringify(pack ?? null)), failed();
  const known = new Set(["partie-deck", "name", "author", "licence", "pack", "cards", "large", "back"]);
  for (const key of Object.keys(data)) if (!known.has(key)) fault(key, "unknown", key);
  const words = (key: string): string => {
    const value = data[key];
    if (typeof value === "string" && value.trim() !== "" && value.length <= LIMITS.text) return value.trim();
    fault(key, "text");
    return "";
  };
  const [name, author, licence] = [words("name"), words("author"), words("licence")];
  /** The pictures of a whole pack under a key. */
  const wholePack = (key: "cards" | "large"): Map<string, string> => {
    const found = new Map<string, string>();
    const pictures = data[key];
    if (!isObject(pictures)) return fault(key, "object"), found;
    const wanted = new Set(NAMES[pack]);
    for (const [name, picture] of Object.entries(pictures)) {
      const wrong = wanted.has(name) && cardOf(`card:${name}`, pack) ? faultOf(picture) : ({ what: "unknown", value: name } as const);
      if (wrong) fault(`${key}.${name}`.slice(0, 60), wrong.what, wrong.value.slice(0, 80));
      else found.set(name, shown(picture as string));
    }
    const missing = NAMES[pack].filter((name) => !(name in pictures));
    if (missing.length > 0) fault(key, "missing", missing.length > 12 ? `${missing.slice(0, 12).join(" ")} … (${missing.length})` : missing.join(" "));
    return found;
  };
  const faces = wholePack("cards");
  const large = data.large === undefined ? null : wholePack("large");
  let back: string | null = null;
  if (data.back !== undefined) {
    const wrong = faultOf(data.back);
    if (wrong) fault("back", wrong.what, wrong.value);
    else back = shown(data.back as string);
  }
  return faults.length > 0 ? failed() : { club: { name, author, licence, pack, faces, large, back }, faults: null };
}
