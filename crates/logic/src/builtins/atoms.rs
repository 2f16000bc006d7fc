//! Atoms as text: length, concatenation, parts.

use crate::atom::names as n;
use crate::cell::{Cell, STG};
use crate::machine::{Machine, Res, Stop};

/// The text of an atomic cell (atom, number or string), `None` for others. Charged by its length.
pub(crate) fn atomic_text(m: &mut Machine, c: Cell) -> Result<Option<String>, Stop> {
    let held = match c.tag() {
        crate::cell::ATM => m.atoms.name(c.as_atom()).len(),
        STG => m.heap[c.idx()].raw_words() * 8,
        _ => 0,
    };
    // The text itself, and what is made of it.
    m.ensure(held / 4)?;
    let text = match c.tag() {
        crate::cell::ATM => m.atoms.name(c.as_atom()).to_string(),
        STG => crate::heap::string_at(&m.heap, c),
        crate::cell::INT => c.as_int().to_string(),
        crate::cell::BIG => {
            let b = crate::heap::big_at(&m.heap, c);
            m.big_text(&b, 10)?
        }
        crate::cell::FLT => crate::writer::float_text(crate::heap::float_at(&m.heap, c)),
        _ => return Ok(None),
    };
    m.charge(text.len())?;
    Ok(Some(text))
}

/// The text of argument `i`, which must be atomic.
fn atomic_arg(m: &mut Machine, i: usize) -> Result<String, Stop> {
    let c = m.a(i);
    if c.is_ref() {
        return Err(m.instantiation_error());
    }
    match atomic_text(m, c)? {
        Some(text) => Ok(text),
        None => Err(m.type_error(n::ATOM, c)),
    }
}

/// The text of argument `i`, which must be an atom (a string passes for one, a number does not).
fn atom_arg(m: &mut Machine, i: usize) -> Result<String, Stop> {
    let c = m.a(i);
    if c.is_number() {
        return Err(m.type_error(n::ATOM, c));
    }
    atomic_arg(m, i)
}

pub(crate) fn atom_length(m: &mut Machine) -> Res {
    let a = m.a(0);
    if a.is_ref() {
        return Err(m.instantiation_error());
    }
    if a.is_compound() || a.is_number() {
        return Err(m.type_error(n::ATOM, a));
    }
    let len = m.a(1);
    if !len.is_ref() {
        if !len.is_integer() {
            return Err(m.type_error(n::INTEGER, len));
        }
        if m.is_negative(len) {
            return Err(m.domain_error(n::NOT_LESS_THAN_ZERO, len));
        }
    }
    let text = atom_arg(m, 0)?;
    m.out(1, Cell::int(text.chars().count() as i64))
}

pub(crate) fn atom_concat(m: &mut Machine, state: Option<Cell>) -> Res {
    let (a, b, c) = (m.a(0), m.a(1), m.a(2));
    for x in [a, b, c] {
        if x.is_compound() || x.is_number() {
            return Err(m.type_error(n::ATOM, x));
        }
    }
    if !a.is_ref() && !b.is_ref() {
        let (mut s, rest) = (atom_arg(m, 0)?, atom_arg(m, 1)?);
        m.ensure((s.len() + rest.len()) / 3)?;
        s.push_str(&rest);
        let r = m.atom(&s);
        return same_text(m, 2, r, &s);
    }
    if c.is_ref() {
        return Err(m.instantiation_error());
    }
    let whole = atom_arg(m, 2)?;
    if !a.is_ref() {
        let prefix = atom_arg(m, 0)?;
        return match whole.strip_prefix(prefix.as_str()) {
            Some(rest) => {
                let r = m.atom(rest);
                m.out(1, r)
            }
            None => Ok(false),
        };
    }
    if !b.is_ref() {
        let suffix = atom_arg(m, 1)?;
        return match whole.strip_suffix(suffix.as_str()) {
            Some(rest) => {
                let r = m.atom(rest);
                m.out(0, r)
            }
            None => Ok(false),
        };
    }
    let at = state.map_or(0, |s| s.as_int() as usize);
    let next = whole[at..].chars().next().map(|ch| at + ch.len_utf8());
    if let Some(next) = next {
        m.leave_choice(3, Cell::int(next as i64));
    }
    let (l, r) = (m.atom(&whole[..at]), m.atom(&whole[at..]));
    Ok(m.out(0, l)? && m.out(1, r)?)
}

/// Unifies argument `i` with an atom, letting a string with that text match too.
fn same_text(m: &mut Machine, i: usize, atom: Cell, text: &str) -> Res {
    let c = m.a(i);
    if c.tag() == STG {
        return Ok(atomic_text(m, c)?.as_deref() == Some(text));
    }
    m.out(i, atom)
}

