//! Writing: characters, terms, format/2,3 and captured output.

use super::atoms::atomic_text;
use super::streams::{self, Kind};
use crate::arith::Num;
use crate::atom::names as n;
use crate::cell::Cell;
use crate::machine::{Machine, Res, Stop};
use crate::stream::{EofAction, Output, Sink, Stream};
use crate::writer::Style;

/// The stream in argument `i`, or the current output; checked for text.
pub(crate) fn text_target(m: &mut Machine, stream: Option<usize>) -> Result<usize, Stop> {
    let (id, culprit) = match stream {
        Some(i) => (streams::stream_arg(m, i)?, m.a(i)),
        None => {
            let id = m.streams.output;
            // The culprit is only needed when the check fails.
            if m.streams.get(id).is_some_and(|s| s.output.is_some() && !s.binary) {
                return Ok(id);
            }
            (id, streams::handle(m, id)?)
        }
    };
    streams::check_output(m, id, culprit, Kind::Text)?;
    Ok(id)
}

/// Appends text to an output, within the memory limit.
pub(crate) fn emit(m: &mut Machine, id: usize, text: &str) -> Result<(), Stop> {
    m.charge(text.len() / 4)?;
    let Some(o) = m.streams.get(id).and_then(|s| s.output.as_mut()) else { return Ok(()) };
    let held = o.held();
    if held > 0x1000 {
        // Doubled when it grows.
        m.ensure((held + text.len()) / 8)?;
    }
    if let Some(o) = m.streams.get(id).and_then(|s| s.output.as_mut()) {
        o.write_str(text);
        if o.failed.is_some() {
            return streams::written(m, id);
        }
    }
    Ok(())
}

fn put(m: &mut Machine, stream: Option<usize>, arg: usize, code: bool) -> Res {
    if let Some(i) = stream
        && m.a(i).is_ref()
    {
        return Err(m.instantiation_error());
    }
    let c = m.a(arg);
    if c.is_ref() {
        return Err(m.instantiation_error());
    }
    let ch = if code {
        if !c.is_integer() {
            return Err(m.type_error(n::INTEGER, c));
        }
        match c.is_int().then(|| u32::try_from(c.as_int()).ok().and_then(char::from_u32)).flatten() {
            Some(ch) => ch,
            None => return Err(m.representation_error(n::CHARACTER_CODE)),
        }
    } else {
        match super::chars::single(m, c) {
            Some(ch) => ch,
            None => return Err(m.type_error(n::CHARACTER, c)),
        }
    };
    let id = text_target(m, stream)?;
    let mut buf = [0; 4];
    emit(m, id, ch.encode_utf8(&mut buf))?;
    Ok(true)
}
pub(crate) fn put_char1(m: &mut Machine) -> Res {
    put(m, None, 0, false)
}
pub(crate) fn put_char2(m: &mut Machine) -> Res {
    put(m, Some(0), 1, false)
}
pub(crate) fn put_code1(m: &mut Machine) -> Res {
    put(m, None, 0, true)
}
pub(crate) fn put_code2(m: &mut Machine) -> Res {
    put(m, Some(0), 1, true)
}
fn put_byte(m: &mut Machine, stream: Option<usize>, arg: usize) -> Res {
    let id = match stream {
        Some(i) => streams::stream_arg(m, i)?,
        None => m.streams.output,
    };
    let c = m.a(arg);
    if c.is_ref() {
        return Err(m.instantiation_error());
    }
    if !(c.is_int() && (0..=255).contains(&c.as_int())) {
        return Err(m.type_error(n::BYTE, c));
    }
    let culprit = match stream {
        Some(i) => m.a(i),
        None => streams::handle(m, id)?,
    };
    streams::check_output(m, id, culprit, Kind::Binary)?;
    if let Some(o) = m.streams.get(id).and_then(|s| s.output.as_mut()) {
        o.write_bytes(&[c.as_int() as u8]);
    }
    streams::written(m, id)?;
    Ok(true)
}
pub(crate) fn put_byte1(m: &mut Machine) -> Res {
    put_byte(m, None, 0)
}
pub(crate) fn put_byte2(m: &mut Machine) -> Res {
    put_byte(m, Some(0), 1)
}
pub(crate) fn nl0(m: &mut Machine) -> Res {
    let id = text_target(m, None)?;
    emit(m, id, "\n")?;
    Ok(true)
}
pub(crate) fn nl1(m: &mut Machine) -> Res {
    let id = text_target(m, Some(0))?;
    emit(m, id, "\n")?;
    Ok(true)
}
fn tab(m: &mut Machine, stream: Option<usize>, arg: usize) -> Res {
    let v = m.eval(m.x[arg])?;
    let k = match v {
        Num::Int(k) => k.max(0),
        Num::Big(b) if b.sign() == num_bigint::Sign::Minus => 0,
        Num::Big(_) => i64::MAX,
        Num::Float(f) => {
            let c = crate::heap::push_float(&mut m.heap, f);
            return Err(m.type_error(n::INTEGER, c));
        }
    };
    let id = text_target(m, stream)?;
    let mut text = String::new();
    fill(m, &mut text, ' ', k)?;
    emit(m, id, &text)?;
    Ok(true)
}
pub(crate) fn tab1(m: &mut Machine) -> Res {
    tab(m, None, 0)
}
pub(crate) fn tab2(m: &mut Machine) -> Res {
    tab(m, Some(0), 1)
}

