//! Counterfactual regret minimisation (CFR) for small games with hidden information: plays the whole game against itself
//! many times and at every information set shifts probability towards the moves it regrets not having chosen. The average
//! strategy approaches an equilibrium, a mixed strategy nobody can exploit (in zero-sum games of two players), so it
//! bluffs as often as it should.
//!
//! [`Profile`] is the strategy, [`Profile::values`] its expected scores and [`Profile::exploitability`] its distance from
//! an equilibrium. The agent goes on learning at every decision and draws its moves from the average strategy.
//!
//! Two variants: the original (M. Zinkevich, M. Johanson, M. Bowling, C. Piccione, *Regret Minimization in Games with
//! Incomplete Information*, 2007) and CFR+ (O. Tammelin, *Solving Large Imperfect Information Games Using CFR+*, 2014:
//! regrets never fall below 0, later iterations weigh more), which is the default. The whole tree is kept, so the game
//! must be small; views must have perfect recall (remember all that their player knew and did).

mod tree;

use crate::flat::Flat;
use crate::mcts::Aim;
use crate::simulate::Policy;
use crate::{Budget, hash::Map};
use game::{Agent, Belief, Beliefs, Fault, Limit, Meter, Observe, Player, Rng, Stopped, Thought};
use std::sync::Arc;
use tree::{Node, Tree};

/// How the strategy is computed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Config {
    /// CFR+ rather than plain.
    pub plus: bool,
    /// The most nodes the tree of the game may have.
    pub tree: usize,
}

impl Default for Config {
    fn default() -> Config {
        Config { plus: true, tree: 1_000_000 }
    }
}

/// What one player may do at one view, and how often.
#[derive(Clone, Debug)]
struct Spot<M> {
    moves: Vec<M>,
    regrets: Vec<f64>,
    sums: Vec<f64>,
}

impl<M> Spot<M> {
    /// The strategy of this round: in proportion to the regrets.
    fn current(&self, out: &mut [f64]) {
        normal(&self.regrets, out);
    }

    /// The average strategy.
    fn average(&self, out: &mut [f64]) {
        normal(&self.sums, out);
    }
}

/// The positive parts, scaled to sum to 1; all equal if there are none.
fn normal(from: &[f64], out: &mut [f64]) {
    let total: f64 = from.iter().map(|x| x.max(0.0)).sum();
    let even = 1.0 / from.len().max(1) as f64;
    for (to, x) in out.iter_mut().zip(from) {
        *to = if total > 0.0 { x.max(0.0) / total } else { even };
    }
}

/// A mixed strategy for every player, learnt by self-play.
pub struct Profile<G: Observe> {
    players: usize,
    tree: Tree,
    spots: Vec<Spot<G::Move>>,
    at: Map<(u8, G::View), u32>,
    rounds: u64,
    plus: bool,
}

/// Why a profile could not be begun: the tree of the game is larger than allowed, or the limit ended it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TooLarge {
    /// The nodes met until then.
    pub nodes: usize,
}

impl<G: Observe> Profile<G> {
    /// A profile of uniform play from `start`.
    ///
    /// # Errors
    /// [`TooLarge`] when the game does not fit.
    pub fn new(
        game: &G,
        start: &G::State,
        config: Config,
        meter: &mut Meter,
    ) -> Result<Profile<G>, TooLarge> {
        let mut spots = Vec::new();
        let mut at: Map<(u8, G::View), u32> = Map::default();
        let mut spot = |p: Player, s: &G::State, moves: &[G::Move]| {
            let next = spots.len() as u32;
            *at.entry((p.0, game.view(s, Some(p)))).or_insert_with(|| {
                let none = vec![0.0; moves.len()];
                spots.push(Spot { moves: moves.to_vec(), regrets: none.clone(), sums: none });
                next
            })
        };
        let tree = Tree::grow(game, start, config.tree, meter, &mut spot)?;
        // Moves of one spot must be the same everywhere; the laws of views demand it.
        if !tree.fits(|spot| spots[spot as usize].moves.len()) {
            return Err(TooLarge { nodes: tree.nodes.len() });
        }
        Ok(Profile { players: game.players(), tree, spots, at, rounds: 0, plus: config.plus })
    }

    /// About how much memory it has, in bytes: the tree, the views and what is known of each.
    fn bytes(&self) -> usize {
        let ends = self.players * size_of::<f64>();
        let tree = self.tree.nodes.len() * (size_of::<tree::Node>() + ends + size_of::<f64>());
        let spot = |spot: &Spot<G::Move>| {
            spot.moves.len() * (size_of::<G::Move>() + 2 * size_of::<f64>()) + size_of::<Spot<G::Move>>()
        };
        let views = self.at.len() * 2 * size_of::<((u8, G::View), u32)>();
        tree + self.spots.iter().map(spot).sum::<usize>() + views
    }

