//! `partie replay`: replays a record, move by move.

use crate::args::Replay;
use crate::draw;
use crate::output::{Answer, Output};
use anyhow::Context;
use game::{Lang, Record, Turn};
use serde_json::json;
use std::path::Path;

pub(crate) fn run(args: &Replay, out: &mut Output) -> anyhow::Result<Answer> {
    if let Some(path) = &args.vectors {
        return vectors(path, out);
    }
    let path = args.record.as_ref().context("no record is named")?;
    let shown = path.display();
    let record = Record::parse(&super::read(path)?).with_context(|| format!("{shown}"))?;
    let game = super::open(&record.game).with_context(|| format!("{shown}: the header 'game'"))?;
    if record.rules != game.version() {
        out.line(format!("note: made under rules {}, these are rules {}", record.rules, game.version()))?;
    }
    let mut table = game.table(record.seed.unwrap_or(0));
    let replayed = if args.show {
        let mut done = Ok(());
        for i in 0..record.moves.len() {
            let one = Record { moves: vec![record.moves[i].clone()], result: Vec::new(), ..record.clone() };
            done = table.replay(&one);
            if done.is_err() {
                break;
            }
            out.line(format!("\n{}. {} {}", i + 1, record.moves[i].text, record.moves[i].comment))?;
            out.line(draw::table(&*table, None, Lang::En, out.colour()))?;
        }
        done
    } else {
        table.replay(&record)
    };
    if let Err(error) = replayed {
        out.line(format!("{shown}: {error}"))?;
        out.document(&json!({
            "game": game.id(), "ok": false, "moves": table.made(),
            "error": {"line": error.line, "cause": error.cause},
        }))?;
        return Ok(Answer::No);
    }
    let over = table.turn() == Turn::Over;
    if let Some(defect) = table.defect() {
        let cause = format!("the play broke off after {} moves and has no result: {defect}", table.made());
        out.line(format!("{}: {cause}", game.id()))?;
        out.document(&json!({"game": game.id(), "ok": false, "moves": table.made(), "error": {"line": 0, "cause": cause}}))?;
        return Ok(Answer::No);
    }
    out.line(format!(
        "{}: {} moves, {}, scores {:?}",
        game.id(),
        table.made(),
        if over { "over" } else { "not over" },
        table.scores()
    ))?;
    for line in table.sheet(Lang::En) {
        out.line(line)?;
    }
    out.document(&json!({
        "game": game.id(), "ok": true, "moves": table.made(), "over": over, "scores": table.scores(),
        "winner": super::winner(&*table), "error": null,
    }))?;
    Ok(Answer::Yes)
}

/// Replays a file of card deals: with JSON, one result object a line, in the order of the file.
fn vectors(path: &Path, out: &mut Output) -> anyhow::Result<Answer> {
    let text = super::read(path)?;
    let (mut good, mut bad) = (0, 0);
    for (i, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
        let result = catalog::check_vector(line);
        let (ok, difference) = (result.is_ok(), result.err().map(|fault| fault.to_string()));
        good += usize::from(ok);
        bad += usize::from(!ok);
        if let Some(difference) = &difference {
            out.line(format!("{}:{}: {difference}", path.display(), i + 1))?;
        }
        out.document(&json!({"line": i + 1, "ok": ok, "difference": difference}))?;
    }
    out.line(format!("{good} deals agree, {bad} do not"))?;
    Ok(if bad == 0 { Answer::Yes } else { Answer::No })
}
