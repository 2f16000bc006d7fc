//! Who sits at a table and how they are asked. A seated player is an agent (it gets views and typed moves) or a mind (it
//! gets scenes and notations). Both are told of every move. Both may fail: this file, and no other, turns their panics into
//! a [`Fault`].

use crate::{
    Advice, Agent, Believed, Cheat, Face, Fault, Limit, Mind, Offer, Player, Question, Rng, Said, Show,
    Thought, Token,
};
use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, TryLockError};

/// A seated player who was asked to move and can think about it away from the table, on another thread.
pub trait Thinker: Send {
    /// Thinks about the position the player was asked about. Makes no move.
    ///
    /// # Errors
    /// Why the player has no move to give.
    fn think(&mut self, limit: &Limit) -> Result<Advice, Fault>;
}

/// An agent, a mind or a cheat.
pub(crate) enum Sitter<G: Show> {
    Agent(Box<dyn Agent<G>>),
    Mind(Box<dyn Mind>),
    Cheat(Box<dyn Cheat<G>>),
}

struct Sitting<G: Show> {
    sitter: Sitter<G>,
    /// How many moves it has been told of.
    told: usize,
    /// What went wrong while it was told something.
    broken: Option<Fault>,
    /// It panicked: what it remembers is not to be trusted.
    spoilt: bool,
}

/// A seated player. What it remembers is shared with the thought that is under way.
pub(crate) struct Seat<G: Show> {
    pub(crate) name: String,
    /// The seed it was made with, if it can be made again from its name.
    pub(crate) seed: Option<u64>,
    sitting: Arc<Mutex<Sitting<G>>>,
    /// The earliest move to which the play was taken back since it was last told something.
    back: Option<usize>,
}

/// A play as the table knows it.
pub(crate) struct Play<'a, G: Show> {
    pub(crate) game: &'a G,
    pub(crate) history: &'a [(G::State, G::Move)],
    pub(crate) state: &'a G::State,
}

impl<G: Show + 'static> Seat<G> {
    pub(crate) fn new(name: String, seed: Option<u64>, sitter: Sitter<G>) -> Seat<G> {
        let sitting = Sitting { sitter, told: 0, broken: None, spoilt: false };
        Seat { name, seed, sitting: Arc::new(Mutex::new(sitting)), back: None }
    }

    /// The play was taken back to this move.
    pub(crate) fn undone(&mut self, made: usize) {
        self.back = Some(self.back.map_or(made, |back| back.min(made)));
    }

    /// Whether it has to be made again before it is asked again.
    pub(crate) fn spoilt(&self) -> bool {
        self.free().is_some_and(|sitting| sitting.spoilt && sitting.broken.is_none())
    }

    /// About how many bytes it keeps between decisions; nothing is known while it thinks.
    pub(crate) fn keeps(&self) -> usize {
        self.free().map_or(0, |sitting| match &sitting.sitter {
            Sitter::Agent(agent) => agent.keeps(),
            Sitter::Mind(_) | Sitter::Cheat(_) => 0,
        })
    }

    /// Tells what it has not been told yet; later, if it is thinking.
    pub(crate) fn tell(&mut self, me: Player, play: &Play<'_, G>) {
        let back = self.back;
        let Some(mut sitting) = self.free() else { return };
        if !sitting.spoilt {
            let told = catch_unwind(AssertUnwindSafe(|| sitting.hear(me, play, back)));
            if let Err(panic) = told {
                sitting.broken = Some(Fault::Panicked(message(&*panic)));
                sitting.spoilt = true;
            }
        }
        drop(sitting);
        self.back = None;
    }

    /// Asks it about a state.
    pub(crate) fn ask(&self, game: Arc<G>, state: G::State, me: Player) -> Asked<G> {
        Asked { game, state, me, among: None, sitting: Arc::clone(&self.sitting) }
    }

    /// Asks it what these moves of a state differ by.
    pub(crate) fn compare(&self, game: Arc<G>, state: G::State, me: Player, among: Vec<G::Move>) -> Asked<G> {
        Asked { among: Some(among), ..self.ask(game, state, me) }
    }

    fn free(&self) -> Option<MutexGuard<'_, Sitting<G>>> {
        match self.sitting.try_lock() {
            Ok(sitting) => Some(sitting),
            Err(TryLockError::Poisoned(sitting)) => Some(sitting.into_inner()),
            Err(TryLockError::WouldBlock) => None,
        }
    }
}

