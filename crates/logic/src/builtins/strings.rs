//! Strings and text conversions beyond the standard.

use super::atoms::atomic_text;
use super::chars::{parse_number, push_chars, push_codes};
use super::terms::proper_list;
use crate::atom::names as n;
use crate::cell::{Cell, LST};
use crate::machine::{Machine, Res, Stop};
use crate::stream::Input;

/// Any text: atom, number, string, code or character list.
pub(crate) fn text_of(m: &mut Machine, c: Cell) -> Result<String, Stop> {
    let c = m.deref(c);
    if c.is_ref() {
        return Err(m.instantiation_error());
    }
    if c == Cell::atom(n::NIL) {
        return Ok(String::new());
    }
    if c.tag() == LST {
        return match super::chars::list_text(m, c, false, super::chars::Want::Any)? {
            Some(t) => Ok(t),
            None => Err(m.instantiation_error()),
        };
    }
    match atomic_text(m, c)? {
        Some(t) => Ok(t),
        None => Err(m.type_error(n::TEXT, c)),
    }
}
pub(crate) fn text_arg(m: &mut Machine, i: usize) -> Result<String, Stop> {
    let c = m.x[i];
    text_of(m, c)
}
fn out_string(m: &mut Machine, i: usize, s: &str) -> Res {
    m.ensure(s.len() / 8 + 3)?;
    let out = m.a(i);
    if !out.is_ref() && out.tag() != crate::cell::STG {
        return Ok(atomic_text(m, out)?.as_deref() == Some(s));
    }
    let c = crate::heap::push_string(&mut m.heap, s);
    m.out(i, c)
}

/// The texts of the first two arguments as one.
fn joined(m: &mut Machine) -> Result<String, Stop> {
    let (mut s, rest) = (text_arg(m, 0)?, text_arg(m, 1)?);
    m.ensure((s.len() + rest.len()) / 3)?;
    s.push_str(&rest);
    Ok(s)
}

/// string_concat/3; splits the third argument when the others are open. The state is a byte offset.
pub(crate) fn string_concat(m: &mut Machine, state: Option<Cell>) -> Res {
    let (a, b) = (m.a(0), m.a(1));
    if !a.is_ref() && !b.is_ref() {
        let s = joined(m)?;
        return out_string(m, 2, &s);
    }
    let whole = text_arg(m, 2)?;
    if !a.is_ref() {
        let prefix = text_arg(m, 0)?;
        return whole.strip_prefix(prefix.as_str()).map_or(Ok(false), |rest| out_string(m, 1, rest));
    }
    if !b.is_ref() {
        let suffix = text_arg(m, 1)?;
        return whole.strip_suffix(suffix.as_str()).map_or(Ok(false), |rest| out_string(m, 0, rest));
    }
    let at = state.map_or(0, |s| s.as_int() as usize);
    if let Some(c) = whole[at..].chars().next() {
        m.leave_choice(3, Cell::int((at + c.len_utf8()) as i64));
    }
    Ok(out_string(m, 0, &whole[..at])? && out_string(m, 1, &whole[at..])?)
}

/// The text of a term: the atom [] is that text, not a list of no characters.
fn term_source(m: &mut Machine, i: usize) -> Result<String, Stop> {
    if m.a(i) == Cell::atom(n::NIL) { Ok("[]".into()) } else { text_arg(m, i) }
}

/// `$read_text(Text, Term, Bindings)`.
pub(crate) fn read_text(m: &mut Machine) -> Res {
    let text = term_source(m, 0)?;
    let mut src = Input::from_text(&format!("{text} ."));
    match m.read_from(&mut src) {
        Ok(Some(r)) => {
            let names = super::options::read_info(m, n::VARIABLE_NAMES, &r);
            Ok(m.out(1, r.term)? && m.out(2, names)?)
        }
        Ok(None) => Ok(false),
        Err(e) => Err(super::options::syntax_stop(m, e)),
    }
}
pub(crate) fn text_concat(m: &mut Machine) -> Res {
    let s = joined(m)?;
    let c = m.atom(&s);
    m.out(2, c)
}
pub(crate) fn string_length(m: &mut Machine) -> Res {
    let k = text_arg(m, 0)?.chars().count();
    m.out(1, Cell::int(k as i64))
}
pub(crate) fn string_chars(m: &mut Machine) -> Res {
    if m.a(0).is_ref() {
        let s = text_arg(m, 1)?;
        return out_string(m, 0, &s);
    }
    let s = text_arg(m, 0)?;
    let l = push_chars(m, &s)?;
    m.out(1, l)
}
pub(crate) fn string_codes(m: &mut Machine) -> Res {
    if m.a(0).is_ref() {
        let s = text_arg(m, 1)?;
        return out_string(m, 0, &s);
    }
    let s = text_arg(m, 0)?;
    let l = push_codes(m, &s)?;
    m.out(1, l)
}
pub(crate) fn string_to_atom(m: &mut Machine) -> Res {
    if m.a(0).is_ref() {
        let s = text_arg(m, 1)?;
        return out_string(m, 0, &s);
    }
    let s = text_arg(m, 0)?;
    let c = m.atom(&s);
    m.out(1, c)
}
pub(crate) fn string_code(m: &mut Machine) -> Res {
    let i = m.a(0);
    if !i.is_integer() {
        return Err(if i.is_ref() { m.instantiation_error() } else { m.type_error(n::INTEGER, i) });
    }
    let s = text_arg(m, 1)?;
    let i = if i.is_int() { i.as_int() } else { 0 };
    match usize::try_from(i - 1).ok().and_then(|k| s.chars().nth(k)) {
        Some(c) => m.out(2, Cell::int(i64::from(c as u32))),
        None => Ok(false),
    }
}
pub(crate) fn number_string(m: &mut Machine) -> Res {
    if !m.a(1).is_ref() {
        let s = text_arg(m, 1)?;
        return match parse_number(m, s.trim_end())? {
            Some(c) => m.out(0, c),
            None => Ok(false),
        };
    }
    let s = text_arg(m, 0)?;
    out_string(m, 1, &s)
}
pub(crate) fn atom_string(m: &mut Machine) -> Res {
    if m.a(0).is_ref() {
        let s = text_arg(m, 1)?;
        let c = m.atom(&s);
        return m.out(0, c);
    }
    let s = text_arg(m, 0)?;
    out_string(m, 1, &s)
}
pub(crate) fn text_to_string(m: &mut Machine) -> Res {
    let s = text_arg(m, 0)?;
    out_string(m, 1, &s)
}
pub(crate) fn string_lower(m: &mut Machine) -> Res {
    let s = text_arg(m, 0)?.to_lowercase();
    out_string(m, 1, &s)
}
pub(crate) fn string_upper(m: &mut Machine) -> Res {
    let s = text_arg(m, 0)?.to_uppercase();
    out_string(m, 1, &s)
}

