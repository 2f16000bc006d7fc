//! The clause store: flat clauses, and dynamic predicates as persistent sequences.
//!
//! A running iteration holds the sequence it began with, and a change copies the path that is shared: that is
//! the logical update view, and also what makes a fork of a machine cost a few reference counts.

use crate::atom::FoldMap;
use crate::cell::{ATM, Atom, BIG, Cell, FLT, INT, LST, STG, STR};
use crate::sequence::Sequence;
use std::sync::{Arc, Mutex};

/// Key of an argument for indexing; 0 matches everything.
pub(crate) const KEY_ANY: u64 = 0;
const KEY_LIST: u64 = 0xf;
const KEY_BOXED: u64 = 0x1e;

/// The indexing key of a dereferenced cell.
#[inline(always)]
pub(crate) fn key_of(heap: &[Cell], c: Cell) -> u64 {
    match c.tag() {
        ATM | INT => c.0,
        LST => KEY_LIST,
        STR => heap[c.idx()].0,
        FLT | BIG | STG => KEY_BOXED,
        _ => KEY_ANY,
    }
}

/// The key of compiled clauses: that of a list includes what it begins with. `head` gives the dereferenced first element.
#[inline(always)]
pub(crate) fn deep_key(cells: &[Cell], c: Cell, head: impl Fn(Cell) -> Cell) -> u64 {
    if c.tag() != LST {
        return key_of(cells, c);
    }
    match key_of(cells, head(cells[c.idx()])) {
        KEY_ANY | KEY_BOXED => KEY_LIST,
        key => (key.wrapping_mul(0x9e37_79b9_7f4a_7c15) << 5) | 0x1f,
    }
}

/// A deep key as the plain one that switches use.
pub(crate) fn shallow_key(key: u64) -> u64 {
    if key & 0xf == KEY_LIST { KEY_LIST } else { key }
}

pub(crate) fn key_is_list(key: u64) -> bool {
    key == KEY_LIST
}

/// `keys_match` for deep keys: a list that begins with anything matches every list.
#[inline(always)]
pub(crate) fn deep_keys_match(a: u64, b: u64) -> bool {
    keys_match(a, b) || (a & b & 0xf == KEY_LIST && (a == KEY_LIST || b == KEY_LIST))
}

#[inline(always)]
pub(crate) fn keys_match(a: u64, b: u64) -> bool {
    a == b || a == KEY_ANY || b == KEY_ANY
}

/// A clause as a block of cells: indexes are relative to the block, `REF n` is variable number n.
#[derive(Clone, Debug)]
pub(crate) struct Clause {
    pub(crate) cells: Box<[Cell]>,
    pub(crate) head: Cell,
    pub(crate) body: Cell,
    pub(crate) vars: u32,
    pub(crate) keys: [u64; 3],
    /// Order within its predicate; also its identity.
    pub(crate) seq: i64,
    pub(crate) file: Atom,
    pub(crate) line: u32,
}

impl Clause {
    pub(crate) fn bytes(&self) -> usize {
        self.cells.len() * 8 + 160
    }
}

/// Hash index of one argument: clauses with that key or with a variable there, in order.
type Index = FoldMap<u64, Bucket>;

/// The clauses of one key. Most keys of facts have one: no tree is made for it.
#[derive(Debug)]
enum Bucket {
    One(Arc<Clause>),
    Many(Sequence),
}

impl Bucket {
    fn len(&self) -> usize {
        match self {
            Bucket::One(_) => 1,
            Bucket::Many(all) => all.len(),
        }
    }
    fn add(&mut self, clause: Arc<Clause>, front: bool) {
        if let Bucket::One(only) = self {
            let mut all = Sequence::default();
            all.add(only.clone(), false);
            *self = Bucket::Many(all);
        }
        if let Bucket::Many(all) = self {
            all.add(clause, front);
        }
    }
    /// Takes a clause out; gives how many are left.
    fn remove(&mut self, clause: &Clause) -> usize {
        match self {
            Bucket::One(only) => usize::from(only.seq != clause.seq),
            Bucket::Many(all) => {
                if let Some((pos, _)) = all.numbered(clause.seq) {
                    all.remove(pos);
                }
                all.len()
            }
        }
    }
    fn view(&self) -> View {
        match self {
            Bucket::One(only) => View::One(only.clone()),
            Bucket::Many(all) => View::Stored(all.clone()),
        }
    }
}

/// The clauses of one dynamic predicate.
#[derive(Debug, Default)]
pub(crate) struct Clauses {
    all: Sequence,
    index: Mutex<Indexes>,
}

#[derive(Debug, Default)]
struct Indexes {
    /// Per argument: the index, once built.
    built: [Option<Index>; 3],
    /// Clauses looked at without an index since there was none, per argument.
    credit: [usize; 3],
    /// Arguments where an index cannot help.
    useless: [bool; 3],
}

