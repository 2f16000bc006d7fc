//! Unseen cards dealt over boxes (hands, talons, laid-away piles) **uniformly** among all ways that respect each box's
//! room and the set of cards it may hold, and optionally a range for how many cards of one *counted* set each box
//! holds (a number of tarocks, say).
//!
//! Exact, without rejection: cards that may lie in the same boxes form a class; [`Spread::new`] counts, class by class, the
//! ways to fill the room left (dynamic programming), and [`Spread::draw`] walks the same table with matching probabilities.
//! Counts are kept as `f64`: the error of a probability is below 1e-13, far below the resolution of 53 random bits.
//!
//! Games with other constraints (who may have called what, four honours in one hand) draw from a spread and accept or
//! reject (rejection sampling), which stays uniform.

mod exact;

use crate::{Card, Hand};
use exact::Shares;
use game::Rng;
use std::collections::HashMap;
use std::sync::{Mutex, OnceLock, PoisonError};

/// The most boxes a spread may have.
const BOXES: usize = 8;
/// The most cards a spread may place.
const CARDS: usize = 64;

/// `n` over `k`; 0 outside the triangle.
#[inline]
pub fn binomial(n: usize, k: usize) -> f64 {
    if n < 64 && k < 64 { CHOOSE[n][k] } else { 0.0 }
}

static CHOOSE: [[f64; 64]; 64] = {
    let mut table = [[0.0; 64]; 64];
    let mut n = 0;
    while n < 64 {
        table[n][0] = 1.0;
        let mut k = 1;
        while k <= n {
            table[n][k] = table[n - 1][k - 1] + if k < n { table[n - 1][k] } else { 0.0 };
            k += 1;
        }
        n += 1;
    }
    table
};

/// One way to place the cards: what each box holds.
pub type Split<const B: usize> = [Hand; B];

/// Cards that may lie in the same boxes.
#[derive(Clone, Copy, Debug)]
struct Class {
    cards: Hand,
    boxes: u8,
    counted: bool,
}

/// A prepared uniform distribution over the ways to place cards into `B` boxes (at most 8).
#[derive(Clone, Debug)]
pub struct Spread<const B: usize> {
    room: [u8; B],
    /// Cards that may lie in one box only.
    fixed: Split<B>,
    /// The cards that limits speak of.
    counted: Hand,
    /// The range of counted cards in each box; `None` when nothing is counted.
    limits: Option<[(u8, u8); B]>,
    classes: Vec<Class>,
    /// For each class, how many cards of later classes each box may still take.
    later: Vec<[u8; B]>,
    memo: Memo,
    total: f64,
    /// Counts in whole numbers, made when somebody asks for them.
    exact: OnceLock<Option<Shares<B>>>,
    choices: Kept<B>,
}

/// A class, the room left in each box and the counted cards so far, packed.
type Key = u128;

/// Counts made so far, by class and room left.
#[derive(Clone, Debug)]
enum Memo {
    /// A table with a place for every class and room; negative where nothing was counted yet.
    Table { steps: [usize; BOXES], size: usize, counts: Vec<f64> },
    /// Where numbers of counted cards must be distinguished, too, or the table would be large.
    Map(HashMap<Key, f64, Plain>),
}

/// The largest table.
const LARGEST: usize = 1 << 18;

/// The most lists of placements that are kept.
const KEPT: usize = 4096;

/// Where a walk through the placements stands.
#[derive(Clone, Copy, Debug)]
struct At<const B: usize> {
    room: [u8; B],
    counted: [u8; B],
}

/// What a walk does with the placements of one class.
trait Visit<const B: usize> {
    /// Told the counts of one placement, its own weight and where it leads; `true` ends the walk.
    fn visit(&mut self, counts: &[u8; B], weight: f64, at: &At<B>) -> bool;
}

impl<const B: usize> Spread<B> {
    /// Prepares the placement of `cards` (as many as there is room) where box `j` may hold only cards of `may[j]`.
    /// `None` if there is no way.
    pub fn new(cards: Hand, room: [u8; B], may: [Hand; B]) -> Option<Spread<B>> {
        Spread::counting(cards, room, may, Hand::EMPTY, [(0, u8::MAX); B])
    }

