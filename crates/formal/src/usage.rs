//! What a game never uses: rules that apply in no state, zones in which nothing ever lies. Proved where every reachable
//! state was explored; otherwise reported as not seen in the states explored.

use crate::automaton::Automaton;
use game::{Lang, Rng, Rule, Show, Turn, Zone};
use std::collections::BTreeSet;

/// What was used, and where it was looked for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unused<T> {
    /// Everything of the kind.
    pub all: usize,
    /// What was not used.
    pub unused: Vec<T>,
    /// States that were looked at.
    pub looked: usize,
    /// They were all there are: what was not used never can be.
    pub proved: bool,
}

/// Random plays made where not all states are known, and their length at most.
const PLAYS: (u64, usize) = (20, 1_000);

/// States to look at: all if there are at most `most`; otherwise every n-th of those explored, then those of a few random
/// plays, which come to the later ones, `most` again.
fn survey<G: Show>(
    game: &G,
    a: &Automaton<G>,
    most: usize,
    seed: u64,
    mut look: impl FnMut(&G::State) -> bool,
) -> (usize, bool) {
    let step = a.len().div_ceil(most.max(1)).max(1);
    let mut looked = 0;
    for n in a.nodes().step_by(step) {
        looked += 1;
        if !look(&a.state(n)) {
            return (looked, true);
        }
    }
    if a.complete() && step == 1 {
        return (looked, true);
    }
    let (mut rng, mut scratch) = (Rng::new(seed), Vec::new());
    let mut left = most;
    for _ in 0..PLAYS.0 {
        let mut s = game.initial();
        for _ in 0..PLAYS.1.min(left) {
            let Some(mv) = game.pick(&s, &mut rng, &mut scratch) else { break };
            game.apply(&mut s, mv);
            (looked, left) = (looked + 1, left - 1);
            if !look(&s) {
                return (looked, true);
            }
        }
    }
    (looked, false)
}

/// The rules that apply nowhere; `None` for a game without a list of rules.
pub fn unused_rules<G: Show>(game: &G, a: &Automaton<G>, most: usize, seed: u64) -> Option<Unused<Rule>> {
    let rules = game.rules();
    if rules.is_empty() {
        return None;
    }
    let mut used = vec![false; rules.len()];
    let mut list = Vec::new();
    let (looked, proved) = survey(game, a, most, seed, |s| {
        list.clear();
        game.applied(s, &mut list);
        list.iter().for_each(|&i| used[i] = true);
        used.contains(&false)
    });
    let all = rules.len();
    let unused = rules.into_iter().zip(used).filter(|(_, used)| !used).map(|(rule, _)| rule).collect();
    Some(Unused { all, unused, looked, proved })
}

/// The zones in which neither a token nor a mark ever lay, by the name people read.
pub fn unused_zones<G: Show>(game: &G, a: &Automaton<G>, most: usize, seed: u64) -> Unused<String> {
    let mut unused: Option<BTreeSet<String>> = None;
    let mut all = 0;
    let (looked, proved) = survey(game, a, most, seed, |s| {
        let who = match game.turn(s) {
            Turn::Player(p) => Some(p),
            _ => None,
        };
        let scene = game.scene(&game.view(s, who), who, Lang::En);
        // A board on which zones lie does not hold tokens itself.
        let board =
            |z: &Zone| scene.zones.iter().any(|other| other.within.as_ref().is_some_and(|w| w.zone == z.id));
        let zones = unused
            .get_or_insert_with(|| scene.zones.iter().filter(|z| !board(z)).map(|z| z.id.clone()).collect());
        all = all.max(scene.zones.len());
        let mut marked = Vec::new();
        game.marked(s, &mut marked);
        scene.tokens.iter().map(|t| &t.place.zone).chain(&marked).for_each(|zone| {
            zones.remove(zone);
        });
        !zones.is_empty()
    });
    Unused { all, unused: unused.unwrap_or_default().into_iter().collect(), looked, proved }
}
