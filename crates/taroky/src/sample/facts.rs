//! What a view implies about the unseen cards.

use super::{BOXES, LAID, REST, shuffled, subset};
use crate::game::Taroky;
use crate::state::{Bid, CALLABLE, Contract, DECK, ITEMS, SMALL, Stage, State, honours, owner, place, said};
use crate::view::View;
use cards::{Card, Hand, KINGS, MOND, NO_CARD, PAGAT, SKYZ, Split, TAROCK, TRUL, binomial, deal};
use game::Rng;

/// Everything the viewer can conclude.
#[derive(Clone, Debug)]
pub(crate) struct Facts {
    /// The view, as a state with holes.
    pub(crate) known: State,
    /// Cards whose place is not known.
    pub(crate) unseen: Hand,
    /// How many unseen cards each box holds.
    pub(crate) room: [u8; BOXES],
    /// Which unseen cards each box may hold.
    pub(crate) may: [Hand; BOXES],
    /// How many of them are tarocks.
    pub(crate) limits: [(u8, u8); BOXES],
    /// Small cards that the bidder was seen to take: they lie in his hand or were laid away by him.
    pub(crate) pinned: Hand,
    /// Cards that must be in a hand, taken out of `unseen` and `room`.
    pub(crate) forced: [Hand; 4],
    /// Cards each player has played.
    pub(crate) played: [Hand; 4],
    /// The honours each player announced; `None` where he was not asked or is the viewer.
    pub(crate) honours: [Option<u16>; 4],
    /// What each player laid away face down, as a number.
    laid_down: [u8; 4],
    /// Talon places of each player that the viewer has not seen.
    taken: [u8; 4],
    /// Cards known to have been dealt to a player, not bought.
    dealt: [Hand; 4],
    /// The bidder's call, if it implies something: the tarocks that he must have been dealt.
    pub(crate) call: Option<Hand>,
    /// While cards are dealt: the talon places that have a card, and the cards set by hand.
    dealing: Option<Dealing>,
}

/// A deal under way.
#[derive(Clone, Copy, Debug)]
struct Dealing {
    /// Whether each talon place has its card.
    places: [bool; 6],
    /// The card set for it by hand.
    set: [Card; 6],
    /// All cards set by hand.
    all: Hand,
}

impl Facts {
    /// Facts about a view that hides nothing.
    pub(crate) fn nothing(v: &View) -> Facts {
        Facts {
            known: v.known,
            unseen: Hand::EMPTY,
            room: [0; BOXES],
            may: [Hand::EMPTY; BOXES],
            limits: [(0, u8::MAX); BOXES],
            pinned: Hand::EMPTY,
            forced: [Hand::EMPTY; 4],
            played: [Hand::EMPTY; 4],
            honours: [None; 4],
            laid_down: [0; 4],
            taken: [0; 4],
            dealt: [Hand::EMPTY; 4],
            call: None,
            dealing: None,
        }
    }

    /// What `v` implies.
    pub(crate) fn new(game: &Taroky, v: &View) -> Facts {
        let k = &v.known;
        let mut f = Facts::nothing(v);
        f.played = k.played_by();
        f.boxes(game, v);
        f.talon(game, v);
        if k.stage == Stage::Deal {
            f.given(game, v);
            return f;
        }
        f.denials(game);
        f.auction(game, v.who);
        f.announcements(v.who);
        f.fleks(v.who);
        f
    }

    /// Rooms and the unseen cards.
    fn boxes(&mut self, game: &Taroky, v: &View) {
        let k = &v.known;
        let mut seen = Hand::EMPTY;
        for p in 0..4 {
            seen = seen.or(k.hands[p]).or(k.laid[p]).or(self.played[p]);
            if p != usize::from(v.who) {
                self.room[p] = k.count(p as u8, &game.rules) as u8;
                self.laid_down[p] = k.laid_count[p] - k.laid[p].len() as u8;
                self.room[LAID] += self.laid_down[p];
            }
        }
        self.unseen = DECK.cards().minus(seen);
    }

