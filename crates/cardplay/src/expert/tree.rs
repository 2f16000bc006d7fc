//! The second opinion: a tree search over what the thinking player sees ([`search::Ismcts`]), walked with deals that the
//! words and cards of the others make likely.
//!
//! Open hands believe that everybody will know everything from the next card on; the tree has one plan for all deals that
//! look alike, but plays on at random below it. Where deals are too long for the kernel the tree decides alone.

use super::{Expert, Question, TREE, words};
use cards::TrickTaking;
use game::{Agent, Belief, Contradiction, Fault, Limit, Listed, Meter, Thought, WorldsOf};
use search::{Budget, Ismcts};
use std::sync::Arc;

/// Positions of the kernel that a likely deal costs, roughly.
const DEAL: u64 = 1000;
/// Likely deals that a tree is walked with, at least and at most.
const DEALS: (u64, u64) = (32, 400);

/// Deals that were drawn already.
struct Drawn<S>(Vec<S>);

impl<G: TrickTaking> Belief<G> for Drawn<G::State> {
    fn worlds<'a>(&'a self, _game: &'a G, _view: &G::View) -> Result<WorldsOf<'a, G>, Contradiction> {
        Ok(Box::new(Listed::new(self.0.clone())?))
    }
}

/// A part of a limit.
pub(super) fn part(limit: &Limit, share: f64) -> Limit {
    Limit {
        time: limit.time.map(|time| time.mul_f64(share)),
        nodes: limit.nodes.map(|nodes| (nodes as f64 * share) as u64),
        ..limit.clone()
    }
}

/// What the tree found each move to be worth; a move it never tried is as bad as the worst.
pub(super) fn values<M: PartialEq>(moves: &[M], thought: &Thought<M>) -> Vec<f64> {
    let known = |mv: &M| thought.values.iter().find(|(tried, _)| tried == mv).map(|(_, value)| *value);
    let least = thought.values.iter().map(|(_, value)| *value).reduce(f64::min).unwrap_or(0.0);
    moves.iter().map(|mv| known(mv).unwrap_or(least)).collect()
}

impl<G: TrickTaking + 'static> Expert<G> {
    /// A decision that the tree made alone, with reasons.
    pub(super) fn as_the_tree_says(
        &mut self,
        q: &Question<'_, G>,
        view: &G::View,
        probe: &G::State,
        thought: Thought<G::Move>,
    ) -> Thought<G::Move> {
        let value = |mv: &G::Move| thought.values.iter().find(|(m, _)| m == mv).map(|(_, value)| *value);
        let others = thought.values.iter().filter(|(mv, _)| *mv != thought.best).map(|(_, value)| *value);
        self.reasons = words::searched(value(&thought.best), thought.depth, others.reduce(f64::max));
        self.motives(q, view, probe, thought.best);
        self.remember(q.phase, q.game.card_of(thought.best));
        let because = self.reasons.iter().map(|reason| reason.said.en.clone()).collect();
        Thought { because, ..thought }
    }

    /// What the tree makes of a decision.
    pub(super) fn ask_tree(
        &mut self,
        q: &Question<'_, G>,
        view: &G::View,
        limit: &Limit,
    ) -> Result<Thought<G::Move>, Fault> {
        let mut tree = Ismcts::new(Budget::visiting(super::NODES), TREE, self.rng.bits());
        let meter = Meter::start(limit);
        if self.weighs(q.game.deck(), q.phase) && q.worlds.count() != Some(1) {
            let wanted = (self.judge.budget() / DEAL).clamp(DEALS.0, DEALS.1);
            let (mut deals, mut half) = (Vec::new(), Meter::start(&part(limit, 0.5)));
            while (deals.len() as u64) < wanted && half.in_time() {
                let Some((s, _)) = self.draw(q) else { break };
                deals.push(s);
            }
            if !deals.is_empty() {
                tree.believe(Arc::new(Drawn(deals)));
            }
        } else {
            tree.believe(self.beliefs.shared());
        }
        tree.choose(q.game, q.me, view, q.moves, &meter.left())
    }
}
