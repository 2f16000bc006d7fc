//! Flags, operators, character conversion, halt and statistics.

use crate::atom::names as n;
use crate::cell::Cell;
use crate::flags::{OccursCheck, Unknown};
use crate::machine::{Machine, Res, Stop};
use crate::reader::ops::{Op, OpType};
use crate::reader::parser::Quotes;
use std::sync::Arc;

pub(crate) fn halt0(_: &mut Machine) -> Res {
    Err(Stop::Halt(0))
}
pub(crate) fn halt1(m: &mut Machine) -> Res {
    let c = m.a(0);
    if c.is_ref() {
        return Err(m.instantiation_error());
    }
    if !c.is_int() {
        return Err(m.type_error(n::INTEGER, c));
    }
    Err(Stop::Halt(c.as_int() as i32))
}
pub(crate) fn notrace(m: &mut Machine) -> Res {
    crate::trace::switch(m, false);
    Ok(true)
}

/// Time on the host's clock since an arbitrary start; it stands still on a target without a clock.
pub(crate) fn clock() -> std::time::Duration {
    #[cfg(not(all(target_arch = "wasm32", target_os = "unknown")))]
    {
        static START: std::sync::OnceLock<std::time::Instant> = std::sync::OnceLock::new();
        START.get_or_init(std::time::Instant::now).elapsed()
    }
    #[cfg(all(target_arch = "wasm32", target_os = "unknown"))]
    std::time::Duration::ZERO
}

/// Seconds on the host's clock since an arbitrary start.
pub(crate) fn clock_seconds() -> f64 {
    clock().as_secs_f64()
}

pub(crate) fn statistics(m: &mut Machine) -> Res {
    let key = m.a(0);
    if key.is_ref() {
        return Err(m.instantiation_error());
    }
    if !key.is_atom() {
        return Err(m.type_error(n::ATOM, key));
    }
    let name = m.atoms.name(key.as_atom()).to_string();
    let done = m.inferences.saturating_sub(m.fuel.max(0) as u64);
    let millis = if m.grants.clock { (clock_seconds() * 1000.0) as i64 } else { (done / 10_000) as i64 };
    let v = match name.as_str() {
        "runtime" | "cputime" | "process_cputime" | "real_time" | "walltime" | "system_time" => {
            if name == "cputime" || name == "process_cputime" {
                let c = crate::heap::push_float(&mut m.heap, millis as f64 / 1000.0);
                return m.out(1, c);
            }
            crate::heap::push_list(&mut m.heap, [Cell::int(millis), Cell::int(0)].into_iter())
        }
        "inferences" => Cell::int(done as i64),
        "heapused" | "globalused" | "global_stack" => Cell::int(m.heap.len() as i64 * 8),
        "trailused" => Cell::int(m.trail.len() as i64 * 8),
        "atoms" => Cell::int(m.atoms.count() as i64),
        "garbage_collection" => Cell::int(m.gc_runs as i64),
        _ => return Err(m.domain_error(n::FLAG, key)),
    };
    m.out(1, v)
}
pub(crate) fn collect_garbage(m: &mut Machine) -> Res {
    // The next call collects: only there are the live registers known.
    m.gc_limit = 0;
    m.gc_at = 0;
    Ok(true)
}
pub(crate) fn get_time(m: &mut Machine) -> Res {
    if !m.grants.clock {
        let (a, c) = (m.atoms.intern("clock"), Cell::atom(n::TIME));
        return Err(m.permission_error(n::ACCESS, a, c));
    }
    let t =
        std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).map_or(0.0, |d| d.as_secs_f64());
    let c = crate::heap::push_float(&mut m.heap, t);
    m.out(0, c)
}
pub(crate) fn getenv(m: &mut Machine) -> Res {
    let a = m.a(0);
    if !a.is_atom() {
        return Err(if a.is_ref() { m.instantiation_error() } else { m.type_error(n::ATOM, a) });
    }
    if !m.grants.environment {
        let kind = m.atoms.intern("environment");
        return Err(m.permission_error(n::ACCESS, kind, a));
    }
    match std::env::var(m.atoms.name(a.as_atom())) {
        Ok(v) => {
            let c = m.atom(&v);
            m.out(1, c)
        }
        Err(_) => Ok(false),
    }
}

// ---- operators

