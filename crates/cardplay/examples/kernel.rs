//! Speed of the open-hand kernel: whole deals solved by money in a processor second, and in sets of worlds that share one
//! hand.
//!
//! `cargo run --release -p cardplay --example kernel [-- DEALS]`

use cardplay::Kernel;
use cards::{Deal, Phase, TrickTaking};
use game::{Player, Rng, Turn};
use marias::Marias;
use snaps::Snaps;
use std::io::{self, Write};
use taroky::Taroky;

/// Random deals at their first card, or with fewer cards left.
fn deals<G: TrickTaking>(game: &G, count: usize, cards: usize, rng: &mut Rng) -> Vec<G::State> {
    let mut found = Vec::new();
    let mut moves = Vec::new();
    while found.len() < count {
        let mut s = game.initial();
        while game.turn(&s) != Turn::Over && game.phase(&s) != Phase::Scoring {
            let left = game.hand(&s, Player(0)).len();
            let ready = game.phase(&s) == Phase::Play && left <= cards && game.trick(&s).cards().is_empty();
            if ready && game.in_play(&s).is_some() {
                found.push(s);
                break;
            }
            let Some(mv) = game.pick(&s, rng, &mut moves) else { break };
            game.apply(&mut s, mv);
        }
    }
    found
}

/// Processor seconds of this program so far, as Linux counts them.
fn processor_seconds() -> f64 {
    let text = std::fs::read_to_string("/proc/self/schedstat").unwrap_or_default();
    text.split(' ').next().and_then(|n| n.parse::<f64>().ok()).unwrap_or(0.0) / 1e9
}

fn solve(kernel: &mut Kernel, deals: &[Deal]) -> (f64, u64) {
    let (start, before) = (processor_seconds(), kernel.nodes());
    for deal in deals {
        if let Err(error) = kernel.solve_value(deal) {
            let _ = writeln!(io::stderr(), "{error}");
        }
    }
    (processor_seconds() - start, kernel.nodes() - before)
}

fn bench<G: TrickTaking>(
    out: &mut impl Write,
    name: &str,
    game: &G,
    cards: usize,
    count: usize,
) -> io::Result<()> {
    let mut rng = Rng::new(1);
    let states = deals(game, count, cards, &mut rng);
    let data: Vec<Deal> = states.iter().filter_map(|s| game.in_play(s)).collect();
    let (seconds, nodes) = solve(&mut Kernel::new(20), &data);
    let n = data.len() as f64;
    writeln!(
        out,
        "{name:<12} {cards:>2} cards  {:>10.1} deals/s  {:>10.0} nodes a deal",
        n / seconds,
        nodes as f64 / n
    )?;
    let Some(state) = states.first() else { return Ok(()) };
    let Turn::Player(me) = game.turn(state) else { return Ok(()) };
    let view = game.view(state, Some(me));
    let prepared = game.worlds(&view).map_err(io::Error::other)?;
    let drawn = (0..count).filter_map(|_| prepared.draw(&mut rng).ok());
    let worlds: Vec<Deal> = drawn.filter_map(|(world, _)| game.in_play(&world)).collect();
    let (seconds, nodes) = solve(&mut Kernel::new(20), &worlds);
    let n = worlds.len() as f64;
    writeln!(
        out,
        "{:<12} {cards:>2} cards  {:>10.1} worlds/s {:>10.0} nodes a world",
        "  one view",
        n / seconds,
        nodes as f64 / n
    )
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let count = std::env::args().nth(1).and_then(|n| n.parse().ok()).unwrap_or(200);
    let out = &mut io::stdout().lock();
    bench(out, "šnaps", &Snaps::parse("")?, 6, 20 * count)?;
    bench(out, "mariáš", &Marias::voleny("")?, 10, count)?;
    bench(out, "licitovaný", &Marias::licitovany("")?, 10, count)?;
    for cards in [7, 8, 9] {
        bench(out, "taroky", &Taroky::parse("")?, cards, count / 10)?;
    }
    Ok(())
}
