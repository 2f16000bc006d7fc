//! Terms to text, without recursion: operators, quoting, spacing that reads back.

use crate::atom::{FoldMap, names as n};
use crate::cell::{ATM, ATV, Atom, BIG, Cell, FLT, INT, LST, REF, STG, STR};
use crate::machine::{Machine, Stop};
use crate::reader::lexer::{is_alnum, is_small, is_symbol};
use crate::reader::ops::{Op, OpType};

/// How to write.
#[derive(Clone, Debug, Default)]
pub(crate) struct Style {
    pub(crate) quoted: bool,
    pub(crate) ignore_ops: bool,
    pub(crate) numbervars: bool,
    /// Names for variables, by dereferenced cell.
    pub(crate) names: FoldMap<Cell, String>,
    /// The program's `portray/1` is asked first.
    pub(crate) portrayed: bool,
    /// 0: no limit.
    pub(crate) max_depth: usize,
    /// Spaces after commas and around operators, for people.
    pub(crate) spaced: bool,
    /// Bytes after which writing stops, for texts that the host reads; 0: no limit.
    pub(crate) max_bytes: usize,
}

enum Task {
    Term(Cell, u16, usize),
    /// An argument or list element: priority 999, operators as atoms stay bare.
    Arg(Cell, usize),
    Text(&'static str),
    Name(Atom),
    Tail(Cell, usize, usize),
    /// The arguments of a structure from this one on.
    Args(Cell, usize, usize),
    /// A space before an operator that is a word, unless a bracket separates already.
    Gap,
}

/// Whether an atom needs no quotes.
pub(crate) fn is_plain(name: &str) -> bool {
    let mut chars = name.chars();
    let Some(first) = chars.next() else { return false };
    if is_small(first) {
        return chars.all(is_alnum);
    }
    if matches!(name, "[]" | "!" | ";" | "{}" | ",") {
        return name != ",";
    }
    if name == "." {
        return false;
    }
    name.chars().all(is_symbol) && !name.starts_with("/*")
}

/// The atom in quotes, with escapes.
pub(crate) fn quote(name: &str, q: char, out: &mut String) {
    out.push(q);
    for c in name.chars() {
        match c {
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\t' => out.push_str("\\t"),
            '\r' => out.push_str("\\r"),
            '\u{7}' => out.push_str("\\a"),
            '\u{8}' => out.push_str("\\b"),
            '\u{c}' => out.push_str("\\f"),
            '\u{b}' => out.push_str("\\v"),
            _ if c == q => {
                out.push('\\');
                out.push(q);
            }
            _ if c.is_control() => out.push_str(&format!("\\x{:x}\\", c as u32)),
            _ => out.push(c),
        }
    }
    out.push(q);
}

/// A float that reads back as itself.
pub(crate) fn float_text(f: f64) -> String {
    if f.is_infinite() {
        return if f > 0.0 { "inf".into() } else { "-inf".into() };
    }
    if f.is_nan() {
        return "nan".into();
    }
    let a = f.abs();
    if a != 0.0 && !(1e-4..1e15).contains(&a) {
        let s = format!("{f:e}");
        let (m, e) = s.split_once('e').unwrap_or((&s, "0"));
        let m = if m.contains('.') { m.to_string() } else { format!("{m}.0") };
        let (sign, digits) = match e.strip_prefix('-') {
            Some(d) => ("-", d),
            None => ("", e),
        };
        return format!("{m}e{sign}{digits:0>2}");
    }
    let s = format!("{f}");
    if s.contains('.') { s } else { format!("{s}.0") }
}

/// Levels written of a term that has no end.
const CYCLIC_LEVELS: usize = 8;

/// Steps between two looks at the limits.
const SLICE: usize = 1024;
/// Words of the longest integer a text for the host shows.
const LONG: usize = 1 << 14;
/// Bytes a term is cut off at where nobody says how long it may become.
pub(crate) const HOST_BYTES: usize = 1 << 24;

/// Something that needs the machine itself.
#[derive(Clone, Copy)]
enum Ask {
    /// The text of a long integer.
    Digits(Cell),
    /// What `portray/1` writes for a term, to be written at this priority and depth if it does not.
    Portray(Cell, u16, usize),
}

struct Writer<'a> {
    m: &'a Machine,
    style: &'a Style,
    out: String,
    tasks: Vec<Task>,
    /// The last token is a prefix operator: an opening bracket must not touch it.
    after_prefix: bool,
    ask: Option<Ask>,
}