fn count_arg(m: &mut Machine, i: usize) -> Result<Option<usize>, Stop> {
    let c = m.a(i);
    if c.is_ref() {
        return Ok(None);
    }
    if !c.is_integer() {
        return Err(m.type_error(n::INTEGER, c));
    }
    if m.is_negative(c) {
        return Err(m.domain_error(n::NOT_LESS_THAN_ZERO, c));
    }
    if !c.is_int() {
        return Ok(Some(usize::MAX >> 8));
    }
    Ok(Some(c.as_int() as usize))
}

pub(crate) fn sub_atom(m: &mut Machine, state: Option<Cell>) -> Res {
    sub_text(m, state, false)
}
pub(crate) fn sub_string(m: &mut Machine, state: Option<Cell>) -> Res {
    sub_text(m, state, true)
}

/// sub_atom(Atom, Before, Length, After, Sub) and its string twin.
fn sub_text(m: &mut Machine, state: Option<Cell>, string: bool) -> Res {
    let a = m.a(0);
    if a.is_ref() {
        return Err(m.instantiation_error());
    }
    let text = if string { super::strings::text_arg(m, 0)? } else { atom_arg(m, 0)? };
    let sub = m.a(4);
    if !(sub.is_ref() || sub.is_atom() || sub.tag() == STG || sub.is_number() && string) {
        return Err(m.type_error(n::ATOM, sub));
    }
    let (b, l, e) = (count_arg(m, 1)?, count_arg(m, 2)?, count_arg(m, 3)?);
    if !sub.is_ref() {
        return sub_known(m, Text::new(text), sub, (b, l, e), state);
    }
    let text = Text::new(text);
    let total = text.count;
    // Two of the three numbers, or a known one with the others enumerated.
    let single = match (b, l, e) {
        (Some(b), Some(l), _) => Some((b, l)),
        (Some(b), _, Some(e)) => (b + e <= total).then(|| (b, total - b - e)).or(Some((b, usize::MAX >> 8))),
        (_, Some(l), Some(e)) => (l + e <= total).then(|| (total - l - e, l)).or(Some((0, usize::MAX >> 8))),
        _ => None,
    };
    if let Some((b, l)) = single {
        return sub_found(m, &text, b, l, string);
    }
    let at = state.map_or(0, |s| s.as_int() as usize);
    let last = match (b, l, e) {
        (Some(b), _, _) => total.checked_sub(b),
        (_, Some(l), _) => total.checked_sub(l),
        (_, _, Some(e)) => total.checked_sub(e),
        _ => {
            // Both ends free: number `at` counts pairs (before, length).
            let mut rest = at;
            let mut before = 0;
            while before <= total && rest > total - before {
                rest -= total - before + 1;
                before += 1;
            }
            if before > total {
                return Ok(false);
            }
            if before < total {
                m.leave_choice(5, Cell::int(at as i64 + 1));
            }
            return sub_found(m, &text, before, rest, string);
        }
    };
    let Some(last) = last else { return Ok(false) };
    if at > last {
        return Ok(false);
    }
    if at < last {
        m.leave_choice(5, Cell::int(at as i64 + 1));
    }
    let (b, l) = match (b, l, e) {
        (Some(b), _, _) => (b, at),
        (_, Some(l), _) => (at, l),
        (_, _, Some(e)) => (at, total - e - at),
        _ => (0, 0),
    };
    sub_found(m, &text, b, l, string)
}

/// A text whose characters are counted.
struct Text {
    text: String,
    count: usize,
}

impl Text {
    fn new(text: String) -> Text {
        let count = text.chars().count();
        Text { text, count }
    }
    /// Where character `i` begins.
    fn at(&self, i: usize) -> usize {
        if self.count == self.text.len() {
            return i.min(self.count);
        }
        self.text.char_indices().nth(i).map_or(self.text.len(), |c| c.0)
    }
}

fn sub_found(m: &mut Machine, text: &Text, b: usize, l: usize, string: bool) -> Res {
    if b > text.count || l > text.count - b {
        return Ok(false);
    }
    let part = &text.text[text.at(b)..text.at(b + l)];
    m.ensure(part.len() / 8 + 16)?;
    let c = if string { crate::heap::push_string(&mut m.heap, part) } else { m.atom(part) };
    let after = text.count - b - l;
    Ok(m.out(1, Cell::int(b as i64))?
        && m.out(2, Cell::int(l as i64))?
        && m.out(3, Cell::int(after as i64))?
        && m.out(4, c)?)
}

