//! Tabling (memoisation to a fixpoint): each variant of a tabled goal is evaluated once.
//!
//! A goal met again while its table is not complete suspends: what is left to do after it is kept with the table
//! ([`crate::machine::suspend`]) and taken up once for every answer, those that come later included. Goals that depend
//! on an earlier goal under evaluation are not completed on their own: they wait; the earliest goal of such a group, its
//! leader, hands answers to suspended computations until there is nothing to hand over, and then completes them all. This is
//! SLG resolution with local scheduling (W. Chen, D. S. Warren, *Tabled Evaluation with Delaying for General Logic Programs*,
//! 1996).
//!
//! A computation that cannot be suspended (it is inside a condition, `findall/3` or `catch/3`, or cuts afterwards) reads the
//! answers there are; its group is then evaluated again until a round adds nothing.
//! Negation through a table is only meaningful when the program is stratified.
//!
//! The control is Prolog (`$tabled_call/2` in the boot text), so it uses no native stack; this file keeps the tables.

mod moded;
pub(crate) mod terms;

use crate::atom::{AtomMarks, FoldMap, names as n};
use crate::builtins::database::indicator_arg;
use crate::cell::{Atom, Cell};
use crate::code::Pc;
use crate::database::Clause;
use crate::machine::copy::Flat;
use crate::machine::suspend::Suspension;
use crate::machine::{Machine, Res, Stop};
use moded::Moded;
pub(crate) use moded::known;
use std::sync::Arc;
use terms::{Block, Terms};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Status {
    /// To be evaluated (again).
    Open,
    /// Under evaluation at this place of the stack.
    Active(usize),
    /// Evaluated, but not complete, at this place among those waiting.
    Waiting(usize),
    Complete,
}

#[derive(Clone, Debug)]
struct Table {
    /// The values of the goal's variables.
    answers: Terms,
    /// Of a table that keeps the best answers only, until it is complete.
    moded: Option<Moded>,
    status: Status,
    consumers: Vec<Consumer>,
    /// The consumer that is being served.
    turn: usize,
    /// It stands on the agenda.
    queued: bool,
    /// Since its first consumer was served last, an answer or a consumer came.
    more: bool,
}

/// A computation that waits for answers.
#[derive(Clone, Debug)]
struct Consumer {
    rest: Suspension,
    /// Answers it was given.
    read: usize,
}

/// The tables of a machine.
#[derive(Clone, Default, Debug)]
pub(crate) struct Tabling {
    inner: Arc<Tables>,
    /// Whether code from an address on cuts.
    pub(crate) prunes: FoldMap<Pc, bool>,
}

#[derive(Clone, Default, Debug)]
struct Tables {
    /// Goals; the number of a goal is that of its table.
    goals: Terms,
    tables: Vec<Table>,
    stack: Vec<Evaluation>,
    additions: u64,
    /// Evaluated but not complete.
    waiting: Vec<usize>,
    /// From this one of those waiting on, they depend on this place of the stack.
    depends: Vec<(usize, usize)>,
    /// Tables with answers that some of their consumers have not seen.
    agenda: Vec<usize>,
    /// What the machine counts for all this.
    bytes: usize,
}

/// A table under evaluation.
#[derive(Clone, Copy, Debug)]
struct Evaluation {
    id: usize,
    /// The lowest place of the stack it depends on.
    lowest: usize,
    /// The additions when its round began.
    seen: u64,
    /// How many were waiting when it began.
    waiting: usize,
    /// How many were on the agenda when it began.
    agenda: usize,
    /// In this round somebody read the answers of an incomplete table instead of waiting for them.
    partial: bool,
}

impl Tables {
    /// The goal under evaluation depends on what this place of the stack depends on.
    fn depend(&mut self, place: usize) {
        if let Some(top) = self.stack.last_mut() {
            top.lowest = top.lowest.min(place);
        }
    }

    /// Whether the goal on top of the stack leads its group.
    fn leads(&self) -> bool {
        self.stack.last().is_some_and(|top| top.lowest + 1 == self.stack.len())
    }

