//! Probabilities: who wins, and where a random play is after a number of moves. Exact fractions where they stay short.

use crate::analysis::Known;
use formal::{Automaton, Bounds, Budget, Odds, Progress, readable};
use game::{Show, Turn};

/// A state that a random play may be in.
#[derive(Clone, PartialEq, Debug)]
pub struct Spot {
    /// The state in words.
    pub state: String,
    /// Who acts there: `1`, `2`, …, `chance`; or how it ended: `won by 1`, `draw`, `stuck`, `broken`.
    pub turn: String,
    /// How likely a play is there.
    pub probability: f64,
    /// The same as a fraction, where it was computed.
    pub exact: Option<String>,
}

/// Where random plays are after a number of moves.
#[derive(Clone, PartialEq, Debug)]
pub struct After {
    /// How many moves were made.
    pub plies: u32,
    /// In how many states a play may be.
    pub states: usize,
    /// The probability that the play is over, with a result.
    pub over: f64,
    /// The probability that a rule failed, or that nobody can move and no rule ends the play.
    pub broken: f64,
    /// The most likely states first.
    pub spots: Vec<Spot>,
}

/// How likely everything is.
#[derive(Clone, PartialEq, Debug)]
pub struct Likely {
    /// Those who win and lose together, by the numbers of their players.
    pub sides: Vec<Vec<u8>>,
    /// Whether every reachable state was seen.
    pub complete: bool,
    /// Chances in random play as fractions: each side's, then that none or several win.
    pub exact: Known<Vec<String>>,
    /// The same as decimal numbers with their errors.
    pub random: Known<Vec<Bounds>>,
    /// The win each side can be sure of.
    pub best: Known<Vec<Bounds>>,
    /// Where random plays are after 1, 2, … moves; ends early where not all states are known, with the reason.
    pub after: Vec<After>,
    /// Why there are fewer numbers of moves than asked for.
    pub short: Option<String>,
    /// The first defect that was met: plays that end in one have no result and are in none of these numbers.
    pub defect: Option<crate::Defect>,
}

/// Works it out.
pub(crate) fn likely<G: Show>(
    game: &G,
    budget: &Budget,
    plies: u32,
    most: usize,
    watch: &mut dyn FnMut(Progress),
) -> Likely {
    let automaton = formal::explore(game, budget, watch);
    let a = &automaton;
    let partial = || format!("not all states are known: exploring stopped ({})", a.stopped());
    let odds = Odds::of(game, a).ok_or_else(partial);
    let random = odds.as_ref().map_err(Clone::clone).and_then(|o| o.random().ok_or_else(partial));
    let best = match game.hidden() {
        true => Err("players do not see everything".to_string()),
        false => odds.as_ref().map_err(Clone::clone).and_then(|o| o.forced(0.0).ok_or_else(partial)),
    };
    let exact = if a.complete() {
        let found = formal::exact_chances(game, a);
        let texts = found.map(|c| c.wins.iter().chain([&c.draw]).map(ToString::to_string).collect());
        texts.ok_or_else(|| "too many states can return to each other, or a play may never end".to_string())
    } else {
        Err(partial())
    };
    let mut after = Vec::new();
    let mut short = None;
    for k in 1..=plies {
        match spread(game, a, k, most) {
            Some(level) => after.push(level),
            None => {
                short = Some(format!("after {k} moves a play may be in states whose moves are not known"));
                break;
            }
        }
    }
    let sides = a.sides().members().iter().map(|side| side.iter().map(|p| p.0 + 1).collect()).collect();
    let defect = crate::defect::defects(game, a, &[]).into_iter().next();
    Likely { sides, complete: a.complete(), exact, random, best, after, short, defect }
}

/// Where random plays are after exactly `k` moves.
fn spread<G: Show>(game: &G, a: &Automaton<G>, k: u32, most: usize) -> Option<After> {
    let exact = formal::exact_distribution(game, a, k);
    let mut list: Vec<(formal::Node, f64, Option<String>)> = match exact {
        Some(list) => list.iter().map(|(n, p)| (*n, formal::decimal(p), Some(p.to_string()))).collect(),
        None => {
            let all = formal::distribution(game, a, k)?;
            a.nodes().zip(all).filter(|(_, p)| *p > 0.0).map(|(n, p)| (n, p, None)).collect()
        }
    };
    let (mut over, mut broken) = (0.0, 0.0);
    for &(n, p, _) in &list {
        match a.broken(game, n) || a.stuck(game, n) {
            true => broken += p,
            false if a.turn(game, n) == Turn::Over => over += p,
            false => {}
        }
    }
    let states = list.len();
    list.sort_by(|x, y| y.1.total_cmp(&x.1).then(x.0.cmp(&y.0)));
    let spot = |(n, probability, exact)| Spot {
        state: readable(game, &a.state(n)),
        turn: formal::role(game, a, n),
        probability,
        exact,
    };
    Some(After { plies: k, states, over, broken, spots: list.into_iter().take(most).map(spot).collect() })
}
