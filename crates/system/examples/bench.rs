//! Speed of descriptions: `bench [FILE.pl]...` plays at random for a second each and prints expansions per second.
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

fn speed(game: &system::SystemGame, file: &str) {
    let start = Instant::now();
    let mut rng = Rng::new(1);
    let mut scratch = Vec::new();
    let (mut moves, mut plays) = (0, 0);
    while start.elapsed() < Duration::from_secs(1) {
        let mut s = game.initial();
        moves += walk::playout_within(game, &mut s, &mut rng, &mut scratch, 400);
        plays += 1;
        if let Some(defect) = game.defect(&s) {
            println!("{file}: {defect}");
            break;
        }
    }
    let seconds = start.elapsed().as_secs_f64();
    let over = game.turn(&game.initial());
    println!("{file}: {:.0} moves/s in {plays} random plays (first turn {over:?})", moves as f64 / seconds);
}
