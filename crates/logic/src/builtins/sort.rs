//! Sorting in standard order, with duplicates kept or removed.

use super::terms::proper_list;
use crate::atom::names as n;
use crate::cell::Cell;
use crate::machine::{Machine, Res, Stop};

/// Runs shorter than this are sorted by insertion.
const RUN: usize = 8;

/// Stable merge sort in standard order of keys, within the limits: a comparison may take long, and there are many.
fn sorted(
    m: &mut Machine,
    mut items: Vec<Cell>,
    descending: bool,
    key: impl Fn(&Machine, Cell) -> Cell,
) -> Result<Vec<Cell>, Stop> {
    let k = items.len();
    m.charge(k * (usize::BITS - k.leading_zeros()) as usize * 4)?;
    m.ensure(k * 2)?;
    if items.iter().all(|c| m.deref(*c).is_int() && key(m, *c) == *c) {
        for c in &mut items {
            *c = m.deref(*c);
        }
        if descending {
            items.sort_by_key(|c| std::cmp::Reverse(c.as_int()));
        } else {
            items.sort_by_key(|c| c.as_int());
        }
        return Ok(items);
    }
    sorted_by(m, items, descending, key)
}

/// The same for items that are not terms themselves.
fn sorted_by(
    m: &mut Machine,
    items: Vec<Cell>,
    descending: bool,
    key: impl Fn(&Machine, Cell) -> Cell,
) -> Result<Vec<Cell>, Stop> {
    let k = items.len();
    // Key and item side by side.
    let mut pairs: Vec<(Cell, Cell)> = items.iter().map(|&c| (m.deref(key(m, c)), c)).collect();
    let after = |m: &mut Machine, a: Cell, b: Cell| -> Result<bool, Stop> {
        let o = m.compare(a, b)?;
        Ok(if descending { o.is_lt() } else { o.is_gt() })
    };
    for run in pairs.chunks_mut(RUN) {
        for i in 1..run.len() {
            let mut at = i;
            while at > 0 && after(m, run[at - 1].0, run[at].0)? {
                run.swap(at - 1, at);
                at -= 1;
            }
        }
    }
    let mut other = Vec::with_capacity(k);
    let mut width = RUN;
    while width < k {
        other.clear();
        for pair in pairs.chunks(2 * width) {
            let (mut left, mut right) = pair.split_at(width.min(pair.len()));
            // What is in order already is merged without a look at each.
            if let (Some(a), Some(b)) = (left.last(), right.first())
                && after(m, a.0, b.0)?
            {
                while let ([a, rest_left @ ..], [b, rest_right @ ..]) = (left, right) {
                    if after(m, a.0, b.0)? {
                        other.push(*b);
                        right = rest_right;
                    } else {
                        other.push(*a);
                        left = rest_left;
                    }
                }
            }
            other.extend_from_slice(left);
            other.extend_from_slice(right);
        }
        std::mem::swap(&mut pairs, &mut other);
        width *= 2;
    }
    Ok(pairs.into_iter().map(|p| p.1).collect())
}

/// Drops the later of neighbours with equal keys.
fn distinct(
    m: &mut Machine,
    items: Vec<Cell>,
    key: impl Fn(&Machine, Cell) -> Cell,
) -> Result<Vec<Cell>, Stop> {
    let mut out: Vec<Cell> = Vec::with_capacity(items.len());
    for c in items {
        let same = match out.last() {
            Some(&last) => {
                let (a, b) = (key(m, last), key(m, c));
                m.compare(a, b)?.is_eq()
            }
            None => false,
        };
        if !same {
            out.push(c);
        }
    }
    Ok(out)
}

fn output(m: &mut Machine, i: usize, items: Vec<Cell>) -> Res {
    m.ensure(items.len() * 2)?;
    let l = crate::heap::push_list(&mut m.heap, items.into_iter());
    m.out(i, l)
}

