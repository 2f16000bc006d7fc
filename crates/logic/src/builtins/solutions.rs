//! Support for bagof/setof, global variables and grammar rules.

use super::terms::proper_list;
use crate::atom::{FoldMap, names as n};
use crate::cell::Cell;
use crate::machine::copy::Flat;
use crate::machine::{Machine, Res, Stop};
use std::collections::BTreeSet;
use std::sync::Arc;

/// `$free_variables(Template^Goal, Vars, Inner)`: the variables of Goal that are neither in Template
/// nor quantified, and Goal without its quantifiers.
pub(crate) fn free_variables(m: &mut Machine) -> Res {
    let t = m.a(0);
    let (template, mut goal) = (m.arg(t, 0), m.arg(t, 1));
    let mut bound = vec![template];
    loop {
        m.charge(8)?;
        match m.functor(goal) {
            Some((n::CARET, 2)) => {
                bound.push(m.arg(goal, 0));
                goal = m.arg(goal, 1);
            }
            Some((n::COLON, 2)) => goal = m.arg(goal, 1),
            _ => break,
        }
    }
    let closed: BTreeSet<Cell> = m.variables(&bound)?.into_iter().collect();
    let all = m.variables(&[goal])?;
    let free: Vec<Cell> = all.into_iter().filter(|v| !closed.contains(v)).collect();
    super::terms::check_arity(m, free.len())?;
    m.ensure(free.len() + 8)?;
    let l = if free.is_empty() {
        Cell::atom(n::NIL)
    } else {
        let name = m.atoms.intern("v");
        m.structure(name, &free)
    };
    Ok(m.out(1, l)? && m.out(2, goal)?)
}

/// `$bag_groups(Witness-keyed pairs, Groups)`: pairs whose witnesses are variants are one group, in the order of their
/// first members (8.10.2).
pub(crate) fn bag_groups(m: &mut Machine) -> Res {
    let pairs = proper_list(m, m.x[0])?;
    let mut groups: Vec<(Cell, Vec<Cell>)> = Vec::new();
    let mut known: FoldMap<Flat, usize> = FoldMap::default();
    for p in pairs {
        let p = m.deref(p);
        let (w, t) = (m.arg(p, 0), m.arg(p, 1));
        let variant = m.flat(w)?;
        m.charge(variant.cells.len() * 2)?;
        match known.get(&variant) {
            Some(&at) => {
                // Variants share their variables within one group.
                let first = groups[at].0;
                m.unify(first, w);
                groups[at].1.push(t);
            }
            None => {
                known.insert(variant, groups.len());
                groups.push((w, vec![t]));
            }
        }
    }
    let mut out = Vec::new();
    for (w, items) in groups {
        m.ensure(items.len() * 2 + 8)?;
        let l = crate::heap::push_list(&mut m.heap, items.into_iter());
        out.push(m.structure(n::MINUS, &[w, l]));
    }
    m.ensure(out.len() * 2)?;
    let l = crate::heap::push_list(&mut m.heap, out.into_iter());
    m.out(1, l)
}

/// A type error unless the argument is a list or a partial list.
pub(crate) fn partial_list_or_error(m: &mut Machine) -> Res {
    let l = m.a(0);
    let (_, tail) = m.list_length(l)?;
    if tail.is_ref() || tail == Cell::atom(n::NIL) {
        return Ok(true);
    }
    Err(m.type_error(n::LIST, l))
}

/// The number of choice points now.
pub(crate) fn choice_count(m: &mut Machine) -> Res {
    let k = m.choices.len() as i64;
    m.out(0, Cell::int(k))
}

/// `'$cleanup_mark'(Goal)`: a choice point that runs `Goal` when it goes.
pub(crate) fn cleanup_mark(m: &mut Machine, _: Option<Cell>) -> Res {
    let goal = m.x[0];
    m.mark_cleanup(goal);
    Ok(true)
}

/// `'$cleanup_unmark'(Choices)`: back to so many choice points, cleanup goals untouched.
pub(crate) fn cleanup_unmark(m: &mut Machine, _: Option<Cell>) -> Res {
    let n = m.a(0);
    if n.is_int() {
        m.unmark_cleanups(n.as_int() as usize);
    }
    Ok(true)
}

/// b_setval/2: as nb_setval/2, undone on backtracking.
pub(crate) fn b_setval(m: &mut Machine) -> Res {
    let k = m.a(0);
    if k.is_atom() {
        // The trail holds key, place of the old value, key.
        let old = m.globals.get(&k.as_atom()).cloned();
        let at = Cell::int(m.old_globals.len() as i64);
        m.old_globals.push(old);
        m.trail.extend([k, at, k]);
    }
    // What it replaces is kept for then.
    set_global(m).map(|_| true)
}

pub(crate) fn nb_setval(m: &mut Machine) -> Res {
    let gone = set_global(m)?;
    m.db_bytes = m.db_bytes.saturating_sub(gone.map_or(0, |v| v.bytes()));
    Ok(true)
}

/// Gives a global variable its value; the one before.
fn set_global(m: &mut Machine) -> Result<Option<Arc<Flat>>, Stop> {
    let k = m.a(0);
    if !k.is_atom() {
        return Err(if k.is_ref() { m.instantiation_error() } else { m.type_error(n::ATOM, k) });
    }
    let v = m.flat_whole(m.x[1])?;
    m.ensure(v.bytes() / 8)?;
    m.db_bytes += v.bytes();
    if m.db_bytes / 8 > m.limits.memory_cells / 2 {
        m.check_memory()?;
    }
    Ok(Arc::make_mut(&mut m.globals).insert(k.as_atom(), Arc::new(v)))
}
pub(crate) fn nb_getval(m: &mut Machine) -> Res {
    let k = m.a(0);
    if !k.is_atom() {
        return Err(if k.is_ref() { m.instantiation_error() } else { m.type_error(n::ATOM, k) });
    }
    match m.globals.get(&k.as_atom()).cloned() {
        Some(v) => {
            let c = m.unflat(&v)?;
            m.out(1, c)
        }
        None => {
            let kind = n::VARIABLE;
            Err(m.existence_error(kind, k))
        }
    }
}

pub(crate) fn dcg_translate_rule(m: &mut Machine) -> Res {
    let rule = m.a(0);
    if rule.is_ref() {
        return Err(m.instantiation_error());
    }
    let Some((n::DCG, 2)) = m.functor(rule) else {
        let kind = m.atoms.intern("dcg_rule");
        return Err(m.type_error(kind, rule));
    };
    let c = crate::dcg::translate(m, rule)?;
    m.out(1, c)
}
/// `$dcg_body(Body, S0, S, Goal)`.
pub(crate) fn dcg_body(m: &mut Machine) -> Res {
    let b = m.a(0);
    if b.is_ref() {
        return Err(m.instantiation_error());
    }
    let (s0, s) = (m.x[1], m.x[2]);
    let g = crate::dcg::body_of(m, b, s0, s)?;
    m.out(3, g)
}