impl Indexes {
    /// Gives up an index: the next one must be earned again.
    fn drop_index(&mut self, arg: usize) {
        (self.built[arg], self.credit[arg]) = (None, 0);
    }
}

impl Clone for Clauses {
    fn clone(&self) -> Clauses {
        // A fork is about to change, so its indexes would be stale.
        Clauses { all: self.all.clone(), index: Mutex::default() }
    }
}

/// The clauses an iteration walks.
#[derive(Clone, Debug)]
pub(crate) enum View {
    Stored(Sequence),
    One(Arc<Clause>),
    /// Those of a static predicate.
    Source(Arc<Vec<Arc<Clause>>>),
    Empty,
}

/// Nodes of sequences, and vectors of clauses, that were visited: each is shared by many versions.
pub(crate) type Seen = FoldMap<usize, ()>;

impl View {
    /// Calls `f` on every clause that was not visited before.
    pub(crate) fn visit(&self, seen: &mut Seen, f: &mut impl FnMut(&Clause)) {
        match self {
            View::Empty => {}
            View::Source(all) => {
                if seen.insert(Arc::as_ptr(all).addr(), ()).is_none() {
                    all.iter().for_each(|c| f(c));
                }
            }
            View::Stored(all) => all.visit(seen, f),
            View::One(only) => f(only),
        }
    }
    /// The clause at `pos` or the next one after it that the keys allow: (position, clause).
    #[inline]
    pub(crate) fn next(&self, pos: usize, keys: &[u64; 3]) -> Option<(usize, &Arc<Clause>)> {
        let fits = |c: &Clause| {
            keys_match(keys[0], c.keys[0]) && keys_match(keys[1], c.keys[1]) && keys_match(keys[2], c.keys[2])
        };
        match self {
            View::Empty => None,
            View::Source(b) => {
                b.get(pos..)?.iter().enumerate().find(|(_, c)| fits(c)).map(|(i, c)| (pos + i, c))
            }
            View::Stored(all) => all.next(pos, fits),
            View::One(only) => (pos == 0 && fits(only)).then_some((0, only)),
        }
    }
}

impl Clauses {
    pub(crate) fn len(&self) -> usize {
        self.all.len()
    }
    pub(crate) fn iter(&self) -> impl Iterator<Item = &Arc<Clause>> {
        self.all.iter()
    }
    /// Every clause there is now.
    pub(crate) fn everything(&self) -> View {
        View::Stored(self.all.clone())
    }
    /// The number the next clause at this end gets.
    pub(crate) fn next_seq(&self, front: bool) -> i64 {
        if front {
            self.all.first().map_or(0, |c| c.seq - 1)
        } else {
            self.all.last().map_or(0, |c| c.seq + 1)
        }
    }

    pub(crate) fn add(&mut self, clause: Arc<Clause>, front: bool) {
        self.index_add(&clause, front);
        self.all.add(clause, front);
    }

    /// The clause of this number.
    pub(crate) fn numbered(&self, seq: i64) -> Option<&Arc<Clause>> {
        self.all.numbered(seq).map(|found| found.1)
    }

    /// Takes a clause out; false when it is no longer there.
    pub(crate) fn remove(&mut self, clause: &Arc<Clause>) -> bool {
        match self.all.numbered(clause.seq) {
            Some((pos, found)) if Arc::ptr_eq(found, clause) => {
                self.all.remove(pos);
                self.index_remove(clause);
                true
            }
            _ => false,
        }
    }

    fn index_add(&mut self, clause: &Arc<Clause>, front: bool) {
        let ix = self.index.get_mut().expect("no holder of this lock can fail");
        ix.useless = [false; 3];
        for arg in 0..3 {
            let Some(index) = &mut ix.built[arg] else { continue };
            let key = clause.keys[arg];
            if key == KEY_ANY {
                // A variable belongs in every bucket: cheaper to rebuild when next needed.
                ix.drop_index(arg);
                continue;
            }
            match index.get_mut(&key) {
                Some(bucket) => bucket.add(clause.clone(), front),
                None => {
                    let bucket = first_of(clause.clone(), open_of(index), front);
                    index.insert(key, bucket);
                }
            }
        }
    }

    fn index_remove(&mut self, clause: &Arc<Clause>) {
        let ix = self.index.get_mut().expect("no holder of this lock can fail");
        for arg in 0..3 {
            let Some(index) = &mut ix.built[arg] else { continue };
            let key = clause.keys[arg];
            if key == KEY_ANY {
                ix.drop_index(arg);
                continue;
            }
            if index.get_mut(&key).is_some_and(|bucket| bucket.remove(clause) == 0) {
                index.remove(&key);
            }
        }
    }

