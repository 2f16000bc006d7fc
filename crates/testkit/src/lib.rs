//! What every game is tested with, in a few lines per game:
//!
//! - [`laws`] plays at random and checks what must hold in any game ([`Laws`] has the knobs);
//! - [`perft`] counts move sequences against a table in `data/`;
//! - [`secrets`] compares what everybody sees and hears in a card game with who was shown what, derived from the record;
//! - [`golden`] compares a play, as every player sees it, with a text in `data/`;
//! - [`random_options`] and [`spoilt`] make hostile input;
//! - [`agree`] plays two implementations of one game side by side;
//! - [`Tree`] is a game tree written as a literal, for tests of search, and [`plain`] solves anything small slowly.
//!
//! A dev-dependency only: nothing here is meant to run inside the program, and it panics with a sentence when something
//! is wrong, as tests do. Every panicking function has a twin that returns the fault instead.
//!
//! ```
//! use testkit::{Tree, laws, plain};
//! let tree: Tree = "max(min(3 5) min(2 9) chance(1:8 3:-4))".parse().unwrap();
//! laws(&tree, 20, 1);
//! assert_eq!(plain(&tree, &game::Game::initial(&tree)), [3.0, -3.0]);
//! ```

mod agree;
mod estimates;
mod follow;
mod golden;
mod hostile;
mod laws;
mod perft;
mod plain;
mod scenes;
mod secrets;
mod tree;
mod views;
pub mod worlds;

pub use agree::{Agreement, agree};
pub use follow::follows;
pub use golden::{compare, golden, playthrough};
pub use hostile::{random_options, spoilt};
pub use laws::{Laws, laws};
pub use perft::{Fact, Section, perft, perft_facts, read_perft};
pub use plain::plain;
pub use secrets::{Ledger, Shown, check_secrets, secrets};
pub use tree::{Tree, TreeError};

use std::path::PathBuf;

/// A file or folder below `data/` of the repository.
pub fn data(path: &str) -> PathBuf {
    PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../data")).join(path)
}

/// A fault, as a sentence.
pub(crate) type Checked = Result<(), String>;
