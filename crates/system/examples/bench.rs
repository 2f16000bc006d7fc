//! Speed of descriptions: `bench [FILE.pl]...` plays at random for a second of processor time each and prints moves per
//! second of processor time (every move is a whole generation of the legal moves) and the ratio to 75,000 a second, the
//! speed of SWI-Prolog on the clauses of tic-tac-toe.
#![expect(clippy::print_stdout, reason = "a command-line program")]

use game::{Game, Rng, Show, walk};
use std::time::{Duration, Instant};

fn main() {
    let mut files: Vec<String> = std::env::args().skip(1).collect();
    if files.is_empty() {
        files = ["tictactoe", "klondike"].iter().map(|n| format!("data/system/{n}/{n}.pl")).collect();
    }
    for file in files {
        let Ok(text) = std::fs::read_to_string(&file) else {
            println!("{file}: cannot be read");
            continue;
        };
        let (game, findings) = system::load(&text, &file);
        for d in &findings {
            print!("{}", d.render(&file));
        }
        let Some(game) = game else { continue };
        for line in game.explain() {
            println!("{file}: {line}");
        }
        if let Some(defect) = game.defect(&game.initial()) {
            println!("{file}: {defect}");
        }
        speed(&game, &file);
    }
}

/// Seconds of processor time so far; the clock where the system does not say.
fn used(start: Instant) -> f64 {
    let said = std::fs::read_to_string("/proc/self/schedstat").ok();
    let nanos = said.and_then(|s| s.split(' ').next().and_then(|n| n.parse::<f64>().ok()));
    nanos.map_or(start.elapsed().as_secs_f64(), |n| n / 1e9)
}

fn speed(game: &system::SystemGame, file: &str) {
    let start = Instant::now();
    let before = used(start);
    let mut rng = Rng::new(1);
    let mut scratch = Vec::new();
    let (mut moves, mut plays) = (0, 0);
    while used(start) - before < 1.0 && start.elapsed() < Duration::from_secs(10) {
        let mut s = game.initial();
        moves += walk::playout_within(game, &mut s, &mut rng, &mut scratch, 400);
        plays += 1;
        if let Some(defect) = game.defect(&s) {
            println!("{file}: {defect}");
            break;
        }
    }
    let rate = moves as f64 / (used(start) - before);
    println!("{file}: {rate:.0} moves/s ({:.2} × 75,000) in {plays} random plays", rate / 75_000.0);
}
