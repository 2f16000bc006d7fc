//! Arithmetic: evaluation of expressions, the functions of the standard, unbounded integers.
//!
//! Values travel as `Num`. What is long is priced and done in pieces in [`crate::big`], so `2**(10**9)` is a resource error,
//! not a hang.

use crate::atom::names as n;
use crate::cell::{Atom, Cell};
use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{One, Signed, ToPrimitive, Zero};
use std::cmp::Ordering;

/// A number.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Num {
    Int(i64),
    Big(BigInt),
    Float(f64),
}

/// Why an evaluation failed; the machine turns it into an error term.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Fault {
    TypeInteger(Num),
    TypeFloat(Num),
    ZeroDivisor,
    Undefined,
    FloatOverflow,
    Memory,
}

type Res = Result<Num, Fault>;

/// Binary functions that instructions know, by number.
pub(crate) const OP2: &[Atom] = &[
    n::PLUS,
    n::MINUS,
    n::STAR,
    n::SLASH,
    n::INT_DIV,
    n::MOD,
    n::REM,
    n::DIV,
    n::MIN,
    n::MAX,
    n::SHIFT_L,
    n::SHIFT_R,
    n::BIT_AND,
    n::BIT_OR,
    n::XOR,
    n::POWER,
    n::CARET,
    n::GCD,
    n::ATAN2,
    n::COPYSIGN,
    n::LOG,
    n::TRUNCATE,
    n::ATAN,
    n::CMPFLAGS,
    n::GETBIT,
];

/// Unary functions that instructions know, by number.
pub(crate) const OP1: &[Atom] = &[
    n::MINUS,
    n::PLUS,
    n::ABS,
    n::SIGN,
    n::BACKSLASH,
    n::SIN,
    n::COS,
    n::TAN,
    n::ASIN,
    n::ACOS,
    n::ATAN,
    n::EXP,
    n::LOG,
    n::SQRT,
    n::FLOAT,
    n::INTEGER,
    n::FLOOR,
    n::CEILING,
    n::ROUND,
    n::TRUNCATE,
    n::FLOAT_INTEGER_PART,
    n::FLOAT_FRACTIONAL_PART,
    n::SINH,
    n::COSH,
    n::TANH,
    n::ASINH,
    n::ACOSH,
    n::ATANH,
    n::LOG2,
    n::MSB,
    n::SUCC,
    n::TRUNC,
    n::BITCOUNT,
    n::DEG,
    n::ACOT,
    n::LOG10,
    n::LSB,
];

pub(crate) fn op2(name: Atom) -> Option<u8> {
    OP2.iter()
        .position(|&a| a == name && name != n::CMPFLAGS && name != n::LOG && name != n::TRUNCATE)
        .map(|i| i as u8)
}

pub(crate) fn op1(name: Atom) -> Option<u8> {
    OP1.iter().position(|&a| a == name).map(|i| i as u8)
}

impl Num {
    pub(crate) fn from_big(b: BigInt) -> Num {
        match b.to_i64() {
            Some(i) => Num::Int(i),
            None => Num::Big(b),
        }
    }
    pub(crate) fn big(&self) -> Option<BigInt> {
        match self {
            Num::Int(i) => Some(BigInt::from(*i)),
            Num::Big(b) => Some(b.clone()),
            Num::Float(_) => None,
        }
    }
    /// Words of memory outside the number itself.
    pub(crate) fn held(&self) -> usize {
        if matches!(self, Num::Big(_)) { self.words() } else { 0 }
    }
    pub(crate) fn words(&self) -> usize {
        match self {
            Num::Big(b) => (b.bits() / 64) as usize + 1,
            _ => 1,
        }
    }
    fn to_f64(&self) -> Result<f64, Fault> {
        match self {
            Num::Int(i) => Ok(*i as f64),
            Num::Big(b) => match b.to_f64() {
                Some(f) if f.is_finite() => Ok(f),
                _ => Err(Fault::FloatOverflow),
            },
            Num::Float(f) => Ok(*f),
        }
    }
    pub(crate) fn is_zero(&self) -> bool {
        match self {
            Num::Int(i) => *i == 0,
            Num::Big(_) => false,
            Num::Float(f) => *f == 0.0,
        }
    }
    fn negative(&self) -> bool {
        match self {
            Num::Int(i) => *i < 0,
            Num::Big(b) => b.is_negative(),
            Num::Float(f) => *f < 0.0,
        }
    }
}

