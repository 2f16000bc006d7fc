//! `partie run`: the moves of a file or of the argument, one after another, what follows after each, and what the whole
//! sequence proves: a win, a draw or neither, and how probable its chance events are.

use crate::args::Run;
use crate::output::{Answer, Output};
use anyhow::bail;
use catalog::Playable;
use game::{Lang, Table, Turn};
use serde_json::{Value, json};
use std::path::Path;

pub(crate) fn run(args: &Run, seed: u64, out: &mut Output) -> anyhow::Result<Answer> {
    let game = super::open(&args.game)?;
    let mut table = game.table(seed);
    let path = Path::new(&args.moves);
    let from_file = path.is_file();
    let single = !args.moves.contains(char::is_whitespace);
    if !from_file
        && single
        && (args.moves.contains(['/', '\\']) || path.extension().is_some_and(|e| e == "txt"))
    {
        bail!("there is no file {}; moves may also stand in the argument, separated by blanks", args.moves);
    }
    let text = if from_file {
        super::read(path)?
    } else {
        args.moves.split_whitespace().collect::<Vec<_>>().join("\n")
    };
    let start = json!({"legal": legal(&*table), "player": player(&*table), "scores": table.points(), "winner": super::winner(&*table)});
    let mut plies = Vec::new();
    let mut made: Vec<String> = Vec::new();
    let mut error = match table.defect() {
        Some(defect) => json!({"line": 0, "place": "at the start", "cause": defect}),
        None => Value::Null,
    };
    for (i, line) in text.lines().enumerate() {
        let mv = line.split(';').next().unwrap_or("").trim();
        if mv.is_empty() || !error.is_null() {
            continue;
        }
        if let Err(refusal) = table.play(mv) {
            let place =
                if from_file { format!("{}:{}", args.moves, i + 1) } else { format!("move {}", i + 1) };
            error = json!({"line": i + 1, "move": mv, "place": place, "cause": refusal.to_string()});
            break;
        }
        let ply = json!({
            "move": mv, "legal": legal(&*table), "player": player(&*table), "scores": table.points(),
            "winner": super::winner(&*table),
        });
        out.line(format!(
            "{:>4}. {mv}  — {} legal, player {}, scores {:?}, winner {}",
            plies.len() + 1,
            ply["legal"],
            ply["player"],
            table.points(),
            ply["winner"]
        ))?;
        plies.push(ply);
        made.push(mv.to_string());
        if let Some(defect) = table.defect() {
            error = json!({"line": i + 1, "move": mv, "place": format!("after move {}", plies.len()), "cause": defect});
            break;
        }
    }
    let cause = error["cause"]
        .as_str()
        .map(|cause| format!("{}: {cause}", error["place"].as_str().unwrap_or_default()));
    match cause {
        // Moves that are not possible are a mistake in the input; with JSON the document says so.
        Some(cause) if !out.is_json() => bail!(cause),
        Some(_) => {
            out.document(&json!({"game": game.id(), "start": start, "plies": plies, "error": error}))?;
            Ok(Answer::Mistake)
        }
        None => {
            let proved = verdict(&*game, &made, out)?;
            out.document(&json!({
                "game": game.id(), "start": start, "plies": plies, "error": error, "proved": proved,
            }))?;
            Ok(Answer::Yes)
        }
    }
}

/// What the sequence is, in a sentence and as a document.
fn verdict(game: &dyn Playable, moves: &[String], out: &mut Output) -> anyhow::Result<Value> {
    let Ok(proof) = game.prove(moves) else { return Ok(Value::Null) };
    let alone = game.players() == 1;
    let winners: Vec<String> = proof.winners.iter().map(u8::to_string).collect();
    let said = match (proof.over, winners.as_slice()) {
        (false, _) => "the sequence is possible; the play goes on".to_string(),
        (true, _) if proof.defect.is_some() => "the sequence ends the play without a result".to_string(),
        (true, []) if alone => "the sequence ends the play without success".to_string(),
        (true, _) if alone => "the sequence is winning".to_string(),
        (true, []) => "the sequence ends the play in a draw".to_string(),
        (true, [one]) => format!("the sequence is winning for player {one}"),
        (true, several) => format!("the sequence is winning for players {}", several.join(" and ")),
    };
    let chance = proof
        .probability
        .as_ref()
        .map(|p| format!("; chance brings its events with probability {p} = {:.3e}", proof.decimal));
    out.line(format!("Proved: {said}{}.", chance.unwrap_or_default()))?;
    let probability = proof.probability.map(|exact| json!({"exact": exact, "decimal": proof.decimal}));
    Ok(json!({"over": proof.over, "winners": proof.winners, "probability": probability}))
}

fn legal(table: &dyn Table) -> usize {
    table.offers(Lang::En).len()
}

/// The player to move, from 1; 0 for chance; -1 after the end.
fn player(table: &dyn Table) -> i32 {
    match table.turn() {
        Turn::Player(p) => i32::from(p.0) + 1,
        Turn::Chance => 0,
        Turn::Over => -1,
    }
}
