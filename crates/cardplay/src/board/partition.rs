//! Positions that a proof holds for, beside the one it was found in.
//!
//! Most answers rest on a few high cards: whoever holds the lower ones, and in whatever order, the same cards are played to the
//! same tricks. So a search also says on which *ranks* its answer rests: a set of cards that with each card holds all higher ones
//! of its suit. The answer is the same in every position in which
//!
//! - the special cards (those of another worth than most, or with a feat of their own) lie in the same hands,
//! - every hand holds as many plain cards of each suit, and
//! - the cards of the ranks, counted from the highest card left of their suit, lie in the same hands.
//!
//! Cards below the ranks were never compared with each other. This is partition search (Ginsberg, *GIB*, 2001) with the ranks of
//! the bridge solvers (Chang, *Building a fast double-dummy bridge solver*, 1996); it holds for any number of points because plain cards are
//! all worth the same.

use super::{Board, NO_TRUMP, Node, SUIT, above, bit, from, mix, suit};
use cards::Overtake;

/// A position as the table sees it.
#[derive(Clone, Copy)]
pub(crate) struct Place {
    /// Where it is kept: the same for all positions that a proof can hold for.
    pub(crate) at: u64,
    /// Tells such positions from others that are kept there.
    pub(crate) check: u64,
    /// Who owns the highest card left of a suit, the next, and so on: the four short suits, a byte each in two halves.
    pub(crate) short: u64,
    /// The same of the long suit, from the highest bit down in each half.
    pub(crate) long: u64,
    /// The suits in the order of the bytes.
    order: [u8; 4],
}

/// The highest bits of a byte.
const TOP: [u64; 9] = [0, 0x80, 0xC0, 0xE0, 0xF0, 0xF8, 0xFC, 0xFE, 0xFF];

/// The bits of a place that so many ranks of each suit stand for: four bits for each short suit, five for the long one.
#[inline]
pub(crate) fn seen(depths: u32) -> (u64, u64) {
    let mut short = 0;
    for byte in 0..4 {
        short |= TOP[(depths >> (4 * byte) & 15).min(8) as usize] << (8 * byte);
    }
    let long = !(u64::from(u32::MAX) >> (depths >> 16 & 31)) & 0xFFFF_FFFF;
    (short | short << 32, long | long << 32)
}

impl Board {
    /// Finds the special cards.
    pub(super) fn tell_apart(&mut self) {
        let usual = self.floor;
        for card in 0..54u8 {
            let at = usize::from(card);
            if self.worth[at] != usual || self.class[at] >= 32 {
                self.special |= bit(card);
            }
            // A king that waits for a queen of another class: both are named.
            if self.queens & bit(card) != 0 && self.class[at] != self.class[at + 1] {
                self.special |= bit(card) | bit(card + 1);
            }
        }
        for card in 0..54u8 {
            let plain = SUIT[suit(card)] & !self.special;
            if self.special & bit(card) != 0 && plain & above(card) != 0 {
                self.beneath |= bit(card);
                if plain & !from(card) != 0 {
                    self.amid |= bit(card);
                }
            }
        }
    }

    /// The place of a position between tricks; `shape` stands for what is asked. Suits that are not trumps may be exchanged.
    #[inline]
    pub(crate) fn place(&self, node: &Node, shape: u64) -> Place {
        let (odd, upper) = (node.hands[1] | node.hands[3], node.hands[2] | node.hands[3]);
        let mut suits = [(0u64, 0u64, 0u8); 4];
        let mut sum = 0u64;
        for (s, slot) in suits.iter_mut().enumerate() {
            slot.2 = s as u8;
            if node.live & SUIT[s] == 0 {
                continue;
            }
            let code = self.material(node, s, odd, upper);
            let mut live = node.live & SUIT[s];
            let (mut low, mut high, mut at) = (0u64, 0u64, 0x80u64);
            while live != 0 {
                let card = 63 - live.leading_zeros();
                live &= !(1 << card);
                low |= at & (odd >> card & 1).wrapping_neg();
                high |= at & (upper >> card & 1).wrapping_neg();
                at >>= 1;
            }
            sum = sum.wrapping_add(code);
            *slot = (code, low | high << 32, s as u8);
        }
        let mut long = 0;
        let mut live = node.live & SUIT[4];
        if live != 0 {
            sum = sum.wrapping_add(self.material(node, 4, odd, upper));
            let (mut low, mut high, mut at) = (0u64, 0u64, 1u64 << 31);
            while live != 0 {
                let card = 63 - live.leading_zeros();
                live &= !(1 << card);
                low |= at & (odd >> card & 1).wrapping_neg();
                high |= at & (upper >> card & 1).wrapping_neg();
                at >>= 1;
            }
            long = low | high << 32;
        }
        for (i, j) in [(0, 1), (2, 3), (0, 2), (1, 3), (1, 2)] {
            if suits[i] > suits[j] {
                suits.swap(i, j);
            }
        }
        let state = mix(shape ^ u64::from(node.leader));
        let at = mix(sum ^ state);
        let short = suits.iter().enumerate().fold(0, |all, (i, s)| all | s.1 << (8 * i));
        Place { at, check: mix(at ^ sum.rotate_left(23)), short, long, order: suits.map(|s| s.2) }
    }

