//! The exact distribution: every place of the few cards that honours and calls speak of is weighed by the number of ways
//! to place all others. Draws use it when chance refuses too often, counts and shares always.

use super::BOXES;
use super::facts::Facts;
use crate::state::CALLABLE;
use cards::{Card, Hand, KINGS, Split, Spread, TAROCK, TRUL};
use game::Rng;
use std::collections::HashMap;

/// The most placements of the special cards that are listed.
const MOST: usize = 1 << 20;

/// A placement of the special cards.
#[derive(Clone, Debug)]
struct Leaf {
    split: Split<BOXES>,
    /// The place in `Exact::groups` of the ways to place the other cards.
    group: usize,
    /// The ways to have bought the talon, times those of the group.
    weight: f64,
    /// Whether the places of this leaf belong to another leaf, too, and only its ways to have bought differ.
    again: bool,
}

/// The ways to place the cards that are not special. They depend only on the room that is left, so many leaves share one.
#[derive(Clone, Debug)]
struct Group {
    spread: Spread<BOXES>,
    weight: f64,
}

/// All placements of the special cards.
#[derive(Clone, Debug)]
pub(crate) struct Exact {
    leaves: Vec<Leaf>,
    groups: Vec<Group>,
    total: f64,
    whole: bool,
}

/// Room, tarocks still to come, and the special cards beyond the usual ones that are placed.
type Key = ([u8; BOXES], [(u8, u8); BOXES], Hand);

/// The enumeration of leaves.
struct Search<'a> {
    facts: &'a Facts,
    special: Hand,
    leaves: Vec<Leaf>,
    groups: Vec<Group>,
    known: HashMap<Key, Option<usize>>,
    whole: bool,
}

impl Exact {
    /// Weighs every placement.
    pub(crate) fn new(facts: &Facts) -> Exact {
        let special = TRUL.or(KINGS).or(facts.known.called.bit()).and(facts.unseen);
        let cards: Vec<Card> = special.iter().collect();
        let mut search = Search {
            facts,
            special,
            leaves: Vec::new(),
            groups: Vec::new(),
            known: HashMap::new(),
            whole: true,
        };
        search.place(&cards, [Hand::EMPTY; BOXES]);
        let Search { leaves, mut groups, whole, .. } = search;
        for leaf in &leaves {
            groups[leaf.group].weight += leaf.weight;
        }
        let total = leaves.iter().map(|leaf| leaf.weight).sum();
        Exact { leaves, groups, total, whole }
    }

    /// One split, uniformly among those the facts allow; `None` if there is none.
    pub(crate) fn draw(&self, rng: &mut Rng) -> Option<Split<BOXES>> {
        let mut rest = rng.unit() * self.total;
        let leaf = self.leaves.iter().find(|leaf| {
            rest -= leaf.weight;
            rest < 0.0
        });
        let leaf = leaf.or(self.leaves.last())?;
        let others = self.groups[leaf.group].spread.draw(rng);
        Some(std::array::from_fn(|j| leaf.split[j].or(others[j])))
    }

    /// The number of splits; `None` if there are too many to list.
    pub(crate) fn count(&self) -> Option<u128> {
        if !self.whole {
            return None;
        }
        let first = self.leaves.iter().filter(|leaf| !leaf.again);
        first.map(|leaf| self.groups[leaf.group].spread.count()).try_fold(0u128, |sum, n| sum.checked_add(n?))
    }

    /// How likely box `j` holds a card; `None` if there are too many splits to list.
    pub(crate) fn share(&self, card: Card, j: usize) -> Option<f64> {
        if !self.whole || self.total <= 0.0 {
            return None;
        }
        let placed = |leaf: &&Leaf| leaf.split[j].has(card);
        let mut sum: f64 = self.leaves.iter().filter(placed).map(|leaf| leaf.weight).sum();
        for group in &self.groups {
            sum += group.weight * group.spread.share(card, j)?;
        }
        Some(sum / self.total)
    }
}

impl Search<'_> {
    /// Tries every box for the next special card.
    fn place(&mut self, cards: &[Card], split: Split<BOXES>) {
        let facts = self.facts;
        let Some((&card, rest)) = cards.split_first() else {
            if facts.honest(&split) {
                self.weigh(split);
            }
            return;
        };
        for j in 0..BOXES {
            if facts.may[j].has(card) && split[j].len() < usize::from(facts.room[j]) {
                let mut next = split;
                next[j].add(card);
                self.place(rest, next);
            }
        }
    }

    /// A bidder who has the called tarock bought it, or was dealt all four that may be called: two leaves.
    fn weigh(&mut self, split: Split<BOXES>) {
        let facts = self.facts;
        let (bought, alone) = facts.buyings(&split);
        self.leaf(split, bought, false);
        if alone > 0.0 {
            let b = usize::from(facts.known.bidder);
            let more = CALLABLE.minus(facts.all(&split, b));
            let mut four = split;
            four[b] = four[b].or(more);
            if facts.may[b].covers(more) && facts.unseen.covers(more) {
                self.leaf(four, alone, bought > 0.0);
            }
        }
    }

    fn leaf(&mut self, split: Split<BOXES>, bought: f64, again: bool) {
        if bought <= 0.0 || !self.whole {
            return;
        }
        let placed = split.iter().fold(Hand::EMPTY, |all, cards| all.or(*cards));
        let Some(key) = self.key(&split, placed) else { return };
        let known = &mut self.known;
        let group = match known.get(&key) {
            Some(group) => *group,
            None => {
                let cards = self.facts.unseen.minus(placed);
                let spread = Spread::counting(cards, key.0, self.facts.may, TAROCK.mask(), key.1);
                let group = spread.map(|spread| {
                    self.groups.push(Group { spread, weight: 0.0 });
                    self.groups.len() - 1
                });
                known.insert(key, group);
                group
            }
        };
        let Some(group) = group else { return };
        let weight = bought * self.groups[group].spread.total();
        self.leaves.push(Leaf { split, group, weight, again });
        self.whole = self.leaves.len() < MOST;
    }

    /// The room and the tarocks that a placement leaves; `None` where it has too many cards already.
    fn key(&self, split: &Split<BOXES>, placed: Hand) -> Option<Key> {
        let (mut room, mut limits) = (self.facts.room, self.facts.limits);
        for j in 0..BOXES {
            room[j] = room[j].checked_sub(split[j].len() as u8)?;
            let tarocks = split[j].of(TAROCK).len() as u8;
            let (low, high) = limits[j];
            limits[j] = (low.saturating_sub(tarocks), high.checked_sub(tarocks)?);
        }
        Some((room, limits, placed.minus(self.special)))
    }
}
