//! Information set Monte Carlo tree search for games with hidden information (P. I. Cowling, E. J. Powley, D. Whitehouse,
//! *Information Set Monte Carlo Tree Search*, 2012: SO-ISMCTS with partially observable moves): one tree over what the
//! thinking player sees, walked in each iteration with another state the view allows (a determinization). Which moves
//! exist depends on the state, so the confidence bound of a child counts how often the child was available rather than how
//! often its parent was visited. Any number of players, with chance.
//!
//! Moves and chance events that the thinking player does not see ([`Observe::visible`]: a card laid away face down, a
//! card dealt to another) share one edge, so the tree below cannot depend on them.
//!
//! Unlike `pimc` it has one plan for all states it cannot distinguish (no strategy fusion). The others plan as if they saw
//! what we see, so it does not bluff on purpose.
//!
//! That is harmless among cards but not among words: who is to double must reckon with others who double again when they hold
//! good cards, and believe those who doubled before. So in a game played for money, where a sober player has one word to say
//! ([`Game::sensible`]) and the stakes can be raised ([`Explained::raises`]), three things are different ([`Config::listen`]). The others' words are chosen by how the state of the
//! walk has turned out for them so far ([`Fortune`]): a state is walked with several times for that. The states are those
//! in which who spoke up mostly wins ([`crate::said`]). And a sober word is said unless another is surely better.

use crate::Budget;
use crate::mcts::Aim;
use crate::mcts::reward::Rewards;
use crate::said::{Explained, Memory, PLAYS, Tried};
use crate::simulate::{Policy, forced};
use game::{
    Agent, Belief, Beliefs, Contradiction, Evaluate, Fault, Limit, Meter, Observe, Player, Rng, Thought,
};
use std::sync::Arc;

/// How the search works.
#[derive(Clone, Debug)]
pub struct Config {
    /// How much untried moves are preferred to good ones.
    pub exploration: f64,
    /// What is averaged.
    pub aim: Aim,
    /// Who plays on beyond the tree.
    pub policy: Policy,
    /// The most nodes of the tree.
    pub tree: usize,
    /// Moves after which a simulated play is given up.
    pub length: u64,
    /// Whether the words of the others depend on their cards and tell of them, in games played for money.
    pub listen: bool,
}

/// The information set tree search agent.
pub struct Ismcts<G: Observe> {
    budget: Budget,
    config: Config,
    evaluator: Option<Arc<dyn Evaluate<G>>>,
    beliefs: Beliefs<G>,
    memory: Memory<G>,
    /// Whether moves are compared: all of them are tried as often.
    even: bool,
    rng: Rng,
}

impl<G: Observe> Ismcts<G> {
    /// An agent of this configuration.
    pub fn new(budget: Budget, config: Config, seed: u64) -> Ismcts<G> {
        Ismcts {
            budget,
            config,
            evaluator: None,
            beliefs: Beliefs::default(),
            memory: Memory::default(),
            even: false,
            rng: Rng::new(seed),
        }
    }

    /// The same agent, judging new leaves and untried moves by an evaluator instead of simulated plays.
    pub fn with_evaluator(mut self, evaluator: Arc<dyn Evaluate<G>>) -> Ismcts<G> {
        self.evaluator = Some(evaluator);
        self
    }
}

/// What the thinking player sees of a move: which it is, or only that one was made.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Edge<M> {
    Seen(M),
    Unseen,
}

/// How the state of a walk has turned out for a player so far: badly, either way, well.
type Fortune = u8;
const FORTUNES: usize = 3;

/// States in hand that are walked with again, and how often one is before it is replaced.
const STATES: usize = 64;
const WALKS: u32 = 16;

/// A word that is not a sober player's has to be better than his by so many standard errors, and to be tried so often: who
/// doubles on a few plays doubles on luck.
const DOUBT: f64 = 1.0;
const FEW: f64 = 8.0;

/// What a move of the root brought: how often it was tried, the mean and the variance of that mean.
#[derive(Clone, Copy)]
struct Brought {
    visits: f64,
    mean: f64,
    variance: f64,
}

#[derive(Clone, Copy, Default)]
struct Tally {
    visits: f64,
    available: f64,
    sum: f64,
}

