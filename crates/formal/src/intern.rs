//! States by number: each distinct state once, in the order of discovery.
//!
//! Beyond the states themselves the table takes 8 bytes a slot at 40 to 80 % load:
//!
//! ```text
//! slot (u64)  [ upper 32 bits of the hash | number of the state + 1 ]   0 = free
//! ```

use std::hash::{BuildHasher, Hash, Hasher};

/// A fast, fixed hash: the same numbers on every machine.
#[derive(Clone, Copy, Default)]
pub(crate) struct Mix;

/// Multiplies and folds every word (after the idea of wyhash).
pub(crate) struct MixHasher(u64);

impl BuildHasher for Mix {
    type Hasher = MixHasher;
    fn build_hasher(&self) -> MixHasher {
        MixHasher(0x9E37_79B9_7F4A_7C15)
    }
}

impl MixHasher {
    #[inline]
    fn word(&mut self, w: u64) {
        let m = u128::from(self.0 ^ w) * 0xE703_7ED1_A0B4_28DB_u128;
        self.0 = (m >> 64) as u64 ^ m as u64;
    }
}

impl Hasher for MixHasher {
    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.word(u64::from_le_bytes(word) ^ (chunk.len() as u64) << 56);
        }
    }
    fn write_u8(&mut self, i: u8) {
        self.word(u64::from(i));
    }
    fn write_u16(&mut self, i: u16) {
        self.word(u64::from(i));
    }
    fn write_u32(&mut self, i: u32) {
        self.word(u64::from(i));
    }
    fn write_u64(&mut self, i: u64) {
        self.word(i);
    }
    fn write_usize(&mut self, i: usize) {
        self.word(i as u64);
    }
    fn finish(&self) -> u64 {
        self.0 ^ (self.0 >> 29)
    }
}

/// The hash of a state.
#[inline]
pub(crate) fn hash<S: Hash>(s: &S) -> u64 {
    Mix.hash_one(s)
}

/// Distinct states, numbered from 0.
pub(crate) struct Interner<S> {
    pub(crate) states: Vec<S>,
    slots: Vec<u64>,
}

impl<S: Eq + Hash> Interner<S> {
    pub(crate) fn new() -> Interner<S> {
        Interner { states: Vec::new(), slots: vec![0; 1024] }
    }

    /// The number of `s`, new or known. `h` is its hash.
    pub(crate) fn intern(&mut self, s: S, h: u64) -> (u32, bool) {
        if (self.states.len() + 1) * 5 > self.slots.len() * 4 {
            self.grow();
        }
        let mask = self.slots.len() - 1;
        let tag = h >> 32;
        let mut at = h as usize & mask;
        loop {
            let slot = self.slots[at];
            if slot == 0 {
                let number = self.states.len() as u32;
                self.slots[at] = tag << 32 | u64::from(number + 1);
                self.states.push(s);
                return (number, true);
            }
            let number = slot as u32 - 1;
            if slot >> 32 == tag && self.states[number as usize] == s {
                return (number, false);
            }
            at = (at + 1) & mask;
        }
    }

    /// The number of a known state.
    pub(crate) fn find(&self, s: &S) -> Option<u32> {
        let h = hash(s);
        let mask = self.slots.len() - 1;
        let mut at = h as usize & mask;
        loop {
            let slot = self.slots[at];
            if slot == 0 {
                return None;
            }
            let number = slot as u32 - 1;
            if slot >> 32 == h >> 32 && self.states[number as usize] == *s {
                return Some(number);
            }
            at = (at + 1) & mask;
        }
    }

    fn grow(&mut self) {
        let mask = self.slots.len() * 2 - 1;
        let mut slots = vec![0u64; mask + 1];
        for (i, s) in self.states.iter().enumerate() {
            let h = hash(s);
            let mut at = h as usize & mask;
            while slots[at] != 0 {
                at = (at + 1) & mask;
            }
            slots[at] = h >> 32 << 32 | (i as u64 + 1);
        }
        self.slots = slots;
    }

    /// Bytes of the table, without the states.
    pub(crate) fn bytes(&self) -> usize {
        self.slots.len() * 8
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_state_has_one_number() {
        let mut interner = Interner::new();
        for round in 0..2 {
            for n in 0..5000u64 {
                let (number, new) = interner.intern(n * n, hash(&(n * n)));
                assert_eq!((number, new), (n as u32, round == 0));
            }
        }
        assert_eq!(interner.find(&49), Some(7));
        assert_eq!(interner.find(&50), None);
    }
}
