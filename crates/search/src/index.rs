//! States by number, for searches that keep every state they meet.

use crate::hash::hash;

/// States by number, found again by their hash.
pub(crate) struct Index<S> {
    /// The states in the order of discovery.
    pub(crate) states: Vec<S>,
    slots: Vec<u32>,
}

/// No number of a state.
pub(crate) const FREE: u32 = u32::MAX;

impl<S: std::hash::Hash + Eq> Index<S> {
    pub(crate) fn new() -> Index<S> {
        Index { states: Vec::new(), slots: vec![FREE; 1024] }
    }

    /// The number of a state, and whether it is new.
    pub(crate) fn add(&mut self, s: S) -> (u32, bool) {
        let mask = self.slots.len() - 1;
        let mut at = hash(&s) as usize & mask;
        while self.slots[at] != FREE {
            if self.states[self.slots[at] as usize] == s {
                return (self.slots[at], false);
            }
            at = (at + 1) & mask;
        }
        let number = self.states.len() as u32;
        self.slots[at] = number;
        self.states.push(s);
        if self.states.len() * 3 > self.slots.len() * 2 {
            self.grow();
        }
        (number, true)
    }

    /// The number of a state, if it was added.
    pub(crate) fn find(&self, s: &S) -> Option<u32> {
        let mask = self.slots.len() - 1;
        let mut at = hash(s) as usize & mask;
        while self.slots[at] != FREE {
            if self.states[self.slots[at] as usize] == *s {
                return Some(self.slots[at]);
            }
            at = (at + 1) & mask;
        }
        None
    }

    fn grow(&mut self) {
        let mask = self.slots.len() * 2 - 1;
        self.slots = vec![FREE; mask + 1];
        for (number, s) in self.states.iter().enumerate() {
            let mut at = hash(s) as usize & mask;
            while self.slots[at] != FREE {
                at = (at + 1) & mask;
            }
            self.slots[at] = number as u32;
        }
    }
}
