//! What must hold in every game, checked along random plays. This file has the driver and the laws of rules and
//! notation; the laws of views are in `views.rs`, those of scenes and gestures in `scenes.rs`, those of what searching
//! agents are offered in `estimates.rs`, those of who may know what in `secrets.rs`.

use crate::{Checked, estimates, scenes, secrets, views};
use game::{Player, Record, Rng, Show, Turn, walk};
use std::collections::{HashMap, HashSet};

/// Which laws to check, and on how many plays.
#[derive(Clone, Copy, Debug)]
pub struct Laws {
    /// Random plays.
    pub plays: u32,
    /// Decides the plays and the samples.
    pub seed: u64,
    /// The scores of a finished play sum to zero.
    pub zero_sum: bool,
    /// The longest play.
    pub most: usize,
    /// Plays that have not ended after `most` moves are left there; otherwise they break the law that plays end.
    pub endless: bool,
    /// States sampled from each view.
    pub samples: u32,
    /// Players remember which move it was of those they see.
    pub telling: bool,
}

/// Checks all laws on `plays` random plays. See [`Laws`] for more.
///
/// # Panics
/// With the first law that does not hold, and the moves that led there.
pub fn laws<G: Show>(game: &G, plays: u32, seed: u64) {
    Laws::new(plays, seed).assert(game);
}

impl Laws {
    /// All laws except the sum of scores; plays must end within 10,000 moves.
    pub fn new(plays: u32, seed: u64) -> Laws {
        Laws { plays, seed, zero_sum: false, most: 10_000, endless: false, samples: 2, telling: false }
    }

    /// The same, and the scores of a finished play sum to zero.
    pub fn zero_sum(mut self) -> Laws {
        self.zero_sum = true;
        self
    }

    /// The same for a game that may go on for ever: its plays are left after `most` moves.
    pub fn endless(mut self, most: usize) -> Laws {
        self.most = most;
        self.endless = true;
        self
    }

    /// The same with plays of at most `most` moves.
    pub fn most(mut self, most: usize) -> Laws {
        self.most = most;
        self
    }

    /// The same with this many states sampled from each view.
    pub fn samples(mut self, samples: u32) -> Laws {
        self.samples = samples;
        self
    }

    /// The same, and two moves that a player sees leave two views: nothing he sees is forgotten, and nothing that he
    /// cannot distinguish counts as seen.
    pub fn telling(mut self) -> Laws {
        self.telling = true;
        self
    }

    /// Checks the laws.
    ///
    /// # Panics
    /// With the first law that does not hold, and the moves that led there.
    pub fn assert<G: Show>(&self, game: &G) {
        if let Err(fault) = self.check(game) {
            panic!("{fault}");
        }
    }

    /// Checks the laws.
    ///
    /// # Errors
    /// The first law that does not hold, and the moves that led there.
    pub fn check<G: Show>(&self, game: &G) -> Checked {
        if game.players() == 0 {
            return Err(format!("{} has no players", game.id()));
        }
        let mut known = HashMap::new();
        for play in 0..self.plays {
            let mut texts = Vec::new();
            self.play(game, play, &mut known, &mut texts).map_err(|fault| {
                let moves = texts.join(" ");
                format!("{}: {fault} (play {play} of seed {}, after '{moves}')", game.id(), self.seed)
            })?;
        }
        Ok(())
    }

    fn play<G: Show>(&self, game: &G, play: u32, known: &mut Known<G>, texts: &mut Vec<String>) -> Checked {
        let mut rng = Rng::new(self.seed ^ (u64::from(play) << 32));
        let mut s = game.initial();
        if s != game.initial() {
            return Err("the initial state is not always the same".into());
        }
        let shape = scenes::Shape::of(game, &s);
        let mut record = Record { game: game.id(), rules: game.version(), ..Record::default() };
        let mut eyes = secrets::Eyes::new(game);
        eyes.look(game, &s, None)?;
        loop {
            let moves = rules(game, &s)?;
            remember(game, &s, &moves, known)?;
            views::check(game, &s, &moves, self.samples, &mut rng)?;
            views::alike(game, &s, &moves, self.telling)?;
            scenes::check(game, &s, &moves, &shape)?;
            estimates::check(game, &s, &moves)?;
            packs(game, &s)?;
            sober(game, &s, &moves, &mut rng)?;
            wanders(game, &s, &rng)?;
            let before = rng.clone();
            let Some(mv) = game.pick(&s, &mut rng, &mut Vec::new()) else { break };
            picked(game, &s, &moves, mv, (before, &rng))?;
            if texts.len() >= self.most {
                if self.endless {
                    break;
                }
                return Err(format!("the play is not over after {} moves", self.most));
            }
            let text = game.text(&s, mv);
            record.push(game.turn(&s), text.clone());
            texts.push(text);
            let before = s.clone();
            game.apply(&mut s, mv);
            let mut again = before.clone();
            game::play(game, &mut again, mv).map_err(|_| "a listed move cannot be played")?;
            if again != s {
                return Err("the same move in the same state gives two states".into());
            }
            scenes::moved(game, &before, mv, &s)?;
            views::heard(game, &before, mv, &s, &mut rng)?;
            eyes.look(game, &s, Some((&before, mv)))?;
        }
        self.ended(game, &s)?;
        replays(game, &record, &s)
    }

