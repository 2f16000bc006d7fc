//! `partie solve`: the value of a position under perfect play.

use crate::args::Solve;
use crate::output::{Answer, Output};
use game::{Limit, Stopped};
use indicatif::ProgressBar;
use serde_json::json;
use std::sync::Arc;

pub(crate) fn run(args: &Solve, out: &mut Output) -> anyhow::Result<Answer> {
    let game = super::open(&args.game)?;
    let moves: Vec<String> = args.moves.split_whitespace().map(str::to_string).collect();
    let spinner = ProgressBar::new_spinner();
    let shown = spinner.clone();
    let limit = Limit {
        time: args.seconds.map(super::seconds).transpose()?,
        nodes: args.nodes,
        watch: Some(Arc::new(move |p| {
            shown.set_message(format!("{} states, depth {}, value {}", p.nodes, p.depth, p.value));
            shown.tick();
        })),
        ..Limit::default()
    };
    let solved = game.solve(&moves, &limit);
    spinner.finish_and_clear();
    let solved = solved.map_err(|cause| anyhow::anyhow!("{}: {cause}", game.id()))?;
    let plies =
        solved.plies.map_or(String::new(), |n| format!(" in {n} move{}", if n == 1 { "" } else { "s" }));
    let score = solved.score.map_or(String::new(), |score| format!(", score {score}"));
    let exact = solved.exact.as_ref().map_or(String::new(), |ratio| format!(" = {ratio}"));
    match solved.value.as_str() {
        "unknown" if solved.stopped == Stopped::Complete => out.line("no value is known")?,
        "unknown" => out.line(format!("not solved: stopped by {}", solved.stopped))?,
        _ if solved.chances.is_some() => out.line(likely(&solved, &exact))?,
        value => out.line(format!("{value} for the player to move{plies}{score}{exact}"))?,
    }
    if !solved.best.is_empty() {
        out.line(format!("best: {}", solved.best))?;
    }
    if !solved.line.is_empty() {
        out.line(format!("line: {}", solved.line.join(" ")))?;
    }
    for (mv, value) in &solved.values {
        out.line(format!("{mv:<12} {value:+}"))?;
    }
    for note in &solved.notes {
        out.line(note)?;
    }
    out.line(format!("{} states visited by {}", solved.nodes, solved.method))?;
    out.document(&json!({
        "game": game.id(), "value": solved.value, "score": solved.score, "exact": solved.exact,
        "chances": solved.chances.map(|(win, draw)| json!({"win": win, "draw": draw})), "plies": solved.plies,
        "best": solved.best, "line": solved.line, "nodes": solved.nodes, "stopped": solved.stopped.to_string(),
        "method": solved.method, "notes": solved.notes,
        "values": solved.values.iter().map(|(mv, value)| json!({"move": mv, "value": value})).collect::<Vec<_>>(),
    }))?;
    let known = solved.stopped == Stopped::Complete && solved.value != "unknown";
    Ok(if known { Answer::Yes } else { Answer::No })
}

/// What a play with chance comes to, in a sentence.
fn likely(solved: &catalog::Solved, exact: &str) -> String {
    let (win, draw) = solved.chances.unwrap_or_default();
    let drawn = if draw > 0.0 { format!(", nobody with chance {draw:.6}") } else { String::new() };
    let score = solved.score.unwrap_or_default();
    let who = if solved.mover { "the player to move" } else { "the first player" };
    format!("{who} wins with chance {win:.6}{drawn}; expected score {score}{exact}")
}