    /// Talon cards: seen ones have a place, unseen ones lie in the rest or were taken by somebody.
    fn talon(&mut self, game: &Taroky, v: &View) {
        let k = &v.known;
        let mut pinned = [Hand::EMPTY; 4];
        for i in 0..6 {
            let (o, card) = (usize::from(k.owner[i]), k.talon[i]);
            match (card.known(), o < 4) {
                (true, false) => self.unseen.remove(card),
                (true, true) => pinned[o].add(card),
                (false, true) => self.taken[o] += 1,
                (false, false) => self.room[REST] += 1,
            }
        }
        self.may = [self.unseen; BOXES];
        self.may[LAID] = self.unseen.and(SMALL);
        for p in 0..4 {
            let pinned = pinned[p].and(self.unseen);
            if pinned.is_empty() {
                continue;
            }
            // Only small cards are laid away face down: all others are still in the hand.
            pinned.minus(SMALL).iter().for_each(|card| self.force(p, card));
            self.pinned = self.pinned.or(pinned.and(SMALL));
            for j in (0..BOXES).filter(|&j| j != p && j != LAID) {
                self.may[j] = self.may[j].minus(pinned);
            }
        }
        let first = k.contract == Contract::Preferanc && k.cards == 1 && k.owner[5] == owner::AWAY;
        if game.rules.show_rest && first {
            self.may[REST] = self.may[REST].and(SMALL);
        }
    }

    /// While cards are dealt, the pack holds the rest, and cards of a deal set by hand have their places.
    fn given(&mut self, game: &Taroky, v: &View) {
        let k = &v.known;
        self.room[REST] =
            (self.unseen.len() - (0..4).map(|p| usize::from(self.room[p])).sum::<usize>()) as u8;
        let mut dealing = Dealing { places: [false; 6], set: [NO_CARD; 6], all: Hand::EMPTY };
        for n in 0..k.dealt {
            if let (4, slot) = place(k.forehand(), n, &game.rules) {
                dealing.places[slot] = true;
            }
        }
        if k.deal == 0 {
            let given = &game.rules.given;
            dealing.all = given.all;
            dealing.set.copy_from_slice(&given.places[4][..6]);
            for card in given.all.and(self.unseen) {
                self.may.iter_mut().for_each(|may| may.remove(card));
                let home = (0..k.dealt)
                    .map(|n| place(k.forehand(), n, &game.rules))
                    .find(|&(group, slot)| given.places[group][slot] == card)
                    .map_or(REST, |(group, _)| if group < 4 { group } else { REST });
                self.may[home].add(card);
            }
        }
        self.dealing = Some(dealing);
    }

    /// What playing and laying away showed.
    fn denials(&mut self, game: &Taroky) {
        let k = self.known;
        let law = k.law();
        let varsava = k.contract == Contract::Varsava;
        for (i, (p, card)) in k.history().enumerate() {
            let table = &k.plays[i / 4 * 4..i];
            let mut denied = law.denied(table, card);
            if varsava {
                if game.rules.mond_free && card.suit() == TAROCK {
                    // A tarock below the winner says nothing about the Mond, which need not overtake.
                    denied.remove(MOND);
                }
                if game.rules.pagat_last && card == PAGAT {
                    denied = denied.or(TAROCK.mask());
                }
            }
            self.exclude(usize::from(p), denied);
        }
        for p in 0..4 {
            if !k.laid[p].of(TAROCK).is_empty() {
                self.exclude(p, SMALL);
            }
        }
    }

    fn exclude(&mut self, p: usize, cards: Hand) {
        self.may[p] = self.may[p].minus(cards);
    }

    /// Puts a card into a hand if its place is still open.
    fn force(&mut self, p: usize, card: Card) {
        if self.unseen.has(card) && self.room[p] > 0 {
            self.unseen.remove(card);
            self.room[p] -= 1;
            self.forced[p].add(card);
            self.may.iter_mut().for_each(|may| may.remove(card));
        }
    }

    /// Bids and calls.
    fn auction(&mut self, game: &Taroky, who: u8) {
        let k = self.known;
        for i in 0..k.call_count.min(16) {
            let p = usize::from((k.forehand() + i) & 3);
            if k.calls[usize::from(i)] == Bid::Game(Contract::Second) && game.rules.second_needs_pagat {
                self.dealt[p].add(PAGAT);
                self.force(p, PAGAT);
            }
        }
        if !k.duty() || !k.called.known() || game.rules.free_call || k.bidder == who {
            return;
        }
        let b = usize::from(k.bidder);
        let higher = Hand(CALLABLE.0 & !((2u64 << k.called.0) - 1));
        for card in higher {
            self.dealt[b].add(card);
            self.force(b, card);
        }
        self.call = Some(higher);
    }

