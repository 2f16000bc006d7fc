//! One play of a tournament, from the first move to its line in the log.

use crate::bot::{Absent, Kept, Program, StartError};
use crate::log::{Made, Played};
use crate::plan::{Entrant, LONGEST, Plan};
use crate::schedule::Job;
use catalog::Playable;
use fair::agent_seed;
use game::{Acted, Incident, Limit, Mind, Player, Policy, Record, Refusal, Table, Turn};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::time::Duration;

/// Why a play has no result. Prints as a sentence.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, Debug)]
pub enum NoResult {
    /// The rules of the game failed.
    Defect {
        /// The game.
        game: String,
        /// The moves before it.
        moves: Vec<String>,
        /// The cause.
        cause: String,
    },
    /// A player could not sit down.
    Seat {
        /// The player.
        name: String,
        /// The cause.
        cause: String,
    },
    /// An opening cannot be played.
    Opening(String),
    /// Whoever watched it did not want it any more.
    Left,
}

impl fmt::Display for NoResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NoResult::Defect { game, moves, cause } if moves.is_empty() => {
                write!(f, "{game}: the play has no result: at the start: {cause}")
            }
            NoResult::Defect { game, moves, cause } => {
                write!(f, "{game}: the play has no result: after {}: {cause}", moves.join(" "))
            }
            NoResult::Seat { name, cause } => write!(f, "player '{name}' cannot sit down: {cause}"),
            NoResult::Opening(cause) => f.write_str(cause),
            NoResult::Left => f.write_str("the play was left"),
        }
    }
}

impl std::error::Error for NoResult {}

/// Makes the moves of an opening; chance decides where it is its turn and the opening does not say.
///
/// # Errors
/// The move that cannot be made, and why.
pub fn open(table: &mut dyn Table, moves: &str) -> Result<(), Refusal> {
    for text in moves.split_whitespace() {
        loop {
            match table.play(text) {
                Ok(()) => break,
                Err(refusal) if table.turn() != Turn::Chance => return Err(refusal),
                Err(_) => _ = table.roll(),
            }
        }
    }
    Ok(())
}

/// What the player in a seat may spend on a move when this much of its bank is left.
type Limits<'a> = dyn Fn(Option<usize>, Option<Duration>) -> Limit + 'a;

/// A play at its table, with the clocks of its players.
struct Running {
    table: Box<dyn Table>,
    moves: Vec<Made>,
    micros: Vec<u64>,
    /// What is left of each player's time.
    banks: Vec<Option<Duration>>,
    longest: usize,
    policy: Policy,
    out: Option<Player>,
    /// The processor time of the players, where it is measured.
    thought: Option<Duration>,
    /// What the programs among the players complain of.
    errors: Vec<(usize, Kept)>,
}

/// A finished play and what it took.
#[derive(Clone, PartialEq, Debug)]
pub struct Timed {
    /// The play.
    pub played: Played,
    /// What each of its moves took in microseconds (0 for chance).
    pub micros: Vec<u64>,
    /// The processor time the players spent thinking, on this thread; measured in some plays only.
    pub thought: Option<Duration>,
    /// What programs wrote to standard error, by player of the plan: the last part of it.
    pub errors: Vec<(usize, String)>,
}

/// Every so many plays the processor time of thoughts is measured: asking for it twice a move costs as much as the rest of a
/// move that is made quickly. A prime, so that every way to sit has its share.
const MEASURED: u64 = 13;

/// Somebody who watches a play as it is made.
pub trait Watching {
    /// A move is about to be made; false leaves the play. A host with other things to do waits here until it has time.
    fn before(&mut self, _table: &dyn Table) -> bool {
        true
    }

    /// A move was made, or the play is over.
    fn after(&mut self, _table: &dyn Table) {}
}

/// Nobody watches.
struct Nobody;

impl Watching for Nobody {}

/// Plays a job of a plan.
///
/// # Errors
/// The play has no result because the rules of the game failed, or a player could not sit down.
pub fn play(game: &dyn Playable, plan: &Plan, seed: u64, job: &Job) -> Result<Timed, NoResult> {
    play_watched(game, plan, seed, job, &mut Nobody)
}

