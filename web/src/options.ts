// Names of rule options for people: what a game calls `talon_ax=forbidden` in its address. What an option does is told by
// the game itself; here are the words for its values, and what the ready-made ways of playing mean.

import type { Setting } from "./api";
import type { Lang } from "./lang";
import { shortName } from "./pictures";

type Three = readonly [en: string, cs: string, sk: string];
const AT: Record<Lang, 0 | 1 | 2> = { en: 0, cs: 1, sk: 2 };

/** By option and value. */
const VALUES: Record<string, Three> = {
  "preset=thesis": ["At home", "Doma", "Doma"],
  "preset=tournament": ["Tournament", "Turnaj", "Turnaj"],
  "talon_ax=allowed": ["allowed", "povoleny", "povolené"],
  "talon_ax=forbidden": ["forbidden", "zakázány", "zakázané"],
  "sto_style=adding": ["every ten adds the price once more", "každá desítka přidá základní cenu", "každá desiatka pridá základnú cenu"],
  "sto_style=doubling": ["every ten doubles the price", "každá desítka cenu zdvojnásobí", "každá desiatka cenu zdvojnásobí"],
  "sto_style=fixed": ["it does not grow", "neroste", "nerastie"],
  "sto_marriage=highest": ["only the highest", "jen nejvyšší", "len najvyššia"],
  "sto_marriage=first": ["only the first", "jen první", "len prvá"],
  "sto_marriage=each": ["all of them", "všechny", "všetky"],
  "opening=forced": ["the forehand must bid", "forhont musí licitovat", "forhont musí licitovať"],
  "opening=free": ["three passes: a new deal", "tři pasy: rozdá se znovu", "tri pasy: rozdá sa znova"],
  "lead=forehand": ["the forehand", "forhont", "forhont"],
  "lead=declarer": ["the declarer", "aktér", "aktér"],
  "deal_style=plain": ["hand by hand", "list po listu", "list po liste"],
  "deal_style=table": ["as at the table", "jako u stolu", "ako pri stole"],
  "auction_rounds=one": ["one round", "jedno kolo", "jedno kolo"],
  "auction_rounds=until_agreed": ["until nobody goes higher", "dokud někdo přihazuje", "kým niekto prihadzuje"],
  "call_rule=highest_missing": ["the highest one does not hold", "nejvyšší, který volající nemá", "najvyšší, ktorý volajúci nemá"],
  "call_rule=free": ["any of them", "kterýkoli z nich", "ktorýkoľvek z nich"],
  "talon_fifth_to=left": ["the player on the left", "hráč po levici", "hráč po ľavici"],
  "talon_fifth_to=next_in_order": ["the next in order", "další v pořadí", "ďalší v poradí"],
  "talon_split=4-1-1": ["four, one and one", "čtyři, jedna a jedna", "štyri, jedna a jedna"],
  "talon_split=1-2-3": ["one, two and three", "jedna, dvě a tři", "jedna, dve a tri"],
  "varsava=thesis": ["in steps: 10, 20 or 40", "po stupních: 10, 20 nebo 40", "po stupňoch: 10, 20 alebo 40"],
  "varsava=classic": ["at a fixed price", "za pevnou cenu", "za pevnú cenu"],
  "varsava=difference": ["twice the difference", "dvojnásobek rozdílu", "dvojnásobok rozdielu"],
  "tie_35=zero": ["nobody pays", "nikdo neplatí", "nikto neplatí"],
  "tie_35=bidder_loses": ["the bidder loses", "prohrává vydražitel", "prehráva vydražiteľ"],
  "claim_when=turn": ["at any own turn", "kdykoli na tahu", "kedykoľvek na ťahu"],
  "claim_when=lead": ["only when leading", "jen při výnosu", "len pri výnose"],
  "auto_claim=off": ["no, it must be said", "ne, musí se říct", "nie, musí sa povedať"],
  "auto_claim=on": ["yes, at once", "ano, hned", "áno, hneď"],
  "auto_claim=shown": ["yes, once the called card was played", "ano, jakmile padne volaná karta", "áno, hneď ako padne volaná karta"],
  "preset=home": ["At home", "Doma", "Doma"],
  "preset=deal": ["One deal", "Jedno rozdání", "Jedno rozdanie"],
  "preset=bummerl": ["Bummerl", "Bummerl", "Bummerl"],
  "cards=german": ["German", "německé", "nemecké"],
  "cards=french": ["French", "francouzské", "francúzske"],
  "exchange=early": ["while more than two cards are left", "dokud zbývá víc než dvě karty", "kým zostáva viac než dve karty"],
  "exchange=late": ["also with the last two", "i s posledními dvěma", "aj s poslednými dvoma"],
  "exchange=never": ["never", "nikdy", "nikdy"],
  "claim=auto": ["at once", "hned", "hneď"],
  "claim=say": ["it must be said", "musí se říct", "musí sa povedať"],
  "finish=first": ["when the first player is home", "když první hráč dojde domů", "keď prvý hráč príde domov"],
  "finish=all": ["when all but one are home", "když dojdou všichni až na jednoho", "keď prídu všetci okrem jedného"],
};

