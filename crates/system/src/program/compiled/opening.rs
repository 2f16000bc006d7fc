//! The first positions of plays that begin alike. Random plays from one position (the start, mostly) come through the same
//! positions again and again; those are kept as an automaton that grows by one position a play: how many moves there are, and
//! where each one leads. A play follows it and goes on by the rules where it ends. In a small game the automaton is soon the
//! whole game.

use super::word::Word;
use crate::program::swift::Map;
use game::Rng;
use std::sync::Arc;

/// Positions kept.
const POSITIONS: usize = 1 << 16;
/// Numbers of all their cells together.
const NUMBERS: usize = 1 << 22;
/// Positions that plays began with.
const BEGINNINGS: usize = 8;
/// Where a move leads that nobody made yet.
const UNKNOWN: u32 = u32::MAX;

/// What is known of a position.
#[derive(Clone, Copy)]
pub(crate) enum Known {
    /// So many moves.
    Moves(u32),
    /// The play is over: this value won.
    Over(Word),
}

/// A position.
struct Position {
    known: Known,
    /// Where the moves are listed.
    first: u32,
}

/// How a play reaches a position that is to be kept.
#[derive(Clone, Copy)]
pub(crate) enum Way {
    /// It begins there.
    Beginning,
    /// By this move of a position.
    Move(u32, u32),
}

/// Where a play left the positions that are kept.
pub(crate) enum Left {
    /// It is over.
    Over(Word),
    /// By a move that was not drawn yet.
    Here,
}

/// The automaton.
#[derive(Default)]
pub(crate) struct Opening {
    positions: Vec<Position>,
    /// The cells of each position.
    cells: Vec<Arc<[u16]>>,
    /// Where each move of each position leads.
    to: Vec<u32>,
    index: Map<Arc<[u16]>, u32>,
    numbers: usize,
    beginnings: Vec<(Arc<[u16]>, u32)>,
    /// What the last play began with.
    last: Option<Arc<[u16]>>,
}

impl Opening {
    /// The position a play begins with: its number if it is kept, or whether it is worth keeping.
    pub(crate) fn begin(&mut self, cells: &Arc<[u16]>) -> Result<u32, bool> {
        if let Some(&(_, id)) = self.beginnings.iter().find(|b| Arc::ptr_eq(&b.0, cells)) {
            return Ok(id);
        }
        let again = self.last.as_ref().is_some_and(|last| Arc::ptr_eq(last, cells));
        if !again {
            self.last = Some(cells.clone());
        }
        Err(again && self.beginnings.len() < BEGINNINGS)
    }

    /// Plays at random from a position, at most so many moves; where that ends, and why.
    pub(crate) fn play(&self, mut id: u32, rng: &mut Rng, made: &mut u64, most: u64) -> (u32, Left) {
        loop {
            let position = &self.positions[id as usize];
            match position.known {
                Known::Over(winner) => return (id, Left::Over(winner)),
                Known::Moves(n) if *made < most => {
                    let before = rng.clone();
                    let to = self.to[position.first as usize + rng.below(n as usize)];
                    if to == UNKNOWN {
                        *rng = before;
                        return (id, Left::Here);
                    }
                    id = to;
                    *made += 1;
                }
                Known::Moves(_) => return (id, Left::Here),
            }
        }
    }

    pub(crate) fn cells(&self, id: u32) -> &Arc<[u16]> {
        &self.cells[id as usize]
    }

    /// Keeps a position; its number, and whether it is new. None if there is no room.
    pub(crate) fn keep(&mut self, way: Way, cells: Arc<[u16]>, known: Known) -> Option<(u32, bool)> {
        let (id, new) = match self.index.get(&cells) {
            Some(&id) => (id, false),
            None => {
                let n = match known {
                    Known::Moves(n) => n as usize,
                    Known::Over(_) => 0,
                };
                self.numbers += cells.len() + 2 * n;
                if self.positions.len() >= POSITIONS || self.numbers > NUMBERS {
                    return None;
                }
                let id = self.positions.len() as u32;
                self.positions.push(Position { known, first: self.to.len() as u32 });
                self.to.resize(self.to.len() + n, UNKNOWN);
                self.index.insert(cells.clone(), id);
                self.cells.push(cells.clone());
                (id, true)
            }
        };
        match way {
            Way::Beginning => self.beginnings.push((cells, id)),
            Way::Move(from, at) => self.to[(self.positions[from as usize].first + at) as usize] = id,
        }
        Some((id, new))
    }
}
