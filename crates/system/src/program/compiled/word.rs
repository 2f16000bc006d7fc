//! Values at run time of compiled rules: words of 64 bits. A word is an integer, the number of an interned constant (an
//! atom or a ground compound term: equal terms are equal words), or a list, which is a range of the arena.

use super::term::{Names, Sym, sym};
use crate::program::swift::Map;
use crate::program::tables::Tables;

/// The number of a register.
pub(crate) type Reg = u16;

/// A value.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Word(pub(crate) u64);

const TAG: u64 = 3;
const INT: u64 = 0;
const CONST: u64 = 1;
const LIST: u64 = 2;
/// Integers beyond this are left to the logic machine.
const LARGEST: i64 = 1 << 60;

impl Word {
    /// The empty list.
    pub(crate) const NIL: Word = Word(LIST);

    pub(crate) fn int(i: i64) -> Option<Word> {
        (-LARGEST..LARGEST).contains(&i).then_some(Word((i as u64) << 2))
    }
    pub(crate) fn constant(i: u32) -> Word {
        Word(u64::from(i) << 2 | CONST)
    }
    /// The stretch of `len` words from `from`; every empty one is the same word.
    #[inline]
    pub(crate) fn list(from: usize, len: usize) -> Word {
        if len == 0 { Word::NIL } else { Word((len as u64) << 32 | (from as u64) << 2 | LIST) }
    }
    #[inline]
    pub(crate) fn as_int(self) -> Option<i64> {
        (self.0 & TAG == INT).then_some(self.0 as i64 >> 2)
    }
    #[inline]
    pub(crate) fn as_const(self) -> Option<usize> {
        (self.0 & TAG == CONST).then_some((self.0 >> 2) as usize)
    }
    /// First word and length.
    #[inline]
    pub(crate) fn as_list(self) -> Option<(usize, usize)> {
        (self.0 & TAG == LIST).then_some(((self.0 >> 2 & 0x3FFF_FFFF) as usize, (self.0 >> 32) as usize))
    }
    pub(crate) fn is_list(self) -> bool {
        self.0 & TAG == LIST
    }
}

/// What a test or an instruction gets: a register or a value known at load.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Val {
    Reg(Reg),
    Word(Word),
}

/// No token has this number.
pub(crate) const NO_TOKEN: u16 = u16::MAX;

/// One constant.
#[derive(Clone, Debug)]
pub(crate) struct Constant {
    pub(crate) name: Sym,
    pub(crate) args: Box<[Word]>,
}

/// All constants, and lists known at load (the first words of every arena).
#[derive(Clone, Debug, Default)]
pub(crate) struct Constants {
    pub(crate) items: Vec<Constant>,
    index: Map<(Sym, Box<[Word]>), u32>,
    /// The token that a constant is.
    pub(crate) tokens: Vec<u16>,
    /// The token that a number is.
    pub(crate) numbers: Map<i64, u16>,
    /// Lists known at load.
    pub(crate) lists: Vec<Word>,
    settled: usize,
}

impl Constants {
    /// The constant with this name and these arguments (none of them a list), entered if new.
    pub(crate) fn enter(&mut self, name: Sym, args: &[Word]) -> Word {
        if name == sym::NIL && args.is_empty() {
            return Word::NIL;
        }
        if let Some(&i) = self.index.get(&(name, args.into())) {
            return Word::constant(i);
        }
        let i = self.items.len() as u32;
        self.items.push(Constant { name, args: args.into() });
        self.tokens.push(NO_TOKEN);
        self.index.insert((name, args.into()), i);
        Word::constant(i)
    }

    /// The token that a value is.
    #[inline]
    pub(crate) fn token(&self, w: Word) -> Option<u16> {
        if let Some(i) = w.as_const() {
            let t = self.tokens[i];
            return (t != NO_TOKEN).then_some(t);
        }
        self.numbers.get(&w.as_int()?).copied()
    }

    /// Finds out which tokens the newly entered constants are: tokens are known by their keys.
    pub(crate) fn settle(&mut self, names: &Names, tables: &Tables) {
        let mut text = String::new();
        for i in self.settled..self.items.len() {
            text.clear();
            if self.text(Word::constant(i as u32), names, &mut text)
                && let Some(&t) = tables.token_index.get(&text)
            {
                self.tokens[i] = t;
            }
        }
        self.settled = self.items.len();
    }

    /// The key of a constant or number, as the tables write it.
    pub(crate) fn text(&self, w: Word, names: &Names, out: &mut String) -> bool {
        use std::fmt::Write as _;
        if let Some(i) = w.as_int() {
            return write!(out, "{i}").is_ok();
        }
        if w == Word::NIL {
            out.push_str("[]");
            return true;
        }
        let Some(c) = w.as_const().map(|i| &self.items[i]) else { return false };
        let name = names.text(c.name);
        match &*c.args {
            [] => out.push_str(name),
            [a, b] if matches!(name, "-" | ":" | "/" | "+" | ">") => {
                let left = self.text(*a, names, out);
                out.push_str(name);
                return left && self.text(*b, names, out);
            }
            args => {
                out.push_str(name);
                out.push('(');
                for (i, a) in args.iter().enumerate() {
                    if i > 0 {
                        out.push(',');
                    }
                    if !self.text(*a, names, out) {
                        return false;
                    }
                }
                out.push(')');
            }
        }
        true
    }
}
