//! The search of races nobody draws in any more: the same questions as those of `kernel`, on positions of 32 bytes. Šnaps is
//! solved here from its first card on, Schnapsen once the talon is used up or closed.
//!
//! A trick in progress is not part of a position but handed down from card to card; who has enough to end the deal changes only
//! where a trick ends or a pair is announced, so it is looked at there.

use crate::board::{Board, Node, mix};
use crate::kernel::{Habits, Slot, habit};
use crate::question::Question;
use cards::{Claim, Overtake, Race};

/// The cards of its suit above each card.
const ABOVE: [u32; 32] = {
    let mut table = [0; 32];
    let mut card = 0;
    while card < 32 {
        table[card] = (0xFFu64 << (card & !7)) as u32 & ((u32::MAX as u64) << card << 1) as u32;
        card += 1;
    }
    table
};

#[inline]
fn above(card: u8) -> u32 {
    ABOVE[usize::from(card & 31)]
}

#[inline]
fn bit(card: u8) -> u32 {
    1 << (card & 31)
}

/// The cards of a card's suit.
#[inline]
fn suit(card: u8) -> u32 {
    0xFF << (card & 24)
}

#[inline]
fn highest(cards: u32) -> u8 {
    31 - (cards | 1).leading_zeros() as u8
}

/// A position between two tricks.
#[derive(Clone, Copy)]
struct Stand {
    hands: [u32; 4],
    points: [i16; 2],
    bonus: [i16; 2],
    /// Points still to be taken.
    rest: i16,
    took: [bool; 2],
    leader: u8,
    /// Cards in each hand.
    left: u8,
}

/// A trick in progress.
#[derive(Clone, Copy)]
struct Lying {
    /// The suit that was led.
    led: u32,
    /// The highest card of that suit, where a follower has to beat it though it was trumped.
    top: u8,
    best: u8,
    /// Who laid it.
    holder: u8,
    len: u8,
    worth: i16,
    /// Whether a side may have enough to end the deal.
    hot: bool,
}

/// One search: what is the same in all its positions.
pub(crate) struct Sprint<'a> {
    board: &'a Board,
    race: Race,
    money: i32,
    key: u64,
    trumps: u32,
    closed: u8,
    closing: [i32; 2],
    table: &'a mut [Slot],
    habits: &'a mut Habits,
    pub(crate) nodes: u64,
    stop_at: u64,
    pub(crate) stopped: bool,
}

impl Stand {
    /// A side's points: pairs count with a trick only.
    #[inline]
    fn total(&self, side: usize) -> i16 {
        if self.took[side & 1] { self.points[side & 1] + self.bonus[side & 1] } else { 0 }
    }
}

impl<'a> Sprint<'a> {
    /// Whether such a search can answer for a position.
    #[inline]
    pub(crate) fn runs(board: &Board, node: &Node) -> bool {
        node.stock == 0 && node.trick_len == 0 && node.live >> 32 == 0 && board.sprints
    }

