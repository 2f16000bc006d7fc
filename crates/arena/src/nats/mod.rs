//! A tournament on many machines. The program that owns the plan and the log (the coordinator, a [`Crew`](crate::run::Crew))
//! offers jobs through NATS JetStream; workers take them, play, and send results back; the coordinator puts the results in order
//! and writes the log, which is the same as if it had played alone.
//!
//! - A job is a few plays, named by their places in the schedule. What a job gives depends on the plan and its places
//!   only, so it does no harm to do one twice: the first result counts.
//! - A worker holds a job for a *lease* and renews it while it plays. A worker that was killed or cut off renews nothing, and
//!   the job goes to another one.
//! - A result is stored before the job is acknowledged, and the log is written by the coordinator alone: whoever is killed at
//!   whatever moment, no play is lost and none is counted twice. A coordinator that is started again reads the log, then
//!   the results that came while it was away, and offers the rest.
//! - Subjects carry the version of the program. A worker of another version does not find its jobs there, and says so.
//!
//! | file | what it does |
//! | --- | --- |
//! | `client` | the protocol of NATS over TCP |
//! | `stream` | the part of JetStream that is used |
//! | `coordinator` | offers jobs, collects results |
//! | `worker` | does jobs |
//! | `learning` | self-play of a training, whose plays workers make |

mod client;
mod coordinator;
mod learning;
mod stream;
mod worker;

pub use client::NatsError;
pub use coordinator::{Coordinator, Post};
pub use learning::{Trainer, Training};
pub use worker::{Opener, WorkError, Worker, work};

use crate::log::Played;
use crate::plan::Plan;
use crate::play::{NoResult, Timed};
use crate::schedule::Job;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::time::Duration;

/// How long a worker may be silent about a job, unless the coordinator says otherwise.
pub const LEASE: Duration = Duration::from_secs(30);

/// Which program plays. The same plan gives the same log only if all machines run the same one.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, Debug)]
pub struct Version {
    /// The version of the package.
    pub package: String,
    /// What tells two builds of one version apart.
    pub build: String,
}

impl fmt::Display for Version {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "partie {} (build {})", self.package, self.build)
    }
}

impl Version {
    /// The version as a word of a subject.
    fn word(&self) -> String {
        digest(&format!("{self} format {}", crate::log::FORMAT))
    }
}

/// A short hash.
fn digest(text: &str) -> String {
    use sha2::Digest;
    sha2::Sha256::digest(text.as_bytes()).iter().take(8).map(|byte| format!("{byte:02x}")).collect()
}

/// A tournament as workers are told of it.
#[derive(Serialize, Deserialize)]
struct Announced {
    version: Version,
    plan: Plan,
    seed: u64,
    /// The text of the game's description, where it is a file of the coordinator.
    description: Option<String>,
    /// The lease, in milliseconds.
    lease: u64,
}

/// Some plays, by their places in a stage.
#[derive(Serialize, Deserialize)]
struct Batch {
    stage: u32,
    jobs: Vec<(usize, Job)>,
}

/// The head of a result. A play that is too long for one message comes in parts.
#[derive(PartialEq, Eq, Serialize, Deserialize, Debug)]
struct Head {
    stage: u32,
    place: usize,
    /// Which attempt it belongs to: parts of two attempts do not mix.
    attempt: String,
    part: usize,
    parts: usize,
}

/// A result.
#[derive(Serialize, Deserialize)]
enum Sent {
    Played {
        played: Played,
        /// The values of the moves, bit by bit: decimal numbers may lose the last one on their way.
        values: Vec<Option<u64>>,
        micros: Vec<u64>,
        /// Nanoseconds.
        thought: Option<u64>,
        errors: Vec<(usize, String)>,
    },
    Failed(NoResult),
}

impl Sent {
    fn of(result: Result<Timed, NoResult>) -> Sent {
        match result {
            Ok(Timed { played, micros, thought, errors }) => Sent::Played {
                values: played.moves.iter().map(|made| made.value.map(f64::to_bits)).collect(),
                played,
                micros,
                thought: thought.map(|t| u64::try_from(t.as_nanos()).unwrap_or(u64::MAX)),
                errors,
            },
            Err(cause) => Sent::Failed(cause),
        }
    }

    /// The result of this job; `None` if it is not one of it.
    fn result(self, job: &Job) -> Option<Result<Timed, NoResult>> {
        match self {
            Sent::Failed(cause) => Some(Err(cause)),
            Sent::Played { mut played, values, micros, thought, mut errors } => {
                let fits = played.seats == job.seats
                    && played.scores.len() == job.seats.len()
                    && values.len() == played.moves.len()
                    && micros.len() == played.moves.len();
                if !fits {
                    return None;
                }
                for (made, value) in played.moves.iter_mut().zip(values) {
                    made.value = value.map(f64::from_bits).filter(|value| value.is_finite());
                }
                let of = Played::of(job);
                played.stage = of.stage;
                played.meeting = of.meeting;
                played.deal = of.deal;
                played.last = of.last;
                played.faults.retain(|(player, _)| job.seats.contains(player));
                errors.retain(|(player, _)| job.seats.contains(player));
                Some(Ok(Timed { played, micros, thought: thought.map(Duration::from_nanos), errors }))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::log::Made;

    #[test]
    fn a_result_arrives_bit_by_bit_and_one_of_another_job_is_none() {
        let job = Job { number: 0, stage: 1, meeting: 2, deal: 3, seats: vec![1, 0], last: true };
        let value = Some(0.1 + 0.2);
        let made = Made { by: 1, text: "d".into(), legal: Some(7), value, nodes: Some(3) };
        let played = Played { scores: vec![1, -1], moves: vec![made], ..Played::of(&job) };
        let errors = vec![(1, "a word".to_string())];
        let timed = Timed { played, micros: vec![9], thought: Some(Duration::from_nanos(5)), errors };
        let sent = || -> Sent {
            serde_json::from_slice(&serde_json::to_vec(&Sent::of(Ok(timed.clone()))).unwrap()).unwrap()
        };
        assert_eq!(sent().result(&job), Some(Ok(timed.clone())));
        assert_eq!(sent().result(&Job { seats: vec![0, 1], ..job }), None);
    }

    #[test]
    fn builds_of_one_version_are_told_apart() {
        let of = |build: &str| Version { package: "1.0".into(), build: build.into() }.word();
        assert_eq!(of("a"), of("a"));
        assert_ne!(of("a"), of("b"));
    }
}
