//! The exact draw when chance refuses too often: every place of the few cards that honours and calls speak of is
//! weighed by the number of ways to place all others.

use super::BOXES;
use super::facts::Facts;
use crate::state::CALLABLE;
use cards::{Card, Hand, KINGS, Split, Spread, TAROCK, TRUL};
use game::Rng;

/// A placement of the special cards with its weight.
#[derive(Clone, Debug)]
struct Leaf {
    split: Split<BOXES>,
    weight: f64,
}

/// All placements of the special cards.
#[derive(Clone, Debug)]
pub(crate) struct Exact {
    special: Hand,
    leaves: Vec<Leaf>,
    total: f64,
}

impl Exact {
    /// Weighs every placement.
    pub(crate) fn new(facts: &Facts) -> Exact {
        let mut special = TRUL.or(KINGS).or(facts.known.called.bit());
        if facts.call == Some(Hand::EMPTY) {
            special = special.or(CALLABLE);
        }
        let special = special.and(facts.unseen);
        let cards: Vec<Card> = special.iter().collect();
        let mut leaves = Vec::new();
        place(facts, &cards, [Hand::EMPTY; BOXES], special, &mut leaves);
        let total = leaves.iter().map(|leaf| leaf.weight).sum();
        Exact { special, leaves, total }
    }

    /// One split, uniformly among those the facts allow; `None` if there is none.
    pub(crate) fn draw(&self, facts: &Facts, rng: &mut Rng) -> Option<Split<BOXES>> {
        let mut rest = rng.unit() * self.total;
        let leaf = self.leaves.iter().find(|leaf| {
            rest -= leaf.weight;
            rest < 0.0
        });
        let leaf = leaf.or(self.leaves.last())?;
        let others = spread(facts, &leaf.split, self.special)?.draw(rng);
        Some(std::array::from_fn(|j| leaf.split[j].or(others[j])))
    }
}

/// Tries every box for the next special card.
fn place(facts: &Facts, cards: &[Card], split: Split<BOXES>, special: Hand, leaves: &mut Vec<Leaf>) {
    let Some((&card, rest)) = cards.split_first() else {
        if !facts.honest(&split) {
            return;
        }
        let weight = facts.ways(&split).0;
        if weight > 0.0
            && let Some(others) = spread(facts, &split, special)
        {
            leaves.push(Leaf { split, weight: weight * others.total() });
        }
        return;
    };
    for j in 0..BOXES {
        if facts.may[j].has(card) && split[j].len() < usize::from(facts.room[j]) {
            let mut next = split;
            next[j].add(card);
            place(facts, rest, next, special, leaves);
        }
    }
}

/// The ways to place the cards that are not special.
fn spread(facts: &Facts, split: &Split<BOXES>, special: Hand) -> Option<Spread<BOXES>> {
    let (mut room, mut limits) = (facts.room, facts.limits);
    for j in 0..BOXES {
        room[j] -= split[j].len() as u8;
        let tarocks = split[j].of(TAROCK).len() as u8;
        let (low, high) = limits[j];
        if high < tarocks {
            return None;
        }
        limits[j] = (low.saturating_sub(tarocks), high - tarocks);
    }
    Spread::counting(facts.unseen.minus(special), room, facts.may, TAROCK.mask(), limits)
}
