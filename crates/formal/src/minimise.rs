//! Smaller automata with the same plays: terminal states merged by result, and bisimilar states merged (those that no
//! sequence of moves can distinguish).
//!
//! Partition refinement (J. Hopcroft, *An n log n Algorithm for Minimizing States in a Finite Automaton*, 1971). A state is
//! looked at again only when a successor has moved to a new block, and of the parts of a block that is split the largest
//! keeps its number, so a state moves at most log n times.

use crate::automaton::{Automaton, Node};
use crate::value::Predecessors;
use game::{Game, Show, Turn};
use std::collections::HashMap;

/// States sorted into blocks.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Quotient {
    /// The block of each state.
    pub block: Vec<u32>,
    /// How many blocks there are.
    pub blocks: usize,
    /// How many of them hold states in which the play is over.
    pub terminal: usize,
}

/// How a play ended: dead ends and failed rules are distinguished from each other and from results.
fn end<G: Game>(game: &G, a: &Automaton<G>, n: Node) -> Vec<u8> {
    let mark = a.mark(game, n);
    let how = u8::from(mark.stuck) + 2 * u8::from(mark.broken);
    std::iter::once(how).chain(mark.winners().iter().map(|p| p.0)).collect()
}

/// Merges terminal states with the same winners: at most one for each player and one for a draw remain (more only where
/// several players can win together, and one each for dead ends and failed rules). The set of plays stays the same.
pub fn normalise<G: Game>(game: &G, a: &Automaton<G>) -> Quotient {
    let mut ends: HashMap<Vec<u8>, u32> = HashMap::new();
    let mut blocks = 0;
    let mut block = Vec::with_capacity(a.len());
    for n in a.nodes() {
        let over = a.over(game, n);
        let key = if over { end(game, a, n) } else { Vec::new() };
        let known = if over { ends.get(&key).copied() } else { None };
        let b = known.unwrap_or(blocks);
        if known.is_none() {
            blocks += 1;
            if over {
                ends.insert(key, b);
            }
        }
        block.push(b);
    }
    Quotient { block, blocks: blocks as usize, terminal: ends.len() }
}

/// The coarsest bisimulation: two states are together when whoever is to move is the same and each move of one leads where
/// some move of the other leads; chance must lead there with the same probability. With `labelled`, moves of the same
/// notation must lead there.
pub fn minimise<G: Show>(game: &G, a: &Automaton<G>, labelled: bool) -> Quotient {
    let mut keys: HashMap<(u16, Vec<u8>), u32> = HashMap::new();
    let mut block: Vec<u32> = Vec::with_capacity(a.len());
    for n in a.nodes() {
        let key = match a.turn(game, n) {
            Turn::Player(p) => (u16::from(p.0), Vec::new()),
            Turn::Chance => (256, Vec::new()),
            Turn::Over => (257, end(game, a, n)),
        };
        let next = keys.len() as u32;
        block.push(*keys.entry(key).or_insert(next));
    }
    let (labels, chance) = labels(game, a, labelled);
    let mut partition = Partition::new(block, keys.len());
    let before = Predecessors::of(a);
    let mut waiting = Waiting { list: a.nodes().collect(), inside: vec![true; a.len()] };
    while !waiting.list.is_empty() {
        let mut parts: HashMap<(u32, Signature), Vec<Node>> = HashMap::new();
        for n in waiting.list.drain(..) {
            waiting.inside[n as usize] = false;
            let signature = signature(a, n, &partition.block, &labels, chance[n as usize]);
            parts.entry((partition.block[n as usize], signature)).or_default().push(n);
        }
        let mut parts: Vec<(u32, Vec<Node>)> = parts.into_iter().map(|((b, _), list)| (b, list)).collect();
        // Parts are ordered by their first state: an order that does not depend on hashing.
        parts.sort_unstable_by_key(|(b, list)| (*b, list[0]));
        for same in parts.chunk_by(|x, y| x.0 == y.0) {
            for moved in partition.split(same) {
                for &t in partition.members(moved) {
                    waiting.add(before.before(t));
                }
            }
        }
        waiting.list.sort_unstable();
    }
    let mut ends: Vec<u32> =
        a.nodes().filter(|&n| a.over(game, n)).map(|n| partition.block[n as usize]).collect();
    ends.sort_unstable();
    ends.dedup();
    Quotient { blocks: partition.ranges.len(), block: partition.block, terminal: ends.len() }
}

/// States to be looked at again.
struct Waiting {
    list: Vec<Node>,
    inside: Vec<bool>,
}

