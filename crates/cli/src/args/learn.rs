//! The arguments of `partie learn`.

use clap::{Args as Words, Subcommand};
use std::path::PathBuf;

#[derive(Words)]
pub(crate) struct Learn {
    #[command(subcommand)]
    pub(crate) command: LearnCommand,
}

#[derive(Subcommand)]
pub(crate) enum LearnCommand {
    /// Learn the decisions of a teacher (an agent) or of anybody's records
    Imitate(Imitate),
    /// Let a player who knows only the rules teach itself
    Selfplay(Selfplay),
    /// Learn from records or from a player what cards played say about cards held
    Cards(Cards),
    /// Measure an agent against a table of another: the same deals from every seat, and the processor time of both
    Compare(Measure),
    /// Say what a file of a trained player is, and whether it fits its game
    Show(ShowNet),
}

/// What all trainings take.
#[derive(Words)]
pub(crate) struct Training {
    /// Where the trained player is written (default: the game's name with the ending .net)
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
    /// Go on where a training with the same arguments stopped; FILE.learning holds it
    #[arg(long)]
    pub(crate) resume: bool,
    /// Seconds between two savings of the training
    #[arg(long, value_name = "SECONDS", default_value_t = 30.0)]
    pub(crate) save: f64,
    /// Stop after so many minutes, at the end of a round; --resume goes on
    #[arg(long)]
    pub(crate) minutes: Option<f64>,
    /// Take the player after this round, though --rounds plans more (the steps grow shorter towards the last)
    #[arg(long, value_name = "ROUND", default_value_t = 0)]
    pub(crate) until: u64,
    /// Numbers in the middle of the network
    #[arg(long)]
    pub(crate) width: Option<usize>,
    /// Residual blocks of the network
    #[arg(long)]
    pub(crate) blocks: Option<usize>,
    /// How views become numbers: the game's own encoder (default where it has one), or scene-1 for any game
    #[arg(long)]
    pub(crate) encoder: Option<String>,
    /// How far a step of the training goes at the start
    #[arg(long)]
    pub(crate) rate: Option<f32>,
    /// Agents to measure the player against, separated by commas
    #[arg(long, value_name = "A,B,…", default_value = "random")]
    pub(crate) against: String,
    /// Deals (or pairs of plays) of one measurement, each from every seat
    #[arg(long, value_name = "DEALS", default_value_t = 50)]
    pub(crate) measure: u64,
    /// Draw the learning curve into this file (SVG)
    #[arg(long, value_name = "FILE")]
    pub(crate) curve: Option<PathBuf>,
    /// Write the weights in full precision: twice as large
    #[arg(long)]
    pub(crate) full: bool,
}

#[derive(Words)]
pub(crate) struct Imitate {
    /// The game
    pub(crate) game: String,
    /// The agent whose decisions are learned, sitting in every seat
    #[arg(long, value_name = "AGENT", required_unless_present = "records", conflicts_with = "records")]
    pub(crate) teacher: Option<String>,
    /// Records whose decisions are learned
    #[arg(long, value_name = "RECORD", num_args = 1..)]
    pub(crate) records: Vec<PathBuf>,
    /// Of records, only the decisions of players whose name contains this
    #[arg(long, value_name = "NAME", requires = "records")]
    pub(crate) player: Option<String>,
    /// Deals of the teacher to learn from
    #[arg(long, default_value_t = 500)]
    pub(crate) deals: u64,
    /// Deals of the teacher (or, of every ten records, one) that are never learned from, only asked
    #[arg(long, value_name = "DEALS", default_value_t = 100)]
    pub(crate) asked: u64,
    /// The deals come in so many parts, with lessons after each
    #[arg(long, default_value_t = 20)]
    pub(crate) rounds: u64,
    /// How often each decision is learned, about
    #[arg(long, default_value_t = 10.0)]
    pub(crate) epochs: f32,
    /// How much worse, by the teacher's own values, a move is that counts about a third of one as good as its choice: moves that are
    /// nearly as good share half of what is learned. 0: only the choice is learned
    #[arg(long, value_name = "VALUE", default_value_t = 0.0, conflicts_with = "records")]
    pub(crate) soften: f64,
    #[command(flatten)]
    pub(crate) training: Training,
}

#[derive(Words)]
pub(crate) struct Selfplay {
    /// The game
    pub(crate) game: String,
    /// Rounds: plays, then lessons
    #[arg(long, default_value_t = 100)]
    pub(crate) rounds: u64,
    /// Plays of a round
    #[arg(long, default_value_t = 40)]
    pub(crate) plays: usize,
    /// Walks through the tree for a move that is learned from, where everybody sees everything
    #[arg(long, default_value_t = 100)]
    pub(crate) walks: u64,
    /// Samples kept
    #[arg(long, default_value_t = 40_000)]
    pub(crate) window: usize,
    /// Moves of a play at most; then it is drawn
    #[arg(long, default_value_t = 400)]
    pub(crate) length: usize,
    /// Let workers make the plays (partie worker) that share this NATS server, e.g. nats://localhost; the network is the same
    #[arg(long, value_name = "URL")]
    pub(crate) nats: Option<String>,
    /// Seconds that a worker may be silent about its plays before they go to another one
    #[arg(long, value_name = "SECONDS", default_value_t = 30.0, requires = "nats")]
    pub(crate) lease: f64,
    /// Rounds between two measurements; 0: only in the end
    #[arg(long, default_value_t = 0)]
    pub(crate) every: u64,
    #[command(flatten)]
    pub(crate) training: Training,
}

#[derive(Words)]
pub(crate) struct Cards {
    /// The game: snaps, marias, licitovany or taroky
    pub(crate) game: String,
    /// Records to learn from
    #[arg(long, value_name = "RECORD", num_args = 1..)]
    pub(crate) records: Vec<PathBuf>,
    /// The agent whose deals are learned from, if there are no records
    #[arg(long, value_name = "AGENT", required_unless_present = "records", conflicts_with = "records")]
    pub(crate) teacher: Option<String>,
    /// Deals of the teacher to learn from
    #[arg(long, default_value_t = 300)]
    pub(crate) deals: u64,
    /// Deals of the teacher (or, of every ten records, one) that only tell how good the guesses are
    #[arg(long, value_name = "DEALS", default_value_t = 40)]
    pub(crate) asked: u64,
    /// How often each card is learned by the network
    #[arg(long, default_value_t = 6.0)]
    pub(crate) epochs: f32,
    /// Where the network for the places of cards is written
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
    /// Where the statistician's table is written
    #[arg(long, value_name = "FILE")]
    pub(crate) table: Option<PathBuf>,
}

#[derive(Words)]
pub(crate) struct Measure {
    /// The game
    pub(crate) game: String,
    /// The agent that is measured, e.g. learned or net?file=FILE
    pub(crate) agent: String,
    /// The agent in all other seats
    pub(crate) other: String,
    /// Deals (or openings), each from every seat
    #[arg(long, default_value_t = 100)]
    pub(crate) deals: u64,
    /// Random moves at the start of a play without chance
    #[arg(long, default_value_t = 4)]
    pub(crate) opening: usize,
}

#[derive(Words)]
pub(crate) struct ShowNet {
    /// The file
    pub(crate) file: PathBuf,
}
