//! Two rule files against each other: `duel taroky A.bot B.bot DEALS`. Prints the difference a deal, the speed and notes.

#![expect(clippy::print_stdout, reason = "an example prints")]

use expert::{Bot, Mode};
use rulebots::Plan;
use std::sync::Arc;

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [id, first, second, deals] = args.as_slice() else {
        return println!("usage: duel GAME A.bot B.bot DEALS");
    };
    let game = match rulebots::ruled(id) {
        Ok(game) => game,
        Err(cause) => return println!("{cause}"),
    };
    let load = |path: &String| {
        let text = std::fs::read_to_string(path).unwrap_or_default();
        Bot::load(path, &text, game.interface()).map(Arc::new)
    };
    let (first, second) = match (load(first), load(second)) {
        (Ok(first), Ok(second)) => (first, second),
        (one, other) => {
            for finding in [one, other].into_iter().filter_map(Result::err).flatten() {
                println!("{finding}");
            }
            return;
        }
    };
    for finding in first.warnings.iter().chain(&second.warnings) {
        println!("{finding}");
    }
    let plan = Plan {
        deals: deals.parse().unwrap_or(100),
        seed: 1,
        mode: Mode::First,
        clock: game::Clock::system(),
    };
    let found = game.compare(&first, &second, plan, &mut |_| {});
    let n = found.deals.len() as f64;
    let differences: Vec<f64> = found.deals.iter().map(|(a, b)| a - b).collect();
    let mean = differences.iter().sum::<f64>() / n;
    let variance = differences.iter().map(|d| (d - mean).powi(2)).sum::<f64>() / (n - 1.0).max(1.0);
    println!("{mean:+.2} ± {:.2} a deal (95 %)", 1.96 * (variance / n).sqrt());
    let seconds = found.time.as_secs_f64();
    println!(
        "{:.0} plays a second, median decision {:?}, longest {:?}",
        found.plays as f64 / seconds,
        found.median,
        found.longest
    );
    for (count, notes) in &found.notes {
        println!("{count} notes");
        notes.iter().for_each(|note| println!("  {note}"));
    }
}
