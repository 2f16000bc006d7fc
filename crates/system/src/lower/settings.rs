//! What can be chosen about a description: its `parameter` facts, the values each may take (`values/2`) and what it is for
//! (`label/3`). Another value is put into the text before it is read.

use crate::diagnostic::Report;
use crate::lower::lint;
use crate::program::engine::limits;
use crate::syntax::{Ast, Clause, clauses, spans};
use game::nearest;
use logic::{Machine, Program};
use std::fmt;

/// A parameter of a description.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Setting {
    /// Its name.
    pub name: String,
    /// The value it has in the text.
    pub default: String,
    /// What it may be.
    pub allowed: Allowed,
    /// What it is for, in English, Czech and Slovak; the name where there is no label.
    pub help: [String; 3],
}

/// The values of a parameter.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Allowed {
    /// Any word or number.
    Any,
    /// A whole number between these, both included.
    Between(i64, i64),
    /// One of these.
    OneOf(Vec<String>),
}

impl Allowed {
    /// `values(N, 2-4)` or `values(N, [a, b])`.
    fn of(values: &Ast) -> Option<Allowed> {
        match values {
            Ast::Node(n, a) if n == "-" => match a.as_slice() {
                [Ast::Int(low), Ast::Int(high)] if low <= high => Some(Allowed::Between(*low, *high)),
                _ => None,
            },
            _ => match values.list()? {
                (items, true) if !items.is_empty() && items.iter().all(|i| simple(i)) => {
                    Some(Allowed::OneOf(items.iter().map(|i| lint::text(i)).collect()))
                }
                _ => None,
            },
        }
    }

    fn holds(&self, value: &str) -> bool {
        match self {
            Allowed::Any => true,
            Allowed::Between(low, high) => value.parse().is_ok_and(|n: i64| (*low..=*high).contains(&n)),
            Allowed::OneOf(words) => words.iter().any(|w| w == value),
        }
    }
}

impl std::fmt::Display for Allowed {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Allowed::Any => f.write_str("any word or number"),
            Allowed::Between(low, high) => write!(f, "{low} to {high}"),
            Allowed::OneOf(words) => f.write_str(&words.join(" | ")),
        }
    }
}

fn simple(t: &Ast) -> bool {
    matches!(t, Ast::Int(_) | Ast::Atom(_))
}

/// The parameters of a description, given the answers of `parameter/2` and `values/2`. Reports values that do not fit.
pub(crate) fn settings(
    clauses: &[Clause],
    given: &[Vec<Ast>],
    values: &[Vec<Ast>],
    report: &mut Report<'_>,
) -> Vec<Setting> {
    let mut out: Vec<Setting> = Vec::new();
    for pair in given {
        let (name, default) = (lint::text(&pair[0]), lint::text(&pair[1]));
        let line = line_of(clauses, "parameter", &pair[0]);
        if !simple(&pair[0]) || !simple(&pair[1]) {
            let cause =
                format!("parameter({name}, {default}): the name and the value must be words or numbers");
            report.error(line, cause, "write parameter(players, 2).");
        } else if out.iter().any(|s| s.name == name) {
            let hint = "the value of each is one fact; what else it may be is said by values(Name, [A, B])";
            report.error(line, format!("the parameter `{name}` is there twice"), hint);
        } else {
            let help = [name.clone(), name.clone(), name.clone()];
            out.push(Setting { name, default, allowed: Allowed::Any, help });
        }
    }
    for pair in values {
        let name = lint::text(&pair[0]);
        let line = line_of(clauses, "values", &pair[0]);
        let Some(at) = out.iter().position(|s| s.name == name) else {
            let near = nearest(&name, out.iter().map(|s| s.name.as_str()));
            let hint =
                near.map_or("say parameter(Name, Value) first".into(), |n| format!("did you mean `{n}`?"));
            report.error(line, format!("values/2 speaks of `{name}`, which is not a parameter"), &hint);
            continue;
        };
        let Some(allowed) = Allowed::of(&pair[1]) else {
            let hint = "write values(players, 2-4) or values(board, [20, 40])";
            report.error(line, format!("the values of `{name}` are neither a range nor a list"), hint);
            continue;
        };
        if !allowed.holds(&out[at].default) {
            let line = line_of(clauses, "parameter", &pair[0]);
            let cause = format!("the parameter `{name}` may be {allowed}, not {}", out[at].default);
            report.error(line, cause, "");
        }
        out[at].allowed = allowed;
    }
    out
}

/// The line of the clause of a predicate whose first argument is this.
fn line_of(clauses: &[Clause], predicate: &str, first: &Ast) -> usize {
    let mut of = clauses.iter().filter(|c| c.name() == (predicate, 2)).peekable();
    let fallback = of.peek().map_or(1, |c| c.line);
    let is = |c: &&Clause| matches!(c.head.functor(), Some((_, [a, _])) if a == first);
    of.find(is).map_or(fallback, |c| c.line)
}

