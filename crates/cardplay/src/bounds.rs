//! Points that a side has for sure, whatever the others do: what saves the kernel from playing them out.

use crate::board::{Board, NO_TRUMP, Node, SUIT, above, bit, from};
use crate::question::Question;

/// Tricks that the leader can take one after the other.
#[derive(Clone, Copy)]
pub(crate) struct Cash {
    tricks: i16,
    /// The points they bring at least.
    points: i16,
    /// What the cheapest of the leader's cards is worth.
    cheapest: i16,
    /// The ranks of the winners.
    ranks: u64,
}

impl Board {
    /// Points still to come that each side has for sure, between two tricks, and the ranks that this rests on.
    #[inline]
    pub(crate) fn sure(&self, node: &Node) -> [(i16, u64); 2] {
        let mut sure = [self.tops(node, 0), self.tops(node, 1)];
        let cash = self.cash(node);
        let side = self.side(node.leader);
        let last = if cash.tricks == i16::from(node.left) { self.last } else { 0 };
        if cash.points + last > sure[side].0 {
            sure[side] = (cash.points + last, cash.ranks);
        }
        sure
    }

    /// What the trumps of a side bring that no trump of the other beats: each takes its trick or lies in one of the partner's.
    #[inline]
    fn tops(&self, node: &Node, side: usize) -> (i16, u64) {
        if self.trump == NO_TRUMP {
            return (0, 0);
        }
        let trumps = SUIT[self.trump];
        let (mut own, mut foes) = (0, 0);
        for p in 0..self.players {
            let hand = node.hands[usize::from(p & 3)] & trumps;
            if self.side(p) == side {
                own |= hand;
            } else {
                foes |= hand;
            }
        }
        let mut masters = if foes == 0 { own } else { own & above(63 - foes.leading_zeros() as u8) };
        if masters == 0 {
            return (0, 0);
        }
        let ranks = from(masters.trailing_zeros() as u8);
        let most = node.hands.iter().map(|hand| (hand & masters).count_ones()).max().unwrap_or(0);
        let mut points = most as i16 * i16::from(self.players) * self.floor;
        while masters != 0 {
            points += self.worth[masters.trailing_zeros() as usize & 63] - self.floor;
            masters &= masters - 1;
        }
        (points, ranks)
    }

    /// What the leader can take by leading winners, one after the other.
    #[inline]
    pub(crate) fn cash(&self, node: &Node) -> Cash {
        let p = usize::from(node.leader & 3);
        let hand = node.hands[p] & !self.kept[p];
        let kings = (hand & hand >> 1 & self.queens) << 1;
        let strangers = node.live & !node.hands[p];
        let trumps = if self.trump == NO_TRUMP { 0 } else { SUIT[self.trump] & strangers };
        let mut cash = Cash { tricks: 0, points: 0, cheapest: i16::MAX, ranks: 0 };
        for (suit, mask) in SUIT.iter().enumerate() {
            let mine = hand & mask;
            if mine == 0 {
                continue;
            }
            let theirs = strangers & mask;
            let mut winners = mine & !kings;
            if theirs != 0 {
                winners &= above(63 - theirs.leading_zeros() as u8);
            }
            if winners == 0 {
                continue;
            }
            let mut most = u32::MAX;
            if suit != self.trump && trumps != 0 {
                for hand in &node.hands {
                    if hand & trumps != 0 {
                        most = most.min((hand & mask).count_ones());
                    }
                }
            }
            while winners != 0 && most > 0 {
                let card = 63 - winners.leading_zeros() as u8;
                winners &= !bit(card);
                most -= 1;
                let worth = self.worth[usize::from(card & 63)];
                cash.tricks += 1;
                cash.ranks |= from(card);
                cash.points += worth - self.floor;
                cash.cheapest = cash.cheapest.min(worth);
            }
        }
        cash.points += cash.tricks * i16::from(self.players) * self.floor;
        cash
    }

    /// The answer where the leader decides a race by leading winners: until it may be claimed, or until the side has
    /// half and cannot lose more than the simple price.
    #[inline]
    pub(crate) fn run(&self, q: &Question, node: &Node) -> Option<i16> {
        let race = self.race.filter(|_| node.stock == 0)?;
        let side = self.side(node.leader);
        let loser = 1 - side;
        let price = self.price(race, node, side);
        let simple = -race.prices[0].max(race.last);
        let helps = |price: i32| if side == 0 { price >= q.money } else { -price < q.money };
        let has = node.points[side] + node.bonus[side];
        let (wins, saves) =
            (helps(price) && has + node.rest >= race.target, node.closed > 1 && helps(simple));
        if !(wins || saves) || node.total(loser) >= race.target {
            return None;
        }
        let cash = self.cash(node);
        // Nothing is claimed after the last trick: one winner is kept back.
        let (tricks, points) = match cash.tricks == i16::from(node.left) && !race.late {
            true => {
                (cash.tricks - 1, cash.points - cash.cheapest - (i16::from(self.players) - 1) * self.floor)
            }
            false => (cash.tricks, cash.points),
        };
        let enough = if saves { race.half } else { race.target };
        (tricks > 0 && has + points >= enough).then_some(if side == 0 { 0 } else { -1 })
    }
}
