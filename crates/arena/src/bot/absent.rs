//! The seat of a program that did not come to its play: it crashed at its start, or never greeted. That is its own fault and not
//! the tournament's, so the play is held all the same and its policy decides what the fault costs.

use game::{Advice, Fault, Limit, Mind, Question};

/// A player who is not there.
pub struct Absent(pub String);

impl Mind for Absent {
    fn choose(&mut self, _question: &Question<'_>, _limit: &Limit) -> Result<Advice, Fault> {
        Err(Fault::Failed(self.0.clone()))
    }
}
