//! Reversi (Othello): a disc is placed so that it encloses a row of the opponent's discs between itself and another of
//! one's own; all discs so enclosed, in every direction, are turned over. Who cannot enclose anything passes. When the
//! board is full or both have passed, the play is over and the player with more discs wins.
//!
//! Rules of the World Othello Federation (black begins; no disc limit a player). Perft numbers as in the usual tables
//! of computer Othello, where every pass is a ply, those before the end too. Parameter: `size` 4, 6 or 8. The score is who won; the points are the
//! discs. Squares are written `a1` (top left) to `h8` (bottom right), a pass `pass`.
//!
//! One bit a square, eight to a row whatever the size; smaller boards use the top left corner.
//!
//! ```text
//! 1 |  0  1  2 …  7
//! 2 |  8  9 10 … 15
//! …
//! 8 | 56 57 58 … 63
//!      a  b  c …  h
//! ```

mod numbers;
mod show;

use crate::bits;
use crate::pack::{put, small, take};
use game::{
    Game, Heuristic, OptionError, Options, Parameter, Perfect, Player, Rng, Turn, Values, Words, words,
};

/// The game's name.
pub const TITLE: Words = words("Reversi", "Reversi (Othello)", "Reversi (Othello)");
/// The size of the board.
pub const PARAMETERS: &[Parameter] = &[Parameter {
    name: "size",
    default: "8",
    values: Values::OneOf(&["4", "6", "8"]),
    help: words("squares along a side", "počet polí na straně", "počet polí na strane"),
}];

/// The rules.
#[derive(Clone, Debug)]
pub struct Reversi {
    size: u32,
    board: u64,
    id: String,
}

/// A position.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct State {
    /// Discs of the player to move.
    own: u64,
    /// Discs of the other player.
    opp: u64,
    /// Squares where the player to move may place a disc.
    legal: u64,
    white: bool,
    /// The last ply was a pass.
    passed: bool,
    over: bool,
}

/// The move that is not a square.
pub const PASS: u8 = 64;

/// Squares from which a step to the left or right stays on the board, without the edge columns.
const INNER: u64 = 0x7E7E_7E7E_7E7E_7E7E;

/// The squares where `own` may place a disc, off the board included (a caller masks them).
#[inline]
fn enclosing(own: u64, opp: u64) -> u64 {
    let across = opp & INNER;
    let mut squares = 0;
    // For each axis: runs of the opponent that begin beside an own disc, grown by 1, 1, 2, 2 steps to six at most.
    for (d, through) in [(1, across), (7, across), (9, across), (8, opp)] {
        let mut up = through & (own << d);
        let mut down = through & (own >> d);
        up |= through & (up << d);
        down |= through & (down >> d);
        let (pairs_up, pairs_down) = (through & (through << d), through & (through >> d));
        up |= pairs_up & (up << (2 * d));
        down |= pairs_down & (down >> (2 * d));
        up |= pairs_up & (up << (2 * d));
        down |= pairs_down & (down >> (2 * d));
        squares |= (up << d) | (down >> d);
    }
    squares & !(own | opp)
}

/// The opponent's discs that a disc of `own` placed on `square` turns over.
#[inline]
fn turned(own: u64, opp: u64, square: u64) -> u64 {
    let across = opp & INNER;
    let mut discs = 0;
    for (d, through) in [(1, across), (7, across), (9, across), (8, opp)] {
        let mut up = through & (square << d);
        let mut down = through & (square >> d);
        up |= through & (up << d);
        down |= through & (down >> d);
        let (pairs_up, pairs_down) = (through & (through << d), through & (through >> d));
        up |= pairs_up & (up << (2 * d));
        down |= pairs_down & (down >> (2 * d));
        up |= pairs_up & (up << (2 * d));
        down |= pairs_down & (down >> (2 * d));
        discs |= if (up << d) & own != 0 { up } else { 0 };
        discs |= if (down >> d) & own != 0 { down } else { 0 };
    }
    discs
}

