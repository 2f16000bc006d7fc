//! Searches without an operating system: no clock, no threads, no files. `make wasm` builds this for
//! `wasm32-unknown-unknown`, runs it in Node.js and compares the answer with the one of this machine. The exit code is the
//! answer: the columns that three agents choose, or 255 if a time limit did not hold.

#[path = "../tests/small/connect.rs"]
mod connect;

use connect::Connect;
use game::{Agent, Clock, Game, Limit, Stopped, Turn};
use std::process::ExitCode;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

const GAME: Connect = Connect { width: 7, height: 6, keen: false };

/// A clock that goes on by a millisecond whenever it is read.
fn ticking() -> Duration {
    static NOW: AtomicU64 = AtomicU64::new(0);
    Duration::from_millis(NOW.fetch_add(1, Ordering::Relaxed))
}

fn think(spec: &str, limit: &Limit) -> Option<(u8, Stopped)> {
    let s = GAME.after("44354");
    let Turn::Player(me) = GAME.turn(&s) else { return None };
    let mut moves = Vec::new();
    GAME.moves(&s, &mut moves);
    let mut agent = search::make(&GAME, spec, 7).ok()?;
    let thought = agent.choose(&GAME, me, &s, &moves, limit).ok()?;
    Some((thought.best, thought.stopped))
}

fn answer() -> Option<u8> {
    let (a, _) = think("alphabeta?nodes=20000", &Limit::default())?;
    let (b, _) = think("mcts?iterations=2000&threads=2", &Limit::default())?;
    let late = Limit { clock: Clock::new(ticking), ..Limit::time(Duration::from_millis(50)) };
    let (c, stopped) = think("flat", &late)?;
    (stopped == Stopped::Time && c < 7).then_some(a * 7 + b)
}

fn main() -> ExitCode {
    ExitCode::from(answer().unwrap_or(255))
}