/// Reads a term from text; the end token may be missing.
fn parse(m: &mut Machine, text: &str) -> Result<Cell, Stop> {
    let mut src = Input::from_text(&format!("{text} ."));
    match m.read_from(&mut src) {
        Ok(Some(r)) => Ok(r.term),
        Ok(None) => Ok(Cell::atom(n::END_OF_FILE)),
        Err(e) => Err(super::options::syntax_stop(m, e)),
    }
}
fn term_text(m: &mut Machine, string: bool) -> Res {
    let t = m.a(0);
    if t.is_ref() {
        let s = term_source(m, 1)?;
        let c = parse(m, &s)?;
        return m.out(0, c);
    }
    let s = m.write_text(t, 1200, &super::output::quoted())?;
    if string {
        return out_string(m, 1, &s);
    }
    let c = m.atom(&s);
    m.out(1, c)
}
pub(crate) fn term_to_atom(m: &mut Machine) -> Res {
    term_text(m, false)
}
pub(crate) fn term_string(m: &mut Machine) -> Res {
    term_text(m, true)
}
pub(crate) fn read_term_from_atom(m: &mut Machine) -> Res {
    let s = term_source(m, 0)?;
    let c = parse(m, s.trim_end().trim_end_matches('.'))?;
    m.out(1, c)
}

/// The texts of a list one after the other, with another between them.
fn concatenated(m: &mut Machine, items: Vec<Cell>, sep: &str) -> Result<Cell, Stop> {
    let mut s = String::new();
    for (i, c) in items.into_iter().enumerate() {
        let text = text_of(m, c)?;
        m.ensure((s.len() + sep.len() + text.len()) / 4)?;
        m.charge(sep.len() + 8)?;
        if i > 0 {
            s += sep;
        }
        s += &text;
    }
    Ok(m.atom(&s))
}
pub(crate) fn atomic_list_concat2(m: &mut Machine) -> Res {
    let items = proper_list(m, m.x[0])?;
    let c = concatenated(m, items, "")?;
    m.out(1, c)
}
pub(crate) fn atomic_list_concat3(m: &mut Machine) -> Res {
    let sep = text_arg(m, 1)?;
    let (items, tail) = m.elements(m.x[0])?;
    let ground = tail == Cell::atom(n::NIL) && items.iter().all(|c| !m.deref(*c).is_ref());
    if ground {
        let c = concatenated(m, items, &sep)?;
        return m.out(2, c);
    }
    // Split mode.
    if sep.is_empty() {
        return Err(m.instantiation_error());
    }
    let whole = text_arg(m, 2)?;
    let mut parts: Vec<Cell> = Vec::new();
    for part in whole.split(sep.as_str()) {
        m.charge(8 + part.len())?;
        m.ensure(parts.len() * 3)?;
        parts.push(m.atom(part));
    }
    let l = crate::heap::push_list(&mut m.heap, parts.into_iter());
    m.out(0, l)
}

/// split_string(String, SeparatorChars, PadChars, SubStrings).
pub(crate) fn split_string(m: &mut Machine) -> Res {
    let (s, sep, pad) = (text_arg(m, 0)?, text_arg(m, 1)?, text_arg(m, 2)?);
    fn strip<'t>(p: &'t str, pad: &str) -> &'t str {
        p.trim_matches(|c| pad.contains(c))
    }
    m.charge(s.len().saturating_mul(1 + sep.len() + pad.len()))?;
    // Padding at the ends of the whole goes first, so separators that are also padding collapse there.
    let mut rest = strip(&s, &pad);
    let mut cells: Vec<Cell> = Vec::new();
    loop {
        let end = if sep.is_empty() { None } else { rest.find(|c| sep.contains(c)) };
        let part = strip(end.map_or(rest, |end| &rest[..end]), &pad);
        m.ensure(part.len() / 8 + cells.len() * 3 + 3)?;
        cells.push(crate::heap::push_string(&mut m.heap, part));
        let Some(end) = end else { break };
        let after = rest[end..].chars().next().map_or(end, |c| end + c.len_utf8());
        rest = rest[after..].trim_start_matches(|c| pad.contains(c));
    }
    let l = crate::heap::push_list(&mut m.heap, cells.into_iter());
    m.out(3, l)
}