fn checked(f: f64) -> Res {
    if f.is_finite() {
        Ok(Num::Float(f))
    } else if f.is_nan() {
        Err(Fault::Undefined)
    } else {
        Err(Fault::FloatOverflow)
    }
}

/// Numerical comparison; exact between integers and floats.
pub(crate) fn compare(a: &Num, b: &Num) -> Option<Ordering> {
    match (a, b) {
        (Num::Int(x), Num::Int(y)) => Some(x.cmp(y)),
        (Num::Float(x), Num::Float(y)) => x.partial_cmp(y),
        (Num::Float(x), _) => compare_float(*x, b),
        (_, Num::Float(y)) => compare_float(*y, a).map(Ordering::reverse),
        _ => Some(a.big()?.cmp(&b.big()?)),
    }
}

/// Compares a float with an integer.
fn compare_float(f: f64, i: &Num) -> Option<Ordering> {
    if f.is_nan() {
        return None;
    }
    if f.is_infinite() {
        return Some(if f > 0.0 { Ordering::Greater } else { Ordering::Less });
    }
    if let Num::Int(i) = i
        && i.unsigned_abs() < 1 << 53
    {
        return f.partial_cmp(&(*i as f64));
    }
    let whole = big_of_float(f.trunc());
    Some(whole.cmp(&i.big()?).then_with(|| f.fract().partial_cmp(&0.0).unwrap_or(Ordering::Equal)))
}

pub(crate) fn big_of_float(f: f64) -> BigInt {
    num_traits::FromPrimitive::from_f64(f).unwrap_or_else(BigInt::zero)
}

fn int_of_float(f: f64) -> Res {
    if !f.is_finite() {
        return Err(Fault::Undefined);
    }
    if f.abs() < 9.0e18 { Ok(Num::Int(f as i64)) } else { Ok(Num::from_big(big_of_float(f))) }
}

fn both_int(a: &Num, b: &Num) -> Result<(), Fault> {
    for x in [a, b] {
        if matches!(x, Num::Float(_)) {
            return Err(Fault::TypeInteger(x.clone()));
        }
    }
    Ok(())
}

fn bigs(a: &Num, b: &Num) -> Result<(BigInt, BigInt), Fault> {
    both_int(a, b)?;
    match (a.big(), b.big()) {
        (Some(x), Some(y)) => Ok((x, y)),
        _ => Err(Fault::Undefined),
    }
}

/// Binary function number `op` of integers where that is the matter of one instruction and no error.
#[inline]
pub(crate) fn quick2(op: u8, a: i64, b: i64) -> Option<i64> {
    match op {
        4 if b > 0 => Some(a / b),
        5 if b > 0 => Some(a.rem_euclid(b)),
        6 if b > 0 => Some(a % b),
        8 => Some(a.min(b)),
        9 => Some(a.max(b)),
        11 if (0..60).contains(&b) => Some(a >> b),
        12 => Some(a & b),
        13 => Some(a | b),
        14 => Some(a ^ b),
        _ => None,
    }
}

