//! The second opinion: a tree search over what the thinking player sees ([`search::Ismcts`]), walked with deals that the
//! words and cards of the others make likely.
//!
//! Open hands believe that everybody will know everything from the next card on; the tree has one plan for all deals that
//! look alike, but plays on at random below it. Where deals are too long for the kernel the tree decides alone.

use super::manner::Manner;
use super::table::Blend;
use super::{Expert, Question, TREE, words};
use cards::{Phase, TrickTaking};
use game::{Agent, Belief, Contradiction, Fault, Limit, Listed, Meter, Thought, WorldsOf};
use search::{Budget, Ismcts};
use std::sync::Arc;

/// Positions of the kernel that a likely deal costs, roughly.
const DEAL: u64 = 1000;
/// Likely deals that a tree is walked with, at least and at most.
const DEALS: (u64, u64) = (32, 400);

/// The part of a limit in which the chosen word is looked at in drawn deals.
pub(super) const LOOK: f64 = 0.15;

/// A declarer raises the stakes only if that brings something in so many of the drawn deals with open hands: below the tree defenders
/// play at random and let him get away with much.
const EVEN: f64 = 0.5;

/// How often a word brings something is told of so many drawn deals at least: of two it would mean nothing.
const TOLD: usize = 8;

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

/// The card of a tree that a sober player likes best by its looks, of those that are not worse than the chosen one by more than
/// the error of simulated plays.
fn best_looking<G: TrickTaking>(
    q: &Question<'_, G>,
    probe: &G::State,
    thought: &Thought<G::Move>,
) -> G::Move {
    let Some(deal) = q.game.in_play(probe).filter(|_| q.phase == Phase::Play) else { return thought.best };
    let value = |mv: &G::Move| thought.values.iter().find(|(known, _)| known == mv).map(|(_, value)| *value);
    let Some(best) = value(&thought.best) else { return thought.best };
    let unit = thought.values.iter().map(|(_, value)| value.abs()).fold(0.0, f64::max);
    let level = best - unit * (q.moves.len() as f64 / thought.depth.max(1) as f64).sqrt();
    let manner = Manner::new(&deal);
    let look = |mv: &G::Move| q.game.card_of(*mv).map(|card| manner.promise(&deal, card));
    let equal = q.moves.iter().copied().filter(|mv| value(mv).is_some_and(|value| value >= level));
    let liked = equal.filter_map(|mv| Some((look(&mv)?, mv))).max_by(|a, b| a.0.total_cmp(&b.0));
    match (look(&thought.best), liked) {
        (Some(own), Some((look, mv))) if look > own => mv,
        _ => thought.best,
    }
}

/// The same thought with silence for a raise, which is then worth no more than silence.
fn unsaid<M: Copy + PartialEq>(mut thought: Thought<M>, silence: M) -> Thought<M> {
    let known = thought.values.iter().find(|(mv, _)| *mv == silence).map(|(_, value)| *value);
    if let Some(most) = known {
        thought.values.iter_mut().for_each(|(_, value)| *value = value.min(most));
    }
    (thought.best, thought.line) = (silence, vec![silence]);
    thought
}

impl<G: TrickTaking + 'static> Expert<G> {
    /// A decision that the tree made alone, with reasons. A word is looked at in a few drawn deals, too: how often it brings
    /// something, and what speaks against it.
    pub(super) fn as_the_tree_says(
        &mut self,
        q: Question<'_, G>,
        view: &G::View,
        probe: &G::State,
        thought: Thought<G::Move>,
        limit: &Limit,
    ) -> Thought<G::Move> {
        let mut thought = Thought { best: best_looking(&q, probe, &thought), ..thought };
        let value = |mv: &G::Move| thought.values.iter().find(|(m, _)| m == mv).map(|(_, value)| *value);
        let others = thought.values.iter().filter(|(mv, _)| *mv != thought.best).map(|(_, value)| *value);
        // Of cards laid away together any may be the first: what a first card brought that was hardly tried compares nothing.
        let next = others.reduce(f64::max).filter(|_| q.phase != Phase::Talon || q.moves.len() < 3);
        self.reasons = words::searched(value(&thought.best), thought.depth, next);
        let (mut nodes, only) = (thought.nodes, [thought.best]);
        let q = match q.phase {
            Phase::Auction | Phase::Announcements | Phase::Doubling => {
                let mut meter = Meter::start(&part(limit, LOOK));
                let chosen = Question { moves: &only, ..q };
                let blend = Blend { solved: 1.0, ..self.blend(&chosen, probe) };
                let mut table = self.think(&chosen, blend, None, None, &mut meter);
                table.best();
                self.chance = table.won(0);
                let told = table.worlds() >= TOLD;
                let doubts = told && q.phase == Phase::Doubling && self.chance < EVEN;
                let silence =
                    doubts.then(|| q.game.sensible(probe, &mut self.rng, &mut Vec::new())).flatten();
                if let Some(silence) = silence.filter(|mv| *mv != only[0]) {
                    self.reasons = words::searched(value(&silence), thought.depth, None);
                    self.reasons.push(words::too_rarely(self.chance, table.worlds()));
                    thought = unsaid(thought, silence);
                } else if told {
                    self.reasons.push(words::chance(self.chance, table.worlds()));
                }
                let unseen = q.game.deck().cards().minus(q.game.hand(probe, q.me));
                let against = table.against(0, q.me.0, unseen);
                self.reasons.extend(against.map(|against| words::speaks_against(against, q.game.deck())));
                nodes += meter.nodes();
                Question { moves: q.moves, ..chosen }
            }
            _ => q,
        };
        self.motives(&q, view, probe, thought.best);
        self.remember(q.phase, q.game.card_of(thought.best));
        Thought { because: Vec::new(), nodes, ..thought }
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
        match self.even {
            true => tree.compare(q.game, q.me, view, q.moves, &meter.left()),
            false => tree.choose(q.game, q.me, view, q.moves, &meter.left()),
        }
    }
}
