//! Rational trees: what lets unification, comparison, copying and traversal end on cyclic terms.
//!
//! A walk over a term without sharing takes no more steps than the heap has cells. The walks elsewhere count, and only
//! when they pass that mark do they pay for the tools here; plain terms never do.

use super::copy::{Flat, placed, placed_variable};
use super::{Machine, Stop};
use crate::atom::FoldMap;
use crate::cell::{ATM, ATV, Cell, FUN, HDR, INT, LST, STR};

/// Compounds assumed equal while their arguments are looked at: sets that only grow together.
#[derive(Default)]
pub(crate) struct Joined {
    parent: FoldMap<u64, u64>,
}

impl Joined {
    /// The memory it has, in cells: a table that grows is there twice.
    pub(crate) fn cells(&self) -> usize {
        self.parent.len() * 6
    }
    fn find(&mut self, mut c: u64) -> u64 {
        while let Some(&p) = self.parent.get(&c) {
            if let Some(&pp) = self.parent.get(&p) {
                self.parent.insert(c, pp);
            }
            c = p;
        }
        c
    }
    /// Joins two compounds; false when they were together already, so that nothing is left to look at.
    #[cold]
    pub(crate) fn join(&mut self, a: Cell, b: Cell) -> bool {
        let (a, b) = (self.find(a.0), self.find(b.0));
        if a == b {
            return false;
        }
        self.parent.insert(a, b);
        true
    }
}

/// A set of heap places.
pub(crate) struct Visited {
    bits: Vec<u64>,
}

impl Visited {
    pub(crate) fn new(places: usize) -> Visited {
        Visited { bits: vec![0; places / 64 + 1] }
    }
    /// Whether this place is met for the first time.
    pub(crate) fn first(&mut self, i: usize) -> bool {
        let bit = 1 << (i & 63);
        let word = &mut self.bits[i >> 6];
        let new = *word & bit == 0;
        *word |= bit;
        new
    }
    pub(crate) fn has(&self, i: usize) -> bool {
        self.bits[i >> 6] & (1 << (i & 63)) != 0
    }
}

/// A walk over terms that looks for cycles.
struct Walk {
    /// What is still to be looked at. A compound that is left is there under the tag of raw data, which no argument has.
    stack: Vec<Cell>,
    entered: Visited,
    left: Visited,
    /// Attributes met, which are terms of their own.
    attributes: Vec<Cell>,
}

impl Walk {
    fn new(m: &Machine, roots: &[Cell]) -> Walk {
        let (entered, left) = (Visited::new(m.heap.len()), Visited::new(m.heap.len()));
        Walk { stack: roots.to_vec(), entered, left, attributes: Vec::new() }
    }
    /// The memory it has, in cells. A vector that grows is there twice.
    fn cells(&self) -> usize {
        (self.stack.len() + self.attributes.len()) * 2 + self.entered.bits.len() + self.left.bits.len()
    }
    /// Takes so many steps; what it found when it is through. `whole`: attributes are walked, too.
    fn go(&mut self, m: &Machine, whole: bool, steps: usize) -> Option<bool> {
        for _ in 0..steps {
            let Some(t) = self.stack.pop() else {
                let Some(next) = self.attributes.pop() else { return Some(true) };
                self.stack.push(next);
                continue;
            };
            if t.tag() == HDR {
                self.left.first(t.idx());
                continue;
            }
            let t = m.deref(t);
            if !t.is_compound() {
                if whole && t.tag() == ATV && self.entered.first(t.idx()) {
                    self.attributes.push(m.heap[t.idx() + 1]);
                }
                continue;
            }
            if !self.entered.first(t.idx()) {
                if self.left.has(t.idx()) {
                    continue;
                }
                return Some(false);
            }
            self.stack.push(Cell::new(HDR, t.idx()));
            let (first, n) = m.args(t);
            self.stack.extend(m.heap[first..first + n].iter().filter(|c| !c.is_atomic()));
        }
        None
    }
}

impl Machine {
    /// Whether these terms are finite trees. Takes time in proportion to the cells they reach; what the walk remembers
    /// counts as memory, beside `held` cells of the caller's.
    pub(crate) fn acyclic(&mut self, roots: &[Cell], held: usize) -> Result<bool, Stop> {
        self.acyclic_walk(Walk::new(self, roots), held, false)
    }

