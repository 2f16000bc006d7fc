//! What a view implies about the hidden cards. All of it is card by card, except two kinds of numbers:
//!
//! - following, trumping and failing to overtake deny cards ([`cards::Law::denied`]);
//! - a king denies its queen; a queen shows its king (a marriage) or denies it (none was shown);
//! - the trump card is shown with the contract; announced sevens are held until they fall, and one that falls early
//!   denies whatever could have been played instead;
//! - a game with trumps says what its talon does not hold; a talon seen and taken up by another went to his hand or to
//!   the talon he laid, and so on;
//! - where holders of the trump king or queen must double, silence denies both;
//! - sto and sto proti show that their announcers held some marriage; a bid of two sevens shows two sevens.

use crate::contract::{Contract, Main, SEVENS, SHARP, seven};
use crate::doubling::pair;
use crate::play::law;
use crate::state::{NOBODY, Offer, Phase, State};
use crate::{Kind, Marias, View};
use cards::{Card, Hand, Suit};
use game::Player;

/// What a view implies.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Knowledge {
    /// The cards nobody has shown to the viewer.
    pub unseen: Hand,
    /// The cards each player may hold.
    pub may: [Hand; 3],
    /// The cards each player holds for certain.
    pub has: [Hand; 3],
    /// The unseen cards the talon may hold.
    pub talon: Hand,
    /// What each player has played.
    pub played: [Hand; 3],
    /// How many unseen sevens each player must hold.
    pub sevens: [u8; 3],
    /// The player who showed that he holds a marriage, while it is not known which.
    pub pair: Option<u8>,
}

impl Marias {
    /// What a view implies.
    pub fn knowledge(&self, v: &View) -> Knowledge {
        let s = &v.table;
        let own = v.who.map_or(Hand::EMPTY, |p| s.hands[p.index()]);
        let mut k = Knowledge {
            unseen: Hand::EMPTY,
            may: [Hand::EMPTY; 3],
            has: [Hand::EMPTY; 3],
            talon: Hand::EMPTY,
            played: [Hand::EMPTY; 3],
            sevens: [0; 3],
            pair: None,
        };
        let mut denied = [Hand::EMPTY; 3];
        follow(s, self.rules.keep_seven, &mut k.played, &mut denied);
        let gone = k.played[0].or(k.played[1]).or(k.played[2]);
        let seen = s.hands[0].or(s.hands[1]).or(s.hands[2]).or(s.talon());
        k.unseen = crate::PACK.minus(gone).minus(seen);
        k.may = denied.map(|set| k.unseen.minus(set));
        k.talon = k.unseen;
        self.announced(s, &mut k);
        self.taken_up(v, &mut k);
        self.talon_of_colour(s, &mut k);
        self.bid_sevens(s, &mut k);
        settle(v, own, &mut k);
        if let Some(open) = self.open_hand(s).map(usize::from) {
            (k.may[open], k.has[open]) = (s.hands[open], s.hands[open]);
        }
        self.some_pair(v, &mut k);
        k
    }

    /// Shown trump card, kept sevens, shown marriages, silence under duty.
    fn announced(&self, s: &State, k: &mut Knowledge) {
        let named = s.contract.is_some();
        if named && k.unseen.has(s.trump_card) {
            k.has[usize::from(s.declarer)].add(s.trump_card);
        }
        for p in 0..3u8 {
            let i = usize::from(p);
            k.has[i] = k.has[i].or(s.kept(p).and(k.unseen));
            for suit in (0..4).map(Suit).filter(|suit| s.married[i] >> suit.0 & 1 == 1) {
                k.has[i] = k.has[i].or(pair(suit).and(k.unseen));
            }
            if let Some(trump) = s.trump
                && s.shy >> p & 1 == 1
            {
                k.may[i] = k.may[i].minus(pair(trump));
            }
        }
    }

    /// Talons the viewer has seen and others took up: their cards went to the taker's hand or to the talon he laid.
    fn taken_up(&self, v: &View, k: &mut Knowledge) {
        let s = &v.table;
        for talon in 0..s.laid {
            if s.taker(talon).is_none() || !s.saw(talon, v.who) {
                continue;
            }
            for card in s.talons[usize::from(talon)].and(k.unseen) {
                let (hands, lying) = places(v, talon, card);
                for p in 0..3 {
                    if hands >> p & 1 == 0 {
                        k.may[p].remove(card);
                    } else if hands == 1 << p && !lying {
                        k.has[p].add(card);
                    }
                }
                if !lying {
                    k.talon.remove(card);
                }
            }
        }
    }

