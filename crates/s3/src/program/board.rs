//! Reading and changing a state: the only code that knows both the layout and what the words mean.

use super::code::{Cause, Failure};
use super::layout::{EMPTY, Layout, get16, get32, set16, set32};
use crate::lower::{Elem, Model};

/// The layout with the constant facts of the elements.
#[derive(Clone, Debug)]
pub(crate) struct Board {
    pub(crate) layout: Layout,
    pub(crate) elements: Vec<Elem>,
    pub(crate) start: Box<[u64]>,
}

impl Board {
    pub(crate) fn new(model: &Model) -> Board {
        let layout = Layout::new(model);
        let mut board = Board { elements: model.elements.clone(), start: Box::new([]), layout };
        let mut w = vec![0u64; board.layout.words];
        board.set_player(&mut w, 1);
        set32(&mut w, 1, 0, -1);
        for p in 0..board.layout.players {
            w[2 + p] = i64::from(model.file.score) as u64;
        }
        for c in 0..model.cells.len() {
            set16(&mut w, board.layout.content, c as u16, EMPTY);
        }
        for (e, elem) in model.elements.iter().enumerate() {
            let l = &board.layout;
            for (at, x) in [(l.states, elem.state), (l.owners, elem.owner), (l.zs, elem.z)] {
                if let Some(at) = at {
                    set32(&mut w, at, e, x);
                }
            }
            // Two elements on one location: the location knows the last one.
            board.clear(&mut w, elem.cell);
            board.put(&mut w, e as u16, elem.cell);
        }
        board.start = w.into();
        board
    }

    #[inline]
    pub(crate) fn player(&self, w: &[u64]) -> u8 {
        w[0] as u8
    }

    #[inline]
    pub(crate) fn set_player(&self, w: &mut [u64], p: u8) {
        w[0] = (w[0] & !0xFF) | u64::from(p);
    }

    #[inline]
    pub(crate) fn winner(&self, w: &[u64]) -> i32 {
        w[1] as u32 as i32
    }

    #[inline]
    pub(crate) fn set_winner(&self, w: &mut [u64], winner: i32) {
        set32(w, 1, 0, winner);
    }

    pub(crate) fn failure(&self, w: &[u64]) -> Option<Failure> {
        let cause = Cause::from_number((w[0] >> 8) as u8)?;
        Some(Failure { pc: (w[1] >> 32) as u32, cause })
    }

    /// The play stops here: something cannot be evaluated.
    pub(crate) fn fail(&self, w: &mut [u64], failure: Failure) {
        w[0] = (w[0] & !0xFF00) | (failure.cause as u64) << 8;
        w[1] = (w[1] & 0xFFFF_FFFF) | u64::from(failure.pc) << 32;
    }

    /// Whether a rule decided the play or an evaluation failed.
    #[inline]
    pub(crate) fn over(&self, w: &[u64]) -> bool {
        w[1] as u32 != u32::MAX || w[0] & 0xFF00 != 0
    }

    #[inline]
    pub(crate) fn score(&self, w: &[u64], p: usize) -> i32 {
        w[2 + p] as i64 as i32
    }

    #[inline]
    pub(crate) fn add_score(&self, w: &mut [u64], p: usize, x: i32) {
        w[2 + p] = i64::from(self.score(w, p).wrapping_add(x)) as u64;
    }

    #[inline]
    pub(crate) fn content(&self, w: &[u64], cell: u16) -> u16 {
        get16(w, self.layout.content, cell)
    }

    #[inline]
    pub(crate) fn place(&self, w: &[u64], e: u16) -> u16 {
        get16(w, self.layout.place, e)
    }

    /// Whether nothing lies on a cell. (The plane of occupied cells says it too, where it is kept up.)
    #[inline]
    pub(crate) fn empty(&self, w: &[u64], cell: u16) -> bool {
        self.content(w, cell) == EMPTY
    }

    #[inline]
    pub(crate) fn state(&self, w: &[u64], e: u16) -> i32 {
        self.layout.states.map_or(self.elements[e as usize].state, |at| get32(w, at, e as usize))
    }

    pub(crate) fn owner(&self, w: &[u64], e: u16) -> i32 {
        self.layout.owners.map_or(self.elements[e as usize].owner, |at| get32(w, at, e as usize))
    }

    pub(crate) fn z(&self, w: &[u64], e: u16) -> i32 {
        self.layout.zs.map_or(self.elements[e as usize].z, |at| get32(w, at, e as usize))
    }

    /// Sets or clears the bits by which an element is seen on a cell.
    fn mark(&self, w: &mut [u64], e: u16, cell: u16, on: bool) {
        let l = &self.layout;
        let mask = l.slots[cell as usize].mask;
        for &p in &l.looks[e as usize] {
            let word = &mut w[l.word(p as usize, cell)];
            *word = if on { *word | mask } else { *word & !mask };
        }
        if l.states.is_some() || l.owners.is_some() || l.zs.is_some() {
            self.mark_changing(w, e, cell, on);
        }
    }

