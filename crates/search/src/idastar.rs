//! IDA* for one player: depth-first search that abandons a path as soon as the moves made plus the estimate of those left
//! exceed a bound, repeated with the next larger bound. With an admissible heuristic (one that never overestimates) the
//! path found has the fewest moves; memory is needed only for the path itself. `heuristic` names one of the game's, or
//! `distance`.
//!
//! R. E. Korf, *Depth-First Iterative-Deepening: An Optimal Admissible Tree Search* (1985).

use crate::Budget;
use crate::path::{Finder, Guide, Pathfinder, success};
use game::{Game, Meter, OptionError};

/// The longest way looked for.
const LONGEST: usize = 100_000;

/// The IDA* agent.
pub(crate) type IdaStar<G> = Pathfinder<G, Deepening<G>>;

/// How it looks for a path.
pub(crate) struct Deepening<G: Game>(Guide<G>);

impl<G: Game> IdaStar<G> {
    /// An agent guided by the heuristic of that name.
    ///
    /// # Errors
    /// Names the heuristics there are.
    pub(crate) fn new(
        game: &G,
        budget: Budget,
        heuristic: &str,
        seed: u64,
    ) -> Result<IdaStar<G>, OptionError> {
        Ok(Pathfinder::with(Deepening(Guide::named(game, heuristic)?), budget, seed))
    }
}

impl<G: Game> Finder<G> for Deepening<G> {
    fn find(&mut self, game: &G, start: &G::State, meter: &mut Meter) -> Option<Vec<G::Move>> {
        self.0.prepare(game, start, meter);
        search(game, start, &self.0, meter)
    }
}

/// One state on the way and the moves still to be tried there.
struct Step<G: Game> {
    state: G::State,
    moves: Vec<G::Move>,
    tried: usize,
}

impl<G: Game> Step<G> {
    fn new(game: &G, state: G::State) -> Step<G> {
        let mut moves = Vec::new();
        game.moves(&state, &mut moves);
        Step { state, moves, tried: 0 }
    }
}

fn search<G: Game>(game: &G, start: &G::State, guide: &Guide<G>, meter: &mut Meter) -> Option<Vec<G::Move>> {
    if !meter.open() {
        return None;
    }
    let mut bound = guide.far(game, start);
    loop {
        let mut beyond = u32::MAX;
        let mut way = vec![Step::new(game, start.clone())];
        while let Some(step) = way.last_mut() {
            let Some(&mv) = step.moves.get(step.tried) else {
                way.pop();
                continue;
            };
            step.tried += 1;
            let mut next = step.state.clone();
            game.apply(&mut next, mv);
            if !meter.node() {
                return None;
            }
            let total = guide.far(game, &next).saturating_add(way.len() as u32);
            if total > bound {
                beyond = beyond.min(total);
            } else if success(game, &next) {
                return Some(way.iter().map(|step| step.moves[step.tried - 1]).collect());
            } else if way.len() < LONGEST && !way.iter().any(|step| step.state == next) {
                way.push(Step::new(game, next));
            }
        }
        meter.report(u64::from(bound), 0.0);
        if beyond >= u32::MAX / 2 {
            return None;
        }
        bound = beyond;
    }
}
