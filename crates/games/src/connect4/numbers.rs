//! Positions of Connect Four as numbers: a cell of the mover, a cell of the other, each a bit; a move is its column. The
//! board may be mirrored.

use super::{Connect4, STRIDE, State};
use crate::bits::each;
use game::{Encode, Player};

impl Encode for Connect4 {
    fn encoding(&self) -> &'static str {
        "connect4-1"
    }

    fn inputs(&self) -> usize {
        3 * (self.width * self.height) as usize
    }

    fn encode(&self, s: &State, me: Player, out: &mut Vec<(u32, f32)>) {
        let cells = self.width * self.height;
        let (own, opp) = (Connect4::discs(s, me.0), Connect4::discs(s, 1 - me.0 % 2));
        let place = |bit: u8| u32::from(bit) / STRIDE * self.height + u32::from(bit) % STRIDE;
        out.extend(each(own).map(|bit| (place(bit), 1.0)));
        out.extend(each(opp).map(|bit| (cells + place(bit), 1.0)));
        // Where a disc can land: what matters most, and hard to see from the cells alone.
        let all = s.own | s.opp;
        let landing = (all + self.bottom) & self.cells;
        out.extend(each(landing).map(|bit| (2 * cells + place(bit), 1.0)));
    }

    fn outputs(&self) -> usize {
        self.width as usize
    }

    fn aspects(&self, _: &State, _: Player, column: u8, out: &mut Vec<u32>) {
        out.push(u32::from(column));
    }

    fn symmetries(&self) -> usize {
        2
    }

    fn turn_input(&self, symmetry: usize, input: u32) -> u32 {
        if symmetry == 0 {
            return input;
        }
        let cells = self.width * self.height;
        let (plane, cell) = (input / cells, input % cells);
        let (column, row) = (cell / self.height, cell % self.height);
        plane * cells + (self.width - 1 - column) * self.height + row
    }

    fn turn_aspect(&self, symmetry: usize, aspect: u32) -> u32 {
        if symmetry == 0 { aspect } else { self.width - 1 - aspect }
    }
}
