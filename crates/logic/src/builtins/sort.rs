//! Sorting in standard order, with duplicates kept or removed.

use super::terms::proper_list;
use crate::atom::names as n;
use crate::cell::Cell;
use crate::machine::{Machine, Res, Stop};
use std::cmp::Ordering;

/// Stable sort that books its work first, so that fuel bounds it.
fn sorted(
    m: &mut Machine,
    mut items: Vec<Cell>,
    key: impl Fn(&Machine, Cell) -> Cell,
) -> Result<Vec<Cell>, Stop> {
    let k = items.len();
    m.charge(k * (usize::BITS - k.leading_zeros()) as usize * 4)?;
    if items.iter().all(|c| m.deref(*c).is_int()) && k > 0 {
        let simple = items.iter().all(|c| key(m, *c) == *c);
        if simple {
            for c in &mut items {
                *c = m.deref(*c);
            }
            items.sort_by_key(|c| c.as_int());
            return Ok(items);
        }
    }
    let m: &Machine = m;
    items.sort_by(|a, b| m.compare_terms(key(m, *a), key(m, *b)));
    Ok(items)
}

fn output(m: &mut Machine, i: usize, items: Vec<Cell>) -> Res {
    m.ensure(items.len() * 2)?;
    let l = crate::heap::push_list(&mut m.heap, items.into_iter());
    m.out(i, l)
}

/// The output must be a list or partial list.
fn check_out(m: &mut Machine, i: usize) -> Result<(), Stop> {
    let l = m.a(i);
    let tail = m.each_element(l, |_| {});
    if !tail.is_ref() && tail != Cell::atom(n::NIL) {
        return Err(m.type_error(n::LIST, l));
    }
    Ok(())
}

pub(crate) fn msort(m: &mut Machine) -> Res {
    let items = proper_list(m, m.x[0])?;
    check_out(m, 1)?;
    let items = sorted(m, items, |_, c| c)?;
    output(m, 1, items)
}

pub(crate) fn sort(m: &mut Machine) -> Res {
    let items = proper_list(m, m.x[0])?;
    check_out(m, 1)?;
    let mut items = sorted(m, items, |_, c| c)?;
    items.dedup_by(|b, a| m.compare_terms(*a, *b).is_eq());
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
    let mut given = Vec::new();
    m.each_element(out, |c| given.push(c));
    for c in given {
        let c = m.deref(c);
        if !c.is_ref() && m.functor(c) != Some((n::MINUS, 2)) {
            return Err(m.type_error(n::PAIR, c));
        }
    }
    let items = sorted(m, items, |m, c| {
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
    let len = items.len();
    m.charge(len * (usize::BITS - len.leading_zeros()) as usize * 4)?;
    let mut items = items;
    {
        let m: &Machine = m;
        items.sort_by(|a, b| {
            let o = m.compare_terms(key_of(m, *a), key_of(m, *b));
            if descending { o.reverse() } else { o }
        });
        if unique {
            items.dedup_by(|b, a| m.compare_terms(key_of(m, *a), key_of(m, *b)) == Ordering::Equal);
        }
    }
    output(m, 3, items)
}

/// The first of each group of identical elements, in order.
pub(crate) fn list_to_set(m: &mut Machine) -> Res {
    let items = proper_list(m, m.x[0])?;
    let mut order: Vec<usize> = (0..items.len()).collect();
    m.charge(items.len() * 16)?;
    {
        let m: &Machine = m;
        order.sort_by(|&a, &b| m.compare_terms(items[a], items[b]).then(a.cmp(&b)));
    }
    let mut keep = vec![true; items.len()];
    for w in order.windows(2) {
        if m.compare_terms(items[w[0]], items[w[1]]).is_eq() {
            keep[w[1]] = false;
        }
    }
    let out: Vec<Cell> = items.iter().zip(&keep).filter(|(_, k)| **k).map(|(c, _)| *c).collect();
    output(m, 1, out)
}
