//! How likely a player plays a card: a fast policy that looks at nothing its player does not see. Of the others it uses only
//! what everybody can count, the cards that are neither played nor in the own hand.

use cards::{Card, Deal, Hand};

/// The policy: cards are chosen by their promise, softly, and now and then at random.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Habits {
    /// How much promise makes a card e times as likely.
    pub temperature: f64,
    /// How often any legal card is played.
    pub slack: f64,
}

impl Default for Habits {
    /// What explained deals of other players best: `cargo run --release -p cardplay --example belief -- 250 fit` (taroky by 40
    /// deals only).
    fn default() -> Habits {
        Habits { temperature: 40.0, slack: 0.3 }
    }
}

impl Habits {
    /// How likely the player to move plays this card; 0 if it is not legal.
    pub fn likelihood(&self, deal: &Deal, card: Card) -> f64 {
        let legal = deal.legal();
        if !legal.has(card) {
            return 0.0;
        }
        if legal.len() == 1 {
            return 1.0;
        }
        let me = deal.turn();
        let others = deal
            .seats()
            .filter(|&q| q != me)
            .fold(Hand::EMPTY, |all, q| all.or(deal.hands[usize::from(q & 3)]));
        let weight = |card: Card| (f64::from(promise(deal, card, others)) / self.temperature).exp();
        let sum: f64 = legal.iter().map(weight).sum();
        self.slack / legal.len() as f64 + (1.0 - self.slack) * weight(card) / sum
    }
}

/// What a card promises the player to move, who knows which cards the others hold together.
fn promise(deal: &Deal, card: Card, others: Hand) -> i32 {
    let me = deal.turn();
    let worth = i32::from(deal.objective.worth[usize::from(card.0 & 63)]);
    let height = i32::from(card.height());
    let trump = deal.law.trump == Some(card.suit());
    if deal.trick.len == 0 {
        let beaten = others.meets(deal.law.above(card));
        let ruffed = !trump && deal.law.trump.is_some_and(|suit| !others.of(suit).is_empty());
        return match (beaten, ruffed) {
            (false, false) => 40 + worth,
            (false, true) => 30 + worth / 2,
            (true, _) => 24 - 2 * worth - height - if trump { 3 } else { 0 },
        };
    }
    let laid = deal.trick.cards();
    let winner = deal.law.winner(laid);
    let holds = deal.side(deal.seat(winner as u8)) == deal.side(me);
    let takes = deal.law.beats(card, laid[winner]);
    let last = deal.trick.len + 1 == deal.players;
    let stake: i32 = laid.iter().map(|c| i32::from(deal.objective.worth[usize::from(c.0 & 63)])).sum();
    match (takes, holds) {
        (true, false) if last => 30 + stake + 2 * worth - height - if trump { 6 } else { 0 },
        (true, false) => {
            let safe = !others.meets(deal.law.above(card));
            24 + stake + if safe { worth } else { -worth } - height / 2 - if trump { 4 } else { 0 }
        }
        (true, true) => 16 - height - if trump { 12 } else { 0 },
        (false, true) => 22 + if last { 3 * worth } else { worth } - height,
        (false, false) => 20 - 3 * worth - height,
    }
}
