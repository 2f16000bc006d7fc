//! Makes one clause of those that only differ in their guards, so that no choice point is made to try the next one.
//!
//! `max(X, Y, Z) :- X >= Y, !, Z = X.  max(_, Y, Y).` keeps its clauses: the second head says more. With variables alone in
//! all heads, as in `p(X, Y) :- X >= Y, !, q(X).  p(X, Y) :- r(X, Y).`, the clauses mean
//! `p(X, Y) :- ( X >= Y -> q(X) ; r(X, Y) )`, and that is compiled. Heads that match something would wake goals that wait
//! for variables once instead of once a clause. The clauses as data stay as they were written.

use super::body::{arg, name_arity, tests};
use crate::atom::names as n;
use crate::cell::{BIG, Cell, FLT, HDR, LST, REF, STG, STR};
use crate::code::{Instr, Pc};
use crate::database::Clause;
use std::sync::Arc;

/// More clauses would nest deeper than the compiler follows.
const MOST: usize = 30;

/// One clause for all of these, or nothing when they are not of that kind.
pub(crate) fn merge(clauses: &[Arc<Clause>]) -> Option<Clause> {
    let (last, guarded) = clauses.split_last()?;
    if guarded.is_empty() || clauses.len() > MOST || !clauses.iter().all(|c| open_head(c)) {
        return None;
    }
    let guards: Vec<(Vec<Cell>, Cell)> = guarded.iter().map(|c| guard(c)).collect::<Option<_>>()?;
    let first = &clauses[0];
    let mut whole = Whole { cells: Vec::new(), vars: 0 };
    let mut parts = Vec::with_capacity(clauses.len());
    for c in clauses {
        parts.push(whole.take(c, first));
    }
    let mut body = parts[guarded.len()].cell(last.body);
    for ((tests, rest), part) in guards.iter().zip(&parts).rev() {
        let mut goals = tests.iter().rev();
        let mut condition = part.cell(*goals.next()?);
        for goal in goals {
            condition = whole.structure(n::COMMA, part.cell(*goal), condition);
        }
        let then = whole.structure(n::ARROW, condition, part.cell(*rest));
        body = whole.structure(n::SEMICOLON, then, body);
    }
    let (cells, vars) = (whole.cells.into(), whole.vars);
    let Clause { keys, seq, file, line, .. } = **first;
    Some(Clause { cells, head: parts[0].cell(first.head), body, vars, keys, seq, file, line })
}

/// Where the code of the next clause begins in that of a merged one, of which one part begins at `pc`: where its guard leads.
pub(crate) fn next_part(code: &[Instr], pc: Pc) -> Option<Pc> {
    code[pc as usize..].iter().find_map(|i| match *i {
        Instr::Cmp { alt, .. }
        | Instr::CmpC { alt, .. }
        | Instr::TestX { alt, .. }
        | Instr::Order { alt, .. } => (alt > pc).then_some(alt),
        _ => None,
    })
}

/// Whether all arguments of the head are different variables.
fn open_head(c: &Clause) -> bool {
    let arity = name_arity(&c.cells, c.head).map_or(0, |h| h.1);
    let mut seen = vec![false; c.vars as usize];
    (0..arity).all(|i| {
        let a = arg(&c.cells, c.head, i);
        a.tag() == REF && !std::mem::replace(&mut seen[a.idx()], true)
    })
}

/// The tests before the first cut of a body, and what follows the cut.
fn guard(c: &Clause) -> Option<(Vec<Cell>, Cell)> {
    let cells = &c.cells[..];
    let (mut body, mut found) = (c.body, Vec::new());
    loop {
        let (goal, rest) = match name_arity(cells, body)? {
            (n::COMMA, 2) => (arg(cells, body, 0), arg(cells, body, 1)),
            _ => (body, Cell::atom(n::TRUE)),
        };
        let (name, arity) = name_arity(cells, goal)?;
        if (name, arity) == (n::CUT, 0) {
            return (!found.is_empty()).then_some((found, rest));
        }
        if !tests(name, arity) {
            return None;
        }
        found.push(goal);
        body = rest;
    }
}

/// The block of the merged clause.
struct Whole {
    cells: Vec<Cell>,
    vars: u32,
}

/// Where the cells and variables of a clause are in it.
struct Part {
    base: usize,
    vars: Vec<u32>,
}

impl Part {
    fn cell(&self, c: Cell) -> Cell {
        match c.tag() {
            REF => Cell::var(self.vars[c.idx()] as usize),
            STR | LST | FLT | BIG | STG => Cell::new(c.tag(), c.idx() + self.base),
            _ => c,
        }
    }
}

