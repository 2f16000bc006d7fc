//! Connect Four: players drop discs into columns; whoever first has four of their own in a line, across, up or
//! diagonally, wins; a full board is a draw. Milton Bradley 1974; numbers of positions as in OEIS A212693 for 7×6.
//!
//! Parameters: `width` (to 8), `height` (to 7) and `connect` (how many in a line win). Columns are written `a`, `b`, …
//!
//! One bit a cell, eight to a column from the bottom whatever the height, so that there is always an empty row above the
//! top and lines do not run from one column into the next:
//!
//! ```text
//!   6 14 22 30 38 46 54   always 0 on a board 6 high, as is row 7
//!   5 13 21 29 37 45 53   top
//!   …
//!   0  8 16 24 32 40 48   bottom
//! ```
//! `(all + bottom) & !all` of one column is the cell where its next disc lands (J. Tromp's encoding, as taught by
//! P. Pons).

mod numbers;
mod show;
mod sight;

use crate::bits::NTH;
use crate::pack::{put, small, take};
use game::{
    Game, Heuristic, OptionError, Options, Parameter, Perfect, Player, Rng, Sharp, Turn, Values, Words, words,
};

/// The game's name.
pub const TITLE: Words = words("Connect Four", "Čtyři v řadě", "Štyri v rade");
/// The size of the board and the length of a line.
pub const PARAMETERS: &[Parameter] = &[
    Parameter {
        name: "width",
        default: "7",
        values: Values::Int(1, 8),
        help: words("columns", "počet sloupců", "počet stĺpcov"),
    },
    Parameter {
        name: "height",
        default: "6",
        values: Values::Int(1, 7),
        help: words("rows", "počet řad", "počet radov"),
    },
    Parameter {
        name: "connect",
        default: "4",
        values: Values::Int(2, 8),
        help: words("discs in a line that win", "kolik v řadě vyhrává", "koľko v rade vyhráva"),
    },
];

/// The rules.
#[derive(Clone, Debug)]
pub struct Connect4 {
    width: u32,
    height: u32,
    connect: u32,
    /// The cells of the top row.
    top: u64,
    /// The cells of the bottom row.
    bottom: u64,
    /// All cells of the board.
    cells: u64,
    id: String,
}

/// A position.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct State {
    /// Discs of the player to move.
    own: u64,
    /// Discs of the other player.
    opp: u64,
    /// Bit c: column c takes another disc. None once somebody has won.
    open: u8,
    /// How many columns that are.
    columns: u8,
    made: u8,
    won: bool,
}

/// Bits of a column.
const STRIDE: u32 = 8;
/// Up, across, and the two diagonals.
const DIRECTIONS: [u32; 4] = [1, STRIDE, STRIDE - 1, STRIDE + 1];

/// Whether discs hold a line of four.
#[inline]
fn four(discs: u64) -> bool {
    DIRECTIONS.iter().fold(0, |found, d| {
        let pairs = discs & (discs >> d);
        found | (pairs & (pairs >> (2 * d)))
    }) != 0
}

/// Whether discs hold a line of another length. Out of line: four is what is played.
#[cold]
#[inline(never)]
fn other(discs: u64, connect: u32) -> bool {
    DIRECTIONS
        .iter()
        .any(|d| (1..connect).fold(discs, |run, i| run & discs.checked_shr(i * d).unwrap_or(0)) != 0)
}

impl Connect4 {
    /// The rules for these options.
    ///
    /// # Errors
    /// None: every value of a declared option fits.
    pub fn new(options: &Options) -> Result<Connect4, OptionError> {
        let int = |name| u32::try_from(options.int(name)).unwrap_or(0);
        let (width, height, connect) = (int("width"), int("height"), int("connect"));
        let bottom = (0..width).fold(0, |cells, column| cells | 1 << (column * STRIDE));
        let top = bottom << (height - 1);
        let cells = (0..height).fold(0, |cells, row| cells | bottom << row);
        Ok(Connect4 { width, height, connect, top, bottom, cells, id: options.id("connect4") })
    }

    /// Whether these discs hold a line.
    #[inline]
    fn line(&self, discs: u64) -> bool {
        if self.connect == 4 { four(discs) } else { other(discs, self.connect) }
    }

