//! Depth-first search for one player: follows the last move of every state as deep as it goes and turns back only where
//! every successor was met before. Finds some path to the goal, seldom a short one. It does not enter states in which it
//! was asked before, so it does not run in circles from move to move. Without a path within its limits it plays the first
//! legal move.
//!
//! R. Tarjan, *Depth-First Search and Linear Graph Algorithms* (1972).

use crate::Budget;
use crate::hash::{Set, hash};
use crate::path::{Finder, Pathfinder, ROOM, Trail, success};
use game::{Game, Meter};

/// The depth-first agent.
pub(crate) type Dfs<G> = Pathfinder<G, Depth>;

/// How it looks for a path: the hashes of the states in which it was asked.
pub(crate) struct Depth(Set<u64>);

impl<G: Game> Dfs<G> {
    /// An agent within this budget.
    pub(crate) fn new(budget: Budget, seed: u64) -> Dfs<G> {
        Pathfinder::with(Depth(Set::default()), budget, seed)
    }
}

impl<G: Game> Finder<G> for Depth {
    fn asked(&mut self, state: &G::State) {
        if self.0.len() < ROOM {
            self.0.insert(hash(state));
        }
    }

    fn find(&mut self, game: &G, start: &G::State, meter: &mut Meter) -> Option<Vec<G::Move>> {
        search(game, start, &self.0, meter)
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
