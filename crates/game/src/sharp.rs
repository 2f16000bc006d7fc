//! An additional interface for exact solvers. A game whose threats can be computed cheaply (on a bitboard) implements
//! [`Sharp`] and returns itself from [`crate::Game::sharp`]; every other game is solved through its moves.
//!
//! Laws a sharp game keeps: two players who alternate, one winner or a draw, and every move lowers [`Look::rest`] by
//! exactly one, so a play can neither return to a state nor wait.

/// What one look at an unfinished state tells.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Look {
    /// Below 2^56. Equal only for states of equal value, as for a state and its mirror image.
    pub key: u64,
    /// The most moves that can still be made.
    pub rest: u32,
    /// What is plain to see.
    pub sight: Sight,
}

/// How far a state can be judged without searching.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sight {
    /// The player to move wins at once.
    Wins,
    /// Whatever the player to move does, the opponent wins with the next move.
    Loses,
    /// Neither: the moves that do not lose at once are worth searching.
    Open,
}

/// Facts for exact solvers.
pub trait Sharp<S, M>: Sync {
    /// Looks at an unfinished state. When it [`Sight::Wins`], appends a winning move; when it is [`Sight::Open`],
    /// appends the moves that do not lose at once; when it [`Sight::Loses`], appends a move that is legal.
    fn look(&self, s: &S, out: &mut Vec<M>) -> Look;

    /// How promising `mv` is in `s`: larger is searched earlier.
    fn rank(&self, s: &S, mv: M) -> i32;
}
