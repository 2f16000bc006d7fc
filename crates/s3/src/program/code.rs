//! The bytecode: a small stack machine. One program holds every expression of a game.

use super::Value;
use crate::diagnostic::Span;
use crate::lower::Builtin;
use crate::syntax::Binary;

/// An instruction. Jumps name positions in the program.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Op {
    Const(Value),
    Load(u16),
    /// Pops into a variable and pushes true.
    Store(u16),
    /// Pops into a variable.
    Bind(u16),
    Template(u32),
    Pop,
    Jump(u32),
    /// Pops a truth value; jumps if false.
    Branch(u32),
    /// If the top is false jumps and keeps it, else pops it.
    And(u32),
    /// If the top is true jumps and keeps it, else pops it.
    Or(u32),
    /// The top must be a truth value.
    Truth,
    /// A line of a body: if the top is exactly false jumps and keeps it, else pops it.
    Line(u32),
    /// Pops; jumps unless it is exactly true.
    Unless(u32),
    Call(u32),
    Ret,
    /// Puts a variable aside and unsets it.
    Save(u16),
    /// Puts back the variable that was put aside last.
    Restore(u16),
    /// The top two must be whole numbers: the bounds of a loop.
    LoopCheck,
    /// Stores the current number of the loop.
    LoopSet(u16),
    /// Pops the truth value of the body; goes on or ends the loop.
    LoopNext {
        all: bool,
        back: u32,
    },
    Not,
    Neg,
    Abs,
    Binary(Binary),
    MakeSet(u16),
    Builtin(Builtin, u16),
    /// Checks element and origin of a MOVE before its target is evaluated.
    MoveCheck,
    Move,
    /// Pops score and player; adds.
    Award,
    /// Pops the winner; the play is decided.
    Winner,
    Halt,
    /// Fails with the text of that number.
    Fault(u32),
}

/// Everything executable.
#[derive(Clone, Debug, Default)]
pub(crate) struct Code {
    pub(crate) ops: Vec<Op>,
    pub(crate) spans: Vec<Span>,
    /// Where each named expression starts.
    pub(crate) functions: Vec<u32>,
    /// By rule: its condition, if it has one.
    pub(crate) conditions: Vec<Option<u32>>,
    /// By rule: an expression in `state=` or `player=` (dialect 2).
    pub(crate) asks: Vec<[Option<u32>; 2]>,
    /// By rule and award: player and score.
    pub(crate) awards: Vec<Vec<(u32, u32)>>,
    /// By rule: all its awards in one run, if it has any.
    pub(crate) all_awards: Vec<Option<u32>>,
    /// By rule: what happens after the piece was moved, up to the end.
    pub(crate) after: Vec<u32>,
    /// Scorings and ends, which every rule comes to last.
    pub(crate) tail: u32,
    /// What happens before the first move.
    pub(crate) start: Vec<u32>,
    pub(crate) faults: Vec<String>,
}

/// Why an evaluation failed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Cause {
    NotBool = 1,
    NotInt,
    NotString,
    NotSet,
    Unset,
    ZeroDivision,
    NoIndex,
    NoPlayer,
    NoElement,
    NoLocation,
    NotThere,
    NoState,
    NoOwner,
    Stated,
    Fuel,
    Depth,
    Room,
    Rule,
    NoRule,
    Chance,
    Untyped,
    Number,
}

impl Cause {
    const ALL: [Cause; 22] = [
        Cause::NotBool,
        Cause::NotInt,
        Cause::NotString,
        Cause::NotSet,
        Cause::Unset,
        Cause::ZeroDivision,
        Cause::NoIndex,
        Cause::NoPlayer,
        Cause::NoElement,
        Cause::NoLocation,
        Cause::NotThere,
        Cause::NoState,
        Cause::NoOwner,
        Cause::Stated,
        Cause::Fuel,
        Cause::Depth,
        Cause::Room,
        Cause::Rule,
        Cause::NoRule,
        Cause::Chance,
        Cause::Untyped,
        Cause::Number,
    ];

    pub(crate) fn from_number(n: u8) -> Option<Cause> {
        Cause::ALL.get(usize::from(n).checked_sub(1)?).copied()
    }

    pub(crate) fn message(self) -> &'static str {
        match self {
            Cause::NotBool => "this must be true or false and is neither",
            Cause::NotInt => "this must be a number and is none",
            Cause::NotString => "this must be a text and is none",
            Cause::NotSet => "this must be a set and is none",
            Cause::Unset => "a variable is read that was never set",
            Cause::ZeroDivision => "division by zero",
            Cause::NoIndex => "the name has no such index",
            Cause::NoPlayer => "there is no such player",
            Cause::NoElement => "there is no such element",
            Cause::NoLocation => "there is no such location",
            Cause::NotThere => "the element does not stand there",
            Cause::NoState => "the element's type has no such state",
            Cause::NoOwner => "there is no such owner",
            Cause::Stated => "this cannot be evaluated",
            Cause::Fuel => "the evaluation takes too long and was stopped",
            Cause::Depth => "expressions call each other too deeply",
            Cause::Room => "the evaluation makes too many texts or sets and was stopped",
            Cause::Rule => "the rule lacks a pattern",
            Cause::NoRule => "no rule allows the move",
            Cause::Untyped => "a move needs an element and locations that have a type",
            Cause::Number => "a number in the name of an element or a location is too large for a variable",
            Cause::Chance => "chance decides too often in one move, or where it must not",
        }
    }
}

/// A failure: where and why.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Failure {
    /// Position in the program; for [`Cause::Rule`] and [`Cause::NoRule`] the number of the rule.
    pub(crate) pc: u32,
    pub(crate) cause: Cause,
}
