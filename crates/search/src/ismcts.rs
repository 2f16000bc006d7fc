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
//! ([`Game::sensible`]), two things are different ([`Config::listen`]). The others' words are chosen by how the state of the
//! walk has turned out for them so far ([`Fortune`]): a state is walked with several times for that. And the states are those
//! in which what was said paid for who said it ([`crate::said`]).

use crate::Budget;
use crate::mcts::Aim;
use crate::mcts::reward::Rewards;
use crate::said::{Explained, Memory};
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

/// A state that is walked with several times, and how often each player won then.
struct World<S> {
    state: S,
    weight: f64,
    walks: u32,
    wins: Vec<u32>,
}

impl<S> World<S> {
    fn fortune(&self, wins: u32) -> Fortune {
        // As if it had been won once and lost once before.
        (FORTUNES as u32 * (wins + 1) / (self.walks + 2)).min(FORTUNES as u32 - 1) as Fortune
    }
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

    /// One walk with a state of `pool`, which `draw` makes. `false` when the limit cut it short.
    fn again(
        &mut self,
        pool: &mut Vec<World<G::State>>,
        draw: impl FnOnce(&mut Rng, &mut Meter) -> Result<(G::State, f64), Contradiction>,
    ) -> Result<bool, Contradiction> {
        let at = self.rng.below(STATES).min(pool.len());
        if pool.get(at).is_none_or(|world| world.walks >= WALKS) {
            let (state, weight) = draw(self.rng, &mut self.meter)?;
            let world = World { state, weight, walks: 0, wins: vec![0; self.game.players()] };
            match pool.get_mut(at) {
                Some(worn) => *worn = world,
                None => pool.push(world),
            }
        }
        let world = &mut pool[at];
        self.weight = world.weight;
        self.fortunes.clear();
        self.fortunes.extend(world.wins.iter().map(|&wins| world.fortune(wins)));
        if !self.simulate(world.state.clone()) {
            return Ok(false);
        }
        world.walks += 1;
        for (wins, &payout) in world.wins.iter_mut().zip(&self.payout) {
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
        let listen = self.config.listen
            && self.evaluator.is_none()
            && rewards.money()
            && self.config.policy.settled_on(game, &root, &mut self.rng);
        let said = self.memory.until(view).filter(|_| listen);
        let explained = said.and_then(|said| {
            let setting = (self.config.policy, self.config.length, rewards.clone());
            Explained::new(game, me, &self.beliefs, said, setting, (&mut self.rng, &mut meter))
        });
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
            moves: Vec::new(),
            edges: Vec::new(),
            path: Vec::new(),
            payout: Vec::new(),
            rng: &mut self.rng,
            weight: 1.0,
        };
        let (mut rounds, mut wins) = (0u64, 0u64);
        while walk.meter.iteration() {
            let walked = if listen {
                walk.again(&mut pool, |rng, meter| {
                    let drawn = explained.as_ref().and_then(|explained| explained.draw(rng, meter));
                    drawn.map_or_else(|| worlds.draw(rng), Ok)
                })?
            } else {
                let (world, weight) = worlds.draw(walk.rng)?;
                walk.weight = weight;
                walk.simulate(world)
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
        let mut best = (moves[0], 0.0, 0.5);
        let mut values = Vec::new();
        for &(edge, child) in &walk.nodes[0].children {
            let node = &walk.nodes[child as usize];
            if let Edge::Seen(mv) = edge
                && moves.contains(&mv)
                && node.all.visits > 0.0
            {
                let mean = node.all.sum / node.all.visits;
                values.push((mv, walk.rewards.worth(mean)));
                // A choice is the move that was tried most; moves that were tried as often are compared by what they brought.
                let better =
                    if self.even { best.1 == 0.0 || mean > best.2 } else { node.all.visits > best.1 };
                if better {
                    best = (mv, node.all.visits, mean);
                }
            }
        }
        let mut because = vec![format!("{wins} of {rounds} simulations won")];
        because.extend(walk.rewards.reason(best.2));
        let (nodes, stopped) = (walk.meter.nodes(), walk.meter.stopped());
        Ok(Thought { best: best.0, line: vec![best.0], values, nodes, depth: rounds, stopped, because })
    }
}
