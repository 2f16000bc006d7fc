//! Arithmetic on long integers in bounded pieces. The cost of an operation is known from the sizes of its operands and is
//! charged before it begins; between pieces of a few milliseconds the machine checks its clock and its stop flag.

use crate::arith::{Fault, Num, OP2, apply1, apply2};
use crate::atom::names as n;
use crate::machine::{Machine, Stop};
use num_bigint::{BigInt, BigUint, Sign};
use num_integer::Integer;
use num_traits::{One, Signed, ToPrimitive, Zero};

/// Operations on words done in one go.
const PIECE: usize = 1 << 21;
/// Words of the pieces a long product is made of.
const BLOCK: usize = 2048;
/// Operands of at most this many words in all cost no more than any other number.
const SHORT: usize = 8;
/// Digits of a numeral that is read.
pub(crate) const MAX_DIGITS: usize = 1 << 20;

fn words(b: &BigUint) -> usize {
    b.bits().div_ceil(64) as usize
}

/// Operations on words for a product: the shorter operand is halved as Karatsuba does it.
fn product_cost(a: usize, b: usize) -> usize {
    let (mut short, long) = (a.min(b), a.max(b));
    let pieces = long / short.max(1) + 1;
    let mut cost = 1usize;
    while short > 32 {
        short = short.div_ceil(2);
        cost *= 3;
    }
    cost.saturating_mul(short * short).saturating_mul(pieces)
}

fn from_words(words: &[u64]) -> BigUint {
    let bytes: Vec<u8> = words.iter().flat_map(|w| w.to_le_bytes()).collect();
    BigUint::from_bytes_le(&bytes)
}

/// Adds `piece` to `sum` from word `at` on.
fn add_at(sum: &mut [u64], piece: &BigUint, at: usize) {
    let mut carry = false;
    let mut i = at;
    for d in piece.iter_u64_digits() {
        let (s, c1) = sum[i].overflowing_add(d);
        let (s, c2) = s.overflowing_add(u64::from(carry));
        (sum[i], carry) = (s, c1 || c2);
        i += 1;
    }
    while carry {
        (sum[i], carry) = sum[i].overflowing_add(1);
        i += 1;
    }
}

/// A sign and a magnitude as an integer.
fn signed(negative: bool, magnitude: BigUint) -> BigInt {
    BigInt::from_biguint(if negative { Sign::Minus } else { Sign::Plus }, magnitude)
}

/// The integer of a numeral's digits. Halves it, so that the time is that of a product.
pub(crate) fn parse_digits(digits: &[u8], radix: u32) -> Option<BigUint> {
    if digits.len() <= 1000 {
        return BigUint::parse_bytes(digits, radix);
    }
    // Powers of the radix for halves of equal length, the longest last.
    let mut powers: Vec<(usize, BigUint)> = Vec::new();
    let mut len = 500;
    while len < digits.len() {
        let power = match powers.last() {
            Some((_, p)) => p * p,
            None => BigUint::from(radix).pow(len as u32),
        };
        powers.push((len, power));
        len *= 2;
    }
    // Leaves of equal length from the end, joined two by two.
    let first = digits.len() % 500;
    let mut row: Vec<BigUint> = Vec::new();
    if first > 0 {
        row.push(BigUint::parse_bytes(&digits[..first], radix)?);
    }
    for leaf in digits[first..].chunks(500) {
        row.push(BigUint::parse_bytes(leaf, radix)?);
    }
    for (_, power) in &powers {
        let odd = row.len() % 2;
        let mut next: Vec<BigUint> = row[..odd].to_vec();
        next.extend(row[odd..].chunks(2).map(|pair| &pair[0] * power + &pair[1]));
        row = next;
    }
    row.pop()
}

impl Machine {
    /// A binary function of numbers of any size.
    pub(crate) fn apply2(&mut self, op: u8, a: &Num, b: &Num) -> Result<Num, Stop> {
        let size = a.words() + b.words();
        let grows = matches!(OP2[op as usize], n::POWER | n::CARET | n::SHIFT_L | n::SHIFT_R);
        if size <= SHORT && !grows {
            let r = apply2(op, a, b, usize::MAX, self.flags.iso);
            return r.map_err(|f| self.fault(f));
        }
        self.long2(op, a, b)
    }

