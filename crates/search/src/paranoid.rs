//! Paranoid search for more than two players: assumes that all who are not our partners play together against us, which
//! reduces the game to two players and makes cut-offs possible. Chance is averaged. Too pessimistic where the others also
//! fight each other: `maxn` is better there. Values and the evaluation of the horizon are those of `mean`.
//!
//! N. R. Sturtevant, R. E. Korf, *On Pruning Techniques for Multi-Player Games* (2000).

use crate::Budget;
use crate::expectiminimax::deepen;
use crate::mean::{DEEPEST, Judge, Mean};
use crate::stake::Estimate;
use game::{Agent, Fault, Limit, Meter, Observe, Player, Rng, Thought};

/// The paranoid agent.
pub struct Paranoid<G: Observe> {
    budget: Budget,
    judge: Judge<G>,
    rng: Rng,
}

impl<G: Observe> Paranoid<G> {
    /// An agent that judges the horizon by `estimate` (as even if there is none).
    pub fn new(budget: Budget, estimate: Option<Estimate<G>>, seed: u64) -> Paranoid<G> {
        let judge = estimate.map_or(Judge::Even, Judge::Estimate);
        Paranoid { budget, judge, rng: Rng::new(seed) }
    }
}

impl<G: Observe> Agent<G> for Paranoid<G> {
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
        Ok(deepen(&mut search, &state, moves, limit.depth.unwrap_or(DEEPEST), "margin against all others"))
    }
}
