//! The graph of a game: its states by number, and for each the numbers its moves lead to.
//!
//! States are numbered breadth first, so a lower number is never farther from the start. The moves of a state are not
//! kept: they are generated again, in the same order, when a move must be named.

use crate::intern::Interner;
use game::{Game, Player, Stopped, Turn, outcome};

/// A state by number.
pub type Node = u32;

/// The automaton of a game, whole or partial.
pub struct Automaton<G: Game> {
    interner: Interner<G::State>,
    /// `targets[first[n]..first[n + 1]]` are the successors of state n, in the order of its moves.
    first: Vec<u32>,
    targets: Vec<Node>,
    /// One past the last state of each distance from the start.
    level_ends: Vec<u32>,
    expanded: usize,
    stopped: Stopped,
}

/// What a sequence of moves is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Sequence {
    /// It ends the play, and these players win; nobody in a draw.
    Ends(Vec<Player>),
    /// The play goes on after it.
    Goes(Node),
    /// The move with this number (from 0) is not possible.
    Illegal(usize),
}

impl<G: Game> Automaton<G> {
    pub(crate) fn new(
        interner: Interner<G::State>,
        mut first: Vec<u32>,
        targets: Vec<Node>,
        mut level_ends: Vec<u32>,
        expanded: usize,
        stopped: Stopped,
    ) -> Automaton<G> {
        // A level that was not finished is a level all the same.
        let found = interner.states.len() as u32;
        if level_ends.last() != Some(&found) {
            level_ends.push(found);
        }
        first.resize(interner.states.len() + 1, targets.len() as u32);
        Automaton { interner, first, targets, level_ends, expanded, stopped }
    }

    /// The number of states found.
    pub fn len(&self) -> usize {
        self.interner.states.len()
    }

    /// Never: the start is always there.
    pub fn is_empty(&self) -> bool {
        false
    }

    /// The number of transitions.
    pub fn edges(&self) -> usize {
        self.targets.len()
    }

    /// Whether every reachable state is in it and expanded.
    pub fn complete(&self) -> bool {
        self.stopped == Stopped::Complete
    }

    /// Why exploration ended.
    pub fn stopped(&self) -> Stopped {
        self.stopped
    }

    /// How many states were expanded; those with lower numbers are.
    pub fn expanded(&self) -> usize {
        self.expanded
    }

    /// The state of a number.
    pub fn state(&self, n: Node) -> &G::State {
        &self.interner.states[n as usize]
    }

    /// The number of a state.
    pub fn find(&self, s: &G::State) -> Option<Node> {
        self.interner.find(s)
    }

    /// Where the moves of a state lead, in their order.
    pub fn successors(&self, n: Node) -> &[Node] {
        &self.targets[self.first[n as usize] as usize..self.first[n as usize + 1] as usize]
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

    /// Bytes of the graph beyond the states themselves.
    pub fn overhead(&self) -> usize {
        self.interner.bytes() + (self.first.len() + self.targets.len() + self.level_ends.len()) * 4
    }

    /// The moves of a state, in the order of its successors.
    pub fn moves(&self, game: &G, n: Node) -> Vec<G::Move> {
        let mut moves = Vec::new();
        game.moves(self.state(n), &mut moves);
        moves
    }

    /// Whether the play is over in a state.
    pub fn over(&self, game: &G, n: Node) -> bool {
        game.turn(self.state(n)) == Turn::Over
    }

    /// Who wins in a state in which the play is over.
    pub fn winners(&self, game: &G, n: Node) -> Vec<Player> {
        let s = self.state(n);
        outcome(&Player::all(game.players()).map(|p| game.score(s, p)).collect::<Vec<_>>())
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
            let next = self.moves(game, at).iter().position(|&m| m == mv).map(|k| self.successors(at).get(k));
            match next.flatten() {
                Some(&node) => at = node,
                None => return Sequence::Illegal(i),
            }
        }
        if self.over(game, at) { Sequence::Ends(self.winners(game, at)) } else { Sequence::Goes(at) }
    }
}
