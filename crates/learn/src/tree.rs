//! A tree search that a network guides: PUCT (D. Silver et al., *Mastering the game of Go without human knowledge*, 2017). Each
//! walk goes down by value and prior, asks the network once about the leaf it reaches, and adds what it says to the way back.
//! States whose result is forced are proven and not asked about again (M. H. M. Winands, Y. Björnsson, J.-T. Saito,
//! *Monte-Carlo Tree Search Solver*, 2008). Any number of players, with chance; for games in which everybody sees everything.
//!
//! The search of `search::Mcts` takes an evaluator, too, but asks for value and prior apart and keeps its visits to itself;
//! learning needs both at once, and the visits.

use crate::math::softmax;
use crate::net::{Net, Pass};
use crate::reader::{At, Reader};
use crate::sample::{Acts, score_moves};
use game::{Game, Meter, Observe, Player, Rng, Turn, outcome};
use std::sync::Arc;

/// How much untried moves are preferred to good ones.
const EXPLORATION: f32 = 1.2;
/// How much worse than its parent an untried move is taken to be.
const UNTRIED: f32 = 0.12;
/// The share of noise among the priors at the root, in self-play.
const NOISE: f32 = 0.25;
/// States with more moves than this are not looked through for one that wins at once.
const MOST_LOOKED: usize = 16;
/// The most nodes of a tree.
const MOST_NODES: usize = 2_000_000;

/// What is known of a state for certain.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Proof {
    Open,
    Won(u8),
    Drawn,
}

#[derive(Clone, Debug)]
struct Node<M> {
    mv: Option<M>,
    /// Who made the move to it; 255 for chance.
    by: u8,
    proof: Proof,
    first: u32,
    count: u32,
    visits: u32,
    sum: f32,
    prior: f32,
    /// What the network said of it, to the player who moves there.
    value: f32,
}

impl<M> Node<M> {
    fn new(mv: Option<M>, by: u8, prior: f32) -> Node<M> {
        Node { mv, by, proof: Proof::Open, first: 0, count: 0, visits: 0, sum: 0.0, prior, value: 0.5 }
    }
}

/// A move at the root, as a search saw it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Root<M> {
    /// The move.
    pub mv: M,
    /// How often it was walked.
    pub visits: u32,
    /// What it brought on average, from 0 (lost) to 1 (won).
    pub mean: f32,
    /// Whether it is proven: won (1), drawn (0.5) or lost (0) for the mover.
    pub proven: Option<f32>,
}

/// A network that judges states of a game.
pub struct Judge<G: Observe> {
    /// How views become numbers.
    pub reader: Arc<dyn Reader<G>>,
    /// The network.
    pub net: Arc<Net>,
}

impl<G: Observe> Clone for Judge<G> {
    fn clone(&self) -> Judge<G> {
        Judge { reader: Arc::clone(&self.reader), net: Arc::clone(&self.net) }
    }
}

/// Memory for asking a network.
#[derive(Default)]
pub struct Ask {
    inputs: Vec<(u32, f32)>,
    /// The moves asked about.
    pub acts: Acts,
    pass: Pass,
    /// What the network says of each move.
    pub scores: Vec<f32>,
}

impl<G: Observe> Judge<G> {
    /// Asks about a view: fills the scores of the moves.
    pub fn ask(&self, game: &G, at: At<'_, G>, me: Player, moves: &[G::Move], ask: &mut Ask) {
        ask.inputs.clear();
        self.reader.read(game, at.view, me, &mut ask.inputs);
        self.net.forward(&ask.inputs, &mut ask.pass);
        ask.acts.clear();
        self.reader.aspects(game, at, me, moves, &mut ask.acts);
        score_moves(&ask.pass.outputs, &ask.acts, &mut ask.scores);
    }
}

impl Ask {
    /// The inputs of the last question.
    pub fn inputs(&self) -> &[(u32, f32)] {
        &self.inputs
    }

    /// The values for all players, from 0 to 1, after a question of `me`.
    fn rewards(&self, me: Player, players: usize, out: &mut Vec<f32>) {
        out.clear();
        out.resize(players, 0.5);
        match self.pass.values.as_slice() {
            [] => {}
            &[v] => {
                let mine = 0.5 + 0.5 * v;
                let others = (1.0 - mine) / (players.max(2) - 1) as f32;
                out.iter_mut()
                    .enumerate()
                    .for_each(|(p, x)| *x = if p == me.index() { mine } else { others });
            }
            values => {
                for (i, v) in values.iter().enumerate().take(players) {
                    out[(me.index() + i) % players] = 0.5 + 0.5 * v;
                }
            }
        }
    }
}