    /// A unary function of numbers of any size.
    pub(crate) fn apply1(&mut self, op: u8, a: &Num) -> Result<Num, Stop> {
        if a.words() > SHORT {
            self.charge(a.words())?;
            self.room(a.words())?;
        }
        apply1(op, a).map_err(|f| self.fault(f))
    }

    /// An error unless an integer of so many words fits, together with what is needed to work it out.
    fn room(&mut self, words: usize) -> Result<(), Stop> {
        if words > self.big_limit() { Err(self.resource_error(n::MEMORY)) } else { Ok(()) }
    }

    #[cold]
    fn long2(&mut self, op: u8, a: &Num, b: &Num) -> Result<Num, Stop> {
        let name = OP2[op as usize];
        let size = a.words() + b.words();
        self.room(size)?;
        self.charge(size)?;
        let power = matches!(name, n::CARET) || name == n::POWER && !self.flags.iso;
        if let (Some(x), Some(y)) = (a.big(), b.big()) {
            let (sx, sy) = (x.is_negative(), y.is_negative());
            match name {
                n::STAR => {
                    let p = self.product(x.magnitude(), y.magnitude())?;
                    return Ok(Num::from_big(signed(sx != sy, p)));
                }
                n::GCD => return Ok(Num::from_big(self.divisor(x.into_parts().1, y.into_parts().1)?.into())),
                n::INT_DIV | n::REM | n::MOD | n::DIV | n::SLASH if !y.is_zero() => {
                    let (q, r) = self.quotient(x.magnitude(), y.magnitude())?;
                    let (q, r) = (signed(sx != sy, q), signed(sx, r));
                    // Rounded toward zero; down is one less where the signs differ.
                    let down = !r.is_zero() && sx != sy;
                    match name {
                        n::INT_DIV => return Ok(Num::from_big(q)),
                        n::REM => return Ok(Num::from_big(r)),
                        n::MOD => return Ok(Num::from_big(if down { r + y } else { r })),
                        n::DIV => return Ok(Num::from_big(if down { q - 1 } else { q })),
                        _ if r.is_zero() && !self.flags.iso => return Ok(Num::from_big(q)),
                        _ => {}
                    }
                }
                _ if power && !sy && !x.is_zero() && !x.magnitude().is_one() => {
                    return self.long_power(&x, &y);
                }
                _ => {}
            }
        }
        let limit = self.big_limit();
        apply2(op, a, b, limit, self.flags.iso).map_err(|f| self.fault(f))
    }

    fn long_power(&mut self, x: &BigInt, y: &BigInt) -> Result<Num, Stop> {
        let size = y.to_u64().and_then(|e| x.bits().checked_mul(e)).unwrap_or(u64::MAX) / 64;
        self.room(usize::try_from(size).unwrap_or(usize::MAX))?;
        let e = y.to_u64().unwrap_or(u64::MAX);
        let mut power = BigUint::one();
        for bit in (0..64 - e.leading_zeros()).rev() {
            power = self.product(&power, &power)?;
            if e >> bit & 1 == 1 {
                power = self.product(&power, x.magnitude())?;
            }
        }
        Ok(Num::from_big(signed(x.is_negative() && e & 1 == 1, power)))
    }

