//! How fast games are explored, and in how much memory:
//! `cargo run --release -p formal --example explore -- [THREADS] [STATES] [MEGABYTES]`.
//!
//! States per second are counted per second of processor time, so that a busy machine does not distort them. A sum over all
//! numbers of states in the order of the moves that lead there shows that any number of threads gives the same automaton.
#![expect(clippy::print_stdout, reason = "an example that measures prints what it measured")]

use formal::{Automaton, Budget, explore};
use game::{Game, Options};
use games::connect4::{Connect4, PARAMETERS};
use std::time::Instant;

/// Seconds of processor time this program has used so far, where the system reports it.
fn processor() -> Option<f64> {
    let text = std::fs::read_to_string("/proc/self/schedstat").ok()?;
    let main: f64 = text.split_whitespace().next()?.parse().ok()?;
    Some(main / 1e9)
}

/// A sum that depends on every transition and on their order.
fn sum<G: Game>(a: &Automaton<G>) -> u64 {
    let fold = |sum: u64, t: u32| (sum.rotate_left(5) ^ u64::from(t)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    a.nodes().fold(a.len() as u64, |sum, n| a.successors(n).iter().fold(sum, |sum, &t| fold(sum, t)))
}

fn main() {
    let mut numbers = std::env::args().skip(1).filter_map(|a| a.parse().ok());
    let threads = numbers.next().unwrap_or(1);
    let states = numbers.next().unwrap_or(80_000_000);
    let bytes = numbers.next().unwrap_or(8_192) << 20;
    for size in ["width=4&height=4", "width=5&height=4", "width=5&height=5"] {
        let Ok(game) = Options::parse(size, PARAMETERS).and_then(|options| Connect4::new(&options)) else {
            continue;
        };
        let (start, before) = (Instant::now(), processor());
        let budget = Budget { states, threads, bytes, ..Budget::default() };
        let automaton = explore(&game, &budget, &mut |_| {});
        let wall = start.elapsed().as_secs_f64();
        let seconds = processor().zip(before).map_or(wall, |(after, before)| after - before);
        let n = automaton.len() as f64;
        println!(
            "connect4?{size}: {n} states ({}), {} moves (sum {:016x}), {wall:.2} s, {seconds:.2} s of the first thread, \
             {:.0} states/s of it on {threads} threads; a state takes {:.1} bytes and {:.1} beyond it in memory, {:.1} on disk",
            automaton.stopped(),
            automaton.edges(),
            sum(&automaton),
            n / seconds,
            automaton.held() as f64 / n,
            automaton.overhead() as f64 / n,
            automaton.on_disk() as f64 / n,
        );
    }
}
