//! What can be done with any game, with its types erased.

use crate::adviser::{Adviser, AdviserOf};
use crate::analysis::{self, Analysis, Step};
use crate::likely::{self, Likely};
use formal::{Budget, ExportError, Format, Progress, Reduced};
use game::{AgentInfo, Clock, Encode, Kind, Limit, Rng, Roster, Show, Stopped, Table, TableOf, Turn, walk};
use learn::{Learnable, Own, Readers, School};
use std::fmt;
use std::io::Write;
use std::sync::Arc;
use std::time::Duration;

/// One line of a perft table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Depth {
    /// The number of moves.
    pub depth: u32,
    /// Sequences of that many moves.
    pub nodes: u64,
    /// Sequences of that many moves that end the play, where they were counted.
    pub finished: Option<u64>,
    /// Distinct states after that many moves, where they were counted.
    pub states: Option<u64>,
}

/// What random play did.
#[derive(Clone, PartialEq, Debug)]
pub struct PlayoutReport {
    /// Plays made.
    pub playouts: u64,
    /// Moves made in them, chance events included.
    pub moves: u64,
    /// Time it took.
    pub seconds: f64,
    /// Plays that were cut off because they were too long.
    pub cut: u64,
    /// Plays that ended in a defect of the rules or, among several players, in a dead end; and the first of the causes.
    pub broken: (u64, Option<String>),
    /// A sum over all moves counts and scores: the same for the same seed and number of playouts.
    pub checksum: u64,
}

/// The value of a state under perfect play.
#[derive(Clone, PartialEq, Debug)]
pub struct Solved {
    /// `win`, `draw` or `loss` for the player to move; with chance, whether the expected score is above, at or below 0;
    /// `unknown` when the budget ended first.
    pub value: String,
    /// The final score, or the expected one with chance.
    pub score: Option<f64>,
    /// The expected score as a fraction, where chance decides and the numbers fit.
    pub exact: Option<String>,
    /// With chance or hidden things: how likely the player to move (the first player where chance is to move) wins, and
    /// nobody does.
    pub chances: Option<(f64, f64)>,
    /// Whether a player is to move; otherwise all this is said of the first player.
    pub mover: bool,
    /// Moves to the end under perfect play (win soonest, lose latest), where that is defined.
    pub plies: Option<u32>,
    /// A best move; empty when there is none to make or the budget ended first.
    pub best: String,
    /// Perfect play from here.
    pub line: Vec<String>,
    /// States visited.
    pub nodes: u64,
    /// Why the solver stopped.
    pub stopped: Stopped,
    /// How it was solved.
    pub method: &'static str,
    /// Remarks in words.
    pub notes: Vec<String>,
    /// What every legal move is worth to the player who moves, where the solver says so.
    pub values: Vec<(String, f64)>,
}

/// A deal of cards whose hands all lie open, solved.
pub struct OpenHands<M> {
    /// Its solution.
    pub solution: search::solve::Solution<M>,
    /// What every legal move is worth to the player who moves.
    pub values: Vec<(M, f64)>,
}

/// Solves states of a card game with all hands open; `None` where a state is not one of play.
pub type OpenSolver<G> =
    fn(&G, &<G as game::Game>::State, &Limit) -> Option<OpenHands<<G as game::Game>::Move>>;

/// Why there is no solution. Prints as a sentence.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SolveError {
    /// A move to the state in question is not legal.
    Illegal {
        /// Its number, from 1.
        number: usize,
        /// Its notation.
        text: String,
    },
    /// The state has no solution.
    Unsolvable(search::solve::Unsolvable),
    /// A rule fails in a state that can be reached, or a play gets stuck there.
    Broken(String),
}

impl fmt::Display for SolveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SolveError::Illegal { number, text } => {
                write!(f, "move {number} of --moves, '{text}', is not legal there")
            }
            SolveError::Unsolvable(why) => why.fmt(f),
            SolveError::Broken(cause) if cause == crate::defect::DEAD_END => {
                write!(
                    f,
                    "there is no value, because a play can get stuck: {cause}; partie check shows such a play"
                )
            }
            SolveError::Broken(cause) => {
                write!(f, "there is no value, because a rule fails in a state that can be reached: {cause}")
            }
        }
    }
}

impl std::error::Error for SolveError {}

/// What a sequence of moves from the start is.
#[derive(Clone, PartialEq, Debug)]
pub struct Proof {
    /// The play is over after it.
    pub over: bool,
    /// What went wrong, if it is over without a result.
    pub defect: Option<String>,
    /// Who wins then: nobody in a draw.
    pub winners: Vec<u8>,
    /// The probability that chance brings exactly its events, given the moves of the players, as a fraction; `None`
    /// where chance had no part in it.
    pub probability: Option<String>,
    /// The same as a decimal number.
    pub decimal: f64,
}