impl<G: Show> Sitting<G> {
    fn hear(&mut self, me: Player, play: &Play<'_, G>, back: Option<usize>) {
        let Play { game, history, state } = play;
        if let Some(made) = back.filter(|&made| made < self.told) {
            self.told = made;
            match &mut self.sitter {
                Sitter::Agent(agent) => agent.undone(made),
                Sitter::Mind(mind) => mind.undone(made),
                Sitter::Cheat(_) => {}
            }
        }
        while let Some((before, mv)) = history.get(self.told) {
            self.told += 1;
            let by = game.turn(before).player();
            match &mut self.sitter {
                Sitter::Agent(agent) => {
                    let after = history.get(self.told).map_or(*state, |(after, _)| after);
                    agent.heard(game, me, by, &game.view(after, Some(me)));
                }
                Sitter::Mind(mind) => {
                    if !game.hidden() || by == Some(me) {
                        mind.made(by, &game.text(before, *mv));
                    }
                    if let Some(text) = game.heard(before, *mv, Some(me), mind.lang()) {
                        mind.heard(&Said { who: by, text });
                    }
                    if game.hidden() && mind.watches() {
                        let after = history.get(self.told).map_or(*state, |(after, _)| after);
                        let view = game.view(after, Some(me));
                        mind.saw(
                            self.told,
                            &game.scene(&view, Some(me), mind.lang()),
                            crate::hash::hash(&view),
                        );
                    }
                }
                Sitter::Cheat(_) => {}
            }
            if self.told == history.len() && game.turn(state) == crate::Turn::Over {
                self.over(game, me, state);
            }
        }
    }

    fn over(&mut self, game: &G, me: Player, state: &G::State) {
        let view = game.view(state, Some(me));
        match &mut self.sitter {
            Sitter::Agent(agent) => agent.over(game, me, &view),
            Sitter::Mind(mind) => {
                let scores: Vec<i32> = Player::all(game.players()).map(|p| game.score(state, p)).collect();
                mind.over(&game.scene(&view, Some(me), mind.lang()), &scores);
            }
            Sitter::Cheat(_) => {}
        }
    }
}

/// A seated player with a question.
pub(crate) struct Asked<G: Show> {
    game: Arc<G>,
    state: G::State,
    me: Player,
    /// The moves to compare; `None`: one is to be chosen of all.
    among: Option<Vec<G::Move>>,
    sitting: Arc<Mutex<Sitting<G>>>,
}

impl<G: Show> Thinker for Asked<G> {
    fn think(&mut self, limit: &Limit) -> Result<Advice, Fault> {
        let mut sitting = self.sitting.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(fault) = sitting.broken.take() {
            return Err(fault);
        }
        let (game, state, me, among) = (&*self.game, &self.state, self.me, self.among.as_deref());
        let answer = catch_unwind(AssertUnwindSafe(|| match &mut sitting.sitter {
            Sitter::Agent(agent) => ask_agent(game, state, (me, among), agent.as_mut(), limit),
            Sitter::Mind(mind) => ask_mind(game, state, me, mind.as_mut(), limit),
            Sitter::Cheat(cheat) => ask_cheat(game, state, me, cheat.as_mut(), limit),
        }));
        answer.unwrap_or_else(|panic| {
            sitting.spoilt = true;
            Err(Fault::Panicked(message(&*panic)))
        })
    }
}

/// The legal moves of a state, ready to be shown.
pub(crate) fn offers<G: Show>(game: &G, state: &G::State, lang: crate::Lang) -> Vec<Offer> {
    let mut moves = Vec::new();
    game.moves(state, &mut moves);
    let offer = |mv| Offer {
        text: game.text(state, mv),
        label: game.label(state, mv, lang),
        gesture: game.gesture(state, mv),
        remark: game.remark(state, mv, lang),
    };
    moves.into_iter().map(offer).collect()
}

