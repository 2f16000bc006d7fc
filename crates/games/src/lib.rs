//! Native games, one module each. A module has its rules with their sources in the header, `TITLE` and `PARAMETERS` for
//! the catalog, and a type with `new(&Options)`.
//!
//! States are small `Copy` data and keep what the next question needs (legal squares, whether somebody has won), so that
//! a random play costs little more than its random numbers. Nothing here searches, prints or reads a clock.

mod bits;
pub mod connect4;
pub mod kuhn;
pub mod ludo;
pub mod morris;
pub mod nim;
mod pack;
pub mod puzzle8;
pub mod reversi;
mod stage;
pub mod tictactoe;

pub use connect4::Connect4;
pub use kuhn::Kuhn;
pub use ludo::Ludo;
pub use morris::Morris;
pub use nim::Nim;
pub use puzzle8::Puzzle8;
pub use reversi::Reversi;
pub use tictactoe::TicTacToe;
