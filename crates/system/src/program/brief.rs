//! The cache entry of a state (*brief*): who acts, how it ended, and the moves as changes of zones. Asking for the turn, the
//! moves and the result of a move runs the rules once; results and notations are built when they are asked for.

use crate::game::{Move, THROWN};
use crate::program::compiled::{Code, Desk, Done, Found, NO_LABEL, Played};
use crate::program::engine::{self, Choice, End, Engine, Expansion, KEPT, Worker, winners};
use crate::program::swift::Mix;
use crate::program::tables::{State, Tables, ZONES_AT};
use game::{Player, Rng, Turn};
use std::hash::{Hash, Hasher};
use std::ops::Deref;
use std::sync::Arc;

/// After this many states, if the compiled rules left at least half of them to the machine, they are not asked again.
const TRIAL: u32 = 400;

/// What is wrong where several play and nobody can go on.
const DEAD_END: &str = "nobody has anything to do and no rule ends the play";

/// A state and what is known of it.
pub(crate) struct Brief {
    state: Option<State>,
    pub(crate) turn: Turn,
    pub(crate) end: Option<End>,
    /// What the compiled rules found.
    found: Found,
    /// How many moves there are.
    pub(crate) moves: usize,
    /// The last of the moves leaves it to chance.
    throw: bool,
    /// The whole answer: from the machine, or put together because somebody asked.
    full: Option<Arc<Expansion>>,
}

impl Default for Brief {
    fn default() -> Brief {
        Brief {
            state: None,
            turn: Turn::Over,
            end: None,
            found: Found::default(),
            moves: 0,
            throw: false,
            full: None,
        }
    }
}

/// What is known of a state, with the acts of the notations it names.
#[derive(Clone, Copy)]
pub(crate) struct Answer<'a> {
    brief: &'a Brief,
    acts: &'a [u64],
}

impl Deref for Answer<'_> {
    type Target = Brief;

    fn deref(&self) -> &Brief {
        self.brief
    }
}

impl Answer<'_> {
    /// The move at a place of the list.
    #[inline]
    pub(crate) fn listed(&self, i: usize) -> Move {
        Move { act: self.act(i), at: i as u16 }
    }

    /// The act at a place of the list.
    #[inline]
    fn act(&self, i: usize) -> u64 {
        match self.found.picks.get(i) {
            Some(p) if !self.throw || i + 1 < self.moves => self.acts[p.label as usize],
            Some(_) => THROWN,
            None => self.full.as_ref().and_then(|f| f.choices.get(i)).map_or(0, |c| c.act),
        }
    }

    /// Where a move is listed here; none if it is not legal.
    #[inline]
    pub(crate) fn place(&self, mv: Move) -> Option<usize> {
        let at = usize::from(mv.at);
        if at < self.moves && self.act(at) == mv.act {
            return Some(at);
        }
        (0..self.moves).find(|&i| self.act(i) == mv.act)
    }
}

/// What follows where decision trees end.
pub(crate) enum Then {
    /// The rules have to be asked.
    Ask,
    /// This move was chosen and not made.
    Make(Move),
    /// The play is over.
    Stop,
}

/// What the rules are run with.
#[derive(Clone, Copy)]
pub(crate) struct Book<'a> {
    pub(crate) engine: &'a Engine,
    pub(crate) tables: &'a Tables,
}

