//! Writing: characters, terms, format/2,3 and captured output.

use super::atoms::atomic_text;
use super::streams::{self, Kind};
use crate::atom::names as n;
use crate::cell::Cell;
use crate::machine::{Machine, Res, Stop};
use crate::stream::{EofAction, Output, Sink, Stream};
use crate::writer::{Style, write_term};

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
    o.write_str(text);
    if o.held() / 8 > m.limits.memory_cells {
        return Err(m.resource_error(n::MEMORY));
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
    let crate::arith::Num::Int(k) = v else { return Ok(false) };
    let id = text_target(m, stream)?;
    let k = k.clamp(0, 1 << 20) as usize;
    emit(m, id, &" ".repeat(k))?;
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
pub(crate) fn canonical() -> Style {
    Style { quoted: true, ignore_ops: true, ..Style::default() }
}

pub(crate) fn write_to(
    m: &mut Machine,
    stream: Option<usize>,
    arg: usize,
    mut style: Style,
) -> Result<(), Stop> {
    let id = text_target(m, stream)?;
    style.max_bytes = m.limits.memory_cells.saturating_mul(4).min(1 << 28);
    let text = write_term(m, m.x[arg], 1200, &style);
    if text.len() > style.max_bytes {
        return Err(m.resource_error(n::MEMORY));
    }
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
    Ok(true)
}
pub(crate) fn capture_end(m: &mut Machine) -> Res {
    let id = m.streams.output;
    let Some(old) = m.captures.pop() else { return Ok(false) };
    m.streams.output = old;
    let text = match m.streams.table[id].take().and_then(|s| s.output).map(|o| o.sink) {
        Some(Sink::Buffer(b)) => String::from_utf8_lossy(&b).into_owned(),
        _ => String::new(),
    };
    if id + 1 == m.streams.table.len() {
        m.streams.table.pop();
    }
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
    let mut items = Vec::new();
    let tail = m.each_element(args, |c| items.push(c));
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
            num = a.is_int().then(|| a.as_int());
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
                for _ in 0..num.unwrap_or(1).clamp(0, 10_000) {
                    out.push('\n');
                }
                cols = Columns { line_start: out.len(), segment: out.len(), fills: Vec::new(), last_stop: 0 };
            }
            't' => {
                let fill = num.and_then(|v| u32::try_from(v).ok()).and_then(char::from_u32).unwrap_or(' ');
                cols.fills.push((out.len(), fill));
            }
            '|' | '+' => column_stop(&mut out, &mut cols, d, num),
            'i' => {
                args.next();
            }
            _ => {
                let Some(a) = args.next() else { return Err(format_error(m, "not enough arguments")) };
                directive(m, d, num, a, &mut out)?;
            }
        }
        if out.len() / 8 > m.limits.memory_cells {
            return Err(m.resource_error(n::MEMORY));
        }
    }
    if args.next().is_some() {
        return Err(format_error(m, "too many arguments"));
    }
    Ok(out)
}

fn column_stop(out: &mut String, cols: &mut Columns, d: char, num: Option<i64>) {
    let width_now = out[cols.line_start..].chars().count();
    let target = match d {
        '+' => cols.last_stop + num.unwrap_or(8).clamp(0, 10_000) as usize,
        _ => num.map_or(width_now, |v| v.clamp(0, 10_000) as usize),
    };
    if target > width_now {
        let pad = target - width_now;
        if cols.fills.is_empty() {
            // Without ~t: text to the left for ~|, and for ~+ too.
            out.push_str(&" ".repeat(pad));
        } else {
            let k = cols.fills.len();
            for (i, (at, fill)) in cols.fills.drain(..).enumerate().collect::<Vec<_>>().into_iter().rev() {
                let share = pad / k + usize::from(i >= k - pad % k);
                let text: String = std::iter::repeat_n(fill, share).collect();
                out.insert_str(at, &text);
            }
        }
    }
    cols.fills.clear();
    cols.last_stop = target.max(width_now);
    cols.segment = out.len();
}

fn directive(m: &mut Machine, d: char, num: Option<i64>, a: Cell, out: &mut String) -> Result<(), Stop> {
    let a = m.deref(a);
    match d {
        'w' => out.push_str(&write_term(m, a, 1200, &plain())),
        'p' | 'q' => out.push_str(&write_term(m, a, 1200, &quoted())),
        'k' => out.push_str(&write_term(m, a, 1200, &canonical())),
        'a' => match atomic_text(m, a) {
            Some(t) => out.push_str(&t),
            None if a.is_ref() => return Err(m.instantiation_error()),
            None => out.push_str(&write_term(m, a, 1200, &plain())),
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
            for _ in 0..num.unwrap_or(1).clamp(0, 10_000) {
                out.push(ch);
            }
        }
        'd' | 'D' => {
            let a = if a.is_compound() { m.eval_cell(a)? } else { a };
            if a.is_ref() {
                return Err(m.instantiation_error());
            }
            if !a.is_integer() {
                return Err(m.type_error(n::INTEGER, a));
            }
            let text = atomic_text(m, a).unwrap_or_default();
            out.push_str(&grouped(&text, num.unwrap_or(0).clamp(0, 100) as usize, d == 'D'));
        }
        'e' | 'f' | 'g' => {
            let v = m.eval(a)?;
            let digits = num.unwrap_or(6).clamp(0, 500) as usize;
            let f = match &v {
                crate::arith::Num::Int(i) => *i as f64,
                crate::arith::Num::Float(f) => *f,
                crate::arith::Num::Big(b) => num_traits::ToPrimitive::to_f64(b).unwrap_or(f64::INFINITY),
            };
            match d {
                'e' => {
                    let s = format!("{f:.digits$e}");
                    let (mant, exp) = s.split_once('e').unwrap_or((&s, "0"));
                    let (sign, e) = exp.strip_prefix('-').map_or(('+', exp), |e| ('-', e));
                    out.push_str(&format!("{mant}e{sign}{e:0>2}"));
                }
                'f' => out.push_str(&format!("{f:.digits$}")),
                _ => out.push_str(&crate::writer::float_text(f)),
            }
        }
        'r' | 'R' => {
            if !a.is_integer() {
                return Err(m.type_error(n::INTEGER, a));
            }
            let radix = num.unwrap_or(8).clamp(2, 36) as u32;
            let big = match crate::arith::num_of(&m.heap, a) {
                Some(crate::arith::Num::Int(i)) => num_bigint::BigInt::from(i),
                Some(crate::arith::Num::Big(b)) => b,
                _ => num_bigint::BigInt::from(0),
            };
            let s = big.to_str_radix(radix);
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
