//! Random playouts per second of CPU for each file: `cargo run -p s3 --release --example s3-bench -- FILE...`.
//! Games that can go on for ever are cut after 2000 moves. Prints playouts, moves a second and the mean length.
//! The word `written` stands for the games of `tests/written`: expressions that call themselves.
//! `PLAYS=1000` before the command plays that many instead of a second: the same work every time, for counting
//! instructions.

#[path = "../tests/written/mod.rs"]
mod written;

use game::{Game as _, Rng, walk};
use std::io::Write as _;

fn main() -> std::io::Result<()> {
    let mut out = std::io::stdout();
    let wanted: Option<u64> = std::env::var("PLAYS").ok().and_then(|n| n.parse().ok());
    writeln!(out, "{:<44} {:>12} {:>12} {:>8} {:>9}", "file", "playouts/s", "moves/s", "length", "load ms")?;
    let mut games: Vec<(String, String)> = Vec::new();
    for path in std::env::args().skip(1) {
        if path == "written" {
            games.extend(written::all().into_iter().map(|(name, text)| (name.to_string(), text)));
        } else {
            let text = std::fs::read_to_string(&path)?;
            games.push((path, text));
        }
    }
    for (path, text) in games {
        let begin = cpu_seconds();
        let (Some(game), _) = s3::load(&text, &path) else {
            writeln!(out, "{path}: no game")?;
            continue;
        };
        let _ = game.compiled();
        let load = (cpu_seconds() - begin) * 1000.0;
        let start = game.initial();
        let mut rng = Rng::new(1);
        let (mut plays, mut moves) = (0u64, 0u64);
        let mut state = start.clone();
        let cpu = cpu_seconds();
        let mut spent = 0.0;
        while wanted.map_or(spent < 1.0, |n| plays < n) {
            let count = wanted.unwrap_or(200);
            moves += play(&game, &start, &mut state, &mut rng, count);
            plays += count;
            spent = cpu_seconds() - cpu;
        }
        writeln!(
            out,
            "{:<44} {:>12.0} {:>12.0} {:>8.1} {:>9.1}",
            path.rsplit('/').next().unwrap_or(&path),
            plays as f64 / spent,
            moves as f64 / spent,
            moves as f64 / plays as f64,
            load
        )?;
        if std::env::var_os("EXPLAIN").is_some() {
            writeln!(out, "    {}", game.compiled())?;
        }
    }
    Ok(())
}

/// Plays so many times from the start; returns the moves made. A function of its own, so that a profiler can count it
/// apart from loading.
#[inline(never)]
fn play(game: &s3::S3Game, start: &s3::State, state: &mut s3::State, rng: &mut Rng, count: u64) -> u64 {
    let mut scratch = Vec::new();
    (0..count)
        .map(|_| {
            state.clone_from(start);
            walk::playout_within(game, state, rng, &mut scratch, 2000)
        })
        .sum()
}

/// CPU time of this process: wall time lies on a shared machine.
fn cpu_seconds() -> f64 {
    let stat = std::fs::read_to_string("/proc/self/schedstat").unwrap_or_default();
    let nanos: f64 = stat.split_whitespace().next().and_then(|n| n.parse().ok()).unwrap_or(0.0);
    nanos / 1e9
}
