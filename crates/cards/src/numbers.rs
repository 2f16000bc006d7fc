//! Card games as numbers, for learning: planes of cards (a number for every card of the pack and every place it may be), then
//! everything else.
//!
//! Suits that are not trumps are alike, and so are games in which they have changed places. Trumps are therefore always written
//! as the first suit, the others follow in their order, and a network may be shown every deal with the other three suits in any
//! of their six orders ([`turn_card`]).

use crate::{Card, Hand, Suit};

/// In how many orders the three suits that are not the first can be.
pub const SUIT_ORDERS: usize = 6;

const ORDERS: [[u32; 4]; SUIT_ORDERS] =
    [[0, 1, 2, 3], [0, 1, 3, 2], [0, 2, 1, 3], [0, 2, 3, 1], [0, 3, 1, 2], [0, 3, 2, 1]];

/// The number of a suit when trumps come first. A fifth suit (tarocks) stays where it is.
pub fn suit_number(suit: Suit, trump: Option<Suit>) -> u32 {
    let (suit, trump) = (u32::from(suit.0), trump.map_or(0, |t| u32::from(t.0)));
    if suit > 3 || suit > trump {
        suit
    } else if suit == trump {
        0
    } else {
        suit + 1
    }
}

/// The number of a card when trumps come first.
pub fn card_number(card: Card, trump: Option<Suit>) -> u32 {
    8 * suit_number(card.suit(), trump) + u32::from(card.height())
}

/// What the number of a card becomes when the suits after the first change places.
pub fn turn_card(order: usize, card: u32) -> u32 {
    if card >= 32 { card } else { 8 * ORDERS[order % SUIT_ORDERS][(card / 8) as usize] + card % 8 }
}

/// What the number of a suit becomes then.
pub fn turn_suit(order: usize, suit: u32) -> u32 {
    ORDERS[order % SUIT_ORDERS][(suit & 3) as usize]
}

/// Writes numbers one after another; those that are 0 take their place without being written.
pub struct Numbers<'a> {
    out: &'a mut Vec<(u32, f32)>,
    at: u32,
    cards: u32,
    trump: Option<Suit>,
}

impl<'a> Numbers<'a> {
    /// Begins with planes of so many cards each.
    pub fn new(out: &'a mut Vec<(u32, f32)>, cards: u32, trump: Option<Suit>) -> Numbers<'a> {
        Numbers { out, at: 0, cards, trump }
    }

    /// A plane: 1 for every card of the hand.
    pub fn plane(&mut self, hand: Hand) {
        for card in hand.iter() {
            let place = if self.cards > 32 { u32::from(card.0) } else { card_number(card, self.trump) };
            self.out.push((self.at + place, 1.0));
        }
        self.at += self.cards;
    }

    /// A number.
    pub fn number(&mut self, x: f32) {
        if x != 0.0 {
            self.out.push((self.at, x));
        }
        self.at += 1;
    }

    /// Yes or no.
    pub fn flag(&mut self, yes: bool) {
        self.number(f32::from(u8::from(yes)));
    }

    /// One of `n` things; none of them if `which` is beyond.
    pub fn one_of(&mut self, n: u32, which: usize) {
        if which < n as usize {
            self.out.push((self.at + which as u32, 1.0));
        }
        self.at += n;
    }

    /// How many numbers there are so far.
    pub fn len(&self) -> usize {
        self.at as usize
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.at == 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_order_of_suits_names_every_card_once() {
        for trump in [None, Some(Suit(0)), Some(Suit(2)), Some(Suit(3))] {
            for order in 0..SUIT_ORDERS {
                let mut seen: Vec<u32> =
                    (0..32).map(|card| turn_card(order, card_number(Card(card), trump))).collect();
                if let Some(trump) = trump {
                    assert_eq!(seen[usize::from(trump.0) * 8 + 3], 3, "trumps are the first suit");
                }
                seen.sort_unstable();
                assert_eq!(seen, (0..32).collect::<Vec<u32>>());
            }
        }
        assert_eq!(card_number(Card(40), Some(Suit(1))), 40, "a tarock stays a tarock");
    }
}
