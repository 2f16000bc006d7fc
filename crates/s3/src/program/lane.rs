//! Random plays of games in which a move puts one more of a player's supply on a free cell and nothing but the end can follow
//! (a *lane* for each player): Connect Four, tic-tac-toe. A move there needs neither a list of offers nor a look at rules,
//! origins and groups: everything but the free cells is known when the file is loaded.

use super::board::Board;
use super::graph::{Graph, Node};
use super::layout::{EMPTY, set16};
use super::tables::{Aim, DONE, Group, Source, TRUE, Tables};
use super::upkeep::Shown;
use game::Rng;

/// Masks are asked in steps of so many.
const STEP: usize = 4;
/// The bit that no mask uses.
const LAST: u64 = 1 << 63;

/// What follows a move to a cell.
#[derive(Clone, Copy, Debug, Default)]
struct Next {
    /// Who is next.
    player: u8,
    /// The node that follows where all bits of one of the cell's masks are set.
    hit: u32,
}

/// The moves of one player.
#[derive(Clone, Debug)]
struct Lane {
    /// The word of the elements in supply, and which of them are this player's.
    set: u32,
    mask: u64,
    /// The word of free cells, the cell of bit 0, and how the open ones are found.
    word: u32,
    base: u16,
    groups: Vec<Group>,
    /// Words in which an element shows on a cell, and the word of the elements there, if that is read.
    shows: [u32; 2],
    there: Option<u32>,
    /// By bit: what follows. The masks of all bits, `width` of each, are asked of the word `asked`.
    next: Vec<Next>,
    asked: u32,
    width: usize,
    masks: Vec<u64>,
}

/// The lanes of all players; none for most games.
#[derive(Clone, Debug, Default)]
pub(crate) struct Lanes {
    list: Vec<Lane>,
    content: usize,
    place: usize,
}

/// For every byte: the numbers of its bits that are set, in order.
const NTH: [[u8; 8]; 256] = {
    let mut table = [[0; 8]; 256];
    let mut set = 0;
    while set < 256 {
        let (mut bit, mut n) = (0, 0);
        while bit < 8 {
            if set >> bit & 1 == 1 {
                table[set][n] = bit;
                n += 1;
            }
            bit += 1;
        }
        set += 1;
    }
    table
};

/// One in every byte.
const ONES: u64 = u64::MAX / 255;

/// For every byte: how many bits are set in it and those below.
#[inline(always)]
fn sums(x: u64) -> u64 {
    let pairs = x - (x >> 1 & (u64::MAX / 3));
    let fours = (pairs & (u64::MAX / 5)) + (pairs >> 2 & (u64::MAX / 5));
    ((fours + (fours >> 4)) & (u64::MAX / 17)).wrapping_mul(ONES)
}

/// The number of the `k`-th bit that is set in a word with these [`sums`]; there must be so many. Without a branch
/// (S. Vigna, *Broadword Implementation of Rank/Select Queries*, 2008): which bit it is cannot be foretold.
#[inline(always)]
fn select(x: u64, sums: u64, k: u32) -> u32 {
    let k = u64::from(k);
    // Bytes at whose end there are no more than k bits.
    let passed = ((k.wrapping_mul(ONES) | (ONES << 7)).wrapping_sub(sums) & (ONES << 7)) >> 7;
    let at = (passed.wrapping_mul(ONES) >> 56 << 3) & 63;
    let before = sums << 8 >> at & 255;
    at as u32 + u32::from(NTH[(x >> at & 255) as usize][(k.wrapping_sub(before) & 7) as usize])
}

impl Lane {
    /// The lane of a player, if these sources are one.
    fn new(board: &Board, t: &Tables, player: u8, sources: &[Source]) -> Option<Lane> {
        let [source] = sources else { return None };
        let Aim::Alike(list) = source.targets else { return None };
        let targets = t.targets.get(list as usize)?;
        let ([block], [mask]) = (t.blocks(targets), source.mask.as_slice()) else { return None };
        let groups = t.groups[block.groups.0 as usize..block.groups.1 as usize].to_vec();
        let plain = source.guard == TRUE
            && source.state.is_none()
            && source.crowd > 0
            && targets.list.is_empty()
            && block.slices.0 == block.slices.1
            && groups.iter().all(|g| g.gate == TRUE && g.mask & LAST == 0);
        if !plain {
            return None;
        }
        let elements: Vec<u16> =
            (0..board.elements.len() as u16).filter(|e| *e < 64 && mask >> e & 1 == 1).collect();
        let supply = |c: &u16| board.layout.crowd[usize::from(*c)] == source.crowd;
        let origins: Vec<u16> = (0..board.layout.slots.len() as u16).filter(supply).collect();
        let open = groups.iter().fold(0, |all, g| all | g.mask);
        let cells: Vec<u16> =
            (0..64).filter(|bit| open >> bit & 1 == 1).map(|bit| block.base + bit).collect();
        let Shown { words, there } = t.upkeep.alike(&elements, &origins, &cells)?;
        let after = t.after.get(usize::from(source.rule))?;
        let mut lane = Lane {
            set: source.set,
            mask: *mask,
            word: block.word,
            base: block.base,
            groups,
            shows: words,
            there,
            next: vec![Next::default(); 64],
            asked: 0,
            width: 0,
            masks: Vec::new(),
        };
        let mut rows: Vec<(u16, Vec<u64>)> = Vec::new();
        for &to in &cells {
            let sequel = after.common(player, &elements, &origins, to)?;
            if sequel.awards != DONE {
                return None;
            }
            let player = if sequel.player == 0 { player } else { sequel.player };
            let bit = to - block.base;
            let (row, hit) = lane.row(&t.graph, sequel.node)?;
            lane.next[usize::from(bit)] = Next { player, hit };
            rows.push((bit, row));
        }
        lane.width = rows.iter().map(|(_, row)| row.len()).max().unwrap_or(0).next_multiple_of(STEP);
        // A row is filled up with its first mask; where nothing follows, any mask does.
        lane.masks = vec![!LAST; lane.width * 64];
        for (bit, row) in rows {
            let filled = row.iter().chain(std::iter::repeat_n(row.first().unwrap_or(&!LAST), lane.width));
            let own = &mut lane.masks[usize::from(bit) * lane.width..][..lane.width];
            own.iter_mut().zip(filled).for_each(|(slot, mask)| *slot = *mask);
        }
        Some(lane)
    }

