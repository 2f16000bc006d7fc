//! A clause body as a tree of goals.

use super::TooBig;
use crate::atom::names as n;
use crate::cell::{ATM, Atom, Cell, LST, REF, STR};
use crate::code::{Rel, Test};

/// Nesting of control constructs the compiler follows.
const MAX_NESTING: usize = 60;

/// A goal with its place in the order of goals.
#[derive(Debug)]
pub(crate) struct Goal {
    pub(crate) pos: u32,
    pub(crate) kind: Kind,
}

/// What a goal does.
#[derive(Debug)]
pub(crate) enum Kind {
    Call {
        name: Atom,
        args: Vec<Cell>,
    },
    Cut,
    /// The cut of an enclosing condition or negation.
    LocalCut(u32),
    Fail,
    Unify(Cell, Cell),
    NotUnify(Cell, Cell),
    Is(Cell, Cell),
    /// `arg/3` in line: native function, place, term, argument.
    Arg(u32, Cell, Cell, Cell),
    /// `functor/3` that makes a term: native function, term, name, arity.
    Make(u32, Cell, Cell, Cell),
    /// `functor/3` that takes apart: native function, term, name, arity.
    Parts(u32, Cell, Cell, Cell),
    Compare(Rel, Cell, Cell),
    Order(Rel, Cell, Cell),
    Test(Test, Cell),
    /// `simple`: the condition only tests, so no choice is needed. `mark` numbers the others.
    If {
        cond: Vec<Goal>,
        then: Vec<Goal>,
        els: Vec<Goal>,
        simple: bool,
        soft: bool,
        mark: u32,
    },
    Or {
        left: Vec<Goal>,
        right: Vec<Goal>,
    },
}

/// The body being read.
pub(crate) struct Reader<'a> {
    pub(crate) cells: &'a [Cell],
    pub(crate) pos: u32,
    pub(crate) marks: u32,
}

pub(crate) fn arg(cells: &[Cell], c: Cell, i: usize) -> Cell {
    match c.tag() {
        LST => cells[c.idx() + i],
        _ => cells[c.idx() + 1 + i],
    }
}

pub(crate) fn name_arity(cells: &[Cell], c: Cell) -> Option<(Atom, usize)> {
    match c.tag() {
        ATM => Some((c.as_atom(), 0)),
        LST => Some((n::DOT, 2)),
        STR => {
            let f = cells[c.idx()];
            Some((f.name(), f.arity()))
        }
        _ => None,
    }
}

