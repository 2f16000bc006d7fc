//! Chance: how probable a sequence, a state, a win is; under uniformly random play and under best play.

use crate::automaton::{Automaton, Node};
use crate::statistics::backwards;
use game::{Game, Player, Turn};
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, Zero};

/// The chances at one state.
#[derive(Clone, PartialEq, Debug)]
pub struct Chances<T> {
    /// For each player, that they win alone.
    pub wins: Vec<T>,
    /// That nobody does, or several.
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
        if !list.contains(&mv) {
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

/// The probability of each successor of `n` under uniformly random play, in order.
fn shares<G: Game>(game: &G, a: &Automaton<G>, n: Node) -> Vec<(u64, u64)> {
    let s = a.state(n);
    let moves = a.moves(game, n);
    if game.turn(s) != Turn::Chance {
        return vec![(1, moves.len() as u64); moves.len()];
    }
    let total = moves.iter().map(|&mv| u64::from(game.weight(s, mv))).sum();
    moves.iter().map(|&mv| (u64::from(game.weight(s, mv)), total)).collect()
}

/// The probability of each state after exactly `k` moves of uniformly random play; a play that ended earlier stays where
/// it ended. Only for whole automata.
pub fn distribution<G: Game>(game: &G, a: &Automaton<G>, k: u32) -> Option<Vec<f64>> {
    if !a.complete() {
        return None;
    }
    let mut now = vec![0.0; a.len()];
    now[0] = 1.0;
    for _ in 0..k {
        let mut next = vec![0.0; a.len()];
        for n in a.nodes().filter(|&n| now[n as usize] > 0.0) {
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
    Some(now)
}

/// Transitions looked at after which an iteration that still moves is given up: a few seconds of work.
const MOST_WORK: usize = 200_000_000;

/// The chances at every state, under uniformly random play (`best` false), or when every player prefers winning to a
/// draw to losing (`best` true; at most two players unless the game terminates). Iterated until nothing moves by more than
/// 1e-14. `None` for a partial automaton, or if the iteration does not settle.
pub fn win_chances<G: Game>(game: &G, a: &Automaton<G>, best: bool) -> Option<Vec<Chances<f64>>> {
    if !a.complete() {
        return None;
    }
    let players = game.players();
    let mut chances = vec![Chances { wins: vec![0.0; players], draw: 0.0 }; a.len()];
    let edges: Vec<Vec<f64>> = a
        .nodes()
        .map(|n| shares(game, a, n).into_iter().map(|(part, whole)| part as f64 / whole as f64).collect())
        .collect();
    for n in a.nodes().filter(|&n| a.over(game, n)) {
        match a.winners(game, n).as_slice() {
            [p] => chances[n as usize].wins[p.index()] = 1.0,
            _ => chances[n as usize].draw = 1.0,
        }
    }
    for _ in 0..MOST_WORK / a.edges().max(1) {
        let mut moved: f64 = 0.0;
        // Numbers grow with distance from the start: backwards is nearly always from the ends.
        for n in a.nodes().rev() {
            let successors = a.successors(n);
            if successors.is_empty() {
                continue;
            }
            let new = match game.turn(a.state(n)) {
                Turn::Player(p) if best => preferred(&chances, successors, p),
                _ => average(&chances, successors, &edges[n as usize], players),
            };
            let old = &chances[n as usize];
            let change = new.wins.iter().zip(&old.wins).map(|(x, y)| (x - y).abs()).fold(0.0, f64::max);
            moved = moved.max(change).max((new.draw - old.draw).abs());
            chances[n as usize] = new;
        }
        if moved <= 1e-14 {
            return Some(chances);
        }
    }
    None
}

fn preferred(chances: &[Chances<f64>], successors: &[Node], p: Player) -> Chances<f64> {
    let worth = |c: &Chances<f64>| c.wins[p.index()] - (1.0 - c.draw - c.wins[p.index()]).max(0.0);
    let mut best = &chances[successors[0] as usize];
    for &t in &successors[1..] {
        let other = &chances[t as usize];
        if worth(other) > worth(best) {
            best = other;
        }
    }
    best.clone()
}

fn average(chances: &[Chances<f64>], successors: &[Node], shares: &[f64], players: usize) -> Chances<f64> {
    let mut sum = Chances { wins: vec![0.0; players], draw: 0.0 };
    for (&t, share) in successors.iter().zip(shares) {
        let c = &chances[t as usize];
        sum.wins.iter_mut().zip(&c.wins).for_each(|(x, y)| *x += share * y);
        sum.draw += share * c.draw;
    }
    sum
}

/// The exact chances at the start under uniformly random play, as fractions; only for terminating games, and meant for
/// small ones. `None` for any other.
pub fn exact_chances<G: Game>(game: &G, a: &Automaton<G>) -> Option<Chances<BigRational>> {
    let players = game.players();
    let zero = || Chances { wins: vec![BigRational::zero(); players], draw: BigRational::zero() };
    let mut chances: Vec<Chances<BigRational>> = vec![zero(); a.len()];
    for n in backwards(a)? {
        if a.over(game, n) {
            match a.winners(game, n).as_slice() {
                [p] => chances[n as usize].wins[p.index()] = BigRational::one(),
                _ => chances[n as usize].draw = BigRational::one(),
            }
            continue;
        }
        let mut sum = zero();
        for (&t, (part, whole)) in a.successors(n).iter().zip(shares(game, a, n)) {
            let share = BigRational::new(BigInt::from(part), BigInt::from(whole));
            let c = &chances[t as usize];
            for (x, y) in sum.wins.iter_mut().zip(&c.wins) {
                *x += &share * y;
            }
            sum.draw += &share * &c.draw;
        }
        chances[n as usize] = sum;
    }
    chances.into_iter().next()
}
