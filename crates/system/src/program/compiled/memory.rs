//! Decision trees over the cells of a board, grown while playing: what a piece of the rules answers is a function of the
//! cells it reads, so the cells are followed instead of the rules. Each tree belongs to one piece with the values it was
//! reached with ([`Piece`]). A piece that reads few cells has one tree for all its choices; a larger one asks a piece for each
//! choice, so that independent questions do not multiply. Where a tree ends without an answer the rules are run once more
//! and the tree grows ([`super::trace`]).
//!
//! Trees lie in one array. A node is its kind and number in one word, followed by where to go on; 0 is nowhere yet, and
//! [`LEAF`] with a number is the end: the flow or the outcome.

use super::alarms::{Alarms, OPEN};
use super::board::{Act, Board};
use super::flat::Id;
use super::word::{Reg, Word};
use crate::program::swift::Map;
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

/// Asks a cell: one way on for each value.
pub(crate) const READ: u32 = 0;
/// How the number of such a node is made of a cell and its bit.
pub(crate) const CELL_BITS: u32 = 20;
pub(crate) const CELL: usize = (1 << CELL_BITS) - 1;
/// Asks a piece: one way on for each flow.
pub(crate) const CALL: u32 = 1;
/// Asks a piece whose values are collected: one way on for each outcome.
pub(crate) const GATHER: u32 = 2;
/// Gives an answer.
pub(crate) const GIVE: u32 = 3;
/// The bit of an end, in the place of a node.
pub(crate) const LEAF: u32 = 1 << 31;
/// Counts the values of many pieces: one way on for each sum.
pub(crate) const SUM: u32 = 5;
/// Counts the values of many pieces and what lies in them: one way on for each pair of sums.
pub(crate) const LATE: u32 = 6;

/// Where a tree has not grown yet.
pub(crate) const MISS: u32 = u32::MAX;
/// Words of trees before all are forgotten.
const WORDS: usize = 12_000_000;
/// Pieces, answers and outcomes before all are forgotten.
const THINGS: usize = 1_000_000;
/// How often the rules are run before it is asked whether trees help.
const TRIAL: u64 = 4_096;
/// How often that is not asked: trees have to grow first.
const FREE: u32 = 16;
/// How many answers must come from trees for each run of the rules.
const WORTH: u64 = 4;

/// The unread rest of a zone: the zone, and the place it begins at.
pub(crate) type Rest = (u16, u16);

/// A value while the rules are run.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Seen {
    /// A word that is not a list, or the empty list.
    Word(Word),
    /// What is unread of a zone.
    Rest(Rest),
    /// At least one element, and perhaps an unread rest.
    List(Arc<[Seen]>, Option<Rest>),
    /// Lists collected, of which only it is known how many there are and how many elements they have together.
    Late(u32, u32),
    /// All elements of such lists.
    Flat(u32),
    /// The first value if the word is among these elements, otherwise the second.
    Either(Word, Arc<(Seen, Seen)>),
    /// Something in such lists.
    Unknown,
}

impl Seen {
    /// The empty list.
    pub(crate) const NIL: Seen = Seen::Word(Word::NIL);

    /// A list of these elements and the rest.
    pub(crate) fn list(items: Vec<Seen>, rest: Option<Rest>) -> Seen {
        match (items.is_empty(), rest) {
            (true, None) => Seen::NIL,
            (true, Some(rest)) => Seen::Rest(rest),
            (false, rest) => Seen::List(items.into(), rest),
        }
    }

    /// Elements and rest; none if it is not a list.
    pub(crate) fn parts(&self) -> Option<(&[Seen], Option<Rest>)> {
        match self {
            Seen::Word(Word::NIL) => Some((&[], None)),
            Seen::Word(_) | Seen::Late(..) | Seen::Flat(_) | Seen::Either(..) | Seen::Unknown => None,
            Seen::Rest(rest) => Some((&[], Some(*rest))),
            Seen::List(items, rest) => Some((items, *rest)),
        }
    }
}

/// An answer.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Answer {
    Move(Act),
    Win(Word),
}

/// A piece of the rules, with the values of the registers it reads.
#[derive(Clone, Debug)]
pub(crate) struct Piece {
    pub(crate) node: Id,
    pub(crate) given: Given,
    /// How often its tree has grown.
    pub(crate) grown: u32,
    /// Its tree does more than asking other pieces one by one.
    pub(crate) own: bool,
    /// Other trees ask it.
    pub(crate) asked: bool,
}

