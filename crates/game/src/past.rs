//! The positions a play has been in, for games that end when a position returns. The history is not part of a position:
//! two states that differ only in it are equal, so a graph of positions stays finite.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

/// The rule that ends a play in which a position returns.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Repetition {
    /// The play ends when a position is there for that many times.
    pub times: u32,
    /// Whoever brings it about loses; otherwise it is a draw.
    pub loses: bool,
}

/// What happened on the way to a state. Equal to every other.
#[derive(Clone, Default, Debug)]
pub struct Past {
    seen: Arc<Vec<u64>>,
    repeated: bool,
}

impl Past {
    /// Enters a position; whether it is there for the `times`-th time now.
    pub fn visit(&mut self, position: &(impl Hash + ?Sized), times: u32) -> bool {
        // The hash of the standard library without a key is the same on every machine.
        let mut hasher = DefaultHasher::new();
        position.hash(&mut hasher);
        let mark = hasher.finish();
        let before = self.seen.iter().filter(|&&m| m == mark).count();
        Arc::make_mut(&mut self.seen).push(mark);
        self.repeated = before + 1 >= times as usize;
        self.repeated
    }

    /// Whether the position reached is one too often.
    pub fn repeated(&self) -> bool {
        self.repeated
    }
}

impl PartialEq for Past {
    fn eq(&self, _: &Past) -> bool {
        true
    }
}

impl Eq for Past {}

impl Hash for Past {
    fn hash<H: Hasher>(&self, _: &mut H) {}
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_third_time_is_told_and_a_copy_goes_its_own_way() {
        let mut past = Past::default();
        assert!(!past.visit(&1, 3) && !past.visit(&2, 3) && !past.visit(&1, 3));
        let mut copy = past.clone();
        assert!(past.visit(&1, 3) && past.repeated());
        assert!(!copy.visit(&2, 3) && copy.visit(&1, 3));
        assert_eq!(past, Past::default());
    }
}
