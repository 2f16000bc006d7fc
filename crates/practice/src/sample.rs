//! Draws a deal uniformly from all deals in which every condition holds, and finds out when there is none.
//!
//! Cards that no condition distinguishes form a class. The number of ways to spread one class after another over the groups, with
//! the room left and the counts of the conditions as the state, is computed once for every state that can be reached; a deal
//! is then drawn class by class with those numbers as weights. No card is tried and taken back.

use crate::condition::{Condition, Fault, Pack};
use crate::slots::{Dealt, Slots};
use game::{Rng, hash::Map};

/// States that may be looked at before the conditions are called too many.
const MOST_STATES: usize = 400_000;
/// Conditions that may be given.
const MOST_CONDITIONS: usize = 24;

/// What is left to spread: room by group, and how many cards of each condition lie in its group.
type Left = (usize, Vec<u8>, Vec<u8>);

struct Spread<'a> {
    conditions: &'a [Condition],
    /// Classes: the cards, and the conditions that count them.
    classes: Vec<(Vec<usize>, Vec<usize>)>,
    known: Map<Left, f64>,
    full: bool,
}

fn factorial(n: usize) -> f64 {
    (1..=n).map(|k| k as f64).product()
}

impl Spread<'_> {
    /// All ways to divide `n` cards of a class among groups with this room.
    fn splits(room: &[u8], n: usize, so_far: &mut Vec<u8>, each: &mut dyn FnMut(&[u8])) {
        let at = so_far.len();
        let after: usize = room[at..].iter().skip(1).map(|&r| usize::from(r)).sum();
        if at + 1 == room.len() {
            if n <= usize::from(room[at]) {
                so_far.push(n as u8);
                each(so_far);
                so_far.pop();
            }
            return;
        }
        for k in n.saturating_sub(after)..=n.min(usize::from(room[at])) {
            so_far.push(k as u8);
            Spread::splits(room, n - k, so_far, each);
            so_far.pop();
        }
    }

    /// What each way to spread a class leads to, with the number of ways to choose the cards for it.
    fn steps(&self, left: &Left) -> Vec<(Vec<u8>, f64, Left)> {
        let (class, room, counts) = left;
        let (cards, counted) = &self.classes[*class];
        let mut list = Vec::new();
        Spread::splits(room, cards.len(), &mut Vec::new(), &mut |split| {
            let mut counts = counts.clone();
            for &c in counted {
                let condition = &self.conditions[c];
                counts[c] = counts[c].saturating_add(split[condition.group]);
                if usize::from(counts[c]) > condition.most {
                    return;
                }
            }
            let ways = split.iter().fold(factorial(cards.len()), |ways, &k| ways / factorial(usize::from(k)));
            let room = room.iter().zip(split).map(|(r, k)| r - k).collect();
            list.push((split.to_vec(), ways, (class + 1, room, counts)));
        });
        list
    }

    fn ways(&mut self, left: Left) -> f64 {
        if left.0 == self.classes.len() {
            let held =
                self.conditions.iter().zip(&left.2).all(|(condition, &n)| usize::from(n) >= condition.least);
            return f64::from(u8::from(held));
        }
        if let Some(&ways) = self.known.get(&left) {
            return ways;
        }
        if self.known.len() >= MOST_STATES {
            self.full = true;
            return 0.0;
        }
        let total = self.steps(&left).into_iter().map(|(_, ways, next)| ways * self.ways(next)).sum();
        self.known.insert(left, total);
        total
    }
}

/// The cards of a class, and the conditions that count them.
type Class = (Vec<usize>, Vec<usize>);

fn classes(slots: &Slots, conditions: &[Condition]) -> Vec<Class> {
    let mut list: Vec<Class> = Vec::new();
    for card in 0..slots.cards.len() {
        let counted: Vec<usize> =
            (0..conditions.len()).filter(|&c| conditions[c].cards.contains(&card)).collect();
        match list.iter_mut().find(|(_, by)| *by == counted) {
            Some((cards, _)) => cards.push(card),
            None => list.push((vec![card], counted)),
        }
    }
    // The cards that matter first: what cannot hold is seen early.
    list.sort_by_key(|(_, by)| by.is_empty());
    list
}

