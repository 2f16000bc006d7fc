//! The arithmetic of networks: sums of rows, dot products, exp and tanh. Everything is written with additions,
//! multiplications and divisions of `f32` in a fixed order, so that a network gives the same bits on every machine: the exp of
//! a platform's library does not. Loops are plain enough for the compiler to vectorise.

/// How many rows are picked before they are added.
const PICKED: usize = 64;

/// Adds `Σ weight × row` of a matrix of `out.len()` columns to `out`, for the rows whose weight is not 0, four at a time. After
/// a relu about half of the weights are 0, and which ones cannot be foreseen: they are left out without a branch.
pub(crate) fn add_rows(out: &mut [f32], rows: &[f32], weights: impl Iterator<Item = (usize, f32)>) {
    let mut picked = [0usize; PICKED];
    let mut worth = [0.0f32; PICKED];
    let mut full = 0;
    for (row, weight) in weights {
        picked[full % PICKED] = row;
        worth[full % PICKED] = weight;
        full += usize::from(weight != 0.0);
        if full == PICKED {
            add_picked(out, rows, &picked, &worth);
            full = 0;
        }
    }
    add_picked(out, rows, &picked[..full], &worth[..full]);
}

/// Adds picked rows to `out`, a few columns at a time, whose sums stay in registers.
fn add_picked(out: &mut [f32], rows: &[f32], picked: &[usize], worth: &[f32]) {
    let width = out.len();
    let mut from = 0;
    while from + 32 <= width {
        add_columns::<32>(out, rows, picked, worth, from);
        from += 32;
    }
    while from + 16 <= width {
        add_columns::<16>(out, rows, picked, worth, from);
        from += 16;
    }
    while from + 4 <= width {
        add_columns::<4>(out, rows, picked, worth, from);
        from += 4;
    }
    while from < width {
        add_columns::<1>(out, rows, picked, worth, from);
        from += 1;
    }
}

/// The columns from a place on. The order of the sums does not depend on `N`.
#[inline(always)]
fn add_columns<const N: usize>(out: &mut [f32], rows: &[f32], picked: &[usize], worth: &[f32], from: usize) {
    let width = out.len();
    let Some(out) = out.get_mut(from..).and_then(|out| out.first_chunk_mut::<N>()) else { return };
    let mut sums = *out;
    let part = |row: usize| rows.get(row * width + from..).and_then(|row| row.first_chunk::<N>());
    let (fours, weights) = (picked.chunks_exact(4), worth.chunks_exact(4));
    let rest = fours.remainder().iter().zip(weights.remainder());
    for (four, weight) in fours.zip(weights) {
        let (&[a, b, c, d], &[wa, wb, wc, wd]) = (four, weight) else { return };
        let (Some(a), Some(b), Some(c), Some(d)) = (part(a), part(b), part(c), part(d)) else { return };
        for i in 0..N {
            sums[i] += (a[i] * wa + b[i] * wb) + (c[i] * wc + d[i] * wd);
        }
    }
    for (&row, &weight) in rest {
        let Some(row) = part(row) else { return };
        for i in 0..N {
            sums[i] += row[i] * weight;
        }
    }
    *out = sums;
}

/// Adds `weight × row` to `out`.
#[inline]
pub(crate) fn add(out: &mut [f32], row: &[f32], weight: f32) {
    for (out, x) in out.iter_mut().zip(row) {
        *out += x * weight;
    }
}

/// The dot product, in eight sums.
pub(crate) fn dot(a: &[f32], b: &[f32]) -> f32 {
    let mut sums = [0.0f32; 8];
    let (heads_a, heads_b) = (a.chunks_exact(8), b.chunks_exact(8));
    let rest: f32 = heads_a.remainder().iter().zip(heads_b.remainder()).map(|(x, y)| x * y).sum();
    for (x, y) in heads_a.zip(heads_b) {
        for i in 0..8 {
            sums[i] += x[i] * y[i];
        }
    }
    let [a, b, c, d, e, f, g, h] = sums;
    ((a + e) + (b + f)) + ((c + g) + (d + h)) + rest
}

