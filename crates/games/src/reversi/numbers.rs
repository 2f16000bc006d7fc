//! Positions of Reversi as numbers: own discs, the other's, and where a disc may be placed, a bit each; a move is its square
//! or the pass. The board may be turned and mirrored in eight ways.

use super::{PASS, Reversi, State};
use crate::bits::each;
use game::{Encode, Player};

impl Reversi {
    /// The square that another one comes to lie on when the board is turned: bit 0 mirrors left and right, bit 1 up and down,
    /// bit 2 swaps columns and rows.
    fn turned_square(&self, symmetry: usize, square: u32) -> u32 {
        let last = self.size - 1;
        let (mut x, mut y) = (square % 8, square / 8);
        if symmetry & 1 != 0 {
            x = last - x;
        }
        if symmetry & 2 != 0 {
            y = last - y;
        }
        if symmetry & 4 != 0 {
            (x, y) = (y, x);
        }
        8 * y + x
    }
}

impl Encode for Reversi {
    fn encoding(&self) -> &'static str {
        "reversi-1"
    }

    fn inputs(&self) -> usize {
        3 * 64
    }

    fn encode(&self, s: &State, me: Player, out: &mut Vec<(u32, f32)>) {
        let (own, opp) = (Reversi::discs(s, me.0), Reversi::discs(s, 1 - me.0 % 2));
        for (plane, squares) in [own, opp, s.legal].into_iter().enumerate() {
            out.extend(each(squares).map(|square| (64 * plane as u32 + u32::from(square), 1.0)));
        }
    }

    fn outputs(&self) -> usize {
        65
    }

    fn aspects(&self, _: &State, _: Player, square: u8, out: &mut Vec<u32>) {
        out.push(u32::from(square.min(PASS)));
    }

    fn symmetries(&self) -> usize {
        8
    }

    fn turn_input(&self, symmetry: usize, input: u32) -> u32 {
        input / 64 * 64 + self.turned_square(symmetry, input % 64)
    }

    fn turn_aspect(&self, symmetry: usize, aspect: u32) -> u32 {
        if aspect >= 64 { aspect } else { self.turned_square(symmetry, aspect) }
    }
}
