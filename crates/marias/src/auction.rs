//! Before the play: the trump card, the talon, offers and stealing (volený), bidding (licitovaný), the contract.

use crate::contract::{COLOURED, Contract, Main, SEVENS, SHARP, Sevens, seven};
use crate::doubling::marriages;
use crate::score::Ending;
use crate::state::{Move, Offer, Phase, State, after};
use crate::{Kind, Marias};
use cards::{Card, Hand, NO_CARD, Suit};

impl Marias {
    /// The forehand has his trump card: he takes up his other cards.
    pub(crate) fn set_trump(&self, s: &mut State, card: Card) {
        s.trump_card = card;
        let forehand = usize::from(s.forehand());
        s.hands[forehand] = s.hands[forehand].or(s.fresh);
        s.fresh = Hand::EMPTY;
        s.phase = Phase::Talon;
    }

    /// The cards the declarer may lay to the talon. A forehand who lays the trump card itself can offer betl and durch
    /// only.
    pub(crate) fn layable(&self, s: &State) -> Hand {
        let mut cards = s.hands[usize::from(s.declarer)];
        // Whoever bid two sevens must be able to name them afterwards.
        let bid = s.bids[usize::from(s.declarer)];
        if bid >= 9 {
            if !self.rules.talon_sharp {
                cards = cards.minus(SHARP);
            }
            if cards.and(SEVENS).len() <= 2 {
                cards = cards.minus(SEVENS);
            } else if bid >= 11 {
                cards.remove(seven(Suit(0)));
            }
        }
        cards
    }

    pub(crate) fn lay_away(&self, s: &mut State, card: Card) {
        let n = usize::from(s.laid) % 3;
        s.hands[usize::from(s.declarer)].remove(card);
        s.talons[n].add(card);
        s.laid_by[n] = s.declarer;
        if s.talons[n].len() >= 2 {
            s.laid += 1;
            s.phase = if self.rules.kind == Kind::Voleny { Phase::Offer } else { Phase::Contract };
        }
    }

    /// Whether the talon suits a game with that trump suit.
    pub(crate) fn talon_fits(&self, talon: Hand, trump: Suit) -> bool {
        (self.rules.talon_sharp || !talon.meets(SHARP))
            && (self.rules.talon_trumps || talon.of(trump).is_empty())
    }

    pub(crate) fn list_offers(&self, s: &State, out: &mut Vec<Move>) {
        let talon = s.talon();
        let trumps_left = !talon.has(s.trump_card) && self.talon_fits(talon, s.trump_card.suit());
        if s.offer.is_none() && trumps_left {
            out.push(Move::Offer(Offer::Colour));
        }
        if s.offer.is_none_or(|offer| offer < Offer::Betl) {
            out.push(Move::Offer(Offer::Betl));
        }
        out.push(Move::Offer(Offer::Durch));
    }

    pub(crate) fn make_offer(&self, s: &mut State, offer: Offer) {
        s.opened = s.opened.or(Some(offer));
        s.offer = Some(offer);
        s.asked = 0;
        if offer != Offer::Colour {
            s.trump_card = NO_CARD;
        }
        if offer == Offer::Durch {
            self.agree(s); // nothing is higher: the question would be a formality
        } else {
            s.phase = Phase::Ask;
            s.turn = after(s.declarer);
        }
    }

    pub(crate) fn answer(&self, s: &mut State) {
        s.asked += 1;
        s.turn = after(s.turn);
        if s.asked >= 2 {
            self.agree(s);
        }
    }

    /// The player to move takes up the talon and becomes declarer.
    pub(crate) fn take_talon(&self, s: &mut State) {
        let p = usize::from(s.turn);
        s.hands[p] = s.hands[p].or(s.talon());
        s.declarer = s.turn;
        s.trump_card = NO_CARD;
        s.phase = Phase::Talon;
    }