/// How a deal may be spread under these conditions. The last group is the cards that are not dealt.
fn spread<'a>(slots: &Slots, conditions: &'a [Condition]) -> (Spread<'a>, Left) {
    let mut room: Vec<u8> = slots.groups.iter().map(|g| g.room as u8).collect();
    room.push((slots.cards.len() - slots.order.len()) as u8);
    let spread =
        Spread { conditions, classes: classes(slots, conditions), known: Map::default(), full: false };
    (spread, (0, room, vec![0; conditions.len()]))
}

/// A deal in which all conditions hold, drawn uniformly from all such deals. `declares` says whether the forehand declares.
///
/// # Errors
/// A condition that is not understood, that can never hold, or that contradicts those before it.
pub fn deal_with(slots: &Slots, texts: &[String], declares: bool, rng: &mut Rng) -> Result<Dealt, Fault> {
    let pack = Pack::new(slots);
    let named = |number: usize, cause: String| Fault {
        number,
        text: texts.get(number - 1).map_or(String::new(), |text| text.trim().to_string()),
        cause,
    };
    if texts.len() > MOST_CONDITIONS {
        return Err(named(
            MOST_CONDITIONS + 1,
            format!("at most {MOST_CONDITIONS} conditions are understood"),
        ));
    }
    let conditions: Vec<Condition> = texts
        .iter()
        .enumerate()
        .map(|(i, text)| pack.parse(i + 1, text, declares))
        .collect::<Result<_, _>>()?;
    let too_many = |number| {
        named(number, "too many kinds of cards are distinguished; leave out a condition".to_string())
    };
    let (mut all, start) = spread(slots, &conditions);
    let possible = all.ways(start.clone());
    if all.full {
        return Err(too_many(conditions.len()));
    }
    if possible <= 0.0 {
        // The first condition that leaves nothing is to blame; alone or with those before it.
        for n in 1..=conditions.len() {
            let (mut some, start) = spread(slots, &conditions[..n]);
            if some.ways(start) > 0.0 {
                continue;
            }
            let (mut alone, start) = spread(slots, &conditions[n - 1..n]);
            let why = match alone.ways(start) > 0.0 {
                true => "no deal fulfils it together with the conditions before it",
                false => "no deal fulfils it",
            };
            return Err(named(n, why.to_string()));
        }
    }
    let mut groups: Vec<Vec<usize>> = vec![Vec::new(); slots.groups.len() + 1];
    let mut left = start;
    while left.0 < all.classes.len() {
        let steps = all.steps(&left);
        let weights: Vec<f64> = steps.iter().map(|(_, ways, next)| ways * all.ways(next.clone())).collect();
        let mut rest = rng.unit() * weights.iter().sum::<f64>();
        let mut chosen = weights.iter().rposition(|&w| w > 0.0).unwrap_or(0);
        for (i, &weight) in weights.iter().enumerate() {
            if rest < weight {
                chosen = i;
                break;
            }
            rest -= weight;
        }
        let Some((split, _, next)) = steps.into_iter().nth(chosen) else { break };
        let mut cards = all.classes[left.0].0.clone();
        rng.shuffle(&mut cards);
        for (group, &k) in split.iter().enumerate() {
            groups[group].extend(cards.drain(..usize::from(k)));
        }
        left = next;
    }
    groups.pop();
    let name = |mut cards: Vec<usize>, rng: &mut Rng| {
        rng.shuffle(&mut cards);
        cards.into_iter().map(|card| slots.cards[card].clone()).collect()
    };
    Ok(Dealt { groups: groups.into_iter().map(|cards| name(cards, rng)).collect() })
}