/// A game with its types forgotten.
pub trait Playable: Send + Sync {
    /// The name with its parameters.
    fn id(&self) -> String;
    /// The version of its rules.
    fn version(&self) -> u32;
    /// How many players there are.
    fn players(&self) -> usize;
    /// Whether players may know different things.
    fn hidden(&self) -> bool;
    /// Whether chance takes part.
    fn chance(&self) -> bool;
    /// The agents that can play it.
    fn agents(&self) -> Vec<AgentInfo>;
    /// The description of a good agent for it.
    fn strongest(&self) -> String;
    /// Where players of the game learn.
    fn school(&self) -> Box<dyn Learnable + '_>;
    /// A table at the start of the game.
    fn table(&self, seed: u64) -> Box<dyn Table>;
    /// Somebody who follows a play at a real table from one seat, by the words that were told of it.
    ///
    /// # Errors
    /// That there is no such player, or that nothing fits what was told.
    fn adviser(&self, me: game::Player, words: &[String], seed: u64) -> Result<Box<dyn Adviser>, String>;
    /// Sequences of exactly `depth` moves, by walking the tree.
    fn nodes(&self, depth: u32) -> u64;
    /// Move sequences for depths 1 to `depth`, and distinct states if asked. Ends early, with the reason, when a level has
    /// more than `room` states.
    fn perft(&self, depth: u32, states: bool, room: usize) -> (Vec<Depth>, Option<String>);
    /// Plays at random for that long, or that many times.
    fn playout(&self, time: Option<Duration>, most: Option<u64>, seed: u64) -> PlayoutReport;
    /// Solves the state after these moves.
    ///
    /// # Errors
    /// A move that is not legal, or a game that cannot be solved and why.
    fn solve(&self, moves: &[String], limit: &Limit) -> Result<Solved, SolveError>;
    /// What a sequence of moves is, chance events included.
    ///
    /// # Errors
    /// The place (from 0) of the first move that is not possible.
    fn prove(&self, moves: &[String]) -> Result<Proof, usize>;
    /// Explores the game within the budget and makes that many random plays; a game that begins with a deal and has too
    /// many states is explored from that many deals drawn at random.
    fn analyse(
        &self,
        budget: &Budget,
        plays_and_deals: (u64, u64),
        seed: u64,
        watch: &mut dyn FnMut(Step),
    ) -> Analysis;
    /// The first defect met in any state that was looked at: a rule that failed, or a dead end.
    fn failed(&self) -> Option<String>;
    /// How likely everybody wins, and where a random play is after that many moves; at most `most` states are listed for
    /// each number of moves.
    fn chances(&self, budget: &Budget, plies: u32, most: usize, watch: &mut dyn FnMut(Progress)) -> Likely;
    /// Explores the game within the budget and writes its automaton; returns whether it is whole.
    ///
    /// # Errors
    /// Why it cannot be written in that form, or at all.
    fn automaton(
        &self,
        budget: &Budget,
        form: (Format, Reduced),
        out: &mut dyn Write,
        watch: &mut dyn FnMut(Progress),
    ) -> Result<bool, ExportError>;
}

/// Any game as a [`Playable`], with the agents of `search`.
pub fn playable<G: Show + 'static>(game: G) -> Box<dyn Playable> {
    let roster = search::roster(&game);
    with_roster(game, roster)
}

/// Any game as a [`Playable`], with these agents.
pub fn with_roster<G: Show + 'static>(game: G, roster: Roster<G>) -> Box<dyn Playable> {
    taught(game, roster, Readers::default(), None)
}

/// A game that has an encoder of its own as a [`Playable`], with the agents of `search`.
pub fn encoded<G: Show + Encode + Clone + 'static>(game: G) -> Box<dyn Playable> {
    let roster = search::roster(&game);
    let readers = Readers::default().with(Arc::new(Own::new(game.clone())));
    taught(game, roster, readers, None)
}

/// A card game as a [`Playable`], with these agents and a solver for open hands.
pub fn with_open_hands<G: Show + 'static>(
    game: G,
    roster: Roster<G>,
    open: OpenSolver<G>,
) -> Box<dyn Playable> {
    taught(game, roster, Readers::default(), Some(open))
}

/// Any game as a [`Playable`], with these agents and those that learned it, these encoders (that of scenes besides), and a
/// solver for open hands where there is one.
pub fn taught<G: Show + 'static>(
    game: G,
    mut roster: Roster<G>,
    readers: Readers<G>,
    open: Option<OpenSolver<G>>,
) -> Box<dyn Playable> {
    learn::enlist(&game, &mut roster, &readers);
    Box::new(Of { game: Arc::new(game), roster: Arc::new(roster), readers, open })
}