    fn ended<G: Show>(&self, game: &G, s: &G::State) -> Checked {
        if game.turn(s) != Turn::Over {
            return Ok(());
        }
        let scores: Vec<i32> = Player::all(game.players()).map(|p| game.score(s, p)).collect();
        if self.zero_sum && scores.iter().map(|&x| i64::from(x)).sum::<i64>() != 0 {
            return Err(format!("the scores {scores:?} do not sum to zero"));
        }
        Ok(())
    }
}

/// How each state seen so far behaved.
type Known<G> = HashMap<<G as game::Game>::State, (Turn, Vec<<G as game::Game>::Move>)>;

/// States kept to be met again.
const KNOWN: usize = 20_000;

/// A packed state unpacks to itself, and a piece of it to nothing or to something else.
fn packs<G: Show>(_game: &G, s: &G::State) -> Checked {
    let mut bytes = Vec::new();
    if !G::pack(s, &mut bytes) {
        return Ok(());
    }
    if G::unpack(&bytes).as_ref() != Some(s) {
        return Err("a packed state does not unpack to itself".into());
    }
    let cut = &bytes[..bytes.len().saturating_sub(1)];
    if G::unpack(cut).as_ref() == Some(s) && !bytes.is_empty() {
        return Err("a packed state without its last byte unpacks to the same state".into());
    }
    Ok(())
}

/// Equal states have equal futures: reached another way, they have the same turn and moves.
fn remember<G: Show>(game: &G, s: &G::State, moves: &[G::Move], known: &mut Known<G>) -> Checked {
    let turn = game.turn(s);
    match known.get(s) {
        Some((before, listed)) if *before != turn || listed != moves => {
            Err("a state equal to one met before behaves differently".into())
        }
        None if known.len() < KNOWN => {
            known.insert(s.clone(), (turn, moves.to_vec()));
            Ok(())
        }
        _ => Ok(()),
    }
}

/// The laws of moves and notation in one state. Returns its moves.
fn rules<G: Show>(game: &G, s: &G::State) -> Result<Vec<G::Move>, String> {
    let mut moves = Vec::new();
    game.moves(s, &mut moves);
    let over = game.turn(s) == Turn::Over;
    if over != moves.is_empty() {
        return Err(format!("turn {:?} with {} moves", game.turn(s), moves.len()));
    }
    if let Turn::Player(p) = game.turn(s)
        && p.index() >= game.players()
    {
        return Err(format!("it is the turn of player {p} of {}", game.players()));
    }
    let mut twice = moves.clone();
    game.moves(&s.clone(), &mut twice);
    if twice[..moves.len()] != moves[..] || twice[moves.len()..] != moves[..] {
        return Err("the list of moves is not appended, or differs the second time".into());
    }
    let distinct: HashSet<G::Move> = moves.iter().copied().collect();
    if distinct.len() != moves.len() {
        return Err(format!("a move is listed twice among {moves:?}"));
    }
    let mut texts = HashSet::new();
    if game.turn(s) == Turn::Chance && !game.chance() {
        return Err("chance acts in a game that says it has none".into());
    }
    for &mv in &moves {
        if !game.legal(s, mv) {
            return Err(format!("the listed move {mv:?} is not legal"));
        }
        if game.turn(s) == Turn::Chance && game.weight(s, mv) == 0 {
            return Err(format!("the chance event {mv:?} has no weight"));
        }
        let text = game.text(s, mv);
        if text.is_empty() || text.contains(|c: char| c.is_whitespace() || c.is_control() || c == ';') {
            return Err(format!("the notation '{text}' is empty or holds white space or ';'"));
        }
        if game.parse(s, &text) != Ok(mv) {
            return Err(format!("the notation '{text}' does not read back as {mv:?}"));
        }
        if !texts.insert(text.clone()) {
            return Err(format!("two moves are written '{text}'"));
        }
    }
    for nonsense in ["", " ", "¿?", "\u{0}", "99999999999999999999", "-"] {
        if !texts.contains(nonsense) && game.parse(s, nonsense).is_ok_and(|mv| !moves.contains(&mv)) {
            return Err(format!("{nonsense:?} is read as a move that is not legal"));
        }
    }
    Ok(moves)
}

