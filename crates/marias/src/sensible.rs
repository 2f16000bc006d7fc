//! What a player of mariáš does without thinking, for simulated play: makes trumps of his longest suit, lays away what is
//! worth least, plays the cheapest game, does not steal, bid against others, announce or double unless he must, and
//! plays any card.

use crate::contract::{Item, SHARP};
use crate::doubling::marriages;
use crate::state::{Move, Phase, State};
use crate::{Kind, Marias};
use cards::{Hand, Suit};
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
                let cards = self.sensible_talon(s);
                return Some(Move::Lay(cards.nth(rng.below(cards.len()))));
            }
            Phase::Ask => return Some(Move::Good),
            Phase::Auction | Phase::Offer | Phase::Contract | Phase::Double => {}
        }
        scratch.clear();
        self.list(s, scratch);
        match s.phase {
            Phase::Contract => scratch.iter().copied().min_by_key(|&mv| dearness(s, mv)),
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

/// The suit a hand has most of.
fn longest(hand: Hand) -> Suit {
    (0..4).map(Suit).max_by_key(|&suit| hand.of(suit).len()).unwrap_or(Suit(0))
}

/// What naming a contract risks, for a player who takes the least: its step of the ladder, then few trumps.
fn dearness(s: &State, mv: Move) -> (u8, usize) {
    let Move::Name(contract, trump) = mv else { return (0, 0) };
    let hand = s.hands[usize::from(s.declarer % 3)];
    (contract.step(trump), 10 - trump.map_or(0, |suit| hand.of(suit).len()).min(10))
}
