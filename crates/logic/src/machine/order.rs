//! The standard order of terms, by an explicit stack.

use super::cyclic::Joined;
use super::{Machine, Stop};
use crate::arith::{Num, compare, num_of};
use crate::atom::FoldMap;
use crate::cell::{ATM, ATV, BIG, Cell, FLT, INT, LST, REF, STG};
use std::cmp::Ordering;

fn rank(c: Cell) -> u8 {
    match c.tag() {
        REF | ATV => 0,
        INT | BIG | FLT => 1,
        STG => 3,
        ATM => 4,
        _ => 5,
    }
}

/// Steps of a comparison between two looks at the limits.
const LOOK: usize = 1 << 13;

/// A comparison of compounds under way.
struct Pairs {
    stack: Vec<(Cell, Cell)>,
    /// As in unification: past the size of the heap no pair is looked at twice, and pairs met again are equal as far as
    /// they can be distinguished.
    joined: Option<Joined>,
    work: usize,
    paid: usize,
    limit: usize,
}

impl Pairs {
    fn new(m: &Machine, a: Cell, b: Cell) -> Pairs {
        Pairs { stack: vec![(a, b)], joined: None, work: 0, paid: 0, limit: m.heap.len() }
    }

    /// Goes on for some steps; the outcome if they suffice.
    fn run(&mut self, m: &Machine) -> Option<Ordering> {
        let until = self.work + LOOK;
        while let Some((a, b)) = self.stack.pop() {
            let (mut a, mut b) = (m.deref(a), m.deref(b));
            loop {
                if a == b {
                    break;
                }
                if !(a.is_compound() && b.is_compound()) {
                    let o = m.compare_flat(a, b);
                    if o.is_ne() {
                        return Some(o);
                    }
                    break;
                }
                let o = m.compare_functors(a, b);
                if o.is_ne() {
                    return Some(o);
                }
                let ((i, n), (j, _)) = (m.args(a), m.args(b));
                self.work += n;
                if self.work > self.limit && !self.joined.get_or_insert_default().join(a, b) || n == 0 {
                    break;
                }
                for k in (1..n).rev() {
                    self.stack.push((m.heap[i + k], m.heap[j + k]));
                }
                (a, b) = (m.deref(m.heap[i]), m.deref(m.heap[j]));
                if self.work > until {
                    self.stack.push((a, b));
                    return None;
                }
            }
        }
        Some(Ordering::Equal)
    }
}

impl Machine {
    /// Compares in standard order: variables, numbers, strings, atoms, compounds.
    pub(crate) fn compare_terms(&self, a: Cell, b: Cell) -> Ordering {
        let (a, b) = (self.deref(a), self.deref(b));
        if a == b {
            return Ordering::Equal;
        }
        if !(a.is_compound() && b.is_compound()) {
            return self.compare_flat(a, b);
        }
        let mut pairs = Pairs::new(self, a, b);
        loop {
            if let Some(o) = pairs.run(self) {
                return o;
            }
        }
    }

    /// The same within the limits.
    pub(crate) fn compare(&mut self, a: Cell, b: Cell) -> Result<Ordering, Stop> {
        let (a, b) = (self.deref(a), self.deref(b));
        if a == b {
            return Ok(Ordering::Equal);
        }
        if !(a.is_compound() && b.is_compound()) {
            if a.is_atom() && b.is_atom() || a.tag() == STG && b.tag() == STG {
                self.charge(self.text_length(a).min(self.text_length(b)) / 8)?;
            }
            return Ok(self.compare_flat(a, b));
        }
        let mut pairs = Pairs::new(self, a, b);
        loop {
            let done = pairs.run(self);
            self.charge(pairs.work - pairs.paid)?;
            pairs.paid = pairs.work;
            if let Some(o) = done {
                return Ok(o);
            }
            self.ensure(pairs.stack.len() * 4 + pairs.joined.as_ref().map_or(0, Joined::cells))?;
        }
    }
    fn text_length(&self, c: Cell) -> usize {
        if c.is_atom() { self.atoms.name(c.as_atom()).len() } else { self.heap[c.idx()].raw_words() * 8 }
    }

    /// Whether two terms are equal up to the names of their variables. Attributes are not looked at.
    pub(crate) fn variants(&mut self, a: Cell, b: Cell) -> Result<bool, Stop> {
        let mut stack = vec![(a, b)];
        let (mut there, mut back) = (FoldMap::<u64, Cell>::default(), FoldMap::<u64, Cell>::default());
        let (mut work, limit) = (0usize, self.heap.len());
        let mut joined: Option<Joined> = None;
        while let Some((a, b)) = stack.pop() {
            let (a, b) = (self.deref(a), self.deref(b));
            work += 1;
            if work & 0xfff == 0 {
                self.charge(0x1000)?;
                self.ensure(stack.len() * 2)?;
            }
            if a.is_ref() && b.is_ref() {
                if *there.entry(a.0).or_insert(b) != b || *back.entry(b.0).or_insert(a) != a {
                    return Ok(false);
                }
            } else if !(a.is_compound() && b.is_compound()) {
                if a.is_ref() || b.is_ref() || self.compare_flat(a, b).is_ne() {
                    return Ok(false);
                }
            } else if self.compare_functors(a, b).is_ne() {
                return Ok(false);
            } else if work <= limit || joined.get_or_insert_default().join(a, b) {
                let ((i, n), (j, _)) = (self.args(a), self.args(b));
                stack.extend((0..n).rev().map(|k| (self.heap[i + k], self.heap[j + k])));
            }
        }
        self.charge(work & 0xfff)?;
        Ok(true)
    }

    fn compare_functors(&self, a: Cell, b: Cell) -> Ordering {
        if a.tag() == LST && b.tag() == LST {
            return Ordering::Equal;
        }
        let (Some((f, n)), Some((g, m))) = (self.functor(a), self.functor(b)) else { return Ordering::Equal };
        n.cmp(&m)
            .then_with(|| if f == g { Ordering::Equal } else { self.atoms.name(f).cmp(self.atoms.name(g)) })
    }

    fn compare_flat(&self, a: Cell, b: Cell) -> Ordering {
        let (ra, rb) = (rank(a), rank(b));
        if ra != rb {
            return ra.cmp(&rb);
        }
        match a.tag() {
            REF | ATV => a.idx().cmp(&b.idx()),
            INT | BIG | FLT => self.compare_numbers(a, b),
            STG => crate::heap::string_at(&self.heap, a).cmp(&crate::heap::string_at(&self.heap, b)),
            ATM => self.atoms.name(a.as_atom()).cmp(self.atoms.name(b.as_atom())),
            _ => self.compare_functors(a, b),
        }
    }

    /// All floats before all integers, as the standard has it; each kind by value.
    fn compare_numbers(&self, a: Cell, b: Cell) -> Ordering {
        if a.tag() == INT && b.tag() == INT {
            return a.as_int().cmp(&b.as_int());
        }
        let (Some(x), Some(y)) = (num_of(&self.heap, a), num_of(&self.heap, b)) else {
            return Ordering::Equal;
        };
        match (&x, &y) {
            (Num::Float(f), Num::Float(g)) => f.partial_cmp(g).unwrap_or_else(|| f.total_cmp(g)),
            (Num::Float(_), _) => Ordering::Less,
            (_, Num::Float(_)) => Ordering::Greater,
            _ => compare(&x, &y).unwrap_or(Ordering::Equal),
        }
    }
}
