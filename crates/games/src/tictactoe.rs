//! Tic-tac-toe (piškvorky 3×3): crosses and noughts take turns to mark a free square; three of one's own in a row,
//! column or diagonal win; a full board is a draw.
//!
//! Rules and the number of plays (255,168) as in Berlekamp, Conway, Guy: *Winning Ways*, and the usual tables. Nothing
//! is simplified. Squares are written `a1` (bottom left) to `c3`.

use crate::pack::{put, take};
use crate::stage;
use game::{
    Cues, Game, Gesture, Lang, Layout, OptionError, Options, Parameter, Perfect, Place, Player, Rng, Scene,
    Show, Turn, Words, Zone, words,
};

/// The game's name.
pub const TITLE: Words = words("Tic-tac-toe", "Piškvorky 3×3", "Piškvorky 3×3");
/// It has no parameters.
pub const PARAMETERS: &[Parameter] = &[];

/// The rules.
#[derive(Clone, Copy, Debug, Default)]
pub struct TicTacToe;

/// A position. Bit i is square i: a1, b1, c1, a2, …
///
/// ```text
/// 3 | 6 7 8
/// 2 | 3 4 5
/// 1 | 0 1 2
///     a b c
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct State {
    /// Of the player to move.
    own: u16,
    /// Of the other player.
    opp: u16,
    /// Squares that may be marked; none once somebody has won.
    free: u16,
    made: u8,
    won: bool,
}

const FULL: u16 = 0x1FF;
const LINES: [u16; 8] = [0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124];

/// Bit `set % 64` of word `set / 64`: whether that set of squares holds a line.
static WINS: [u64; 8] = {
    let mut table = [0; 8];
    let mut set = 0;
    while set < 512 {
        let mut line = 0;
        while line < 8 {
            if set as u16 & LINES[line] == LINES[line] {
                table[set / 64] |= 1 << (set % 64);
            }
            line += 1;
        }
        set += 1;
    }
    table
};

/// `NTH[set][k]`: the k-th square of a set.
static NTH: [[u8; 16]; 512] = {
    let mut table = [[0; 16]; 512];
    let mut set = 0;
    while set < 512 {
        let (mut square, mut k) = (0, 0);
        while square < 9 {
            if set >> square & 1 == 1 {
                table[set][k] = square as u8;
                k += 1;
            }
            square += 1;
        }
        set += 1;
    }
    table
};

impl TicTacToe {
    /// The rules.
    ///
    /// # Errors
    /// None: there are no parameters.
    pub fn new(_options: &Options) -> Result<TicTacToe, OptionError> {
        Ok(TicTacToe)
    }

    /// The marks of player `p`, bit i for square i.
    fn marks(s: &State, p: u8) -> u16 {
        if s.made % 2 == p { s.own } else { s.opp }
    }
}

impl Game for TicTacToe {
    type State = State;
    type Move = u8;

    fn players(&self) -> usize {
        2
    }

    #[inline]
    fn initial(&self) -> State {
        State { own: 0, opp: 0, free: FULL, made: 0, won: false }
    }

    #[inline]
    fn turn(&self, s: &State) -> Turn {
        if s.free == 0 { Turn::Over } else { Turn::Player(Player(s.made & 1)) }
    }

    #[inline]
    fn moves(&self, s: &State, out: &mut Vec<u8>) {
        let n = if s.free == 0 { 0 } else { 9 - usize::from(s.made) };
        out.extend_from_slice(&NTH[usize::from(s.free & FULL)][..n]);
    }

