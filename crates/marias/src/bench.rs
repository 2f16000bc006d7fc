//! The speed of mariáš: complete random deals, legal cards at random positions of play, samples at the first card.

use crate::{Marias, Phase, State};
use cards::bench::{Measure, Report, measure, worlds};
use game::{Game, Observe, Player, Rng, Show};
use std::hint::black_box;

/// Measures the game: `work` is about how many deals to play; the other measures scale with it.
pub fn run(game: &Marias, seed: u64, work: u64) -> Report {
    let mut measures = vec![deals(game, seed, work), legal(game, seed, work * 50)];
    measures.extend(worlds(game, ("sample", "draw"), &views(game, seed), seed, work, |s| s.hands[0].0));
    Report { game: game.id(), seed, measures }
}

fn deals(game: &Marias, seed: u64, count: u64) -> Measure {
    measure("deals", || {
        let mut rng = Rng::new(seed);
        let mut scratch = Vec::with_capacity(32);
        let mut check = 0u64;
        for _ in 0..count {
            let mut s = game.initial();
            while let Some(mv) = game.pick(&s, &mut rng, &mut scratch) {
                game.apply(&mut s, mv);
            }
            check = check.wrapping_mul(31).wrapping_add(s.totals[0] as u64);
        }
        (count, check)
    })
}

/// A random position of play.
fn position(game: &Marias, rng: &mut Rng, plays: usize) -> State {
    loop {
        let mut s = game.initial();
        let mut moves = Vec::new();
        while s.phase != Phase::Play || usize::from(s.made) < plays {
            let Some(mv) = game.pick(&s, rng, &mut moves) else { break };
            game.apply(&mut s, mv);
        }
        if s.phase == Phase::Play {
            return s;
        }
    }
}

fn legal(game: &Marias, seed: u64, count: u64) -> Measure {
    let mut rng = Rng::new(seed);
    let states: Vec<State> = (0..256).map(|i| position(game, &mut rng, i % 25)).collect();
    measure("legal", || {
        let mut moves = Vec::with_capacity(32);
        let mut check = 0u64;
        for i in 0..count {
            moves.clear();
            game.moves(black_box(&states[(i & 255) as usize]), &mut moves);
            check += moves.len() as u64;
        }
        (count, check)
    })
}

/// Views at the first card, of the players in turn.
fn views(game: &Marias, seed: u64) -> Vec<crate::View> {
    let mut rng = Rng::new(seed);
    (0..256u64).map(|i| game.view(&position(game, &mut rng, 0), Some(Player((i % 3) as u8)))).collect()
}
