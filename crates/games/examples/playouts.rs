//! Random playouts of native games on one thread, as JSON, one line a game. `cargo run --release -p games --example
//! playouts -- connect4 reversi?size=6 --seconds 2 --seed 1`. Time is that of the thread's own work as the clock sees
//! it; run it on an idle core, or beside a peer (`bench/peers`).
#![expect(clippy::print_stdout, reason = "an example prints its result")]

use game::{Game, Options, Parameter, Player, Rng, Show, walk};
use games::{Connect4, Kuhn, Ludo, Morris, Nim, Puzzle8, Reversi, TicTacToe};
use games::{connect4, kuhn, ludo, morris, nim, puzzle8, reversi, tictactoe};
use std::time::{Duration, Instant};

/// Plays are cut off after this many moves.
const MOST: u64 = 100_000;

fn main() -> Result<(), String> {
    let (mut names, mut seconds, mut seed) = (Vec::new(), 1.0, 1);
    let mut words = std::env::args().skip(1);
    while let Some(word) = words.next() {
        let mut number =
            || words.next().and_then(|w| w.parse::<f64>().ok()).ok_or(format!("{word} takes a number"));
        match word.as_str() {
            "--seconds" => seconds = number()?,
            "--seed" => seed = number()? as u64,
            _ => names.push(word),
        }
    }
    if names.is_empty() {
        names =
            ["tictactoe", "connect4", "reversi", "morris", "nim", "ludo", "kuhn"].map(String::from).to_vec();
    }
    for name in names {
        let (game, text) = name.split_once('?').unwrap_or((&name, ""));
        let time = Duration::from_secs_f64(seconds);
        let line = match game {
            "tictactoe" => run(text, tictactoe::PARAMETERS, TicTacToe::new, time, seed),
            "connect4" => run(text, connect4::PARAMETERS, Connect4::new, time, seed),
            "reversi" => run(text, reversi::PARAMETERS, Reversi::new, time, seed),
            "morris" => run(text, morris::PARAMETERS, Morris::new, time, seed),
            "nim" => run(text, nim::PARAMETERS, Nim::new, time, seed),
            "puzzle8" => run(text, puzzle8::PARAMETERS, Puzzle8::new, time, seed),
            "ludo" => run(text, ludo::PARAMETERS, Ludo::new, time, seed),
            "kuhn" => run(text, kuhn::PARAMETERS, Kuhn::new, time, seed),
            _ => Err(format!("there is no native game '{game}'")),
        };
        println!("{}", line?);
    }
    Ok(())
}

fn run<G: Show>(
    text: &str,
    parameters: &[Parameter],
    new: impl Fn(&Options) -> Result<G, game::OptionError>,
    time: Duration,
    seed: u64,
) -> Result<String, String> {
    let options = Options::parse(text, parameters).map_err(|e| e.to_string())?;
    let game = new(&options).map_err(|e| e.to_string())?;
    let mut rng = Rng::new(seed);
    let passes: Vec<Pass> = (0..PASSES).map(|_| pass(&game, time / PASSES, &mut rng)).collect();
    let mut rates: Vec<f64> = passes.iter().map(|p| p.playouts as f64 / p.cpu).collect();
    rates.sort_by(f64::total_cmp);
    let sum = |part: fn(&Pass) -> f64| passes.iter().map(part).sum::<f64>();
    let (playouts, moves) = (sum(|p| p.playouts as f64), sum(|p| p.moves as f64));
    let (seconds, cpu) = (sum(|p| p.wall), sum(|p| p.cpu));
    let (median, best) = (rates[rates.len() / 2], rates[rates.len() - 1]);
    Ok(format!(
        "{{\"game\":\"{}\",\"playouts\":{playouts},\"moves\":{moves},\"seconds\":{seconds:.4},\"cpu_seconds\":{cpu:.4},\
         \"seed\":{seed},\"plies\":{:.2},\"median\":{median:.0},\"best\":{best:.0},\"moves_per_second\":{:.0}}}",
        game.id(),
        moves / playouts,
        moves / playouts * median
    ))
}

/// A run has this many passes; the median pass is what a busy machine changes least.
const PASSES: u32 = 15;

struct Pass {
    playouts: u64,
    moves: u64,
    wall: f64,
    cpu: f64,
}

/// Plays for a while; the clock is read every 64 playouts.
fn pass<G: Game>(game: &G, time: Duration, rng: &mut Rng) -> Pass {
    let mut scratch = Vec::new();
    let (mut playouts, mut moves) = (0, 0);
    let initial = game.initial();
    let (start, began) = (Instant::now(), cpu());
    while start.elapsed() < time {
        for _ in 0..64 {
            let mut s = initial.clone();
            moves += walk::playout_within(game, &mut s, rng, &mut scratch, MOST);
            std::hint::black_box(game.score(&s, Player(0)));
        }
        playouts += 64;
    }
    let wall = start.elapsed().as_secs_f64();
    let cpu = began.zip(cpu()).map_or(wall, |(a, b)| b - a);
    Pass { playouts, moves, wall, cpu }
}

/// Seconds this thread has run, where the system reports it.
fn cpu() -> Option<f64> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    let nanoseconds: f64 = text.split_whitespace().next()?.parse().ok()?;
    Some(nanoseconds / 1e9)
}