    /// The same where box `j` must hold from `limits[j].0` to `limits[j].1` cards of the set `counted`.
    pub fn counting(
        cards: Hand,
        room: [u8; B],
        may: [Hand; B],
        counted: Hand,
        limits: [(u8, u8); B],
    ) -> Option<Spread<B>> {
        if B > BOXES || cards.len() != room.iter().map(|&r| usize::from(r)).sum::<usize>() {
            return None;
        }
        let counts = limits.iter().any(|&(low, high)| low > 0 || usize::from(high) < cards.len());
        let counted = if counts { counted } else { Hand::EMPTY };
        let mut classes: Vec<Class> = Vec::new();
        for card in cards {
            let boxes = (0..B).filter(|&j| may[j].has(card) && room[j] > 0).fold(0u8, |m, j| m | 1 << j);
            let is_counted = counted.has(card);
            match classes.iter_mut().find(|c| c.boxes == boxes && c.counted == is_counted) {
                Some(class) => class.cards.add(card),
                None => classes.push(Class { cards: card.bit(), boxes, counted: is_counted }),
            }
        }
        let (mut room, mut fixed) = (room, [Hand::EMPTY; B]);
        for class in classes.extract_if(.., |class| class.boxes.count_ones() == 1) {
            let j = class.boxes.trailing_zeros() as usize;
            room[j] = room[j].checked_sub(class.cards.len() as u8)?;
            fixed[j] = fixed[j].or(class.cards);
        }
        classes.sort_by_key(|c| (!c.counted, c.boxes.count_ones(), c.cards.len(), c.boxes));
        let mut later = vec![[0u8; B]; classes.len()];
        for k in (0..classes.len().saturating_sub(1)).rev() {
            later[k] = later[k + 1];
            for (j, n) in later[k].iter_mut().enumerate() {
                *n += if classes[k + 1].boxes >> j & 1 == 1 { classes[k + 1].cards.len() as u8 } else { 0 };
            }
        }
        let limits = counts.then_some(limits);
        let memo = Memo::Map(HashMap::default());
        let mut spread = Spread {
            room,
            fixed,
            counted,
            limits,
            classes,
            later,
            memo,
            total: 0.0,
            exact: OnceLock::new(),
            choices: Kept::default(),
        };
        let mut memo = spread.memory();
        spread.total = spread.ways(0, &spread.start(counted), &mut memo);
        spread.memo = memo;
        (spread.total > 0.0).then_some(spread)
    }

    /// An empty memory of the kind that fits. The room of one box follows from the others: the roomiest has no digit.
    fn memory(&self) -> Memo {
        let implied = (0..B).max_by_key(|&j| self.room[j]).unwrap_or(0);
        let (mut steps, mut size) = ([0; BOXES], 1usize);
        for j in (0..B).filter(|&j| j != implied) {
            steps[j] = size;
            size = size.saturating_mul(usize::from(self.room[j]) + 1);
        }
        let tracking = self.limits.is_some() && self.classes.iter().filter(|class| class.counted).count() > 1;
        let places = size.saturating_mul(self.classes.len());
        if tracking || places > LARGEST {
            return Memo::Map(HashMap::default());
        }
        Memo::Table { steps, size, counts: vec![-1.0; places] }
    }

    /// The number of ways (exact below 2^53, a double beyond).
    pub fn total(&self) -> f64 {
        self.total
    }

    /// Where every walk starts: with the fixed cards in their boxes.
    fn start(&self, counted: Hand) -> At<B> {
        At { room: self.room, counted: self.fixed.map(|cards| cards.and(counted).len() as u8) }
    }

    /// One way, uniformly.
    pub fn draw(&self, rng: &mut Rng) -> Split<B> {
        let mut split = self.fixed;
        let mut at = self.start(self.counted);
        for (k, class) in self.classes.iter().enumerate() {
            let unit = rng.unit();
            let counts = if self.last(k) { at.room } else { self.choose(k, &mut at, unit) };
            deal(class.cards, &counts, &mut split, rng);
        }
        split
    }

