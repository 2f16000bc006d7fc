//! The description as a game: [`Game`] and [`Observe`], what people see of it ([`show`]), and which rules apply where
//! ([`coverage`]).

pub(crate) mod coverage;
mod lines;
mod show;

use crate::SystemGame;
use crate::program::brief::{Answer, Then};
use crate::program::engine::{End, failed};
use crate::program::tables::{By, State, ZONES_AT};
use game::{Contradiction, Game, Observe, Past, Player, Rng, Turn, Worlds, WorldsOf};
use std::hash::{Hash, Hasher};
use std::sync::Arc;

/// A legal move. Two moves are equal when they are the same act, which is what their notations say: the list of legal
/// moves depends on what may be hidden, so a place in it would name one act here and another act there.
#[derive(Clone, Copy, Debug)]
pub struct Move {
    /// The act: a hash of the notation.
    pub(crate) act: u64,
    /// Where the move was listed; only to find it again quickly.
    pub(crate) at: u16,
}

impl PartialEq for Move {
    fn eq(&self, other: &Move) -> bool {
        self.act == other.act
    }
}

impl Eq for Move {}

impl Hash for Move {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.act.hash(state);
    }
}

/// The act of a notation: its FNV-1a hash, the same in every thread. 64 bits: among the at most 4,000 moves of a state
/// two acts are mistaken for one with a probability below 10⁻¹².
pub(crate) const fn act(text: &str) -> u64 {
    let (bytes, mut h, mut i) = (text.as_bytes(), 0xcbf2_9ce4_8422_2325_u64, 0);
    while i < bytes.len() {
        h = (h ^ bytes[i] as u64).wrapping_mul(0x0100_0000_01b3);
        i += 1;
    }
    h
}

/// Leaving it to chance.
pub(crate) const THROW: &str = "throw";
/// The act of leaving it to chance.
pub(crate) const THROWN: u64 = act(THROW);

/// What one player knows: the state with the tokens of hidden zones replaced by their kinds.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct View {
    pub(crate) cells: Arc<[u16]>,
    pub(crate) note: Option<Arc<str>>,
    pub(crate) past: Past,
    pub(crate) by: By,
    pub(crate) who: Option<u8>,
}

/// The first number of a hidden token; its kind is added.
pub(crate) const HIDDEN: u16 = 0xF000;

impl Game for SystemGame {
    type State = State;
    type Move = Move;

    fn players(&self) -> usize {
        self.tables.players.len()
    }

    fn chance(&self) -> bool {
        self.clauses.iter().any(|c| c.name() == ("chance", 4))
    }

    fn initial(&self) -> State {
        let mut s = self.start().clone();
        if let Some(rule) = self.repetition {
            s.past.visit(&s.cells, rule.times);
        }
        s
    }

    fn repetition(&self) -> Option<game::Repetition> {
        self.repetition
    }

    fn turn(&self, s: &State) -> Turn {
        if s.past.repeated() {
            return Turn::Over;
        }
        self.book().ask(s, |b| b.turn)
    }

    fn moves(&self, s: &State, out: &mut Vec<Move>) {
        if s.past.repeated() {
            return;
        }
        self.book().ask(s, |b| out.extend((0..b.moves).map(|i| b.listed(i))));
    }

    fn apply(&self, s: &mut State, mv: Move) {
        let result = |b: Answer<'_>| b.place(mv).and_then(|i| b.result(&self.tables, s, i));
        let (turn, to) = self.book().ask(s, |b| (b.turn, result(b)));
        let Some(to) = to else { return };
        let past = std::mem::take(&mut s.past);
        *s = to;
        if let Some(rule) = self.repetition {
            s.past = past;
            s.by = By(if let Turn::Player(p) = turn { Some(p.0) } else { None });
            // An end by a rule comes first.
            let over = s.note.is_some() || self.book().ask(s, |b| b.end.is_some());
            if !over {
                s.past.visit(&s.cells, rule.times);
            }
        }
    }

    fn score(&self, s: &State, p: Player) -> i32 {
        if self.scored && s.note.is_none() {
            return self.scores(s, p).unwrap_or(0);
        }
        if s.past.repeated() {
            return spread(&self.spared(s), self.players(), p);
        }
        self.book().ask(s, |b| match &b.end {
            Some(End::Won(winners)) => spread(winners, self.players(), p),
            _ => 0,
        })
    }

    fn stuck(&self, s: &State) -> bool {
        !s.past.repeated() && self.book().ask(s, |b| b.end == Some(End::Stuck))
    }