impl Book<'_> {
    /// Asks something about a state.
    pub(crate) fn ask<R>(&self, s: &State, f: impl FnOnce(Answer<'_>) -> R) -> R {
        self.engine.with(|w| {
            let at = self.look(w, s);
            f(Answer { brief: &w.kept[at], acts: w.desk.as_ref().map_or(&[], |desk| &desk.acts) })
        })
    }

    /// The place of the state among the worker's, filled.
    fn look(&self, w: &mut Worker, s: &State) -> usize {
        let mut h = Mix::default();
        s.cells.hash(&mut h);
        let at = h.finish() as usize % KEPT;
        if w.kept[at].state.as_ref() == Some(s) {
            return at;
        }
        let mut brief = std::mem::take(&mut w.kept[at]);
        brief.state = Some(s.bare());
        (brief.end, brief.full, brief.throw) = (None, None, false);
        self.fill(w, s, &mut brief);
        w.kept[at] = brief;
        at
    }

    fn fill(&self, w: &mut Worker, s: &State, brief: &mut Brief) {
        if let Some(note) = &s.note {
            let _ = self.engine.met.set(note.clone());
            brief.put(Expansion::over(End::Broken(note.clone())));
            return;
        }
        let code = self.engine.code(self.tables).ok();
        if !code.is_some_and(|code| self.compiled(code, w, s, brief)) {
            brief.put(self.engine.run(w, self.tables, s));
        }
        // Only the first is kept. Alone, to be stuck is to fail.
        let _ = match &brief.end {
            Some(End::Broken(cause)) => self.engine.met.set(cause.clone()),
            Some(End::Stuck) if self.tables.players.len() > 1 => self.engine.met.set(DEAD_END.into()),
            _ => Ok(()),
        };
    }

    /// Makes a new desk where too much lies on the old one.
    fn clear(&self, code: &Code, w: &mut Worker) {
        if let Some(desk) = &mut w.desk
            && desk.full()
        {
            **desk = Desk::new(code, self.tables);
            // What is kept of other states names their notations by numbers of the old desk.
            w.kept.iter_mut().for_each(|kept| *kept = Brief::default());
        }
    }

    /// Plays at random as far as decision trees answer: how many moves were made, and what is next.
    pub(crate) fn play(&self, s: &mut State, rng: &mut Rng, most: u64) -> (u64, Then) {
        let Ok(code) = self.engine.code(self.tables) else { return (0, Then::Ask) };
        self.engine.with(|w| {
            self.clear(code, w);
            let desk = w.desk.get_or_insert_with(|| Box::new(Desk::new(code, self.tables)));
            let how = (most, self.engine.checked);
            let (made, played) = code.play(self.tables, &mut w.machine, desk, s, rng, how);
            match played {
                Played::Left => (made, Then::Ask),
                Played::Chosen(act, at) => (made, Then::Make(Move { act, at })),
                Played::Over(winner) => {
                    let known =
                        |who| !matches!(winners(&[(0, who)], self.engine, self.tables), End::Broken(_));
                    (made, if code.named(desk, winner, known) { Then::Stop } else { Then::Ask })
                }
            }
        })
    }

    /// Runs the compiled rules; false if the machine has to do it.
    fn compiled(&self, code: &Code, w: &mut Worker, s: &State, brief: &mut Brief) -> bool {
        let tables = self.tables;
        self.clear(code, w);
        let desk = w.desk.get_or_insert_with(|| Box::new(Desk::new(code, tables)));
        if desk.runs >= TRIAL && desk.bails * 2 > desk.runs {
            return false;
        }
        desk.runs += 1;
        let checked = self.engine.checked;
        let quick = code.quick(tables, &mut w.machine, desk, &mut brief.found, s, checked);
        let done = quick.or_else(|| code.expand(tables, &mut w.machine, desk, &mut brief.found, s, checked));
        match done {
            None => {
                desk.bails += 1;
                false
            }
            Some(Done::Won(who)) => {
                let end = winners(&[(0, who)], self.engine, tables);
                if matches!(end, End::Broken(_)) {
                    return false;
                }
                brief.over(end);
                true
            }
            Some(Done::Moves(_)) if brief.found.picks.is_empty() => {
                brief.over(End::Stuck);
                true
            }
            Some(Done::Moves(turns)) => {
                let all = brief.found.picks.len();
                // A label of the rules that is also the word for leaving it to chance has to be made unique.
                let doubled = turns < all
                    && brief.found.picks[..turns]
                        .iter()
                        .any(|p| p.label != NO_LABEL && desk.acts[p.label as usize] == THROWN);
                if brief.found.odd || doubled {
                    let (moves, events) = (0..all)
                        .map(|i| choice(self.tables, desk, brief, s, i))
                        .enumerate()
                        .partition::<Vec<_>, _>(|c| c.0 < turns);
                    let only = |l: Vec<(usize, Choice)>| l.into_iter().map(|c| c.1).collect();
                    let found = engine::Found::with(only(moves), only(events));
                    brief.put(found.conclude(self.engine, tables, s));
                    return true;
                }
                match turns {
                    0 => brief.turn = Turn::Chance,
                    _ => {
                        brief.turn = Turn::Player(Player(s.player() as u8));
                        brief.throw = all > turns;
                    }
                }
                brief.moves = if brief.throw { turns + 1 } else { all };
                true
            }
        }
    }

    /// Everything about a state, with notations and results.
    pub(crate) fn expand(&self, s: &State) -> Arc<Expansion> {
        self.engine.with(|w| {
            let at = self.look(w, s);
            if let Some(full) = &w.kept[at].full {
                return full.clone();
            }
            let brief = &w.kept[at];
            let mut choices = Vec::with_capacity(brief.moves);
            if let Some(desk) = &w.desk {
                let plain = brief.moves - usize::from(brief.throw);
                choices.extend((0..plain).map(|i| choice(self.tables, desk, brief, s, i)));
            }
            if brief.throw {
                choices.push(Choice::throw(s));
            }
            let full = Arc::new(Expansion { turn: brief.turn, end: brief.end.clone(), choices });
            w.kept[at].full = Some(full.clone());
            full
        })
    }

    /// The score that `score/3` gives.
    pub(crate) fn score(&self, s: &State, p: usize) -> Option<i64> {
        let code = self.engine.code(self.tables).ok()?;
        self.engine.with(|w| {
            let desk = w.desk.get_or_insert_with(|| Box::new(Desk::new(code, self.tables)));
            code.score(self.tables, &mut w.machine, desk, &mut Found::default(), s, p)
        })
    }
}

