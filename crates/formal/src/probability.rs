//! Probabilities of a sequence, a state, a win; under uniformly random play and under best play.

use crate::automaton::{Automaton, Node};
use crate::components::Components;
use game::{Game, Turn};
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, ToPrimitive, Zero};
use std::collections::BTreeMap;

/// The chances at one state.
#[derive(Clone, PartialEq, Debug)]
pub struct Chances<T> {
    /// For each side, that it wins.
    pub wins: Vec<T>,
    /// That none does, or several.
    pub draw: T,
}

/// The probability that chance brings exactly the events of this sequence, given that the players make its moves.
/// `None` if the sequence is not possible.
pub fn sequence_probability<G: Game>(game: &G, moves: &[G::Move]) -> Option<BigRational> {
    let mut s = game.initial();
    let mut probability = BigRational::one();
    let mut list = Vec::new();
    for &mv in moves {
        list.clear();
        game.moves(&s, &mut list);
        if !game.legal(&s, mv) {
            return None;
        }
        if game.turn(&s) == Turn::Chance {
            let total: u64 = list.iter().map(|&m| u64::from(game.weight(&s, m))).sum();
            probability *= BigRational::new(BigInt::from(game.weight(&s, mv)), BigInt::from(total));
        }
        game.apply(&mut s, mv);
    }
    Some(probability)
}

/// A fraction as a decimal number; zero where it is too small for one.
pub fn decimal(p: &BigRational) -> f64 {
    p.to_f64().unwrap_or(0.0)
}

/// The probability of each successor of `n` under uniformly random play, in order.
fn shares<G: Game>(game: &G, a: &Automaton<G>, n: Node) -> Vec<(u64, u64)> {
    if a.turn(game, n) != Turn::Chance {
        let count = a.successors(n).len();
        return vec![(1, count as u64); count];
    }
    let s = a.state(n);
    let moves = a.moves(game, n);
    let total = moves.iter().map(|&mv| u64::from(game.weight(&s, mv))).sum();
    moves.iter().map(|&mv| (u64::from(game.weight(&s, mv)), total)).collect()
}

/// The probability of each state after exactly `k` moves of uniformly random play; a play that ended earlier stays where
/// it ended. `None` if a state that can be come to by then was not expanded.
pub fn distribution<G: Game>(game: &G, a: &Automaton<G>, k: u32) -> Option<Vec<f64>> {
    let mut now = vec![0.0; a.len()];
    now[0] = 1.0;
    for _ in 0..k {
        let mut next = vec![0.0; a.len()];
        for n in a.nodes().filter(|&n| now[n as usize] > 0.0) {
            if n as usize >= a.expanded() {
                return None;
            }
            let successors = a.successors(n);
            if successors.is_empty() {
                next[n as usize] += now[n as usize];
            }
            for (&t, (part, whole)) in successors.iter().zip(shares(game, a, n)) {
                next[t as usize] += now[n as usize] * part as f64 / whole as f64;
            }
        }
        now = next;
    }
    a.trouble().is_none().then_some(now)
}

/// Digits of all fractions together after which a distribution is not computed exactly any more.
const MOST_DIGITS: u64 = 20_000_000;

/// The same as fractions: the states that can be come to, each with its probability. `None` also where the fractions grow
/// too long.
pub fn exact_distribution<G: Game>(game: &G, a: &Automaton<G>, k: u32) -> Option<Vec<(Node, BigRational)>> {
    let mut now: BTreeMap<Node, BigRational> = BTreeMap::from([(0, BigRational::one())]);
    for _ in 0..k {
        let mut next: BTreeMap<Node, BigRational> = BTreeMap::new();
        let mut digits = 0;
        for (n, p) in now {
            if n as usize >= a.expanded() {
                return None;
            }
            let successors = a.successors(n);
            if successors.is_empty() {
                *next.entry(n).or_insert_with(BigRational::zero) += &p;
            }
            for (&t, (part, whole)) in successors.iter().zip(shares(game, a, n)) {
                let share = BigRational::new(BigInt::from(part), BigInt::from(whole));
                let sum = next.entry(t).or_insert_with(BigRational::zero);
                *sum += &p * share;
                digits += sum.denom().bits() / 3;
            }
            if digits > MOST_DIGITS {
                return None;
            }
        }
        now = next;
    }
    a.trouble().is_none().then(|| now.into_iter().collect())
}