/// Applies binary function number `op`. `max_words` bounds big results.
pub(crate) fn apply2(op: u8, a: &Num, b: &Num, max_words: usize, iso: bool) -> Res {
    if a.words().saturating_add(b.words()) > max_words {
        return Err(Fault::Memory);
    }
    match OP2[op as usize] {
        n::PLUS => match (a, b) {
            (Num::Int(x), Num::Int(y)) => {
                Ok(x.checked_add(*y).map_or_else(|| wide(a, b, |x, y| x + y), Num::Int))
            }
            (Num::Float(_), _) | (_, Num::Float(_)) => checked(a.to_f64()? + b.to_f64()?),
            _ => Ok(wide(a, b, |x, y| x + y)),
        },
        n::MINUS => match (a, b) {
            (Num::Int(x), Num::Int(y)) => {
                Ok(x.checked_sub(*y).map_or_else(|| wide(a, b, |x, y| x - y), Num::Int))
            }
            (Num::Float(_), _) | (_, Num::Float(_)) => checked(a.to_f64()? - b.to_f64()?),
            _ => Ok(wide(a, b, |x, y| x - y)),
        },
        n::STAR => match (a, b) {
            (Num::Int(x), Num::Int(y)) => {
                Ok(x.checked_mul(*y).map_or_else(|| wide(a, b, |x, y| x * y), Num::Int))
            }
            (Num::Float(_), _) | (_, Num::Float(_)) => checked(a.to_f64()? * b.to_f64()?),
            _ => Ok(wide(a, b, |x, y| x * y)),
        },
        n::SLASH => divide(a, b, iso),
        n::INT_DIV => integer_division(a, b, |x, y| x.checked_div(y), |x, y| x / y),
        n::REM => integer_division(a, b, |x, y| Some(x.wrapping_rem(y)), |x, y| x % y),
        n::MOD => integer_division(
            a,
            b,
            |x, y| Some(if y == -1 { 0 } else { Integer::mod_floor(&x, &y) }),
            |x, y| x.mod_floor(y),
        ),
        n::DIV => integer_division(
            a,
            b,
            |x, y| (y != -1).then(|| Integer::div_floor(&x, &y)),
            |x, y| x.div_floor(y),
        ),
        n::MIN => Ok(if compare(a, b) == Some(Ordering::Greater) { b.clone() } else { a.clone() }),
        n::MAX => Ok(if compare(a, b) == Some(Ordering::Less) { b.clone() } else { a.clone() }),
        n::SHIFT_L => shift(a, b, true, max_words),
        n::SHIFT_R => shift(a, b, false, max_words),
        n::BIT_AND => bitwise(a, b, |x, y| x & y, |x, y| x & y),
        n::BIT_OR => bitwise(a, b, |x, y| x | y, |x, y| x | y),
        n::XOR => bitwise(a, b, |x, y| x ^ y, |x, y| x ^ y),
        n::GCD => bigs(a, b).map(|(x, y)| Num::from_big(x.gcd(&y))),
        n::POWER => match (a, b) {
            (Num::Float(_), _) | (_, Num::Float(_)) => float_power(a.to_f64()?, b.to_f64()?),
            // Integers stay integers where the result is one; the strictest reading wants floats.
            _ if iso => float_power(a.to_f64()?, b.to_f64()?),
            _ => match int_power(a, b, max_words) {
                Err(Fault::TypeFloat(_)) => float_power(a.to_f64()?, b.to_f64()?),
                power => power,
            },
        },
        n::CARET => match (a, b) {
            (Num::Float(_), _) | (_, Num::Float(_)) => float_power(a.to_f64()?, b.to_f64()?),
            _ => int_power(a, b, max_words),
        },
        n::ATAN2 | n::ATAN => {
            let (x, y) = (a.to_f64()?, b.to_f64()?);
            if x == 0.0 && y == 0.0 { Err(Fault::Undefined) } else { checked(x.atan2(y)) }
        }
        n::COPYSIGN => checked(a.to_f64()?.copysign(b.to_f64()?)),
        n::GETBIT => match (a, b) {
            (Num::Int(x), Num::Int(y)) if *y >= 0 => Ok(Num::Int(if *y > 63 { 0 } else { (x >> y) & 1 })),
            _ => bigs(a, b).map(|(x, y)| Num::Int(i64::from(x.bit(y.to_u64().unwrap_or(u64::MAX))))),
        },
        _ => Err(Fault::Undefined),
    }
}

fn wide(a: &Num, b: &Num, f: impl Fn(BigInt, BigInt) -> BigInt) -> Num {
    match (a.big(), b.big()) {
        (Some(x), Some(y)) => Num::from_big(f(x, y)),
        _ => Num::Int(0),
    }
}

fn divide(a: &Num, b: &Num, iso: bool) -> Res {
    if let (Num::Int(x), Num::Int(y)) = (a, b) {
        if *y == 0 {
            return Err(Fault::ZeroDivisor);
        }
        match (x.checked_rem(*y), x.checked_div(*y)) {
            _ if iso => return checked(*x as f64 / *y as f64),
            (Some(0), Some(q)) => return Ok(Num::Int(q)),
            (Some(_), _) => return checked(*x as f64 / *y as f64),
            // The one quotient that is larger than its operands.
            _ => {}
        }
    }
    if b.is_zero() {
        return Err(if a.is_zero() { Fault::Undefined } else { Fault::ZeroDivisor });
    }
    if !iso && !matches!(a, Num::Float(_)) && !matches!(b, Num::Float(_)) {
        let (x, y) = bigs(a, b)?;
        let (q, r) = x.div_rem(&y);
        if r.is_zero() {
            return Ok(Num::from_big(q));
        }
    }
    checked(a.to_f64()? / b.to_f64()?)
}

