//! Terms: comparison, type tests, construction and inspection, copying.

use crate::atom::names as n;
use crate::cell::{Cell, FLT, HDR, LST, MAX_ARITY, STG, STR};
use crate::machine::unify::Unified;
use crate::machine::{Machine, Res, Stop};
use std::cmp::Ordering;

pub(crate) fn yes(_: &mut Machine) -> Res {
    Ok(true)
}
pub(crate) fn no(_: &mut Machine) -> Res {
    Ok(false)
}
pub(crate) fn unify(m: &mut Machine) -> Res {
    use crate::flags::OccursCheck;
    let (a, b) = (m.x[0], m.x[1]);
    match m.flags.occurs_check {
        OccursCheck::Off => Ok(m.unify(a, b)),
        OccursCheck::On => m.unify_occurs(a, b),
        OccursCheck::Error => {
            m.cycle = None;
            if m.unify_occurs(a, b)? {
                return Ok(true);
            }
            match m.cycle.take() {
                Some((a, b)) => Err(m.cyclic_unification(a, b)),
                None => Ok(false),
            }
        }
    }
}
pub(crate) fn not_unify(m: &mut Machine) -> Res {
    let (a, b) = (m.x[0], m.x[1]);
    match m.unify_undone(a, b) {
        Unified::No => Ok(true),
        Unified::Stopped => m.unless_stopped().map(|()| false),
        Unified::Yes => Ok(false),
        Unified::Woke => {
            m.not_unify_awake(a, b, crate::code::FAIL_PC);
            Ok(true)
        }
    }
}
pub(crate) fn unify_occurs(m: &mut Machine) -> Res {
    let (a, b) = (m.x[0], m.x[1]);
    m.unify_occurs(a, b)
}

/// subsumes_term(General, Specific).
pub(crate) fn subsumes(m: &mut Machine) -> Res {
    let (g, s) = (m.x[0], m.x[1]);
    let before = m.variables(&[s])?;
    let (hb, mark) = (m.hb, m.trail.len());
    m.hb = m.heap.len();
    let mut ok = m.unify_occurs(g, s)?;
    if ok {
        // The specific term must be unchanged: its variables still distinct variables.
        let mut now: Vec<Cell> = before.iter().map(|v| m.deref(*v)).collect();
        ok = now.iter().all(|c| c.is_ref());
        now.sort_unstable();
        now.dedup();
        ok = ok && now.len() == before.len();
    }
    m.untrail_to(mark);
    m.hb = hb;
    Ok(ok)
}

fn order(m: &mut Machine) -> Result<Ordering, Stop> {
    m.compare(m.x[0], m.x[1])
}
pub(crate) fn eq(m: &mut Machine) -> Res {
    Ok(order(m)?.is_eq())
}
pub(crate) fn ne(m: &mut Machine) -> Res {
    Ok(order(m)?.is_ne())
}
pub(crate) fn lt(m: &mut Machine) -> Res {
    Ok(order(m)?.is_lt())
}
pub(crate) fn gt(m: &mut Machine) -> Res {
    Ok(order(m)?.is_gt())
}
pub(crate) fn le(m: &mut Machine) -> Res {
    Ok(order(m)?.is_le())
}
pub(crate) fn ge(m: &mut Machine) -> Res {
    Ok(order(m)?.is_ge())
}
pub(crate) fn compare(m: &mut Machine) -> Res {
    let o = m.a(0);
    if !o.is_ref() {
        if !o.is_atom() {
            return Err(m.type_error(n::ATOM, o));
        }
        if !matches!(o.as_atom(), n::LESS | n::GREATER | n::EQUAL) {
            return Err(m.domain_error(n::ORDER, o));
        }
    }
    let r = match m.compare(m.x[1], m.x[2])? {
        Ordering::Less => n::LESS,
        Ordering::Equal => n::EQUAL,
        Ordering::Greater => n::GREATER,
    };
    m.out(0, Cell::atom(r))
}

