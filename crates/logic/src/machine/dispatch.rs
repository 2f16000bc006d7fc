//! Calling predicates of every kind, and what happens on failure.

use super::body::Next;
use super::unify::Unified;
use super::{Alt, Machine, Stop};
use crate::atom::names as n;
use crate::builtins::{Control, NATIVES, Native};
use crate::cell::Cell;
use crate::code::{FAIL_PC, Pc, PredId, PredKind};
use crate::database::View;

/// What a failure leads to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Resume {
    Next(Next),
    /// No choice is left in this query.
    Exhausted,
}

impl Machine {
    /// The address to go on at after something outside the loop; errors on the way find their handlers.
    pub(super) fn entered(&mut self, next: Next) -> Result<Pc, Stop> {
        let mut next = next;
        loop {
            let done = match next {
                Next::Go(pc) => return Ok(pc),
                Next::Fail => return Ok(FAIL_PC),
                Next::Call(pred) => self.charge(8).and_then(|()| self.call_other(pred)),
                Next::Local { slot, arity } => self.call_local(slot, usize::from(arity)),
            };
            next = match done {
                Err(Stop::Throw(ball)) => self.handle_throw(ball)?,
                other => other?,
            };
        }
    }

    /// A call of what is not compiled code: runs it as far as natives go and says where to go on.
    pub(super) fn call_out(&mut self, pred: PredId) -> Result<Pc, Stop> {
        let next = self.call_other(pred)?;
        self.settle(next)
    }
    #[inline]
    pub(super) fn settle(&mut self, next: Next) -> Result<Pc, Stop> {
        let mut next = next;
        loop {
            match next {
                Next::Go(pc) => return Ok(pc),
                Next::Fail => return Ok(FAIL_PC),
                Next::Call(pred) => {
                    self.charge(8)?;
                    if self.watched() {
                        self.at_call(pred)?;
                    }
                    next = self.call_other(pred)?;
                }
                Next::Local { slot, arity } => next = self.call_local(slot, usize::from(arity))?,
            }
        }
    }

    /// Calls a predicate that is not plain compiled code. Registers hold the arguments.
    pub(crate) fn call_other(&mut self, pred: PredId) -> Result<Next, Stop> {
        let p = &self.program.preds[pred as usize];
        let (kind, arity, name) = (p.kind, p.arity as usize, p.name);
        match kind {
            PredKind::Static(_) if self.watched() && !p.library && !p.source.is_empty() => {
                // Compiled code has no boxes for what is done in line: the clauses as they were written have.
                let view = View::Source(p.source.clone());
                self.call_view(view, pred, arity)
            }
            PredKind::Static(pc) => {
                self.b0 = self.choices.len();
                Ok(Next::Go(pc))
            }
            PredKind::Dynamic(slot) => self.call_clauses(slot, pred, arity),
            PredKind::Undefined => self.call_unknown(name, arity),
            PredKind::Det(f) => {
                self.native = pred;
                let Native::Det(run) = NATIVES[f as usize].run else { return Ok(Next::Fail) };
                if run(self)? {
                    return Ok(Next::Go(self.cp));
                }
                self.unless_stopped()?;
                Ok(Next::Fail)
            }
            PredKind::Nondet(f) => {
                self.native = pred;
                let Native::Nondet(run) = NATIVES[f as usize].run else { return Ok(Next::Fail) };
                if !run(self, None)? {
                    self.unless_stopped()?;
                    return Ok(Next::Fail);
                }
                self.after_native()
            }
            PredKind::Control(f) => {
                self.native = pred;
                let Native::Control(c) = NATIVES[f as usize].run else { return Ok(Next::Fail) };
                self.control(c, arity)
            }
            PredKind::Foreign(f) => {
                self.native = pred;
                self.call_foreign(f, arity, None)
            }
        }
    }