/// Registers with values.
pub(crate) type Given = Arc<[(Reg, Seen)]>;

/// What a collected piece came to: the flow, and the values.
pub(crate) type Outcome = (u32, Arc<[Seen]>);

/// How many elements an outcome has in all its lists; none if it goes another way or its values are not such lists.
pub(crate) fn elements(outcome: &Outcome) -> Option<u32> {
    let mut n = 0;
    for v in outcome.1.iter() {
        let (items, None) = v.parts()? else { return None };
        if !items.iter().all(|v| matches!(v, Seen::Word(_))) {
            return None;
        }
        n += items.len() as u32;
    }
    (outcome.0 == 0 && n < 1 << 12 && outcome.1.len() < 1 << 12).then_some(n)
}

/// The two sums of a [`LATE`] node as one number.
pub(crate) fn pair(values: u32, elements: u32) -> u32 {
    values << 12 | elements
}

/// What a piece came to, when, and which cells it read.
#[derive(Clone, Copy)]
#[repr(align(32))]
struct Kept {
    read: u128,
    time: u64,
    /// With [`GIVES`].
    end: u32,
    /// Where the first node of its tree is named.
    slot: u32,
}

/// The bit of an end with which answers were given, and of one with which a single answer was.
const GIVES: u32 = 1 << 31;
const ONE: u32 = 1 << 30;

/// All trees of one thread.
#[derive(Default)]
pub(crate) struct Memory {
    pub(crate) words: Vec<u32>,
    /// Ways on for rare outcomes and sums.
    pub(crate) more: Map<(u32, u32), u32>,
    pub(crate) pieces: Vec<Piece>,
    /// What each piece came to last, and the answers it gave.
    kept: Vec<Kept>,
    gave: Vec<Vec<u32>>,
    /// The answer where it gave one only.
    one: Vec<u32>,
    /// How many conditions of each piece may hold; 0 if it certainly comes to nothing.
    pub(crate) raised: Vec<u32>,
    /// Of a piece that begins by asking a row of others: the row, and where it goes on behind it.
    pub(crate) leads: Vec<Option<(u32, u32)>>,
    pub(crate) alarms: Alarms,
    /// How often each piece came to nothing and to something of late.
    pub(crate) tallies: Vec<[u32; 2]>,
    /// Cells read on the way, as a set of their bits.
    read: u128,
    /// The pieces questions begin with, by node; 0 where there is none.
    pub(crate) roots: Vec<u32>,
    pub(crate) index: HashMap<(Id, Given), u32>,
    pub(crate) outcomes: Vec<Outcome>,
    /// How many values an outcome has, and how many elements are in them.
    sizes: Vec<(u32, u32)>,
    /// Pieces whose collected values have to be known.
    pub(crate) exact: HashSet<u32>,
    /// Pieces that ask others because they are too large for a tree of their own.
    pub(crate) split: HashSet<u32>,
    /// Pieces that are part of the trees of those that need them: they only ask others and read nothing themselves.
    pub(crate) inlined: HashSet<u32>,
    pub(crate) outcome_index: HashMap<Outcome, u32>,
    pub(crate) sums: Vec<Box<[u32]>>,
    pub(crate) sum_index: HashMap<Box<[u32]>, u32>,
    pub(crate) answers: Vec<Answer>,
    /// The notations of the answers that are moves.
    pub(crate) labels: Vec<u32>,
    pub(crate) answer_index: HashMap<Answer, u32>,
    /// The answers to the question at hand.
    pub(crate) given: Vec<u32>,
    /// Questions asked, and runs of the rules.
    pub(crate) asked: u64,
    pub(crate) runs: u64,
    /// Trees do not help here.
    pub(crate) off: bool,
    marked: (u64, u64),
    windows: u32,
}

impl Memory {
    pub(crate) fn new() -> Memory {
        let mut m = Memory::default();
        m.forget();
        m
    }