pub(crate) fn var(m: &mut Machine) -> Res {
    Ok(m.a(0).is_ref())
}
pub(crate) fn nonvar(m: &mut Machine) -> Res {
    Ok(!m.a(0).is_ref())
}
pub(crate) fn atom(m: &mut Machine) -> Res {
    Ok(m.a(0).is_atom())
}
pub(crate) fn number(m: &mut Machine) -> Res {
    Ok(m.a(0).is_number())
}
pub(crate) fn integer(m: &mut Machine) -> Res {
    Ok(m.a(0).is_integer())
}
pub(crate) fn float(m: &mut Machine) -> Res {
    Ok(m.a(0).tag() == FLT)
}
pub(crate) fn atomic(m: &mut Machine) -> Res {
    Ok(m.a(0).is_atomic())
}
pub(crate) fn compound(m: &mut Machine) -> Res {
    Ok(m.a(0).is_compound())
}
pub(crate) fn callable(m: &mut Machine) -> Res {
    Ok(m.a(0).is_callable())
}
pub(crate) fn string(m: &mut Machine) -> Res {
    Ok(m.a(0).tag() == STG)
}
pub(crate) fn is_list(m: &mut Machine) -> Res {
    Ok(m.list_length(m.x[0])?.1 == Cell::atom(n::NIL))
}
pub(crate) fn ground(m: &mut Machine) -> Res {
    m.is_ground(m.x[0])
}
pub(crate) fn cyclic(m: &mut Machine) -> Res {
    acyclic(m).map(|a| !a)
}
pub(crate) fn acyclic(m: &mut Machine) -> Res {
    m.acyclic(&[m.x[0]], 0)
}

pub(crate) fn functor(m: &mut Machine) -> Res {
    let t = m.a(0);
    if !t.is_ref() {
        let (name, arity) = match m.functor(t) {
            Some((name, arity)) => (Cell::atom(name), arity),
            None => (t, 0),
        };
        return Ok(m.out(1, name)? && m.out(2, Cell::int(arity as i64))?);
    }
    let (name, arity) = (m.a(1), m.a(2));
    if name.is_ref() || arity.is_ref() {
        return Err(m.instantiation_error());
    }
    if !arity.is_integer() {
        return Err(m.type_error(n::INTEGER, arity));
    }
    if name.is_compound() {
        return Err(m.type_error(n::ATOMIC, name));
    }
    let k = arity_of(m, arity)?;
    if k == 0 {
        return m.out(0, name);
    }
    if !name.is_atom() {
        return Err(m.type_error(n::ATOM, name));
    }
    let c = fresh_structure(m, name.as_atom(), k)?;
    m.out(0, c)
}

/// An integer as the arity of a compound.
fn arity_of(m: &mut Machine, arity: Cell) -> Result<usize, Stop> {
    if m.is_negative(arity) {
        return Err(m.domain_error(n::NOT_LESS_THAN_ZERO, arity));
    }
    if !arity.is_int() {
        return Err(m.representation_error(n::MAX_ARITY_NAME));
    }
    check_arity(m, arity.as_int() as usize)
}
/// An error for more arguments than a compound can have.
pub(crate) fn check_arity(m: &mut Machine, arity: usize) -> Result<usize, Stop> {
    if arity > MAX_ARITY { Err(m.representation_error(n::MAX_ARITY_NAME)) } else { Ok(arity) }
}

/// A structure with fresh variables.
fn fresh_structure(m: &mut Machine, name: crate::cell::Atom, arity: usize) -> Result<Cell, Stop> {
    m.ensure(arity + 1)?;
    m.charge(arity)?;
    let h = m.heap.len();
    let list = name == n::DOT && arity == 2;
    if !list {
        m.heap.push(Cell::functor(name, arity));
    }
    for _ in 0..arity {
        m.new_var();
    }
    Ok(Cell::new(if list { LST } else { STR }, h))
}

pub(crate) fn arg(m: &mut Machine) -> Res {
    let (i, t) = (m.a(0), m.a(1));
    if t.is_ref() || i.is_ref() {
        return Err(m.instantiation_error());
    }
    if !t.is_compound() {
        return Err(m.type_error(n::COMPOUND, t));
    }
    let (first, k) = m.args(t);
    if !i.is_integer() {
        return Err(m.type_error(n::INTEGER, i));
    }
    if m.is_negative(i) {
        return Err(m.domain_error(n::NOT_LESS_THAN_ZERO, i));
    }
    if !i.is_int() {
        return Ok(false);
    }
    let at = i.as_int();
    if at == 0 || at as usize > k {
        return Ok(false);
    }
    let c = m.heap[first + at as usize - 1];
    m.out(2, c)
}

