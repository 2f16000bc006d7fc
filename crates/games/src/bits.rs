//! The k-th set bit of a word, in portable instructions. Random play asks for it at every move.

/// How many bits of a byte are set.
pub(crate) static COUNT: [u8; 256] = {
    let mut table = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        table[byte] = (byte as u32).count_ones() as u8;
        byte += 1;
    }
    table
};

/// `NTH[byte][k]`: the position of the k-th set bit of a byte, counted from 0.
pub(crate) static NTH: [[u8; 8]; 256] = {
    let mut table = [[0; 8]; 256];
    let mut byte = 0;
    while byte < 256 {
        let (mut bit, mut k) = (0, 0);
        while bit < 8 {
            if byte >> bit & 1 == 1 {
                table[byte][k] = bit as u8;
                k += 1;
            }
            bit += 1;
        }
        byte += 1;
    }
    table
};

const ONES: u64 = 0x0101_0101_0101_0101;
const HIGHS: u64 = 0x8080_8080_8080_8080;

/// For every byte of `x`, how many bits are set in it and the bytes below; the highest byte holds the count of all.
/// No byte overflows as long as fewer than 256 bits are set, which is always.
#[inline]
pub(crate) fn prefix(x: u64) -> u64 {
    let pairs = x - ((x >> 1) & 0x5555_5555_5555_5555);
    let fours = (pairs & 0x3333_3333_3333_3333) + ((pairs >> 2) & 0x3333_3333_3333_3333);
    let bytes = (fours + (fours >> 4)) & 0x0F0F_0F0F_0F0F_0F0F;
    bytes.wrapping_mul(ONES)
}

/// The position of the k-th set bit of `x`, given its [`prefix`]; 0 ≤ k < number of set bits.
#[inline]
pub(crate) fn nth(x: u64, prefix: u64, k: usize) -> u32 {
    // A byte lies before the one we look for when its prefix count is at most k; counts stay below 128.
    let before = (((k as u64 * ONES) | HIGHS) - prefix) & HIGHS;
    let shift = (((before >> 7).wrapping_mul(ONES) >> 56) * 8) as u32 & 63;
    let rest = k as u64 - (((prefix << 8) >> shift) & 0xFF);
    let byte = (x >> shift) & 0xFF;
    shift + u32::from(NTH[byte as usize][(rest & 7) as usize])
}

/// The positions of the set bits, lowest first.
pub(crate) fn each(mut x: u64) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let bit = x.trailing_zeros() as u8;
        (x != 0).then(|| {
            x &= x - 1;
            bit
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::Rng;

    #[test]
    fn the_kth_bit_is_the_one_found_by_counting() {
        let mut rng = Rng::new(5);
        for round in 0..20_000 {
            let x = match round % 4 {
                0 => rng.bits(),
                1 => rng.bits() & rng.bits() & rng.bits(),
                2 => rng.bits() | rng.bits() | rng.bits(),
                _ => 1 << rng.below(64),
            };
            let p = prefix(x);
            assert_eq!(p >> 56, u64::from(x.count_ones()));
            for (k, bit) in each(x).enumerate() {
                assert_eq!(nth(x, p, k), u32::from(bit), "bit {k} of {x:#x}");
            }
        }
        assert_eq!(nth(u64::MAX, prefix(u64::MAX), 63), 63);
    }
}