/// How a play ended, from 0 (lost) to 1 (won) for each player.
pub fn rewards<G: Game>(game: &G, s: &G::State, out: &mut Vec<f32>) {
    out.clear();
    let scores: Vec<i32> = Player::all(game.players()).map(|p| game.score(s, p)).collect();
    if let [alone] = scores.as_slice() {
        out.push(f32::from(u8::from(*alone > 0)));
        return;
    }
    let winners = outcome(&scores);
    let one = |p: Player| match winners.len() {
        0 => 0.5,
        n if winners.contains(&p) => 1.0 / (n as f32).sqrt(),
        _ => 0.0,
    };
    out.extend(Player::all(scores.len()).map(one));
}

/// The values a network learns: of the mover alone for one or two players, of everybody from the mover on otherwise.
pub fn relative(rewards: &[f32], me: Player) -> Vec<f32> {
    let n = rewards.len();
    let told = if n <= 2 { 1 } else { n };
    (0..told).map(|i| 2.0 * rewards[(me.index() + i) % n] - 1.0).collect()
}

/// How many values a network of a game has.
pub fn values_of<G: Game>(game: &G) -> usize {
    if game.players() <= 2 { 1 } else { game.players() }
}

/// The tree of one play.
pub struct Tree<G: Observe> {
    judge: Judge<G>,
    nodes: Vec<Node<G::Move>>,
    root: Option<G::State>,
    path: Vec<u32>,
    ask: Ask,
    moves: Vec<G::Move>,
    payout: Vec<f32>,
    /// Whether a state is looked through for a move that wins at once before the network is asked.
    looks: bool,
}

impl<G: Observe> Tree<G> {
    /// An empty tree.
    pub fn new(judge: Judge<G>) -> Tree<G> {
        Tree {
            judge,
            nodes: Vec::new(),
            root: None,
            path: Vec::new(),
            ask: Ask::default(),
            moves: Vec::new(),
            payout: Vec::new(),
            looks: false,
        }
    }

    /// The same tree, in which no move that wins at once is overlooked.
    pub fn looking(self) -> Tree<G> {
        Tree { looks: true, ..self }
    }

    /// The memory it keeps, in bytes.
    pub fn bytes(&self) -> usize {
        self.nodes.capacity() * std::mem::size_of::<Node<G::Move>>()
    }

    /// Searches from `s` until the meter ends it or everything is proven; returns the number of walks.
    pub fn search(
        &mut self,
        game: &G,
        s: &G::State,
        meter: &mut Meter,
        noise: Option<&mut Rng>,
        rng: &mut Rng,
    ) -> u64 {
        if self.root.as_ref() != Some(s) {
            self.nodes.clear();
            self.nodes.push(Node::new(None, 255, 1.0));
            self.root = Some(s.clone());
        }
        if self.nodes[0].count == 0 {
            self.expand(game, s, 0);
            if let Some((me, at)) = self.winning(game, s) {
                let child = self.nodes[0].first as usize + at;
                self.nodes[child].proof = Proof::Won(me);
                self.nodes[0].proof = Proof::Won(me);
            }
        }
        if let Some(noise) = noise {
            self.disturb(noise);
        }
        let mut walks = 0;
        while self.nodes[0].proof == Proof::Open && meter.iteration() && self.nodes.len() < MOST_NODES {
            self.walk(game, s, rng);
            walks += 1;
            if !meter.node() {
                break;
            }
        }
        walks
    }

    /// What the state of the root is worth to a player for certain, if that is known.
    pub fn proven(&self, me: Player) -> Option<f32> {
        match self.nodes.first()?.proof {
            Proof::Open => None,
            Proof::Won(p) => Some(f32::from(u8::from(p == me.0))),
            Proof::Drawn => Some(0.5),
        }
    }

    /// Keeps what is below the move that led to `s`, if one of the moves at the root did.
    pub fn follow(&mut self, game: &G, s: &G::State) {
        let Some(root) = self.root.as_ref().filter(|root| *root != s) else { return };
        let led = |mv: &G::Move| {
            let mut next = root.clone();
            game.apply(&mut next, *mv);
            next == *s
        };
        match self.children(0).filter_map(|at| self.nodes[at].mv).find(led) {
            Some(mv) => self.advance(game, mv),
            None => self.root = None,
        }
    }

