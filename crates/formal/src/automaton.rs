//! The graph of a game: its states by number, and for each the numbers its moves lead to.
//!
//! States are numbered breadth first, so a lower number is never farther from the start. The moves of a state are not
//! kept: they are generated again, in the same order, when a move must be named.
//!
//! Old states and transitions may lie in temporary files. Should such a file fail, [`Automaton::trouble`] says so and
//! nothing is complete any more: no answer is built on what could not be read.

use crate::intern::Interner;
use crate::mark::{Mark, Marks, asked};
use crate::side::Sides;
use crate::spill::Spill;
use game::{Game, Player, Stopped, Turn};
use std::borrow::Cow;
use std::io;
use std::path::Path;
use std::sync::OnceLock;

/// A state by number.
pub type Node = u32;

/// Adds to a list that may become very long: its room grows by a quarter, not twofold.
#[inline]
pub(crate) fn grow<T>(list: &mut Vec<T>, x: T) {
    if list.len() == list.capacity() {
        list.reserve_exact((list.len() / 4).max(256));
    }
    list.push(x);
}

/// Where the moves of every state lead, and what kind of state it is.
pub(crate) struct Graph {
    /// `targets[first[n]..first[n + 1]]` are the successors of state n, in the order of its moves.
    first: Vec<u32>,
    /// The transitions in memory; those before are on disk.
    targets: Vec<Node>,
    base: usize,
    gone: Option<Spill>,
    /// One for each expanded state.
    pub(crate) marks: Marks,
}

impl Graph {
    pub(crate) fn new() -> Graph {
        Graph { first: vec![0], targets: Vec::new(), base: 0, gone: None, marks: Marks::default() }
    }

    /// Adds a transition of the state being expanded.
    #[inline]
    pub(crate) fn push(&mut self, target: Node) {
        grow(&mut self.targets, target);
    }

    /// The state has no more transitions.
    #[inline]
    pub(crate) fn close(&mut self) {
        let edges = self.edges() as u32;
        grow(&mut self.first, edges);
    }

    pub(crate) fn edges(&self) -> usize {
        self.base + self.targets.len()
    }

    /// Writes the transitions to disk.
    pub(crate) fn spill(&mut self, folder: Option<&Path>) -> io::Result<()> {
        let gone = match &mut self.gone {
            Some(gone) => gone,
            none => none.insert(Spill::new(folder)?),
        };
        for part in self.targets.chunks(1 << 16) {
            let bytes: Vec<u8> = part.iter().flat_map(|t| t.to_le_bytes()).collect();
            gone.append(&bytes)?;
        }
        self.base += self.targets.len();
        self.targets = Vec::new();
        Ok(())
    }

    /// Bytes in memory.
    pub(crate) fn bytes(&self) -> usize {
        (self.first.capacity() + self.targets.capacity()) * 4 + self.marks.bytes()
    }

    /// Bytes on disk.
    pub(crate) fn on_disk(&self) -> u64 {
        self.gone.as_ref().map_or(0, Spill::len)
    }

    fn successors(&self, n: usize) -> io::Result<Cow<'_, [Node]>> {
        let (from, to) = (self.first[n] as usize, self.first[n + 1] as usize);
        if let Some(i) = from.checked_sub(self.base) {
            return Ok(Cow::Borrowed(&self.targets[i..to - self.base]));
        }
        let gone = self.gone.as_ref().ok_or(io::ErrorKind::UnexpectedEof)?;
        let mut bytes = Vec::with_capacity((to - from) * 4);
        gone.read(from as u64 * 4, (to.min(self.base) - from) * 4, &mut bytes)?;
        let number = |b: &[u8]| b.iter().rev().fold(0u32, |n, &byte| n << 8 | u32::from(byte));
        let mut list: Vec<Node> = bytes.chunks(4).map(number).collect();
        list.extend_from_slice(&self.targets[..to.saturating_sub(self.base)]);
        Ok(Cow::Owned(list))
    }
}

