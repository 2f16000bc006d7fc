//! Characters and codes: conversions of atoms and numbers, and character input.

use super::atoms::atomic_text;
use super::streams::{self, Kind};
use crate::atom::names as n;
use crate::cell::{Cell, LST, STG};
use crate::machine::{Machine, Res, Stop};
use crate::reader::lexer::{Lexer, Token};
use crate::stream::Input;

/// What the elements of a text list must be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Want {
    Any,
    Codes,
    Chars,
}

/// A list of characters or codes as text. `Ok(None)` when partial and `partial` allows it.
pub(crate) fn list_text(
    m: &mut Machine,
    list: Cell,
    partial: bool,
    want: Want,
) -> Result<Option<String>, Stop> {
    let mut s = String::new();
    let mut l = m.deref(list);
    if l.tag() == STG {
        return atomic_text(m, l);
    }
    // First what the list is, then what is in it.
    let tail = m.each_element(l, |_| {});
    if tail.is_ref() && tail.idx() < m.heap.len() {
        return if partial { Ok(None) } else { Err(m.instantiation_error()) };
    }
    if tail != Cell::atom(n::NIL) {
        return Err(m.type_error(n::LIST, list));
    }
    let mut steps = 0usize;
    loop {
        if l.tag() != LST {
            m.charge(s.len())?;
            return Ok(Some(s));
        }
        let c = m.deref(m.heap[l.idx()]);
        if c.is_ref() {
            return if partial { Ok(None) } else { Err(m.instantiation_error()) };
        }
        if want == Want::Codes && !c.is_int() {
            return Err(m.representation_error(n::CHARACTER_CODE));
        }
        if c.is_int() && want != Want::Chars {
            match u32::try_from(c.as_int()).ok().and_then(char::from_u32) {
                Some(ch) => s.push(ch),
                None => return Err(m.representation_error(n::CHARACTER_CODE)),
            }
        } else {
            let one = c.is_atom().then(|| single(m, c)).flatten();
            match one {
                Some(ch) => s.push(ch),
                None => return Err(m.type_error(n::CHARACTER, c)),
            }
        }
        l = m.deref(m.heap[l.idx() + 1]);
        steps += 1;
        if steps > m.limits.memory_cells {
            return Err(m.resource_error(n::MEMORY));
        }
    }
}

/// The character of a one-character atom.
pub(crate) fn single(m: &Machine, c: Cell) -> Option<char> {
    if !c.is_atom() {
        return None;
    }
    let mut chars = m.atoms.name(c.as_atom()).chars();
    match (chars.next(), chars.next()) {
        (Some(ch), None) => Some(ch),
        _ => None,
    }
}

pub(crate) fn push_chars(m: &mut Machine, s: &str) -> Result<Cell, Stop> {
    m.ensure(s.len() * 2)?;
    m.charge(s.len())?;
    let cells: Vec<Cell> = s.chars().map(|c| Cell::atom(m.atoms.char_atom(c))).collect();
    Ok(crate::heap::push_list(&mut m.heap, cells.into_iter()))
}
pub(crate) fn push_codes(m: &mut Machine, s: &str) -> Result<Cell, Stop> {
    m.ensure(s.len() * 2)?;
    m.charge(s.len())?;
    Ok(crate::heap::push_list(&mut m.heap, s.chars().map(|c| Cell::int(i64::from(c as u32)))))
}

fn atom_list(m: &mut Machine, codes: bool) -> Res {
    let a = m.a(0);
    if a.is_compound() || a.is_number() {
        return Err(m.type_error(n::ATOM, a));
    }
    if let Some(text) = atomic_text(m, a)? {
        check_list(m, 1, codes)?;
        let given = m.a(1);
        if given.tag() == STG {
            return Ok(atomic_text(m, given)?.as_deref() == Some(text.as_str()));
        }
        let l = if codes { push_codes(m, &text)? } else { push_chars(m, &text)? };
        return m.out(1, l);
    }
    let l = m.x[1];
    let text = match list_text(m, l, false, if codes { Want::Codes } else { Want::Chars })? {
        Some(t) => t,
        None => return Err(m.instantiation_error()),
    };
    let c = m.atom(&text);
    m.out(0, c)
}