/** By game: what each ready-made way of playing means. */
const PRESETS: Record<string, Record<string, Three>> = {
  marias: {
    thesis: [
      "Every game is played out, aces and tens may go to the talon, no ceiling.",
      "Hraje se každá hra, esa a desítky smějí do talonu, bez stropu.",
      "Hrá sa každá hra, esá a desiatky smú do talónu, bez stropu.",
    ],
    tournament: [
      "No aces or tens in the talon, a plain game only with a flek, a ceiling of 500.",
      "Bez es a desítek v talonu, prostá hra jen s flekem, strop 500.",
      "Bez es a desiatok v talóne, prostá hra len s flekom, strop 500.",
    ],
  },
  licitovany: {
    thesis: ["The forehand must bid, no ceiling.", "Forhont musí licitovat, bez stropu.", "Forhont musí licitovať, bez stropu."],
    tournament: ["Three passes mean a new deal, a ceiling of 500.", "Při třech pasech se rozdá znovu, strop 500.", "Pri troch pasoch sa rozdá znova, strop 500."],
  },
  taroky: {
    thesis: [
      "The old prices, the fifth card goes to the left, no ceiling.",
      "Původní ceník, pátá karta jde doleva, bez stropu.",
      "Pôvodný cenník, piata karta ide doľava, bez stropu.",
    ],
    tournament: [
      "Prices of Vysočina, the fifth card goes to the next player, a ceiling of 400.",
      "Ceník z Vysočiny, pátou kartu dostane další hráč, strop 400.",
      "Cenník z Vysočiny, piatu kartu dostane ďalší hráč, strop 400.",
    ],
  },
  krizovy: {
    tournament: [
      "Trumps from the first four cards, prices of the tournament rules.",
      "Trumfy z prvních čtyř karet, ceník turnajových pravidel.",
      "Tromfy z prvých štyroch kariet, cenník turnajových pravidiel.",
    ],
    home: ["Trumps from all eight cards, cheaper betl and durch.", "Trumfy ze všech osmi karet, levnější betl a durch.", "Tromfy zo všetkých ôsmich kariet, lacnejší betl a durch."],
  },
  schnapsen: {
    deal: ["One deal for its game points.", "Jedno rozdání o body do hry.", "Jedno rozdanie o body do hry."],
    bummerl: ["Deals until somebody has seven game points.", "Hraje se, dokud někdo nemá sedm bodů.", "Hrá sa, kým niekto nemá sedem bodov."],
  },
  snaps: {
    thesis: [
      "The card is called with six in hand, “dosť” at any own turn.",
      "Karta se volá se šesti na ruce, „dosť“ kdykoli na tahu.",
      "Karta sa volá so šiestimi v ruke, „dosť“ kedykoľvek na ťahu.",
    ],
    tournament: [
      "The card is called with three in hand, rekontra, “dosť” only when leading, up to 7 points.",
      "Karta se volá se třemi na ruce, je i rekontra, „dosť“ jen při výnosu, hraje se do 7 bodů.",
      "Karta sa volá s troma v ruke, je aj rekontra, „dosť“ len pri výnose, hrá sa do 7 bodov.",
    ],
  },
};

const capital = (text: string): string => text.charAt(0).toLocaleUpperCase() + text.slice(1);

/** What a value of an option is called; a word that is its own name (a number, a word of a described game) stays. */
export const valueName = (setting: string, value: string, lang: Lang): string => VALUES[`${setting}=${value}`]?.[AT[lang]] ?? value;

/** Whether a value has a name, or needs none. */
export const isNamed = (setting: string, value: string): boolean => `${setting}=${value}` in VALUES || /^\d+$/.test(value);

/** What a ready-made way of playing means; may be empty. */
export const presetText = (game: string, preset: string, lang: Lang): string => PRESETS[shortName(game)]?.[preset]?.[AT[lang]] ?? "";

/** What an option does, as the beginning of a line. */
export const label = (setting: Setting, lang: Lang): string => capital(setting.help[lang] || setting.name);
