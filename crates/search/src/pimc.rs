//! Perfect information Monte Carlo for games with hidden information: draws states the view allows (determinizations),
//! searches each as if everybody saw everything, and takes the move that is best on average. Strong where what is hidden
//! matters little to the tactics; blind to bluffing and to moves that gain or hide information (see `ismcts`, `cfr`).
//!
//! The inner search is that of `mean`: our partners in the sampled state help us, the others play together against us,
//! chance is averaged, and the horizon is evaluated by a heuristic or a simulated play. Every sampled state gets the same
//! number of nodes (`effort`).
//!
//! M. L. Ginsberg, *GIB: Imperfect Information in a Computationally Challenging Game* (2001); on its weaknesses (strategy
//! fusion, non-locality) I. Frank, D. Basin, *Search in Games with Incomplete Information* (1998).

use crate::Budget;
use crate::mean::{DEEPEST, Judge, Mean};
use crate::simulate::forced;
use crate::stake::Estimate;
use game::{Agent, Belief, Beliefs, Fault, Limit, Meter, Observe, Player, Rng, Thought};
use std::sync::Arc;

/// The PIMC agent.
pub struct Pimc<G: Observe> {
    budget: Budget,
    judge: Judge<G>,
    effort: u64,
    beliefs: Beliefs<G>,
    rng: Rng,
}

impl<G: Observe> Pimc<G> {
    /// An agent that spends `effort` nodes on each sampled state.
    pub fn new(budget: Budget, estimate: Option<Estimate<G>>, effort: u64, seed: u64) -> Pimc<G> {
        let judge = estimate.map_or(Judge::Playout(1000), Judge::Estimate);
        Pimc { budget, judge, effort, beliefs: Beliefs::default(), rng: Rng::new(seed) }
    }
}

impl<G: Observe> Agent<G> for Pimc<G> {
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
        let mut sums = vec![0.0; moves.len()];
        let worlds = self.beliefs.worlds(game, view)?;
        let (mut drawn, mut total) = (0u64, 0.0);
        while meter.iteration() {
            let (world, weight) = worlds.draw(&mut self.rng)?;
            let rest = meter.left();
            let left = rest.nodes.map_or(self.effort, |n| n.min(self.effort));
            let part = Limit { nodes: Some(left), iterations: None, watch: None, ..rest };
            let mut search = Mean::new(game, me, &self.judge, Meter::start(&part), self.rng.fork());
            let mut found = None;
            for depth in 1..=DEEPEST {
                let Some(values) = search.moves(&world, moves, depth) else { break };
                found = Some(values);
                if !search.open {
                    break;
                }
            }
            for _ in 0..search.meter.nodes().min(left) {
                meter.node();
            }
            let Some(values) = found else { break };
            sums.iter_mut().zip(values).for_each(|(sum, value)| *sum += weight * value);
            drawn += 1;
            total += weight;
            let best = sums.iter().copied().fold(f64::NEG_INFINITY, f64::max);
            meter.report(drawn, if total > 0.0 { best / total } else { 0.0 });
        }
        let mut best = 0;
        for at in 1..sums.len() {
            if sums[at] > sums[best] {
                best = at;
            }
        }
        let mean = |sum: f64| if total > 0.0 { sum / total } else { 0.0 };
        let because = vec![format!("average margin {:.3} over {drawn} sampled states", mean(sums[best]))];
        let values = moves.iter().zip(&sums).map(|(&mv, &sum)| (mv, mean(sum))).collect();
        let (nodes, stopped) = (meter.nodes(), meter.stopped());
        Ok(Thought {
            best: moves[best],
            line: vec![moves[best]],
            values,
            nodes,
            depth: drawn,
            stopped,
            because,
        })
    }
}
