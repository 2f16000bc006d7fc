//! The arm: a Lynxmotion AL5D with an SSC-32U servo controller.

pub mod original;
pub mod protocol;
