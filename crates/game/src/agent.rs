//! Who chooses moves. An agent is handed a view, never a state, so peeking does not type-check.
//!
//! ```compile_fail
//! use game::{Agent, Game, Limit, Observe, Player, Rng, Thought, Turn};
//! struct Peeker;
//! impl<G: Observe> Agent<G> for Peeker {
//!     fn choose(&mut self, game: &G, me: Player, view: &G::View, moves: &[G::Move], _: &Limit) -> Thought<G::Move> {
//!         let _ = game.turn(view); // a view is not a state
//!         Thought::just(moves[0])
//!     }
//! }
//! ```

use crate::{Limit, Observe, Player, Stopped};

/// Chooses moves in a game.
pub trait Agent<G: Observe>: Send {
    /// Chooses one of `moves` (never empty) for `me`, who knows `view`. Stays within `limit`.
    fn choose(
        &mut self,
        game: &G,
        me: Player,
        view: &G::View,
        moves: &[G::Move],
        limit: &Limit,
    ) -> Thought<G::Move>;
}

impl<G: Observe> Agent<G> for Box<dyn Agent<G>> {
    fn choose(
        &mut self,
        game: &G,
        me: Player,
        view: &G::View,
        moves: &[G::Move],
        limit: &Limit,
    ) -> Thought<G::Move> {
        (**self).choose(game, me, view, moves, limit)
    }
}

/// A choice and what led to it.
#[derive(Clone, PartialEq, Debug)]
pub struct Thought<M> {
    /// The chosen move.
    pub best: M,
    /// The play expected from here, beginning with `best`; may be empty.
    pub line: Vec<M>,
    /// How good each considered move looked, on the agent's own scale (larger is better); may be empty.
    pub values: Vec<(M, f64)>,
    /// States visited.
    pub nodes: u64,
    /// Depth completed, or iterations made.
    pub depth: u64,
    /// Why the search ended.
    pub stopped: Stopped,
    /// Reasons in words, for people.
    pub because: Vec<String>,
}

impl<M> Thought<M> {
    /// A choice without further thought.
    pub fn just(best: M) -> Thought<M> {
        Thought {
            best,
            line: Vec::new(),
            values: Vec::new(),
            nodes: 0,
            depth: 0,
            stopped: Stopped::Complete,
            because: Vec::new(),
        }
    }
}
