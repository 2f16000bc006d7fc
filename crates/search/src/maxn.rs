//! Max^n for any number of players: every state has one value per player, and the player to move takes the move that is
//! best for them (the first one in a tie); chance is averaged. Iterative deepening without cut-offs, since a move bad for
//! us may be good for others. Values are margins over the average of all, estimates of the horizon as in `mean`.
//!
//! C. A. Luckhardt, K. B. Irani, *An Algorithmic Solution of N-Person Games* (1986).

use crate::Budget;
use crate::hash::{Map, hash};
use crate::mean::{DEEPEST, pressed};
use crate::stake::{Estimate, margin};
use game::{Agent, Fault, Game, Limit, Meter, Observe, Player, Rng, Stopped, Thought, Turn};
use std::rc::Rc;

/// Results kept at most.
const ROOM: usize = 200_000;

/// The max^n agent.
pub struct MaxN<G: Observe> {
    budget: Budget,
    estimate: Option<Estimate<G>>,
    rng: Rng,
}

impl<G: Observe> MaxN<G> {
    /// An agent that judges the horizon by `estimate` (as even if there is none).
    pub fn new(budget: Budget, estimate: Option<Estimate<G>>, seed: u64) -> MaxN<G> {
        MaxN { budget, estimate, rng: Rng::new(seed) }
    }
}

struct Vectors<'a, G: Game> {
    game: &'a G,
    estimate: Option<Estimate<G>>,
    meter: Meter,
    known: Map<u64, Rc<[f64]>>,
    open: bool,
}

impl<G: Game> Vectors<'_, G> {
    fn value(&mut self, s: &G::State, ply: u32, depth: u32) -> Rc<[f64]> {
        let game = self.game;
        let players = || Player::all(game.players());
        let turn = game.turn(s);
        if !self.meter.node() {
            return players().map(|_| 0.0).collect();
        }
        if turn == Turn::Over {
            return players().map(|p| margin(game, s, p) as f64).collect();
        }
        if depth == 0 {
            self.open = true;
            return players().map(|p| self.estimate.map_or(0.0, |h| pressed(h(game, s, p)))).collect();
        }
        let key = hash(&(hash(s), ply));
        if let Some(value) = self.known.get(&key) {
            return Rc::clone(value);
        }
        let mut moves = Vec::new();
        game.moves(s, &mut moves);
        let mut best: Option<Rc<[f64]>> = None;
        let (mut sums, mut total) = (vec![0.0; game.players()], 0.0);
        for &mv in &moves {
            let mut next = s.clone();
            game.apply(&mut next, mv);
            let value = self.value(&next, ply + 1, depth - 1);
            if let Turn::Player(p) = turn {
                if best.as_ref().is_none_or(|b| value[p.index()] > b[p.index()]) {
                    best = Some(value);
                }
            } else {
                let weight = f64::from(game.weight(s, mv));
                total += weight;
                sums.iter_mut().zip(value.iter()).for_each(|(sum, v)| *sum += weight * v);
            }
            if !self.meter.open() {
                break;
            }
        }
        let value = best.unwrap_or_else(|| sums.iter().map(|sum| sum / f64::max(total, 1.0)).collect());
        if self.known.len() < ROOM && self.meter.open() {
            self.known.insert(key, Rc::clone(&value));
        }
        value
    }
}

impl<G: Observe> Agent<G> for MaxN<G> {
    fn choose(
        &mut self,
        game: &G,
        me: Player,
        view: &G::View,
        moves: &[G::Move],
        limit: &Limit,
    ) -> Result<Thought<G::Move>, Fault> {
        let limit = self.budget.limit(limit);
        let state = game.sample(view, &mut self.rng)?;
        let meter = Meter::start(&limit);
        let mut search = Vectors { game, estimate: self.estimate, meter, known: Map::default(), open: false };
        let mut last: Option<(u32, Vec<Rc<[f64]>>)> = None;
        let mut stopped = Stopped::Depth;
        for depth in 1..=limit.depth.unwrap_or(DEEPEST).min(DEEPEST) {
            search.known.clear();
            search.open = false;
            let after = |&mv: &G::Move| {
                let mut next = state.clone();
                game.apply(&mut next, mv);
                search.value(&next, 1, depth - 1)
            };
            let values: Vec<Rc<[f64]>> = moves.iter().map(after).collect();
            if !search.meter.open() {
                stopped = search.meter.stopped();
                break;
            }
            let best = values.iter().map(|v| v[me.index()]).fold(f64::NEG_INFINITY, f64::max);
            search.meter.report(u64::from(depth), best);
            last = Some((depth, values));
            if !search.open {
                stopped = Stopped::Complete;
                break;
            }
        }
        let nodes = search.meter.nodes();
        let Some((depth, values)) = last else {
            return Ok(Thought { nodes, stopped, ..Thought::just(moves[0]) });
        };
        let mut best = 0;
        for at in 1..values.len() {
            if values[at][me.index()] > values[best][me.index()] {
                best = at;
            }
        }
        let all: Vec<String> = values[best].iter().map(|v| format!("{v:.3}")).collect();
        let because = vec![format!("margins of all players {}, looking {depth} moves ahead", all.join(" "))];
        let values = moves.iter().zip(&values).map(|(&mv, v)| (mv, v[me.index()])).collect();
        let (best, depth) = (moves[best], u64::from(depth));
        Ok(Thought { best, line: vec![best], values, nodes, depth, stopped, because })
    }
}