    /// `base ** exponent mod modulus`, by squaring.
    pub(crate) fn power_modulo(&mut self, base: &Num, exponent: &Num, modulus: &Num) -> Result<Num, Stop> {
        for v in [base, exponent, modulus] {
            if v.big().is_none() {
                return Err(self.fault(Fault::TypeInteger(v.clone())));
            }
        }
        if modulus.is_zero() {
            return Err(self.fault(Fault::ZeroDivisor));
        }
        let (modulo, times) =
            (crate::arith::op2(n::MOD).unwrap_or(0), crate::arith::op2(n::STAR).unwrap_or(0));
        let e = exponent.big().unwrap_or_default();
        if e.is_negative() {
            return Err(self.evaluation_error(n::UNDEFINED));
        }
        let base = self.apply2(modulo, base, modulus)?;
        let mut power = self.apply2(modulo, &Num::Int(1), modulus)?;
        for bit in (0..e.bits()).rev() {
            self.charge(8)?;
            power = self.apply2(times, &power, &power)?;
            power = self.apply2(modulo, &power, modulus)?;
            if e.bit(bit) {
                power = self.apply2(times, &power, &base)?;
                power = self.apply2(modulo, &power, modulus)?;
            }
        }
        Ok(power)
    }

    fn product(&mut self, a: &BigUint, b: &BigUint) -> Result<BigUint, Stop> {
        let (la, lb) = (words(a), words(b));
        let cost = product_cost(la, lb);
        self.charge(cost)?;
        self.room(la + lb)?;
        if cost <= PIECE {
            return Ok(a * b);
        }
        let digits =
            |v: &BigUint| -> Vec<BigUint> { v.to_u64_digits().chunks(BLOCK).map(from_words).collect() };
        let (xs, ys) = (digits(a), digits(b));
        let mut sum = vec![0u64; la + lb + 1];
        for (i, x) in xs.iter().enumerate() {
            for (j, y) in ys.iter().enumerate() {
                add_at(&mut sum, &(x * y), (i + j) * BLOCK);
                self.check_time()?;
            }
        }
        Ok(from_words(&sum))
    }

    /// Quotient and remainder, by blocks of the dividend.
    fn quotient(&mut self, a: &BigUint, b: &BigUint) -> Result<(BigUint, BigUint), Stop> {
        let (la, lb) = (words(a), words(b));
        let cost = (la.saturating_sub(lb) + 1).saturating_mul(lb);
        self.charge(cost)?;
        if cost <= PIECE {
            return Ok(a.div_rem(b));
        }
        let block = (PIECE / lb).clamp(8, BLOCK);
        let digits = a.to_u64_digits();
        let mut quotient = vec![0u64; la + 1];
        let mut rest = BigUint::zero();
        for (i, chunk) in digits.chunks(block).enumerate().rev() {
            let (q, r) = ((rest << (64 * chunk.len())) + from_words(chunk)).div_rem(b);
            add_at(&mut quotient, &q, i * block);
            rest = r;
            self.check_time()?;
        }
        Ok((from_words(&quotient), rest))
    }

    /// The greatest common divisor, by Lehmer's method: most steps are worked out on the leading bits alone.
    fn divisor(&mut self, mut a: BigUint, mut b: BigUint) -> Result<BigUint, Stop> {
        if a < b {
            std::mem::swap(&mut a, &mut b);
        }
        while words(&b) > 1 {
            let size = words(&a);
            self.charge(size * 4)?;
            self.check_time()?;
            let shift = a.bits() - 62;
            let (x, y) = ((&a >> shift).to_i64().unwrap_or(0), (&b >> shift).to_i64().unwrap_or(0));
            let Some([p, q, r, s]) = lehmer(x, y) else {
                let (_, rest) = self.quotient(&a, &b)?;
                (a, b) = (b, rest);
                continue;
            };
            let combine = |u: i64, v: i64| {
                let (left, right) = (&a * u.unsigned_abs(), &b * v.unsigned_abs());
                if u > 0 || v < 0 { left - right } else { right - left }
            };
            (a, b) = (combine(p, q), combine(r, s));
            if a < b {
                std::mem::swap(&mut a, &mut b);
            }
        }
        if b.is_zero() {
            return Ok(a);
        }
        let (_, rest) = self.quotient(&a, &b)?;
        Ok(b.gcd(&rest))
    }

