//! The text of a description split into clauses, and clauses as trees for the checks at load. The `logic` crate reads and
//! runs them; this stage finds where each clause begins, what it says, and what is wrong with those that cannot be read
//! ([`reading`]).

pub(crate) mod reading;

use logic::{Machine, Term, TermRef, View};

/// A term as a tree.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Ast {
    /// A variable; equal numbers are the same one.
    Var(usize),
    /// An integer.
    Int(i64),
    /// An atom.
    Atom(String),
    /// A compound term.
    Node(String, Vec<Ast>),
    /// A string, a float or something too deep, as text.
    Other(String),
}

/// Deeper terms are not looked into.
const DEEPEST: usize = 400;
/// Nodes of the largest tree; what lies behind them is not looked into. A term of few cells can be a tree of
/// astronomic size where its parts are shared.
const LARGEST: usize = 200_000;

impl Ast {
    pub(crate) fn of(t: TermRef<'_>) -> Ast {
        let mut left = LARGEST;
        Ast::within(t, 0, &mut left)
    }

    fn within(t: TermRef<'_>, depth: usize, left: &mut usize) -> Ast {
        if depth > DEEPEST || *left == 0 {
            return Ast::Other("…".into());
        }
        *left -= 1;
        match t.view() {
            View::Var(n) => Ast::Var(n),
            View::Int(i) => Ast::Int(i),
            View::Atom(a) => Ast::Atom(a.into()),
            View::Compound(name, n) => {
                let n = n.min(*left);
                let args = (0..n).filter_map(|i| t.arg(i)).map(|a| Ast::within(a, depth + 1, left)).collect();
                Ast::Node(name.into(), args)
            }
            View::Str(s) => Ast::Other(s),
            View::Big(_) => Ast::Other(t.to_string()),
            View::Float(f) => Ast::Other(f.to_string()),
        }
    }

    /// Name and arguments of an atom or a compound term.
    pub(crate) fn functor(&self) -> Option<(&str, &[Ast])> {
        match self {
            Ast::Atom(a) => Some((a, &[])),
            Ast::Node(n, args) => Some((n, args)),
            _ => None,
        }
    }

    /// The elements of a list; the flag says whether it is a proper one.
    pub(crate) fn list(&self) -> Option<(Vec<&Ast>, bool)> {
        let mut items = Vec::new();
        let mut at = self;
        loop {
            match at {
                Ast::Atom(a) if a == "[]" => return Some((items, true)),
                Ast::Node(n, args) if is_dot(n) && args.len() == 2 => {
                    items.push(&args[0]);
                    at = &args[1];
                }
                Ast::Var(_) if !items.is_empty() => return Some((items, false)),
                _ => return None,
            }
        }
    }

    /// Visits this term and all below it.
    pub(crate) fn each<'a>(&'a self, f: &mut dyn FnMut(&'a Ast)) {
        f(self);
        if let Ast::Node(_, args) = self {
            for a in args {
                a.each(f);
            }
        }
    }

    /// The goals of a body, control constructs taken apart; the flag says whether the goal is negated.
    pub(crate) fn goals<'a>(&'a self, negated: bool, out: &mut Vec<(&'a Ast, bool)>) {
        match self {
            Ast::Node(n, a) if a.len() == 2 && matches!(n.as_str(), "," | ";" | "->" | "*->") => {
                a[0].goals(negated, out);
                a[1].goals(negated, out);
            }
            Ast::Node(n, a) if a.len() == 1 && (n == "\\+" || n == "not") => a[0].goals(!negated, out),
            Ast::Node(n, a) if a.len() == 1 && matches!(n.as_str(), "call" | "once" | "ignore") => {
                a[0].goals(negated, out);
            }
            Ast::Node(n, a) if a.len() == 3 && matches!(n.as_str(), "findall" | "bagof" | "setof") => {
                out.push((self, negated));
                a[1].goals(negated, out);
            }
            Ast::Node(n, a) if a.len() == 2 && n == "^" => a[1].goals(negated, out),
            Ast::Node(n, a) if a.len() == 2 && n == "forall" => {
                a[0].goals(negated, out);
                a[1].goals(negated, out);
            }
            Ast::Node(n, a) if a.len() == 3 && n == "aggregate_all" => a[1].goals(negated, out),
            Ast::Var(_) => {}
            _ => out.push((self, negated)),
        }
    }
}

pub(crate) fn is_dot(name: &str) -> bool {
    name == "." || name == "[|]"
}

/// A clause of the text.
#[derive(Clone, Debug)]
pub(crate) struct Clause {
    /// First byte.
    pub(crate) start: usize,
    /// Line of the first byte, from 1.
    pub(crate) line: usize,
    pub(crate) head: Ast,
    pub(crate) body: Option<Ast>,
}