pub(crate) fn op(m: &mut Machine) -> Res {
    let (p, t, names) = (m.a(0), m.a(1), m.a(2));
    if p.is_ref() || t.is_ref() {
        return Err(m.instantiation_error());
    }
    if !p.is_integer() {
        return Err(m.type_error(n::INTEGER, p));
    }
    if !t.is_atom() {
        return Err(m.type_error(n::ATOM, t));
    }
    if !p.is_int() || !(0..=1200).contains(&p.as_int()) {
        return Err(m.domain_error(n::OPERATOR_PRIORITY, p));
    }
    let Some(kind) = OpType::from_atom(t.as_atom()) else {
        return Err(m.domain_error(n::OPERATOR_SPECIFIER, t));
    };
    let mut items = Vec::new();
    if names.is_ref() {
        return Err(m.instantiation_error());
    }
    if names.is_atom() && names != Cell::atom(n::NIL) {
        items.push(names);
    } else if names == Cell::atom(n::NIL) {
        // `[]` alone is the empty list of names, but an operator [] cannot be made.
        return Err(m.permission_error(n::CREATE, n::OPERATOR, names));
    } else {
        let (listed, tail) = m.elements(names)?;
        items = listed;
        if tail.is_ref() {
            return Err(m.instantiation_error());
        }
        if tail != Cell::atom(n::NIL) {
            return Err(m.type_error(n::LIST, names));
        }
    }
    let op = Op { pri: p.as_int() as u16, kind };
    let mut checked = Vec::new();
    for c in items {
        let c = m.deref(c);
        if c.is_ref() {
            return Err(m.instantiation_error());
        }
        if !c.is_atom() {
            return Err(m.type_error(n::ATOM, c));
        }
        let a = c.as_atom();
        if a == n::COMMA {
            return Err(m.permission_error(n::MODIFY, n::OPERATOR, c));
        }
        if a == n::NIL || a == n::CURLY {
            return Err(m.permission_error(n::CREATE, n::OPERATOR, c));
        }
        if a == n::BAR && (kind.is_prefix() || kind.is_postfix() || (op.pri > 0 && op.pri < 1001)) {
            return Err(m.permission_error(n::CREATE, n::OPERATOR, c));
        }
        let def = m.ops.get(a);
        let clash = op.pri > 0
            && ((kind.is_postfix() && def.infix.is_some())
                || (!kind.is_postfix() && !kind.is_prefix() && def.postfix.is_some()));
        if clash {
            return Err(m.permission_error(n::CREATE, n::OPERATOR, c));
        }
        checked.push(a);
    }
    for a in checked {
        Arc::make_mut(&mut m.ops).add(a, op);
    }
    Ok(true)
}

pub(crate) fn current_op(m: &mut Machine, state: Option<Cell>) -> Res {
    if let Some(rest) = state {
        return super::next_answer(m, rest, 3);
    }
    let (p, t, name) = (m.a(0), m.a(1), m.a(2));
    if !(p.is_ref() || p.is_int() && (0..=1200).contains(&p.as_int())) {
        return Err(m.domain_error(n::OPERATOR_PRIORITY, p));
    }
    if !(t.is_ref() || t.is_atom() && OpType::from_atom(t.as_atom()).is_some()) {
        return Err(m.domain_error(n::OPERATOR_SPECIFIER, t));
    }
    if !name.is_ref() && !name.is_atom() {
        return Err(m.type_error(n::ATOM, name));
    }
    let all: Vec<_> = m
        .ops
        .all()
        .into_iter()
        .filter(|(a, op)| {
            (name.is_ref() || name == Cell::atom(*a))
                && (p.is_ref() || p.as_int() == i64::from(op.pri))
                && (t.is_ref() || t == Cell::atom(op.kind.atom()))
        })
        .collect();
    let answer = |m: &mut Machine, (a, op): (crate::cell::Atom, Op)| {
        let args = [Cell::int(i64::from(op.pri)), Cell::atom(op.kind.atom()), Cell::atom(a)];
        m.structure(n::OPERATOR, &args)
    };
    let found: Vec<Cell> = all.into_iter().map(|o| answer(m, o)).collect();
    super::first_answer(m, found, 3)
}

// ---- character conversion

