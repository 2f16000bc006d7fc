//! The tree of a piece of a row together with the trees of the pieces that it asks, as one graph of nodes that ask cells: where
//! a piece was asked, its nodes are put, and its ends lead to where the asking tree went on with that flow. Equal nodes
//! with equal ways on are one node, so what follows independent questions is there once. Such a graph is followed in one loop,
//! without a call for each piece, and says which cells decided: until one of them changes the piece comes to the same.
//!
//! The graph is a copy: where the trees have grown since, it ends nowhere; they are asked then, and after some such cases it
//! is made anew.

use super::board::{BITS, Board, NEAR};
use super::memory::{CALL, GIVE, LEAF, MISS, Memory, READ};
use super::rows::{NONE, ROW};
use crate::program::swift::Map;
use std::cell::Cell;

/// A way on is its kind in the highest bits and what that needs: for a node that asks a cell the number of the cell in the
/// lowest bits, and above it where the ways on for its values lie. So the cell can be asked before the node is looked at.
const KIND: u32 = 29;
const CELL: u32 = 0;
/// Gives an answer: it and the way on lie at that place.
const ANSWER: u32 = 1;
/// From this node on the trees are followed.
const TREES: u32 = 2;
/// Nothing has grown here.
pub(crate) const NOWHERE: u32 = 3 << KIND;
/// The bits of the number of a cell.
const SLOT: u32 = NEAR.trailing_zeros();

/// Words of one graph.
const LARGE: usize = 4_096;
/// Nodes and pieces open at once while one is made.
const DEEP: u32 = 400;
/// Words of all graphs: no more are made then.
const WORDS: usize = (1 << (KIND - SLOT)) - 2 * LARGE;

/// All graphs of one thread.
#[derive(Default)]
pub(crate) struct Straight {
    pub(crate) words: Vec<u32>,
}

impl Straight {
    pub(crate) fn forget(&mut self) {
        self.words.clear();
    }

    /// The answer that is given here, and the end, if it is the only thing left to do.
    #[inline]
    pub(crate) fn answer(&self, next: u32) -> Option<(u32, u32)> {
        let at = (next & ((1 << KIND) - 1)) as usize;
        match self.words.get(at..at + 2) {
            Some(&[answer, to]) if next >> KIND == ANSWER && to & LEAF != 0 => Some((answer, to & !LEAF)),
            _ => None,
        }
    }

    /// There is no room for more.
    pub(crate) fn full(&self) -> bool {
        self.words.len() > WORDS
    }
}

/// Why a graph cannot be made.
enum Stop {
    /// Something is asked that is not a cell, and more is to be done after it than the trees say.
    Here,
    /// It is too large.
    Large,
}

/// A graph in the making.
struct Maker<'a> {
    memory: &'a Memory,
    board: &'a Board,
    words: Vec<u32>,
    /// Where the words will lie.
    base: u32,
    /// Ways on by the node of the trees and what follows.
    made: Map<(u32, u32), u32>,
    /// Nodes by their words.
    same: Map<Box<[u32]>, u32>,
    /// The calls that pieces are asked by, each with the one outside; the first one stands for none.
    calls: Vec<(u32, u32)>,
    call_index: Map<(u32, u32), u32>,
    deep: u32,
}

