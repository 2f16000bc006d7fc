//! The output of a residual program: winners, scores, and moves as changes of zones.

use super::Pick;
use super::exec::{BAIL, Flow, NEXT, Run, STOP};
use super::leaf::{Label, Out, Piece, Text};
use super::word::{Val, Word};

/// More moves than this are left to the logic machine, which says that they are too many.
pub(super) const MOST: usize = 4_000;
/// No label has this number.
pub(crate) const NO_LABEL: u32 = u32::MAX;

impl Run<'_> {
    /// Takes an answer.
    pub(super) fn emit(&mut self, i: u32) -> Flow {
        self.answers += 1;
        match &self.code.outs[i as usize] {
            Out::Win(v) => {
                let w = self.val(*v);
                match self.found.winner {
                    None => self.found.winner = Some(w),
                    Some(known) if known != w => return BAIL,
                    _ => {}
                }
                NEXT
            }
            Out::Score(v) => {
                self.found.score = Some(self.val(*v));
                STOP
            }
            Out::Land { label, weight, player, zones, proved } => {
                if self.found.picks.len() >= MOST {
                    return BAIL;
                }
                match self.land(i, label, *weight, *player, zones, *proved) {
                    Some(()) => NEXT,
                    None => BAIL,
                }
            }
        }
    }

    /// Writes down what a move changes.
    fn land(
        &mut self,
        i: u32,
        label: &Label,
        weight: Val,
        player: Val,
        zones: &[(u16, Box<[Piece]>)],
        proved: bool,
    ) -> Option<()> {
        let weight = self.val(weight).as_int().and_then(|w| u32::try_from(w).ok()).filter(|&w| w > 0)?;
        let player = match player {
            Val::Word(w) => w.as_int()? as u16,
            Val::Reg(_) => {
                let w = self.val(player);
                self.code.player_words.iter().position(|&p| p == w)? as u16
            }
        };
        let start = self.found.delta.len();
        self.found.delta.extend([player, zones.len() as u16]);
        for (z, pieces) in zones {
            let at = self.found.delta.len();
            self.found.delta.extend([*z, 0]);
            for p in pieces.iter() {
                match p {
                    Piece::Token(t) => self.found.delta.push(*t),
                    Piece::Element(r) => {
                        let t = self.desk.consts.token(self.desk.regs[usize::from(*r)])?;
                        self.found.delta.push(t);
                    }
                    Piece::List(r) => {
                        let (from, n) = self.desk.regs[usize::from(*r)].as_list()?;
                        for &w in &self.desk.arena[from..from + n] {
                            self.found.delta.push(self.desk.consts.token(w)?);
                        }
                    }
                }
            }
            self.found.delta[at + 1] = u16::try_from(self.found.delta.len() - at - 2).ok()?;
        }
        if !proved && self.checked && !self.balanced(start) {
            return None;
        }
        let label = match label {
            Label::Derived => {
                self.found.odd = true;
                u32::MAX
            }
            Label::Given(_) => self.code.labels_of[i as usize],
            Label::Made(parts) => {
                let mut key = [Word(u64::from(i)), Word::NIL, Word::NIL, Word::NIL, Word::NIL];
                let values = parts.iter().filter_map(|p| match p {
                    Text::Value(r) => Some(self.desk.regs[usize::from(*r)]),
                    Text::Said(_) => None,
                });
                for (k, w) in key[1..].iter_mut().zip(values) {
                    *k = w;
                }
                match self.desk.made.get(&key) {
                    Some(&l) => l,
                    None => self.desk.make_label(key, parts)?,
                }
            }
        };
        if label != u32::MAX {
            let seen = &mut self.desk.seen[label as usize];
            self.found.odd |= *seen == self.desk.epoch;
            *seen = self.desk.epoch;
        }
        self.found.picks.push(Pick { label, at: start as u32, weight });
        Some(())
    }

    /// Whether the changed zones hold the same tokens as before.
    fn balanced(&mut self, start: usize) -> bool {
        let mut at = start + 2;
        let counts = &mut self.desk.counts;
        for _ in 0..self.found.delta[start + 1] {
            let (z, n) = (usize::from(self.found.delta[at]), usize::from(self.found.delta[at + 1]));
            for &t in &self.found.delta[at + 2..at + 2 + n] {
                counts[usize::from(t)] += 1;
            }
            let from = self.desk.starts[z] as usize;
            for &t in &self.cells[from + 1..=from + usize::from(self.cells[from])] {
                counts[usize::from(t)] -= 1;
            }
            at += 2 + n;
        }
        let tokens = &self.tables.tokens;
        let ok = counts.iter().zip(tokens).all(|(&n, t)| n == 0 || t.marker);
        counts.fill(0);
        ok
    }
}
