//! Fourth stage: the game itself, with the traits of every game.

mod facts;
mod fast;
mod lines;
mod reference;
mod show;
mod spoken;
mod state;
mod view;

pub use state::{Move, State};
pub use view::View;

use crate::diagnostic::{Report, Span};
use crate::lower::Model;
use crate::program::Program;
use crate::program::chance::{self, Pending};
use crate::program::code::{Cause, Failure};
use crate::program::reach::Barrier;
use crate::program::tables::Tables;
use crate::syntax::{File, Seen};
use crate::{Diagnostic, Severity};
use game::{Game, Past, Player, Repetition, Rng, Turn};
use std::collections::HashSet;
use std::sync::OnceLock;

/// A game from an s3 file.
#[derive(Clone, Debug)]
pub struct S3Game {
    name: String,
    file: File,
    report: Report,
    p: Program,
    /// Whether some location is not visible to all.
    hides: bool,
    /// Worked out when first needed: reading and checking a file does not wait for it.
    tables: OnceLock<Result<Tables, Barrier>>,
    /// The first failure met.
    met: OnceLock<Failure>,
}

impl S3Game {
    pub(crate) fn new(name: &str, model: Model, report: Report) -> S3Game {
        let p = Program::new(&model);
        let hides = model.file.location_types.iter().any(|t| t.visible != Seen::All);
        S3Game {
            name: name.to_string(),
            file: model.file,
            report,
            p,
            hides,
            tables: OnceLock::new(),
            met: OnceLock::new(),
        }
    }

    #[inline]
    pub(crate) fn tables(&self) -> Option<&Tables> {
        match self.tables.get() {
            Some(tables) => tables.as_ref().ok(),
            None => self.make_tables(),
        }
    }

    #[cold]
    fn make_tables(&self) -> Option<&Tables> {
        self.tables.get_or_init(|| Tables::new(&self.p, self.hides)).as_ref().ok()
    }

    /// Its name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Everything the file says.
    pub fn file(&self) -> &File {
        &self.file
    }

    /// The winner by the codes of the language: -1 while the play runs, 0 a draw (no legal move is one), otherwise the
    /// number of the player, counted from 1. A play that failed has no winner: -1.
    pub fn winner(&self, s: &State) -> i32 {
        let declared = self.declared_winner(s);
        if declared == -1 && self.fault(s).is_none() && self.turn(s) == Turn::Over { 0 } else { declared }
    }

    /// The winner as the rules set it: -1 also where nobody can move.
    pub fn declared_winner(&self, s: &State) -> i32 {
        match self.file.repetition {
            Some(rule) if s.past.repeated() => {
                if rule.mover_wins {
                    i32::from(self.p.board.player(&s.w))
                } else {
                    0
                }
            }
            _ => self.p.board.winner(&s.w),
        }
    }

    /// Whether the play is over by a rule.
    pub(crate) fn over(&self, s: &State) -> bool {
        s.past.repeated() || self.p.board.over(&s.w)
    }

    /// Enters the position into the past, where a rule asks for that.
    fn remember(&self, s: &mut State) {
        if let Some(rule) = self.file.repetition
            && !self.p.board.over(&s.w)
            && self.pending(s).is_none()
        {
            s.past.visit(&s.w[..s.key as usize], rule.times);
        }
    }

    /// The player to move, counted from 1, also after the end.
    pub fn player(&self, s: &State) -> u8 {
        self.p.board.player(&s.w)
    }

    /// What went wrong, if the play stopped because something could not be evaluated.
    pub fn fault(&self, s: &State) -> Option<Diagnostic> {
        let found = self.p.board.failure(&s.w).or_else(|| {
            let sound = || self.tables().is_some_and(|t| !t.fallible);
            if self.over(s) || self.pending(s).is_some() || sound() {
                return None;
            }
            reference::all_moves(&self.p, &s.w, &mut |_| true).err()
        })?;
        Some(self.located(found))
    }

    fn located(&self, f: Failure) -> Diagnostic {
        let code = &self.p.code;
        let span = match f.cause {
            Cause::Rule | Cause::Number => {
                self.file.rules.get(f.pc as usize).map_or(Span::default(), |r| r.span)
            }
            _ => code.spans.get(f.pc as usize).copied().unwrap_or_default(),
        };
        let mut message = f.cause.message().to_string();
        if let Some(crate::program::code::Op::Fault(id)) = code.ops.get(f.pc as usize)
            && f.cause == Cause::Stated
        {
            message.clone_from(&code.faults[*id as usize]);
        }
        self.report.locate(Severity::Error, span, message, None)
    }

