//! Breadth-first search for one player: looks at all states one move away, then two, and so on, until it reaches a goal,
//! so the path it finds has the fewest moves. Needs memory for every state met. Without a path within its limits it plays
//! the first legal move.
//!
//! E. F. Moore, *The Shortest Path through a Maze* (1959).

use crate::Budget;
use crate::path::{Finder, Pathfinder, ROOM, Trail, success};
use game::{Game, Meter};

/// The breadth-first agent.
pub(crate) type Bfs<G> = Pathfinder<G, Breadth>;

/// How it looks for a path.
pub(crate) struct Breadth;

impl<G: Game> Bfs<G> {
    /// An agent within this budget.
    pub(crate) fn new(budget: Budget, seed: u64) -> Bfs<G> {
        Pathfinder::with(Breadth, budget, seed)
    }
}

impl<G: Game> Finder<G> for Breadth {
    fn find(&mut self, game: &G, start: &G::State, meter: &mut Meter) -> Option<Vec<G::Move>> {
        search(game, start, meter)
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
