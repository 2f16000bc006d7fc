//! Games with hidden information: the value of an equilibrium, which counterfactual regret minimisation approaches. The
//! answer carries the exploitability of the strategies found, which bounds the error of the value.

use super::{Outcome, Solution};
use crate::cfr::{Config, Profile};
use game::{Limit, Meter, Observe, Stopped};

/// Good enough: nobody can gain more than this by deviating.
const CLOSE: f64 = 1e-4;
/// Rounds of self-play between two looks at the exploitability.
const ROUNDS: u64 = 500;
/// The most rounds.
const MOST: u64 = 100_000;

/// Solves from `state`. What was dealt before it is the same in all plays from there, so it counts as known to everybody:
/// for the value of a game ask at its start.
pub(super) fn solve<G: Observe>(game: &G, state: &G::State, limit: &Limit) -> Solution<G::Move> {
    let mut meter = Meter::start(limit);
    let method = "counterfactual regret";
    let mut profile = match Profile::new(game, state, Config::default(), &mut meter) {
        Ok(profile) => profile,
        Err(large) => {
            let stopped = if meter.open() { Stopped::Nodes } else { meter.stopped() };
            let mut solution = Solution::unknown(method, meter.nodes(), stopped);
            solution.notes.push(format!("the game tree is too large: more than {} nodes", large.nodes));
            return solution;
        }
    };
    let mut exploitable = profile.exploitability();
    let mut enough = true;
    while exploitable > CLOSE && profile.rounds() < MOST && meter.open() && enough {
        enough = profile.affordable(limit, &meter) >= ROUNDS;
        profile.learn(ROUNDS.min(profile.affordable(limit, &meter)), &mut meter);
        exploitable = profile.exploitability();
        meter.report(profile.rounds(), exploitable);
    }
    let close = exploitable <= CLOSE;
    let stopped = match meter.stopped() {
        _ if close => Stopped::Complete,
        Stopped::Complete if !enough => Stopped::Nodes,
        Stopped::Complete => Stopped::Iterations,
        other => other,
    };
    let mut solution = Solution::unknown(method, meter.nodes(), stopped);
    let me = game.turn(state).player().unwrap_or_default();
    let score = profile.values().get(me.index()).copied().unwrap_or(0.0);
    let sign = if score.abs() <= CLOSE { 0.0 } else { score };
    solution.value = close.then(|| Outcome::of(if sign > 0.0 { 1 } else { -i64::from(sign < 0.0) }));
    solution.score = close.then_some(score);
    solution.chances = close.then(|| profile.chances(me));
    if *state != game.initial() {
        solution.notes.push("what has been dealt so far is taken as known to everybody".to_string());
    }
    solution.notes.push(format!(
        "an equilibrium up to {exploitable:.6} after {} rounds over {} nodes",
        profile.rounds(),
        profile.size()
    ));
    solution
}