impl Clause {
    /// `name/arity` of the head.
    pub(crate) fn name(&self) -> (&str, usize) {
        self.head.functor().map_or(("", 0), |(n, a)| (n, a.len()))
    }

    /// The goals of the body.
    pub(crate) fn goals(&self) -> Vec<(&Ast, bool)> {
        let mut out = Vec::new();
        if let Some(b) = &self.body {
            b.goals(false, &mut out);
        }
        out
    }
}

/// Where clauses begin and end. Comments before a clause do not belong to it.
pub(crate) fn spans(text: &str) -> Vec<(usize, usize)> {
    let b = text.as_bytes();
    let (mut i, mut start, mut out) = (0, None, Vec::new());
    while i < b.len() {
        match b[i] {
            b'%' => {
                while i < b.len() && b[i] != b'\n' {
                    i += 1;
                }
                continue;
            }
            b'/' if b.get(i + 1) == Some(&b'*') => {
                i += 2;
                while i < b.len() && !(b[i] == b'*' && b.get(i + 1) == Some(&b'/')) {
                    i += 1;
                }
                i += 2;
                continue;
            }
            c if c.is_ascii_whitespace() => {
                i += 1;
                continue;
            }
            _ => {}
        }
        let from = *start.get_or_insert(i);
        match b[i] {
            b'0' if b.get(i + 1) == Some(&b'\'') && (i == 0 || !word(b[i - 1])) => i += 3,
            q @ (b'\'' | b'"' | b'`') => {
                i += 1;
                while i < b.len() && b[i] != q {
                    i += if b[i] == b'\\' { 2 } else { 1 };
                }
                i += 1;
            }
            b'.' if (i == 0 || !symbol(b[i - 1]))
                && b.get(i + 1).is_none_or(|c| c.is_ascii_whitespace() || *c == b'%') =>
            {
                i += 1;
                out.push((from, i));
                start = None;
            }
            _ => i += 1,
        }
    }
    out.retain(|&(s, e)| {
        text.is_char_boundary(s) && text.is_char_boundary(e.min(text.len())) && e <= text.len()
    });
    out
}

fn word(c: u8) -> bool {
    c.is_ascii_alphanumeric() || c == b'_'
}

fn symbol(c: u8) -> bool {
    b"+-*/\\^<>=~:.?@#&$".contains(&c)
}

/// The clauses that can be read; directives are left out.
pub(crate) fn clauses(text: &str, m: &mut Machine) -> Vec<Clause> {
    let mut out = Vec::new();
    for (start, end) in spans(text) {
        let line = text[..start].bytes().filter(|&b| b == b'\n').count() + 1;
        let Ok(term) = m.parse(text[start..end].trim_end().trim_end_matches('.')) else { continue };
        let (head, body) = match tree(m, &term) {
            Some(Ast::Node(n, mut a)) if n == ":-" && a.len() == 2 => {
                let body = a.pop();
                (a.pop().unwrap_or(Ast::Var(0)), body)
            }
            Some(Ast::Node(n, a)) if (n == ":-" || n == "?-") && a.len() == 1 => continue,
            Some(head) => (head, None),
            None => continue,
        };
        out.push(Clause { start, line, head, body });
    }
    out
}

/// Why the clauses alone do not say what the rules are, if so: directives that run goals, rewriting of clauses.
pub(crate) fn barred(text: &str, clauses: &[Clause]) -> Option<String> {
    for (start, end) in spans(text) {
        let Some(goal) = text[start..end].strip_prefix(":-").or(text[start..end].strip_prefix("?-")) else {
            continue;
        };
        let goal = goal.trim_start();
        let harmless = ["dynamic", "discontiguous", "use_module", "ensure_loaded", "op("];
        if !harmless.iter().any(|h| goal.starts_with(h)) {
            let line = text[..start].bytes().filter(|&b| b == b'\n').count() + 1;
            return Some(format!("the directive at line {line}"));
        }
    }
    let rewrites = clauses.iter().find(|c| {
        matches!(
            c.name(),
            ("term_expansion" | "goal_expansion", 2) | ("term_expansion" | "goal_expansion", 4)
        )
    });
    rewrites.map(|c| format!("clauses are rewritten at line {}", c.line))
}

/// A term of the host as a tree.
pub(crate) fn tree(m: &mut Machine, term: &Term) -> Option<Ast> {
    let vars: Vec<Term> = vec![m.variable(1000), term.clone()];
    let goal = m.compound("=", &vars);
    let goal = m.goal(&goal);
    let mut answers = m.solve(&goal);
    if !answers.advance().ok()? {
        return None;
    }
    answers.get(1000).map(Ast::of)
}
