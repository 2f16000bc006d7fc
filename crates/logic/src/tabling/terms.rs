//! Terms outside any heap, each once, in the order they came: goals that have tables, and answers.
//!
//! All of them share one block of cells; a hash table finds one by its cells, so that asking whether a term is known
//! allocates nothing.

use crate::atom::{AtomMarks, FoldHasher};
use crate::cell::Cell;
use crate::machine::copy::Flat;
use std::hash::Hasher;

/// A term as it lies in a block: its cells are numbered from their own beginning.
#[derive(Clone, Copy)]
pub(crate) struct Block<'a> {
    pub(crate) cells: &'a [Cell],
    pub(crate) root: Cell,
    pub(crate) vars: u32,
}

impl Block<'_> {
    fn hash(&self) -> u32 {
        let mut h = FoldHasher::default();
        h.write_u64(self.root.0);
        self.cells.iter().for_each(|c| h.write_u64(c.0));
        h.finish() as u32
    }
    pub(crate) fn flat(&self) -> Flat {
        Flat { cells: self.cells.into(), root: self.root, vars: self.vars }
    }
}

impl Flat {
    pub(crate) fn block(&self) -> Block<'_> {
        Block { cells: &self.cells, root: self.root, vars: self.vars }
    }
}

#[derive(Clone, Debug)]
struct Item {
    start: u32,
    vars: u32,
    hash: u32,
    root: Cell,
}

/// What an entry takes beside its cells, in bytes.
const ENTRY_BYTES: usize = 40;

#[derive(Clone, Default, Debug)]
pub(crate) struct Terms {
    cells: Vec<Cell>,
    items: Vec<Item>,
    /// Open addressing: the number of a term plus one, 0 where a place is free. The length is a power of two.
    places: Vec<u32>,
}

impl Terms {
    pub(crate) fn len(&self) -> usize {
        self.items.len()
    }
    pub(crate) fn get(&self, at: usize) -> Option<Block<'_>> {
        let item = self.items.get(at)?;
        let end = self.items.get(at + 1).map_or(self.cells.len(), |n| n.start as usize);
        Some(Block { cells: &self.cells[item.start as usize..end], root: item.root, vars: item.vars })
    }
    pub(crate) fn iter(&self) -> impl Iterator<Item = Block<'_>> {
        (0..self.len()).filter_map(|at| self.get(at))
    }
    /// The number of a term.
    pub(crate) fn find(&self, term: Block<'_>) -> Option<usize> {
        let hash = term.hash();
        let mask = self.places.len().checked_sub(1)?;
        let mut place = hash as usize & mask;
        while let Some(at) = (self.places[place] as usize).checked_sub(1) {
            let item = &self.items[at];
            if item.hash == hash
                && item.root == term.root
                && self.get(at).is_some_and(|found| found.cells == term.cells)
            {
                return Some(at);
            }
            place = (place + 1) & mask;
        }
        None
    }
    /// Adds a term that is not there; gives its number.
    pub(crate) fn add(&mut self, term: Block<'_>) -> usize {
        if self.places.len() < (self.items.len() + 1) * 2 {
            self.grow();
        }
        let at = self.append(term);
        self.enter(at);
        at
    }
    /// Adds a term at the end without asking whether it is there, and where [`Terms::find`] does not see it.
    pub(crate) fn append(&mut self, term: Block<'_>) -> usize {
        let start = self.cells.len() as u32;
        self.cells.extend_from_slice(term.cells);
        self.items.push(Item { start, vars: term.vars, hash: term.hash(), root: term.root });
        self.items.len() - 1
    }
    fn grow(&mut self) {
        self.places = vec![0; (self.places.len() * 2).max(8)];
        for at in 0..self.items.len() {
            self.enter(at);
        }
    }
    fn enter(&mut self, at: usize) {
        let mask = self.places.len() - 1;
        let mut place = self.items[at].hash as usize & mask;
        while self.places[place] != 0 {
            place = (place + 1) & mask;
        }
        self.places[place] = at as u32 + 1;
    }
    /// Bytes all of them take, roughly.
    pub(crate) fn bytes(&self) -> usize {
        self.cells.len() * 8 + self.items.len() * ENTRY_BYTES
    }
    /// Bytes a term takes here, roughly.
    pub(crate) fn bytes_of(cells: usize) -> usize {
        cells * 8 + ENTRY_BYTES
    }
    pub(crate) fn mark_atoms(&self, marks: &mut AtomMarks) {
        marks.block(&self.cells);
        self.items.iter().for_each(|i| marks.cell(i.root));
    }
}

#[cfg(test)]
mod tests {
    use super::{Block, Terms};
    use crate::cell::Cell;

    #[test]
    fn every_term_is_found_again_under_its_number() {
        let mut terms = Terms::default();
        let cells: Vec<Cell> = (0..600).map(|i| Cell::int(i % 17)).collect();
        let block = |i: usize| Block { cells: &cells[i..i + i % 5], root: Cell::int(i as i64), vars: 0 };
        for i in 0..500 {
            assert_eq!(terms.find(block(i)), None, "{i}");
            assert_eq!(terms.add(block(i)), i);
        }
        for i in 0..500 {
            assert_eq!(terms.find(block(i)), Some(i));
            assert_eq!(terms.get(i).map(|b| (b.cells, b.root)), Some((block(i).cells, block(i).root)));
        }
        assert_eq!(terms.iter().count(), 500);
    }
}
