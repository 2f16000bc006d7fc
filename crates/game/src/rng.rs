//! A small deterministic random number generator: xoshiro256++ seeded by SplitMix64 (D. Blackman, S. Vigna, *Scrambled Linear
//! Pseudorandom Number Generators*, 2021). The same seed gives the same numbers on every machine and in every release:
//! records and tests rely on it. Not cryptographic.

/// Random numbers from a seed.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Rng {
    s: [u64; 4],
}

impl Rng {
    /// The generator of a seed.
    pub fn new(seed: u64) -> Rng {
        let mut z = seed;
        let mut next = || {
            z = z.wrapping_add(0x9E37_79B9_7F4A_7C15);
            let mut x = z;
            x = (x ^ (x >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
            x = (x ^ (x >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
            x ^ (x >> 31)
        };
        Rng { s: [next(), next(), next(), next()] }
    }

    /// The next 64 random bits.
    #[inline]
    pub fn bits(&mut self) -> u64 {
        let s = &mut self.s;
        let result = s[0].wrapping_add(s[3]).rotate_left(23).wrapping_add(s[0]);
        let t = s[1] << 17;
        s[2] ^= s[0];
        s[3] ^= s[1];
        s[1] ^= s[2];
        s[0] ^= s[3];
        s[2] ^= t;
        s[3] = s[3].rotate_left(45);
        result
    }

    /// A uniform number in `0..n`; 0 when `n` is 0. Uses 32 random bits and no division except in rare rejections.
    #[inline]
    pub fn below(&mut self, n: usize) -> usize {
        let n = n as u32;
        let mut m = (self.bits() >> 32) * u64::from(n);
        if (m as u32) < n {
            let threshold = n.wrapping_neg().checked_rem(n).unwrap_or(0);
            while (m as u32) < threshold {
                m = (self.bits() >> 32) * u64::from(n);
            }
        }
        (m >> 32) as usize
    }

    /// A position in `weights`, each with probability proportional to its weight; 0 when there is no weight at all.
    pub fn weighted(&mut self, weights: impl Iterator<Item = u32> + Clone) -> usize {
        let total: u64 = weights.clone().map(u64::from).sum();
        let mut rest = self.below64(total);
        for (i, w) in weights.enumerate() {
            if rest < u64::from(w) {
                return i;
            }
            rest -= u64::from(w);
        }
        0
    }

    /// A uniform number in `0..n` for large `n`; 0 when `n` is 0.
    pub fn below64(&mut self, n: u64) -> u64 {
        if n <= u64::from(u32::MAX) {
            return self.below(n as usize) as u64;
        }
        let threshold = n.wrapping_neg() % n;
        loop {
            let m = u128::from(self.bits()) * u128::from(n);
            if m as u64 >= threshold {
                return (m >> 64) as u64;
            }
        }
    }

    /// A uniform number in `[0, 1)`.
    #[inline]
    pub fn unit(&mut self) -> f64 {
        (self.bits() >> 11) as f64 * (1.0 / (1u64 << 53) as f64)
    }

    /// Puts `items` into a uniformly random order.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for i in (1..items.len()).rev() {
            items.swap(i, self.below(i + 1));
        }
    }

    /// A generator for a part of the work, independent of how much of this one is used afterwards.
    pub fn fork(&mut self) -> Rng {
        Rng::new(self.bits())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_numbers_of_a_seed_never_change() {
        // xoshiro256++ reference: state from SplitMix64(0), computed with the authors' published algorithm.
        let mut rng = Rng::new(0);
        assert_eq!(
            [rng.bits(), rng.bits(), rng.bits()],
            [5987356902031041503, 7051070477665621255, 6633766593972829180]
        );
    }

    #[test]
    fn below_is_uniform() {
        let mut rng = Rng::new(7);
        let mut counts = [0u32; 6];
        for _ in 0..60_000 {
            counts[rng.below(6)] += 1;
        }
        let chi2: f64 = counts.iter().map(|&c| (f64::from(c) - 10_000.0).powi(2) / 10_000.0).sum();
        assert!(chi2 < 20.5, "chi-square {chi2} with 5 degrees of freedom");
    }

    #[test]
    fn weights_are_respected() {
        let mut rng = Rng::new(3);
        let hits = (0..30_000).filter(|_| rng.weighted([1u32, 0, 2].into_iter()) == 2).count();
        assert!((19_500..20_500).contains(&hits), "{hits} of 30000, 20000 expected");
    }
}