    /// Those that began to wait after the first `from` wait no longer. Gives the bytes set free.
    fn release(&mut self, from: usize, leave: impl Fn(&mut Table) -> usize) -> usize {
        let mut freed = 0;
        for id in self.waiting.split_off(from) {
            freed += leave(&mut self.tables[id]);
        }
        while self.depends.pop_if(|d| d.0 >= from).is_some() {}
        freed
    }

    /// Takes those off the agenda that entered it after the first `from`, unless they are still under evaluation.
    fn strike(&mut self, from: usize) {
        for id in self.agenda.split_off(from) {
            if matches!(self.tables[id].status, Status::Active(_) | Status::Waiting(_)) {
                self.agenda.push(id);
            } else {
                self.tables[id].queued = false;
            }
        }
    }

    /// Takes evaluations off the stack as far as that of table `id`: they came to nothing. Gives the bytes set free.
    fn abandon(&mut self, id: Option<usize>) -> usize {
        let mut freed = 0;
        while let Some(top) = self.stack.pop() {
            freed += self.tables[top.id].clear();
            freed += self.release(top.waiting, Table::clear);
            self.strike(top.agenda);
            if Some(top.id) == id {
                break;
            }
        }
        freed
    }

    /// A table has an answer or a consumer more.
    fn queue(&mut self, id: usize) {
        let table = &mut self.tables[id];
        if table.consumers.is_empty() || table.answers.len() == 0 {
            return;
        }
        table.more = true;
        if !std::mem::replace(&mut table.queued, true) {
            self.agenda.push(id);
        }
    }

    /// The next computation of the group on top to be given an answer: table, consumer, answer.
    fn next_served(&mut self) -> Option<(usize, usize, usize)> {
        let floor = self.stack.last().filter(|_| self.leads())?.agenda;
        while self.agenda.len() > floor {
            let id = *self.agenda.last()?;
            let table = &mut self.tables[id];
            while let Some(consumer) = table.consumers.get_mut(table.turn) {
                while consumer.read < table.answers.len() {
                    let answer = consumer.read;
                    consumer.read += 1;
                    if table.moded.as_ref().is_none_or(|m| m.holds(answer)) {
                        return Some((id, table.turn, answer));
                    }
                }
                table.turn += 1;
            }
            table.turn = 0;
            if !std::mem::take(&mut table.more) {
                table.queued = false;
                self.agenda.pop();
            }
        }
        None
    }
}

impl Table {
    fn new(moded: bool) -> Table {
        Table {
            answers: Terms::default(),
            moded: moded.then(Moded::default),
            status: Status::Open,
            consumers: Vec::new(),
            turn: 0,
            queued: false,
            more: false,
        }
    }

    /// Leaves its group. Gives the bytes set free.
    fn leave(&mut self, status: Status) -> usize {
        self.status = status;
        self.turn = 0;
        if status == Status::Complete
            && let Some(moded) = self.moded.take()
        {
            self.answers = moded.best(&self.answers);
        }
        std::mem::take(&mut self.consumers).iter().map(|c| c.rest.bytes()).sum()
    }

    /// Begins anew. Gives the bytes set free.
    fn clear(&mut self) -> usize {
        let freed = self.leave(Status::Open) + std::mem::take(&mut self.answers).bytes();
        self.moded = self.moded.take().map(|_| Moded::default());
        freed
    }
}

impl Tabling {
    /// The finished tables in the order they were made: goal and answers.
    pub(crate) fn complete(&self) -> Vec<(Block<'_>, &Terms)> {
        let all = self.inner.goals.iter().zip(&self.inner.tables);
        all.filter(|(_, t)| t.status == Status::Complete).map(|(goal, t)| (goal, &t.answers)).collect()
    }

    /// Marks the atoms of goals, answers and suspended computations.
    pub(crate) fn mark_atoms(&self, marks: &mut AtomMarks) {
        self.inner.goals.mark_atoms(marks);
        for t in &self.inner.tables {
            t.answers.mark_atoms(marks);
            t.consumers.iter().for_each(|c| c.rest.values.mark_atoms(marks));
            t.moded.iter().for_each(|m| m.mark_atoms(marks));
        }
    }

