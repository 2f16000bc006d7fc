//! Photographs a simulated table: the renderer draws the pieces where the simulated arm has put them, and the arm over them.

use super::guard::seen_from_above;
use super::placing::Placing;
use super::render::{Extra, Studio};
use super::source::Source;
use super::{Board, Picture};
use crate::arm::ground::Spot;
use crate::eye::EyeError;
use crate::sim::Sim;

/// The height of the camera over the table, in mm.
const CAMERA: f64 = 700.0;
/// Half of the arm's width, in mm.
const THICK: f64 = 16.0;

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
    fn take(&mut self) -> Result<Picture, EyeError> {
        let mut extras = Vec::new();
        let now = self.sim.now();
        {
            let world = self.sim.world();
            let place = Placing::of(world.spots(), &self.board);
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
            let [l, t, r, b] = self.board.frame;
            let middle = ((l + r) / 2.0, (t + b) / 2.0);
            if let Some(place) = place {
                let chain = world.chain(now);
                let links = chain.iter().zip(&chain[1..]);
                extras.extend(links.map(|(a, b)| {
                    let end = |p: &[f64; 3]| seen_from_above(place.board(*p), middle, p[2] / CAMERA);
                    Extra::Beam(end(a), end(b), THICK * place.scale())
                }));
            }
            if world.hand() {
                extras.push(Extra::Hand(middle));
            }
        }
        let bare = vec![None; self.board.spots.len()];
        Ok(self.studio.shoot(&bare, &extras))
    }
}
