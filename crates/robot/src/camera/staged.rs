//! Photographs a simulated table: the renderer draws the pieces where the simulated arm has put them.

use super::render::{Extra, Studio};
use super::source::Source;
use super::{Board, Picture, Spot2};
use crate::arm::ground::Spot;
use crate::sim::{Sim, World};

/// A camera over a simulated table.
pub struct Staged {
    sim: Sim,
    board: Board,
    studio: Studio,
}

impl Staged {
    /// A camera with this pose and light over the table.
    pub fn new(sim: Sim, board: Board, studio: Studio) -> Staged {
        Staged { sim, board, studio }
    }
}

impl Source for Staged {
    fn take(&mut self) -> Result<Picture, String> {
        let mut extras = Vec::new();
        {
            let world = self.sim.world();
            let place = Placing::of(&world, &self.board);
            for token in world.tokens() {
                let Some(colour) = self.board.colour(&token.kind) else { continue };
                let at = match world.nearest(token) {
                    Some(Spot::Place(p)) => match self.board.spot(p) {
                        Some(spot) => {
                            Some(place.as_ref().map_or(self.board.spots[spot].at, |m| m.board(token.point)))
                        }
                        None => None,
                    },
                    // Supplies and the bin stand outside the picture.
                    Some(Spot::Supply(_) | Spot::Bin) => None,
                    None => place.as_ref().map(|m| m.board(token.point)),
                };
                extras.extend(at.map(|at| Extra::Piece(colour, at)));
            }
            if world.hand() {
                let [l, t, r, b] = self.board.frame;
                extras.push(Extra::Hand(((l + r) / 2.0, (t + b) / 2.0)));
            }
        }
        let bare = vec![None; self.board.spots.len()];
        Ok(self.studio.shoot(&bare, &extras))
    }
}

/// The similarity from the arm's space to the board: board = turn · arm + shift, the arm's plane mirrored if need be. Points are taken as
/// complex numbers.
struct Placing {
    turn: Spot2,
    shift: Spot2,
    mirrored: bool,
}

fn times(a: Spot2, b: Spot2) -> Spot2 {
    (a.0 * b.0 - a.1 * b.1, a.0 * b.1 + a.1 * b.0)
}

impl Placing {
    /// The best one over all places that arm and camera share, if it is good.
    fn of(world: &World, board: &Board) -> Option<Placing> {
        let pairs: Vec<(Spot2, Spot2)> = world
            .spots()
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

    fn board(&self, point: [f64; 3]) -> Spot2 {
        let arm = (point[0], if self.mirrored { -point[1] } else { point[1] });
        let turned = times(self.turn, arm);
        (turned.0 + self.shift.0, turned.1 + self.shift.1)
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
