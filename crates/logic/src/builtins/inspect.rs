//! Looking at predicates.

use crate::atom::names as n;
use crate::cell::{Atom, Cell};
use crate::code::PredKind;
use crate::machine::{Machine, Res, Stop};

/// User predicates, dynamic ones also without clauses, sorted by name and arity.
fn user_predicates(m: &Machine, library: bool) -> Vec<(Atom, u32)> {
    let mut all: Vec<(Atom, u32)> = Vec::new();
    for (i, p) in m.program.preds.iter().enumerate() {
        let shown = match p.kind {
            PredKind::Static(_) => library || !p.library,
            PredKind::Dynamic(_) => library || !p.library,
            PredKind::Undefined | PredKind::Control(_) | PredKind::Det(_) | PredKind::Nondet(_) => false,
            PredKind::Foreign(_) => true,
        };
        if shown && m.program.ids.get(&(p.name, p.arity)) == Some(&(i as u32)) {
            all.push((p.name, p.arity));
        }
    }
    all.extend(m.locals.keys().copied());
    all.retain(|(a, _)| !m.atoms.name(*a).starts_with('$'));
    all.sort_by(|a, b| m.atoms.name(a.0).cmp(m.atoms.name(b.0)).then(a.1.cmp(&b.1)));
    all.dedup();
    all
}

pub(crate) fn current_predicate(m: &mut Machine, state: Option<Cell>) -> Res {
    let mut pi = m.a(0);
    while let Some((n::COLON, 2)) = m.functor(pi) {
        m.charge(8)?;
        pi = m.arg(pi, 1);
    }
    let (name, arity) = if pi.is_ref() {
        (m.new_var(), m.new_var())
    } else {
        if m.functor(pi) != Some((n::SLASH, 2)) {
            return Err(m.type_error(n::PREDICATE_INDICATOR, pi));
        }
        (m.arg(pi, 0), m.arg(pi, 1))
    };
    if !name.is_ref() && !name.is_atom() {
        return Err(m.type_error(n::PREDICATE_INDICATOR, pi));
    }
    if !(arity.is_ref() || arity.is_integer() && !m.is_negative(arity)) {
        return Err(m.type_error(n::PREDICATE_INDICATOR, pi));
    }
    if name.is_atom() && arity.is_int() {
        let arity = u32::try_from(arity.as_int()).unwrap_or(u32::MAX);
        return Ok(defined(m, name.as_atom(), arity));
    }
    let list = match state {
        Some(rest) => rest,
        None => {
            let all: Vec<_> = user_predicates(m, name.is_atom())
                .into_iter()
                .filter(|(a, k)| {
                    (name.is_ref() || name == Cell::atom(*a))
                        && (arity.is_ref() || arity == Cell::int(i64::from(*k)))
                })
                .collect();
            m.charge(all.len())?;
            m.ensure(all.len() * 5)?;
            let found: Vec<Cell> = all.into_iter().map(|(a, k)| m.indicator(a, k as usize)).collect();
            crate::heap::push_list(&mut m.heap, found.into_iter())
        }
    };
    if list.tag() != crate::cell::LST {
        return Ok(false);
    }
    let (found, rest) = (m.arg(list, 0), m.arg(list, 1));
    if rest.tag() == crate::cell::LST {
        m.leave_choice(1, rest);
    }
    Ok(m.unify(pi, found))
}

fn defined(m: &Machine, name: Atom, arity: u32) -> bool {
    if m.locals.contains_key(&(name, arity)) {
        return true;
    }
    match m.program.ids.get(&(name, arity)) {
        Some(&id) => match m.program.preds[id as usize].kind {
            PredKind::Static(_) | PredKind::Foreign(_) | PredKind::Dynamic(_) => true,
            _ => m.program.preds[id as usize].library,
        },
        None => false,
    }
}

/// Predicates whose arguments are goals: a number counts the arguments a goal still takes, `^` allows quantifiers.
const META: &[(&str, &[&str])] = &[
    (",", &["0", "0"]),
    (";", &["0", "0"]),
    ("->", &["0", "0"]),
    ("*->", &["0", "0"]),
    ("\\+", &["0"]),
    ("call", &["0"]),
    ("call", &["1", "?"]),
    ("call", &["2", "?", "?"]),
    ("call", &["3", "?", "?", "?"]),
    ("call", &["4", "?", "?", "?", "?"]),
    ("call", &["5", "?", "?", "?", "?", "?"]),
    ("call", &["6", "?", "?", "?", "?", "?", "?"]),
    ("call", &["7", "?", "?", "?", "?", "?", "?", "?"]),
    ("catch", &["0", "?", "0"]),
    ("once", &["0"]),
    ("ignore", &["0"]),
    ("not", &["0"]),
    ("forall", &["0", "0"]),
    ("findall", &["?", "0", "-"]),
    ("findall", &["?", "0", "-", "?"]),
    ("bagof", &["?", "^", "-"]),
    ("setof", &["?", "^", "-"]),
    ("aggregate_all", &["?", "0", "-"]),
    ("setup_call_cleanup", &["0", "0", "0"]),
    ("call_cleanup", &["0", "0"]),
    ("phrase", &["2", "?"]),
    ("phrase", &["2", "?", "?"]),
    ("maplist", &["1", "?"]),
    ("maplist", &["2", "?", "?"]),
    ("maplist", &["3", "?", "?", "?"]),
    ("include", &["1", "?", "?"]),
    ("exclude", &["1", "?", "?"]),
    ("foldl", &["3", "?", "?", "?"]),
];

