//! Checks the whole perft tables in `data/`, the deep lines that tests leave out included:
//! `cargo run --release -p games --example count`. A minute of work; prints a line a game.
#![expect(clippy::print_stdout, reason = "an example prints its result")]

use game::{Options, Parameter, Show};
use games::{Connect4, Kuhn, Ludo, Morris, Nim, Puzzle8, Reversi, TicTacToe};
use games::{connect4, kuhn, ludo, morris, nim, puzzle8, reversi, tictactoe};
use std::time::Instant;
use testkit::{Section, data, perft_facts, read_perft};

fn main() -> Result<(), String> {
    for name in ["tictactoe", "connect4", "reversi", "morris", "nim", "puzzle8", "ludo", "kuhn"] {
        let path = data(&format!("{name}/perft.txt"));
        let text = std::fs::read_to_string(&path).map_err(|e| format!("{}: {e}", path.display()))?;
        for section in read_perft(&text)? {
            match name {
                "tictactoe" => check(&section, tictactoe::PARAMETERS, TicTacToe::new),
                "connect4" => check(&section, connect4::PARAMETERS, Connect4::new),
                "reversi" => check(&section, reversi::PARAMETERS, Reversi::new),
                "morris" => check(&section, morris::PARAMETERS, Morris::new),
                "nim" => check(&section, nim::PARAMETERS, Nim::new),
                "puzzle8" => check(&section, puzzle8::PARAMETERS, Puzzle8::new),
                "ludo" => check(&section, ludo::PARAMETERS, Ludo::new),
                _ => check(&section, kuhn::PARAMETERS, Kuhn::new),
            }?;
        }
    }
    Ok(())
}

fn check<G: Show>(
    section: &Section,
    parameters: &[Parameter],
    new: impl Fn(&Options) -> Result<G, game::OptionError>,
) -> Result<(), String> {
    let options = section.game.split_once('?').map_or("", |(_, options)| options);
    let game = Options::parse(options, parameters).and_then(|o| new(&o)).map_err(|e| e.to_string())?;
    let start = Instant::now();
    let checked =
        perft_facts(&game, &section.facts, u64::MAX).map_err(|e| format!("{}: {e}", section.game))?;
    println!("{}: {checked} numbers right in {:.2} s", section.game, start.elapsed().as_secs_f64());
    Ok(())
}