    /// The clauses to walk for a call with these keys; builds an index once scanning has cost as much.
    pub(crate) fn view(&self, keys: &[u64; 3]) -> View {
        let len = self.len();
        if len <= 8 || *keys == [KEY_ANY; 3] {
            return self.everything();
        }
        let Ok(mut ix) = self.index.lock() else { return self.everything() };
        let mut best: Option<&Bucket> = None;
        let Indexes { built, credit, useless } = &mut *ix;
        for (arg, index) in built.iter_mut().enumerate() {
            let key = keys[arg];
            if key == KEY_ANY || useless[arg] {
                continue;
            }
            if index.is_none() {
                credit[arg] += len;
                if credit[arg] <= len * 3 {
                    continue;
                }
                *index = self.build(arg);
                credit[arg] = 0;
                useless[arg] = index.is_none();
            }
            if let Some(index) = index {
                let Some(bucket) = index.get(&key).or_else(|| index.get(&KEY_ANY)) else {
                    return View::Empty;
                };
                if best.is_none_or(|b| bucket.len() < b.len()) {
                    best = Some(bucket);
                }
                if bucket.len() <= 4 {
                    break;
                }
            }
        }
        best.map_or_else(|| self.everything(), Bucket::view)
    }

    fn build(&self, arg: usize) -> Option<Index> {
        let vars = self.iter().filter(|c| c.keys[arg] == KEY_ANY).count();
        if vars * 4 > self.len() {
            return None;
        }
        let mut index = Index::default();
        let mut open = Sequence::default();
        for c in self.iter() {
            let key = c.keys[arg];
            if key == KEY_ANY {
                open.add(c.clone(), false);
                #[expect(
                    clippy::iter_over_hash_type,
                    reason = "each bucket gets the same clause; order does not matter"
                )]
                for bucket in index.values_mut() {
                    bucket.add(c.clone(), false);
                }
            } else {
                match index.get_mut(&key) {
                    Some(bucket) => bucket.add(c.clone(), false),
                    None => {
                        index.insert(key, first_of(c.clone(), Some(&open), false));
                    }
                }
            }
        }
        if index.len() < 2 {
            return None;
        }
        if open.len() > 0 {
            index.insert(KEY_ANY, Bucket::Many(open));
        }
        Some(index)
    }
}

/// Clauses with a variable where the index looks.
fn open_of(index: &Index) -> Option<&Sequence> {
    match index.get(&KEY_ANY) {
        Some(Bucket::Many(open)) => Some(open),
        _ => None,
    }
}

/// The bucket of a key that had none: its first clause among those with a variable.
fn first_of(clause: Arc<Clause>, open: Option<&Sequence>, front: bool) -> Bucket {
    let Some(open) = open.filter(|o| o.len() > 0) else { return Bucket::One(clause) };
    let mut all = open.clone();
    all.add(clause, front);
    Bucket::Many(all)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clause(key: u64, seq: i64) -> Arc<Clause> {
        let nil = Cell::int(0);
        let keys = [key, KEY_ANY, KEY_ANY];
        Arc::new(Clause {
            cells: Box::new([]),
            head: nil,
            body: nil,
            vars: 0,
            keys,
            seq,
            file: Atom(0),
            line: 0,
        })
    }

    fn keys_seen(view: &View, key: u64) -> Vec<i64> {
        let keys = [key, KEY_ANY, KEY_ANY];
        let (mut pos, mut out) = (0, Vec::new());
        while let Some((at, c)) = view.next(pos, &keys) {
            out.push(c.seq);
            pos = at + 1;
        }
        out
    }

    #[test]
    fn a_view_keeps_what_was_there_and_an_index_agrees_with_a_scan() {
        let mut all = Arc::new(Clauses::default());
        for i in 0..500 {
            let key = if i % 50 == 7 { KEY_ANY } else { 100 + (i % 10) as u64 };
            Arc::make_mut(&mut all).add(clause(key, i), false);
        }
        let old = all.view(&[KEY_ANY; 3]);
        for round in 0..6 {
            let scan: Vec<i64> = all.iter().filter(|c| keys_match(c.keys[0], 103)).map(|c| c.seq).collect();
            assert_eq!(keys_seen(&all.view(&[103, 0, 0]), 103), scan, "round {round}");
            let gone = all.iter().nth(13 + round).cloned().expect("there are hundreds");
            assert!(Arc::make_mut(&mut all).remove(&gone));
            assert!(!Arc::make_mut(&mut all).remove(&gone));
            let seq = all.next_seq(false);
            Arc::make_mut(&mut all).add(clause(103, seq), false);
        }
        assert_eq!(keys_seen(&old, KEY_ANY), (0..500).collect::<Vec<_>>());
    }
}
