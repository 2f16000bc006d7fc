//! Terms and conditions as text: what is read again is the same tree.

use super::term::{Term, infix, prefix};
use super::tree::{Condition, Formula, Goal, Piece};

/// Writes a variable or a reference (`true`).
pub(crate) type Names<'a> = dyn FnMut(&str, bool) -> String + 'a;

fn plain(name: &str, reference: bool) -> String {
    format!("{}{name}", if reference { "\\" } else { "" })
}

impl Term {
    /// The term as it is written in a rule file.
    pub(crate) fn text(&self) -> String {
        let mut out = String::new();
        self.write(1200, &mut plain, &mut out);
        out
    }

    /// The term as Prolog below this priority, its variables and references (`true`) written by `names`.
    pub(crate) fn prolog(&self, most: u32, names: &mut Names<'_>) -> String {
        let mut out = String::new();
        self.write(most, names, &mut out);
        out
    }

    fn write(&self, most: u32, names: &mut Names<'_>, out: &mut String) {
        match self {
            Term::Variable(name, _) => out.push_str(&names(name, false)),
            Term::Reference(name, _) => out.push_str(&names(name, true)),
            Term::Number(text) => out.push_str(text),
            Term::Text(text) => quote(text, '"', out),
            Term::Atom(name, _) => atom(name, out),
            Term::List(items, tail) => {
                out.push('[');
                commas(items, names, out);
                if let Some(tail) = tail {
                    out.push_str(" | ");
                    tail.write(999, names, out);
                }
                out.push(']');
            }
            Term::Compound(name, args, _) => match (args.as_slice(), infix(name), prefix(name)) {
                ([a, b], Some((level, same_left, same_right)), _) => {
                    let open = level > most;
                    out.push_str(if open { "(" } else { "" });
                    a.write(if same_left { level } else { level - 1 }, names, out);
                    if name == "," {
                        out.push_str(", ");
                    } else {
                        out.push(' ');
                        out.push_str(name);
                        out.push(' ');
                    }
                    b.write(if same_right { level } else { level - 1 }, names, out);
                    out.push_str(if open { ")" } else { "" });
                }
                ([a], _, Some(level)) => {
                    let open = level > most;
                    out.push_str(if open { "(" } else { "" });
                    out.push_str(name);
                    out.push(' ');
                    // A number after a sign would be read as one token with it.
                    if let Term::Number(text) = a {
                        out.push_str(&format!("({text})"));
                    } else {
                        a.write(level, names, out);
                    }
                    out.push_str(if open { ")" } else { "" });
                }
                _ => {
                    atom(name, out);
                    out.push('(');
                    commas(args, names, out);
                    out.push(')');
                }
            },
        }
    }
}

fn commas(items: &[Term], names: &mut Names<'_>, out: &mut String) {
    for (i, item) in items.iter().enumerate() {
        if i > 0 {
            out.push_str(", ");
        }
        item.write(999, names, out);
    }
}

fn atom(name: &str, out: &mut String) {
    let mut chars = name.chars();
    let word = chars.next().is_some_and(|c| c.is_alphabetic() && !c.is_uppercase())
        && chars.all(|c| c.is_alphanumeric() || c == '_');
    if (word && infix(name).is_none()) || name == "!" {
        out.push_str(name);
    } else {
        quote(name, '\'', out);
    }
}

fn quote(text: &str, mark: char, out: &mut String) {
    out.push(mark);
    for c in text.chars() {
        match c {
            '\n' => out.push_str("\\n"),
            '\t' => out.push_str("\\t"),
            '\\' => out.push_str("\\\\"),
            c if c == mark => {
                out.push('\\');
                out.push(c);
            }
            c => out.push(c),
        }
    }
    out.push(mark);
}

impl Goal {
    /// The goal as it is written in a rule file.
    pub(crate) fn text(&self) -> String {
        match self {
            Goal::Term(term) => term.text(),
            Goal::Text(pieces) => {
                let piece = |piece: &Piece| match piece {
                    Piece::Plain(text) => text.clone(),
                    Piece::Reference(name) => format!("\\{name}"),
                };
                format!("write({})", pieces.iter().map(piece).collect::<String>())
            }
        }
    }
}

impl Formula {
    /// The formula as it is written in a condition.
    pub(crate) fn text(&self) -> String {
        let text = self.goal.text();
        // What would be taken for a part of the condition stands in parentheses.
        match &self.goal {
            Goal::Term(Term::Atom(name, _))
                if ["not", "and", "or"].contains(&name.to_lowercase().as_str()) =>
            {
                format!("({text})")
            }
            _ => text,
        }
    }
}

impl Condition {
    /// The condition as it is written in a rule.
    pub(crate) fn text(&self) -> String {
        self.inner(0)
    }

    /// Parts that are joined by the outermost AND or OR, each with the word before it.
    pub(crate) fn parts(&self) -> Vec<(&'static str, String)> {
        match self {
            Condition::Or(a, b) => {
                let mut parts =
                    if matches!(**a, Condition::Or(..)) { a.parts() } else { vec![("", a.inner(1))] };
                parts.push(("OR ", b.inner(1)));
                parts
            }
            Condition::And(a, b) => {
                let mut parts =
                    if matches!(**a, Condition::And(..)) { a.parts() } else { vec![("", a.inner(2))] };
                parts.push(("AND ", b.inner(3)));
                parts
            }
            _ => vec![("", self.text())],
        }
    }

    /// Parenthesised if it binds less than what stands around it: 1 an OR, 2 the left, 3 the right of an AND or a NOT.
    fn inner(&self, outer: u8) -> String {
        let (level, text) = match self {
            Condition::Formula(formula) => (9, formula.text()),
            Condition::Not(inner) => (9, format!("NOT {}", inner.inner(4))),
            Condition::And(a, b) => (2, format!("{} AND {}", a.inner(2), b.inner(3))),
            Condition::Or(a, b) => (0, format!("{} OR {}", a.inner(0), b.inner(1))),
        };
        if level < outer { format!("({text})") } else { text }
    }
}

impl Term {
    /// The goals of a body that are joined by commas, each as text.
    pub(crate) fn conjuncts(&self) -> Vec<String> {
        let mut goals = Vec::new();
        let mut rest = self;
        while let Term::Compound(name, args, _) = rest {
            let [left, right] = args.as_slice() else { break };
            if name != "," {
                break;
            }
            let mut out = String::new();
            left.write(999, &mut plain, &mut out);
            goals.push(out);
            rest = right;
        }
        let mut out = String::new();
        rest.write(999, &mut plain, &mut out);
        goals.push(out);
        goals
    }
}