/// A move with its notation and result; a notation to be derived is empty.
fn choice(tables: &Tables, desk: &Desk, brief: &Brief, s: &State, i: usize) -> Choice {
    let pick = brief.found.picks[i];
    let text = match pick.label {
        NO_LABEL => String::new(),
        l => desk.labels[l as usize].clone(),
    };
    let act = desk.acts.get(pick.label as usize).copied().unwrap_or(0);
    let to = brief.changed(tables, s, i);
    Choice { derived: text.is_empty(), act, text, to, weight: pick.weight }
}

impl Brief {
    fn put(&mut self, e: Expansion) {
        self.turn = e.turn;
        self.end = e.end.clone();
        self.moves = e.choices.len();
        self.throw = false;
        self.full = Some(Arc::new(e));
        self.found.clear();
    }

    fn over(&mut self, end: End) {
        self.turn = Turn::Over;
        self.end = Some(end);
        self.moves = 0;
    }

    /// The state after a move.
    pub(crate) fn result(&self, tables: &Tables, s: &State, i: usize) -> Option<State> {
        if i >= self.moves {
            return None;
        }
        if self.found.picks.is_empty() {
            return self.full.as_ref()?.choices.get(i).map(|c| c.to.clone());
        }
        if self.throw && i + 1 == self.moves {
            return Some(s.call());
        }
        Some(self.changed(tables, s, i))
    }

    /// How likely an event is.
    pub(crate) fn weight(&self, i: usize) -> u32 {
        match self.found.picks.get(i) {
            Some(p) if !self.throw || i + 1 < self.moves => p.weight,
            Some(_) => 1,
            None => self.full.as_ref().and_then(|f| f.choices.get(i)).map_or(1, |c| c.weight),
        }
    }

    /// The state with the changes of a move.
    fn changed(&self, tables: &Tables, s: &State, i: usize) -> State {
        let at = self.found.picks[i].at as usize;
        let delta = &self.found.delta[at..];
        let (player, n) = (delta[0], usize::from(delta[1]));
        let mut changes = 2;
        let mut left = n;
        let mut cells = Vec::with_capacity(s.cells.len() + 8);
        cells.extend([player, 0]);
        let mut from = ZONES_AT;
        let mut zone = 0;
        while from < s.cells.len() {
            let end = from + 1 + usize::from(s.cells[from]);
            if left > 0 && usize::from(delta[changes]) == zone {
                let len = usize::from(delta[changes + 1]);
                let start = cells.len() + 1;
                cells.extend_from_slice(&delta[changes + 1..changes + 2 + len]);
                if len > 1 && tables.is_set(zone) {
                    cells[start..].sort_unstable();
                }
                changes += 2 + len;
                left -= 1;
            } else {
                cells.extend_from_slice(&s.cells[from..end]);
            }
            from = end;
            zone += 1;
        }
        State::new(cells.into(), None)
    }
}
