//! Pieces that are asked in a row (every field, every line) are asked again only where their cells changed. A row is a chain of
//! nodes in a tree, each of which asks a piece and goes on with the next one where that comes to nothing. For every cell it is
//! known which pieces of the row may read it; what a move changes marks those of them that it decided, and all others come to what
//! they came to before.
//!
//! What a piece may read is known from its tree and from those of the pieces it asks: cells are added where trees grow. Which
//! cells decided is noted where its graph is followed ([`super::straight`]); where there is none, any that it may read.

use super::board::{Board, NEAR};
use super::memory::{CALL, LEAF, MISS, Memory};
use super::straight::{NOWHERE, asked};

/// Shorter chains are asked as they are.
const SHORT: usize = 4;
/// Rows kept; what is asked in others is asked as it is.
const MOST: usize = 4_096;
/// Where a node that asks a piece names its row: 0 where there is none yet.
pub(crate) const ROW: usize = 6;
/// How often a piece is asked by its trees before its graph is made.
const TRIED: u32 = 48;
/// Of a node that will never begin a row.
pub(crate) const NONE: u32 = u32::MAX;

/// A chain of pieces.
#[derive(Default)]
pub(crate) struct Row {
    entries: Vec<Entry>,
    pieces: Vec<Asked>,
    /// The cells that decided what each piece came to.
    read: Vec<u128>,
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

/// What a piece in a row came to: what is looked at for every question.
struct Entry {
    /// Where its graph begins.
    graph: u32,
    /// What it came to.
    end: u32,
    /// How many answers it gave, and the only one.
    answers: u32,
    one: u32,
}

/// A piece in a row.
struct Asked {
    piece: u32,
    /// The node that asks it.
    at: u32,
    /// How often it is to be asked by its trees before a graph is made, and how often after that.
    until: u32,
    wait: u32,
    /// All answers if there were more than one.
    many: Vec<u32>,
}

impl Row {
    /// Marks pieces that may read what has changed.
    #[inline]
    fn catch_up(&mut self, board: &Board) {
        let changed = board.since(self.time);
        self.time = board.time;
        let Some(cells) = changed else {
            self.mark_all();
            return;
        };
        for (w, marked) in self.marked.iter_mut().enumerate() {
            let users = |mut bits: u64, from: usize| {
                let mut met = 0;
                while bits != 0 {
                    met |= self.users[(from + bits.trailing_zeros() as usize) * self.wide + w];
                    bits &= bits - 1;
                }
                met
            };
            let met = users(cells as u64, 0) | users((cells >> 64) as u64, 64);
            let mut new = met & !*marked;
            while new != 0 {
                let i = new.trailing_zeros();
                new &= new - 1;
                *marked |= u64::from(self.read[64 * w + i as usize] & cells != 0) << i;
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
        self.entries.push(Entry { graph: NOWHERE, end: 0, answers: 0, one: 0 });
        self.pieces.push(Asked { piece, at, until: TRIED, wait: TRIED, many: Vec::new() });
        self.read.push(u128::MAX);
        self.tail = at + 1;
        if i.is_multiple_of(64) {
            self.marked.push(0);
            self.loud.push(0);
            let mut users = vec![0; NEAR * (self.wide + 1)];
            for bit in 0..NEAR {
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
            if let Some(i) = self.some(board, row, w) {
                let end = row.entries[i].end;
                return if end == MISS { MISS } else { self.flow(row.pieces[i].at as usize, end) };
            }
        }
        self.words[row.tail as usize]
    }

    /// Asks up to 64 pieces of a row that are marked, up to the first that goes another way, or has not grown.
    #[inline]
    fn some(&mut self, board: &Board, row: &mut Row, w: usize) -> Option<usize> {
        let (mut marked, mut loud) = (row.marked[w], row.loud[w]);
        let (entries, read) = (&mut row.entries[64 * w..], &mut row.read[64 * w..]);
        let mut left = marked | loud;
        let mut found = None;
        while left != 0 {
            let i = left.trailing_zeros() as usize;
            let bit = left & left.wrapping_neg();
            left ^= bit;
            let entry = &mut entries[i];
            if marked & bit != 0 {
                let (next, cells) = asked(&self.straight.words, &board.near, entry.graph);
                if next & LEAF != 0 {
                    entry.end = next & !LEAF;
                    entry.answers = 0;
                    read[i] = cells;
                } else if let Some((answer, end)) = self.straight.answer(next) {
                    self.given.push(answer);
                    (entry.end, entry.answers, entry.one) = (end, 1, answer);
                    read[i] = cells;
                } else {
                    read[i] = self.more(board, entry, &mut row.pieces[64 * w + i], next, cells);
                    if entry.end == MISS {
                        found = Some(64 * w + i);
                        break;
                    }
                }
                marked ^= bit;
                loud &= !bit;
                if entry.end | entry.answers != 0 {
                    loud |= bit;
                }
            } else {
                match entry.answers {
                    0 => {}
                    1 => self.given.push(entry.one),
                    _ => self.given.extend_from_slice(&row.pieces[64 * w + i].many),
                }
            }
            if entry.end != 0 {
                found = Some(64 * w + i);
                break;
            }
        }
        row.marked[w] = marked;
        row.loud[w] = loud;
        found
    }

    /// Asks a piece whose graph does not end with cells: from a node of it on, behind which these cells decided. The cells that
    /// decide.
    fn more(&mut self, board: &Board, entry: &mut Entry, asked: &mut Asked, next: u32, cells: u128) -> u128 {
        let before = self.given.len();
        let (mut end, more) = self.along(board, next);
        let mut read = cells | more;
        if end == MISS {
            self.given.truncate(before);
            end = self.follow(board, asked.piece);
            read = u128::MAX;
            self.later(board, entry, asked);
        }
        entry.end = end;
        let given = self.given.get(before..).unwrap_or_default();
        entry.answers = given.len() as u32;
        match given {
            [] => {}
            [one] => entry.one = *one,
            many => {
                asked.many.clear();
                asked.many.extend_from_slice(many);
            }
        }
        read
    }

    /// A piece was asked by its trees: makes its graph when that has happened often enough.
    fn later(&mut self, board: &Board, entry: &mut Entry, asked: &mut Asked) {
        asked.until -= 1;
        if asked.until == 0 {
            // It is made more and more seldom, so that trees that do not stop growing cost no more than twice.
            asked.wait = asked.wait.saturating_mul(2);
            asked.until = asked.wait;
            entry.graph = self.straighten(board, asked.piece).unwrap_or(NOWHERE);
        }
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
