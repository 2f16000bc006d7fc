//! Breadth-first search for one player: looks at all states one move away, then two, and so on, until it reaches a goal,
//! so the path it finds has the fewest moves. Needs memory for every state met. Without a path within its limits it plays
//! the first legal move.
//!
//! E. F. Moore, *The Shortest Path through a Maze* (1959).

use crate::Budget;
use crate::path::{Plan, ROOM, Trail, success};
use game::{Agent, Fault, Game, Limit, Meter, Observe, Player, Rng, Thought};

/// The breadth-first agent.
pub struct Bfs<G: Observe> {
    budget: Budget,
    plan: Plan<G>,
    rng: Rng,
}

impl<G: Observe> Bfs<G> {
    /// An agent within this budget.
    pub fn new(budget: Budget, seed: u64) -> Bfs<G> {
        Bfs { budget, plan: Plan::new(), rng: Rng::new(seed) }
    }
}

impl<G: Observe> Agent<G> for Bfs<G> {
    fn choose(
        &mut self,
        game: &G,
        _me: Player,
        view: &G::View,
        moves: &[G::Move],
        limit: &Limit,
    ) -> Result<Thought<G::Move>, Fault> {
        let state = game.sample(view, &mut self.rng)?;
        if let Some(thought) = self.plan.resume(&state) {
            return Ok(thought);
        }
        let mut meter = Meter::start(&self.budget.limit(limit));
        let found = search(game, &state, &mut meter);
        Ok(self.plan.conclude(game, &state, moves, found, &meter))
    }
}

/// The shortest way to a goal.
fn search<G: Game>(game: &G, start: &G::State, meter: &mut Meter) -> Option<Vec<G::Move>> {
    let mut trail: Trail<G> = Trail::new(start.clone());
    let mut moves = Vec::new();
    let mut at = 0;
    while at < trail.from.len() && trail.from.len() < ROOM {
        let s = trail.index.states[at].clone();
        moves.clear();
        game.moves(&s, &mut moves);
        for &mv in &moves {
            let mut next = s.clone();
            game.apply(&mut next, mv);
            let goal = success(game, &next);
            if let Some(number) = trail.add(next, at as u32, mv) {
                if goal {
                    return Some(trail.way(number));
                }
                if !meter.node() {
                    return None;
                }
            }
        }
        at += 1;
        if at % (1 << 14) == 0 {
            meter.report(at as u64, 0.0);
        }
    }
    None
}