    /// The placement of class `k` on which `unit` falls, by the ways that follow it; `at` goes on to where it leads.
    fn choose(&self, k: usize, at: &mut At<B>, unit: f64) -> [u8; B] {
        let pick = |list: &[Choice<B>]| {
            let total = list.last().map_or(0.0, |choice| choice.sum);
            // Rounding can carry it past the end: then the last placement is taken.
            let found =
                list.partition_point(|choice| choice.sum <= unit * total).min(list.len().saturating_sub(1));
            list.get(found).map_or(([0; B], *at), |choice| (choice.counts, choice.at))
        };
        let key = self.key(k, at);
        let mut kept = self.choices.0.lock().unwrap_or_else(PoisonError::into_inner);
        let (counts, next) = match kept.get(&key) {
            Some(list) => pick(list),
            None => {
                let mut choices = Choices { spread: self, k, sum: 0.0, list: Vec::new() };
                self.walk(k, at, &mut choices);
                let picked = pick(&choices.list);
                if kept.len() < KEPT {
                    kept.insert(key, choices.list);
                }
                picked
            }
        };
        *at = next;
        counts
    }

    /// Whether class `k` is the last, so that it simply fills the room.
    fn last(&self, k: usize) -> bool {
        k + 1 == self.classes.len()
    }

    /// The ways from class `k` on.
    fn ways(&self, k: usize, at: &At<B>, memo: &mut Memo) -> f64 {
        if k == self.classes.len() {
            return f64::from(self.within(at));
        }
        if self.last(k) {
            return self.fill(k, at);
        }
        if let Some(known) = self.recall(k, at, memo) {
            return known;
        }
        let mut sum = Sum { spread: self, k, memo, total: 0.0 };
        self.walk(k, at, &mut sum);
        let total = sum.total;
        match memo {
            Memo::Table { steps, size, counts } => counts[self.index(k, at, steps, *size)] = total,
            Memo::Map(map) => drop(map.insert(self.key(k, at), total)),
        }
        total
    }

    /// A count made before.
    #[inline]
    fn recall(&self, k: usize, at: &At<B>, memo: &Memo) -> Option<f64> {
        match memo {
            Memo::Table { steps, size, counts } => {
                Some(counts[self.index(k, at, steps, *size)]).filter(|&count| count >= 0.0)
            }
            Memo::Map(map) => map.get(&self.key(k, at)).copied(),
        }
    }

    #[inline]
    fn index(&self, k: usize, at: &At<B>, steps: &[usize; BOXES], size: usize) -> usize {
        (0..B).fold(k * size, |index, j| index + usize::from(at.room[j]) * steps[j])
    }

    /// The ways from class `k` on, after everything was counted.
    fn known(&self, k: usize, at: &At<B>) -> f64 {
        if k == self.classes.len() {
            return f64::from(self.within(at));
        }
        if self.last(k) { self.fill(k, at) } else { self.recall(k, at, &self.memo).unwrap_or(0.0) }
    }

    /// The ways of the last class: it must fill exactly the room that is left, in boxes it may lie in.
    fn fill(&self, k: usize, at: &At<B>) -> f64 {
        let class = self.classes[k];
        let (mut ways, mut left) = (1.0, class.cards.len());
        let mut end = *at;
        for j in 0..B {
            let here = usize::from(at.room[j]);
            if here > 0 && class.boxes >> j & 1 == 0 {
                return 0.0;
            }
            ways *= binomial(left, here);
            left = left.saturating_sub(here);
            end.counted[j] += if class.counted { at.room[j] } else { 0 };
        }
        if self.within(&end) { ways } else { 0.0 }
    }

    fn within(&self, at: &At<B>) -> bool {
        let Some(limits) = &self.limits else { return true };
        (0..B).all(|j| at.counted[j] >= limits[j].0 && at.counted[j] <= limits[j].1)
    }

