//! Opening, closing and asking about streams.

use super::atoms::atomic_text;
use super::terms::proper_list;
use crate::atom::names as n;
use crate::cell::{Atom, Cell};
use crate::machine::{Machine, Res, Stop};
use crate::stream::{EofAction, Input, Output, Sink, Stream};
use std::sync::{Arc, Mutex};

/// What an operation works on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    Text,
    Binary,
}

/// The term of a stream.
pub(crate) fn handle(m: &mut Machine, id: usize) -> Result<Cell, Stop> {
    Ok(m.structure(n::DOLLAR_STREAM, &[Cell::int(id as i64)]))
}

fn stream_id(m: &mut Machine, c: Cell) -> Result<usize, Stop> {
    if c.is_ref() {
        return Err(m.instantiation_error());
    }
    if c.is_atom() {
        return match m.streams.by_alias(c.as_atom()) {
            Some(id) => Ok(id),
            None => Err(m.existence_error(n::STREAM, c)),
        };
    }
    if m.functor(c) == Some((n::DOLLAR_STREAM, 1)) && m.arg(c, 0).is_int() {
        let id = m.arg(c, 0).as_int() as usize;
        return if m.streams.get(id).is_some() { Ok(id) } else { Err(m.existence_error(n::STREAM, c)) };
    }
    Err(m.domain_error(n::STREAM_OR_ALIAS, c))
}
/// The stream in argument `i`.
pub(crate) fn stream_arg(m: &mut Machine, i: usize) -> Result<usize, Stop> {
    let c = m.a(i);
    stream_id(m, c)
}

/// Permission to read `kind` units from a stream, and what its end demands.
pub(crate) fn check_input(m: &mut Machine, id: usize, culprit: Cell, kind: Kind) -> Result<(), Stop> {
    let Some(s) = m.streams.get(id) else { return Err(m.existence_error(n::STREAM, culprit)) };
    let (readable, binary, action) = (s.input.is_some(), s.binary, s.eof_action);
    if !readable {
        return Err(m.permission_error(n::INPUT, n::STREAM, culprit));
    }
    if binary && kind == Kind::Text {
        let what = m.atoms.intern("binary_stream");
        return Err(m.permission_error(n::INPUT, what, culprit));
    }
    if !binary && kind == Kind::Binary {
        let what = m.atoms.intern("text_stream");
        return Err(m.permission_error(n::INPUT, what, culprit));
    }
    let past = m.streams.get(id).and_then(|s| s.input.as_ref()).is_some_and(|i| i.past);
    if past {
        match action {
            EofAction::Error => return Err(m.permission_error(n::INPUT, n::PAST_END_OF_STREAM, culprit)),
            EofAction::Reset => {
                if let Some(i) = m.streams.get(id).and_then(|s| s.input.as_mut()) {
                    i.past = false;
                }
            }
            EofAction::Code => {}
        }
    }
    Ok(())
}

/// Permission to write `kind` units to a stream.
pub(crate) fn check_output(m: &mut Machine, id: usize, culprit: Cell, kind: Kind) -> Result<(), Stop> {
    let Some(s) = m.streams.get(id) else { return Err(m.existence_error(n::STREAM, culprit)) };
    let (writable, binary) = (s.output.is_some(), s.binary);
    if !writable {
        return Err(m.permission_error(n::OUTPUT, n::STREAM, culprit));
    }
    if binary != (kind == Kind::Binary) {
        let what = m.atoms.intern(if binary { "binary_stream" } else { "text_stream" });
        return Err(m.permission_error(n::OUTPUT, what, culprit));
    }
    Ok(())
}

pub(crate) fn current_input(m: &mut Machine) -> Res {
    current(m, true)
}
pub(crate) fn current_output(m: &mut Machine) -> Res {
    current(m, false)
}
fn current(m: &mut Machine, input: bool) -> Res {
    let c = m.a(0);
    if !c.is_ref() {
        if m.functor(c) != Some((n::DOLLAR_STREAM, 1)) {
            return Err(m.domain_error(n::STREAM, c));
        }
        stream_id(m, c)?;
    }
    let h = handle(m, if input { m.streams.input } else { m.streams.output })?;
    m.out(0, h)
}
pub(crate) fn set_input(m: &mut Machine) -> Res {
    let id = stream_arg(m, 0)?;
    let c = m.a(0);
    if m.streams.get(id).is_none_or(|s| s.input.is_none()) {
        return Err(m.permission_error(n::INPUT, n::STREAM, c));
    }
    m.streams.input = id;
    Ok(true)
}
pub(crate) fn set_output(m: &mut Machine) -> Res {
    let id = stream_arg(m, 0)?;
    let c = m.a(0);
    if m.streams.get(id).is_none_or(|s| s.output.is_none()) {
        return Err(m.permission_error(n::OUTPUT, n::STREAM, c));
    }
    m.streams.output = id;
    Ok(true)
}

