//! The described games that come with the program: their texts, pictures and rule sheets are part of it.

use crate::describe;
use game::{OptionError, Options, Parameter, Values, Words, words};
use playable::{Listing, Playable};
use rust_embed::RustEmbed;
use std::borrow::Cow;

/// The descriptions in s3, with their pictures.
#[derive(RustEmbed)]
#[folder = "../../data/s3"]
#[prefix = "s3/"]
struct S3;

/// The descriptions in logic.
#[derive(RustEmbed)]
#[folder = "../../data/system"]
#[prefix = "system/"]
struct Logic;

/// A description without parameters.
const fn plain(
    name: &'static str,
    title: Words,
    about: Words,
    players: u8,
    (hidden, chance): (bool, bool),
    make: fn(&Options) -> Result<Box<dyn Playable>, OptionError>,
) -> Listing {
    Listing { name, title, about, players: (players, players), hidden, chance, parameters: &[], make }
}

const OPEN: (bool, bool) = (false, false);

/// The games, in the order they are shown.
pub static GAMES: &[Listing] = &[
    PRSI,
    KLONDIKE,
    ALQUERQUE,
    ALQUERQUE2,
    MILL,
    SKIPPING,
    SMALL_CHESS,
    SQUARES,
    SQUARES2,
    MASTERMIND,
    MASTERMIND2,
    FROGS,
    RIVER_CROSSING,
];

const FROGS: Listing = plain(
    "frogs",
    words("Frogs", "Žabky", "Žabky"),
    words(
        "Three green and three red frogs change sides, alone",
        "Tři zelené a tři červené žabky si vymění strany, pro jednoho",
        "Tri zelené a tri červené žabky si vymenia strany, pre jedného",
    ),
    1,
    OPEN,
    |options| made("s3/frogs/frogs.s3", "frogs", options),
);

const RIVER_CROSSING: Listing = plain(
    "rivercrossing",
    words("River crossing", "Přechod přes řeku", "Prechod cez rieku"),
    words(
        "Four walkers, one lamp and a narrow bridge, alone",
        "Čtyři chodci, jedna lampa a úzký most, pro jednoho",
        "Štyria chodci, jedna lampa a úzky most, pre jedného",
    ),
    1,
    OPEN,
    |options| made("s3/rivercrossing/rivercrossing.s3", "rivercrossing", options),
);

const ALQUERQUE: Listing = plain(
    "alquerque",
    words("Alquerque", "Alquerque", "Alquerque"),
    words(
        "Jump over the other's stones to take them; the ancestor of draughts",
        "Přeskočené kameny se berou; předek dámy",
        "Preskočené kamene sa berú; predok dámy",
    ),
    2,
    OPEN,
    |options| made("s3/alquerque/alquerque.s3", "alquerque", options),
);

const ALQUERQUE2: Listing = plain(
    "alquerque2",
    words("Alquerque with repetition", "Alquerque s opakováním", "Alquerque s opakovaním"),
    words(
        "Alquerque in which a position that returns twice is a draw",
        "Alquerque, v němž třetí výskyt situace znamená remízu",
        "Alquerque, v ktorom tretí výskyt situácie znamená remízu",
    ),
    2,
    OPEN,
    |options| made("system/alquerque/alquerque.pl", "alquerque2", options),
);

const MILL: Listing = Listing {
    name: "mill",
    title: words("Mill in two steps", "Mlýn na dva kroky", "Mlyn na dva kroky"),
    about: words(
        "Nine Men's Morris in which taking a stone is a move of its own",
        "Mlýn, v němž je braní kamene samostatný tah",
        "Mlyn, v ktorom je branie kameňa samostatný ťah",
    ),
    players: (2, 2),
    hidden: false,
    chance: false,
    parameters: &[
        Parameter {
            name: "stones",
            default: "9",
            values: Values::Int(3, 9),
            help: words("stones of each player", "počet kamenů hráče", "počet kameňov hráča"),
        },
        Parameter {
            name: "quiet",
            default: "100",
            values: Values::Int(1, 200),
            help: words(
                "moves without a mill that are a draw",
                "tahů bez mlýna do remízy",
                "ťahov bez mlyna do remízy",
            ),
        },
    ],
    make: |options| made("system/mill/mill.pl", "mill", options),
};

const SKIPPING: Listing = plain(
    "skipping",
    words("Skipping", "Přeskoky", "Preskoky"),
    words(
        "Step and skip into the opposite corner",
        "Kroky a přeskoky do protějšího rohu",
        "Kroky a preskoky do protiľahlého rohu",
    ),
    2,
    OPEN,
    |options| made("s3/skipping/skipping.s3", "skipping", options),
);

