//! Which variables outlive a call (the permanent variables of the WAM), and for how long.
//!
//! A chunk is a stretch of code during which argument registers survive. A variable seen in two
//! chunks gets a slot in the environment; slots are numbered so that those needed longest come first (environment trimming).

use super::body::{Goal, Kind, is_test};
use crate::cell::{Cell, LST, REF, STR};

/// What is known of one variable.
#[derive(Clone, Debug, Default)]
pub(crate) struct VarInfo {
    pub(crate) occurrences: u32,
    chunk: Option<u32>,
    pub(crate) permanent: bool,
    pub(crate) last: u32,
    pub(crate) slot: u8,
}

/// The outcome.
#[derive(Debug)]
pub(crate) struct Analysis {
    pub(crate) vars: Vec<VarInfo>,
    /// A cut comes after a call, so the choice level is kept in slot 0.
    pub(crate) level: bool,
    /// Slots taken by the level and by the marks of conditions.
    pub(crate) reserved: usize,
    pub(crate) permanents: usize,
}

impl Analysis {
    pub(crate) fn slots(&self) -> usize {
        self.reserved + self.permanents
    }
}

struct Walk<'a> {
    cells: &'a [Cell],
    vars: Vec<VarInfo>,
    next: u32,
    level: bool,
}

/// All variables of a term, with repetition.
pub(crate) fn each_var(cells: &[Cell], term: Cell, f: &mut dyn FnMut(usize)) {
    let mut stack = vec![term];
    while let Some(c) = stack.pop() {
        match c.tag() {
            REF => f(c.idx()),
            LST => {
                stack.push(cells[c.idx() + 1]);
                stack.push(cells[c.idx()]);
            }
            STR => {
                let ar = cells[c.idx()].arity();
                for i in (0..ar).rev() {
                    stack.push(cells[c.idx() + 1 + i]);
                }
            }
            _ => {}
        }
    }
}

/// The argument terms of an inline goal or call.
pub(crate) fn goal_terms(kind: &Kind) -> Vec<Cell> {
    match kind {
        Kind::Call { args, .. } => args.clone(),
        Kind::Unify(a, b) | Kind::NotUnify(a, b) | Kind::Is(a, b) => vec![*a, *b],
        Kind::Compare(_, a, b) | Kind::Order(_, a, b) => vec![*a, *b],
        Kind::Test(_, a) => vec![*a],
        Kind::Arg(_, a, b, c) | Kind::Make(_, a, b, c) | Kind::Parts(_, a, b, c) => vec![*a, *b, *c],
        Kind::Cut | Kind::LocalCut(_) | Kind::Fail | Kind::If { .. } | Kind::Or { .. } => Vec::new(),
    }
}

/// All variables of a goal and the goals inside it, with repetition.
pub(crate) fn each_goal_var(cells: &[Cell], g: &Goal, f: &mut dyn FnMut(usize)) {
    match &g.kind {
        Kind::If { cond, then, els, .. } => {
            for g in cond.iter().chain(then).chain(els) {
                each_goal_var(cells, g, f);
            }
        }
        Kind::Or { left, right } => {
            for g in left.iter().chain(right) {
                each_goal_var(cells, g, f);
            }
        }
        kind => {
            for t in goal_terms(kind) {
                each_var(cells, t, f);
            }
        }
    }
}

/// Analyses a clause. `slots` is false when it cannot fit.
pub(crate) fn analyse(
    cells: &[Cell],
    head_args: &[Cell],
    goals: &[Goal],
    vars: usize,
    marks: u32,
) -> Analysis {
    let mut w = Walk { cells, vars: vec![VarInfo::default(); vars], next: 1, level: false };
    for &a in head_args {
        w.see(a, 0, 0);
    }
    w.goals(goals, 0, &mut false);
    let reserved = usize::from(w.level) + marks as usize;
    let mut order: Vec<usize> = (0..vars).filter(|&v| w.vars[v].permanent).collect();
    order.sort_by_key(|&v| std::cmp::Reverse(w.vars[v].last));
    for (i, &v) in order.iter().enumerate() {
        w.vars[v].slot = u8::try_from(reserved + i).unwrap_or(u8::MAX);
    }
    Analysis { vars: w.vars, level: w.level, reserved, permanents: order.len() }
}

impl Walk<'_> {
    fn see(&mut self, t: Cell, chunk: u32, pos: u32) {
        let vars = &mut self.vars;
        each_var(self.cells, t, &mut |v| {
            let i = &mut vars[v];
            i.occurrences += 1;
            i.last = i.last.max(pos);
            match i.chunk {
                None => i.chunk = Some(chunk),
                Some(c) => i.permanent |= c != chunk,
            }
        });
    }
    fn fresh(&mut self) -> u32 {
        self.next += 1;
        self.next
    }
    fn goals(&mut self, goals: &[Goal], mut chunk: u32, called: &mut bool) -> u32 {
        for g in goals {
            match &g.kind {
                Kind::Call { .. } => {
                    for t in goal_terms(&g.kind) {
                        self.see(t, chunk, g.pos);
                    }
                    *called = true;
                    chunk = self.fresh();
                }
                Kind::Cut => self.level |= *called,
                Kind::LocalCut(_) | Kind::Fail => {}
                kind @ Kind::If { .. } if is_test(kind) => {
                    let mut seen = Vec::new();
                    each_goal_var(self.cells, g, &mut |v| seen.push(v));
                    for v in seen {
                        self.see(Cell::var(v), chunk, g.pos);
                    }
                }
                Kind::If { cond, then, els, simple: true, .. } => {
                    let mid = self.goals(cond, chunk, called);
                    let (mut in_then, mut in_else) = (*called, *called);
                    self.goals(then, mid, &mut in_then);
                    self.goals(els, chunk, &mut in_else);
                    *called = in_then || in_else;
                    chunk = self.fresh();
                }
                Kind::If { cond, then, els, .. } => {
                    *called = true;
                    chunk = self.fresh();
                    let mid = self.goals(cond, chunk, called);
                    self.goals(then, mid, called);
                    chunk = self.fresh();
                    self.goals(els, chunk, called);
                    chunk = self.fresh();
                }
                Kind::Or { left, right } => {
                    *called = true;
                    for branch in [left, right] {
                        chunk = self.fresh();
                        self.goals(branch, chunk, called);
                    }
                    chunk = self.fresh();
                }
                _ => {
                    for t in goal_terms(&g.kind) {
                        self.see(t, chunk, g.pos);
                    }
                }
            }
        }
        chunk
    }
}
