//! What a game tells its rule files and asks of them: one table a game, from which checking, running and the
//! handbook's pages are made.

use std::fmt::Write;

/// Whether a block hears or answers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Kind {
    /// Something happened.
    Event,
    /// The player must answer.
    Question,
}

/// A variable that is set before the rules of a block are tried.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Variable {
    /// Its name, in capital letters.
    pub name: &'static str,
    /// What it says.
    pub about: &'static str,
}

/// A block of rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Block {
    /// Its name, in capital letters.
    pub name: &'static str,
    /// Whether it hears or answers.
    pub kind: Kind,
    /// When its rules are tried.
    pub about: &'static str,
    /// What is set before.
    pub variables: &'static [Variable],
    /// What may be returned, and what no answer means; empty for an event.
    pub answers: &'static str,
}

/// A predicate the game answers: what a person at the table could work out from what was seen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Predicate {
    /// Its name.
    pub name: &'static str,
    /// How many arguments it has.
    pub arity: usize,
    /// What it says.
    pub about: &'static str,
}

/// The blocks of a game.
#[derive(Debug)]
pub struct Interface {
    /// The names of the games it is for.
    pub games: &'static [&'static str],
    /// A title for the handbook.
    pub title: &'static str,
    /// What cards, players and codes look like.
    pub about: &'static str,
    /// The blocks, in the order they come up in a deal.
    pub blocks: &'static [Block],
    /// Predicates the game answers.
    pub predicates: &'static [Predicate],
}

impl Interface {
    /// The number of the block of that name.
    pub fn find(&self, name: &str) -> Option<usize> {
        self.blocks.iter().position(|block| block.name == name)
    }

    /// The page of the handbook.
    pub fn page(&self) -> String {
        let mut out = format!("## {}\n\n{}\n", self.title, self.about);
        for block in self.blocks {
            let kind = match block.kind {
                Kind::Event => "event",
                Kind::Question => "question",
            };
            let _ = write!(out, "\n### {} ({kind})\n\n{}\n", block.name, block.about);
            if !block.variables.is_empty() {
                out.push_str("\n| variable | |\n| --- | --- |\n");
                for variable in block.variables {
                    let _ = writeln!(out, "| `\\{}` | {} |", variable.name, variable.about);
                }
            }
            if !block.answers.is_empty() {
                let _ = write!(out, "\nAnswers: {}\n", block.answers);
            }
        }
        if !self.predicates.is_empty() {
            out.push_str("\n### Predicates the game answers\n\n| predicate | |\n| --- | --- |\n");
            for predicate in self.predicates {
                let _ = writeln!(out, "| `{}/{}` | {} |", predicate.name, predicate.arity, predicate.about);
            }
        }
        out
    }
}
