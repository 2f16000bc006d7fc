//! Plays a legal move at random, each equally likely: the baseline against which others are measured.

use game::{Agent, Fault, Limit, Observe, Player, Rng, Thought};

/// The random agent.
#[derive(Clone, Debug)]
pub struct Random {
    rng: Rng,
}

impl Random {
    /// A random agent; the same seed makes the same choices.
    pub fn new(seed: u64) -> Random {
        Random { rng: Rng::new(seed) }
    }
}

impl<G: Observe> Agent<G> for Random {
    fn choose(
        &mut self,
        _game: &G,
        _me: Player,
        _view: &G::View,
        moves: &[G::Move],
        _limit: &Limit,
    ) -> Result<Thought<G::Move>, Fault> {
        Ok(Thought::just(moves[self.rng.below(moves.len())]))
    }
}
