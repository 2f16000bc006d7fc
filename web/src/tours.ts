// First games with a guide: for each card game five notes, each shown when its moment comes. No rules here: moments are
// told by what the server offers.

import type { State } from "./api";
import type { Lang } from "./lang";
import { shortName } from "./pictures";

type Words = readonly [en: string, cs: string, sk: string];
export type Step = { when: (s: State) => boolean; text: Words };

const myTurn = (s: State): boolean => s.offers.length > 0;
const says = (s: State): boolean => s.offers.some((o) => o.carry.length === 0);
const plays = (s: State): boolean => s.offers.some((o) => o.carry[0]?.to === "trick");
const laid = (s: State): boolean => s.scene.tokens.some((x) => x.zone === "trick");
const taken = (s: State): boolean => s.cues.tricks.some((n) => n > 0);
const moves = (s: State): boolean => s.offers.some((o) => o.carry.length > 0);
const after = (s: State, made: number): boolean => myTurn(s) && s.play.made >= made;
const done = (s: State): boolean => s.play.over || s.play.pad.some((r) => r.number === s.play.number);

const PLAY: Words = [
  "Press a card: it rises. Press it again, or the cloth, and it is played. Cards that may not be played are darker.",
  "Klikni na kartu: zvedne se. Klikni znovu, nebo na stůl, a je zahraná. Karty, které hrát nesmíš, jsou tmavší.",
  "Klikni na kartu: zdvihne sa. Klikni znova, alebo na stôl, a je zahraná. Karty, ktoré hrať nesmieš, sú tmavšie.",
];
const COUNT: Words = [
  "The deal is on the score pad. Press its line to see how it was counted. Then deal again: now you play for real.",
  "Rozdání je v zápisu. Klikni na jeho řádek a uvidíš, jak se počítalo. Pak rozdej znovu: teď už doopravdy.",
  "Rozdanie je v zápise. Klikni na jeho riadok a uvidíš, ako sa počítalo. Potom rozdaj znova: teraz už naozaj.",
];