/// Every property there is or could be asked for.
const KNOWN: &str = "built_in compiled defined discontiguous dynamic exported file foreign imported_from interpreted iso \
                     library line_count meta_predicate multifile nodebug number_of_clauses private public static system tabled \
                     thread_local transparent undefined visible volatile";

/// The property `meta_predicate(Template)`, for those that have one.
fn template(m: &mut Machine, name: Atom, arity: usize) -> Option<Cell> {
    let text = m.atoms.name(name);
    let (_, modes) = META.iter().find(|(f, modes)| *f == text && modes.len() == arity)?;
    let cell = |m: &mut Machine, mode: &str| mode.parse().map_or_else(|_| m.atom(mode), Cell::int);
    let args: Vec<Cell> = modes.iter().map(|mode| cell(m, mode)).collect();
    let template = m.structure(name, &args);
    let property = m.atoms.intern("meta_predicate");
    Some(m.structure(property, &[template]))
}

/// predicate_property(Head, Property).
pub(crate) fn predicate_property(m: &mut Machine, state: Option<Cell>) -> Res {
    let mut head = m.a(0);
    while let Some((n::COLON, 2)) = m.functor(head) {
        m.charge(8)?;
        head = m.arg(head, 1);
    }
    if head.is_ref() {
        return every_property(m, head, state);
    }
    let Some((name, arity)) = m.functor(head) else { return Err(m.type_error(n::CALLABLE, head)) };
    let wanted = m.a(1);
    let asked = m.functor(wanted).map(|(f, _)| m.atoms.name(f));
    if !wanted.is_ref() && asked.is_none_or(|f| KNOWN.split_whitespace().all(|k| k != f)) {
        let domain = m.atoms.intern("predicate_property");
        return Err(m.domain_error(domain, wanted));
    }
    let props = properties(m, name, arity)?;
    let mut at = state.map_or(0, |s| s.as_int() as usize);
    while let Some(&p) = props.get(at) {
        at += 1;
        if m.unifiable(wanted, p) {
            if let Some(next) = (at..props.len()).find(|i| m.unifiable(wanted, props[*i])) {
                m.leave_choice(2, Cell::int(next as i64));
            }
            return m.out(1, p);
        }
    }
    Ok(false)
}

/// The head is open: all predicates one after the other. The state counts predicates in steps of 64, and properties.
fn every_property(m: &mut Machine, head: Cell, state: Option<Cell>) -> Res {
    let known = m.program.preds.iter().filter(|p| p.kind != PredKind::Undefined).map(|p| (p.name, p.arity));
    let mut all: Vec<(Atom, u32)> = known.chain(m.locals.keys().copied()).collect();
    all.retain(|(name, _)| !m.atoms.name(*name).starts_with('$'));
    all.sort_unstable_by(|a, b| (m.atoms.name(a.0), a.1).cmp(&(m.atoms.name(b.0), b.1)));
    all.dedup();
    let wanted = m.a(1);
    let from = state.map_or(0, |s| s.as_int() as usize);
    for (i, (name, arity)) in all.iter().enumerate().skip(from / 64) {
        m.charge(1)?;
        let props = properties(m, *name, *arity as usize)?;
        let first = if i == from / 64 { from % 64 } else { 0 };
        for (j, p) in props.iter().enumerate().skip(first) {
            if m.unifiable(wanted, *p) {
                m.leave_choice(2, Cell::int((i * 64 + j + 1) as i64));
                let args: Vec<Cell> = (0..*arity).map(|_| m.new_var()).collect();
                let found = if args.is_empty() { Cell::atom(*name) } else { m.structure(*name, &args) };
                return Ok(m.unify(head, found) && m.out(1, *p)?);
            }
        }
    }
    Ok(false)
}

fn properties(m: &mut Machine, name: Atom, arity: usize) -> Result<Vec<Cell>, Stop> {
    let mut out = Vec::new();
    let mut count: Option<usize> = None;
    if let Some(slot) = m.dynamic_slot(name, arity) {
        out.extend([n::DYNAMIC, n::DEFINED].map(Cell::atom));
        count = Some(m.dynamics[slot as usize].len());
    } else if let Some(&id) = m.program.ids.get(&(name, arity as u32)) {
        let p = &m.program.preds[id as usize];
        match p.kind {
            PredKind::Undefined => {}
            PredKind::Static(_) => {
                out.extend([n::STATIC, n::DEFINED].map(Cell::atom));
                count = Some(p.source.len());
            }
            PredKind::Foreign(_) => out.extend([n::FOREIGN, n::STATIC, n::DEFINED].map(Cell::atom)),
            _ => out.extend([n::BUILT_IN, n::STATIC, n::DEFINED].map(Cell::atom)),
        }
        if p.library && p.kind != PredKind::Undefined {
            out.push(Cell::atom(n::LIBRARY));
        }
        if p.tabled {
            out.push(Cell::atom(n::TABLED));
        }
    }
    if let Some(&id) = m.program.ids.get(&(name, arity as u32)) {
        let (multifile, discontiguous) = {
            let p = &m.program.preds[id as usize];
            (p.multifile, p.discontiguous && !p.multifile)
        };
        if multifile {
            out.push(m.atom("multifile"));
        }
        if discontiguous {
            out.push(m.atom("discontiguous"));
        }
    }
    if !out.is_empty()
        && let Some(property) = template(m, name, arity)
    {
        out.push(property);
    }
    if let Some(k) = count {
        let c = m.structure(n::NUMBER_OF_CLAUSES, &[Cell::int(k as i64)]);
        out.push(c);
    }
    Ok(out)
}