    /// The moves at the root.
    pub fn roots(&self) -> Vec<Root<G::Move>> {
        let mover = self.nodes[0].first as usize;
        let by = self.nodes.get(mover).map_or(255, |node| node.by);
        let one = |node: &Node<G::Move>| {
            let mean = if node.visits == 0 { self.nodes[0].value } else { node.sum / node.visits as f32 };
            let proven = match node.proof {
                Proof::Open => None,
                Proof::Won(p) => Some(f32::from(u8::from(p == by))),
                Proof::Drawn => Some(0.5),
            };
            Some(Root { mv: node.mv?, visits: node.visits, mean, proven })
        };
        self.children(0).filter_map(|at| one(&self.nodes[at])).collect()
    }

    /// Keeps what is below a move, which was made in the state of the root.
    pub fn advance(&mut self, game: &G, mv: G::Move) {
        let Some(root) = self.root.as_mut() else { return };
        game.apply(root, mv);
        let Some(at) = (0..self.nodes[0].count)
            .map(|i| (self.nodes[0].first + i) as usize)
            .find(|&c| self.nodes[c].mv == Some(mv))
        else {
            self.root = None;
            return;
        };
        // Breadth first: the children of a node stay side by side.
        let mut kept = vec![Node { mv: None, ..self.nodes[at].clone() }];
        let mut next = 0;
        while next < kept.len() {
            let (first, count) = (kept[next].first as usize, kept[next].count as usize);
            if count > 0 {
                kept[next].first = kept.len() as u32;
                kept.extend_from_slice(&self.nodes[first..first + count]);
            }
            next += 1;
        }
        self.nodes = kept;
    }

    fn children(&self, at: usize) -> std::ops::Range<usize> {
        let node = &self.nodes[at];
        node.first as usize..(node.first + node.count) as usize
    }

    /// Who moves in a state, and the place of a move that wins at once, if there is one and it is looked for.
    fn winning(&mut self, game: &G, s: &G::State) -> Option<(u8, usize)> {
        let me = game.turn(s).player().filter(|_| self.looks)?;
        self.moves.clear();
        game.moves(s, &mut self.moves);
        if self.moves.len() > MOST_LOOKED {
            return None;
        }
        let wins = |mv: &G::Move| {
            let mut next = s.clone();
            game.apply(&mut next, *mv);
            game.settled(&next) && {
                rewards(game, &next, &mut self.payout);
                ended(game, &self.payout) == Proof::Won(me.0)
            }
        };
        let at = self.moves.iter().position(wins)?;
        Some((me.0, at))
    }

    /// Asks the network about a state: its moves get their priors, the payout is what it expects.
    fn expand(&mut self, game: &G, s: &G::State, at: usize) {
        self.moves.clear();
        game.moves(s, &mut self.moves);
        let first = self.nodes.len() as u32;
        let Turn::Player(me) = game.turn(s) else {
            let even = 1.0 / self.moves.len().max(1) as f32;
            self.nodes.extend(self.moves.iter().map(|&mv| Node::new(Some(mv), 255, even)));
            self.nodes[at].first = first;
            self.nodes[at].count = self.moves.len() as u32;
            return;
        };
        let view = game.view(s, Some(me));
        self.judge.ask(game, At { view: &view, state: Some(s) }, me, &self.moves, &mut self.ask);
        softmax(&mut self.ask.scores);
        let priors = self.ask.scores.iter();
        self.nodes
            .extend(self.moves.iter().zip(priors).map(|(&mv, &prior)| Node::new(Some(mv), me.0, prior)));
        self.nodes[at].first = first;
        self.nodes[at].count = self.moves.len() as u32;
        self.ask.rewards(me, game.players(), &mut self.payout);
        self.nodes[at].value = self.payout[me.index()];
    }

    /// Mixes noise into the priors of the root: powers of uniform numbers, so that few moves get most of it.
    fn disturb(&mut self, rng: &mut Rng) {
        let children = self.children(0);
        let power = (children.len() / 4).clamp(1, 8);
        let noise: Vec<f32> = children
            .clone()
            .map(|_| {
                let u = rng.unit() as f32;
                (0..power).fold(u, |x, _| x * u)
            })
            .collect();
        let sum: f32 = noise.iter().sum::<f32>().max(1e-9);
        for (child, x) in children.zip(noise) {
            let prior = &mut self.nodes[child].prior;
            *prior = (1.0 - NOISE) * *prior + NOISE * x / sum;
        }
    }