    /// What the talon of a game with trumps cannot hold.
    fn talon_of_colour(&self, s: &State, k: &mut Knowledge) {
        let coloured = match self.rules.kind {
            Kind::Voleny => s.offer == Some(Offer::Colour) && s.laid == 1 && s.phase != Phase::Talon,
            Kind::Licitovany => s.contract.is_some_and(Contract::coloured),
        };
        if !coloured {
            return;
        }
        if !self.rules.talon_sharp {
            k.talon = k.talon.minus(SHARP);
        }
        if let (false, Some(trump)) = (self.rules.talon_trumps, s.trump) {
            k.talon = k.talon.minus(trump.mask());
        }
    }

    /// Who bid two sevens holds or held two, one of them red if he bid them red.
    fn bid_sevens(&self, s: &State, k: &mut Knowledge) {
        for p in 0..3 {
            if s.bids[p] < 9 {
                continue;
            }
            if s.bids[p] >= 11 && k.unseen.has(seven(Suit(0))) {
                k.has[p].add(seven(Suit(0)));
            }
            let shown = k.played[p].or(k.has[p]).and(SEVENS).len();
            k.sevens[p] = 2u8.saturating_sub(shown as u8);
        }
    }

    /// Sto needs a marriage in hand, and so does sto proti.
    fn some_pair(&self, v: &View, k: &mut Knowledge) {
        let s = &v.table;
        let hundred = s.contract.is_some_and(|c| c.main == Main::Hundred) && !s.bound_to_hundred();
        let p = if hundred { s.declarer } else { s.against[1] };
        if p == NOBODY || v.who == Some(Player(p)) || v.table.married[usize::from(p)] != 0 {
            return;
        }
        let known = (0..4).map(Suit).any(|suit| k.has[usize::from(p)].covers(pair(suit)));
        k.pair = (!known).then_some(p);
    }
}

/// What the cards played imply.
fn follow(s: &State, keep_seven: bool, played: &mut [Hand; 3], denied: &mut [Hand; 3]) {
    let law = law(s.trump);
    for (number, (leader, _, cards)) in s.history(law).enumerate() {
        for (i, &card) in cards.iter().enumerate() {
            let p = (leader + i as u8) % 3;
            let at = usize::from(p);
            played[at].add(card);
            let mut no = law.denied(&cards[..i], card);
            if s.trump.is_some() {
                let other = pair(card.suit()).minus(card.bit());
                let shown = s.married[at] >> card.suit().0 & 1 == 1;
                if pair(card.suit()).has(card) && !(shown && card.height() == 4) {
                    no = no.or(other);
                }
                let kept = s.kept(p);
                if keep_seven && kept.has(card) && number < 9 {
                    // An announced seven falls early only where nothing else could be played.
                    no = no.or(if i == 0 { crate::PACK } else { card.suit().mask() }.minus(kept));
                }
            }
            denied[at] = denied[at].or(no);
        }
    }
}

/// Where a card of a talon that was taken up may be now: players' bits, and whether the talon on the table is possible.
fn places(v: &View, talon: u8, card: Card) -> (u8, bool) {
    let s = &v.table;
    let mut hands = 0u8;
    let mut at = talon;
    while let Some(taker) = s.taker(at) {
        // The talon the taker laid (or is laying) in its place.
        let next = at + 1;
        let seen = s.saw(next, v.who) && usize::from(next) < 3;
        let inside = seen && s.talons[usize::from(next) % 3].has(card);
        if !inside {
            hands |= 1 << taker;
        }
        if seen && !inside {
            return (hands, false);
        }
        if s.lying() == Some(next) {
            return (hands, v.lying > 0);
        }
        at = next;
    }
    (hands, false)
}

/// A card known to lie in one hand lies nowhere else; the viewer knows his own hand.
fn settle(v: &View, own: Hand, k: &mut Knowledge) {
    for p in 0..3 {
        for q in 0..3 {
            if p != q {
                k.may[q] = k.may[q].minus(k.has[p]);
            }
        }
        k.may[p] = k.may[p].or(k.has[p]);
        k.talon = k.talon.minus(k.has[p]);
    }
    if let Some(me) = v.who {
        k.may[me.index()] = own;
        k.has[me.index()] = own;
        k.sevens[me.index()] = 0;
    }
}
