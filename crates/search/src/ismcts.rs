//! Information set Monte Carlo tree search (single observer) for games that hide something: one tree over moves, walked
//! each time with another state the view allows. Which moves exist depends on the state, so a child's bound counts how
//! often the child was available rather than how often its parent was visited. Any number of players, with chance.
//!
//! Unlike `pimc` it has one plan for all states it cannot tell apart. It treats the others' moves as seen by all, so it
//! does not bluff on purpose.

use crate::Budget;
use crate::mcts::Aim;
use crate::mcts::reward::Rewards;
use game::{Agent, Limit, Meter, Observe, Player, Rng, Thought, Turn};

/// The information set tree search agent.
pub struct Ismcts {
    budget: Budget,
    exploration: f64,
    aim: Aim,
    room: usize,
    length: u64,
    rng: Rng,
}

impl Ismcts {
    /// An agent whose tree has at most `room` nodes and whose random games have at most `length` moves.
    pub fn new(
        budget: Budget,
        exploration: f64,
        aim: Aim,
        (room, length): (usize, u64),
        seed: u64,
    ) -> Ismcts {
        Ismcts { budget, exploration, aim, room, length, rng: Rng::new(seed) }
    }
}

struct Node<M> {
    mv: Option<M>,
    visits: f64,
    available: f64,
    sum: f64,
    children: Vec<u32>,
}

impl<M> Node<M> {
    fn new(mv: Option<M>) -> Node<M> {
        Node { mv, visits: 0.0, available: 0.0, sum: 0.0, children: Vec::new() }
    }
}

struct Walk<'a, G: Observe> {
    game: &'a G,
    agent: &'a mut Ismcts,
    nodes: Vec<Node<G::Move>>,
    meter: Meter,
    rewards: Rewards,
    moves: Vec<G::Move>,
    path: Vec<(u32, Option<Player>)>,
    payout: Vec<f64>,
}

impl<G: Observe> Walk<'_, G> {
    /// One walk with the state `s`. `false` when the limit cut it short.
    fn simulate(&mut self, mut s: G::State) -> bool {
        self.path.clear();
        self.path.push((0, None));
        let mut at = 0u32;
        loop {
            let turn = self.game.turn(&s);
            if turn == Turn::Over {
                break;
            }
            self.moves.clear();
            self.game.moves(&s, &mut self.moves);
            let (child, fresh) = match turn.player() {
                Some(_) => self.pick(at),
                None => {
                    let weights = self.moves.iter().map(|&mv| self.game.weight(&s, mv));
                    let event = self.moves[self.agent.rng.weighted(weights)];
                    self.child(at, event)
                }
            };
            let Some(child) = child else { break };
            if let Some(mv) = self.nodes[child as usize].mv {
                self.game.apply(&mut s, mv);
            }
            self.path.push((child, turn.player()));
            at = child;
            if !self.meter.node() {
                return false;
            }
            if fresh {
                break;
            }
        }
        for _ in 0..self.agent.length {
            let Some(mv) = self.game.pick(&s, &mut self.agent.rng, &mut self.moves) else { break };
            self.game.apply(&mut s, mv);
            if !self.meter.node() {
                return false;
            }
        }
        let over = self.game.turn(&s) == Turn::Over;
        self.rewards.of(self.game, &s, over, &mut self.payout);
        for &(at, actor) in &self.path {
            let node = &mut self.nodes[at as usize];
            node.visits += 1.0;
            node.sum += actor.map_or(0.5, |p| self.payout[p.index()]);
        }
        true
    }

    /// The child for one move, made if there is room, and whether it is new.
    fn child(&mut self, at: u32, mv: G::Move) -> (Option<u32>, bool) {
        let known = &self.nodes[at as usize].children;
        if let Some(&child) = known.iter().find(|&&c| self.nodes[c as usize].mv == Some(mv)) {
            return (Some(child), false);
        }
        if self.nodes.len() >= self.agent.room {
            return (None, false);
        }
        let child = self.nodes.len() as u32;
        self.nodes.push(Node::new(Some(mv)));
        self.nodes[at as usize].children.push(child);
        (Some(child), true)
    }

    /// An untried legal move, or the one with the best bound.
    fn pick(&mut self, at: u32) -> (Option<u32>, bool) {
        let known: Vec<u32> = self.nodes[at as usize].children.clone();
        let mv_of = |walk: &Self, c: u32| walk.nodes[c as usize].mv;
        let untried: Vec<G::Move> = self
            .moves
            .iter()
            .copied()
            .filter(|&mv| !known.iter().any(|&c| mv_of(self, c) == Some(mv)))
            .collect();
        let legal: Vec<u32> = known
            .into_iter()
            .filter(|&c| mv_of(self, c).is_some_and(|mv| self.moves.contains(&mv)))
            .collect();
        for &child in &legal {
            self.nodes[child as usize].available += 1.0;
        }
        if !untried.is_empty() {
            let mv = untried[self.agent.rng.below(untried.len())];
            let made = self.child(at, mv);
            if let (Some(child), true) = made {
                self.nodes[child as usize].available = 1.0;
                return made;
            }
        }
        let bound = |child: u32| {
            let node = &self.nodes[child as usize];
            if node.visits == 0.0 {
                return f64::INFINITY;
            }
            node.sum / node.visits
                + self.agent.exploration * (node.available.max(1.0).ln() / node.visits).sqrt()
        };
        let best = legal.iter().copied().reduce(|a, b| if bound(b) > bound(a) { b } else { a });
        (best, false)
    }
}

impl<G: Observe> Agent<G> for Ismcts {
    fn choose(
        &mut self,
        game: &G,
        me: Player,
        view: &G::View,
        moves: &[G::Move],
        limit: &Limit,
    ) -> Thought<G::Move> {
        let meter = Meter::start(&self.budget.limit(limit));
        let rewards = Rewards::new(self.aim);
        let mut walk = Walk {
            game,
            nodes: vec![Node::new(None)],
            meter,
            rewards,
            moves: Vec::new(),
            path: Vec::new(),
            payout: Vec::new(),
            agent: self,
        };
        let (mut rounds, mut wins) = (0u64, 0u64);
        while walk.meter.iteration() {
            let world = game.sample(view, &mut walk.agent.rng);
            if !walk.simulate(world) {
                break;
            }
            rounds += 1;
            wins += u64::from(walk.payout[me.index()] > 0.5);
            if rounds % 1024 == 0 {
                walk.meter.report(rounds, wins as f64 / rounds as f64);
            }
        }
        let mut best = (moves[0], 0.0);
        let mut values = Vec::new();
        for &child in &walk.nodes[0].children {
            let node = &walk.nodes[child as usize];
            if let Some(mv) = node.mv.filter(|mv| moves.contains(mv) && node.visits > 0.0) {
                values.push((mv, node.sum / node.visits));
                if node.visits > best.1 {
                    best = (mv, node.visits);
                }
            }
        }
        let because = vec![format!("{wins} of {rounds} simulations won")];
        let (nodes, stopped) = (walk.meter.nodes(), walk.meter.stopped());
        Thought { best: best.0, line: vec![best.0], values, nodes, depth: rounds, stopped, because }
    }
}
