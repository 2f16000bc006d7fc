//! Players that learn: small networks, their training, and what they are trained on.
//!
//! - [`Net`] is a network, [`Pupil`] a network with its optimiser, [`Sample`] what it learns from;
//! - [`NetFile`] is the file of a trained player, [`Checkpoint`] a training that can go on after it was killed.
//!
//! Nothing here depends on a library, a clock, threads or files: a trained player plays in a browser as it does on a server, and
//! the same seed gives the same network, bit by bit, on every machine.

mod adam;
mod bytes;
mod checkpoint;
mod file;
mod math;
mod net;
mod sample;

pub use adam::{Adam, Drill, Lesson, Pupil, examine};
pub use checkpoint::Checkpoint;
pub use file::{FileError, Header, Kind, MAGIC, NetFile, Numbers};
pub use net::{Inputs, Net, Pass, Shape};
pub use sample::{Goal, Loss, Sample, Work, largest, score_moves};