impl Maker<'_> {
    /// What a way of the trees becomes, inside that call.
    fn way(&mut self, next: u32, call: u32) -> Result<u32, Stop> {
        if next == 0 {
            return Ok(NOWHERE);
        }
        if next & LEAF != 0 {
            if call == 0 {
                return Ok(next);
            }
            let (at, outside) = self.calls[call as usize];
            return self.way(self.memory.flow(at as usize, next & !LEAF), outside);
        }
        if let Some(&at) = self.made.get(&(next, call)) {
            return Ok(at);
        }
        if self.words.len() > LARGE || self.deep > DEEP {
            return Err(Stop::Large);
        }
        self.deep += 1;
        let word = self.memory.words[next as usize];
        let number = word >> 3;
        let at = match word & 7 {
            READ => {
                let Some(slot) = self.board.slot(number) else { return Err(Stop::Large) };
                let n = self.board.values(number);
                let mut node = Vec::with_capacity(n);
                for v in 0..n {
                    node.push(self.way(self.memory.words[next as usize + 1 + v], call)?);
                }
                CELL << KIND | self.node(node) << SLOT | slot
            }
            GIVE => {
                let to = self.way(self.memory.words[next as usize + 1], call)?;
                ANSWER << KIND | self.node(vec![number, to])
            }
            CALL if matches!(self.memory.words[next as usize + ROW], 0 | NONE) => {
                let (words, deep) = (self.words.len(), self.deep);
                match self.called(next, number, call) {
                    Err(Stop::Here) if call == 0 => {
                        // What was made for it is not whole.
                        self.words.truncate(words);
                        let end = self.base + words as u32;
                        self.same.retain(|_, at| *at < end);
                        self.made.clear();
                        self.deep = deep;
                        TREES << KIND | next
                    }
                    to => to?,
                }
            }
            _ if call == 0 => TREES << KIND | next,
            _ => return Err(Stop::Here),
        };
        self.deep -= 1;
        self.made.insert((next, call), at);
        Ok(at)
    }

    /// The tree of a piece in the place of a node that asks it.
    fn called(&mut self, at: u32, piece: u32, outside: u32) -> Result<u32, Stop> {
        let call = match self.call_index.get(&(at, outside)) {
            Some(&call) => call,
            None => {
                let call = self.calls.len() as u32;
                self.calls.push((at, outside));
                self.call_index.insert((at, outside), call);
                call
            }
        };
        self.way(self.memory.first(piece), call)
    }

    fn node(&mut self, node: Vec<u32>) -> u32 {
        let (base, words) = (self.base, &mut self.words);
        *self.same.entry(node.into()).or_insert_with_key(|node| {
            let at = base + words.len() as u32;
            words.extend_from_slice(node);
            at
        })
    }
}

impl Memory {
    /// Makes the graph of a piece: where it begins; none if it cannot be made or is no better than the tree.
    #[cold]
    pub(crate) fn straighten(&mut self, board: &Board, piece: u32) -> Option<u32> {
        if self.straight.full() || self.words.len() >= 1 << KIND {
            return None;
        }
        let mut maker = Maker {
            memory: self,
            board,
            words: Vec::new(),
            base: self.straight.words.len() as u32,
            made: Map::default(),
            same: Map::default(),
            calls: vec![(0, 0)],
            call_index: Map::default(),
            deep: 0,
        };
        let first = maker.way(self.first(piece), 0).ok()?;
        let words = maker.words;
        self.straight.words.extend_from_slice(&words);
        Some(first)
    }

    /// What a piece comes to by its graph, and the cells that decided; [`MISS`] where it has not grown. Its answers are added
    /// to those given.
    #[inline]
    pub(crate) fn along(&mut self, board: &Board, first: u32) -> (u32, u128) {
        let (mut next, mut read) = asked(&self.straight.words, &board.near, first);
        while next & LEAF == 0 {
            let number = next & ((1 << KIND) - 1);
            match next >> KIND {
                ANSWER => self.given.push(self.straight.words[number as usize]),
                TREES => return (self.go_on(board, number), u128::MAX),
                _ => return (MISS, u128::MAX),
            }
            let more;
            (next, more) = asked(&self.straight.words, &board.near, self.straight.words[number as usize + 1]);
            read |= more;
        }
        (next & !LEAF, read)
    }
}

/// Where the nodes that ask cells lead from here, and the cells asked.
#[inline(always)]
pub(crate) fn asked(words: &[u32], cells: &[Cell<u16>; NEAR], mut next: u32) -> (u32, u128) {
    let mut read = 0;
    while next < 1 << KIND {
        let slot = next as usize % NEAR;
        read |= BITS[slot];
        next = words[(next >> SLOT) as usize + usize::from(cells[slot].get())];
    }
    (next, read)
}
