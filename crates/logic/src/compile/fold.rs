//! Moves a leading `Variable = Term` of a body into the head, so that it can be indexed and matched without being built.
//!
//! Grammar rules need it: `noun(X, S0, S) :- S0 = [river|S]` becomes `noun(X, [river|S], S)`. Only the compiled form
//! changes; the clause as data stays as it was written.

use super::body::{arg, name_arity};
use crate::atom::names as n;
use crate::cell::{Cell, LST, REF, STR};
use crate::database::Clause;

/// The clause with its leading unifications folded into the head, or nothing when there are none.
pub(crate) fn fold(clause: &Clause) -> Option<Clause> {
    let mut cells = clause.cells.clone();
    let mut body = clause.body;
    let mut folded = false;
    while let Some((place, term, rest)) = leading(&cells, clause.head, body) {
        cells[place] = term;
        body = rest;
        folded = true;
    }
    folded.then_some(Clause {
        cells,
        head: clause.head,
        body,
        vars: clause.vars,
        keys: clause.keys,
        seq: clause.seq,
        file: clause.file,
        line: clause.line,
    })
}

/// The place of the head argument, the term to put there and the rest of the body.
fn leading(cells: &[Cell], head: Cell, body: Cell) -> Option<(usize, Cell, Cell)> {
    let (goal, rest) = match name_arity(cells, body)? {
        (n::COMMA, 2) => (arg(cells, body, 0), arg(cells, body, 1)),
        _ => (body, Cell::atom(n::TRUE)),
    };
    if name_arity(cells, goal)? != (n::EQUAL, 2) {
        return None;
    }
    let (l, r) = (arg(cells, goal, 0), arg(cells, goal, 1));
    for (v, t) in [(l, r), (r, l)] {
        if v.tag() == REF
            && matches!(t.tag(), STR | LST)
            && let Some(place) = head_place(cells, head, v)
            && occurrences(cells, &[head, rest, t], v) == 1
        {
            return Some((place, t, rest));
        }
    }
    None
}

/// Where a variable stands as a whole argument of the head.
fn head_place(cells: &[Cell], head: Cell, v: Cell) -> Option<usize> {
    if head.tag() != STR {
        return None;
    }
    let first = head.idx() + 1;
    (first..first + cells[head.idx()].arity()).find(|&i| cells[i] == v)
}

/// How often a variable occurs in these terms.
fn occurrences(cells: &[Cell], terms: &[Cell], v: Cell) -> usize {
    let mut stack = terms.to_vec();
    let mut count = 0;
    while let Some(t) = stack.pop() {
        match t.tag() {
            REF => count += usize::from(t == v),
            LST => stack.extend_from_slice(&cells[t.idx()..t.idx() + 2]),
            STR => {
                let arity = cells[t.idx()].arity();
                stack.extend_from_slice(&cells[t.idx() + 1..=t.idx() + arity]);
            }
            _ => {}
        }
    }
    count
}
