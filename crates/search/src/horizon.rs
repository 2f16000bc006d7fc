//! How a depth-limited search evaluates what lies beyond its horizon: as even, by a heuristic of the game, or by an
//! evaluator.

use crate::stake::Estimate;
use game::{Evaluate, Game, Player};
use std::sync::Arc;

/// What an evaluator's difference between certain victory and certain loss is on the scale of heuristics.
const CERTAIN: f64 = 10_000.0;

/// The judge of unfinished states.
pub(crate) enum Horizon<G: Game> {
    /// All are even.
    Even,
    /// A heuristic of the game.
    Heuristic(Estimate<G>),
    /// An evaluator.
    Evaluator(Arc<dyn Evaluate<G>>),
}

impl<G: Game> Clone for Horizon<G> {
    fn clone(&self) -> Horizon<G> {
        match self {
            Horizon::Even => Horizon::Even,
            Horizon::Heuristic(estimate) => Horizon::Heuristic(*estimate),
            Horizon::Evaluator(evaluator) => Horizon::Evaluator(Arc::clone(evaluator)),
        }
    }
}

impl<G: Game> From<Option<Estimate<G>>> for Horizon<G> {
    fn from(estimate: Option<Estimate<G>>) -> Horizon<G> {
        estimate.map_or(Horizon::Even, Horizon::Heuristic)
    }
}

impl<G: Game> Horizon<G> {
    /// How good `s` is for `me`: larger is better, 0 is even. `told` is only memory to reuse.
    pub(crate) fn judge(&self, game: &G, s: &G::State, me: Player, told: &mut Vec<f64>) -> i32 {
        match self {
            Horizon::Even => 0,
            Horizon::Heuristic(estimate) => estimate(game, s, me),
            Horizon::Evaluator(evaluator) => {
                told.clear();
                evaluator.value(game, s, told);
                let others = told.iter().enumerate().filter(|(i, _)| *i != me.index()).map(|(_, v)| *v);
                let rival = others.fold(f64::NEG_INFINITY, f64::max);
                let own = told.get(me.index()).copied().unwrap_or(0.5);
                (CERTAIN * (own - if rival.is_finite() { rival } else { 0.5 })) as i32
            }
        }
    }
}
