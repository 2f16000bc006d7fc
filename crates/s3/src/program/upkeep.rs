//! Moving elements with precomputed tables: the same changes as [`Board`] makes, with the words to change looked up
//! instead of computed. What nothing reads is not updated: the planes of interchangeable cells serve only tests of the
//! graph, and the sets of elements only sources.

use super::board::Board;
use super::layout::{EMPTY, get16, get32, set16, set32};
use super::tables::{Aim, Tables};

/// No word: nothing to keep up.
const UNREAD: u32 = u32::MAX;

/// What to touch when something comes to a cell or leaves it.
#[derive(Clone, Copy, Debug, Default)]
struct Spot {
    mask: u64,
    /// First word of the set of elements, or [`UNREAD`].
    crowd: u32,
    /// Whether planes show it.
    shown: bool,
}

/// What changes when elements that look alike come to cells that are alike.
pub(super) struct Shown {
    /// Words in which an element shows.
    pub(super) words: [u32; 2],
    /// The word of the elements there, if it is read.
    pub(super) there: Option<u32>,
}

/// Where the words lie.
#[derive(Clone, Debug, Default)]
pub(crate) struct Upkeep {
    /// By cell.
    spots: Vec<Spot>,
    /// By element: where the stamps of its look begin.
    looks: Vec<u32>,
    /// By look and cell: the words in which it shows there, the last one repeated.
    stamps: Vec<[u32; 4]>,
    /// Whether more than two words of a stamp count.
    wide: bool,
    content: usize,
    place: usize,
    /// Whether there is more to do than tables say: states, owners or z-indexes change and show.
    changing: bool,
    /// States that show on planes of their own: where states lie, the first plane, how many there are.
    states: Option<(usize, usize, usize)>,
    /// Whether the board itself does it all: too many looks and cells for tables.
    plain: bool,
}

/// Looks times cells that get stamps.
const MOST_STAMPS: usize = 1 << 15;

impl Upkeep {
    /// `whole`: everything is kept up, whether it is read or not.
    pub(crate) fn new(board: &Board, tables: &Tables, whole: bool) -> Upkeep {
        let l = &board.layout;
        let cells = l.slots.len();
        let kinds = l.looks.iter().map(|l| usize::from(l[0]) + 1).max().unwrap_or(0);
        if kinds * cells > MOST_STAMPS || l.looks.iter().any(|l| l.len() > 4) {
            return Upkeep { plain: true, changing: true, place: l.place, ..Upkeep::default() };
        }
        let mut stamps = vec![[0; 4]; kinds * cells];
        for planes in &l.looks {
            for cell in 0..cells {
                let word =
                    |i: usize| l.word(usize::from(planes[i.min(planes.len() - 1)]), cell as u16) as u32;
                stamps[usize::from(planes[0]) * cells + cell] = [0, 1, 2, 3].map(word);
            }
        }
        let words = tables.words();
        let mut read = vec![whole; l.crowds];
        for source in tables.sources.iter().flatten() {
            if source.planes.is_none() || matches!(source.targets, Aim::Alike(_)) {
                read[usize::from(source.crowd)] = true;
            }
        }
        let spot = |cell: usize| {
            let tested = || (0..l.planes).any(|plane| words.contains(&(l.word(plane, cell as u16) as u32)));
            let crowd = usize::from(l.crowd[cell]);
            Spot {
                mask: l.slots[cell].mask,
                crowd: if read[crowd] { (l.crowd_at + crowd * l.crowd_words) as u32 } else { UNREAD },
                shown: whole || cell < l.relevant || tested(),
            }
        };
        let states = match (l.states, l.state_planes, l.owners, l.zs) {
            (Some(at), Some((first, count)), None, None) => Some((at, first, count)),
            _ => None,
        };
        Upkeep {
            spots: (0..cells).map(spot).collect(),
            looks: l.looks.iter().map(|l| u32::from(l[0]) * cells as u32).collect(),
            stamps,
            wide: l.looks.iter().any(|l| l.len() > 2),
            content: l.content,
            place: l.place,
            changing: l.states.is_some() || l.owners.is_some() || l.zs.is_some(),
            states,
            plain: false,
        }
    }