/// The elements of a proper list, or the error for what is not one.
pub(crate) fn proper_list(m: &mut Machine, list: Cell) -> Result<Vec<Cell>, Stop> {
    let (items, tail) = m.elements(list)?;
    if tail == Cell::atom(n::NIL) {
        return Ok(items);
    }
    // The tail of a list without end is a variable that is nowhere.
    if tail.is_ref() && tail.idx() < m.heap.len() {
        return Err(m.instantiation_error());
    }
    Err(m.type_error(n::LIST, list))
}

pub(crate) fn univ(m: &mut Machine) -> Res {
    let t = m.a(0);
    if !t.is_ref() {
        // The second argument must be a list or partial list.
        let (_, tail) = m.list_length(m.x[1])?;
        if !tail.is_ref() && tail != Cell::atom(n::NIL) {
            let l = m.a(1);
            return Err(m.type_error(n::LIST, l));
        }
        let arity = m.functor(t).map_or(0, |f| f.1);
        m.charge(arity)?;
        m.ensure(arity * 3 + 2)?;
        let items: Vec<Cell> = match m.functor(t) {
            Some((name, arity)) => {
                std::iter::once(Cell::atom(name)).chain((0..arity).map(|i| m.arg(t, i))).collect()
            }
            None => vec![t],
        };
        let l = crate::heap::push_list(&mut m.heap, items.into_iter());
        return m.out(1, l);
    }
    let list = m.a(1);
    let items = proper_list(m, list)?;
    let Some(&first) = items.first() else {
        return Err(m.domain_error(crate::atom::names::NON_EMPTY_LIST, list));
    };
    let head = m.deref(first);
    if head.is_ref() {
        return Err(m.instantiation_error());
    }
    if items.len() == 1 {
        if head.is_compound() {
            return Err(m.type_error(n::ATOMIC, head));
        }
        return m.out(0, head);
    }
    if !head.is_atom() {
        return Err(m.type_error(n::ATOM, head));
    }
    check_arity(m, items.len() - 1)?;
    m.ensure(items.len())?;
    let c = m.structure(head.as_atom(), &items[1..]);
    m.out(0, c)
}

pub(crate) fn copy(m: &mut Machine) -> Res {
    let c = m.copy_term(m.x[0], true)?;
    m.out(1, c)
}

pub(crate) fn term_variables(m: &mut Machine) -> Res {
    let list = m.a(1);
    let (_, tail) = m.list_length(list)?;
    if !tail.is_ref() && tail != Cell::atom(n::NIL) {
        return Err(m.type_error(n::LIST, list));
    }
    let t = m.x[0];
    let vars = m.variables(&[t])?;
    m.ensure(vars.len() * 3)?;
    let l = crate::heap::push_list(&mut m.heap, vars.into_iter());
    m.out(1, l)
}
pub(crate) fn term_variables3(m: &mut Machine) -> Res {
    let (t, tail) = (m.x[0], m.x[2]);
    let vars = m.variables(&[t])?;
    m.ensure(vars.len() * 3)?;
    let l = crate::heap::push_list_tail(&mut m.heap, vars.into_iter(), tail);
    m.out(1, l)
}

fn assign(m: &mut Machine, keep: bool) -> Res {
    let (i, t, v) = (m.a(0), m.a(1), m.x[2]);
    if i.is_ref() || t.is_ref() {
        return Err(m.instantiation_error());
    }
    if !i.is_integer() {
        return Err(m.type_error(n::INTEGER, i));
    }
    if !t.is_compound() {
        return Err(m.type_error(n::COMPOUND, t));
    }
    m.assigns |= m.assigned_by_program();
    let (first, k) = m.args(t);
    let at = if i.is_int() { i.as_int() } else { 0 };
    if at < 1 || at as usize > k {
        return Ok(false);
    }
    let at = first + at as usize - 1;
    let v = if keep { m.copy_term(v, true)? } else { m.deref(v) };
    if !keep {
        let place = Cell::new(STR, at);
        let old = if m.heap[at] == Cell::var(at) { Cell::var(at) } else { m.heap[at] };
        m.trail.extend([place, old, place]);
    }
    if keep && !(v.is_atom() || v.is_int()) {
        // The value must outlive backtracking: no choice point may cut the heap below it.
        let top = m.heap.len() as u32;
        for c in &mut m.choices {
            c.heap = top;
        }
        m.refresh();
    }
    // An unbound value stays a reference to its own cell, wherever that is.
    m.heap[at] = v;
    Ok(true)
}
pub(crate) fn setarg(m: &mut Machine) -> Res {
    assign(m, false)
}
pub(crate) fn nb_setarg(m: &mut Machine) -> Res {
    assign(m, true)
}

