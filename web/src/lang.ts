// Words of the pages in three languages. Every key must have all of them: the types see to it.
// Texts of games (labels, logs, sheets) come from the server in the right language already.

export type Lang = "en" | "cs" | "sk";
export const LANGS: readonly Lang[] = ["cs", "sk", "en"];

const WORDS = {
  title: ["Partie", "Partie", "Partie"],
  tagline: ["Any game on the table", "Každá hra na stole", "Každá hra na stole"],
  lobby: ["Lobby", "Herna", "Herňa"],
  games: ["Games", "Hry", "Hry"],
  search: ["Find a game", "Najít hru", "Nájsť hru"],
  yourTables: ["Your tables", "Tvoje stoly", "Tvoje stoly"],
  openTables: ["Open seats", "Volná místa", "Voľné miesta"],
  noTables: ["No table yet. Choose a game.", "Zatím žádný stůl. Vyber si hru.", "Zatiaľ žiadny stôl. Vyber si hru."],
  play: ["Play", "Hrát", "Hrať"],
  resume: ["Resume", "Pokračovat", "Pokračovať"],
  delete: ["Delete", "Smazat", "Zmazať"],
  sureDelete: ["Delete the table {0} and its scores?", "Smazat stůl {0} i s výsledky?", "Zmazať stôl {0} aj s výsledkami?"],
  export: ["Export", "Export", "Export"],
  import: ["Import a record", "Načíst záznam", "Načítať záznam"],
  newTable: ["New table", "Nový stůl", "Nový stôl"],
  tableName: ["Name of the table", "Název stolu", "Názov stola"],
  rules: ["Rules", "Pravidla", "Pravidlá"],
  seats: ["Players", "Hráči", "Hráči"],
  seat: ["Seat {0}", "Místo {0}", "Miesto {0}"],
  person: ["Person at this device", "Člověk u tohoto zařízení", "Človek pri tomto zariadení"],
  invited: ["Open, for somebody invited", "Volné, pro pozvaného", "Voľné, pre pozvaného"],
  computer: ["Computer", "Počítač", "Počítač"],
  name: ["Name", "Jméno", "Meno"],
  start: ["Points to begin with", "Počáteční body", "Počiatočné body"],
  settings: ["Settings", "Nastavení", "Nastavenia"],
  think: ["Computer thinks at most (ms)", "Počítač přemýšlí nejvýše (ms)", "Počítač premýšľa najviac (ms)"],
  delay: ["Least time between moves (ms)", "Nejkratší čas mezi tahy (ms)", "Najkratší čas medzi ťahmi (ms)"],
  wait: ["A finished trick waits for a click", "Hotový zdvih čeká na kliknutí", "Hotový zdvih čaká na kliknutie"],
  rotate: ["The first player changes with every match", "Začínající hráč se střídá", "Začínajúci hráč sa strieda"],
  watch: ["Anybody with the address may watch", "Kdo má adresu, smí se dívat", "Kto má adresu, smie sa pozerať"],
  listed: ["Show open seats in the lobby", "Ukázat volná místa v herně", "Ukázať voľné miesta v herni"],
  hints: ["Give hints", "Dávat rady", "Dávať rady"],
  study: ["For study: open hands at any time", "Ke studiu: odkryté karty kdykoli", "Na štúdium: odkryté karty kedykoľvek"],
  create: ["Sit down", "Sednout ke stolu", "Sadnúť k stolu"],
  cancel: ["Cancel", "Zrušit", "Zrušiť"],
  close: ["Close", "Zavřít", "Zavrieť"],
  save: ["Save", "Uložit", "Uložiť"],
  look: ["Appearance", "Vzhled", "Vzhľad"],
  language: ["Language", "Jazyk", "Jazyk"],
  largeIndex: ["Large card corners", "Velké rohy karet", "Veľké rohy kariet"],
  contrast: ["High contrast", "Vysoký kontrast", "Vysoký kontrast"],
  heads: ["Double-headed cards", "Dvouhlavé karty", "Dvojhlavé karty"],
  sortHand: ["Sort hand", "Seřadit karty", "Zoradiť karty"],
  sortSuit: ["by suit", "podle barev", "podľa farieb"],
  sortRank: ["by rank", "podle hodnot", "podľa hodnôt"],
  account: ["Account", "Účet", "Účet"],
  guest: ["guest", "host", "hosť"],
  login: ["Log in", "Přihlásit se", "Prihlásiť sa"],
  logout: ["Log out", "Odhlásit se", "Odhlásiť sa"],
  register: ["Make an account", "Založit účet", "Založiť účet"],
  password: ["Password", "Heslo", "Heslo"],
  undo: ["Undo", "Zpět", "Späť"],
  hint: ["Hint", "Poradit", "Poradiť"],
  newDeal: ["New deal", "Nové rozdání", "Nové rozdanie"],
  sameDeal: ["Same deal again", "Totéž rozdání znovu", "To isté rozdanie znova"],
  shiftDeal: ["Same deal from another seat", "Totéž rozdání z jiného místa", "To isté rozdanie z iného miesta"],
  openHands: ["Open hands", "Odkrýt karty", "Odkryť karty"],
  closeHands: ["Cover hands", "Zakrýt karty", "Zakryť karty"],
  lastTrick: ["Last trick", "Poslední zdvih", "Posledný zdvih"],
  said: ["Said", "Hlášky", "Hlášky"],
  scores: ["Scores", "Body", "Body"],
  total: ["Total", "Celkem", "Spolu"],
  thisMatch: ["This match", "Tato partie", "Táto partia"],
  history: ["History", "Průběh", "Priebeh"],
  moves: ["All moves", "Všechny tahy", "Všetky ťahy"],
  more: ["More", "Více", "Viac"],
  yourTurn: ["Your turn", "Jsi na tahu", "Si na ťahu"],
  turnOf: ["{0} is to move", "Na tahu: {0}", "Na ťahu: {0}"],
  waiting: ["Waiting for somebody to sit down", "Čeká se na spoluhráče", "Čaká sa na spoluhráča"],
  over: ["The match is over.", "Partie skončila.", "Partia sa skončila."],
  won: ["{0} wins.", "Vyhrává {0}.", "Vyhráva {0}."],
  wonMany: ["Winners: {0}.", "Vyhrávají: {0}.", "Vyhrávajú: {0}."],
  solved: ["Solved!", "Vyřešeno!", "Vyriešené!"],
  unsolved: ["Not solved.", "Nevyřešeno.", "Nevyriešené."],
  draw: ["Nobody wins.", "Nikdo nevyhrává.", "Nikto nevyhráva."],
  practice: ["Practice: does not count.", "Cvičná partie: nepočítá se.", "Cvičná partia: nepočíta sa."],
  curtain: ["Pass the device to {0}", "Předej zařízení hráči {0}", "Odovzdaj zariadenie hráčovi {0}"],
  curtainOthers: ["Everybody else looks away.", "Ostatní se nedívají.", "Ostatní sa nepozerajú."],
  curtainDraw: ["I am {0}, show my side", "Jsem {0}, ukázat", "Som {0}, ukázať"],
  news: ["Since you last looked", "Co se stalo od minule", "Čo sa stalo od minula"],
  sit: ["Sit down here", "Sednout si sem", "Sadnúť si sem"],
  openSeat: ["open seat", "volné místo", "voľné miesto"],
  leave: ["Leave the seat", "Uvolnit místo", "Uvoľniť miesto"],
  replace: ["Let the computer play", "Nechat hrát počítač", "Nechať hrať počítač"],
  comeBack: ["Play again myself", "Hrát zase sám", "Hrať zase sám"],
  away: ["away", "pryč", "preč"],
  invite: ["Invite", "Pozvat", "Pozvať"],
  inviteLink: ["Whoever opens this address may sit down:", "Kdo otevře tuto adresu, smí si sednout:", "Kto otvorí túto adresu, smie si sadnúť:"],
  watchLink: ["To watch only:", "Jen ke sledování:", "Len na sledovanie:"],
  watchers: ["Watching: {0}", "Dívá se: {0}", "Pozerá sa: {0}"],
  spectator: ["You are watching.", "Díváš se.", "Pozeráš sa."],
  continue: ["Continue", "Pokračovat", "Pokračovať"],
  done: ["Done", "Hotovo", "Hotovo"],
  connecting: ["Connecting…", "Připojuji…", "Pripájam…"],
  lost: ["The connection was lost, trying again…", "Spojení se ztratilo, zkouším znovu…", "Spojenie sa stratilo, skúšam znova…"],
  gone: ["This table no longer exists.", "Tento stůl už neexistuje.", "Tento stôl už neexistuje."],
  wrong: ["This game cannot be played:", "Tuto hru nelze hrát:", "Túto hru nemožno hrať:"],
  wrongBot: ["This computer player cannot play:", "Tento počítačový hráč nemůže hrát:", "Tento počítačový hráč nemôže hrať:"],
  bots: ["Computer players from files", "Počítačoví hráči ze souborů", "Počítačoví hráči zo súborov"],
  reading: ["The description is being read…", "Popis se načítá…", "Popis sa načítava…"],
  empty: ["empty", "prázdné", "prázdne"],
  faceDown: ["face down", "rubem nahoru", "rubom nahor"],
  canGo: ["can be moved", "lze táhnout", "možno ťahať"],
  target: ["legal target", "sem lze", "sem možno"],
  lifted: ["lifted", "zvednuto", "zdvihnuté"],
  table: ["Table", "Stůl", "Stôl"],
  actions: ["Actions", "Akce", "Akcie"],
  choose: ["Choose", "Vyber", "Vyber"],
  players: ["{0} players", "{0} hráči", "{0} hráči"],
  hintIs: ["Hint: {0}", "Rada: {0}", "Rada: {0}"],
  position: ["After {0}", "Po {0}", "Po {0}"],
  backToNow: ["Back to now", "Zpět na konec", "Späť na koniec"],
  rename: ["Rename", "Přejmenovat", "Premenovať"],
  skip: ["Skip to the table", "Přejít ke stolu", "Prejsť k stolu"],
  you: ["you", "ty", "ty"],
  keys: [
    "Keys: arrows move, Enter lifts and plays, Escape puts back, U undo, H hint.",
    "Klávesy: šipky posun, Enter zvedne a zahraje, Escape vrátí, U zpět, H rada.",
    "Klávesy: šípky posun, Enter zdvihne a zahrá, Escape vráti, U späť, H rada.",
  ],
} as const satisfies Record<string, readonly [string, string, string]>;

