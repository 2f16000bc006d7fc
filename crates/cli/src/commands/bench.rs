//! `partie bench`: speed per game, with the seed and a checksum of behaviour. Times are of this machine at this moment;
//! compare ratios within one run.

use super::playout::cpu_seconds;
use crate::args::Bench;
use crate::output::{Answer, Output};
use anyhow::Context;
use catalog::{GAMES, Playable};
use game::{Limit, Turn};
use serde_json::{Value, json};

/// Nodes the search is given: enough to be out of its warm-up.
const SEARCH_NODES: u64 = 50_000;

/// Plays behind the checksum of behaviour.
const CHECKED_PLAYS: u64 = 20;

pub(crate) fn run(args: &Bench, seed: u64, out: &mut Output) -> anyhow::Result<Answer> {
    if args.games == ["cards"] {
        return cards(seed, out);
    }
    let ids: Vec<String> = if args.games.is_empty() {
        GAMES.iter().map(|l| l.name.to_string()).collect()
    } else {
        args.games.clone()
    };
    out.line(format!(
        "{:24} {:>13} {:>13} {:>13} {:>13}  checksum",
        "game", "playouts/s", "moves/s", "perft/s", "search/s"
    ))?;
    let mut rows = Vec::new();
    for id in &ids {
        rows.push(one(id, args.seconds, seed, out).with_context(|| format!("bench of {id}"))?);
    }
    out.document(&json!({"seed": seed, "games": rows}))?;
    Ok(Answer::Yes)
}

fn one(id: &str, seconds: f64, seed: u64, out: &mut Output) -> anyhow::Result<Value> {
    let game = super::open(id)?;
    let checksum = game.playout(None, Some(CHECKED_PLAYS), seed).checksum;
    let start = cpu_seconds();
    let playouts = game.playout(Some(super::seconds(seconds)?), None, seed);
    let spent = (cpu_seconds() - start).max(1e-9);
    let perft = perft_speed(&*game, seconds);
    let search = search_speed(&*game, seed)?;
    let per = |n: u64| n as f64 / spent;
    out.line(format!(
        "{:24} {:>13.0} {:>13.0} {:>13.0} {:>13.0}  {checksum:016x}",
        game.id(),
        per(playouts.playouts),
        per(playouts.moves),
        perft,
        search
    ))?;
    Ok(json!({
        "game": game.id(), "playouts_per_second": per(playouts.playouts), "moves_per_second": per(playouts.moves),
        "perft_nodes_per_second": perft, "search_nodes_per_second": search, "agent": game.strongest(),
        "checksum": format!("{checksum:016x}"),
    }))
}

/// Nodes a second of the deepest perft that fits into the time.
fn perft_speed(game: &dyn Playable, seconds: f64) -> f64 {
    for depth in 1.. {
        let start = cpu_seconds();
        let nodes = game.nodes(depth);
        let spent = cpu_seconds() - start;
        if spent > seconds / 8.0 || nodes == 0 || depth > 64 {
            return nodes as f64 / spent.max(1e-9);
        }
    }
    0.0
}

/// States a second of the default agent, at the first decision of the game.
fn search_speed(game: &dyn Playable, seed: u64) -> anyhow::Result<f64> {
    let mut table = game.table(seed);
    while table.turn() == Turn::Chance {
        table.roll();
    }
    if table.turn() == Turn::Over {
        return Ok(0.0);
    }
    let start = cpu_seconds();
    let advice = table.hint(&game.strongest(), seed, &Limit::nodes(SEARCH_NODES))?;
    Ok(advice.nodes as f64 / (cpu_seconds() - start).max(1e-9))
}

/// Complete deals the card games are measured with.
const DEALS: u64 = 100_000;

/// Deals, legal moves and samples of the card games, then the open-hand kernel.
fn cards(seed: u64, out: &mut Output) -> anyhow::Result<Answer> {
    let reports = catalog::card_bench(seed, DEALS)?;
    let mut rows = Vec::new();
    for report in &reports {
        let mut row = json!({"game": report.game});
        for measure in &report.measures {
            out.line(format!(
                "{:10} {:10} {:>14.0}/s  ({} in {:.2} s, check {:016x})",
                report.game,
                measure.name,
                measure.rate(),
                measure.count,
                measure.time.as_secs_f64(),
                measure.check
            ))?;
            row[measure.name] = json!({
                "per_second": measure.rate(), "count": measure.count, "seconds": measure.time.as_secs_f64(),
                "check": format!("{:016x}", measure.check),
            });
        }
        rows.push(row);
    }
    let mut kernel = Vec::new();
    for speed in catalog::kernel_bench(seed, &cpu_seconds)? {
        let nodes = speed.nodes / speed.count.max(1);
        out.line(format!(
            "{:10} kernel {:>2} cards {:7} {:>10.1}/s  ({} in {:.2} s of processor time, {nodes} nodes each, check {})",
            speed.game,
            speed.cards,
            speed.sort,
            speed.rate(),
            speed.count,
            speed.seconds,
            speed.check
        ))?;
        kernel.push(json!({
            "game": speed.game, "cards": speed.cards, "sort": speed.sort, "per_second": speed.rate(),
            "count": speed.count, "seconds": speed.seconds, "nodes": speed.nodes, "check": speed.check,
        }));
    }
    out.document(&json!({"seed": seed, "games": rows, "kernel": kernel}))?;
    Ok(Answer::Yes)
}
