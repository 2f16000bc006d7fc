//! How a state lies in words. Cells of types with `relevant=no` are *interchangeable*: states do not distinguish them.
//!
//! ```text
//! word 0      player (8 bits) | cause of a failure (8) | 0
//! word 1      winner (low 32 bits) | place of the failure (high 32)
//! 2..2+n      scores
//! ..          pending move and chance (only where a file uses chance)
//! ..          key planes: bit c of plane p: cell c holds an element of look p   (cells that states distinguish)
//! ..          z-indexes by cell (only where a file sets them)
//! key ------- up to here two states are compared
//! ..          other planes (occupied, types of several looks), and all planes for the interchangeable cells
//! ..          elements standing on each type of interchangeable cells, and on all other cells, as bit sets
//! ..          content of each cell, location of each element, and state, owner, z-index where a file sets them
//! ```

use super::NONE;
use crate::lower::{Builtin, Form, Model, Node};

/// Bits of a packed number.
const PACK: usize = 4;

/// Word and stride of a cell: plane `p` has it at `base + p * stride`.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Slot {
    pub(crate) key: u32,
    pub(crate) other: u32,
    pub(crate) stride: u32,
    pub(crate) mask: u64,
}

/// Where everything lies.
#[derive(Clone, Debug)]
pub(crate) struct Layout {
    pub(crate) players: usize,
    /// Where the pending move and the outcomes of chance lie, if the file uses chance.
    pub(crate) chance: Option<usize>,
    /// Words to compare.
    pub(crate) key: usize,
    pub(crate) words: usize,
    pub(crate) slots: Vec<Slot>,
    /// Planes below this number lie in the key.
    pub(crate) key_planes: usize,
    pub(crate) planes: usize,
    /// The plane of occupied cells.
    pub(crate) occupied: usize,
    /// First plane of states, with how many there are; `None` if states never change or are too many.
    pub(crate) state_planes: Option<(usize, usize)>,
    /// Planes of the bits of a state when there are too many states for a plane each.
    pub(crate) state_bits: Option<(usize, usize)>,
    pub(crate) owner_planes: Option<(usize, usize)>,
    /// By element: the planes its token sets, always.
    pub(crate) looks: Vec<Vec<u16>>,
    /// By type name (of elements): the plane of the type.
    pub(crate) type_plane: Vec<(u32, usize)>,
    /// By cell: which set of elements it belongs to.
    pub(crate) crowd: Vec<u16>,
    /// Number of sets of elements.
    pub(crate) crowds: usize,
    pub(crate) crowd_at: usize,
    pub(crate) crowd_words: usize,
    pub(crate) content: usize,
    pub(crate) place: usize,
    pub(crate) states: Option<usize>,
    pub(crate) owners: Option<usize>,
    pub(crate) zs: Option<usize>,
    pub(crate) z_key: Option<usize>,
    pub(crate) relevant: usize,
}

/// Whether any expression of the model uses a builtin.
pub(crate) fn uses(model: &Model, builtin: Builtin) -> bool {
    let mut found = false;
    every(model, &mut |n| found |= matches!(&n.kind, Form::Builtin(b, _) if *b == builtin));
    found
}

/// Visits every node of the model.
pub(crate) fn every(model: &Model, visit: &mut dyn FnMut(&Node)) {
    let functions = model.functions.iter().flat_map(|f| &f.body);
    let scorings =
        model.scorings.iter().flat_map(|(s, p)| std::iter::once(s).chain(p.iter().flat_map(|(a, b)| [a, b])));
    let ends = model.ends.iter().flat_map(|(a, b)| [a, b]);
    let rules = model
        .rules
        .iter()
        .flat_map(|r| r.condition.iter().chain(&r.followup).chain(r.awards.iter().flat_map(|(a, b)| [a, b])));
    for node in functions.chain(&model.start).chain(scorings).chain(ends).chain(rules) {
        walk(node, visit);
    }
}

pub(crate) fn walk(node: &Node, visit: &mut dyn FnMut(&Node)) {
    visit(node);
    match &node.kind {
        Form::Set(l) | Form::Call(_, l) | Form::Builtin(_, l) => l.iter().for_each(|n| walk(n, visit)),
        Form::Move(p) | Form::If(p) | Form::Loop { parts: p, .. } => p.iter().for_each(|n| walk(n, visit)),
        Form::Unary(_, a) | Form::Assign(_, a) => walk(a, visit),
        Form::Binary(_, a, b) => {
            walk(a, visit);
            walk(b, visit);
        }
        Form::Const(_) | Form::Template(_) | Form::Var(_) | Form::Fault(_) => {}
    }
}

