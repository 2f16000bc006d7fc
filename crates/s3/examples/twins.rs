//! Described games beside their native twins: random playouts per second of CPU of both, in turn, three times half a
//! second each, the medians and their ratio. `cargo run -p s3 --release --example s3-twins`, from the root of the project.

use game::{Game, Options, Rng, walk};
use std::io::Write as _;

fn main() -> std::io::Result<()> {
    let options = |text: &str, known: &[game::Parameter]| Options::parse(text, known).unwrap_or_default();
    let mut out = std::io::stdout();
    writeln!(
        out,
        "{:<12} {:>12} {:>12} {:>12} {:>12} {:>8}",
        "game", "described/s", "moves/s", "native/s", "moves/s", "ratio"
    )?;
    let none = Options::default();
    beside(&mut out, "tictactoe", games::tictactoe::TicTacToe::new(&none).ok())?;
    let board = options("", games::connect4::PARAMETERS);
    beside(&mut out, "connect4", games::connect4::Connect4::new(&board).ok())?;
    let board = options("size=8", games::reversi::PARAMETERS);
    beside(&mut out, "reversi", games::reversi::Reversi::new(&board).ok())?;
    let board = options("", games::morris::PARAMETERS);
    beside(&mut out, "mill", games::morris::Morris::new(&board).ok())?;
    let heap = options("heaps=12&take=3&misere=yes", games::nim::PARAMETERS);
    beside(&mut out, "nim", games::nim::Nim::new(&heap).ok())?;
    let board = options("", games::puzzle8::PARAMETERS);
    beside(&mut out, "puzzle8", games::puzzle8::Puzzle8::new(&board).ok())
}

/// Measures one game both ways. The ratio is that of moves a second: plays of the two need not be equally long.
fn beside<G: Game>(out: &mut impl std::io::Write, name: &str, native: Option<G>) -> std::io::Result<()> {
    let path = format!("data/s3/{name}/{name}.s3");
    let text = std::fs::read_to_string(&path)?;
    let (Some(native), (Some(described), _)) = (native, s3::load(&text, &path)) else {
        return writeln!(out, "{name}: no game");
    };
    let _ = described.compiled();
    let (mut ours, mut theirs) = (Vec::new(), Vec::new());
    for _ in 0..3 {
        ours.push(rate(&described));
        theirs.push(rate(&native));
    }
    let (ours, theirs) = (median(ours), median(theirs));
    writeln!(
        out,
        "{name:<12} {:>12.0} {:>12.0} {:>12.0} {:>12.0} {:>8.1}",
        ours.0,
        ours.1,
        theirs.0,
        theirs.1,
        theirs.1 / ours.1
    )
}

/// Playouts and moves a second.
fn rate<G: Game>(game: &G) -> (f64, f64) {
    let start = game.initial();
    let mut state = start.clone();
    let (mut rng, mut scratch) = (Rng::new(1), Vec::new());
    let (mut plays, mut moves, mut spent) = (0u64, 0u64, 0.0);
    let begin = cpu_seconds();
    while spent < 0.5 {
        for _ in 0..200 {
            state.clone_from(&start);
            moves += walk::playout_within(game, &mut state, &mut rng, &mut scratch, 2000);
            plays += 1;
        }
        spent = cpu_seconds() - begin;
    }
    (plays as f64 / spent, moves as f64 / spent)
}

fn median(mut list: Vec<(f64, f64)>) -> (f64, f64) {
    list.sort_by(|a, b| a.1.total_cmp(&b.1));
    list[list.len() / 2]
}

/// CPU time of this process: wall time lies on a shared machine.
fn cpu_seconds() -> f64 {
    let stat = std::fs::read_to_string("/proc/self/schedstat").unwrap_or_default();
    let nanos: f64 = stat.split_whitespace().next().and_then(|n| n.parse().ok()).unwrap_or(0.0);
    nanos / 1e9
}
