//! Who chooses moves. An agent is handed a view, never a state, so peeking does not type-check.
//!
//! An agent lives as long as it sits at its table: it may keep what it worked out (a tree, a belief) from one decision to
//! the next, hears every move in between, and is told when the play is over. It may fail: then it returns a [`Fault`],
//! and the [`crate::Policy`] of the match decides what happens.
//!
//! ```compile_fail
//! use game::{Agent, Fault, Game, Limit, Observe, Player, Rng, Thought, Turn};
//! struct Peeker;
//! impl<G: Observe> Agent<G> for Peeker {
//!     fn choose(&mut self, game: &G, me: Player, view: &G::View, moves: &[G::Move], _: &Limit) -> Result<Thought<G::Move>, Fault> {
//!         let _ = game.turn(view); // a view is not a state
//!         Ok(Thought::just(moves[0]))
//!     }
//! }
//! ```

use crate::{Argument, Belief, Fault, Limit, Observe, Player, Stopped};
use std::sync::Arc;

/// Chooses moves in a game.
pub trait Agent<G: Observe>: Send {
    /// Chooses one of `moves` (never empty) for `me`, who knows `view`. Stays within `limit`.
    ///
    /// # Errors
    /// Why it has no move to give.
    fn choose(
        &mut self,
        game: &G,
        me: Player,
        view: &G::View,
        moves: &[G::Move],
        limit: &Limit,
    ) -> Result<Thought<G::Move>, Fault>;

    /// Values these moves, two at least, to say what they differ by: each is looked at as carefully as the others, where a choice
    /// would leave those that look bad alone. An agent that does not know how simply chooses.
    ///
    /// # Errors
    /// Why it has nothing to say.
    fn compare(
        &mut self,
        game: &G,
        me: Player,
        view: &G::View,
        moves: &[G::Move],
        limit: &Limit,
    ) -> Result<Thought<G::Move>, Fault> {
        self.choose(game, me, view, moves, limit)
    }

    /// Hands over a belief, from which the agent takes the states it thinks about from now on. `false` if it thinks about
    /// none: then nothing changes.
    fn believe(&mut self, _belief: Arc<dyn Belief<G>>) -> bool {
        false
    }

    /// Why it chose what it chose last, in every language; empty where it only has the words of its [`Thought`].
    fn reasons(&self) -> &[Argument] {
        &[]
    }

    /// Somebody moved (`by`; `None`: chance), and `me` knows `view` since. Called for every move of the play in its
    /// order, the agent's own included, before the agent is asked again.
    fn heard(&mut self, _game: &G, _me: Player, _by: Option<Player>, _view: &G::View) {}

    /// Moves were taken back: the play is at move number `made` again, whatever was heard after it is void.
    fn undone(&mut self, _made: usize) {}

    /// The play is over, and `view` is the last of it.
    fn over(&mut self, _game: &G, _me: Player, _view: &G::View) {}

    /// About how many bytes it keeps from one decision to the next. A host with many tables sends away agents that keep
    /// much; whatever grows with the search (a tree, a table of positions) belongs here.
    fn keeps(&self) -> usize {
        0
    }
}

impl<G: Observe> Agent<G> for Box<dyn Agent<G>> {
    fn choose(
        &mut self,
        game: &G,
        me: Player,
        view: &G::View,
        moves: &[G::Move],
        limit: &Limit,
    ) -> Result<Thought<G::Move>, Fault> {
        (**self).choose(game, me, view, moves, limit)
    }

    fn compare(
        &mut self,
        game: &G,
        me: Player,
        view: &G::View,
        moves: &[G::Move],
        limit: &Limit,
    ) -> Result<Thought<G::Move>, Fault> {
        (**self).compare(game, me, view, moves, limit)
    }

    fn believe(&mut self, belief: Arc<dyn Belief<G>>) -> bool {
        (**self).believe(belief)
    }

    fn reasons(&self) -> &[Argument] {
        (**self).reasons()
    }

    fn heard(&mut self, game: &G, me: Player, by: Option<Player>, view: &G::View) {
        (**self).heard(game, me, by, view);
    }

    fn undone(&mut self, made: usize) {
        (**self).undone(made);
    }

    fn over(&mut self, game: &G, me: Player, view: &G::View) {
        (**self).over(game, me, view);
    }

    fn keeps(&self) -> usize {
        (**self).keeps()
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