    /// The cells of every line these discs hold.
    pub(crate) fn lines(&self, discs: u64) -> u64 {
        DIRECTIONS.iter().fold(0, |cells, d| {
            let starts = (1..self.connect).fold(discs, |run, i| run & discs.checked_shr(i * d).unwrap_or(0));
            (0..self.connect).fold(cells, |cells, i| cells | starts.checked_shl(i * d).unwrap_or(0))
        })
    }

    /// The discs of player `p`.
    fn discs(s: &State, p: u8) -> u64 {
        if s.made % 2 == p { s.own } else { s.opp }
    }

    /// Where the next disc of a column lands.
    #[inline]
    fn landing(&self, s: &State, column: u8) -> u64 {
        let all = s.own | s.opp;
        all.wrapping_add(1 << ((u32::from(column) * STRIDE) & 63)) & !all
    }

    /// How much better `p` stands: empty cells that would complete a line, own minus the opponent's.
    fn threats(&self, s: &State, p: Player) -> i32 {
        let empty = self.cells & !(s.own | s.opp);
        let count =
            |discs: u64| crate::bits::each(empty).filter(|&c| self.line(discs | 1 << c)).count() as i32;
        count(Connect4::discs(s, p.0)) - count(Connect4::discs(s, 1 - p.0 % 2))
    }
}

impl Game for Connect4 {
    type State = State;
    type Move = u8;

    fn players(&self) -> usize {
        2
    }

    #[inline]
    fn initial(&self) -> State {
        State {
            own: 0,
            opp: 0,
            open: ((1u32 << self.width) - 1) as u8,
            columns: self.width as u8,
            made: 0,
            won: false,
        }
    }

    #[inline]
    fn turn(&self, s: &State) -> Turn {
        if s.open == 0 { Turn::Over } else { Turn::Player(Player(s.made & 1)) }
    }

    #[inline]
    fn moves(&self, s: &State, out: &mut Vec<u8>) {
        out.extend(crate::bits::each(u64::from(s.open)));
    }

    #[inline]
    fn apply(&self, s: &mut State, mv: u8) {
        let disc = self.landing(s, mv);
        let discs = s.own | disc;
        s.own = s.opp;
        s.opp = discs;
        s.made += 1;
        let may_win = u32::from(s.made) >= 2 * self.connect - 1;
        if disc & self.top != 0 {
            // Rare: a branch, so that the choice of the next move does not wait for where this disc lands.
            std::hint::cold_path();
            s.open &= !(1 << (mv & 7));
            s.columns -= 1;
        }
        if may_win && self.line(discs) {
            // Rare, and said so that the next move does not wait for the search for lines.
            std::hint::cold_path();
            (s.open, s.columns, s.won) = (0, 0, true);
        }
    }

    #[inline]
    fn score(&self, s: &State, p: Player) -> i32 {
        match s.won {
            false => 0,
            true if s.made & 1 == p.0 => -1,
            true => 1,
        }
    }

    #[inline]
    fn pick(&self, s: &State, rng: &mut Rng, _: &mut Vec<u8>) -> Option<u8> {
        if s.columns == 0 {
            return None;
        }
        let k = rng.below(usize::from(s.columns));
        Some(NTH[usize::from(s.open)][k & 7])
    }

    fn pack(s: &State, out: &mut Vec<u8>) -> bool {
        let rest = small([s.open, s.columns, s.made, u8::from(s.won), 0, 0, 0, 0]);
        put([s.own, s.opp, rest], out)
    }

    fn unpack(bytes: &[u8]) -> Option<State> {
        let [own, opp, rest] = take(bytes)?;
        let [open, columns, made, won, ..] = rest.to_le_bytes();
        Some(State { own, opp, open, columns, made, won: won == 1 })
    }

    fn heuristics(&self) -> Vec<Heuristic<Connect4>> {
        vec![("threats", Connect4::threats)]
    }

    fn sharp(&self) -> Option<&dyn Sharp<State, u8>> {
        self.is_sharp().then_some(self as &dyn Sharp<State, u8>)
    }
}

impl Perfect for Connect4 {}
