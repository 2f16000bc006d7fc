//! Runs a residual program. A choice is a loop that runs the rest of the tree for each of its branches, so nothing has
//! to be saved or restored: registers are written again, and lists made in a branch are dropped with it.

use super::desk::Desk;
use super::node::Node;
use super::word::{Reg, Val, Word};
use super::{Code, Pick};
use crate::program::tables::{Tables, ZONES_AT};
use logic::Machine;

/// How running a node ended: nothing is left, or everything up to a barrier is cut away.
pub(super) type Flow = u32;
/// Nothing is left.
pub(crate) const NEXT: Flow = u32::MAX;
/// The logic machine has to do this state.
pub(crate) const BAIL: Flow = 0;
/// The answer is known.
pub(crate) const STOP: Flow = 1;

/// Nodes visited before a state is left to the logic machine.
const FUEL: u32 = 2_000_000;

/// The outcome of a step.
pub(super) enum Took {
    Yes,
    No,
    Bail,
}

/// What answers have been found.
#[derive(Default)]
pub(crate) struct Found {
    pub(crate) picks: Vec<Pick>,
    pub(crate) delta: Vec<u16>,
    pub(crate) winner: Option<Word>,
    pub(crate) score: Option<Word>,
    /// Some notation occurs twice or has to be computed.
    pub(crate) odd: bool,
}

impl Found {
    pub(crate) fn clear(&mut self) {
        self.picks.clear();
        self.delta.clear();
        (self.winner, self.score, self.odd) = (None, None, false);
    }
}

/// A run over one state.
pub(crate) struct Run<'a> {
    pub(crate) code: &'a Code,
    pub(crate) tables: &'a Tables,
    pub(crate) machine: &'a mut Machine,
    pub(crate) desk: &'a mut Desk,
    pub(crate) found: &'a mut Found,
    pub(crate) cells: &'a [u16],
    pub(crate) checked: bool,
    pub(crate) fuel: u32,
    /// Lists are wanted later: they are not forgotten with their branch.
    pub(crate) keep: u32,
    pub(crate) answers: u32,
}

