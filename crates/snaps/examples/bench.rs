//! Prints the speed of šnaps as one JSON object a measure: `cargo run --release -p snaps --example snaps-bench [deals]`.
#![expect(clippy::print_stdout, reason = "a command for people")]

fn main() {
    let work = std::env::args().nth(1).and_then(|n| n.parse().ok()).unwrap_or(300_000);
    let game = snaps::Snaps::parse("").expect("the default options are fit");
    let report = snaps::bench::run(&game, 1, work);
    for m in &report.measures {
        println!(
            r#"{{"game":"{}","measure":"{}","count":{},"per_second":{:.0},"check":{}}}"#,
            report.game,
            m.name,
            m.count,
            m.rate(),
            m.check
        );
    }
}
