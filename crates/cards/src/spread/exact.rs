//! The placements of a [`Spread`] counted in whole numbers, and the share of them with a card in a box.
//!
//! Class by class, forward: how many ways lead to each room left.

use super::{At, Spread, Visit};
use crate::{Card, Hand};
use std::collections::BTreeMap;

/// `n` over `k`; `None` beyond 128 bits.
fn choose(n: u8, k: u8) -> Option<u128> {
    let mut ways = 1u128;
    for i in 0..u128::from(k.min(n.checked_sub(k)?)) {
        ways = ways.checked_mul(u128::from(n) - i)? / (i + 1);
    }
    Some(ways)
}

/// The shares of the placements with a card of each class in each box, and their number.
#[derive(Clone, Debug)]
pub(super) struct Shares<const B: usize> {
    count: u128,
    /// The cards of a class, and for each box the share of placements in which it holds one certain card of them.
    classes: Vec<(Hand, [f64; B])>,
}

/// The most placements that are looked at; beyond it a spread is not counted.
const MOST: u64 = 1 << 21;

/// The rooms left, with the ways that lead there. Numbers of counted cards are part of the key while more of them are to come;
/// once the limits were judged any numbers that kept them stand for all.
type Reached<const B: usize> = BTreeMap<([u8; B], [u8; B]), (u128, [u8; B])>;

impl<const B: usize> Spread<B> {
    /// The number of ways, exactly; `None` if it does not fit 128 bits.
    pub fn count(&self) -> Option<u128> {
        self.shares().map(|shares| shares.count)
    }

    /// The share of the ways in which box `j` holds a card; `None` if the ways cannot be counted in 128 bits. A card that is
    /// not placed by this spread is in no box.
    pub fn share(&self, card: Card, j: usize) -> Option<f64> {
        let shares = self.shares()?;
        if self.fixed.iter().any(|cards| cards.has(card)) {
            return Some(f64::from(u8::from(self.fixed.get(j).is_some_and(|cards| cards.has(card)))));
        }
        let class = shares.classes.iter().find(|(cards, _)| cards.has(card));
        Some(class.and_then(|(_, of)| of.get(j).copied()).unwrap_or(0.0))
    }

    fn shares(&self) -> Option<&Shares<B>> {
        self.exact.get_or_init(|| self.counted_exactly()).as_ref()
    }

    /// Forward: how many ways lead to each room left. Cards of a class are alike, so a box holds a certain one of them in as
    /// large a share of the ways as it holds of the class on average; what follows a placement is known from the table
    /// that draws are made from.
    fn counted_exactly(&self) -> Option<Shares<B>> {
        let start = self.start(self.counted);
        let mut reached: Reached<B> = BTreeMap::from([((start.room, start.counted), (1, start.counted))]);
        let mut classes = Vec::with_capacity(self.classes.len());
        let mut steps = 0;
        for (k, class) in self.classes.iter().enumerate() {
            let mut forward = Forward {
                spread: self,
                k,
                ways: 0,
                held: [0.0; B],
                more: BTreeMap::new(),
                steps,
                full: false,
            };
            for (&(room, _), &(ways, counted)) in &reached {
                forward.ways = ways;
                self.walk(k, &At { room, counted }, &mut forward);
                if forward.full {
                    return None;
                }
            }
            steps = forward.steps;
            let all = self.total * class.cards.len() as f64;
            classes.push((class.cards, forward.held.map(|h| h / all)));
            reached = forward.more;
        }
        let count = reached.values().map(|&(ways, _)| ways).try_fold(0u128, u128::checked_add)?;
        Some(Shares { count, classes })
    }
}

/// Follows the placements of one class from one room to the next.
struct Forward<'a, const B: usize> {
    spread: &'a Spread<B>,
    k: usize,
    /// The ways that lead to where the walk started.
    ways: u128,
    /// For each box, the ways times the cards of the class it holds.
    held: [f64; B],
    more: Reached<B>,
    steps: u64,
    /// Too many placements, or more ways than 128 bits hold.
    full: bool,
}

impl<const B: usize> Forward<'_, B> {
    /// Adds a placement; `None` if the numbers become too large.
    fn add(&mut self, counts: &[u8; B], at: &At<B>) -> Option<()> {
        self.steps += 1;
        if self.steps > MOST {
            return None;
        }
        let follow = self.spread.known(self.k + 1, at);
        if follow <= 0.0 {
            return Some(());
        }
        let mut left = self.spread.classes[self.k].cards.len() as u8;
        let mut ways = self.ways;
        for &n in counts {
            ways = ways.checked_mul(choose(left, n)?)?;
            left -= n;
        }
        for (held, &n) in self.held.iter_mut().zip(counts) {
            *held += ways as f64 * follow * f64::from(n);
        }
        let more_counted = self.spread.classes.get(self.k + 1).is_some_and(|next| next.counted);
        let key = if more_counted { at.counted } else { [0; B] };
        let entry = self.more.entry((at.room, key)).or_insert((0, at.counted));
        entry.0 = entry.0.checked_add(ways)?;
        Some(())
    }
}

impl<const B: usize> Visit<B> for Forward<'_, B> {
    fn visit(&mut self, counts: &[u8; B], _weight: f64, at: &At<B>) -> bool {
        self.full |= self.add(counts, at).is_none();
        self.full
    }
}
