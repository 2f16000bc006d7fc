//! The draw while nobody is known to be void in a suit: cards laid away come from the small cards, then the number of
//! tarocks in each hand (and the place of the called one) is drawn from exact counts, then the cards themselves.
//!
//! Two facts split the draw into *plans*, each with its own counts. Small cards that everybody saw the bidder take (third
//! cards of a Preferanc) lie in his hand or away: a plan says how many are away. Who announced Honery holds four
//! five-pointers: a plan says how many Trul cards and kings are put into his hand as *witnesses*; a hand with more
//! five-pointers than witnesses can be reached with several sets of them and is refused accordingly.

use super::facts::Facts;
use super::{BOXES, LAID, REST, subset};
use crate::state::{SMALL, said};
use cards::{Card, Hand, KINGS, NO_CARD, Split, TAROCK, TRUL, binomial};
use game::Rng;

/// The boxes that hold tarocks and plain cards alike: four hands and the rest of the talon.
const MIXED: usize = 5;
/// More tarocks than there are.
const TAROCKS: usize = 23;

/// A prepared draw.
#[derive(Clone, Debug)]
pub(crate) struct Quick {
    /// Unseen tarocks but the called one, and other cards, without pinned ones.
    tarocks: Hand,
    plain: Hand,
    /// The called tarock, if it is unseen, and how likely each mixed box may keep it.
    called: Card,
    weight: [f64; MIXED],
    /// Small cards of the bidder that everybody saw, and his place among the mixed boxes.
    pinned: Hand,
    pinned_at: usize,
    /// Cards laid away face down (a talon rest of small cards only is drawn with them).
    down: [u8; 2],
    /// The mixed boxes with room, their rooms and limits.
    boxes: [u8; MIXED],
    room: [u8; MIXED],
    limits: [(u8, u8); MIXED],
    count: usize,
    /// The mixed box that must hold so many more five-pointers.
    witness: Option<(usize, usize)>,
    first: Plan,
    /// Further plans; usually none.
    more: Vec<Plan>,
    total: f64,
}

/// Counts for one way to place pinned cards and witnesses.
#[derive(Clone, Debug)]
struct Plan {
    /// Pinned cards that are away, Trul cards and kings put into the witness' hand.
    away: usize,
    trul: usize,
    kings: usize,
    ways: f64,
    room: [u8; MIXED],
    limits: [(u8, u8); MIXED],
    /// `table[i][t][c]`: ways to fill boxes `i`… with `t` tarocks left, and the called one if `c` is 1.
    table: [[[f64; 2]; TAROCKS]; MIXED],
}

impl Quick {
    /// Prepares the draw if the facts are simple enough for it.
    pub(crate) fn new(facts: &Facts) -> Option<Quick> {
        let small_rest = facts.room[REST] > 0 && facts.may[REST] == facts.unseen.and(SMALL);
        let called = if facts.unseen.has(facts.known.called) { facts.known.called } else { NO_CARD };
        let free = facts.unseen.minus(facts.pinned).minus(called.bit());
        let mut quick = Quick {
            tarocks: free.of(TAROCK),
            plain: free.minus(TAROCK.mask()),
            called,
            weight: [0.0; MIXED],
            pinned: facts.pinned,
            pinned_at: MIXED,
            down: [facts.room[LAID], if small_rest { facts.room[REST] } else { 0 }],
            boxes: [0; MIXED],
            room: [0; MIXED],
            limits: [(0, 0); MIXED],
            count: 0,
            witness: None,
            first: Plan::empty(),
            more: Vec::new(),
            total: 0.0,
        };
        for j in [0, 1, 2, 3, REST] {
            if facts.room[j] > 0 && !(j == REST && small_rest) && !quick.add(facts, j) {
                return None;
            }
        }
        quick.plan(facts).then_some(quick)
    }

    /// Adds a mixed box; `false` if what it may hold is not simple.
    fn add(&mut self, facts: &Facts, j: usize) -> bool {
        let (may, i) = (facts.may[j], self.count);
        let all = may.covers(self.tarocks);
        if !may.covers(self.plain) || (!all && may.meets(self.tarocks)) {
            return false;
        }
        self.boxes[i] = j as u8;
        self.room[i] = facts.room[j];
        let high = if all { facts.limits[j].1 } else { 0 };
        self.limits[i] = (facts.limits[j].0, high.min(facts.room[j]));
        if self.called.known() && may.has(self.called) {
            self.weight[i] = facts.keeps_called(j);
            if !all {
                // A hand without other tarocks may not have the called one, either, unless it is just that one.
                return false;
            }
        }
        if !self.pinned.is_empty() && j == usize::from(facts.known.bidder) {
            self.pinned_at = i;
        }
        if j < 4 && facts.honours[j].is_some_and(|bits| bits & said::HONERY != 0) {
            let have = facts.forced[j].or(facts.played[j]).and(TRUL.or(KINGS)).len();
            self.witness = (have < 4).then(|| (i, 4 - have));
        }
        self.count += 1;
        true
    }

