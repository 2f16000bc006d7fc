//! `partie belief`: what a player of a recorded card game may have believed about the hidden cards.

use crate::args::{Belief, BeliefTable};
use crate::output::{Answer, Output};
use anyhow::Context;
use catalog::{BeliefKind, BeliefMade, BeliefQuestion, BeliefReport, belief};
use game::Record;
use serde_json::json;

pub(crate) fn run(args: &Belief, seed: u64, out: &mut Output) -> anyhow::Result<Answer> {
    let shown = args.record.display();
    let record = Record::parse(&super::read(&args.record)?).with_context(|| format!("{shown}"))?;
    let kind = match args.table {
        BeliefTable::Exact => BeliefKind::Exact,
        BeliefTable::Weighted => BeliefKind::Weighted,
        BeliefTable::Thesis => BeliefKind::Thesis,
    };
    let player = args.player.checked_sub(1).context("players are numbered from 1")?;
    let ask = BeliefQuestion { game: &args.game, record: &record, player, at: args.at, kind, seed };
    let report = belief(&ask).with_context(|| format!("{shown}"))?;
    print(&report, out)?;
    let (deals, effective) = made(&report);
    out.document(&json!({
        "game": report.game, "moves": report.made, "player": report.player.index() + 1, "table": kind_name(kind),
        "own": report.own, "deals": report.table.deals.map(|n| n.to_string()),
        "counted": report.table.made == BeliefMade::Counted, "drawn": deals, "effective": effective,
        "cards": report.rows.iter().map(|(card, shares)| json!({"card": card, "players": shares})).collect::<Vec<_>>(),
        "partners": report.partners, "error": report.error.map(|(most, mean)| json!({"most": most, "mean": mean})),
    }))?;
    Ok(Answer::Yes)
}

fn kind_name(kind: BeliefKind) -> &'static str {
    match kind {
        BeliefKind::Exact => "exact",
        BeliefKind::Weighted => "weighted",
        BeliefKind::Thesis => "thesis",
    }
}

/// How many deals were drawn, and how many independent ones they are worth.
fn made(report: &BeliefReport) -> (Option<usize>, Option<f64>) {
    match report.table.made {
        BeliefMade::Drawn { deals, effective } => (Some(deals), Some(effective)),
        BeliefMade::Counted | BeliefMade::Thesis => (None, None),
    }
}

fn print(report: &BeliefReport, out: &mut Output) -> anyhow::Result<()> {
    out.line(format!(
        "{}, player {} after {} moves, holding {}",
        report.game,
        report.player,
        report.made,
        if report.own.is_empty() { "no card".to_string() } else { report.own.join(" ") }
    ))?;
    match report.table.deals {
        Some(1) => out.line("one deal is possible")?,
        Some(n) => out.line(format!("{n} deals are possible"))?,
        None => out.line("the deals are not counted")?,
    }
    if let (Some(deals), Some(effective)) = made(report) {
        out.line(format!("{deals} deals drawn, worth {effective:.1} independent ones"))?;
    }
    let players = report.rows.first().map_or(0, |(_, shares)| shares.len());
    let heads: Vec<String> = (1..=players).map(|p| format!("{:>9}", format!("player {p}"))).collect();
    out.line(format!("{:<6}{}", "card", heads.concat()))?;
    for (card, shares) in &report.rows {
        let cells: Vec<String> = shares.iter().map(|share| format!("{share:>9.4}")).collect();
        out.line(format!("{card:<6}{}", cells.concat()))?;
    }
    if let Some(partners) = &report.partners {
        out.line("partners: 1 together, -1 against each other, 0 not known")?;
        for (p, row) in partners.iter().enumerate() {
            let cells: Vec<String> = row.iter().map(|x| format!("{x:>3}")).collect();
            out.line(format!("player {}{}", p + 1, cells.concat()))?;
        }
    }
    if let Some((most, mean)) = report.error {
        out.line(format!("off the exact table by {mean:.4} on average, {most:.4} at most"))?;
    }
    Ok(())
}
