// One card as one picture: drawn once as a string of SVG, kept as a data address, shown by an <img>.

import { corner, roman as numberOf, type Card, type Pack } from "./cards";
import { germanAce, germanCourt, germanPips, type Court, type Spot } from "./german";
import { frenchCourt, frenchPips } from "./french";
import { BLUE, BRN, GRN, K, RED, ROSE, W, box, cloths, fl, g, range } from "./ink";
import { tarock, view } from "./tarock";
import { BELL, CLUB, DIAMOND, INK, glyphs, index, isDrawn, lettering, sign, type Sign } from "./signs";

/** How cards look; every part can be chosen by the player. */
export type DeckStyle = {
  /** Courts and tarocks are the same both ways up. */
  heads: boolean;
  /** One huge index, for cards less than 60 pixels wide. */
  largeIndex: boolean;
  /** White paper, a strong edge, larger indices, no ornament. */
  contrast: boolean;
  /** Inks that stay apart for every kind of colour vision; four colours for four suits. */
  safe: boolean;
  /** Tarocks are numbered I, II, III or 1, 2, 3. */
  numerals: "roman" | "arabic";
  /** The ink of the back. */
  back: "indigo" | "red" | "green";
};
export const DEFAULT_STYLE: DeckStyle = { heads: false, largeIndex: false, contrast: false, safe: false, numerals: "roman", back: "indigo" };

/** The height of a card of each pack; the width is 200. */
export const HEIGHT: Record<Pack, number> = { german: 320, french: 320, tarock: 360 };
/** Width by height, for `aspect-ratio`. */
export const aspect = (pack: Pack): string => `200 / ${HEIGHT[pack]}`;

const TINT: Record<string, string> = { heart: "#f9e3dc", acorn: "#f3e8c6", leaf: "#e0ecdb", bell: "#fbeec4", spade: "#dfe6f0", club: "#dfe9e0", diamond: "#fbe6d6" };
/** Inks of the safe palette: distinguishable with any kind of colour vision; tests/inks.test.ts measures it. */
const SAFE: Record<string, string> = { [RED]: "#d0213a", [GRN]: "#009e73", [BRN]: "#3f1f08", [BELL]: "#b87800", [DIAMOND]: BLUE, [CLUB]: "#009e73" };
/** Inks of high contrast: seven to one on white. */
const STRONG: Record<string, string> = { [RED]: "#a8001c", [GRN]: "#00561f", [BRN]: "#4a2408", [BELL]: "#6e4500", [BLUE]: "#0b2f8a", [DIAMOND]: "#a8001c", [CLUB]: "#000000", [K]: "#000000" };

const turned = (s: string, height: number): string => g(s, 200, height, 1, 180);

/** The band between the two halves of a double-headed card. */
const ribbon = (suit: Sign, y: number): string => box(3, y - 10, 194, 20, K) + box(3, y - 6, 194, 12, W) + fl(range(0, 9).map((i) => `M${12 + i * 20},${y}l8,-6l8,6l-8,6Z`).join(""), INK[suit]);

function court(card: Card, drawn: Court, text: string, style: DeckStyle): string {
  const suit = card.suit as Sign;
  const height = HEIGHT[card.pack];
  const over = drawn.over ?? "";
  const carried = (spot: Spot | null): string => (spot ? sign(suit, ...spot) : "");
  if (style.largeIndex) {
    const frame = `x="82" y="92" width="110" height="${height - 100}" rx="8"`;
    return `<rect ${frame} fill="${TINT[suit] ?? W}"/>${view(82, 92, 110, height - 100, drawn.bust ?? "42 22 116 232", drawn.art + over)}<rect ${frame} fill="none" stroke="${K}" stroke-width="6"/>${index(text, suit, "large")}`;
  }
  const corners = index(text, suit, style.contrast ? "strong" : "plain");
  if (style.heads) {
    const half = height / 2;
    const top = view(3, 3, 194, half - 3, `3 3 194 ${half - 3}`, g(drawn.art + carried(drawn.half ?? drawn.at) + over, ...(height > 320 && card.court !== "knight" ? ([8, 16, 0.92] as const) : ([18, 6, 0.84] as const))));
    return top + turned(top, height) + ribbon(suit, half) + corners + turned(corners, height);
  }
  return drawn.art + carried(drawn.at) + over + corners;
}