/// The automaton of a game, whole or partial.
pub struct Automaton<G: Game> {
    interner: Interner<G>,
    graph: Graph,
    /// One past the last state of each distance from the start.
    level_ends: Vec<u32>,
    expanded: usize,
    stopped: Stopped,
    sides: Sides,
    /// What went wrong, while exploring or since then.
    trouble: OnceLock<String>,
    initial: G::State,
}

/// What a sequence of moves is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Sequence {
    /// It ends the play, and these players win; nobody in a draw.
    Ends(Vec<Player>),
    /// It ends the play without a result: nobody has anything to do, or a rule failed.
    Breaks(Node),
    /// The play goes on after it.
    Goes(Node),
    /// The move with this number (from 0) is not possible.
    Illegal(usize),
}

impl<G: Game> Automaton<G> {
    pub(crate) fn new(
        interner: Interner<G>,
        mut graph: Graph,
        mut level_ends: Vec<u32>,
        expanded: usize,
        (stopped, trouble): (Stopped, Option<String>),
        game: &G,
        initial: G::State,
    ) -> Automaton<G> {
        // A level that was not finished is a level all the same.
        let found = interner.len() as u32;
        if level_ends.last() != Some(&found) {
            level_ends.push(found);
        }
        // A state that was being expanded when something failed counts as unexpanded.
        graph.first.truncate(expanded + 1);
        graph.marks.truncate(expanded);
        let edges = graph.first.last().map_or(0, |&e| e as usize);
        graph.targets.truncate(edges.saturating_sub(graph.base));
        graph.first.resize(interner.len() + 1, edges as u32);
        let trouble = trouble.map_or_else(OnceLock::new, OnceLock::from);
        let sides = Sides::of(game);
        Automaton { interner, graph, level_ends, expanded, stopped, sides, trouble, initial }
    }

    /// The number of states found.
    pub fn len(&self) -> usize {
        self.interner.len()
    }

    /// Never: the start is always there.
    pub fn is_empty(&self) -> bool {
        false
    }

    /// The number of transitions.
    pub fn edges(&self) -> usize {
        self.graph.edges()
    }

    /// Whether every reachable state is in it and expanded.
    pub fn complete(&self) -> bool {
        self.stopped == Stopped::Complete && self.trouble.get().is_none()
    }

    /// Why exploration ended.
    pub fn stopped(&self) -> Stopped {
        self.stopped
    }

    /// Why there are no more states although the budget allows them, or why what was found cannot be trusted: a disk that
    /// is full, a file that cannot be read back. `None` when nothing went wrong.
    pub fn trouble(&self) -> Option<&str> {
        self.trouble.get().map(String::as_str)
    }

    /// Bytes that lie in temporary files.
    pub fn on_disk(&self) -> u64 {
        self.interner.on_disk() + self.graph.on_disk()
    }

    /// How many states were expanded; those with lower numbers are.
    pub fn expanded(&self) -> usize {
        self.expanded
    }

