//! Monte Carlo tree search (UCT): simulates plays from the state, each begun by a walk through a growing tree that prefers
//! what went well so far (upper confidence bounds). Any number of players, with chance events drawn by weight.
//!
//! R. Coulom, *Efficient Selectivity and Backup Operators in Monte-Carlo Tree Search* (2006); L. Kocsis, C. Szepesvári,
//! *Bandit Based Monte-Carlo Planning* (2006). Beyond the plain method:
//!
//! - nodes whose result is forced are *proven* and no longer sampled, so forced wins are found and known to be such
//!   (M. H. M. Winands, Y. Björnsson, J.-T. Saito, *Monte-Carlo Tree Search Solver*, 2008);
//! - the part of the tree below the state reached is kept for the next decision;
//! - several threads may each grow a tree of their own, whose roots are added up (root parallelisation: G. M. J.-B. Chaslot,
//!   M. H. M. Winands, H. J. van den Herik, *Parallel Monte-Carlo Tree Search*, 2008). The number of threads, not their
//!   timing, determines the result: each gets its seed and its share of nodes and iterations.
//!
//! It does not handle hidden information: see `ismcts`.

pub(crate) mod reward;
mod tree;
mod worker;

use crate::Budget;
use crate::simulate::Policy;
use game::{Agent, Evaluate, Fault, Limit, Observe, Player, Rng, Stopped, Thought};
pub use reward::Aim;
use std::sync::Arc;
use tree::Proof;
use worker::{Tally, Worker};

/// How the tree search works.
#[derive(Clone, Debug)]
pub struct Config {
    /// How much untried moves are preferred to good ones.
    pub exploration: f64,
    /// Threads, each with its own tree.
    pub threads: usize,
    /// The most nodes of one tree.
    pub tree: usize,
    /// Whether the tree is kept between moves.
    pub reuse: bool,
    /// What is averaged.
    pub aim: Aim,
    /// Who plays on beyond the tree.
    pub policy: Policy,
    /// Moves after which a random game is given up as even.
    pub length: u64,
}

impl Default for Config {
    fn default() -> Config {
        Config {
            exploration: 0.7,
            threads: 1,
            tree: 1_000_000,
            reuse: true,
            aim: Aim::Mixed,
            policy: Policy::Sensible,
            length: 2000,
        }
    }
}

/// The tree search agent.
pub struct Mcts<G: Observe> {
    budget: Budget,
    workers: Vec<Worker<G>>,
    rng: Rng,
}

impl<G: Observe> Mcts<G> {
    /// An agent of this configuration.
    pub fn new(budget: Budget, config: Config, seed: u64) -> Mcts<G> {
        let mut rng = Rng::new(seed);
        let workers =
            (0..config.threads.clamp(1, 256)).map(|_| Worker::new(config.clone(), rng.fork())).collect();
        Mcts { budget, workers, rng }
    }

    /// The same agent, judging new leaves and untried moves by an evaluator instead of simulated plays.
    pub fn with_evaluator(mut self, evaluator: &Arc<dyn Evaluate<G>>) -> Mcts<G> {
        self.workers.iter_mut().for_each(|worker| worker.evaluator = Some(Arc::clone(evaluator)));
        self
    }
}

impl<G: Observe> Agent<G> for Mcts<G> {
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
        let share = |n: Option<u64>| n.map(|n| n.div_ceil(self.workers.len() as u64));
        let part = Limit { nodes: share(limit.nodes), iterations: share(limit.iterations), ..limit };
        // Where there are no threads the trees grow one after another, with the same result.
        let quiet = Limit { watch: None, ..part.clone() };
        let tallies: Vec<Tally<G::Move>> = if self.workers.len() == 1 || cfg!(target_family = "wasm") {
            let limit = |i| if i == 0 { &part } else { &quiet };
            let grow = |(i, worker): (usize, &mut Worker<G>)| worker.think(game, me, &state, moves, limit(i));
            self.workers.iter_mut().enumerate().map(grow).collect()
        } else {
            std::thread::scope(|scope| {
                let start = |(i, worker)| {
                    let (state, limit) = (&state, if i == 0 { &part } else { &quiet });
                    scope.spawn(move || Worker::think(worker, game, me, state, moves, limit))
                };
                let running: Vec<_> = self.workers.iter_mut().enumerate().map(start).collect();
                running.into_iter().filter_map(|thread| thread.join().ok()).collect()
            })
        };
        Ok(conclude(me, moves, tallies))
    }

    fn keeps(&self) -> usize {
        self.workers.iter().map(Worker::bytes).sum()
    }
}

/// Adds up what the threads found.
fn conclude<M: Copy + Eq>(me: Player, moves: &[M], tallies: Vec<Tally<M>>) -> Thought<M> {
    let Some(mut total) = tallies.into_iter().reduce(Tally::plus) else { return Thought::just(moves[0]) };
    let rank = |at: usize| {
        let root = &total.roots[at];
        let proven = match root.proof {
            Proof::Won(p, _) if p == me.0 => 2,
            Proof::Won(..) => 0,
            Proof::Unknown | Proof::Nobody(_) => 1,
        };
        (proven, root.visits)
    };
    let mut best = 0;
    for at in 1..total.roots.len() {
        let (a, b) = (rank(at), rank(best));
        if a > b || (a == b && total.roots[at].mean() > total.roots[best].mean()) {
            best = at;
        }
    }
    let root = &total.roots[best];
    let mut because = Vec::new();
    match root.proof {
        Proof::Won(p, plies) if p == me.0 => {
            because.push(format!("wins by force in at most {} moves", u32::from(plies) + 1));
        }
        Proof::Won(..) => because.push("every move loses by force".to_string()),
        Proof::Nobody(_) if total.complete => {
            because.push("the best that can be forced is not a win".to_string())
        }
        _ => {}
    }
    if total.iterations > 0 {
        because.push(format!("{} of {} simulations won", total.wins, total.iterations));
    }
    let values = total.roots.iter().filter(|r| r.visits > 0 || r.proof != Proof::Unknown);
    let values = values.map(|r| (r.mv, r.worth(me))).collect();
    let best = root.mv;
    let mut line = std::mem::take(&mut total.line);
    if line.first() != Some(&best) {
        line = vec![best];
    }
    Thought {
        best,
        line,
        values,
        nodes: total.nodes,
        depth: total.iterations,
        stopped: if total.complete { Stopped::Complete } else { total.stopped },
        because,
    }
}