    #[inline]
    fn apply(&self, s: &mut State, mv: u8) {
        let bit = 1u16 << (mv & 15);
        let marks = (s.own | bit) & FULL;
        s.own = s.opp;
        s.opp = marks;
        s.free &= !bit;
        s.made += 1;
        if WINS[usize::from(marks / 64)] >> (marks % 64) & 1 == 1 {
            std::hint::cold_path();
            (s.free, s.won) = (0, true);
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
        if s.free == 0 {
            return None;
        }
        let k = rng.below(usize::from(9 - s.made));
        Some(NTH[usize::from(s.free & FULL)][k & 15])
    }

    #[inline]
    fn wander(&self, s: &mut State, rng: &mut Rng, _: &mut Vec<u8>, most: u64) -> u64 {
        // Copies of their own: position and generator stay in registers from the first move to the last.
        let (mut own, mut at) = (rng.clone(), *s);
        let last = at.made + most.min(9) as u8;
        while at.free != 0 && at.made < last {
            let k = own.below(usize::from(9 - at.made));
            let mv = NTH[usize::from(at.free & FULL)][k & 15];
            self.apply(&mut at, mv);
        }
        let made = at.made - s.made;
        (*rng, *s) = (own, at);
        u64::from(made)
    }

    fn pack(s: &State, out: &mut Vec<u8>) -> bool {
        let [own, opp, free] = [s.own, s.opp, s.free].map(u64::from);
        put([own | opp << 16 | free << 32 | u64::from(s.made) << 48 | u64::from(s.won) << 56], out)
    }

    fn unpack(bytes: &[u8]) -> Option<State> {
        let [w] = take(bytes)?;
        let part = |at: u32| (w >> at) as u16;
        Some(State { own: part(0), opp: part(16), free: part(32), made: part(48) as u8, won: w >> 56 == 1 })
    }
}

impl Perfect for TicTacToe {}

const KINDS: [&str; 2] = ["X", "O"];
const LABELS: [Words; 2] = [words("cross", "křížek", "krížik"), words("nought", "kolečko", "krúžok")];

fn slot(square: usize) -> usize {
    (2 - square / 3) * 3 + square % 3
}

fn supply(p: usize) -> String {
    format!("supply{}", p + 1)
}

/// Marks of player `p` that are not on the board.
fn spare(s: &State, p: usize) -> usize {
    [5, 4][p] - TicTacToe::marks(s, p as u8).count_ones() as usize
}

impl Show for TicTacToe {
    fn id(&self) -> String {
        "tictactoe".into()
    }

    fn text(&self, _s: &State, mv: u8) -> String {
        format!("{}{}", stage::letter(usize::from(mv % 3)), mv / 3 + 1)
    }

    fn label(&self, s: &State, mv: u8, lang: Lang) -> String {
        let mark = LABELS[usize::from(s.made & 1)].to(lang);
        format!("{mark} {} {}", words("on", "na", "na").to(lang), self.text(s, mv))
    }

    fn gesture(&self, s: &State, mv: u8) -> Gesture {
        let mover = usize::from(s.made & 1);
        let (zone, top) = (supply(mover), spare(s, mover) - 1);
        let to = Place::new("board", slot(usize::from(mv)));
        Gesture::carry(format!("{zone}.{top}"), Place::new(zone, top), to)
    }

    fn scene(&self, s: &State, _who: Option<Player>, lang: Lang) -> Scene {
        let mut board = Zone::new(
            "board",
            words("board", "hrací plán", "hrací plán").to(lang),
            Layout::Grid { columns: 3, rows: 3 },
        );
        board.names = stage::names(3, 3, true);
        let mut zones = vec![board];
        let mut tokens = Vec::new();
        for square in 0..9 {
            for p in 0..2 {
                if TicTacToe::marks(s, p as u8) >> square & 1 == 1 {
                    let token = stage::stone("board", slot(square), KINDS[p], LABELS[p].to(lang));
                    tokens.push(token.owned(Player(p as u8)));
                }
            }
        }
        for p in 0..2 {
            let owner = Player(p as u8);
            zones.push(Zone::new(supply(p), LABELS[p].to(lang), Layout::Stack).owned(owner));
            tokens.extend(stage::stack(&supply(p), spare(s, p), KINDS[p], LABELS[p].to(lang), Some(owner)));
        }
        let points = Player::all(2).map(|p| self.score(s, p)).collect();
        stage::scene(zones, tokens, self.turn(s), points)
    }

    fn cues(&self, s: &State, _who: Option<Player>, _lang: Lang) -> Cues {
        let lines = LINES.iter().filter(|&&line| s.won && s.opp & line == line);
        let squares = lines.fold(0, |all, line| all | line);
        let marks = (0..9).filter(|i| squares >> i & 1 == 1).map(|i| Place::new("board", slot(i))).collect();
        Cues { marks, ..Cues::default() }
    }

    fn drawing(&self, s: &State, _who: Option<Player>, lang: Lang, colour: bool) -> Option<String> {
        let cell = |x: usize, y: usize| {
            let square = (2 - y) * 3 + x;
            match (TicTacToe::marks(s, 0) >> square & 1, TicTacToe::marks(s, 1) >> square & 1) {
                (1, _) => stage::paint(colour, stage::RED, "X"),
                (_, 1) => stage::paint(colour, stage::CYAN, "O"),
                _ => stage::paint(colour, stage::FAINT, "·"),
            }
        };
        let scores = [self.score(s, Player(0)), self.score(s, Player(1))];
        let status = stage::status(self.turn(s), &scores, &KINDS, lang);
        Some(stage::board(3, 3, true, colour, cell) + &status)
    }
}
