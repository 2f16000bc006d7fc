//! Probabilities with proved errors: a lower and an upper bound for the probability that a player wins, in random play and
//! when the player does the best and all others do the worst they can.
//!
//! Such a probability is the least solution of its equations (a play that never ends is not a win). The lower bound is
//! iterated from zero with every step rounded down, so it never passes the solution. The upper bound is guessed slightly
//! above it and checked: numbers that no step, rounded up, can raise are nowhere below the least solution (optimistic value
//! iteration: A. Hartmanns, B. L. Kaminski, *Optimistic Value Iteration*, 2020). Where the player could go in circles without
//! an end (an end component, against the others' best answers) the states are first merged into one, worth its best exit.
//! What the guess adds is the error of the equations times the expected number of steps, so the check usually succeeds at
//! once; if not, the guess is widened, and in the end the bound is 1, which is always true.
//!
//! Strongly connected components are done one after another, from the ends to the start.

use crate::automaton::{Automaton, Node};
use crate::circuit::{Circuit, OUTSIDE};
use crate::components::Components;
use game::{Game, Turn};

/// Two numbers between which a third lies.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Bounds {
    /// It is not less.
    pub low: f64,
    /// It is not more.
    pub high: f64,
}

impl Bounds {
    /// The number in the middle.
    pub fn middle(self) -> f64 {
        (self.low + self.high) / 2.0
    }

    /// How far the middle may be off.
    pub fn error(self) -> f64 {
        // Rounded up: the subtraction and the middle may each lose a last digit.
        (self.high - self.low) / 2.0 + f64::EPSILON
    }
}

/// Transitions and states looked at for one question, after which iterating ends and the bounds are what they are: so often each of
/// the automaton's own, and as many as this (some ten seconds) where it is small.
const SWEEPS: usize = 400;
const MOST_WORK: usize = 2_000_000_000;

/// What may be looked at for one question about an automaton of so many states and transitions.
fn allowed(states: usize, transitions: usize) -> usize {
    MOST_WORK.max(SWEEPS.saturating_mul(states.saturating_add(transitions)))
}

/// A whole automaton prepared for questions about chances.
pub struct Odds<'a, G: Game> {
    game: &'a G,
    a: &'a Automaton<G>,
    components: Components,
    /// The weight of each transition where chance acts; empty for a game without chance.
    weights: Vec<u32>,
}

/// What is asked: how much the ends are worth, and to whom.
struct Question<'a> {
    /// For each column of results (see [`Automaton::column`]).
    worth: &'a [f64],
    /// Which side wants it; none in random play.
    who: Option<usize>,
}

/// How a state gets its number from those it leads to.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Role {
    /// The largest.
    Best,
    /// The smallest.
    Worst,
    /// The mean.
    Mean,
}

