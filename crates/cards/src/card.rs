//! Cards and sets of cards.
//!
//! One layout serves every deck: a card is the number of its bit, so a set of cards is a `u64`.
//!
//! ```text
//! bit  63 ······ 54 | 53 ············ 32 | 31 ··· 24 | 23 ··· 16 | 15 ···· 8 | 7 ····· 0
//!      (empty)      | XXII XXI  ···   I  | suit 3    | suit 2    | suit 1    | suit 0
//!                     tarocks (suit 4)
//! inside a suit of 8, tarock pack:      K Q C J 1 2 3 4 (red: hearts, diamonds)
//!                                       K Q C J 10 9 8 7 (black: spades, clubs)
//! inside a suit of 8, German pack:      A 10 K Q J 9 8 7 (hearts, leaves, bells, acorns)
//!                     bit of the suit:  7 6  5 4 3 2 1 0
//! ```
//! A higher bit of a suit beats a lower one (except in mariáš without trumps: see [`crate::Order`]).

use std::fmt;

/// A card: the number of its bit, 0 to 53.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Card(pub u8);

/// A suit: 0 to 3 plain, 4 the tarocks.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Suit(pub u8);

/// The tarocks of a tarock pack, permanent trumps.
pub const TAROCK: Suit = Suit(4);

/// No card: what a slot holds before one is known.
pub const NO_CARD: Card = Card(0xFF);

impl Card {
    /// The card of a suit at a height counted from 0 in beating order.
    #[inline]
    pub const fn new(suit: Suit, height: u8) -> Card {
        Card(suit.0 * 8 + height)
    }

    /// Its suit.
    #[inline]
    pub const fn suit(self) -> Suit {
        let suit = self.0 >> 3;
        Suit(if suit < 4 { suit } else { 4 })
    }

    /// Its height inside its suit, from 0, in the layout's order.
    #[inline]
    pub const fn height(self) -> u8 {
        if self.0 < 32 { self.0 & 7 } else { self.0 - 32 }
    }

    /// The set of this card alone; empty for [`NO_CARD`].
    #[inline]
    pub const fn bit(self) -> Hand {
        if self.0 < 64 { Hand(1 << self.0) } else { Hand(0) }
    }

    /// Whether this is a card at all.
    #[inline]
    pub const fn known(self) -> bool {
        self.0 < 64
    }
}

impl Suit {
    /// All bits of the suit.
    #[inline]
    pub const fn mask(self) -> Hand {
        if self.0 < 4 { Hand(0xFF << (8 * self.0)) } else { Hand(((1 << 22) - 1) << 32) }
    }
}

/// A set of cards.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Hand(pub u64);

impl Hand {
    /// No card.
    pub const EMPTY: Hand = Hand(0);

    /// How many cards.
    #[inline]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether there is no card.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether `card` is in the set.
    #[inline]
    pub const fn has(self, card: Card) -> bool {
        card.0 < 64 && self.0 >> card.0 & 1 == 1
    }

    /// Whether every card of `other` is in the set.
    #[inline]
    pub const fn covers(self, other: Hand) -> bool {
        other.0 & !self.0 == 0
    }

    /// Whether the sets share a card.
    #[inline]
    pub const fn meets(self, other: Hand) -> bool {
        self.0 & other.0 != 0
    }

    /// The cards in both.
    #[inline]
    pub const fn and(self, other: Hand) -> Hand {
        Hand(self.0 & other.0)
    }

    /// The cards in either.
    #[inline]
    pub const fn or(self, other: Hand) -> Hand {
        Hand(self.0 | other.0)
    }

    /// The cards of this set that are not in `other`.
    #[inline]
    pub const fn minus(self, other: Hand) -> Hand {
        Hand(self.0 & !other.0)
    }

    /// The cards of one suit.
    #[inline]
    pub const fn of(self, suit: Suit) -> Hand {
        self.and(suit.mask())
    }

    /// Adds a card; [`crate::NO_CARD`] changes nothing.
    #[inline]
    pub const fn add(&mut self, card: Card) {
        self.0 |= card.bit().0;
    }

    /// Takes a card out, if it is in.
    #[inline]
    pub const fn remove(&mut self, card: Card) {
        self.0 &= !card.bit().0;
    }

