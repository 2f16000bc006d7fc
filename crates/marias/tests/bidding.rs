//! What a player for any game says before the first card of a mariáš. Who does not reckon with answers, and does not conclude
//! from a raise that the other holds good cards, doubles to sixteen times the stakes in a quarter of the deals.

use game::{Agent, Game, Limit, Observe, Player, Rng, Turn};
use marias::{Marias, Phase};
use search::{Aim, Budget, Ismcts, IsmctsConfig, Policy};

/// In how many deals the stakes end at eight times and at sixteen times or more.
fn escalations(listen: bool, iterations: u64, deals: u64) -> (u32, u32) {
    let game = Marias::voleny("").unwrap();
    let config = IsmctsConfig {
        exploration: 0.7,
        aim: Aim::Mixed,
        policy: Policy::Sensible,
        tree: 1_000_000,
        length: 2000,
        listen,
    };
    let (mut eight, mut sixteen) = (0, 0);
    for seed in 0..deals {
        let mut agents: Vec<Ismcts<Marias>> = (0..3)
            .map(|p| Ismcts::new(Budget::iterating(iterations), config.clone(), 8 * seed + p))
            .collect();
        let (mut s, mut rng, mut moves) = (game.initial(), Rng::new(seed), Vec::new());
        while !matches!(s.phase, Phase::Play | Phase::Next | Phase::Over) {
            moves.clear();
            game.moves(&s, &mut moves);
            let turn = game.turn(&s);
            let mv = match turn {
                Turn::Player(p) => {
                    let view = game.view(&s, Some(p));
                    agents[p.index()].choose(&game, p, &view, &moves, &Limit::default()).unwrap().best
                }
                _ => game.pick(&s, &mut rng, &mut moves).unwrap(),
            };
            game.apply(&mut s, mv);
            for (agent, p) in agents.iter_mut().zip(Player::all(3)) {
                agent.heard(&game, p, turn.player(), &game.view(&s, Some(p)));
            }
        }
        let doubled = s.doubled.iter().copied().max().unwrap_or(0);
        eight += u32::from(doubled == 3);
        sixteen += u32::from(doubled >= 4);
    }
    (eight, sixteen)
}

#[test]
fn stakes_are_not_doubled_on_and_on() {
    for (iterations, deals) in [(300, 40), (2_000, 10), (5_000, 10)] {
        let (eight, sixteen) = escalations(true, iterations, deals);
        let bound = deals as u32 / 10;
        assert!(
            eight + sixteen <= bound,
            "with {iterations} iterations ×8 in {eight} and ×16 in {sixteen} of {deals} deals"
        );
    }
    let (_, deaf) = escalations(false, 300, 40);
    assert!(deaf >= 6, "who does not listen doubles to ×16 in {deaf} of 40 deals");
}
