//! The working memory of one thread (*desk*): registers, the arena of lists, memoised answers of the logic machine,
//! interned notations.

use super::leaf::{Text, clean};
use super::memo::{host_word, word_of};
use super::quick::Quick;
use super::term::Names;
use super::word::{Constants, Word};
use super::{Code, Given};
use crate::game::act;
use crate::program::swift::Map;
use crate::program::tables::Tables;
use logic::Machine;

/// Answers of one call: where they begin, how many there are, how many values each has.
type Kept = (u32, u32, u32);

/// Words of answers kept before all are forgotten.
const ANSWERS: usize = 4_000_000;
/// Constants and notations made before all are forgotten.
const MADE: usize = 400_000;

/// The memory of a worker.
pub(crate) struct Desk {
    pub(crate) regs: Vec<Word>,
    pub(crate) arena: Vec<Word>,
    pub(crate) stack: Vec<Word>,
    /// Where each zone begins in the cells of the state.
    pub(crate) starts: Vec<u32>,
    pub(crate) counts: Vec<i32>,
    pub(crate) consts: Constants,
    pub(crate) names: Names,
    pub(crate) memos: Vec<Map<[Word; 6], Kept>>,
    pub(crate) answers: Vec<Word>,
    /// Notations by number.
    pub(crate) labels: Vec<String>,
    /// The act of each notation.
    pub(crate) acts: Vec<u64>,
    by_text: Map<String, u32>,
    pub(crate) made: Map<[Word; 5], u32>,
    /// When each notation was last met.
    pub(crate) seen: Vec<u32>,
    pub(crate) epoch: u32,
    /// States run here, and those of them left to the logic machine.
    pub(crate) runs: u32,
    pub(crate) bails: u32,
    /// Steps made here.
    pub(crate) steps: u64,
    /// Values that won, and whether the rules may name them.
    pub(crate) winners: Vec<(Word, bool)>,
    /// Decision trees and the board they are about.
    pub(crate) quick: Option<Box<Quick>>,
}

impl Desk {
    pub(crate) fn new(code: &Code, tables: &Tables) -> Desk {
        Desk {
            regs: vec![Word::NIL; usize::from(code.regs) + 1],
            arena: code.consts.lists.clone(),
            stack: Vec::new(),
            starts: vec![0; tables.zones.len()],
            counts: vec![0; tables.tokens.len()],
            consts: code.consts.clone(),
            names: code.names.clone(),
            memos: vec![Map::default(); code.memos.len()],
            answers: Vec::new(),
            labels: code.labels.clone(),
            acts: code.labels.iter().map(|l| act(l)).collect(),
            by_text: code.labels.iter().enumerate().map(|(i, l)| (l.clone(), i as u32)).collect(),
            made: Map::default(),
            seen: vec![0; code.labels.len()],
            epoch: 0,
            runs: 0,
            bails: 0,
            steps: 0,
            winners: Vec::new(),
            quick: Quick::new(tables).map(Box::new),
        }
    }

    /// Too much was made at run time to go on with.
    pub(crate) fn full(&self) -> bool {
        self.consts.items.len() > MADE || self.answers.len() > ANSWERS || self.labels.len() > MADE
    }

    /// Another list of moves: no notation has been met yet.
    pub(crate) fn turn_page(&mut self) {
        if self.epoch == u32::MAX {
            self.seen.fill(0);
            self.epoch = 0;
        }
        self.epoch += 1;
    }

    /// Asks the logic machine for the answers of a call and keeps them.
    pub(crate) fn work_out(
        &mut self,
        code: &Code,
        tables: &Tables,
        machine: &mut Machine,
        call: u32,
        key: &[Word; 6],
    ) -> Option<Kept> {
        let memo = &code.memos[call as usize];
        let mut args = Vec::with_capacity(memo.pattern.len());
        let mut width = 0;
        for g in &memo.pattern {
            args.push(match g {
                Given::Known(w) => host_word(machine, &self.names, &self.consts, *w)?,
                Given::In(i) => host_word(machine, &self.names, &self.consts, key[usize::from(*i)])?,
                Given::Out(i) => {
                    width += 1;
                    machine.variable(u32::from(*i))
                }
            });
        }
        let goal = machine.compound(self.names.text(memo.name), &args);
        let goal = machine.goal(&goal);
        let from = self.answers.len();
        let mut n = 0;
        let mut solutions = machine.solve(&goal);
        while solutions.advance().ok()? {
            for i in 0..width {
                let word = solutions.get(i).and_then(|t| word_of(t, &mut self.names, &mut self.consts, 0));
                let Some(word) = word else {
                    self.answers.truncate(from);
                    return None;
                };
                self.answers.push(word);
            }
            n += 1;
            if n > 10_000 {
                self.answers.truncate(from);
                return None;
            }
        }
        self.consts.settle(&self.names, tables);
        let kept = (from as u32, n, width as u32);
        self.memos[call as usize].insert(*key, kept);
        Some(kept)
    }

    /// The number of a notation put together from values.
    pub(crate) fn make_label(&mut self, key: [Word; 5], parts: &[Text]) -> Option<u32> {
        let mut text = String::new();
        let mut values = key[1..].iter();
        for p in parts {
            match p {
                Text::Said(s) => text.push_str(s),
                Text::Value(_) => {
                    if !self.consts.text(*values.next()?, &self.names, &mut text) {
                        return None;
                    }
                }
            }
        }
        let text = clean(text);
        if text.is_empty() {
            return None;
        }
        let label = match self.by_text.get(&text) {
            Some(&l) => l,
            None => {
                let l = self.labels.len() as u32;
                self.acts.push(act(&text));
                self.labels.push(text.clone());
                self.by_text.insert(text, l);
                self.seen.push(0);
                l
            }
        };
        self.made.insert(key, label);
        Some(label)
    }
}
