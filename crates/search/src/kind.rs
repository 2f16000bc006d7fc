//! What sort of game this is, as far as choosing an agent goes.

use game::{Game, Observe, Rng, Turn};

/// The sort of a game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Kind {
    /// How many play.
    pub players: usize,
    /// Whether views hide something.
    pub hidden: bool,
    /// Whether chance was met.
    pub chance: bool,
}

/// The sort of `game`. The rules do not declare chance, so a few short plays at random look for it: a game in which
/// chance is rare may be taken for one without.
pub fn kind<G: Observe>(game: &G) -> Kind {
    Kind { players: game.players(), hidden: game.hidden(), chance: meets_chance(game, &game.initial()) }
}

/// Whether chance acts in one of a few short plays from `s`.
pub(crate) fn meets_chance<G: Game>(game: &G, s: &G::State) -> bool {
    let mut rng = Rng::new(0);
    let mut scratch = Vec::new();
    for _ in 0..8 {
        let mut s = s.clone();
        for _ in 0..100 {
            if game.turn(&s) == Turn::Chance {
                return true;
            }
            let Some(mv) = game.pick(&s, &mut rng, &mut scratch) else { break };
            game.apply(&mut s, mv);
        }
    }
    false
}
