//! The arm on a simulated table.

mod games;
mod motion;
mod pictures;
mod tables;
