//! What each player may know. A location type may be `visible=` to some players only; to the others its locations show
//! that something lies there, not what.

use super::{Move, S3Game, State};
use crate::program::NONE;
use crate::program::chance;
use crate::syntax::Seen;
use game::{Game, Observe, Player, Rng};

/// What one player knows: the state with everything hidden put into a fixed order.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct View {
    pub(crate) state: State,
    pub(crate) who: Option<Player>,
}

impl S3Game {
    /// Whether `who` sees what lies on a cell.
    pub(crate) fn sees(&self, who: Option<Player>, cell: u16) -> bool {
        let kind = self.p.cell_kinds.get(cell as usize).map_or("", |&k| self.p.names.text(k));
        let Some(kind) = self.file.location_types.iter().find(|t| t.name == kind) else { return true };
        match &kind.visible {
            Seen::All => true,
            Seen::By(players) => who.is_some_and(|p| players.contains(&(p.0 + 1))),
        }
    }

    /// The elements that stand where `who` does not see them, and their cells, both ascending.
    fn unseen(&self, w: &[u64], who: Option<Player>) -> (Vec<u16>, Vec<u16>) {
        let mut cells: Vec<u16> = Vec::new();
        let mut elements: Vec<u16> = Vec::new();
        for cell in (0..self.p.cell_names.len() as u16).filter(|&c| !self.sees(who, c)) {
            let e = self.p.board.content(w, cell);
            if e != NONE {
                cells.push(cell);
                elements.push(e);
            }
        }
        elements.sort_unstable();
        (elements, cells)
    }

    /// Puts these elements on these cells, in that order.
    fn arrange(&self, w: &mut [u64], elements: &[u16], cells: &[u16]) {
        let board = &self.p.board;
        // One free cell makes any permutation possible by carrying; without one the looks are exchanged in place.
        for (&e, &cell) in elements.iter().zip(cells) {
            board.exchange(w, e, cell);
        }
    }
}

/// Plays imagined before one is taken that fits only what is seen now.
const TRIES: usize = 4000;

impl Observe for S3Game {
    type View = View;

    fn view(&self, s: &State, who: Option<Player>) -> View {
        let mut state = s.clone();
        if self.hides {
            let (elements, cells) = self.unseen(&s.w, who);
            for &e in &elements {
                self.p.board.set_state(&mut state.w, e, 1);
            }
            self.arrange(&mut state.w, &elements, &cells);
            if let Some(at) = self.p.board.layout.chance
                && chance::pending(&state.w, at).is_some()
            {
                state.w[at + 1..at + chance::WORDS].fill(0);
            }
            for mv in &mut state.log {
                if !self.sees(who, mv.from) && !self.sees(who, mv.to) {
                    *mv = Move { element: Move::HIDDEN, rule: Move::ANY, class: (0, 0), ..*mv };
                }
            }
        }
        View { state, who }
    }

    /// A state that `v.who` cannot tell from the real one by anything seen so far: the moves seen are made again from
    /// the start, with chance and what was not seen drawn anew, until the play looks as it looks now. If none of many
    /// plays does, what is hidden is shuffled so that at least the present view fits.
    fn sample(&self, v: &View, rng: &mut Rng) -> State {
        if !self.hides {
            return v.state.clone();
        }
        let seen = self.p.board.layout.crowd_at;
        for _ in 0..TRIES {
            if let Some(play) = self.imagine(v, rng)
                && self.view(&play, v.who).state.w[..seen] == v.state.w[..seen]
            {
                return play;
            }
        }
        self.shuffled(v, rng)
    }

    fn hidden(&self) -> bool {
        self.hides
    }
}

impl S3Game {
    /// A play with the moves that were seen; `None` if it comes to a point where one of them cannot be made.
    fn imagine(&self, v: &View, rng: &mut Rng) -> Option<State> {
        let mut state = self.initial();
        let mut scratch = Vec::new();
        for seen in &v.state.log {
            self.decide(&mut state, rng, &mut scratch);
            if seen.element == Move::HIDDEN {
                let fits =
                    self.all_moves(&state).into_iter().filter(|m| (m.from, m.to) == (seen.from, seen.to));
                let fits: Vec<Move> = fits.collect();
                let mv = *fits.get(rng.below(fits.len().max(1)))?;
                self.apply(&mut state, mv);
                continue;
            }
            scratch.clear();
            self.moves(&state, &mut scratch);
            let there = self.p.board.place(&state.w, seen.element) == seen.from;
            let found = scratch.iter().find(|m| *m == seen).filter(|_| there)?;
            let mv = Move { rule: found.rule, ..*seen };
            self.apply(&mut state, mv);
        }
        if self.pending(&v.state).is_none() {
            self.decide(&mut state, rng, &mut scratch);
        } else if let Some(at) = self.p.board.layout.chance {
            for _ in 0..chance::count(&v.state.w, at) {
                let mv = self.pick(&state, rng, &mut scratch).filter(|mv| mv.is_chance())?;
                self.apply(&mut state, mv);
            }
        }
        Some(state)
    }

    /// Lets chance decide as long as it is asked.
    fn decide(&self, state: &mut State, rng: &mut Rng, scratch: &mut Vec<Move>) {
        while self.pending(state).is_some() {
            let Some(mv) = self.pick(state, rng, scratch) else { break };
            self.apply(state, mv);
        }
    }

    fn shuffled(&self, v: &View, rng: &mut Rng) -> State {
        let mut state = v.state.clone();
        let (mut elements, cells) = self.unseen(&state.w, v.who);
        rng.shuffle(&mut elements);
        self.arrange(&mut state.w, &elements, &cells);
        for &e in &elements {
            let states = self.p.board.elements[e as usize].states;
            let chosen = rng.below(usize::try_from(states).unwrap_or(1)) as i32 + 1;
            self.p.board.set_state(&mut state.w, e, chosen);
        }
        if self.pending(&state).is_some() {
            self.guess(&mut state, rng);
        }
        state
    }
}

impl S3Game {
    /// While chance is deciding, the outcomes so far are not known either: they are drawn again.
    fn guess(&self, state: &mut State, rng: &mut Rng) {
        let Some(at) = self.p.board.layout.chance else { return };
        let wanted = chance::count(&state.w, at);
        let what = state.w[at] & !(0xFF << 48);
        state.w[at] = what;
        for _ in 0..wanted {
            let mut scratch: Vec<Move> = Vec::new();
            let Some(mv) = self.pick(state, rng, &mut scratch) else { break };
            chance::add(&mut state.w, at, mv.to);
        }
    }
}
