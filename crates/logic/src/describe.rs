//! Error terms in words.

use crate::atom::names as n;
use crate::cell::Cell;
use crate::machine::Machine;

impl Machine {
    /// A sentence for a ball.
    pub(crate) fn describe(&self, ball: Cell) -> String {
        let ball = self.deref(ball);
        let Some((n::ERROR, 2)) = self.functor(ball) else {
            let interrupted = ball.is_atom() && self.atoms.name(ball.as_atom()) == "interrupt";
            return if interrupted {
                "interrupted".into()
            } else {
                format!("unhandled exception: {}", self.show(ball))
            };
        };
        let (formal, context) = (self.arg(ball, 0), self.arg(ball, 1));
        let what = self.describe_formal(formal);
        match self.functor(context) {
            Some((n::CONTEXT, 2)) => {
                let (who, note) = (self.show(self.arg(context, 0)), self.arg(context, 1));
                if note.is_ref() && what.ends_with(&who) {
                    what
                } else if note.is_ref() {
                    format!("{who}: {what}")
                } else {
                    format!("{who}: {what} ({})", self.show(note))
                }
            }
            _ => what,
        }
    }

    fn describe_formal(&self, f: Cell) -> String {
        let arg = |i| self.show(self.arg(f, i));
        match self.functor(f) {
            Some((n::INSTANTIATION_ERROR, 0)) => "arguments are not sufficiently instantiated".into(),
            Some((n::TYPE_ERROR, 2)) => format!("type error: `{}` expected, found `{}`", arg(0), arg(1)),
            Some((n::DOMAIN_ERROR, 2)) => format!("domain error: `{}` expected, found `{}`", arg(0), arg(1)),
            Some((n::EXISTENCE_ERROR, 2)) if self.arg(f, 0) == Cell::atom(n::PROCEDURE) => {
                format!("unknown procedure {}", arg(1))
            }
            Some((n::EXISTENCE_ERROR, 2)) => format!("{} `{}` does not exist", arg(0), arg(1)),
            Some((n::PERMISSION_ERROR, 3)) => format!("no permission to {} {} `{}`", arg(0), arg(1), arg(2)),
            Some((n::REPRESENTATION_ERROR, 1)) => format!("cannot represent: {}", arg(0)),
            Some((n::EVALUATION_ERROR, 1)) => format!("arithmetic: {}", arg(0)),
            Some((n::RESOURCE_ERROR, 1)) => format!("not enough resources: {}", arg(0)),
            Some((n::SYNTAX_ERROR, 1)) => format!("syntax error: {}", arg(0)),
            _ => self.show(f),
        }
    }
}
