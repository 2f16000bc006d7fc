// What this device remembers: language, look of cards, how the hand is sorted.

import { DEFAULT_STYLE, type DeckStyle } from "./deck/draw";
import { firstLang, words, type Key, type Lang } from "./lang";

type Sort = "none" | "suit" | "rank";
type Stored = DeckStyle & { sort: Sort };

function load(): Stored {
  const fallback: Stored = { ...DEFAULT_STYLE, sort: "none" };
  try {
    return { ...fallback, ...(JSON.parse(localStorage.getItem("look") ?? "{}") as Partial<Stored>) };
  } catch {
    return fallback;
  }
}

class Prefs {
  lang = $state<Lang>(firstLang(localStorage.getItem("lang"), navigator.languages));
  look = $state<Stored>(load());

  speak(lang: Lang): void {
    this.lang = lang;
    localStorage.setItem("lang", lang);
  }

  change(part: Partial<Stored>): void {
    this.look = { ...this.look, ...part };
    localStorage.setItem("look", JSON.stringify(this.look));
  }
}

export const prefs = new Prefs();

/** The words of a key in the language of this device. */
export const t = (key: Key, ...values: (string | number)[]): string => words(prefs.lang, key, ...values);
