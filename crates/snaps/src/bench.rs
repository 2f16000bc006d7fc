//! The speed of šnaps: complete random deals, legal cards at random positions of play, samples at the first card.

use crate::{Move, Phase, Snaps, State};
use cards::bench::{Report, deals, legal, views, worlds};
use game::{Game, Rng, Show};

/// Measures the game: `work` is about how many deals to play; the other measures scale with it.
pub fn run(game: &Snaps, seed: u64, work: u64) -> Report {
    let mut measures = vec![
        deals(game, seed, work, |s, rng, scratch| wander(game, s, rng, scratch), |s| s.totals[0] as u64),
        legal(game, &positions(game, seed, 20), work * 50),
    ];
    let views = views(game, &positions(game, seed, 1));
    measures.extend(worlds(game, ("sample", "draw"), &views, seed, work, |s| s.hands[0].0));
    Report { game: game.id(), seed, measures }
}

/// A random move. A random dosť would end most deals early: these are played to the last trick.
fn wander(game: &Snaps, s: &State, rng: &mut Rng, scratch: &mut Vec<Move>) -> Option<Move> {
    match s.phase {
        Phase::Over => None,
        Phase::Play => {
            let cards = game.playable(s);
            Some(Move::Play(cards.nth(rng.below(cards.len()))))
        }
        _ => game.pick(s, rng, scratch),
    }
}

/// Random positions of play after fewer than `most` cards.
fn positions(game: &Snaps, seed: u64, most: usize) -> Vec<State> {
    let mut rng = Rng::new(seed);
    let mut scratch = Vec::new();
    let mut position = |plays: usize| {
        let mut s = game.initial();
        while s.phase != Phase::Play || usize::from(s.made) < plays {
            let Some(mv) = wander(game, &s, &mut rng, &mut scratch) else { break };
            game.apply(&mut s, mv);
        }
        s
    };
    (0..256).map(|i| position(i % most)).collect()
}