fn integer_division(
    a: &Num,
    b: &Num,
    small: impl Fn(i64, i64) -> Option<i64>,
    large: impl Fn(&BigInt, &BigInt) -> BigInt,
) -> Res {
    both_int(a, b)?;
    if b.is_zero() {
        return Err(Fault::ZeroDivisor);
    }
    if let (Num::Int(x), Num::Int(y)) = (a, b)
        && let Some(r) = small(*x, *y)
    {
        return Ok(Num::Int(r));
    }
    let (x, y) = bigs(a, b)?;
    Ok(Num::from_big(large(&x, &y)))
}

fn bitwise(
    a: &Num,
    b: &Num,
    small: impl Fn(i64, i64) -> i64,
    large: impl Fn(BigInt, BigInt) -> BigInt,
) -> Res {
    if let (Num::Int(x), Num::Int(y)) = (a, b) {
        return Ok(Num::Int(small(*x, *y)));
    }
    let (x, y) = bigs(a, b)?;
    Ok(Num::from_big(large(x, y)))
}

fn shift(a: &Num, b: &Num, left: bool, max_words: usize) -> Res {
    let (x, y) = bigs(a, b)?;
    let left = left != y.is_negative();
    let Some(by) = y.abs().to_u64() else {
        return if left { Err(Fault::Memory) } else { Ok(Num::Int(if x.is_negative() { -1 } else { 0 })) };
    };
    if left {
        if x.is_zero() {
            return Ok(Num::Int(0));
        }
        if (x.bits() + by) / 64 > max_words as u64 {
            return Err(Fault::Memory);
        }
        return Ok(Num::from_big(x << by));
    }
    if by > x.bits() {
        return Ok(Num::Int(if x.is_negative() { -1 } else { 0 }));
    }
    Ok(Num::from_big(x >> by))
}

fn float_power(x: f64, y: f64) -> Res {
    if x == 0.0 && y < 0.0 {
        return Err(Fault::ZeroDivisor);
    }
    checked(x.powf(y))
}

fn int_power(a: &Num, b: &Num, max_words: usize) -> Res {
    let (base, exp) = bigs(a, b)?;
    if exp.is_negative() {
        if base.is_one() {
            return Ok(Num::Int(1));
        }
        if base == BigInt::from(-1) {
            return Ok(Num::Int(if exp.is_even() { 1 } else { -1 }));
        }
        return Err(if base.is_zero() { Fault::ZeroDivisor } else { Fault::TypeFloat(a.clone()) });
    }
    if base.is_zero() || base.is_one() {
        return Ok(Num::Int(i64::from(exp.is_zero() || base.is_one())));
    }
    if base == BigInt::from(-1) {
        return Ok(Num::Int(if exp.is_even() { 1 } else { -1 }));
    }
    let Some(e) = exp.to_u32() else { return Err(Fault::Memory) };
    if base.bits().saturating_mul(u64::from(e)) / 64 > max_words as u64 {
        return Err(Fault::Memory);
    }
    Ok(Num::from_big(base.pow(e)))
}

/// Applies unary function number `op`.
pub(crate) fn apply1(op: u8, a: &Num) -> Res {
    let name = OP1[op as usize];
    match name {
        n::MINUS => match a {
            Num::Int(i) => Ok(i.checked_neg().map_or_else(|| Num::Big(-BigInt::from(*i)), Num::Int)),
            Num::Big(b) => Ok(Num::from_big(-b.clone())),
            Num::Float(f) => Ok(Num::Float(-f)),
        },
        n::PLUS => Ok(a.clone()),
        n::ABS => Ok(if a.negative() { apply1(0, a)? } else { a.clone() }),
        n::SIGN => Ok(match a {
            Num::Float(f) => Num::Float(if *f == 0.0 { 0.0 } else { f.signum() }),
            _ => Num::Int(if a.is_zero() {
                0
            } else if a.negative() {
                -1
            } else {
                1
            }),
        }),
        n::BACKSLASH => match a {
            Num::Int(i) => Ok(Num::Int(!i)),
            Num::Big(b) => Ok(Num::from_big(-(b + 1u32))),
            Num::Float(_) => Err(Fault::TypeInteger(a.clone())),
        },
        n::SUCC => apply2(0, a, &Num::Int(1), usize::MAX, true),
        n::MSB => match a.big() {
            Some(b) if b.is_positive() => Ok(Num::Int(b.bits() as i64 - 1)),
            Some(_) => Err(Fault::Undefined),
            None => Err(Fault::TypeInteger(a.clone())),
        },
        n::LSB => match a.big() {
            Some(b) if b.is_positive() => Ok(Num::Int(b.trailing_zeros().unwrap_or(0) as i64)),
            Some(_) => Err(Fault::Undefined),
            None => Err(Fault::TypeInteger(a.clone())),
        },
        n::BITCOUNT => match a.big() {
            Some(b) => Ok(Num::Int(b.iter_u64_digits().map(|d| i64::from(d.count_ones())).sum())),
            None => Err(Fault::TypeInteger(a.clone())),
        },
        n::INTEGER | n::ROUND => rounding(a, f64::round),
        n::FLOOR => rounding(a, f64::floor),
        n::CEILING => rounding(a, f64::ceil),
        n::TRUNCATE | n::TRUNC => rounding(a, f64::trunc),
        _ => float_function(name, a),
    }
}

