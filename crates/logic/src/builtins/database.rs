//! assert, retract, clause and related predicates, with the logical update view.

use crate::atom::names as n;
use crate::cell::{Atom, Cell};
use crate::code::PredKind;
use crate::database::{Clause, View};
use crate::machine::{Alt, Machine, Res, Stop};
use std::sync::Arc;

const CLAUSE: u32 = 0;
const RETRACT: u32 = 1;
const REFERENCE: u32 = 2;

/// The dynamic slot of a predicate for changing it, made on demand.
fn slot_for(m: &mut Machine, name: Atom, arity: usize) -> Result<u32, Stop> {
    if let Some(slot) = m.dynamic_slot(name, arity) {
        let own = m
            .program
            .ids
            .get(&(name, arity as u32))
            .is_none_or(|&id| m.program.preds[id as usize].source.is_empty());
        if own {
            return Ok(slot);
        }
    }
    if let Some(&id) = m.program.ids.get(&(name, arity as u32)) {
        let p = &m.program.preds[id as usize];
        let replaceable = p.library && !p.protected;
        if p.kind != PredKind::Undefined && !replaceable {
            let pi = m.indicator(name, arity);
            return Err(m.permission_error(n::MODIFY, n::STATIC_PROCEDURE, pi));
        }
        if replaceable && p.kind != PredKind::Undefined {
            let slot = m.new_slot();
            m.atoms.pin(name);
            let p = Arc::make_mut(&mut m.program);
            let id = p.fresh_pred(name, arity);
            p.preds[id as usize].kind = PredKind::Dynamic(slot);
            m.reload = true;
            return Ok(slot);
        }
    }
    let slot = m.new_slot();
    Arc::make_mut(&mut m.locals).insert((name, arity as u32), slot);
    Ok(slot)
}

/// Stores a clause; its slot and its number there.
fn store(m: &mut Machine, front: bool) -> Result<(u32, i64), Stop> {
    let t = m.a(0);
    let (head, body) = m.split_clause(t)?;
    let (name, arity) = m.functor(head).unwrap_or((n::NIL, 0));
    let clause = m.make_clause(head, body)?;
    m.charge(clause.cells.len())?;
    m.ensure(clause.bytes() / 8)?;
    if m.db_bytes / 8 > m.limits.memory_cells / 2 {
        m.check_memory()?;
    }
    let slot = slot_for(m, name, arity)?;
    Ok((slot, m.store_clause(slot, clause, front)))
}
fn assert(m: &mut Machine, front: bool) -> Res {
    store(m, front).map(|_| true)
}
pub(crate) fn asserta(m: &mut Machine) -> Res {
    assert(m, true)
}
pub(crate) fn assertz(m: &mut Machine) -> Res {
    assert(m, false)
}

// ---- references to clauses: '$clause'(Slot, Number)

fn reference(m: &mut Machine, slot: u32, seq: i64) -> Cell {
    let name = m.atoms.intern("$clause");
    m.structure(name, &[Cell::int(i64::from(slot)), Cell::int(seq)])
}
fn assert_reference(m: &mut Machine, front: bool) -> Res {
    let given = m.a(1);
    if !given.is_ref() {
        let name = m.atoms.intern("uninstantiation_error");
        let formal = m.structure(name, &[given]);
        return Err(m.throw_formal(formal));
    }
    let (slot, seq) = store(m, front)?;
    let r = reference(m, slot, seq);
    m.out(1, r)
}
pub(crate) fn asserta_reference(m: &mut Machine) -> Res {
    assert_reference(m, true)
}
pub(crate) fn assertz_reference(m: &mut Machine) -> Res {
    assert_reference(m, false)
}

