//! How fast games are explored: `cargo run --release -p formal --example explore -- [THREADS] [STATES]`.
#![expect(clippy::print_stdout, reason = "an example that measures prints what it measured")]

use formal::{Budget, explore};
use game::Options;
use games::connect4::{Connect4, PARAMETERS};
use std::time::Instant;

fn main() {
    let mut numbers = std::env::args().skip(1).filter_map(|a| a.parse().ok());
    let threads = numbers.next().unwrap_or(1);
    let states = numbers.next().unwrap_or(20_000_000);
    for size in ["width=4&height=4", "width=5&height=4", "width=5&height=5"] {
        let Ok(game) = Options::parse(size, PARAMETERS).and_then(|options| Connect4::new(&options)) else {
            continue;
        };
        let start = Instant::now();
        let budget = Budget { states, threads, ..Budget::default() };
        let automaton = explore(&game, &budget, &mut |_| {});
        let seconds = start.elapsed().as_secs_f64();
        println!(
            "connect4?{size}: {} states ({}), {} moves, {seconds:.2} s, {:.0} states/s on {threads} threads, {:.1} bytes a state beyond the state",
            automaton.len(),
            automaton.stopped(),
            automaton.edges(),
            automaton.len() as f64 / seconds,
            automaton.overhead() as f64 / automaton.len() as f64
        );
    }
}
