//! What a designer wants to know of a game: its properties with counterexamples, exact numbers while the game can be
//! explored, estimates with intervals from random play in any case.

use formal::{Answer, Automaton, Budget, Property, Statistics, Trial, Values};
use game::{Show, Stopped, Turn};
use std::collections::BTreeSet;

/// A property and what was found out about it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finding {
    /// The property.
    pub property: &'static str,
    /// Yes, no, or not decided within the budget.
    pub holds: Option<bool>,
    /// A shortest play that shows it, in notation; may be empty.
    pub play: Vec<String>,
    /// Where the play begins to repeat, if it does: after that many moves.
    pub cycle: Option<usize>,
    /// What is wrong, in words.
    pub cause: String,
}

/// Everything found out about a game.
#[derive(Clone, PartialEq, Debug)]
pub struct Analysis {
    /// Whether every reachable state was seen. If not, a property is decided only by what was seen.
    pub complete: bool,
    /// Why exploration ended.
    pub stopped: Stopped,
    /// Bytes a state took beyond itself.
    pub bytes_per_state: f64,
    /// The properties.
    pub findings: Vec<Finding>,
    /// Exact numbers of what was explored.
    pub statistics: Statistics,
    /// Terminal states after those with the same winners are merged; only when complete.
    pub normalised: Option<usize>,
    /// States of the smallest automaton with the same plays; only when complete and small.
    pub minimal: Option<usize>,
    /// The value for the player to move first under perfect play (1 win, 0 draw, -1 loss) and the moves it takes; only
    /// when complete and without chance.
    pub value: Option<(i8, u32)>,
    /// Each player's chance to win, then that nobody does, when everybody moves at random; exact, only when complete.
    pub random: Option<Vec<f64>>,
    /// The same under best play; only when complete, and for two players at most.
    pub best: Option<Vec<f64>>,
    /// Zones that held a token in no state that was looked at, and how many states were.
    pub unused_zones: (Vec<String>, usize),
    /// Random plays.
    pub trial: Trial,
}

/// States for which minimisation is quick enough to be done unasked.
const MINIMISE_UP_TO: usize = 50_000;

/// States for which chances are iterated unasked.
const ITERATE_UP_TO: usize = 100_000;

/// States whose scenes are looked at for unused zones.
const SCENES: usize = 2_000;

/// Moves after which a random play is stopped.
const LONGEST: usize = 5_000;

/// Analyses a game.
pub(crate) fn analyse<G: Show>(
    game: &G,
    budget: &Budget,
    plays: u64,
    seed: u64,
    watch: &mut dyn FnMut(formal::Progress),
) -> Analysis {
    let automaton = formal::explore(game, budget, watch);
    let a = &automaton;
    let findings = formal::answers(game, a);
    let small = |most: usize| a.complete() && a.len() <= most;
    let values = if a.complete() { formal::solve(game, a) } else { None };
    let chances = |best: bool| {
        let possible = small(ITERATE_UP_TO) && (!best || game.players() <= 2);
        let chances = if possible { formal::win_chances(game, a, best) } else { None };
        chances.map(|c| c[0].wins.iter().copied().chain([c[0].draw]).collect())
    };
    Analysis {
        complete: a.complete(),
        stopped: a.stopped(),
        bytes_per_state: a.overhead() as f64 / a.len() as f64,
        findings: findings.answers.iter().map(|(p, answer)| finding(game, *p, answer)).collect(),
        statistics: formal::statistics(game, a),
        normalised: a.complete().then(|| formal::normalise(game, a).terminal),
        minimal: small(MINIMISE_UP_TO).then(|| formal::minimise(game, a, true).blocks),
        value: values.map(|v| at_start(game, a, &v)),
        random: chances(false),
        best: chances(true),
        unused_zones: unused_zones(game, a),
        trial: formal::trials(game, plays, LONGEST, seed),
    }
}

fn at_start<G: Show>(game: &G, a: &Automaton<G>, values: &Values) -> (i8, u32) {
    (values.for_mover(game, a, 0), values.distance[0])
}

fn finding<G: Show>(game: &G, property: Property, answer: &Answer<G::Move>) -> Finding {
    let (play, cycle, cause) = match answer {
        Answer::Yes(play) => (play.as_slice(), None, String::new()),
        Answer::No { play, cycle, cause } => (play.as_slice(), *cycle, cause.clone()),
        Answer::Unknown => (&[][..], None, String::new()),
    };
    Finding { property: property.name(), holds: answer.decided(), play: texts(game, play), cycle, cause }
}

/// A play in notation.
fn texts<G: Show>(game: &G, play: &[G::Move]) -> Vec<String> {
    let mut s = game.initial();
    let text = |&mv: &G::Move| {
        let text = game.text(&s, mv);
        game.apply(&mut s, mv);
        text
    };
    play.iter().map(text).collect()
}

/// Zones in which no token lay in any of the first states.
fn unused_zones<G: Show>(game: &G, a: &Automaton<G>) -> (Vec<String>, usize) {
    let mut unused: Option<BTreeSet<String>> = None;
    let mut looked = 0;
    for n in a.nodes().take(SCENES) {
        let s = a.state(n);
        let who = match game.turn(&s) {
            Turn::Player(p) => Some(p),
            _ => None,
        };
        let scene = game.scene(&game.view(&s, who), who, game::Lang::En);
        let zones = unused.get_or_insert_with(|| scene.zones.iter().map(|z| z.id.clone()).collect());
        scene.tokens.iter().for_each(|t| {
            zones.remove(&t.place.zone);
        });
        looked += 1;
        if zones.is_empty() {
            break;
        }
    }
    (unused.unwrap_or_default().into_iter().collect(), looked)
}
