// The decks somebody put in, one for each pack; this device remembers them.

import type { Card, Pack } from "./cards";
import { nameOf, readDeck, type Club, type Loaded } from "./deckfile";

const decks = $state<Partial<Record<Pack, Club>>>({});

/**
 * The picture of a card from a club's deck, if one is put in: with a large corner where that is wanted and the deck has
 * one, or with word that the house's corner is to be laid on it.
 */
export function clubFace(card: Card, large: boolean): { face: string; corner: boolean } | null {
  const deck = decks[card.pack];
  const face = (large ? deck?.large?.get(nameOf(card)) : undefined) ?? deck?.faces.get(nameOf(card));
  return face === undefined ? null : { face, corner: large && !deck?.large };
}
export const clubBack = (pack: Pack): string | null => decks[pack]?.back ?? null;
export const clubs = (): Club[] => Object.values(decks);

/** The store of deck files; none where the browser has none or forbids it. */
function shelf(mode: IDBTransactionMode, use: (store: IDBObjectStore) => IDBRequest): Promise<unknown> {
  return new Promise((resolve) => {
    try {
      const open = indexedDB.open("partie-decks", 1);
      open.onupgradeneeded = () => open.result.createObjectStore("files");
      open.onerror = () => resolve(null);
      open.onsuccess = () => {
        const request = use(open.result.transaction("files", mode).objectStore("files"));
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => resolve(null);
      };
    } catch {
      resolve(null);
    }
  });
}

/** Puts in a deck file; a file with faults changes nothing. */
export async function putIn(text: string): Promise<Loaded> {
  const loaded = readDeck(text);
  if (loaded.club) {
    decks[loaded.club.pack] = loaded.club;
    await shelf("readwrite", (store) => store.put(text, loaded.club.pack));
  }
  return loaded;
}

/** Puts a club's deck away: the house's own cards come back. */
export async function putAway(pack: Pack): Promise<void> {
  delete decks[pack];
  await shelf("readwrite", (store) => store.delete(pack));
}

/** Takes the decks of the last visit from the shelf; what no longer reads is left there. */
export async function restore(): Promise<void> {
  const files = await shelf("readonly", (store) => store.getAll());
  for (const text of Array.isArray(files) ? files : []) {
    const { club } = typeof text === "string" ? readDeck(text) : { club: null };
    if (club) decks[club.pack] ??= club;
  }
}
if (typeof indexedDB !== "undefined") void restore();
