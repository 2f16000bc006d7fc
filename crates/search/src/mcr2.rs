//! MonteCarloRatio2 (MCR2) of S3Games (see `minimax`): as MCR, but a playout loses a tenth of its weight at each turn of an
//! opponent, however many moves they have. See `playouts` for the loop.

use crate::mcr::Mcr;
use crate::playouts::{Tally, Weighing};

/// Weights that fade with the opponents' turns.
pub(crate) struct Mcr2;

impl Weighing for Mcr2 {
    const COUNTS: bool = false;

    fn opponent(_moves: usize) -> f64 {
        0.9
    }

    fn score(won: f64, lost: f64, other: f64) -> f64 {
        Mcr::score(won, lost, other)
    }

    fn reason(best: Tally, playouts: u64) -> String {
        Mcr::reason(best, playouts)
    }
}
