//! Tabling (memoisation to a fixpoint): each variant of a tabled goal is evaluated once.
//!
//! The evaluation itself is Prolog (`$tabled_call/2` in the boot text), so it uses no native stack; this file
//! keeps the tables. It is linear tabling: a goal met again while under evaluation reads the answers found so far, also
//! those that arrive later in the round. Goals that depend on an earlier goal under evaluation are not completed
//! on their own: they are evaluated once a round and wait; the earliest goal of such a group repeats until a round
//! adds nothing, then completes those that waited for it.
//! Negation through a table is only meaningful when the program is stratified.

use crate::atom::{FoldMap, names as n};
use crate::builtins::database::indicator_arg;
use crate::cell::Cell;
use crate::database::Clause;
use crate::machine::copy::Flat;
use crate::machine::{Machine, Res};
use std::sync::Arc;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Status {
    /// To be evaluated (again).
    Open,
    /// Under evaluation at this place of the stack.
    Active(usize),
    /// Evaluated in this round of its group, at this place among those waiting.
    Waiting(usize),
    Complete,
}

#[derive(Clone, Debug)]
struct Table {
    answers: Vec<Flat>,
    known: FoldMap<Flat, ()>,
    status: Status,
}

/// The tables of a machine.
#[derive(Clone, Default, Debug)]
pub(crate) struct Tabling {
    inner: Arc<Tables>,
}

#[derive(Clone, Default, Debug)]
struct Tables {
    ids: FoldMap<Flat, usize>,
    tables: Vec<Table>,
    stack: Vec<Evaluation>,
    additions: u64,
    /// Evaluated in this round but not complete.
    waiting: Vec<usize>,
    /// From this one of those waiting on, they depend on this place of the stack.
    depends: Vec<(usize, usize)>,
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
}

impl Tables {
    /// The goal under evaluation depends on what this place of the stack depends on.
    fn depend(&mut self, place: usize) {
        if let Some(top) = self.stack.last_mut() {
            top.lowest = top.lowest.min(place);
        }
    }

    /// Those that began to wait after the first `from` wait no longer.
    fn release(&mut self, from: usize, status: Status) {
        for id in self.waiting.drain(from..) {
            self.tables[id].status = status;
        }
        while self.depends.pop_if(|d| d.0 >= from).is_some() {}
    }
}

impl Tabling {
    /// The finished tables in the order they were made: goal and answers.
    pub(crate) fn complete(&self) -> Vec<(&Flat, &[Flat])> {
        let mut found: Vec<(usize, &Flat)> = self.inner.ids.iter().map(|(goal, &id)| (id, goal)).collect();
        found.sort_unstable_by_key(|f| f.0);
        let table = |id: usize| &self.inner.tables[id];
        found.retain(|f| table(f.0).status == Status::Complete);
        found.into_iter().map(|(id, goal)| (goal, &table(id).answers[..])).collect()
    }

    /// Every goal and answer of a table.
    pub(crate) fn each_flat(&self, mut f: impl FnMut(&Flat)) {
        self.inner.ids.keys().for_each(&mut f);
        self.inner.tables.iter().flat_map(|t| &t.answers).for_each(f);
    }

    /// Enters a finished table.
    pub(crate) fn restore(&mut self, goal: Flat, answers: Vec<Flat>) {
        let t = Arc::make_mut(&mut self.inner);
        let known = answers.iter().map(|a| (a.clone(), ())).collect();
        t.ids.insert(goal, t.tables.len());
        t.tables.push(Table { answers, known, status: Status::Complete });
    }
}

fn tables(m: &mut Machine) -> &mut Tables {
    Arc::make_mut(&mut m.tabling.inner)
}

/// `$tbl_status(Goal, Id, Status)`: complete, active or fresh (and now active).
pub(crate) fn status(m: &mut Machine) -> Res {
    let key = m.flat(m.x[0])?;
    let size = key.cells.len() * 8 + 256;
    if !m.tabling.inner.ids.contains_key(&key) {
        m.db_bytes += size;
    }
    let t = tables(m);
    let id = match t.ids.get(&key) {
        Some(&id) => id,
        None => {
            let id = t.tables.len();
            t.tables.push(Table { answers: Vec::new(), known: FoldMap::default(), status: Status::Open });
            t.ids.insert(key, id);
            id
        }
    };
    let what = match t.tables[id].status {
        Status::Complete => "complete",
        Status::Active(place) => {
            t.depend(place);
            "active"
        }
        Status::Waiting(at) => {
            let group = t.depends.partition_point(|d| d.0 <= at);
            let place = t.depends[group - 1].1;
            t.depend(place);
            "active"
        }
        Status::Open => {
            let place = t.stack.len();
            t.tables[id].status = Status::Active(place);
            t.stack.push(Evaluation { id, lowest: place, seen: t.additions, waiting: t.waiting.len() });
            "fresh"
        }
    };
    let what = m.atom(what);
    Ok(m.out(1, Cell::int(id as i64))? && m.out(2, what)?)
}

