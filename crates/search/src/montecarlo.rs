//! MonteCarlo of S3Games (see `minimax`): the share of random playouts a move wins; draws, losses and unfinished playouts
//! all count as not won. See `playouts` for the loop.

use crate::playouts::{Tally, Weighing};

/// Every playout weighs the same.
pub(crate) struct MonteCarlo;

impl Weighing for MonteCarlo {
    const COUNTS: bool = false;

    fn opponent(_moves: usize) -> f64 {
        1.0
    }

    fn score(won: f64, lost: f64, other: f64) -> f64 {
        let all = won + lost + other;
        if all > 0.0 { won / all } else { 0.0 }
    }

    fn reason(best: Tally, playouts: u64) -> String {
        format!("{} of its {} random games won, of {playouts} in all", best.won, best.count)
    }
}
