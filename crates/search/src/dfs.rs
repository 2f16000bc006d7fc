//! Depth-first search for one player: follows the last move of every state as deep as it goes and turns back only where
//! every successor was met before. Finds some path to the goal, seldom a short one. It does not enter states in which it
//! was asked before, so it does not run in circles from move to move. Without a path within its limits it plays the first
//! legal move.
//!
//! R. Tarjan, *Depth-First Search and Linear Graph Algorithms* (1972).

use crate::Budget;
use crate::hash::{Set, hash};
use crate::path::{Plan, ROOM, Trail, success};
use game::{Agent, Fault, Game, Limit, Meter, Observe, Player, Rng, Thought};

/// The depth-first agent.
pub struct Dfs<G: Observe> {
    budget: Budget,
    plan: Plan<G>,
    /// Hashes of the states in which it was asked.
    asked: Set<u64>,
    rng: Rng,
}

impl<G: Observe> Dfs<G> {
    /// An agent within this budget.
    pub fn new(budget: Budget, seed: u64) -> Dfs<G> {
        Dfs { budget, plan: Plan::new(), asked: Set::default(), rng: Rng::new(seed) }
    }
}

impl<G: Observe> Agent<G> for Dfs<G> {
    fn choose(
        &mut self,
        game: &G,
        _me: Player,
        view: &G::View,
        moves: &[G::Move],
        limit: &Limit,
    ) -> Result<Thought<G::Move>, Fault> {
        let state = game.sample(view, &mut self.rng)?;
        if self.asked.len() < ROOM {
            self.asked.insert(hash(&state));
        }
        if let Some(thought) = self.plan.resume(&state) {
            return Ok(thought);
        }
        let mut meter = Meter::start(&self.budget.limit(limit));
        let found = search(game, &state, &self.asked, &mut meter);
        Ok(self.plan.conclude(game, &state, moves, found, &meter))
    }
}

/// Some way to a goal that avoids the states asked about before.
fn search<G: Game>(game: &G, start: &G::State, asked: &Set<u64>, meter: &mut Meter) -> Option<Vec<G::Move>> {
    let mut trail: Trail<G> = Trail::new(start.clone());
    let mut stack = vec![0];
    let mut moves = Vec::new();
    while let Some(at) = stack.pop().filter(|_| trail.from.len() < ROOM) {
        let s = trail.index.states[at as usize].clone();
        moves.clear();
        game.moves(&s, &mut moves);
        for &mv in &moves {
            let mut next = s.clone();
            game.apply(&mut next, mv);
            if asked.contains(&hash(&next)) {
                continue;
            }
            let goal = success(game, &next);
            if let Some(number) = trail.add(next, at, mv) {
                if goal {
                    return Some(trail.way(number));
                }
                stack.push(number);
                if !meter.node() {
                    return None;
                }
            }
        }
    }
    None
}
