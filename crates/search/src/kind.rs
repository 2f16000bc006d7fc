//! What sort of game this is, as far as choosing an agent goes.

use game::Observe;

/// The sort of a game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Kind {
    /// How many play.
    pub players: usize,
    /// Whether views hide something.
    pub hidden: bool,
    /// Whether chance takes part.
    pub chance: bool,
}

/// The sort of `game`.
pub fn kind<G: Observe>(game: &G) -> Kind {
    Kind { players: game.players(), hidden: game.hidden(), chance: game.chance() }
}