impl<'a, G: Game> Odds<'a, G> {
    /// Prepares a whole automaton; `None` for a partial one.
    pub fn of(game: &'a G, a: &'a Automaton<G>) -> Option<Odds<'a, G>> {
        if !a.complete() {
            return None;
        }
        let mut weights = Vec::new();
        if a.nodes().any(|n| a.turn(game, n) == Turn::Chance) {
            weights = vec![1; a.edges()];
            for n in a.nodes().filter(|&n| a.turn(game, n) == Turn::Chance) {
                let s = a.state(n);
                for (i, mv) in a.moves(game, n).into_iter().enumerate() {
                    weights[a.first_edge(n) + i] = game.weight(&s, mv);
                }
            }
        }
        Some(Odds { game, a, components: Components::of(a), weights })
    }

    /// In uniformly random play: for each side that it wins, then that none or several do. `None` if a temporary file
    /// failed.
    pub fn random(&self) -> Option<Vec<Bounds>> {
        let columns = self.a.sides().count() + 1;
        let unit = |c: usize| (0..columns).map(|k| f64::from(u8::from(k == c))).collect::<Vec<_>>();
        let found: Option<Vec<Bounds>> =
            (0..columns).map(|c| self.answer(&Question { worth: &unit(c), who: None })).collect();
        // Together they are at most 1, and exactly 1 if the play ends with certainty: bounds of some therefore bound the others.
        let (found, ends) = (found?, self.ends() && self.sound());
        let slack = 4.0 * columns as f64 * f64::EPSILON;
        let narrow = |(c, b): (usize, &Bounds)| {
            let others = |of: fn(&Bounds) -> f64| {
                found.iter().enumerate().filter(|(k, _)| *k != c).map(|(_, b)| of(b)).sum::<f64>()
            };
            let high = b.high.min((1.0 - others(|b| b.low) + slack).min(1.0));
            let low = if ends { b.low.max(1.0 - others(|b| b.high) - slack) } else { b.low };
            Bounds { low, high: high.max(low) }
        };
        Some(found.iter().enumerate().map(narrow).collect())
    }

    /// Whether every end is a result.
    fn sound(&self) -> bool {
        self.a.nodes().all(|n| !self.a.over(self.game, n) || self.a.column(self.game, n).is_some())
    }

    /// Whether a random play ends with certainty: from every state an end can be reached.
    fn ends(&self) -> bool {
        let mut number = vec![0u32; self.a.len()];
        for (i, component) in self.components.iter().enumerate() {
            component.iter().for_each(|&n| number[n as usize] = i as u32);
        }
        let leaves = |n: Node| self.a.successors(n).iter().any(|&t| number[t as usize] != number[n as usize]);
        let over = |n: Node| self.a.over(self.game, n);
        self.components.iter().all(|part| part.iter().any(|&n| leaves(n) || over(n)))
    }

    /// For each side: what it can be sure of, whatever all the others do together. A win is worth 1, a draw (or a shared
    /// win) `draw`; anything else, a play without end and one without a result zero. `None` if a temporary file failed.
    pub fn forced(&self, draw: f64) -> Option<Vec<Bounds>> {
        let sides = self.a.sides().count();
        let worth = |side: usize| {
            let mut worth = vec![0.0; sides + 1];
            (worth[side], worth[sides]) = (1.0, draw);
            worth
        };
        (0..sides).map(|side| self.answer(&Question { worth: &worth(side), who: Some(side) })).collect()
    }

    fn answer(&self, question: &Question<'_>) -> Option<Bounds> {
        let a = self.a;
        // Where no end is worth anything there is nothing to work out.
        let worth = |n: Node| a.column(self.game, n).map_or(0.0, |column| question.worth[column]);
        let worthy = |n: Node| worth(n) > 0.0;
        if !a.nodes().any(worthy) {
            return a.complete().then_some(Bounds { low: 0.0, high: 0.0 });
        }
        let (mut low, mut high) = (vec![0.0; a.len()], vec![0.0; a.len()]);
        let mut inside = vec![OUTSIDE; a.len()];
        let mut work = allowed(a.len(), a.edges());
        for component in self.components.iter() {
            if let [n] = *component
                && !self.components.cyclic[n as usize]
            {
                let (role, total) = self.role(question, n);
                (low[n as usize], high[n as usize]) = match role {
                    None => {
                        let worth = worth(n);
                        (worth, worth)
                    }
                    Some(role) => {
                        let targets = a.successors(n);
                        let weights = self.weights(n, targets.len());
                        let of = |list: &[f64], up: bool| {
                            let value = |i: usize| (list[targets[i] as usize], weight(weights, i));
                            step(role, targets.len(), total, up, value)
                        };
                        (of(&low, false), of(&high, true))
                    }
                };
                continue;
            }
            for (i, &n) in component.iter().enumerate() {
                inside[n as usize] = i as u32;
            }
            let mut circuit = Circuit::default();
            for &n in component {
                let (role, total) = self.role(question, n);
                let targets = a.successors(n);
                let weights = self.weights(n, targets.len());
                let outside = |i: usize| {
                    let t = targets[i] as usize;
                    (inside[t], low[t], high[t], weight(weights, i))
                };
                circuit.add(role, total, targets.len(), outside);
            }
            for (&n, bounds) in component.iter().zip(circuit.solve(&mut work)) {
                (low[n as usize], high[n as usize]) = (bounds.low, bounds.high);
                inside[n as usize] = OUTSIDE;
            }
        }
        a.complete().then(|| Bounds { low: low[0], high: high[0] })
    }

    /// How a state gets its number (`None`: it is an end) and what its weights sum up to.
    fn role(&self, question: &Question<'_>, n: Node) -> (Option<Role>, f64) {
        let targets = self.a.successors(n).len();
        let role = match self.a.turn(self.game, n) {
            Turn::Over => return (None, 1.0),
            Turn::Player(p) if question.who == Some(self.a.sides().side(p)) => Role::Best,
            Turn::Player(_) if question.who.is_some() => Role::Worst,
            Turn::Player(_) => return (Some(Role::Mean), targets as f64),
            Turn::Chance => Role::Mean,
        };
        let total: u64 = self.weights(n, targets).iter().map(|&w| u64::from(w)).sum();
        (Some(role), total as f64)
    }

    /// The weights of the transitions of a chance state; empty where all count the same.
    fn weights(&self, n: Node, targets: usize) -> &[u32] {
        let from = self.a.first_edge(n);
        match self.a.turn(self.game, n) {
            Turn::Chance => self.weights.get(from..from + targets).unwrap_or_default(),
            _ => &[],
        }
    }
}

fn weight(weights: &[u32], i: usize) -> f64 {
    weights.get(i).map_or(1.0, |&w| f64::from(w))
}

/// The number of a state from those of the states it leads to, with their weights; rounded so that it is certainly not
/// more (or, `up`, not less) than the true one.
#[inline]
pub(crate) fn step(role: Role, n: usize, total: f64, up: bool, value: impl Fn(usize) -> (f64, f64)) -> f64 {
    match role {
        Role::Best => (0..n).map(|i| value(i).0).fold(0.0, f64::max),
        Role::Worst => (0..n).map(|i| value(i).0).reduce(f64::min).unwrap_or(0.0),
        Role::Mean => {
            let sum: f64 = (0..n).map(value).map(|(x, w)| x * w).sum();
            round(sum / total.max(1.0), n, up)
        }
    }
}

/// A mean of `n` numbers that are not negative, moved beyond what rounding may have done to it: each product, sum and the
/// quotient is off by at most half a last digit.
#[inline]
pub(crate) fn round(x: f64, n: usize, up: bool) -> f64 {
    let slack = (n as f64 + 4.0) * f64::EPSILON;
    if up { (x * (1.0 + slack) + f64::MIN_POSITIVE).min(1.0) } else { (x * (1.0 - slack)).max(0.0) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_large_game_is_gone_through_as_often_as_a_small_one() {
        // Pig to 100 written so that winning has to be held: 3,920,598 states and 15,661,998 transitions.
        let whole = 3_920_598 + 15_661_998;
        assert!(allowed(3_920_598, 15_661_998) / whole >= SWEEPS);
        assert_eq!(allowed(10, 20), MOST_WORK);
        assert_eq!(allowed(usize::MAX, 2), usize::MAX, "it does not wrap");
    }
}
