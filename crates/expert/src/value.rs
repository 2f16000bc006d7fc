//! What passes between a game and a rule file: numbers, words, lists of them.

use logic::{Machine, Term, TermRef, View};
use std::fmt;

/// A value of a variable or an answer.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Value {
    /// A whole number.
    Int(i64),
    /// A word.
    Atom(String),
    /// A list.
    List(Vec<Value>),
    /// A compound term.
    Compound(String, Vec<Value>),
    /// Something else, as text: never a legal answer.
    Other(String),
}

impl Value {
    /// A card: its suit and its height there, from 0.
    pub fn card(suit: u8, height: u8) -> Value {
        Value::List(vec![Value::Int(i64::from(suit)), Value::Int(i64::from(height))])
    }

    /// A word.
    pub fn atom(name: impl Into<String>) -> Value {
        Value::Atom(name.into())
    }

    /// What a notation says, as a term: `play(hearts-7)`, `10`, `draw`. What is not a term is one word.
    pub fn written(text: &str) -> Value {
        let mut notation = Notation { rest: text, depth: 16 };
        let term = notation.term(1000).filter(|_| notation.rest.is_empty());
        term.unwrap_or_else(|| Value::atom(text))
    }

    /// The number, if it is one.
    pub fn as_int(&self) -> Option<i64> {
        match self {
            Value::Int(n) => Some(*n),
            _ => None,
        }
    }

    pub(crate) fn term(&self, machine: &mut Machine) -> Term {
        match self {
            Value::Int(n) => machine.int(*n),
            Value::Atom(name) => machine.atom_term(name),
            Value::Other(text) => machine.atom_term(text),
            Value::List(items) => {
                let items: Vec<Term> = items.iter().map(|item| item.term(machine)).collect();
                machine.list(&items)
            }
            Value::Compound(name, args) => {
                let args: Vec<Term> = args.iter().map(|arg| arg.term(machine)).collect();
                machine.compound(name, &args)
            }
        }
    }

    /// Reads a term, as deep as an answer may be.
    pub(crate) fn read(term: TermRef<'_>, depth: usize) -> Value {
        if depth == 0 {
            return Value::Other("…".into());
        }
        match term.view() {
            View::Int(n) => Value::Int(n),
            View::Atom("[]") => Value::List(Vec::new()),
            View::Atom(name) => Value::Atom(name.to_string()),
            View::Compound(name, arity) => match term.as_list() {
                Some(items) if items.len() <= 64 => {
                    Value::List(items.into_iter().map(|item| Value::read(item, depth - 1)).collect())
                }
                None if arity <= 8 => {
                    let args = (0..arity).filter_map(|i| term.arg(i));
                    Value::Compound(name.to_string(), args.map(|arg| Value::read(arg, depth - 1)).collect())
                }
                _ => Value::Other("…".into()),
            },
            View::Var(_) => Value::Other("_".into()),
            View::Big(n) => Value::Other(n.to_string()),
            View::Float(n) => Value::Other(n.to_string()),
            View::Str(text) => Value::Other(format!("\"{text}\"")),
        }
    }
}

/// How tightly the operators of notations bind, as in Prolog; the last says that it leans to the right.
const OPERATORS: [(char, u16, bool); 5] =
    [('>', 700, false), ('-', 500, false), ('+', 500, false), ('/', 400, false), (':', 200, true)];

/// A term in a notation: words, numbers, `name(…)`, lists and a few operators.
struct Notation<'t> {
    rest: &'t str,
    /// How deep it may still go.
    depth: u32,
}

