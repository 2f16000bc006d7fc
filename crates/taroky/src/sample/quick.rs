//! The draw while nobody is known to be void in a suit: cards laid away come from the small cards, then the number of
//! tarocks in each hand is drawn from exact counts, then the cards themselves. No allocation.

use super::facts::Facts;
use super::{BOXES, LAID, REST};
use crate::state::SMALL;
use cards::{Card, Hand, NO_CARD, Split, TAROCK, binomial};
use game::Rng;

/// The boxes that hold tarocks and plain cards alike: four hands and the rest of the talon.
const MIXED: usize = 5;
/// More tarocks than there are.
const TAROCKS: usize = 23;

/// A prepared draw.
#[derive(Clone, Debug)]
pub(crate) struct Quick {
    tarocks: Hand,
    plain: Hand,
    /// Cards laid away face down (a talon rest of small cards only is drawn with them).
    down: [u8; 2],
    /// The mixed boxes with room, their rooms and limits.
    boxes: [u8; MIXED],
    room: [u8; MIXED],
    limits: [(u8, u8); MIXED],
    count: usize,
    /// `ways[i][t]`: ways to fill boxes `i`… when `t` tarocks are left.
    ways: [[f64; TAROCKS]; MIXED + 1],
}

impl Quick {
    /// Prepares the draw if the facts are simple enough for it.
    pub(crate) fn new(facts: &Facts) -> Option<Quick> {
        let (tarocks, plain) = (facts.unseen.of(TAROCK), facts.unseen.minus(TAROCK.mask()));
        let small_rest = facts.room[REST] > 0 && facts.may[REST] == facts.unseen.and(SMALL);
        let called = facts.known.called.bit();
        let mut quick = Quick {
            tarocks,
            plain,
            down: [facts.room[LAID], if small_rest { facts.room[REST] } else { 0 }],
            boxes: [0; MIXED],
            room: [0; MIXED],
            limits: [(0, 0); MIXED],
            count: 0,
            ways: [[0.0; TAROCKS]; MIXED + 1],
        };
        if facts.may[LAID] != facts.unseen.and(SMALL) && facts.room[LAID] > 0 {
            return None;
        }
        for j in [0, 1, 2, 3, REST] {
            if facts.room[j] == 0 || (j == REST && small_rest) {
                continue;
            }
            let may = facts.may[j];
            // All plain cards, and all tarocks (the called one aside, which is left to acceptance) or none.
            let all = may.covers(tarocks.minus(called));
            if !may.covers(plain) || (!all && may.meets(tarocks)) {
                return None;
            }
            let high = if all { facts.limits[j].1 } else { 0 };
            quick.boxes[quick.count] = j as u8;
            quick.room[quick.count] = facts.room[j];
            quick.limits[quick.count] = (facts.limits[j].0, high.min(facts.room[j]));
            quick.count += 1;
        }
        quick.prepare().then_some(quick)
    }

    /// Fills the table of ways; whether there is any.
    fn prepare(&mut self) -> bool {
        let n = self.count;
        let total = self.tarocks.len();
        let down = usize::from(self.down[0] + self.down[1]);
        if self.plain.and(SMALL).len() < down {
            return false;
        }
        self.ways[n][0] = 1.0;
        // Room from box i on, to know how many plain cards are left beside t tarocks.
        let mut room = 0;
        for i in (0..n).rev() {
            let here = usize::from(self.room[i]);
            room += here;
            let (low, high) = (usize::from(self.limits[i].0), usize::from(self.limits[i].1));
            let range = if i == 0 { total..=total } else { 0..=total };
            for t in range {
                let Some(plain) = room.checked_sub(t) else { break };
                let mut sum = 0.0;
                for k in low..=high.min(t) {
                    let deeper = self.ways[i + 1][t - k];
                    if deeper > 0.0 && here - k <= plain {
                        sum += binomial(t, k) * binomial(plain, here - k) * deeper;
                    }
                }
                self.ways[i][t] = sum;
            }
        }
        if n == 0 {
            return total == 0 && self.plain.len() == down;
        }
        room + down == total + self.plain.len() && self.ways[0][total] > 0.0
    }

    /// One split.
    #[inline]
    pub(crate) fn draw(&self, rng: &mut Rng) -> Split<BOXES> {
        let mut split = [Hand::EMPTY; BOXES];
        let mut plain = self.plain;
        let mut small = List::new(plain.and(SMALL));
        for (j, n) in [(LAID, self.down[0]), (REST, self.down[1])] {
            for _ in 0..n {
                let card = small.take(rng);
                split[j].add(card);
                plain.remove(card);
            }
        }
        let (mut tarocks, mut others) = (List::new(self.tarocks), List::new(plain));
        let mut room: usize = self.room[..self.count].iter().map(|&r| usize::from(r)).sum();
        for i in 0..self.count {
            let (here, t) = (usize::from(self.room[i]), tarocks.left);
            let k = self.tarocks_in(i, t, room - t, rng);
            let hand = &mut split[usize::from(self.boxes[i])];
            (0..k).for_each(|_| hand.add(tarocks.take(rng)));
            (k..here).for_each(|_| hand.add(others.take(rng)));
            room -= here;
        }
        split
    }

    /// The number of tarocks in box `i` when `t` tarocks and `plain` other cards are left.
    #[inline]
    fn tarocks_in(&self, i: usize, t: usize, plain: usize, rng: &mut Rng) -> usize {
        let here = usize::from(self.room[i]);
        let (low, high) = (usize::from(self.limits[i].0), usize::from(self.limits[i].1).min(t));
        let mut rest = rng.unit() * self.ways[i][t];
        let mut last = low;
        for k in low..=high {
            if here - k > plain {
                continue;
            }
            let ways = binomial(t, k) * binomial(plain, here - k) * self.ways[i + 1][t - k];
            if ways > 0.0 {
                last = k;
                rest -= ways;
                if rest < 0.0 {
                    break;
                }
            }
        }
        last
    }
}

/// Cards to be drawn one by one.
struct List {
    cards: [Card; 54],
    left: usize,
}

impl List {
    #[inline]
    fn new(set: Hand) -> List {
        let mut list = List { cards: [NO_CARD; 54], left: 0 };
        for card in set {
            list.cards[list.left] = card;
            list.left += 1;
        }
        list
    }

    #[inline]
    fn take(&mut self, rng: &mut Rng) -> Card {
        let pick = rng.below(self.left);
        self.left = self.left.saturating_sub(1);
        let card = self.cards[pick];
        self.cards[pick] = self.cards[self.left];
        card
    }
}
