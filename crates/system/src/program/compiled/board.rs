//! A state in a fixed arrangement: every place of every zone is a cell of its own, so that a change of one zone moves
//! nothing else. A cell is 0 where no token lies, otherwise it says which token lies there; the first cell of a zone also says
//! whether it is the only one, so that a field is asked once. Other cells do not say whether more follow: to add a token behind
//! changes none of those before it.

use super::word::Word;
use crate::program::tables::{Tables, ZONES_AT};
use std::borrow::Borrow;
use std::cell::Cell;
use std::sync::Arc;

/// More cells than this are not arranged.
const CELLS: usize = 1 << 18;

/// The value of a cell.
#[inline]
pub(crate) fn value(token: u16, alone: bool) -> u16 {
    1 + 2 * token + u16::from(alone)
}

/// What a cell says: the token, and whether it is known to be the last one.
#[inline]
pub(crate) fn token(value: u16) -> Option<(u16, bool)> {
    let v = value.checked_sub(1)?;
    Some((v / 2, v % 2 == 1))
}

/// What happens to a zone: these tokens, then the rest of a zone from a place on.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Change {
    pub(crate) zone: u16,
    pub(crate) tokens: Box<[u16]>,
    pub(crate) rest: Option<(u16, u16)>,
    /// So many of the first tokens are known to lie there already, and to stay.
    pub(crate) same: u16,
}

/// A move: its notation, who is next, what changes.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Act {
    pub(crate) label: u32,
    pub(crate) weight: u32,
    pub(crate) player: u16,
    /// No token can be lost.
    pub(crate) proved: bool,
    /// No zone gets the rest of another one, and none is kept in order.
    pub(crate) local: bool,
    /// No zone can become too long.
    pub(crate) fits: bool,
    pub(crate) changes: Box<[Change]>,
    /// Changes that depend on what pieces collect.
    pub(crate) late: Option<Box<Late>>,
}

/// What happens for each element that some pieces collect.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Late {
    /// The list of pieces.
    pub(crate) pieces: u32,
    /// The elements in their order, and what happens for each: elements lie close, since they are searched.
    pub(crate) elements: Box<[Word]>,
    pub(crate) changes: Box<[Change]>,
}

/// The cells of a state.
#[derive(Clone, Debug)]
pub(crate) struct Board {
    /// First the lengths of the zones, then their places.
    pub(crate) cells: Vec<u16>,
    pub(crate) player: u16,
    pub(crate) zones: usize,
    /// Places of a zone; the last one is always empty.
    pub(crate) room: usize,
    /// When it was changed last.
    pub(crate) time: u64,
    /// Which cells each of the last moves changed, as sets of their bits, by the time.
    changed: [u128; LATELY],
    /// Which cells change now.
    touched: u128,
    /// The number of each cell that was ever read: the first [`NEAR`] have one of their own, others share their bits.
    slots: Vec<Cell<u8>>,
    slots_given: Cell<usize>,
    /// The values of the cells with a number of their own.
    pub(crate) near: [Cell<u16>; NEAR],
    /// Of each zone, how many of its first places are read by anything.
    depths: Vec<Cell<usize>>,
    counts: Vec<i32>,
    fresh: Vec<u16>,
}

/// Cells with a number of their own, and bits of sets of cells.
pub(crate) const NEAR: usize = 128;
/// The sets of one cell by its number.
pub(crate) const BITS: [u128; NEAR] = {
    let mut bits = [0; NEAR];
    let mut i = 0;
    while i < NEAR {
        bits[i] = 1 << i;
        i += 1;
    }
    bits
};
/// The number of a cell that nothing reads.
const UNREAD: u8 = u8::MAX;

/// Moves back to which it is known what changed.
const LATELY: usize = 8;

impl Board {
    /// An empty board; none if there is too much to arrange.
    pub(crate) fn new(tables: &Tables) -> Option<Board> {
        let markers = tables.tokens.iter().filter(|t| t.marker).count();
        let most = tables.counts.iter().map(|&n| usize::from(n)).sum::<usize>() + markers;
        let (zones, room) = (tables.zones.len(), most + 1);
        let cells = zones.checked_mul(room + 1).filter(|&n| n <= CELLS)?;
        (tables.tokens.len() < 1 << 12).then(|| Board {
            cells: vec![0; cells],
            player: 0,
            zones,
            room,
            time: LATELY as u64,
            changed: [0; LATELY],
            touched: 0,
            slots: vec![Cell::new(UNREAD); cells],
            slots_given: Cell::new(0),
            near: [const { Cell::new(0) }; NEAR],
            depths: vec![Cell::new(0); zones],
            counts: vec![0; tables.tokens.len()],
            fresh: Vec::new(),
        })
    }

