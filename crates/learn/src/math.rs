//! The arithmetic of networks: sums of rows, dot products, exp and tanh. Everything is written with additions,
//! multiplications and divisions of `f32` in a fixed order, so that a network gives the same bits on every machine: the exp of
//! a platform's library does not. Loops are plain enough for the compiler to vectorise.

/// Adds `Σ weight × row` of a matrix of `out.len()` columns to `out`, for the rows whose weight is not 0, four at a time.
pub(crate) fn add_rows(out: &mut [f32], rows: &[f32], weights: impl Iterator<Item = (usize, f32)>) {
    let width = out.len();
    let mut held = [(0usize, 0.0f32); 4];
    let mut full = 0;
    for (row, weight) in weights {
        if weight == 0.0 {
            continue;
        }
        held[full] = (row, weight);
        full += 1;
        if full == 4 {
            full = 0;
            let [a, b, c, d] = held.map(|(row, _)| &rows[row * width..(row + 1) * width]);
            let [wa, wb, wc, wd] = held.map(|(_, weight)| weight);
            for (((out, (a, b)), c), d) in out.iter_mut().zip(a.iter().zip(b)).zip(c).zip(d) {
                *out += (a * wa + b * wb) + (c * wc + d * wd);
            }
        }
    }
    for &(row, weight) in &held[..full] {
        add(out, &rows[row * width..(row + 1) * width], weight);
    }
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
