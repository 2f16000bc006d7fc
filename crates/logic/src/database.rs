//! The clause store: flat clauses, and dynamic predicates as persistent chunked vectors.
//!
//! A running iteration holds the vector it began with, and a change copies what is shared: that is
//! the logical update view, and also what makes a fork of a machine cost a few reference counts.

use crate::atom::FoldMap;
use crate::cell::{ATM, Atom, BIG, Cell, FLT, INT, LST, STG, STR};
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

const CHUNK: usize = 64;
type Chunk = Vec<Arc<Clause>>;
/// Hash index of one argument: clauses with that key or with a variable there, in order.
type Index = FoldMap<u64, Arc<Vec<Arc<Clause>>>>;

/// The clauses of one dynamic predicate.
#[derive(Debug, Default)]
pub(crate) struct Clauses {
    chunks: Vec<Arc<Chunk>>,
    len: usize,
    index: Mutex<Indexes>,
}

#[derive(Debug, Default, Clone)]
struct Indexes {
    /// Per argument: the index, once built.
    built: [Option<Arc<Index>>; 3],
    /// Clauses looked at in vain since the last change, per argument.
    credit: [usize; 3],
    /// Arguments where an index cannot help.
    useless: [bool; 3],
}

impl Clone for Clauses {
    fn clone(&self) -> Clauses {
        // A private copy is about to change, so its indexes would be stale.
        Clauses { chunks: self.chunks.clone(), len: self.len, index: Mutex::default() }
    }
}

/// The clauses an iteration walks.
#[derive(Clone, Debug)]
pub(crate) enum View {
    All(Arc<Clauses>),
    Bucket(Arc<Vec<Arc<Clause>>>),
    Empty,
}

impl View {
    /// The clause at `pos` or the next one after it that the keys allow: (position, clause).
    #[inline]
    pub(crate) fn next(&self, pos: usize, keys: &[u64; 3]) -> Option<(usize, &Arc<Clause>)> {
        let fits = |c: &Clause| {
            keys_match(keys[0], c.keys[0]) && keys_match(keys[1], c.keys[1]) && keys_match(keys[2], c.keys[2])
        };
        match self {
            View::Empty => None,
            View::Bucket(b) => {
                b.get(pos..)?.iter().enumerate().find(|(_, c)| fits(c)).map(|(i, c)| (pos + i, c))
            }
            View::All(all) => {
                let (mut chunk, mut off) = (pos >> 16, pos & 0xffff);
                while let Some(ch) = all.chunks.get(chunk) {
                    if let Some(rest) = ch.get(off..)
                        && let Some((i, c)) = rest.iter().enumerate().find(|(_, c)| fits(c))
                    {
                        return Some(((chunk << 16) | (off + i), c));
                    }
                    chunk += 1;
                    off = 0;
                }
                None
            }
        }
    }
}

impl Clauses {
    pub(crate) fn len(&self) -> usize {
        self.len
    }
    pub(crate) fn iter(&self) -> impl Iterator<Item = &Arc<Clause>> {
        self.chunks.iter().flat_map(|c| c.iter())
    }
    fn first_seq(&self) -> Option<i64> {
        self.chunks.first().and_then(|c| c.first()).map(|c| c.seq)
    }
    fn last_seq(&self) -> Option<i64> {
        self.chunks.last().and_then(|c| c.last()).map(|c| c.seq)
    }
    /// The number the next clause at this end gets.
    pub(crate) fn next_seq(&self, front: bool) -> i64 {
        if front { self.first_seq().map_or(0, |s| s - 1) } else { self.last_seq().map_or(0, |s| s + 1) }
    }

    pub(crate) fn add(&mut self, clause: Arc<Clause>, front: bool) {
        self.len += 1;
        self.index_add(&clause, front);
        if front {
            match self.chunks.first_mut() {
                Some(c) if c.len() < CHUNK => Arc::make_mut(c).insert(0, clause),
                _ => self.chunks.insert(0, Arc::new(vec![clause])),
            }
        } else {
            match self.chunks.last_mut() {
                Some(c) if c.len() < CHUNK => Arc::make_mut(c).push(clause),
                _ => self.chunks.push(Arc::new(vec![clause])),
            }
        }
    }

    fn locate(&self, seq: i64) -> Option<(usize, usize)> {
        let chunk = self.chunks.partition_point(|c| c.last().is_some_and(|l| l.seq < seq));
        let at = self.chunks.get(chunk)?.binary_search_by_key(&seq, |c| c.seq).ok()?;
        Some((chunk, at))
    }

    /// The clause of this number.
    pub(crate) fn numbered(&self, seq: i64) -> Option<&Arc<Clause>> {
        let (chunk, at) = self.locate(seq)?;
        Some(&self.chunks[chunk][at])
    }