/// Transitions looked at after which an iteration that still moves is given up: some seconds of work.
const MOST_WORK: usize = 400_000_000;

/// The chances at every state, under uniformly random play (`best` false), or when every player prefers winning to a
/// draw to losing (`best` true; at most two players unless the game terminates).
///
/// Components of states that can return to each other are done one after another, from the ends towards the start; one
/// without a cycle needs a single look, the others are iterated until nothing moves by more than 1e-14. `None` for a
/// partial automaton, or if an iteration does not settle within some seconds of work. Where a play can go on for ever the
/// chances do not sum to one: the rest is the chance that it does.
pub fn win_chances<G: Game>(game: &G, a: &Automaton<G>, best: bool) -> Option<Vec<Chances<f64>>> {
    let columns = a.sides().count() + 1;
    let flat = iterate(game, a, best)?;
    let chances = |row: &[f64]| Chances { wins: row[..columns - 1].to_vec(), draw: row[columns - 1] };
    Some(flat.chunks(columns).map(chances).collect())
}

/// The chances at the start, as [`win_chances`] gives them.
pub fn start_chances<G: Game>(game: &G, a: &Automaton<G>, best: bool) -> Option<Chances<f64>> {
    let sides = a.sides().count();
    let flat = iterate(game, a, best)?;
    Some(Chances { wins: flat[..sides].to_vec(), draw: flat[sides] })
}

/// One row of chances a state: each player's, then the draw's.
fn iterate<G: Game>(game: &G, a: &Automaton<G>, best: bool) -> Option<Vec<f64>> {
    if !a.complete() {
        return None;
    }
    let columns = a.sides().count() + 1;
    let mut chances = vec![0.0; a.len() * columns];
    let mut work = 0;
    let (mut row, mut sum) = (Vec::new(), vec![0.0; columns]);
    for component in Components::of(a).iter() {
        let nodes: Vec<Prepared> = component.iter().map(|&n| Prepared::of(game, a, n, best)).collect();
        let edges: usize = nodes.iter().map(|p| p.targets.len() + 1).sum();
        loop {
            let mut moved: f64 = 0.0;
            for p in &nodes {
                p.look(&chances, columns, &mut row, &mut sum);
                for (x, y) in chances[p.n as usize * columns..][..columns].iter_mut().zip(&row) {
                    moved = moved.max((*x - y).abs());
                    *x = *y;
                }
            }
            // A state that leads only onwards is done at once.
            if nodes.len() == 1 && !nodes[0].targets.contains(&nodes[0].n) || moved <= 1e-14 {
                break;
            }
            work += edges;
            if work > MOST_WORK {
                return None;
            }
        }
    }
    // Should the temporary file have failed on the way, nothing is known.
    a.complete().then_some(chances)
}

/// A state with all an iteration needs to know of it.
struct Prepared {
    n: Node,
    targets: Vec<Node>,
    rule: Rule,
}

enum Rule {
    /// The play is over: the column that gets everything, if there is a result.
    Over(Option<usize>),
    /// This side chooses what is best for it.
    Choice(usize),
    /// An average with these shares.
    Average(Vec<f64>),
}

impl Prepared {
    fn of<G: Game>(game: &G, a: &Automaton<G>, n: Node, best: bool) -> Prepared {
        let rule = match a.turn(game, n) {
            Turn::Over => Rule::Over(a.column(game, n)),
            Turn::Player(p) if best => Rule::Choice(a.sides().side(p)),
            _ => Rule::Average(
                shares(game, a, n).into_iter().map(|(part, whole)| part as f64 / whole as f64).collect(),
            ),
        };
        Prepared { n, targets: a.successors(n).into_owned(), rule }
    }

