//! Values and the interned strings and sets behind them. Equal strings have equal numbers, and so have equal sets, so a
//! value is one small word and comparing values is comparing words.

use std::collections::HashMap;

/// A value of the language.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Value {
    /// A whole number of 32 bits; wraps round.
    Int(i32),
    /// True or false.
    Bool(bool),
    /// A string, by its number in [`Names`] or, beyond those, in a [`Heap`].
    Str(u32),
    /// A set, by its number in a [`Heap`].
    Set(u32),
}

/// No location or no element.
pub(crate) const NONE: u16 = u16::MAX;

/// The strings known when the file is loaded.
#[derive(Clone, Debug, Default)]
pub(crate) struct Names {
    texts: Vec<String>,
    map: HashMap<String, u32>,
    /// The location of that name, or [`NONE`].
    pub(crate) cell: Vec<u16>,
    /// The element of that name, or [`NONE`].
    pub(crate) element: Vec<u16>,
}

impl Names {
    pub(crate) fn intern(&mut self, text: &str) -> u32 {
        if let Some(&id) = self.map.get(text) {
            return id;
        }
        let id = self.texts.len() as u32;
        self.texts.push(text.to_string());
        self.map.insert(text.to_string(), id);
        self.cell.push(NONE);
        self.element.push(NONE);
        id
    }

    pub(crate) fn find(&self, text: &str) -> Option<u32> {
        self.map.get(text).copied()
    }

    pub(crate) fn len(&self) -> usize {
        self.texts.len()
    }

    pub(crate) fn text(&self, id: u32) -> &str {
        self.texts.get(id as usize).map_or("", String::as_str)
    }

    pub(crate) fn cell(&self, id: u32) -> u16 {
        self.cell.get(id as usize).copied().unwrap_or(NONE)
    }

    pub(crate) fn element(&self, id: u32) -> u16 {
        self.element.get(id as usize).copied().unwrap_or(NONE)
    }
}

/// Strings and sets made while evaluating.
#[derive(Clone, Debug, Default)]
pub(crate) struct Heap {
    texts: Vec<String>,
    map: HashMap<String, u32>,
    sets: Vec<Vec<Value>>,
    set_map: HashMap<Vec<Value>, u32>,
    bytes: usize,
}

/// An evaluation that makes more than this of strings and sets is stopped.
const ROOM: usize = 1 << 22;

impl Heap {
    pub(crate) fn string(&mut self, names: &Names, text: &str) -> u32 {
        if let Some(id) = names.find(text) {
            return id;
        }
        if let Some(&id) = self.map.get(text) {
            return id;
        }
        let id = (names.len() + self.texts.len()) as u32;
        self.bytes += text.len() + 64;
        self.texts.push(text.to_string());
        self.map.insert(text.to_string(), id);
        id
    }

    pub(crate) fn text<'a>(&'a self, names: &'a Names, id: u32) -> &'a str {
        let id = id as usize;
        if id < names.len() {
            return names.text(id as u32);
        }
        self.texts.get(id - names.len()).map_or("", String::as_str)
    }

    pub(crate) fn set(&mut self, members: Vec<Value>) -> u32 {
        if let Some(&id) = self.set_map.get(&members) {
            return id;
        }
        let id = self.sets.len() as u32;
        self.bytes += members.len() * 16 + 64;
        self.sets.push(members.clone());
        self.set_map.insert(members, id);
        id
    }

    pub(crate) fn members(&self, id: u32) -> &[Value] {
        self.sets.get(id as usize).map_or(&[], Vec::as_slice)
    }

    /// Whether nothing was made.
    pub(crate) fn unused(&self) -> bool {
        self.bytes == 0
    }

    /// Whether an evaluation has made too much.
    pub(crate) fn full(&self) -> bool {
        self.bytes > ROOM
    }
}

/// The part of a name before its indexes.
pub(crate) fn base(text: &str) -> &str {
    text.find('(').map_or(text, |open| &text[..open])
}