/// e to the power of `x`, to about seven digits: 2 to the power of whole and fraction, the fraction by a polynomial.
pub(crate) fn exp(x: f32) -> f32 {
    let x = x.clamp(-87.0, 88.0) * std::f32::consts::LOG2_E;
    let whole = x.floor();
    let t = (x - whole) * std::f32::consts::LN_2;
    // Taylor's series up to t^7 on [0, ln 2): the error is below 1e-6 of the value.
    let series = 1.0
        + t * (1.0
            + t * (0.5
                + t * (1.0 / 6.0 + t * (1.0 / 24.0 + t * (1.0 / 120.0 + t * (1.0 / 720.0 + t / 5040.0))))));
    series * f32::from_bits(((whole as i32 + 127) as u32) << 23)
}

/// The hyperbolic tangent.
pub(crate) fn tanh(x: f32) -> f32 {
    1.0 - 2.0 / (exp(2.0 * x) + 1.0)
}

/// Replaces numbers by their shares: `exp(x) / Σ exp`.
pub(crate) fn softmax(x: &mut [f32]) {
    let most = x.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let mut sum = 0.0;
    for x in x.iter_mut() {
        *x = exp(*x - most);
        sum += *x;
    }
    for x in x.iter_mut() {
        *x /= sum;
    }
}

/// The natural logarithm of a positive number, to about six digits: exponent, and a series of the mantissa.
pub(crate) fn ln(x: f32) -> f32 {
    let x = x.max(f32::MIN_POSITIVE);
    let bits = x.to_bits();
    let (mut power, mut m) = ((bits >> 23) as i32 - 127, f32::from_bits(bits & 0x7F_FFFF | 0x3F80_0000));
    if m > std::f32::consts::SQRT_2 {
        m *= 0.5;
        power += 1;
    }
    let t = (m - 1.0) / (m + 1.0);
    let u = t * t;
    let series = 2.0 * t * (1.0 + u * (1.0 / 3.0 + u * (0.2 + u * (1.0 / 7.0 + u / 9.0))));
    power as f32 * std::f32::consts::LN_2 + series
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exp_ln_and_tanh_agree_with_the_library() {
        for i in -4000..4000 {
            let x = i as f32 / 100.0;
            let (ours, theirs) = (exp(x), x.exp());
            assert!((ours - theirs).abs() <= 4e-6 * theirs.max(1e-30), "exp {x}: {ours} {theirs}");
            assert!((tanh(x) - x.tanh()).abs() < 1e-6, "tanh {x}");
            assert!((ln(theirs) - x).abs() < 2e-5, "ln of exp {x}: {}", ln(theirs));
        }
        assert!(exp(1e30).is_finite() && exp(-1e30) >= 0.0);
    }

    #[test]
    fn rows_four_at_a_time_add_up_to_the_plain_product() {
        let (width, rows) = (13, 11);
        let matrix: Vec<f32> = (0..width * rows).map(|i| (i as f32 * 0.37).sin()).collect();
        let weights: Vec<f32> = (0..rows).map(|i| if i % 3 == 0 { 0.0 } else { i as f32 - 4.5 }).collect();
        let mut out = vec![0.0; width];
        add_rows(&mut out, &matrix, weights.iter().copied().enumerate());
        for (column, out) in out.iter().enumerate() {
            let plain: f32 = (0..rows).map(|row| matrix[row * width + column] * weights[row]).sum();
            assert!((out - plain).abs() < 1e-4, "{out} {plain}");
        }
        let plain: f32 = matrix[..50].iter().zip(&matrix[60..110]).map(|(a, b)| a * b).sum();
        assert!((dot(&matrix[..50], &matrix[60..110]) - plain).abs() < 1e-4);
    }

    #[test]
    fn shares_sum_to_one_for_any_numbers() {
        for numbers in [vec![0.0], vec![1e30, -1e30, 3.0], vec![-500.0, -501.0, -502.0]] {
            let mut shares = numbers;
            softmax(&mut shares);
            assert!((shares.iter().sum::<f32>() - 1.0).abs() < 1e-6, "{shares:?}");
        }
    }
}