    /// The same for a term together with the attributes of its variables, which may refer back to those variables.
    pub(crate) fn acyclic_whole(&mut self, root: Cell, held: usize, whole: bool) -> Result<bool, Stop> {
        self.acyclic_walk(Walk::new(self, &[root]), held, whole)
    }

    /// The same for the host, without limits.
    pub(crate) fn is_finite(&self, root: Cell) -> bool {
        let mut walk = Walk::new(self, &[root]);
        loop {
            if let Some(finite) = walk.go(self, false, usize::MAX) {
                return finite;
            }
        }
    }

    fn acyclic_walk(&mut self, mut walk: Walk, held: usize, whole: bool) -> Result<bool, Stop> {
        self.charge(self.heap.len() >> 5)?;
        loop {
            self.ensure(held + walk.cells())?;
            if let Some(finite) = walk.go(self, whole, 0x1000) {
                return Ok(finite);
            }
            self.charge(0x1000)?;
        }
    }

    /// Whether a term has no variables.
    pub(crate) fn is_ground(&mut self, term: Cell) -> Result<bool, Stop> {
        let mut stack = vec![term];
        let mut visited: Option<Visited> = None;
        let (mut work, limit) = (0usize, self.heap.len());
        while let Some(t) = stack.pop() {
            let t = self.deref(t);
            if t.is_ref() {
                return Ok(false);
            }
            if !t.is_compound() {
                continue;
            }
            if work > limit && !visited.get_or_insert_with(|| Visited::new(limit)).first(t.idx()) {
                continue;
            }
            let (first, n) = self.args(t);
            stack.extend(self.heap[first..first + n].iter().filter(|c| !c.is_atomic()));
            work += n;
            if work & 0xfff < n {
                self.charge(0x1000)?;
                self.ensure(stack.len() * 2)?;
            }
        }
        self.charge(work & 0xfff)?;
        Ok(true)
    }

    /// A copy of a term with cycles, or that shares much: each compound once, references to it from everywhere else.
    #[cold]
    pub(crate) fn flat_cyclic(&mut self, root: Cell, whole: bool) -> Result<Flat, Stop> {
        let mut copy = Copy { places: FoldMap::default(), vars: FoldMap::default(), out: Vec::new(), whole };
        let root = copy.take(self, root);
        let mut scan = 0;
        while scan < copy.out.len() {
            let c = copy.out[scan];
            match c.tag() {
                HDR => scan += c.raw_words(),
                ATM | INT | FUN => {}
                _ => copy.out[scan] = placed(c).unwrap_or_else(|| copy.take(self, c)),
            }
            scan += 1;
            if scan & 0xfff == 0 {
                self.charge(0x8000)?;
                // Every place is remembered, too.
                self.ensure(copy.out.len() * 6)?;
            }
        }
        self.charge((scan & 0xfff) * 8)?;
        Ok(Flat { cells: copy.out.into(), root, vars: copy.vars.len() as u32 })
    }

    /// The error for a place where only finite trees are possible.
    #[cold]
    pub(crate) fn cyclic_error(&mut self) -> Stop {
        let what = self.atoms.intern("cyclic_term");
        self.representation_error(what)
    }
}

struct Copy {
    places: FoldMap<u64, usize>,
    vars: FoldMap<u64, usize>,
    out: Vec<Cell>,
    /// With the attributes of variables.
    whole: bool,
}

impl Copy {
    /// The cell of a heap term in the copy; its arguments follow as heap cells if it is new.
    fn take(&mut self, m: &Machine, c: Cell) -> Cell {
        let c = m.deref(c);
        if c.tag() == ATV && self.whole {
            let at = self.out.len();
            let place = *self.places.entry(c.0).or_insert(at);
            if place == at {
                self.out.extend([placed_variable(at), m.heap[c.idx() + 1]]);
            }
            return Cell::new(ATV, place);
        }
        if c.is_ref() {
            let n = self.vars.len();
            return Cell::var(*self.vars.entry(c.0).or_insert(n));
        }
        let size = match c.tag() {
            ATM | INT => return c,
            LST => 2,
            STR => m.heap[c.idx()].arity() + 1,
            _ => m.heap[c.idx()].raw_words() + 1,
        };
        let at = self.out.len();
        let place = *self.places.entry(c.0).or_insert(at);
        if place == at {
            self.out.extend_from_slice(&m.heap[c.idx()..c.idx() + size]);
        }
        Cell::new(c.tag(), place)
    }
}
