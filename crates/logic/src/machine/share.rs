//! Results of findall/3 share ground terms with the heap instead of copying them.
//!
//! A term that existed before the findall began outlives the backtracking between its solutions. If it is ground and no
//! cell of it was bound since (such a binding is on the trail), it reads the same when the results are collected, so a
//! reference is enough. Programs that change terms in place (`setarg/3`) would see such sharing; for them nothing is shared.

use super::{Collect, Machine};
use crate::cell::{ATM, Atom, BIG, Cell, FLT, FUN, HDR, INT, LST, REF, STG, STR};

/// A list of the heap inside a block.
pub(crate) const OLD_LIST: u8 = 14;
/// A structure of the heap inside a block.
pub(crate) const OLD_STRUCT: u8 = 15;

/// Places a search for variables may look at.
const FAR: usize = 4096;
const MEMO: usize = 128;

/// What of the heap a copy may refer to.
#[derive(Clone, Debug, Default)]
pub(crate) struct Shared {
    /// The choice point of the findall.
    choice: usize,
    /// Cells below this have not changed since; 0: nothing is shared.
    below: usize,
    /// Some result refers to the heap.
    used: bool,
    /// Searches that found a variable have cost this much.
    waste: usize,
    /// Compounds found ground: place, the highest cell they reach, and when that was found out.
    memo: Vec<(u32, u32, u32)>,
    now: u32,
}

impl Shared {
    pub(super) fn nothing() -> Shared {
        Shared::default()
    }
    /// Cells below this may be referred to.
    #[inline(always)]
    pub(super) fn below(&self) -> usize {
        self.below
    }
    #[inline]
    fn slot(i: usize) -> usize {
        ((i as u32).wrapping_mul(0x9e37_79b1) >> 25) as usize & (MEMO - 1)
    }
    #[inline]
    fn known(&self, i: usize) -> bool {
        self.memo.get(Shared::slot(i)).is_some_and(|&(at, top, when)| {
            at as usize == i && when == self.now && (top as usize) < self.below
        })
    }
    fn note(&mut self, i: usize, top: usize) {
        if self.memo.is_empty() {
            self.memo = vec![(0, 0, 0); MEMO];
        }
        if let Some(m) = self.memo.get_mut(Shared::slot(i)) {
            *m = (i as u32, top as u32, self.now);
        }
    }
    /// Nothing is known any more.
    fn forget(&mut self) {
        if self.now == u32::MAX {
            self.memo.clear();
            self.now = 0;
        }
        self.now += 1;
    }
}

impl Collect {
    /// Begins a findall whose choice point is number `choice`.
    pub(super) fn begin(&mut self, choice: usize) {
        self.cells.clear();
        self.items.clear();
        (self.shared.choice, self.shared.below, self.shared.used) = (choice, 0, false);
        self.shared.forget();
    }

    /// Cells it holds, with those of all it stands inside of.
    pub(super) fn held(&self) -> usize {
        let own = size_of::<Collect>() + size_of_val(&self.shared.memo[..]);
        self.below + own / 8 + self.cells.len() + self.items.len() * 3
    }

    /// Every reference of the results to the heap, for the collection of garbage.
    pub(super) fn each_old(&mut self, mut f: impl FnMut(Cell) -> Cell) {
        self.shared.forget();
        if !self.shared.used {
            return;
        }
        let mut turn = |c: &mut Cell| match c.tag() {
            OLD_LIST => *c = Cell::new(OLD_LIST, f(Cell::new(LST, c.idx())).idx()),
            OLD_STRUCT => *c = Cell::new(OLD_STRUCT, f(Cell::new(STR, c.idx())).idx()),
            _ => {}
        };
        let mut i = 0;
        while i < self.cells.len() {
            let skip = if self.cells[i].tag() == HDR { self.cells[i].raw_words() } else { 0 };
            turn(&mut self.cells[i]);
            i += 1 + skip;
        }
        for (_, root, _) in &mut self.items {
            turn(root);
        }
    }
}

impl Machine {
    /// Whether the running predicate that changes a term in place was called by a program, not by the library for its own
    /// terms.
    pub(crate) fn assigned_by_program(&self) -> bool {
        let caller = self.program.places.partition_point(|p| p.pc <= self.pc).checked_sub(1);
        !caller.is_some_and(|at| {
            let place = self.program.places[at];
            self.program.preds[place.pred as usize].library
        })
    }

