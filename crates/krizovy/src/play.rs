//! Tricks: what may be played, marriages, and the end of a deal.

use crate::Krizovy;
use crate::state::{Phase, State};
use cards::{Card, Hand, Trick};
use marias::{Main, SHARP, law, marriages};

impl Krizovy {
    /// The cards the player to move may play: the law of tricks, the queen before the king, announced sevens last.
    #[inline]
    pub fn playable(&self, s: &State) -> Hand {
        let p = s.turn & 3;
        let hand = s.hands[usize::from(p)];
        let mut cards = law(s.trump).legal(hand, s.trick.cards());
        if s.trump.is_none() {
            return cards;
        }
        // King and queen are neighbours: the duties allow both or neither, so something is always left.
        cards = cards.minus(Hand(marriages(hand).0 << 1));
        let others = cards.minus(s.kept(p));
        if self.rules.keep_seven && !others.is_empty() { others } else { cards }
    }

    #[inline]
    pub(crate) fn lay(&self, s: &mut State, card: Card) {
        let p = usize::from(s.turn & 3);
        if s.trump.is_some() && marriages(s.hands[p]).has(card) {
            s.married[p] |= 1 << card.suit().0;
        }
        s.hands[p].remove(card);
        if let Some(slot) = s.plays.get_mut(usize::from(s.made)) {
            *slot = card;
        }
        s.made += 1;
        s.trick.push(card);
        let full = s.full();
        s.turn = s.seat(s.turn, 1);
        if s.trick.len < full {
            return;
        }
        let taker = s.seat(s.trick.leader, law(s.trump).winner(s.trick.cards()) as u8);
        let t = usize::from(taker & 3);
        let last = s.hands[t].is_empty();
        s.tricks[t] += 1;
        if s.trump.is_some() {
            let cards: Hand = s.trick.cards().iter().copied().collect();
            s.basic[t] += 10 * cards.and(SHARP).len() as u8 + if last { 10 } else { 0 };
        }
        s.turn = taker;
        s.trick = Trick::new(taker);
        let lost = match s.contract.map(|c| c.main) {
            Some(Main::Betl) => taker == s.declarer,
            Some(Main::Durch) => taker != s.declarer,
            _ => false,
        };
        if lost || last {
            self.finish(s);
        }
    }

    fn finish(&self, s: &mut State) {
        let outcome = self.outcome(s);
        for p in 0..4 {
            s.totals[p] = s.totals[p].saturating_add(outcome.delta[p]);
        }
        s.deals += 1;
        s.last = Some(outcome);
        s.phase = if s.deals >= self.rules.deals { Phase::Over } else { Phase::Next };
    }
}