    /// Makes the plans; whether there is any way.
    fn plan(&mut self, facts: &Facts) -> bool {
        let down = usize::from(self.down[0] + self.down[1]);
        let room: usize = self.room[..self.count].iter().map(|&r| usize::from(r)).sum();
        let all = facts.unseen.len();
        if room + down != all || (!self.pinned.is_empty() && self.pinned_at >= self.count) {
            return false;
        }
        let small = self.plain.and(SMALL).len();
        let trul = self.tarocks.and(TRUL).len();
        let kings = self.plain.and(KINGS).len();
        let need = self.witness.map_or(0, |(_, need)| need);
        for away in 0..=self.pinned.len().min(usize::from(self.down[0])) {
            for a in 0..=need.min(trul) {
                if need - a > kings || down - away > small {
                    continue;
                }
                let fixed = binomial(self.pinned.len(), away)
                    * binomial(small, down - away)
                    * binomial(trul, a)
                    * binomial(kings, need - a);
                if let Some(plan) = self.table(away, a, need - a, fixed) {
                    self.total += plan.ways;
                    if self.first.ways == 0.0 { self.first = plan } else { self.more.push(plan) }
                }
            }
        }
        self.total > 0.0
    }

    /// The counts of one plan; `None` if there is no way.
    fn table(&self, away: usize, trul: usize, kings: usize, fixed: f64) -> Option<Plan> {
        let mut plan = Plan { away, trul, kings, room: self.room, limits: self.limits, ..Plan::empty() };
        if self.pinned_at < MIXED {
            let kept = (self.pinned.len() - away) as u8;
            plan.room[self.pinned_at] = plan.room[self.pinned_at].checked_sub(kept)?;
        }
        if let Some((i, _)) = self.witness {
            plan.room[i] = plan.room[i].checked_sub((trul + kings) as u8)?;
            let (low, high) = plan.limits[i];
            plan.limits[i] = (low.saturating_sub(trul as u8), high.checked_sub(trul as u8)?);
        }
        let total = self.tarocks.len() - trul;
        let called = usize::from(self.called.known());
        plan.fill(self, total, called);
        plan.ways = fixed * plan.at(self.count, 0, total, called);
        (plan.ways > 0.0).then_some(plan)
    }

    /// One split, or none if it was reached by several sets of witnesses and is refused.
    #[inline]
    pub(crate) fn draw(&self, rng: &mut Rng) -> Option<Split<BOXES>> {
        let plan = self.choose(rng);
        let mut split = [Hand::EMPTY; BOXES];
        let (mut tarocks, mut plain) = (self.tarocks, self.plain);
        if !self.pinned.is_empty() {
            split[LAID] = subset(self.pinned, plan.away, rng);
            split[usize::from(self.boxes[self.pinned_at])] = self.pinned.minus(split[LAID]);
        }
        if let Some((i, _)) = self.witness {
            let trul = subset(tarocks.and(TRUL), plan.trul, rng);
            let kings = subset(plain.and(KINGS), plan.kings, rng);
            let hand = &mut split[usize::from(self.boxes[i])];
            *hand = hand.or(trul).or(kings);
            (tarocks, plain) = (tarocks.minus(trul), plain.minus(kings));
        }
        let mut small = List::new(plain.and(SMALL));
        for (j, n) in [(LAID, usize::from(self.down[0]) - plan.away), (REST, usize::from(self.down[1]))] {
            for _ in 0..n {
                let card = small.take(rng);
                split[j].add(card);
                plain.remove(card);
            }
        }
        self.fill(plan, tarocks, plain, &mut split, rng);
        self.keeps(&split, rng).then_some(split)
    }

    /// Deals tarocks and other cards over the mixed boxes.
    #[inline]
    fn fill(&self, plan: &Plan, tarocks: Hand, plain: Hand, split: &mut Split<BOXES>, rng: &mut Rng) {
        let (mut tarocks, mut others) = (List::new(tarocks), List::new(plain));
        let mut called = usize::from(self.called.known());
        for i in 0..self.count {
            let (k, e) = plan.choose(self, i, tarocks.left, called, others.left, rng);
            let hand = &mut split[usize::from(self.boxes[i])];
            if e == 1 {
                hand.add(self.called);
                called = 0;
            }
            (0..k).for_each(|_| hand.add(tarocks.take(rng)));
            (k + e..usize::from(plan.room[i])).for_each(|_| hand.add(others.take(rng)));
        }
    }