pub(crate) fn numbervars(m: &mut Machine) -> Res {
    let start = m.a(1);
    if start.is_ref() {
        return Err(m.instantiation_error());
    }
    if !start.is_integer() {
        return Err(m.type_error(n::INTEGER, start));
    }
    let t = m.x[0];
    let vars = m.variables(&[t])?;
    if vars.iter().any(|v| !v.is_plain()) {
        let kind = m.atoms.intern("free_of_attvar");
        return Err(m.type_error(kind, t));
    }
    m.ensure(vars.len() * 3)?;
    let mut k = start;
    for v in vars {
        let c = m.structure(n::DOLLAR_VAR, &[k]);
        m.bind(v, c);
        k = m.arith2(0, k, Cell::int(1))?;
    }
    m.out(2, k)
}
pub(crate) fn numbervars1(m: &mut Machine) -> Res {
    m.x[1] = Cell::int(0);
    m.x[2] = m.new_var();
    numbervars(m)
}

pub(crate) fn compound_name_arity(m: &mut Machine) -> Res {
    let t = m.a(0);
    if t.is_ref() {
        let (name, arity) = (m.a(1), m.a(2));
        if name.is_ref() || arity.is_ref() {
            return Err(m.instantiation_error());
        }
        if !name.is_atom() {
            return Err(m.type_error(n::ATOM, name));
        }
        if !arity.is_integer() {
            return Err(m.type_error(n::INTEGER, arity));
        }
        let k = arity_of(m, arity)?;
        let c = fresh_structure(m, name.as_atom(), k)?;
        return m.out(0, c);
    }
    let Some((name, k)) = m.functor(t).filter(|_| t.is_compound()) else {
        return Err(m.type_error(n::COMPOUND, t));
    };
    Ok(m.out(1, Cell::atom(name))? && m.out(2, Cell::int(k as i64))?)
}
pub(crate) fn compound_name_arguments(m: &mut Machine) -> Res {
    let t = m.a(0);
    if t.is_ref() {
        let name = m.a(1);
        let args = proper_list(m, m.x[2])?;
        if name.is_ref() {
            return Err(m.instantiation_error());
        }
        if !name.is_atom() {
            return Err(m.type_error(n::ATOM, name));
        }
        check_arity(m, args.len())?;
        m.ensure(args.len() + 1)?;
        let c = m.structure(name.as_atom(), &args);
        return m.out(0, c);
    }
    let Some((name, k)) = m.functor(t).filter(|_| t.is_compound()) else {
        return Err(m.type_error(n::COMPOUND, t));
    };
    m.charge(k)?;
    m.ensure(k * 3)?;
    let args: Vec<Cell> = (0..k).map(|i| m.arg(t, i)).collect();
    let l = crate::heap::push_list(&mut m.heap, args.into_iter());
    Ok(m.out(1, Cell::atom(name))? && m.out(2, l)?)
}

pub(crate) fn decided(m: &mut Machine) -> Res {
    if order(m)?.is_eq() {
        return Ok(true);
    }
    let (a, b) = (m.x[0], m.x[1]);
    let open = m.unifiable(a, b);
    m.unless_stopped()?;
    Ok(!open)
}

pub(crate) fn variant(m: &mut Machine) -> Res {
    let (a, b) = (m.x[0], m.x[1]);
    m.variants(a, b)
}
pub(crate) fn not_variant(m: &mut Machine) -> Res {
    variant(m).map(|v| !v)
}

/// A hash of a ground term; a variable result for others.
pub(crate) fn term_hash(m: &mut Machine) -> Res {
    use std::hash::{Hash, Hasher};
    let f = m.flat(m.x[0])?;
    if f.vars > 0 {
        return Ok(true);
    }
    let mut h = crate::atom::FoldHasher::default();
    // Atom numbers depend on load order, names do not.
    let mut raw = 0;
    for c in f.cells.iter().chain(std::iter::once(&f.root)) {
        // What a long number or a string is made of may look like anything.
        if raw == 0 && c.is_atom() {
            m.atoms.name(c.as_atom()).hash(&mut h);
        } else {
            c.0.hash(&mut h);
        }
        raw = match raw {
            0 if c.tag() == HDR => c.raw_words(),
            n => n.saturating_sub(1),
        };
    }
    m.out(1, Cell::int((h.finish() >> 40) as i64))
}
