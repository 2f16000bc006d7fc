//! Seeded random numbers: the state is part of the machine.

use super::lists::range;
use super::terms::proper_list;
use crate::arith::Num;
use crate::atom::names as n;
use crate::cell::Cell;
use crate::machine::{Machine, Res, Stop};
use num_bigint::{BigInt, BigUint};

impl Machine {
    /// The next 64 random bits (splitmix64).
    pub(crate) fn next_random(&mut self) -> u64 {
        self.rng = self.rng.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.rng;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }
    /// Uniform below `k` > 0.
    pub(crate) fn next_below(&mut self, k: u64) -> u64 {
        ((u128::from(self.next_random()) * u128::from(k)) >> 64) as u64
    }
    /// The same for any size: as many bits as `k` has, drawn again while they are not below it.
    pub(crate) fn next_big_below(&mut self, k: &BigInt) -> BigInt {
        let bits = k.bits();
        loop {
            let words = bits.div_ceil(32) as usize;
            let mut digits: Vec<u32> = (0..words).map(|_| (self.next_random() >> 32) as u32).collect();
            if let Some(top) = digits.last_mut() {
                *top >>= (words as u64 * 32 - bits) as u32;
            }
            let drawn = BigInt::from(BigUint::new(digits));
            if drawn < *k {
                return drawn;
            }
        }
    }
    /// Uniform in (0, 1).
    pub(crate) fn next_float(&mut self) -> f64 {
        ((self.next_random() >> 11) as f64 + 0.5) / (1u64 << 53) as f64
    }
    /// Makes what follows depend on `seed` only.
    pub fn seed(&mut self, seed: u64) {
        self.rng = seed;
    }
}

pub(crate) fn random_float(m: &mut Machine) -> Res {
    let f = m.next_float();
    let c = crate::heap::push_float(&mut m.heap, f);
    m.out(0, c)
}

/// A random integer from `lo` on, one of `count` > 0.
fn draw(m: &mut Machine, lo: Cell, count: Cell) -> Result<Cell, Stop> {
    let by = if count.is_int() {
        Num::Int(m.next_below(count.as_int() as u64) as i64)
    } else {
        Num::from_big(m.next_big_below(&crate::heap::big_at(&m.heap, count)))
    };
    let by = m.numeric(by)?;
    m.arith2(0, lo, by)
}

pub(crate) fn random_between(m: &mut Machine) -> Res {
    let (lo, hi) = range(m)?;
    if m.compare_terms(hi, lo).is_lt() {
        return Ok(false);
    }
    let more = m.arith2(1, hi, lo)?;
    let count = m.arith2(0, more, Cell::int(1))?;
    let v = draw(m, lo, count)?;
    m.out(2, v)
}
pub(crate) fn random3(m: &mut Machine) -> Res {
    let (lo, hi) = range(m)?;
    if m.compare_terms(hi, lo).is_le() {
        return Ok(false);
    }
    let count = m.arith2(1, hi, lo)?;
    let v = draw(m, lo, count)?;
    m.out(2, v)
}
/// set_random(seed(N)).
pub(crate) fn set_random(m: &mut Machine) -> Res {
    let t = m.a(0);
    if t.is_compound() {
        let s = m.arg(t, 0);
        if s.is_int() {
            m.rng = s.as_int() as u64;
            return Ok(true);
        }
        if s.is_integer() {
            m.rng = crate::heap::big_at(&m.heap, s).iter_u64_digits().fold(0, |a, d| a.rotate_left(7) ^ d);
            return Ok(true);
        }
        return Err(m.type_error(n::INTEGER, s));
    }
    Err(m.instantiation_error())
}
pub(crate) fn random_member(m: &mut Machine) -> Res {
    let items = proper_list(m, m.x[1])?;
    if items.is_empty() {
        return Ok(false);
    }
    let i = m.next_below(items.len() as u64) as usize;
    m.out(0, items[i])
}
pub(crate) fn random_permutation(m: &mut Machine) -> Res {
    let mut items = proper_list(m, m.x[0])?;
    for i in (1..items.len()).rev() {
        let j = m.next_below(i as u64 + 1) as usize;
        items.swap(i, j);
    }
    m.ensure(items.len() * 2)?;
    let l = crate::heap::push_list(&mut m.heap, items.into_iter());
    m.out(1, l)
}
