//! The speed of the engine: complete random deals, legal-move generation, samples at the first card of play.

use crate::aim::AIMS;
use crate::game::Taroky;
use crate::state::{Stage, State};
use crate::view::View;
use cards::bench::{Measure, Report, measure};
use game::{Game, Observe, Player, Rng, Show};
use std::hint::black_box;

/// Measures `work` deals, as many samples, and fifty times as many legal-move generations.
pub fn run(game: &Taroky, seed: u64, work: u64) -> Report {
    let measures = vec![
        deals(game, seed, work),
        legal(game, seed, work * 50),
        sample(game, "sample", seed, work, |s| s.played == 0),
        sample(game, "sample mid", seed, work / 10, |s| s.played == 22),
        sample(game, "sample late", seed, work / 10, |s| s.played == 38),
    ];
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

/// States of play from random deals of all contracts alike.
fn positions(game: &Taroky, seed: u64, wanted: impl Fn(&State) -> bool) -> Vec<State> {
    let mut rng = Rng::new(seed);
    let mut found = Vec::new();
    for aim in AIMS[..5].iter().cycle() {
        let mut s = game.initial();
        while let Some(mv) = game.pick_aiming(&s, *aim, &mut rng) {
            if s.stage == Stage::Play && wanted(&s) {
                found.push(s);
            }
            game.apply(&mut s, mv);
        }
        if found.len() >= 2000 {
            break;
        }
    }
    found
}

/// Legal moves listed in random states of play. The check is their number.
pub fn legal(game: &Taroky, seed: u64, n: u64) -> Measure {
    let states = positions(game, seed, |_| true);
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

/// Samples for players in turn, each in another deal at the moment wanted. The check is a sum over hands.
pub fn sample(
    game: &Taroky,
    name: &'static str,
    seed: u64,
    n: u64,
    wanted: impl Fn(&State) -> bool,
) -> Measure {
    let states = positions(game, seed, wanted);
    let viewer = |i: usize| Some(Player((i % 4) as u8));
    let views: Vec<View> = states.iter().enumerate().map(|(i, s)| game.view(s, viewer(i))).collect();
    let mut rng = Rng::new(seed);
    measure(name, || {
        let mut check = 0u64;
        for i in 0..n {
            let s = game.sample(black_box(&views[i as usize % views.len()]), &mut rng);
            check = check.wrapping_add(s.hands[i as usize % 4].0);
        }
        (n, check)
    })
}
