//! The append-only log of a tournament: a header, then one line of JSON for every play, in the order of the schedule. What a
//! killed program leaves is a log with at most one torn line at its end, which is dropped; everything before it counts.
//!
//! A log holds nothing that depends on the machine: the same plan and seed give the same bytes on any number of threads,
//! as long as no limit of time is in the plan. Times are in a second file beside it, and what programs wrote to standard error in
//! a third; nothing depends on either.

use crate::schedule::Job;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::fmt;
use std::fs::{File, OpenOptions};
use std::io::{self, BufWriter, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// The version of the log's format.
pub(crate) const FORMAT: u32 = 1;

/// One move.
#[derive(Clone, PartialEq, Serialize, Deserialize, Debug)]
pub struct Made {
    /// The seat that moved, from 1; 0 is chance.
    pub by: u8,
    /// The move in notation.
    #[serde(rename = "move")]
    pub text: String,
    /// How many moves were legal.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub legal: Option<u32>,
    /// What the player thought the move worth, on its own scale.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value: Option<f64>,
    /// States the player visited for it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
}

/// One play that is over.
#[derive(Clone, PartialEq, Serialize, Deserialize, Debug, Default)]
pub struct Played {
    /// The number of the job.
    pub job: u64,
    /// Its stage.
    pub stage: u32,
    /// Its meeting.
    pub meeting: u32,
    /// Its deal.
    pub deal: u32,
    /// Whether the deal is complete with it.
    pub last: bool,
    /// Which player of the plan sat in each seat.
    pub seats: Vec<usize>,
    /// The scores by seat.
    pub scores: Vec<i32>,
    /// Whether it was stopped because it was too long; it counts as a draw.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub cut: bool,
    /// What went wrong with the players, and whose fault it was (a player of the plan).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub faults: Vec<(usize, String)>,
    /// The moves.
    pub moves: Vec<Made>,
}

impl Played {
    /// A play of a job about which nothing else is known.
    pub fn of(job: &Job) -> Played {
        Played {
            job: job.number,
            stage: job.stage,
            meeting: job.meeting,
            deal: job.deal,
            last: job.last,
            seats: job.seats.clone(),
            ..Played::default()
        }
    }
}

/// The first line of a log.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, Debug)]
struct Header {
    partie: u32,
    plan: String,
    game: String,
    players: Vec<String>,
    seed: u64,
}

/// Why a log cannot be used. Prints as a sentence.
#[derive(Debug)]
pub enum LogError {
    /// The file cannot be read or written.
    File(PathBuf, io::Error),
    /// Somebody else is writing it.
    Busy(PathBuf),
    /// It was written for another plan.
    OtherPlan(PathBuf),
    /// A line in the middle is damaged.
    Damaged(PathBuf, usize, String),
}

impl fmt::Display for LogError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LogError::File(path, error) => write!(f, "cannot use the log {}: {error}", path.display()),
            LogError::Busy(path) => {
                write!(f, "the log {} is being written by another program", path.display())
            }
            LogError::OtherPlan(path) => write!(
                f,
                "the log {} belongs to another plan; name another one with --log, or begin anew with --fresh",
                path.display()
            ),
            LogError::Damaged(path, line, cause) => {
                write!(f, "the log {} is damaged at line {line}: {cause}", path.display())
            }
        }
    }
}

impl std::error::Error for LogError {}

/// A line of the file of times.
#[derive(Serialize, Deserialize)]
struct Times<'a> {
    job: u64,
    micros: Cow<'a, [u64]>,
}

/// A line of the file of errors: what a program wrote to standard error during a play.
#[derive(Serialize)]
struct Complaint<'a> {
    job: u64,
    player: &'a str,
    text: &'a str,
}

/// Where plays are written.
pub struct Log {
    path: PathBuf,
    file: Option<File>,
    /// Nothing depends on the times: they are written when there are some.
    times: Option<BufWriter<File>>,
    players: Vec<String>,
}

/// What a log says of the tournament it belongs to.
pub struct Belongs<'a> {
    /// [`crate::Plan::fingerprint`].
    pub plan: &'a str,
    /// The game with its parameters.
    pub game: &'a str,
    /// The names of the players.
    pub players: Vec<String>,
    /// The seed.
    pub seed: u64,
}

impl Log {
    /// A log that is kept nowhere.
    pub fn nowhere() -> Log {
        Log { path: PathBuf::new(), file: None, times: None, players: Vec::new() }
    }

