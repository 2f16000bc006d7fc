//! States by number: each distinct state once, in the order of discovery. The newest are in memory; the oldest may have
//! been written to disk, if the game can pack its states.
//!
//! Beyond the states themselves the hash table takes 8 bytes a slot at 40 to 80 % load:
//!
//! ```text
//! slot (u64)  [ upper 32 bits of the hash | number of the state + 1 ]   0 = free
//! ```

use crate::spill::Records;
use game::Game;
use game::hash::hash;
use std::borrow::Cow;
use std::io;
use std::path::Path;

/// Distinct states, numbered from 0.
pub(crate) struct Interner<G: Game> {
    /// States that are on disk: those with the lowest numbers.
    gone: Option<Records>,
    /// How many are.
    base: usize,
    /// The others.
    recent: Vec<G::State>,
    slots: Vec<u64>,
}

/// A record that cannot be read back.
fn spoilt() -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, "a state in the temporary file cannot be read back")
}

impl<G: Game> Interner<G> {
    pub(crate) fn new() -> Interner<G> {
        Interner { gone: None, base: 0, recent: Vec::new(), slots: vec![0; 1024] }
    }

    /// How many states there are.
    pub(crate) fn len(&self) -> usize {
        self.base + self.recent.len()
    }

    /// How many are in memory.
    pub(crate) fn recent(&self) -> usize {
        self.recent.len()
    }

    /// The state of a number.
    pub(crate) fn state(&self, number: usize) -> io::Result<Cow<'_, G::State>> {
        if let Some(i) = number.checked_sub(self.base) {
            return self.recent.get(i).map(Cow::Borrowed).ok_or_else(spoilt);
        }
        let gone = self.gone.as_ref().ok_or_else(spoilt)?;
        let mut bytes = Vec::new();
        gone.get(number, &mut bytes)?;
        G::unpack(&bytes).map(Cow::Owned).ok_or_else(spoilt)
    }

    /// The states of a range of numbers.
    pub(crate) fn states(&self, from: usize, to: usize) -> io::Result<Cow<'_, [G::State]>> {
        if let Some(i) = from.checked_sub(self.base) {
            return Ok(Cow::Borrowed(&self.recent[i..to - self.base]));
        }
        let mut list = Vec::with_capacity(to - from);
        let last = to.min(self.base) - from;
        let gone = self.gone.as_ref().ok_or_else(spoilt)?;
        gone.scan(from, |bytes| {
            list.extend(G::unpack(bytes));
            list.len() < last
        })?;
        if list.len() != last {
            return Err(spoilt());
        }
        list.extend(self.recent[..to.saturating_sub(self.base)].iter().cloned());
        Ok(Cow::Owned(list))
    }

    /// The number of `s`, new or known. `h` is its hash.
    pub(crate) fn intern(&mut self, s: G::State, h: u64) -> io::Result<u32> {
        if (self.len() + 1) * 5 > self.slots.len() * 4 {
            self.grow()?;
        }
        let mask = self.slots.len() - 1;
        let tag = h >> 32;
        let mut at = h as usize & mask;
        loop {
            let slot = self.slots[at];
            if slot == 0 {
                let number = self.len() as u32;
                self.slots[at] = tag << 32 | u64::from(number + 1);
                self.recent.push(s);
                return Ok(number);
            }
            let number = slot as u32 - 1;
            if slot >> 32 == tag && self.same(number, &s)? {
                return Ok(number);
            }
            at = (at + 1) & mask;
        }
    }

    #[inline]
    fn same(&self, number: u32, s: &G::State) -> io::Result<bool> {
        match (number as usize).checked_sub(self.base) {
            Some(i) => Ok(self.recent[i] == *s),
            None => Ok(*self.state(number as usize)? == *s),
        }
    }

    /// The number of a known state.
    pub(crate) fn find(&self, s: &G::State) -> io::Result<Option<u32>> {
        let h = hash(s);
        let mask = self.slots.len() - 1;
        let mut at = h as usize & mask;
        loop {
            let slot = self.slots[at];
            if slot == 0 {
                return Ok(None);
            }
            let number = slot as u32 - 1;
            if slot >> 32 == h >> 32 && self.same(number, s)? {
                return Ok(Some(number));
            }
            at = (at + 1) & mask;
        }
    }

    fn grow(&mut self) -> io::Result<()> {
        let mask = self.slots.len() * 2 - 1;
        let mut slots = vec![0u64; mask + 1];
        let mut number = 0;
        let mut enter = |s: &G::State| {
            let h = hash(s);
            let mut at = h as usize & mask;
            while slots[at] != 0 {
                at = (at + 1) & mask;
            }
            number += 1;
            slots[at] = h >> 32 << 32 | number;
        };
        if let Some(gone) = &self.gone {
            let mut whole = true;
            gone.scan(0, |bytes| {
                let state = G::unpack(bytes);
                whole = state.is_some();
                state.iter().for_each(&mut enter);
                whole
            })?;
            if !whole {
                return Err(spoilt());
            }
        }
        self.recent.iter().for_each(enter);
        self.slots = slots;
        Ok(())
    }

    /// Writes the oldest states to disk and keeps `keep` in memory. False if the game cannot pack its states.
    pub(crate) fn spill(&mut self, keep: usize, folder: Option<&Path>) -> io::Result<bool> {
        let count = self.recent.len().saturating_sub(keep);
        let mut bytes = Vec::new();
        // A state that does not come back as itself must not go.
        let fits = self
            .recent
            .first()
            .is_none_or(|s| G::pack(s, &mut bytes) && G::unpack(&bytes).as_ref() == Some(s));
        if !fits {
            return Ok(false);
        }
        let mut leaving = self.recent[..count].iter();
        let gone = match &mut self.gone {
            Some(gone) => gone,
            none => none.insert(Records::new(folder)?),
        };
        let mut packed = true;
        gone.extend(|out| {
            leaving.next().is_some_and(|s| {
                packed &= G::pack(s, out);
                true
            })
        })?;
        if !packed {
            return Err(spoilt());
        }
        self.recent.drain(..count);
        self.recent.shrink_to(keep * 2);
        self.base += count;
        Ok(true)
    }

    /// Bytes of the table, without the states.
    pub(crate) fn bytes(&self) -> usize {
        self.slots.len() * 8 + self.gone.as_ref().map_or(0, Records::bytes)
    }

    /// Bytes of the states in memory. What a state holds on the heap is taken for as large as the packed state.
    pub(crate) fn held(&self) -> usize {
        let mut packed = Vec::new();
        if std::mem::needs_drop::<G::State>()
            && let Some(s) = self.recent.last()
        {
            G::pack(s, &mut packed);
        }
        self.recent.capacity() * size_of::<G::State>() + self.recent.len() * packed.len()
    }

    /// Bytes of the states on disk.
    pub(crate) fn on_disk(&self) -> u64 {
        self.gone.as_ref().map_or(0, Records::on_disk)
    }
}