const TOURS: Record<string, Step[]> = {
  marias: [
    { when: () => true, text: [
      "Three players, 32 cards, one plays against two. Aces and tens count ten each, the last trick ten. Your cards are below; the line above them always says what is wanted.",
      "Tři hráči, 32 karet, jeden hraje proti dvěma. Esa a desítky jsou po deseti, poslední štych také. Dole máš karty; věta nad nimi vždycky říká, co se od tebe čeká.",
      "Traja hráči, 32 kariet, jeden hrá proti dvom. Esá a desiatky sú po desať, posledný štich tiež. Dole máš karty; veta nad nimi vždy hovorí, čo sa od teba čaká.",
    ] },
    { when: (s) => myTurn(s) && says(s), text: [
      "What can be said is on buttons, and under each word stands what it means. When nothing better comes to mind, press the first one.",
      "Co lze říct, je na tlačítkách a pod každým slovem stojí, co znamená. Když tě nenapadá nic lepšího, klikni na první z nich.",
      "Čo možno povedať, je na tlačidlách a pod každým slovom stojí, čo znamená. Keď ti nenapadne nič lepšie, klikni na prvé z nich.",
    ] },
    { when: (s) => myTurn(s) && plays(s), text: PLAY },
    { when: (s) => laid(s) || taken(s), text: [
      "Each card lies before its player, the winning one glows. Follow suit and beat what lies there if you can; without the suit you must trump (betl and durch have no trumps). King and ober of a suit are worth twenty, in trumps forty: play the ober first.",
      "Každá karta leží před svým hráčem, vítězná svítí. Musíš přiznat barvu a přebít, můžeš-li; bez barvy trumfuješ (v betlu a durchu trumfy nejsou). Král se svrškem jedné barvy je dvacet, v trumfech čtyřicet: svrška zahraj dřív.",
      "Každá karta leží pred svojím hráčom, víťazná svieti. Musíš priznať farbu a prebiť, ak môžeš; bez farby tromfuješ (v betli a durchu tromfy nie sú). Kráľ s horníkom jednej farby je dvadsať, v tromfoch štyridsať: horníka zahraj skôr.",
    ] },
    { when: done, text: COUNT },
  ],
  taroky: [
    { when: () => true, text: [
      "Two sides play for 70 points; the bidder’s side wants more than half. The 22 tarocks beat everything: the highest is the Škýz, the jester without a number, then XXI, the Mond. The next player sits on your right.",
      "Dvě strany hrají o 70 bodů; strana vydražitele chce víc než polovinu. Dvaadvacet taroků přebije všechno: nejvyšší je Škýz, šašek bez čísla, pak XXI, Mond. Další hráč sedí vpravo.",
      "Dve strany hrajú o 70 bodov; strana vydražiteľa chce viac než polovicu. Dvadsaťdva tarokov prebije všetko: najvyšší je Škýz, šašo bez čísla, potom XXI, Mond. Ďalší hráč sedí vpravo.",
    ] },
    { when: (s) => myTurn(s) && says(s), text: [
      "First you bid, and under each bid stands what it means. A player of a duty calls a tarock: its holder is his partner, and nobody knows yet who that is.",
      "Nejdřív se draží; pod každou nabídkou stojí, co znamená. Kdo hraje povinnost, volá taroka: kdo ho má, hraje s ním, a zatím se neví, kdo to je.",
      "Najprv sa draží; pod každou ponukou stojí, čo znamená. Kto hrá povinnosť, volá taroka: kto ho má, hrá s ním, a zatiaľ sa nevie, kto to je.",
    ] },
    { when: (s) => myTurn(s) && plays(s), text: PLAY },
    { when: (s) => laid(s) || taken(s), text: [
      "Follow suit; without the suit you must play a tarock, without tarocks anything. In a duty watch who helps whom: that is how the partner shows himself.",
      "Přiznáváš barvu; bez barvy musíš dát taroka, bez taroků cokoli. V povinnosti se dívej, kdo komu pomáhá: tak se spoluhráč prozradí.",
      "Priznávaš farbu; bez farby musíš dať taroka, bez tarokov čokoľvek. V povinnosti sa dívaj, kto komu pomáha: tak sa spoluhráč prezradí.",
    ] },
    { when: done, text: COUNT },
  ],
  schnapsen: [
    { when: () => true, text: [
      "Two players, 20 cards. The card under the talon shows the trumps. Whoever first has 66 points wins: ace 11, ten 10, king 4, ober 3, unter 2.",
      "Dva hráči, 20 karet. Karta pod talonem ukazuje trumfy. Vyhrává, kdo má první 66 bodů: eso 11, desítka 10, král 4, svršek 3, spodek 2.",
      "Dvaja hráči, 20 kariet. Karta pod talónom ukazuje tromfy. Vyhráva, kto má prvý 66 bodov: eso 11, desiatka 10, kráľ 4, horník 3, dolník 2.",
    ] },
    { when: (s) => myTurn(s) && plays(s), text: PLAY },
    { when: (s) => laid(s) || taken(s), text: [
      "While cards are drawn nobody need follow suit. Whoever takes the trick draws first and leads next.",
      "Dokud se líže, nikdo nemusí přiznat barvu. Kdo vezme štych, lízne si první a vynáší.",
      "Kým sa ťahá, nikto nemusí priznať farbu. Kto vezme štich, ťahá prvý a vynáša.",
    ] },
    { when: (s) => myTurn(s) && taken(s), text: [
      "King and ober led together are twenty, in trumps forty. When you lead you may also close the talon: then both must follow suit, and without 66 you lose.",
      "Král se svrškem při výnosu je dvacet, v trumfech čtyřicet. Když vynášíš, smíš také zavřít talon: pak se barva přiznává a bez 66 prohráváš.",
      "Kráľ s horníkom pri výnose je dvadsať, v tromfoch štyridsať. Keď vynášaš, smieš aj zatvoriť talón: potom sa farba priznáva a bez 66 prehrávaš.",
    ] },
    { when: done, text: COUNT },
  ],
  snaps: [
    { when: () => true, text: [
      "Four players, 24 cards. One calls a card: its suit is trump, and the player who holds it is his secret partner. The side that first has 66 points wins.",
      "Čtyři hráči, 24 karet. Jeden zavolá kartu: její barva je trumf, a kdo ji má, hraje tajně s ním. Vyhrává strana, která má první 66 bodů.",
      "Štyria hráči, 24 kariet. Jeden zavolá kartu: jej farba je tromf, a kto ju má, hrá tajne s ním. Vyhráva strana, ktorá má prvá 66 bodov.",
    ] },
    { when: (s) => myTurn(s) && says(s), text: [
      "If you call: choose a card you do not hold, of a suit in which you are strong. If you are asked for kontra, “good” leaves the price as it is.",
      "Voláš-li: vyber kartu, kterou nemáš, v barvě, ve které máš sílu. Ptají-li se tě na kontra, „dobrá“ nechá cenu být.",
      "Ak voláš: vyber kartu, ktorú nemáš, vo farbe, v ktorej máš silu. Ak sa ťa pýtajú na kontra, „dobre“ nechá cenu tak.",
    ] },
    { when: (s) => myTurn(s) && plays(s), text: PLAY },
    { when: (s) => laid(s) || taken(s), text: [
      "Ace 11, ten 10, king 4, ober 3, unter 2. When you believe that your side has 66, say “dosť”. It is asked once more: if you are wrong, you lose.",
      "Eso 11, desítka 10, král 4, svršek 3, spodek 2. Až budeš věřit, že vaše strana má 66, řekni „dosť“. Zeptáme se ještě jednou: když se pleteš, prohráváte.",
      "Eso 11, desiatka 10, kráľ 4, horník 3, dolník 2. Keď budeš veriť, že vaša strana má 66, povedz „dosť“. Spýtame sa ešte raz: keď sa mýliš, prehrávate.",
    ] },
    { when: done, text: COUNT },
  ],
};
TOURS["krizovy"] = [
  { when: () => true, text: [
    "Mariáš for four: you play with the player across from you. Everybody has eight cards, and there is no talon. The player after the dealer chooses trumps.",
    "Mariáš ve čtyřech: hraješ s tím, kdo sedí naproti. Každý má osm karet a talon není. Trumfy volí hráč za rozdávajícím.",
    "Mariáš vo štvorici: hráš s tým, kto sedí oproti. Každý má osem kariet a talón nie je. Tromfy volí hráč za rozdávajúcim.",
  ] },
  ...(TOURS["marias"] ?? []).slice(1),
];
TOURS["licitovany"] = [
  { when: () => true, text: [
    "Like mariáš, but an auction decides who plays: the ladder goes from the seven up to two sevens and a hundred in hearts. The highest bidder takes the talon.",
    "Jako mariáš, ale o hru se licituje: žebřík vede od sedmy až po dvě sedmy a sto v červených. Kdo dá nejvíc, bere talon.",
    "Ako mariáš, ale o hru sa licituje: rebrík vedie od sedmy až po dve sedmy a sto v červených. Kto dá najviac, berie talón.",
  ] },
  ...(TOURS["marias"] ?? []).slice(1),
];

