//! A quick way to play a card that is better than a random one: what a beginner is taught. Play-outs of deals that are too
//! long to solve use it until they are short enough.

use cards::{Card, Deal, EXCHANGE, Hand};
use game::Rng;

/// A card for the player to move, all hands open to view; `None` when the deal is over.
///
/// Leading: a card nobody can beat, if it brings points; else a low one. Following: take the trick as cheaply as it can be
/// taken for good, give points to a trick the own side has, keep them from the others.
pub fn quick_card(deal: &Deal, rng: &mut Rng) -> Option<Card> {
    let legal = deal.legal();
    if deal.acts().has(EXCHANGE) {
        return Some(EXCHANGE);
    }
    let mut best: Option<(i32, Card)> = None;
    let mut ties = 0;
    for card in legal {
        let value = promise(deal, card);
        match best {
            Some((top, _)) if value < top => continue,
            Some((top, _)) if value == top => {
                ties += 1;
                if rng.below(ties + 1) != 0 {
                    continue;
                }
            }
            _ => ties = 0,
        }
        best = Some((value, card));
    }
    best.map(|(_, card)| card)
}

fn promise(deal: &Deal, card: Card) -> i32 {
    let me = deal.turn();
    let worth = i32::from(deal.objective.worth[usize::from(card.0 & 63)]);
    let height = i32::from(card.height());
    let trump = deal.law.trump == Some(card.suit());
    let others = |with_me: bool| {
        let same = |q: &u8| *q != me && (deal.side(*q) == deal.side(me)) == with_me;
        deal.seats().filter(same).fold(Hand::EMPTY, |all, q| all.or(deal.hands[usize::from(q)]))
    };
    let foes = others(false);
    if deal.trick.len == 0 {
        let beaten = foes.meets(deal.law.above(card));
        let ruffed = !trump && deal.law.trump.is_some_and(|suit| !foes.of(suit).is_empty());
        return match (beaten, ruffed) {
            (false, false) => 60 + 4 * worth + height,
            (false, true) => 30 - worth,
            (true, _) => 20 - 4 * worth - height - if trump { 5 } else { 0 },
        };
    }
    let laid = deal.trick.cards();
    let holder = deal.seat(deal.law.winner(laid) as u8);
    let holds = deal.side(holder) == deal.side(me);
    let takes = deal.law.beats(card, laid[deal.law.winner(laid)]);
    let last = deal.trick.len + 1 == deal.players;
    let stake: i32 = laid.iter().map(|c| i32::from(deal.objective.worth[usize::from(c.0 & 63)])).sum();
    match (takes, holds) {
        (true, false) if last => 60 + 4 * worth + 2 * stake - height - if trump { 8 } else { 0 },
        (true, false) => {
            let safe = !foes.meets(deal.law.above(card));
            let risk = if safe { 2 * worth } else { -3 * worth };
            30 + 2 * stake + risk + if safe { 10 } else { height } - if trump { 5 } else { 0 }
        }
        (true, true) => 20 - height - if trump { 20 } else { 0 },
        (false, true) => 30 + if last { 4 * worth } else { worth } - height,
        (false, false) => 20 - 4 * worth - height,
    }
}