impl<'a> Run<'a> {
    /// A run over the cells of a state: its tokens become the first lists.
    pub(crate) fn new(
        code: &'a Code,
        tables: &'a Tables,
        machine: &'a mut Machine,
        desk: &'a mut Desk,
        found: &'a mut Found,
        cells: &'a [u16],
        checked: bool,
    ) -> Run<'a> {
        desk.arena.truncate(code.consts.lists.len());
        let mut at = ZONES_AT;
        let mut z = 0;
        while at < cells.len() {
            let n = usize::from(cells[at]);
            let from = desk.arena.len();
            let tokens = &cells[at + 1..(at + 1 + n).min(cells.len())];
            desk.arena.extend(tokens.iter().map(|&t| code.token_words[usize::from(t)]));
            desk.regs[z] = Word::list(from, tokens.len());
            desk.starts[z] = at as u32;
            z += 1;
            at += n + 1;
        }
        Run { code, tables, machine, desk, found, cells, checked, fuel: FUEL, keep: 0, answers: 0 }
    }

    /// How much was done.
    pub(super) fn steps_made(&self) -> u64 {
        u64::from(FUEL - self.fuel)
    }

    #[inline]
    pub(super) fn val(&self, v: Val) -> Word {
        match v {
            Val::Reg(r) => self.desk.regs[usize::from(r)],
            Val::Word(w) => w,
        }
    }

    #[inline]
    pub(super) fn set(&mut self, r: Reg, w: Word) {
        self.desk.regs[usize::from(r)] = w;
    }

    #[inline]
    fn forget(&mut self, mark: usize) {
        if self.keep == 0 {
            self.desk.arena.truncate(mark);
        }
    }

    pub(crate) fn exec(&mut self, node: &Node) -> Flow {
        let mut node = node;
        loop {
            self.fuel -= 1;
            if self.fuel == 0 {
                self.fuel = 1;
                return BAIL;
            }
            match node {
                Node::Fail => return NEXT,
                Node::Bail => return BAIL,
                Node::Emit(i) => return self.emit(*i),
                Node::Push(v) => {
                    let w = self.val(*v);
                    self.desk.stack.push(w);
                    return NEXT;
                }
                Node::Join(b, assigned) => {
                    for (r, v) in assigned.iter() {
                        let w = self.val(*v);
                        self.set(*r, w);
                    }
                    return *b;
                }
                Node::Ops(steps, next) => match self.steps(steps) {
                    Took::Yes => node = next,
                    Took::No => return NEXT,
                    Took::Bail => return BAIL,
                },
                Node::Alt(kids) => {
                    let Some((last, others)) = kids.split_last() else { return NEXT };
                    let mark = self.desk.arena.len();
                    for k in others {
                        let flow = self.exec(k);
                        if flow != NEXT {
                            return flow;
                        }
                        self.forget(mark);
                    }
                    node = last;
                }
                Node::Switch(r, cases, other) => {
                    let w = self.desk.regs[usize::from(*r)];
                    node = match cases.binary_search_by_key(&w.0, |c| c.0.0) {
                        Ok(i) => &cases[i].1,
                        Err(_) => other,
                    };
                }
                Node::Barrier(b, inner) => {
                    let flow = self.exec(inner);
                    return if flow == *b { NEXT } else { flow };
                }
                Node::Cut(b, next) => return self.exec(next).min(*b),
                Node::If(steps, yes, no) => match self.steps(steps) {
                    Took::Yes => node = yes,
                    Took::No => node = no,
                    Took::Bail => return BAIL,
                },
                Node::Not(b, inner, next) => {
                    let mark = self.desk.arena.len();
                    let flow = self.exec(inner);
                    self.forget(mark);
                    match flow {
                        NEXT => node = next,
                        flow if flow == *b => return NEXT,
                        flow => return flow,
                    }
                }
                Node::Then(b, first, next) => match self.exec(first) {
                    flow if flow == *b => node = next,
                    flow => return flow,
                },
                Node::Collect(out, inner, next) => {
                    let Some((from, _)) = self.gather(inner) else { return BAIL };
                    let n = self.desk.stack.len() - from;
                    let at = self.desk.arena.len();
                    self.desk.arena.extend_from_slice(&self.desk.stack[from..]);
                    self.desk.stack.truncate(from);
                    self.set(*out, Word::list(at, n));
                    node = next;
                }
                Node::Count(out, inner, next) => {
                    let Some((from, mark)) = self.gather(inner) else { return BAIL };
                    let n = self.desk.stack.len() - from;
                    self.desk.stack.truncate(from);
                    self.forget(mark);
                    let Some(n) = Word::int(n as i64) else { return BAIL };
                    self.set(*out, n);
                    node = next;
                }
                Node::One(inner) => {
                    let before = self.answers;
                    let flow = self.exec(inner);
                    return if flow == NEXT && self.answers != before + 1 { BAIL } else { flow };
                }
                Node::Each { .. } | Node::Split { .. } | Node::Between { .. } | Node::Memo { .. } => {
                    return self.each(node);
                }
            }
        }
    }

    /// Runs a node that pushes values; where the stack and the arena were before.
    fn gather(&mut self, inner: &Node) -> Option<(usize, usize)> {
        let (from, mark) = (self.desk.stack.len(), self.desk.arena.len());
        self.keep += 1;
        let flow = self.exec(inner);
        self.keep -= 1;
        (flow == NEXT).then_some((from, mark))
    }

    /// Nodes that run what follows many times.
    fn each(&mut self, node: &Node) -> Flow {
        match node {
            Node::Each { list, element, position, next } => {
                let Some((from, n)) = self.val(*list).as_list() else { return BAIL };
                let mark = self.desk.arena.len();
                for i in 0..n {
                    let w = self.desk.arena[from + i];
                    self.set(*element, w);
                    self.set(*position, Word::int(i as i64).unwrap_or(Word::NIL));
                    let flow = self.exec(next);
                    if flow != NEXT {
                        return flow;
                    }
                    self.forget(mark);
                }
                NEXT
            }
            Node::Split { list, left, right, next } => {
                let Some((from, n)) = self.val(*list).as_list() else { return BAIL };
                let mark = self.desk.arena.len();
                for i in 0..=n {
                    self.set(*left, Word::list(from, i));
                    self.set(*right, Word::list(from + i, n - i));
                    let flow = self.exec(next);
                    if flow != NEXT {
                        return flow;
                    }
                    self.forget(mark);
                }
                NEXT
            }
            Node::Between { from, to, out, next } => {
                let (Some(a), Some(b)) = (self.val(*from).as_int(), self.val(*to).as_int()) else {
                    return BAIL;
                };
                let mark = self.desk.arena.len();
                for i in a..=b {
                    let Some(w) = Word::int(i) else { return BAIL };
                    self.set(*out, w);
                    let flow = self.exec(next);
                    if flow != NEXT {
                        return flow;
                    }
                    self.forget(mark);
                }
                NEXT
            }
            Node::Memo { call, args, outs, next } => {
                let mut key = [Word::NIL; 6];
                for (k, v) in key.iter_mut().zip(args.iter()) {
                    *k = self.val(*v);
                    if k.is_list() {
                        return BAIL;
                    }
                }
                let found = match self.desk.memos[*call as usize].get(&key) {
                    Some(&found) => Some(found),
                    None => self.desk.work_out(self.code, self.tables, self.machine, *call, &key),
                };
                let Some((from, n, width)) = found else { return BAIL };
                let mark = self.desk.arena.len();
                for i in 0..n as usize {
                    for k in 0..width as usize {
                        let w = self.desk.answers[from as usize + i * width as usize + k];
                        self.set(outs + k as Reg, w);
                    }
                    let flow = self.exec(next);
                    if flow != NEXT {
                        return flow;
                    }
                    self.forget(mark);
                }
                NEXT
            }
            _ => BAIL,
        }
    }
}