/// Styles of the write family.
pub(crate) fn plain() -> Style {
    Style { numbervars: true, ..Style::default() }
}
pub(crate) fn quoted() -> Style {
    Style { quoted: true, numbervars: true, ..Style::default() }
}
/// The style of print/1,2.
pub(crate) fn portrayed(m: &mut Machine) -> Style {
    Style { portrayed: m.has_portray(), ..quoted() }
}
pub(crate) fn print1(m: &mut Machine) -> Res {
    let style = portrayed(m);
    write_to(m, None, 0, style).map(|()| true)
}
pub(crate) fn print2(m: &mut Machine) -> Res {
    let style = portrayed(m);
    write_to(m, Some(0), 1, style).map(|()| true)
}
pub(crate) fn canonical() -> Style {
    Style { quoted: true, ignore_ops: true, ..Style::default() }
}

pub(crate) fn write_to(m: &mut Machine, stream: Option<usize>, arg: usize, style: Style) -> Result<(), Stop> {
    let id = text_target(m, stream)?;
    let text = m.write_text(m.x[arg], 1200, &style)?;
    emit(m, id, &text)
}
macro_rules! writes {
    ($($one:ident $two:ident $style:expr;)*) => {$(
        pub(crate) fn $one(m: &mut Machine) -> Res {
            write_to(m, None, 0, $style).map(|()| true)
        }
        pub(crate) fn $two(m: &mut Machine) -> Res {
            write_to(m, Some(0), 1, $style).map(|()| true)
        }
    )*};
}
writes! {
    write1 write2 plain();
    writeq1 writeq2 quoted();
    write_canonical1 write_canonical2 canonical();
}
pub(crate) fn writeln1(m: &mut Machine) -> Res {
    write_to(m, None, 0, plain())?;
    nl0(m)
}
pub(crate) fn writeln2(m: &mut Machine) -> Res {
    write_to(m, Some(0), 1, plain())?;
    nl1(m)
}

// ---- captured output

pub(crate) fn capture_begin(m: &mut Machine) -> Res {
    begin_capture(m);
    Ok(true)
}
/// From here on output is kept.
pub(crate) fn begin_capture(m: &mut Machine) {
    let old = m.streams.output;
    m.captures.push(old);
    let id = m.streams.add(Stream {
        alias: Vec::new(),
        file: None,
        mode: n::WRITE,
        binary: false,
        eof_action: EofAction::Code,
        reposition: false,
        input: None,
        output: Some(Output::new(Sink::Buffer(Vec::new()))),
    });
    m.streams.output = id;
}
/// What was written since capturing began.
pub(crate) fn captured(m: &mut Machine) -> String {
    let id = m.streams.output;
    let Some(old) = m.captures.pop() else { return String::new() };
    m.streams.output = old;
    let text = match m.streams.table[id].take().and_then(|s| s.output).map(|o| o.sink) {
        Some(Sink::Buffer(b)) => String::from_utf8_lossy(&b).into_owned(),
        _ => String::new(),
    };
    if id + 1 == m.streams.table.len() {
        m.streams.table.pop();
    }
    text
}
pub(crate) fn capture_end(m: &mut Machine) -> Res {
    let text = captured(m);
    m.ensure(text.len() / 8 + 2)?;
    let c = crate::heap::push_string(&mut m.heap, &text);
    m.out(0, c)
}
/// A line on user_error.
pub(crate) fn message(m: &mut Machine) -> Res {
    let text = m.show(m.x[0]);
    emit(m, 2, &format!("{text}\n"))?;
    Ok(true)
}
// ---- format

