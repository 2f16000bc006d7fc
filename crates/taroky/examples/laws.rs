//! Checks the laws along random deals: `cargo run --release -p taroky --example taroky-laws [deals] [seed] [options]`.

use std::io::Write;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let number = |i: usize, default: u64| words.get(i).and_then(|w| w.parse().ok()).unwrap_or(default);
    let (deals, seed) = (number(0, 1_000_000), number(1, 1));
    let game = taroky::Taroky::parse(words.get(2).map_or("", String::as_str))?;
    let moves = cards::audit(&game, deals, seed)?;
    writeln!(std::io::stdout(), "{deals} deals, {moves} moves, no violation")?;
    Ok(())
}
