//! Walking through a game: counting move sequences and states, and playing at random.

use crate::{Game, Rng, Turn};
use std::collections::HashSet;

/// The number of sequences of exactly `depth` moves (chance events included) from `s`.
pub fn perft<G: Game>(game: &G, s: &G::State, depth: u32) -> u64 {
    fn walk<G: Game>(game: &G, s: &G::State, depth: u32, lists: &mut [Vec<G::Move>]) -> u64 {
        let Some((moves, deeper)) = lists.split_first_mut() else { return 1 };
        moves.clear();
        game.moves(s, moves);
        if depth == 1 {
            return moves.len() as u64;
        }
        let mut nodes = 0;
        for &mv in moves.iter() {
            let mut next = s.clone();
            game.apply(&mut next, mv);
            nodes += walk(game, &next, depth - 1, deeper);
        }
        nodes
    }
    let mut lists = vec![Vec::new(); depth as usize];
    walk(game, s, depth, &mut lists)
}

/// The number of sequences that end the play after exactly `depth` moves from `s`.
pub fn finished<G: Game>(game: &G, s: &G::State, depth: u32) -> u64 {
    if depth == 0 || game.turn(s) == Turn::Over {
        return u64::from(depth == 0 && game.turn(s) == Turn::Over);
    }
    let mut moves = Vec::new();
    game.moves(s, &mut moves);
    let mut ends = 0;
    for &mv in &moves {
        let mut next = s.clone();
        game.apply(&mut next, mv);
        ends += finished(game, &next, depth - 1);
    }
    ends
}

/// The distinct states after exactly 1, 2, … `depth` moves, level by level; stops early when a level is empty.
/// `room` bounds the states kept at once; `None` when it is not enough.
pub fn levels<G: Game>(game: &G, s: &G::State, depth: u32, room: usize) -> Option<Vec<u64>> {
    let mut level: Vec<G::State> = vec![s.clone()];
    let mut counts = Vec::new();
    let mut moves = Vec::new();
    for _ in 0..depth {
        let mut seen: HashSet<G::State> = HashSet::new();
        let mut next_level = Vec::new();
        for s in &level {
            moves.clear();
            game.moves(s, &mut moves);
            for &mv in &moves {
                let mut next = s.clone();
                game.apply(&mut next, mv);
                if seen.insert(next.clone()) {
                    next_level.push(next);
                }
            }
            if seen.len() > room {
                return None;
            }
        }
        counts.push(next_level.len() as u64);
        level = next_level;
        if level.is_empty() {
            break;
        }
    }
    Some(counts)
}

/// The number of states reachable from `s`, itself included; `None` when there are more than `room`.
pub fn reachable<G: Game>(game: &G, s: &G::State, room: usize) -> Option<usize> {
    let mut seen = HashSet::from([s.clone()]);
    let mut open = vec![s.clone()];
    let mut moves = Vec::new();
    while let Some(s) = open.pop() {
        moves.clear();
        game.moves(&s, &mut moves);
        for &mv in &moves {
            let mut next = s.clone();
            game.apply(&mut next, mv);
            if seen.insert(next.clone()) {
                open.push(next);
            }
        }
        if seen.len() > room {
            return None;
        }
    }
    Some(seen.len())
}

/// Plays at random to the end. Does not return when the rules allow endless play and chance never ends it:
/// use [`playout_within`] where that is possible.
pub fn playout<G: Game>(game: &G, mut s: G::State, rng: &mut Rng) -> G::State {
    let mut scratch = Vec::new();
    while let Some(mv) = game.pick(&s, rng, &mut scratch) {
        game.apply(&mut s, mv);
    }
    s
}

/// Plays at random in place until the end or for `most` moves; returns the number of moves made.
#[inline]
pub fn playout_within<G: Game>(
    game: &G,
    s: &mut G::State,
    rng: &mut Rng,
    scratch: &mut Vec<G::Move>,
    most: u64,
) -> u64 {
    let mut made = 0;
    while made < most {
        let Some(mv) = game.pick(s, rng, scratch) else { break };
        game.apply(s, mv);
        made += 1;
    }
    made
}
