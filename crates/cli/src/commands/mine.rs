//! `partie expert mine`: rules for bidding and announcing from deals that a rule file plays.

use super::expert::source;
use crate::args::Mine;
use crate::output::{Answer, Output};
use anyhow::{Context, anyhow};
use indicatif::ProgressBar;
use rulebots::mine::{Dig, Mined};
use rulebots::mine_any;
use serde_json::{Value, json};

pub(crate) fn run(args: &Mine, seed: u64, out: &mut Output) -> anyhow::Result<Answer> {
    let (file, text) = source(&args.file)?;
    let dig = Dig { deals: args.deals, seed, depth: args.depth, support: args.support.max(2) };
    let bar = ProgressBar::new(u64::from(args.deals));
    let found = mine_any(&args.game, (&file, &text), dig, |_| bar.inc(1));
    bar.finish_and_clear();
    let (found, features) = found.map_err(|error| anyhow!("{}: {error}", args.file))?;
    out.line(format!(
        "{} deals, {} plays, {} answers weighed against the usual one",
        args.deals, found.plays, found.cases
    ))?;
    for rule in &found.rules {
        out.line(format!(
            "{} [{}] if {}: {:+.2} ± {:.2} a deal in {} cases; tested in {}: {:+.2}, {:.0} % not worse",
            rule.block,
            rule.answer,
            if rule.bounds.is_empty() { "always".to_string() } else { rule.condition(features) },
            rule.gain.0,
            1.96 * rule.gain.1,
            rule.support,
            rule.tested,
            rule.held,
            100.0 * rule.accuracy
        ))?;
    }
    if found.rules.is_empty() {
        out.line("no answer is worth more than the usual one")?;
    }
    if let Some(path) = &args.out {
        std::fs::write(path, &found.text).with_context(|| format!("cannot write {}", path.display()))?;
        out.line(format!("{} written", path.display()))?;
    }
    let rule = |rule: &Mined| -> Value {
        json!({
            "block": rule.block, "answer": rule.answer, "condition": rule.condition(features),
            "support": rule.support, "gain": rule.gain.0, "error": rule.gain.1, "tested": rule.tested,
            "held": rule.held, "accuracy": rule.accuracy,
        })
    };
    out.document(&json!({
        "game": args.game, "file": file, "deals": args.deals, "seed": seed, "plays": found.plays,
        "cases": found.cases, "rules": found.rules.iter().map(rule).collect::<Vec<_>>(), "text": found.text,
    }))?;
    Ok(if found.rules.is_empty() { Answer::No } else { Answer::Yes })
}
