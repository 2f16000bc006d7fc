//! Where the arm's space and the board of the camera meet.

use super::{Board, Spot2};
use crate::arm::ground::Spot;
use std::collections::BTreeMap;

/// The similarity from the arm's space to the board: board = turn · arm + shift, the arm's plane mirrored if need be. Points are taken as
/// complex numbers.
#[derive(Clone, Copy, Debug)]
pub(super) struct Placing {
    turn: Spot2,
    shift: Spot2,
    mirrored: bool,
}

fn times(a: Spot2, b: Spot2) -> Spot2 {
    (a.0 * b.0 - a.1 * b.1, a.0 * b.1 + a.1 * b.0)
}

impl Placing {
    /// The best one over all places that arm and camera share, if it is good.
    pub(super) fn of(spots: &BTreeMap<Spot, [f64; 3]>, board: &Board) -> Option<Placing> {
        let pairs: Vec<(Spot2, Spot2)> = spots
            .iter()
            .filter_map(|(spot, point)| match spot {
                Spot::Place(p) => board.spot(p).map(|i| ((point[0], point[1]), board.spots[i].at)),
                Spot::Supply(_) | Spot::Bin => None,
            })
            .collect();
        [false, true]
            .into_iter()
            .filter_map(|mirrored| fitted(&pairs, mirrored))
            .min_by(|a, b| a.1.total_cmp(&b.1))
            .filter(|(_, error)| *error < 0.3 * board.radius)
            .map(|(map, _)| map)
    }

    /// The point of the board under (or over) a point of the arm's space.
    pub(super) fn board(&self, point: [f64; 3]) -> Spot2 {
        let arm = (point[0], if self.mirrored { -point[1] } else { point[1] });
        let turned = times(self.turn, arm);
        (turned.0 + self.shift.0, turned.1 + self.shift.1)
    }

    /// The units of the board in a millimetre.
    pub(super) fn scale(&self) -> f64 {
        self.turn.0.hypot(self.turn.1)
    }
}

/// The least squares fit and its root mean square error.
fn fitted(pairs: &[(Spot2, Spot2)], mirrored: bool) -> Option<(Placing, f64)> {
    let n = pairs.len() as f64;
    if pairs.len() < 2 {
        return None;
    }
    let arm = |p: Spot2| (p.0, if mirrored { -p.1 } else { p.1 });
    let mean = |pick: &dyn Fn(&(Spot2, Spot2)) -> Spot2| {
        let sum = pairs.iter().map(pick).fold((0.0, 0.0), |s, p| (s.0 + p.0, s.1 + p.1));
        (sum.0 / n, sum.1 / n)
    };
    let (ma, mb) = (mean(&|p| arm(p.0)), mean(&|p| p.1));
    let (mut cross, mut size) = ((0.0, 0.0), 0.0);
    for (a, b) in pairs {
        let a = arm(*a);
        let (da, db) = ((a.0 - ma.0, a.1 - ma.1), (b.0 - mb.0, b.1 - mb.1));
        let product = times(db, (da.0, -da.1));
        cross = (cross.0 + product.0, cross.1 + product.1);
        size += da.0 * da.0 + da.1 * da.1;
    }
    if size < 1e-9 {
        return None;
    }
    let turn = (cross.0 / size, cross.1 / size);
    let moved = times(turn, ma);
    let map = Placing { turn, shift: (mb.0 - moved.0, mb.1 - moved.1), mirrored };
    let off = |(a, b): &(Spot2, Spot2)| {
        let p = map.board([a.0, a.1, 0.0]);
        (p.0 - b.0).powi(2) + (p.1 - b.1).powi(2)
    };
    let error = (pairs.iter().map(off).sum::<f64>() / n).sqrt();
    Some((map, error))
}
