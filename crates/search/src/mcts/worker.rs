//! One tree and the simulations that grow it.

use super::Config;
use super::reward::Rewards;
use super::tree::{Proof, Tree};
use crate::stake::{Result3, result};
use game::{Evaluate, Game, Limit, Meter, Observe, Player, Rng, Stopped, Turn};
use std::sync::Arc;

/// States compared at most when the tree of the last decision is searched for the state reached.
const LOOK_BACK: usize = 20_000;

/// A tree of one thread, kept between decisions.
pub(super) struct Worker<G: Observe> {
    config: Config,
    rng: Rng,
    tree: Tree<G::Move>,
    root: Option<G::State>,
    rewards: Rewards,
    path: Vec<(usize, Option<u8>)>,
    moves: Vec<G::Move>,
    payout: Vec<f64>,
    /// Judges new leaves instead of simulated plays.
    pub(super) evaluator: Option<Arc<dyn Evaluate<G>>>,
    /// Whether some wins are known to be better than others; nothing is proven then.
    graded: bool,
}

impl<G: Observe> Worker<G> {
    /// The memory of its tree, in bytes.
    pub(super) fn bytes(&self) -> usize {
        self.tree.bytes()
    }
}

/// A move at the root.
#[derive(Clone, Debug)]
pub(super) struct Root<M> {
    pub(super) mv: M,
    pub(super) visits: u64,
    pub(super) sum: f64,
    pub(super) proof: Proof,
}

impl<M> Root<M> {
    pub(super) fn mean(&self) -> f64 {
        if self.visits == 0 { 0.5 } else { self.sum / self.visits as f64 }
    }

    /// The value for people: what is proven, else the average.
    pub(super) fn worth(&self, me: Player) -> f64 {
        match self.proof {
            Proof::Won(p, _) => f64::from(u8::from(p == me.0)),
            Proof::Nobody(_) | Proof::Unknown => self.mean(),
        }
    }
}

/// What a tree says in the end.
#[derive(Clone, Debug)]
pub(super) struct Tally<M> {
    pub(super) roots: Vec<Root<M>>,
    pub(super) line: Vec<M>,
    pub(super) nodes: u64,
    pub(super) iterations: u64,
    pub(super) wins: u64,
    pub(super) complete: bool,
    pub(super) stopped: Stopped,
}

impl<M: Copy + Eq> Tally<M> {
    /// Two trees added up. The line is that of the first.
    pub(super) fn plus(mut self, other: Tally<M>) -> Tally<M> {
        for (root, more) in self.roots.iter_mut().zip(&other.roots) {
            root.visits += more.visits;
            root.sum += more.sum;
            if root.proof == Proof::Unknown {
                root.proof = more.proof;
            }
        }
        self.nodes += other.nodes;
        self.iterations += other.iterations;
        self.wins += other.wins;
        self.complete |= other.complete;
        self
    }
}

impl<G: Observe> Worker<G> {
    pub(super) fn new(config: Config, rng: Rng) -> Worker<G> {
        Worker {
            rewards: Rewards::new(config.aim),
            tree: Tree::new(config.tree),
            config,
            rng,
            root: None,
            path: Vec::new(),
            moves: Vec::new(),
            payout: Vec::new(),
            evaluator: None,
            graded: false,
        }
    }

    /// Simulates until the limit is reached or the root is proven.
    pub(super) fn think(
        &mut self,
        game: &G,
        me: Player,
        state: &G::State,
        moves: &[G::Move],
        limit: &Limit,
    ) -> Tally<G::Move> {
        let mut meter = Meter::start(limit);
        if self.root.is_none() {
            self.calibrate(game, state, &mut meter);
        }
        self.enter(game, state, moves);
        let (mut iterations, mut wins) = (0, 0);
        while self.tree.node(0).proof == Proof::Unknown && meter.iteration() {
            if !self.simulate(game, state, &mut meter) {
                break;
            }
            if !self.graded && self.rewards.graded() {
                self.graded = true;
                self.tree.doubt();
            }
            iterations += 1;
            wins += u64::from(self.payout[me.index()] > 0.5);
            if iterations % 1024 == 0 {
                meter.report(iterations, wins as f64 / iterations as f64);
            }
        }
        let complete = self.tree.node(0).proof != Proof::Unknown;
        let root = |at: usize| {
            let node = self.tree.node(at);
            node.mv.map(|mv| Root { mv, visits: u64::from(node.visits), sum: node.sum, proof: node.proof })
        };
        let roots = self.tree.children(0).filter_map(root).collect();
        let line = self.line(game, state);
        Tally { roots, line, nodes: meter.nodes(), iterations, wins, complete, stopped: meter.stopped() }
    }

