//! The cost of a drawn world in the card games: prepared anew for every draw, and from worlds prepared once a view.
//!
//! `cargo run --release -p cardplay --example worlds [-- DRAWS]`

use cards::bench::Report;
use marias::Marias;
use snaps::Snaps;
use std::io::{self, Write};
use taroky::Taroky;

fn print(out: &mut impl Write, report: &Report) -> io::Result<()> {
    for pair in report.measures[2..].chunks(2) {
        let [anew, drawn] = pair else { continue };
        let (slow, fast) = (1e6 / anew.rate(), 1e6 / drawn.rate());
        writeln!(
            out,
            "{:<12} {:<10} {slow:>8.2} µs anew {fast:>8.3} µs prepared {:>7.1} times faster",
            report.game,
            drawn.name,
            slow / fast
        )?;
    }
    Ok(())
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let draws = std::env::args().nth(1).and_then(|n| n.parse().ok()).unwrap_or(100_000);
    let out = &mut io::stdout().lock();
    print(out, &snaps::bench::run(&Snaps::parse("")?, 1, draws))?;
    print(out, &marias::bench::run(&Marias::voleny("")?, 1, draws))?;
    print(out, &marias::bench::run(&Marias::licitovany("")?, 1, draws))?;
    print(out, &taroky::bench::run(&Taroky::parse("")?, 1, draws))?;
    Ok(())
}