pub(crate) fn open3(m: &mut Machine) -> Res {
    m.x[3] = Cell::atom(n::NIL);
    open4(m)
}

struct OpenOptions {
    binary: bool,
    alias: Vec<Atom>,
    eof: EofAction,
    reposition: bool,
}

pub(crate) fn open4(m: &mut Machine) -> Res {
    let (src, mode, out) = (m.a(0), m.a(1), m.a(2));
    if src.is_ref() || mode.is_ref() {
        return Err(m.instantiation_error());
    }
    let options = open_options(m)?;
    if !mode.is_atom() {
        return Err(m.type_error(n::ATOM, mode));
    }
    if !matches!(mode.as_atom(), n::READ | n::WRITE | n::APPEND) {
        return Err(m.domain_error(n::IO_MODE, mode));
    }
    if !out.is_ref() {
        let f = m.structure(n::UNINSTANTIATION_ERROR, &[out]);
        return Err(m.throw_formal(f));
    }
    if !src.is_atom() && src.tag() != crate::cell::STG {
        return Err(m.domain_error(n::SOURCE_SINK, src));
    }
    let path = atomic_text(m, src)?.unwrap_or_default();
    let reading = mode.as_atom() == n::READ;
    for &a in &options.alias {
        if m.streams.by_alias(a).is_some() {
            let what = m.structure(n::ALIAS, &[Cell::atom(a)]);
            let open = m.atoms.intern("open");
            return Err(m.permission_error(open, n::SOURCE_SINK, what));
        }
    }
    let granted = if reading { m.grants.read_files } else { m.grants.write_files };
    let open = m.atoms.intern("open");
    if !granted {
        return Err(m.permission_error(open, n::SOURCE_SINK, src));
    }
    let (input, output) = open_file(m, &path, mode.as_atom(), options.binary, src)?;
    let file = m.atoms.intern(&path);
    let id = m.streams.add(Stream {
        alias: options.alias,
        file: Some(file),
        mode: mode.as_atom(),
        binary: options.binary,
        eof_action: options.eof,
        reposition: options.reposition,
        input,
        output,
    });
    let h = handle(m, id)?;
    m.out(2, h)
}

fn open_file(
    m: &mut Machine,
    path: &str,
    mode: Atom,
    binary: bool,
    src: Cell,
) -> Result<(Option<Input>, Option<Output>), Stop> {
    use std::io::ErrorKind;
    let result = if mode == n::READ {
        std::fs::metadata(path).and_then(|meta| {
            if meta.is_dir() {
                return Err(std::io::Error::from(ErrorKind::PermissionDenied));
            }
            std::fs::read(path).map(|mut b| {
                if !binary && b.starts_with("\u{feff}".as_bytes()) {
                    b.drain(..3);
                }
                (Some(Input::from_bytes(b)), None)
            })
        })
    } else {
        let mut o = std::fs::OpenOptions::new();
        o.create(true);
        if mode == n::APPEND {
            o.append(true)
        } else {
            o.write(true).truncate(true)
        };
        o.open(path).map(|f| {
            let w: Box<dyn std::io::Write + Send> = Box::new(f);
            (None, Some(Output::new(Sink::Writer(Arc::new(Mutex::new(w)), Vec::new()))))
        })
    };
    result.map_err(|e| {
        if e.kind() == ErrorKind::NotFound && mode == n::READ {
            m.existence_error(n::SOURCE_SINK, src)
        } else {
            let open = m.atoms.intern("open");
            m.permission_error(open, n::SOURCE_SINK, src)
        }
    })
}

