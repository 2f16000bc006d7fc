//! The open-hand kernel on one sort of deals: how many a second of processor time, and of how many nodes.
//!
//! `cargo run --release -p cardplay --example kernel -- GAME CARDS COUNT [SORT] [SEED] [BITS]` with a GAME of `snaps`, `marias`,
//! `licitovany` and `taroky`. SORT is `deals` (random, of random contracts; the default), `worlds` (drawn, of eight views),
//! `listed` (of eight views, one after the other), `all` (every deal of one view, however many COUNT says) or `made` (the deals again,
//! asked only whether they bring the first side anything); BITS the size of the table. `partie bench cards` prints all of them with fixed counts.

use cardplay::{Kernel, each_deal, some_deals};
use cards::{Deal, Phase, TrickTaking};
use game::{Player, Rng, Turn};
use marias::Marias;
use snaps::Snaps;
use std::io::{self, Write};
use taroky::Taroky;

type Fallible<T> = Result<T, Box<dyn std::error::Error>>;

/// Of the hands of one of the others every so many-th is listed, with all deals it is in.
const PART: (u64, u64) = (3000, 6188);

/// Views whose worlds are solved.
const VIEWS: usize = 8;

/// Processor time of this program as Linux counts it.
fn cpu_seconds() -> f64 {
    let text = std::fs::read_to_string("/proc/self/schedstat").unwrap_or_default();
    text.split(' ').next().and_then(|n| n.parse::<f64>().ok()).unwrap_or(0.0) / 1e9
}

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

/// The sets of deals that are solved with one table each.
fn sets<G: TrickTaking>(game: &G, cards: usize, count: usize, sort: &str, seed: u64) -> Vec<Vec<Deal>> {
    let mut rng = Rng::new(seed);
    let share = count.div_ceil(VIEWS);
    if sort != "worlds" && sort != "listed" {
        return vec![deals(game, count, cards, &mut rng).iter().filter_map(|s| game.in_play(s)).collect()];
    }
    let mut found = Vec::new();
    for state in deals(game, VIEWS, cards, &mut rng) {
        let Turn::Player(me) = game.turn(&state) else { continue };
        let view = game.view(&state, Some(me));
        let mut set = Vec::new();
        if sort == "listed" {
            let listed = some_deals(game, me, &view, PART, &mut |s| {
                set.extend(game.in_play(s));
                set.len() < share
            });
            if listed.is_err() {
                continue;
            }
        } else if let Ok(worlds) = game.worlds(&view) {
            let drawn = (0..share).filter_map(|_| worlds.draw(&mut rng).ok());
            set.extend(drawn.filter_map(|(s, _)| game.in_play(&s)));
        }
        found.push(set);
    }
    found
}

/// Solves every deal that the view of one random deal leaves, as they are listed: how many, and the sum of their values.
fn all<G: TrickTaking>(game: &G, cards: usize, kernel: &mut Kernel, seed: u64) -> Fallible<(u64, i64)> {
    let (mut solved, mut check, mut fault) = (0, 0, None);
    for state in deals(game, 1, cards, &mut Rng::new(seed)) {
        let Turn::Player(me) = game.turn(&state) else { continue };
        each_deal(game, me, &game.view(&state, Some(me)), &mut |s| {
            let value = game.in_play(s).map(|deal| kernel.solve_value(&deal));
            match value {
                Some(Ok(value)) => (solved, check) = (solved + 1, check + i64::from(value)),
                Some(Err(cause)) => fault = Some(cause),
                None => {}
            }
            fault.is_none()
        })
        .map_err(|cause| cause.to_string())?;
    }
    fault.map_or(Ok((solved, check)), |cause| Err(cause.into()))
}

fn run<G: TrickTaking>(
    game: &G,
    cards: usize,
    count: usize,
    sort: &str,
    (seed, bits): (u64, u32),
) -> Fallible<()> {
    let sets = if sort == "all" { Vec::new() } else { sets(game, cards, count, sort, seed) };
    let (mut seconds, mut nodes, mut check, mut solved) = (0.0, 0, 0, 0u64);
    let mut slowest = 0.0f64;
    for set in &sets {
        let mut kernel = Kernel::new(bits);
        let few = set.len() <= 200; // Reading the clock costs as much as a short deal.
        let start = cpu_seconds();
        for deal in set {
            let before = if few { cpu_seconds() } else { 0.0 };
            check += match sort {
                "made" => i64::from(kernel.reaches(deal, 1)?),
                _ => i64::from(kernel.solve_value(deal)?),
            };
            if few {
                slowest = slowest.max(cpu_seconds() - before);
            }
            solved += 1;
        }
        seconds += cpu_seconds() - start;
        nodes += kernel.nodes();
    }
    if sort == "all" {
        let (mut kernel, start) = (Kernel::new(bits), cpu_seconds());
        (solved, check) = all(game, cards, &mut kernel, seed)?;
        (seconds, nodes) = (cpu_seconds() - start, kernel.nodes());
    }
    writeln!(
        io::stdout(),
        "{:.1} a second ({solved} in {seconds:.2} s of processor time, the slowest {slowest:.3} s, {} nodes each, {:.1} ns a node, check {check})",
        solved as f64 / seconds.max(1e-9),
        nodes / solved.max(1),
        seconds * 1e9 / nodes.max(1) as f64,
    )?;
    Ok(())
}

fn main() -> Fallible<()> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let number = |at: usize, usual: usize| args.get(at).and_then(|n| n.parse().ok()).unwrap_or(usual);
    let (cards, count) = (number(1, 6), number(2, 1_000));
    let sort = args.get(3).map_or("deals", String::as_str);
    let seed = (number(4, 1) as u64, number(5, 20) as u32);
    match args.first().map(String::as_str) {
        Some("snaps") => run(&Snaps::parse("")?, cards, count, sort, seed),
        Some("marias") => run(&Marias::voleny("")?, cards, count, sort, seed),
        Some("licitovany") => run(&Marias::licitovany("")?, cards, count, sort, seed),
        Some("taroky") => run(&Taroky::parse("")?, cards, count, sort, seed),
        _ => Err("usage: kernel -- snaps|marias|licitovany|taroky CARDS COUNT [SORT] [SEED] [BITS]".into()),
    }
}
