// What this device remembers: language, look of cards, how the hand is sorted.

import { DEFAULT_STYLE, type DeckStyle } from "./deck/draw";
import { bound, firstLang, words, type Key, type Lang } from "./lang";

type Sort = "none" | "suit" | "rank";
type Theme = "auto" | "light" | "dark";
type Stored = DeckStyle & { sort: Sort; theme: Theme; sound: boolean; oneClick: boolean; pad: boolean };

function load(): Stored {
  const fallback: Stored = { ...DEFAULT_STYLE, sort: "none", theme: "auto", sound: false, oneClick: false, pad: true };
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

const dark = matchMedia("(prefers-color-scheme: dark)");
let system = $state(dark.matches);
dark.addEventListener("change", (e) => (system = e.matches));
/** Whether the page is dark now: as chosen, or as the system is. */
export const isDark = (): boolean => (prefs.look.theme === "auto" ? system : prefs.look.theme === "dark");

/** The words of a key in the language of this device. */
export const t = (key: Key, ...values: (string | number)[]): string => words(prefs.lang, key, ...values);
/** A sentence that came in the language of this device, as it is set. */
export const set = (text: string): string => bound(prefs.lang, text.replace(/(?<![\p{L}\p{N}])-(?=\d)/gu, "−").replace(/ ([×–−+=]) (?=[\d+−])/g, "\u00a0$1\u00a0"));
