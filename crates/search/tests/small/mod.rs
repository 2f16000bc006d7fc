//! Small games the searches are tried on: a line game on a grid with a sharp look, a game with extra turns, a puzzle, a
//! poker, a pursuit with cycles, and stakes that are raised.

#![expect(dead_code, reason = "every test file uses some of the games")]

pub(crate) mod connect;
pub(crate) mod cups;
pub(crate) mod kuhn;
pub(crate) mod loops;
pub(crate) mod ruin;
pub(crate) mod slide;
pub(crate) mod stakes;
