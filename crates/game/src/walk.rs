//! Walking through a game: counting move sequences and states, and playing at random.

use crate::{Game, Rng, Turn};
use std::collections::{HashMap, HashSet};

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

/// The number of sequences of exactly `depth` moves from `s` that end the play.
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

/// One level of a [`census`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Level {
    /// Sequences of that many moves.
    pub nodes: u64,
    /// Distinct states they lead to.
    pub states: u64,
    /// Sequences of that many moves that end the play.
    pub finished: u64,
}

/// Why a [`census`] ended early.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Uncounted {
    /// A level has more states than there was room for.
    Room,
    /// A level has more sequences than 64 bits can count.
    Overflow,
}

/// Counts sequences, states and ends after exactly 1, 2, … `depth` moves from `s`, level by level: every state of a
/// level is expanded once, however many sequences lead to it, so games that transpose can be counted very deep.
/// `room` bounds the states of a level.
///
/// # Errors
/// The levels counted so far, and why there are no more.
#[expect(clippy::iter_over_hash_type, reason = "sums do not depend on the order")]
pub fn census<G: Game>(
    game: &G,
    s: &G::State,
    depth: u32,
    room: usize,
) -> Result<Vec<Level>, (Vec<Level>, Uncounted)> {
    let mut level: HashMap<G::State, u64> = HashMap::from([(s.clone(), 1)]);
    let mut levels = Vec::new();
    let mut moves = Vec::new();
    for _ in 0..depth {
        let mut next_level: HashMap<G::State, u64> = HashMap::new();
        let mut counted = Level::default();
        for (s, &ways) in &level {
            moves.clear();
            game.moves(s, &mut moves);
            for &mv in &moves {
                let mut next = s.clone();
                game.apply(&mut next, mv);
                let over = game.turn(&next) == Turn::Over;
                let Some(nodes) = counted.nodes.checked_add(ways) else {
                    return Err((levels, Uncounted::Overflow));
                };
                counted.nodes = nodes;
                counted.finished += if over { ways } else { 0 };
                *next_level.entry(next).or_insert(0) += ways;
            }
            if next_level.len() > room {
                return Err((levels, Uncounted::Room));
            }
        }
        counted.states = next_level.len() as u64;
        levels.push(counted);
        level = next_level;
    }
    Ok(levels)
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
    while game.wander(&mut s, rng, &mut Vec::new(), u64::MAX) == u64::MAX {}
    s
}

/// Plays at random in place, move by move: what [`Game::wander`] does unless a game knows a quicker way.
#[inline]
pub fn wander<G: Game + ?Sized>(
    game: &G,
    s: &mut G::State,
    rng: &mut Rng,
    scratch: &mut Vec<G::Move>,
    most: u64,
) -> u64 {
    // A copy of its own: it can stay in registers, while what `rng` points to is written at every draw.
    let mut own = rng.clone();
    let mut made = 0;
    while made < most {
        let Some(mv) = game.pick(s, &mut own, scratch) else { break };
        game.apply(s, mv);
        made += 1;
    }
    *rng = own;
    made
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
    game.wander(s, rng, scratch, most)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Player;

    /// Add 1 or 2 until 4 is reached or passed.
    struct Climb;

    impl Game for Climb {
        type State = u8;
        type Move = u8;
        fn players(&self) -> usize {
            1
        }
        fn initial(&self) -> u8 {
            0
        }
        fn turn(&self, s: &u8) -> Turn {
            if *s >= 4 { Turn::Over } else { Turn::Player(Player(0)) }
        }
        fn moves(&self, s: &u8, out: &mut Vec<u8>) {
            if *s < 4 {
                out.extend([1, 2]);
            }
        }
        fn apply(&self, s: &mut u8, mv: u8) {
            *s += mv;
        }
        fn score(&self, s: &u8, _: Player) -> i32 {
            i32::from(*s == 4)
        }
    }

    #[test]
    fn a_census_agrees_with_the_tree() {
        let levels = census(&Climb, &0, 5, 100).unwrap();
        for (d, level) in (1..).zip(&levels) {
            assert_eq!(level.nodes, perft(&Climb, &0, d));
            assert_eq!(level.finished, finished(&Climb, &0, d));
        }
        assert_eq!(levels[1], Level { nodes: 4, states: 3, finished: 1 });
        assert_eq!(reachable(&Climb, &0, 100), Some(6));
        assert_eq!(reachable(&Climb, &0, 5), None);
    }

    #[test]
    fn a_census_says_when_there_is_no_room() {
        assert_eq!(
            census(&Climb, &0, 5, 2),
            Err((vec![Level { nodes: 2, states: 2, finished: 0 }], Uncounted::Room))
        );
    }
}
