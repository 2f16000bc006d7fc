//! Positions and moves as plain data.

use game::Past;
use std::fmt;
use std::hash::{Hash, Hasher};

/// A position: flat words without a pointer to the rules. Two states are equal when every location that the file tells
/// apart holds a look-alike element (same type, state, owner, z-index) and player, winner and scores are equal.
pub struct State {
    pub(crate) w: Box<[u64]>,
    /// Words to compare.
    pub(crate) key: u32,
    /// The moves made, in games that hide something: what somebody has seen follows from them. Not compared.
    pub(crate) log: Vec<Move>,
    /// The positions before, where a rule asks for them.
    pub(crate) past: Past,
}

impl State {
    /// Writes the state as bytes: how many words count, then all words.
    pub(crate) fn pack(&self, out: &mut Vec<u8>) {
        out.extend(self.key.to_le_bytes());
        out.extend(self.w.iter().flat_map(|w| w.to_le_bytes()));
    }

    /// The state that was written.
    pub(crate) fn unpack(bytes: &[u8]) -> Option<State> {
        let (key, rest) = bytes.split_first_chunk::<4>()?;
        let key = u32::from_le_bytes(*key);
        let (words, odd) = rest.as_chunks::<8>();
        let w: Box<[u64]> = words.iter().map(|w| u64::from_le_bytes(*w)).collect();
        (odd.is_empty() && key as usize <= w.len()).then(|| State {
            w,
            key,
            log: Vec::new(),
            past: Past::default(),
        })
    }
}

impl Clone for State {
    fn clone(&self) -> State {
        State { w: self.w.clone(), key: self.key, log: self.log.clone(), past: self.past.clone() }
    }

    fn clone_from(&mut self, other: &State) {
        if self.w.len() == other.w.len() {
            self.w.copy_from_slice(&other.w);
            self.key = other.key;
            self.log.clone_from(&other.log);
            self.past.clone_from(&other.past);
        } else {
            *self = other.clone();
        }
    }
}

impl PartialEq for State {
    fn eq(&self, other: &State) -> bool {
        self.w[..self.key as usize] == other.w[..other.key as usize]
    }
}

impl Eq for State {}

impl Hash for State {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.w[..self.key as usize].hash(hasher);
    }
}

impl fmt::Debug for State {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("State(")?;
        for word in &self.w[..self.key as usize] {
            write!(f, "{word:x} ")?;
        }
        f.write_str(")")
    }
}

/// A move: an element from a location to a location; or an event of chance. Moves are equal when the file does not tell
/// them apart: look-alike elements on interchangeable locations make the same move.
#[derive(Clone, Copy)]
pub struct Move {
    pub(crate) element: u16,
    pub(crate) from: u16,
    pub(crate) to: u16,
    /// The only rule that can allow it, or [`Move::ANY`]. Known when generated, no part of what the move is.
    pub(crate) rule: u16,
    /// The distinguished part of origin (with the element's look, where origins are interchangeable) and target.
    pub(crate) class: (u32, u16),
}

impl Move {
    /// No rule in particular.
    pub(crate) const ANY: u16 = u16::MAX;
    /// The element of an event of chance, whose outcome is in `to`.
    pub(crate) const CHANCE: u16 = u16::MAX;

    /// The element of a move that somebody does not see.
    pub(crate) const HIDDEN: u16 = u16::MAX - 1;

    pub(crate) fn chance(outcome: u16) -> Move {
        Move { element: Move::CHANCE, from: 0, to: outcome, rule: Move::ANY, class: (u32::MAX, outcome) }
    }

    pub(crate) fn is_chance(self) -> bool {
        self.element == Move::CHANCE
    }
}

impl PartialEq for Move {
    fn eq(&self, other: &Move) -> bool {
        self.class == other.class
    }
}

impl Eq for Move {}

impl Hash for Move {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.class.hash(hasher);
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_chance() {
            return write!(f, "chance {}", self.to);
        }
        write!(f, "{}->{}:{}", self.from, self.to, self.element)
    }
}