fn open_options(m: &mut Machine) -> Result<OpenOptions, Stop> {
    let mut o = OpenOptions { binary: false, alias: Vec::new(), eof: EofAction::Code, reposition: true };
    for c in proper_list(m, m.x[3])? {
        let c = m.deref(c);
        if c.is_ref() {
            return Err(m.instantiation_error());
        }
        let bad = |m: &mut Machine| Err(m.domain_error(n::STREAM_OPTION, c));
        let Some((name, 1)) = m.functor(c) else { return bad(m) };
        let v = m.arg(c, 0);
        if v.is_ref() {
            return Err(m.instantiation_error());
        }
        if !v.is_atom() {
            return bad(m);
        }
        match (name, v.as_atom()) {
            (n::TYPE, n::TEXT) => o.binary = false,
            (n::TYPE, n::BINARY) => o.binary = true,
            (n::ALIAS, a) => o.alias.push(a),
            (n::REPOSITION, n::TRUE) => o.reposition = true,
            (n::REPOSITION, n::FALSE) => o.reposition = false,
            (n::EOF_ACTION, n::ERROR) => o.eof = EofAction::Error,
            (n::EOF_ACTION, n::EOF_CODE) => o.eof = EofAction::Code,
            (n::EOF_ACTION, n::RESET) => o.eof = EofAction::Reset,
            (a, _)
                if matches!(
                    m.atoms.name(a),
                    "encoding" | "buffer" | "bom" | "newline" | "create" | "lock"
                ) => {}
            _ => return bad(m),
        }
    }
    Ok(o)
}

pub(crate) fn close1(m: &mut Machine) -> Res {
    m.x[1] = Cell::atom(n::NIL);
    close2(m)
}
pub(crate) fn close2(m: &mut Machine) -> Res {
    let mut force = false;
    for c in proper_list(m, m.x[1])? {
        let c = m.deref(c);
        if c.is_ref() {
            return Err(m.instantiation_error());
        }
        let ok = m.functor(c) == Some((n::FORCE, 1));
        let v = if ok { m.arg(c, 0) } else { c };
        if ok && v.is_ref() {
            return Err(m.instantiation_error());
        }
        if !ok || !(v == Cell::atom(n::TRUE) || v == Cell::atom(n::FALSE)) {
            return Err(m.domain_error(n::CLOSE_OPTION, c));
        }
        force = v == Cell::atom(n::TRUE);
    }
    let id = stream_arg(m, 0)?;
    if id < 3 {
        return Ok(true);
    }
    // Without force a stream whose end cannot be written stays open; what was held back is lost either way.
    let flushed = flush(m, id);
    if !force {
        flushed?;
    }
    m.streams.table[id] = None;
    if m.streams.input == id {
        m.streams.input = 0;
    }
    if m.streams.output == id {
        m.streams.output = 1;
    }
    Ok(true)
}

pub(crate) fn flush0(m: &mut Machine) -> Res {
    let id = m.streams.output;
    flush(m, id)?;
    Ok(true)
}

/// Passes on what an output holds back.
fn flush(m: &mut Machine, id: usize) -> Result<(), Stop> {
    if let Some(o) = m.streams.get(id).and_then(|s| s.output.as_mut()) {
        o.flush();
    }
    written(m, id)
}

/// An error if the file behind an output has taken no more since this was last asked: `system_error` of the standard,
/// with the cause in its context.
pub(crate) fn written(m: &mut Machine, id: usize) -> Result<(), Stop> {
    let Some(cause) = m.streams.take_failure(id) else { return Ok(()) };
    let cause = m.atoms.intern(&cause);
    Err(m.system_error(cause))
}
pub(crate) fn flush1(m: &mut Machine) -> Res {
    let id = stream_arg(m, 0)?;
    let c = m.a(0);
    if m.streams.get(id).is_none_or(|s| s.output.is_none()) {
        return Err(m.permission_error(n::OUTPUT, n::STREAM, c));
    }
    flush(m, id)?;
    Ok(true)
}

pub(crate) fn at_end0(m: &mut Machine) -> Res {
    let id = m.streams.input;
    Ok(at_end(m, id))
}
pub(crate) fn at_end1(m: &mut Machine) -> Res {
    // By the property of that name: an output has none.
    let id = stream_arg(m, 0)?;
    Ok(at_end(m, id))
}
fn at_end(m: &mut Machine, id: usize) -> bool {
    match m.streams.get(id).and_then(|s| s.input.as_mut()) {
        Some(i) if i.is_lent() => i.peek_byte().is_none(),
        Some(i) => i.at_end(),
        None => false,
    }
}

pub(crate) fn set_position(m: &mut Machine) -> Res {
    let id = stream_arg(m, 0)?;
    let (s, p) = (m.a(0), m.a(1));
    if p.is_ref() {
        return Err(m.instantiation_error());
    }
    if m.functor(p).is_none_or(|(f, k)| k != 4 || m.atoms.name(f) != "$position") {
        return Err(m.domain_error(n::STREAM_POSITION, p));
    }
    let v: Vec<usize> = (0..4).map(|i| m.arg(p, i).as_int().max(0) as usize).collect();
    let Some(stream) = m.streams.get(id) else { return Ok(false) };
    let ok = stream.reposition && stream.input.as_mut().is_some_and(|i| i.seek(v[0], v[1], v[2], v[3]));
    if !ok {
        return Err(m.permission_error(n::REPOSITION, n::STREAM, s));
    }
    Ok(true)
}

