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
///
/// A move is a few *aspects*: its square, its card, that it announces something. What is learned about an aspect is learned
/// about every move that has it.
pub trait Encode: Observe {
    /// The name of this encoding with its version: `connect4-1`. Raise it when the numbers change their meaning.
    fn encoding(&self) -> &'static str;

    /// How many numbers a view is.
    fn inputs(&self) -> usize;

    /// Appends the numbers of what `me` knows that are not 0, each with its place below [`inputs`](Encode::inputs); equal
    /// views equally. No place comes twice.
    fn encode(&self, view: &Self::View, me: Player, out: &mut Vec<(u32, f32)>);

    /// How many aspects moves have together.
    fn outputs(&self) -> usize;

    /// Appends the aspects of a legal move of `me`, each below [`outputs`](Encode::outputs). No two legal moves of a view have
    /// the same ones.
    fn aspects(&self, view: &Self::View, me: Player, mv: Self::Move, out: &mut Vec<u32>);

    /// In how many ways the board can be turned without changing the game, the one in which nothing turns included.
    fn symmetries(&self) -> usize {
        1
    }

    /// Where a number of a view comes to lie when the board is turned that way (0: as it is).
    fn turn_input(&self, _symmetry: usize, input: u32) -> u32 {
        input
    }

    /// What an aspect of a move becomes when the board is turned that way.
    fn turn_aspect(&self, _symmetry: usize, aspect: u32) -> u32 {
        aspect
    }
}