pub(crate) fn format1(m: &mut Machine) -> Res {
    let f = m.x[0];
    let text = format_text(m, f, Cell::atom(n::NIL))?;
    let id = text_target(m, None)?;
    emit(m, id, &text)?;
    Ok(true)
}
pub(crate) fn format2(m: &mut Machine) -> Res {
    let (f, a) = (m.x[0], m.x[1]);
    let text = format_text(m, f, a)?;
    let id = text_target(m, None)?;
    emit(m, id, &text)?;
    Ok(true)
}
pub(crate) fn format3(m: &mut Machine) -> Res {
    let (f, a) = (m.x[1], m.x[2]);
    let target = m.a(0);
    if let Some((f0, 1)) = m.functor(target)
        && f0 != n::DOLLAR_STREAM
    {
        let kind = m.atoms.name(f0).to_string();
        let text = format_text(m, f, a)?;
        let c = match kind.as_str() {
            "atom" => m.atom(&text),
            "codes" => super::chars::push_codes(m, &text)?,
            "chars" => super::chars::push_chars(m, &text)?,
            "string" => crate::heap::push_string(&mut m.heap, &text),
            _ => return Err(m.domain_error(n::STREAM_OR_ALIAS, target)),
        };
        let out = m.arg(target, 0);
        return Ok(m.unify(out, c));
    }
    let text = format_text(m, f, a)?;
    let id = text_target(m, Some(0))?;
    emit(m, id, &text)?;
    Ok(true)
}
/// sformat(String, Format, Args).
pub(crate) fn sformat(m: &mut Machine) -> Res {
    let (f, a) = (m.x[1], m.x[2]);
    let text = format_text(m, f, a)?;
    let c = crate::heap::push_string(&mut m.heap, &text);
    m.out(0, c)
}

/// Appends a character so many times, within the limits.
fn fill(m: &mut Machine, out: &mut String, c: char, times: i64) -> Result<(), Stop> {
    let times = usize::try_from(times).unwrap_or(0);
    m.ensure(out.len().saturating_add(times.saturating_mul(c.len_utf8())) / 4)?;
    m.charge(times)?;
    out.extend(std::iter::repeat_n(c, times));
    Ok(())
}

fn format_error(m: &mut Machine, what: &str) -> Stop {
    let msg = m.atom(what);
    let name = m.atoms.intern("format");
    let f = m.structure(name, &[msg]);
    m.throw_formal(f)
}

/// Column bookkeeping of `~t`, `~|` and `~+`.
struct Columns {
    line_start: usize,
    segment: usize,
    fills: Vec<(usize, char)>,
    last_stop: usize,
}