    /// Announcements made and not made.
    fn announcements(&mut self, who: u8) {
        let k = self.known;
        if k.contract == Contract::Varsava {
            return;
        }
        for i in 0..4u8 {
            let asked = match k.stage {
                Stage::Announce => i < k.asked,
                Stage::Double | Stage::Play => true,
                _ => false,
            };
            let p = usize::from((k.forehand() + i) & 3);
            if !asked || p == usize::from(who) {
                continue;
            }
            let bits = k.said[p];
            let second = k.contract == Contract::Second && k.bidder == p as u8;
            if bits & said::PAGAT != 0 && !second {
                self.force(p, PAGAT);
            }
            if bits & said::VALAT != 0 {
                self.force(p, SKYZ);
            }
            if bits & said::TRUL != 0 {
                TRUL.iter().for_each(|card| self.force(p, card));
            }
            if bits & said::KRALOVSKE != 0 {
                KINGS.iter().for_each(|card| self.force(p, card));
            }
            self.honours[p] = Some(bits & (said::TRUL | said::HONERY | said::KRALOVSKE));
            let (low, high) = if bits & said::TAROKY != 0 {
                (10, 12)
            } else if bits & said::TAROCKY != 0 {
                (8, 9)
            } else if bits & said::BARVICKY != 0 {
                (1, 2)
            } else if bits & said::BARVY != 0 {
                (0, 0)
            } else {
                (3, 7)
            };
            self.limits[p] = (low, high);
        }
        // Later announcers may force cards, too: only then are the known tarocks complete.
        for p in 0..4 {
            if self.honours[p].is_some() {
                let have = self.played[p].or(self.forced[p]).of(TAROCK).len() as u8;
                let (low, high) = self.limits[p];
                self.limits[p] = (low.saturating_sub(have), high.saturating_sub(have));
            }
        }
    }

    /// Who doubled the bidder's items does not hold the called tarock; a partner who refleked does.
    fn fleks(&mut self, who: u8) {
        let k = self.known;
        if !k.duty() || !k.called.known() {
            return;
        }
        for item in 0..ITEMS {
            if k.item_owner(item) != Some(k.bidder) {
                continue;
            }
            for level in 0..4 {
                let p = k.raisers[item][level];
                if p < 4 && p != k.bidder && p != who {
                    if level % 2 == 0 {
                        self.exclude(usize::from(p), k.called.bit());
                    } else if self.unseen.has(k.called) {
                        self.force_partner(usize::from(p));
                    }
                }
            }
        }
    }

    fn force_partner(&mut self, p: usize) {
        let called = self.known.called;
        self.force(p, called);
        if self.honours[p].is_some() {
            let (low, high) = self.limits[p];
            self.limits[p] = (low.saturating_sub(1), high.saturating_sub(1));
        }
    }

    /// Everything a player has or had: hand, cards played, cards laid away.
    pub(crate) fn all(&self, split: &Split<BOXES>, p: usize) -> Hand {
        split[p].or(self.forced[p]).or(self.played[p]).or(self.known.laid[p])
    }

    /// Whether a proposed split is taken: the called tarock where it may be, honours as announced, and with the
    /// probability that its number of ways to have bought the talon bears to the greatest possible one. `weighed`: the
    /// place of the called tarock has been drawn by [`Facts::keeps_called`] already.
    #[inline]
    pub(crate) fn accepts(&self, split: &Split<BOXES>, weighed: bool, rng: &mut Rng) -> bool {
        let called = self.known.called;
        let misplaced = |j: usize| split[j].has(called) && !self.may[j].has(called);
        if (0..4).any(misplaced) || !self.honest(split) {
            return false;
        }
        let (ways, mut most) = self.ways(split);
        if weighed && ways < most {
            most *= self.keeps_called(usize::from(self.known.bidder));
        }
        ways >= most || rng.unit() * most < ways
    }

    /// How likely box `j` may keep the called tarock: 1, but less for the bidder, who must have bought it (or was dealt
    /// all four): an upper bound of the ways to have bought over the most ways there are.
    pub(crate) fn keeps_called(&self, j: usize) -> f64 {
        let b = usize::from(self.known.bidder);
        if self.call.is_none() || j != b {
            return 1.0;
        }
        let size = self.size(b);
        let (bought, alone) = self.buys(b, CALLABLE, size);
        (bought + alone) / binomial(size - self.dealt[b].len().min(size), usize::from(self.taken[b]))
    }

    /// How many cards a player has or had.
    fn size(&self, p: usize) -> usize {
        usize::from(self.room[p] + self.laid_down[p])
            + self.forced[p].or(self.played[p]).or(self.known.laid[p]).len()
    }

    /// Whether the hands have exactly the honours announced.
    #[inline]
    pub(crate) fn honest(&self, split: &Split<BOXES>) -> bool {
        (0..4).all(|p| {
            self.honours[p].is_none_or(|bits| honours(split[p].or(self.forced[p]).or(self.played[p])) == bits)
        })
    }