impl Whole {
    /// Copies the cells of a clause; the variables of its head become those of the first one's.
    fn take(&mut self, c: &Clause, first: &Clause) -> Part {
        let mut vars = vec![u32::MAX; c.vars as usize];
        if self.vars > 0 || !self.cells.is_empty() {
            let arity = name_arity(&c.cells, c.head).map_or(0, |h| h.1);
            for i in 0..arity {
                vars[arg(&c.cells, c.head, i).idx()] = arg(&first.cells, first.head, i).idx() as u32;
            }
        }
        // The first clause keeps its numbers.
        for v in &mut vars {
            if *v == u32::MAX {
                *v = self.vars;
                self.vars += 1;
            }
        }
        let part = Part { base: self.cells.len(), vars };
        let mut at = 0;
        while let Some(&cell) = c.cells.get(at) {
            let end = if cell.tag() == HDR { at + 1 + cell.raw_words() } else { at + 1 };
            if cell.tag() == HDR {
                self.cells.extend_from_slice(&c.cells[at..end]);
            } else {
                self.cells.push(part.cell(cell));
            }
            at = end;
        }
        part
    }

    fn structure(&mut self, name: crate::cell::Atom, a: Cell, b: Cell) -> Cell {
        let at = self.cells.len();
        self.cells.extend_from_slice(&[Cell::functor(name, 2), a, b]);
        Cell::new(STR, at)
    }
}

#[cfg(test)]
mod tests {
    use crate::{Failure, Machine, Program};

    const TEXT: &str = "
        tak(X, Y, Z, A) :- X =< Y, !, A = Z.
        tak(X, Y, Z, A) :- X1 is X - 1, Y1 is Y - 1, Z1 is Z - 1,
            tak(X1, Y, Z, A1), tak(Y1, Z, X, A2), tak(Z1, X, Y, A3), tak(A1, A2, A3, A).
        kind(X, K) :- var(X), !, K = var.
        kind(X, K) :- integer(X), X < 0, !, K = negative.
        kind(X, K) :- integer(X), !, ( K = small, X < 10 ; K = integer ).
        kind(X, K) :- X == [], !, member(K, [nil, list]), !.
        kind(T, N) :- functor(T, F, A), N = F / A.
        more(X, Y) :- X > 3, !.
        more(X, Y) :- Y = X.
        more(_, none).
        s :- a @< b, !, fail.
        s.
        big(X, Y) :- X > 123456789012345678901234567890, !, Y = \"long text\".
        big(X, Y) :- Y = 1.5, X = X.";

    fn all(m: &mut Machine, goal: &str) -> String {
        let query = format!("findall(R, ({goal}), V)");
        let found = m.once(&query).expect(goal).expect("findall/3 succeeds");
        found.bindings.into_iter().find(|b| b.0 == "V").expect("asked for").1
    }

    #[test]
    fn merged_clauses_answer_like_those_that_were_written() {
        let (program, found) = Program::from_text(TEXT);
        assert!(found.iter().all(|f| f.severity == crate::Severity::Warning), "{found:?}");
        let mut m = Machine::new(&program);
        for (goal, answers) in [
            ("tak(9, 6, 3, R)", "[6]"),
            ("kind(_, R)", "[var]"),
            ("kind(-7, R)", "[negative]"),
            ("kind(7, R)", "[small, integer]"),
            ("kind(70, R)", "[integer]"),
            ("kind([], R)", "[nil]"),
            ("kind(f(a, b), R)", "[f/2]"),
            ("kind(-7, nothing), R = 1", "[]"),
            ("freeze(X, true), kind(X, R)", "[var]"),
            ("more(4, R)", "[_]"),
            ("more(2, R)", "[2, none]"),
            ("s, R = 1", "[]"),
            ("big(1, R)", "[1.5]"),
        ] {
            let found = all(&mut m, goal);
            let found = if found.contains("[_") { "[_]".into() } else { found };
            assert_eq!(found, answers, "{goal}");
        }
        // What a guard or a later clause raises names the place of that clause.
        let Err(Failure::Error(e)) = m.once("tak(a, b, c, _)") else { panic!("a type error") };
        assert_eq!(e.backtrace.frames.first().map(|f| f.line), Some(2), "{e}");
        let Err(Failure::Error(e)) = m.once("kind(a, a/f), fail ; tak(2, 1, z, _)") else {
            panic!("a type error")
        };
        assert_eq!(e.backtrace.frames.first().map(|f| f.line), Some(3), "{e}");
    }

    #[test]
    fn a_guard_that_fails_leaves_no_choice_point() {
        let (program, _) = Program::from_text(TEXT);
        let mut m = Machine::new(&program);
        m.once("tak(9, 6, 3, _)").expect("no error");
        let found =
            m.once("kind(f(x), _), '$choice_count'(A), kind(-1, _), '$choice_count'(A)").expect("no error");
        assert!(found.is_some());
    }
}