    /// Every allowed move, in file order, look-alike elements one by one: what the original calls the full list.
    pub fn all_moves(&self, s: &State) -> Vec<Move> {
        let mut list = Vec::new();
        if self.over(s) || self.pending(s).is_some() {
            return list;
        }
        let done = reference::all_moves(&self.p, &s.w, &mut |mv| {
            list.push(mv);
            true
        });
        if done.is_err() {
            list.clear();
        }
        list
    }

    /// The distinct moves by the plain definition: the first of each class of the full list. For comparing.
    pub fn distinct_moves(&self, s: &State) -> Vec<Move> {
        let mut seen = HashSet::new();
        self.all_moves(s).into_iter().filter(|&mv| seen.insert(mv)).collect()
    }

    /// Whether somebody can move, and generating does not fail.
    fn movable(&self, w: &[u64]) -> bool {
        let mut found = false;
        let stop = self.tables().is_some_and(|t| !t.fallible);
        let mut visit = |_| {
            found = true;
            !stop
        };
        let done = match self.tables() {
            Some(tables) => fast::scan(&self.p, tables, w, &mut visit),
            None => reference::all_moves(&self.p, w, &mut visit),
        };
        if let Err(failure) = done {
            // Only the first is kept.
            let _ = self.met.set(failure);
            return false;
        }
        found
    }

    pub(crate) fn pending(&self, s: &State) -> Option<Pending> {
        self.p.board.layout.chance.and_then(|at| chance::pending(&s.w, at))
    }

    fn outcomes(&self, w: &[u64]) -> Vec<i32> {
        let Some(at) = self.p.board.layout.chance else { return Vec::new() };
        (0..chance::count(w, at)).map(|i| chance::outcome(w, at, i)).collect()
    }

    /// The weights of what chance may bring in `s`.
    fn weights(&self, s: &State) -> Vec<u32> {
        let Some(what) = self.pending(s) else { return Vec::new() };
        let mut w = s.w.to_vec();
        let outcomes = self.outcomes(&w);
        reference::perform(&self.p, &mut w, what, outcomes).map_or(Vec::new(), |q| q.weights)
    }

    /// A move that the tables do not know, or an event of chance.
    #[inline(never)]
    fn apply_by_machine(&self, s: &mut State, mv: Move) {
        if mv.is_chance() {
            let (Some(at), Some(what)) = (self.p.board.layout.chance, self.pending(s)) else { return };
            chance::add(&mut s.w, at, mv.to);
            let outcomes = self.outcomes(&s.w);
            self.settle(&mut s.w, what, outcomes);
            return;
        }
        self.settle(&mut s.w, Pending::Move(mv.element, mv.from, mv.to), Vec::new());
    }

    /// Performs a move or the start with the outcomes known; waits for chance if it is asked.
    fn settle(&self, w: &mut [u64], what: Pending, outcomes: Vec<i32>) {
        let asked = reference::perform(&self.p, w, what, outcomes).is_some();
        if let Some(at) = self.p.board.layout.chance.filter(|_| asked)
            && chance::pending(w, at).is_none()
        {
            chance::wait(w, at, what);
        }
    }
}

impl Game for S3Game {
    type State = State;
    type Move = Move;

    fn players(&self) -> usize {
        self.p.board.layout.players
    }

    fn chance(&self) -> bool {
        self.p.board.layout.chance.is_some()
    }

    fn initial(&self) -> State {
        let mut w = self.p.board.start.clone();
        if !self.p.code.start.is_empty() {
            self.settle(&mut w, Pending::Start, Vec::new());
        }
        let mut s = State { w, key: self.p.board.layout.key as u32, log: Vec::new(), past: Past::default() };
        self.remember(&mut s);
        s
    }

    fn repetition(&self) -> Option<Repetition> {
        self.file.repetition.map(|r| Repetition { times: r.times, loses: r.mover_wins })
    }

    fn turn(&self, s: &State) -> Turn {
        if self.over(s) {
            if let Some(failure) = self.p.board.failure(&s.w) {
                let _ = self.met.set(failure);
            }
            return Turn::Over;
        }
        if self.pending(s).is_some() {
            return Turn::Chance;
        }
        if !self.movable(&s.w) {
            return Turn::Over;
        }
        Turn::Player(Player(self.p.board.player(&s.w) - 1))
    }

    fn moves(&self, s: &State, out: &mut Vec<Move>) {
        if self.over(s) {
            return;
        }
        if self.pending(s).is_some() {
            let weights = self.weights(s);
            out.extend((1u16..).zip(&weights).filter(|(_, w)| **w > 0).map(|(i, _)| Move::chance(i)));
            return;
        }
        let Some(tables) = self.tables() else {
            out.extend(self.distinct_moves(s));
            return;
        };
        let start = out.len();
        let done = fast::scan(&self.p, tables, &s.w, &mut |mv| {
            if !tables.repeats || !out[start..].contains(&mv) {
                out.push(mv);
            }
            true
        });
        if done.is_err() {
            out.truncate(start);
        }
    }

