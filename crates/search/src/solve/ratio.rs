//! Fractions in lowest terms with checked arithmetic: exact expected scores as far as 128 bits carry.

use std::fmt;

/// A fraction in lowest terms, its denominator positive.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Ratio {
    numerator: i128,
    denominator: i128,
}

impl Ratio {
    /// A whole number.
    pub(crate) fn whole(n: i64) -> Ratio {
        Ratio { numerator: i128::from(n), denominator: 1 }
    }

    /// `numerator / denominator` in lowest terms; `None` when the denominator is 0 or the numbers do not fit.
    pub fn new(numerator: i128, denominator: i128) -> Option<Ratio> {
        if denominator == 0 || numerator == i128::MIN || denominator == i128::MIN {
            return None;
        }
        let common = divisor(numerator.unsigned_abs(), denominator.unsigned_abs());
        let common = i128::try_from(common).ok()?.max(1) * denominator.signum();
        Some(Ratio { numerator: numerator / common, denominator: denominator / common })
    }

    /// The numerator.
    pub fn numerator(self) -> i128 {
        self.numerator
    }

    /// The denominator, positive.
    pub fn denominator(self) -> i128 {
        self.denominator
    }

    /// The nearest floating-point number.
    pub fn to_f64(self) -> f64 {
        self.numerator as f64 / self.denominator as f64
    }

    pub(crate) fn plus(self, other: Ratio) -> Option<Ratio> {
        let common =
            i128::try_from(divisor(self.denominator.unsigned_abs(), other.denominator.unsigned_abs()))
                .ok()?;
        let (a, b) = (other.denominator / common, self.denominator / common);
        let sum = self.numerator.checked_mul(a)?.checked_add(other.numerator.checked_mul(b)?)?;
        Ratio::new(sum, self.denominator.checked_mul(a)?)
    }

    pub(crate) fn times(self, numerator: i128, denominator: i128) -> Option<Ratio> {
        let factor = Ratio::new(numerator, denominator)?;
        let left = Ratio::new(self.numerator, factor.denominator)?;
        let right = Ratio::new(factor.numerator, self.denominator)?;
        Ratio::new(
            left.numerator.checked_mul(right.numerator)?,
            left.denominator.checked_mul(right.denominator)?,
        )
    }

    pub(crate) fn less(self, other: Ratio) -> Option<bool> {
        let difference = other.plus(self.times(-1, 1)?)?;
        Some(difference.numerator > 0)
    }
}

impl fmt::Display for Ratio {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.denominator == 1 {
            return write!(f, "{}", self.numerator);
        }
        write!(f, "{}/{}", self.numerator, self.denominator)
    }
}

fn divisor(mut a: u128, mut b: u128) -> u128 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fractions_add_multiply_and_compare_in_lowest_terms() {
        let r = |a, b| Ratio::new(a, b).unwrap();
        assert_eq!(r(6, -4).to_string(), "-3/2");
        assert_eq!(r(1, 6).plus(r(1, 3)), Some(r(1, 2)));
        assert_eq!(r(2, 3).times(3, 4), Some(r(1, 2)));
        assert_eq!(r(1, 3).less(r(1, 2)), Some(true));
        assert_eq!(r(1, 2).less(r(1, 2)), Some(false));
        assert_eq!(r(0, 5), Ratio::whole(0));
    }

    #[test]
    fn numbers_that_do_not_fit_give_nothing() {
        let huge = Ratio::new(1, i128::MAX).unwrap();
        assert_eq!(huge.plus(Ratio::new(1, i128::MAX - 1).unwrap()), None);
        assert_eq!(Ratio::new(1, 0), None);
    }
}
