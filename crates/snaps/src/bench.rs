//! The speed of šnaps: complete random deals, legal cards at random positions of play, samples at the first card.

use crate::{Move, Phase, Snaps, State};
use cards::bench::{Measure, Report, measure, worlds};
use game::{Game, Observe, Player, Rng, Show};
use std::hint::black_box;

/// Measures the game: `work` is about how many deals to play; the other measures scale with it.
pub fn run(game: &Snaps, seed: u64, work: u64) -> Report {
    let mut measures = vec![deals(game, seed, work), legal(game, seed, work * 50)];
    measures.extend(worlds(game, ("sample", "draw"), &views(game, seed), seed, work, |s| s.hands[0].0));
    Report { game: game.id(), seed, measures }
}

fn deals(game: &Snaps, seed: u64, count: u64) -> Measure {
    measure("deals", || {
        let mut rng = Rng::new(seed);
        let mut scratch = Vec::with_capacity(32);
        let mut check = 0u64;
        for _ in 0..count {
            let mut s = game.initial();
            // A random dosť would end most deals early: these are played to the last trick.
            while s.phase != Phase::Over {
                let mv = if s.phase == Phase::Play {
                    let cards = game.playable(&s);
                    Some(Move::Play(cards.nth(rng.below(cards.len()))))
                } else {
                    game.pick(&s, &mut rng, &mut scratch)
                };
                mv.into_iter().for_each(|mv| game.apply(&mut s, mv));
            }
            check = check.wrapping_mul(31).wrapping_add(s.totals[0] as u64);
        }
        (count, check)
    })
}

/// A random position of play, dosť left aside.
fn position(game: &Snaps, rng: &mut Rng, plays: usize) -> State {
    let mut s = game.initial();
    let mut moves = Vec::new();
    while s.phase != Phase::Play {
        if let Some(mv) = game.pick(&s, rng, &mut moves) {
            game.apply(&mut s, mv);
        }
    }
    for _ in 0..plays {
        let cards = game.playable(&s);
        game.apply(&mut s, Move::Play(cards.nth(rng.below(cards.len()))));
    }
    s
}

fn legal(game: &Snaps, seed: u64, count: u64) -> Measure {
    let mut rng = Rng::new(seed);
    let states: Vec<State> = (0..256).map(|i| position(game, &mut rng, i % 20)).collect();
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
fn views(game: &Snaps, seed: u64) -> Vec<crate::View> {
    let mut rng = Rng::new(seed);
    (0..256u64).map(|i| game.view(&position(game, &mut rng, 0), Some(Player((i % 4) as u8)))).collect()
}
