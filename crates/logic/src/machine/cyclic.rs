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

impl Machine {
    /// Whether these terms are finite trees. Takes time in proportion to the cells they reach.
    pub(crate) fn acyclic(&self, roots: &[Cell]) -> bool {
        let mut entered = Visited::new(self.heap.len());
        let mut left = Visited::new(self.heap.len());
        let mut stack: Vec<(Cell, bool)> = roots.iter().map(|c| (*c, false)).collect();
        self.acyclic_from(&mut stack, &mut entered, &mut left, None)
    }

    /// The same for a term together with the attributes of its variables, which may refer back to those variables.
    pub(crate) fn acyclic_whole(&self, root: Cell, whole: bool) -> bool {
        if !whole {
            return self.acyclic(&[root]);
        }
        let mut entered = Visited::new(self.heap.len());
        let mut left = Visited::new(self.heap.len());
        let mut roots = vec![root];
        while let Some(root) = roots.pop() {
            if !self.acyclic_from(&mut vec![(root, false)], &mut entered, &mut left, Some(&mut roots)) {
                return false;
            }
        }
        true
    }

    fn acyclic_from(
        &self,
        stack: &mut Vec<(Cell, bool)>,
        entered: &mut Visited,
        left: &mut Visited,
        mut attributes: Option<&mut Vec<Cell>>,
    ) -> bool {
        while let Some((t, leave)) = stack.pop() {
            let t = self.deref(t);
            if !t.is_compound() {
                if let (ATV, Some(found)) = (t.tag(), &mut attributes)
                    && entered.first(t.idx())
                {
                    found.push(self.heap[t.idx() + 1]);
                }
                continue;
            }
            if leave {
                left.first(t.idx());
                continue;
            }
            if !entered.first(t.idx()) {
                if left.has(t.idx()) {
                    continue;
                }
                return false;
            }
            stack.push((t, true));
            let (first, n) = self.args(t);
            stack.extend(self.heap[first..first + n].iter().filter(|c| !c.is_atomic()).map(|c| (*c, false)));
        }
        true
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
            }
        }
        self.charge(work & 0xfff)?;
        Ok(true)
    }

    /// A copy of a term with cycles: each compound once, references back to it from within.
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
        }
        self.charge(copy.out.len() * 8)?;
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
