//! The speed of the engine: complete random deals, legal-move generation, samples at the first card of play.

use crate::aim::AIMS;
use crate::game::Taroky;
use crate::state::{Stage, State};
use cards::bench::{Report, deals, legal, views, worlds};
use game::{Game, Rng, Show};

/// Measures `work` deals, as many samples, and fifty times as many legal-move generations.
pub fn run(game: &Taroky, seed: u64, work: u64) -> Report {
    let mut measures = vec![
        deals(game, seed, work, |s, rng, scratch| game.pick(s, rng, scratch), won),
        legal(game, &positions(game, seed, |_| true), work * 50),
    ];
    let moments = [
        (("sample", "draw"), 0, work),
        (("sample mid", "draw mid"), 22, work / 10),
        (("sample late", "draw late"), 38, work / 10),
    ];
    for (names, played, count) in moments {
        let views = views(game, &positions(game, seed, |s| s.played == played));
        measures.extend(worlds(game, names, &views, seed, count, |s| s.hands[0].0));
    }
    Report { game: game.id(), seed, measures }
}

/// The winners' points.
fn won(s: &State) -> u64 {
    s.scores.iter().filter(|&&x| x > 0).map(|&x| x as u64).sum()
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