/// The clause a reference stands for, with its slot; none if it is gone.
fn referred(m: &mut Machine, r: Cell) -> Result<Option<(u32, Arc<Clause>)>, Stop> {
    if r.is_ref() {
        return Err(m.instantiation_error());
    }
    let name = m.atoms.intern("$clause");
    if m.functor(r) == Some((name, 2)) {
        let (slot, seq) = (m.arg(r, 0), m.arg(r, 1));
        if slot.is_int() && seq.is_int() {
            let store = usize::try_from(slot.as_int()).ok().and_then(|s| m.dynamics.get(s));
            let clause = store.and_then(|s| s.numbered(seq.as_int())).cloned();
            return Ok(clause.map(|c| (slot.as_int() as u32, c)));
        }
    }
    let kind = m.atoms.intern("db_reference");
    Err(m.type_error(kind, r))
}

/// clause(Head, Body, Reference).
pub(crate) fn clause_reference(m: &mut Machine, _: Option<Cell>) -> Res {
    let r = m.a(2);
    if !r.is_ref() {
        let Some((_, clause)) = referred(m, r)? else { return Ok(false) };
        return match_clause(m, &clause, m.x[0], m.x[1]);
    }
    let (head, name, arity) = head_of(m, m.x[0])?;
    let body = m.a(1);
    if !body.is_ref() && !body.is_callable() {
        return Err(m.type_error(n::CALLABLE, body));
    }
    let Some(slot) = visible(m, name, arity, n::ACCESS, n::PRIVATE_PROCEDURE)? else { return Ok(false) };
    let view = m.dynamics[slot as usize].view(&keys_of(m, head));
    let place = m.structure(n::MINUS, &[Cell::int(i64::from(slot)), r]);
    (m.x[0], m.x[1], m.x[2]) = (head, body, place);
    walk(m, REFERENCE, view, 0, false)
}
pub(crate) fn erase(m: &mut Machine) -> Res {
    let r = m.a(0);
    match referred(m, r)? {
        Some((slot, clause)) => {
            remove(m, slot, &clause);
            Ok(true)
        }
        None => {
            let kind = m.atoms.intern("db_reference");
            Err(m.existence_error(kind, r))
        }
    }
}
/// instance(Reference, Clause).
pub(crate) fn instance(m: &mut Machine) -> Res {
    let r = m.a(0);
    let Some((_, clause)) = referred(m, r)? else { return Ok(false) };
    let (head, body) = (m.new_var(), m.new_var());
    if !match_clause(m, &clause, head, body)? {
        return Ok(false);
    }
    let whole = m.structure(n::NECK, &[head, body]);
    m.out(1, whole)
}
fn remove(m: &mut Machine, slot: u32, clause: &Arc<Clause>) {
    if m.clauses_mut(slot).remove(clause) {
        m.db_bytes = m.db_bytes.saturating_sub(clause.bytes());
    }
}

/// Checks a head for clause/2 and retract/1.
fn head_of(m: &mut Machine, head: Cell) -> Result<(Cell, Atom, usize), Stop> {
    let mut head = m.deref(head);
    while let Some((n::COLON, 2)) = m.functor(head) {
        m.charge(8)?;
        head = m.arg(head, 1);
    }
    if head.is_ref() {
        return Err(m.instantiation_error());
    }
    match m.functor(head) {
        Some((name, arity)) => Ok((head, name, arity)),
        None => Err(m.type_error(n::CALLABLE, head)),
    }
}

/// The clauses of a predicate that may be looked at.
fn visible(m: &mut Machine, name: Atom, arity: usize, action: Atom, kind: Atom) -> Result<Option<u32>, Stop> {
    if let Some(slot) = m.dynamic_slot(name, arity)
        && m.program
            .ids
            .get(&(name, arity as u32))
            .is_none_or(|&id| m.program.preds[id as usize].source.is_empty())
    {
        return Ok(Some(slot));
    }
    match m.program.ids.get(&(name, arity as u32)) {
        Some(&id) if m.program.preds[id as usize].kind != PredKind::Undefined => {
            let pi = m.indicator(name, arity);
            Err(m.permission_error(action, kind, pi))
        }
        _ => Ok(None),
    }
}

