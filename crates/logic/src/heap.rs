//! Building terms on a heap: lists, boxed numbers and strings, and reading them back.

use crate::atom::names as n;
use crate::cell::{BIG, Cell, FLT, LST, STG};
use num_bigint::{BigInt, Sign};

pub(crate) const KIND_FLOAT: u8 = 1;
pub(crate) const KIND_POS: u8 = 2;
pub(crate) const KIND_NEG: u8 = 3;
pub(crate) const KIND_STRING: u8 = 4;

pub(crate) fn push_var(h: &mut Vec<Cell>) -> Cell {
    let c = Cell::var(h.len());
    h.push(c);
    c
}

pub(crate) fn push_float(h: &mut Vec<Cell>, f: f64) -> Cell {
    let at = h.len();
    h.push(Cell::header(KIND_FLOAT, 1));
    h.push(Cell(f.to_bits()));
    Cell::new(FLT, at)
}

pub(crate) fn float_at(h: &[Cell], c: Cell) -> f64 {
    f64::from_bits(h[c.idx() + 1].0)
}

pub(crate) fn push_int(h: &mut Vec<Cell>, i: i64) -> Cell {
    Cell::small(i).unwrap_or_else(|| push_big(h, &BigInt::from(i)))
}

/// An integer cell of any size; small ones need no heap.
pub(crate) fn push_big(h: &mut Vec<Cell>, b: &BigInt) -> Cell {
    if let Ok(i) = i64::try_from(b)
        && let Some(c) = Cell::small(i)
    {
        return c;
    }
    let (sign, digits) = b.to_u64_digits();
    let at = h.len();
    h.push(Cell::header(if sign == Sign::Minus { KIND_NEG } else { KIND_POS }, digits.len()));
    h.extend(digits.into_iter().map(Cell));
    Cell::new(BIG, at)
}

pub(crate) fn big_at(h: &[Cell], c: Cell) -> BigInt {
    let at = c.idx();
    let header = h[at];
    let mut bytes = Vec::with_capacity(header.raw_words() * 8);
    for w in &h[at + 1..at + 1 + header.raw_words()] {
        bytes.extend_from_slice(&w.0.to_le_bytes());
    }
    let sign = if header.header_kind() == KIND_NEG { Sign::Minus } else { Sign::Plus };
    BigInt::from_bytes_le(sign, &bytes)
}

/// Strings keep their length in bytes in the first raw word.
pub(crate) fn push_string(h: &mut Vec<Cell>, s: &str) -> Cell {
    let at = h.len();
    let words = s.len().div_ceil(8);
    h.push(Cell::header(KIND_STRING, words + 1));
    h.push(Cell(s.len() as u64));
    for chunk in s.as_bytes().chunks(8) {
        let mut w = [0u8; 8];
        w[..chunk.len()].copy_from_slice(chunk);
        h.push(Cell(u64::from_le_bytes(w)));
    }
    Cell::new(STG, at)
}

pub(crate) fn string_at(h: &[Cell], c: Cell) -> String {
    let at = c.idx();
    let words = h[at].raw_words() - 1;
    let len = h[at + 1].0 as usize;
    let mut bytes = Vec::with_capacity(words * 8);
    for w in &h[at + 2..at + 2 + words] {
        bytes.extend_from_slice(&w.0.to_le_bytes());
    }
    bytes.truncate(len);
    String::from_utf8_lossy(&bytes).into_owned()
}

/// A proper list of the items.
pub(crate) fn push_list(h: &mut Vec<Cell>, items: impl Iterator<Item = Cell>) -> Cell {
    push_list_tail(h, items, Cell::atom(n::NIL))
}

/// A list of the items that ends in `tail`.
pub(crate) fn push_list_tail(h: &mut Vec<Cell>, items: impl Iterator<Item = Cell>, tail: Cell) -> Cell {
    let start = h.len();
    for item in items {
        let at = h.len();
        h.push(item);
        h.push(Cell::new(LST, at + 2));
    }
    if h.len() == start {
        return tail;
    }
    let last = h.len() - 1;
    h[last] = tail;
    Cell::new(LST, start)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boxed_values_come_back_as_they_went_in() {
        let mut h = Vec::new();
        let big: BigInt = BigInt::from(-7) * BigInt::from(u64::MAX) * BigInt::from(u64::MAX);
        let (f, b, s) = (push_float(&mut h, -0.5), push_big(&mut h, &big), push_string(&mut h, "žluťoučký"));
        assert_eq!(float_at(&h, f), -0.5);
        assert_eq!(big_at(&h, b), big);
        assert_eq!(string_at(&h, s), "žluťoučký");
    }
}
