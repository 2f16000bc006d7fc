//! What teaches, over nothing but [`game::Table`]: every game with a searching player gets it, described ones included.
//!
//! | module | what it offers |
//! | --- | --- |
//! | [`ladder`] | a hint in three steps: where to look, which moves come into question, the move with its reasons |
//! | [`review`] | every decision of a player in a finished play with two verdicts: by what was known, and in hindsight |
//! | [`exercise`] | positions with one best move, from mistakes and generated, by difficulty |
//! | [`progress`] | what a review adds to somebody's progress: losses by deal, bids, motifs |
//! | [`say`] | the reasons of searching agents, which are English sentences with figures, in three languages |
//!
//! Nothing here knows a rule. Values come from the agents of a table: they are money where the game is played for money
//! ([`game::Table::stake`]), otherwise the share of the result between 0 (lost) and 1 (won).

mod exact;
pub mod exercise;
pub mod ladder;
pub mod progress;
pub mod review;
pub mod say;
mod thoughts;
mod verdict;

pub use exact::{Exact, Proven};
pub use exercise::{Exercise, Maker};
pub use ladder::{Choice, Ladder, advise, ladder};
pub use review::{Ask, Decision, Review, ReviewError, Reviewer, judge, review};
pub use verdict::{Scale, Verdict};
