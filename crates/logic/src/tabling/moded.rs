//! Tables that keep only the best answers (`:- table path(_, _, min)`): answers that agree in their other arguments are
//! merged into one.
//!
//! What is best is decided in Prolog (`$tbl_improved/4` in the boot text). A better answer is added behind the others, where
//! computations that wait for answers find it; the one it replaces is passed over from then on and dropped when the table is complete.

use super::terms::{Block, Terms};
use super::{Machine, tables};
use crate::atom::{AtomMarks, names as n};
use crate::cell::{Atom, Cell};
use crate::code::{Pc, TABLE_PC};
use crate::machine::{Res, Stop};
use std::sync::Arc;

#[derive(Clone, Default, Debug)]
pub(super) struct Moded {
    /// Answers without the part that is merged.
    keys: Terms,
    /// The answer that holds for each key.
    best: Vec<u32>,
    /// The key of each answer.
    key: Vec<u32>,
}

impl Moded {
    /// Whether an answer was not replaced by a better one.
    pub(super) fn holds(&self, answer: usize) -> bool {
        self.key.get(answer).is_some_and(|&k| self.best[k as usize] as usize == answer)
    }
    /// The answers that hold, alone.
    pub(super) fn best(&self, answers: &Terms) -> Terms {
        let mut found = Terms::default();
        for (at, a) in answers.iter().enumerate() {
            if self.holds(at) {
                found.append(a);
            }
        }
        found
    }
    pub(super) fn mark_atoms(&self, marks: &mut AtomMarks) {
        self.keys.mark_atoms(marks);
    }
    /// The answer at this place holds for a key from now on.
    fn replace(&mut self, key: Block<'_>, answer: usize) {
        let key = match self.keys.find(key) {
            Some(known) => known,
            None => {
                self.best.push(0);
                self.keys.add(key)
            }
        };
        self.best[key] = answer as u32;
        self.key.resize(answer, key as u32);
        self.key.push(key as u32);
    }
}

impl Machine {
    /// The values of a goal's variables but the last, which is the one that is merged.
    fn key_of(&mut self, values: Cell) -> Cell {
        let values = self.deref(values);
        let (first, count) = self.args(values);
        let key = self.heap[first..first + count - 1].to_vec();
        self.structure(Atom::latin1(b'v'), &key)
    }

    /// An answer that is better than what there was.
    pub(super) fn add_best(&mut self, id: usize, values: Cell) -> Result<(), Stop> {
        let key = self.key_of(values);
        let at = self.flat_with(values, |m, answer| {
            let at = tables(m).tables[id].answers.append(answer);
            m.take_bytes(Terms::bytes_of(answer.cells.len()))?;
            Ok(at)
        })?;
        self.flat_with(key, |m, key| {
            if let Some(moded) = &mut tables(m).tables[id].moded {
                moded.replace(key, at);
            }
            m.answer_added(id, key.cells.len())
        })
    }
}

/// `$tbl_known(Best)`: the merged part of the answer so far like the one being made, as `known(Merged)`, or `none`.
pub(crate) fn known(m: &mut Machine) -> Res {
    let (mut cp, mut e) = (m.cp, m.e);
    while cp != TABLE_PC && e != 0 {
        (cp, e) = (m.env[e + 1].0 as Pc, m.env[e].0 as usize);
    }
    if cp != TABLE_PC {
        return Ok(false);
    }
    let (id, values) = (m.env[e + 3].as_int() as usize, m.env[e + 4]);
    let key = m.key_of(values);
    let known = m.flat_with(key, |m, key| {
        let found = m.tabling.inner.tables[id].moded.as_ref();
        Ok(found.and_then(|moded| moded.keys.find(key).map(|k| moded.best[k] as usize)))
    })?;
    let all = Arc::clone(&m.tabling.inner);
    let Some(found) = known.and_then(|at| all.tables[id].answers.get(at)) else {
        return m.out(0, Cell::atom(n::NONE));
    };
    let answer = m.unflatten(found.cells, found.root, found.vars)?;
    let (_, count) = m.args(answer);
    let merged = m.arg(answer, count - 1);
    let term = m.structure(n::KNOWN, &[merged]);
    m.out(0, term)
}
