//! Numbers as bytes, little endian, and half precision.

/// Why bytes are not what they should be.
pub(crate) const SHORT: &str = "it ends too early";

/// Reads numbers from bytes.
pub(crate) struct Bytes<'a>(pub(crate) &'a [u8]);

impl<'a> Bytes<'a> {
    /// The next `n` bytes.
    pub(crate) fn take(&mut self, n: usize) -> Result<&'a [u8], String> {
        let (head, rest) = self.0.split_at_checked(n).ok_or(SHORT)?;
        self.0 = rest;
        Ok(head)
    }

    pub(crate) fn u32(&mut self) -> Result<u32, String> {
        let bytes = self.take(4)?.try_into().map_err(|_| SHORT)?;
        Ok(u32::from_le_bytes(bytes))
    }

    pub(crate) fn u64(&mut self) -> Result<u64, String> {
        let bytes = self.take(8)?.try_into().map_err(|_| SHORT)?;
        Ok(u64::from_le_bytes(bytes))
    }

    /// A number of things of which each takes at least `size` bytes: never more than can follow.
    pub(crate) fn count(&mut self, size: usize) -> Result<usize, String> {
        let n = self.u32()? as usize;
        if n.saturating_mul(size) > self.0.len() {
            return Err(SHORT.to_string());
        }
        Ok(n)
    }

    pub(crate) fn f32s(&mut self, n: usize) -> Result<Vec<f32>, String> {
        let bytes = self.take(n.checked_mul(4).ok_or(SHORT)?)?;
        Ok(bytes.chunks_exact(4).map(|b| f32::from_le_bytes([b[0], b[1], b[2], b[3]])).collect())
    }

    pub(crate) fn f16s(&mut self, n: usize) -> Result<Vec<f32>, String> {
        let bytes = self.take(n.checked_mul(2).ok_or(SHORT)?)?;
        Ok(bytes.chunks_exact(2).map(|b| from_half(u16::from_le_bytes([b[0], b[1]]))).collect())
    }
}

pub(crate) fn put_f32s(out: &mut Vec<u8>, numbers: &[f32]) {
    numbers.iter().for_each(|x| out.extend_from_slice(&x.to_le_bytes()));
}

pub(crate) fn put_u32(out: &mut Vec<u8>, n: usize) {
    out.extend_from_slice(&u32::try_from(n).unwrap_or(u32::MAX).to_le_bytes());
}

/// A number in half precision (IEEE 754 binary16), rounded to the nearest, ties to even; too large ones become the largest.
pub(crate) fn to_half(x: f32) -> u16 {
    let bits = x.to_bits();
    let sign = (bits >> 16 & 0x8000) as u16;
    let x = x.abs();
    if x.is_nan() {
        return sign | 0x7E00;
    }
    if x >= 65504.0 {
        return sign | 0x7BFF;
    }
    if x < 6.103_515_6e-5 {
        // Below the normal numbers: so many times 2^-24.
        return sign | (x * 16_777_216.0).round_ties_even() as u16;
    }
    let bits = x.to_bits();
    let rounded = bits + 0xFFF + (bits >> 13 & 1);
    sign | ((rounded >> 13) - (112 << 10)) as u16
}

/// The number of a half precision one.
pub(crate) fn from_half(h: u16) -> f32 {
    let sign = if h & 0x8000 == 0 { 1.0 } else { -1.0 };
    let (power, rest) = (u32::from(h >> 10 & 0x1F), u32::from(h & 0x3FF));
    sign * match power {
        0 => rest as f32 / 16_777_216.0,
        31 => f32::from_bits(0x7F80_0000 | rest << 13),
        _ => f32::from_bits((power + 112) << 23 | rest << 13),
    }
}

/// A checksum of bytes (FNV-1a, 64 bits).
pub(crate) fn checksum(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xCBF2_9CE4_8422_2325, |h, &b| (h ^ u64::from(b)).wrapping_mul(0x100_0000_01B3))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_half_comes_back_and_every_number_goes_to_its_nearest_half() {
        for h in 0..=u16::MAX {
            let x = from_half(h);
            if x.is_finite() {
                assert_eq!(to_half(x), h, "{x}");
            }
        }
        let mut rng = game::Rng::new(5);
        for _ in 0..100_000 {
            let x = (rng.unit() as f32 - 0.5) * [1e-6, 1e-3, 1.0, 1e4][rng.below(4)];
            let h = to_half(x);
            let (here, up, down) = (from_half(h), from_half(h.wrapping_add(1)), from_half(h.wrapping_sub(1)));
            let off = (x - here).abs();
            assert!(off <= (x - up).abs() || !up.is_finite(), "{x} {here} {up}");
            assert!(off <= (x - down).abs() || !down.is_finite() || h & 0x7FFF == 0, "{x} {here} {down}");
        }
    }
}