    fn control(&mut self, c: Control, arity: usize) -> Result<Next, Stop> {
        match c {
            Control::Call => self.call_n(arity),
            Control::Catch => self.catch(),
            Control::Findall => self.findall(),
            Control::Throw => {
                let ball = self.deref(self.x[0]);
                if ball.is_ref() {
                    return Err(self.instantiation_error());
                }
                self.error_place = None;
                let ball = self.copy_term(ball, true)?;
                self.note_thrown(ball);
                Err(Stop::Throw(ball))
            }
            Control::Body => {
                let args: Vec<Cell> = self.x[..arity].to_vec();
                let name = self.program.preds[self.native as usize].name;
                let goal = self.structure(name, &args);
                let goal = self.check_body(goal)?;
                self.exec_body(goal, self.choices.len())
            }
            Control::Once | Control::Ignore => {
                let goal = self.deref(self.x[0]);
                let mark = Cell::int(self.choices.len() as i64);
                if c == Control::Ignore {
                    self.x[0] = Cell::atom(n::TRUE);
                    self.x[1] = mark;
                    self.push_choice(Alt::Body, 2);
                }
                self.enter(crate::code::ONCE_PC, &[mark]);
                self.call_checked(goal)
            }
            Control::Forall => {
                let (c, a) = (self.x[0], self.x[1]);
                let inner = self.structure(n::NOT, &[a]);
                let conj = self.structure(n::COMMA, &[c, inner]);
                let goal = self.structure(n::NOT, &[conj]);
                self.exec_body(goal, self.choices.len())
            }
            Control::Consult => {
                crate::source::consult_goal(self)?;
                self.reload = true;
                Ok(Next::Go(self.cp))
            }
            Control::Evaluate => {
                let (table, goal) = ([self.deref(self.x[0]), self.x[1]], self.deref(self.x[2]));
                self.enter(crate::code::TABLE_PC, &table);
                self.call_checked(goal)
            }
            Control::Trace => {
                crate::trace::switch(self, true);
                Ok(Next::Go(self.cp))
            }
        }
    }

    /// Remembers the stack for a ball thrown by the program itself.
    fn note_thrown(&mut self, ball: Cell) {
        if let Some((n::ERROR, 2)) = self.functor(ball) {
            let keep = self.heap.len();
            let atom = Cell::atom(n::THROW);
            let _ = self.throw_formal(atom);
            self.heap.truncate(keep);
        }
    }

    /// The last alternative is taken up again.
    pub(crate) fn backtrack(&mut self) -> Result<Resume, Stop> {
        loop {
            // A loop of failure alone must end too.
            self.fuel -= 1;
            if self.fuel < 0 {
                self.tick()?;
                self.check_memory()?;
            }
            let c = self.rewind();
            let next = match c.alt {
                Alt::Stop => return Ok(Resume::Exhausted),
                Alt::Inner(pc) => Next::Go(pc),
                // Chains are taken up inside the instruction loop.
                Alt::Chain { .. } => Next::Go(FAIL_PC),
                Alt::Dynamic { pred, pos } => {
                    self.reload_args(&c);
                    self.resume_clauses(pred, pos as usize)?
                }
                Alt::Native { f } => {
                    self.reload_args(&c);
                    let state = *self.saved.last().expect("a native choice saves its state");
                    self.pop_choice();
                    let Native::Nondet(run) = NATIVES[f as usize].run else { continue };
                    self.native = self.program.native_pred(f);
                    match run(self, Some(state))? {
                        true => {
                            let next = self.after_native()?;
                            self.wake_then(next)?
                        }
                        false => {
                            self.unless_stopped()?;
                            continue;
                        }
                    }
                }
                Alt::Foreign { f } => {
                    self.reload_args(&c);
                    let state = *self.saved.last().expect("a foreign choice saves its state");
                    let arity = self.saved.len() - c.saved as usize - 1;
                    self.pop_choice();
                    let next = self.call_foreign(f, arity, Some(state))?;
                    self.wake_then(next)?
                }
                Alt::Body => {
                    self.reload_args(&c);
                    let (goal, barrier) = (self.x[0], self.x[1].as_int() as usize);
                    self.pop_choice();
                    self.exec_body(goal, barrier)?
                }
                Alt::Catch | Alt::Dead => {
                    self.pop_choice();
                    continue;
                }
                Alt::Cleanup => {
                    self.reload_args(&c);
                    let goal = self.x[0];
                    self.pop_choice();
                    self.cleanups = self.cleanups.saturating_sub(1);
                    let run = self.atoms.intern("$cleanup_failed");
                    let goal = self.structure(run, &[goal]);
                    self.exec_body(goal, self.choices.len())?
                }
                Alt::Findall => {
                    self.reload_args(&c);
                    let result = self.x[2];
                    self.pop_choice();
                    let list = self.collected()?;
                    match self.unification(result, list) {
                        Unified::Yes => Next::Go(self.cp),
                        Unified::No | Unified::Stopped => {
                            self.unless_stopped()?;
                            continue;
                        }
                        Unified::Woke => self.wake_then(Next::Go(self.cp))?,
                    }
                }
                Alt::Clauses { f, pos } => {
                    self.reload_args(&c);
                    match crate::builtins::database::resume(self, f, pos as usize)? {
                        true => self.wake_then(Next::Go(self.cp))?,
                        false => continue,
                    }
                }
                Alt::Traced | Alt::Redo => {
                    self.reload_args(&c);
                    let (goal, depth) = (self.x[0], self.x[1]);
                    self.pop_choice();
                    crate::trace::failed(self, goal, depth, c.alt == Alt::Redo);
                    continue;
                }
            };
            if next == Next::Fail {
                continue;
            }
            return Ok(Resume::Next(next));
        }
    }

