//! The number of a position as it is, for tables that do not follow ranks.

use super::{Board, Node, SUIT, mix};
use cards::{Claim, STOCK};

impl Board {
    /// Where a position between tricks is kept, and the number that tells it from others kept there. Plain suits may be
    /// exchanged for each other, unless cards of them are still to be drawn. `shape` stands for what is asked.
    #[inline]
    pub(crate) fn key(&self, node: &Node, shape: u64) -> (u64, u64) {
        let (odd, upper) = (node.hands[1] | node.hands[3], node.hands[2] | node.hands[3]);
        let (mut at, mut check) = (0u64, 0u64);
        for (suit, mask) in SUIT.iter().enumerate() {
            let mut live = node.live & mask;
            if live == 0 {
                continue;
            }
            let mut code = if suit == self.trump { 0x51_7C_C1_B7u64 } else { 0x27_22_0A_95 };
            if node.stock > 0 {
                code ^= (1 + suit as u64) << 24;
            }
            if let (Some(race), 0..=3) = (self.race, suit) {
                // Every card of a suit is worth something else: three bytes say who owns which.
                let shift = 8 * suit as u32;
                if let Claim::AfterOnLead(card) | Claim::AfterOnTurn(card) = race.claim {
                    code ^= u64::from(usize::from(card.0 >> 3) == suit);
                }
                code ^= (live >> shift) << 32 | (odd & mask) >> shift << 40 | (upper & mask) >> shift << 48;
            } else {
                let mut owners = 1u64;
                let mut classes = 0u64;
                let mut last = u8::MAX;
                while live != 0 {
                    let card = 63 - live.leading_zeros();
                    live &= !(1 << card);
                    owners = owners << 2 | (odd >> card & 1) << 1 | (upper >> card & 1);
                    let class = self.class[card as usize & 63];
                    if class != last {
                        classes =
                            (classes ^ owners ^ u64::from(class) << 56).wrapping_mul(0x9E37_79B9_7F4A_7C15);
                        last = class;
                    }
                }
                code = (code ^ owners).wrapping_mul(0xD6E8_FEB8_6659_FD93) ^ classes.rotate_left(29);
            }
            let code = mix(code);
            at = at.wrapping_add(code);
            check = check.wrapping_add((code ^ code >> 29).wrapping_mul(0xA24B_AED4_963E_E407));
        }
        let mut state = u64::from(node.leader);
        if let Some(race) = self.race {
            // Where both sides have a trick, points and marriages are one sum each, and the sum of both is enough.
            let points = i64::from(node.points[0]) + i64::from(node.points[1]);
            let bonus = node.bonus.map(i64::from);
            let (all, apart) = match node.took {
                [true, true] => (points + bonus[0] + bonus[1], 0),
                _ => (points, bonus[0] << 8 | bonus[1] << 24),
            };
            state |= u64::from(node.took[0]) << 2 | u64::from(node.took[1]) << 3;
            state |= (all as u64) << 40 | apart as u64 & 0xFF_FFFF_FF00;
            if !race.rises() {
                state ^=
                    mix(1 << 61 | (node.points[0] as u64 & 0xFFFF) << 16 | node.bonus[0] as u64 & 0xFFFF);
            }
            if node.stock > 0 {
                let from = usize::from(self.drawn_from - node.stock);
                state ^= self.stock_keys[usize::from(node.swapped)][from.min(STOCK)];
            } else if node.closed < 2 {
                let [wins, loses] = node.closing.map(|price| price as u64 & 0xFFFF);
                state ^= mix(u64::from(node.closed) << 40 | wins << 20 | loses | 1 << 62);
            }
        }
        let state = mix(state ^ shape);
        (mix(at ^ state), mix(check.wrapping_add(state.rotate_left(17))))
    }
}