    /// Takes a clause out; false when it is no longer there.
    pub(crate) fn remove(&mut self, clause: &Arc<Clause>) -> bool {
        let Some((chunk, at)) = self.locate(clause.seq) else { return false };
        if !Arc::ptr_eq(&self.chunks[chunk][at], clause) {
            return false;
        }
        self.len -= 1;
        self.index_remove(clause);
        if self.chunks[chunk].len() == 1 {
            self.chunks.remove(chunk);
        } else {
            Arc::make_mut(&mut self.chunks[chunk]).remove(at);
        }
        true
    }

    pub(crate) fn contains(&self, clause: &Arc<Clause>) -> bool {
        self.locate(clause.seq).is_some_and(|(c, a)| Arc::ptr_eq(&self.chunks[c][a], clause))
    }

    fn index_add(&mut self, clause: &Arc<Clause>, front: bool) {
        let ix = self.index.get_mut().expect("no holder of this lock can fail");
        ix.credit = [0; 3];
        ix.useless = [false; 3];
        for arg in 0..3 {
            let Some(index) = &mut ix.built[arg] else { continue };
            let key = clause.keys[arg];
            // A variable belongs in every bucket: cheaper to rebuild when next needed.
            let Some(index) = (if key == KEY_ANY { None } else { Arc::get_mut(index) }) else {
                ix.built[arg] = None;
                continue;
            };
            if let Some(bucket) = index.get_mut(&key) {
                let bucket = Arc::make_mut(bucket);
                if front { bucket.insert(0, clause.clone()) } else { bucket.push(clause.clone()) }
            } else {
                let mut bucket: Vec<Arc<Clause>> = Vec::new();
                if let Some(vars) = index.get(&KEY_ANY) {
                    bucket.extend(vars.iter().cloned());
                }
                if front {
                    bucket.insert(0, clause.clone())
                } else {
                    bucket.push(clause.clone())
                }
                index.insert(key, Arc::new(bucket));
            }
        }
    }

    fn index_remove(&mut self, clause: &Arc<Clause>) {
        let ix = self.index.get_mut().expect("no holder of this lock can fail");
        for arg in 0..3 {
            let Some(index) = &mut ix.built[arg] else { continue };
            let key = clause.keys[arg];
            let Some(index) = (if key == KEY_ANY { None } else { Arc::get_mut(index) }) else {
                ix.built[arg] = None;
                continue;
            };
            if let Some(bucket) = index.get_mut(&key) {
                let bucket = Arc::make_mut(bucket);
                if let Ok(at) = bucket.binary_search_by_key(&clause.seq, |c| c.seq) {
                    bucket.remove(at);
                }
                if bucket.is_empty() {
                    index.remove(&key);
                }
            }
        }
    }

    /// The clauses to walk for a call with these keys; builds an index once scanning has cost as much.
    pub(crate) fn view(self: &Arc<Clauses>, keys: &[u64; 3]) -> View {
        if self.len <= 8 {
            return View::All(self.clone());
        }
        let Ok(mut ix) = self.index.lock() else { return View::All(self.clone()) };
        let mut best: Option<Arc<Vec<Arc<Clause>>>> = None;
        for (arg, &key) in keys.iter().enumerate() {
            if key == KEY_ANY || ix.useless[arg] {
                continue;
            }
            if ix.built[arg].is_none() {
                ix.credit[arg] += self.len;
                if ix.credit[arg] <= self.len * 3 {
                    continue;
                }
                match self.build(arg) {
                    Some(index) => ix.built[arg] = Some(Arc::new(index)),
                    None => {
                        ix.useless[arg] = true;
                        continue;
                    }
                }
            }
            if let Some(index) = &ix.built[arg] {
                let Some(bucket) = index.get(&key).or_else(|| index.get(&KEY_ANY)) else {
                    return View::Empty;
                };
                if best.as_ref().is_none_or(|b| bucket.len() < b.len()) {
                    best = Some(bucket.clone());
                }
                if bucket.len() <= 4 {
                    break;
                }
            }
        }
        best.map_or_else(|| View::All(self.clone()), View::Bucket)
    }

    fn build(&self, arg: usize) -> Option<Index> {
        let vars = self.iter().filter(|c| c.keys[arg] == KEY_ANY).count();
        if vars * 4 > self.len {
            return None;
        }
        let mut index: FoldMap<u64, Vec<Arc<Clause>>> = FoldMap::default();
        let mut open: Vec<Arc<Clause>> = Vec::new();
        for c in self.iter() {
            let key = c.keys[arg];
            if key == KEY_ANY {
                open.push(c.clone());
                #[expect(
                    clippy::iter_over_hash_type,
                    reason = "each bucket gets the same clause; order does not matter"
                )]
                for bucket in index.values_mut() {
                    bucket.push(c.clone());
                }
            } else {
                index.entry(key).or_insert_with(|| open.clone()).push(c.clone());
            }
        }
        if index.len() * 4 < 8 && index.len() < 2 {
            return None;
        }
        if !open.is_empty() {
            index.insert(KEY_ANY, open);
        }
        Some(index.into_iter().map(|(k, v)| (k, Arc::new(v))).collect())
    }
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
