//! What the agents for one player share: the states they meet with the path to each, the plan they follow afterwards, and
//! the heuristics that estimate the distance from the goal. A goal is any end with a score above 0.

use crate::Budget;
use crate::distance::Distance;
use crate::index::Index;
use crate::stake::Estimate;
use game::{Agent, Fault, Game, Limit, Meter, Observe, OptionError, Player, Rng, Stopped, Thought, Turn};
use std::collections::VecDeque;

/// The most states any of these agents keeps.
pub(crate) const ROOM: usize = 4_000_000;

/// Whether `s` is a success.
pub(crate) fn success<G: Game>(game: &G, s: &G::State) -> bool {
    game.turn(s) == Turn::Over && game.score(s, Player(0)) > 0
}

/// The states met, each with the state and the move it was reached by.
pub(crate) struct Trail<G: Game> {
    /// The states by number; 0 is where it began.
    pub(crate) index: Index<G::State>,
    /// How each was reached.
    pub(crate) from: Vec<Option<(u32, G::Move)>>,
}

impl<G: Game> Trail<G> {
    pub(crate) fn new(start: G::State) -> Trail<G> {
        let mut index = Index::new();
        index.add(start);
        Trail { index, from: vec![None] }
    }

    /// Adds a state reached by `mv`; `None` if it was met before.
    pub(crate) fn add(&mut self, s: G::State, before: u32, mv: G::Move) -> Option<u32> {
        let (number, new) = self.index.add(s);
        new.then(|| {
            self.from.push(Some((before, mv)));
            number
        })
    }

    /// The moves from the start to a state.
    pub(crate) fn way(&self, mut at: u32) -> Vec<G::Move> {
        let mut way = Vec::new();
        // No way is longer than there are states, whatever was entered.
        while let Some((before, mv)) = self.from[at as usize].filter(|_| way.len() <= self.from.len()) {
            way.push(mv);
            at = before;
        }
        way.reverse();
        way
    }
}

/// The rest of a way found earlier, followed as long as the play does.
pub(crate) struct Plan<G: Game> {
    steps: VecDeque<(G::State, G::Move)>,
}

impl<G: Game> Plan<G> {
    pub(crate) fn new() -> Plan<G> {
        Plan { steps: VecDeque::new() }
    }

    /// Follows the plan if it covers `s`.
    pub(crate) fn resume(&mut self, s: &G::State) -> Option<Thought<G::Move>> {
        let at = self.steps.iter().position(|step| step.0 == *s)?;
        self.steps.drain(..at);
        let line: Vec<G::Move> = self.steps.iter().map(|step| step.1).collect();
        let best = *line.first()?;
        let because = vec![format!("follows the way found before: {} moves to the goal", line.len())];
        Some(Thought { line, because, ..Thought::just(best) })
    }

    /// Concludes a search: with a way, it becomes the plan; without one, the first legal move.
    pub(crate) fn conclude(
        &mut self,
        game: &G,
        start: &G::State,
        moves: &[G::Move],
        found: Option<Vec<G::Move>>,
        meter: &Meter,
    ) -> Thought<G::Move> {
        self.steps.clear();
        let nodes = meter.nodes();
        let Some(way) = found.filter(|way| !way.is_empty()) else {
            let why = match meter.stopped() {
                Stopped::Complete => "there is no way to the goal among the states looked at".to_string(),
                why => format!("no way to the goal found in {nodes} states ({why})"),
            };
            return Thought {
                nodes,
                stopped: meter.stopped(),
                because: vec![why],
                ..Thought::just(moves[0])
            };
        };
        let mut s = start.clone();
        for &mv in &way {
            self.steps.push_back((s.clone(), mv));
            game.apply(&mut s, mv);
        }
        let because = vec![format!("reaches the goal in {} moves", way.len())];
        let (best, depth) = (way[0], way.len() as u64);
        Thought { line: way, nodes, depth, because, ..Thought::just(best) }
    }
}

/// How an agent for one player looks for a path.
pub(crate) trait Finder<G: Game>: Send {
    /// Takes note of a state in which the agent is asked.
    fn asked(&mut self, _state: &G::State) {}

    /// A path from `start` to a goal; `None` if there is none within the limits.
    fn find(&mut self, game: &G, start: &G::State, meter: &mut Meter) -> Option<Vec<G::Move>>;
}

/// An agent for one player: looks for a path to a goal and follows it as long as the play does.
pub(crate) struct Pathfinder<G: Game, F> {
    budget: Budget,
    finder: F,
    plan: Plan<G>,
    rng: Rng,
}

impl<G: Game, F: Finder<G>> Pathfinder<G, F> {
    pub(crate) fn with(finder: F, budget: Budget, seed: u64) -> Pathfinder<G, F> {
        Pathfinder { budget, finder, plan: Plan::new(), rng: Rng::new(seed) }
    }
}

impl<G: Observe, F: Finder<G>> Agent<G> for Pathfinder<G, F> {
    fn choose(
        &mut self,
        game: &G,
        _me: Player,
        view: &G::View,
        moves: &[G::Move],
        limit: &Limit,
    ) -> Result<Thought<G::Move>, Fault> {
        let state = game.sample(view, &mut self.rng)?;
        self.finder.asked(&state);
        if let Some(thought) = self.plan.resume(&state) {
            return Ok(thought);
        }
        let mut meter = Meter::start(&self.budget.limit(limit));
        let found = self.finder.find(game, &state, &mut meter);
        Ok(self.plan.conclude(game, &state, moves, found, &meter))
    }
}

/// How far the goal seems to be.
pub(crate) enum Guide<G: Game> {
    /// No idea.
    Zero,
    /// A heuristic of the game: its negative where it is below 0.
    Named(Estimate<G>),
    /// Worked out from the rules.
    Table(Distance<G>),
}

impl<G: Game> Guide<G> {
    /// The guide of that name: `distance`, or a heuristic of the game.
    ///
    /// # Errors
    /// Names those there are.
    pub(crate) fn named(game: &G, name: &str) -> Result<Guide<G>, OptionError> {
        if name == "distance" {
            return Ok(Guide::Table(Distance::new()));
        }
        let found = crate::stake::estimate(game, name)
            .map_err(|fault| OptionError(fault.0.replace("best,", "distance, best,")))?;
        Ok(found.map_or(Guide::Zero, Guide::Named))
    }

    /// Gets ready for searching from `s`.
    pub(crate) fn prepare(&mut self, game: &G, s: &G::State, meter: &mut Meter) {
        if let Guide::Table(table) = self {
            table.prepare(game, s, meter);
        }
    }

    /// The guess for `s`.
    pub(crate) fn far(&self, game: &G, s: &G::State) -> u32 {
        match self {
            Guide::Zero => 0,
            Guide::Named(estimate) => u32::try_from(-i64::from(estimate(game, s, Player(0)))).unwrap_or(0),
            Guide::Table(table) => table.far(game, s),
        }
    }
}
