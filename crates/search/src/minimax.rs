//! MiniMax and MiniMaxStochastic as in S3Games, the framework for board games made for the Summer School of Science in
//! Požega (2013): the tree is grown breadth-first within the budget and kept whole, and the unfinished states at its
//! frontier are evaluated by a heuristic.
//!
//! An end `d` moves away is worth `0.99^d`, `0` or `-0.99^d` (`discount`), so nearer wins and farther losses are preferred. States in
//! which we are to move take the maximum, all others the minimum, so extra turns work and several opponents count as
//! one. The stochastic variant looks only at a random part of our own moves below the root (`ratio`, 0.7), which lets it
//! look deeper; if the draw leaves no move, it keeps one. The version that was published left out moves of both sides
//! (`leave=both`) and did not prefer nearer wins (`discount=1`). There is no pruning and no table: see `alphabeta` for those.
//!
//! Different from the original: heuristics of Partie are whole numbers of any size and are pressed into (-0.5, 0.5); the
//! ratio belongs to one agent and not to the whole process; ties go to the first move, or to a random one (`ties=random`), which is
//! nearer to the original, where they went to the first in the order of hashes.

use crate::Budget;
use crate::stake::{Estimate, Result3, result};
use game::{Agent, Fault, Limit, Meter, Observe, Player, Rng, Stopped, Thought, Turn};

/// How the tree of [`MiniMax`] is grown and valued.
#[derive(Clone, Copy, Debug)]
pub struct MiniMaxConfig {
    /// The share of moves that are looked at below the root (1: all).
    pub ratio: f64,
    /// Whether moves of the others are left out, too.
    pub both: bool,
    /// What an end is worth one move later, as a part of what it is worth now (1: the same).
    pub discount: f64,
    /// Whether chance picks one of several moves that are equally good (else it is the first).
    pub chance: bool,
    /// The most nodes that are kept.
    pub room: usize,
}

impl MiniMaxConfig {
    /// The worth of an end.
    fn worth(&self, result: Result3, depth: u32) -> f64 {
        let sign = match result {
            Result3::Won => 1.0,
            Result3::Drawn => 0.0,
            Result3::Lost => -1.0,
        };
        sign * self.discount.powi(depth.min(100_000) as i32)
    }

    fn reason(&self, value: f64, depth: u32) -> String {
        if value.abs() <= 0.5 {
            return format!("value {value:.3} after looking {depth} moves ahead");
        }
        let what = if value > 0.0 { "wins by force" } else { "loses by force" };
        match self.discount < 1.0 {
            true => format!("{what} in {} moves", (value.abs().ln() / self.discount.ln()).round()),
            false => what.to_string(),
        }
    }
}

/// The MiniMax agent of S3Games.
pub struct MiniMax<G: Observe> {
    budget: Budget,
    estimate: Option<Estimate<G>>,
    config: MiniMaxConfig,
    rng: Rng,
}

impl<G: Observe> MiniMax<G> {
    /// An agent that values frontier states by `estimate`.
    pub fn new(
        budget: Budget,
        estimate: Option<Estimate<G>>,
        config: MiniMaxConfig,
        seed: u64,
    ) -> MiniMax<G> {
        MiniMax { budget, estimate, config, rng: Rng::new(seed) }
    }

    /// Leaves some of the moves out.
    fn thin(&mut self, moves: &mut Vec<G::Move>) {
        let chosen: Vec<G::Move> =
            moves.iter().copied().filter(|_| self.rng.unit() < self.config.ratio).collect();
        *moves = if chosen.is_empty() { vec![moves[self.rng.below(moves.len())]] } else { chosen };
    }
}

struct Node<S> {
    /// `None` once its children are in the tree.
    state: Option<S>,
    parent: u32,
    depth: u32,
    maximum: bool,
    value: f64,
}

/// A heuristic between ends: larger is better, but never as good as a win in the next 60 moves.
fn between(h: i32) -> f64 {
    let h = f64::from(h);
    0.5 * h / (h.abs() + 1.0)
}

