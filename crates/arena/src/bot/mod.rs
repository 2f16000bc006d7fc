//! Outside programs as players. A program speaks lines of text over its standard input and output, in the family of UCI
//! (Universal Chess Interface): whoever can read and print lines in any language can write a player.
//!
//! | file | what it does |
//! | --- | --- |
//! | [`program`](Program) | starts a program and seats it at a table: a [`game::Mind`] |
//! | `pipes` | what a program is told, says and complains of |
//! | [`absent`](Absent) | the seat of a program that did not come |
//! | [`confine`](confined) | the bounds of a program: memory, files, network |
//! | [`speak`](speak) | the other side: one of our agents behind the protocol |
//! | [`trial`](trial) | says what is wrong with a program |
//!
//! The protocol is specified in the handbook (`docs/src/bots.md`).

mod absent;
mod confine;
mod pipes;
mod program;
mod scene;
mod speak;
mod trial;

pub use absent::Absent;
pub use confine::{ConfineError, confined};
pub use pipes::Kept;
pub use program::{Program, StartError, confine_by};
pub use scene::scene_json;
pub use speak::{Opener, SpeakError, speak};
pub use trial::{Finding, Grade, trial};

/// The version of the protocol.
pub const VERSION: u32 = 1;
/// The longest line either side may send, in bytes.
pub const LONGEST_LINE: usize = 64 << 10;
/// The most lines of `info` before a move.
pub const MOST_INFO: usize = 10_000;
/// How long a program may take to say that it is ready, in seconds.
pub const READY_SECONDS: u64 = 10;
/// How long a program may think about a move where nothing else limits it, in seconds.
pub const IDLE_SECONDS: u64 = 60;
