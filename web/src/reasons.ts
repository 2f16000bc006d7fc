// Why a hint is given, in the language of the page. Some computer players give their reasons in that language already; the
// others as English sentences with figures: each kind of those is known here, its figures are taken out and said again.

import { count, type Lang } from "./lang";

type Say = (lang: Lang, ...parts: string[]) => string;
const pick = (lang: Lang, en: string, cs: string, sk: string): string => (lang === "cs" ? cs : lang === "sk" ? sk : en);
const number = (lang: Lang, value: string, digits = 2): string => new Intl.NumberFormat(lang, { maximumFractionDigits: digits }).format(Number(value));
const signed = (lang: Lang, value: string): string => new Intl.NumberFormat(lang, { maximumFractionDigits: 1, signDisplay: "exceptZero" }).format(Number(value)).replace("-", "−");
const share = (lang: Lang, part: number): string => new Intl.NumberFormat(lang, { style: "percent", maximumFractionDigits: 0 }).format(part);

type Forms = Partial<Record<Intl.LDMLPluralRule, string>>;
const MOVES: Record<Lang, Forms> = {
  en: { one: "move", other: "moves" },
  cs: { one: "tah", few: "tahy", other: "tahů" },
  sk: { one: "ťah", few: "ťahy", other: "ťahov" },
};
const moves = (lang: Lang, n: string): string => count(lang, Number(n), MOVES[lang]);
/** So many moves in the sixth case: "po třech tazích" is too much, so the number stands behind a colon where it must. */
const ahead: Say = (lang, n = "") =>
  pick(lang, `Stands best after a look ${moves("en", n)} ahead.`, `Nejlépe vypadá i při pohledu dopředu (${moves("cs", n)}).`, `Najlepšie vyzerá aj pri pohľade dopredu (${moves("sk", n)}).`);
const won = (lang: Lang, part: string, whole: string): string => {
  const p = share(lang, Number(whole) > 0 ? Number(part) / Number(whole) : 0);
  return pick(lang, `Won ${p} of the continuations tried.`, `Vyhrává v ${p} vyzkoušených pokračování.`, `Vyhráva v ${p} vyskúšaných pokračovaní.`);
};

