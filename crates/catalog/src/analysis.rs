//! What a designer wants to know of a game: its properties with counterexamples, exact numbers while the game can be
//! explored, estimates with intervals from random play in any case. What was not worked out says why.

use formal::{Answer, Automaton, Budget, Property, Statistics, Trial, Unused};
use game::{Rule, Show, Stopped, Turn};

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

/// A result, or why there is none.
pub type Known<T> = Result<T, String>;

/// Everything found out about a game.
#[derive(Clone, PartialEq, Debug)]
pub struct Analysis {
    /// Whether every reachable state was seen. If not, a property is decided only by what was seen.
    pub complete: bool,
    /// Why exploration ended.
    pub stopped: Stopped,
    /// What went wrong while exploring, or why memory did not suffice.
    pub trouble: Option<String>,
    /// Bytes a state took in memory beyond itself.
    pub bytes_per_state: f64,
    /// Bytes that went to disk.
    pub on_disk: u64,
    /// The properties.
    pub findings: Vec<Finding>,
    /// Exact numbers of what was explored.
    pub statistics: Statistics,
    /// Distinct plays: all, then won by each player, then drawn or shared.
    pub plays: Known<Vec<u128>>,
    /// Moves of the longest play.
    pub longest: Known<u32>,
    /// Terminal states after those with the same winners are merged.
    pub normalised: Known<usize>,
    /// States of the smallest automaton with the same plays.
    pub minimal: Known<usize>,
    /// The value for the player to move first under perfect play (1 win, 0 draw, -1 loss) and the moves it takes.
    pub value: Known<(i8, u32)>,
    /// Each player's chance to win, then that nobody does, when everybody moves at random.
    pub random: Known<Vec<f64>>,
    /// The same under best play.
    pub best: Known<Vec<f64>>,
    /// Rules that applied nowhere; `Err` for a game without a list of rules.
    pub rules: Known<Unused<Rule>>,
    /// Zones in which nothing ever lay.
    pub zones: Unused<String>,
    /// Random plays.
    pub trial: Trial,
}

/// States for which minimisation is done unasked: some seconds and some hundred bytes a state.
const MINIMISE_UP_TO: usize = 1_000_000;

/// States for which chances are iterated unasked.
const ITERATE_UP_TO: usize = 2_000_000;

/// States for which perfect play is worked out unasked.
const SOLVE_UP_TO: usize = 20_000_000;

/// States whose scenes are looked at for unused zones.
const SCENES: usize = 20_000;

/// States whose rules are looked at.
const RULES: usize = 5_000;

/// Moves after which a random play is stopped.
const LONGEST: usize = 5_000;

/// Moves of all random plays together, after which no further play is begun.
const MOST_MOVES: u64 = 1_000_000;

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
    let statistics = formal::statistics(game, a);
    let endless = findings.of(Property::Terminating).decided() == Some(false);
    let counted = |what: &str| match endless {
        true => format!("plays can go on for ever, so there is no {what}"),
        false => "the number has more than 38 digits".to_string(),
    };
    let rules = formal::unused_rules(game, a, RULES, seed);
    let analysis = Analysis {
        complete: a.complete(),
        stopped: a.stopped(),
        trouble: None,
        bytes_per_state: a.overhead() as f64 / a.len() as f64,
        on_disk: a.on_disk(),
        findings: findings.answers.iter().map(|(p, answer)| finding(game, *p, answer)).collect(),
        plays: within(a, usize::MAX)
            .and_then(|()| statistics.plays.clone().ok_or_else(|| counted("number of plays"))),
        longest: within(a, usize::MAX)
            .and_then(|()| statistics.longest.ok_or_else(|| counted("longest play"))),
        normalised: within(a, usize::MAX).map(|()| formal::normalise(game, a).terminal),
        minimal: within(a, MINIMISE_UP_TO).map(|()| formal::minimise(game, a, true).blocks),
        value: within(a, SOLVE_UP_TO).and_then(|()| value(game, a)),
        random: chances(game, a, false),
        best: chances(game, a, true),
        rules: rules.ok_or_else(|| "a native game has no list of rules".to_string()),
        zones: formal::unused_zones(game, a, SCENES, seed),
        trial: formal::trials(game, plays, LONGEST, MOST_MOVES, seed),
        statistics,
    };
    // Last, so that a temporary file that failed on the way is told.
    Analysis { trouble: a.trouble().map(str::to_string), complete: a.complete(), ..analysis }
}

/// Whether something that needs all states, and not too many of them, can be worked out.
fn within<G: Show>(a: &Automaton<G>, most: usize) -> Known<()> {
    if !a.complete() {
        return Err("not all states are known".into());
    }
    if a.len() > most {
        return Err(format!("there are more than {most} states"));
    }
    Ok(())
}

fn value<G: Show>(game: &G, a: &Automaton<G>) -> Known<(i8, u32)> {
    if a.nodes().any(|n| game.turn(&a.state(n)) == Turn::Chance) {
        return Err("chance takes part; see the chances in best play".into());
    }
    if game.hidden() {
        return Err("players do not see everything".into());
    }
    let values = formal::solve(game, a).ok_or("there are more than two players")?;
    Ok((values.for_mover(game, a, 0), values.distance[0]))
}

/// Each player's chance, then that nobody wins alone.
fn chances<G: Show>(game: &G, a: &Automaton<G>, best: bool) -> Known<Vec<f64>> {
    within(a, ITERATE_UP_TO)?;
    if best && game.players() > 2 {
        return Err("there are more than two players".into());
    }
    if best && game.hidden() {
        return Err("players do not see everything".into());
    }
    let chances =
        formal::start_chances(game, a, best).ok_or("the iteration did not settle within its steps")?;
    Ok(chances.wins.into_iter().chain([chances.draw]).collect())
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
pub(crate) fn texts<G: Show>(game: &G, play: &[G::Move]) -> Vec<String> {
    let mut s = game.initial();
    let text = |&mv: &G::Move| {
        let text = game.text(&s, mv);
        game.apply(&mut s, mv);
        text
    };
    play.iter().map(text).collect()
}