    /// The masks that a node asks of the word that all nodes of the lane ask, and what follows a hit; nothing may follow
    /// a miss.
    fn row(&mut self, graph: &Graph, node: u32) -> Option<(Vec<u64>, u32)> {
        if node == DONE {
            return Some((Vec::new(), DONE));
        }
        let (word, masks, hit) = graph.row(node)?;
        if self.asked != 0 && self.asked != word || masks.iter().any(|m| m & LAST != 0) {
            return None;
        }
        self.asked = word;
        Some((masks, hit))
    }

    /// The cells that are open in a state, as bits.
    #[inline(always)]
    fn open(&self, w: &[u64]) -> u64 {
        let free = !w[self.word as usize];
        let tested = |g: &Group| free & g.mask & (w[g.test as usize].rotate_right(g.turn.into()) ^ g.flip);
        self.groups.iter().fold(0, |open, g| open | tested(g))
    }

    /// Whether all bits of one of the masks of a bit are set: then a difference of 0 becomes negative.
    #[inline(always)]
    fn hits(&self, w: &[u64], bit: u32) -> bool {
        let missing = !w[self.asked as usize] & !LAST;
        let begin = bit as usize * self.width;
        let row = self.masks.get(begin..begin + self.width).unwrap_or(&[]);
        let mut found = 0;
        for masks in row.as_chunks::<STEP>().0 {
            for mask in masks {
                found |= (mask & missing).wrapping_sub(1);
            }
        }
        found & LAST != 0
    }
}

impl Lanes {
    /// The lanes of a game whose other tables are made.
    pub(super) fn new(board: &Board, t: &Tables) -> Lanes {
        if board.layout.chance.is_some() || t.repeats || t.fallible {
            return Lanes::default();
        }
        let lanes = (1u8..).zip(&t.sources).map(|(player, sources)| Lane::new(board, t, player, sources));
        let list = lanes.collect::<Option<Vec<Lane>>>().unwrap_or_default();
        Lanes { list, content: board.layout.content, place: board.layout.place }
    }

    /// Whether there are any.
    #[inline]
    pub(crate) fn any(&self) -> bool {
        !self.list.is_empty()
    }

    /// Plays at random until the end or for `most` moves; returns the number of moves made.
    pub(crate) fn wander(&self, board: &Board, t: &Tables, w: &mut [u64], rng: &mut Rng, most: u64) -> u64 {
        let mut own = rng.clone();
        let mut made = 0;
        let mut player = board.player(w);
        while made < most && !board.over(w) {
            let Some(lane) = self.list.get(usize::from(player).wrapping_sub(1)) else { break };
            let (supply, open) = (w[lane.set as usize] & lane.mask, lane.open(w));
            if supply == 0 || open == 0 {
                break;
            }
            let sums = sums(open);
            let bit = select(open, sums, own.below((sums >> 56) as usize) as u32);
            let (e, to) = (supply.trailing_zeros() as u16, lane.base + bit as u16);
            self.put(board, lane, w, e, to, bit);
            let next = lane.next.get(bit as usize).copied().unwrap_or_default();
            player = next.player;
            board.set_player(w, player);
            made += 1;
            if lane.hits(w, bit) {
                std::hint::cold_path();
                if let Node::Fail(failure) = t.graph.run(board, &t.upkeep, w, next.hit) {
                    board.fail(w, failure);
                }
                player = board.player(w);
            }
        }
        *rng = own;
        made
    }

    /// Puts an element of the supply on a free cell.
    #[inline(always)]
    fn put(&self, board: &Board, lane: &Lane, w: &mut [u64], e: u16, to: u16, bit: u32) {
        let (here, own) = (1u64 << (bit & 63), 1u64 << (e & 63));
        w[lane.shows[0] as usize] |= here;
        w[lane.shows[1] as usize] |= here;
        w[lane.set as usize] &= !own;
        if let Some(there) = lane.there {
            w[there as usize] |= own;
        }
        set16(w, self.content, board.place(w, e), EMPTY);
        set16(w, self.content, to, e);
        set16(w, self.place, e, to);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_set_bit_is_selected_in_order() {
        let mut rng = Rng::new(20);
        for round in 0..2_000 {
            let x = match round % 3 {
                0 => rng.bits(),
                1 => rng.bits() & rng.bits() & rng.bits(),
                _ => rng.bits() | rng.bits() | rng.bits() << 40,
            };
            let sums = sums(x);
            // A full word has 64 bits, which the last byte holds as well.
            assert_eq!(sums >> 56, u64::from(x.count_ones()));
            let found: Vec<u32> = (0..x.count_ones()).map(|k| select(x, sums, k)).collect();
            let bits: Vec<u32> = (0..64).filter(|bit| x >> bit & 1 == 1).collect();
            assert_eq!(found, bits, "{x:b}");
        }
        assert_eq!(
            (0..64).map(|k| select(u64::MAX, sums(u64::MAX), k)).collect::<Vec<_>>(),
            Vec::from_iter(0..64)
        );
    }
}
