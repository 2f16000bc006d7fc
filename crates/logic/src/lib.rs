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
mod stream;
mod tabling;
mod trace;
mod writer;

pub use api::{Answer, Query};
pub use cell::{Atom, Cell};
pub use error::{Backtrace, Diagnostic, Failure, Frame, PrologError, Severity};
pub use limits::{Grants, Limits};
pub use machine::Machine;
pub use program::Program;
pub use reader::SyntaxError;
pub use stream::{SharedReader, SharedWriter};
pub use trace::Port;