/// `$tbl_round(Id)`: a round of evaluation begins.
pub(crate) fn round(m: &mut Machine) -> Res {
    let t = tables(m);
    let additions = t.additions;
    if let Some(top) = t.stack.last_mut() {
        top.seen = additions;
    }
    Ok(true)
}

/// `$tbl_add(Id, Goal)`: an answer; fails if it is known.
pub(crate) fn add(m: &mut Machine) -> Res {
    let id = m.a(0).as_int() as usize;
    let answer = m.flat(m.x[1])?;
    let size = answer.cells.len() * 16 + 160;
    let t = tables(m);
    if t.tables[id].known.contains_key(&answer) {
        return Ok(false);
    }
    t.tables[id].known.insert(answer.clone(), ());
    t.tables[id].answers.push(answer);
    t.additions += 1;
    m.db_bytes += size;
    if m.db_bytes / 8 > m.limits.memory_cells {
        return Err(m.resource_error(n::MEMORY));
    }
    Ok(true)
}

/// `$tbl_answer(Id, Goal)`: the answers, also those added while we read.
pub(crate) fn answer(m: &mut Machine, state: Option<Cell>) -> Res {
    let id = m.a(0).as_int() as usize;
    let at = state.map_or(0, |s| s.as_int() as usize);
    let table = &m.tabling.inner.tables[id];
    let Some(found) = table.answers.get(at).cloned() else { return Ok(false) };
    if at + 1 < table.answers.len() || table.status != Status::Complete {
        m.leave_choice(2, Cell::int(at as i64 + 1));
    }
    let c = m.unflat(&found)?;
    m.out(1, c)
}

/// `$tbl_again(Id)`: whether the round just done must be repeated here; if not, the table leaves the stack.
pub(crate) fn again(m: &mut Machine) -> Res {
    let t = tables(m);
    let Some(&Evaluation { id, lowest, seen, waiting }) = t.stack.last() else { return Ok(false) };
    let leader = lowest == t.stack.len() - 1;
    if leader && t.additions != seen {
        t.release(waiting, Status::Open);
        return Ok(true);
    }
    t.stack.pop();
    if leader {
        t.tables[id].status = Status::Complete;
        t.release(waiting, Status::Complete);
    } else {
        // What waited for this one depends on what this one depends on.
        while t.depends.pop_if(|d| d.0 >= waiting).is_some() {}
        t.depends.push((waiting, lowest));
        t.tables[id].status = Status::Waiting(t.waiting.len());
        t.waiting.push(id);
        t.depend(lowest);
    }
    Ok(false)
}

/// `$tbl_abandon(Id)`: an exception passed through the evaluation.
pub(crate) fn abandon(m: &mut Machine) -> Res {
    let id = m.a(0).as_int() as usize;
    let t = tables(m);
    while let Some(top) = t.stack.pop() {
        t.tables[top.id].status = Status::Open;
        t.release(top.waiting, Status::Open);
        if top.id == id {
            break;
        }
    }
    Ok(true)
}

pub(crate) fn abolish_all(m: &mut Machine) -> Res {
    if m.tabling.inner.stack.is_empty() {
        m.tabling = Tabling::default();
    }
    Ok(true)
}

/// `$table(Name/Arity)`: from now on the clauses go to a hidden predicate behind a wrapper.
pub(crate) fn declare(m: &mut Machine) -> Res {
    let (name, arity) = indicator_arg(m, m.x[0])?;
    let id = m.definable(name, arity)?;
    let vars: Vec<Cell> = (0..arity).map(|_| m.new_var()).collect();
    let head = m.structure(name, &vars);
    let inner_name = hidden(m, name);
    let inner = m.structure(inner_name, &vars);
    let body = m.structure(n::TABLED_CALL, &[head, inner]);
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
    fn a_goal_of_a_group_is_evaluated_once_a_round_however_often_it_is_called() {
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