/// The part is known: find its places. With one of the other numbers there is one place at most. The state is where the
/// search goes on.
fn sub_known(
    m: &mut Machine,
    text: Text,
    sub: Cell,
    (b, l, e): (Option<usize>, Option<usize>, Option<usize>),
    state: Option<Cell>,
) -> Res {
    let part = Text::new(atomic_text(m, sub)?.unwrap_or_default());
    let Some(most) = text.count.checked_sub(part.count) else { return Ok(false) };
    if l.is_some_and(|l| l != part.count) {
        return Ok(false);
    }
    let before = match (b, e) {
        (Some(b), Some(e)) if b.checked_add(e) != Some(most) => return Ok(false),
        (Some(b), _) if b > most => return Ok(false),
        (Some(b), _) => Some(b),
        (None, Some(e)) if e > most => return Ok(false),
        (None, Some(e)) => Some(most - e),
        (None, None) => None,
    };
    let before = match before {
        Some(b) if text.text[text.at(b)..].starts_with(&part.text) => b,
        Some(_) => return Ok(false),
        None => {
            let from = state.map_or(0, |s| s.as_int() as usize);
            let find = |from: usize| text.text.get(from..).and_then(|t| t.find(&part.text)).map(|i| from + i);
            let Some(at) = find(from) else { return Ok(false) };
            let next = text.text[at..].chars().next().map(|c| at + c.len_utf8());
            if let Some(next) = next.and_then(find) {
                m.leave_choice(5, Cell::int(next as i64));
            }
            text.text[..at].chars().count()
        }
    };
    let after = most - before;
    Ok(m.out(1, Cell::int(before as i64))?
        && m.out(2, Cell::int(part.count as i64))?
        && m.out(3, Cell::int(after as i64))?)
}

pub(crate) fn upcase(m: &mut Machine) -> Res {
    let s = atomic_arg(m, 0)?.to_uppercase();
    let c = m.atom(&s);
    m.out(1, c)
}
pub(crate) fn downcase(m: &mut Machine) -> Res {
    let s = atomic_arg(m, 0)?.to_lowercase();
    let c = m.atom(&s);
    m.out(1, c)
}

/// char_type/2 and code_type/2 for a bound character.
pub(crate) fn char_type(m: &mut Machine) -> Res {
    let (c, kind) = (m.a(0), m.a(1));
    if c.is_ref() || kind.is_ref() {
        return Err(m.instantiation_error());
    }
    let ch = if c.is_int() {
        u32::try_from(c.as_int()).ok().and_then(char::from_u32)
    } else {
        atomic_text(m, c)?.and_then(|t| t.chars().next())
    };
    let Some(ch) = ch else { return Ok(false) };
    let codes = c.is_int();
    let name = m.functor(kind).map(|(a, k)| (m.atoms.name(a).to_string(), k));
    let Some((name, arity)) = name else { return Ok(false) };
    let simple = match name.as_str() {
        "alpha" => ch.is_alphanumeric() || ch == '_',
        "alnum" => ch.is_alphanumeric(),
        "csym" => ch.is_alphanumeric() || ch == '_',
        "csymf" => ch.is_alphabetic() || ch == '_',
        "digit" if arity == 0 => ch.is_ascii_digit(),
        "space" | "white" => ch.is_whitespace(),
        "upper" if arity == 0 => ch.is_uppercase(),
        "lower" if arity == 0 => ch.is_lowercase(),
        "punct" => !ch.is_alphanumeric() && !ch.is_whitespace() && !ch.is_control(),
        "graph" => !ch.is_whitespace() && !ch.is_control(),
        "print" => !ch.is_control(),
        "cntrl" => ch.is_control(),
        "end_of_line" => matches!(ch, '\n' | '\r'),
        "newline" => ch == '\n',
        _ => false,
    };
    if arity == 0 {
        return Ok(simple);
    }
    let out = m.arg(kind, 0);
    let value = match name.as_str() {
        "digit" => ch.to_digit(10).map(|d| Cell::int(i64::from(d))),
        "xdigit" => ch.to_digit(16).map(|d| Cell::int(i64::from(d))),
        "to_lower" | "upper" => {
            if name == "upper" && !ch.is_uppercase() {
                return Ok(false);
            }
            let l = ch.to_lowercase().next().unwrap_or(ch);
            Some(if codes { Cell::int(i64::from(l as u32)) } else { Cell::atom(m.atoms.char_atom(l)) })
        }
        "to_upper" | "lower" => {
            if name == "lower" && !ch.is_lowercase() {
                return Ok(false);
            }
            let u = ch.to_uppercase().next().unwrap_or(ch);
            Some(if codes { Cell::int(i64::from(u as u32)) } else { Cell::atom(m.atoms.char_atom(u)) })
        }
        _ => None,
    };
    match value {
        Some(v) => Ok(m.unify(out, v)),
        None => Ok(false),
    }
}