    /// A few random games to learn the scale of the scores.
    fn calibrate(&mut self, game: &G, state: &G::State, meter: &mut Meter) {
        self.rewards.begin(game, state);
        for _ in 0..8 {
            if !self.playout(game, &mut state.clone(), meter) {
                break;
            }
        }
        self.graded = self.rewards.graded();
    }

    /// Makes the tree one of `state`: what is below it in the old tree, or a new one.
    fn enter(&mut self, game: &G, state: &G::State, moves: &[G::Move]) {
        let kept = self.root.take().filter(|_| self.config.reuse).and_then(|old| self.seek(game, old, state));
        self.tree = kept.map_or_else(|| Tree::new(self.config.tree), |at| self.tree.below(at));
        self.root = Some(state.clone());
        let same = self.tree.children(0).map(|c| self.tree.node(c).mv).eq(moves.iter().map(|&mv| Some(mv)));
        if !same {
            self.tree = Tree::new(self.config.tree.max(moves.len() + 1));
            self.tree.expand(0, moves);
            self.ask_priors(game, state, 0);
        }
    }

    /// Looks for the node of `state`, breadth-first from the old root.
    fn seek(&self, game: &G, old: G::State, state: &G::State) -> Option<usize> {
        let mut queue = std::collections::VecDeque::from([(0, old)]);
        let mut seen = 0;
        while let Some((at, s)) = queue.pop_front() {
            if s == *state {
                return Some(at);
            }
            seen += 1;
            if seen > LOOK_BACK {
                return None;
            }
            for child in self.tree.children(at) {
                if let Some(mv) = self.tree.node(child).mv.filter(|_| self.tree.node(child).visits > 0)
                    && queue.len() + seen <= LOOK_BACK
                {
                    let mut next = s.clone();
                    game.apply(&mut next, mv);
                    queue.push_back((child, next));
                }
            }
        }
        None
    }

    /// One walk through the tree, one random game, and the way back. `false` when the limit cut it short.
    fn simulate(&mut self, game: &G, root: &G::State, meter: &mut Meter) -> bool {
        let mut s = root.clone();
        self.path.clear();
        self.path.push((0, None));
        let mut at = 0;
        loop {
            let turn = game.turn(&s);
            if self.tree.node(at).proof != Proof::Unknown {
                self.payout_of_proof(game, at);
                break;
            }
            if game.settled(&s) {
                if !self.graded && turn == Turn::Over {
                    self.tree.node_mut(at).proof = end(game, &s);
                }
                self.rewards.of(game, &s, true, &mut self.payout);
                break;
            }
            let fresh = self.tree.node(at).visits == 0 && at != 0;
            if fresh || !self.grow(game, &s, at) {
                if let Some(evaluator) = &self.evaluator {
                    self.payout.clear();
                    evaluator.value(game, &s, &mut self.payout);
                } else if !self.playout(game, &mut s, meter) {
                    return false;
                }
                break;
            }
            let actor = turn.player().map(|p| p.0);
            at = self.pick(game, &s, at, actor);
            if let Some(mv) = self.tree.node(at).mv {
                game.apply(&mut s, mv);
            }
            self.path.push((at, actor));
            if !meter.node() {
                return false;
            }
        }
        self.back(game.players());
        true
    }

    fn grow(&mut self, game: &G, s: &G::State, at: usize) -> bool {
        if !self.tree.children(at).is_empty() {
            return true;
        }
        self.moves.clear();
        game.moves(s, &mut self.moves);
        let grown = self.tree.expand(at, &self.moves);
        if grown {
            self.ask_priors(game, s, at);
        }
        grown
    }

    /// Lets the evaluator, if there is one, say how promising the moves of a node are.
    fn ask_priors(&mut self, game: &G, s: &G::State, at: usize) {
        let Some(evaluator) = &self.evaluator else { return };
        let children = self.tree.children(at);
        let moves: Vec<G::Move> = children.clone().filter_map(|c| self.tree.node(c).mv).collect();
        let mut priors = Vec::with_capacity(moves.len());
        evaluator.prior(game, s, &moves, &mut priors);
        debug_assert_eq!(priors.len(), moves.len(), "an evaluator gives one prior a move");
        for (child, prior) in children.zip(priors) {
            self.tree.node_mut(child).prior = prior as f32;
        }
    }