    fn defect(&self, s: &State) -> Option<String> {
        let end = self.book().ask(s, |b| b.end.clone());
        match end {
            Some(End::Broken(cause)) => Some(cause.to_string()),
            Some(End::Won(_)) if self.scored => {
                Player::all(self.players()).find_map(|p| self.scores(s, p).err())
            }
            _ => None,
        }
    }

    fn failed(&self) -> Option<String> {
        self.engine.met.get().map(|cause| cause.to_string())
    }

    fn team(&self, p: Player) -> usize {
        let teams = &self.engine.teams;
        let mine = teams.get(p.index());
        mine.and_then(|team| teams.iter().position(|t| t == team)).unwrap_or(p.index())
    }

    fn pack(s: &State, out: &mut Vec<u8>) -> bool {
        s.pack(out);
        true
    }

    fn unpack(bytes: &[u8]) -> Option<State> {
        State::unpack(bytes)
    }

    /// By `team/2`.
    fn allied(&self, _: &State, p: Player, q: Player) -> bool {
        let team = |p: Player| self.engine.teams.get(p.index());
        p == q || (team(p).is_some() && team(p) == team(q))
    }

    fn weight(&self, s: &State, mv: Move) -> u32 {
        self.book().ask(s, |b| b.place(mv).map_or(1, |i| b.weight(i)))
    }

    fn wander(&self, s: &mut State, rng: &mut Rng, scratch: &mut Vec<Move>, most: u64) -> u64 {
        let mut made = 0;
        if self.repetition.is_none() && s.note.is_none() && !s.called() {
            let (quick, then) = self.book().play(s, rng, most);
            made = quick;
            match then {
                Then::Stop => return made,
                Then::Make(mv) => {
                    self.apply(s, mv);
                    made += 1;
                }
                Then::Ask => {}
            }
        }
        while made < most {
            let Some(mv) = self.pick(s, rng, scratch) else { break };
            self.apply(s, mv);
            made += 1;
        }
        made
    }

    fn pick(&self, s: &State, rng: &mut Rng, _scratch: &mut Vec<Move>) -> Option<Move> {
        if s.past.repeated() {
            return None;
        }
        self.book().ask(s, |b| match (b.moves, b.turn) {
            (0, _) => None,
            (n, Turn::Chance) => Some(b.listed(rng.weighted((0..n).map(|i| b.weight(i))))),
            (n, _) => Some(b.listed(rng.below(n))),
        })
    }
}

/// The scores of a win: what the losers pay goes to the winners; alone, a win is 1.
fn spread(winners: &[usize], players: usize, p: Player) -> i32 {
    let (won, lost) = (winners.len() as i32, players as i32 - winners.len() as i32);
    match (won, players) {
        (0, _) => 0,
        (_, 1) => 1,
        _ if winners.contains(&p.index()) => lost,
        _ => -won,
    }
}

impl SystemGame {
    /// Who wins because another brought a position about once too often; nobody in a draw.
    fn spared(&self, s: &State) -> Vec<usize> {
        let Some(by) = s.by.0.filter(|_| self.repetition.is_some_and(|r| r.loses)) else { return Vec::new() };
        let teams = &self.engine.teams;
        let loses = |p: usize| {
            p == usize::from(by) || teams.get(p).is_some_and(|t| teams.get(usize::from(by)) == Some(t))
        };
        (0..self.players()).filter(|&p| !loses(p)).collect()
    }

    /// The answer of `score/3`; 0 where it has none.
    ///
    /// # Errors
    /// Why it could not be computed.
    fn scores(&self, s: &State, p: Player) -> Result<i32, String> {
        let fit = |n: i64| n.clamp(i64::from(i32::MIN), i64::from(i32::MAX)) as i32;
        if let Some(n) = self.book().score(s, p.index()) {
            return Ok(fit(n));
        }
        self.engine.with(|w| {
            let state = self.tables.term(&mut w.machine, &mut w.terms, s);
            let Some(player) = self.tables.player_terms.get(p.index()) else { return Ok(0) };
            let n = w.machine.variable(0);
            let goal = w.machine.compound("score", &[state, player.clone(), n]);
            let goal = w.machine.goal(&goal);
            let mut answers = w.machine.solve(&goal);
            match answers.advance() {
                Ok(false) => Ok(0),
                Ok(true) => match answers.get(0).map(|t| (t.as_int(), t.to_string())) {
                    Some((Some(n), _)) => Ok(fit(n)),
                    Some((None, text)) => {
                        Err(format!("score/3 for player {p}: `{text}` is not a whole number"))
                    }
                    None => Ok(0),
                },
                Err(e) => Err(format!("score/3 for player {p}: {}", failed(&e))),
            }
        })
    }