impl Reversi {
    /// The rules for these options.
    ///
    /// # Errors
    /// None: every value of a declared option fits.
    pub fn new(options: &Options) -> Result<Reversi, OptionError> {
        let size = u32::try_from(options.int("size")).unwrap_or(8).clamp(4, 8);
        let row = (1u64 << size) - 1;
        let board = (0..size).fold(0, |board, y| board | row << (8 * y));
        Ok(Reversi { size, board, id: options.id("reversi") })
    }

    /// The discs of player `p`.
    fn discs(s: &State, p: u8) -> u64 {
        if u8::from(s.white) == p { s.own } else { s.opp }
    }

    /// Discs of `p` minus the opponent's.
    fn lead(&self, s: &State, p: Player) -> i32 {
        let count = |p| Reversi::discs(s, p).count_ones() as i32;
        count(p.0) - count(1 - p.0 % 2)
    }

    /// Squares open to `p` minus squares open to the opponent, corners worth ten.
    fn mobility(&self, s: &State, p: Player) -> i32 {
        let (a, b) = (Reversi::discs(s, p.0), Reversi::discs(s, 1 - p.0 % 2));
        let last = self.size - 1;
        let corners = 1 | 1 << last | 1 << (8 * last) | 1 << (9 * last);
        let worth = |own: u64, opp: u64| {
            let open = (enclosing(own, opp) & self.board).count_ones();
            (open + 10 * (own & corners).count_ones()) as i32
        };
        worth(a, b) - worth(b, a)
    }
}

impl Game for Reversi {
    type State = State;
    type Move = u8;

    fn players(&self) -> usize {
        2
    }

    fn initial(&self) -> State {
        let corner = self.size / 2 - 1;
        let at = |x: u32, y: u32| 1u64 << (8 * (corner + y) + corner + x);
        let (own, opp) = (at(1, 0) | at(0, 1), at(0, 0) | at(1, 1));
        State { own, opp, legal: enclosing(own, opp) & self.board, white: false, passed: false, over: false }
    }

    #[inline]
    fn turn(&self, s: &State) -> Turn {
        if s.over { Turn::Over } else { Turn::Player(Player(u8::from(s.white))) }
    }

    fn moves(&self, s: &State, out: &mut Vec<u8>) {
        match s.legal {
            0 if s.over => {}
            0 => out.push(PASS),
            legal => out.extend(bits::each(legal)),
        }
    }

    #[inline]
    fn apply(&self, s: &mut State, mv: u8) {
        let (mut own, mut opp) = (s.own, s.opp);
        let passed = mv >= PASS;
        if !passed {
            let square = 1u64 << mv;
            let discs = turned(own, opp, square);
            own |= discs | square;
            opp ^= discs;
        }
        let legal = enclosing(opp, own) & self.board;
        let over = (passed && s.passed) || own | opp == self.board;
        *s = State { own: opp, opp: own, legal, white: !s.white, passed, over };
    }

    fn score(&self, s: &State, p: Player) -> i32 {
        if s.over { self.lead(s, p).signum() } else { 0 }
    }

    #[inline]
    fn pick(&self, s: &State, rng: &mut Rng, _: &mut Vec<u8>) -> Option<u8> {
        if s.legal == 0 {
            // Drawing a number even for a single move keeps in step with the provided method.
            return (!s.over).then(|| PASS + rng.below(1) as u8);
        }
        let counts = bits::prefix(s.legal);
        let k = rng.below((counts >> 56) as usize);
        Some(bits::nth(s.legal, counts, k) as u8)
    }

    fn pack(s: &State, out: &mut Vec<u8>) -> bool {
        let flags = [s.white, s.passed, s.over].map(u8::from);
        put([s.own, s.opp, s.legal, small([flags[0], flags[1], flags[2], 0, 0, 0, 0, 0])], out)
    }

    fn unpack(bytes: &[u8]) -> Option<State> {
        let [own, opp, legal, flags] = take(bytes)?;
        let [white, passed, over, ..] = flags.to_le_bytes().map(|b| b == 1);
        Some(State { own, opp, legal, white, passed, over })
    }

    fn heuristics(&self) -> Vec<Heuristic<Reversi>> {
        vec![("mobility", Reversi::mobility), ("discs", Reversi::lead)]
    }
}

impl Perfect for Reversi {}
