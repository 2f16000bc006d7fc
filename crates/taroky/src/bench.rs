//! The speed of the engine: complete random deals, legal-move generation, samples at the first card of play.

use crate::aim::AIMS;
use crate::game::Taroky;
use crate::state::{Stage, State};
use crate::view::View;
use cards::bench::{Measure, Report, measure, worlds};
use game::{Game, Observe, Player, Rng, Show};
use std::hint::black_box;

/// Measures `work` deals, as many samples, and fifty times as many legal-move generations.
pub fn run(game: &Taroky, seed: u64, work: u64) -> Report {
    let mut measures = vec![deals(game, seed, work), legal(game, seed, work * 50)];
    let moments = [
        (("sample", "draw"), 0, work),
        (("sample mid", "draw mid"), 22, work / 10),
        (("sample late", "draw late"), 38, work / 10),
    ];
    for (names, played, count) in moments {
        let views = views(game, seed, |s| s.played == played);
        measures.extend(worlds(game, names, &views, seed, count, |s| s.hands[0].0));
    }
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

/// Views of players in turn, each of another deal at the moment wanted.
fn views(game: &Taroky, seed: u64, wanted: impl Fn(&State) -> bool) -> Vec<View> {
    let states = positions(game, seed, wanted);
    let viewer = |i: usize| Some(Player((i % 4) as u8));
    states.iter().enumerate().map(|(i, s)| game.view(s, viewer(i))).collect()
}