    /// The cell of a place; none behind the last place, where nothing ever lies.
    #[inline]
    pub(crate) fn cell(&self, zone: u16, place: usize) -> Option<u32> {
        (place + 1 < self.room).then(|| (self.zones + usize::from(zone) * self.room + place) as u32)
    }

    /// How many values a cell can have.
    pub(crate) fn values(&self, cell: u32) -> usize {
        if (cell as usize) < self.zones { self.room } else { 2 * self.counts.len() + 1 }
    }

    fn base(&self, zone: usize) -> usize {
        self.zones + zone * self.room
    }

    /// The cells that changed since then; none if that was too long ago.
    #[inline]
    pub(crate) fn since(&self, since: u64) -> Option<u128> {
        let moves = self.time - since;
        (moves < LATELY as u64).then(|| {
            (since + 1..=self.time).fold(0, |all, at| all | self.changed[(at % LATELY as u64) as usize])
        })
    }

    /// Another state: nothing known of the last one holds.
    fn renew(&mut self) {
        self.time += LATELY as u64;
    }

    /// A move was made.
    fn pass(&mut self) {
        self.time += 1;
        self.changed[(self.time % LATELY as u64) as usize] = self.touched;
        self.touched = 0;
    }

    #[inline]
    fn put(&mut self, cell: usize, value: u16) {
        if self.cells[cell] != value {
            self.touch(cell, value);
            self.cells[cell] = value;
        }
    }

    /// A cell gets another value.
    #[inline]
    fn touch(&mut self, cell: usize, value: u16) {
        let slot = self.slots[cell].get();
        if slot != UNREAD {
            let bit = usize::from(slot) % NEAR;
            self.touched |= BITS[bit];
            if usize::from(slot) < NEAR {
                self.near[bit].set(value);
            }
        }
    }

    /// The bit of a cell that is read from now on, as a set.
    pub(crate) fn bit(&self, cell: u32) -> u128 {
        let slot = &self.slots[cell as usize];
        if slot.get() == UNREAD {
            if let Some(place) = (cell as usize).checked_sub(self.zones) {
                let depth = &self.depths[place / self.room];
                depth.set(depth.get().max(place % self.room + 1));
            }
            let given = self.slots_given.get();
            self.slots_given.set(given + 1);
            match self.near.get(given) {
                Some(near) => {
                    slot.set(given as u8);
                    near.set(self.cells[cell as usize]);
                }
                // One less than there are bits: the last number says that nothing reads the cell.
                None => slot.set((NEAR + given % (NEAR - 1)) as u8),
            }
        }
        BITS[usize::from(slot.get()) % NEAR]
    }

    /// The number of a cell that is read, if it has one of its own.
    pub(crate) fn slot(&self, cell: u32) -> Option<u32> {
        let slot = u32::from(self.slots[cell as usize].get());
        ((slot as usize) < NEAR).then_some(slot)
    }

    /// Arranges a state; false if it does not fit.
    pub(crate) fn load(&mut self, cells: &[u16]) -> bool {
        let mut at = ZONES_AT;
        self.player = cells[0];
        self.renew();
        for z in 0..self.zones {
            let Some(&n) = cells.get(at) else { return false };
            let Some(tokens) = cells.get(at + 1..at + 1 + usize::from(n)) else { return false };
            if usize::from(n) >= self.room {
                return false;
            }
            self.lay(z, tokens, 0);
            at += usize::from(n) + 1;
        }
        // What the state before was is not a change by the next move.
        self.touched = 0;
        at == cells.len()
    }

    /// Lays tokens into a zone instead of what lay there; so many of the first ones are there.
    fn lay(&mut self, zone: usize, tokens: &[u16], same: usize) {
        let (base, old) = (self.base(zone), usize::from(self.cells[zone]));
        let n = tokens.len();
        for (i, &t) in tokens.iter().enumerate().skip(same) {
            self.put(base + i, value(t, n == 1));
        }
        for i in n..old {
            self.put(base + i, 0);
        }
        self.put(zone, n as u16);
    }

    /// The state as it is kept elsewhere.
    pub(crate) fn store(&self) -> Arc<[u16]> {
        let total: usize = self.cells[..self.zones].iter().map(|&n| usize::from(n) + 1).sum();
        let mut out = Vec::with_capacity(total + ZONES_AT);
        out.extend([self.player, 0]);
        for z in 0..self.zones {
            let n = self.cells[z];
            out.push(n);
            let base = self.base(z);
            out.extend(self.cells[base..base + usize::from(n)].iter().map(|&v| (v - 1) / 2));
        }
        out.into()
    }