/// Plays a job of a plan while somebody watches.
///
/// # Errors
/// The play has no result because the rules of the game failed, a player could not sit down, or who watched left it.
pub fn play_watched(
    game: &dyn Playable,
    plan: &Plan,
    seed: u64,
    job: &Job,
    watching: &mut dyn Watching,
) -> Result<Timed, NoResult> {
    let deal_seed = seed.wrapping_add(u64::from(job.deal));
    let mut running = Running::new(game.table(deal_seed), plan);
    running.thought = job.number.is_multiple_of(MEASURED).then_some(Duration::ZERO);
    if !plan.openings.is_empty() {
        let opening = &plan.openings[job.deal as usize % plan.openings.len()];
        open(&mut *running.table, opening).map_err(|refusal| NoResult::Opening(refusal.to_string()))?;
        running.opened();
    }
    for (seat, &player) in job.seats.iter().enumerate() {
        let (entrant, at) = (&plan.players[player], Player(seat as u8));
        let seated = match entrant {
            Entrant::Agent(agent) | Entrant::Named { agent, .. } => {
                running.table.seat(at, agent, agent_seed(deal_seed, at)).map_err(|e| e.to_string())
            }
            Entrant::Program { name, command, options } => {
                let table = &*running.table;
                let mind: Result<Box<dyn Mind>, StartError> =
                    match Program::start(command, options, table, at, agent_seed(deal_seed, at)) {
                        Ok(program) => {
                            running.errors.push((player, program.errors()));
                            Ok(Box::new(program))
                        }
                        Err(error @ StartError::Greeting(_)) => Ok(Box::new(Absent(error.to_string()))),
                        Err(error) => Err(error),
                    };
                mind.map_err(|e| e.to_string())
                    .and_then(|mind| running.table.seat_mind(at, name, mind).map_err(|e| e.to_string()))
            }
        };
        seated.map_err(|cause| NoResult::Seat { name: entrant.name().to_string(), cause })?;
    }
    let limit = |seat: Option<usize>, left| plan.limit(seat.map_or(usize::MAX, |seat| job.seats[seat]), left);
    let increment = Duration::try_from_secs_f64(plan.increment.unwrap_or(0.0)).unwrap_or_default();
    loop {
        if !watching.before(&*running.table) {
            return Err(NoResult::Left);
        }
        let goes_on = running.step(&limit, increment);
        watching.after(&*running.table);
        if !goes_on {
            return running.finish(game, job);
        }
    }
}

