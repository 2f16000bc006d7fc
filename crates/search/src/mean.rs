//! Depth-limited search with one number per state and averages at chance events: the core of `expectiminimax`, `paranoid`
//! and `pimc`. One player and their partners take the maximum, everybody else the minimum; between two chance events moves
//! are cut off as in alpha-beta.
//!
//! A value is the margin at the end, less a ten-millionth of it per move, so that of equal results wins come sooner and
//! losses later. Unfinished states are evaluated by a heuristic pressed into (-0.9, 0.9) (taken as it is where the game is
//! played for money), or by one simulated play where there is none.

use crate::hash::{Map, hash};
use crate::simulate::Policy;
use crate::stake::{Estimate, margin};
use game::{Game, Meter, Player, Rng, Turn};

/// The deepest a search goes, so that recursion stays within its stack.
pub(crate) const DEEPEST: u32 = 200;
/// Results kept at most.
const ROOM: usize = 500_000;
/// The share of a margin lost by each move.
const FADE: f64 = 1e-7;

/// How unfinished states are judged.
pub(crate) enum Judge<G: Game> {
    /// By a heuristic.
    Estimate(Estimate<G>),
    /// By a simulated game of at most this many moves.
    Playout(u64),
    /// As even.
    Even,
}

/// The tools of one search.
pub(crate) struct Mean<'a, G: Game> {
    pub(crate) game: &'a G,
    pub(crate) me: Player,
    pub(crate) judge: &'a Judge<G>,
    pub(crate) meter: Meter,
    pub(crate) rng: Rng,
    /// Exact values by hash of the state, for the depth searched.
    known: Map<u64, f64>,
    /// Whether the horizon had a part in anything since it was last set to false.
    pub(crate) open: bool,
}

/// An estimate between the ends.
pub(crate) fn pressed(h: i32) -> f64 {
    let h = f64::from(h);
    0.9 * h / (h.abs() + 100.0)
}

/// The worth of an end after `ply` moves.
pub(crate) fn faded(margin: i64, ply: u32) -> f64 {
    margin as f64 * (1.0 - FADE * f64::from(ply))
}

impl<'a, G: Game> Mean<'a, G> {
    pub(crate) fn new(game: &'a G, me: Player, judge: &'a Judge<G>, meter: Meter, rng: Rng) -> Mean<'a, G> {
        Mean { game, me, judge, meter, rng, known: Map::default(), open: false }
    }

    /// The value of each move of `s` to `depth`; `None` when the limit ended it.
    pub(crate) fn moves(&mut self, s: &G::State, moves: &[G::Move], depth: u32) -> Option<Vec<f64>> {
        self.known.clear();
        self.open = false;
        let mut values = Vec::with_capacity(moves.len());
        for &mv in moves {
            let mut next = s.clone();
            self.game.apply(&mut next, mv);
            values.push(self.value(&next, 1, depth.clamp(1, DEEPEST) - 1, f64::NEG_INFINITY, f64::INFINITY));
            if !self.meter.open() {
                return None;
            }
        }
        Some(values)
    }

    /// The value of `s` for the player asked about: exact between `alpha` and `beta`, a bound outside.
    fn value(&mut self, s: &G::State, ply: u32, depth: u32, alpha: f64, beta: f64) -> f64 {
        if !self.meter.node() {
            return 0.0;
        }
        if self.game.settled(s) {
            return faded(margin(self.game, s, self.me), ply);
        }
        let turn = self.game.turn(s);
        if depth == 0 {
            self.open = true;
            return self.leaf(s, ply);
        }
        let key = hash(&(hash(s), ply));
        if let Some(&value) = self.known.get(&key) {
            return value;
        }
        let mut moves = Vec::new();
        self.game.moves(s, &mut moves);
        let value = match turn {
            Turn::Chance => self.average(s, &moves, ply, depth),
            Turn::Player(p) => {
                let with_us = self.game.allied(s, p, self.me);
                self.best(s, &moves, with_us, (ply, depth), (alpha, beta))
            }
            Turn::Over => 0.0,
        };
        let exact = turn == Turn::Chance || (alpha < value && value < beta);
        if exact && self.known.len() < ROOM && self.meter.open() {
            self.known.insert(key, value);
        }
        value
    }

    fn average(&mut self, s: &G::State, moves: &[G::Move], ply: u32, depth: u32) -> f64 {
        let (mut sum, mut total) = (0.0, 0.0);
        for &mv in moves {
            let weight = f64::from(self.game.weight(s, mv));
            let mut next = s.clone();
            self.game.apply(&mut next, mv);
            sum += weight * self.value(&next, ply + 1, depth - 1, f64::NEG_INFINITY, f64::INFINITY);
            total += weight;
        }
        sum / total
    }

    fn best(
        &mut self,
        s: &G::State,
        moves: &[G::Move],
        maximum: bool,
        (ply, depth): (u32, u32),
        (mut alpha, mut beta): (f64, f64),
    ) -> f64 {
        let mut best = if maximum { f64::NEG_INFINITY } else { f64::INFINITY };
        for &mv in moves {
            let mut next = s.clone();
            self.game.apply(&mut next, mv);
            let value = self.value(&next, ply + 1, depth - 1, alpha, beta);
            if maximum {
                best = best.max(value);
                alpha = alpha.max(best);
            } else {
                best = best.min(value);
                beta = beta.min(best);
            }
            if alpha >= beta || !self.meter.open() {
                break;
            }
        }
        best
    }

    fn leaf(&mut self, s: &G::State, ply: u32) -> f64 {
        match self.judge {
            // An estimate in money is compared with margins, which count it once for each player.
            Judge::Estimate(estimate) if self.game.stake().is_some() => {
                f64::from(estimate(self.game, s, self.me)) * self.game.players() as f64
            }
            Judge::Estimate(estimate) => pressed(estimate(self.game, s, self.me)),
            Judge::Even => 0.0,
            Judge::Playout(length) => {
                let mut s = s.clone();
                let tools = (&mut self.rng, &mut Vec::new(), &mut self.meter);
                let done = Policy::Sensible.follow(self.game, &mut s, *length, tools);
                if done && self.game.settled(&s) { faded(margin(self.game, &s, self.me), ply) } else { 0.0 }
            }
        }
    }
}
