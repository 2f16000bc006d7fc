//! What a player of mariáš does without thinking, for simulated play: makes trumps of his longest suit, lays away what is
//! worth least, plays the cheapest game, or betl or durch with a hand that nothing stands in the way of, does not steal,
//! bid against others, announce or double unless he must, and plays any card.

use crate::contract::{Item, SHARP};
use crate::doubling::marriages;
use crate::spoken::obstacles;
use crate::state::{Move, Offer, Phase, State};
use crate::{Kind, Marias};
use cards::{Card, Hand, Suit};
use game::{Game, Rng};

impl Marias {
    #[inline]
    pub(crate) fn sensible_move(&self, s: &State, rng: &mut Rng, scratch: &mut Vec<Move>) -> Option<Move> {
        match s.phase {
            Phase::Deal | Phase::People | Phase::Play | Phase::Next | Phase::Over => {
                return self.pick(s, rng, scratch);
            }
            Phase::Trump => {
                let hand = s.hands[usize::from(s.turn % 3)];
                return hand.of(longest(hand)).first().map(Move::Trump);
            }
            Phase::Talon => {
                if self.rules.kind == Kind::Voleny
                    && let Some((_, misfits)) = without_trumps(s.hands[usize::from(s.declarer % 3)])
                {
                    let misfits = misfits.and(self.layable(s));
                    if let Some(card) = misfits.first() {
                        return Some(Move::Lay(card));
                    }
                }
                let cards = self.sensible_talon(s);
                return Some(Move::Lay(cards.nth(rng.below(cards.len()))));
            }
            Phase::Ask => return Some(Move::Good),
            Phase::Auction | Phase::Offer | Phase::Contract | Phase::Double => {}
        }
        scratch.clear();
        self.list(s, scratch);
        if s.phase == Phase::Offer
            && let Some((offer, _)) = without_trumps(s.hands[usize::from(s.declarer % 3)])
            && scratch.contains(&Move::Offer(offer))
        {
            return Some(Move::Offer(offer));
        }
        match s.phase {
            Phase::Contract => scratch.iter().copied().min_by_key(|&mv| price_order(s, mv)),
            // Whoever must double doubles the game; the first of the list is silence where silence is allowed.
            Phase::Double => scratch.iter().copied().min_by_key(|&mv| match mv {
                Move::Good => 0,
                Move::Double(Item::Main) => 1,
                _ => 2,
            }),
            // Pass or the lowest bid; colour before betl before durch.
            _ => scratch.first().copied(),
        }
    }

    /// The cards to lay away first: neither aces nor tens nor trumps nor marriages; then with some of these.
    fn sensible_talon(&self, s: &State) -> Hand {
        let mut cards = self.layable(s);
        cards.remove(s.trump_card);
        let hand = s.hands[usize::from(s.declarer % 3)];
        let queens = marriages(hand);
        let pairs = queens.or(Hand(queens.0 << 1));
        let trump = match (self.rules.kind, s.trump_card.known()) {
            (Kind::Voleny, true) => s.trump_card.suit(),
            _ => longest(hand),
        };
        let free = cards.minus(SHARP).minus(trump.mask());
        let choices = [free.minus(pairs), free, cards.minus(SHARP)];
        choices.into_iter().find(|set| !set.is_empty()).unwrap_or(cards)
    }
}

/// The game without trumps that nothing stands in the way of once a hand of more than ten cards is down to ten, and the cards
/// that have to go.
fn without_trumps(hand: Hand) -> Option<(Offer, Hand)> {
    const SLIGHT: f64 = 0.3;
    // Few hands come near: six low cards, or three aces.
    let low = hand.iter().filter(|card| card.height() < 3).count() >= 6;
    let high = hand.iter().filter(|card| card.height() == 7).count() >= 3;
    let games = [(Offer::Betl, low), (Offer::Durch, high)];
    for (offer, _) in games.into_iter().filter(|(_, near)| *near) {
        let betl = offer == Offer::Betl;
        let (mut left, mut misfits) = (hand, Hand::EMPTY);
        while left.len() > 10 {
            let without = |card: Card| left.minus(card.bit());
            let worst = left
                .iter()
                .min_by(|&a, &b| obstacles(without(a), betl).total_cmp(&obstacles(without(b), betl)))?;
            left.remove(worst);
            misfits.add(worst);
        }
        if obstacles(left, betl) <= SLIGHT {
            return Some((offer, misfits));
        }
    }
    None
}

/// The suit a hand has most of.
fn longest(hand: Hand) -> Suit {
    (0..4).map(Suit).max_by_key(|&suit| hand.of(suit).len()).unwrap_or(Suit(0))
}

/// What naming a contract risks, for a player who takes the least: its step of the ladder, then few trumps.
fn price_order(s: &State, mv: Move) -> (u8, usize) {
    let Move::Name(contract, trump) = mv else { return (0, 0) };
    let hand = s.hands[usize::from(s.declarer % 3)];
    (contract.step(trump), 10 - trump.map_or(0, |suit| hand.of(suit).len()).min(10))
}

#[cfg(test)]
mod tests {
    use super::*;
    use cards::Deck;

    fn found(names: &str) -> Option<(Offer, String)> {
        let hand = Deck::German32.hand(names).unwrap();
        without_trumps(hand).map(|(offer, misfits)| (offer, Deck::German32.names(misfits)))
    }

    #[test]
    fn betl_and_durch_are_seen_in_hands_made_for_them_only() {
        assert_eq!(found("H7 H8 H9 L7 L8 L9 B7 B8 A7 A9 AA LA"), Some((Offer::Betl, "LA AA".into())));
        assert_eq!(found("HA HK HQ HJ LA LK LQ BA BK AA B7 A7"), Some((Offer::Durch, "B7 A7".into())));
        assert_eq!(found("B7 B8 B9 H7 H8 H9 A7 A8 A9 LA"), None);
        assert_eq!(found("HA H10 HK H7 LA LK L8 BA B10 B7 AK A9"), None);
    }
}
