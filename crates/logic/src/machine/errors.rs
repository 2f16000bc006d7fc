//! Building the error terms of the standard.

use super::{Machine, Stop};
use crate::atom::names as n;
use crate::cell::{Atom, Cell};

impl Machine {
    /// `error(Formal, context(Name/Arity, _))`, thrown.
    pub(crate) fn throw_formal(&mut self, formal: Cell) -> Stop {
        self.throw_because(formal, None)
    }
    /// The same with a message in the context.
    fn throw_because(&mut self, formal: Cell, message: Option<Atom>) -> Stop {
        let culprit = self.program.preds.get(self.native as usize).map(|p| (p.name, p.arity));
        let context = match culprit {
            Some((name, arity)) => {
                let pi = self.structure(n::SLASH, &[Cell::atom(name), Cell::int(i64::from(arity))]);
                let v = message.map_or_else(|| self.new_var(), Cell::atom);
                self.structure(n::CONTEXT, &[pi, v])
            }
            None => self.new_var(),
        };
        let ball = self.structure(n::ERROR, &[formal, context]);
        self.note_place();
        Stop::Throw(ball)
    }
    #[cold]
    pub(crate) fn type_error(&mut self, kind: Atom, culprit: Cell) -> Stop {
        let f = self.structure(n::TYPE_ERROR, &[Cell::atom(kind), culprit]);
        self.throw_formal(f)
    }
    #[cold]
    pub(crate) fn domain_error(&mut self, kind: Atom, culprit: Cell) -> Stop {
        let f = self.structure(n::DOMAIN_ERROR, &[Cell::atom(kind), culprit]);
        self.throw_formal(f)
    }
    #[cold]
    pub(crate) fn instantiation_error(&mut self) -> Stop {
        self.throw_formal(Cell::atom(n::INSTANTIATION_ERROR))
    }
    #[cold]
    pub(crate) fn representation_error(&mut self, what: Atom) -> Stop {
        let f = self.structure(n::REPRESENTATION_ERROR, &[Cell::atom(what)]);
        self.throw_formal(f)
    }
    #[cold]
    pub(crate) fn resource_error(&mut self, what: Atom) -> Stop {
        let f = self.structure(n::RESOURCE_ERROR, &[Cell::atom(what)]);
        self.throw_formal(f)
    }
    #[cold]
    pub(crate) fn evaluation_error(&mut self, what: Atom) -> Stop {
        let f = self.structure(n::EVALUATION_ERROR, &[Cell::atom(what)]);
        self.throw_formal(f)
    }
    #[cold]
    pub(crate) fn existence_error(&mut self, kind: Atom, culprit: Cell) -> Stop {
        let f = self.structure(n::EXISTENCE_ERROR, &[Cell::atom(kind), culprit]);
        self.throw_formal(f)
    }
    #[cold]
    pub(crate) fn permission_error(&mut self, action: Atom, kind: Atom, culprit: Cell) -> Stop {
        let f = self.structure(n::PERMISSION_ERROR, &[Cell::atom(action), Cell::atom(kind), culprit]);
        self.throw_formal(f)
    }
    /// The operating system refused something.
    #[cold]
    pub(crate) fn system_error(&mut self, cause: Atom) -> Stop {
        let formal = Cell::atom(self.atoms.intern("system_error"));
        self.throw_because(formal, Some(cause))
    }
    pub(crate) fn indicator(&mut self, name: Atom, arity: usize) -> Cell {
        self.structure(n::SLASH, &[Cell::atom(name), Cell::int(arity as i64)])
    }

    /// Remembers where the machine is, for the report of an error nobody catches.
    fn note_place(&mut self) {
        let mut frames = Vec::new();
        let mut e = self.e;
        let mut cp = self.cp;
        // Both registers stand behind the instruction that called: a last call is the end of its clause.
        let push = |m: &Machine, pc: u32, frames: &mut Vec<crate::error::Frame>| {
            if let Some(f) = m.program.frame_at(pc.saturating_sub(1), &m.atoms) {
                frames.push(f);
            }
        };
        push(self, self.pc, &mut frames);
        for _ in 0..64 {
            push(self, cp, &mut frames);
            if e == 0 || frames.len() >= 8 {
                break;
            }
            cp = self.env[e + 1].0 as u32;
            e = self.env[e].0 as usize;
        }
        frames.dedup();
        let goal = self.program.preds.get(self.native as usize).map(|p| (p.name, p.arity));
        let goal = goal.map(|(a, n)| format!("{}/{n}", self.atoms.name(a)));
        self.error_place = Some(crate::error::Backtrace { goal, frames });
    }
}