fn char_arg(m: &mut Machine, i: usize, optional: bool) -> Result<Option<char>, Stop> {
    let c = m.a(i);
    if c.is_ref() {
        return if optional { Ok(None) } else { Err(m.instantiation_error()) };
    }
    match super::chars::single(m, c) {
        Some(ch) => Ok(Some(ch)),
        None => Err(m.type_error(n::CHARACTER, c)),
    }
}
pub(crate) fn char_conversion(m: &mut Machine) -> Res {
    let (Some(a), Some(b)) = (char_arg(m, 0, false)?, char_arg(m, 1, false)?) else { return Ok(false) };
    let map = Arc::make_mut(&mut m.convert);
    if a == b {
        map.remove(&a);
    } else {
        map.insert(a, b);
    }
    Ok(true)
}
pub(crate) fn current_char_conversion(m: &mut Machine, state: Option<Cell>) -> Res {
    let (a, b) = (char_arg(m, 0, true)?, char_arg(m, 1, true)?);
    if let Some(a) = a {
        let to = m.convert.get(&a).copied().unwrap_or(a);
        let c = m.atoms.char_atom(to);
        return m.out(1, Cell::atom(c));
    }
    let from = state.map_or(0, |s| s.as_int() as u32);
    for code in from..256 {
        let Some(ch) = char::from_u32(code) else { continue };
        let to = m.convert.get(&ch).copied().unwrap_or(ch);
        if b.is_none_or(|b| b == to) {
            m.leave_choice(2, Cell::int(i64::from(code) + 1));
            let (x, y) = (m.atoms.char_atom(ch), m.atoms.char_atom(to));
            return Ok(m.out(0, Cell::atom(x))? && m.out(1, Cell::atom(y))?);
        }
    }
    Ok(false)
}

// ---- flags

const FLAGS: &[&str] = &[
    "bounded",
    "max_integer",
    "min_integer",
    "integer_rounding_function",
    "char_conversion",
    "debug",
    "max_arity",
    "unknown",
    "double_quotes",
    "occurs_check",
    "iso",
    "dialect",
    "version_data",
    "max_tagged_integer",
    "min_tagged_integer",
];

fn flag_value(m: &mut Machine, name: &str) -> Option<Cell> {
    let on = |b: bool| Cell::atom(if b { n::ON } else { n::OFF });
    let truth = |b: bool| Cell::atom(if b { n::TRUE } else { n::FALSE });
    Some(match name {
        "bounded" => Cell::atom(n::FALSE),
        "max_integer" => crate::heap::push_int(&mut m.heap, i64::MAX),
        "min_integer" => crate::heap::push_int(&mut m.heap, i64::MIN),
        "max_tagged_integer" => Cell::int(crate::cell::SMALL_MAX),
        "min_tagged_integer" => Cell::int(crate::cell::SMALL_MIN),
        "integer_rounding_function" => Cell::atom(n::TOWARD_ZERO),
        "char_conversion" => on(m.flags.char_conversion),
        "debug" => on(m.flags.debug),
        "max_arity" => Cell::int(crate::cell::MAX_ARITY as i64),
        "unknown" => Cell::atom(match m.flags.unknown {
            Unknown::Error => n::ERROR,
            Unknown::Fail => n::FAIL,
            Unknown::Warning => n::WARNING,
        }),
        "double_quotes" => Cell::atom(match m.flags.double_quotes {
            Quotes::Codes => n::CODES,
            Quotes::Chars => n::CHARS,
            Quotes::Atom => n::ATOM,
            Quotes::String => n::STRING,
        }),
        "occurs_check" => Cell::atom(match m.flags.occurs_check {
            OccursCheck::Off => n::FALSE,
            OccursCheck::On => n::TRUE,
            OccursCheck::Error => n::ERROR,
        }),
        "iso" => truth(m.flags.iso),
        "dialect" => m.atom("partie"),
        "version_data" => {
            let name = m.atoms.intern("partie");
            let args = [Cell::int(0), Cell::int(1), Cell::int(0), Cell::atom(n::NIL)];
            m.structure(name, &args)
        }
        _ => return None,
    })
}