    fn key(&self, k: usize, at: &At<B>) -> Key {
        let tracking = self.limits.is_some() && self.classes[k].counted;
        let mut key = k as Key;
        for j in 0..B {
            key =
                key << 12 | Key::from(at.room[j]) << 6 | if tracking { Key::from(at.counted[j]) } else { 0 };
        }
        key
    }

    /// Visits every placement of class `k`.
    fn walk(&self, k: usize, at: &At<B>, visit: &mut impl Visit<B>) {
        let class = &self.classes[k];
        // A box this class may not lie in must be filled by later ones.
        if (0..B).any(|j| class.boxes >> j & 1 == 0 && at.room[j] > self.later[k][j]) || class.boxes == 0 {
            return;
        }
        let mut walk = Walk { spread: self, k, counts: [0; B], visit };
        walk.place(class.boxes, class.cards.len() as u8, 1.0, at);
    }

    /// Whether the counted cards are all placed after class `k`, so that the limits can be judged.
    #[inline]
    fn judged(&self, k: usize) -> bool {
        let counted = self.classes[k].counted;
        counted && self.classes.get(k + 1).is_none_or(|next| !next.counted)
            || k == 0 && !counted && self.limits.is_some()
    }
}

/// A walk through the placements of one class.
struct Walk<'a, const B: usize, V> {
    spread: &'a Spread<B>,
    k: usize,
    counts: [u8; B],
    visit: &'a mut V,
}

impl<const B: usize, V: Visit<B>> Walk<'_, B, V> {
    /// Puts `left` cards into the boxes of the mask in every way.
    fn place(&mut self, boxes: u8, left: u8, weight: f64, at: &At<B>) -> bool {
        let (spread, k) = (self.spread, self.k);
        let j = boxes.trailing_zeros() as usize;
        let others = boxes & (boxes - 1);
        let elsewhere: u8 = (0..B).filter(|&i| others >> i & 1 == 1).map(|i| at.room[i]).sum();
        let counted = spread.classes[k].counted;
        let mut most = left.min(at.room[j]);
        if counted && let Some(limits) = &spread.limits {
            most = most.min(limits[j].1.saturating_sub(at.counted[j]));
        }
        let least = at.room[j].saturating_sub(spread.later[k][j]).max(left.saturating_sub(elsewhere));
        let mut next = *at;
        for n in least..=most {
            self.counts[j] = n;
            next.room[j] = at.room[j] - n;
            next.counted[j] = at.counted[j] + if counted { n } else { 0 };
            let ways = weight * binomial(usize::from(left), usize::from(n));
            let done = if others != 0 {
                self.place(others, left - n, ways, &next)
            } else {
                n == left
                    && (!spread.judged(k) || spread.within(&next))
                    && self.visit.visit(&self.counts, ways, &next)
            };
            if done {
                return true;
            }
        }
        false
    }
}

/// Adds up the ways of the placements of a class.
struct Sum<'a, const B: usize> {
    spread: &'a Spread<B>,
    k: usize,
    memo: &'a mut Memo,
    total: f64,
}

impl<const B: usize> Visit<B> for Sum<'_, B> {
    #[inline]
    fn visit(&mut self, _counts: &[u8; B], weight: f64, at: &At<B>) -> bool {
        self.total += weight * self.spread.ways(self.k + 1, at, self.memo);
        false
    }
}

/// One placement of a class: the ways of all placements up to it, its counts, and where it leads.
#[derive(Clone, Copy, Debug)]
struct Choice<const B: usize> {
    sum: f64,
    counts: [u8; B],
    at: At<B>,
}

/// Lists the possible placements of a class.
struct Choices<'a, const B: usize> {
    spread: &'a Spread<B>,
    k: usize,
    sum: f64,
    list: Vec<Choice<B>>,
}