/// The output must be a list or partial list.
fn check_out(m: &mut Machine, i: usize) -> Result<(), Stop> {
    let l = m.a(i);
    let (_, tail) = m.list_length(l)?;
    if !tail.is_ref() && tail != Cell::atom(n::NIL) {
        return Err(m.type_error(n::LIST, l));
    }
    Ok(())
}

pub(crate) fn msort(m: &mut Machine) -> Res {
    let items = proper_list(m, m.x[0])?;
    check_out(m, 1)?;
    let items = sorted(m, items, false, |_, c| c)?;
    output(m, 1, items)
}

pub(crate) fn sort(m: &mut Machine) -> Res {
    let items = proper_list(m, m.x[0])?;
    check_out(m, 1)?;
    let items = sorted(m, items, false, |_, c| c)?;
    let items = distinct(m, items, |_, c| c)?;
    output(m, 1, items)
}

pub(crate) fn keysort(m: &mut Machine) -> Res {
    let items = proper_list(m, m.x[0])?;
    for &c in &items {
        let c = m.deref(c);
        if c.is_ref() {
            return Err(m.instantiation_error());
        }
        if m.functor(c) != Some((n::MINUS, 2)) {
            return Err(m.type_error(n::PAIR, c));
        }
    }
    check_out(m, 1)?;
    let out = m.a(1);
    let (given, _) = m.elements(out)?;
    for c in given {
        let c = m.deref(c);
        if !c.is_ref() && m.functor(c) != Some((n::MINUS, 2)) {
            return Err(m.type_error(n::PAIR, c));
        }
    }
    let items = sorted(m, items, false, |m, c| {
        let c = m.deref(c);
        m.arg(c, 0)
    })?;
    output(m, 1, items)
}

/// sort(Key, Order, List, Sorted).
pub(crate) fn sort4(m: &mut Machine) -> Res {
    let (key, order) = (m.a(0), m.a(1));
    if key.is_ref() || order.is_ref() {
        return Err(m.instantiation_error());
    }
    if !key.is_int() {
        return Err(m.type_error(n::INTEGER, key));
    }
    if key.as_int() < 0 {
        return Err(m.domain_error(n::NOT_LESS_THAN_ZERO, key));
    }
    let k = key.as_int() as usize;
    let (descending, unique) = match order.is_atom().then(|| m.atoms.name(order.as_atom())) {
        Some("@<") => (false, true),
        Some("@=<") => (false, false),
        Some("@>") => (true, true),
        Some("@>=") => (true, false),
        _ => return Err(m.domain_error(n::ORDER, order)),
    };
    let items = proper_list(m, m.x[2])?;
    if k > 0 {
        for &c in &items {
            let c = m.deref(c);
            if c.is_ref() {
                return Err(m.instantiation_error());
            }
            if !c.is_compound() || m.args(c).1 < k {
                return Err(m.type_error(n::COMPOUND, c));
            }
        }
    }
    let key_of = |m: &Machine, c: Cell| {
        if k == 0 {
            return c;
        }
        let c = m.deref(c);
        m.arg(c, k - 1)
    };
    let mut items = sorted(m, items, descending, key_of)?;
    if unique {
        items = distinct(m, items, key_of)?;
    }
    output(m, 3, items)
}

/// The first of each group of identical elements, in order.
pub(crate) fn list_to_set(m: &mut Machine) -> Res {
    let items = proper_list(m, m.x[0])?;
    // Places in the list as small integers beside their elements, in order of elements and then of places.
    m.ensure(items.len() * 4)?;
    let places: Vec<Cell> = (0..items.len()).map(|i| Cell::int(i as i64)).collect();
    let order = sorted_by(m, places, false, |_, at| items[at.as_int() as usize])?;
    let mut keep = vec![true; items.len()];
    let mut first = 0;
    for i in 1..order.len() {
        let (a, b) = (order[first].as_int() as usize, order[i].as_int() as usize);
        if m.compare(items[a], items[b])?.is_eq() {
            keep[b] = false;
        } else {
            first = i;
        }
    }
    let out: Vec<Cell> = items.iter().zip(&keep).filter(|(_, k)| **k).map(|(c, _)| *c).collect();
    output(m, 1, out)
}
