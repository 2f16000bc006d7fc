//! The standard order of terms, by an explicit stack.

use super::Machine;
use super::cyclic::Joined;
use crate::arith::{Num, compare, num_of};
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
        let mut stack = vec![(a, b)];
        // As in unification: past the size of the heap no pair is looked at twice, and pairs met again are equal
        // as far as they can be told apart.
        let (mut work, limit) = (0usize, self.heap.len());
        let mut joined: Option<Joined> = None;
        while let Some((a, b)) = stack.pop() {
            let (mut a, mut b) = (self.deref(a), self.deref(b));
            loop {
                if a == b {
                    break;
                }
                if !(a.is_compound() && b.is_compound()) {
                    let o = self.compare_flat(a, b);
                    if o.is_ne() {
                        return o;
                    }
                    break;
                }
                let o = self.compare_functors(a, b);
                if o.is_ne() {
                    return o;
                }
                work += 1;
                if work > limit && !joined.get_or_insert_default().join(a, b) {
                    break;
                }
                let ((i, n), (j, _)) = (self.args(a), self.args(b));
                for k in (1..n).rev() {
                    stack.push((self.heap[i + k], self.heap[j + k]));
                }
                (a, b) = (self.deref(self.heap[i]), self.deref(self.heap[j]));
            }
        }
        Ordering::Equal
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
