//! A player for any game: it takes the move in the middle of the list. `rustc -O bot.rs` makes a program of it.

use std::io::{self, BufRead, Write};

fn main() -> io::Result<()> {
    let mut out = io::stdout();
    let mut moves: Vec<String> = Vec::new();
    for line in io::stdin().lock().lines() {
        let line = line?;
        let (word, rest) = line.split_once(' ').unwrap_or((&line, ""));
        match word {
            "partie" => writeln!(out, "id name middle in Rust\nready")?,
            "moves" => moves = rest.split_whitespace().map(str::to_string).collect(),
            "go" => {
                let middle = moves.get(moves.len() / 2).map_or("", String::as_str);
                writeln!(out, "info because {} moves lie before it\nbestmove {middle}", moves.len() / 2)?;
            }
            "quit" => break,
            _ => {}
        }
        out.flush()?;
    }
    Ok(())
}