    fn agree(&self, s: &mut State) {
        s.turn = s.declarer;
        let main = match s.offer {
            Some(Offer::Betl) => Main::Betl,
            Some(Offer::Durch) => Main::Durch,
            _ => {
                s.phase = Phase::Contract;
                return;
            }
        };
        self.name(s, Contract { main, sevens: Sevens::None }, None);
    }

    pub(crate) fn list_contracts(&self, s: &State, out: &mut Vec<Move>) {
        let hand = s.hands[usize::from(s.declarer)];
        if self.rules.kind == Kind::Voleny {
            let holds = hand.has(seven(s.trump_card.suit()));
            let fit = COLOURED.into_iter().filter(|c| c.sevens == Sevens::None || holds);
            let fit = fit.filter(|c| c.main != Main::Hundred || !marriages(hand).is_empty());
            out.extend(fit.map(|c| Move::Name(c, None)));
            return;
        }
        let bid = s.bids[usize::from(s.declarer)];
        let hundred = s.bound_to_hundred() || !marriages(hand).is_empty();
        let mut push = |main, sevens, trump: Option<Suit>| {
            let contract = Contract { main, sevens };
            let fits = trump.is_none_or(|suit| self.talon_fits(s.talon(), suit));
            let possible = fits && (hundred || main != Main::Hundred);
            if contract.step(trump) >= bid && possible && hand.covers(contract.kept(trump)) {
                out.push(Move::Name(contract, trump));
            }
        };
        for suit in [1, 2, 3, 0].map(Suit) {
            push(Main::Game, Sevens::One, Some(suit));
            push(Main::Hundred, Sevens::None, Some(suit));
            push(Main::Hundred, Sevens::One, Some(suit));
            for other in (0..4).map(Suit).filter(|&other| other != suit) {
                push(Main::None, Sevens::Two(other), Some(suit));
                push(Main::Hundred, Sevens::Two(other), Some(suit));
            }
        }
        push(Main::Betl, Sevens::None, None);
        push(Main::Durch, Sevens::None, None);
    }

    /// The contract is settled; the trump card is shown.
    pub(crate) fn name(&self, s: &mut State, contract: Contract, trump: Option<Suit>) {
        s.contract = Some(contract);
        s.trump = match (contract.coloured(), s.trump_card.known()) {
            (false, _) => None,
            (true, true) => Some(s.trump_card.suit()),
            (true, false) => trump,
        };
        self.open_doubling(s);
    }

    /// The steps a player of licitovaný may bid.
    pub(crate) fn list_bids(&self, s: &State, out: &mut Vec<Move>) {
        let highest = s.bids.iter().copied().max().unwrap_or(0);
        let forced = self.rules.forced_opening && highest == 0;
        if !forced {
            out.push(Move::Pass);
        }
        let sevens = s.hands[usize::from(s.turn)].and(SEVENS);
        // The forehand need not go higher than another: he holds what was bid.
        let holds = self.rules.hold && highest > 0 && s.turn == s.forehand();
        for step in highest + u8::from(!holds)..=12 {
            let red_needed = step >= 11 && !sevens.has(seven(Suit(0)));
            if step < 9 || (sevens.len() >= 2 && !red_needed) {
                out.push(Move::Bid(step));
            }
        }
    }

    pub(crate) fn bid(&self, s: &mut State, mv: Move) {
        match mv {
            Move::Bid(step) => {
                s.bids[usize::from(s.turn)] = step;
                s.declarer = s.turn;
            }
            _ => s.passed |= 1 << s.turn,
        }
        if s.passed == 7 {
            self.finish(s, Ending::ThrownIn);
            return;
        }
        let highest = s.bids.iter().copied().max().unwrap_or(0);
        s.turn = after(s.turn);
        while s.passed >> s.turn & 1 == 1 {
            s.turn = after(s.turn);
        }
        if highest > 0 && s.turn == s.declarer {
            self.take_talon(s);
        }
    }
}