fn format_text(m: &mut Machine, format: Cell, args: Cell) -> Result<String, Stop> {
    let f = super::strings::text_of(m, format)?;
    let args = m.deref(args);
    let (mut items, tail) = m.elements(args)?;
    if tail != Cell::atom(n::NIL) {
        items = vec![args];
    }
    let mut args = items.into_iter();
    let mut out = String::new();
    let mut cols = Columns { line_start: 0, segment: 0, fills: Vec::new(), last_stop: 0 };
    let mut chars = f.chars().peekable();
    while let Some(c) = chars.next() {
        if c != '~' {
            out.push(c);
            if c == '\n' {
                cols = Columns { line_start: out.len(), segment: out.len(), fills: Vec::new(), last_stop: 0 };
            }
            continue;
        }
        let mut num: Option<i64> = None;
        if chars.peek() == Some(&'`') {
            chars.next();
            num = chars.next().map(|c| i64::from(c as u32));
        } else if chars.peek() == Some(&'*') {
            chars.next();
            let Some(a) = args.next() else { return Err(format_error(m, "not enough arguments")) };
            let a = m.deref(a);
            if !a.is_integer() || m.is_negative(a) {
                return Err(format_error(m, "no or negative integer for `*' argument"));
            }
            num = Some(if a.is_int() { a.as_int() } else { i64::MAX });
        } else {
            while let Some(d) = chars.peek().and_then(|c| c.to_digit(10)) {
                num = Some(num.unwrap_or(0).saturating_mul(10).saturating_add(i64::from(d)));
                chars.next();
            }
        }
        let Some(d) = chars.next() else { return Err(format_error(m, "truncated format")) };
        match d {
            '~' => out.push('~'),
            'n' => {
                fill(m, &mut out, '\n', num.unwrap_or(1))?;
                cols = Columns { line_start: out.len(), segment: out.len(), fills: Vec::new(), last_stop: 0 };
            }
            't' => {
                let fill = num.and_then(|v| u32::try_from(v).ok()).and_then(char::from_u32).unwrap_or(' ');
                cols.fills.push((out.len(), fill));
            }
            '|' | '+' => column_stop(m, &mut out, &mut cols, d, num)?,
            'i' => {
                args.next();
            }
            _ => {
                let Some(a) = args.next() else { return Err(format_error(m, "not enough arguments")) };
                directive(m, d, num, a, &mut out)?;
            }
        }
        m.charge(8)?;
        m.ensure(out.len() / 8)?;
    }
    if args.next().is_some() {
        return Err(format_error(m, "too many arguments"));
    }
    Ok(out)
}

fn column_stop(
    m: &mut Machine,
    out: &mut String,
    cols: &mut Columns,
    d: char,
    num: Option<i64>,
) -> Result<(), Stop> {
    let width_now = out[cols.line_start..].chars().count();
    m.charge(width_now)?;
    let wanted = num.map(|v| usize::try_from(v).unwrap_or(0));
    let target = match d {
        '+' => cols.last_stop.saturating_add(wanted.unwrap_or(8)),
        _ => wanted.unwrap_or(width_now),
    };
    if target > width_now {
        let pad = target - width_now;
        m.ensure(out.len().saturating_add(pad.saturating_mul(4)) / 4)?;
        m.charge(pad)?;
        if cols.fills.is_empty() {
            // Without ~t: text to the left for ~|, and for ~+ too.
            out.push_str(&" ".repeat(pad));
        } else {
            let k = cols.fills.len();
            for (i, (at, fill)) in cols.fills.drain(..).enumerate().collect::<Vec<_>>().into_iter().rev() {
                let share = pad / k + usize::from(i >= k - pad % k);
                let text: String = std::iter::repeat_n(fill, share).collect();
                m.charge(out.len() - at)?;
                out.insert_str(at, &text);
            }
        }
    }
    cols.fills.clear();
    cols.last_stop = target.max(width_now);
    cols.segment = out.len();
    Ok(())
}

/// Digits of a float beyond which all are zero.
const FRACTION: usize = 1100;

