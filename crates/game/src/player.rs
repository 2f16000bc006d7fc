//! Who acts: a player, chance, or nobody any more.

use std::fmt;

/// A player, counted from 0. People read players from 1: that is what [`fmt::Display`] prints.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Player(pub u8);

impl Player {
    /// The player as an index into per-player arrays.
    #[inline]
    pub fn index(self) -> usize {
        usize::from(self.0)
    }

    /// All players of a game for `n`.
    pub fn all(n: usize) -> impl Iterator<Item = Player> {
        (0..u8::try_from(n).unwrap_or(u8::MAX)).map(Player)
    }

    /// The player after this one around a table for `n`.
    #[inline]
    pub fn next(self, n: usize) -> Player {
        let next = self.index() + 1;
        if next >= n { Player(0) } else { Player(self.0 + 1) }
    }
}

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.index() + 1)
    }
}

/// Whose turn it is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Turn {
    /// A player decides.
    Player(Player),
    /// Chance decides: the moves are events, with [`crate::Game::weight`] as their relative probabilities.
    Chance,
    /// The play is over and the scores are final.
    Over,
}

impl Turn {
    /// The player who decides, if one does.
    #[inline]
    pub fn player(self) -> Option<Player> {
        match self {
            Turn::Player(p) => Some(p),
            Turn::Chance | Turn::Over => None,
        }
    }
}
