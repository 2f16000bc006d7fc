// The words of the choice of cards and of faults in deck files, in three languages.

import { LIMITS, type Fault, type FaultKind } from "./deckfile";

type Lang = "cs" | "sk" | "en";
const bytes = (n: number): string => `${Math.round(n / 1000)} kB`;

const FAULTS: Record<FaultKind, Record<Lang, string>> = {
  size: { cs: `soubor je větší než ${bytes(LIMITS.file)}`, sk: `súbor je väčší než ${bytes(LIMITS.file)}`, en: `the file is larger than ${bytes(LIMITS.file)}` },
  json: { cs: "soubor není platný JSON: ~", sk: "súbor nie je platný JSON: ~", en: "the file is not valid JSON: ~" },
  object: { cs: "tady má být objekt ve složených závorkách", sk: "tu má byť objekt v zložených zátvorkách", en: "an object in braces is wanted here" },
  version: { cs: "má tu být číslo 1, ne ~", sk: "má tu byť číslo 1, nie ~", en: "the number 1 is wanted here, not ~" },
  pack: { cs: "druh karet je german, french nebo tarock, ne ~", sk: "druh kariet je german, french alebo tarock, nie ~", en: "the pack is german, french or tarock, not ~" },
  text: { cs: `chybí text (nejvýš ${LIMITS.text} znaků)`, sk: `chýba text (najviac ${LIMITS.text} znakov)`, en: `a text is missing (at most ${LIMITS.text} characters)` },
  unknown: { cs: "jméno „~“ sem nepatří", sk: "meno „~“ sem nepatrí", en: "the name “~” does not belong here" },
  missing: { cs: "chybějí karty: ~", sk: "chýbajú karty: ~", en: "cards are missing: ~" },
  picture: { cs: "není to obrázek: má tu být text SVG, nebo PNG, JPEG, WebP či AVIF jako data:image/…;base64 (~)", sk: "nie je to obrázok: má tu byť text SVG, alebo PNG, JPEG, WebP či AVIF ako data:image/…;base64 (~)", en: "no picture: SVG text, or PNG, JPEG, WebP or AVIF as data:image/…;base64, is wanted (~)" },
  large: { cs: `obrázek je větší než ${bytes(LIMITS.picture)} (~ znaků)`, sk: `obrázok je väčší než ${bytes(LIMITS.picture)} (~ znakov)`, en: `the picture is larger than ${bytes(LIMITS.picture)} (~ characters)` },
  script: { cs: "obrázek smí jen kreslit, obsahuje ale ~", sk: "obrázok smie iba kresliť, obsahuje však ~", en: "a picture may only draw, but it contains ~" },
  outside: { cs: "obrázek odkazuje ven: ~", sk: "obrázok odkazuje von: ~", en: "the picture refers to something outside: ~" },
  shape: { cs: "karta má být 1,2krát až 2,2krát vyšší než široká a mít viewBox (~)", sk: "karta má byť 1,2-krát až 2,2-krát vyššia než široká a mať viewBox (~)", en: "a card is 1.2 to 2.2 times as high as wide and has a viewBox (~)" },
};
/** A fault in words, with its place first. */
export function faultWords(fault: Fault, lang: string): string {
  const text = FAULTS[fault.what][lang === "cs" || lang === "sk" ? lang : "en"].replace("~", () => fault.value);
  return fault.at ? `${fault.at}: ${text}` : text;
}

const LOOK = {
  safe: { cs: "Čtyři barvy, i pro barvoslepé", sk: "Štyri farby, aj pre farboslepých", en: "Four colours, safe for colour-blind eyes" },
  arabic: { cs: "Taroky číslovat 1, 2, 3", sk: "Taroky číslovať 1, 2, 3", en: "Number tarocks 1, 2, 3" },
  back: { cs: "Rub karet", sk: "Rub kariet", en: "Back of the cards" },
  indigo: { cs: "modrý", sk: "modrý", en: "blue" },
  red: { cs: "červený", sk: "červený", en: "red" },
  green: { cs: "zelený", sk: "zelený", en: "green" },
  own: { cs: "Vlastní karty", sk: "Vlastné karty", en: "Your own cards" },
  pick: { cs: "Vložit soubor s kartami…", sk: "Vložiť súbor s kartami…", en: "Put in a deck file…" },
  remove: { cs: "Odložit ~", sk: "Odložiť ~", en: "Put away ~" },
  bad: { cs: "Karty se nedají použít:", sk: "Karty sa nedajú použiť:", en: "These cards cannot be used:" },
  by: { cs: "~ · kresba: ~ · ~", sk: "~ · kresba: ~ · ~", en: "~ · drawn by ~ · ~" },
  kept: { cs: "Zůstanou jen v tomto zařízení.", sk: "Zostanú iba v tomto zariadení.", en: "They stay on this device." },
} satisfies Record<string, Record<Lang, string>>;
export const lookWords = (key: keyof typeof LOOK, lang: string, ...values: string[]): string => values.reduce((text, v) => text.replace("~", () => v), LOOK[key][lang === "cs" || lang === "sk" ? lang : "en"] as string);