    /// The lowest card.
    #[inline]
    pub const fn first(self) -> Option<Card> {
        if self.0 == 0 { None } else { Some(Card(self.0.trailing_zeros() as u8)) }
    }

    /// The highest card.
    #[inline]
    pub const fn last(self) -> Option<Card> {
        if self.0 == 0 { None } else { Some(Card(63 - self.0.leading_zeros() as u8)) }
    }

    /// The card with `n` lower cards in the set; [`NO_CARD`] if there are not that many. Constant time: bytes are
    /// counted in parallel, the last step is a table.
    #[inline]
    pub fn nth(self, n: usize) -> Card {
        let x = self.0;
        let mut s = x - (x >> 1 & 0x5555_5555_5555_5555);
        s = (s & 0x3333_3333_3333_3333) + (s >> 2 & 0x3333_3333_3333_3333);
        s = (s + (s >> 4)) & 0x0F0F_0F0F_0F0F_0F0F;
        let sums = s.wrapping_mul(0x0101_0101_0101_0101); // byte i: cards in bytes 0..=i
        if n >= (sums >> 56) as usize {
            return NO_CARD;
        }
        // Byte i of the comparison keeps its top bit where sums[i] <= n: those bytes are skipped.
        let wanted = (n as u64).wrapping_mul(0x0101_0101_0101_0101) | 0x8080_8080_8080_8080;
        let skipped = ((wanted - sums) & 0x8080_8080_8080_8080).count_ones() * 8;
        let before = ((sums << 8) >> skipped) as usize & 0xFF;
        let byte = (x >> skipped) as usize & 0xFF;
        Card(skipped as u8 + NTH[byte][(n - before) & 7])
    }

    /// The cards from the lowest bit up.
    #[inline]
    pub fn iter(self) -> Iter {
        Iter(self.0)
    }
}

/// `NTH[byte][n]`: the position of the n-th set bit of a byte.
static NTH: [[u8; 8]; 256] = {
    let mut table = [[0u8; 8]; 256];
    let mut byte = 0;
    while byte < 256 {
        let (mut bit, mut n) = (0, 0);
        while bit < 8 {
            if byte >> bit & 1 == 1 {
                table[byte][n] = bit as u8;
                n += 1;
            }
            bit += 1;
        }
        byte += 1;
    }
    table
};

impl FromIterator<Card> for Hand {
    fn from_iter<T: IntoIterator<Item = Card>>(cards: T) -> Hand {
        let mut hand = Hand::EMPTY;
        cards.into_iter().for_each(|card| hand.add(card));
        hand
    }
}

/// The cards of a hand, lowest bit first.
#[derive(Clone, Debug)]
pub struct Iter(u64);

impl Iterator for Iter {
    type Item = Card;

    #[inline]
    fn next(&mut self) -> Option<Card> {
        let card = Hand(self.0).first()?;
        self.0 &= self.0 - 1;
        Some(card)
    }
}

impl IntoIterator for Hand {
    type Item = Card;
    type IntoIter = Iter;

    fn into_iter(self) -> Iter {
        self.iter()
    }
}

impl fmt::Debug for Hand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Hand({:#x})", self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::Rng;

    #[test]
    fn the_nth_card_is_what_counting_finds() {
        let mut rng = Rng::new(5);
        for round in 0..3000 {
            let hand = Hand(rng.bits() & rng.bits() >> (round % 40));
            for (n, card) in hand.iter().enumerate() {
                assert_eq!(hand.nth(n), card, "{hand:?} {n}");
            }
            assert_eq!(hand.nth(hand.len()), NO_CARD);
        }
        assert_eq!(Hand(u64::MAX).nth(63), Card(63));
    }

    #[test]
    fn suits_partition_the_pack() {
        let union: u64 = (0..5).map(|s| Suit(s).mask().0).sum();
        assert_eq!(union, (1 << 54) - 1);
        for bit in 0..54 {
            let card = Card(bit);
            assert!(card.suit().mask().has(card));
            assert_eq!(Card::new(card.suit(), card.height()), card);
        }
    }

    #[test]
    fn no_card_is_in_no_hand() {
        let mut hand = Hand(u64::MAX);
        assert!(!hand.has(NO_CARD));
        hand.remove(NO_CARD);
        assert_eq!(hand, Hand(u64::MAX));
    }
}
