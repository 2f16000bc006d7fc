//! What a catalog says of a game before it is made.

use crate::Playable;
use game::{OptionError, Options, Parameter, Words};

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
