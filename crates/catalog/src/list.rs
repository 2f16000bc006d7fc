//! The games by name.

use crate::{Playable, playable, shipped};
use game::{OptionError, Options, Parameter, Words, nearest, words};
use std::fmt;

/// A game of the catalog.
pub struct Listing {
    /// Its name.
    pub name: &'static str,
    /// Its name for people.
    pub title: Words,
    /// What it is, in a sentence.
    pub about: Words,
    /// How many can play, from and to.
    pub players: (u8, u8),
    /// Whether players may know different things.
    pub hidden: bool,
    /// Whether chance takes part.
    pub chance: bool,
    /// What can be chosen about it.
    pub parameters: &'static [Parameter],
    /// Makes the game.
    pub make: fn(&Options) -> Result<Box<dyn Playable>, OptionError>,
}

/// A name that is in no catalog, or parameters that do not fit. Prints as a sentence with a suggestion.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unknown(String);

impl fmt::Display for Unknown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Unknown {}

/// The listing of that name.
pub fn listing(name: &str) -> Option<&'static Listing> {
    GAMES.iter().find(|listing| listing.name == name)
}

/// The game of that id: a name, and parameters after `?`.
///
/// # Errors
/// Says what is unknown or does not fit, and what would.
pub fn find(id: &str) -> Result<Box<dyn Playable>, Unknown> {
    let (name, text) = id.split_once('?').unwrap_or((id, ""));
    let Some(listing) = listing(name) else {
        let names = GAMES.iter().map(|l| l.name);
        let hint = match nearest(name, names.clone()) {
            Some(near) => format!("; did you mean '{near}'?"),
            None => format!(" (known: {})", names.collect::<Vec<_>>().join(", ")),
        };
        return Err(Unknown(format!("unknown game '{name}'{hint}")));
    };
    let options = Options::parse(text, listing.parameters).map_err(|e| Unknown(format!("{name}: {e}")))?;
    (listing.make)(&options).map_err(|e| Unknown(format!("{name}: {e}")))
}

