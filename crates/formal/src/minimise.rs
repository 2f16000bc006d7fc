//! Smaller automata with the same plays: terminal states merged by result, and states merged that no sequence of moves can
//! tell apart (bisimulation).

use crate::automaton::{Automaton, Node};
use game::{Game, Turn};
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

/// Merges terminal states with the same winners: at most one for each player and one for a draw remain (more only where
/// several players can win together). The set of plays stays the same.
pub fn normalise<G: Game>(game: &G, a: &Automaton<G>) -> Quotient {
    let mut ends: HashMap<Vec<u8>, u32> = HashMap::new();
    let mut blocks = 0;
    let mut block = Vec::with_capacity(a.len());
    for n in a.nodes() {
        let over = a.over(game, n);
        let key: Vec<u8> = if over { a.winners(game, n).iter().map(|p| p.0).collect() } else { Vec::new() };
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
/// some move of the other leads. With `labelled`, equal moves must lead there.
pub fn minimise<G: Game>(game: &G, a: &Automaton<G>, labelled: bool) -> Quotient {
    let mut keys: HashMap<(u16, Vec<u8>), u32> = HashMap::new();
    let mut block: Vec<u32> = Vec::with_capacity(a.len());
    for n in a.nodes() {
        let key = match game.turn(a.state(n)) {
            Turn::Player(p) => (u16::from(p.0), Vec::new()),
            Turn::Chance => (256, Vec::new()),
            Turn::Over => (257, a.winners(game, n).iter().map(|p| p.0).collect()),
        };
        let next = keys.len() as u32;
        block.push(*keys.entry(key).or_insert(next));
    }
    let mut blocks = keys.len();
    loop {
        let mut signatures: HashMap<(u32, Vec<(u32, u64)>), u32> = HashMap::new();
        let mut refined = Vec::with_capacity(a.len());
        for n in a.nodes() {
            let signature = (block[n as usize], edges(game, a, n, &block, labelled));
            let next = signatures.len() as u32;
            refined.push(*signatures.entry(signature).or_insert(next));
        }
        let now = signatures.len();
        block = refined;
        if now == blocks {
            break;
        }
        blocks = now;
    }
    let mut ends: Vec<u32> = a.nodes().filter(|&n| a.over(game, n)).map(|n| block[n as usize]).collect();
    ends.sort_unstable();
    ends.dedup();
    Quotient { block, blocks, terminal: ends.len() }
}

/// The blocks the moves of a state lead to, each once; chance events with their total weight, moves with their label if
/// asked for.
fn edges<G: Game>(game: &G, a: &Automaton<G>, n: Node, block: &[u32], labelled: bool) -> Vec<(u32, u64)> {
    let chance = game.turn(a.state(n)) == Turn::Chance;
    let moves = if labelled || chance { a.moves(game, n) } else { Vec::new() };
    let label = |i: usize| match (chance, labelled) {
        (true, _) => u64::from(game.weight(a.state(n), moves[i])),
        (false, true) => crate::intern::hash(&moves[i]),
        (false, false) => 0,
    };
    let mut edges: Vec<(u32, u64)> =
        a.successors(n).iter().enumerate().map(|(i, &t)| (block[t as usize], label(i))).collect();
    edges.sort_unstable();
    if chance {
        edges.dedup_by(|b, a| {
            let same = a.0 == b.0;
            a.1 += if same { b.1 } else { 0 };
            same
        });
    } else {
        edges.dedup();
    }
    edges
}