impl<const B: usize> Visit<B> for Choices<'_, B> {
    fn visit(&mut self, counts: &[u8; B], weight: f64, at: &At<B>) -> bool {
        let ways = weight * self.spread.known(self.k + 1, at);
        if ways > 0.0 {
            self.sum += ways;
            self.list.push(Choice { sum: self.sum, counts: *counts, at: *at });
        }
        false
    }
}

/// The placements that draws met so far, by class and room: later draws choose from them by bisection. It changes no
/// result, only the time.
#[derive(Debug, Default)]
struct Kept<const B: usize>(Mutex<HashMap<Key, Vec<Choice<B>>, Plain>>);

impl<const B: usize> Clone for Kept<B> {
    fn clone(&self) -> Kept<B> {
        Kept::default()
    }
}

/// Deals `cards` at random over boxes, `counts[j]` to box `j`.
#[inline]
pub fn deal<const B: usize>(cards: Hand, counts: &[u8; B], split: &mut Split<B>, rng: &mut Rng) {
    let mut list = [Card(0); CARDS];
    let mut n = 0;
    for card in cards {
        list[n] = card;
        n += 1;
    }
    for j in 0..B {
        if usize::from(counts[j]) == n {
            list[..n].iter().for_each(|&card| split[j].add(card));
            return;
        }
        for _ in 0..counts[j] {
            let pick = rng.below(n);
            n = n.saturating_sub(1);
            split[j].add(list[pick]);
            list[pick] = list[n];
        }
    }
}

/// A hasher for keys that are numbers already.
#[derive(Clone, Copy, Debug, Default)]
struct Plain;

impl std::hash::BuildHasher for Plain {
    type Hasher = Fold;

    fn build_hasher(&self) -> Fold {
        Fold(0)
    }
}

struct Fold(u64);