/// All games, in the order they are shown. A static, not a constant: every crate that used a constant would compile all
/// games and agents once more.
pub static GAMES: &[Listing] = &[
    Listing {
        name: "tictactoe",
        title: games::tictactoe::TITLE,
        about: words(
            "Three in a row on a board of nine squares",
            "Tři v řadě na devíti polích",
            "Tri v rade na deviatich poliach",
        ),
        players: (2, 2),
        hidden: false,
        chance: false,
        parameters: games::tictactoe::PARAMETERS,
        make: |options| Ok(playable(games::TicTacToe::new(options)?)),
    },
    Listing {
        name: "connect4",
        title: games::connect4::TITLE,
        about: words(
            "Drop stones into columns; four in a line win",
            "Kameny padají do sloupců; čtyři v řadě vyhrávají",
            "Kamene padajú do stĺpcov; štyri v rade vyhrávajú",
        ),
        players: (2, 2),
        hidden: false,
        chance: false,
        parameters: games::connect4::PARAMETERS,
        make: |options| Ok(playable(games::Connect4::new(options)?)),
    },
    Listing {
        name: "reversi",
        title: games::reversi::TITLE,
        about: words(
            "Enclose the other colour to turn it over",
            "Obklíčené kameny se otáčejí",
            "Obkľúčené kamene sa otáčajú",
        ),
        players: (2, 2),
        hidden: false,
        chance: false,
        parameters: games::reversi::PARAMETERS,
        make: |options| Ok(playable(games::Reversi::new(options)?)),
    },
    Listing {
        name: "morris",
        title: games::morris::TITLE,
        about: words(
            "Place, move and fly; a mill takes a stone",
            "Klást, táhnout, létat; mlýn bere kámen",
            "Klásť, ťahať, lietať; mlyn berie kameň",
        ),
        players: (2, 2),
        hidden: false,
        chance: false,
        parameters: games::morris::PARAMETERS,
        make: |options| Ok(playable(games::Morris::new(options)?)),
    },
    Listing {
        name: "nim",
        title: games::nim::TITLE,
        about: words("Take counters from heaps", "Odebírání z hromádek", "Odoberanie z kôpok"),
        players: (2, 2),
        hidden: false,
        chance: false,
        parameters: games::nim::PARAMETERS,
        make: |options| Ok(playable(games::Nim::new(options)?)),
    },
    Listing {
        name: "puzzle8",
        title: games::puzzle8::TITLE,
        about: words(
            "Slide eight tiles into order, alone",
            "Osm kamenů do pořadí, pro jednoho",
            "Osem kameňov do poradia, pre jedného",
        ),
        players: (1, 1),
        hidden: false,
        chance: false,
        parameters: games::puzzle8::PARAMETERS,
        make: |options| Ok(playable(games::Puzzle8::new(options)?)),
    },
    Listing {
        name: "ludo",
        title: games::ludo::TITLE,
        about: words(
            "The race home that must not make you angry",
            "Závod domů, při kterém se nemáte zlobit",
            "Preteky domov, pri ktorých sa nemáte hnevať",
        ),
        players: (2, 4),
        hidden: false,
        chance: true,
        parameters: games::ludo::PARAMETERS,
        make: |options| Ok(playable(games::Ludo::new(options)?)),
    },
    Listing {
        name: "kuhn",
        title: games::kuhn::TITLE,
        about: words(
            "Poker with three cards, small enough to solve",
            "Poker o třech kartách, dost malý na vyřešení",
            "Poker s tromi kartami, dosť malý na vyriešenie",
        ),
        players: (2, 2),
        hidden: true,
        chance: true,
        parameters: games::kuhn::PARAMETERS,
        make: |options| Ok(playable(games::Kuhn::new(options)?)),
    },
    Listing {
        name: "taroky",
        title: words("Taroky", "Taroky", "Taroky"),
        about: words(
            "Four players, 54 cards: auction, called partner, announcements, doubling",
            "Čtyři hráči, 54 karet: dražba, volaný spoluhráč, hlášky, fleky",
            "Štyria hráči, 54 kariet: dražba, volaný spoluhráč, hlášky, fleky",
        ),
        players: (4, 4),
        hidden: true,
        chance: true,
        parameters: taroky::PARAMETERS,
        make: |options| Ok(playable(taroky::Taroky::with(options.clone())?)),
    },
    Listing {
        name: "marias",
        title: words("Mariáš (volený)", "Volený mariáš", "Volený mariáš"),
        about: words(
            "Three players, 32 cards: trumps, talon, sevens, hundreds, betl and durch",
            "Tři hráči, 32 karet: trumfy, talon, sedmy, stovky, betl a durch",
            "Traja hráči, 32 kariet: tromfy, talón, sedmy, stovky, betl a durch",
        ),
        players: (3, 3),
        hidden: true,
        chance: true,
        parameters: marias::VOLENY,
        make: |options| Ok(playable(marias::Marias::new(marias::Kind::Voleny, options)?)),
    },
    Listing {
        name: "licitovany",
        title: words("Mariáš (auction)", "Licitovaný mariáš", "Licitovaný mariáš"),
        about: words(
            "Mariáš in which the declarer is found by an auction",
            "Mariáš, v němž se o aktéra draží",
            "Mariáš, v ktorom sa o aktéra draží",
        ),
        players: (3, 3),
        hidden: true,
        chance: true,
        parameters: marias::LICITOVANY,
        make: |options| Ok(playable(marias::Marias::new(marias::Kind::Licitovany, options)?)),
    },
    Listing {
        name: "snaps",
        title: words("Šnaps", "Šnaps", "Šnaps"),
        about: words(
            "Four players, 24 cards: a called card makes a hidden partner",
            "Čtyři hráči, 24 karet: volaná karta určí skrytého spoluhráče",
            "Štyria hráči, 24 kariet: volaná karta určí skrytého spoluhráča",
        ),
        players: (4, 4),
        hidden: true,
        chance: true,
        parameters: snaps::PARAMETERS,
        make: |options| Ok(playable(snaps::Snaps::new(options)?)),
    },
    shipped::PRSI,
    shipped::KLONDIKE,
    shipped::ALQUERQUE,
    shipped::SKIPPING,
    shipped::SMALL_CHESS,
    shipped::SQUARES,
    shipped::SQUARES2,
    shipped::MASTERMIND,
    shipped::MASTERMIND2,
    shipped::FROGS,
    shipped::RIVER_CROSSING,
];
