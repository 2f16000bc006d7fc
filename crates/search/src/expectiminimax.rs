//! Expectiminimax with iterative deepening, for one or two players and chance: maximum at our turns, minimum at the
//! other's, the weighted average at chance events. Where the whole game fits within the limits the value is the exact
//! expected margin. Values and the evaluation of the horizon are those of `mean`.
//!
//! D. Michie, *Game-Playing and Game-Learning Automata* (1966); B. W. Ballard, *The *-Minimax Search Procedure for Trees
//! Containing Chance Nodes* (1983).

use crate::Budget;
use crate::mean::{DEEPEST, Judge, Mean};
use crate::stake::Estimate;
use game::{Agent, Fault, Limit, Meter, Observe, Player, Rng, Stopped, Thought};

/// The expectiminimax agent.
pub struct Expectiminimax<G: Observe> {
    budget: Budget,
    judge: Judge<G>,
    rng: Rng,
}

impl<G: Observe> Expectiminimax<G> {
    /// An agent that judges the horizon by `estimate` (as even if there is none).
    pub fn new(budget: Budget, estimate: Option<Estimate<G>>, seed: u64) -> Expectiminimax<G> {
        let judge = estimate.map_or(Judge::Even, Judge::Estimate);
        Expectiminimax { budget, judge, rng: Rng::new(seed) }
    }
}

impl<G: Observe> Agent<G> for Expectiminimax<G> {
    fn choose(
        &mut self,
        game: &G,
        me: Player,
        view: &G::View,
        moves: &[G::Move],
        limit: &Limit,
    ) -> Result<Thought<G::Move>, Fault> {
        let limit = self.budget.limit(limit);
        let state = game.sample(view, &mut self.rng)?;
        let mut search = Mean::new(game, me, &self.judge, Meter::start(&limit), self.rng.fork());
        Ok(deepen(&mut search, &state, moves, limit.depth.unwrap_or(DEEPEST), "expected margin"))
    }
}

/// Searches deeper and deeper until nothing is open or the limit is reached; the last finished depth counts.
pub(crate) fn deepen<G: Observe>(
    search: &mut Mean<'_, G>,
    state: &G::State,
    moves: &[G::Move],
    deepest: u32,
    what: &str,
) -> Thought<G::Move> {
    let mut last: Option<(u32, Vec<f64>)> = None;
    let mut stopped = Stopped::Depth;
    for depth in 1..=deepest.min(DEEPEST) {
        let Some(values) = search.moves(state, moves, depth) else { break };
        let best = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        search.meter.report(u64::from(depth), best);
        last = Some((depth, values));
        if !search.open {
            stopped = Stopped::Complete;
            break;
        }
    }
    if !search.meter.open() {
        stopped = search.meter.stopped();
    }
    let nodes = search.meter.nodes();
    let Some((depth, values)) = last else {
        return Thought { nodes, stopped, ..Thought::just(moves[0]) };
    };
    let mut best = 0;
    for at in 1..values.len() {
        if values[at] > values[best] {
            best = at;
        }
    }
    let because = vec![format!("{what} {:.3}, looking {depth} moves ahead", values[best])];
    let values = moves.iter().copied().zip(values).collect();
    let (best, depth) = (moves[best], u64::from(depth));
    Thought { best, line: vec![best], values, nodes, depth, stopped, because }
}