    /// The state of a number.
    pub fn state(&self, n: Node) -> Cow<'_, G::State> {
        self.interner.state(n as usize).unwrap_or_else(|error| {
            self.failed(&error);
            Cow::Borrowed(&self.initial)
        })
    }

    fn failed(&self, error: &io::Error) {
        // The first failure is the one to report.
        let _ = self.trouble.set(format!("the temporary file failed: {error}"));
    }

    /// The number of a state.
    pub fn find(&self, s: &G::State) -> Option<Node> {
        self.interner.find(s).unwrap_or_else(|error| {
            self.failed(&error);
            None
        })
    }

    /// Where the moves of a state lead, in their order.
    pub fn successors(&self, n: Node) -> Cow<'_, [Node]> {
        self.graph.successors(n as usize).unwrap_or_else(|error| {
            self.failed(&error);
            Cow::Borrowed(&[])
        })
    }

    /// The number of the first transition of a state, when those of all states are counted through.
    pub(crate) fn first_edge(&self, n: Node) -> usize {
        self.graph.first[n as usize] as usize
    }

    /// All states.
    pub fn nodes(&self) -> impl DoubleEndedIterator<Item = Node> + use<G> {
        0..self.len() as Node
    }

    /// The distance from the start, in moves.
    pub fn depth(&self, n: Node) -> u32 {
        self.level_ends.partition_point(|&end| end <= n) as u32
    }

    /// The largest distance from the start.
    pub fn deepest(&self) -> u32 {
        self.level_ends.len() as u32 - 1
    }

    /// How many states lie at each distance from the start.
    pub fn widths(&self) -> Vec<u32> {
        let mut before = 0;
        self.level_ends.iter().map(|&end| end - std::mem::replace(&mut before, end)).collect()
    }

    /// Bytes of the graph in memory beyond the states themselves.
    pub fn overhead(&self) -> usize {
        self.interner.bytes() + self.graph.bytes() + self.level_ends.len() * 4
    }

    /// Bytes of the states in memory.
    pub fn held(&self) -> usize {
        self.interner.held()
    }

    /// The moves of a state, in the order of its successors.
    pub fn moves(&self, game: &G, n: Node) -> Vec<G::Move> {
        let mut moves = Vec::new();
        game.moves(&self.state(n), &mut moves);
        moves
    }

    /// What kind of state it is: noted for those that were expanded, asked for the others.
    #[inline]
    pub(crate) fn mark(&self, game: &G, n: Node) -> Mark {
        self.graph.marks.get(n as usize).unwrap_or_else(|| asked(game, &self.state(n)))
    }

    /// Who acts in a state.
    pub fn turn(&self, game: &G, n: Node) -> Turn {
        self.mark(game, n).turn
    }

    /// Whether the play is over in a state.
    pub fn over(&self, game: &G, n: Node) -> bool {
        self.mark(game, n).turn == Turn::Over
    }

    /// Whether the play is over in a state without a rule that ends it.
    pub fn stuck(&self, game: &G, n: Node) -> bool {
        self.mark(game, n).stuck
    }

    /// Who wins in a state in which the play is over; nobody in any other.
    pub fn winners(&self, game: &G, n: Node) -> Vec<Player> {
        self.mark(game, n).winners()
    }

    /// Whether the play is over in a state because a rule failed.
    pub fn broken(&self, game: &G, n: Node) -> bool {
        self.mark(game, n).broken
    }

    /// Those who win and lose together.
    pub fn sides(&self) -> &Sides {
        &self.sides
    }

    /// Which column of a table of results an end belongs to: the side that won, or the last column where none or several
    /// did. `None` where there is no result: before the end, in a dead end, and where a rule failed.
    pub(crate) fn column(&self, game: &G, n: Node) -> Option<usize> {
        let mark = self.mark(game, n);
        mark.settled().then(|| self.sides.column(mark.winners))
    }

    /// A shortest play from the start to a state.
    pub fn path(&self, game: &G, to: Node) -> Vec<G::Move> {
        let mut at = to;
        let mut moves = Vec::new();
        while at != 0 {
            // Numbers grow with distance, so a predecessor one step nearer lies in the level before.
            let depth = self.depth(at) as usize;
            let from = if depth >= 2 { self.level_ends[depth - 2] } else { 0 };
            let Some((before, i)) = (from..self.level_ends[depth - 1])
                .find_map(|n| Some((n, self.successors(n).iter().position(|&t| t == at)?)))
            else {
                break;
            };
            moves.push(self.moves(game, before)[i]);
            at = before;
        }
        moves.reverse();
        moves
    }

    /// The extended transition function: what a sequence of moves from the start is.
    pub fn run(&self, game: &G, moves: &[G::Move]) -> Sequence {
        let mut at: Node = 0;
        for (i, &mv) in moves.iter().enumerate() {
            let next = self.moves(game, at).iter().position(|&m| m == mv);
            match next.and_then(|k| self.successors(at).get(k).copied()) {
                Some(node) => at = node,
                None => return Sequence::Illegal(i),
            }
        }
        let mark = self.mark(game, at);
        match mark.turn {
            Turn::Over if mark.settled() => Sequence::Ends(mark.winners()),
            Turn::Over => Sequence::Breaks(at),
            _ => Sequence::Goes(at),
        }
    }
}
