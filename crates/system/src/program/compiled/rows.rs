//! Pieces that are asked in a row (every field, every line) are asked again only where their cells changed. A row is a chain of
//! nodes in a tree, each of which asks a piece and goes on with the next one where that comes to nothing. For every cell it is
//! known which pieces of the row may read it; what a move changes marks those, and all others come to what they came to before.
//!
//! What a piece may read is known from its tree and from those of the pieces it asks: cells are added where trees grow,
//! nothing is written down where they are followed.

use super::board::Board;
use super::memory::{CALL, LEAF, MISS, Memory};

/// Bits of cells.
const BITS: usize = 128;
/// Shorter chains are asked as they are.
const SHORT: usize = 4;
/// Rows kept; what is asked in others is asked as it is.
const MOST: usize = 4_096;
/// Where a node that asks a piece names its row: 0 where there is none yet.
pub(crate) const ROW: usize = 6;
/// Of a node that will never begin a row.
const NONE: u32 = u32::MAX;

/// A chain of pieces.
#[derive(Default)]
pub(crate) struct Row {
    entries: Vec<Entry>,
    /// Where it goes on if none of them goes another way.
    tail: u32,
    /// No piece follows behind it.
    ended: bool,
    /// Words of a set of pieces.
    wide: usize,
    /// By the bit of a cell: the set of the pieces that may read it.
    users: Vec<u64>,
    /// Sets of pieces: those to be asked again, and those that go another way or give answers.
    marked: Vec<u64>,
    loud: Vec<u64>,
    /// The board was looked at then.
    time: u64,
}

/// A piece in a row.
struct Entry {
    piece: u32,
    /// The node that asks it.
    at: u32,
    /// What it came to.
    end: u32,
    /// How many answers it gave, and the only one.
    answers: u32,
    one: u32,
    /// All of them if there were more.
    many: Vec<u32>,
}

impl Row {
    /// Marks pieces that may read what has changed.
    #[inline]
    fn catch_up(&mut self, board: &Board) {
        let changed = board.since(self.time);
        self.time = board.time;
        let Some(mut cells) = changed else {
            self.mark_all();
            return;
        };
        while cells != 0 {
            let bit = cells.trailing_zeros() as usize;
            cells &= cells - 1;
            let users = &self.users[bit * self.wide..(bit + 1) * self.wide];
            for (m, u) in self.marked.iter_mut().zip(users) {
                *m |= u;
            }
        }
    }

    fn mark_all(&mut self) {
        let n = self.entries.len();
        for (w, m) in self.marked.iter_mut().enumerate() {
            let left = n - 64 * w;
            *m = if left >= 64 { u64::MAX } else { (1 << left) - 1 };
        }
    }

    /// A piece may read these cells.
    fn reads(&mut self, i: usize, mut cells: u128) {
        while cells != 0 {
            let bit = cells.trailing_zeros() as usize;
            cells &= cells - 1;
            self.users[bit * self.wide + i / 64] |= 1 << (i % 64);
        }
    }

    /// One more piece, which may read these cells.
    fn add(&mut self, piece: u32, at: u32, cells: u128) -> usize {
        let i = self.entries.len();
        self.entries.push(Entry { piece, at, end: 0, answers: 0, one: 0, many: Vec::new() });
        self.tail = at + 1;
        if i.is_multiple_of(64) {
            self.marked.push(0);
            self.loud.push(0);
            let mut users = vec![0; BITS * (self.wide + 1)];
            for bit in 0..BITS {
                users[bit * (self.wide + 1)..][..self.wide]
                    .copy_from_slice(&self.users[bit * self.wide..][..self.wide]);
            }
            self.users = users;
            self.wide += 1;
        }
        self.marked[i / 64] |= 1 << (i % 64);
        self.reads(i, cells);
        i
    }
}

impl Memory {
    /// Asks the piece of a node and those in a row with it; what follows, or [`MISS`].
    #[inline]
    pub(crate) fn call(&mut self, board: &Board, at: usize) -> u32 {
        let number = match self.words[at + ROW] {
            0 => self.begin(at as u32),
            n => n,
        };
        if number == NONE || number == 0 {
            let piece = self.words[at] >> 3;
            return match self.follow(board, piece) {
                0 => self.words[at + 1],
                MISS => MISS,
                flow => self.flow(at, flow),
            };
        }
        // It is nowhere else while it is asked: no piece asks itself.
        let Some(mut row) = self.rows[number as usize].take() else { return MISS };
        row.catch_up(board);
        if !row.ended {
            self.extend(&mut row, number);
        }
        let next = self.ask(board, &mut row);
        self.rows[number as usize] = Some(row);
        next
    }

