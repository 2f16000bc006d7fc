//! A rule file as a tree.

use super::term::Term;
use crate::finding::Place;

/// Where an item stands in its text: its first token and the byte after its last one.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Span {
    pub(crate) place: Place,
    pub(crate) from: usize,
    pub(crate) to: usize,
}

/// A whole file.
#[derive(Clone, Debug, Default)]
pub(crate) struct File {
    /// The clauses of the block PROLOG.
    pub(crate) clauses: Vec<Clause>,
    /// Where the block PROLOG begins (its name) and ends (its brace).
    pub(crate) prolog: Option<Span>,
    /// The other blocks in the order of the file.
    pub(crate) blocks: Vec<Block>,
}

/// A clause of the knowledge base.
#[derive(Clone, Debug)]
pub(crate) struct Clause {
    pub(crate) span: Span,
    pub(crate) term: Term,
}

/// A block of rules.
#[derive(Clone, Debug)]
pub(crate) struct Block {
    /// Its name in capital letters.
    pub(crate) name: String,
    pub(crate) span: Span,
    pub(crate) rules: Vec<Rule>,
}

/// `IF (condition) { actions }`.
#[derive(Clone, Debug)]
pub(crate) struct Rule {
    pub(crate) span: Span,
    pub(crate) condition: Condition,
    /// The byte after the parenthesis that closes the condition.
    pub(crate) then: usize,
    pub(crate) actions: Vec<Action>,
}

/// When a rule fires.
#[derive(Clone, Debug)]
pub(crate) enum Condition {
    Formula(Formula),
    Not(Box<Condition>),
    And(Box<Condition>, Box<Condition>),
    Or(Box<Condition>, Box<Condition>),
}

impl Condition {
    /// The formulas from left to right.
    pub(crate) fn formulas<'a>(&'a self, out: &mut Vec<&'a Formula>) {
        match self {
            Condition::Formula(formula) => out.push(formula),
            Condition::Not(inner) => inner.formulas(out),
            Condition::And(a, b) | Condition::Or(a, b) => {
                a.formulas(out);
                b.formulas(out);
            }
        }
    }
}

/// A goal put to the knowledge base.
#[derive(Clone, Debug)]
pub(crate) struct Formula {
    pub(crate) span: Span,
    pub(crate) goal: Goal,
}

/// What is asked.
#[derive(Clone, Debug)]
pub(crate) enum Goal {
    Term(Term),
    /// `write(…)` of a text that is not a term: it is printed as it stands.
    Text(Vec<Piece>),
}

/// A part of a text to print.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Piece {
    Plain(String),
    Reference(String),
}

/// What an action does.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Deed {
    /// Adds a clause.
    Add,
    /// Removes the first clause that matches.
    Del,
    /// Asks the knowledge base.
    Query,
}

impl Deed {
    /// The word of the language.
    pub fn word(self) -> &'static str {
        match self {
            Deed::Add => "add",
            Deed::Del => "del",
            Deed::Query => "query",
        }
    }
}

/// One action of a rule.
#[derive(Clone, Debug)]
pub(crate) struct Action {
    pub(crate) span: Span,
    pub(crate) deed: Deed,
    pub(crate) goal: Goal,
}