impl Running {
    fn new(table: Box<dyn Table>, plan: &Plan) -> Running {
        let bank = plan.bank.map(|seconds| Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX));
        Running {
            banks: vec![bank; table.players()],
            table,
            moves: Vec::new(),
            micros: Vec::new(),
            longest: plan.longest.unwrap_or(LONGEST),
            policy: plan.on_fault.policy(),
            out: None,
            thought: None,
            errors: Vec::new(),
        }
    }

    /// Writes down the moves of an opening.
    fn opened(&mut self) {
        for entry in self.table.record().moves {
            let by = entry.who.map_or(0, |p| p.0 + 1);
            self.moves.push(Made { by, text: entry.text, legal: None, value: None, nodes: None });
            self.micros.push(0);
        }
    }

    /// One move; false when the play is over.
    fn step(&mut self, limit: &Limits<'_>, increment: Duration) -> bool {
        if self.table.made() >= self.longest {
            return false;
        }
        let turn = self.table.turn();
        let seat = turn.player().map(Player::index);
        let legal = seat.map(|_| u32::try_from(self.table.choices()).unwrap_or(u32::MAX));
        let left = seat.and_then(|seat| self.banks[seat]);
        let limit = limit(seat, left);
        let start = limit.clock.now();
        let mut acted = self.act(turn, &limit, start);
        let took = limit.clock.since(start);
        let mut overdrawn = false;
        if let (Some(seat), Some(left)) = (seat, left) {
            overdrawn = took > left + self.policy.grace;
            self.banks[seat] = Some(left.saturating_sub(took) + increment);
        }
        let by = turn.player().map_or(0, |p| p.0 + 1);
        let made = match &mut acted {
            Acted::Moved(advice) => {
                let value =
                    advice.values.iter().find(|(text, _)| *text == advice.text).map(|(_, value)| *value);
                let value = value.filter(|v| v.is_finite());
                Made { by, text: std::mem::take(&mut advice.text), legal, value, nodes: Some(advice.nodes) }
            }
            Acted::Chance(text) => {
                Made { by, text: std::mem::take(text), legal: None, value: None, nodes: None }
            }
            Acted::Helped(incident) => {
                let text = incident.instead.clone().unwrap_or_default();
                Made { by, text, legal, value: None, nodes: None }
            }
            Acted::Disqualified(incident) => {
                self.out = Some(incident.player);
                return false;
            }
            Acted::Over | Acted::Waiting => return false,
        };
        self.moves.push(made);
        self.micros.push(u64::try_from(took.as_micros()).unwrap_or(u64::MAX));
        if overdrawn && let (Some(player), Some(allowed)) = (turn.player(), left) {
            let fault = game::Fault::Late { took, allowed };
            self.table.note(Incident { player, made: self.table.made(), fault, instead: None });
            self.out = Some(player);
            return false;
        }
        true
    }

    /// What [`Table::act`] does, with the processor time of the thought measured.
    fn act(&mut self, turn: Turn, limit: &Limit, start: Duration) -> Acted {
        match turn {
            Turn::Over => return Acted::Over,
            Turn::Chance => return self.table.roll().map_or(Acted::Waiting, Acted::Chance),
            Turn::Player(_) => {}
        }
        let Some(mut thinker) = self.table.thinker() else { return Acted::Waiting };
        let begun = self.thought.map(|_| crate::clock::thread());
        let answer = thinker.think(limit);
        if let (Some(thought), Some(begun)) = (&mut self.thought, begun) {
            *thought += crate::clock::thread().saturating_sub(begun);
        }
        match self.policy.judge(answer, limit.clock.since(start), limit) {
            Ok(advice) => match self.table.play(&advice.text) {
                Ok(()) => Acted::Moved(advice),
                Err(refusal) => self.table.settle(game::Fault::Illegal(refusal.to_string()), &self.policy),
            },
            Err(fault) => self.table.settle(fault, &self.policy),
        }
    }

    fn finish(self, game: &dyn Playable, job: &Job) -> Result<Timed, NoResult> {
        if let Some(cause) = self.table.defect() {
            let moves = self.moves.into_iter().map(|made| made.text).collect();
            return Err(NoResult::Defect { game: game.id(), moves, cause });
        }
        let over = self.table.turn() == Turn::Over;
        let scores = match self.out {
            Some(out) => Policy::scores(job.seats.len(), out),
            None if over => self.table.scores(),
            None => vec![0; job.seats.len()],
        };
        let told = |incident: &Incident| {
            (job.seats.get(incident.player.index()).copied().unwrap_or(0), incident.to_string())
        };
        let faults = self.table.incidents().iter().map(told).collect();
        let cut = self.out.is_none() && !over;
        let played = Played { scores, cut, faults, moves: self.moves, ..Played::of(job) };
        // Programs leave with the table; their last words come after it.
        drop(self.table);
        let errors = self.errors.into_iter().map(|(player, kept)| (player, kept.last()));
        let errors = errors.filter(|(_, text)| !text.is_empty()).collect();
        Ok(Timed { played, micros: self.micros, thought: self.thought, errors })
    }
}

/// The record of a play, as `partie replay` reads it.
pub fn record(game: &dyn Playable, plan: &Plan, seed: u64, played: &Played) -> Record {
    let mut record = Record {
        game: game.id(),
        rules: game.table(seed).record().rules,
        seed: Some(seed.wrapping_add(u64::from(played.deal))),
        players: played.seats.iter().map(|&p| plan.players[p].name().to_string()).collect(),
        result: played.scores.clone(),
        ..Record::default()
    };
    for (_, fault) in &played.faults {
        record.headers.push(("fault".to_string(), fault.clone()));
    }
    for made in &played.moves {
        let turn = if made.by == 0 { Turn::Chance } else { Turn::Player(Player(made.by - 1)) };
        record.push(turn, made.text.clone());
    }
    record
}