    /// Enters a finished table. Gives the bytes it takes.
    pub(crate) fn restore(&mut self, goal: &Flat, answers: &[Flat]) -> usize {
        let t = Arc::make_mut(&mut self.inner);
        if t.goals.find(goal.block()).is_some() {
            return 0;
        }
        t.goals.add(goal.block());
        let mut table = Table { status: Status::Complete, ..Table::new(false) };
        let mut bytes = Terms::bytes_of(goal.cells.len()) + TABLE_BYTES;
        for a in answers {
            table.answers.append(a.block());
            bytes += Terms::bytes_of(a.cells.len());
        }
        t.tables.push(table);
        t.bytes += bytes;
        bytes
    }
}

impl Machine {
    /// The evaluations of a query that was ended for good are forgotten.
    #[inline]
    pub(crate) fn forget_evaluations(&mut self) {
        if !self.tabling.inner.stack.is_empty() {
            let freed = tables(self).abandon(None);
            self.give_back(freed);
        }
    }

    /// An answer: the slots of the frame are table and values. Nobody waits for the end of this.
    pub(crate) fn add_answer(&mut self) -> Result<(), Stop> {
        let (id, values) = (self.y(0).as_int() as usize, self.y(1));
        if self.tabling.inner.tables[id].moded.is_some() {
            return self.add_best(id, values);
        }
        self.flat_with(values, |m, answer| {
            let t = tables(m);
            let answers = &mut t.tables[id].answers;
            if answers.find(answer).is_none() {
                answers.add(answer);
                m.answer_added(id, answer.cells.len())?;
            }
            Ok(())
        })
    }

    fn answer_added(&mut self, id: usize, cells: usize) -> Result<(), Stop> {
        let t = tables(self);
        t.additions += 1;
        t.queue(id);
        self.take_bytes(Terms::bytes_of(cells))
    }

    /// Counts bytes of the tables.
    fn take_bytes(&mut self, bytes: usize) -> Result<(), Stop> {
        tables(self).bytes += bytes;
        self.db_bytes += bytes;
        if self.db_bytes / 8 > self.limits.memory_cells {
            return Err(self.resource_error(n::MEMORY));
        }
        Ok(())
    }
    fn give_back(&mut self, bytes: usize) {
        let t = tables(self);
        t.bytes = t.bytes.saturating_sub(bytes);
        self.db_bytes = self.db_bytes.saturating_sub(bytes);
    }
}

/// What a table takes beside its goal and answers.
const TABLE_BYTES: usize = 256;

fn tables(m: &mut Machine) -> &mut Tables {
    Arc::make_mut(&mut m.tabling.inner)
}

/// `$tbl_status(Goal, Values, Id, Status)`: complete, active or fresh (and now active); the variables of the goal, whose
/// values are its answers.
pub(crate) fn status(m: &mut Machine) -> Res {
    let goal = m.a(0);
    let moded = m.functor(goal) == Some((n::MODED, 2));
    let id = m.flat_with(goal, |m, key| {
        if let Some(id) = m.tabling.inner.goals.find(key) {
            return Ok(id);
        }
        let t = tables(m);
        t.tables.push(Table::new(moded));
        let id = t.goals.add(key);
        m.take_bytes(Terms::bytes_of(key.cells.len()) + TABLE_BYTES)?;
        Ok(id)
    })?;
    let variables = m.variables(&[goal])?;
    let values = m.structure(Atom::latin1(b'v'), &variables);
    let what = match m.tabling.inner.tables[id].status {
        Status::Complete => n::COMPLETE,
        Status::Active(place) => {
            tables(m).depend(place);
            n::ACTIVE
        }
        Status::Waiting(at) => {
            let t = tables(m);
            let group = t.depends.partition_point(|d| d.0 <= at);
            let place = t.depends[group - 1].1;
            t.depend(place);
            n::ACTIVE
        }
        Status::Open => {
            let t = tables(m);
            let place = t.stack.len();
            t.tables[id].status = Status::Active(place);
            t.stack.push(Evaluation {
                id,
                lowest: place,
                seen: t.additions,
                waiting: t.waiting.len(),
                agenda: t.agenda.len(),
                partial: false,
            });
            n::FRESH
        }
    };
    Ok(m.out(1, values)? && m.out(2, Cell::int(id as i64))? && m.out(3, Cell::atom(what))?)
}

