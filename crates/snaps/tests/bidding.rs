//! A searching player judges what comes before the first trick by how simulated deals end. With simulations that claim
//! and double at random it called a card of its own, and so played alone, in every deal.

use game::{Agent, Game, Limit, Observe, Player, Rng, Turn};
use search::{Aim, Budget, Ismcts, IsmctsConfig, Policy};
use snaps::{Move, Phase, Snaps};

const DEALS: u64 = 60;

fn agent(policy: Policy, seed: u64) -> Ismcts<Snaps> {
    let config =
        IsmctsConfig { exploration: 0.7, aim: Aim::Mixed, policy, tree: 100_000, length: 200, listen: false };
    Ismcts::new(Budget::iterating(300), config, seed)
}

/// In how many deals the chooser plays alone, and how often kontra is said.
fn calls(policy: Policy) -> (u32, u32) {
    let game = Snaps::parse("").unwrap();
    let (mut alone, mut kontras) = (0, 0);
    for seed in 0..DEALS {
        let (mut s, mut rng) = (game.initial(), Rng::new(seed));
        while s.phase != Phase::Play {
            let mut moves = Vec::new();
            game.moves(&s, &mut moves);
            let mv = match game.turn(&s) {
                Turn::Player(p) => {
                    let view = game.view(&s, Some(p));
                    agent(policy, seed).choose(&game, p, &view, &moves, &Limit::default()).unwrap().best
                }
                _ => game.pick(&s, &mut rng, &mut moves).unwrap(),
            };
            kontras += u32::from(mv == Move::Kontra);
            game.apply(&mut s, mv);
        }
        let chooser = Player(s.chooser());
        alone += u32::from(s.hands[chooser.index()].has(s.called));
    }
    (alone, kontras)
}

#[test]
fn a_searching_player_seldom_plays_alone() {
    let (alone, kontras) = calls(Policy::Sensible);
    assert!(alone < DEALS as u32 / 4, "alone in {alone} of {DEALS} deals, {kontras} kontras");
    let (absurd, _) = calls(Policy::Uniform);
    assert!(absurd > 2 * alone, "with random simulations {absurd}, with sober ones {alone}");
}