    /// Empties the memory.
    fn forget(&mut self) {
        self.words = vec![0];
        self.more.clear();
        self.pieces.clear();
        self.kept.clear();
        self.gave.clear();
        self.one.clear();
        self.raised.clear();
        self.leads.clear();
        self.alarms = Alarms::later(self.asked);
        self.tallies.clear();
        self.roots.clear();
        self.index.clear();
        self.outcomes.clear();
        self.outcome_index.clear();
        self.sizes.clear();
        self.outcome((0, Arc::from([])));
        self.exact.clear();
        self.split.clear();
        self.inlined.clear();
        self.sums.clear();
        self.sum_index.clear();
        self.answers.clear();
        self.labels.clear();
        self.answer_index.clear();
    }

    /// Forgets everything if there is too much of it; gives up if the rules are run too often.
    pub(crate) fn review(&mut self) {
        if self.runs - self.marked.1 >= TRIAL {
            let (asked, runs) = (self.asked - self.marked.0, self.runs - self.marked.1);
            self.off = asked < WORTH * runs && self.windows >= FREE;
            self.windows += 1;
            self.marked = (self.asked, self.runs);
            if self.off {
                self.forget();
            }
        }
        let things = self.pieces.len() + self.answers.len() + self.outcomes.len() + self.more.len();
        if self.words.len() > WORDS || things > THINGS {
            self.forget();
        }
    }

    pub(crate) fn alloc(&mut self, words: usize) -> u32 {
        let at = self.words.len();
        self.words.resize(at + words, 0);
        at as u32
    }

    /// The piece at a node with these values.
    pub(crate) fn piece(&mut self, node: Id, given: Given) -> u32 {
        let key = (node, given);
        if let Some(&piece) = self.index.get(&key) {
            return piece;
        }
        let piece = self.pieces.len() as u32;
        let slot = self.alloc(1);
        // A time so long ago that much has changed since.
        self.kept.push(Kept { read: u128::MAX, time: 0, end: 0, slot });
        self.gave.push(Vec::new());
        self.one.push(0);
        self.raised.push(OPEN);
        self.tallies.push([0; 2]);
        self.pieces.push(Piece { node, given: key.1.clone(), grown: 0, own: false, asked: false });
        self.index.insert(key, piece);
        piece
    }

    /// The piece a question begins with.
    pub(crate) fn root(&mut self, node: Id) -> u32 {
        let i = node as usize;
        match self.roots.get(i) {
            Some(&piece) if piece > 0 => piece - 1,
            _ => {
                let piece = self.piece(node, Arc::from([]));
                self.roots.resize(self.roots.len().max(i + 1), 0);
                self.roots[i] = piece + 1;
                piece
            }
        }
    }

    /// Where the first node of the tree of a piece is named.
    pub(crate) fn slot(&self, piece: u32) -> u32 {
        self.kept[piece as usize].slot
    }

    /// The first node of the tree of a piece.
    pub(crate) fn first(&self, piece: u32) -> u32 {
        self.words[self.slot(piece) as usize]
    }

    /// Takes notice of what changed on the board.
    #[inline]
    pub(crate) fn hear(&mut self, board: &mut Board) {
        self.alarms.hear(board, &mut self.raised);
        if self.alarms.due(self.asked) {
            self.listen(board);
        }
    }

    /// The ways on from a node that asks a cell.
    pub(crate) fn values_of(&self, at: usize, board: &Board) -> &[u32] {
        let cell = (self.words[at] >> 3) as usize & CELL;
        &self.words[at + 1..at + 1 + board.values(cell as u32)]
    }

    /// What a piece comes to; [`MISS`] where its tree has not grown. What was found lately and cannot have changed is not
    /// looked up again. Its answers are added to those given.
    #[inline]
    pub(crate) fn follow(&mut self, board: &Board, piece: u32) -> u32 {
        let raised = self.raised[piece as usize];
        if raised != OPEN && raised != 0 {
            self.alarms.settle(board, &mut self.raised, piece as usize);
        }
        if self.raised[piece as usize] == 0 {
            // What was read to know that is not kept: whoever asked has to ask again.
            self.tallies[piece as usize][0] += 1;
            self.read = u128::MAX;
            return 0;
        }
        let kept = &mut self.kept[piece as usize];
        if !board.unchanged(kept.time, kept.read) {
            return self.find(board, piece);
        }
        kept.time = board.time;
        self.read |= kept.read;
        let end = kept.end;
        self.tallies[piece as usize][usize::from(end != 0)] += 1;
        if end & ONE != 0 {
            self.given.push(self.one[piece as usize]);
        } else if end & GIVES != 0 {
            self.given.extend_from_slice(&self.gave[piece as usize]);
        }
        end & !(GIVES | ONE)
    }

