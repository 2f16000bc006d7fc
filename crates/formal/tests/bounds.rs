//! Chances between bounds, against all pairs of strategies tried out one by one.

mod graph;

use formal::{Bounds, Budget, Odds, exact_chances, explore};
use game::{Rng, Turn};
use graph::Graph;
use num_traits::ToPrimitive;

/// What the start is worth when every state leads on with these probabilities: equations solved by elimination, after
/// states from which nothing of worth can be reached are set to zero.
fn chain(size: usize, shares: &[Vec<(usize, f64)>], worth: &[f64]) -> f64 {
    let mut good: Vec<bool> = worth.iter().map(|&w| w > 0.0).collect();
    for _ in 0..size {
        for s in 0..size {
            good[s] |= shares[s].iter().any(|&(t, _)| good[t]);
        }
    }
    let mut rows = vec![vec![0.0; size + 1]; size];
    for s in 0..size {
        rows[s][s] = 1.0;
        if !good[s] {
            continue;
        }
        rows[s][size] = worth[s];
        for &(t, share) in shares[s].iter().filter(|(t, _)| good[*t]) {
            rows[s][t] -= share;
        }
    }
    for i in 0..size {
        let pivot = (i..size).max_by(|&x, &y| rows[x][i].abs().total_cmp(&rows[y][i].abs())).unwrap();
        rows.swap(i, pivot);
        let row = rows[i].clone();
        for other in rows.iter_mut().skip(i + 1) {
            let factor = other[i] / row[i];
            other.iter_mut().zip(&row).for_each(|(x, y)| *x -= factor * y);
        }
    }
    let mut x = vec![0.0; size];
    for i in (0..size).rev() {
        let known: f64 = (i + 1..size).map(|k| rows[i][k] * x[k]).sum();
        x[i] = (rows[i][size] - known) / rows[i][i];
    }
    x[0]
}

/// Where each state leads to when choices are made in this way; the mean of all moves where nothing is chosen.
fn shares(g: &Graph, choice: &[Option<usize>]) -> Vec<Vec<(usize, f64)>> {
    let row = |(spot, choice): (&graph::Spot, &Option<usize>)| match choice {
        Some(i) => vec![(usize::from(spot.moves[*i].0), 1.0)],
        None => {
            let weight = |w: u32| if spot.turn == Turn::Chance { f64::from(w) } else { 1.0 };
            let total: f64 = spot.moves.iter().map(|m| weight(m.1)).sum();
            spot.moves.iter().map(|m| (usize::from(m.0), weight(m.1) / total)).collect()
        }
    };
    g.spots.iter().zip(choice).map(row).collect()
}

/// What the ends are worth to a player.
fn worth(g: &Graph, p: usize, draw: f64) -> Vec<f64> {
    let one = |n: usize| {
        let spot = &g.spots[n];
        let result = spot.turn == Turn::Over && !spot.stuck && !spot.broken;
        match g.winners(n).as_slice() {
            _ if !result => 0.0,
            [q] if *q == p => 1.0,
            [_] => 0.0,
            _ => draw,
        }
    };
    (0..g.spots.len()).map(one).collect()
}

/// All ways to choose at these states.
fn choices(g: &Graph, states: &[usize]) -> Vec<Vec<(usize, usize)>> {
    let mut all = vec![Vec::new()];
    for &s in states {
        let longer = |list: &Vec<(usize, usize)>, i: usize| {
            let mut list = list.clone();
            list.push((s, i));
            list
        };
        all = all.iter().flat_map(|list| (0..g.spots[s].moves.len()).map(|i| longer(list, i))).collect();
    }
    all
}

/// The best of the worst, over all strategies without memory (no others are needed).
fn forced(g: &Graph, p: usize, draw: f64) -> Option<f64> {
    let of = |mine: bool| -> Vec<usize> {
        let states = g.reachable().into_iter().map(|(n, _)| n);
        states.filter(|&n| g.spots[n].turn.player().is_some_and(|q| (q.index() == p) == mine)).collect()
    };
    let (mine, theirs) = (of(true), of(false));
    let count = |list: &[usize]| list.iter().map(|&s| g.spots[s].moves.len()).product::<usize>();
    if count(&mine).saturating_mul(count(&theirs)) > 600 {
        return None;
    }
    let (mine, theirs, worth) = (choices(g, &mine), choices(g, &theirs), worth(g, p, draw));
    let result = |x: &[(usize, usize)], y: &[(usize, usize)]| {
        let mut choice = vec![None; g.spots.len()];
        x.iter().chain(y).for_each(|&(s, i)| choice[s] = Some(i));
        chain(g.spots.len(), &shares(g, &choice), &worth)
    };
    let worst = |x: &Vec<(usize, usize)>| theirs.iter().map(|y| result(x, y)).fold(1.0, f64::min);
    Some(mine.iter().map(worst).fold(0.0, f64::max))
}