const SQUARES: Listing = plain(
    "squares",
    words("Squares", "Čtverečky", "Štvorčeky"),
    words(
        "Draw lines between dots; the fourth side of a box is a point",
        "Spojování teček; čtvrtá strana čtverečku je bod",
        "Spájanie bodiek; štvrtá strana štvorčeka je bod",
    ),
    2,
    OPEN,
    |options| made("s3/squares/squares.s3", "squares", options),
);

const SQUARES2: Listing = plain(
    "squares2",
    words("Squares with painted boxes", "Barevné čtverečky", "Farebné štvorčeky"),
    words(
        "Squares in which a closed box takes its owner's colour",
        "Čtverečky, v nichž uzavřené pole dostane barvu hráče",
        "Štvorčeky, v ktorých uzavreté pole dostane farbu hráča",
    ),
    2,
    OPEN,
    |options| made("s3/squares2/squares2.s3", "squares2", options),
);

const MASTERMIND: Listing = plain(
    "mastermind",
    words("MasterMind", "Logik", "Logik"),
    words(
        "Find the hidden code from the answers to your guesses, alone",
        "Najděte skrytý kód podle odpovědí na své pokusy, pro jednoho",
        "Nájdite skrytý kód podľa odpovedí na svoje pokusy, pre jedného",
    ),
    1,
    (true, true),
    |options| made("s3/mastermind/mastermind.s3", "mastermind", options),
);

const MASTERMIND2: Listing = plain(
    "mastermind2",
    words("MasterMind for two", "Logik pro dva", "Logik pre dvoch"),
    words(
        "One lays a hidden code, the other finds it",
        "Jeden položí skrytý kód, druhý ho hledá",
        "Jeden položí skrytý kód, druhý ho hľadá",
    ),
    2,
    (true, false),
    |options| made("s3/mastermind2/mastermind2.s3", "mastermind2", options),
);

const KLONDIKE: Listing = plain(
    "klondike",
    words("Klondike", "Klondike (pasiáns)", "Klondike (pasians)"),
    words(
        "The usual patience, one card at a time",
        "Obvyklý pasiáns, po jedné kartě",
        "Obvyklý pasians, po jednej karte",
    ),
    1,
    (true, true),
    |options| made("system/klondike/klondike.pl", "klondike", options),
);

const SMALL_CHESS: Listing = plain(
    "smallchess",
    words("Small chess", "Malé šachy", "Malý šach"),
    words(
        "Chess on a board of 4 by 5: take the king or bring a pawn home",
        "Šachy na desce 4 × 5: seberte krále, nebo doveďte pěšce",
        "Šach na doske 4 × 5: vezmite kráľa, alebo doveďte pešiaka",
    ),
    2,
    OPEN,
    |options| made("system/smallchess/smallchess.pl", "smallchess", options),
);

const PRSI: Listing = Listing {
    name: "prsi",
    title: words("Prší", "Prší", "Prší"),
    about: words(
        "Get rid of your cards: sevens make the other draw, aces skip, obers change the suit",
        "Zbavte se karet: po sedmě se líže, po esu stojí, svršek mění barvu",
        "Zbavte sa kariet: po sedme sa ťahá, po ese stojí, horník mení farbu",
    ),
    players: (2, 4),
    hidden: true,
    chance: true,
    parameters: &[Parameter {
        name: "players",
        default: "2",
        values: Values::Int(2, 4),
        help: words("how many play", "kolik hráčů hraje", "koľko hráčov hrá"),
    }],
    make: |options| made("system/prsi/prsi.pl", "prsi", options),
};

fn made(path: &str, name: &'static str, options: &Options) -> Result<Box<dyn Playable>, OptionError> {
    let id = options.id(name);
    let text = S3::get(path)
        .or_else(|| Logic::get(path))
        .map(|file| String::from_utf8_lossy(&file.data).into_owned());
    let found = describe(&text.unwrap_or_default(), &id).into_game();
    found.map_err(|cause| OptionError(format!("the description {path} is broken: {cause}")))
}

/// The text of a game of the catalog that is described in logic.
pub fn logic_text(game: &str) -> Option<String> {
    let file = Logic::get(&format!("system/{game}/{game}.pl"))?;
    Some(String::from_utf8_lossy(&file.data).into_owned())
}

/// The names of the pictures that belong to a game of the catalog.
pub fn pictures(game: &str) -> Vec<String> {
    let inside = format!("s3/{game}/");
    let names = S3::iter().filter_map(|path| Some(path.strip_prefix(&inside)?.to_string()));
    names.filter(|name| name.ends_with(".svg")).collect()
}

/// A picture that belongs to a game of the catalog.
pub fn picture(game: &str, name: &str) -> Option<Cow<'static, [u8]>> {
    let known = pictures(game).iter().any(|picture| picture == name);
    known.then(|| S3::get(&format!("s3/{game}/{name}")))?.map(|file| file.data)
}