struct Node<M> {
    all: Tally,
    /// The place of the tallies by fortune; 0: none yet.
    apart: u32,
    /// Whether a sober player has one word to say here, once that was asked.
    word: Option<bool>,
    children: Vec<(Edge<M>, u32)>,
}

impl<M> Node<M> {
    fn new(available: f64) -> Node<M> {
        Node { all: Tally { available, ..Tally::default() }, apart: 0, word: None, children: Vec::new() }
    }
}

/// How a state that was tried turned out for who won so often.
fn fortune<S>(tried: &Tried<S>, wins: u32) -> Fortune {
    // As if it had been won once and lost once before.
    (FORTUNES as u32 * (wins + 1) / (tried.plays + 2)).min(FORTUNES as u32 - 1) as Fortune
}

struct Walk<'a, G: Observe> {
    game: &'a G,
    me: Player,
    config: &'a Config,
    /// The moves that are compared at the root; all legal ones where one is chosen.
    even: Option<&'a [G::Move]>,
    evaluator: Option<&'a dyn Evaluate<G>>,
    rng: &'a mut Rng,
    /// The weight of the state of this walk.
    weight: f64,
    nodes: Vec<Node<G::Move>>,
    /// Tallies of nodes by the fortune of who moved there; the first place is nobody's.
    apart: Vec<[Tally; FORTUNES]>,
    /// How the state of this walk has turned out for each player; empty where words are not listened to.
    fortunes: Vec<Fortune>,
    meter: Meter,
    rewards: Rewards,
    /// The sum of the squares of the own reward below each child of the root.
    squares: Vec<(u32, f64)>,
    /// Scratch memory: legal moves, edges with their children, the way down, the rewards.
    moves: Vec<G::Move>,
    edges: Vec<(Edge<G::Move>, Option<u32>)>,
    path: Vec<(u32, Option<Player>, Option<Fortune>)>,
    payout: Vec<f64>,
}