    /// Plays `rounds` against itself, or as many as the limit of `meter` allows; returns how many.
    pub fn learn(&mut self, rounds: u64, meter: &mut Meter) -> u64 {
        for round in 0..rounds {
            if !meter.iteration() {
                return round;
            }
            for p in 0..self.players {
                self.round(p, meter);
            }
            self.rounds += 1;
            if self.rounds.is_multiple_of(256) {
                meter.report(self.rounds, self.values().first().copied().unwrap_or(0.0));
            }
        }
        rounds
    }

    /// How many rounds were played.
    pub fn rounds(&self) -> u64 {
        self.rounds
    }

    /// States visited in one round.
    pub fn cost(&self) -> u64 {
        (self.tree.nodes.len() * self.players) as u64
    }

    /// How many rounds fit into what a limit leaves.
    pub(crate) fn affordable(&self, limit: &Limit, meter: &Meter) -> u64 {
        let nodes = limit.nodes.map_or(u64::MAX, |n| n.saturating_sub(meter.nodes()) / self.cost().max(1));
        nodes.min(limit.iterations.unwrap_or(u64::MAX))
    }

    /// How many nodes the tree of the game has.
    pub fn size(&self) -> usize {
        self.tree.nodes.len()
    }

    /// One round for one player: reach probabilities from the top, values and regrets from the bottom.
    fn round(&mut self, me: usize, meter: &mut Meter) {
        let n = self.tree.nodes.len();
        // Probability that the player (left) and all others with chance (right) lead to a node.
        let mut reach = vec![(0.0, 0.0); n];
        reach[0] = (1.0, 1.0);
        let mut mix = Vec::new();
        for at in 0..n {
            meter.node();
            let (own, others) = reach[at];
            match self.tree.nodes[at] {
                Node::End(_) => {}
                Node::Chance { first, count } => {
                    for child in first..first + count {
                        let p = self.tree.odds[child as usize];
                        reach[child as usize] = (own, others * p);
                    }
                }
                Node::Choice { who, spot, first, count } => {
                    mix.resize(count as usize, 0.0);
                    self.spots[spot as usize].current(&mut mix);
                    for (i, &p) in mix.iter().enumerate() {
                        let next = if usize::from(who) == me { (own * p, others) } else { (own, others * p) };
                        reach[first as usize + i] = next;
                    }
                }
            }
        }
        let weight = if self.plus { (self.rounds + 1) as f64 } else { 1.0 };
        let mut values = vec![0.0; n];
        let mut gains: Map<u32, Vec<f64>> = Map::default();
        for at in (0..n).rev() {
            values[at] = match self.tree.nodes[at] {
                Node::End(ref scores) => scores[me],
                Node::Chance { first, count } => {
                    (first..first + count).map(|c| self.tree.odds[c as usize] * values[c as usize]).sum()
                }
                Node::Choice { who, spot, first, count } => {
                    mix.resize(count as usize, 0.0);
                    self.spots[spot as usize].current(&mut mix);
                    let children = &values[first as usize..(first + count) as usize];
                    let value: f64 = mix.iter().zip(children).map(|(p, v)| p * v).sum();
                    if usize::from(who) == me {
                        let (own, others) = reach[at];
                        let gain = gains.entry(spot).or_insert_with(|| vec![0.0; count as usize]);
                        for (i, v) in children.iter().enumerate() {
                            gain[i] += others * (v - value);
                            self.spots[spot as usize].sums[i] += weight * own * mix[i];
                        }
                    }
                    value
                }
            };
        }
        for spot in 0..self.spots.len() {
            let Some(gain) = gains.get(&(spot as u32)) else { continue };
            for (regret, g) in self.spots[spot].regrets.iter_mut().zip(gain) {
                *regret += g;
                if self.plus {
                    *regret = regret.max(0.0);
                }
            }
        }
    }

    /// The expected scores when everybody plays the average strategy.
    pub fn values(&self) -> Vec<f64> {
        (0..self.players).map(|p| self.mean(|scores| scores[p])).collect()
    }

    /// How likely a player gets more than the others on average, and as much as they.
    pub(crate) fn chances(&self, p: Player) -> (f64, f64) {
        let ahead = |scores: &[f64]| match scores.len() {
            1 => scores[0],
            n => n as f64 * scores[p.index()] - scores.iter().sum::<f64>(),
        };
        let share = |holds: &dyn Fn(f64) -> bool| self.mean(|s| f64::from(u8::from(holds(ahead(s)))));
        (share(&|x| x > 0.0), share(&|x| x == 0.0))
    }

