//! Tricks: what may be played, marriages, and the end of a deal.

use crate::contract::{Contract, Main, SHARP, seven};
use crate::doubling::marriages;
use crate::score::Ending;
use crate::state::{Move, Phase, State, after};
use crate::{Kind, Marias};
use cards::{Card, Hand, Law, Order, Overtake, Suit, Trick};

/// The law of tricks with that trump suit, or without trumps.
#[inline]
pub fn law(trump: Option<Suit>) -> Law {
    let law = Law::plain().overtaking(Overtake::UnlessTrumped);
    match trump {
        Some(suit) => law.with_trump(suit),
        None => law.in_order(Order::TenLow),
    }
}

impl State {
    /// The sevens a player has announced and must keep to the end.
    #[inline]
    pub fn kept(&self, p: u8) -> Hand {
        let Some(trump) = self.trump else { return Hand::EMPTY };
        if p == self.declarer {
            self.contract.map_or(Hand::EMPTY, |c: Contract| c.kept(Some(trump)))
        } else if p == self.against[0] {
            seven(trump).bit()
        } else {
            Hand::EMPTY
        }
    }
}

impl Marias {
    pub(crate) fn open_play(&self, s: &mut State) {
        s.phase = Phase::Play;
        let coloured = s.contract.is_some_and(Contract::coloured);
        let forehand = self.rules.kind == Kind::Licitovany && self.rules.forehand_leads && coloured;
        s.leader = if forehand { s.forehand() } else { s.declarer };
        s.turn = s.leader;
        s.trick = Trick::new(s.leader);
    }

    /// The declarer of betl or durch once his cards lie open.
    pub(crate) fn open_hand(&self, s: &State) -> Option<u8> {
        let open = self.rules.open && s.made >= 3 && s.contract.is_some_and(|c| !c.coloured());
        open.then_some(s.declarer)
    }

    /// The cards the player to move may play: the law of tricks, the queen before the king, announced sevens last.
    #[inline]
    pub fn playable(&self, s: &State) -> Hand {
        let p = s.turn % 3;
        let hand = s.hands[usize::from(p)];
        let mut cards = law(s.trump).legal(hand, s.trick.cards());
        let Some(trump) = s.trump else { return cards };
        // King and queen are neighbours: the duties allow both or neither, so something is always left.
        cards = cards.minus(Hand(marriages(hand).0 << 1));
        let kept = s.kept(p);
        if self.rules.keep_seven && cards.meets(kept) {
            let others = cards.minus(kept);
            let helper = cards.minus(seven(trump).bit());
            if !others.is_empty() {
                return others;
            } else if !helper.is_empty() {
                return helper; // of two announced sevens the trump is the last
            }
        }
        cards
    }

    #[inline]
    pub(crate) fn lay(&self, s: &mut State, card: Card) {
        let p = usize::from(s.turn % 3);
        if s.trump.is_some() && marriages(s.hands[p]).has(card) {
            s.married[p] |= 1 << card.suit().0;
        }
        s.hands[p].remove(card);
        if let Some(slot) = s.plays.get_mut(usize::from(s.made)) {
            *slot = card;
        }
        s.made += 1;
        s.trick.push(card);
        s.turn = after(s.turn);
        if s.trick.len < 3 {
            return;
        }
        let taker = law(s.trump).taker(&s.trick, 3);
        let t = usize::from(taker % 3);
        s.tricks[t] += 1;
        if s.trump.is_some() {
            let cards: Hand = s.trick.cards().iter().copied().collect();
            s.basic[t] += 10 * cards.and(SHARP).len() as u8 + if s.made == 30 { 10 } else { 0 };
        }
        s.turn = taker;
        s.trick = Trick::new(taker);
        let lost = match s.contract.map(|c| c.main) {
            Some(Main::Betl) => taker == s.declarer,
            Some(Main::Durch) => taker != s.declarer,
            _ => false,
        };
        if lost || s.made == 30 {
            self.finish(s, Ending::Played);
        }
    }

    pub(crate) fn finish(&self, s: &mut State, ending: Ending) {
        let outcome = self.outcome(s, ending);
        for p in 0..3 {
            s.totals[p] = s.totals[p].saturating_add(outcome.delta[p]);
        }
        s.deals += 1;
        s.last = Some(outcome);
        s.phase = if s.deals >= self.rules.deals { Phase::Over } else { Phase::Next };
    }

    pub(crate) fn list(&self, s: &State, out: &mut Vec<Move>) {
        match s.phase {
            Phase::Deal | Phase::People | Phase::Next => out.extend(self.dealable(s).iter().map(Move::Deal)),
            Phase::Trump => {
                out.extend(s.hands[usize::from(s.turn)].iter().map(Move::Trump));
                if self.rules.people {
                    out.push(Move::People);
                }
            }
            Phase::Auction => self.list_bids(s, out),
            Phase::Talon => out.extend(self.layable(s).iter().map(Move::Lay)),
            Phase::Offer => self.list_offers(s, out),
            Phase::Ask => out.extend([Move::Good, Move::Steal]),
            Phase::Contract => self.list_contracts(s, out),
            Phase::Double => self.list_doubling(s, out),
            Phase::Play => out.extend(self.playable(s).iter().map(Move::Play)),
            Phase::Over => {}
        }
    }

    pub(crate) fn perform(&self, s: &mut State, mv: Move) {
        match mv {
            Move::Deal(card) => self.deal(s, card),
            Move::Trump(card) => self.set_trump(s, card),
            Move::People => s.phase = Phase::People,
            Move::Lay(card) => self.lay_away(s, card),
            Move::Offer(offer) => self.make_offer(s, offer),
            Move::Good if s.phase == Phase::Ask => self.answer(s),
            Move::Good => self.fall_silent(s),
            Move::Steal => self.take_talon(s),
            Move::Bid(_) | Move::Pass => self.bid(s, mv),
            Move::Name(contract, trump) => self.name(s, contract, trump),
            Move::Double(item) => self.double(s, item),
            Move::Against(item) => self.announce_against(s, item),
            Move::Play(card) => self.lay(s, card),
        }
    }
}