TOURS["prsi"] = [
  { when: () => true, text: [
    "Whoever first has no card left wins. Lay a card of the suit or of the rank that lies on the pile; the sign at the edge of the table names the suit to follow.",
    "Vyhrává, kdo se první zbaví karet. Dává se karta stejné barvy nebo stejné hodnoty, jaká leží navrchu; platnou barvu ukazuje štítek na okraji stolu.",
    "Vyhráva, kto sa prvý zbaví kariet. Dáva sa karta rovnakej farby alebo rovnakej hodnoty, aká leží navrchu; platnú farbu ukazuje štítok na okraji stola.",
  ] },
  { when: (s) => myTurn(s) && moves(s), text: PLAY },
  { when: (s) => myTurn(s), text: [
    "If nothing fits, or you would rather keep your cards, press the talon: you draw a card and your turn is over.",
    "Když nic nesedí nebo si karty chceš nechat, klikni na talon: lízneš si kartu a hraje další.",
    "Keď nič nesedí alebo si karty chceš nechať, klikni na talón: potiahneš si kartu a hrá ďalší.",
  ] },
  { when: (s) => after(s, 2), text: [
    "A seven makes the next player draw two cards, unless he lays a seven too. An ace makes him wait. An ober goes on any card, and you name the suit.",
    "Po sedmě si další hráč lízne dvě karty, ledaže dá také sedmu. Po esu stojí. Svršek smí na každou kartu a ty řekneš barvu.",
    "Po sedme si ďalší hráč potiahne dve karty, ibaže dá tiež sedmu. Po ese stojí. Horník smie na každú kartu a ty povieš farbu.",
  ] },
  { when: done, text: COUNT },
];
TOURS["klondike"] = [
  { when: () => true, text: [
    "A patience for one. All cards have to go to the four foundations, suit by suit, from the ace up to the king.",
    "Pasiáns pro jednoho. Všechny karty mají přijít na čtyři základy, každá barva zvlášť, od esa po krále.",
    "Pasians pre jedného. Všetky karty majú prísť na štyri základy, každá farba zvlášť, od esa po kráľa.",
  ] },
  { when: (s) => moves(s), text: [
    "Press a card: it rises, and the places where it may go light up. Press one of them, or drag the card there.",
    "Klikni na kartu: zvedne se a rozsvítí se místa, kam smí. Na některé klikni, nebo tam kartu přetáhni.",
    "Klikni na kartu: zdvihne sa a rozsvietia sa miesta, kam smie. Na niektoré klikni, alebo tam kartu potiahni.",
  ] },
  { when: (s) => after(s, 1), text: [
    "On a pile a card lies on one that is one higher and of the other colour, red on black. A whole run moves together; an empty place takes a king.",
    "Na hromádce leží karta na kartě o jednu vyšší a druhé barvy, červená na černé. Řada se přesouvá celá; na prázdné místo smí král.",
    "Na kôpke leží karta na karte o jednu vyššej a druhej farby, červená na čiernej. Rad sa presúva celý; na prázdne miesto smie kráľ.",
  ] },
  { when: (s) => after(s, 2), text: [
    "Press the talon for the next card. When it is used up, press its place and the cards go round again.",
    "Klikni na talon a otočí se další karta. Když dojde, klikni na jeho místo a karty jdou znovu dokola.",
    "Klikni na talón a otočí sa ďalšia karta. Keď sa minie, klikni na jeho miesto a karty idú znova dookola.",
  ] },
  { when: (s) => after(s, 3) || done(s), text: [
    "Stuck? The arrow takes moves back, the bulb gives a hint. Not every deal can be solved.",
    "Nejde to dál? Šipka bere tahy zpět, žárovka poradí. Ne každé rozdání jde vyřešit.",
    "Nejde to ďalej? Šípka berie ťahy späť, žiarovka poradí. Nie každé rozdanie sa dá vyriešiť.",
  ] },
];

/** The games that have a guide here. */
export const toured = (): string[] => Object.keys(TOURS);
export const stepsOf = (id: string): Step[] => TOURS[shortName(id)] ?? [];
export const textOf = (step: Step, lang: Lang): string => step.text[lang === "en" ? 0 : lang === "cs" ? 1 : 2];