    fn choose(&self, rng: &mut Rng) -> &Plan {
        if self.more.is_empty() {
            return &self.first;
        }
        let mut rest = rng.unit() * self.total - self.first.ways;
        if rest < 0.0 {
            return &self.first;
        }
        let later = self.more.iter().find(|plan| {
            rest -= plan.ways;
            rest < 0.0
        });
        later.unwrap_or(&self.first)
    }

    /// Refuses hands with more five-pointers than witnesses as often as they can be reached.
    fn keeps(&self, split: &Split<BOXES>, rng: &mut Rng) -> bool {
        let Some((i, need)) = self.witness else { return true };
        let fives = split[usize::from(self.boxes[i])].and(TRUL.or(KINGS)).len();
        fives == need || rng.unit() * binomial(fives, need) < 1.0
    }
}

impl Plan {
    fn empty() -> Plan {
        Plan {
            away: 0,
            trul: 0,
            kings: 0,
            ways: 0.0,
            room: [0; MIXED],
            limits: [(0, 0); MIXED],
            table: [[[0.0; 2]; TAROCKS]; MIXED],
        }
    }

    /// Ways to fill boxes from `i` on.
    #[inline]
    fn at(&self, count: usize, i: usize, t: usize, c: usize) -> f64 {
        if i == count { f64::from(u8::from(t == 0 && c == 0)) } else { self.table[i][t][c] }
    }

    /// Fills the table from the last box to the first, for the numbers of tarocks that can be left there.
    fn fill(&mut self, quick: &Quick, total: usize, called: usize) {
        let (mut low, mut high) = ([0usize; MIXED + 1], [0usize; MIXED + 1]);
        (low[0], high[0]) = (total, total);
        for i in 0..quick.count {
            low[i + 1] = low[i].saturating_sub(usize::from(self.limits[i].1));
            high[i + 1] = high[i].saturating_sub(usize::from(self.limits[i].0).saturating_sub(called));
        }
        let mut room = 0usize;
        for i in (0..quick.count).rev() {
            room += usize::from(self.room[i]);
            for t in low[i]..=high[i] {
                for c in 0..=called {
                    let Some(plain) = room.checked_sub(t + c) else { continue };
                    let mut sum = 0.0;
                    self.each(quick, i, t, c, plain, |_, _, ways| {
                        sum += ways;
                        false
                    });
                    self.table[i][t][c] = sum;
                }
            }
        }
    }

    /// Every number `k` of tarocks (and `e` of called ones) in box `i`, with its ways; stops when `f` says so.
    #[inline]
    fn each(
        &self,
        quick: &Quick,
        i: usize,
        t: usize,
        c: usize,
        plain: usize,
        mut f: impl FnMut(usize, usize, f64) -> bool,
    ) {
        let here = usize::from(self.room[i]);
        let (low, high) = (usize::from(self.limits[i].0), usize::from(self.limits[i].1));
        let last = i + 1 == quick.count;
        for e in if last { c..=c } else { 0..=c } {
            let weight = if e == 1 { quick.weight[i] } else { 1.0 };
            if weight == 0.0 {
                continue;
            }
            let from = if last { t.max(low.saturating_sub(e)) } else { low.saturating_sub(e) };
            for k in from..=t.min(high.saturating_sub(e)).min(here.saturating_sub(e)) {
                if high < k + e || here < k + e || here - k - e > plain {
                    continue;
                }
                let deeper = self.at(quick.count, i + 1, t - k, c - e);
                let ways = weight * binomial(t, k) * binomial(plain, here - k - e) * deeper;
                if ways > 0.0 && f(k, e, ways) {
                    return;
                }
            }
        }
    }

    /// Draws the tarocks of box `i`.
    #[inline]
    fn choose(
        &self,
        quick: &Quick,
        i: usize,
        t: usize,
        c: usize,
        plain: usize,
        rng: &mut Rng,
    ) -> (usize, usize) {
        if i + 1 == quick.count {
            return (t, c);
        }
        let mut rest = rng.unit() * self.table[i][t][c];
        let mut found = (0, 0);
        self.each(quick, i, t, c, plain, |k, e, ways| {
            found = (k, e);
            rest -= ways;
            rest < 0.0
        });
        found
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
