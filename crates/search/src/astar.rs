//! A* search for one player: expands the state with the smallest sum of the moves made and the estimate of those left.
//! With an admissible heuristic (one that never overestimates) the path found has the fewest moves; states reached again
//! by a shorter path are reopened. `heuristic` names one of the game's, or `distance`, which works for any game.
//!
//! P. E. Hart, N. J. Nilsson, B. Raphael, *A Formal Basis for the Heuristic Determination of Minimum Cost Paths* (1968).

use crate::Budget;
use crate::path::{Finder, Guide, Pathfinder, ROOM, Trail, success};
use game::{Game, Meter, OptionError};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// The A* agent.
pub(crate) type AStar<G> = Pathfinder<G, Best<G>>;

/// How it looks for a path.
pub(crate) struct Best<G: Game>(Guide<G>);

impl<G: Game> AStar<G> {
    /// An agent guided by the heuristic of that name.
    ///
    /// # Errors
    /// Names the heuristics there are.
    pub(crate) fn new(game: &G, budget: Budget, heuristic: &str, seed: u64) -> Result<AStar<G>, OptionError> {
        Ok(Pathfinder::with(Best(Guide::named(game, heuristic)?), budget, seed))
    }
}

impl<G: Game> Finder<G> for Best<G> {
    fn find(&mut self, game: &G, start: &G::State, meter: &mut Meter) -> Option<Vec<G::Move>> {
        self.0.prepare(game, start, meter);
        search(game, start, &self.0, meter)
    }
}

/// A way to a goal, the shortest if the guide never overestimates.
fn search<G: Game>(game: &G, start: &G::State, guide: &Guide<G>, meter: &mut Meter) -> Option<Vec<G::Move>> {
    if !meter.open() {
        return None;
    }
    let mut trail: Trail<G> = Trail::new(start.clone());
    let mut made: Vec<u32> = vec![0];
    // Shortest total first; of equal ones the farthest along, then the earliest met.
    let mut open = BinaryHeap::from([Reverse((guide.far(game, start), Reverse(0u32), 0u32))]);
    let mut moves = Vec::new();
    while let Some(Reverse((_, Reverse(steps), at))) = open.pop() {
        if steps > made[at as usize] {
            continue;
        }
        let s = trail.index.states[at as usize].clone();
        if success(game, &s) {
            return Some(trail.way(at));
        }
        moves.clear();
        game.moves(&s, &mut moves);
        for &mv in &moves {
            let mut next = s.clone();
            game.apply(&mut next, mv);
            if !meter.node() || trail.from.len() >= ROOM {
                return None;
            }
            let far = guide.far(game, &next);
            let (number, new) = trail.index.add(next);
            let better = new || steps + 1 < made[number as usize];
            if new {
                trail.from.push(Some((at, mv)));
                made.push(steps + 1);
            } else if better {
                trail.from[number as usize] = Some((at, mv));
                made[number as usize] = steps + 1;
            }
            if better {
                open.push(Reverse((far.saturating_add(steps + 1), Reverse(steps + 1), number)));
            }
        }
    }
    None
}
