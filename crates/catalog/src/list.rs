//! The games by name.

use crate::{Playable, playable};
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

/// All games, in the order they are shown.
pub const GAMES: &[Listing] = &[
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
];