    /// Opens or begins a log; returns the plays in it.
    ///
    /// # Errors
    /// The file cannot be used, is being written by another program, belongs to another plan, or is damaged.
    pub fn open(path: &Path, belongs: &Belongs<'_>, fresh: bool) -> Result<(Log, Vec<Played>), LogError> {
        let at = |error| LogError::File(path.to_path_buf(), error);
        let open = |path: &Path| OpenOptions::new().read(true).append(true).create(true).open(path);
        let mut file = open(path).map_err(at)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(std::fs::TryLockError::WouldBlock) => return Err(LogError::Busy(path.to_path_buf())),
            Err(std::fs::TryLockError::Error(error)) => return Err(at(error)),
        }
        let beside = path.with_extension("times");
        let times = open(&beside).map_err(|error| LogError::File(beside.clone(), error))?;
        if fresh {
            file.set_len(0).map_err(at)?;
            times.set_len(0).map_err(at)?;
            _ = std::fs::remove_file(path.with_extension("errors"));
        }
        let mut text = Vec::new();
        file.read_to_end(&mut text).map_err(at)?;
        let whole = text.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
        if whole < text.len() {
            file.set_len(whole as u64).map_err(at)?;
            file.seek(SeekFrom::End(0)).map_err(at)?;
            text.truncate(whole);
        }
        let header = Header {
            partie: FORMAT,
            plan: belongs.plan.to_string(),
            game: belongs.game.to_string(),
            players: belongs.players.clone(),
            seed: belongs.seed,
        };
        let mut log = Log {
            path: path.to_path_buf(),
            file: Some(file),
            times: Some(BufWriter::new(times)),
            players: belongs.players.clone(),
        };
        if text.is_empty() {
            log.append(&header)?;
            return Ok((log, Vec::new()));
        }
        let played = read(path, &text, Some(&header))?;
        Ok((log, played))
    }

    /// Appends a play, with what its moves took in microseconds and what its programs complained of.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn write(
        &mut self,
        played: &Played,
        micros: &[u64],
        errors: &[(usize, String)],
    ) -> Result<(), LogError> {
        self.append(played)?;
        self.complain(played.job, errors)?;
        let Some(times) = &mut self.times else { return Ok(()) };
        let line = Times { job: played.job, micros: Cow::Borrowed(micros) };
        let written = serde_json::to_writer(&mut *times, &line).map_err(io::Error::from);
        written.and_then(|()| times.write_all(b"\n")).map_err(|e| LogError::File(self.path.clone(), e))
    }

    /// Writes what programs said on standard error; the file is there only if some did.
    fn complain(&self, job: u64, errors: &[(usize, String)]) -> Result<(), LogError> {
        if self.file.is_none() || errors.is_empty() {
            return Ok(());
        }
        let path = self.path.with_extension("errors");
        let mut lines = Vec::new();
        for (player, text) in errors {
            let player = self.players.get(*player).map_or("", String::as_str);
            serde_json::to_writer(&mut lines, &Complaint { job, player, text })
                .map_err(|error| LogError::File(path.clone(), error.into()))?;
            lines.push(b'\n');
        }
        let open = OpenOptions::new().append(true).create(true).open(&path);
        open.and_then(|mut file| file.write_all(&lines)).map_err(|error| LogError::File(path, error))
    }

    fn append(&mut self, line: &impl Serialize) -> Result<(), LogError> {
        let Some(file) = &mut self.file else { return Ok(()) };
        let at = |error| LogError::File(self.path.clone(), error);
        let mut text = serde_json::to_vec(line).map_err(|error| at(error.into()))?;
        text.push(b'\n');
        // One call for one line: a kill leaves a whole line or the beginning of one.
        file.write_all(&text).map_err(at)
    }
}

/// The plays of a log that nobody needs to continue, and its seed and game.
///
/// # Errors
/// The file cannot be read or is damaged.
pub fn load(path: &Path) -> Result<Vec<Played>, LogError> {
    let mut text = std::fs::read(path).map_err(|error| LogError::File(path.to_path_buf(), error))?;
    let whole = text.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
    text.truncate(whole);
    read(path, &text, None)
}

fn read(path: &Path, text: &[u8], wanted: Option<&Header>) -> Result<Vec<Played>, LogError> {
    let damaged = |line: usize, cause: String| LogError::Damaged(path.to_path_buf(), line, cause);
    let mut lines = text.split(|&byte| byte == b'\n').filter(|line| !line.is_empty()).enumerate();
    let Some((_, first)) = lines.next() else { return Ok(Vec::new()) };
    let header: Header =
        serde_json::from_slice(first).map_err(|error| damaged(1, format!("it has no header: {error}")))?;
    if wanted.is_some_and(|wanted| *wanted != header) {
        return Err(LogError::OtherPlan(path.to_path_buf()));
    }
    let mut played = Vec::new();
    for (i, line) in lines {
        let play: Played = serde_json::from_slice(line).map_err(|error| damaged(i + 1, error.to_string()))?;
        let players = header.players.len();
        if play.job != played.len() as u64 {
            return Err(damaged(i + 1, format!("play {} stands where {} should", play.job, played.len())));
        }
        if play.seats.len() != play.scores.len() || play.seats.iter().any(|&p| p >= players) {
            return Err(damaged(i + 1, "its seats are not those of the plan".to_string()));
        }
        played.push(play);
    }
    Ok(played)
}

/// The times of the moves in microseconds, by job; empty where no such file is.
pub fn times(path: &Path) -> Vec<(u64, Vec<u64>)> {
    let text = std::fs::read_to_string(path.with_extension("times")).unwrap_or_default();
    let mut found: Vec<(u64, Vec<u64>)> = text
        .lines()
        .filter_map(|line| serde_json::from_str::<Times>(line).ok())
        .map(|line| (line.job, line.micros.into_owned()))
        .collect();
    // A play that was torn out of the log has its times here twice: the later ones are those of the log.
    found.reverse();
    found.sort_by_key(|(job, _)| *job);
    found.dedup_by_key(|(job, _)| *job);
    found
}