pub(crate) fn clause(m: &mut Machine, _: Option<Cell>) -> Res {
    let (head, name, arity) = head_of(m, m.x[0])?;
    let body = m.a(1);
    if !body.is_ref() && !body.is_callable() {
        return Err(m.type_error(n::CALLABLE, body));
    }
    let Some(slot) = visible(m, name, arity, n::ACCESS, n::PRIVATE_PROCEDURE)? else { return Ok(false) };
    iterate(m, CLAUSE, slot, head, body)
}

pub(crate) fn retract(m: &mut Machine, _: Option<Cell>) -> Res {
    let t = m.a(0);
    let (head, body) = match m.functor(t) {
        Some((n::NECK, 2)) => (m.arg(t, 0), m.arg(t, 1)),
        _ => (t, Cell::atom(n::TRUE)),
    };
    let (head, name, arity) = head_of(m, head)?;
    let Some(slot) = visible(m, name, arity, n::MODIFY, n::STATIC_PROCEDURE)? else { return Ok(false) };
    iterate(m, RETRACT, slot, head, body)
}

fn keys_of(m: &Machine, head: Cell) -> [u64; 3] {
    let mut keys = [0; 3];
    if head.is_compound() {
        let (first, k) = m.args(head);
        for (i, key) in keys.iter_mut().enumerate().take(k) {
            *key = crate::database::key_of(&m.heap, m.deref(m.heap[first + i]));
        }
    }
    keys
}

/// Starts a walk over the clauses; the registers of a later try are head, body, slot.
fn iterate(m: &mut Machine, f: u32, slot: u32, head: Cell, body: Cell) -> Res {
    let keys = keys_of(m, head);
    let view = m.dynamics[slot as usize].view(&keys);
    m.x[0] = head;
    m.x[1] = body;
    m.x[2] = Cell::int(i64::from(slot));
    walk(m, f, view, 0, false)
}

/// Tries clauses from `pos` on. `again` when the choice point of this walk is on top.
fn walk(m: &mut Machine, f: u32, view: View, pos: usize, again: bool) -> Res {
    let (head, body, slot) = (m.x[0], m.x[1], m.x[2]);
    let keys = keys_of(m, m.deref(head));
    let mut pos = pos;
    let mut again = again;
    loop {
        let Some((at, clause)) = view.next(pos, &keys) else {
            if again {
                m.pop_choice();
            }
            return Ok(false);
        };
        let clause = clause.clone();
        let next = view.next(at + 1, &keys).map(|x| x.0);
        match (next, again) {
            (Some(next), true) => {
                if let Some(c) = m.choices.last_mut() {
                    c.alt = Alt::Clauses { f, pos: next as u32 };
                }
                m.hb = m.heap.len();
            }
            (Some(next), false) => {
                m.push_choice(Alt::Clauses { f, pos: next as u32 }, 3);
                m.views.push(view.clone());
            }
            (None, true) => m.pop_choice(),
            (None, false) => {}
        }
        again = next.is_some();
        let mark = m.trail.len();
        let (hb, h) = (m.hb, m.heap.len());
        m.hb = h;
        let fits = match_clause(m, &clause, head, body)?;
        m.hb = hb;
        if fits {
            if f == CLAUSE {
                return Ok(true);
            }
            if f == REFERENCE {
                let (slot, r) = (m.arg(slot, 0), m.arg(slot, 1));
                let found = reference(m, slot.as_int() as u32, clause.seq);
                return Ok(m.unify(r, found));
            }
            let size = clause.bytes();
            let slot = slot.as_int() as u32;
            // Let go of the walk's own hold: if nothing is left to try, the change is then in place.
            drop(view);
            // What was there when the walk began counts, even if somebody else has removed it since.
            if m.clauses_mut(slot).remove(&clause) {
                m.db_bytes = m.db_bytes.saturating_sub(size);
            }
            return Ok(true);
        }
        m.untrail_to(mark);
        m.heap.truncate(h);
        match next {
            Some(next) => pos = next,
            None => return Ok(false),
        }
        m.charge(8)?;
    }
}