    /// A number for what every hand holds of a suit, as far as ranks do not say it.
    #[inline]
    fn material(&self, node: &Node, s: usize, odd: u64, upper: u64) -> u64 {
        let mask = SUIT[s] & !self.special;
        let mut code = 1 + u64::from(s == self.trump) + 2 * u64::from(s == 4);
        for hand in &node.hands {
            code = code << 5 | u64::from((hand & mask).count_ones());
        }
        let mut named = node.live & SUIT[s] & self.special;
        while named != 0 {
            let card = 63 - named.leading_zeros();
            named &= !(1 << card);
            let owner = (odd >> card & 1) | (upper >> card & 1) << 1 | (self.beneath >> card & 1) << 2;
            code = (code ^ owner << 40 ^ u64::from(self.class[card as usize & 63]) << 48)
                .wrapping_mul(0xD6E8_FEB8_6659_FD93);
            code ^= code >> 32;
            if self.amid >> card & 1 == 1 {
                let higher = (node.live & above(card as u8)).count_ones();
                code = (code ^ u64::from(higher)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
            }
        }
        mix(code)
    }

    /// How many ranks of each suit a set of ranks is, in the order of a place.
    #[inline]
    pub(crate) fn depths(&self, node: &Node, place: &Place, ranks: u64) -> u32 {
        let ranks = ranks & node.live;
        let mut depths = (ranks & SUIT[4]).count_ones() << 16;
        for (i, s) in place.order.iter().enumerate() {
            depths |= (ranks & SUIT[usize::from(s & 3)]).count_ones() << (4 * i);
        }
        depths
    }

    /// The way back: the ranks that so many of each suit are here.
    #[inline]
    pub(crate) fn ranks(&self, node: &Node, place: &Place, depths: u32) -> u64 {
        let mut ranks = 0;
        let mut add = |s: usize, depth: u32| {
            if depth > 0 {
                let mut live = node.live & SUIT[s];
                for _ in 1..depth {
                    live &= !(1u64 << 63 >> (live | 1).leading_zeros());
                }
                ranks |= if live == 0 { SUIT[s] } else { from(63 - live.leading_zeros() as u8) };
            }
        };
        place.order.iter().enumerate().for_each(|(i, s)| add(usize::from(s & 3), depths >> (4 * i) & 15));
        add(4, depths >> 16 & 31);
        ranks
    }

    /// The cards of a player that are worth trying, with the lowest card of the run that each stands for.
    #[inline]
    pub(crate) fn runs(&self, node: &Node, p: u8, runs: &mut [(u8, u8); 16]) -> usize {
        let mut rest = self.playable(node, p);
        let strangers = node.live & !node.hands[usize::from(p & 3)];
        let mut count = 0;
        while rest != 0 {
            let card = 63 - rest.leading_zeros() as u8;
            rest &= !bit(card);
            if count > 0 {
                let last = runs[count - 1].1;
                if suit(card) == suit(last)
                    && self.class[usize::from(card & 63)] == self.class[usize::from(last & 63)]
                    && above(card) & (bit(last) - 1) & strangers == 0
                {
                    runs[count - 1].1 = card;
                    continue;
                }
            }
            if count == runs.len() {
                break;
            }
            runs[count] = (card, card);
            count += 1;
        }
        count
    }

    /// The highest card that a card tried stands for: a king that has to wait for it, or itself.
    #[inline]
    pub(crate) fn tops_run(&self, node: &Node, p: u8, card: u8) -> u64 {
        let king = (self.queens & bit(card)) << 1 & node.hands[usize::from(p & 3)];
        if king == 0 { bit(card) } else { king }
    }

    /// The ranks that what a player may play depends on.
    #[inline]
    pub(crate) fn lawful(&self, node: &Node, p: u8) -> u64 {
        if node.trick_len == 0 || self.overtake == Overtake::Never {
            return 0;
        }
        let hand = node.hands[usize::from(p & 3)];
        let led = suit(node.trick[0]);
        let best = node.trick[usize::from(node.winner & 3)];
        let (held, target) = match hand & SUIT[led] {
            0 if self.trump == NO_TRUMP || suit(best) != self.trump => return 0,
            0 => (hand & SUIT[self.trump], best),
            follow if suit(best) == led => (follow, best),
            _ if self.overtake == Overtake::UnlessTrumped => return 0,
            follow => {
                let laid = &node.trick[..usize::from(node.trick_len).min(super::TRICK)];
                let highest = laid.iter().copied().filter(|card| suit(*card) == led).max().unwrap_or(best);
                (follow, highest)
            }
        };
        match held {
            0 => 0,
            // All above: they stay above while they keep their ranks. Else the card to beat has to keep its own.
            held if held & !above(target) == 0 => from(held.trailing_zeros() as u8),
            _ => from(target),
        }
    }

    /// The ranks that decide who takes a full trick: none where no other card of the winner's suit lies in it.
    #[inline]
    pub(crate) fn deciding(&self, node: &Node, card: u8) -> u64 {
        let before = node.trick[usize::from(node.winner & 3)];
        let winner = if self.takes(node, card) { card } else { before };
        let laid = &node.trick[..usize::from(node.trick_len).min(super::TRICK)];
        let rivals = laid.iter().chain([&card]).filter(|other| suit(**other) == suit(winner)).count();
        if rivals > 1 { from(winner) } else { 0 }
    }

    /// The same of the last trick, of which no card lies on the table.
    #[inline]
    pub(crate) fn deciding_last(&self, node: &Node, taker: u8) -> u64 {
        let winner = node.hands[usize::from(taker & 3)].trailing_zeros() as u8 & 63;
        if (node.live & SUIT[suit(winner)]).count_ones() > 1 { from(winner) } else { 0 }
    }
}
