//! read_term and write_term with their options.

use super::output;
use super::streams::{self, Kind};
use super::terms::proper_list;
use crate::atom::{FoldMap, names as n};
use crate::cell::Cell;
use crate::machine::{Machine, Res, Stop};
use crate::reader::parser::{ReadError, ReadTerm};
use crate::writer::Style;

pub(crate) fn read1(m: &mut Machine) -> Res {
    m.x[1] = Cell::atom(n::NIL);
    read_term(m, None, 0, 1)
}
pub(crate) fn read2(m: &mut Machine) -> Res {
    m.x[2] = Cell::atom(n::NIL);
    read_term(m, Some(0), 1, 2)
}
pub(crate) fn read_term2(m: &mut Machine) -> Res {
    read_term(m, None, 0, 1)
}
pub(crate) fn read_term3(m: &mut Machine) -> Res {
    read_term(m, Some(0), 1, 2)
}

/// The syntax error as the standard's error term.
pub(crate) fn syntax_stop(m: &mut Machine, e: ReadError) -> Stop {
    match e {
        ReadError::Memory => m.resource_error(n::MEMORY),
        ReadError::Syntax(e) => {
            let what = m.atom(e.message);
            let f = m.structure(n::SYNTAX_ERROR, &[what]);
            let stop = m.throw_formal(f);
            if let Stop::Throw(ball) = stop {
                let text = format!("line {}, column {}", e.line, e.column);
                let place = m.atom(&text);
                let native = m.arg(ball, 1);
                if native.is_compound() {
                    let (first, _) = m.args(native);
                    let v = m.deref(m.heap[first + 1]);
                    if v.is_ref() {
                        m.bind(v, place);
                    }
                }
            }
            stop
        }
    }
}

fn read_term(m: &mut Machine, stream: Option<usize>, term: usize, opts: usize) -> Res {
    let id = match stream {
        Some(i) => streams::stream_arg(m, i)?,
        None => m.streams.input,
    };
    let options = proper_list(m, m.x[opts])?;
    let mut outs: Vec<(crate::cell::Atom, Cell)> = Vec::new();
    for c in options {
        let c = m.deref(c);
        if c.is_ref() {
            return Err(m.instantiation_error());
        }
        match m.functor(c) {
            Some((f @ (n::VARIABLES | n::VARIABLE_NAMES | n::SINGLETONS), 1)) => outs.push((f, m.arg(c, 0))),
            Some((f, 1))
                if matches!(
                    m.atoms.name(f),
                    "syntax_errors"
                        | "double_quotes"
                        | "module"
                        | "end_of_term"
                        | "backquoted_string"
                        | "cycles"
                ) => {}
            _ => return Err(m.domain_error(n::READ_OPTION, c)),
        }
    }
    let culprit = match stream {
        Some(i) => m.a(i),
        None => streams::handle(m, id)?,
    };
    streams::check_input(m, id, culprit, Kind::Text)?;
    // The machine reads with its own tables, so the input is taken out meanwhile.
    let Some(mut input) = m.streams.get(id).and_then(|s| s.input.take()) else { return Ok(false) };
    let result = m.read_from(&mut input);
    if matches!(result, Ok(None)) {
        input.past = true;
    }
    if let Some(s) = m.streams.get(id) {
        s.input = Some(input);
    }
    let read = match result {
        Ok(Some(r)) => r,
        Ok(None) => {
            ReadTerm { term: Cell::atom(n::END_OF_FILE), vars: Vec::new(), all_vars: Vec::new(), line: 0 }
        }
        Err(e) => return Err(syntax_stop(m, e)),
    };
    m.charge(read.all_vars.len() * 4 + 8)?;
    for (f, out) in outs {
        let v = read_info(m, f, &read);
        if !m.unify(out, v) {
            return Ok(false);
        }
    }
    m.out(term, read.term)
}

