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
/// Where a move leads that nobody made yet: no position lies there.
const UNKNOWN: u32 = 0;
/// The bit of a position at which the play is over.
const OVER: u32 = 1 << 31;
/// Once no more positions are kept, one play in so many still looks for a new way to one of them.
const SELDOM: u32 = 16;

/// What is known of a position.
#[derive(Clone, Copy)]
pub(crate) enum Known {
    /// So many moves.
    Moves(u32),
    /// The play is over: this value won.
    Over(Word),
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
    /// The positions, each at one place: its number, how many moves there are or who won, and where each move leads. A play comes
    /// to them in no order, so that every further place to look at would have to be waited for.
    words: Vec<u32>,
    /// The cells of each position.
    cells: Vec<Arc<[u16]>>,
    winners: Vec<Word>,
    full: bool,
    skipped: u32,
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
            let at = id as usize;
            let n = self.words[at + 1];
            if n & OVER != 0 {
                return (id, Left::Over(self.winners[(n & !OVER) as usize]));
            }
            if *made >= most {
                return (id, Left::Here);
            }
            let before = rng.clone();
            let to = self.words[at + 2 + rng.below(n as usize)];
            if to == UNKNOWN {
                *rng = before;
                return (id, Left::Here);
            }
            id = to;
            *made += 1;
        }
    }

    /// Whether it is worth looking for a position to keep.
    pub(crate) fn curious(&mut self) -> bool {
        self.skipped += 1;
        !self.full || self.skipped.is_multiple_of(SELDOM)
    }

    pub(crate) fn cells(&self, id: u32) -> &Arc<[u16]> {
        &self.cells[self.words[id as usize] as usize]
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
                self.full = self.cells.len() >= POSITIONS || self.numbers > NUMBERS;
                if self.full {
                    return None;
                }
                if self.words.is_empty() {
                    self.words.push(UNKNOWN);
                }
                let id = self.words.len() as u32;
                self.words.push(self.cells.len() as u32);
                self.words.push(match known {
                    Known::Moves(n) => n,
                    Known::Over(winner) => {
                        self.winners.push(winner);
                        OVER | (self.winners.len() as u32 - 1)
                    }
                });
                self.words.resize(self.words.len() + n, UNKNOWN);
                self.index.insert(cells.clone(), id);
                self.cells.push(cells.clone());
                (id, true)
            }
        };
        match way {
            Way::Beginning => self.beginnings.push((cells, id)),
            Way::Move(from, at) => self.words[(from + 2 + at) as usize] = id,
        }
        Some((id, new))
    }
}
