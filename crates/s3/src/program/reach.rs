//! What the fast path may do with a game and what it leaves to the interpreter, with the reason and the place of each
//! refusal. Building the tables fills it in; it explains itself in words.

use super::plan::{GaveUp, Why};
use std::collections::BTreeMap;

/// Why no tables are made at all: the interpreter plays the whole game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Barrier {
    /// Two elements start on one location.
    Shared,
    /// Something has no type, a number in a name is too large, or places are distinguished in two ways.
    Odd,
    /// A rule lacks a pattern.
    Incomplete(u16),
    /// A rule asks a state or a player by an expression.
    Asked(u16),
    /// The condition of a rule reads a state that changes, bound to a variable.
    State(u16),
    /// The condition of a rule meets at one target what it left at another.
    Lasting(u16),
    /// There are too many variables.
    Variables,
    /// The lists of moves would be too long.
    Work,
}

impl Barrier {
    /// The rule it lies in.
    pub(crate) fn rule(self) -> Option<u16> {
        match self {
            Barrier::Incomplete(r) | Barrier::Asked(r) | Barrier::State(r) | Barrier::Lasting(r) => Some(r),
            _ => None,
        }
    }

    pub(crate) fn message(self) -> &'static str {
        match self {
            Barrier::Shared => "two elements start on one location",
            Barrier::Odd => {
                "something has no type, a number in a name is too large, or places are distinguished in two ways"
            }
            Barrier::Incomplete(_) => "the rule lacks a pattern for element, origin or target",
            Barrier::Asked(_) => "the rule asks a state or a player by an expression",
            Barrier::State(_) => "the condition reads a state that changes, bound to a variable",
            Barrier::Lasting(_) => "the condition meets at one target what it left in a variable at another",
            Barrier::Variables => "there are too many variables",
            Barrier::Work => "the lists of moves would be too long",
        }
    }
}

impl Why {
    pub(crate) fn message(self) -> &'static str {
        match self {
            Why::Large => "the decision graph would be too large",
            Why::Deep => "expressions call each other too deeply",
            Why::Changes => "an expression that is only asked changes the state",
            Why::Left => "what the condition leaves in variables is not known",
            Why::Awards => "awards set variables that they or the rest of the rule read",
            Why::State => "the state of the element is bound to a variable, or asked by another rule too",
            Why::Chance => "chance decides",
            Why::Operation => "an operation on something that depends on the state",
        }
    }
}

/// How often something was refused, by reason and place.
pub(crate) type Refused = BTreeMap<(Why, u32), usize>;

/// What became of one rule.
#[derive(Clone, Debug, Default)]
pub(crate) struct Part {
    /// Conditions of targets: compiled, and refused.
    pub(crate) targets: usize,
    pub(crate) refused: Refused,
    /// What follows moves: compiled, how many of them by walking conditions again, and refused.
    pub(crate) sequels: usize,
    pub(crate) staged: usize,
    pub(crate) left: Refused,
    /// Moves that another rule may allow too: the interpreter chooses.
    pub(crate) several: usize,
}

/// What became of a game.
#[derive(Clone, Debug, Default)]
pub(crate) struct Reach {
    /// By rule.
    pub(crate) parts: Vec<Part>,
    pub(crate) nodes: usize,
    /// How targets are tested: in groups, side by side, one by one.
    pub(crate) grouped: usize,
    pub(crate) sliced: usize,
    pub(crate) single: usize,
    /// Steps and situations that building took.
    pub(crate) effort: (u64, usize),
    pub(crate) repeats: bool,
    pub(crate) fallible: bool,
}

fn sum(refused: &Refused) -> usize {
    refused.values().sum()
}

impl Part {
    pub(crate) fn refuse(&mut self, GaveUp { why, pc }: GaveUp) {
        *self.refused.entry((why, pc)).or_insert(0) += 1;
    }

    pub(crate) fn leave(&mut self, GaveUp { why, pc }: GaveUp) {
        *self.left.entry((why, pc)).or_insert(0) += 1;
    }

    /// What the tables know of the rule.
    pub(crate) fn told(&self) -> String {
        let conditions = match self.targets + sum(&self.refused) {
            0 => "no condition".to_string(),
            n => format!("{} of {n} conditions", self.targets),
        };
        let all = self.sequels + sum(&self.left) + self.several;
        let sequels = format!("{} of {all} sequels compiled", self.sequels);
        let staged = match self.staged {
            0 => String::new(),
            n => format!(", {n} of them with what the condition left"),
        };
        format!("{conditions} and {sequels}{staged}")
    }
}

impl Reach {
    /// One line for people who tune a description.
    pub(crate) fn summary(&self) -> String {
        let all = |f: &dyn Fn(&Part) -> usize| self.parts.iter().map(f).sum::<usize>();
        format!(
            "{} nodes; {} targets in groups, {} side by side, {} one by one; {} conditions left to the interpreter; \
             {} sequels, {} left to the interpreter; {} steps, {} situations{}{}",
            self.nodes,
            self.grouped,
            self.sliced,
            self.single,
            all(&|p| sum(&p.refused)),
            all(&|p| p.sequels),
            all(&|p| sum(&p.left) + p.several),
            self.effort.0,
            self.effort.1,
            if self.repeats { "; moves may repeat" } else { "" },
            if self.fallible { "; may fail" } else { "" },
        )
    }
}
