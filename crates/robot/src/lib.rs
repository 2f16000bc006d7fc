//! Games on a real table: an arm moves the tokens, an eye sees what lies where.
//!
//! The crate works with scenes and gestures only; it contains no rules and knows no game. [`arm`] speaks with the servo
//! controller and turns gestures into motions, [`eye`] is the interface of everything that can look at a table, [`camera`]
//! is the eye that looks at pictures, [`sim`] a table in memory for everything that has no hardware.

pub mod arm;
pub mod camera;
pub mod eye;
pub mod play;
pub mod sim;
pub mod words;