/// `$tbl_round(Id)`: a round of evaluation begins.
pub(crate) fn round(m: &mut Machine) -> Res {
    let t = tables(m);
    let additions = t.additions;
    if let Some(top) = t.stack.last_mut() {
        (top.seen, top.partial) = (additions, false);
    }
    Ok(true)
}

/// `$tbl_answer(Id, Values)`: the answers of a complete table one after the other. If the table is not complete, what is left
/// to do after this goal is kept for them; where that is impossible, the answers there are, also those added while
/// we read.
pub(crate) fn answer(m: &mut Machine, state: Option<Cell>) -> Res {
    let (id, values) = (m.a(0).as_int() as usize, m.x[1]);
    let mut at = state.map_or(0, |s| s.as_int() as usize);
    let complete = m.tabling.inner.tables[id].status == Status::Complete;
    if state.is_none() && !complete {
        if let Some(rest) = m.suspend(values)? {
            let bytes = rest.bytes();
            let t = tables(m);
            t.tables[id].consumers.push(Consumer { rest, read: 0 });
            t.queue(id);
            m.take_bytes(bytes)?;
            return Ok(false);
        }
        if let Some(top) = tables(m).stack.last_mut() {
            top.partial = true;
        }
    }
    let all = Arc::clone(&m.tabling.inner);
    let table = &all.tables[id];
    while table.moded.as_ref().is_some_and(|m| at < table.answers.len() && !m.holds(at)) {
        at += 1;
    }
    let Some(found) = table.answers.get(at) else { return Ok(false) };
    if at + 1 < table.answers.len() || !complete {
        m.leave_choice(2, Cell::int(at as i64 + 1));
    }
    let c = m.unflatten(found.cells, found.root, found.vars)?;
    m.out(1, c)
}

/// `$tbl_resume(Id)`: hands answers to the suspended computations of the group this goal leads, until none is left. Each of
/// them ends in failure, which brings us back here.
pub(crate) fn resume(m: &mut Machine, _state: Option<Cell>) -> Res {
    let Some((id, consumer, answer)) = tables(m).next_served() else { return Ok(false) };
    m.leave_choice(1, Cell::int(0));
    m.charge(8)?;
    let all = Arc::clone(&m.tabling.inner);
    let table = &all.tables[id];
    let values = m.take_up(&table.consumers[consumer].rest)?;
    let Some(found) = table.answers.get(answer) else { return Ok(false) };
    let c = m.unflatten(found.cells, found.root, found.vars)?;
    Ok(m.unify(values, c))
}

/// `$tbl_again(Id)`: whether the round just done must be repeated here; if not, the table leaves the stack.
pub(crate) fn again(m: &mut Machine) -> Res {
    let t = tables(m);
    let leads = t.leads();
    let Some(&Evaluation { id, lowest, seen, waiting, agenda, partial }) = t.stack.last() else {
        return Ok(false);
    };
    let mut freed = 0;
    let repeat = leads && partial && t.additions != seen;
    if repeat {
        let status = t.tables[id].status;
        freed = t.tables[id].leave(status) + t.release(waiting, |w| w.leave(Status::Open));
        t.strike(agenda);
    } else {
        t.stack.pop();
        if leads {
            freed = t.tables[id].leave(Status::Complete) + t.release(waiting, |w| w.leave(Status::Complete));
        } else {
            // What waited for this one depends on what this one depends on.
            while t.depends.pop_if(|d| d.0 >= waiting).is_some() {}
            t.depends.push((waiting, lowest));
            t.tables[id].status = Status::Waiting(t.waiting.len());
            t.waiting.push(id);
            t.depend(lowest);
            if let Some(top) = t.stack.last_mut() {
                top.partial |= partial;
            }
        }
    }
    m.give_back(freed);
    Ok(repeat)
}

/// `$tbl_abandon(Id)`: an exception passed through the evaluation.
pub(crate) fn abandon(m: &mut Machine) -> Res {
    let id = m.a(0).as_int() as usize;
    let freed = tables(m).abandon(Some(id));
    m.give_back(freed);
    Ok(true)
}

pub(crate) fn abolish_all(m: &mut Machine) -> Res {
    if m.tabling.inner.stack.is_empty() {
        m.give_back(m.tabling.inner.bytes);
        m.tabling.inner = Arc::default();
    }
    Ok(true)
}

