//! One 64-bit cell: the unit of every heap, register and stack.
//!
//! ```text
//! 63                                         4 3  0
//! +-------------------------------------------+----+
//! | payload (index, atom, small integer, ...)  | tag|
//! +-------------------------------------------+----+
//! functor payload: bits 4..28 arity, bits 28..60 name
//! header payload:  bits 4..8 kind, bits 8..64 number of raw words that follow
//! ```
//! Payload indexes point into the owning heap vector, never into memory, so a heap can be
//! copied, saved and sent as it is.

/// A tagged 64-bit word.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct Cell(pub(crate) u64);

pub(crate) const REF: u8 = 0;
pub(crate) const STR: u8 = 1;
pub(crate) const LST: u8 = 2;
pub(crate) const ATM: u8 = 3;
pub(crate) const INT: u8 = 4;
pub(crate) const FLT: u8 = 5;
pub(crate) const BIG: u8 = 6;
pub(crate) const STG: u8 = 7;
/// An attributed variable: its own cell while unbound; the cell behind it holds the attributes.
pub(crate) const ATV: u8 = 8;
pub(crate) const HDR: u8 = 9;
pub(crate) const FUN: u8 = 10;

/// Largest integer kept inside a cell.
pub(crate) const SMALL_MAX: i64 = (1 << 59) - 1;
/// Smallest integer kept inside a cell.
pub(crate) const SMALL_MIN: i64 = -(1 << 59);
/// Largest arity of a compound term.
pub(crate) const MAX_ARITY: usize = (1 << 24) - 1;

impl Cell {
    pub(crate) const ZERO: Cell = Cell(INT as u64);

    #[inline(always)]
    pub(crate) const fn tag(self) -> u8 {
        (self.0 & 15) as u8
    }
    #[inline(always)]
    pub(crate) const fn idx(self) -> usize {
        (self.0 >> 4) as usize
    }
    #[inline(always)]
    pub(crate) const fn new(tag: u8, idx: usize) -> Cell {
        Cell(((idx as u64) << 4) | tag as u64)
    }
    #[inline(always)]
    pub(crate) const fn var(idx: usize) -> Cell {
        Cell((idx as u64) << 4)
    }
    #[inline(always)]
    pub(crate) const fn atom(a: Atom) -> Cell {
        Cell(((a.0 as u64) << 4) | ATM as u64)
    }
    #[inline(always)]
    pub(crate) const fn int(i: i64) -> Cell {
        Cell(((i as u64) << 4) | INT as u64)
    }
    /// The cell of `i` when it fits the small range.
    #[inline(always)]
    pub(crate) const fn small(i: i64) -> Option<Cell> {
        if i >= SMALL_MIN && i <= SMALL_MAX { Some(Cell::int(i)) } else { None }
    }
    #[inline(always)]
    pub(crate) const fn as_int(self) -> i64 {
        (self.0 as i64) >> 4
    }
    #[inline(always)]
    pub(crate) const fn as_atom(self) -> Atom {
        Atom((self.0 >> 4) as u32)
    }
    #[inline(always)]
    pub(crate) const fn functor(name: Atom, arity: usize) -> Cell {
        Cell(((name.0 as u64) << 28) | ((arity as u64) << 4) | FUN as u64)
    }
    #[inline(always)]
    pub(crate) const fn name(self) -> Atom {
        Atom((self.0 >> 28) as u32)
    }
    #[inline(always)]
    pub(crate) const fn arity(self) -> usize {
        ((self.0 >> 4) & 0xff_ffff) as usize
    }
    /// A header in front of `words` raw words.
    pub(crate) const fn header(kind: u8, words: usize) -> Cell {
        Cell(((words as u64) << 8) | ((kind as u64 & 15) << 4) | HDR as u64)
    }
    pub(crate) const fn raw_words(self) -> usize {
        (self.0 >> 8) as usize
    }
    pub(crate) const fn header_kind(self) -> u8 {
        ((self.0 >> 4) & 15) as u8
    }
    #[inline(always)]
    /// A variable, attributed or not (once dereferenced).
    pub(crate) const fn is_ref(self) -> bool {
        self.0 & 7 == REF as u64
    }
    /// A variable without attributes: what may be bound without further ado.
    #[inline(always)]
    pub(crate) const fn is_plain(self) -> bool {
        self.tag() == REF
    }
    #[inline(always)]
    pub(crate) const fn is_atom(self) -> bool {
        self.tag() == ATM
    }
    #[inline(always)]
    pub(crate) const fn is_int(self) -> bool {
        self.tag() == INT
    }
    /// An atom or a small integer: equal to nothing else.
    #[inline(always)]
    pub(crate) const fn is_name_or_int(self) -> bool {
        matches!(self.tag(), ATM | INT)
    }
    pub(crate) const fn is_compound(self) -> bool {
        matches!(self.tag(), STR | LST)
    }
    pub(crate) const fn is_callable(self) -> bool {
        matches!(self.tag(), STR | LST | ATM)
    }
    pub(crate) const fn is_number(self) -> bool {
        matches!(self.tag(), INT | BIG | FLT)
    }
    pub(crate) const fn is_integer(self) -> bool {
        matches!(self.tag(), INT | BIG)
    }
    pub(crate) const fn is_atomic(self) -> bool {
        matches!(self.tag(), ATM | INT | BIG | FLT | STG)
    }
}

/// An interned name.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct Atom(pub(crate) u32);

impl Atom {
    /// The atom of one Latin-1 character; those 256 are always interned first.
    pub(crate) const fn latin1(c: u8) -> Atom {
        Atom(c as u32)
    }
}
