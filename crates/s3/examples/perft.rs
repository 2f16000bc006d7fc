//! Counts sequences and states of a file: `cargo run -p s3 --release --example perft -- FILE DEPTH`.

use game::{Game as _, walk};
use std::io::Write as _;

fn main() -> std::io::Result<()> {
    let mut arguments = std::env::args().skip(1);
    let (Some(path), Some(depth)) = (arguments.next(), arguments.next().and_then(|d| d.parse::<u32>().ok()))
    else {
        return Err(std::io::Error::other("usage: perft FILE DEPTH"));
    };
    let text = std::fs::read_to_string(&path)?;
    let mut out = std::io::stdout();
    let (game, found) = s3::load(&text, &path);
    for d in found {
        write!(out, "{}", d.render(&path))?;
    }
    let Some(game) = game else { return Err(std::io::Error::other("no game")) };
    let start = game.initial();
    if let Some(fault) = game.fault(&start) {
        write!(out, "{}", fault.render(&path))?;
    }
    let levels = walk::census(&game, &start, depth, 3_000_000);
    writeln!(out, "{levels:?}")
}