    fn walk(&mut self, game: &G, root: &G::State, rng: &mut Rng) {
        let mut s = root.clone();
        self.path.clear();
        self.path.push(0);
        let mut at = 0usize;
        loop {
            if self.nodes[at].proof != Proof::Open {
                self.proven_payout(game, at);
                break;
            }
            if game.settled(&s) {
                rewards(game, &s, &mut self.payout);
                self.nodes[at].proof = ended(game, &self.payout);
                break;
            }
            if self.nodes[at].count == 0 {
                if let Some((me, _)) = self.winning(game, &s) {
                    self.nodes[at].proof = Proof::Won(me);
                    self.proven_payout(game, at);
                    break;
                }
                self.expand(game, &s, at);
                if self.nodes[at].count == 0 || self.nodes[self.nodes[at].first as usize].by != 255 {
                    break;
                }
            }
            at = self.pick(game, &s, at, rng);
            if let Some(mv) = self.nodes[at].mv {
                game.apply(&mut s, mv);
            }
            self.path.push(at as u32);
        }
        self.back(game.players());
    }

    fn pick(&self, game: &G, s: &G::State, at: usize, rng: &mut Rng) -> usize {
        let children = self.children(at);
        let by = self.nodes[children.start].by;
        if by == 255 {
            let weights = children.clone().map(|c| self.nodes[c].mv.map_or(0, |mv| game.weight(s, mv)));
            return children.start + rng.weighted(weights);
        }
        let node = &self.nodes[at];
        let root = (node.visits.max(1) as f32).sqrt() * EXPLORATION;
        let untried = node.value - UNTRIED;
        let (mut best, mut most) = (children.start, f32::NEG_INFINITY);
        for (i, child) in self.nodes[children.clone()].iter().enumerate() {
            let mean = match child.proof {
                Proof::Won(p) if p != by => -10.0,
                _ if child.visits == 0 => untried,
                _ => child.sum / child.visits as f32,
            };
            let bound = mean + root * child.prior / (1 + child.visits) as f32;
            if bound > most {
                (best, most) = (children.start + i, bound);
            }
        }
        best
    }

    fn proven_payout(&mut self, game: &G, at: usize) {
        self.payout.clear();
        let players = game.players();
        let proof = self.nodes[at].proof;
        self.payout.extend((0..players).map(|p| match proof {
            Proof::Won(q) => f32::from(u8::from(usize::from(q) == p)),
            _ if players == 1 => 0.0,
            _ => 0.5,
        }));
    }

    /// Adds the payout to the path and proves what follows.
    fn back(&mut self, players: usize) {
        let mut proving = true;
        for i in (0..self.path.len()).rev() {
            let at = self.path[i] as usize;
            if proving && i + 1 < self.path.len() && self.nodes[at].proof == Proof::Open {
                self.nodes[at].proof = self.prove(at, players);
            }
            proving = self.nodes[at].proof != Proof::Open;
            let node = &mut self.nodes[at];
            node.visits += 1;
            node.sum += self.payout.get(usize::from(node.by)).copied().unwrap_or(0.5);
        }
    }

    /// What the children of a node prove about it.
    fn prove(&self, at: usize, players: usize) -> Proof {
        let children = &self.nodes[self.children(at)];
        let Some(by) = children.first().map(|child| child.by) else { return Proof::Open };
        if by == 255 {
            return Proof::Open;
        }
        if children.iter().any(|child| child.proof == Proof::Won(by)) {
            return Proof::Won(by);
        }
        if players > 2 || children.iter().any(|child| child.proof == Proof::Open) {
            return Proof::Open;
        }
        let drawn = children.iter().any(|child| child.proof == Proof::Drawn);
        if drawn { Proof::Drawn } else { children[0].proof }
    }
}

/// What the end of a play proves.
fn ended<G: Game>(game: &G, payout: &[f32]) -> Proof {
    let winners: Vec<usize> = (0..payout.len()).filter(|&p| payout[p] >= 1.0).collect();
    match winners.as_slice() {
        &[p] => Proof::Won(p as u8),
        [] if game.players() <= 2 => Proof::Drawn,
        _ => Proof::Open,
    }
}

/// The move to play: proven wins first, then the most walked.
pub fn best<M: Copy>(roots: &[Root<M>]) -> Option<&Root<M>> {
    let rank = |root: &Root<M>| match root.proven {
        Some(x) if x >= 1.0 => 2,
        Some(x) if x <= 0.0 => 0,
        _ => 1,
    };
    let mut found: Option<&Root<M>> = None;
    for root in roots {
        let better = found.is_none_or(|now| {
            (rank(root), root.visits) > (rank(now), now.visits)
                || ((rank(root), root.visits) == (rank(now), now.visits) && root.mean > now.mean)
        });
        if better {
            found = Some(root);
        }
    }
    found
}
