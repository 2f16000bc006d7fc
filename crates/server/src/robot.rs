//! A robot at a real table, shown by the server beside it: what its arm does, an emergency stop, keys for teaching, what its
//! camera sees.

use serde_json::Value;

/// The robot, as far as a page is concerned.
pub trait Robot: Send + Sync {
    /// What the page draws.
    fn state(&self) -> Value;
    /// Stops the arm at once.
    fn stop(&self);
    /// A key of the teacher was pressed; false if nobody is being taught.
    fn key(&self, key: char) -> bool;
    /// The page brings a picture of its camera.
    ///
    /// # Errors
    /// It is not a picture, or none is taken from pages.
    fn bring(&self, _picture: &[u8]) -> Result<(), String> {
        Err("no picture is wanted here".into())
    }
    /// The last picture of the camera as PNG, with what was recognised drawn on it, or its segments; none before the first.
    fn seen(&self, _segments: bool) -> Option<Vec<u8>> {
        None
    }
}
