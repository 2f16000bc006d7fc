//! A deal in which everybody plays for himself, as data: whoever takes most points pays the others (Varšava of taroky).
//!
//! It is a type of its own because nothing that reasons about two sides may be asked about it: the open-hand kernel takes a
//! [`Deal`](crate::Deal), and a [`Melee`] is not one.

use crate::{Card, Hand, Law, Trick};

/// What whoever takes most points pays to each of the others.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Forfeit {
    /// Parts of a point of each card, by its bit.
    pub worth: [i16; 64],
    /// How many parts make a point; a pile counts the whole points nearest to its parts.
    pub parts: i16,
    /// The price by the points of whoever has most: without [`Forfeit::marked`] among those who have most, and with him.
    pub price: [Vec<i32>; 2],
    /// What is added for every point that a creditor has less; without and with the marked player, too.
    pub each: [i32; 2],
    /// How many times the price a creditor without a card gets.
    pub empty: i32,
    /// The player whose loss has a price of its own.
    pub marked: u8,
    /// Where what is paid goes.
    pub to: Creditors,
}

/// Who gets what the losers of a [`Melee`] pay.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Creditors {
    /// The others.
    Players,
    /// A pot that stays for later deals.
    Pot,
    /// A pot that is given back in equal parts after this deal.
    Shared {
        /// What lies in it before.
        had: i32,
        /// Odd points go round from this player on.
        from: u8,
    },
}

impl Forfeit {
    /// What everybody gets who ends with these parts of points and so many cards. Several who have most share the debt, rounded
    /// up.
    pub fn payments(&self, players: u8, parts: [i16; 4], cards: [u8; 4]) -> [i32; 4] {
        let all = 0..usize::from(players.min(4));
        let made = parts.map(|parts| (parts + self.parts / 2).div_euclid(self.parts.max(1)));
        let most = all.clone().map(|p| made[p]).max().unwrap_or(0);
        let losers = all.clone().filter(|&p| made[p] == most).count() as i32;
        let row = usize::from(made.get(usize::from(self.marked)) == Some(&most));
        let price = usize::try_from(most).ok().and_then(|most| self.price[row].get(most)).copied();
        debug_assert!(price.is_some(), "the price list ends before {most} points");
        let mut paid = [0; 4];
        for creditor in all.clone().filter(|&p| made[p] != most) {
            let times = if cards[creditor] == 0 { self.empty } else { 1 };
            let due = times * (price.unwrap_or(0) + self.each[row] * i32::from(most - made[creditor]));
            let share = (due + losers - 1) / losers;
            paid[creditor] += if self.to == Creditors::Players { share * losers } else { 0 };
            all.clone().filter(|&p| made[p] == most).for_each(|loser| paid[loser] -= share);
        }
        if let Creditors::Shared { had, from } = self.to {
            let players = i32::from(players.max(1));
            let pot = had - paid.iter().sum::<i32>();
            for place in 0..players {
                let p = (i32::from(from) + place) % players;
                paid[p as usize & 3] += pot / players + i32::from(place < pot % players);
            }
        }
        paid
    }
}

/// A deal in play in which everybody plays for himself.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Melee {
    /// How many players.
    pub players: u8,
    /// The law of tricks.
    pub law: Law,
    /// A card that need not take a trick because it is the only one that could: then every card of its class may be played.
    pub spared: Hand,
    /// Cards that are not played while a hand holds another of the suit and another card may be played.
    pub late: Hand,
    /// What play is for.
    pub forfeit: Forfeit,
    /// The cards in each hand.
    pub hands: [Hand; 4],
    /// The trick on the table.
    pub trick: Trick,
    /// Parts of points that each player has taken.
    pub points: [i16; 4],
    /// Cards that each player has taken.
    pub taken: [u8; 4],
    /// Cards that go to whoever takes the next trick, the one after it, and so on.
    pub turned: Vec<Card>,
}

impl Melee {
    /// Whose turn it is.
    pub fn turn(&self) -> u8 {
        self.trick.player(usize::from(self.trick.len), usize::from(self.players))
    }

    /// Whether no card is left.
    pub fn over(&self) -> bool {
        self.trick.len == 0 && self.hands.iter().all(|hand| hand.is_empty())
    }

    /// The cards the player to move may play.
    pub fn legal(&self) -> Hand {
        let p = self.turn();
        debug_assert!(p < self.players, "player {p} of {} is to move", self.players);
        let hand = self.hands[usize::from(p & 3)];
        let mut legal = self.law.legal(hand, self.trick.cards());
        if legal.len() == 1 && self.spared.covers(legal) {
            let led = self.trick.cards().first().map(|led| hand.of(led.suit()));
            let trumps = self.law.trump.map_or(Hand::EMPTY, |suit| hand.of(suit));
            legal = led.map_or(hand, |follow| if follow.is_empty() { trumps } else { follow });
        }
        for card in self.late.and(legal).iter() {
            if legal.len() > 1 && hand.of(card.suit()).len() > 1 {
                legal.remove(card);
            }
        }
        legal
    }

    /// Plays a card of the player to move. Unchecked.
    pub fn play(&mut self, card: Card) {
        let p = self.turn();
        debug_assert!(self.hands[usize::from(p & 3)].has(card), "player {p} plays a card of somebody else's");
        self.hands[usize::from(p & 3)].remove(card);
        self.trick.push(card);
        if self.trick.len < self.players {
            return;
        }
        let taker = self.law.taker(&self.trick, usize::from(self.players));
        let won = usize::from(taker & 3);
        let turned = if self.turned.is_empty() { None } else { Some(self.turned.remove(0)) };
        for card in self.trick.cards().iter().copied().chain(turned) {
            self.points[won] += self.forfeit.worth[usize::from(card.0 & 63)];
            self.taken[won] += 1;
        }
        self.trick = Trick::new(taker);
    }

    /// What everybody gets; `None` before the end.
    pub fn payments(&self) -> Option<[i32; 4]> {
        self.over().then(|| self.forfeit.payments(self.players, self.points, self.taken))
    }
}
