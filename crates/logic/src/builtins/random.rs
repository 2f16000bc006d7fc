//! Seeded random numbers: the state is part of the machine.

use super::terms::proper_list;
use crate::atom::names as n;
use crate::cell::Cell;
use crate::machine::{Machine, Res};

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

fn bounds(m: &mut Machine) -> Result<(i64, i64), crate::machine::Stop> {
    let (lo, hi) = (m.a(0), m.a(1));
    for c in [lo, hi] {
        if c.is_ref() {
            return Err(m.instantiation_error());
        }
        if !c.is_int() {
            return Err(m.type_error(n::INTEGER, c));
        }
    }
    Ok((lo.as_int(), hi.as_int()))
}

pub(crate) fn random_between(m: &mut Machine) -> Res {
    let (lo, hi) = bounds(m)?;
    if hi < lo {
        return Ok(false);
    }
    let v = lo + m.next_below((hi - lo + 1) as u64) as i64;
    m.out(2, Cell::int(v))
}
pub(crate) fn random3(m: &mut Machine) -> Res {
    let (lo, hi) = bounds(m)?;
    if hi <= lo {
        return Ok(false);
    }
    let v = lo + m.next_below((hi - lo) as u64) as i64;
    m.out(2, Cell::int(v))
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