impl<G: Observe> Agent<G> for MiniMax<G> {
    fn choose(
        &mut self,
        game: &G,
        me: Player,
        view: &G::View,
        moves: &[G::Move],
        limit: &Limit,
    ) -> Result<Thought<G::Move>, Fault> {
        if moves.len() == 1 {
            return Ok(Thought {
                because: vec!["the only legal move".to_string()],
                ..Thought::just(moves[0])
            });
        }
        let limit = self.budget.limit(limit);
        let mut meter = Meter::start(&limit);
        let root = game.sample(view, &mut self.rng)?;
        let node = |state: G::State, parent: usize, depth: u32| {
            let maximum = game.turn(&state).player() == Some(me);
            let value = if maximum { f64::NEG_INFINITY } else { f64::INFINITY };
            Node { state: Some(state), parent: parent as u32, depth, maximum, value }
        };
        let mut nodes = vec![node(root.clone(), 0, 0)];
        let mut list = Vec::new();
        let deepest = limit.depth.unwrap_or(u32::MAX);
        let mut next = 0;
        let mut full = false;
        while next < nodes.len() && nodes[next].depth < deepest && meter.open() && !full {
            let (at, depth) = (next, nodes[next].depth);
            next += 1;
            let Some(state) = nodes[at].state.take() else { continue };
            if game.turn(&state).player().is_none() {
                nodes[at].state = Some(state);
                continue;
            }
            list.clear();
            if at == 0 {
                list.extend_from_slice(moves);
            } else {
                game.moves(&state, &mut list);
            }
            if at > 0 && (nodes[at].maximum || self.config.both) && self.config.ratio < 1.0 {
                self.thin(&mut list);
            }
            // The root is expanded even beyond the budget, so that every move has a value.
            full = at > 0 && nodes.len() + list.len() > self.config.room.max(moves.len() + 1);
            if full || (at > 0 && !meter.open()) {
                nodes[at].state = Some(state);
                break;
            }
            for &mv in &list {
                let mut child = state.clone();
                game.apply(&mut child, mv);
                meter.node();
                nodes.push(node(child, at, depth + 1));
            }
        }
        let reached = nodes.last().map_or(0, |n| n.depth);
        let complete = self.judge(game, me, &mut nodes);
        // Parents stand before their children, so one pass from the end is the minimax of the tree.
        for at in (1..nodes.len()).rev() {
            let (value, parent) = (nodes[at].value, nodes[at].parent as usize);
            let above = &mut nodes[parent];
            above.value = if above.maximum { above.value.max(value) } else { above.value.min(value) };
        }
        let values: Vec<(G::Move, f64)> =
            moves.iter().zip(&nodes[1..]).map(|(&mv, node)| (mv, node.value)).collect();
        let most = values.iter().fold(f64::NEG_INFINITY, |most, v| most.max(v.1));
        let equal: Vec<(G::Move, f64)> = values.iter().copied().filter(|v| v.1 == most).collect();
        let best = equal[if self.config.chance { self.rng.below(equal.len()) } else { 0 }];
        meter.report(u64::from(reached), best.1);
        let stopped = match meter.stopped() {
            Stopped::Complete if complete && self.config.ratio >= 1.0 => Stopped::Complete,
            Stopped::Complete if full => Stopped::Nodes,
            Stopped::Complete => Stopped::Depth,
            other => other,
        };
        Ok(Thought {
            best: best.0,
            line: vec![best.0],
            values,
            nodes: meter.nodes(),
            depth: u64::from(reached),
            stopped,
            because: vec![self.config.reason(best.1, reached)],
        })
    }
}

impl<G: Observe> MiniMax<G> {
    /// Gives the leaves their values; returns whether all of them are ends.
    fn judge(&self, game: &G, me: Player, nodes: &mut [Node<G::State>]) -> bool {
        let mut complete = true;
        for node in nodes.iter_mut() {
            if let Some(state) = &node.state {
                node.value = if game.turn(state) == Turn::Over {
                    self.config.worth(result(game, state, me), node.depth)
                } else {
                    complete = false;
                    self.estimate.map_or(0.0, |h| between(h(game, state, me)))
                };
            }
        }
        complete
    }
}