    /// Whether `who` sees into a zone. A spectator sees what everybody sees.
    pub(crate) fn visible(&self, who: Option<Player>, zone: usize) -> bool {
        match who {
            _ if self.sees.is_empty() => true,
            Some(p) => self.sees.get(p.index()).is_some_and(|row| row[zone]),
            None => self.sees.iter().all(|row| row[zone]),
        }
    }
}

impl Observe for SystemGame {
    type View = View;

    fn view(&self, s: &State, who: Option<Player>) -> View {
        let note = s.note.clone();
        if self.sees.is_empty() {
            return View {
                cells: s.cells.clone(),
                note,
                past: s.past.clone(),
                by: s.by,
                who: who.map(|p| p.0),
            };
        }
        let mut cells = s.cells[..ZONES_AT].to_vec();
        for (z, tokens) in s.zones().enumerate() {
            cells.push(tokens.len() as u16);
            let seen = self.visible(who, z);
            cells.extend(tokens.iter().map(|&t| {
                let info = &self.tables.tokens[usize::from(t)];
                if seen || info.marker { t } else { HIDDEN + info.class }
            }));
        }
        self.tables.settle(&mut cells);
        View { cells: cells.into(), note, past: s.past.clone(), by: s.by, who: who.map(|p| p.0) }
    }

    fn worlds(&self, v: &View) -> Result<WorldsOf<'_, SystemGame>, Contradiction> {
        Ok(Box::new(Shuffles::new(self, v)?))
    }

    fn hidden(&self) -> bool {
        self.sees.iter().flatten().any(|&b| !b)
    }
}

/// The states that a view does not rule out: the tokens nobody has shown, in every order on the places where a token of
/// their class lies face down.
struct Shuffles<'a> {
    game: &'a SystemGame,
    view: View,
    /// The tokens nobody has shown, by class.
    unseen: Vec<Vec<u16>>,
}

impl<'a> Shuffles<'a> {
    fn new(game: &'a SystemGame, v: &View) -> Result<Shuffles<'a>, Contradiction> {
        let tables = &game.tables;
        let mut unseen: Vec<Vec<u16>> = vec![Vec::new(); tables.classes.len()];
        if !game.sees.is_empty() {
            let mut left = tables.counts.clone();
            let mut hidden = vec![0usize; tables.classes.len()];
            for &t in crate::program::tables::zones(&v.cells).flatten() {
                if t >= HIDDEN {
                    hidden[usize::from(t - HIDDEN)] += 1;
                } else if !tables.tokens[usize::from(t)].marker {
                    let n = &mut left[usize::from(t)];
                    *n = n.checked_sub(1).ok_or_else(|| {
                        Contradiction(format!("`{}` is seen more often than there is", tables.token(t)))
                    })?;
                }
            }
            for (t, &n) in left.iter().enumerate() {
                let info = &tables.tokens[t];
                if !info.marker {
                    unseen[usize::from(info.class)].extend(std::iter::repeat_n(t as u16, usize::from(n)));
                }
            }
            for (class, (list, &wanted)) in unseen.iter().zip(&hidden).enumerate() {
                if list.len() < wanted {
                    let (name, left) = (&tables.classes[class], list.len());
                    return Err(Contradiction(format!(
                        "{wanted} tokens of `{name}` lie face down and only {left} are left"
                    )));
                }
            }
        }
        Ok(Shuffles { game, view: v.clone(), unseen })
    }
}

impl Worlds<State> for Shuffles<'_> {
    fn draw(&self, rng: &mut Rng) -> Result<(State, f64), Contradiction> {
        let v = &self.view;
        let mut cells = v.cells.to_vec();
        if !self.game.sees.is_empty() {
            let mut unseen = self.unseen.clone();
            for list in &mut unseen {
                rng.shuffle(list);
            }
            let mut at = ZONES_AT;
            while at < cells.len() {
                let n = usize::from(cells[at]);
                for cell in cells.iter_mut().skip(at + 1).take(n).filter(|c| **c >= HIDDEN) {
                    let list = &mut unseen[usize::from(*cell - HIDDEN)];
                    *cell = list.pop().ok_or_else(|| Contradiction::new("too few tokens are left"))?;
                }
                at += n + 1;
            }
            self.game.tables.settle(&mut cells);
        }
        Ok((State { cells: cells.into(), note: v.note.clone(), past: v.past.clone(), by: v.by }, 1.0))
    }
}