function inner(card: Card, lang: string, style: DeckStyle): string {
  const text = corner(card, lang);
  const suit = card.suit;
  const height = HEIGHT[card.pack];
  if (suit === "tarock") return tarock(numberOf(card.rank), card.rank, style);
  if (card.pack !== "german" && (suit === "heart" || suit === "diamond" || suit === "spade" || suit === "club")) {
    const person = card.court;
    if (person === "jack" || person === "knight" || person === "queen" || person === "king") return court(card, frenchCourt(suit, person, style.heads && person !== "knight" ? 320 : height), text, style);
    if (style.largeIndex) return sign(suit, 124, height - 98, 2.9) + index(text, suit, "large");
    const corners = index(text, suit, style.contrast ? "strong" : "plain");
    return frenchPips(suit, card.pips, height, style.heads, style.contrast) + corners + (style.heads ? turned(corners, height) : "");
  }
  if (suit === "heart" || suit === "leaf" || suit === "bell" || suit === "acorn") {
    if (card.court === "low" || card.court === "high" || card.court === "king") return court(card, germanCourt(suit, card.court), text, style);
    if (style.largeIndex) return sign(suit, 124, 222, 2.9) + index(text, suit, "large");
    const corners = index(text, suit, style.contrast ? "strong" : "plain");
    if (card.rank === "A" && style.heads) {
      const half = sign(suit, 100, 84, 2.3);
      return half + turned(half, height) + ribbon(suit, height / 2) + corners + turned(corners, height);
    }
    return (card.rank === "A" ? germanAce(suit) : germanPips(suit, card.pips, style.heads, style.contrast)) + corners + (style.heads ? turned(corners, height) : "");
  }
  return "";
}