fn holds(bounds: Bounds, x: f64, g: &Graph) {
    assert!(bounds.low <= x + 1e-11 && x <= bounds.high + 1e-11, "{x} is not in {bounds:?} of {g:?}");
    assert!(bounds.low <= bounds.high && bounds.error() < 1e-9, "{bounds:?} of {g:?}");
}

#[test]
fn what_can_be_forced_lies_between_its_bounds() {
    let mut rng = Rng::new(11);
    let (mut tried, mut between, mut endless) = (0, 0, 0);
    for round in 0..2_000 {
        let (players, size) = (1 + rng.below(3), 2 + rng.below(9));
        let g = Graph::random(&mut rng, players, size, round % 4 > 0, round % 3 > 0);
        let automaton = explore(&g, &Budget::default(), &mut |_| {});
        let odds = Odds::of(&g, &automaton).unwrap();
        for draw in [0.0, 0.5] {
            let bounds = odds.forced(draw).unwrap();
            for (p, &found) in bounds.iter().enumerate() {
                let Some(x) = forced(&g, p, draw) else { continue };
                holds(found, x, &g);
                tried += 1;
                between += usize::from(x > 0.01 && x < 0.99);
            }
            endless += usize::from(draw == 0.5 && players == 2 && bounds[0].high + bounds[1].high < 0.99);
        }
    }
    assert!(tried > 3_000 && between > 500 && endless > 50, "{tried} {between} {endless}");
}

#[test]
fn random_play_lies_between_its_bounds() {
    let mut rng = Rng::new(12);
    let mut exact = 0;
    for round in 0..1_500 {
        let (players, size) = (1 + rng.below(3), 2 + rng.below(30));
        let g = Graph::random(&mut rng, players, size, round % 2 == 0, round % 3 > 0);
        let automaton = explore(&g, &Budget::default(), &mut |_| {});
        let bounds = Odds::of(&g, &automaton).unwrap().random().unwrap();
        let even = shares(&g, &vec![None; g.spots.len()]);
        for (p, &found) in bounds.iter().enumerate().take(players) {
            holds(found, chain(g.spots.len(), &even, &worth(&g, p, 0.0)), &g);
        }
        let draw: Vec<f64> = worth(&g, players, 1.0);
        holds(bounds[players], chain(g.spots.len(), &even, &draw), &g);
        if let Some(fractions) = exact_chances(&g, &automaton) {
            let all = fractions.wins.iter().chain([&fractions.draw]);
            all.zip(&bounds).for_each(|(x, &b)| holds(b, x.to_f64().unwrap(), &g));
            exact += 1;
        }
    }
    assert!(exact > 300, "{exact}");
}

#[test]
fn a_slow_walk_has_an_honest_error() {
    // A fair walk between two ends, a hundred steps apart, from the middle: one half. Iterations settle long before
    // they are near; the bounds know it.
    let size = 201;
    let spot = |i: usize| graph::Spot {
        turn: if i == 100 || i == 200 { Turn::Over } else { Turn::Chance },
        moves: match i {
            100 | 200 => vec![],
            0 => vec![(1, 1), (101, 1)],
            101 => vec![(102, 1), (0, 1)],
            i => vec![(i as u8 + 1, 1), (i as u8 - 1, 1)],
        },
        scores: vec![if i == 100 { 1 } else { -1 }],
        stuck: false,
        broken: false,
    };
    let g = Graph { players: 1, spots: (0..size).map(spot).collect(), teams: Vec::new() };
    let automaton = explore(&g, &Budget::default(), &mut |_| {});
    assert_eq!(automaton.len(), size);
    let bounds = Odds::of(&g, &automaton).unwrap().random().unwrap();
    for bound in bounds {
        assert!(bound.low <= 0.5 && 0.5 <= bound.high && bound.error() < 1e-8, "{bound:?}");
    }
}

#[test]
fn what_certainly_ends_is_known_however_long_it_takes() {
    // Random moves solve the 8-puzzle after some hundred thousand moves: far more than are iterated.
    let options = game::Options::parse("", games::puzzle8::PARAMETERS).unwrap();
    let game = games::Puzzle8::new(&options).unwrap();
    let automaton = explore(&game, &Budget::default(), &mut |_| {});
    let odds = Odds::of(&game, &automaton).unwrap();
    let random = odds.random().unwrap();
    assert_eq!(random[1], Bounds { low: 0.0, high: 0.0 }, "there is no draw");
    assert!(random[0].low > 1.0 - 1e-14 && random[0].high == 1.0, "{:?}", random[0]);
    let best = odds.forced(0.0).unwrap();
    assert!(best[0].low <= 1.0 && best[0].error() < 1e-12, "{:?}", best[0]);
}
