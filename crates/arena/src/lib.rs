//! Tournaments as data. A tournament is a [`Plan`] and an append-only log: killed at any moment it goes on where it was, and the
//! same plan and seed give the same log on any number of threads. What it says about the players is computed from the log
//! alone.
//!
//! | module | what it offers |
//! | --- | --- |
//! | [`Plan`] | the file: game, players, design, limits; refused with all mistakes at once |
//! | [`play_match`] | a match of agents who change seats |
//! | [`schedule`] | who meets whom: round robin, gauntlet, Swiss, knock-out |
//! | [`run()`] | plays it, on several threads, resuming from the log |
//! | [`nats`] | plays it on several machines |
//! | [`log`] | one line for every play, with every move |
//! | [`Standings`] | points, means with intervals, ratings, cross table, advantage of the first seat |
//! | [`report`] | text, CSV, Parquet, one self-contained HTML page |
//! | [`bot`] | outside programs as players |
//! | [`bench`] | a play with all hands open, one move at a time |

/// Why something that the caller was asked for (a game, a file) is not there; a program answers with errors of its own.
pub type Cause = Box<dyn std::error::Error + Send + Sync>;

pub mod bench;
pub mod bot;
pub mod clock;
pub mod log;
mod matches;
mod mean;
pub mod nats;
mod plan;
mod play;
mod rating;
pub mod report;
mod run;
pub mod schedule;
pub mod sprt;
mod standings;

pub use log::{LogError, Played};
pub use matches::{MatchPlay, Standing, differences, play_match};
pub use mean::Mean;
pub use plan::{
    Design, Entrant, LONGEST, Mistakes, OnFault, Plan, Published, Setting, Settings, Sprt, Watch,
};
pub use play::{NoResult, Timed, Watching, open, play, play_watched, record};
pub use rating::{Rating, ratings};
pub use run::{Collect, Crew, Finished, Halt, Match, Run, Threads, run};
pub use standings::{Beside, Meeting, Row, Standings};