    fn ask(&mut self, board: &Board, row: &mut Row) -> u32 {
        for w in 0..row.marked.len() {
            let mut left = row.marked[w] | row.loud[w];
            while left != 0 {
                let i = 64 * w + left.trailing_zeros() as usize;
                let bit = left & left.wrapping_neg();
                left ^= bit;
                let entry = &mut row.entries[i];
                if row.marked[w] & bit != 0 {
                    let before = self.given.len();
                    let end = self.follow(board, entry.piece);
                    if end == MISS {
                        return MISS;
                    }
                    let given = &self.given[before..];
                    entry.end = end;
                    entry.answers = given.len() as u32;
                    match given {
                        [] => {}
                        [one] => entry.one = *one,
                        many => {
                            entry.many.clear();
                            entry.many.extend_from_slice(many);
                        }
                    }
                    row.marked[w] ^= bit;
                    let quiet = end == 0 && given.is_empty();
                    row.loud[w] = if quiet { row.loud[w] & !bit } else { row.loud[w] | bit };
                } else {
                    match entry.answers {
                        0 => {}
                        1 => self.given.push(entry.one),
                        _ => self.given.extend_from_slice(&entry.many),
                    }
                }
                if entry.end != 0 {
                    return self.flow(entry.at as usize, entry.end);
                }
            }
        }
        self.words[row.tail as usize]
    }

    /// The row that begins at a node, if there is or will be none, [`NONE`], and 0 where it is not known yet.
    #[cold]
    fn begin(&mut self, at: u32) -> u32 {
        let (mut n, mut node) = (1, at as usize);
        while n < SHORT {
            let next = self.words[node + 1];
            if next == 0 {
                return 0;
            }
            if next & LEAF != 0 || self.words[next as usize] & 7 != CALL {
                self.words[at as usize + ROW] = NONE;
                return NONE;
            }
            n += 1;
            node = next as usize;
        }
        if self.rows.len() > MOST {
            self.words[at as usize + ROW] = NONE;
            return NONE;
        }
        let number = self.rows.len() as u32;
        self.words[at as usize + ROW] = number;
        let mut row = Box::new(Row::default());
        self.enter(&mut row, number, at);
        self.extend(&mut row, number);
        self.rows.push(Some(row));
        number
    }

    /// Takes what has grown behind a row.
    fn extend(&mut self, row: &mut Row, number: u32) {
        loop {
            let next = self.words[row.tail as usize];
            row.ended = next != 0 && (next & LEAF != 0 || self.words[next as usize] & 7 != CALL);
            if next == 0 || row.ended {
                return;
            }
            self.enter(row, number, next);
        }
    }

    fn enter(&mut self, row: &mut Row, number: u32, at: u32) {
        let piece = self.words[at as usize] >> 3;
        let i = row.add(piece, at, self.pieces[piece as usize].cells);
        self.pieces[piece as usize].places.push((number, i as u32));
    }

    /// A piece may read these cells, and so may all that ask it.
    pub(crate) fn may_read(&mut self, piece: u32, cells: u128) {
        if cells & !self.pieces[piece as usize].cells == 0 {
            return;
        }
        let mut open = vec![piece];
        while let Some(piece) = open.pop() {
            let known = &mut self.pieces[piece as usize];
            let fresh = cells & !known.cells;
            if fresh == 0 {
                continue;
            }
            known.cells |= fresh;
            open.extend_from_slice(&known.asked_by);
            for &(row, i) in &known.places {
                if let Some(row) = &mut self.rows[row as usize] {
                    row.reads(i as usize, fresh);
                }
            }
        }
    }

    /// A piece may ask another one.
    pub(crate) fn may_ask(&mut self, piece: u32, other: u32) {
        if self.asks.insert((piece, other)) {
            self.pieces[other as usize].asked_by.push(piece);
        }
        self.may_read(piece, self.pieces[other as usize].cells);
    }
}