const KINDS: readonly [RegExp, Say][] = [
  [/^the only legal move$/, (l) => pick(l, "The rules allow nothing else.", "Nic jiného pravidla nedovolují.", "Nič iné pravidlá nedovoľujú.")],
  [/^wins by force in (?:at most )?(\d+) moves$/, (l, n = "") => pick(l, `Forces a win in ${moves("en", n)} at most.`, `Vynutí výhru nejvýš za ${moves("cs", n)}.`, `Vynúti výhru najviac za ${moves("sk", n)}.`)],
  [/^loses by force(?:, at the latest)? in (\d+) moves$/, (l, n = "") => pick(l, `Holds out longest: ${moves("en", n)}.`, `Prohru oddálí nejvíc: ${moves("cs", n)}.`, `Prehru oddiali najviac: ${moves("sk", n)}.`)],
  [/^every move loses by force$/, (l) => pick(l, "Every move loses against best play.", "Proti nejlepší hře prohrává každý tah.", "Proti najlepšej hre prehráva každý ťah.")],
  [/^the best that can be forced is no win$/, (l) => pick(l, "A win cannot be forced; this holds the draw.", "Výhru vynutit nelze, tohle udrží remízu.", "Výhru vynútiť nemožno, toto udrží remízu.")],
  [/^a draw with best play$/, (l) => pick(l, "With best play it is a draw.", "Při nejlepší hře to bude remíza.", "Pri najlepšej hre to bude remíza.")],
  [/^(\d+) of (\d+) simulations won$/, (l, a = "", b = "") => won(l, a, b)],
  [/^([\d.]+) of its ([\d.]+) random games won, of \d+ in all$/, (l, a = "", b = "") => won(l, a, b)],
  [/^weighted balance (-?[\d.]+) in (\d+) random games, of \d+ in all$/, (l, _, n = "") => pick(l, `Did best in ${number("en", n, 0)} random games.`, `Vychází nejlépe z ${number("cs", n, 0)} zkusmých her.`, `Vychádza najlepšie z ${number("sk", n, 0)} skúšobných hier.`)],
  [/^([+-][\d.]+) expected$/, (l, x = "") => pick(l, `Expected: ${signed("en", x)}.`, `Čekaný výsledek: ${signed("cs", x)}.`, `Očakávaný výsledok: ${signed("sk", x)}.`)],
  [/^brings ([+-][\d.]+) on average and something in (\d+) % of (\d+) drawn deals$/, (l, x = "", p = "", n = "") => {
    const part = share(l, Number(p) / 100);
    return pick(l, `On average ${signed("en", x)}; it pays in ${part} of ${n} deals imagined.`, `Průměrně ${signed("cs", x)}; vyplatí se v ${part} domyšlených rozdání (${n}).`, `Priemerne ${signed("sk", x)}; vyplatí sa v ${part} domyslených rozdaní (${n}).`);
  }],
  [/^average (?:margin )?(-?[\d.]+) over (\d+) sampled states$/, (l, x = "", n = "") => pick(l, `On average ${signed("en", x)} over ${number("en", n, 0)} deals imagined.`, `Průměrně ${signed("cs", x)} (domyšlených rozdání: ${number("cs", n, 0)}).`, `Priemerne ${signed("sk", x)} (domyslených rozdaní: ${number("sk", n, 0)}).`)],
  [/^mixed strategy of \d+ rounds, exploitable by [\d.]+$/, (l) => pick(l, "Balanced play: whoever knows it gains nothing.", "Vyvážená hra: ani kdo ji zná, nic nezíská.", "Vyvážená hra: ani kto ju pozná, nič nezíska.")],
  [/^(?:follows the way found before: (\d+) moves to the goal|reaches the goal in (\d+) moves)$/, (l, a = "", b = "") => pick(l, `To the goal: ${moves("en", a || b)}.`, `Do cíle: ${moves("cs", a || b)}.`, `Do cieľa: ${moves("sk", a || b)}.`)],
  [/^there is no way to the goal among the states looked at$|^no way to the goal found in \d+ states.*$/, (l) => pick(l, "No way to the goal was found.", "Cesta k cíli se nenašla.", "Cesta k cieľu sa nenašla.")],
  [/^as (?:a )?sober players? do(?:es)?$/, (l) => pick(l, "What a careful player does here.", "Tak tu hraje rozvážný hráč.", "Tak tu hrá rozvážny hráč.")],
  [/^the mean of the open value over (\d+) of \d+ deals$/, (l, n = "") => pick(l, `Best on average over ${number("en", n, 0)} deals imagined.`, `V průměru nejlepší (domyšlených rozdání: ${number("cs", n, 0)}).`, `V priemere najlepšie (domyslených rozdaní: ${number("sk", n, 0)}).`)],
  [/^value -?[\d.]+ after looking (\d+) moves ahead$/, ahead],
  [/^.* -?[\d.]+, looking (\d+) moves ahead$/, ahead],
];

/** Words that only an English sentence has. */
const ENGLISH = /\b(the|of|is|it|in|with|and|as|by the|deals?|moves?)\b/;

/**
 * A reason said in a language. One of an unknown kind is given as it came, with players by their names; if it is English, to
 * those who read English only.
 */
export function reason(text: string, lang: Lang, names: readonly string[] = []): string | null {
  for (const [kind, say] of KINDS) {
    const found = kind.exec(text);
    if (found) return say(lang, ...found.slice(1).map((part) => part ?? ""));
  }
  if (text.trim() === "" || (lang !== "en" && ENGLISH.test(text))) return null;
  const named = text.trim().replace(/\b(?:player|hráč) (\d)(?!\d)/g, (all, n: string) => names[Number(n) - 1] || all);
  return `${named.charAt(0).toLocaleUpperCase()}${named.slice(1)}${/[.!?]$/.test(named) ? "" : "."}`;
}
