//! Fast lookup of terms as numbers: a small hash, zones by family and first argument, tokens by atom or pair. Other terms
//! are looked up by their text.

use crate::program::tables::{Shape, Tables};
use logic::{Atom, Machine, Term, TermRef, View};
use std::collections::{HashMap, HashSet};
use std::hash::{BuildHasherDefault, Hasher};

/// A multiply-and-rotate hash for short keys of our own making.
#[derive(Clone, Copy, Default)]
pub(crate) struct Mix(u64);

impl Mix {
    fn add(&mut self, v: u64) {
        self.0 = (self.0.rotate_left(5) ^ v).wrapping_mul(0x51_7c_c1_b7_27_22_0a_95);
    }
}

impl Hasher for Mix {
    fn finish(&self) -> u64 {
        self.0 ^ (self.0 >> 29)
    }
    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.add(u64::from_le_bytes(word));
        }
    }
    fn write_u8(&mut self, v: u8) {
        self.add(u64::from(v));
    }
    fn write_u16(&mut self, v: u16) {
        self.add(u64::from(v));
    }
    fn write_u32(&mut self, v: u32) {
        self.add(u64::from(v));
    }
    fn write_u64(&mut self, v: u64) {
        self.add(v);
    }
    fn write_i64(&mut self, v: i64) {
        self.add(v as u64);
    }
    fn write_usize(&mut self, v: usize) {
        self.add(v as u64);
    }
}

/// A map with the small hash.
pub(crate) type Map<K, V> = HashMap<K, V, BuildHasherDefault<Mix>>;
/// A set with the small hash.
pub(crate) type Set<K> = HashSet<K, BuildHasherDefault<Mix>>;

/// An atomic term.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Leaf {
    Int(i64),
    Atom(Atom),
}

fn leaf(t: TermRef<'_>) -> Option<Leaf> {
    match t.as_atom_id() {
        Some(a) => Some(Leaf::Atom(a)),
        None => t.as_int().map(Leaf::Int),
    }
}

#[derive(Clone, Debug, Default)]
struct Family {
    alone: Option<u16>,
    by_first: Map<Leaf, u16>,
}

/// The quick tables.
#[derive(Clone, Debug, Default)]
pub(crate) struct Swift {
    families: Map<String, Family>,
    tokens: Map<Leaf, u16>,
    pairs: Map<(Leaf, Leaf), u16>,
}

impl Swift {
    /// Made from the tables; the machine must be the one the program is frozen from.
    pub(crate) fn new(tables: &Tables, m: &mut Machine) -> Swift {
        let mut s = Swift::default();
        let with = |m: &mut Machine, t: &Term, f: &mut dyn FnMut(TermRef<'_>)| {
            let var = m.variable(1000);
            let goal = m.compound("=", &[var, t.clone()]);
            let goal = m.goal(&goal);
            let mut answers = m.solve(&goal);
            if answers.advance() == Ok(true)
                && let Some(t) = answers.get(1000)
            {
                f(t);
            }
        };
        for (i, z) in tables.zones.iter().enumerate() {
            let Shape::Plain(name, args) = &z.shape else { continue };
            let family = s.families.entry(name.clone()).or_default();
            match args.as_slice() {
                [] => family.alone = Some(i as u16),
                [first] => with(m, first, &mut |t| {
                    if let Some(l) = leaf(t) {
                        family.by_first.insert(l, i as u16);
                    }
                }),
                _ => {}
            }
        }
        for (i, token) in tables.tokens.iter().enumerate() {
            with(m, &token.term, &mut |t| {
                if let Some(l) = leaf(t) {
                    s.tokens.insert(l, i as u16);
                } else if let (View::Compound("-", 2), Some(a), Some(b)) = (t.view(), t.arg(0), t.arg(1))
                    && let (Some(a), Some(b)) = (leaf(a), leaf(b))
                {
                    s.pairs.insert((a, b), i as u16);
                }
            });
        }
        s
    }

    /// The number of a zone and its list, if it is one of the simple ones.
    pub(crate) fn zone<'m>(&self, t: TermRef<'m>) -> Option<(u16, TermRef<'m>)> {
        let View::Compound(name, n) = t.view() else { return None };
        let family = self.families.get(name)?;
        match n {
            1 => Some((family.alone?, t.arg(0)?)),
            2 => Some((*family.by_first.get(&leaf(t.arg(0)?)?)?, t.arg(1)?)),
            _ => None,
        }
    }

    /// The number of a token, if it is a simple one.
    pub(crate) fn token(&self, t: TermRef<'_>) -> Option<u16> {
        if let Some(l) = leaf(t) {
            return self.tokens.get(&l).copied();
        }
        let (View::Compound("-", 2), Some(a), Some(b)) = (t.view(), t.arg(0), t.arg(1)) else { return None };
        self.pairs.get(&(leaf(a)?, leaf(b)?)).copied()
    }
}

/// Terms of zones met before, by zone and tokens.
#[derive(Default)]
pub(crate) struct ZoneTerms {
    known: Map<Vec<u16>, Term>,
    key: Vec<u16>,
}

/// Terms kept before the memory is emptied.
const KEPT: usize = 20_000;

impl ZoneTerms {
    /// The term of a zone, made by `make` if it is new.
    pub(crate) fn get(&mut self, zone: usize, tokens: &[u16], make: impl FnOnce() -> Term) -> Term {
        self.key.clear();
        self.key.push(zone as u16);
        self.key.extend_from_slice(tokens);
        if let Some(t) = self.known.get(self.key.as_slice()) {
            return t.clone();
        }
        if self.known.len() >= KEPT {
            self.known.clear();
        }
        let term = make();
        self.known.insert(self.key.clone(), term.clone());
        term
    }
}
