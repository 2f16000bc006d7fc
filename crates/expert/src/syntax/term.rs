//! Prolog terms as they are written in rule files, and how they are read.

use super::lex::{Kind, Token};
use crate::finding::{Finding, Place};

/// A term.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Term {
    /// A variable; `_` is one of its own each time.
    Variable(String, Place),
    /// `\NAME`.
    Reference(String, Place),
    /// A number as it was written.
    Number(String),
    /// A string.
    Text(String),
    /// An atom.
    Atom(String, Place),
    /// A compound term.
    Compound(String, Vec<Term>, Place),
    /// A list with its tail.
    List(Vec<Term>, Option<Box<Term>>),
}

impl Term {
    /// Name and number of arguments of a goal or a head.
    pub(crate) fn functor(&self) -> Option<(&str, usize)> {
        match self {
            Term::Atom(name, _) => Some((name, 0)),
            Term::Compound(name, args, _) => Some((name, args.len())),
            _ => None,
        }
    }

    /// Calls `f` with the term and all its parts, from left to right.
    pub(crate) fn walk<'a>(&'a self, f: &mut dyn FnMut(&'a Term)) {
        f(self);
        match self {
            Term::Compound(_, args, _) => args.iter().for_each(|arg| arg.walk(f)),
            Term::List(items, tail) => {
                items.iter().for_each(|item| item.walk(f));
                if let Some(tail) = tail {
                    tail.walk(f);
                }
            }
            _ => {}
        }
    }

    /// Head and body of a clause; a fact has none.
    pub(crate) fn clause(&self) -> (&Term, Option<&Term>) {
        match self {
            Term::Compound(name, args, _) if name == ":-" && args.len() == 2 => (&args[0], Some(&args[1])),
            _ => (self, None),
        }
    }
}

/// How deep a term may be nested. Readers and writers of terms recurse.
const DEEPEST: usize = 300;

/// An infix operator: priority, and whether the left and the right argument may have the same.
pub(crate) fn infix(name: &str) -> Option<(u32, bool, bool)> {
    Some(match name {
        ":-" => (1200, false, false),
        ";" => (1100, false, true),
        "->" => (1050, false, true),
        "," => (1000, false, true),
        "=" | "\\=" | "==" | "\\==" | "@<" | "@>" | "@=<" | "@>=" | "is" | "=:=" | "=\\=" | "<" | ">"
        | "=<" | ">=" | "=.." => (700, false, false),
        "+" | "-" => (500, true, false),
        "*" | "/" | "mod" | "rem" | "div" => (400, true, false),
        "**" => (200, false, false),
        "^" => (200, false, true),
        _ => return None,
    })
}

/// A prefix operator: its priority; the argument may have the same.
pub(crate) fn prefix(name: &str) -> Option<u32> {
    match name {
        "\\+" => Some(900),
        "-" | "+" => Some(200),
        _ => None,
    }
}

/// What a Prolog programmer of another system may have meant.
fn habit(name: &str) -> Option<&'static str> {
    Some(match name {
        "<=" => "'at most' is written =<",
        "=>" => "'at least' is written >=",
        "<>" | "~=" => "'is not' is written \\=",
        "&&" | "&" => "in a condition write AND, in the knowledge base a comma",
        ":=" => "a variable gets a value by eq(X, value)",
        "?-" => "a rule file asks with IF (…) or query",
        _ => return None,
    })
}

/// Reads terms from tokens.
pub(crate) struct Reader<'a> {
    pub(crate) tokens: &'a [Token],
    pub(crate) at: usize,
    /// The place after the last token.
    pub(crate) end: Place,
}

type Read = Result<(Term, usize), Finding>;

