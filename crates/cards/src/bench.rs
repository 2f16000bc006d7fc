//! What the speed commands of the card games report. Every game offers `bench::run(seed, seconds_worth) -> Report`
//! of this shape; the command line prints it. Times come from the caller's clock: the rules have none.

use game::Clock;
use std::time::Duration;

/// One measured activity.
#[derive(Clone, PartialEq, Debug)]
pub struct Measure {
    /// What was done: `deals`, `legal`, `sample`.
    pub name: &'static str,
    /// How often.
    pub count: u64,
    /// In what time.
    pub time: Duration,
    /// A sum over all results that must be equal for equal seeds and counts.
    pub check: u64,
}

impl Measure {
    /// How often per second.
    pub fn rate(&self) -> f64 {
        self.count as f64 / self.time.as_secs_f64().max(1e-9)
    }
}

/// The speed of one game.
#[derive(Clone, PartialEq, Debug)]
pub struct Report {
    /// The game with its parameters.
    pub game: String,
    /// The seed everything followed from.
    pub seed: u64,
    /// Complete random deals, legal-move generation at random positions of play, samples at the first card of play.
    pub measures: Vec<Measure>,
}

/// Times an activity that says how often it was done and a checksum.
pub fn measure(name: &'static str, work: impl FnOnce() -> (u64, u64)) -> Measure {
    let clock = Clock::system();
    let start = clock.now();
    let (count, check) = work();
    Measure { name, count, time: clock.since(start), check }
}
