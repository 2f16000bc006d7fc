//! What the generic trait costs: the same random playouts once through `game::walk` and once through loops written by
//! hand, without traits, structs of state or `Option`. `bench/overhead.py` counts the instructions of both.
//!
//! `overhead MODE GAME PLAYOUTS` with MODE `generic` or `hand` and GAME `connect4` or `tictactoe`; prints the number of
//! moves, which must be the same in both modes.
#![expect(clippy::print_stdout, reason = "an example prints its result")]

use game::{Game, Options, Player, Rng, walk};
use games::{Connect4, TicTacToe, connect4, tictactoe};

fn main() -> Result<(), String> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [mode, game, count] = &words[..] else {
        return Err("overhead generic|hand connect4|tictactoe PLAYOUTS".into());
    };
    let playouts: u64 = count.parse().map_err(|_| format!("'{count}' is not a number of playouts"))?;
    let moves = match (mode.as_str(), game.as_str()) {
        ("generic", "connect4") => {
            let options = Options::parse("", connect4::PARAMETERS).map_err(|e| e.to_string())?;
            generic(&Connect4::new(&options).map_err(|e| e.to_string())?, playouts)
        }
        ("generic", "tictactoe") => {
            let options = Options::parse("", tictactoe::PARAMETERS).map_err(|e| e.to_string())?;
            generic(&TicTacToe::new(&options).map_err(|e| e.to_string())?, playouts)
        }
        ("hand", "connect4") => {
            let board = board();
            by_hand(playouts, |rng, nth| connect4_playout(&board, rng, nth))
        }
        ("hand", "tictactoe") => by_hand(playouts, tictactoe_playout),
        _ => return Err(format!("there is no mode '{mode}' or no game '{game}'")),
    };
    println!("{moves}");
    Ok(())
}

/// Plays are cut off after this many moves, in both modes.
const MOST: u64 = 1_000;

fn generic<G: Game>(game: &G, playouts: u64) -> u64 {
    let (mut rng, mut scratch) = (Rng::new(1), Vec::new());
    let mut moves = 0;
    for _ in 0..playouts {
        let mut s = game.initial();
        moves += walk::playout_within(game, &mut s, &mut rng, &mut scratch, MOST);
        std::hint::black_box(game.score(&s, Player(0)));
    }
    moves
}

fn by_hand(playouts: u64, playout: impl Fn(&mut Rng, &[[u8; 16]; 512]) -> u64) -> u64 {
    let mut nth = [[0; 16]; 512];
    for (set, row) in nth.iter_mut().enumerate() {
        let bits = (0..9).filter(|bit| set >> bit & 1 == 1);
        row.iter_mut().zip(bits).for_each(|(slot, bit)| *slot = bit as u8);
    }
    let mut rng = Rng::new(1);
    (0..playouts).map(|_| playout(&mut rng, &nth)).sum()
}

/// A board of Connect Four, known only when the program runs, as in the game itself.
struct Board {
    width: usize,
    top: u64,
    connect: u32,
}

fn board() -> Board {
    std::hint::black_box(Board { width: 7, top: 0x0020_2020_2020_2020, connect: 4 })
}

/// One random play of Connect Four, in local variables.
#[inline]
fn connect4_playout(board: &Board, rng: &mut Rng, nth: &[[u8; 16]; 512]) -> u64 {
    let (mut own, mut opp, mut made) = (0u64, 0u64, 0u64);
    let (mut open, mut columns) = ((1u32 << board.width) as u8 - 1, board.width as u8);
    let mut score = 0;
    while made < MOST && columns > 0 {
        let column = nth[usize::from(open)][rng.below(columns.into()) & 7];
        let all = own | opp;
        let disc = all.wrapping_add(1 << ((u32::from(column) * 8) & 63)) & !all;
        let discs = own | disc;
        made += 1;
        (own, opp) = (opp, discs);
        if disc & board.top != 0 {
            std::hint::cold_path();
            open &= !(1 << (column & 7));
            columns -= 1;
        }
        let line = || if board.connect == 4 { four(discs) } else { other(discs, board.connect) };
        if made >= u64::from(2 * board.connect - 1) && line() {
            std::hint::cold_path();
            score = if made % 2 == 1 { 1 } else { -1 };
            break;
        }
    }
    std::hint::black_box(score);
    made
}

#[inline]
fn four(discs: u64) -> bool {
    let mut lines = 0;
    for d in [1, 8, 7, 9] {
        let pairs = discs & (discs >> d);
        lines |= pairs & (pairs >> (2 * d));
    }
    lines != 0
}

#[cold]
#[inline(never)]
fn other(discs: u64, connect: u32) -> bool {
    [1, 8, 7, 9].iter().any(|d| (1..connect).fold(discs, |run, i| run & (discs >> ((i * d) & 63))) != 0)
}

/// One random play of tic-tac-toe, in local variables.
#[inline]
fn tictactoe_playout(rng: &mut Rng, nth: &[[u8; 16]; 512]) -> u64 {
    const LINES: [u16; 8] = [0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124];
    const WINS: [u64; 8] = {
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
    let (mut own, mut opp, mut free, mut made) = (0u16, 0u16, 511u16, 0u8);
    let (mut score, mut count) = (0, 0);
    while count < MOST && free != 0 {
        let square = nth[usize::from(free & 511)][rng.below(usize::from(9 - made)) & 15];
        let bit = 1u16 << (square & 15);
        let marks = (own | bit) & 511;
        free &= !bit;
        (own, opp) = (opp, marks);
        made += 1;
        count += 1;
        if WINS[usize::from(marks / 64)] >> (marks % 64) & 1 == 1 {
            std::hint::cold_path();
            score = if made % 2 == 1 { 1 } else { -1 };
            break;
        }
    }
    std::hint::black_box(score);
    count
}