/// `$table(Name/Arity, Modes)`: from now on the clauses go to a hidden predicate behind a wrapper. With modes, those
/// other than `index` or a variable say how answers are merged that differ in these arguments alone.
pub(crate) fn declare(m: &mut Machine) -> Res {
    let (name, arity) = indicator_arg(m, m.x[0])?;
    let mut modes = Vec::new();
    let list = m.a(1);
    m.each_element(list, |c| modes.push(c));
    let modes: Vec<Cell> = modes.into_iter().map(|c| m.deref(c)).collect();
    let merged = |i: usize| modes.get(i).is_some_and(|c| !c.is_ref() && *c != Cell::atom(n::INDEX));
    let id = m.definable(name, arity)?;
    let vars: Vec<Cell> = (0..arity).map(|_| m.new_var()).collect();
    let head = m.structure(name, &vars);
    let inner_name = hidden(m, name);
    let body = if (0..arity).any(merged) {
        let split = |all: &[Cell], which: bool| -> Vec<Cell> {
            (0..arity).filter(|&i| merged(i) == which).map(|i| all[i]).collect()
        };
        let fresh: Vec<Cell> = (0..arity).map(|i| if merged(i) { m.new_var() } else { vars[i] }).collect();
        let key = m.structure(inner_name, &split(&vars, false));
        let inner = m.structure(inner_name, &fresh);
        let lists = [split(&fresh, true), split(&modes, true), split(&vars, true)]
            .map(|l| crate::heap::push_list(&mut m.heap, l.into_iter()));
        m.structure(n::TABLED_MODED, &[key, inner, lists[0], lists[1], lists[2]])
    } else {
        let inner = m.structure(inner_name, &vars);
        m.structure(n::TABLED_CALL, &[head, inner])
    };
    let clause = m.make_clause(head, body)?;
    let inner_id = m.definable(inner_name, arity)?;
    m.atoms.pin_all();
    let p = Arc::make_mut(&mut m.program);
    p.preds[id as usize].tabled = true;
    p.define(id, vec![Arc::new(Clause { seq: 0, ..clause })]);
    if p.preds[inner_id as usize].kind == crate::code::PredKind::Undefined {
        p.define(inner_id, Vec::new());
    }
    m.reload = true;
    Ok(true)
}

/// The name clauses of a tabled predicate live under.
pub(crate) fn hidden(m: &mut Machine, name: crate::cell::Atom) -> crate::cell::Atom {
    let text = format!("$tbl {}", m.atoms.name(name));
    m.atoms.intern(&text)
}

#[cfg(test)]
mod tests {
    use crate::{Machine, Program};

    /// Inferences of a goal that must hold.
    fn inferences(text: &str, goal: &str) -> u64 {
        let (program, found) = Program::from_text(text);
        assert!(found.is_empty(), "{found:?}");
        let mut m = Machine::new(&program);
        assert!(m.once(goal).expect(goal).is_some(), "{goal}");
        m.inferences()
    }

    #[test]
    fn a_goal_that_completes_on_its_own_leaves_the_group_around_it_open() {
        let text = ":- table a/1. :- table b/1. :- table c/1.
            a(X) :- b(X).
            a(X) :- c(X).
            b(0).
            b(X) :- a(Y), Y < 5, X is Y + 1.
            c(10).";
        let all =
            "findall(X, a(X), L), msort(L, [0,1,2,3,4,5,10]), findall(X, b(X), K), msort(K, [0,1,2,3,4,5])";
        inferences(text, all);
    }

    #[test]
    fn a_goal_of_a_group_is_evaluated_once_however_often_it_is_called() {
        // Each of n goals calls the next one twice, and the last one calls the first.
        let text = ":- table r/2.
            r(N, X) :- N > 0, M is N - 1, r(M, X), r(M, X).
            r(0, 0).
            r(0, X) :- top(T), r(T, X).
            :- dynamic(top/1).";
        let cost = |n: u64| inferences(text, &format!("assertz(top({n})), findall(X, r({n}, X), [0])"));
        let (once, twice) = (cost(8), cost(16));
        assert!(twice < once * 3, "{once} at 8, {twice} at 16");
    }
}