fn rounding(a: &Num, f: fn(f64) -> f64) -> Res {
    match a {
        Num::Float(x) => int_of_float(f(*x)),
        _ => Ok(a.clone()),
    }
}

fn float_function(name: Atom, a: &Num) -> Res {
    if name == n::FLOAT_INTEGER_PART && !matches!(a, Num::Float(_)) {
        return Ok(a.clone());
    }
    if name == n::FLOAT_FRACTIONAL_PART && !matches!(a, Num::Float(_)) {
        return Ok(Num::Int(0));
    }
    let x = a.to_f64()?;
    match name {
        n::SIN => checked(x.sin()),
        n::COS => checked(x.cos()),
        n::TAN => checked(x.tan()),
        n::ASIN => checked(x.asin()),
        n::ACOS => checked(x.acos()),
        n::ATAN => checked(x.atan()),
        n::EXP => checked(x.exp()),
        n::LOG | n::LOG2 | n::LOG10 if x <= 0.0 => Err(Fault::Undefined),
        n::LOG => checked(x.ln()),
        n::LOG2 => checked(x.log2()),
        n::LOG10 => checked(x.log10()),
        n::SQRT => checked(x.sqrt()),
        n::FLOAT => checked(x),
        n::FLOAT_INTEGER_PART => checked(x.trunc()),
        n::FLOAT_FRACTIONAL_PART => checked(x.fract()),
        n::SINH => checked(x.sinh()),
        n::COSH => checked(x.cosh()),
        n::TANH => checked(x.tanh()),
        n::ASINH => checked(x.asinh()),
        n::ACOSH => checked(x.acosh()),
        n::ATANH => checked(x.atanh()),
        n::DEG => checked(1.0 / x.tan()),
        n::ACOT => checked((1.0 / x).atan()),
        _ => Err(Fault::Undefined),
    }
}

/// Constants of the evaluator.
pub(crate) fn constant(name: Atom) -> Option<Num> {
    Some(match name {
        n::PI => Num::Float(std::f64::consts::PI),
        n::E => Num::Float(std::f64::consts::E),
        n::INF => Num::Float(f64::INFINITY),
        n::NAN => Num::Float(f64::NAN),
        n::EPSILON => Num::Float(f64::EPSILON),
        n::MAX_TAGGED => Num::Int(crate::cell::SMALL_MAX),
        n::MIN_TAGGED => Num::Int(crate::cell::SMALL_MIN),
        n::MAX_INTEGER => Num::Int(i64::MAX),
        n::MIN_INTEGER => Num::Int(i64::MIN),
        _ => return None,
    })
}

/// The number in a dereferenced cell.
pub(crate) fn num_of(heap: &[Cell], c: Cell) -> Option<Num> {
    use crate::cell::{BIG, FLT, INT};
    match c.tag() {
        INT => Some(Num::Int(c.as_int())),
        FLT => Some(Num::Float(crate::heap::float_at(heap, c))),
        BIG => Some(Num::from_big(crate::heap::big_at(heap, c))),
        _ => None,
    }
}

/// The cell of a number.
pub(crate) fn push_num(heap: &mut Vec<Cell>, v: &Num) -> Cell {
    match v {
        Num::Int(i) => crate::heap::push_int(heap, *i),
        Num::Big(b) => crate::heap::push_big(heap, b),
        Num::Float(f) => crate::heap::push_float(heap, *f),
    }
}