    /// Sets or clears the bits that show state and owner of an element on a cell, and its z-index.
    pub(crate) fn mark_changing(&self, w: &mut [u64], e: u16, cell: u16, on: bool) {
        let l = &self.layout;
        let mask = l.slots[cell as usize].mask;
        let flip = |w: &mut [u64], plane: usize| {
            let word = &mut w[l.word(plane, cell)];
            *word = if on { *word | mask } else { *word & !mask };
        };
        if let (Some((first, count)), Some(at)) = (l.state_planes, l.states) {
            let state = get32(w, at, e as usize);
            if let Some(i) = usize::try_from(state).ok().filter(|i| *i < count) {
                flip(w, first + i);
            }
        } else if let (Some((first, count)), Some(at)) = (l.state_bits, l.states) {
            let state = get32(w, at, e as usize);
            for i in (0..count).filter(|i| state >> i & 1 == 1) {
                flip(w, first + i);
            }
        }
        if let (Some((first, count)), Some(at)) = (l.owner_planes, l.owners) {
            let owner = get32(w, at, e as usize);
            if let Some(i) = usize::try_from(owner).ok().filter(|i| *i < count) {
                flip(w, first + i);
            }
        }
        if let (Some(key), Some(at)) = (l.z_key, l.zs)
            && (cell as usize) < l.relevant
        {
            let z = if on { get32(w, at, e as usize) } else { 0 };
            set32(w, key, cell as usize, z);
        }
    }

    #[inline]
    fn crowd(&self, w: &mut [u64], e: u16, cell: u16, on: bool) {
        let l = &self.layout;
        let at = l.crowd_at + l.crowd[cell as usize] as usize * l.crowd_words + e as usize / 64;
        let mask = 1u64 << (e % 64);
        w[at] = if on { w[at] | mask } else { w[at] & !mask };
    }

    /// Empties a cell.
    #[inline]
    fn clear(&self, w: &mut [u64], cell: u16) {
        let e = self.content(w, cell);
        if e != EMPTY {
            self.mark(w, e, cell, false);
            set16(w, self.layout.content, cell, EMPTY);
        }
    }

    #[inline]
    fn put(&self, w: &mut [u64], e: u16, cell: u16) {
        set16(w, self.layout.content, cell, e);
        set16(w, self.layout.place, e, cell);
        self.mark(w, e, cell, true);
        self.crowd(w, e, cell, true);
    }

    /// Moves an element from where it stands to an empty cell.
    #[inline]
    pub(crate) fn carry(&self, w: &mut [u64], e: u16, to: u16) {
        let from = self.place(w, e);
        self.crowd(w, e, from, false);
        self.clear(w, from);
        self.put(w, e, to);
    }

    /// Takes an element off its cell: to the supply it came from, or as if it did not exist. For states as somebody
    /// imagines them.
    pub(crate) fn remove(&self, w: &mut [u64], e: u16) {
        let (home, cell) = (self.place(&self.start, e), self.place(w, e));
        if self.layout.crowd[home as usize] > 0 && self.empty(w, home) {
            return self.carry(w, e, home);
        }
        self.crowd(w, e, cell, false);
        if self.content(w, cell) == e {
            self.clear(w, cell);
        }
    }

    /// Changes what is seen of an element where it stands.
    fn change(&self, w: &mut [u64], e: u16, what: impl Fn(&mut [u64])) {
        let cell = self.place(w, e);
        let seen = self.content(w, cell) == e;
        if seen {
            self.mark(w, e, cell, false);
        }
        what(w);
        if seen {
            self.mark(w, e, cell, true);
        }
    }

    pub(crate) fn set_state(&self, w: &mut [u64], e: u16, state: i32) {
        if let Some(at) = self.layout.states {
            self.change(w, e, |w| set32(w, at, e as usize, state));
        }
    }

    pub(crate) fn set_owner(&self, w: &mut [u64], e: u16, owner: i32) {
        if let Some(at) = self.layout.owners {
            self.change(w, e, |w| set32(w, at, e as usize, owner));
        }
    }

    pub(crate) fn set_z(&self, w: &mut [u64], e: u16, z: i32) {
        if let Some(at) = self.layout.zs {
            self.change(w, e, |w| set32(w, at, e as usize, z));
        }
    }
}

impl Board {
    /// Puts an element on an occupied cell and what lay there on the element's: for states as somebody imagines them.
    pub(crate) fn exchange(&self, w: &mut [u64], e: u16, cell: u16) {
        let from = self.place(w, e);
        let other = self.content(w, cell);
        if from == cell || other == EMPTY {
            return;
        }
        self.crowd(w, e, from, false);
        self.crowd(w, other, cell, false);
        self.clear(w, from);
        self.clear(w, cell);
        self.put(w, e, cell);
        self.put(w, other, from);
    }
}