impl<'a> Reader<'a> {
    pub(crate) fn peek(&self) -> Option<&'a Token> {
        self.tokens.get(self.at)
    }

    pub(crate) fn is_mark(&self, mark: char) -> bool {
        self.peek().is_some_and(|t| t.kind == Kind::Mark(mark))
    }

    pub(crate) fn is_dot(&self) -> bool {
        self.peek().is_some_and(|t| t.kind == Kind::Dot)
    }

    /// The word at the present token, in any case.
    pub(crate) fn word(&self) -> Option<String> {
        match &self.peek()?.kind {
            Kind::Word(name) | Kind::Variable(name) => Some(name.to_uppercase()),
            _ => None,
        }
    }

    pub(crate) fn is_word(&self, word: &str) -> bool {
        self.word().is_some_and(|w| w == word)
    }

    pub(crate) fn place(&self) -> Place {
        self.peek().map_or(self.end, |t| t.place)
    }

    /// That something else was expected here.
    pub(crate) fn expected(&self, what: &str) -> Finding {
        match self.peek() {
            Some(token) => {
                let finding =
                    Finding::error(token.place, format!("expected {what}, found {}", token.shown()))
                        .width(token.to - token.from);
                let meant = match &token.kind {
                    Kind::Symbol(name) => habit(name),
                    Kind::Mark('{' | '}') => {
                        Some("braces hold blocks and actions; check that every parenthesis is closed")
                    }
                    _ => None,
                };
                match meant {
                    Some(meant) => finding.hint(meant),
                    None => finding,
                }
            }
            None => Finding::error(self.end, format!("expected {what}, but the file ends here")),
        }
    }

    /// A term whose priority is at most `most`.
    pub(crate) fn term(&mut self, most: u32) -> Result<Term, Finding> {
        self.read(most, 0).map(|(term, _)| term)
    }

    fn read(&mut self, most: u32, depth: usize) -> Read {
        if depth > DEEPEST {
            let note = "split it into several predicates";
            return Err(Finding::error(self.place(), format!("the term is nested more than {DEEPEST} deep"))
                .hint(note));
        }
        let (mut left, mut height, mut priority) = self.primary(most, depth)?;
        while let Some(token) = self.peek() {
            let name = match &token.kind {
                Kind::Symbol(name) | Kind::Word(name) => name.as_str(),
                Kind::Mark(',') => ",",
                _ => break,
            };
            let Some((level, same_left, same_right)) = infix(name) else {
                if matches!(token.kind, Kind::Symbol(_)) {
                    return Err(self.expected("an operator"));
                }
                break;
            };
            if level > most || priority > level || (priority == level && !same_left) {
                break;
            }
            let place = token.place;
            self.at += 1;
            let (right, deep) = self.read(if same_right { level } else { level - 1 }, depth + 1)?;
            height = height.max(deep) + 1;
            if height > DEEPEST {
                let note = "split it into several predicates";
                return Err(
                    Finding::error(place, format!("the term is nested more than {DEEPEST} deep")).hint(note)
                );
            }
            left = Term::Compound(name.to_string(), vec![left, right], place);
            priority = level;
        }
        Ok((left, height))
    }

    /// A term without infix operators: the term, its height, its priority.
    fn primary(&mut self, most: u32, depth: usize) -> Result<(Term, usize, u32), Finding> {
        let Some(token) = self.peek() else { return Err(self.expected("a term")) };
        let place = token.place;
        let term = match &token.kind {
            Kind::Word(name) | Kind::Quoted(name) => {
                self.at += 1;
                if token.glued {
                    return self.arguments(name, place, depth);
                }
                Term::Atom(name.clone(), place)
            }
            Kind::Variable(name) => {
                self.at += 1;
                if token.glued {
                    let note = "names of predicates begin with a small letter";
                    return Err(Finding::error(place, format!("the variable '{name}' cannot be called"))
                        .width(name.len())
                        .hint(note));
                }
                Term::Variable(name.clone(), place)
            }
            Kind::Reference(name) => {
                self.at += 1;
                if token.glued {
                    let finding = Finding::error(place, format!("'\\{name}' cannot stand for a predicate"));
                    return Err(finding.width(name.len() + 1));
                }
                Term::Reference(name.clone(), place)
            }
            Kind::Number(text) => {
                self.at += 1;
                Term::Number(text.clone())
            }
            Kind::Text(text) => {
                self.at += 1;
                Term::Text(text.clone())
            }
            Kind::Mark('!') => {
                self.at += 1;
                Term::Atom("!".into(), place)
            }
            Kind::Mark('(') => {
                self.at += 1;
                let (inner, height) = self.read(1200, depth + 1)?;
                self.close(')', "')'")?;
                return Ok((inner, height + 1, 0));
            }
            Kind::Mark('[') => return self.list(depth),
            Kind::Symbol(name) => {
                let Some(level) = prefix(name) else { return Err(self.expected("a term")) };
                self.at += 1;
                if name == "-"
                    && let Some(Kind::Number(text)) = self.peek().map(|t| &t.kind)
                {
                    self.at += 1;
                    return Ok((Term::Number(format!("-{text}")), 0, 0));
                }
                let (inner, height) = self.read(level.min(most), depth + 1)?;
                return Ok((Term::Compound(name.clone(), vec![inner], place), height + 1, level.min(most)));
            }
            Kind::Mark(_) | Kind::Dot => return Err(self.expected("a term")),
        };
        Ok((term, 0, 0))
    }

    /// The arguments after a name; `name()` is the atom.
    fn arguments(&mut self, name: &str, place: Place, depth: usize) -> Result<(Term, usize, u32), Finding> {
        self.at += 1;
        if self.is_mark(')') {
            self.at += 1;
            return Ok((Term::Atom(name.to_string(), place), 0, 0));
        }
        let mut args = Vec::new();
        let mut height = 0;
        loop {
            let (arg, deep) = self.read(999, depth + 1)?;
            height = height.max(deep + 1);
            args.push(arg);
            if self.is_mark(',') {
                self.at += 1;
                continue;
            }
            self.close(')', "',' or ')'")?;
            return Ok((Term::Compound(name.to_string(), args, place), height, 0));
        }
    }

    fn list(&mut self, depth: usize) -> Result<(Term, usize, u32), Finding> {
        self.at += 1;
        let mut items = Vec::new();
        let mut height = 0;
        if self.is_mark(']') {
            self.at += 1;
            return Ok((Term::List(items, None), 0, 0));
        }
        loop {
            let (item, deep) = self.read(999, depth + 1)?;
            height = height.max(deep + 1);
            items.push(item);
            if self.is_mark(',') {
                self.at += 1;
                continue;
            }
            let mut tail = None;
            if self.is_mark('|') {
                self.at += 1;
                let (rest, deep) = self.read(999, depth + 1)?;
                height = height.max(deep + 1);
                tail = Some(Box::new(rest));
                self.close(']', "']' after the rest of the list")?;
            } else {
                self.close(']', "',', '|' or ']'")?;
            }
            return Ok((Term::List(items, tail), height, 0));
        }
    }

    pub(crate) fn close(&mut self, mark: char, what: &str) -> Result<(), Finding> {
        if self.is_mark(mark) {
            self.at += 1;
            return Ok(());
        }
        Err(self.expected(what))
    }
}
