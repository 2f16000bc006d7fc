//! The games by name.

use game::{Options, nearest};
use playable::{Listing, Playable};
use std::fmt;
use std::sync::LazyLock;

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
    GAMES.iter().copied().find(|listing| listing.name == name)
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
pub static GAMES: LazyLock<Vec<&'static Listing>> =
    LazyLock::new(|| boards::GAMES.iter().chain(cardgames::GAMES).chain(described::GAMES).collect());

/// The game of an id, as rule files play it; `text` is its description where it is none of the catalog's.
///
/// # Errors
/// That rule files do not play it, or what is wrong with the id or the description.
pub fn ruled(id: &str, text: Option<&str>) -> Result<Box<dyn cardgames::Ruled>, cardgames::RuledError> {
    if let Some(text) = text {
        return described::ruled(text, id);
    }
    let name = id.split('?').next().unwrap_or(id);
    let ours = described::GAMES.iter().any(|game| game.name == name);
    match described::logic_text(name).filter(|_| ours) {
        Some(text) => described::ruled(&text, id),
        None => cardgames::ruled(id),
    }
}
