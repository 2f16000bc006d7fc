//! Chance in the middle of a move (dialect 2). A move that asks chance is not finished: the state stays as it was
//! before, remembers the move and the outcomes so far, and it is chance's turn. With each outcome the move is tried
//! again from the start until nothing is asked any more. So every `RANDOM` is an event of its own, with its weight.

use super::layout::{get16, set16};

/// Words the pending move takes: one for the move and the number of outcomes, the rest for outcomes of 16 bits.
pub(crate) const WORDS: usize = 5;

/// Outcomes of one move are remembered up to this many.
pub(crate) const MOST: usize = 16;

/// The largest number chance can be asked for.
pub(crate) const MOST_OUTCOMES: i32 = 10_000;

/// What is waiting for chance.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Pending {
    /// The start of the play.
    Start,
    /// A move: element, from, to.
    Move(u16, u16, u16),
}

/// The pending move of a state, if chance is to decide.
pub(crate) fn pending(w: &[u64], at: usize) -> Option<Pending> {
    match w[at] >> 56 {
        0 => None,
        1 => Some(Pending::Start),
        _ => Some(Pending::Move(w[at] as u16, (w[at] >> 16) as u16, (w[at] >> 32) as u16)),
    }
}

/// How many outcomes are known.
pub(crate) fn count(w: &[u64], at: usize) -> usize {
    (w[at] >> 48) as u8 as usize
}

/// The i-th outcome, counted from 0.
pub(crate) fn outcome(w: &[u64], at: usize, i: usize) -> i32 {
    i32::from(get16(w, at + 1, i as u16))
}

/// Makes a move wait for chance.
pub(crate) fn wait(w: &mut [u64], at: usize, what: Pending) {
    w[at] = match what {
        Pending::Start => 1 << 56,
        Pending::Move(e, from, to) => 2 << 56 | u64::from(e) | u64::from(from) << 16 | u64::from(to) << 32,
    };
}

/// Adds an outcome.
pub(crate) fn add(w: &mut [u64], at: usize, outcome: u16) {
    let n = count(w, at);
    set16(w, at + 1, n as u16, outcome);
    w[at] += 1 << 48;
}

/// Nothing waits any more.
pub(crate) fn clear(w: &mut [u64], at: usize) {
    w[at..at + WORDS].fill(0);
}