    /// Writes the row of this state into `row`.
    fn look(&self, chances: &[f64], columns: usize, row: &mut Vec<f64>, sum: &mut [f64]) {
        row.clear();
        let of = |t: Node| &chances[t as usize * columns..][..columns];
        match &self.rule {
            Rule::Over(column) => row.extend((0..columns).map(|c| f64::from(u8::from(Some(c) == *column)))),
            Rule::Choice(side) => {
                let worth = |c: &[f64]| c[*side] - (1.0 - c[columns - 1] - c[*side]).max(0.0);
                let better = |x: Node, y: Node| if worth(of(y)) > worth(of(x)) { y } else { x };
                match self.targets.iter().copied().reduce(better) {
                    Some(t) => row.extend_from_slice(of(t)),
                    None => row.resize(columns, 0.0),
                }
            }
            Rule::Average(shares) => {
                sum.fill(0.0);
                for (&t, share) in self.targets.iter().zip(shares) {
                    sum.iter_mut().zip(of(t)).for_each(|(x, y)| *x += share * y);
                }
                row.extend_from_slice(sum);
            }
        }
    }
}

/// The most states of a component that is solved with fractions.
const LARGEST_SYSTEM: usize = 160;

/// The exact chances at the start under uniformly random play, as fractions; for small games. `None` for a partial
/// automaton, for one with many states that can return to each other, and where a play may go on for ever with a chance
/// above zero.
pub fn exact_chances<G: Game>(game: &G, a: &Automaton<G>) -> Option<Chances<BigRational>> {
    if !a.complete() {
        return None;
    }
    let columns = a.sides().count() + 1;
    let mut chances: Vec<Vec<BigRational>> = vec![Vec::new(); a.len()];
    for component in Components::of(a).iter() {
        let mut system = System::of(game, a, component, &chances, columns)?;
        system.solve()?;
        for (&n, row) in component.iter().zip(system.rows) {
            chances[n as usize] = row[component.len()..].to_vec();
        }
    }
    let mut start = chances.into_iter().next()?;
    let draw = start.pop()?;
    Some(Chances { wins: start, draw })
}

/// Linear equations for the states of a component: `x = Σ share · x' + known`, written as rows of `1 - shares | known`.
struct System {
    rows: Vec<Vec<BigRational>>,
}

impl System {
    fn of<G: Game>(
        game: &G,
        a: &Automaton<G>,
        component: &[Node],
        chances: &[Vec<BigRational>],
        columns: usize,
    ) -> Option<System> {
        let size = component.len();
        if size > LARGEST_SYSTEM {
            return None;
        }
        let mut rows = vec![vec![BigRational::zero(); size + columns]; size];
        for (i, &n) in component.iter().enumerate() {
            rows[i][i] = BigRational::one();
            if let Some(column) = a.column(game, n) {
                rows[i][size + column] = BigRational::one();
            }
            for (&t, (part, whole)) in a.successors(n).iter().zip(shares(game, a, n)) {
                let share = BigRational::new(BigInt::from(part), BigInt::from(whole));
                match component.iter().position(|&m| m == t) {
                    Some(k) => rows[i][k] -= share,
                    None => {
                        for (x, y) in rows[i][size..].iter_mut().zip(&chances[t as usize]) {
                            *x += &share * y;
                        }
                    }
                }
            }
        }
        Some(System { rows })
    }

    /// Gauss and Jordan, in fractions; `None` if the equations do not decide.
    fn solve(&mut self) -> Option<()> {
        let size = self.rows.len();
        for i in 0..size {
            let pivot = (i..size).find(|&k| !self.rows[k][i].is_zero())?;
            self.rows.swap(i, pivot);
            let head = self.rows[i][i].clone();
            self.rows[i][i..].iter_mut().filter(|x| !x.is_zero()).for_each(|x| *x /= &head);
            let row = std::mem::take(&mut self.rows[i]);
            for other in self.rows.iter_mut().filter(|other| !other.is_empty() && !other[i].is_zero()) {
                let factor = other[i].clone();
                for (x, y) in other[i..].iter_mut().zip(&row[i..]).filter(|(_, y)| !y.is_zero()) {
                    *x -= &factor * y;
                }
            }
            self.rows[i] = row;
        }
        Some(())
    }
}
