//! A robot at a real table, shown by the server beside it: what its arm does, an emergency stop, keys for teaching.

use serde_json::Value;

/// The robot, as far as a page is concerned.
pub trait Robot: Send + Sync {
    /// What the page draws.
    fn state(&self) -> Value;
    /// Stops the arm at once.
    fn stop(&self);
    /// A key of the teacher was pressed; false if nobody is being taught.
    fn key(&self, key: char) -> bool;
}
