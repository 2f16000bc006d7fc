//! What the contract says about the hands of those who declared it.
//!
//! Nobody declares with any hand: a world in which the declaring side would have had little reason to is a less likely one.
//! How good a hand is to its owner is estimated by a few deals drawn from *his* view and played by habit.

use super::worth::Judge;
use cards::{Phase, TrickTaking};
use game::{Player, Rng};

/// Deals drawn from the view of another player.
const DRAWN: usize = 4;

/// What the declaring players of a world other than `me` may expect of the deal, on average; 0 where nothing is declared.
pub(super) fn likes<G: TrickTaking>(
    judge: &mut Judge,
    game: &G,
    me: Player,
    (world, phase): (&G::State, Phase),
    rng: &mut Rng,
    scratch: &mut Vec<G::Move>,
) -> f64 {
    if !matches!(phase, Phase::Announcements | Phase::Doubling | Phase::Play) {
        return 0.0;
    }
    let mut s = world.clone();
    // Of two players neither has declared anything.
    let found = judge.talk_on(game, &mut s, rng, scratch).filter(|deal| deal.players > 2);
    let Some(deal) = found else { return 0.0 };
    let (mut sum, mut count) = (0, 0);
    for p in deal.seats().filter(|p| deal.first >> p & 1 == 1 && *p != me.0).map(Player) {
        let Ok(worlds) = game.worlds(&game.view(world, Some(p))) else { continue };
        for _ in 0..DRAWN {
            let Ok((mut s, _)) = worlds.draw(rng) else { break };
            let base = game.score(&s, p);
            if let Some(deal) = judge.talk_on(game, &mut s, rng, scratch) {
                sum += judge.closed(deal, p, rng).0;
            }
            sum += game.score(&s, p) - base;
            count += 1;
        }
    }
    f64::from(sum) / f64::from(count.max(1))
}