/// `pick` gives the move at position `rng.below(n)`, by weight for chance, and uses as much of `rng`.
fn picked<G: Show>(game: &G, s: &G::State, moves: &[G::Move], mv: G::Move, rngs: (Rng, &Rng)) -> Checked {
    let (mut rng, after) = rngs;
    let at = if game.turn(s) == Turn::Chance {
        rng.weighted(moves.iter().map(|&mv| game.weight(s, mv)))
    } else {
        rng.below(moves.len())
    };
    if moves[at] != mv {
        return Err(format!("pick gave {mv:?} where position {at} of the moves is {:?}", moves[at]));
    }
    if rng != *after {
        return Err("pick left the random numbers at another place than below(n) does".into());
    }
    Ok(())
}

/// A random play in one go makes the moves that `pick` would make one by one, ends where it was told to, and uses as much of `rng`.
fn wanders<G: Show>(game: &G, s: &G::State, rng: &Rng) -> Checked {
    for most in [0, 1, 4] {
        let (mut own, mut at) = (rng.clone(), s.clone());
        let (mut plain, mut there) = (rng.clone(), s.clone());
        let made = game.wander(&mut at, &mut own, &mut Vec::new(), most);
        let steps = walk::wander(game, &mut there, &mut plain, &mut Vec::new(), most);
        if (made, &at, &own) != (steps, &there, &plain) {
            return Err(format!("{most} moves in one go are not the moves that pick makes one by one"));
        }
    }
    Ok(())
}

/// What simulations play is legal, their stops are ends of deals, and everybody plays with themselves.
fn sober<G: Show>(game: &G, s: &G::State, moves: &[G::Move], rng: &mut Rng) -> Checked {
    // Random numbers of its own: asking must not change the play.
    match game.sensible(s, &mut rng.clone(), &mut Vec::new()) {
        Some(mv) if !moves.contains(&mv) => return Err(format!("the sensible move {mv:?} is not legal")),
        None if !moves.is_empty() => return Err("there is no sensible move, and the play is not over".into()),
        _ => {}
    }
    match (game.settled(s), game.turn(s)) {
        (false, Turn::Over) => return Err("the play is over and not settled".into()),
        (true, Turn::Player(p)) => return Err(format!("the deal is settled and player {p} is to move")),
        _ => {}
    }
    if game.stake().is_some_and(|stake| stake < 1) {
        return Err("the stake is below 1".into());
    }
    for p in Player::all(game.players()) {
        if !game.allied(s, p, p) {
            return Err(format!("player {p} does not play with themselves"));
        }
        if let Some(q) = Player::all(game.players()).find(|&q| game.allied(s, p, q) != game.allied(s, q, p)) {
            return Err(format!("whether players {p} and {q} play together depends on who is asked first"));
        }
    }
    Ok(())
}

/// A record, written and read, leads to the same state.
fn replays<G: Show>(game: &G, record: &Record, end: &G::State) -> Checked {
    let read =
        Record::parse(&record.to_string()).map_err(|e| format!("the record does not read back: {e}"))?;
    let mut s = game.initial();
    for entry in &read.moves {
        if game.turn(&s).player() != entry.who {
            return Err(format!("the record names the wrong mover of '{}'", entry.text));
        }
        let mv = game.parse(&s, &entry.text).map_err(|_| format!("'{}' does not replay", entry.text))?;
        game.apply(&mut s, mv);
    }
    if s != *end { Err("the record replays to another state".into()) } else { Ok(()) }
}
