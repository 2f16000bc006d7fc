//! An embeddable, bounded, forkable Prolog. Knows nothing about games.
//!
//! A [`Program`] is compiled, immutable and shared; a [`Machine`] runs queries on it, owns its own
//! database and is cheap to make, clone and throw away.
//!
//! ```
//! use logic::{Machine, Program};
//! let (program, found) = Program::from_text("edge(a, b). edge(b, c).");
//! assert!(found.is_empty());
//! let mut machine = Machine::new(&program);
//! let answers: Vec<_> = machine.query("edge(X, Y)").unwrap().map(|a| a.unwrap().bindings).collect();
//! assert_eq!(answers.len(), 2);
//! assert_eq!(answers[0], [("X".to_string(), "a".to_string()), ("Y".to_string(), "b".to_string())]);
//! ```
//!
//! # How a program drives it
//! * **Load**: [`Machine::consult_text`] and [`Machine::consult_file`] return [`Diagnostic`]s (errors and
//!   warnings with file, line and column); [`Machine::halted`] tells of a `halt/1` met on the way;
//!   [`Machine::freeze`] gives the program for other machines.
//! * **Ask in text** (a top level): [`Machine::query`] parses a query and returns an iterator of
//!   [`Answer`]s: the bindings in the order of the query, the goals that still wait for variables, and whether
//!   more can come.
//! * **Ask without text** (an inner loop): build a [`Term`] ([`Machine::compound`], [`Machine::variable`]),
//!   prepare it once with [`Machine::goal`], then [`Machine::solve`] and [`Solutions::advance`];
//!   [`Solutions::get`] reads values in place as [`TermRef`]s.
//! * **Extend**: [`Machine::define`] and [`Machine::define_nondet`] add predicates written in Rust.
//! * **Bound**: [`Machine::set_limits`], [`Machine::set_grants`]; nothing outside is touched without a grant.
//! * **Fork**: [`Machine::fork`], [`Machine::snapshot`], [`Machine::restore`], [`Machine::save`], [`Machine::load`].
//! * **Watch**: [`Machine::set_tracer`] (four ports), [`Machine::set_profiling`] and [`Machine::profile`].
//!
//! What is deliberately absent: constraint libraries, threads inside a machine, a foreign-function interface other than
//! Rust closures, and real modules (qualification is accepted and ignored, except for the hooks of attributed variables).

mod api;
mod arith;
mod atom;
mod big;
mod builtins;
mod cell;
mod clauses;
mod code;
mod compile;
mod conditional;
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
mod sequence;
mod snapshot;
mod source;
mod stream;
#[cfg(test)]
mod stress;
mod tabling;
mod term;
mod trace;
mod undefined;
mod writer;

pub use api::{Answer, Goal, Query, Solutions};
pub use cell::{Atom, Cell};
pub use clauses::ClauseTerm;
pub use error::{Backtrace, Diagnostic, Failure, Frame, PrologError, Severity};
pub use foreign::{Call, Reply};
pub use limits::{Grants, Limits};
pub use machine::Machine;
pub use program::Program;
pub use reader::{SyntaxError, end_of_term};
pub use snapshot::{Corrupt, Snapshot};
pub use stream::{SharedReader, SharedWriter};
pub use term::{Term, TermRef, View};
pub use trace::{Event, Hook, Port};

/// The user's guide; its example is a test.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/src/prolog.md")]
struct Guide;
