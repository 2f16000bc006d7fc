//! The arm: a Lynxmotion AL5D with an SSC-32U servo controller.
//!
//! [`protocol`] is the controller's language, [`original`] how s3games spoke it; [`kinematics`] turns points into pulses;
//! [`setup`] is the file of a table, [`teach`] how it is filled by hand, [`ground`] where the places of a game lie on it; [`plan`] turns a move into
//! pick-and-place and [`drive`] performs it over a [`line`].

pub mod drive;
pub mod ground;
pub mod kinematics;
pub mod line;
pub mod original;
pub mod plan;
#[cfg(unix)]
pub mod port;
pub mod protocol;
pub mod setup;
pub mod teach;
