//! `partie verify`: was a match dealt as promised, played by the rules, and recorded as it was?

use crate::output::{Answer, Output};
use anyhow::Context;
use clap::Args;
use game::Record;
use serde_json::json;
use std::path::PathBuf;

#[derive(Args)]
pub(crate) struct Verify {
    /// The record of a finished match, as the table in the browser exports it
    pub(crate) record: PathBuf,
    /// The commitment that was seen before the deal; the record must hold it
    #[arg(long, value_name = "HEX")]
    pub(crate) commitment: Option<String>,
}

pub(crate) fn run(args: &Verify, out: &mut Output) -> anyhow::Result<Answer> {
    let shown = args.record.display();
    let record = Record::parse(&super::read(&args.record)?).with_context(|| format!("{shown}"))?;
    let game = super::open(&record.game).with_context(|| format!("{shown}: the header 'game'"))?;
    if record.rules != game.version() {
        out.line(format!("note: made under rules {}, these are rules {}", record.rules, game.version()))?;
    }
    let verdict = fair::verify(&record, args.commitment.as_deref(), &mut |seed| game.table(seed));
    for deal in verdict.deals.iter().filter(|deal| deal.kept) {
        let (number, seed) = (deal.opening.deal, deal.opening.seed);
        out.line(format!(
            "deal {number}: promised as {}…, shuffled with the seed {seed}",
            &deal.commitment[..16]
        ))?;
    }
    for note in &verdict.notes {
        out.line(format!("note: {note}"))?;
    }
    for fault in &verdict.faults {
        out.line(format!("{shown}: {fault}"))?;
    }
    let (dealt, ended) = (
        if verdict.deals.is_empty() { "" } else { "the cards were dealt as promised, " },
        if verdict.over { "the result is right" } else { "the play is not over" },
    );
    out.line(match verdict.fair() {
        true => format!("{}: verified: {dealt}{} moves are legal, {ended}", game.id(), verdict.moves),
        false => format!("{}: not verified", game.id()),
    })?;
    out.document(&json!({
        "game": game.id(), "ok": verdict.fair(), "moves": verdict.moves, "over": verdict.over,
        "scores": verdict.scores, "notes": verdict.notes,
        "deals": verdict.deals.iter().map(|deal| json!({
            "deal": deal.opening.deal, "commitment": deal.commitment, "kept": deal.kept,
            "seed": deal.opening.seed.to_string(), "nonce": fair::hex(&deal.opening.nonce),
        })).collect::<Vec<_>>(),
        "errors": verdict.faults.iter().map(|f| json!({"line": f.line, "cause": f.cause})).collect::<Vec<_>>(),
    }))?;
    Ok(if verdict.fair() { Answer::Yes } else { Answer::No })
}
