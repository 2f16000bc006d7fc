//! The words of the page in three languages.

use game::{Lang, Words, words};

pub(super) const CODE: Words = words("en", "cs", "sk");
pub(super) const TOURNAMENT: Words = words("tournament", "turnaj", "turnaj");
pub(super) const STANDINGS: Words = words("Standings", "Pořadí", "Poradie");
pub(super) const RATINGS: Words = words("Ratings", "Síla hráčů", "Sila hráčov");
pub(super) const RATINGS_ABOUT: Words = words(
    "Bradley–Terry strengths on the scale of Elo; the bars are 95&nbsp;% intervals, resampled by deal.",
    "Síla podle Bradleyho a Terryho na stupnici Elo; čáry jsou 95% intervaly z převzorkovaných rozdání.",
    "Sila podľa Bradleyho a Terryho na stupnici Elo; čiary sú 95-percentné intervaly z prevzorkovaných rozdaní.",
);
pub(super) const RATINGS_PLOT: Words =
    words("Ratings with intervals", "Síla hráčů s intervaly", "Sila hráčov s intervalmi");
pub(super) const CROSS: Words = words("Who beats whom", "Kdo koho poráží", "Kto koho poráža");
pub(super) const CROSS_ABOUT: Words = words(
    "The share of points of the player on the left against the player on top.",
    "Podíl bodů, které hráč vlevo získal proti hráči nahoře.",
    "Podiel bodov, ktoré hráč vľavo získal proti hráčovi hore.",
);
pub(super) const COMPARISONS: Words = words("comparisons", "porovnání", "porovnaní");
pub(super) const CURVES: Words =
    words("Scores over the plays", "Skóre v průběhu turnaje", "Skóre v priebehu turnaja");
pub(super) const CURVES_ABOUT: Words = words(
    "The sum of the scores of each player, play by play.",
    "Součet skóre každého hráče, partii po partii.",
    "Súčet skóre každého hráča, partiu po partii.",
);
pub(super) const NOBODY: Words = words("Nobody played.", "Nikdo nehrál.", "Nikto nehral.");
pub(super) const PLAYER: Words = words("player", "hráč", "hráč");
pub(super) const COLUMNS: [Words; 7] = [
    words("points", "body", "body"),
    words("plays", "partie", "partie"),
    words("won", "výhry", "výhry"),
    words("drawn", "remízy", "remízy"),
    words("lost", "prohry", "prehry"),
    words("mean score", "průměrné skóre", "priemerné skóre"),
    words("faults", "chyby", "chyby"),
];
pub(super) const TO: Words = words("to", "až", "až");
pub(super) const SEATS: Words = words("What the seat is worth", "Co znamená místo", "Čo znamená miesto");
pub(super) const SEATS_ABOUT: Words = words(
    "The share of points of whoever sits there.",
    "Podíl bodů toho, kdo tam sedí.",
    "Podiel bodov toho, kto tam sedí.",
);
pub(super) const SEAT: Words = words("seat", "místo", "miesto");
pub(super) const TESTS: Words = words("Sequential tests", "Sekvenční testy", "Sekvenčné testy");
pub(super) const ERRORS: Words =
    words("errors of both kinds", "chyby prvního a druhého druhu", "chyby prvého a druhého druhu");
pub(super) const OPEN: Words = words("not decided", "nerozhodnuto", "nerozhodnuté");
pub(super) const FIRST: Words = words("H0 accepted", "platí H0", "platí H0");
pub(super) const SECOND: Words = words("H1 accepted", "platí H1", "platí H1");
pub(super) const PLAYS_MADE: Words = words("plays:", "partií:", "partií:");
pub(super) const BESIDE: Words =
    words("Beside published figures", "Vedle zveřejněných výsledků", "Vedľa zverejnených výsledkov");
