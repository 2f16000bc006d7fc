//! MonteCarloRatio (MCR) of S3Games (see `minimax`): flat Monte Carlo in which a playout is weighted by the probability
//! that random opponents chose exactly so (it is divided by the number of their moves at each of their turns); the value
//! of a move is (won - lost) / all, by weight. Short ways to win therefore count most. See `playouts` for the loop.

use crate::playouts::{Tally, Weighing};

/// Weights divided by the number of the opponents' moves.
pub(crate) struct Mcr;

impl Weighing for Mcr {
    const COUNTS: bool = true;

    fn opponent(moves: usize) -> f64 {
        1.0 / moves.max(1) as f64
    }

    fn score(won: f64, lost: f64, other: f64) -> f64 {
        let all = won + lost + other;
        if all > 0.0 { (won - lost) / all } else { 0.0 }
    }

    fn reason(best: Tally, playouts: u64) -> String {
        let share = Mcr::score(best.won, best.lost, best.other);
        format!("weighted balance {share:.3} in {} random games, of {playouts} in all", best.count)
    }
}
