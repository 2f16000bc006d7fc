//! The arm on a simulated table.

mod games;
mod guarded;
mod motion;
mod pictures;
mod tables;
