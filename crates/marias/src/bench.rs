//! The speed of mariáš: complete random deals, legal cards at random positions of play, samples at the first card.

use crate::{Marias, Phase, State};
use cards::bench::{Report, deals, legal, views, worlds};
use game::{Game, Rng, Show};

/// Measures the game: `work` is about how many deals to play; the other measures scale with it.
pub fn run(game: &Marias, seed: u64, work: u64) -> Report {
    let mut measures = vec![
        deals(game, seed, work, |s, rng, scratch| game.pick(s, rng, scratch), |s| s.totals[0] as u64),
        legal(game, &positions(game, seed, 25), work * 50),
    ];
    let views = views(game, &positions(game, seed, 1));
    measures.extend(worlds(game, ("sample", "draw"), &views, seed, work, |s| s.hands[0].0));
    Report { game: game.id(), seed, measures }
}

/// Random positions of play after fewer than `most` cards.
fn positions(game: &Marias, seed: u64, most: usize) -> Vec<State> {
    let mut rng = Rng::new(seed);
    let mut scratch = Vec::new();
    let mut position = |plays: usize| {
        loop {
            let mut s = game.initial();
            while s.phase != Phase::Play || usize::from(s.made) < plays {
                let Some(mv) = game.pick(&s, &mut rng, &mut scratch) else { break };
                game.apply(&mut s, mv);
            }
            if s.phase == Phase::Play {
                return s;
            }
        }
    };
    (0..256).map(|i| position(i % most)).collect()
}
