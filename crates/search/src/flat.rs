//! Flat Monte Carlo over sampled states: draws a state the view allows, plays every legal move once from that same state,
//! simulates to the end of the deal, and repeats; the move with the best average wins. All moves are tried in the same
//! states (common random numbers), so luck cancels out. For games with hidden information or chance and any number of
//! players; it builds no tree, so it does not foresee replies.
//!
//! B. Abramson, *Expected-Outcome: A General Model of Static Evaluation* (1990), with sampled states as in `pimc`.

use crate::Budget;
use crate::mcts::Aim;
use crate::mcts::reward::Rewards;
use crate::simulate::{Policy, forced};
use game::{Agent, Belief, Beliefs, Fault, Limit, Meter, Observe, Player, Rng, Thought};
use std::sync::Arc;

/// The flat sampling agent.
pub struct Flat<G> {
    budget: Budget,
    aim: Aim,
    policy: Policy,
    length: u64,
    beliefs: Beliefs<G>,
    rng: Rng,
}

impl<G: Observe> Flat<G> {
    /// An agent whose simulated plays go on by `policy` for at most `length` moves.
    pub fn new(budget: Budget, aim: Aim, policy: Policy, length: u64, seed: u64) -> Flat<G> {
        Flat { budget, aim, policy, length, beliefs: Beliefs::default(), rng: Rng::new(seed) }
    }
}

impl<G: Observe> Flat<G> {
    /// Takes over the beliefs of another agent.
    pub(crate) fn hold(&mut self, beliefs: Beliefs<G>) {
        self.beliefs = beliefs;
    }
}

impl<G: Observe> Agent<G> for Flat<G> {
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
        let mut rewards = Rewards::new(self.aim);
        let worlds = self.beliefs.worlds(game, view)?;
        rewards.begin(game, &worlds.draw(&mut self.rng)?.0);
        let mut sums = vec![(0.0, 0.0); moves.len()];
        let (mut scratch, mut payout, mut rounds, mut wins) = (Vec::new(), Vec::new(), 0u64, 0u64);
        'rounds: while meter.iteration() {
            let (world, weight) = worlds.draw(&mut self.rng)?;
            for (sum, &mv) in sums.iter_mut().zip(moves) {
                let mut s = world.clone();
                game.apply(&mut s, mv);
                let tools = (&mut self.rng, &mut scratch, &mut meter);
                if !tools.2.node() || !self.policy.follow(game, &mut s, self.length, tools) {
                    break 'rounds;
                }
                rewards.of(game, &s, game.settled(&s), &mut payout);
                let reward = payout[me.index()];
                wins += u64::from(reward > 0.5);
                *sum = (sum.0 + weight * reward, sum.1 + weight);
            }
            rounds += 1;
            if rounds % 256 == 0 {
                meter.report(rounds, wins as f64 / (rounds as f64 * moves.len() as f64));
            }
        }
        let mean = |&(sum, total): &(f64, f64)| if total > 0.0 { sum / total } else { 0.0 };
        let value = |s| rewards.worth(mean(s));
        let values: Vec<(G::Move, f64)> = moves.iter().zip(&sums).map(|(&mv, s)| (mv, value(s))).collect();
        let mut best = values[0];
        for &(mv, value) in &values[1..] {
            if value > best.1 {
                best = (mv, value);
            }
        }
        let because = vec![format!("average {:.3} over {rounds} sampled states", best.1)];
        let (nodes, stopped) = (meter.nodes(), meter.stopped());
        Ok(Thought { best: best.0, line: vec![best.0], values, nodes, depth: rounds, stopped, because })
    }
}
