//! Alpha-beta search with iterative deepening, for two players and perfect information. Keeps a transposition table
//! between iterations and moves, and evaluates the horizon by one of the game's heuristics.
//!
//! Values: see `value`; the margin counts first, then the distance. A search that met no horizon is a proof. It does
//! not handle chance (see `expectiminimax`), hidden information (`pimc`, `ismcts`) or more than two players (`maxn`,
//! `paranoid`). Repetition is not treated specially: what the rules do not end, the horizon ends.
//!
//! D. E. Knuth, R. W. Moore, *An Analysis of Alpha-Beta Pruning* (1975); the sources of the refinements are in `negamax`.

use crate::Budget;
use crate::horizon::Horizon;
use crate::negamax::{DEEPEST, Negamax, Roots};
use crate::stake::Estimate;
use crate::table::Table;
use crate::value::decode;
use game::{Agent, Evaluate, Fault, Limit, Meter, Observe, Player, Rng, Stopped, Thought};
use std::sync::Arc;

/// The alpha-beta agent.
pub struct AlphaBeta<G: Observe> {
    budget: Budget,
    horizon: Horizon<G>,
    table: Table,
    rng: Rng,
}

impl<G: Observe> AlphaBeta<G> {
    /// An agent with a table of `megabytes`, judging the horizon by `estimate` (even if there is none).
    pub fn new(budget: Budget, estimate: Option<Estimate<G>>, megabytes: usize, seed: u64) -> AlphaBeta<G> {
        AlphaBeta { budget, horizon: estimate.into(), table: Table::new(megabytes), rng: Rng::new(seed) }
    }

    /// The same agent, judging the horizon by an evaluator.
    pub fn with_evaluator(mut self, evaluator: Arc<dyn Evaluate<G>>) -> AlphaBeta<G> {
        self.horizon = Horizon::Evaluator(evaluator);
        self
    }
}

impl<G: Observe> Agent<G> for AlphaBeta<G> {
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
        // Results of other horizons would make the choice depend on the play so far.
        self.table.prepare(limit.nodes);
        let mut search =
            Negamax::new(game, self.horizon.clone(), false, &mut self.table, Meter::start(&limit));
        let mut order = moves.to_vec();
        let mut last: Option<(u32, Roots<G::Move>)> = None;
        let mut stopped = Stopped::Depth;
        for depth in 1..=limit.depth.unwrap_or(DEEPEST).min(DEEPEST) {
            let Some(mut roots) = search.root(&state, me, &order, depth) else { break };
            if roots.moves.len() < order.len() {
                // Out of budget: what was finished counts only if it includes a better move than before.
                if let Some((_, before)) = &last
                    && roots.moves[0].0 != before.moves[0].0
                {
                    let rest = before.moves.iter().filter(|m| !roots.moves.iter().any(|r| r.0 == m.0));
                    roots.moves.extend(rest.copied().collect::<Vec<_>>());
                    last = Some((depth - 1, roots));
                } else if last.is_none() {
                    last = Some((depth, roots));
                }
                break;
            }
            search.meter.report(u64::from(depth), roots.moves[0].1 as f64);
            order = roots.moves.iter().map(|m| m.0).collect();
            let won = decode(roots.moves[0].1)
                .is_some_and(|(margin, plies)| margin > 0 && plies <= depth && search.even_wins());
            let done = !roots.open;
            last = Some((depth, roots));
            if done || won {
                stopped = if done { Stopped::Complete } else { Stopped::Depth };
                break;
            }
        }
        if !search.meter.open() {
            stopped = search.meter.stopped();
        }
        let Some((depth, roots)) = last else {
            return Ok(Thought { stopped, nodes: search.meter.nodes(), ..Thought::just(moves[0]) });
        };
        let (best, value) = roots.moves[0];
        let mut next = state.clone();
        game.apply(&mut next, best);
        let mut line = vec![best];
        line.extend(search.line(&next, depth.saturating_sub(1) as usize));
        let values = roots.moves.iter().map(|&(mv, v)| (mv, people(v))).collect();
        let because = vec![reason(value, depth, !roots.open)];
        let nodes = search.meter.nodes();
        Ok(Thought { best, line, values, nodes, depth: u64::from(depth), stopped, because })
    }

    fn keeps(&self) -> usize {
        self.table.bytes()
    }
}

/// A value on a scale people read: estimates as they are, an end by its margin in thousands less its distance.
fn people(value: i64) -> f64 {
    decode(value).map_or(value as f64, |(margin, plies)| {
        margin as f64 * 1_000_000.0 - margin.signum() as f64 * f64::from(plies)
    })
}

/// The reason in words.
pub(crate) fn reason(value: i64, depth: u32, complete: bool) -> String {
    match decode(value) {
        Some((margin, plies)) if margin > 0 => format!("wins by force in {plies} moves"),
        Some((_, plies)) => format!("loses by force, at the latest in {plies} moves"),
        None if complete => "a draw with best play".to_string(),
        None => format!("value {value} after looking {depth} moves ahead"),
    }
}
