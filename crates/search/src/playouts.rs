//! The flat Monte Carlo loop of S3Games (see `minimax`), behind the agents `montecarlo`, `mcr` and `mcr2`: pick one of the
//! legal moves at random, simulate from there, count how the play ended; no tree. The three differ in how much a playout
//! weighs and in the score they make of the counts.
//!
//! A playout follows the game's sensible policy to the end of the deal. Where information is hidden, every playout starts
//! from another state the view allows.

use crate::Budget;
use crate::simulate::forced;
use crate::stake::{Result3, result};
use game::{Agent, Belief, Beliefs, Fault, Limit, Meter, Observe, Player, Rng, Thought};
use std::sync::Arc;

/// What one kind of playout does differently.
pub(crate) trait Weighing: Send {
    /// Whether the number of the opponents' moves matters.
    const COUNTS: bool;

    /// The factor of a playout's weight when an opponent chooses among `moves` moves.
    fn opponent(moves: usize) -> f64;

    /// The score of a move from the weights of its won, lost and other playouts.
    fn score(won: f64, lost: f64, other: f64) -> f64;

    /// The reason in words.
    fn reason(best: Tally, playouts: u64) -> String;
}

/// Sums of weights, and how many playouts there were.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Tally {
    pub(crate) won: f64,
    pub(crate) lost: f64,
    pub(crate) other: f64,
    pub(crate) count: u64,
}

/// A flat Monte Carlo agent.
pub(crate) struct Playouts<G, W> {
    budget: Budget,
    length: u64,
    beliefs: Beliefs<G>,
    rng: Rng,
    weighing: std::marker::PhantomData<fn() -> W>,
}

impl<G: Observe, W: Weighing> Playouts<G, W> {
    /// An agent whose playouts have at most `length` moves.
    pub(crate) fn new(budget: Budget, length: u64, seed: u64) -> Playouts<G, W> {
        let (beliefs, rng) = (Beliefs::default(), Rng::new(seed));
        Playouts { budget, length, beliefs, rng, weighing: std::marker::PhantomData }
    }

    /// Plays on from `s` at random. The result (`None` if it did not end) and the weight; or `None` out of budget.
    fn playout(
        length: u64,
        rng: &mut Rng,
        game: &G,
        me: Player,
        s: &mut G::State,
        scratch: &mut Vec<G::Move>,
        meter: &mut Meter,
    ) -> Option<(Option<Result3>, f64)> {
        let mut weight = 1.0;
        for _ in 1..length {
            if game.settled(s) {
                break;
            }
            let turn = game.turn(s);
            let Some(mv) = game.sensible(s, rng, scratch) else { break };
            if turn.player().is_some_and(|p| p != me) {
                if W::COUNTS {
                    scratch.clear();
                    game.moves(s, scratch);
                }
                weight *= W::opponent(scratch.len());
            }
            game.apply(s, mv);
            if !meter.node() {
                return None;
            }
        }
        let ended = game.settled(s).then(|| result(game, s, me));
        Some((ended, weight))
    }
}

impl<G: Observe, W: Weighing> Agent<G> for Playouts<G, W> {
    fn believe(&mut self, belief: Arc<dyn Belief<G>>) -> bool {
        self.beliefs.hold(belief);
        true
    }

    fn choose(
        &mut self,
        game: &G,
        me: Player,
        view: &G::View,
        moves: &[G::Move],
        limit: &Limit,
    ) -> Result<Thought<G::Move>, Fault> {
        if let Some(thought) = forced(moves) {
            return Ok(thought);
        }
        let mut meter = Meter::start(&self.budget.limit(limit));
        let mut tallies = vec![Tally::default(); moves.len()];
        let mut scratch = Vec::new();
        let mut playouts = 0;
        let worlds = self.beliefs.worlds(game, view)?;
        while meter.iteration() {
            let (mut s, believed) = worlds.draw(&mut self.rng)?;
            let at = self.rng.below(moves.len());
            game.apply(&mut s, moves[at]);
            if !meter.node() {
                break;
            }
            let rng = &mut self.rng;
            let Some((ended, weight)) =
                Self::playout(self.length, rng, game, me, &mut s, &mut scratch, &mut meter)
            else {
                break;
            };
            let weight = weight * believed;
            let tally = &mut tallies[at];
            match ended {
                Some(Result3::Won) => tally.won += weight,
                Some(Result3::Lost) => tally.lost += weight,
                Some(Result3::Drawn) | None => tally.other += weight,
            }
            tally.count += 1;
            playouts += 1;
            if playouts % 1024 == 0 {
                meter.report(playouts, W::score(tally.won, tally.lost, tally.other));
            }
        }
        let values: Vec<(G::Move, f64)> =
            moves.iter().zip(&tallies).map(|(&mv, t)| (mv, W::score(t.won, t.lost, t.other))).collect();
        let mut best = 0;
        for at in 1..values.len() {
            if values[at].1 > values[best].1 {
                best = at;
            }
        }
        Ok(Thought {
            best: values[best].0,
            line: vec![values[best].0],
            values,
            nodes: meter.nodes(),
            depth: playouts,
            stopped: meter.stopped(),
            because: vec![W::reason(tallies[best], playouts)],
        })
    }
}