impl Reader<'_> {
    /// Appends the goals of `term`; `cut` is the mark a cut here refers to (0: the clause).
    pub(crate) fn conj(
        &mut self,
        term: Cell,
        cut: u32,
        depth: usize,
        out: &mut Vec<Goal>,
    ) -> Result<(), TooBig> {
        if depth > MAX_NESTING {
            return Err(TooBig);
        }
        let mut stack = vec![term];
        while let Some(t) = stack.pop() {
            if let Some((n::COMMA, 2)) = name_arity(self.cells, t) {
                stack.push(arg(self.cells, t, 1));
                stack.push(arg(self.cells, t, 0));
                continue;
            }
            self.goal(t, cut, depth, out)?;
        }
        Ok(())
    }

    fn nested(&mut self, term: Cell, cut: u32, depth: usize) -> Result<Vec<Goal>, TooBig> {
        let mut out = Vec::new();
        self.conj(term, cut, depth + 1, &mut out)?;
        Ok(out)
    }

    fn push(&mut self, kind: Kind, out: &mut Vec<Goal>) {
        self.pos += 1;
        out.push(Goal { pos: self.pos, kind });
    }

    fn goal(&mut self, t: Cell, cut: u32, depth: usize, out: &mut Vec<Goal>) -> Result<(), TooBig> {
        let cells = self.cells;
        let Some((name, arity)) = name_arity(cells, t) else {
            self.push(Kind::Call { name: n::CALL, args: vec![t] }, out);
            return Ok(());
        };
        let a = |i| arg(cells, t, i);
        let kind = match (name, arity) {
            (n::TRUE, 0) => return Ok(()),
            (n::FAIL | n::FALSE, 0) => Kind::Fail,
            (n::CUT, 0) => {
                if cut == 0 {
                    Kind::Cut
                } else {
                    Kind::LocalCut(cut)
                }
            }
            (n::EQUAL, 2) => Kind::Unify(a(0), a(1)),
            (n::NOT_EQUAL, 2) => Kind::NotUnify(a(0), a(1)),
            (n::IS, 2) => Kind::Is(a(0), a(1)),
            (n::COLON, 2) if a(0).is_atom() && a(1).tag() != REF => return self.goal(a(1), cut, depth, out),
            (n::SEMICOLON | n::BAR, 2) => return self.disjunction(a(0), a(1), cut, depth, out),
            (n::ARROW, 2) => {
                return self.conditional(a(0), a(1), Cell::atom(n::FAIL), false, (cut, depth), out);
            }
            (n::SOFT, 2) => {
                return self.conditional(a(0), a(1), Cell::atom(n::FAIL), true, (cut, depth), out);
            }
            (n::NOT, 1) => {
                let (fail, true_) = (Cell::atom(n::FAIL), Cell::atom(n::TRUE));
                return self.conditional(a(0), fail, true_, false, (cut, depth), out);
            }
            _ => match (rel(name, arity), order(name, arity), test(name, arity)) {
                (Some(r), _, _) => Kind::Compare(r, a(0), a(1)),
                (_, Some(r), _) => Kind::Order(r, a(0), a(1)),
                (_, _, Some(test)) => Kind::Test(test, a(0)),
                _ => Kind::Call { name, args: (0..arity).map(a).collect() },
            },
        };
        self.push(kind, out);
        Ok(())
    }

    fn disjunction(
        &mut self,
        l: Cell,
        r: Cell,
        cut: u32,
        depth: usize,
        out: &mut Vec<Goal>,
    ) -> Result<(), TooBig> {
        if depth > MAX_NESTING {
            return Err(TooBig);
        }
        match name_arity(self.cells, l) {
            Some((n::ARROW, 2)) => {
                let (c, t) = (arg(self.cells, l, 0), arg(self.cells, l, 1));
                self.conditional(c, t, r, false, (cut, depth), out)
            }
            Some((n::SOFT, 2)) => {
                let (c, t) = (arg(self.cells, l, 0), arg(self.cells, l, 1));
                self.conditional(c, t, r, true, (cut, depth), out)
            }
            _ => {
                let left = self.nested(l, cut, depth)?;
                let right = self.nested(r, cut, depth)?;
                self.push(Kind::Or { left, right }, out);
                Ok(())
            }
        }
    }

    fn conditional(
        &mut self,
        c: Cell,
        t: Cell,
        e: Cell,
        soft: bool,
        (cut, depth): (u32, usize),
        out: &mut Vec<Goal>,
    ) -> Result<(), TooBig> {
        self.marks += 1;
        let mark = self.marks;
        let cond = self.nested(c, mark, depth)?;
        let simple = cond.iter().all(|g| is_test(&g.kind));
        if simple && self.marks == mark {
            self.marks -= 1;
        }
        let then = self.nested(t, cut, depth)?;
        let els = self.nested(e, cut, depth)?;
        self.push(Kind::If { cond, then, els, simple, soft: soft && !simple, mark }, out);
        Ok(())
    }
}

/// Whether a goal only tests: nothing to undo when it fails.
pub(crate) fn is_test(kind: &Kind) -> bool {
    match kind {
        Kind::Fail | Kind::NotUnify(..) | Kind::Compare(..) | Kind::Order(..) | Kind::Test(..) => true,
        Kind::If { cond, then, els, simple: true, .. } => {
            [cond, then, els].iter().all(|gs| gs.iter().all(|g| is_test(&g.kind)))
        }
        _ => false,
    }
}

/// Whether a goal of this name is compiled to a test of its own, with nothing to undo.
pub(crate) fn tests(name: Atom, arity: usize) -> bool {
    rel(name, arity).is_some() || order(name, arity).is_some() || test(name, arity).is_some()
}

fn rel(name: Atom, arity: usize) -> Option<Rel> {
    if arity != 2 {
        return None;
    }
    Some(match name {
        n::ARITH_EQ => Rel::Eq,
        n::ARITH_NE => Rel::Ne,
        n::LESS => Rel::Lt,
        n::GREATER => Rel::Gt,
        n::LESS_EQ => Rel::Le,
        n::GREATER_EQ => Rel::Ge,
        _ => return None,
    })
}

fn order(name: Atom, arity: usize) -> Option<Rel> {
    if arity != 2 {
        return None;
    }
    Some(match name {
        n::TERM_EQ => Rel::Eq,
        n::TERM_NE => Rel::Ne,
        n::TERM_LT => Rel::Lt,
        n::TERM_GT => Rel::Gt,
        n::TERM_LE => Rel::Le,
        n::TERM_GE => Rel::Ge,
        _ => return None,
    })
}

/// The type test a goal of this name is.
pub(crate) fn test(name: Atom, arity: usize) -> Option<Test> {
    if arity != 1 {
        return None;
    }
    Some(match name {
        n::VAR => Test::Var,
        n::NONVAR => Test::Nonvar,
        n::ATOM => Test::Atom,
        n::NUMBER => Test::Number,
        n::INTEGER => Test::Integer,
        n::FLOAT => Test::Float,
        n::ATOMIC => Test::Atomic,
        n::COMPOUND => Test::Compound,
        n::CALLABLE => Test::Callable,
        n::IS_LIST => Test::IsList,
        n::STRING => Test::String,
        _ => return None,
    })
}