pub(super) const BESIDE_ABOUT: Words = words(
    "Plays won of a hundred, with 95&nbsp;% intervals.",
    "Vyhrané partie ze sta, s 95% intervaly.",
    "Vyhraté partie zo sta, s 95-percentnými intervalmi.",
);
pub(super) const BESIDE_COLUMNS: [Words; 4] = [
    words("against", "soupeř", "súper"),
    words("published", "zveřejněno", "zverejnené"),
    words("ours", "u nás", "u nás"),
    words("difference", "rozdíl", "rozdiel"),
];
pub(super) const CLEAR: Words = words("clear of noise", "průkazný", "preukázateľný");
pub(super) const WITHIN: Words = words("within noise", "v mezích šumu", "v medziach šumu");
pub(super) const WORK: Words = words("Work for a move", "Práce na jeden tah", "Práca na jeden ťah");
pub(super) const WORK_COLUMNS: [Words; 5] = [
    words("moves", "tahy", "ťahy"),
    words("states a move", "stavů na tah", "stavov na ťah"),
    words("median", "medián", "medián"),
    words("95 of 100", "95 ze 100", "95 zo 100"),
    words("longest", "nejdéle", "najdlhšie"),
];
pub(super) const FAULTS: Words = words(
    "Illegal, late and missing answers",
    "Nepřípustné, pozdní a chybějící odpovědi",
    "Neprípustné, neskoré a chýbajúce odpovede",
);
pub(super) const KEPT: Words = words(
    "All plays are in the log; here are the first",
    "Všechny partie jsou v záznamu; zde jich je od začátku",
    "Všetky partie sú v zázname; tu ich je od začiatku",
);
pub(super) const PLAYS: Words = words("Plays", "Partie", "Partie");
pub(super) const PLAY: Words = words("Play", "Partie", "Partia");
pub(super) const PLAYS_ABOUT: Words = words(
    "Choose a play; step with the arrow keys or the buttons.",
    "Vyber partii; krokuj šipkami nebo tlačítky.",
    "Vyber partiu; krokuj šípkami alebo tlačidlami.",
);
pub(super) const STEPS: [Words; 4] = [
    words("To the start", "Na začátek", "Na začiatok"),
    words("Back", "Zpět", "Späť"),
    words("On", "Dál", "Ďalej"),
    words("To the end", "Na konec", "Na koniec"),
];
pub(super) const SEED: Words = words("Seed", "Semínko", "Semienko");
pub(super) const AGAIN: Words = words(
    "the plan and this seed give the same plays again",
    "plán a toto semínko dají znovu tytéž partie",
    "plán a toto semienko dajú znova tie isté partie",
);

/// A number, or a text with numbers, as it is written in a language: Czech and Slovak have a decimal comma.
pub(super) fn number(lang: Lang, text: String) -> String {
    match lang {
        Lang::En => text,
        Lang::Cs | Lang::Sk => text.replace('.', ","),
    }
}

/// The first sentence; the names are those of players, so no word agrees with them.
pub(super) fn lead(lang: Lang, players: usize, plays: usize, first: &str, points: &str) -> String {
    match lang {
        Lang::En => format!("{players} players, {plays} plays. {first} is first with {points} points"),
        Lang::Cs => format!("Hráčů: {players}, partií: {plays}. První místo: {first}, bodů: {points}"),
        Lang::Sk => format!("Hráčov: {players}, partií: {plays}. Prvé miesto: {first}, bodov: {points}"),
    }
}

/// Whether the lead is more than chance.
pub(super) fn ahead(lang: Lang, clear: bool, second: &str) -> String {
    match (lang, clear) {
        (Lang::En, true) => format!(", clear of {second}"),
        (Lang::En, false) => format!(", not clear of {second}"),
        (Lang::Cs, true) => format!("; druhé místo: {second}, rozdíl je průkazný"),
        (Lang::Cs, false) => format!("; druhé místo: {second}, rozdíl není průkazný"),
        (Lang::Sk, true) => format!("; druhé miesto: {second}, rozdiel je preukázateľný"),
        (Lang::Sk, false) => format!("; druhé miesto: {second}, rozdiel nie je preukázateľný"),
    }
}

/// How far a sequential test is.
pub(super) fn ratio(lang: Lang, llr: f64, lower: f64, upper: f64) -> String {
    let [llr, lower, upper] = [llr, lower, upper].map(|x| number(lang, format!("{x:.2}")));
    match lang {
        Lang::En => format!("log-likelihood ratio {llr}, bounds {lower} and {upper}"),
        Lang::Cs => format!("logaritmus poměru věrohodností {llr}, meze {lower} a {upper}"),
        Lang::Sk => format!("logaritmus pomeru vierohodností {llr}, hranice {lower} a {upper}"),
    }
}