    /// The child to walk to: by weight for chance, by upper confidence bound for a player.
    fn pick(&mut self, game: &G, s: &G::State, at: usize, actor: Option<u8>) -> usize {
        let children = self.tree.children(at);
        let Some(actor) = actor else {
            let tree = &self.tree;
            let weights = children.clone().map(|c| tree.node(c).mv.map_or(0, |mv| game.weight(s, mv)));
            return children.start + self.rng.weighted(weights);
        };
        let visits = f64::from(self.tree.node(at).visits.max(1));
        let (log, root, guided) = (visits.ln(), visits.sqrt(), self.evaluator.is_some());
        let (mut best, mut best_value, mut ties) = (children.start, f64::NEG_INFINITY, 0);
        for child in children {
            let node = self.tree.node(child);
            let lost = matches!(node.proof, Proof::Won(p, _) if p != actor);
            let value = if lost {
                -1.0
            } else if guided {
                // PUCT (Silver et al. 2017): untried moves count as even, and are tried by their prior.
                let visits = f64::from(node.visits);
                let mean = if node.visits == 0 { 0.5 } else { node.sum / visits };
                mean + self.config.exploration * f64::from(node.prior) * root / (1.0 + visits)
            } else if node.visits == 0 {
                f64::INFINITY
            } else {
                let visits = f64::from(node.visits);
                node.sum / visits + self.config.exploration * (log / visits).sqrt()
            };
            if value > best_value {
                (best, best_value, ties) = (child, value, 1);
            } else if value == best_value {
                ties += 1;
                if self.rng.below(ties) == 0 {
                    best = child;
                }
            }
        }
        best
    }

    /// Plays on to the end of the deal.
    fn playout(&mut self, game: &G, s: &mut G::State, meter: &mut Meter) -> bool {
        let tools = (&mut self.rng, &mut self.moves, meter);
        let done = self.config.policy.follow(game, s, self.config.length, tools);
        if done {
            self.rewards.of(game, s, game.settled(s), &mut self.payout);
        }
        done
    }

    fn payout_of_proof(&mut self, game: &G, at: usize) {
        let proof = self.tree.node(at).proof;
        self.payout.clear();
        for p in Player::all(game.players()) {
            self.payout.push(match proof {
                Proof::Won(q, _) => f64::from(u8::from(q == p.0)),
                Proof::Nobody(_) if game.players() == 1 => 0.0,
                Proof::Nobody(_) | Proof::Unknown => 0.5,
            });
        }
    }

    /// Adds the payout to the nodes of the path and proves what follows.
    fn back(&mut self, players: usize) {
        let mut proving = true;
        for i in (0..self.path.len()).rev() {
            let (at, actor) = self.path[i];
            if proving && i + 1 < self.path.len() {
                let proof = self.tree.prove(at, self.path[i + 1].1, players);
                if self.tree.node(at).proof == Proof::Unknown {
                    self.tree.node_mut(at).proof = proof;
                }
                proving = proof != Proof::Unknown;
            } else if i + 1 == self.path.len() {
                proving = self.tree.node(at).proof != Proof::Unknown;
            }
            let node = self.tree.node_mut(at);
            node.visits = node.visits.saturating_add(1);
            node.sum += actor.and_then(|p| self.payout.get(usize::from(p))).copied().unwrap_or(0.5);
        }
    }

    /// The most visited way down the tree, or the proven one.
    fn line(&self, game: &G, root: &G::State) -> Vec<G::Move> {
        let mut s = root.clone();
        let (mut at, mut line) = (0, Vec::new());
        while let Turn::Player(p) = game.turn(&s) {
            let mut best: Option<(u8, u32, usize)> = None;
            for child in self.tree.children(at) {
                let node = self.tree.node(child);
                let rank = match node.proof {
                    Proof::Won(q, _) if q == p.0 => 2,
                    Proof::Won(..) => 0,
                    Proof::Unknown | Proof::Nobody(_) => 1,
                };
                if node.visits > 0 && best.is_none_or(|(r, v, _)| (rank, node.visits) > (r, v)) {
                    best = Some((rank, node.visits, child));
                }
            }
            let Some((_, _, child)) = best else { break };
            let Some(mv) = self.tree.node(child).mv else { break };
            line.push(mv);
            game.apply(&mut s, mv);
            at = child;
        }
        line
    }
}

/// What the end of a play proves.
fn end<G: Game>(game: &G, s: &G::State) -> Proof {
    let mut winners = Player::all(game.players()).filter(|&p| result(game, s, p) == Result3::Won);
    match (winners.next(), winners.next()) {
        (Some(p), None) => Proof::Won(p.0, 0),
        (None, _) => Proof::Nobody(0),
        (Some(_), Some(_)) => Proof::Unknown,
    }
}