impl Notation<'_> {
    fn takes(&mut self, c: char) -> bool {
        let found = self.rest.strip_prefix(c);
        self.rest = found.unwrap_or(self.rest);
        found.is_some()
    }

    fn several(&mut self, end: char) -> Option<Vec<Value>> {
        let mut items = Vec::new();
        if self.takes(end) {
            return Some(items);
        }
        loop {
            items.push(self.term(1000)?);
            if !self.takes(',') {
                return self.takes(end).then_some(items);
            }
        }
    }

    fn first(&mut self) -> Option<Value> {
        if self.takes('[') {
            return Some(Value::List(self.several(']')?));
        }
        let signed = self.rest.starts_with('-') && self.rest[1..].starts_with(|c: char| c.is_ascii_digit());
        let from = usize::from(signed);
        let end = self.rest[from..].find(|c: char| !(c.is_alphanumeric() || c == '_'));
        let (word, rest) = self.rest.split_at(end.map_or(self.rest.len(), |end| end + from));
        if word.is_empty() {
            return None;
        }
        self.rest = rest;
        if let Ok(number) = word.parse() {
            return Some(Value::Int(number));
        }
        match self.takes('(') {
            true => Some(Value::Compound(word.to_string(), self.several(')')?)),
            false => Some(Value::atom(word)),
        }
    }

    fn term(&mut self, loosest: u16) -> Option<Value> {
        self.depth = self.depth.checked_sub(1)?;
        let mut left = self.first()?;
        while let Some((sign, binds, leans)) =
            OPERATORS.into_iter().find(|(sign, binds, _)| *binds <= loosest && self.rest.starts_with(*sign))
        {
            self.takes(sign);
            let right = self.term(if leans { binds } else { binds - 1 })?;
            left = Value::Compound(sign.to_string(), vec![left, right]);
        }
        self.depth += 1;
        Some(left)
    }
}

impl From<i64> for Value {
    fn from(n: i64) -> Value {
        Value::Int(n)
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let list = |f: &mut fmt::Formatter<'_>, items: &[Value]| {
            for (i, item) in items.iter().enumerate() {
                write!(f, "{}{item}", if i > 0 { "," } else { "" })?;
            }
            Ok(())
        };
        match self {
            Value::Int(n) => write!(f, "{n}"),
            Value::Atom(name) | Value::Other(name) => f.write_str(name),
            Value::List(items) => {
                f.write_str("[")?;
                list(f, items)?;
                f.write_str("]")
            }
            Value::Compound(name, args) => {
                if let ([left, right], true) =
                    (args.as_slice(), OPERATORS.iter().any(|(sign, ..)| *name == sign.to_string()))
                {
                    return write!(f, "{left}{name}{right}");
                }
                write!(f, "{name}(")?;
                list(f, args)?;
                f.write_str(")")
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn notations_are_terms_and_print_as_they_were_written() {
        let minus = |a: &str, b: Value| Value::Compound("-".into(), vec![Value::atom(a), b]);
        let card = minus("hearts", Value::Int(7));
        assert_eq!(Value::written("play(hearts-7)"), Value::Compound("play".into(), vec![card.clone()]));
        let over = minus("acorns", Value::atom("over"));
        let change = Value::Compound("change".into(), vec![over, Value::atom("bells")]);
        assert_eq!(Value::written("change(acorns-over,bells)"), change);
        assert_eq!(Value::written("-3"), Value::Int(-3));
        assert_eq!(Value::written("HA"), Value::atom("HA"));
        let pair = |a: i64, b: i64| Value::Compound(":".into(), vec![Value::Int(a), Value::Int(b)]);
        assert_eq!(Value::written("1:2>3:4"), Value::Compound(">".into(), vec![pair(1, 2), pair(3, 4)]));
        for text in ["play(hearts-7)", "1:2>3:4", "a-b-c", "[1,x(2)]", "pass", "f(-1)", "10"] {
            assert_eq!(Value::written(text).to_string(), text);
        }
        let deep = "f(".repeat(40);
        for word in ["two words", "–", "f(", "f(x))", "a-", "", "~2", deep.as_str()] {
            assert_eq!(Value::written(word), Value::atom(word), "what is not a term is one word");
        }
    }
}