impl<'a> Writer<'a> {
    fn new(m: &'a Machine, term: Cell, priority: u16, style: &'a Style) -> Writer<'a> {
        // A bare operator is not an operand when it is the whole term.
        let priority = if m.deref(term).is_atom() { 1201 } else { priority };
        let tasks = vec![Task::Term(term, priority, 1)];
        Writer { m, style, out: String::new(), tasks, after_prefix: false, ask: None }
    }

    /// Writes for some steps, as long as nothing has to be asked.
    fn run(&mut self, steps: usize) {
        // A single name may be long.
        let most = self.out.len() + steps * 64;
        for _ in 0..steps {
            let Some(task) = self.tasks.pop() else { return };
            match task {
                Task::Term(t, p, d) => self.term(t, p, d),
                Task::Arg(t, d) => self.argument(t, d),
                Task::Text(s) => self.token(s),
                Task::Name(a) => self.name(a),
                Task::Tail(t, d, count) => self.tail(t, d, count),
                Task::Args(t, i, d) => self.arguments(t, i, d),
                Task::Gap => {
                    if self.style.spaced || !self.out.ends_with(')') {
                        self.out.push(' ');
                    }
                }
            }
            if self.ask.is_some() || self.out.len() > most {
                return;
            }
        }
    }
}

/// The style for a term that has no end: its first levels say what it is.
pub(crate) fn levels(style: &Style) -> Style {
    Style { max_depth: CYCLIC_LEVELS, ..style.clone() }
}
/// More steps than a tree of all the cells would take: the term shares parts or has no end.
fn suspect(m: &Machine) -> usize {
    1000 + 8 * m.heap.len()
}

/// Writes a term for the host, at most as long as the style says.
pub(crate) fn write_term(m: &Machine, term: Cell, priority: u16, style: &Style) -> String {
    let mut w = Writer::new(m, term, priority, style);
    let max = if style.max_bytes == 0 { HOST_BYTES } else { style.max_bytes };
    let (mut steps, mut suspect) = (0usize, suspect(m));
    while !w.tasks.is_empty() {
        w.run(SLICE);
        steps += SLICE;
        if steps > suspect && style.max_depth == 0 {
            if !m.is_finite(term) {
                return write_term(m, term, priority, &levels(style));
            }
            suspect = usize::MAX;
        }
        match w.ask.take() {
            Some(Ask::Digits(c)) if m.heap[c.idx()].raw_words() > LONG => w.token("..."),
            Some(Ask::Digits(c)) => {
                let s = crate::heap::big_at(&m.heap, c).to_string();
                w.token(&s);
            }
            Some(Ask::Portray(t, p, d)) => w.plain_term(t, p, d),
            None => {}
        }
        if w.out.len() > max {
            w.out.push_str("...");
            break;
        }
    }
    w.out
}

impl Machine {
    /// Writes a term for the program, within its limits.
    pub(crate) fn write_text(&mut self, term: Cell, priority: u16, style: &Style) -> Result<String, Stop> {
        let mut w = Writer::new(self, term, priority, style);
        let (mut steps, mut suspect) = (0usize, suspect(self));
        loop {
            w.run(SLICE);
            steps += SLICE;
            let Writer { mut out, tasks, after_prefix, ask, .. } = w;
            if tasks.is_empty() && ask.is_none() {
                self.charge(out.len() / 8)?;
                return Ok(out);
            }
            self.charge(SLICE * 8)?;
            if style.max_bytes > 0 && out.len() > style.max_bytes {
                out.push_str("...");
                return Ok(out);
            }
            self.ensure(out.len() / 4 + tasks.len() * 8)?;
            if steps > suspect && style.max_depth == 0 {
                if !self.acyclic(&[term], out.len() / 8)? {
                    return self.write_text(term, priority, &levels(style));
                }
                suspect = usize::MAX;
            }
            let mut digits = None;
            let mut refused = None;
            match ask {
                Some(Ask::Digits(c)) => {
                    let b = crate::heap::big_at(&self.heap, c);
                    digits = Some(self.big_text(&b, 10)?);
                }
                Some(Ask::Portray(t, p, d)) => match self.portray(t, &tasks)? {
                    Some(text) => out.push_str(&text),
                    None => refused = Some((t, p, d)),
                },
                None => {}
            }
            w = Writer { m: self, style, out, tasks, after_prefix, ask: None };
            if let Some(s) = digits {
                w.token(&s);
            }
            if let Some((t, p, d)) = refused {
                w.plain_term(t, p, d);
            }
        }
    }