impl<G: Observe> Walk<'_, G> {
    /// One walk with the state `s`. `false` when the limit cut it short.
    fn simulate(&mut self, mut s: G::State) -> bool {
        self.path.clear();
        self.path.push((0, None, None));
        let mut at = 0u32;
        while !self.game.settled(&s) {
            let actor = self.game.turn(&s).player();
            self.moves.clear();
            self.game.moves(&s, &mut self.moves);
            if let Some(compared) = self.even.filter(|_| at == 0) {
                self.moves.retain(|mv| compared.contains(mv));
            }
            let mut fortune = None;
            let (edge, mv) = match actor {
                Some(p) => {
                    fortune = self.fortune(&s, at, p);
                    let Some(edge) = self.choose(&s, at, p, fortune) else { break };
                    (edge, self.concrete(&s, edge))
                }
                None => {
                    let drawn = self.rng.weighted(self.moves.iter().map(|&mv| self.game.weight(&s, mv)));
                    let event = self.moves[drawn];
                    (self.edge(&s, event), event)
                }
            };
            let Some((child, fresh)) = self.child(at, edge) else { break };
            self.game.apply(&mut s, mv);
            self.path.push((child, actor, fortune));
            at = child;
            if !self.meter.node() {
                return false;
            }
            if fresh {
                break;
            }
        }
        match self.evaluator.filter(|_| !self.game.settled(&s)) {
            Some(evaluator) => {
                self.payout.clear();
                evaluator.value(self.game, &s, &mut self.payout);
            }
            None => {
                let tools = (&mut *self.rng, &mut self.moves, &mut self.meter);
                if !self.config.policy.follow(self.game, &mut s, self.config.length, tools) {
                    return false;
                }
                self.rewards.of(self.game, &s, self.game.settled(&s), &mut self.payout);
            }
        }
        if let Some(&(first, _, _)) = self.path.get(1) {
            let square = self.weight * self.payout[self.me.index()].powi(2);
            match self.squares.iter_mut().find(|(child, _)| *child == first) {
                Some((_, sum)) => *sum += square,
                None => self.squares.push((first, square)),
            }
        }
        for &(at, actor, fortune) in &self.path {
            let node = &mut self.nodes[at as usize];
            let gain = self.weight * actor.map_or(0.5, |p| self.payout[p.index()]);
            let apart = fortune.map(|fortune| &mut self.apart[node.apart as usize][usize::from(fortune)]);
            for tally in std::iter::once(&mut node.all).chain(apart) {
                tally.visits += self.weight;
                tally.sum += gain;
            }
        }
        true
    }

    /// How this state has turned out for `p`, if `p` is another who has a word to say.
    fn fortune(&mut self, s: &G::State, at: u32, p: Player) -> Option<Fortune> {
        if p == self.me || self.moves.len() < 2 {
            return None;
        }
        let &fortune = self.fortunes.get(p.index())?;
        let known = self.nodes[at as usize].word;
        let word = known.unwrap_or_else(|| self.config.policy.settled_on(self.game, s, self.rng));
        self.nodes[at as usize].word = Some(word);
        word.then_some(fortune)
    }

    fn edge(&self, s: &G::State, mv: G::Move) -> Edge<G::Move> {
        if self.game.visible(s, mv, self.me) { Edge::Seen(mv) } else { Edge::Unseen }
    }

    /// The move of an edge in the state `s`. Of moves that look alike, what the policy does, or any of them.
    fn concrete(&mut self, s: &G::State, edge: Edge<G::Move>) -> G::Move {
        if let Edge::Seen(mv) = edge {
            return mv;
        }
        let mut scratch = Vec::new();
        let guess = self.config.policy.pick(self.game, s, self.rng, &mut scratch);
        if let Some(mv) = guess.filter(|&mv| !self.game.visible(s, mv, self.me)) {
            return mv;
        }
        let (game, me) = (self.game, self.me);
        let unseen = || self.moves.iter().copied().filter(|&mv| !game.visible(s, mv, me));
        let at = self.rng.below(unseen().count());
        unseen().nth(at).unwrap_or(self.moves[0])
    }

    /// The child along an edge, made if there is room, and whether it is new.
    fn child(&mut self, at: u32, edge: Edge<G::Move>) -> Option<(u32, bool)> {
        if let Some(&(_, child)) = self.nodes[at as usize].children.iter().find(|(known, _)| *known == edge) {
            return Some((child, false));
        }
        if self.nodes.len() >= self.config.tree {
            return None;
        }
        let child = self.nodes.len() as u32;
        self.nodes.push(Node::new(self.weight));
        self.nodes[at as usize].children.push((edge, child));
        Some((child, true))
    }

    /// An untried edge of the legal moves, or the one with the best bound. `None` if there is no room for any.
    fn choose(
        &mut self,
        s: &G::State,
        at: u32,
        actor: Player,
        fortune: Option<Fortune>,
    ) -> Option<Edge<G::Move>> {
        let mut edges = std::mem::take(&mut self.edges);
        edges.clear();
        let mut untried = 0;
        for &mv in &self.moves {
            let edge = if actor == self.me { Edge::Seen(mv) } else { self.edge(s, mv) };
            if edge == Edge::Unseen && edges.iter().any(|&(known, _)| known == edge) {
                continue;
            }
            let known = self.nodes[at as usize].children.iter().find(|(known, _)| *known == edge);
            let known = known.map(|&(_, child)| child);
            untried += usize::from(known.is_none());
            edges.push((edge, known));
        }
        for child in edges.iter().filter_map(|&(_, child)| child) {
            let node = &mut self.nodes[child as usize];
            node.all.available += self.weight;
            if let Some(fortune) = fortune {
                if node.apart == 0 {
                    node.apart = self.apart.len() as u32;
                    self.apart.push([Tally::default(); FORTUNES]);
                }
                self.apart[node.apart as usize][usize::from(fortune)].available += self.weight;
            }
        }
        let chosen = if untried > 0 && self.nodes.len() < self.config.tree {
            let nth = self.rng.below(untried);
            let any = edges.iter().filter(|(_, child)| child.is_none()).nth(nth).map(|&(edge, _)| edge);
            self.promising(s, &edges).or(any)
        } else {
            let mut best: Option<(f64, Edge<G::Move>)> = None;
            for &(edge, child) in &edges {
                let Some(child) = child else { continue };
                let bound = match self.even.is_some() && at == 0 {
                    true => -self.nodes[child as usize].all.visits,
                    false => self.bound(child, fortune),
                };
                if best.is_none_or(|(most, _)| bound > most) {
                    best = Some((bound, edge));
                }
            }
            best.map(|(_, edge)| edge)
        };
        self.edges = edges;
        chosen
    }

    /// The untried move that looks best to the evaluator, if there is one.
    fn promising(&self, s: &G::State, edges: &[(Edge<G::Move>, Option<u32>)]) -> Option<Edge<G::Move>> {
        let evaluator = self.evaluator?;
        let mut priors = Vec::with_capacity(self.moves.len());
        evaluator.prior(self.game, s, &self.moves, &mut priors);
        debug_assert_eq!(priors.len(), self.moves.len(), "an evaluator gives one prior a move");
        let mut best: Option<(f64, Edge<G::Move>)> = None;
        for (&mv, prior) in self.moves.iter().zip(priors) {
            let untried = edges.contains(&(Edge::Seen(mv), None));
            if untried && best.is_none_or(|(most, _)| prior > most) {
                best = Some((prior, Edge::Seen(mv)));
            }
        }
        best.map(|(_, edge)| edge)
    }

    /// The upper confidence bound of a child, among states that turned out alike for who chooses.
    fn bound(&self, child: u32, fortune: Option<Fortune>) -> f64 {
        let node = &self.nodes[child as usize];
        let tally = fortune.map_or(&node.all, |f| &self.apart[node.apart as usize][usize::from(f)]);
        if tally.visits == 0.0 {
            return f64::INFINITY;
        }
        tally.sum / tally.visits
            + self.config.exploration * (tally.available.max(1.0).ln() / tally.visits).sqrt()
    }

    /// The moves of the root that were tried, with what they brought.
    fn tried(&self, moves: &[G::Move]) -> impl Iterator<Item = (G::Move, Brought)> {
        self.nodes[0].children.iter().filter_map(|&(edge, child)| {
            let (Edge::Seen(mv), tally) = (edge, self.nodes[child as usize].all) else { return None };
            let &(_, squares) = self.squares.iter().find(|(known, _)| *known == child)?;
            let mean = tally.sum / tally.visits;
            let variance = (squares / tally.visits - mean * mean).max(0.0) / tally.visits;
            let brought = Brought { visits: tally.visits, mean, variance };
            (moves.contains(&mv) && tally.visits > 0.0).then_some((mv, brought))
        })
    }

    /// The move tried most, or the word of a sober player where that is hardly worse; and what it brings.
    fn choice(&self, moves: &[G::Move], sober: Option<G::Move>) -> (G::Move, f64) {
        // Moves that were tried as often are compared by what they brought.
        let more = |a: &(G::Move, Brought), b: &(G::Move, Brought)| match self.even {
            Some(_) => b.1.mean > a.1.mean,
            None => b.1.visits > a.1.visits,
        };
        let Some(best) = self.tried(moves).reduce(|a, b| if more(&a, &b) { b } else { a }) else {
            return (moves[0], 0.5);
        };
        let Some(sober) = sober.filter(|sober| *sober != best.0 && moves.contains(sober)) else {
            return (best.0, best.1.mean);
        };
        let usual = self.tried(moves).find(|(mv, _)| *mv == sober).map(|(_, brought)| brought);
        // Of a few plays the spread is not known: that of the other word is taken.
        let unsure = |a: &Brought, b: &Brought| match b.visits >= FEW {
            true => b.variance,
            false => a.variance * a.visits / b.visits,
        };
        let surely = |a: &Brought, b: &Brought| {
            a.visits >= FEW && a.mean - b.mean > DOUBT * (a.variance + unsure(a, b)).sqrt()
        };
        match usual {
            Some(usual) if surely(&best.1, &usual) => (best.0, best.1.mean),
            usual => (sober, usual.map_or(0.5, |usual| usual.mean)),
        }
    }

    /// One walk with a state of `pool`, drawn anew when it is worn. `false` when the limit cut it short.
    fn again(
        &mut self,
        pool: &mut Vec<Tried<G::State>>,
        explained: &mut Explained<'_, G>,
    ) -> Result<bool, Contradiction> {
        let at = self.rng.below(STATES).min(pool.len());
        if pool.get(at).is_none_or(|tried| tried.plays >= PLAYS + WALKS) {
            let tried = explained.draw(self.rng, &mut self.meter)?;
            match pool.get_mut(at) {
                Some(worn) => *worn = tried,
                None => pool.push(tried),
            }
        }
        let tried = &mut pool[at];
        self.weight = tried.weight;
        self.fortunes.clear();
        self.fortunes.extend(tried.wins.iter().map(|&wins| fortune(tried, wins)));
        if !self.simulate(tried.state.clone()) {
            return Ok(false);
        }
        tried.plays += 1;
        for (wins, &payout) in tried.wins.iter_mut().zip(&self.payout) {
            *wins += u32::from(payout > 0.5);
        }
        Ok(true)
    }
}