fn match_clause(m: &mut Machine, clause: &Clause, head: Cell, body: Cell) -> Res {
    m.ensure(clause.cells.len())?;
    let mut binds = vec![Cell(u64::from(crate::cell::HDR)); clause.vars as usize];
    if !m.unify_block(&clause.cells, clause.head, head, &mut binds) {
        return Ok(false);
    }
    Ok(m.unify_block(&clause.cells, clause.body, body, &mut binds))
}

/// Another try of clause/2 or retract/1.
pub(crate) fn resume(m: &mut Machine, f: u32, pos: usize) -> Res {
    let Some(view) = m.views.last().cloned() else { return Ok(false) };
    walk(m, f, view, pos, true)
}

pub(crate) fn retractall(m: &mut Machine) -> Res {
    let (head, name, arity) = head_of(m, m.x[0])?;
    let Some(slot) = visible(m, name, arity, n::MODIFY, n::STATIC_PROCEDURE)? else {
        slot_for(m, name, arity)?;
        return Ok(true);
    };
    let keys = keys_of(m, head);
    let view = m.dynamics[slot as usize].view(&keys);
    let mut pos = 0;
    let mut gone = Vec::new();
    let open = m.heap.len();
    while let Some((at, clause)) = view.next(pos, &keys) {
        pos = at + 1;
        let (hb, mark) = (m.hb, m.trail.len());
        m.hb = m.heap.len();
        let any = m.new_var();
        let fits = match_clause(m, clause, head, any)?;
        m.untrail_to(mark);
        m.hb = hb;
        m.heap.truncate(open);
        if fits {
            gone.push(clause.clone());
        }
        m.charge(8)?;
    }
    drop(view);
    for c in gone {
        remove(m, slot, &c);
    }
    Ok(true)
}

/// A predicate indicator argument: name and arity, both bound.
pub(crate) fn indicator_arg(m: &mut Machine, c: Cell) -> Result<(Atom, usize), Stop> {
    let mut c = m.deref(c);
    while let Some((n::COLON, 2)) = m.functor(c) {
        m.charge(8)?;
        c = m.arg(c, 1);
    }
    if c.is_ref() {
        return Err(m.instantiation_error());
    }
    if m.functor(c) != Some((n::SLASH, 2)) {
        return Err(m.type_error(n::PREDICATE_INDICATOR, c));
    }
    let (name, arity) = (m.arg(c, 0), m.arg(c, 1));
    if name.is_ref() || arity.is_ref() {
        return Err(m.instantiation_error());
    }
    if !arity.is_integer() {
        return Err(m.type_error(n::INTEGER, arity));
    }
    if !name.is_atom() {
        return Err(m.type_error(n::ATOM, name));
    }
    if m.is_negative(arity) {
        return Err(m.domain_error(n::NOT_LESS_THAN_ZERO, arity));
    }
    if !arity.is_int() || arity.as_int() > crate::cell::MAX_ARITY as i64 {
        return Err(m.representation_error(n::MAX_ARITY_NAME));
    }
    Ok((name.as_atom(), arity.as_int() as usize))
}

pub(crate) fn abolish(m: &mut Machine) -> Res {
    let (name, arity) = indicator_arg(m, m.x[0])?;
    if let Some(slot) = visible(m, name, arity, n::MODIFY, n::STATIC_PROCEDURE)? {
        m.dynamics[slot as usize] = Arc::default();
        // The procedure itself goes, not only its clauses.
        Arc::make_mut(&mut m.locals).remove(&(name, arity as u32));
        if let Some(&id) = m.program.ids.get(&(name, arity as u32)) {
            Arc::make_mut(&mut m.program).preds[id as usize].kind = PredKind::Undefined;
            m.reload = true;
        }
    }
    Ok(true)
}