/// A number with so many digits behind the point, as `~e`, `~f` and `~g` write it. Integers are exact.
fn decimal(m: &mut Machine, d: char, v: &Num, digits: i64) -> Result<String, Stop> {
    let digits = usize::try_from(digits).unwrap_or(0);
    m.ensure(digits / 4)?;
    m.charge(digits)?;
    let padding = digits.saturating_sub(FRACTION);
    let shown = digits.min(FRACTION);
    let zeros = |k: usize| "0".repeat(k);
    let f = match v {
        Num::Float(f) => *f,
        exact if d == 'f' => {
            let whole = match exact {
                Num::Big(b) => m.big_text(b, 10)?,
                Num::Int(i) => i.to_string(),
                Num::Float(f) => f.to_string(),
            };
            return Ok(if digits == 0 { whole } else { whole + "." + &zeros(digits) });
        }
        Num::Int(i) => *i as f64,
        Num::Big(b) => match num_traits::ToPrimitive::to_f64(b).filter(|f| f.is_finite()) {
            Some(f) => f,
            None => return Err(m.evaluation_error(n::FLOAT_OVERFLOW)),
        },
    };
    Ok(match d {
        'e' => {
            let s = format!("{f:.shown$e}");
            let (mant, exp) = s.split_once('e').unwrap_or((&s, "0"));
            let (sign, e) = exp.strip_prefix('-').map_or(('+', exp), |e| ('-', e));
            format!("{mant}{}e{sign}{e:0>2}", zeros(padding))
        }
        'f' => format!("{f:.shown$}") + &zeros(padding),
        _ => crate::writer::float_text(f),
    })
}

fn directive(m: &mut Machine, d: char, num: Option<i64>, a: Cell, out: &mut String) -> Result<(), Stop> {
    let a = m.deref(a);
    match d {
        'w' => out.push_str(&m.write_text(a, 1200, &plain())?),
        'p' => {
            let style = portrayed(m);
            out.push_str(&m.write_text(a, 1200, &style)?);
        }
        'q' => out.push_str(&m.write_text(a, 1200, &quoted())?),
        'k' => out.push_str(&m.write_text(a, 1200, &canonical())?),
        'a' => match atomic_text(m, a)? {
            Some(t) => out.push_str(&t),
            None if a.is_ref() => return Err(m.instantiation_error()),
            None => out.push_str(&m.write_text(a, 1200, &plain())?),
        },
        's' => {
            let t = super::strings::text_of(m, a)?;
            out.push_str(&t);
        }
        'c' => {
            if !a.is_int() {
                return Err(m.type_error(n::INTEGER, a));
            }
            let ch = u32::try_from(a.as_int()).ok().and_then(char::from_u32);
            let Some(ch) = ch else { return Err(m.representation_error(n::CHARACTER_CODE)) };
            fill(m, out, ch, num.unwrap_or(1))?;
        }
        'd' | 'D' => {
            let a = if a.is_compound() { m.eval_cell(a)? } else { a };
            if a.is_ref() {
                return Err(m.instantiation_error());
            }
            if !a.is_integer() {
                return Err(m.type_error(n::INTEGER, a));
            }
            let text = atomic_text(m, a)?.unwrap_or_default();
            let digits = usize::try_from(num.unwrap_or(0)).unwrap_or(0);
            m.ensure(digits / 4)?;
            m.charge(digits)?;
            out.push_str(&grouped(&text, digits, d == 'D'));
        }
        'e' | 'f' | 'g' => {
            let v = m.eval(a)?;
            out.push_str(&decimal(m, d, &v, num.unwrap_or(6))?);
        }
        'r' | 'R' => {
            if !a.is_integer() {
                return Err(m.type_error(n::INTEGER, a));
            }
            let radix = num.unwrap_or(8);
            if !(2..=36).contains(&radix) {
                return Err(format_error(m, "radix must be between 2 and 36"));
            }
            let big = crate::arith::num_of(&m.heap, a).and_then(|v| v.big()).unwrap_or_default();
            let s = m.big_text(&big, radix as u32)?;
            out.push_str(&if d == 'R' { s.to_uppercase() } else { s });
        }
        _ => return Err(format_error(m, "unknown directive")),
    }
    Ok(())
}

/// Digits with a decimal point `point` places from the right, optionally grouped by commas.
fn grouped(text: &str, point: usize, group: bool) -> String {
    let (sign, digits) = text.strip_prefix('-').map_or(("", text), |d| ("-", d));
    let padded = format!("{digits:0>width$}", width = point + 1);
    let (whole, fraction) = padded.split_at(padded.len() - point);
    let mut w = String::new();
    for (i, c) in whole.chars().enumerate() {
        if group && i > 0 && (whole.len() - i).is_multiple_of(3) {
            w.push(',');
        }
        w.push(c);
    }
    if point > 0 { format!("{sign}{w}.{fraction}") } else { format!("{sign}{w}") }
}
