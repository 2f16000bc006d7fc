//! Prints the speed of mariáš as one JSON object a measure: `cargo run --release -p marias --example marias-bench [deals]`.
#![expect(clippy::print_stdout, reason = "a command for people")]

use marias::Marias;

fn main() -> Result<(), String> {
    let work = std::env::args().nth(1).and_then(|n| n.parse().ok()).unwrap_or(200_000);
    let games = [Marias::voleny(""), Marias::voleny("preset=tournament"), Marias::licitovany("")];
    for game in games {
        let report = marias::bench::run(&game.map_err(|fault| fault.to_string())?, 1, work);
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
    Ok(())
}
