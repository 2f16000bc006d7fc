//! How good a state looks to a player before the deal is scored: what the piles say so far.

use crate::game::Taroky;
use crate::score::{multiplier, side_pile};
use crate::state::{Contract, ITEM_GAME, Stage, State};
use cards::TAROCK_WORTH;
use game::Player;

/// The running score, and in play what the cards taken so far would be worth: half the difference of the sides, at the
/// price of the game; in Varšava the points of the others less one's own.
pub(crate) fn piles(game: &Taroky, s: &State, p: Player) -> i32 {
    let score = s.scores[p.index() & 3];
    if s.stage != Stage::Play {
        return score;
    }
    if s.contract == Contract::Varsava {
        let piles = s.piles().map(|pile| TAROCK_WORTH.of(pile));
        let sum: i32 = piles.iter().sum();
        return score + (sum - 4 * piles[p.index() & 3]) / 3;
    }
    let side = s.side();
    let worth = |mask: u8| TAROCK_WORTH.of(side_pile(s, mask));
    let lead = ((worth(side) - worth(!side)) / 2 * multiplier(&game.rules, s)) << s.flek[ITEM_GAME];
    let with = side >> p.0 & 1 == 1;
    score + if with { lead * if side.count_ones() == 1 { 3 } else { 1 } } else { -lead }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::aim::AIMS;
    use game::{Game, Rng};

    #[test]
    fn the_estimate_of_a_zero_sum_deal_sums_to_nearly_zero() {
        let game = Taroky::default();
        let mut rng = Rng::new(6);
        for aim in AIMS.into_iter().cycle().take(30) {
            let mut s = game.initial();
            while let Some(mv) = game.pick_aiming(&s, aim, &mut rng) {
                let sum: i32 = Player::all(4).map(|p| piles(&game, &s, p)).sum();
                assert!(sum.abs() <= 3, "{sum} in {:?}", s.contract);
                game.apply(&mut s, mv);
            }
            assert_eq!(piles(&game, &s, Player(2)), s.scores[2]);
        }
        assert_eq!(game.heuristics()[0].0, "piles");
    }
}
