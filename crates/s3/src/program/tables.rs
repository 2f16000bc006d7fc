//! Move generation and performing as tables: which elements can go where under which rule, which tests remain, and what
//! happens then. This file reads them; `build` makes them.

use super::board::Board;
use super::graph::{Change, Graph, Node};
use super::lane::Lanes;
use super::reach::{Part, Reach};
use super::slice::Slice;
use super::upkeep::Upkeep;
use crate::game::Move;
use std::collections::HashSet;

/// No entry.
pub(crate) const NOTHING: u32 = u32::MAX;

/// A target with what remains to be tested.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Target {
    pub(crate) cell: u16,
    /// Whether several rules may allow the move.
    pub(crate) many: bool,
    /// Number of the type, plus one, for an interchangeable target; 0 otherwise.
    pub(crate) crowd: u16,
    pub(crate) node: u32,
}

/// The targets from one place.
#[derive(Clone, Debug, Default)]
pub(crate) struct Targets {
    /// Targets found many at a time: from which block to which.
    pub(crate) blocks: (u32, u32),
    /// The others, one by one.
    pub(crate) list: Vec<Target>,
}

/// Targets whose bits lie in one word of the occupied plane.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Block {
    pub(crate) word: u32,
    /// The cell of bit 0.
    pub(crate) base: u16,
    /// From which group to which, and from which slice to which: conditions of several steps, asked side by side.
    pub(crate) groups: (u32, u32),
    pub(crate) slices: (u32, u32),
}

/// Targets whose test is the same bit relative to the target: 64 of them are tested at once.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Group {
    /// Which bits they are.
    pub(crate) mask: u64,
    /// The word to test: turned right by `turn`, flipped by `flip`, it must have the target's bit.
    pub(crate) test: u32,
    pub(crate) turn: u8,
    pub(crate) flip: u64,
    /// What must hold for all of them, asked once; [`TRUE`] for nothing.
    pub(crate) gate: u32,
}

impl Tables {
    /// The blocks of a list.
    #[inline]
    pub(crate) fn blocks(&self, targets: &Targets) -> &[Block] {
        self.blocks.get(targets.blocks.0 as usize..targets.blocks.1 as usize).unwrap_or(&[])
    }

    /// The targets of a block that are open in a state, as bits.
    #[inline(always)]
    pub(crate) fn open(&self, board: &Board, w: &[u64], block: &Block) -> u64 {
        let free = !w[block.word as usize];
        let mut open = 0;
        for group in &self.groups[block.groups.0 as usize..block.groups.1 as usize] {
            let tested = w[group.test as usize].rotate_right(u32::from(group.turn)) ^ group.flip;
            let here = free & group.mask & tested;
            if group.gate == TRUE || here != 0 && self.graph.ask(board, w, group.gate) == TRUE {
                open |= here;
            }
        }
        if block.slices.0 != block.slices.1 {
            open |= self.open_slices(w, block, free);
        }
        open
    }

    #[inline(never)]
    fn open_slices(&self, w: &[u64], block: &Block, free: u64) -> u64 {
        let slices = &self.slices[block.slices.0 as usize..block.slices.1 as usize];
        slices.iter().fold(0, |open, slice| open | slice.open(w, free))
    }
}

/// Elements that behave alike under a rule.
#[derive(Clone, Debug)]
pub(crate) struct Source {
    pub(crate) rule: u16,
    /// Where they stand: number of the crowd, the set of elements on it (0: distinct cells).
    pub(crate) crowd: u16,
    /// First word of that set, and which elements of it.
    pub(crate) set: u32,
    pub(crate) mask: Vec<u64>,
    /// Only in this state.
    pub(crate) state: Option<i32>,
    /// What must hold for any of its moves, asked once.
    pub(crate) guard: u32,
    /// One for all (any of them stands for the others), or by cell.
    pub(crate) targets: Aim,
    /// Where the elements show on distinct cells, if it is they alone.
    pub(crate) planes: Option<Shown>,
}

/// The words in which the elements of a source show, 64 cells at a time.
#[derive(Clone, Debug)]
pub(crate) struct Shown {
    /// By 64 cells: the words whose bits together are the elements.
    pub(crate) words: Vec<Vec<u32>>,
    /// By 64 cells: the word of those in the state asked for; empty if any state will do.
    pub(crate) states: Vec<u32>,
}

impl Shown {
    /// The cells of the i-th word on which the elements stand.
    #[inline(always)]
    pub(crate) fn here(&self, w: &[u64], i: usize, word: &[u32]) -> u64 {
        let here = word.iter().fold(0, |bits, &at| bits | w[at as usize]);
        self.states.get(i).map_or(here, |&at| here & w[at as usize])
    }
}

/// Where a source's targets are listed.
#[derive(Clone, Debug)]
pub(crate) enum Aim {
    /// The first element stands for all: they share this list.
    Alike(u32),
    /// By cell: the list, or [`NOTHING`].
    ByCell(Vec<u32>),
}

