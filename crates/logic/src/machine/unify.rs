//! Unification, with and without occurs check, on an explicit stack.

use super::cyclic::{Joined, Visited};
use super::{Machine, Stop};
use crate::cell::{ATV, BIG, Cell, FLT, LST, STG, STR};

/// Steps of a unification between two looks at the limits.
const LOOK: usize = 1 << 14;

/// Arguments that are unified without a look at the limits.
const FEW: usize = 8;

/// What came of a unification.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Unified {
    No,
    Yes,
    /// An attributed variable was bound: goals wait.
    Woke,
    /// A limit was passed on the way: `Machine::unless_stopped` gives the error.
    Stopped,
}

impl Machine {
    /// Unifies two cells. Bindings are trailed; on failure some may have been made.
    #[inline]
    pub(crate) fn unify(&mut self, a: Cell, b: Cell) -> bool {
        matches!(self.unification(a, b), Unified::Yes | Unified::Woke)
    }

    /// As `unification`, with the commonest cases in line.
    #[inline(always)]
    pub(crate) fn unify_quick(&mut self, a: Cell, b: Cell) -> Unified {
        let (a, b) = (self.deref(a), self.deref(b));
        if a == b {
            return Unified::Yes;
        }
        // A variable without attributes and a constant, in either order, or different constants.
        if b.is_name_or_int() {
            if a.is_plain() {
                self.bind_plain(a, b);
                return Unified::Yes;
            }
            if !a.is_ref() {
                return Unified::No;
            }
        }
        self.unification(a, b)
    }

    /// As `unify`, and returns whether an attributed variable was bound.
    pub(crate) fn unification(&mut self, a: Cell, b: Cell) -> Unified {
        let (a, b) = (self.deref(a), self.deref(b));
        if a == b {
            return Unified::Yes;
        }
        if self.occurs && (a.is_compound() || b.is_compound()) {
            // Running out of fuel here counts as failure; the next call reports it.
            let ok = self.unify_occurs(a, b).unwrap_or(false);
            return self.unified(ok);
        }
        if a.is_plain() || b.is_plain() {
            self.bind_pair(a, b);
            return Unified::Yes;
        }
        if a.tag() != b.tag() {
            return self.unify_attributed(a, b);
        }
        // Apart from the match, which jumps through a table.
        if a.is_compound() {
            let ok = self.unify_compounds(a, b);
            return self.unified(ok);
        }
        match a.tag() {
            FLT | BIG | STG if self.same_boxed(a, b) => Unified::Yes,
            ATV => self.unify_attributed(a, b),
            _ => Unified::No,
        }
    }
    #[inline(always)]
    fn unified(&self, ok: bool) -> Unified {
        if !ok {
            if self.stopped.is_none() { Unified::No } else { Unified::Stopped }
        } else if self.wake.is_empty() {
            Unified::Yes
        } else {
            Unified::Woke
        }
    }

    /// Binds one variable to the other cell, whatever they are.
    pub(crate) fn bind_vars(&mut self, a: Cell, b: Cell) {
        if a.is_plain() || b.is_plain() {
            self.bind_pair(a, b);
        } else {
            self.unify_attributed(a, b);
        }
    }
    /// The same where at least one has no attributes; of two such variables the younger to the older.
    #[inline(always)]
    pub(crate) fn bind_pair(&mut self, a: Cell, b: Cell) {
        if a.is_plain() && (!b.is_plain() || a.idx() > b.idx()) {
            self.bind_plain(a, b)
        } else {
            self.bind_plain(b, a)
        }
    }

    pub(crate) fn same_boxed(&self, a: Cell, b: Cell) -> bool {
        let (i, j) = (a.idx(), b.idx());
        let n = self.heap[i].raw_words();
        self.heap[i] == self.heap[j] && self.heap[i + 1..=i + n] == self.heap[j + 1..=j + n]
    }

    /// Few arguments, all of them variables or constants, need no stack: the commonest case.
    fn unify_compounds(&mut self, a: Cell, b: Cell) -> bool {
        let Some((i, j, n)) = self.pair(a, b) else { return false };
        let mut k = 0;
        while k < n.min(FEW) {
            let (x, y) = (self.deref(self.heap[i + k]), self.deref(self.heap[j + k]));
            if x != y {
                if x.is_plain() || y.is_plain() {
                    self.bind_pair(x, y);
                } else if !x.is_ref() && !y.is_ref() && (x.tag() != y.tag() || x.is_atom() || x.is_int()) {
                    return false;
                } else {
                    break;
                }
            }
            k += 1;
        }
        k == n || self.unify_deep(i + k, j + k, n - k)
    }