    /// Finds out below which cell nothing has changed since the findall of these results began.
    pub(super) fn look_below(&self, shared: &mut Shared) {
        shared.below = 0;
        if self.assigns {
            return;
        }
        let Some(c) = self.choices.get(shared.choice) else { return };
        let mut below = c.heap as usize;
        for t in &self.trail[c.trail as usize..] {
            if !t.is_atom() && !t.is_int() {
                below = below.min(t.idx());
            }
        }
        shared.below = below;
        shared.waste = 0;
    }

    /// A reference to a compound of the heap, if it is ground and old enough.
    #[inline]
    pub(super) fn share(&mut self, c: Cell, shared: &mut Shared, copied: usize) -> Option<Cell> {
        let i = c.idx();
        if i >= shared.below || !(shared.known(i) || self.ground_below(c, shared, copied)) {
            return None;
        }
        shared.used = true;
        Some(Cell::new(if c.tag() == LST { OLD_LIST } else { OLD_STRUCT }, i))
    }

    /// The last cell of a structure of constants and structures of constants; `None` for anything else.
    #[inline]
    fn flat_ground(&self, c: Cell) -> Option<usize> {
        let constant = |c: &Cell| matches!(c.tag(), ATM | INT);
        if c.tag() != STR {
            return None;
        }
        let i = c.idx();
        let end = i + self.heap[i].arity();
        let mut top = end;
        for a in &self.heap[i + 1..=end] {
            if constant(a) {
                continue;
            }
            let (first, last) = match a.tag() {
                STR => (a.idx() + 1, a.idx() + self.heap[a.idx()].arity()),
                LST => (a.idx(), a.idx() + 1),
                _ => return None,
            };
            if !self.heap[first..=last].iter().all(constant) {
                return None;
            }
            top = top.max(last);
        }
        Some(top)
    }

    /// Whether a compound has no variable and lies below the mark as a whole.
    fn ground_below(&mut self, c: Cell, shared: &mut Shared, copied: usize) -> bool {
        if shared.waste > copied + 64 {
            return false;
        }
        if let Some(top) = self.flat_ground(c) {
            self.fuel -= (self.heap[c.idx()].arity() / 16) as i64;
            let ground = top < shared.below;
            if ground {
                shared.note(c.idx(), top);
            }
            return ground;
        }
        let mut stack = std::mem::take(&mut self.scratch.walk);
        let (mut work, mut top) = (0usize, 0usize);
        stack.push(c);
        let ground = loop {
            let Some(c) = stack.pop() else { break true };
            work += 1;
            let i = c.idx();
            let (first, end) = match c.tag() {
                ATM | INT => continue,
                LST => (i, i + 2),
                STR => (i + 1, i + 1 + self.heap[i].arity()),
                FLT | BIG | STG => {
                    top = top.max(i + self.heap[i].raw_words());
                    continue;
                }
                REF if i < shared.below && self.heap[i] != c => {
                    top = top.max(i);
                    stack.push(self.heap[i]);
                    continue;
                }
                _ => break false,
            };
            if end > shared.below || work > FAR {
                break false;
            }
            if shared.known(i) {
                continue;
            }
            top = top.max(end - 1);
            for k in (first..end).rev() {
                let a = self.heap[k];
                match a.tag() {
                    ATM | INT | FUN => {}
                    _ => stack.push(a),
                }
            }
        };
        stack.clear();
        self.scratch.walk = stack;
        self.fuel -= (work / 16) as i64;
        if ground && top < shared.below {
            shared.note(c.idx(), top);
            // The rest of a list is likely to be asked for next.
            let mut l = c;
            for _ in 0..8 {
                if l.tag() != LST {
                    break;
                }
                l = self.deref(self.heap[l.idx() + 1]);
                if l.is_compound() {
                    shared.note(l.idx(), top);
                }
            }
            return true;
        }
        shared.waste += work;
        false
    }
}

/// Whether these cells mention a predicate that changes terms in place; `names` are theirs.
pub(crate) fn mentions_assignment(cells: &[Cell], names: &[Atom]) -> bool {
    let mut i = 0;
    while i < cells.len() {
        let c = cells[i];
        match c.tag() {
            HDR => i += c.raw_words(),
            FUN if names.contains(&c.name()) => return true,
            ATM if names.contains(&c.as_atom()) => return true,
            _ => {}
        }
        i += 1;
    }
    false
}