/// The value of a read option: variables, names or singletons.
pub(crate) fn read_info(m: &mut Machine, f: crate::cell::Atom, read: &ReadTerm) -> Cell {
    let pairs = |m: &mut Machine, once: bool| {
        let mut out = Vec::new();
        for v in &read.vars {
            if !once || v.count == 1 {
                let name = m.atom(&v.name);
                out.push(m.structure(n::EQUAL, &[name, v.cell]));
            }
        }
        crate::heap::push_list(&mut m.heap, out.into_iter())
    };
    match f {
        n::VARIABLES => crate::heap::push_list(&mut m.heap, read.all_vars.iter().copied()),
        n::SINGLETONS => pairs(m, true),
        _ => pairs(m, false),
    }
}

pub(crate) fn write_term2(m: &mut Machine) -> Res {
    let style = write_options(m, 1)?;
    output::write_to(m, None, 0, style).map(|()| true)
}
pub(crate) fn write_term3(m: &mut Machine) -> Res {
    if m.a(0).is_ref() {
        return Err(m.instantiation_error());
    }
    let style = write_options(m, 2)?;
    output::write_to(m, Some(0), 1, style).map(|()| true)
}

fn write_options(m: &mut Machine, i: usize) -> Result<Style, Stop> {
    let mut style = Style::default();
    for c in proper_list(m, m.x[i])? {
        let c = m.deref(c);
        if c.is_ref() {
            return Err(m.instantiation_error());
        }
        let Some((f, 1)) = m.functor(c) else { return Err(m.domain_error(n::WRITE_OPTION, c)) };
        let v = m.arg(c, 0);
        if v.is_ref() {
            return Err(m.instantiation_error());
        }
        let truth = match v.is_atom().then(|| v.as_atom()) {
            Some(n::TRUE) => Some(true),
            Some(n::FALSE) => Some(false),
            _ => None,
        };
        match (f, truth) {
            (n::QUOTED, Some(b)) => style.quoted = b,
            (n::IGNORE_OPS, Some(b)) => style.ignore_ops = b,
            (n::NUMBERVARS, Some(b)) => style.numbervars = b,
            (n::VARIABLE_NAMES, _) => style.names = variable_names(m, v, c)?,
            (n::MAX_DEPTH, _) if v.is_int() && v.as_int() >= 0 => style.max_depth = v.as_int() as usize,
            (n::SPACING, _) if v.is_atom() => style.spaced = m.atoms.name(v.as_atom()) == "next_argument",
            (f, Some(b)) if m.atoms.name(f) == "portray" => style.portrayed = b && m.has_portray(),
            (f, _)
                if matches!(
                    m.atoms.name(f),
                    "priority" | "module" | "cycles" | "attributes" | "fullstop" | "nl"
                ) => {}
            _ => return Err(m.domain_error(n::WRITE_OPTION, c)),
        }
    }
    Ok(style)
}

fn variable_names(m: &mut Machine, list: Cell, option: Cell) -> Result<FoldMap<Cell, String>, Stop> {
    let mut items = Vec::new();
    let tail = m.each_element(list, |c| items.push(c));
    if tail.is_ref() {
        return Err(m.instantiation_error());
    }
    if tail != Cell::atom(n::NIL) {
        return Err(m.domain_error(n::WRITE_OPTION, option));
    }
    let mut out: FoldMap<Cell, String> = FoldMap::default();
    for c in items {
        let c = m.deref(c);
        if c.is_ref() {
            return Err(m.instantiation_error());
        }
        if m.functor(c) != Some((n::EQUAL, 2)) {
            return Err(m.domain_error(n::WRITE_OPTION, option));
        }
        let (name, var) = (m.arg(c, 0), m.arg(c, 1));
        if name.is_ref() {
            return Err(m.instantiation_error());
        }
        let text = if name.is_atom() { m.atoms.name(name.as_atom()).to_string() } else { String::new() };
        let valid = text.starts_with(|ch: char| ch == '_' || ch.is_uppercase())
            && text.chars().all(crate::reader::lexer::is_alnum);
        if !valid {
            return Err(m.domain_error(n::WRITE_OPTION, option));
        }
        if var.is_ref() {
            out.entry(var).or_insert(text);
        }
    }
    Ok(out)
}