    /// Unifies `n` pairs of cells from these places on.
    fn unify_deep(&mut self, mut i: usize, mut j: usize, mut n: usize) -> bool {
        // The buffer is fetched when the first argument range must wait.
        let mut stack: Vec<(usize, usize, usize)> = Vec::new();
        // More steps than cells: something is shared, perhaps a cycle. From there on no pair is looked at twice.
        let (mut work, cells) = (0usize, self.heap.len());
        let mut next = LOOK;
        let mut slow = cells.min(next);
        let mut joined: Option<Joined> = None;
        let ok = loop {
            if n == 0 {
                match stack.pop() {
                    Some(p) => {
                        (i, j, n) = p;
                        continue;
                    }
                    None => break true,
                }
            }
            work += 1;
            let (x, y) = (self.deref(self.heap[i]), self.deref(self.heap[j]));
            i += 1;
            j += 1;
            n -= 1;
            if x == y {
                continue;
            }
            if x.is_plain() || y.is_plain() {
                self.bind_pair(x, y);
                continue;
            }
            if x.tag() != y.tag() {
                if self.unify_attributed(x, y) == Unified::No {
                    break false;
                }
                continue;
            }
            match x.tag() {
                STR | LST => {
                    let Some(p) = self.pair(x, y) else { break false };
                    if work > slow {
                        if work > next {
                            next += LOOK;
                            let known = joined.as_ref().map_or(0, Joined::cells);
                            if !self.look(stack.len() * 5 + known) {
                                break false;
                            }
                        }
                        slow = cells.min(next);
                        if work > cells && !joined.get_or_insert_default().join(x, y) {
                            continue;
                        }
                    }
                    if n > 0 {
                        if stack.capacity() == 0 {
                            stack = std::mem::take(&mut self.scratch.pairs);
                        }
                        stack.push((i, j, n));
                    }
                    (i, j, n) = p;
                }
                FLT | BIG | STG => {
                    work += self.heap[x.idx()].raw_words() / 8;
                    if !self.same_boxed(x, y) {
                        break false;
                    }
                }
                ATV => {
                    self.unify_attributed(x, y);
                }
                _ => break false,
            }
        };
        self.fuel -= (work % LOOK / 16) as i64;
        if stack.capacity() > 0 {
            stack.clear();
            self.scratch.pairs = stack;
        }
        ok
    }

    /// Charges for a part of a long unification. False when a limit was passed: `stopped` says which to the caller that sees the
    /// unification fail.
    #[cold]
    fn look(&mut self, held: usize) -> bool {
        let Err(stop) = self.charge(LOOK / 2).and_then(|()| self.ensure(held)) else { return true };
        self.stopped = match stop {
            Stop::Throw(ball) if ball.is_compound() => Some(self.arg(self.arg(ball, 0), 0)),
            Stop::Throw(ball) => Some(ball),
            Stop::Halt(_) => None,
        };
        false
    }

    /// Whether a unification that neither failed nor just succeeded was stopped; else an attributed variable was bound.
    #[cold]
    #[inline(never)]
    pub(crate) fn is_stopped(&mut self, rare: Unified) -> Result<bool, Stop> {
        if rare != Unified::Stopped {
            return Ok(false);
        }
        self.unless_stopped().map(|()| true)
    }

    /// An error if it was a limit that made the last unification fail.
    #[inline]
    pub(crate) fn unless_stopped(&mut self) -> Result<(), Stop> {
        if self.stopped.is_none() { Ok(()) } else { self.report_stopped() }
    }
    #[cold]
    fn report_stopped(&mut self) -> Result<(), Stop> {
        match self.stopped.take() {
            None => Ok(()),
            Some(ball) if self.ended == Some(ball) => self.tick(),
            Some(what) => Err(self.resource_error(what.as_atom())),
        }
    }

    /// Argument ranges of two compounds with the same functor.
    #[inline]
    fn pair(&self, a: Cell, b: Cell) -> Option<(usize, usize, usize)> {
        if a.tag() == LST {
            return Some((a.idx(), b.idx(), 2));
        }
        let f = self.heap[a.idx()];
        (f == self.heap[b.idx()]).then(|| (a.idx() + 1, b.idx() + 1, f.arity()))
    }

