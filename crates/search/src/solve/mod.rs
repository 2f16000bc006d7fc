//! Exact solving: the value of a state and the distance to the end under perfect play, where the winner wins as soon
//! and the loser loses as late as possible.
//!
//! | game | method |
//! | --- | --- |
//! | one player | breadth-first search for the shortest success |
//! | two players, with a [`game::Sharp`] look | null-window search by threats and keys (`sharp`) |
//! | two players | alpha-beta; if that takes long, all states and retrograde analysis, cycles included; else alpha-beta again |
//! | positions that return end the play | all states and retrograde analysis (`returns`) |
//! | chance | all states and backward induction (exact fractions where they fit), or value iteration with cycles |
//! | hidden, two players | counterfactual regret (an approximation, with its exploitability) |
//!
//! Nothing is guessed: when the budget ends, the solution says what is proven so far and why it stopped.

mod chance;
mod graph;
mod hidden;
mod one;
mod ratio;
mod retro;
mod returns;
mod sharp;
mod two;

use crate::stake::{Result3, result};
use game::{Game, Limit, Meter, Observe, Player, Stopped, Turn};
pub use ratio::Ratio;
use std::fmt;

/// How a state ends for a player under perfect play.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Outcome {
    /// The other wins; alone: success is impossible.
    Loss,
    /// Nobody can force a win.
    Draw,
    /// The player wins; alone: succeeds.
    Win,
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Outcome::Loss => "loss",
            Outcome::Draw => "draw",
            Outcome::Win => "win",
        })
    }
}

impl Outcome {
    pub(crate) fn of(sign: i64) -> Outcome {
        match sign.signum() {
            1 => Outcome::Win,
            0 => Outcome::Draw,
            _ => Outcome::Loss,
        }
    }
}

/// What perfect play is to maximise.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Goal {
    /// Win rather than draw rather than lose; then win soonest, lose latest. The size of the score does not matter.
    #[default]
    Outcome,
    /// The margin; of equal margins, win soonest, lose latest.
    Score,
}

/// How to solve.
#[derive(Clone, Debug)]
pub struct Settings {
    /// What to maximise. With chance or hidden things it is always the expected score.
    pub goal: Goal,
    /// The most states kept in memory at once by the methods that keep all of them.
    pub states: usize,
    /// Megabytes for a transposition table.
    pub megabytes: usize,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings { goal: Goal::Outcome, states: 6_000_000, megabytes: 256 }
    }
}

/// What solving found, for the player to move (for the first player where chance is to move).
#[derive(Clone, PartialEq, Debug)]
pub struct Solution<M> {
    /// How it ends; with chance, whether the expected score is above, at or below 0. `None` if the budget ended first.
    pub value: Option<Outcome>,
    /// The final score, or the expected one with chance. For two players whose scores do not sum to 0 it is half the
    /// difference.
    pub score: Option<f64>,
    /// The expected score as a fraction, where chance decides and the numbers fit.
    pub exact: Option<Ratio>,
    /// With chance or hidden things: how likely the player wins, and how likely nobody does, when both play for the
    /// expected score.
    pub chances: Option<(f64, f64)>,
    /// Moves until the end. `None` for a play without end, with chance, or when unknown.
    pub plies: Option<u32>,
    /// A best move; `None` when the play is over, chance is to move, or the budget ended first.
    pub best: Option<M>,
    /// Perfect play from here, as far as it was computed.
    pub line: Vec<M>,
    /// States visited.
    pub nodes: u64,
    /// [`Stopped::Complete`] if the answer is final.
    pub stopped: Stopped,
    /// How it was solved.
    pub method: &'static str,
    /// Remarks in words, such as what is proven though the budget ended.
    pub notes: Vec<String>,
}

impl<M> Solution<M> {
    fn unknown(method: &'static str, nodes: u64, stopped: Stopped) -> Solution<M> {
        Solution {
            value: None,
            score: None,
            exact: None,
            chances: None,
            plies: None,
            best: None,
            line: Vec::new(),
            nodes,
            stopped,
            method,
            notes: Vec::new(),
        }
    }
}

/// Why a state has no solution. Prints as a sentence.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unsolvable {
    /// More than two play: how many.
    Players(usize),
    /// Retrograde analysis is for two players, one of whom is to move.
    NotTwo,
    /// Retrograde analysis is for games without chance.
    Chance,
    /// There is no room for the states; how many were met.
    TooMany(u64),
    /// Which positions came before counts, and chance acts or somebody hides something.
    Returns,
}