    /// Follows the tree of a piece.
    #[inline(never)]
    fn find(&mut self, board: &Board, piece: u32) -> u32 {
        let before = self.given.len();
        let outer = std::mem::take(&mut self.read);
        let slot = self.kept[piece as usize].slot;
        let end = match self.leads.get(piece as usize) {
            Some(&Some((row, behind))) if self.alarms.calm(row) => {
                self.read = u128::MAX;
                self.walk(board, behind)
            }
            _ => self.walk(board, slot),
        };
        if end != MISS {
            let whole = match &self.given[before..] {
                [] => end,
                [one] => {
                    self.one[piece as usize] = *one;
                    end | ONE
                }
                many => {
                    let gave = &mut self.gave[piece as usize];
                    gave.clear();
                    gave.extend_from_slice(many);
                    end | GIVES
                }
            };
            self.tallies[piece as usize][usize::from(whole != 0)] += 1;
            self.kept[piece as usize] = Kept { read: self.read, time: board.time, end: whole, slot };
        }
        self.read |= outer;
        end
    }

    fn walk(&mut self, board: &Board, slot: u32) -> u32 {
        let mut next = self.words[slot as usize];
        while next & LEAF == 0 {
            let at = next as usize;
            let word = self.words[at];
            let number = word >> 3;
            if word & 7 == READ {
                if at == 0 {
                    return MISS;
                }
                self.read |= 1 << (number >> CELL_BITS);
                next = self.words[at + 1 + usize::from(board.cells[number as usize & CELL])];
                continue;
            }
            next = match word & 7 {
                CALL if self.raised[number as usize] == 0 => {
                    self.tallies[number as usize][0] += 1;
                    self.read = u128::MAX;
                    self.words[at + 1]
                }
                CALL => match self.follow(board, number) {
                    0 => self.words[at + 1],
                    MISS => return MISS,
                    flow => self.flow(at, flow),
                },
                GIVE => {
                    self.given.push(number);
                    self.words[at + 1]
                }
                GATHER => match self.follow(board, number) {
                    0 => self.words[at + 1],
                    MISS => return MISS,
                    outcome => self.other(at, outcome),
                },
                kind => {
                    let (mut values, mut elements) = (0, 0);
                    for i in 0..self.sums[number as usize].len() {
                        let piece = self.sums[number as usize][i];
                        match self.follow(board, piece) {
                            0 => {}
                            MISS => return MISS,
                            outcome => {
                                let (n, k) = self.sizes[outcome as usize];
                                values += n;
                                elements += k;
                            }
                        }
                    }
                    match (kind, values) {
                        (_, 0) => self.words[at + 1],
                        (LATE, _) => self.other(at, pair(values, elements)),
                        _ => self.other(at, values),
                    }
                }
            };
        }
        next & !LEAF
    }

    /// Where a call goes on after this flow.
    pub(crate) fn flow(&self, at: usize, flow: u32) -> u32 {
        match flow {
            0 => self.words[at + 1],
            _ if self.words[at + 2] == flow => self.words[at + 3],
            _ if self.words[at + 4] == flow => self.words[at + 5],
            _ => 0,
        }
    }

    /// Where a rare outcome goes on.
    pub(crate) fn other(&self, at: usize, which: u32) -> u32 {
        self.more.get(&(at as u32, which)).map_or(0, |&slot| self.words[slot as usize])
    }

    /// The number of an outcome, entered if new.
    pub(crate) fn outcome(&mut self, outcome: Outcome) -> u32 {
        if let Some(&i) = self.outcome_index.get(&outcome) {
            return i;
        }
        let i = self.outcomes.len() as u32;
        // An outcome that is not a list of lists is larger than any pair of sums: nothing goes on there.
        self.sizes.push((outcome.1.len() as u32, elements(&outcome).unwrap_or(1 << 30)));
        self.outcomes.push(outcome.clone());
        self.outcome_index.insert(outcome, i);
        i
    }

    /// The number of a list of pieces, entered if new.
    pub(crate) fn list(&mut self, pieces: &[u32]) -> u32 {
        if let Some(&i) = self.sum_index.get(pieces) {
            return i;
        }
        let i = self.sums.len() as u32;
        self.sums.push(pieces.into());
        self.sum_index.insert(pieces.into(), i);
        i
    }
}