/// A list argument that is given must be a list of characters (or codes) as far as it goes.
fn check_list(m: &mut Machine, i: usize, codes: bool) -> Result<(), Stop> {
    let whole = m.a(i);
    if whole.tag() == STG {
        return Ok(());
    }
    let mut items = Vec::new();
    let tail = m.each_element(whole, |c| items.push(c));
    if !tail.is_ref() && tail != Cell::atom(n::NIL) {
        return Err(m.type_error(n::LIST, whole));
    }
    for c in items {
        let c = m.deref(c);
        if c.is_ref() {
            continue;
        }
        if codes {
            if !c.is_integer() {
                return Err(m.type_error(n::INTEGER, c));
            }
            if !c.is_int() || u32::try_from(c.as_int()).ok().and_then(char::from_u32).is_none() {
                return Err(m.representation_error(n::CHARACTER_CODE));
            }
        } else if single(m, c).is_none() {
            return Err(m.type_error(n::CHARACTER, c));
        }
    }
    Ok(())
}

pub(crate) fn atom_chars(m: &mut Machine) -> Res {
    atom_list(m, false)
}
pub(crate) fn atom_codes(m: &mut Machine) -> Res {
    atom_list(m, true)
}

pub(crate) fn char_code(m: &mut Machine) -> Res {
    let (c, k) = (m.a(0), m.a(1));
    if !c.is_ref() {
        let Some(ch) = single(m, c) else { return Err(m.type_error(n::CHARACTER, c)) };
        if !k.is_ref() && !k.is_integer() {
            return Err(m.type_error(n::INTEGER, k));
        }
        return m.out(1, Cell::int(i64::from(ch as u32)));
    }
    if k.is_ref() {
        return Err(m.instantiation_error());
    }
    if !k.is_integer() {
        return Err(m.type_error(n::INTEGER, k));
    }
    let ch = if k.is_int() { u32::try_from(k.as_int()).ok().and_then(char::from_u32) } else { None };
    match ch {
        Some(ch) => {
            let a = m.atoms.char_atom(ch);
            m.out(0, Cell::atom(a))
        }
        None => Err(m.representation_error(n::CHARACTER_CODE)),
    }
}

/// Reads a number from text as the reader would: leading layout, sign, one numeral, nothing after.
pub(crate) fn parse_number(m: &mut Machine, text: &str) -> Result<Option<Cell>, Stop> {
    let mut src = Input::from_text(text);
    let mut lex = Lexer {
        src: &mut src,
        convert: None,
        line: 1,
        column: 1,
        layout: false,
        max_chars: text.len() + 1,
        broken_off: false,
    };
    let mut negative = false;
    let mut token = lex.next();
    if matches!(&token, Ok(Token::Name(s, _)) if s == "-") {
        negative = true;
        token = lex.next();
    }
    let rest = lex.src.peek_char().is_some();
    if rest {
        return Ok(None);
    }
    Ok(match token {
        Ok(Token::Int(i)) => Some(crate::heap::push_int(&mut m.heap, if negative { -i } else { i })),
        Ok(Token::Big(b)) => Some(crate::heap::push_big(&mut m.heap, &if negative { -b } else { b })),
        Ok(Token::Float(f)) => Some(crate::heap::push_float(&mut m.heap, if negative { -f } else { f })),
        _ => None,
    })
}

fn number_list(m: &mut Machine, codes: bool) -> Res {
    let v = m.a(0);
    if !v.is_ref() && !v.is_number() {
        return Err(m.type_error(n::NUMBER, v));
    }
    let list = m.x[1];
    if v.is_number() {
        check_list(m, 1, codes)?;
    }
    if let Some(text) = list_text(m, list, v.is_number(), if codes { Want::Codes } else { Want::Chars })? {
        return match parse_number(m, &text)? {
            Some(c) => m.out(0, c),
            None => {
                let what = m.atoms.intern("illegal_number");
                let f = m.structure(n::SYNTAX_ERROR, &[Cell::atom(what)]);
                Err(m.throw_formal(f))
            }
        };
    }
    let text = atomic_text(m, v)?.unwrap_or_default();
    let l = if codes { push_codes(m, &text)? } else { push_chars(m, &text)? };
    m.out(1, l)
}
pub(crate) fn number_chars(m: &mut Machine) -> Res {
    number_list(m, false)
}
pub(crate) fn number_codes(m: &mut Machine) -> Res {
    number_list(m, true)
}
pub(crate) fn atom_number(m: &mut Machine) -> Res {
    let a = m.a(0);
    if a.is_ref() {
        let v = m.a(1);
        if v.is_ref() {
            return Err(m.instantiation_error());
        }
        if !v.is_number() {
            return Err(m.type_error(n::NUMBER, v));
        }
        let t = atomic_text(m, v)?.unwrap_or_default();
        let c = m.atom(&t);
        return m.out(0, c);
    }
    let Some(text) = atomic_text(m, a)? else { return Err(m.type_error(n::ATOM, a)) };
    match parse_number(m, &text)? {
        Some(c) => m.out(1, c),
        None => Ok(false),
    }
}