pub(crate) fn set_prolog_flag(m: &mut Machine) -> Res {
    let (f, v) = (m.a(0), m.a(1));
    if f.is_ref() || v.is_ref() {
        return Err(m.instantiation_error());
    }
    if !f.is_atom() {
        return Err(m.type_error(n::ATOM, f));
    }
    let name = m.atoms.name(f.as_atom()).to_string();
    if !FLAGS.contains(&name.as_str()) {
        return Err(m.domain_error(n::PROLOG_FLAG, f));
    }
    let value = if v.is_atom() { m.atoms.name(v.as_atom()).to_string() } else { String::new() };
    let flags = Arc::make_mut(&mut m.flags);
    let ok = match (name.as_str(), value.as_str()) {
        ("char_conversion", "on" | "off") => {
            flags.char_conversion = value == "on";
            true
        }
        ("debug", "on" | "off") => {
            flags.debug = value == "on";
            true
        }
        ("unknown", "error" | "fail" | "warning") => {
            flags.unknown = match value.as_str() {
                "error" => Unknown::Error,
                "fail" => Unknown::Fail,
                _ => Unknown::Warning,
            };
            true
        }
        ("double_quotes", "codes" | "chars" | "atom" | "string") => {
            flags.double_quotes = match value.as_str() {
                "codes" => Quotes::Codes,
                "chars" => Quotes::Chars,
                "atom" => Quotes::Atom,
                _ => Quotes::String,
            };
            true
        }
        ("occurs_check", "true" | "false" | "error") => {
            flags.occurs_check = match value.as_str() {
                "true" => OccursCheck::On,
                "false" => OccursCheck::Off,
                _ => OccursCheck::Error,
            };
            m.occurs = m.flags.occurs_check != OccursCheck::Off;
            m.recompile();
            true
        }
        ("iso", "true" | "false") => {
            flags.iso = value == "true";
            true
        }
        (
            "bounded"
            | "max_integer"
            | "min_integer"
            | "integer_rounding_function"
            | "max_arity"
            | "dialect"
            | "version_data"
            | "max_tagged_integer"
            | "min_tagged_integer",
            _,
        ) => {
            let valid = flag_domain(m, &name, v);
            if !valid {
                let plus = m.structure(n::PLUS, &[f, v]);
                return Err(m.domain_error(n::FLAG_VALUE, plus));
            }
            return Err(m.permission_error(n::MODIFY, n::FLAG, f));
        }
        _ => false,
    };
    if !ok {
        let plus = m.structure(n::PLUS, &[f, v]);
        return Err(m.domain_error(n::FLAG_VALUE, plus));
    }
    Ok(true)
}

/// Whether a value is of the kind a fixed flag has.
fn flag_domain(m: &Machine, name: &str, v: Cell) -> bool {
    match name {
        "bounded" => v == Cell::atom(n::TRUE) || v == Cell::atom(n::FALSE),
        "integer_rounding_function" => {
            v.is_atom() && matches!(m.atoms.name(v.as_atom()), "toward_zero" | "down")
        }
        "max_arity" => {
            v.is_integer()
                || v == Cell::atom(n::INF)
                || (v.is_atom() && m.atoms.name(v.as_atom()) == "unbounded")
        }
        "max_integer" | "min_integer" | "max_tagged_integer" | "min_tagged_integer" => v.is_integer(),
        _ => true,
    }
}

pub(crate) fn current_prolog_flag(m: &mut Machine, state: Option<Cell>) -> Res {
    let f = m.a(0);
    if !f.is_ref() {
        if !f.is_atom() {
            return Err(m.type_error(n::ATOM, f));
        }
        let name = m.atoms.name(f.as_atom()).to_string();
        return match flag_value(m, &name) {
            Some(v) => m.out(1, v),
            None => Err(m.domain_error(n::PROLOG_FLAG, f)),
        };
    }
    let mut at = state.map_or(0, |s| s.as_int() as usize);
    while let Some(name) = FLAGS.get(at) {
        at += 1;
        let Some(v) = flag_value(m, name) else { continue };
        let out = m.a(1);
        if !m.unifiable(out, v) {
            continue;
        }
        if at < FLAGS.len() {
            m.leave_choice(2, Cell::int(at as i64));
        }
        // The value was built above the new choice point: build it again below bindings.
        let v = flag_value(m, name).unwrap_or(v);
        let a = m.atom(name);
        return Ok(m.out(0, a)? && m.out(1, v)?);
    }
    Ok(false)
}
