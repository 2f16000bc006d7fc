//! The placements of a [`Spread`] counted in whole numbers, and the share of them with a card in a box.
//!
//! Class by class, forward: how many ways lead to each room left.

use super::{At, Class, Spread};
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

/// Rooms and numbers of counted cards, with the ways that lead there.
type Reached<const B: usize> = BTreeMap<([u8; B], [u8; B]), u128>;

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
        let mut reached: Reached<B> = BTreeMap::from([((start.room, start.counted), 1)]);
        let mut classes = Vec::with_capacity(self.classes.len());
        for (k, class) in self.classes.iter().enumerate() {
            let mut more = BTreeMap::new();
            let mut held = [0.0; B];
            for (&(room, counted), &ways) in &reached {
                let from = At { room, counted };
                let mut step = |at: &At<B>, n: u128| {
                    let sum: &mut u128 = more.entry((at.room, at.counted)).or_default();
                    *sum = sum.checked_add(n)?;
                    let all = n as f64 * self.known(k + 1, at);
                    held.iter_mut()
                        .enumerate()
                        .for_each(|(j, h)| *h += all * f64::from(room[j] - at.room[j]));
                    Some(())
                };
                put(class, class.boxes, class.cards.len() as u8, ways, from, &self.later[k], &mut step)?;
            }
            let all = self.total * class.cards.len() as f64;
            classes.push((class.cards, held.map(|h| h / all)));
            reached = more;
        }
        let ends = reached.iter().filter(|((room, counted), _)| {
            room.iter().all(|&r| r == 0) && self.within(&At { room: *room, counted: *counted })
        });
        let count = ends.map(|(_, &ways)| ways).try_fold(0u128, u128::checked_add)?;
        Some(Shares { count, classes })
    }
}

/// Puts `left` cards of a class into the boxes of the mask in every way that later classes can complete, and hands each
/// of them on with the ways that lead there.
fn put<const B: usize>(
    class: &Class,
    boxes: u8,
    left: u8,
    ways: u128,
    at: At<B>,
    later: &[u8; B],
    step: &mut impl FnMut(&At<B>, u128) -> Option<()>,
) -> Option<()> {
    if boxes == 0 {
        return if left == 0 && (0..B).all(|j| at.room[j] <= later[j]) { step(&at, ways) } else { Some(()) };
    }
    let j = boxes.trailing_zeros() as usize;
    // Later classes can fill only so much of the box.
    for n in at.room[j].saturating_sub(later[j])..=left.min(at.room[j]) {
        let mut next = at;
        next.room[j] -= n;
        next.counted[j] += if class.counted { n } else { 0 };
        let ways = ways.checked_mul(choose(left, n)?)?;
        put(class, boxes & (boxes - 1), left - n, ways, next, later, step)?;
    }
    Some(())
}