    /// The tokens of a zone after a change.
    pub(crate) fn after(&self, change: &Change, out: &mut Vec<u16>) {
        out.extend_from_slice(&change.tokens);
        if let Some((zone, from)) = change.rest {
            let (base, n) = (self.base(usize::from(zone)), usize::from(self.cells[usize::from(zone)]));
            let rest = &self.cells[base + usize::from(from).min(n)..base + n];
            out.extend(rest.iter().map(|&v| (v - 1) / 2));
        }
    }

    /// Whether the same tokens lie in the changed zones afterwards, and they have room. Markers do not count.
    pub(crate) fn balanced<C: Borrow<Change>>(&mut self, tables: &Tables, changes: &[C]) -> bool {
        self.counts.fill(0);
        for c in changes {
            let c: &Change = c.borrow();
            let zone = usize::from(c.zone);
            let (base, n) = (self.base(zone), usize::from(self.cells[zone]));
            // What stays where it is need not be counted.
            let kept = match c.rest {
                Some((z, from)) if z == c.zone => usize::from(from).min(n),
                _ => n,
            };
            for &v in &self.cells[base..base + kept] {
                self.counts[usize::from((v - 1) / 2)] += 1;
            }
            for &t in &c.tokens {
                self.counts[usize::from(t)] -= 1;
            }
            if let Some((z, from)) = c.rest
                && z != c.zone
            {
                let (base, n) = (self.base(usize::from(z)), usize::from(self.cells[usize::from(z)]));
                for &v in &self.cells[base + usize::from(from).min(n)..base + n] {
                    self.counts[usize::from((v - 1) / 2)] -= 1;
                }
            }
        }
        self.counts.iter().zip(&tables.tokens).all(|(&n, t)| n == 0 || t.marker)
    }

    /// Makes a move; false, and nothing is done, if a zone has no room for it.
    pub(crate) fn make<C: Borrow<Change>>(&mut self, tables: &Tables, changes: &[C], act: &Act) -> bool {
        let length = |b: &Board, c: &Change| {
            let rest = c.rest.map_or(0, |(z, from)| {
                usize::from(b.cells[usize::from(z)]).saturating_sub(usize::from(from))
            });
            c.tokens.len() + rest
        };
        if !act.fits && changes.iter().any(|c| length(self, c.borrow()) >= self.room) {
            return false;
        }
        if act.local {
            for c in changes {
                self.shift(c.borrow());
            }
        } else {
            let mut fresh = std::mem::take(&mut self.fresh);
            fresh.clear();
            for c in changes {
                self.after(c.borrow(), &mut fresh);
            }
            // What lay there is read no more: lengths are taken before the first zone is written.
            let lengths: Vec<usize> = changes.iter().map(|c| length(self, c.borrow())).collect();
            let mut from = 0;
            for (c, n) in changes.iter().zip(lengths) {
                let c: &Change = c.borrow();
                let tokens = &mut fresh[from..from + n];
                if n > 1 && tables.is_set(usize::from(c.zone)) {
                    tokens.sort_unstable();
                }
                self.lay(usize::from(c.zone), tokens, 0);
                from += n;
            }
            self.fresh = fresh;
        }
        self.player = act.player;
        self.pass();
        true
    }

    /// A change of one zone in place.
    fn shift(&mut self, c: &Change) {
        let zone = usize::from(c.zone);
        let Some((_, from)) = c.rest else {
            self.lay(zone, &c.tokens, usize::from(c.same));
            return;
        };
        let (base, old) = (self.base(zone), usize::from(self.cells[zone]));
        let (from, put) = (usize::from(from).min(old), c.tokens.len());
        let n = put + old - from;
        let rest = old - from;
        if rest > 0 {
            // Whether it is alone is said of the first token only.
            let cell = base + from;
            let there = (self.cells[cell] - 1) / 2;
            let v = value(there, n == 1);
            self.put(cell, v);
        }
        // What nothing reads need not be compared.
        for i in 0..rest.min(self.depths[zone].get().saturating_sub(put)) {
            let there = self.cells[base + from + i];
            if there != self.cells[base + put + i] {
                self.touch(base + put + i, there);
            }
        }
        self.cells.copy_within(base + from..base + old, base + put);
        for i in n..old {
            self.put(base + i, 0);
        }
        for (i, &t) in c.tokens.iter().enumerate() {
            self.put(base + i, value(t, n == 1));
        }
        self.put(zone, n as u16);
    }
}
