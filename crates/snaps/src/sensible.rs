//! What a player of šnaps does without thinking, for simulated play: calls the highest missing card of his longest suit,
//! says no kontra, announces the marriage he leads, says dosť as soon as he knows of 66, and plays any card.

use crate::Snaps;
use crate::state::{Move, Phase, State, marriages};
use cards::{Card, Suit};
use game::Rng;

impl Snaps {
    pub(crate) fn sensible_move(&self, s: &State, rng: &mut Rng, scratch: &mut Vec<Move>) -> Option<Move> {
        match s.phase {
            Phase::Call => Some(Move::Call(self.sensible_call(s))),
            Phase::Kontra => Some(Move::Pass),
            Phase::Play => Some(self.sensible_play(s, rng)),
            Phase::Deal | Phase::Next | Phase::Over => game::Game::pick(self, s, rng, scratch),
        }
    }

    /// The highest card the chooser does not hold of the suit he holds most of (the more valuable suit of two).
    pub(crate) fn sensible_call(&self, s: &State) -> Card {
        let hand = s.hands[usize::from(s.turn & 3)];
        let worth = |suit: Suit| (hand.of(suit).len(), hand.of(suit).0 >> (8 * suit.0));
        let suit = (0..4).map(Suit).max_by_key(|&suit| worth(suit)).unwrap_or(Suit(0));
        let missing = crate::PACK.of(suit).minus(hand);
        missing.last().or(hand.last()).unwrap_or(Card::new(suit, 7))
    }

    fn sensible_play(&self, s: &State, rng: &mut Rng) -> Move {
        if self.may_claim(s) && self.knows_enough(s) {
            return Move::Enough;
        }
        let cards = self.playable(s);
        let card = cards.nth(rng.below(cards.len()));
        if s.trick.len == 0 && marriages(cards).has(card) { Move::Marry(card) } else { Move::Play(card) }
    }

    /// Whether the player to move knows that his side has 66: he counts his own tricks and marriages, and those of
    /// whoever he knows to be with him.
    fn knows_enough(&self, s: &State) -> bool {
        let (me, Some(holder)) = (s.turn & 3, s.holder()) else { return false };
        let side = s.side(holder);
        let own = if side >> me & 1 == 1 { side } else { !side & 15 };
        if s.total(own) < 66 {
            return false;
        }
        // The holder knows both sides from the start, everybody when the called card has fallen.
        me == holder || !s.hands[usize::from(holder)].has(s.called) || s.total(1 << me) >= 66
    }
}
