//! Decision trees over the cells of a board, grown while playing: what a piece of the rules answers is a function of the
//! cells it reads, so the cells are followed instead of the rules. Each tree belongs to one piece with the values it was
//! reached with ([`Piece`]). A piece that reads few cells has one tree for all its choices; a larger one asks a piece for each
//! choice, so that independent questions do not multiply. Where a tree ends without an answer the rules are run once more
//! and the tree grows ([`super::trace`]).
//!
//! Trees lie in one array. A node is its kind and number in one word, followed by where to go on; 0 is nowhere yet, and
//! [`LEAF`] with a number is the end: the flow or the outcome.

use super::board::{Act, Board};
use super::flat::Id;
use super::rows::Row;
use super::straight::Straight;
use super::word::{Reg, Word};
use crate::program::swift::{Map, Set};
use std::sync::Arc;

/// Asks a cell: one way on for each value.
pub(crate) const READ: u32 = 0;
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

/// The node 0: nothing has grown here.
const NOWHERE: u32 = 7;

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
    /// The pieces whose trees ask it.
    pub(crate) asked_by: Vec<u32>,
    /// The bits of the cells that it or a piece that it asks may read.
    pub(crate) cells: u128,
    /// The rows it is in, and where in them.
    pub(crate) places: Vec<(u32, u32)>,
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

/// All trees of one thread.
#[derive(Default)]
pub(crate) struct Memory {
    pub(crate) words: Vec<u32>,
    /// Ways on for rare outcomes and sums.
    pub(crate) more: Map<(u32, u32), u32>,
    pub(crate) pieces: Vec<Piece>,
    /// Where the first node of the tree of each piece is named.
    slots: Vec<u32>,
    /// Pieces that are asked in a row; the first one stands for none.
    pub(crate) rows: Vec<Option<Box<Row>>>,
    /// The trees of pieces in rows without calls.
    pub(crate) straight: Straight,
    /// Which piece may ask which.
    pub(crate) asks: Set<(u32, u32)>,
    /// The pieces questions begin with, by node; 0 where there is none.
    pub(crate) roots: Vec<u32>,
    pub(crate) index: Map<(Id, Given), u32>,
    pub(crate) outcomes: Vec<Outcome>,
    /// How many values an outcome has, and how many elements are in them.
    sizes: Vec<(u32, u32)>,
    /// Pieces whose collected values have to be known.
    pub(crate) exact: Set<u32>,
    /// Pieces that ask others because they are too large for a tree of their own.
    pub(crate) split: Set<u32>,
    /// Pieces that are part of the trees of those that need them: they only ask others and read nothing themselves.
    pub(crate) inlined: Set<u32>,
    pub(crate) outcome_index: Map<Outcome, u32>,
    pub(crate) sums: Vec<Box<[u32]>>,
    pub(crate) sum_index: Map<Box<[u32]>, u32>,
    pub(crate) answers: Vec<Answer>,
    /// The notations of the answers that are moves.
    pub(crate) labels: Vec<u32>,
    pub(crate) answer_index: Map<Answer, u32>,
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
        self.words = vec![NOWHERE];
        self.more.clear();
        self.pieces.clear();
        self.slots.clear();
        self.rows.clear();
        self.rows.push(None);
        self.straight.forget();
        self.asks.clear();
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
        let things = self.pieces.len() + self.answers.len() + self.outcomes.len();
        let things = things + self.more.len() + self.asks.len();
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
        self.slots.push(slot);
        self.pieces.push(Piece {
            node,
            given: key.1.clone(),
            grown: 0,
            own: false,
            asked: false,
            asked_by: Vec::new(),
            cells: 0,
            places: Vec::new(),
        });
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
        self.slots[piece as usize]
    }

    /// The first node of the tree of a piece.
    pub(crate) fn first(&self, piece: u32) -> u32 {
        self.words[self.slot(piece) as usize]
    }

    /// What a piece comes to; [`MISS`] where its tree has not grown. Its answers are added to those given.
    #[inline]
    pub(crate) fn follow(&mut self, board: &Board, piece: u32) -> u32 {
        match self.reads(board, self.first(piece)) {
            end if end & LEAF != 0 => end & !LEAF,
            next => self.go_on(board, next),
        }
    }

    /// Where the nodes that ask cells lead from here: most trees are nothing else.
    #[inline]
    fn reads(&self, board: &Board, mut next: u32) -> u32 {
        while next & LEAF == 0 {
            let at = next as usize;
            let word = self.words[at];
            if word & 7 != READ {
                break;
            }
            next = self.words[at + 1 + usize::from(board.cells[(word >> 3) as usize])];
        }
        next
    }

    /// Follows a tree on from a node that does not ask a cell.
    #[inline(never)]
    pub(crate) fn go_on(&mut self, board: &Board, mut next: u32) -> u32 {
        while next & LEAF == 0 {
            let at = next as usize;
            let word = self.words[at];
            let number = word >> 3;
            next = match word & 7 {
                NOWHERE => return MISS,
                CALL => match self.call(board, at) {
                    MISS => return MISS,
                    next => next,
                },
                GIVE => {
                    self.given.push(number);
                    self.words[at + 1]
                }
                kind => match self.gathered(board, at, kind, number) {
                    MISS => return MISS,
                    next => next,
                },
            };
            next = self.reads(board, next);
        }
        next & !LEAF
    }

    /// Where a node that collects or counts values goes on; [`MISS`] where a piece has not grown.
    pub(crate) fn gathered(&mut self, board: &Board, at: usize, kind: u32, number: u32) -> u32 {
        if kind == GATHER {
            return match self.follow(board, number) {
                0 => self.words[at + 1],
                MISS => MISS,
                outcome => self.other(at, outcome),
            };
        }
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