/// What follows a move by one rule.
#[derive(Clone, Debug, Default)]
pub(crate) struct After {
    /// By element and by cell: the group they belong to.
    pub(crate) element: Vec<u16>,
    pub(crate) from: Vec<u16>,
    pub(crate) froms: usize,
    pub(crate) elements: usize,
    /// By element and by cell, ready to be added: how far into `entry` their groups are.
    pub(super) rows: Vec<u32>,
    pub(super) columns: Vec<u32>,
    /// Entries of one player.
    pub(super) stride: usize,
    /// By player, element group, origin group, target: awards and what follows.
    pub(crate) entry: Vec<(u32, u32)>,
    /// The same, ready to be performed.
    pub(crate) ready: Vec<Sequel>,
}

/// What follows a move.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sequel {
    /// Before the move: a node, or [`DONE`].
    pub(crate) awards: u32,
    /// After it, once the player is set; [`NOTHING`] if the tables do not know.
    pub(crate) node: u32,
    /// The player who is next, if that is the first that happens; 0 otherwise.
    pub(crate) player: u8,
}

/// All tables of a game.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tables {
    pub(crate) graph: Graph,
    /// By player.
    pub(crate) sources: Vec<Vec<Source>>,
    pub(crate) targets: Vec<Targets>,
    /// What the blocks of all lists are made of.
    pub(crate) blocks: Vec<Block>,
    pub(crate) groups: Vec<Group>,
    pub(crate) slices: Vec<Slice>,
    pub(crate) upkeep: Upkeep,
    /// The quick way through random plays, where there is one.
    pub(crate) lanes: Lanes,
    pub(crate) after: Vec<After>,
    /// Whether moves of one class may come from two sources.
    pub(crate) repeats: bool,
    /// Whether generating may fail or must ask the machine.
    pub(crate) fallible: bool,
    /// What became of the game.
    pub(crate) reach: Reach,
}
impl Tables {
    /// Every place that names a node.
    pub(super) fn roots(&mut self) -> Vec<&mut u32> {
        let guards = self.sources.iter_mut().flatten().map(|s| &mut s.guard);
        let gates = self.groups.iter_mut().map(|g| &mut g.gate);
        let targets = self.targets.iter_mut().flat_map(|t| t.list.iter_mut().map(|t| &mut t.node));
        let sequels = self.after.iter_mut().flat_map(|a| &mut a.entry).flat_map(|e| [&mut e.0, &mut e.1]);
        guards.chain(gates).chain(targets).chain(sequels).collect()
    }

    /// The words that tests read.
    pub(crate) fn words(&self) -> HashSet<u32> {
        let groups = self.groups.iter().map(|g| g.test);
        let blocks = self.blocks.iter().map(|b| b.word);
        let slices = self.slices.iter().flat_map(Slice::words);
        self.graph.words().chain(groups).chain(blocks).chain(slices).collect()
    }

    /// What became of the game, with these parts.
    pub(super) fn reached(&self, parts: Vec<Part>, effort: (u64, usize)) -> Reach {
        Reach {
            parts,
            nodes: self.graph.nodes.len(),
            grouped: self.groups.iter().map(|g| g.mask.count_ones() as usize).sum(),
            sliced: self.slices.iter().map(|s| s.mask.count_ones() as usize).sum(),
            single: self.targets.iter().map(|t| t.list.len()).sum(),
            effort,
            repeats: self.repeats,
            fallible: self.fallible,
        }
    }
}

/// The numbers of the fixed nodes.
pub(crate) const DONE: u32 = 0;
pub(crate) const TRUE: u32 = 1;
pub(crate) const FALSE: u32 = 2;
pub(crate) const ASK: u32 = 3;
impl After {
    /// Position of an entry.
    pub(super) fn at(&self, player: u8, eg: u16, fg: u16, to: u16, cells: usize) -> usize {
        ((usize::from(player - 1) * self.elements + usize::from(eg)) * self.froms + usize::from(fg)) * cells
            + usize::from(to)
    }

    /// Awards and sequel of a move, if they are known.
    #[inline(always)]
    pub(crate) fn of(&self, player: u8, mv: Move) -> Option<Sequel> {
        let (row, column) =
            (self.rows.get(usize::from(mv.element))?, self.columns.get(usize::from(mv.from))?);
        let part = self.stride * usize::from(player.wrapping_sub(1));
        let found = self.ready.get(part + *row as usize + *column as usize + usize::from(mv.to))?;
        (found.node != NOTHING).then_some(*found)
    }

    /// What follows a move to a cell, if it is the same whichever of these elements goes there from wherever.
    pub(super) fn common(&self, player: u8, elements: &[u16], origins: &[u16], to: u16) -> Option<Sequel> {
        let one = |list: &[u32], of: &[u16]| {
            let first = *list.get(usize::from(*of.first()?))?;
            of.iter().all(|i| list.get(usize::from(*i)) == Some(&first)).then_some(first as usize)
        };
        let at = self.stride * usize::from(player.wrapping_sub(1)) + one(&self.rows, elements)?;
        let found = self.ready.get(at + one(&self.columns, origins)? + usize::from(to))?;
        (found.node != NOTHING).then_some(*found)
    }

    /// Makes the entries ready to be performed.
    pub(super) fn prepare(&mut self, graph: &Graph) {
        let ready = self.entry.iter().map(|&(awards, node)| match graph.nodes.get(node as usize) {
            Some(&Node::Do { change: Change::SetPlayer(player), next }) => {
                Sequel { awards, node: next, player }
            }
            _ => Sequel { awards, node, player: 0 },
        });
        self.ready = ready.collect();
    }
}