export type Key = keyof typeof WORDS;
const AT: Record<Lang, 0 | 1 | 2> = { en: 0, cs: 1, sk: 2 };

/** The words of a key, with {0}, {1}… filled in. */
export function words(lang: Lang, key: Key, ...values: (string | number)[]): string {
  return WORDS[key][AT[lang]].replace(/\{(\d)\}/g, (_, n: string) => String(values[Number(n)] ?? ""));
}

/** Something counted, in the right plural form. */
export function count(lang: Lang, n: number, forms: Partial<Record<Intl.LDMLPluralRule, string>>): string {
  const form = forms[new Intl.PluralRules(lang).select(n)] ?? forms.other ?? "";
  return `${n} ${form}`;
}

const PLAYERS: Record<Lang, Partial<Record<Intl.LDMLPluralRule, string>>> = {
  en: { one: "player", other: "players" },
  cs: { one: "hráč", few: "hráči", other: "hráčů" },
  sk: { one: "hráč", few: "hráči", other: "hráčov" },
};
export const countPlayers = (lang: Lang, n: number): string => count(lang, n, PLAYERS[lang]);

const CARDS: Record<Lang, Partial<Record<Intl.LDMLPluralRule, string>>> = {
  en: { one: "piece", other: "pieces" },
  cs: { one: "kus", few: "kusy", other: "kusů" },
  sk: { one: "kus", few: "kusy", other: "kusov" },
};
export const countPieces = (lang: Lang, n: number): string => count(lang, n, CARDS[lang]);

/** So many moves, in the case that follows "after". */
const MOVES: Record<Lang, Partial<Record<Intl.LDMLPluralRule, string>>> = {
  en: { one: "move", other: "moves" },
  cs: { one: "tahu", other: "tazích" },
  sk: { one: "ťahu", other: "ťahoch" },
};
export const countMoves = (lang: Lang, n: number): string => count(lang, n, MOVES[lang]);

/** The language to begin with: what was chosen before, or the first of the browser's we speak. */
export function firstLang(stored: string | null, wanted: readonly string[]): Lang {
  const known = (code: string): Lang | undefined => LANGS.find((l) => code.toLowerCase().startsWith(l));
  const list = [stored ?? "", ...wanted].map(known).filter((l) => l !== undefined);
  return list[0] ?? "en";
}
