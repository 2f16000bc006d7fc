//! Predicates of the host: Rust closures, deterministic or resumable by a number.
//!
//! A nondeterministic closure keeps its place in a `u64`, not in Rust state: that is what lets a machine
//! be forked and restored in the middle of its answers.

use crate::cell::Cell;
use crate::code::{Pred, PredKind};
use crate::machine::body::Next;
use crate::machine::{Alt, Machine, Stop};
use crate::term::{Term, TermRef};
use std::sync::Arc;

/// What a host predicate says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Reply {
    /// No answer (any more).
    Fail,
    /// This answer, and no other.
    Last,
    /// This answer; call again with this state for the next one.
    More(u64),
    /// Throws a term.
    Throw(Term),
}

type Body = dyn Fn(&mut Call<'_>, u64) -> Reply + Send + Sync;

/// A host predicate.
#[derive(Clone)]
pub(crate) struct Foreign {
    body: Arc<Body>,
}

/// A call of a host predicate: its arguments, and ways to answer.
pub struct Call<'m> {
    machine: &'m mut Machine,
    arity: usize,
    stop: Option<Stop>,
}

impl Call<'_> {
    /// Number of arguments.
    pub fn arity(&self) -> usize {
        self.arity
    }
    /// Argument `i`, from 0.
    pub fn arg(&self, i: usize) -> TermRef<'_> {
        let cell = if i < self.arity { self.machine.x[i] } else { Cell::ZERO };
        TermRef { machine: self.machine, cell }
    }
    /// Unifies argument `i` with an integer.
    pub fn unify_int(&mut self, i: usize, v: i64) -> bool {
        let c = crate::heap::push_int(&mut self.machine.heap, v);
        self.unify_cell(i, c)
    }
    /// Unifies argument `i` with an atom.
    pub fn unify_atom(&mut self, i: usize, name: &str) -> bool {
        let c = self.machine.atom(name);
        self.unify_cell(i, c)
    }
    /// Unifies argument `i` with a term.
    pub fn unify(&mut self, i: usize, term: &Term) -> bool {
        match self.machine.unflat(&term.flat) {
            Ok(c) => self.unify_cell(i, c),
            Err(stop) => {
                self.stop = Some(stop);
                false
            }
        }
    }
    /// The machine, for building terms.
    pub fn machine(&mut self) -> &mut Machine {
        self.machine
    }
    /// A type error as a reply.
    pub fn type_error(&mut self, expected: &str, i: usize) -> Reply {
        let kind = self.machine.atoms.intern(expected);
        let culprit = self.machine.x[i.min(255)];
        self.stop = Some(self.machine.type_error(kind, culprit));
        Reply::Fail
    }
    fn unify_cell(&mut self, i: usize, c: Cell) -> bool {
        if i >= self.arity {
            return false;
        }
        let x = self.machine.x[i];
        self.machine.unify(x, c)
    }
}

impl Machine {
    /// Defines a host predicate with at most one answer.
    pub fn define(
        &mut self,
        name: &str,
        arity: usize,
        f: impl Fn(&mut Call<'_>) -> bool + Send + Sync + 'static,
    ) {
        self.define_nondet(name, arity, move |call, _| if f(call) { Reply::Last } else { Reply::Fail });
    }

    /// Defines a host predicate with any number of answers. The first call gets state 0.
    pub fn define_nondet(
        &mut self,
        name: &str,
        arity: usize,
        f: impl Fn(&mut Call<'_>, u64) -> Reply + Send + Sync + 'static,
    ) {
        let name = self.atoms.intern(name);
        self.atoms.pin(name);
        let p = Arc::make_mut(&mut self.program);
        let number = p.foreigns.len() as u32;
        p.foreigns.push(Foreign { body: Arc::new(f) });
        let id = match p.ids.get(&(name, arity as u32)) {
            Some(&id) if p.preds[id as usize].kind == PredKind::Undefined => id,
            _ => p.fresh_pred(name, arity),
        };
        let pred: &mut Pred = &mut p.preds[id as usize];
        pred.kind = PredKind::Foreign(number);
        pred.protected = true;
        self.reload = true;
    }

    pub(crate) fn call_foreign(&mut self, f: u32, arity: usize, state: Option<Cell>) -> Result<Next, Stop> {
        let body = self.program.foreigns[f as usize].body.clone();
        let state = state.map_or(0, |s| s.as_int() as u64);
        // The choice goes below the bindings of this answer, so it is made first and dropped if unused.
        let mark = self.choices.len();
        self.x[arity] = Cell::int(state as i64);
        self.push_choice(Alt::Foreign { f }, arity + 1);
        let mut call = Call { machine: self, arity, stop: None };
        let reply = body(&mut call, state);
        let stop = call.stop;
        if let Some(stop) = stop {
            self.cut_to(mark);
            return Err(stop);
        }
        match reply {
            Reply::Fail => {
                self.untrail_to(self.choices[mark].trail as usize);
                self.cut_to(mark);
                Ok(Next::Fail)
            }
            Reply::Last => {
                self.cut_to(mark);
                Ok(Next::Go(self.cp))
            }
            Reply::More(next) => {
                if let Some(s) = self.saved.last_mut() {
                    *s = Cell::int((next & ((1 << 59) - 1)) as i64);
                }
                Ok(Next::Go(self.cp))
            }
            Reply::Throw(t) => {
                self.cut_to(mark);
                let ball = self.unflat(&t.flat)?;
                if ball.is_ref() {
                    return Err(self.instantiation_error());
                }
                Err(Stop::Throw(ball))
            }
        }
    }
}