/** A document of SVG with the cloths it needs; inks and ornament as the style wants them. */
export function documentOf(width: number, height: number, body: string, style: DeckStyle): string {
  let s = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" stroke-linejoin="round" stroke-linecap="round"><defs>${cloths(body)}</defs>${body}</svg>`;
  s = style.contrast ? s.replace(/<g class="spare">.*?<\/g>/g, "").replace(/<circle [^>]*fill="#f0b8a4"\/>/g, "").replaceAll(ROSE, W).replaceAll(W, "#ffffff") : s.replaceAll(' class="spare"', "");
  const inks: Record<string, string> = { [DIAMOND]: RED, [CLUB]: K, ...(style.contrast ? STRONG : {}), ...(style.safe ? SAFE : {}) };
  return s.replace(/#[0-9a-f]{6}/g, (ink) => inks[ink] ?? ink);
}

function paper(height: number, style: DeckStyle): string {
  const [ink, w] = style.contrast ? [K, 5] : ["#b9ad93", 2];
  return `<rect x="${w / 2}" y="${w / 2}" width="${200 - w}" height="${height - w}" rx="13" fill="${W}" stroke="${ink}" stroke-width="${w}"/>`;
}
/** The drawing of a card as a document of SVG. */
export function drawCard(card: Card, lang: string, style: DeckStyle): string {
  const height = HEIGHT[card.pack];
  return documentOf(200, height, paper(height, style) + inner(card, lang, style), style);
}

/** An address an <img> understands. */
export const address = (svg: string): string => `data:image/svg+xml,${svg.replaceAll('"', "'").replace(/[%#<>]/g, (s) => `%${s.charCodeAt(0).toString(16).toUpperCase()}`)}`;

const kept = new Map<string, string>();
/** The address of a drawing, drawn at the first need. At most a few hundred are kept. */
export function keep(key: string, draw: () => string): string {
  let found = kept.get(key);
  if (found === undefined) {
    if (kept.size >= 400) kept.delete(kept.keys().next().value ?? "");
    found = address(draw());
    kept.set(key, found);
  }
  return found;
}

/** The picture of a card. */
export const cardPicture = (card: Card, lang: string, style: DeckStyle): string =>
  keep(`${card.pack}/${card.suit}/${card.rank}/${corner(card, lang)}/${style.heads}/${style.largeIndex}/${style.contrast}/${style.safe}/${card.suit === "tarock" ? style.numerals : ""}`, () => drawCard(card, lang, style));

/** The large corner alone, on a slip of paper, to lie on a club's card; none for the Škýz, who has no number. */
export function cornerPicture(card: Card, lang: string, style: DeckStyle): string | null {
  const [height, text, number] = [HEIGHT[card.pack], corner(card, lang), numberOf(card.rank)];
  const tarocks = card.suit === "tarock";
  if (tarocks && number === 22) return null;
  return keep(`corner/${card.pack}/${card.suit}/${card.rank}/${text}/${style.contrast}/${style.safe}`, () => {
    const slip = tarocks ? [number > 9 ? 118 : 70, 102] : [text.length > 1 ? 106 : 80, 178];
    const shape = `<path d="M3,16Q3,3 16,3H${slip[0]}V${(slip[1] ?? 0) - 14}Q${slip[0]},${slip[1]} ${(slip[0] ?? 0) - 14},${slip[1]}H3Z" fill="${W}" stroke="${K}" stroke-width="4"/>`;
    const mark = card.suit === "tarock" ? glyphs(String(number), 16, 16, 72, BLUE, 7.4, 1) : index(text, card.suit, "large");
    return documentOf(200, height, shape + mark, style);
  });
}

const warmed = new Set<string>();
/** Pictures the browser has read and keeps ready: a card that is laid for the first time would else be read while it flies. */
const ready = new Map<string, HTMLImageElement>();
let sheet: CanvasRenderingContext2D | null = null;
/** Reads a picture and draws it once, unseen: a drawing of SVG is laid out when it is drawn first in a size. */
function prepare(url: string, width: number, height: number): void {
  const read = ready.get(url);
  const image = read ?? new Image();
  const draw = (): void => {
    sheet ??= document.createElement("canvas").getContext("2d");
    sheet?.drawImage(image, 0, 0, width, height);
  };
  if (read?.complete) return draw();
  if (ready.size >= 120) ready.delete(ready.keys().next().value ?? "");
  image.onload = draw;
  image.src = url;
  ready.set(url, image);
}
/** Draws and reads the cards of a pack ahead, one whenever the browser is idle, so that none is drawn while somebody plays. */
export function warm(pack: Pack, cards: () => Card[], lang: string, style: DeckStyle, width: number): void {
  const key = `${pack}/${lang}/${JSON.stringify(style)}`;
  if (warmed.has(key) || typeof requestIdleCallback !== "function") return;
  warmed.add(key);
  const list = cards();
  performance.mark("deck asked");
  const work = (): void => {
    const card = list.pop();
    if (card) {
      prepare(cardPicture(card, lang, style), width, (width * HEIGHT[pack]) / 200);
      requestIdleCallback(work, { timeout: 250 });
    } else performance.mark("deck read");
  };
  requestIdleCallback(work, { timeout: 250 });
}

/** A card without suit, as of small betting games: only its letters. */
export function plainCard(name: string): string {
  const text = [...name].slice(0, 3).join("");
  const word = isDrawn(text) && text.length < 3 ? glyphs(text, text.length > 1 ? 46 : 60, 104, 108, BLUE, 7) : lettering(text, 100, 195, 100, BLUE);
  return keep(`plain/${text}`, () => documentOf(200, 320, paper(320, DEFAULT_STYLE) + word, DEFAULT_STYLE));
}