// ---- character input

#[derive(Clone, Copy, PartialEq)]
enum Unit {
    Char,
    Code,
    Byte,
}

/// The common part of get_ and peek_: `arg` is the output argument.
fn input(m: &mut Machine, stream: Option<usize>, arg: usize, unit: Unit, peek: bool) -> Res {
    let id = match stream {
        Some(i) => streams::stream_arg(m, i)?,
        None => m.streams.input,
    };
    let c = m.a(arg);
    if !c.is_ref() {
        check_in(m, c, unit)?;
    }
    let culprit = match stream {
        Some(i) => m.a(i),
        None => streams::handle(m, id)?,
    };
    streams::check_input(m, id, culprit, if unit == Unit::Byte { Kind::Binary } else { Kind::Text })?;
    let Some(s) = m.streams.get(id) else { return Ok(false) };
    let Some(input) = &mut s.input else { return Ok(false) };
    let value = match unit {
        Unit::Byte => {
            let b = if peek { input.peek_byte() } else { input.next_byte() };
            b.map(u32::from)
        }
        _ => {
            let c = if peek { input.peek_char() } else { input.next_char() };
            c.map(|c| c as u32)
        }
    };
    if value.is_none() && !peek {
        input.past = true;
    }
    let cell = match (value, unit) {
        (Some(v), Unit::Char) => {
            let ch = char::from_u32(v).unwrap_or(char::REPLACEMENT_CHARACTER);
            Cell::atom(m.atoms.char_atom(ch))
        }
        (Some(v), _) => Cell::int(i64::from(v)),
        (None, Unit::Char) => Cell::atom(n::END_OF_FILE),
        (None, _) => Cell::int(-1),
    };
    m.out(arg, cell)
}

fn check_in(m: &mut Machine, c: Cell, unit: Unit) -> Result<(), Stop> {
    match unit {
        Unit::Char => {
            if single(m, c).is_none() && c != Cell::atom(n::END_OF_FILE) {
                return Err(m.type_error(n::IN_CHARACTER, c));
            }
        }
        Unit::Code => {
            if !c.is_integer() {
                return Err(m.type_error(n::INTEGER, c));
            }
            let ok = c.is_int()
                && (c.as_int() == -1 || u32::try_from(c.as_int()).ok().and_then(char::from_u32).is_some());
            if !ok {
                return Err(m.representation_error(n::IN_CHARACTER_CODE));
            }
        }
        Unit::Byte => {
            if !(c.is_int() && (-1..=255).contains(&c.as_int())) {
                return Err(m.type_error(n::IN_BYTE, c));
            }
        }
    }
    Ok(())
}

macro_rules! inputs {
    ($($name1:ident $name2:ident $unit:expr, $peek:expr;)*) => {$(
        pub(crate) fn $name1(m: &mut Machine) -> Res {
            input(m, None, 0, $unit, $peek)
        }
        pub(crate) fn $name2(m: &mut Machine) -> Res {
            input(m, Some(0), 1, $unit, $peek)
        }
    )*};
}
inputs! {
    get_char1 get_char2 Unit::Char, false;
    peek_char1 peek_char2 Unit::Char, true;
    get_code1 get_code2 Unit::Code, false;
    peek_code1 peek_code2 Unit::Code, true;
    get_byte1 get_byte2 Unit::Byte, false;
    peek_byte1 peek_byte2 Unit::Byte, true;
}