/// More states than this get bits instead of a plane each.
const MOST_STATE_PLANES: usize = 16;

/// Which planes of bits there are, and which of them each element sets.
struct Planes {
    looks: Vec<Vec<u16>>,
    planes: usize,
    state_planes: Option<(usize, usize)>,
    state_bits: Option<(usize, usize)>,
    owner_planes: Option<(usize, usize)>,
    key_planes: usize,
    occupied: usize,
    type_plane: Vec<(u32, usize)>,
}

impl Planes {
    /// `dynamic`: whether states, owners and z-indexes change.
    fn new(model: &Model, dynamic: [bool; 3]) -> Planes {
        let players = model.file.players.len();
        // Looks: what never changes about an element, as far as states are compared by it.
        let look = |e: &crate::lower::Elem| {
            let part = |i: usize, x: i32| if dynamic[i] { 0 } else { x };
            (e.kind, part(0, e.state), part(1, e.owner), part(2, e.z))
        };
        let mut classes: Vec<(u32, i32, i32, i32)> = Vec::new();
        let mut looks: Vec<Vec<u16>> = Vec::new();
        for e in &model.elements {
            let l = look(e);
            let class = classes.iter().position(|c| *c == l).unwrap_or_else(|| {
                classes.push(l);
                classes.len() - 1
            });
            looks.push(vec![class as u16]);
        }
        let mut planes = classes.len();
        let mut state_planes = None;
        let mut state_bits = None;
        if dynamic[0] {
            let most = model.elements.iter().map(|e| e.states.max(e.state)).max().unwrap_or(1);
            let most = usize::try_from(most).unwrap_or(0) + 1;
            if most <= MOST_STATE_PLANES {
                state_planes = Some((planes, most));
                planes += most;
            } else {
                state_bits = Some((planes, 32));
                planes += 32;
            }
        }
        let owner_planes = dynamic[1].then_some((planes, players + 1));
        planes += owner_planes.map_or(0, |o| o.1);
        let key_planes = planes;
        let occupied = planes;
        planes += 1;
        let mut type_plane: Vec<(u32, usize)> = Vec::new();
        for (i, class) in classes.iter().enumerate() {
            if type_plane.iter().any(|t| t.0 == class.0) {
                continue;
            }
            if classes.iter().filter(|c| c.0 == class.0).count() == 1 {
                type_plane.push((class.0, i));
                continue;
            }
            type_plane.push((class.0, planes));
            for (e, l) in model.elements.iter().zip(&mut looks) {
                if e.kind == class.0 {
                    l.push(planes as u16);
                }
            }
            planes += 1;
        }
        // States that never change get planes too, outside the key, if elements differ by them.
        let state = |e: &crate::lower::Elem| usize::try_from(e.state).ok().filter(|s| *s < MOST_STATE_PLANES);
        let differ = model.elements.windows(2).any(|pair| pair[0].state != pair[1].state);
        if !dynamic[0] && differ && model.elements.iter().all(|e| state(e).is_some()) {
            let count = model.elements.iter().filter_map(state).max().unwrap_or(0) + 1;
            for (e, l) in model.elements.iter().zip(&mut looks) {
                l.extend(state(e).map(|s| (planes + s) as u16));
            }
            state_planes = Some((planes, count));
            planes += count;
        }
        looks.iter_mut().for_each(|l| l.push(occupied as u16));
        Planes { looks, planes, state_planes, state_bits, owner_planes, key_planes, occupied, type_plane }
    }
}

/// The crowd of each cell, and how many crowds there are.
fn crowds(model: &Model) -> (Vec<u16>, usize) {
    // A crowd is a class of interchangeable cells: crowd 0 holds the distinct cells, then one crowd for each type of the others.
    let mut kinds: Vec<u32> = Vec::new();
    let crowd = model
        .cells
        .iter()
        .map(|c| {
            if c.relevant {
                return 0;
            }
            let i = kinds.iter().position(|k| *k == c.kind).unwrap_or_else(|| {
                kinds.push(c.kind);
                kinds.len() - 1
            });
            (i + 1) as u16
        })
        .collect();
    (crowd, kinds.len() + 1)
}

