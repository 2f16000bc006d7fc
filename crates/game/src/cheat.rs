//! Players that are shown the state itself, hidden cards included.
//!
//! An [`crate::Agent`] is handed a view and cannot peek. A cheat can, and is therefore not an agent: no roster lists it, no
//! description makes it, and only [`crate::Table::seat_cheat`] seats it. It measures what not knowing costs, and is for
//! matches that somebody starts for that purpose; a server has no use for it and never seats one.

use crate::{Fault, Game, Limit, Player, Thought};

/// The name under which a cheat sits in records.
pub const CHEATER: &str = "cheater";

/// Chooses moves knowing everything.
pub trait Cheat<G: Game>: Send {
    /// Chooses one of `moves` (never empty) for `me` in `state`. Stays within `limit`.
    ///
    /// # Errors
    /// Why it has no move to give.
    fn choose(
        &mut self,
        game: &G,
        me: Player,
        state: &G::State,
        moves: &[G::Move],
        limit: &Limit,
    ) -> Result<Thought<G::Move>, Fault>;
}

/// Makes a cheat for a game from a seed.
pub type CheatMaker<G> = Box<dyn Fn(&G, u64) -> Box<dyn Cheat<G>> + Send + Sync>;
