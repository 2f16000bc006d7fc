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
                write!(f, "{name}(")?;
                list(f, args)?;
                f.write_str(")")
            }
        }
    }
}
