//! Measures the engine: `cargo run --release -p taroky --example taroky-bench [seed] [deals]`. Writes to the standard output
//! through the writer, one line a measure.

use std::io::Write;

fn main() -> std::io::Result<()> {
    let mut numbers = std::env::args().skip(1).filter_map(|text| text.parse::<u64>().ok());
    let (seed, n) = (numbers.next().unwrap_or(1), numbers.next().unwrap_or(200_000));
    let report = taroky::bench::run(&taroky::Taroky::default(), seed, n);
    let mut out = std::io::stdout().lock();
    writeln!(out, "{} seed {}", report.game, report.seed)?;
    for m in &report.measures {
        writeln!(
            out,
            "{:<12} {:>12.0}/s  ({} in {:?}, check {})",
            m.name,
            m.rate(),
            m.count,
            m.time,
            m.check
        )?;
    }
    Ok(())
}