struct Of<G: Show> {
    game: Arc<G>,
    roster: Arc<Roster<G>>,
    readers: Readers<G>,
    open: Option<OpenSolver<G>>,
}

/// The tree is walked as long as it is not expected to have more nodes than this.
const LARGEST_TREE: u64 = 300_000_000;

/// Ends are counted in trees of at most this many nodes.
const SMALL_TREE: u64 = 3_000_000;

/// Random plays longer than this are cut off and counted as such.
const LONGEST_PLAYOUT: u64 = 100_000;

/// Lets chance bring what it cannot but bring: cards of a deal that was given.
fn forced_events<G: Show>(game: &G, state: &mut G::State) {
    let mut events = Vec::new();
    while game.turn(state) == Turn::Chance {
        events.clear();
        game.moves(state, &mut events);
        let &[event] = events.as_slice() else { break };
        game.apply(state, event);
    }
}

impl<G: Show + 'static> Playable for Of<G> {
    fn id(&self) -> String {
        self.game.id()
    }

    fn version(&self) -> u32 {
        self.game.version()
    }

    fn players(&self) -> usize {
        self.game.players()
    }

    fn hidden(&self) -> bool {
        self.game.hidden()
    }

    fn chance(&self) -> bool {
        self.game.chance()
    }

    fn agents(&self) -> Vec<AgentInfo> {
        self.roster.suited(Kind::of(&*self.game)).copied().collect()
    }

    fn strongest(&self) -> String {
        self.roster.recommended().to_string()
    }

    fn school(&self) -> Box<dyn Learnable + '_> {
        Box::new(School { game: &*self.game, roster: &*self.roster, readers: &self.readers })
    }

    fn table(&self, seed: u64) -> Box<dyn Table> {
        Box::new(TableOf::new(Arc::clone(&self.game), Arc::clone(&self.roster), seed))
    }

    fn adviser(&self, me: game::Player, words: &[String], seed: u64) -> Result<Box<dyn Adviser>, String> {
        let (game, roster) = (Arc::clone(&self.game), Arc::clone(&self.roster));
        Ok(Box::new(AdviserOf::new(game, roster, me, words, seed)?))
    }

    fn nodes(&self, depth: u32) -> u64 {
        walk::perft(&*self.game, &self.game.initial(), depth)
    }

    fn perft(&self, depth: u32, states: bool, room: usize) -> (Vec<Depth>, Option<String>) {
        let game = &*self.game;
        let start = game.initial();
        let mut depths: Vec<Depth> = Vec::new();
        // The tree is faster while it is small; level by level a state is expanded once however often it is reached.
        while !states && depths.len() < depth as usize {
            let growth = match depths.as_slice() {
                [.., a, b] => b.nodes.saturating_mul(b.nodes / a.nodes.max(1) + 1),
                _ => 0,
            };
            if growth > LARGEST_TREE {
                break;
            }
            let d = depths.len() as u32 + 1;
            let nodes = walk::perft(game, &start, d);
            let finished = (nodes <= SMALL_TREE).then(|| walk::finished(game, &start, d));
            depths.push(Depth { depth: d, nodes, finished, states: None });
        }
        if depths.len() == depth as usize {
            return (depths, None);
        }
        let (levels, reason) = match walk::census(game, &start, depth, room) {
            Ok(levels) => (levels, None),
            Err((levels, cause)) => (levels, Some(cause)),
        };
        let line = |(i, level): (usize, &walk::Level)| Depth {
            depth: i as u32 + 1,
            nodes: level.nodes,
            finished: Some(level.finished),
            states: Some(level.states),
        };
        let counted = levels.len() + 1;
        let reason = reason.map(|cause| match cause {
            walk::Uncounted::Room => format!("depth {counted} has more than {room} states"),
            walk::Uncounted::Overflow => format!("depth {counted} has more than 2^64 sequences"),
        });
        (levels.iter().enumerate().map(line).collect(), reason)
    }

    fn playout(&self, time: Option<Duration>, most: Option<u64>, seed: u64) -> PlayoutReport {
        let game = &*self.game;
        let initial = game.initial();
        let mut rng = Rng::new(seed);
        let mut scratch = Vec::new();
        let mut report =
            PlayoutReport { playouts: 0, moves: 0, seconds: 0.0, cut: 0, broken: (0, None), checksum: 0 };
        let clock = Clock::system();
        let start = clock.now();
        // The clock is read rarely enough not to count and often enough to be on time: about every millisecond.
        let (mut look, mut step) = (0u64, 1u64);
        let mut last = start;
        while most.is_none_or(|n| report.playouts < n) {
            if report.playouts >= look {
                let now = clock.now();
                if time.is_some_and(|t| now - start >= t) {
                    break;
                }
                step = if now - last < Duration::from_millis(1) { step * 2 } else { step.div_ceil(2) };
                look = report.playouts + step;
                last = now;
            }
            let mut s = initial.clone();
            let made = walk::playout_within(game, &mut s, &mut rng, &mut scratch, LONGEST_PLAYOUT);
            report.playouts += 1;
            report.moves += made;
            report.cut += u64::from(game.turn(&s) != Turn::Over);
            let stuck =
                || (game.players() > 1 && game.stuck(&s)).then(|| crate::defect::DEAD_END.to_string());
            if let Some(cause) = game.defect(&s).or_else(stuck) {
                report.broken.0 += 1;
                report.broken.1.get_or_insert(cause);
            }
            let score = i64::from(game.score(&s, game::Player(0)));
            report.checksum =
                report.checksum.rotate_left(5) ^ made.wrapping_mul(31).wrapping_add(score as u64);
        }
        report.seconds = clock.since(start).as_secs_f64();
        report
    }

    fn solve(&self, moves: &[String], limit: &Limit) -> Result<Solved, SolveError> {
        let game = &*self.game;
        let mut state = game.initial();
        forced_events(game, &mut state);
        for (i, text) in moves.iter().enumerate() {
            let mv = game
                .parse(&state, text)
                .map_err(|_| SolveError::Illegal { number: i + 1, text: text.clone() })?;
            game.apply(&mut state, mv);
            forced_events(game, &mut state);
        }
        let opened = self.open.and_then(|solver| solver(game, &state, limit));
        let (solution, values) = match opened {
            Some(OpenHands { solution, values }) => (solution, values),
            None => {
                let solution = search::solve::solve(game, &state, limit).map_err(SolveError::Unsolvable)?;
                (solution, Vec::new())
            }
        };
        if let Some(cause) = game.failed() {
            return Err(SolveError::Broken(cause));
        }
        let mut at = state.clone();
        let mut line = Vec::new();
        for &mv in &solution.line {
            line.push(game.text(&at, mv));
            game.apply(&mut at, mv);
        }
        Ok(Solved {
            value: solution.value.map_or("unknown".to_string(), |v| v.to_string()),
            score: solution.score,
            exact: solution.exact.map(|ratio| ratio.to_string()),
            chances: solution.chances,
            mover: game.turn(&state) != Turn::Chance,
            plies: solution.plies,
            best: solution.best.map_or(String::new(), |mv| game.text(&state, mv)),
            line,
            nodes: solution.nodes,
            stopped: solution.stopped,
            method: solution.method,
            notes: solution.notes,
            values: values.iter().map(|&(mv, value)| (game.text(&state, mv), value)).collect(),
        })
    }

    fn prove(&self, moves: &[String]) -> Result<Proof, usize> {
        let game = &*self.game;
        let mut s = game.initial();
        let mut list = Vec::with_capacity(moves.len());
        let mut chance = false;
        for (i, text) in moves.iter().enumerate() {
            let mv = game.parse(&s, text).map_err(|_| i)?;
            chance |= game.turn(&s) == Turn::Chance;
            list.push(mv);
            game.apply(&mut s, mv);
        }
        let over = game.turn(&s) == Turn::Over;
        let scores: Vec<i32> = game::Player::all(game.players()).map(|p| game.score(&s, p)).collect();
        let stuck = || game.stuck(&s).then(|| crate::defect::DEAD_END.to_string());
        let defect = game.defect(&s).or_else(stuck).filter(|_| over);
        let winners = match over && defect.is_none() {
            true => game::outcome(&scores).iter().map(|p| p.0 + 1).collect(),
            false => Vec::new(),
        };
        let (probability, decimal) = match formal::sequence_probability(game, &list).filter(|_| chance) {
            Some(p) => (Some(p.to_string()), formal::decimal(&p)),
            None => (None, 1.0),
        };
        Ok(Proof { over, defect, winners, probability, decimal })
    }

    fn analyse(
        &self,
        budget: &Budget,
        plays_and_deals: (u64, u64),
        seed: u64,
        watch: &mut dyn FnMut(Step),
    ) -> Analysis {
        analysis::analyse(&*self.game, budget, plays_and_deals, seed, watch)
    }

    fn failed(&self) -> Option<String> {
        self.game.failed()
    }

    fn chances(&self, budget: &Budget, plies: u32, most: usize, watch: &mut dyn FnMut(Progress)) -> Likely {
        likely::likely(&*self.game, budget, plies, most, watch)
    }

    fn automaton(
        &self,
        budget: &Budget,
        (format, reduced): (Format, Reduced),
        out: &mut dyn Write,
        watch: &mut dyn FnMut(Progress),
    ) -> Result<bool, ExportError> {
        let automaton = formal::explore(&*self.game, budget, watch);
        formal::write(&*self.game, &automaton, format, reduced, out)?;
        Ok(automaton.complete())
    }
}
