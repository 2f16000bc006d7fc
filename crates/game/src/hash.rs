//! A fast hash function with the same result on every machine and in every release: tables keyed by it must not change
//! what an agent plays. Does not resist keys chosen by an attacker. Searches, the exploration of automata and the partial
//! evaluator of s3 use it; `system`, `cards` and `logic` have cheaper ones for their own short keys.

use std::collections::{HashMap, HashSet};
use std::hash::{BuildHasherDefault, Hash, Hasher};

/// Mixes words by folded multiplication.
#[derive(Clone, Copy, Default)]
pub struct Mixer(u64);

/// A map with the hasher of this module.
pub type Map<K, V> = HashMap<K, V, BuildHasherDefault<Mixer>>;
/// A set with the hasher of this module.
pub type Set<K> = HashSet<K, BuildHasherDefault<Mixer>>;

/// The 64-bit hash of a value.
#[inline]
pub fn hash<T: Hash>(value: &T) -> u64 {
    let mut mixer = Mixer::default();
    value.hash(&mut mixer);
    mixer.finish()
}

#[inline]
fn fold(a: u64, b: u64) -> u64 {
    let product = u128::from(a) * u128::from(b);
    product as u64 ^ (product >> 64) as u64
}

impl Hasher for Mixer {
    #[inline]
    fn finish(&self) -> u64 {
        fold(self.0 ^ 0x9E37_79B9_7F4A_7C15, 0xD6E8_FEB8_6659_FD93)
    }

    #[inline]
    fn write_u64(&mut self, x: u64) {
        self.0 =
            fold(self.0.rotate_left(23) ^ x ^ 0xA076_1D64_78BD_642F, 0xE703_7ED1_A0B4_28DB).wrapping_add(x);
    }

    #[inline]
    fn write_u8(&mut self, x: u8) {
        self.write_u64(u64::from(x));
    }

    #[inline]
    fn write_u16(&mut self, x: u16) {
        self.write_u64(u64::from(x));
    }

    #[inline]
    fn write_u32(&mut self, x: u32) {
        self.write_u64(u64::from(x));
    }

    #[inline]
    fn write_u128(&mut self, x: u128) {
        self.write_u64(x as u64);
        self.write_u64((x >> 64) as u64);
    }

    #[inline]
    fn write_usize(&mut self, x: usize) {
        self.write_u64(x as u64);
    }

    #[inline]
    fn write(&mut self, bytes: &[u8]) {
        let mut chunks = bytes.chunks_exact(8);
        for chunk in &mut chunks {
            self.write_u64(u64::from_le_bytes(chunk.try_into().unwrap_or_default()));
        }
        let mut last = [0; 8];
        let rest = chunks.remainder();
        last[..rest.len()].copy_from_slice(rest);
        if !rest.is_empty() {
            self.write_u64(u64::from_le_bytes(last) | (rest.len() as u64) << 56);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn near_values_hash_far_apart() {
        let mut seen = Set::default();
        for x in 0..2000u32 {
            for y in 0..50u8 {
                seen.insert(hash(&(x, y)));
            }
        }
        assert_eq!(seen.len(), 100_000);
        assert_ne!(hash(&[1u8, 2].as_slice()), hash(&[1u8, 2, 0].as_slice()));
    }

    #[test]
    fn hashes_never_change() {
        assert_eq!(hash(&7u64), hash(&7u64));
        assert_eq!(hash(&(1u8, 2u32)), hash(&(1u64, 2u64)), "integers hash by value");
    }
}