    /// The slack of a question in a position between two tricks.
    pub(crate) fn new(
        board: &'a Board,
        race: Race,
        q: &Question,
        node: &Node,
        table: &'a mut [Slot],
        habits: &'a mut Habits,
        (nodes, stop_at): (u64, u64),
    ) -> Sprint<'a> {
        let [wins, loses] = node.closing.map(|price| price as u64 & 0xFFFF);
        let closed = match node.closed {
            0 | 1 => mix(u64::from(node.closed) << 40 | wins << 20 | loses | 1 << 62),
            _ => 0,
        };
        Sprint {
            board,
            race,
            money: q.money,
            key: q.in_race().shape() ^ closed,
            trumps: if board.trump < 4 { 0xFF << (8 * board.trump) } else { 0 },
            closed: node.closed,
            closing: node.closing,
            table,
            habits,
            nodes,
            stop_at,
            stopped: false,
        }
    }

    pub(crate) fn slack(&mut self, node: &Node) -> i16 {
        self.between(&Stand {
            hands: node.hands.map(|hand| hand as u32),
            points: node.points,
            bonus: node.bonus,
            rest: node.rest,
            took: node.took,
            leader: node.leader,
            left: node.left,
        })
    }

    #[inline]
    fn answer(&self, money: i32) -> i16 {
        if money >= self.money { 0 } else { -1 }
    }

    /// What a side that wins now gets.
    #[inline]
    fn price(&self, s: &Stand, winner: usize) -> i32 {
        let loser = 1 - winner;
        match () {
            () if self.closed < 2 => self.closing[usize::from(usize::from(self.closed) != winner)],
            () if !s.took[loser & 1] => self.race.prices[2],
            () if s.total(loser) < self.race.half => self.race.prices[1],
            () => self.race.prices[0],
        }
    }

    #[inline]
    fn won(&self, s: &Stand, winner: usize) -> i16 {
        let price = self.price(s, winner);
        self.answer(if winner == 0 { price } else { -price })
    }

    /// The answer where somebody may end the deal: `side` is that of the player to move, after `len` cards of a trick.
    #[inline]
    fn claim(&self, s: &Stand, side: usize, len: u8) -> Option<i16> {
        let race = self.race;
        let enough = |side: usize| s.total(side) >= race.target;
        let shown = |card: cards::Card| s.hands.iter().all(|hand| hand & bit(card.0) == 0);
        let leads = len == 0;
        let (by_rules, on_turn) = match race.claim {
            Claim::AtOnce => (true, false),
            Claim::OnLead | Claim::Leader => (false, leads),
            Claim::OnTurn => (false, true),
            Claim::AfterOnLead(card) => (shown(card), leads),
            Claim::AfterOnTurn(card) => (shown(card), true),
        };
        let leader = self.board.side(s.leader);
        if race.claim == Claim::Leader && len == 1 && enough(leader) {
            Some(self.won(s, leader))
        } else if by_rules && enough(0) {
            Some(self.won(s, 0))
        } else if by_rules && enough(1) {
            Some(self.won(s, 1))
        } else if on_turn && enough(side) {
            Some(self.won(s, side))
        } else {
            None
        }
    }

    /// The answer when all cards are played: the leader took the last trick.
    #[inline]
    fn played_out(&self, s: &Stand) -> i16 {
        let side = self.board.side(s.leader);
        if self.race.late && s.total(side) >= self.race.target {
            return self.won(s, side);
        }
        self.answer(match (self.closed, side) {
            (0, _) => -self.closing[1],
            (1, _) => self.closing[1],
            (_, 0) => self.race.last,
            _ => -self.race.last,
        })
    }

    /// The most that a side can lose from here on.
    #[inline]
    fn worst_price(&self, s: &Stand, loser: usize) -> i32 {
        let prices = self.race.prices;
        let price = match () {
            () if self.closed < 2 => return self.closing[usize::from(usize::from(self.closed) == loser)],
            () if s.took[loser & 1] && s.total(loser) >= self.race.half => prices[0],
            () if s.took[loser & 1] => prices[0].max(prices[1]),
            () => prices[0].max(prices[1]).max(prices[2]),
        };
        price.max(self.race.last)
    }

    fn between(&mut self, s: &Stand) -> i16 {
        if self.worst_price(s, 1) < self.money {
            return -1;
        }
        if -self.worst_price(s, 0) >= self.money {
            return 0;
        }
        if let Some(slack) = self.run(s) {
            return slack;
        }
        if s.left <= 1 {
            return self.last_trick(s);
        }
        let level = s.points[0] + if s.took == [true, true] { s.bonus[0] } else { 0 };
        let key = self.key_of(s);
        let at = key as usize & (self.table.len() - 1);
        let slot = self.table[at];
        if let Some(slack) = slot.known(key, level) {
            return slack;
        }
        let habit = habit(u64::from(s.hands[usize::from(s.leader & 3)]) << 2 | u64::from(s.leader));
        let hint = match slot.hint(key) {
            255 => self.habits[habit],
            best => best,
        };
        let (slack, best) = self.lead(s, hint);
        if self.stopped {
            return slack;
        }
        if best != 255 {
            self.habits[habit] = best;
        }
        self.table[at] = slot.learned(key, level, slack, best);
        slack
    }

    /// A number for a position without the points of the first side.
    #[inline]
    fn key_of(&self, s: &Stand) -> u64 {
        let [a, b, c, d] = s.hands;
        let (odd, upper, live) = (b | d, c | d, a | b | c | d);
        // Where both sides have a trick, points and pairs are one sum each, and the sum of both is enough.
        let points = i32::from(s.points[0]) + i32::from(s.points[1]);
        let (all, apart) = match s.took {
            [true, true] => (points + i32::from(s.bonus[0]) + i32::from(s.bonus[1]), 0),
            _ => (points, i32::from(s.bonus[0]) << 8 | i32::from(s.bonus[1])),
        };
        let state = u64::from(s.leader) | u64::from(s.took[0]) << 2 | u64::from(s.took[1]) << 3;
        let mut state = self.key ^ state << 56 ^ (all as u64 & 0xFFFF) << 40 ^ (apart as u64) << 20;
        if !self.race.rises() {
            state ^= mix(1 << 61 | (s.points[0] as u64 & 0xFFFF) << 16 | s.bonus[0] as u64 & 0xFFFF);
        }
        let owners = u64::from(odd) << 32 | u64::from(upper);
        mix(mix(owners ^ state.rotate_left(17))
            .wrapping_add(u64::from(live))
            .wrapping_mul(0x9E37_79B9_7F4A_7C15)
            ^ state)
    }

    /// The answer where the leader decides the race by leading winners: see `Board::run`.
    #[inline]
    fn run(&self, s: &Stand) -> Option<i16> {
        let race = self.race;
        let side = self.board.side(s.leader);
        let loser = 1 - side;
        let price = self.price(s, side);
        let simple = -race.prices[0].max(race.last);
        let helps = |price: i32| if side == 0 { price >= self.money } else { -price < self.money };
        let has = s.points[side] + s.bonus[side];
        let (wins, saves) = (helps(price) && has + s.rest >= race.target, self.closed > 1 && helps(simple));
        if !(wins || saves) || s.total(loser) >= race.target {
            return None;
        }
        let mine = s.hands[usize::from(s.leader & 3)];
        let strangers = s.hands.iter().fold(0, |all, hand| all | hand) & !mine;
        let trumps = self.trumps & strangers;
        let floor = self.board.floor;
        let (mut tricks, mut points, mut cheapest) = (0i16, 0i16, i16::MAX);
        for shift in [0, 8, 16, 24] {
            let mask = 0xFFu32 << shift;
            let theirs = strangers & mask;
            let mut winners = mine & mask;
            if theirs != 0 {
                winners &= above(highest(theirs));
            }
            if winners == 0 {
                continue;
            }
            let mut most = u32::MAX;
            if mask != self.trumps && trumps != 0 {
                for hand in &s.hands {
                    if hand & trumps != 0 {
                        most = most.min((hand & mask).count_ones());
                    }
                }
            }
            while winners != 0 && most > 0 {
                let card = highest(winners);
                winners &= !bit(card);
                most -= 1;
                let worth = self.board.worth[usize::from(card)];
                tricks += 1;
                points += worth - floor;
                cheapest = cheapest.min(worth);
            }
        }
        let players = i16::from(self.board.players);
        points += tricks * players * floor;
        // Nothing is claimed after the last trick: one winner is kept back.
        if tricks == i16::from(s.left) && !race.late {
            tricks -= 1;
            points -= cheapest + (players - 1) * floor;
        }
        let enough = if saves { race.half } else { race.target };
        (tricks > 0 && has + points >= enough).then_some(if side == 0 { 0 } else { -1 })
    }

    /// Nobody has a choice.
    #[inline]
    fn last_trick(&mut self, s: &Stand) -> i16 {
        self.nodes += u64::from(self.board.players);
        if s.total(0).max(s.total(1)) >= self.race.target {
            return self.lead(s, 255).0; // Somebody may end the deal before the trick is full.
        }
        let mut p = s.leader;
        let first = highest(s.hands[usize::from(p & 3)]);
        let (mut best, mut holder) = (first, p);
        for _ in 1..self.board.players {
            p = self.board.after(p, 1);
            let card = highest(s.hands[usize::from(p & 3)]);
            if self.beats(card, best) {
                (best, holder) = (card, p);
            }
        }
        let mut end = *s;
        end.leader = holder;
        let side = self.board.side(holder);
        end.points[side] += s.rest;
        end.took[side] = true;
        end.hands = [0; 4];
        self.played_out(&end)
    }

    #[inline]
    fn beats(&self, card: u8, best: u8) -> bool {
        (above(best) | if bit(best) & self.trumps == 0 { self.trumps } else { 0 }) & bit(card) != 0
    }

    /// What a lead announces.
    #[inline]
    fn pair(&self, hand: u32, card: u8) -> i16 {
        let partner = match card & 7 {
            4 => card + 1,
            5 => card - 1,
            _ => return 0,
        };
        match hand & bit(partner) != 0 {
            true if bit(card) & self.trumps != 0 => 40,
            true => 20,
            false => 0,
        }
    }

    /// Tries the leader's cards, likely ones first.
    fn lead(&mut self, s: &Stand, hint: u8) -> (i16, u8) {
        let p = s.leader;
        let side = self.board.side(p);
        let hand = s.hands[usize::from(p & 3)];
        let mut cards = [(0i32, 0u8); 16];
        let mut count = 0;
        let mut rest = hand;
        while rest != 0 && count < 16 {
            let card = rest.trailing_zeros() as u8;
            rest &= rest - 1;
            let promise = if card == hint { i32::MAX } else { self.promise_lead(s, side, card) };
            cards[count] = (promise, card);
            count += 1;
        }
        let wants = side == 0;
        let mut found = if wants { i16::MIN } else { i16::MAX };
        for i in 0..count {
            let likely = (i..count).max_by_key(|&j| cards[j].0).unwrap_or(i);
            cards.swap(i, likely);
            let card = cards[i].1;
            let mut next = *s;
            next.bonus[side] += self.pair(hand, card);
            next.hands[usize::from(p & 3)] &= !bit(card);
            let lying = Lying {
                led: suit(card),
                top: card,
                best: card,
                holder: p,
                len: 1,
                worth: self.board.worth[usize::from(card)],
                hot: next.total(0).max(next.total(1)) >= self.race.target,
            };
            let slack = self.follow(&mut next, lying, self.board.after(p, 1));
            if self.stopped {
                return (-1, 255);
            }
            if (slack >= 0) == wants {
                return (slack, card);
            }
            found = if wants { found.max(slack) } else { found.min(slack) };
        }
        (found, 255)
    }

    /// After a card was laid: the next player, or the end of the trick.
    #[inline]
    fn follow(&mut self, s: &mut Stand, lying: Lying, p: u8) -> i16 {
        self.nodes += 1;
        if self.nodes >= self.stop_at {
            self.stopped = true;
            return -1;
        }
        if lying.len == self.board.players {
            return self.close(s, lying);
        }
        if lying.hot
            && let Some(slack) = self.claim(s, self.board.side(p), lying.len)
        {
            return slack;
        }
        let at = usize::from(p & 3);
        let hand = s.hands[at];
        let mut legal = self.legal(hand, &lying);
        let after = self.board.after(p, 1);
        if legal & (legal - 1) == 0 {
            let slack = {
                let card = highest(legal);
                s.hands[at] = hand & !legal;
                self.lay(s, lying, p, card, after)
            };
            s.hands[at] = hand;
            return slack;
        }
        let side = self.board.side(p);
        let wants = side == 0;
        let habit = habit(u64::from(legal) << 8 | u64::from(lying.best) << 2 | u64::from(p));
        let hint = self.habits[habit];
        let mut cards = [(0i32, 0u8); 16];
        let mut count = 0;
        while legal != 0 && count < 16 {
            let card = legal.trailing_zeros() as u8;
            legal &= legal - 1;
            cards[count] =
                (if card == hint { 100_000 } else { self.promise(s, &lying, p, side, card) }, card);
            count += 1;
        }
        let mut found = if wants { i16::MIN } else { i16::MAX };
        for i in 0..count {
            let likely = (i..count).max_by_key(|&j| cards[j].0).unwrap_or(i);
            cards.swap(i, likely);
            let card = cards[i].1;
            s.hands[at] = hand & !bit(card);
            let slack = self.lay(s, lying, p, card, after);
            s.hands[at] = hand;
            if self.stopped {
                return -1;
            }
            if (slack >= 0) == wants {
                self.habits[habit] = card;
                return slack;
            }
            found = if wants { found.max(slack) } else { found.min(slack) };
        }
        found
    }

    #[inline]
    fn lay(&mut self, s: &mut Stand, lying: Lying, p: u8, card: u8, after: u8) -> i16 {
        let mut next = lying;
        if self.beats(card, lying.best) {
            (next.best, next.holder) = (card, p);
        }
        if above(lying.top) & bit(card) != 0 {
            next.top = card;
        }
        next.len += 1;
        next.worth += self.board.worth[usize::from(card)];
        self.follow(s, next, after)
    }

    fn close(&mut self, s: &Stand, lying: Lying) -> i16 {
        let mut next = *s;
        next.leader = lying.holder;
        let side = self.board.side(lying.holder);
        next.left -= 1;
        let worth = lying.worth + if next.left == 0 { self.board.last } else { 0 };
        next.points[side] += worth;
        next.rest -= worth;
        next.took[side] = true;
        if next.left == 0 {
            return self.played_out(&next);
        }
        if next.total(0).max(next.total(1)) >= self.race.target
            && let Some(slack) = self.claim(&next, side, 0)
        {
            return slack;
        }
        self.between(&next)
    }

    /// The law of tricks.
    #[inline]
    fn legal(&self, hand: u32, lying: &Lying) -> u32 {
        let follow = hand & lying.led;
        if follow != 0 {
            let target = match self.board.overtake {
                Overtake::Never => return follow,
                _ if bit(lying.best) & lying.led != 0 => lying.best,
                Overtake::UnlessTrumped => return follow,
                Overtake::Always => lying.top,
            };
            let over = follow & above(target);
            return if over == 0 { follow } else { over };
        }
        let trumps = hand & self.trumps;
        if trumps == 0 {
            return hand;
        }
        if self.board.overtake == Overtake::Never || bit(lying.best) & self.trumps == 0 {
            return trumps;
        }
        let over = trumps & above(lying.best);
        if over == 0 { trumps } else { over }
    }

    /// Whether a trick ends with a side when everybody of the last ones, from a player on, takes it from the other side as high
    /// as he can. The best card and its side come together.
    #[inline]
    fn held(&self, s: &Stand, side: usize, led: u32, best: (u8, usize), (mut q, still): (u8, u8)) -> bool {
        let (mut best, mut holder) = best;
        for _ in 0..still {
            if self.board.side(q) != holder {
                let hand = s.hands[usize::from(q & 3)];
                let mut over = hand & led;
                if over != 0 {
                    over &= above(best);
                } else {
                    over = hand & self.trumps;
                    if bit(best) & self.trumps != 0 {
                        over &= above(best);
                    }
                }
                if over != 0 {
                    best = highest(over);
                    holder = self.board.side(q);
                }
            }
            q = self.board.after(q, 1);
        }
        holder == side
    }

    #[inline]
    fn promise_lead(&self, s: &Stand, side: usize, card: u8) -> i32 {
        let worth = i32::from(self.board.worth[usize::from(card)]) * self.board.scale;
        let height = i32::from(card & 7);
        if card & 6 == 4 {
            let bonus = self.pair(s.hands[usize::from(s.leader & 3)], card);
            if bonus > 0 {
                return 1000 + i32::from(bonus) - worth;
            }
        }
        let after = self.board.after(s.leader, 1);
        let held = self.held(s, side, suit(card), (card, side), (after, self.board.players - 1));
        let trump = if bit(card) & self.trumps != 0 { 30 } else { 0 };
        if held { 600 + worth + height - trump } else { 400 - worth - height - trump }
    }

    #[inline]
    fn promise(&self, s: &Stand, lying: &Lying, p: u8, side: usize, card: u8) -> i32 {
        let worth = i32::from(self.board.worth[usize::from(card)]) * self.board.scale;
        let height = i32::from(card & 7);
        let takes = self.beats(card, lying.best);
        let best = if takes { (card, side) } else { (lying.best, self.board.side(lying.holder)) };
        let still = self.board.players - lying.len - 1;
        let held = self.held(s, side, lying.led, best, (self.board.after(p, 1), still));
        match (held, still > 0 && takes) {
            (true, true) => 700 + worth + height,
            (true, false) => 700 + worth - height,
            (false, _) => 300 - worth - height,
        }
    }
}