pub(crate) fn line_count(m: &mut Machine) -> Res {
    let id = stream_arg(m, 0)?;
    let Some(s) = m.streams.get(id) else { return Ok(false) };
    let line = s.input.as_ref().map(|i| i.line).or_else(|| s.output.as_ref().map(|o| o.line)).unwrap_or(1);
    m.out(1, Cell::int(line as i64))
}

/// open_string(Text, Stream): a stream over a text, no grant needed.
pub(crate) fn open_string(m: &mut Machine) -> Res {
    let text = super::strings::text_arg(m, 0)?;
    let id = m.streams.add(Stream {
        alias: Vec::new(),
        file: None,
        mode: n::READ,
        binary: false,
        eof_action: EofAction::Code,
        reposition: true,
        input: Some(Input::from_text(&text)),
        output: None,
    });
    let h = handle(m, id)?;
    m.out(1, h)
}

fn properties(m: &mut Machine, id: usize) -> Vec<Cell> {
    let Some(s) = m.streams.get(id).cloned() else { return Vec::new() };
    let mut out = Vec::new();
    let one = |m: &mut Machine, f: Atom, a: Cell| m.structure(f, &[a]);
    if let Some(f) = s.file {
        out.push(one(m, n::FILE_NAME, Cell::atom(f)));
    }
    out.push(one(m, n::MODE, Cell::atom(s.mode)));
    out.push(Cell::atom(if s.input.is_some() { n::INPUT } else { n::OUTPUT }));
    for a in s.alias {
        out.push(one(m, n::ALIAS, Cell::atom(a)));
    }
    if let Some(i) = &s.input {
        let numbers = [i.offset(), i.chars, i.line, i.column].map(|v| Cell::int(v as i64));
        let name = m.atoms.intern("$position");
        let p = m.structure(name, &numbers);
        out.push(one(m, n::POSITION, p));
        let end = if i.past {
            n::PAST
        } else if i.at_end() {
            n::AT
        } else {
            n::NOT_EOF
        };
        out.push(one(m, n::END_OF_STREAM, Cell::atom(end)));
        let action = match s.eof_action {
            EofAction::Error => n::ERROR,
            EofAction::Code => n::EOF_CODE,
            EofAction::Reset => n::RESET,
        };
        out.push(one(m, n::EOF_ACTION, Cell::atom(action)));
    }
    if let Some(o) = &s.output {
        let numbers = [o.chars, o.chars, o.line, o.column].map(|v| Cell::int(v as i64));
        let name = m.atoms.intern("$position");
        let p = m.structure(name, &numbers);
        out.push(one(m, n::POSITION, p));
    }
    out.push(one(m, n::REPOSITION, Cell::atom(if s.reposition { n::TRUE } else { n::FALSE })));
    out.push(one(m, n::TYPE, Cell::atom(if s.binary { n::BINARY } else { n::TEXT })));
    out
}

pub(crate) fn stream_property(m: &mut Machine, state: Option<Cell>) -> Res {
    let (s, p) = (m.a(0), m.a(1));
    if state.is_none() {
        if !s.is_ref() {
            if m.functor(s) != Some((n::DOLLAR_STREAM, 1)) {
                return Err(m.domain_error(n::STREAM, s));
            }
            stream_id(m, s)?;
        }
        if !p.is_ref() {
            let known = [
                "file_name",
                "mode",
                "input",
                "output",
                "alias",
                "position",
                "end_of_stream",
                "eof_action",
                "reposition",
                "type",
                "encoding",
                "newline",
            ];
            let ok = m.functor(p).is_some_and(|(f, k)| {
                let name = m.atoms.name(f);
                known.contains(&name) && k == usize::from(!matches!(name, "input" | "output"))
            });
            if !ok {
                return Err(m.domain_error(n::STREAM_PROPERTY, p));
            }
        }
    }
    if let Some(rest) = state {
        return super::next_answer(m, rest, 2);
    }
    let ids: Vec<usize> = if s.is_ref() {
        (0..m.streams.table.len()).filter(|&i| m.streams.table[i].is_some()).collect()
    } else {
        vec![m.arg(s, 0).as_int() as usize]
    };
    let mut found = Vec::new();
    for id in ids {
        m.charge(64)?;
        for prop in properties(m, id) {
            if m.unifiable(p, prop) {
                let h = handle(m, id)?;
                found.push(m.structure(n::MINUS, &[h, prop]));
            }
        }
    }
    super::first_answer(m, found, 2)
}
