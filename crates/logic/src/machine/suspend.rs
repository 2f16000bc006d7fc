//! What is left to do after a goal, as a value: the frames between the goal and the evaluation of a table it belongs to.
//!
//! A frame holds heap references only, and the instruction of a call says which of its slots are needed afterwards: so the rest
//! of a computation is a list of addresses and one term. Nothing of the choice points is taken along. Where what follows
//! would cut them (a cut, the condition of an if-then-else, `findall/3`, `catch/3`), there is no such value.
//! After B. Desouter, M. van Dooren, T. Schrijvers, *Tabling as a Library with Delimited Control*, 2015.

use super::copy::Flat;
use super::gc::kept;
use super::{Machine, Stop};
use crate::atom::names as n;
use crate::cell::{Cell, MAX_ARITY};
use crate::code::{CONJ_PC, Instr, Pc, TABLE_PC};
use crate::program::Program;
use std::collections::BTreeSet;

/// The rest of a computation.
#[derive(Clone, Debug)]
pub(crate) struct Suspension {
    /// From the outermost on: where the frame is taken up, and its slots.
    frames: Box<[(Pc, u32)]>,
    /// A compound of the term the answer is unified with and the slots that are needed.
    pub(crate) values: Flat,
}

impl Suspension {
    /// Bytes of memory, roughly.
    pub(crate) fn bytes(&self) -> usize {
        self.frames.len() * 8 + self.values.bytes()
    }
}

/// Control constructs of a body looked through for a cut.
const MOST: usize = 1000;

impl Machine {
    /// The rest of the computation after the goal that was just called, to go on with instances of `term`. `None`: it cannot
    /// be had.
    pub(crate) fn suspend(&mut self, term: Cell) -> Result<Option<Suspension>, Stop> {
        let mut walk: Vec<(Pc, usize)> = Vec::new();
        let (mut cp, mut e) = (self.cp, self.e);
        let mut size = 1;
        loop {
            if cp != TABLE_PC && !self.resumes(cp, e) {
                self.charge(walk.len())?;
                return Ok(None);
            }
            walk.push((cp, e));
            size += self.slots(e);
            if cp == TABLE_PC {
                break;
            }
            (cp, e) = (self.env[e + 1].0 as Pc, self.env[e].0 as usize);
        }
        if size > MAX_ARITY {
            return Ok(None);
        }
        self.charge(walk.len() * 8)?;
        self.ensure(size + walk.len() * 2)?;
        walk.reverse();
        let mut values = Vec::with_capacity(size);
        values.push(term);
        for &(cp, e) in &walk {
            let live = self.needed(cp);
            values.extend((0..self.slots(e)).filter(|&i| kept(live, i)).map(|i| self.env[e + 3 + i]));
        }
        let frames = walk.iter().map(|&(cp, e)| (cp, self.slots(e) as u32)).collect();
        let before = self.heap.len();
        let whole = self.structure(n::TABLED_CALL, &values);
        let values = self.flat_whole(whole);
        self.heap.truncate(before);
        Ok(Some(Suspension { frames, values: values? }))
    }

    /// Puts the frames back; the continuation is what was left to do. Gives the term to unify with an answer.
    pub(crate) fn take_up(&mut self, rest: &Suspension) -> Result<Cell, Stop> {
        let whole = self.unflat(&rest.values)?;
        let (first, _) = self.args(whole);
        let mut at = first + 1;
        for &(pc, slots) in &rest.frames {
            self.allocate(slots as usize);
            let live = self.needed(pc);
            for i in (0..slots as usize).filter(|&i| kept(live, i)) {
                let place = self.e + 3 + i;
                self.env[place] = self.heap[at];
                at += 1;
            }
            if pc == CONJ_PC {
                // Its barrier was a place among choice points that are gone.
                self.set_y(1, Cell::int(self.choices.len() as i64));
            }
            self.cp = pc;
        }
        Ok(self.heap[first])
    }

    /// Whether a frame can be taken up without the choice points of now.
    fn resumes(&mut self, cp: Pc, e: usize) -> bool {
        if cp == CONJ_PC {
            return !self.holds_cut(self.env[e + 3]);
        }
        let call = (cp as usize).checked_sub(1).and_then(|at| self.program.code.get(at));
        let program = &self.program;
        matches!(call, Some(Instr::Call { .. }))
            && !*self.tabling.prunes.entry(cp).or_insert_with(|| program.prunes(cp))
    }

    /// Whether a body may cut; a very large one may.
    fn holds_cut(&self, body: Cell) -> bool {
        let mut stack = vec![self.deref(body)];
        for _ in 0..MOST {
            let Some(t) = stack.pop() else { return false };
            match self.functor(t) {
                Some((n::CUT, 0)) => return true,
                Some((n::COMMA | n::SEMICOLON | n::BAR | n::ARROW | n::SOFT, 2)) => {
                    stack.extend([self.arg(t, 1), self.arg(t, 0)]);
                }
                Some((n::COLON, 2)) => stack.push(self.arg(t, 1)),
                _ => {}
            }
        }
        true
    }
}

impl Program {
    /// Whether the code of a clause from `pc` on cuts to a level that was noted before. Predicates of the library are taken to do so:
    /// they may gather answers by failing (`aggregate_all/3`), which has the same effect.
    fn prunes(&self, pc: Pc) -> bool {
        let place = self.places.partition_point(|p| p.pc <= pc).checked_sub(1).map(|at| self.places[at]);
        let pred = place.map(|p| &self.preds[p.pred as usize]);
        if pred.is_some_and(|p| p.library && !matches!(p.name, n::TABLED_MODED | n::TABLED_IMPROVED)) {
            return true;
        }
        let (mut stack, mut seen) = (vec![pc], BTreeSet::new());
        let (mut noted, mut cut) = ([false; 256], [false; 256]);
        while let Some(at) = stack.pop() {
            if !seen.insert(at) {
                continue;
            }
            let other = match self.code[at as usize] {
                Instr::Execute { .. }
                | Instr::DeallocExecute { .. }
                | Instr::Proceed
                | Instr::DeallocProceed
                | Instr::Fail => continue,
                Instr::Jump(to) => {
                    stack.push(to);
                    continue;
                }
                Instr::MarkY(y) => {
                    noted[y as usize] = true;
                    None
                }
                Instr::CutY(y) | Instr::CutAboveY(y) | Instr::SoftCutY(y) => {
                    cut[y as usize] = true;
                    None
                }
                mut other => crate::compile::join::target(&mut other).copied(),
            };
            stack.push(at + 1);
            stack.extend(other.filter(|&to| to != crate::code::FAIL_PC));
        }
        (0..256).any(|y| cut[y] && !noted[y])
    }
}