impl Waiting {
    fn add(&mut self, nodes: &[Node]) {
        for &n in nodes {
            if !std::mem::replace(&mut self.inside[n as usize], true) {
                self.list.push(n);
            }
        }
    }
}

/// States in blocks, the members of a block side by side.
struct Partition {
    block: Vec<u32>,
    members: Vec<Node>,
    /// Where in `members` each state stands.
    place: Vec<u32>,
    /// From and to in `members`, for each block.
    ranges: Vec<(u32, u32)>,
}

impl Partition {
    fn new(block: Vec<u32>, blocks: usize) -> Partition {
        let mut members: Vec<Node> = (0..block.len() as u32).collect();
        members.sort_by_key(|&n| block[n as usize]);
        let mut place = vec![0; block.len()];
        let mut ranges = vec![(0, 0); blocks];
        for (i, &n) in members.iter().enumerate() {
            place[n as usize] = i as u32;
            let range = &mut ranges[block[n as usize] as usize];
            if range.1 == 0 {
                range.0 = i as u32;
            }
            range.1 = i as u32 + 1;
        }
        Partition { block, members, place, ranges }
    }

    fn members(&self, block: u32) -> &[Node] {
        let (from, to) = self.ranges[block as usize];
        &self.members[from as usize..to as usize]
    }

    /// Splits one block into these parts of it and the rest; the largest keeps the number. Returns the new blocks.
    fn split(&mut self, parts: &[(u32, Vec<Node>)]) -> Vec<u32> {
        let b = parts[0].0;
        let (from, to) = self.ranges[b as usize];
        // The parts to the front, one after another; what is left over stays at the back.
        let mut at = from;
        let mut cuts = vec![from];
        for (_, list) in parts {
            for &n in list {
                let (here, other) = (self.place[n as usize], self.members[at as usize]);
                self.members.swap(here as usize, at as usize);
                self.place[other as usize] = here;
                self.place[n as usize] = at;
                at += 1;
            }
            cuts.push(at);
        }
        if at < to {
            cuts.push(to);
        }
        let largest = cuts
            .windows(2)
            .enumerate()
            .max_by_key(|(i, w)| (w[1] - w[0], usize::MAX - i))
            .map_or(0, |(i, _)| i);
        let mut made = Vec::new();
        for (i, w) in cuts.windows(2).enumerate() {
            if i == largest {
                self.ranges[b as usize] = (w[0], w[1]);
                continue;
            }
            let new = self.ranges.len() as u32;
            self.ranges.push((w[0], w[1]));
            for &n in &self.members[w[0] as usize..w[1] as usize] {
                self.block[n as usize] = new;
            }
            made.push(new);
        }
        made
    }
}

/// The blocks the moves of a state lead to, each once; chance events with their total weight, moves with their label.
type Signature = Vec<(u32, u64)>;

/// For every transition the number of its notation (0 where that does not matter) or its weight; and which states are
/// left to chance.
fn labels<G: Show>(game: &G, a: &Automaton<G>, labelled: bool) -> (Vec<u32>, Vec<bool>) {
    let mut numbers: HashMap<String, u32> = HashMap::new();
    let mut labels = Vec::with_capacity(a.edges());
    let mut chances = Vec::with_capacity(a.len());
    for n in a.nodes() {
        let chance = a.turn(game, n) == Turn::Chance;
        chances.push(chance);
        let count = a.successors(n).len();
        if count == 0 || !chance && !labelled {
            labels.resize(labels.len() + count, 0);
            continue;
        }
        let s = a.state(n);
        for mv in a.moves(game, n) {
            labels.push(if chance {
                game.weight(&s, mv)
            } else {
                let next = numbers.len() as u32;
                *numbers.entry(game.text(&s, mv)).or_insert(next)
            });
        }
    }
    (labels, chances)
}

pub(crate) fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

fn signature<G: Game>(a: &Automaton<G>, n: Node, block: &[u32], labels: &[u32], chance: bool) -> Signature {
    let first = a.first_edge(n);
    let mut edges: Signature = a
        .successors(n)
        .iter()
        .enumerate()
        .map(|(i, &t)| (block[t as usize], u64::from(labels[first + i])))
        .collect();
    edges.sort_unstable();
    if chance {
        edges.dedup_by(|b, a| {
            let same = a.0 == b.0;
            a.1 += if same { b.1 } else { 0 };
            same
        });
        // Only the proportions count.
        let common = edges.iter().fold(0, |g, e| gcd(g, e.1)).max(1);
        edges.iter_mut().for_each(|e| e.1 /= common);
    } else {
        edges.dedup();
    }
    edges
}