    /// In how many ways the bidder can have bought his talon cards and called what he called, and the most there can be.
    pub(crate) fn ways(&self, split: &Split<BOXES>) -> (f64, f64) {
        if self.call.is_none() {
            return (1.0, 1.0);
        }
        let b = usize::from(self.known.bidder);
        let all = self.all(split, b);
        let size = self.size(b);
        let (bought, alone) = self.buys(b, all, size);
        let most = binomial(size - self.dealt[b].len().min(size), usize::from(self.taken[b]));
        if all.has(self.known.called) { (bought + alone, most) } else { (most, most) }
    }

    /// The ways to have bought the talon cards: all of them; and the further ones if the bidder was dealt all four tarocks
    /// that may be called, which is open as long as the others of them have no place in `split`.
    pub(crate) fn buyings(&self, split: &Split<BOXES>) -> (f64, f64) {
        let b = usize::from(self.known.bidder);
        if self.call.is_none() || !self.all(split, b).has(self.known.called) {
            return (self.ways(split).1, 0.0);
        }
        self.buys(b, CALLABLE, self.size(b))
    }

    /// Ways when the bidder has the called tarock: bought it, or was dealt all four.
    fn buys(&self, b: usize, all: Hand, size: usize) -> (f64, f64) {
        let (taken, fixed) = (usize::from(self.taken[b]), self.dealt[b].len());
        let bought = if taken > 0 { binomial(size.saturating_sub(fixed + 1), taken - 1) } else { 0.0 };
        let four = self.call == Some(Hand::EMPTY) && all.covers(CALLABLE);
        let alone = if four { binomial(size.saturating_sub(fixed + 4), taken) } else { 0.0 };
        (bought, alone)
    }

    /// In how many ways the cards laid away face down belong to those who laid them.
    pub(crate) fn layings(&self) -> u128 {
        let (mut n, mut ways) = (0u128, 1u128);
        for &down in &self.laid_down {
            for i in 1..=u128::from(down) {
                n += 1;
                ways = ways * n / i;
            }
        }
        ways
    }

    /// The state of a split: the rest of the hidden history is drawn.
    pub(crate) fn assemble(&self, split: &Split<BOXES>, rng: &mut Rng) -> State {
        let mut s = self.known;
        let mut down = [Hand::EMPTY; 4];
        deal(split[LAID], &self.laid_down, &mut down, rng);
        for p in 0..4 {
            s.hands[p] = s.hands[p].or(split[p]).or(self.forced[p]);
            s.laid[p] = s.laid[p].or(down[p]);
        }
        self.fill_rest(&mut s, split[REST], rng);
        for p in 0..4 {
            if self.taken[p] > 0 {
                let all = s.hands[p].or(s.laid[p]).or(self.played[p]);
                let bought = self.bought(&s, p, all, rng);
                let mut order = [NO_CARD; 6];
                shuffled(bought, &mut order[..usize::from(self.taken[p])], rng);
                let mut next = order.into_iter();
                for i in 0..6 {
                    if usize::from(s.owner[i]) == p && !s.talon[i].known() {
                        s.talon[i] = next.next().unwrap_or(NO_CARD);
                        debug_assert!(
                            s.talon[i].known(),
                            "a bought card is missing at place {i} of the talon"
                        );
                    }
                }
            }
        }
        s
    }

    /// Puts unseen cards on the talon places that nobody holds.
    fn fill_rest(&self, s: &mut State, rest: Hand, rng: &mut Rng) {
        let mut order = [NO_CARD; 6];
        let free = self.dealing.map_or(rest, |dealing| rest.minus(dealing.all));
        shuffled(free, &mut order, rng);
        let mut next = order.into_iter();
        for i in 0..6 {
            if s.owner[i] < 4 || s.talon[i].known() {
                continue;
            }
            s.talon[i] = match self.dealing {
                Some(dealing) if !dealing.places[i] => NO_CARD,
                Some(dealing) if dealing.set[i].known() => dealing.set[i],
                _ => next.next().unwrap_or(NO_CARD),
            };
        }
    }

    /// Bought cards: any of a player's that he is not known to have been dealt, the called tarock among them unless he
    /// was dealt all four.
    fn bought(&self, s: &State, p: usize, all: Hand, rng: &mut Rng) -> Hand {
        let seen: Hand = (0..6).filter(|&i| usize::from(s.owner[i]) == p).map(|i| s.talon[i]).collect();
        let free = all.minus(self.dealt[p]).minus(seen);
        let n = usize::from(self.taken[p]);
        if self.call.is_none() || p != usize::from(s.bidder) || !all.has(s.called) {
            return subset(free, n, rng);
        }
        let (bought, alone) = self.buys(p, all, all.len());
        if rng.unit() * (bought + alone) < alone {
            return subset(free.minus(CALLABLE), n, rng);
        }
        subset(free.minus(s.called.bit()), n.saturating_sub(1), rng).or(s.called.bit())
    }
}
