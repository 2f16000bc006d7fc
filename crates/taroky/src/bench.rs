//! The speed of the engine: complete random deals, legal-move generation, samples at the first card of play.

use crate::game::Taroky;
use crate::state::{Stage, State};
use crate::view::View;
use cards::bench::{Measure, Report, measure};
use game::{Game, Observe, Player, Rng, Show};
use std::hint::black_box;

/// Measures `n` deals, as many samples, and twenty times as many legal-move generations.
pub fn run(seed: u64, n: u64) -> Report {
    let game = Taroky::default();
    let measures = vec![deals(&game, seed, n), legal(&game, seed, n * 20), sample(&game, seed, n)];
    Report { game: game.id(), seed, measures }
}

/// Random complete deals with auction and scoring. The check is the sum of the winners' points.
pub fn deals(game: &Taroky, seed: u64, n: u64) -> Measure {
    measure("deals", || {
        let mut rng = Rng::new(seed);
        let mut scratch = Vec::new();
        let mut check = 0u64;
        for _ in 0..n {
            let mut s = game.initial();
            while let Some(mv) = game.pick(&s, &mut rng, &mut scratch) {
                game.apply(&mut s, mv);
            }
            check += s.scores.iter().filter(|&&x| x > 0).map(|&x| x as u64).sum::<u64>();
        }
        (n, check)
    })
}

/// States of play from random deals.
fn positions(game: &Taroky, seed: u64, first_only: bool) -> Vec<State> {
    let mut rng = Rng::new(seed);
    let mut scratch = Vec::new();
    let mut found = Vec::new();
    while found.len() < 2000 {
        let mut s = game.initial();
        while let Some(mv) = game.pick(&s, &mut rng, &mut scratch) {
            if s.stage == Stage::Play && (!first_only || s.played == 0) {
                found.push(s);
            }
            game.apply(&mut s, mv);
        }
    }
    found
}

/// Legal moves listed in random states of play. The check is their number.
pub fn legal(game: &Taroky, seed: u64, n: u64) -> Measure {
    let states = positions(game, seed, false);
    measure("legal", || {
        let mut check = 0;
        let mut moves = Vec::with_capacity(16);
        for i in 0..n {
            moves.clear();
            game.moves(black_box(&states[i as usize % states.len()]), &mut moves);
            check += moves.len() as u64;
        }
        (n, check)
    })
}

/// Samples for players in turn, each at the first card of another deal's play. The check is a sum over hands.
pub fn sample(game: &Taroky, seed: u64, n: u64) -> Measure {
    let states = positions(game, seed, true);
    let viewer = |i: usize| Some(Player((i % 4) as u8));
    let views: Vec<View> = states.iter().enumerate().map(|(i, s)| game.view(s, viewer(i))).collect();
    let mut rng = Rng::new(seed);
    measure("sample", || {
        let mut check = 0u64;
        for i in 0..n {
            let s = game.sample(black_box(&views[i as usize % views.len()]), &mut rng);
            check = check.wrapping_add(s.hands[i as usize % 4].0);
        }
        (n, check)
    })
}