impl fmt::Display for Unsolvable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unsolvable::Players(n) => write!(
                f,
                "perfect play of {n} players has no single value: coalitions decide it; try the agents maxn and paranoid"
            ),
            Unsolvable::NotTwo => {
                f.write_str("retrograde analysis is for two players, one of whom is to move")
            }
            Unsolvable::Chance => f.write_str("retrograde analysis knows no chance"),
            Unsolvable::Returns => f.write_str(
                "a position that returns ends the play: with chance or hidden things the value depends on all that came \
                 before, and that is not worked out",
            ),
            Unsolvable::TooMany(n) => write!(f, "too many states to keep: more than {n} were met"),
        }
    }
}

impl std::error::Error for Unsolvable {}

/// Solves `state` within `limit` (time, nodes), with the usual settings.
///
/// # Errors
/// Says why the question has no answer: more than two players.
pub fn solve<G: Observe>(game: &G, state: &G::State, limit: &Limit) -> Result<Solution<G::Move>, Unsolvable> {
    solve_with(game, state, &Settings::default(), limit)
}

/// Solves `state` within `limit` (time, nodes).
///
/// # Errors
/// Says why the question has no answer: more than two players.
pub fn solve_with<G: Observe>(
    game: &G,
    state: &G::State,
    settings: &Settings,
    limit: &Limit,
) -> Result<Solution<G::Move>, Unsolvable> {
    let turn = game.turn(state);
    if turn == Turn::Over {
        return Ok(over(game, state));
    }
    let me = turn.player().unwrap_or_default();
    match game.players() {
        1 | 2 => {}
        n => {
            return Err(Unsolvable::Players(n));
        }
    }
    if let Some(rule) = game.repetition() {
        return returns::solve(game, state, rule, settings, limit);
    }
    if game.hidden() {
        return Ok(hidden::solve(game, state, limit));
    }
    if game.chance() {
        return Ok(chance::solve(game, state, me, settings, limit));
    }
    Ok(match (game.players(), game.sharp()) {
        (1, _) => one::solve(game, state, settings, limit),
        (_, Some(sharp)) => sharp::solve(game, sharp, state, settings, limit),
        (_, None) => two::solve(game, state, me, settings, limit),
    })
}

/// Solves a two-player game without chance by retrograde analysis of all states, even where another method is faster.
///
/// # Errors
/// Says that there are too many states, or that the game is not of this kind.
pub fn retrograde<G: Observe>(
    game: &G,
    state: &G::State,
    settings: &Settings,
    limit: &Limit,
) -> Result<Solution<G::Move>, Unsolvable> {
    let (2, Turn::Player(me)) = (game.players(), game.turn(state)) else {
        return Err(Unsolvable::NotTwo);
    };
    let mut meter = Meter::start(limit);
    match graph::Graph::explore(game, state, graph::room::<G::State>(settings.states), &mut meter) {
        Ok(graph) if graph.states.iter().any(|s| game.turn(s) == Turn::Chance) => Err(Unsolvable::Chance),
        Ok(graph) => Ok(retro::solve(game, &graph, me, settings.goal, meter.nodes())),
        Err(_) => Err(Unsolvable::TooMany(meter.nodes())),
    }
}

/// The end of a play, for the first player.
fn over<G: Observe>(game: &G, state: &G::State) -> Solution<G::Move> {
    let value = match result(game, state, Player(0)) {
        Result3::Won => Outcome::Win,
        Result3::Drawn => Outcome::Draw,
        Result3::Lost => Outcome::Loss,
    };
    Solution {
        value: Some(value),
        score: Some(f64::from(game.score(state, Player(0)))),
        plies: Some(0),
        notes: vec!["the play is over; the value is that of the first player".to_string()],
        ..Solution::unknown("rules", 1, Stopped::Complete)
    }
}

/// The score of `me` at the end of a line, if the line leads to the end.
fn score_after<G: Game>(game: &G, state: &G::State, line: &[G::Move], me: Player) -> Option<f64> {
    let mut s = state.clone();
    for &mv in line {
        game.apply(&mut s, mv);
    }
    (game.turn(&s) == Turn::Over).then(|| half(crate::stake::margin(game, &s, me), game.players()))
}

/// A margin as a score.
fn half(margin: i64, players: usize) -> f64 {
    margin as f64 / players as f64
}