/// Where the tokens may lie that `who` has not seen: those that lie open to somebody else in states of his view.
pub(crate) fn beliefs<G: Show>(
    game: &G,
    state: &G::State,
    who: Player,
    (draws, seed): (usize, u64),
    lang: crate::Lang,
) -> Vec<Believed> {
    if !game.hidden() {
        return Vec::new();
    }
    let view = game.view(state, Some(who));
    let Ok(worlds) = game.worlds(&view) else { return Vec::new() };
    let seen = game.scene(&view, Some(who), lang).tokens;
    let unseen = |token: &Token| {
        token.face == Face::Up && !seen.iter().any(|t| t.face == Face::Up && t.kind == token.kind)
    };
    let mut rng = Rng::new(seed);
    let mut rows: Vec<Believed> = Vec::new();
    let mut total = 0.0;
    for _ in 0..draws.max(1) {
        let Ok((world, weight)) = worlds.draw(&mut rng) else { break };
        total += weight;
        for other in Player::all(game.players()).filter(|p| *p != who) {
            let scene = game.scene(&game.view(&world, Some(other)), Some(other), lang);
            let own = |token: &Token| {
                scene.zones.iter().any(|z| z.id == token.place.zone && z.owner == Some(other))
            };
            for token in scene.tokens.iter().filter(|t| unseen(t) && own(t)) {
                let at = rows.iter().position(|row| row.kind == token.kind).unwrap_or_else(|| {
                    let shares = vec![0.0; game.players()];
                    let (kind, label) = (token.kind.clone(), token.label.clone());
                    rows.push(Believed { kind, label, shares, counted: false });
                    rows.len() - 1
                });
                rows[at].shares[other.index()] += weight;
            }
        }
    }
    for row in &mut rows {
        row.shares.iter_mut().for_each(|share| *share /= f64::max(total, f64::MIN_POSITIVE));
        let exact = game.numbered(&row.kind).and_then(|number| {
            Player::all(game.players()).map(|p| worlds.share(number, p.index())).collect::<Option<Vec<f64>>>()
        });
        if let Some(exact) = exact {
            (row.shares, row.counted) = (exact, true);
        }
    }
    rows.sort_by(|a, b| (game.numbered(&a.kind), &a.kind).cmp(&(game.numbered(&b.kind), &b.kind)));
    rows
}

fn ask_mind<G: Show>(
    game: &G,
    state: &G::State,
    me: Player,
    mind: &mut dyn Mind,
    limit: &Limit,
) -> Result<Advice, Fault> {
    let scene = game.scene(&game.view(state, Some(me)), Some(me), mind.lang());
    let offers = offers(game, state, mind.lang());
    mind.choose(&Question { me, scene: &scene, offers: &offers }, limit)
}

/// What an agent thinks about a state, or about some of its moves, in notation.
pub(crate) fn ask_agent<G: Show>(
    game: &G,
    state: &G::State,
    (me, among): (Player, Option<&[G::Move]>),
    agent: &mut dyn Agent<G>,
    limit: &Limit,
) -> Result<Advice, Fault> {
    let mut moves = Vec::new();
    game.moves(state, &mut moves);
    let view = game.view(state, Some(me));
    let thought = match among {
        Some(among) => {
            moves.retain(|mv| among.contains(mv));
            agent.compare(game, me, &view, &moves, limit)?
        }
        None => agent.choose(game, me, &view, &moves, limit)?,
    };
    let reasons = agent.reasons().to_vec();
    Ok(Advice { reasons, ..advice(game, state, &moves, thought)? })
}

/// What a cheat thinks about a state, in notation.
fn ask_cheat<G: Show>(
    game: &G,
    state: &G::State,
    me: Player,
    cheat: &mut dyn Cheat<G>,
    limit: &Limit,
) -> Result<Advice, Fault> {
    let mut moves = Vec::new();
    game.moves(state, &mut moves);
    let thought = cheat.choose(game, me, state, &moves, limit)?;
    advice(game, state, &moves, thought)
}

/// A thought in notation.
fn advice<G: Show>(
    game: &G,
    state: &G::State,
    moves: &[G::Move],
    thought: Thought<G::Move>,
) -> Result<Advice, Fault> {
    if !moves.contains(&thought.best) {
        return Err(Fault::Illegal(format!("{:?} is not legal here", thought.best)));
    }
    let line = line(game, state, &thought);
    let known = thought.values.iter().filter(|(mv, _)| moves.contains(mv));
    Ok(Advice {
        text: game.text(state, thought.best),
        line,
        values: known.map(|&(mv, v)| (game.text(state, mv), v)).collect(),
        nodes: thought.nodes,
        depth: thought.depth,
        stopped: thought.stopped,
        because: thought.because,
        reasons: Vec::new(),
    })
}

/// The expected play in notation. It may rest on a sampled state: it is shown only as far as it is possible in the real
/// one, and not at all where that could tell what the player does not know.
fn line<G: Show>(game: &G, state: &G::State, thought: &Thought<G::Move>) -> Vec<String> {
    let mut line = Vec::new();
    let mut s = state.clone();
    for &mv in &thought.line {
        if game.hidden() || !game.legal(&s, mv) {
            break;
        }
        line.push(game.text(&s, mv));
        game.apply(&mut s, mv);
    }
    line
}

/// What a panic said.
pub(crate) fn message(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("no message").to_string()
}