    /// Unification that fails rather than make a cyclic term.
    pub(crate) fn unify_occurs(&mut self, a: Cell, b: Cell) -> Result<bool, Stop> {
        let mut stack = vec![(a, b)];
        // Both sides may be cyclic already.
        let (mut work, limit) = (0usize, self.heap.len());
        let mut joined: Option<Joined> = None;
        while let Some((a, b)) = stack.pop() {
            self.charge(8)?;
            work += 1;
            let (a, b) = (self.deref(a), self.deref(b));
            if a == b {
                continue;
            }
            let (a, b) = if b.is_ref() && !a.is_ref() { (b, a) } else { (a, b) };
            if a.is_ref() {
                if b.is_compound() && self.occurs(a, b)? {
                    self.cycle = Some((a, b));
                    return Ok(false);
                }
                self.bind_vars(a, b);
                continue;
            }
            if a.tag() != b.tag() {
                return Ok(false);
            }
            match a.tag() {
                STR | LST => {
                    let Some((i, j, n)) = self.pair(a, b) else { return Ok(false) };
                    if work > limit && !joined.get_or_insert_default().join(a, b) {
                        continue;
                    }
                    if work & 0xfff == 0 {
                        self.ensure(stack.len() * 4 + joined.as_ref().map_or(0, Joined::cells))?;
                    }
                    for k in (0..n).rev() {
                        stack.push((self.heap[i + k], self.heap[j + k]));
                    }
                }
                FLT | BIG | STG if self.same_boxed(a, b) => {}
                _ => return Ok(false),
            }
        }
        Ok(true)
    }

    /// The error of `occurs_check=error`.
    pub(crate) fn cyclic_unification(&mut self, a: Cell, b: Cell) -> Stop {
        let name = self.atoms.intern("occurs_check");
        let formal = self.structure(name, &[a, b]);
        self.throw_formal(formal)
    }

    fn occurs(&mut self, v: Cell, t: Cell) -> Result<bool, Stop> {
        let mut stack = vec![t];
        let mut visited: Option<Visited> = None;
        let (mut work, limit) = (0usize, self.heap.len());
        while let Some(t) = stack.pop() {
            let t = self.deref(t);
            if t == v {
                return Ok(true);
            }
            if matches!(t.tag(), STR | LST) {
                work += 1;
                if work > limit && !visited.get_or_insert_with(|| Visited::new(limit)).first(t.idx()) {
                    continue;
                }
                let (first, n) = self.args(t);
                self.charge(n * 4)?;
                stack.extend_from_slice(&self.heap[first..first + n]);
            }
        }
        Ok(false)
    }

    /// Whether two terms unify, leaving no bindings.
    pub(crate) fn unifiable(&mut self, a: Cell, b: Cell) -> bool {
        matches!(self.unify_undone(a, b), Unified::Yes | Unified::Woke)
    }

    /// As `unification`, leaving no bindings.
    pub(crate) fn unify_undone(&mut self, a: Cell, b: Cell) -> Unified {
        let (hb, mark) = (self.hb, self.trail.len());
        self.hb = self.heap.len();
        let r = self.unification(a, b);
        self.untrail_to(mark);
        self.hb = hb;
        r
    }

    /// The elements of a list and its dereferenced tail, which for a list without end is a variable that is nowhere.
    pub(crate) fn elements(&mut self, list: Cell) -> Result<(Vec<Cell>, Cell), Stop> {
        let mut items = Vec::new();
        let tail = self.walk_list(list, |m, at| {
            items.push(m.heap[at]);
            if items.len() & 0xfff == 0 { m.ensure(items.len()) } else { Ok(()) }
        })?;
        Ok((items, tail))
    }
    /// The number of elements of a list and its tail.
    pub(crate) fn list_length(&mut self, list: Cell) -> Result<(usize, Cell), Stop> {
        let mut count = 0;
        let tail = self.walk_list(list, |_, _| {
            count += 1;
            Ok(())
        })?;
        Ok((count, tail))
    }
    /// Calls `f` on the place of each element, charges for them and returns the tail.
    #[inline]
    fn walk_list(
        &mut self,
        list: Cell,
        mut f: impl FnMut(&mut Machine, usize) -> Result<(), Stop>,
    ) -> Result<Cell, Stop> {
        let mut l = self.deref(list);
        let (mut count, most) = (0usize, self.heap.len());
        while l.tag() == LST {
            f(self, l.idx())?;
            l = self.deref(self.heap[l.idx() + 1]);
            count += 1;
            if count & 0xfff == 0 {
                self.charge(0x1000)?;
                if count > most {
                    // Longer than the heap: cyclic.
                    return Ok(NOWHERE);
                }
            }
        }
        self.charge(count & 0xfff)?;
        Ok(l)
    }

    /// Iterates a list: calls `f` on each element; returns the dereferenced tail.
    pub(crate) fn each_element(&self, list: Cell, mut f: impl FnMut(Cell)) -> Cell {
        let mut l = self.deref(list);
        let mut count = 0usize;
        while l.tag() == LST {
            f(self.heap[l.idx()]);
            l = self.deref(self.heap[l.idx() + 1]);
            count += 1;
            if count > self.heap.len() {
                return NOWHERE;
            }
        }
        l
    }
}

/// The tail of a list without end.
const NOWHERE: Cell = Cell::var(usize::MAX >> 8);