    #[inline]
    fn apply(&self, s: &mut State, mv: Move) {
        if self.hides && !mv.is_chance() {
            s.log.push(mv);
        }
        if let Some(tables) = self.tables()
            && fast::perform(&self.p, tables, &mut s.w, mv)
        {
            if self.file.repetition.is_some() {
                self.remember(s);
            }
            return;
        }
        self.apply_by_machine(s, mv);
        self.remember(s);
    }

    #[inline]
    fn pick(&self, s: &State, rng: &mut Rng, scratch: &mut Vec<Move>) -> Option<Move> {
        if self.pending(s).is_some() {
            let weights = self.weights(s);
            let outcome = rng.weighted(weights.iter().copied());
            return (!weights.is_empty()).then(|| Move::chance(outcome as u16 + 1));
        }
        if let Some(tables) = self.tables().filter(|t| !t.repeats) {
            if self.over(s) {
                return None;
            }
            return fast::nth(&self.p, tables, &s.w, |n| rng.below(n));
        }
        scratch.clear();
        self.moves(s, scratch);
        if scratch.is_empty() { None } else { Some(scratch[rng.below(scratch.len())]) }
    }

    #[inline]
    fn wander(&self, s: &mut State, rng: &mut Rng, scratch: &mut Vec<Move>, most: u64) -> u64 {
        if let Some(tables) = self.tables().filter(|t| t.lanes.any())
            && self.file.repetition.is_none()
        {
            return tables.lanes.wander(&self.p.board, tables, &mut s.w, rng, most);
        }
        game::walk::wander(self, s, rng, scratch, most)
    }

    fn score(&self, s: &State, p: Player) -> i32 {
        match self.declared_winner(s) {
            -1 | 0 => 0,
            n if n == i32::from(p.0) + 1 => 1,
            _ => -1,
        }
    }

    fn failed(&self) -> Option<String> {
        self.met.get().map(|&failure| self.located(failure).render(&self.name))
    }

    fn defect(&self, s: &State) -> Option<String> {
        self.fault(s).map(|fault| fault.render(&self.name))
    }

    fn weight(&self, s: &State, mv: Move) -> u32 {
        if !mv.is_chance() {
            return 1;
        }
        self.weights(s).get(usize::from(mv.to).wrapping_sub(1)).copied().unwrap_or(1)
    }

    fn pack(s: &State, out: &mut Vec<u8>) -> bool {
        s.pack(out);
        true
    }

    fn unpack(bytes: &[u8]) -> Option<State> {
        State::unpack(bytes)
    }

    fn legal(&self, s: &State, mv: Move) -> bool {
        if self.over(s) {
            return false;
        }
        if mv.is_chance() {
            return self.weights(s).get(usize::from(mv.to).wrapping_sub(1)).is_some_and(|&w| w > 0);
        }
        let known = usize::from(mv.element) < self.p.board.elements.len()
            && usize::from(mv.from.max(mv.to)) < self.p.cell_names.len();
        known && self.pending(s).is_none() && reference::allowed(&self.p, &s.w, mv).unwrap_or(false)
    }
}

#[cfg(test)]
mod tests {
    use std::path::{Path, PathBuf};

    #[test]
    fn every_shipped_description_and_every_original_has_its_tables() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        let names = |folder: PathBuf| {
            std::fs::read_dir(folder).expect("the folder is there").map(|e| e.expect("an entry").path())
        };
        let own = names(root.join("../../data/s3")).map(|folder| {
            let name = folder.file_name().unwrap_or_default().to_string_lossy().to_string();
            folder.join(format!("{name}.s3"))
        });
        let mut tried = 0;
        for path in own.chain(names(root.join("tests/data/originals"))) {
            let text = std::fs::read_to_string(&path).expect("a text");
            let game = crate::load(&text, "game").0.expect("it loads");
            let tables = game.tables();
            assert!(tables.is_some(), "{} is played by the plain path alone", path.display());
            let name = path.file_stem().unwrap_or_default().to_string_lossy().to_lowercase();
            let laid = ["connect4", "tictactoe"].contains(&name.as_str());
            assert_eq!(tables.is_some_and(|t| t.lanes.any()), laid, "the lanes of {}", path.display());
            tried += 1;
        }
        assert_eq!(tried, 18);
    }
}
