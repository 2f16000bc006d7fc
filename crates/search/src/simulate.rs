//! How simulated plays go on beyond the tree: the *default policy* (C. Browne et al., *A Survey of Monte Carlo Tree Search
//! Methods*, 2012, section 3). Two policies: what the game calls sensible ([`Game::sensible`]), or any legal move.

use game::{Game, Meter, Rng, Stopped, Thought};

/// Who makes the moves of a simulated play.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Policy {
    /// Sober players, as the game describes them.
    #[default]
    Sensible,
    /// Players who take any legal move.
    Uniform,
}

impl Policy {
    /// The policy of that name.
    pub(crate) fn named(name: &str) -> Policy {
        if name == "uniform" { Policy::Uniform } else { Policy::Sensible }
    }

    /// A move of a simulated play; `None` when it is over.
    #[inline]
    pub(crate) fn pick<G: Game>(
        self,
        game: &G,
        s: &G::State,
        rng: &mut Rng,
        scratch: &mut Vec<G::Move>,
    ) -> Option<G::Move> {
        match self {
            Policy::Sensible => game.sensible(s, rng, scratch),
            Policy::Uniform => game.pick(s, rng, scratch),
        }
    }

    /// Whether it leaves nothing to chance in `s`: there a sober player has one word to say, while cards are played at random.
    /// Asks so often that two moves, each as likely, are hardly ever taken for one.
    pub(crate) fn settled_on<G: Game>(self, game: &G, s: &G::State, rng: &mut Rng) -> bool {
        const ASKED: usize = 12;
        let mut scratch = Vec::new();
        let first = self.pick(game, s, rng, &mut scratch);
        (1..ASKED).all(|_| self.pick(game, s, rng, &mut scratch) == first)
    }

    /// Plays on in place until the deal is settled or `most` moves are made, a node each. `false` when the limit of
    /// `meter` cut it short.
    #[inline]
    pub(crate) fn follow<G: Game>(
        self,
        game: &G,
        s: &mut G::State,
        most: u64,
        (rng, scratch, meter): (&mut Rng, &mut Vec<G::Move>, &mut Meter),
    ) -> bool {
        for _ in 0..most {
            if game.settled(s) {
                break;
            }
            let Some(mv) = self.pick(game, s, rng, scratch) else { break };
            game.apply(s, mv);
            if !meter.node() {
                return false;
            }
        }
        true
    }
}

/// The thought of somebody who has no choice.
pub(crate) fn forced<M: Copy>(moves: &[M]) -> Option<Thought<M>> {
    let &[only] = moves else { return None };
    let because = vec!["the only legal move".to_string()];
    Some(Thought { line: vec![only], stopped: Stopped::Complete, because, ..Thought::just(only) })
}