    /// What the program's `portray/1` writes for a term, if it takes it.
    fn portray(&mut self, t: Cell, tasks: &[Task]) -> Result<Option<String>, Stop> {
        let hook = self.atoms.intern("portray");
        let goal = self.structure(hook, &[t]);
        let goal = self.structure(n::NOT, &[goal]);
        let goal = self.structure(n::NOT, &[goal]);
        self.ensure(tasks.len())?;
        // The terms still to be written are held here, where no collection sees them.
        let (registers, before) = (self.x, std::mem::replace(&mut self.unseen, true));
        let waiting = std::mem::take(&mut self.wake);
        crate::builtins::output::begin_capture(self);
        let done = self.solve_once(goal);
        let text = crate::builtins::output::captured(self);
        (self.x, self.unseen, self.wake) = (registers, before, waiting);
        Ok(done?.then_some(text))
    }

    /// Whether the program has a `portray/1` of its own.
    pub(crate) fn has_portray(&mut self) -> bool {
        let hook = self.atoms.intern("portray");
        let compiled = self.program.ids.get(&(hook, 1));
        self.locals.contains_key(&(hook, 1))
            || compiled
                .is_some_and(|&id| self.program.preds[id as usize].kind != crate::code::PredKind::Undefined)
    }
}

impl Writer<'_> {
    /// Appends a token, with a space where it would join the one before.
    fn token(&mut self, s: &str) {
        if std::mem::take(&mut self.after_prefix) && s.starts_with('(') {
            self.out.push(' ');
        }
        if let (Some(last), Some(first)) = (self.out.chars().next_back(), s.chars().next()) {
            let joins = (is_alnum(last) && is_alnum(first))
                || (is_symbol(last) && is_symbol(first))
                || (first == '\'' && last.is_ascii_digit())
                || (last == '\'' && first == '\'');
            if joins {
                self.out.push(' ');
            }
        }
        self.out.push_str(s);
    }
    fn atom_text(&self, a: Atom) -> String {
        let name = self.m.atoms.name(a);
        if !self.style.quoted || is_plain(name) {
            return name.to_string();
        }
        let mut s = String::new();
        quote(name, '\'', &mut s);
        s
    }
    fn name(&mut self, a: Atom) {
        let s = self.atom_text(a);
        self.token(&s);
    }
    fn is_op(&self, a: Atom) -> bool {
        self.m.ops.is_op(a)
    }

    fn argument(&mut self, t: Cell, d: usize) {
        let t = self.m.deref(t);
        if t.is_atom() && !self.style.portrayed {
            self.name(t.as_atom())
        } else {
            self.term(t, if t.is_atom() { 1201 } else { 999 }, d)
        }
    }

    /// Writes argument `i` of a structure and leaves the others for later.
    fn arguments(&mut self, t: Cell, i: usize, d: usize) {
        let arity = self.m.heap[t.idx()].arity();
        if i > 0 {
            self.token(if self.style.spaced { ", " } else { "," });
        }
        if i + 1 < arity {
            self.tasks.push(Task::Args(t, i + 1, d));
        }
        self.tasks.push(Task::Arg(self.m.deref(self.m.heap[t.idx() + 1 + i]), d));
    }

    fn term(&mut self, t: Cell, max: u16, depth: usize) {
        if self.style.portrayed && !self.m.deref(t).is_ref() {
            self.ask = Some(Ask::Portray(t, max, depth));
            return;
        }
        self.plain_term(t, max, depth);
    }

    fn plain_term(&mut self, t: Cell, max: u16, depth: usize) {
        let t = self.m.deref(t);
        if self.style.max_depth > 0 && depth > self.style.max_depth {
            self.token("...");
            return;
        }
        match t.tag() {
            REF | ATV => {
                let s = match self.style.names.get(&t) {
                    Some(name) => name.clone(),
                    None => format!("_{}", t.idx()),
                };
                self.token(&s);
            }
            INT => {
                let s = t.as_int().to_string();
                self.token(&s);
            }
            BIG => self.ask = Some(Ask::Digits(t)),
            FLT => {
                let s = float_text(crate::heap::float_at(&self.m.heap, t));
                self.token(&s);
            }
            STG => {
                let s = crate::heap::string_at(&self.m.heap, t);
                if self.style.quoted {
                    let mut q = String::new();
                    quote(&s, '"', &mut q);
                    self.token(&q);
                } else {
                    self.out.push_str(&s);
                }
            }
            ATM => {
                let a = t.as_atom();
                // An operator as an operand stands in parentheses.
                let bracket = self.is_op(a) && max < 1201;
                if bracket {
                    self.token("(");
                    self.name(a);
                    self.token(")");
                } else {
                    self.name(a);
                }
            }
            LST if self.style.ignore_ops => {
                self.token("'.'(");
                self.tasks.push(Task::Text(")"));
                self.tasks.push(Task::Arg(self.m.heap[t.idx() + 1], depth + 1));
                self.tasks.push(Task::Text(","));
                self.tasks.push(Task::Arg(self.m.heap[t.idx()], depth + 1));
            }
            LST => {
                self.token("[");
                self.tasks.push(Task::Tail(self.m.heap[t.idx() + 1], depth, 1));
                self.tasks.push(Task::Arg(self.m.heap[t.idx()], depth + 1));
            }
            STR => self.compound(t, max, depth),
            _ => self.token("?"),
        }
    }

    fn tail(&mut self, t: Cell, d: usize, count: usize) {
        let t = self.m.deref(t);
        if t.tag() == LST {
            if self.style.max_depth > 0 && count >= self.style.max_depth {
                self.out.push_str("|...]");
                return;
            }
            self.out.push_str(if self.style.spaced { ", " } else { "," });
            self.tasks.push(Task::Tail(self.m.heap[t.idx() + 1], d, count + 1));
            self.tasks.push(Task::Arg(self.m.heap[t.idx()], d + 1));
        } else if t == Cell::atom(n::NIL) {
            self.out.push(']');
        } else {
            self.out.push('|');
            self.tasks.push(Task::Text("]"));
            self.tasks.push(Task::Arg(t, d + 1));
        }
    }

    fn compound(&mut self, t: Cell, max: u16, depth: usize) {
        let f = self.m.heap[t.idx()];
        let (name, arity) = (f.name(), f.arity());
        let arg = |i: usize| self.m.deref(self.m.heap[t.idx() + 1 + i]);
        if self.style.numbervars
            && name == n::DOLLAR_VAR
            && arity == 1
            && arg(0).is_int()
            && arg(0).as_int() >= 0
        {
            let i = arg(0).as_int();
            let letter = char::from(b'A' + (i % 26) as u8);
            let s = if i >= 26 { format!("{letter}{}", i / 26) } else { letter.to_string() };
            self.token(&s);
            return;
        }
        if !self.style.ignore_ops {
            if name == n::CURLY && arity == 1 {
                self.token("{");
                let inner = arg(0);
                self.tasks.push(Task::Text("}"));
                self.tasks.push(Task::Term(inner, 1201, depth + 1));
                return;
            }
            let def = self.m.ops.get(name);
            if arity == 2 && def.infix.is_some() {
                let (l, r) = (arg(0), arg(1));
                self.infix(name, (l, r), max, depth);
                return;
            }
            if arity == 1 && def.prefix.is_some() && name != n::MINUS && name != n::PLUS {
                let a = arg(0);
                self.prefix(name, a, max, depth);
                return;
            }
            if arity == 1 && (name == n::MINUS || name == n::PLUS) && def.prefix.is_some() {
                let a = arg(0);
                self.prefix(name, a, max, depth);
                return;
            }
            if arity == 1
                && let Some(op) = def.postfix
            {
                let a = arg(0);
                let open = op.pri > max;
                if open {
                    self.token("(");
                    self.tasks.push(Task::Text(")"));
                }
                self.tasks.push(Task::Name(name));
                let left = self.left_max(op, a);
                self.tasks.push(Task::Term(a, left, depth + 1));
                return;
            }
        }
        self.name(name);
        self.out.push('(');
        self.tasks.push(Task::Text(")"));
        if arity > 0 {
            self.tasks.push(Task::Args(t, 0, depth + 1));
        }
    }

    fn infix(&mut self, name: Atom, (l, r): (Cell, Cell), max: u16, depth: usize) {
        let Some(op) = self.m.ops.get(name).infix else { return };
        if op.pri > max {
            self.token("(");
            self.tasks.push(Task::Text(")"));
        }
        self.tasks.push(Task::Term(r, op.right(), depth + 1));
        if name == n::COMMA {
            self.tasks.push(Task::Text(if self.style.spaced { ", " } else { "," }));
        } else if name == n::BAR {
            self.tasks.push(Task::Text("|"));
        } else {
            let text = self.atom_text(name);
            let word = text.chars().all(is_alnum) || text.starts_with('\'');
            let wide = self.style.spaced
                && !matches!(name, n::COLON | n::SLASH | n::CARET | n::POWER | n::MINUS | n::PLUS | n::STAR);
            if word
                || wide
                || matches!(name, n::ARROW | n::NECK | n::DCG | n::SOFT | n::IS) && self.style.spaced
            {
                self.tasks.push(Task::Text(" "));
                self.tasks.push(Task::Name(name));
                self.tasks.push(Task::Gap);
            } else {
                self.tasks.push(Task::Name(name));
            }
        }
        let left = self.left_max(op, l);
        self.tasks.push(Task::Term(l, left, depth + 1));
    }

    /// The priority a left operand may have. One that is open to the right at the same priority would
    /// swallow the operator when read back, so it gets parentheses.
    fn left_max(&self, op: Op, l: Cell) -> u16 {
        if op.left() != op.pri || l.tag() != STR {
            return op.left();
        }
        let f = self.m.heap[l.idx()];
        let def = self.m.ops.get(f.name());
        let inner = match f.arity() {
            1 => def.prefix,
            2 => def.infix,
            _ => None,
        };
        match inner {
            Some(i) if i.pri == op.pri && matches!(i.kind, OpType::Fy | OpType::Xfy) => op.pri - 1,
            _ => op.left(),
        }
    }

    fn prefix(&mut self, name: Atom, a: Cell, max: u16, depth: usize) {
        let Some(op) = self.m.ops.get(name).prefix else { return };
        if op.pri > max {
            self.token("(");
            self.tasks.push(Task::Text(")"));
        }
        self.name(name);
        let space = self.needs_brackets(name, a, op.right());
        self.after_prefix = space.is_none();
        match space {
            Some(true) => {
                self.out.push_str(" (");
                self.tasks.push(Task::Text(")"));
                self.tasks.push(Task::Term(a, 1201, depth + 1));
            }
            Some(false) => {
                self.out.push(' ');
                self.tasks.push(Task::Term(a, op.right(), depth + 1));
            }
            None => {
                if self.out.ends_with(is_alnum) {
                    self.out.push(' ');
                }
                self.tasks.push(Task::Term(a, op.right(), depth + 1));
            }
        }
    }

    /// After a prefix operator: parentheses (`Some(true)`), a space (`Some(false)`) or nothing.
    fn needs_brackets(&self, name: Atom, a: Cell, right: u16) -> Option<bool> {
        match a.tag() {
            INT | BIG | FLT if name == n::MINUS => {
                let negative = match crate::arith::num_of(&self.m.heap, a) {
                    Some(crate::arith::Num::Int(i)) => i < 0,
                    Some(crate::arith::Num::Float(f)) => f.is_sign_negative(),
                    Some(crate::arith::Num::Big(b)) => b.sign() == num_bigint::Sign::Minus,
                    None => false,
                };
                Some(!negative)
            }
            ATM if self.is_op(a.as_atom()) => Some(true),
            STR => {
                let f = self.m.heap[a.idx()];
                if self.style.numbervars && f.name() == n::DOLLAR_VAR && f.arity() == 1 {
                    return None;
                }
                if f.name() == n::CURLY && f.arity() == 1 {
                    return None;
                }
                let def = self.m.ops.get(f.name());
                let pri = match f.arity() {
                    2 => def.infix,
                    1 => def.prefix.or(def.postfix),
                    _ => None,
                };
                match pri {
                    Some(op) if op.pri > right => Some(true),
                    Some(op) if name == n::MINUS && f.arity() == 2 && op.kind != OpType::Fy => Some(true),
                    Some(op) if name == n::MINUS && op.kind.is_postfix() => Some(true),
                    _ => None,
                }
            }
            _ => None,
        }
    }
}

impl Machine {
    /// A term with quotes and operators, bounded: for messages.
    pub(crate) fn show(&self, t: Cell) -> String {
        let style =
            Style { quoted: true, numbervars: true, max_depth: 12, max_bytes: 2000, ..Style::default() };
        write_term(self, t, 1200, &style)
    }
}