impl<G: Observe> Agent<G> for Ismcts<G> {
    fn compare(
        &mut self,
        game: &G,
        me: Player,
        view: &G::View,
        moves: &[G::Move],
        limit: &Limit,
    ) -> Result<Thought<G::Move>, Fault> {
        self.even = true;
        let thought = self.choose(game, me, view, moves, limit);
        self.even = false;
        thought
    }

    fn believe(&mut self, belief: Arc<dyn Belief<G>>) -> bool {
        self.beliefs.hold(belief);
        true
    }

    fn heard(&mut self, _game: &G, _me: Player, by: Option<Player>, view: &G::View) {
        self.memory.heard(by, view);
    }

    fn undone(&mut self, _made: usize) {
        self.memory.forget();
    }

    fn over(&mut self, _game: &G, _me: Player, _view: &G::View) {
        self.memory.forget();
    }

    fn keeps(&self) -> usize {
        self.memory.keeps()
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
        let mut rewards = Rewards::new(self.config.aim);
        let worlds = self.beliefs.worlds(game, view)?;
        let root = worlds.draw(&mut self.rng)?.0;
        rewards.begin(game, &root);
        let (policy, length) = (self.config.policy, self.config.length);
        let speaks = self.config.listen && self.evaluator.is_none() && rewards.money();
        let mut explained = None;
        if speaks && policy.settled_on(game, &root, &mut self.rng) {
            let mut deals = Explained::new(game, &worlds, policy, length, rewards.clone());
            if deals.raises(moves, &mut self.rng, &mut meter)? {
                let spoken = self.memory.bold((game, me), view, &self.beliefs, policy, &mut self.rng);
                explained = Some(deals.after(spoken));
            }
        }
        let mut pool = Vec::new();
        let mut walk = Walk {
            game,
            me,
            config: &self.config,
            even: self.even.then_some(moves),
            evaluator: self.evaluator.as_deref(),
            nodes: vec![Node::new(0.0)],
            apart: vec![[Tally::default(); FORTUNES]],
            fortunes: Vec::new(),
            meter,
            rewards,
            squares: Vec::new(),
            moves: Vec::new(),
            edges: Vec::new(),
            path: Vec::new(),
            payout: Vec::new(),
            rng: &mut self.rng,
            weight: 1.0,
        };
        let (mut rounds, mut wins) = (0u64, 0u64);
        while walk.meter.iteration() {
            let walked = match &mut explained {
                Some(explained) => walk.again(&mut pool, explained)?,
                None => {
                    let (world, weight) = worlds.draw(walk.rng)?;
                    walk.weight = weight;
                    walk.simulate(world)
                }
            };
            if !walked {
                break;
            }
            rounds += 1;
            wins += u64::from(walk.payout[me.index()] > 0.5);
            if rounds % 1024 == 0 {
                walk.meter.report(rounds, wins as f64 / rounds as f64);
            }
        }
        let sober = explained.and_then(|_| policy.pick(game, &root, walk.rng, &mut walk.moves));
        let (best, mean) = walk.choice(moves, sober);
        let values = walk.tried(moves).map(|(mv, tried)| (mv, walk.rewards.worth(tried.mean))).collect();
        let mut because = vec![format!("{wins} of {rounds} simulations won")];
        because.extend(walk.rewards.reason(mean));
        let (nodes, stopped) = (walk.meter.nodes(), walk.meter.stopped());
        Ok(Thought { best, line: vec![best], values, nodes, depth: rounds, stopped, because })
    }
}