    /// The next clause of a predicate kept as terms.
    fn resume_clauses(&mut self, pred: PredId, pos: usize) -> Result<Next, Stop> {
        let arity = self.saved.len() - self.choices.last().map_or(0, |c| c.saved as usize);
        let keys = self.arg_keys(arity);
        let view = self.views.last().expect("a dynamic choice keeps its view");
        let Some((at, clause)) = view.next(pos, &keys) else {
            self.pop_choice();
            return Ok(Next::Fail);
        };
        let clause = clause.clone();
        let next = view.next(at + 1, &keys).map(|n| n.0 as u32);
        match next {
            Some(pos) => {
                let c = self.choices.last_mut().expect("it was just restored");
                c.alt = Alt::Dynamic { pred, pos };
                self.hb = self.heap.len();
            }
            None => self.pop_choice(),
        }
        let barrier = if next.is_some() { self.choices.len() - 1 } else { self.choices.len() };
        self.try_clause(&clause, barrier)
    }

    /// Hands the call over to a goal: for cases a native leaves to Prolog.
    pub(crate) fn divert(&mut self, goal: Cell) -> super::Res {
        self.diverted = Some(goal);
        Ok(true)
    }
    fn after_native(&mut self) -> Result<Next, Stop> {
        match self.diverted.take() {
            None => Ok(Next::Go(self.cp)),
            Some(goal) => self.exec_body(goal, self.choices.len()),
        }
    }

    /// Leaves a choice for a nondeterministic native: its arguments and `state` come back.
    pub(crate) fn leave_choice(&mut self, arity: usize, state: Cell) {
        let f = match self.program.preds[self.native as usize].kind {
            PredKind::Nondet(f) => f,
            _ => return,
        };
        self.x[arity] = state;
        self.push_choice(Alt::Native { f }, arity + 1);
    }

    /// The slow side of a call: fuel, garbage, limits.
    #[cold]
    pub(super) fn at_call(&mut self, pred: PredId) -> Result<(), Stop> {
        // An error here is one of the goal that is called.
        self.native = pred;
        self.at_call_of(self.program.preds[pred as usize].arity as usize)?;
        if let Some(profile) = &mut self.profile {
            *profile.entry(pred).or_insert(0) += 1;
        }
        if self.tracer.is_some() {
            crate::trace::call(self, pred);
        }
        Ok(())
    }

    /// Calls a predicate that only this machine's database has.
    pub(super) fn call_local(&mut self, slot: u32, arity: usize) -> Result<Next, Stop> {
        self.fuel -= 1;
        if self.fuel < 0 || self.heap.len() >= self.gc_at {
            self.native = u32::MAX;
            self.at_call_of(arity)?;
        }
        self.call_clauses(slot, u32::MAX, arity)
    }

    fn at_call_of(&mut self, arity: usize) -> Result<(), Stop> {
        if self.fuel < 0 {
            self.tick()?;
        }
        if self.unseen && self.heap.len() > self.gc_limit && self.memory_used() > self.limits.memory_cells {
            return Err(self.resource_error(crate::atom::names::MEMORY));
        }
        if self.heap.len() > self.gc_limit && !self.unseen {
            self.collect_garbage(arity);
            let used = self.memory_used();
            if used > self.limits.memory_cells {
                self.gc_limit = self.heap.len() + 4096;
                self.attend();
                return Err(self.resource_error(crate::atom::names::MEMORY));
            }
        }
        self.attend();
        if self.frame_depth(self.e) > self.limits.depth {
            return Err(self.resource_error(crate::atom::names::DEPTH));
        }
        Ok(())
    }

    /// Makes every call take the slow path while someone watches.
    pub(crate) fn attend(&mut self) {
        self.gc_at = if self.watched() { 0 } else { self.gc_limit };
    }

    /// Whether a tracer or the profiler watches: clauses then run as they were written.
    pub(crate) fn watched(&self) -> bool {
        self.tracer.is_some() || self.profile.is_some()
    }
}
