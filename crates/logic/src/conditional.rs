//! Conditional compilation: `:- if(G)`, `:- elif(G)`, `:- else`, `:- endif` in a text being loaded.

use crate::cell::Cell;
use crate::error::Severity;
use crate::machine::Machine;

/// What an open `:- if` does with the terms that follow.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Condition {
    /// They are loaded; branches after this one are not.
    Taken,
    /// They are skipped; a later branch may be loaded.
    Waiting,
    /// They are skipped to the end.
    Over,
}

impl Machine {
    /// Whether terms are being skipped now. The innermost `if` knows: one met while skipping is over from the start.
    pub(crate) fn skipping(&self) -> bool {
        self.open_condition().is_some_and(|c| c != Condition::Taken)
    }

    /// Takes a term of the text if it is one of the four directives.
    pub(crate) fn conditional(&mut self, term: Cell) -> bool {
        let Some((crate::atom::names::NECK, 1)) = self.functor(term) else { return false };
        let goal = self.arg(term, 0);
        let Some((name, arity)) = self.functor(goal) else { return false };
        let name = self.atoms.name(name).to_string();
        let skipping = self.skipping();
        match (name.as_str(), arity) {
            ("if", 1) => {
                let state = if skipping {
                    Condition::Over
                } else if self.condition_holds(goal) {
                    Condition::Taken
                } else {
                    Condition::Waiting
                };
                if let Some(l) = self.loading.last_mut() {
                    l.conditions.push(state);
                }
            }
            ("elif", 1) => {
                let next = match self.open_condition() {
                    Some(Condition::Waiting) if self.condition_holds(goal) => Condition::Taken,
                    Some(Condition::Waiting) => Condition::Waiting,
                    _ => Condition::Over,
                };
                self.set_condition(next, "elif");
            }
            ("else", 0) => {
                let waiting = self.open_condition() == Some(Condition::Waiting);
                self.set_condition(if waiting { Condition::Taken } else { Condition::Over }, "else");
            }
            ("endif", 0) => {
                if self.loading.last_mut().and_then(|l| l.conditions.pop()).is_none() {
                    self.stray("endif");
                }
            }
            _ => return false,
        }
        true
    }

    fn open_condition(&self) -> Option<Condition> {
        self.loading.last().and_then(|l| l.conditions.last().copied())
    }

    fn set_condition(&mut self, next: Condition, what: &str) {
        match self.loading.last_mut().and_then(|l| l.conditions.last_mut()) {
            Some(c) => *c = next,
            None => self.stray(what),
        }
    }

    fn stray(&mut self, what: &str) {
        let line = self.loading.last().map_or(0, |l| l.line);
        self.diagnostic(Severity::Error, line, 0, format!("{what} without if"));
    }

    /// Runs the condition of an `if` or `elif`; one that throws counts as false and is reported.
    fn condition_holds(&mut self, directive: Cell) -> bool {
        self.flush_pending();
        let goal = self.arg(directive, 0);
        match self.solve_once(goal) {
            Ok(holds) => holds,
            Err(stop) => {
                self.report(stop, "condition");
                false
            }
        }
    }

    /// The end of a text: every `if` must have met its `endif`.
    pub(crate) fn close_conditions(&mut self) {
        if self.loading.last_mut().is_some_and(|l| !std::mem::take(&mut l.conditions).is_empty()) {
            let line = self.loading.last().map_or(0, |l| l.line);
            self.diagnostic(Severity::Error, line, 0, "if without endif".into());
        }
    }
}
