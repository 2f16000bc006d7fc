//! The s3 language: a board game from a text file, at native speed.
//!
//! Four stages: [`syntax`] (text to tree, every mistake at once) → `lower` (names resolved, types checked) → `program`
//! (tables and bytecode, partially evaluated ahead of time) → the game ([`S3Game`], an `impl Game`). The crate reads no
//! files: it gets their text. The language is described in `docs/src/s3.md`.

mod convert;
pub mod diagnostic;
mod format;
mod game;
mod lower;
mod print;
mod probe;
mod program;
mod sheet;
pub mod syntax;

pub use crate::game::{Move, S3Game, State, View};
pub use ::game::{Diagnostic, Severity};
pub use convert::convert;
pub use format::format;
pub use lower::fit;
pub use probe::{Probe, probe};
pub use sheet::sheet;

use diagnostic::Report;

/// Loads a game from the text of a file. Reports every mistake; there is no game if one of them forbids it.
///
/// A file in dialect 1 may have errors and still be a game: what the original system only notices while playing fails
/// only when play gets there (see [`S3Game::fault`]).
pub fn load(text: &str, name: &str) -> (Option<S3Game>, Vec<Diagnostic>) {
    let mut report = Report::new(text);
    let file = syntax::read(text, &mut report);
    let model = lower::lower(file, &mut report);
    let list = report.sorted();
    (model.map(|m| S3Game::new(name, m, report)), list)
}
