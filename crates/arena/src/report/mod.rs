//! A tournament for people and for other programs: text, CSV, Parquet and one HTML page that needs nothing beside itself.

mod draw;
mod html;
mod parquet;
mod plot;
mod text;
mod words;

pub use draw::scene;
pub use html::{frames, html};
pub use parquet::{games_parquet, moves_parquet};
pub use text::{csv, moves_csv, text};

use crate::{Plan, Standings, log::Played};
use game::Lang;

/// Everything a report is made of.
pub struct Results<'a> {
    /// The game with its parameters.
    pub game: String,
    /// What the game is called, in the language of the report.
    pub title: String,
    /// The language of the page; text, CSV and Parquet are for programs and English.
    pub lang: Lang,
    /// The plan.
    pub plan: &'a Plan,
    /// The seed.
    pub seed: u64,
    /// The plays.
    pub played: &'a [Played],
    /// What they say.
    pub standings: &'a Standings,
}

impl Results<'_> {
    fn name(&self, player: usize) -> &str {
        self.plan.players[player].name()
    }
}