    /// What ends are worth on average when everybody plays the average strategy.
    fn mean(&self, worth: impl Fn(&[f64]) -> f64) -> f64 {
        let values = self.tree.values(worth, |spot, out| self.spots[spot as usize].average(out));
        values.first().copied().unwrap_or(0.0)
    }

    /// How much a player gains on average by a best answer to the others' average strategies: 0 in an equilibrium.
    pub fn exploitability(&self) -> f64 {
        let average = |spot: u32, out: &mut [f64]| self.spots[spot as usize].average(out);
        let values = self.values();
        let gain = |p: usize| self.tree.best_response(p, average) - values[p];
        (0..self.players).map(gain).sum::<f64>() / self.players as f64
    }

    /// The average strategy of `p` at a view: moves with probabilities; `None` if the view was never met.
    pub fn strategy(&self, p: Player, view: &G::View) -> Option<Vec<(G::Move, f64)>> {
        let spot = &self.spots[*self.at.get(&(p.0, view.clone()))? as usize];
        let mut mix = vec![0.0; spot.moves.len()];
        spot.average(&mut mix);
        Some(spot.moves.iter().copied().zip(mix).collect())
    }
}

/// The agent that plays a strategy learnt by self-play.
pub struct Cfr<G: Observe> {
    budget: Budget,
    config: Config,
    profile: Option<Profile<G>>,
    large: bool,
    beliefs: Beliefs<G>,
    rng: Rng,
}

impl<G: Observe> Cfr<G> {
    /// An agent of this configuration. Iterations of its budget are rounds of self-play.
    pub fn new(budget: Budget, config: Config, seed: u64) -> Cfr<G> {
        Cfr { budget, config, profile: None, large: false, beliefs: Beliefs::default(), rng: Rng::new(seed) }
    }
}

impl<G: Observe> Agent<G> for Cfr<G> {
    /// Only where the game is too large to be learnt whole: strategies of the whole game need no guesses.
    fn believe(&mut self, belief: Arc<dyn Belief<G>>) -> bool {
        self.beliefs.hold(belief);
        true
    }

    fn keeps(&self) -> usize {
        self.profile.as_ref().map_or(0, Profile::bytes)
    }

    fn choose(
        &mut self,
        game: &G,
        me: Player,
        view: &G::View,
        moves: &[G::Move],
        limit: &Limit,
    ) -> Result<Thought<G::Move>, Fault> {
        let limit = self.budget.limit(limit);
        let whole = Meter::start(&limit);
        // Half of the time is kept for flat sampling, should the game turn out too large.
        let half = limit.time.filter(|_| self.profile.is_none()).map(|time| time / 2);
        let mut meter = Meter::start(&Limit { time: half.or(limit.time), ..limit.clone() });
        if self.profile.is_none() && !self.large {
            match Profile::new(game, &game.initial(), self.config, &mut meter) {
                Ok(profile) => self.profile = Some(profile),
                Err(_) => self.large = meter.open(),
            }
        }
        if let Some(profile) = &mut self.profile {
            let most = profile.affordable(&limit, &meter);
            profile.learn(most, &mut meter);
            let stopped = match meter.stopped() {
                Stopped::Complete if limit.iterations == Some(most) => Stopped::Iterations,
                Stopped::Complete => Stopped::Nodes,
                other => other,
            };
            if let Some(mix) = profile.strategy(me, view) {
                let mut rest = self.rng.unit();
                let mut best = mix[0].0;
                for &(mv, p) in &mix {
                    best = mv;
                    rest -= p;
                    if rest < 0.0 {
                        break;
                    }
                }
                let because = vec![format!(
                    "mixed strategy of {} rounds, exploitable by {:.4}",
                    profile.rounds(),
                    profile.exploitability()
                )];
                return Ok(Thought {
                    best,
                    line: vec![best],
                    values: mix,
                    nodes: meter.nodes(),
                    depth: profile.rounds(),
                    stopped,
                    because,
                });
            }
        }
        // Too large to be learnt whole: flat sampling instead, and it says so.
        let nodes = Some(limit.nodes.unwrap_or(100_000).min(100_000));
        let rest = Limit { nodes, iterations: None, depth: None, watch: None, ..whole.left() };
        let mut flat =
            Flat::new(Budget::iterating(1000), Aim::Score, Policy::Sensible, 1000, self.rng.bits());
        flat.hold(self.beliefs.clone());
        let mut thought = flat.choose(game, me, view, moves, &rest)?;
        thought.nodes += meter.nodes();
        thought.stopped = if meter.open() { Stopped::Nodes } else { meter.stopped() };
        thought
            .because
            .insert(0, "the game is too large to be learnt whole; chosen by flat sampling".to_string());
        Ok(thought)
    }
}