impl Layout {
    pub(crate) fn new(model: &Model) -> Layout {
        let players = model.file.players.len();
        let dynamic = [Builtin::SetState, Builtin::SetOwner, Builtin::SetZIndex].map(|b| uses(model, b));
        let chance = uses(model, Builtin::Random) || uses(model, Builtin::Weighted);
        let (rel, irr) = (model.relevant, model.cells.len() - model.relevant);
        let (rel_words, irr_words) = (rel.div_ceil(64), irr.div_ceil(64));

        let Planes {
            looks,
            planes,
            state_planes,
            state_bits,
            owner_planes,
            key_planes,
            occupied,
            type_plane,
        } = Planes::new(model, dynamic);
        let mut at = 2 + players;
        let chance = chance.then(|| {
            at += super::chance::WORDS;
            at - super::chance::WORDS
        });
        let key_at = at;
        at += key_planes * rel_words;
        let z_key = dynamic[2].then_some(at);
        at += if dynamic[2] { rel.div_ceil(2) } else { 0 };
        let key = at;
        let rel_other = at;
        at += (planes - key_planes) * rel_words;
        let irr_at = at;
        at += planes * irr_words;
        let slots = (0..model.cells.len())
            .map(|c| {
                let (i, words) = if c < rel { (c, rel_words) } else { (c - rel, irr_words) };
                let (k, o) = if c < rel {
                    (key_at, rel_other.wrapping_sub(key_planes * rel_words))
                } else {
                    (irr_at, irr_at)
                };
                Slot {
                    key: (k + i / 64) as u32,
                    other: (o.wrapping_add(i / 64)) as u32,
                    stride: words as u32,
                    mask: 1 << (i % 64),
                }
            })
            .collect();
        let (crowd, crowds) = crowds(model);
        let crowd_words = model.elements.len().div_ceil(64);
        let crowd_at = at;
        at += crowds * crowd_words;
        let mut packed = |n: usize, per: usize| {
            at += n.div_ceil(per);
            at - n.div_ceil(per)
        };
        let content = packed(model.cells.len(), PACK);
        let place = packed(model.elements.len(), PACK);
        let states = dynamic[0].then(|| packed(model.elements.len(), 2));
        let owners = dynamic[1].then(|| packed(model.elements.len(), 2));
        let zs = dynamic[2].then(|| packed(model.elements.len(), 2));
        Layout {
            players,
            chance,
            key,
            words: at,
            slots,
            key_planes,
            planes,
            occupied,
            state_planes,
            state_bits,
            owner_planes,
            looks,
            type_plane,
            crowd,
            crowds,
            crowd_at,
            crowd_words,
            content,
            place,
            states,
            owners,
            zs,
            z_key,
            relevant: rel,
        }
    }

    /// The word of plane `p` that holds a cell.
    #[inline]
    pub(crate) fn word(&self, p: usize, cell: u16) -> usize {
        let slot = &self.slots[cell as usize];
        let base = if p < self.key_planes { slot.key } else { slot.other };
        base as usize + p * slot.stride as usize
    }
}

/// A number of 16 bits among the packed ones at `at`.
#[inline]
pub(crate) fn get16(w: &[u64], at: usize, i: u16) -> u16 {
    let i = i as usize;
    (w[at + i / PACK] >> (16 * (i % PACK))) as u16
}

#[inline]
pub(crate) fn set16(w: &mut [u64], at: usize, i: u16, x: u16) {
    let i = i as usize;
    let shift = 16 * (i % PACK);
    let word = &mut w[at + i / PACK];
    *word = (*word & !(0xFFFF << shift)) | (u64::from(x) << shift);
}

#[inline]
pub(crate) fn get32(w: &[u64], at: usize, i: usize) -> i32 {
    (w[at + i / 2] >> (32 * (i % 2))) as u32 as i32
}

#[inline]
pub(crate) fn set32(w: &mut [u64], at: usize, i: usize, x: i32) {
    let shift = 32 * (i % 2);
    let word = &mut w[at + i / 2];
    *word = (*word & !(0xFFFF_FFFF << shift)) | (u64::from(x as u32) << shift);
}

/// An empty cell's content.
pub(crate) const EMPTY: u16 = NONE;
