//! An embeddable, bounded, forkable Prolog. Has never heard of games.
//!
//! A [`Program`] is compiled, immutable and shared; a [`Machine`] runs queries on it, owns its own
//! database and is cheap to make, clone and throw away.

mod api;
mod arith;
mod atom;
mod builtins;
mod cell;
mod code;
mod compile;
mod database;
mod dcg;
mod describe;
mod error;
mod flags;
mod foreign;
mod heap;
mod library;
mod limits;
mod load;
mod machine;
mod program;
mod reader;
mod snapshot;
mod stream;
mod tabling;
mod term;
mod trace;
mod writer;

pub use api::{Answer, Goal, Query, Solutions};
pub use cell::{Atom, Cell};
pub use error::{Backtrace, Diagnostic, Failure, Frame, PrologError, Severity};
pub use foreign::{Call, Reply};
pub use limits::{Grants, Limits};
pub use machine::Machine;
pub use program::Program;
pub use reader::SyntaxError;
pub use snapshot::{Corrupt, Snapshot};
pub use stream::{SharedReader, SharedWriter};
pub use term::{Term, TermRef, View};
pub use trace::{Event, Hook, Port};
