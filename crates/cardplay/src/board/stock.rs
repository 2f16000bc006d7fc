//! A stock that is drawn from: its order is open like the hands, a leader may close it or exchange a card for its last one, and
//! closing it fixes the prices of the race.

use super::{Board, Node, bit, mix};
use cards::{CLOSE, Deal, EXCHANGE, Race, STOCK};

impl Board {
    /// The cards to be drawn, with a number for every rest of them.
    pub(super) fn lay_stock(&mut self, deal: &Deal) {
        let left = deal.stock.left();
        for (swapped, stock) in self.stock.iter_mut().enumerate() {
            stock.iter_mut().zip(left).for_each(|(slot, card)| *slot = card.0);
            if swapped == 1 && !left.is_empty() {
                stock[left.len() - 1] = deal.stock.swap.0;
            }
            for from in 0..left.len() {
                let rest = stock[from..left.len()].iter();
                let held = mix(swapped as u64 | u64::from(self.swap) << 8);
                self.stock_keys[swapped][from] =
                    rest.fold(held, |key, card| mix(key << 6 ^ u64::from(*card)));
            }
        }
    }

    /// What a leader may do to the stock.
    pub(super) fn acts(&self, node: &Node, hand: u64) -> u64 {
        let mut acts = 0;
        if node.trick_len == 0 && node.stock >= self.least[1] {
            acts |= bit(CLOSE.0);
        }
        if node.trick_len == 0
            && node.stock >= self.least[0]
            && !node.swapped
            && self.swap < 54
            && hand & bit(self.swap) != 0
        {
            acts |= bit(EXCHANGE.0);
        }
        acts
    }

    /// The leader closes the stock or exchanges a card for the last of it.
    pub(super) fn act(&self, node: &mut Node, p: u8, card: u8) {
        if card == EXCHANGE.0 {
            let turned = self.stock[0][usize::from(self.drawn_from.max(1) - 1).min(STOCK - 1)];
            let hand = &mut node.hands[usize::from(p & 3)];
            *hand = *hand & !bit(self.swap) | bit(turned);
            node.live = node.live & !bit(self.swap) | bit(turned);
            node.rest += self.worth[usize::from(turned & 63)] - self.worth[usize::from(self.swap & 63)];
            node.swapped = true;
            return;
        }
        let side = self.side(p);
        if let Some(race) = self.race {
            let loses = race.fails[usize::from(!node.took[1 - side])];
            node.closing = [self.price(race, node, side), loses];
        }
        node.closed = side as u8;
        node.stock = 0;
    }

    /// What a side that wins now gets.
    #[inline]
    pub(crate) fn price(&self, race: Race, node: &Node, winner: usize) -> i32 {
        let loser = 1 - winner;
        match () {
            () if node.closed < 2 => node.closing[usize::from(usize::from(node.closed) != winner)],
            () if !node.took[loser] => race.prices[2],
            () if node.total(loser) < race.half => race.prices[1],
            () => race.prices[0],
        }
    }

    /// What the first side gets when all cards are played and nobody reached the target.
    #[inline]
    pub(super) fn played_out(&self, race: Race, node: &Node) -> i32 {
        match (node.closed, self.side(node.leader)) {
            (0, _) => -node.closing[1],
            (1, _) => node.closing[1],
            (_, 0) => race.last,
            _ => -race.last,
        }
    }

    /// Everybody draws a card, the new leader first.
    pub(super) fn draw(&self, node: &mut Node) {
        let stock = &self.stock[usize::from(node.swapped)];
        for place in 0..self.players {
            let card = stock[usize::from(self.drawn_from - node.stock).min(STOCK - 1)];
            node.hands[usize::from(self.after(node.leader, place) & 3)] |= bit(card);
            node.live |= bit(card);
            node.rest += self.worth[usize::from(card & 63)];
            node.stock -= 1;
        }
        node.left += 1;
    }
}