    /// An integer as a numeral.
    pub(crate) fn big_text(&mut self, b: &BigInt, radix: u32) -> Result<String, Stop> {
        let size = words(b.magnitude());
        if size * size <= PIECE {
            self.charge(size * size / 2)?;
            return Ok(b.to_str_radix(radix));
        }
        // Blocks of digits are split off at the end; a block is short enough to be written in one go.
        let mut per_word = 0;
        while u64::from(radix).checked_pow(per_word + 1).is_some() {
            per_word += 1;
        }
        let width = per_word as usize * 512;
        let block = BigUint::from(radix).pow(width as u32);
        let mut parts: Vec<String> = Vec::new();
        let mut rest = b.magnitude().clone();
        while !rest.is_zero() {
            let (q, r) = self.quotient(&rest, &block)?;
            self.charge(1 << 17)?;
            self.check_time()?;
            parts.push(r.to_str_radix(radix));
            rest = q;
        }
        let mut text = String::with_capacity(parts.len() * width + 1);
        if b.is_negative() {
            text.push('-');
        }
        for (i, part) in parts.iter().enumerate().rev() {
            if i + 1 < parts.len() {
                text.extend(std::iter::repeat_n('0', width - part.len()));
            }
            text.push_str(part);
        }
        Ok(text)
    }
}

/// Cofactors of as many steps of Euclid's algorithm as the leading bits of two numbers decide.
fn lehmer(mut x: i64, mut y: i64) -> Option<[i64; 4]> {
    let [mut a, mut b, mut c, mut d] = [1i64, 0, 0, 1];
    while y + c != 0 && y + d != 0 {
        let q = (x + a) / (y + c);
        if q != (x + b) / (y + d) {
            break;
        }
        let step = |u: i64, v: i64| q.checked_mul(v).and_then(|qv| u.checked_sub(qv));
        let (Some(nc), Some(nd), Some(ny)) = (step(a, c), step(b, d), step(x, y)) else { break };
        (a, c) = (c, nc);
        (b, d) = (d, nd);
        (x, y) = (y, ny);
    }
    (b != 0).then_some([a, b, c, d])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Program;

    fn sample(m: &mut Machine, size: usize) -> BigUint {
        let mut w: Vec<u64> = (0..size).map(|_| m.next_random()).collect();
        if let Some(top) = w.last_mut() {
            *top |= 1 << 63;
        }
        from_words(&w)
    }

    #[test]
    fn pieces_give_what_the_whole_gives() {
        let mut m = Machine::new(&Program::base());
        for (la, lb) in
            [(1, 1), (3, 1), (40, 7), (300, 299), (5000, 4999), (9000, 2100), (6000, 400), (4100, 4100)]
        {
            let (a, b) = (sample(&mut m, la), sample(&mut m, lb));
            assert_eq!(m.product(&a, &b).expect("no limit"), &a * &b, "{la} {lb}");
            assert_eq!(m.quotient(&a, &b).expect("no limit"), a.div_rem(&b), "{la} {lb}");
        }
        for (la, lb, common) in [(1, 1, 1), (2, 1, 1), (9, 4, 3), (30, 30, 5), (60, 2, 1), (100, 99, 40)] {
            let g = sample(&mut m, common);
            let (a, b) = (sample(&mut m, la) * &g, sample(&mut m, lb) * &g);
            assert_eq!(m.divisor(a.clone(), b.clone()).expect("no limit"), a.gcd(&b), "{la} {lb}");
            assert_eq!(m.divisor(b.clone(), BigUint::zero()).expect("no limit"), b);
        }
        for size in [1, 100, 1500, 3000] {
            for radix in [2, 7, 10, 36] {
                let a = BigInt::from(sample(&mut m, size)) * -1;
                let text = m.big_text(&a, radix).expect("no limit");
                assert_eq!(text, a.to_str_radix(radix));
                let back = parse_digits(&text.as_bytes()[1..], radix).expect("a numeral");
                assert_eq!(back, *a.magnitude());
            }
        }
        let zeros = BigInt::from(10).pow(40_000);
        assert_eq!(m.big_text(&zeros, 10).expect("no limit"), zeros.to_string());
        assert_eq!(parse_digits(zeros.to_string().as_bytes(), 10).as_ref(), Some(zeros.magnitude()));
    }
}