    /// Moves an element from where it stands to an empty cell.
    #[inline(always)]
    pub(crate) fn carry(&self, board: &Board, w: &mut [u64], e: u16, to: u16) {
        let from = get16(w, self.place, e);
        if self.changing {
            if self.plain {
                return board.carry(w, e, to);
            }
            board.mark_changing(w, e, from, false);
            board.mark_changing(w, e, to, true);
        }
        let look = self.looks[usize::from(e)] as usize;
        let (leave, come) = (self.spots[usize::from(from)], self.spots[usize::from(to)]);
        if leave.shown {
            let stamp = &self.stamps[look + usize::from(from)];
            let keep = !leave.mask;
            w[stamp[0] as usize] &= keep;
            w[stamp[1] as usize] &= keep;
            if self.wide {
                w[stamp[2] as usize] &= keep;
                w[stamp[3] as usize] &= keep;
            }
        }
        if come.shown {
            let stamp = &self.stamps[look + usize::from(to)];
            w[stamp[0] as usize] |= come.mask;
            w[stamp[1] as usize] |= come.mask;
            if self.wide {
                w[stamp[2] as usize] |= come.mask;
                w[stamp[3] as usize] |= come.mask;
            }
        }
        let (part, bit) = (usize::from(e) / 64, 1u64 << (e % 64));
        if leave.crowd != come.crowd {
            if leave.crowd != UNREAD {
                w[leave.crowd as usize + part] &= !bit;
            }
            if come.crowd != UNREAD {
                w[come.crowd as usize + part] |= bit;
            }
        }
        set16(w, self.content, from, EMPTY);
        set16(w, self.content, to, e);
        set16(w, self.place, e, to);
    }

    /// What changes when any of these elements goes from any of these cells to any of those, if it is the same each time
    /// and nothing shows what leaves.
    pub(super) fn alike(&self, elements: &[u16], from: &[u16], to: &[u16]) -> Option<Shown> {
        let look = *self.looks.get(usize::from(*elements.first()?))?;
        let come = self.spots.get(usize::from(*to.first()?))?;
        let words = self.stamps.get(look as usize + usize::from(*to.first()?))?;
        let leave = self.spots.get(usize::from(*from.first()?))?;
        let alike = !self.changing
            && !self.wide
            && leave.crowd != UNREAD
            && leave.crowd != come.crowd
            && elements.iter().all(|e| self.looks[usize::from(*e)] == look)
            && from.iter().map(|c| self.spots[usize::from(*c)]).all(|s| !s.shown && s.crowd == leave.crowd)
            && to.iter().all(|c| {
                let (spot, stamp) =
                    (self.spots[usize::from(*c)], self.stamps[look as usize + usize::from(*c)]);
                spot.shown && spot.crowd == come.crowd && spot.mask == 1 << (c % 64) && stamp == *words
            });
        let there = (come.crowd != UNREAD).then_some(come.crowd);
        alike.then_some(Shown { words: [words[0], words[1]], there })
    }

    /// Sets the state of what lies on a cell, if anything does.
    #[inline]
    pub(crate) fn set_state_at(&self, board: &Board, w: &mut [u64], cell: u16, state: i32) {
        let e = board.content(w, cell);
        if e == EMPTY {
            return;
        }
        let Some((at, first, count)) = self.states else { return board.set_state(w, e, state) };
        let old = get32(w, at, usize::from(e));
        set32(w, at, usize::from(e), state);
        let l = &board.layout;
        let mask = self.spots[usize::from(cell)].mask;
        let plane = |n: i32| usize::try_from(n).ok().filter(|n| *n < count).map(|n| l.word(first + n, cell));
        if let Some(word) = plane(old) {
            w[word] &= !mask;
        }
        if let Some(word) = plane(state) {
            w[word] |= mask;
        }
    }
}