impl std::hash::Hasher for Fold {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|&byte| self.write_u128(u128::from(byte)));
    }

    fn write_u128(&mut self, n: u128) {
        let folded = (n as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ ((n >> 64) as u64).rotate_left(31);
        self.0 = (self.0 ^ folded).wrapping_mul(0xD6E8_FEB8_6659_FD93).rotate_left(32);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    /// Every placement, by trying each card in each box.
    fn all<const B: usize>(
        cards: Hand,
        room: [u8; B],
        may: [Hand; B],
        fits: &dyn Fn(&Split<B>) -> bool,
    ) -> Vec<Split<B>> {
        let mut found = vec![[Hand::EMPTY; B]];
        for card in cards {
            let mut more = Vec::new();
            for split in found {
                for j in (0..B).filter(|&j| may[j].has(card) && split[j].len() < usize::from(room[j])) {
                    let mut next: Split<B> = split;
                    next[j].add(card);
                    more.push(next);
                }
            }
            found = more;
        }
        found.retain(fits);
        found
    }

    fn check<const B: usize>(
        cards: Hand,
        room: [u8; B],
        may: [Hand; B],
        counted: Hand,
        limits: [(u8, u8); B],
    ) {
        let fits = |split: &Split<B>| {
            (0..B).all(|j| (limits[j].0..=limits[j].1).contains(&(split[j].and(counted).len() as u8)))
        };
        let ways = all(cards, room, may, &fits);
        let Some(spread) = Spread::counting(cards, room, may, counted, limits) else {
            assert!(ways.is_empty(), "a spread must exist: {} ways", ways.len());
            return;
        };
        assert_eq!(spread.total(), ways.len() as f64);
        assert_eq!(spread.count(), Some(ways.len() as u128));
        for card in cards {
            for j in 0..B {
                let with = ways.iter().filter(|way| way[j].has(card)).count();
                let share = spread.share(card, j).expect("few ways can be counted");
                assert!((share - with as f64 / ways.len() as f64).abs() < 1e-12, "{card:?} in box {j}");
            }
        }
        let mut seen: BTreeMap<Split<B>, f64> = ways.iter().map(|&way| (way, 0.0)).collect();
        let expected = 40.0;
        let mut rng = Rng::new(ways.len() as u64);
        for _ in 0..ways.len() * 40 {
            *seen.get_mut(&spread.draw(&mut rng)).expect("a draw is one of the ways") += 1.0;
        }
        let chi2: f64 = seen.values().map(|n| (n - expected).powi(2) / expected).sum();
        let freedom = ways.len() as f64 - 1.0;
        let most = freedom + 4.5 * (2.0 * freedom).sqrt() + 10.0;
        assert!(chi2 <= most, "chi-square {chi2} with {freedom} degrees of freedom");
    }

    #[test]
    fn an_unconstrained_spread_is_uniform() {
        check(Hand(0x1FF), [3, 3, 3], [Hand(u64::MAX); 3], Hand::EMPTY, [(0, 255); 3]);
    }

    #[test]
    fn voids_are_respected_and_the_rest_is_uniform() {
        let may = [Hand(!0xF), Hand(u64::MAX), Hand(!0xF00), Hand(0xF0)];
        check(Hand(0xFFF & !0x111), [2, 3, 2, 2], may, Hand::EMPTY, [(0, 255); 4]);
    }

    #[test]
    fn counts_stay_within_their_limits() {
        let may = [Hand(u64::MAX), Hand(!0x8), Hand(u64::MAX)];
        check(Hand(0x3FF), [4, 3, 3], may, Hand(0x1F), [(1, 2), (0, 1), (2, 3)]);
        check(Hand(0xFF), [3, 3, 2], may, Hand(0xFF), [(1, 3), (0, 3), (2, 3)]);
        check(Hand(0xFF), [3, 3, 2], may, Hand(0xFF00), [(0, 3), (0, 3), (0, 3)]);
        check(Hand(0xFF), [3, 3, 2], may, Hand(0xFF00), [(1, 3), (0, 3), (0, 3)]);
    }

    #[test]
    fn random_constraints_agree_with_trying_everything() {
        let mut rng = Rng::new(11);
        for _ in 0..60 {
            let room = [1 + rng.below(3) as u8, 1 + rng.below(3) as u8, rng.below(3) as u8];
            let cards = Hand((1 << room.iter().sum::<u8>()) - 1);
            let may = [0; 3].map(|_| Hand(rng.bits() | rng.bits() | rng.bits()));
            let limit = |rng: &mut Rng| (rng.below(2) as u8, 1 + rng.below(3) as u8);
            let limits = [limit(&mut rng), limit(&mut rng), limit(&mut rng)];
            let counted = if rng.below(2) == 0 { Hand(rng.bits()) } else { Hand::EMPTY };
            let limits = if counted.is_empty() { [(0, 255); 3] } else { limits };
            check(cards, room, may, counted, limits);
        }
    }

    #[test]
    fn impossible_deals_are_refused() {
        assert!(Spread::new(Hand(0x7), [1, 1], [Hand(u64::MAX); 2]).is_none());
        assert!(Spread::new(Hand(0x3), [1, 1], [Hand(0x1), Hand(0x1)]).is_none());
    }

    #[test]
    fn the_number_of_layouts_seen_from_a_hand_is_the_books() {
        // Šnaps: 18 unseen cards in three hands, 18!/(6!)^3.
        let spread = Spread::new(Hand((1 << 18) - 1), [6; 3], [Hand(u64::MAX); 3]).unwrap();
        assert_eq!(spread.total(), 17_153_136.0);
        assert_eq!(spread.count(), Some(17_153_136));
        assert_eq!(spread.share(Card(3), 1), Some(1.0 / 3.0));
    }

    #[test]
    fn the_largest_number_of_deals_of_a_tarock_pack_is_counted_exactly() {
        // 54!/(12!^4 6!), too large for a double to hold exactly.
        let spread = Spread::new(Hand((1 << 54) - 1), [12, 12, 12, 12, 6], [Hand(u64::MAX); 5]).unwrap();
        let (mut n, mut ways) = (0u128, 1u128);
        for room in [12u128, 12, 12, 12, 6] {
            for i in 1..=room {
                n += 1;
                ways = ways * n / i;
            }
        }
        assert_eq!(spread.count(), Some(ways));
    }
}