/// The text with other values of its parameters: `parameter(players, 4).` becomes `parameter(players, 2).` for
/// `("players", "2")`. The lines keep their numbers.
///
/// # Errors
/// A parameter that the text does not have, with the ones it has, or a value that is neither a word nor a number.
pub fn with_parameters(text: &str, values: &[(&str, &str)]) -> Result<String, ParameterError> {
    let mut m = Machine::new(&Program::base());
    m.set_limits(limits());
    let (clauses, spans) = (clauses(text, &mut m), spans(text));
    let facts: Vec<(String, usize, usize)> = clauses
        .iter()
        .filter_map(|c| match (c.head.functor(), &c.body) {
            (Some(("parameter", [name, _])), None) => {
                let end = spans.iter().find(|(start, _)| *start == c.start)?.1;
                Some((lint::text(name), c.start, end))
            }
            _ => None,
        })
        .collect();
    let mut changes: Vec<(usize, usize, String)> = Vec::new();
    for (name, value) in values {
        let Some((_, start, end)) = facts.iter().find(|f| f.0 == *name) else {
            return Err(unknown(name, &facts));
        };
        let digits = value.strip_prefix('-').unwrap_or(value);
        if value.is_empty() || !digits.chars().all(|c| c.is_alphanumeric() || c == '_') {
            return Err(ParameterError::Value((*value).to_string()));
        }
        // A word in capitals would be a variable.
        let written = match value.parse::<i64>() {
            Ok(n) => n.to_string(),
            Err(_) => format!("'{value}'"),
        };
        let lines = "\n".repeat(text[*start..*end].matches('\n').count());
        changes.retain(|c| c.0 != *start);
        changes.push((*start, *end, format!("parameter('{name}', {written}).{lines}")));
    }
    changes.sort_by_key(|c| std::cmp::Reverse(c.0));
    let mut out = text.to_string();
    for (start, end, new) in changes {
        out.replace_range(start..end, &new);
    }
    Ok(out)
}

fn unknown(name: &str, facts: &[(String, usize, usize)]) -> ParameterError {
    let known = facts.iter().map(|f| f.0.clone()).collect();
    ParameterError::Unknown { name: name.to_string(), known }
}

/// Why a parameter of a description did not get a value. Prints as a sentence.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ParameterError {
    /// The description has no such parameter.
    Unknown {
        /// The name given.
        name: String,
        /// The names it has.
        known: Vec<String>,
    },
    /// This is neither a word nor a number.
    Value(String),
}

impl fmt::Display for ParameterError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (name, known) = match self {
            ParameterError::Unknown { name, known } => (name, known),
            ParameterError::Value(value) => {
                return write!(f, "'{value}' is not a value of a parameter: write a word or a number");
            }
        };
        write!(f, "there is no parameter '{name}'")?;
        match (nearest(name, known.iter().map(String::as_str)), known.as_slice()) {
            (Some(near), _) => write!(f, "; did you mean '{near}'?"),
            (None, []) => f.write_str(": the description has none"),
            (None, _) => write!(f, " (there are: {})", known.join(", ")),
        }
    }
}

impl std::error::Error for ParameterError {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::load;

    const PLAIN: &str = "parameter(players, 2). parameter(board,\n  small).\nvalues(players, 2-4).
values(board, [small, large]).
player(P) :- parameter(players, N), between(1, N, P).
state(1, [a([])]).
turn(pass, S, S).
next(_, S, S).
win(_, draw).
label(players, en, 'how many play'). label(players, cs, 'kolik hraje'). label(players, sk, 'koľko hrá').
label(board, 'size of the board').
";

    #[test]
    fn a_parameter_is_listed_with_its_values_and_its_help() {
        let (game, found) = load(PLAIN, "x");
        assert!(found.is_empty(), "{found:?}");
        let game = game.unwrap();
        let [players, board] = game.settings() else { panic!("{:?}", game.settings()) };
        assert_eq!((players.name.as_str(), players.default.as_str()), ("players", "2"));
        assert_eq!(players.allowed, Allowed::Between(2, 4));
        assert_eq!(players.help, ["how many play", "kolik hraje", "koľko hrá"]);
        assert_eq!(board.allowed, Allowed::OneOf(vec!["small".into(), "large".into()]));
        assert_eq!(board.help, ["size of the board"; 3]);
    }

    #[test]
    fn a_value_is_put_into_the_text_and_the_lines_stay() {
        let text = with_parameters(PLAIN, &[("players", "3"), ("board", "large"), ("players", "4")]).unwrap();
        assert_eq!(text.lines().count(), PLAIN.lines().count());
        let game = load(&text, "x").0.unwrap();
        assert_eq!(game::Game::players(&game), 4);
        assert_eq!(game.settings()[1].default, "large");
    }

    #[test]
    fn a_value_that_is_not_allowed_is_refused_with_those_that_are() {
        let text = with_parameters(PLAIN, &[("players", "7")]).unwrap();
        let (game, found) = load(&text, "x");
        assert!(game.is_none());
        assert!(
            found.iter().any(|d| d.message == "the parameter `players` may be 2 to 4, not 7"),
            "{found:?}"
        );
    }

    #[test]
    fn a_misspelt_parameter_is_named_with_what_was_meant() {
        let fault = |text: &str, name: &str| with_parameters(text, &[(name, "3")]).unwrap_err().to_string();
        assert_eq!(fault(PLAIN, "plyers"), "there is no parameter 'plyers'; did you mean 'players'?");
        assert!(fault(PLAIN, "x").contains("(there are: players, board)"));
        assert!(fault("a.", "x").contains("the description has none"));
        assert!(with_parameters(PLAIN, &[("players", "2), evil(x")]).is_err());
        assert!(with_parameters(PLAIN, &[("players", "")]).is_err());
    }
}
