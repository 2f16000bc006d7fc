//! Evaluation functions with weights. A [`crate::Heuristic`] is a plain function with a name, part of the rules of a game;
//! an evaluator is a value of its own (a tuned sum, a network) that is passed to an agent. It may read a position through
//! [`Encode`].

use crate::{Game, Observe, Player};

/// What a state is worth, and which moves are promising there.
pub trait Evaluate<G: Game>: Send + Sync {
    /// Appends the value of the unfinished state `s` for every player in order: from 0 (lost) to 1 (won), 0.5 is even.
    fn value(&self, game: &G, s: &G::State, out: &mut Vec<f64>);

    /// Appends how promising each of `moves` (not empty) is for the player to move: at least 0 each, 1 in sum. Uniform
    /// unless overridden.
    fn prior(&self, _game: &G, _s: &G::State, moves: &[G::Move], out: &mut Vec<f64>) {
        out.extend(moves.iter().map(|_| 1.0 / moves.len() as f64));
    }
}

/// A view as numbers, for learning. What a player cannot see has no part in it, because a view does not hold it.
pub trait Encode: Observe {
    /// How many numbers a view is.
    fn inputs(&self) -> usize;

    /// Appends the numbers of what `me` knows: exactly [`inputs`](Encode::inputs) of them, equal views equally.
    fn encode(&self, view: &Self::View, me: Player, out: &mut Vec<f32>);
}