/// One indicator, or a list or conjunction of them.
fn each_indicator(m: &mut Machine, f: fn(&mut Machine, Atom, usize) -> Result<(), Stop>) -> Res {
    let mut work = vec![m.x[0]];
    while let Some(t) = work.pop() {
        m.charge(8)?;
        m.ensure(work.len())?;
        let t = m.deref(t);
        match m.functor(t) {
            Some((n::COMMA | n::DOT, 2)) => {
                work.push(m.arg(t, 1));
                work.push(m.arg(t, 0));
            }
            Some((n::NIL, 0)) => {}
            Some((a, 2)) if m.atoms.name(a) == "as" => work.push(m.arg(t, 0)),
            Some((a, 2)) if m.atoms.name(a) == "//" => {
                let (name, k) = (m.arg(t, 0), m.arg(t, 1));
                let more = if k.is_integer() { m.arith2(0, k, Cell::int(2))? } else { k };
                let plain = m.structure(n::SLASH, &[name, more]);
                let (name, arity) = indicator_arg(m, plain)?;
                f(m, name, arity)?;
            }
            _ => {
                let (name, arity) = indicator_arg(m, t)?;
                f(m, name, arity)?;
            }
        }
    }
    Ok(true)
}

pub(crate) fn dynamic(m: &mut Machine) -> Res {
    each_indicator(m, |m, name, arity| {
        if !m.loading.is_empty() {
            let id = m.definable(name, arity)?;
            let p = &m.program.preds[id as usize];
            if p.kind == PredKind::Undefined {
                let slot = m.new_slot();
                Arc::make_mut(&mut m.program).preds[id as usize].kind = PredKind::Dynamic(slot);
                m.reload = true;
            } else if let PredKind::Static(_) = p.kind {
                // Clauses came first: they move into the database.
                let source = p.source.clone();
                let slot = m.new_slot();
                for c in source.iter() {
                    m.clauses_mut(slot).add(c.clone(), false);
                }
                let p = Arc::make_mut(&mut m.program);
                p.preds[id as usize].kind = PredKind::Dynamic(slot);
                p.preds[id as usize].source = Arc::default();
                m.reload = true;
            }
            return Ok(());
        }
        slot_for(m, name, arity).map(|_| ())
    })
}

/// `'$clause'(Head, Body)`: like clause/2, but of a static predicate too; for listings.
pub(crate) fn any_clause(m: &mut Machine, _: Option<Cell>) -> Res {
    let (head, name, arity) = head_of(m, m.x[0])?;
    let body = m.a(1);
    let source =
        m.program.ids.get(&(name, arity as u32)).map(|&id| m.program.preds[id as usize].source.clone());
    match source.filter(|s| !s.is_empty()) {
        Some(source) => {
            (m.x[0], m.x[1], m.x[2]) = (head, body, Cell::int(0));
            walk(m, CLAUSE, View::Source(source), 0, false)
        }
        None => match m.dynamic_slot(name, arity) {
            Some(slot) => iterate(m, CLAUSE, slot, head, body),
            None => Ok(false),
        },
    }
}

pub(crate) fn multifile(m: &mut Machine) -> Res {
    each_indicator(m, |m, name, arity| {
        let id = m.definable(name, arity)?;
        let pred = &mut Arc::make_mut(&mut m.program).preds[id as usize];
        (pred.discontiguous, pred.multifile) = (true, true);
        m.reload = true;
        Ok(())
    })
}

pub(crate) fn discontiguous(m: &mut Machine) -> Res {
    each_indicator(m, |m, name, arity| {
        let id = m.definable(name, arity)?;
        Arc::make_mut(&mut m.program).preds[id as usize].discontiguous = true;
        m.reload = true;
        Ok(())
    })
}

/// Empties a dynamic predicate.
pub(crate) fn erase_all(m: &mut Machine) -> Res {
    let (name, arity) = indicator_arg(m, m.x[0])?;
    if let Some(slot) = m.dynamic_slot(name, arity) {
        m.dynamics[slot as usize] = Arc::default();
    }
    Ok(true)
}
