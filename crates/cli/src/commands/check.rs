//! `partie check`: does the game hold what a designer expects of it? Exit code 1 when it is not well defined.

use super::automaton::{budget, watch};
use super::matches;
use crate::args::Check;
use crate::output::{Answer, Output};
use catalog::{Analysis, Finding, Playable, Remark};
use game::Limit;
use indicatif::ProgressBar;
use serde_json::{Value, json};

/// States the strong agent may visit for a move when skill is measured.
const SKILL_NODES: u64 = 3_000;

pub(crate) fn run(args: &Check, seed: u64, out: &mut Output) -> anyhow::Result<Answer> {
    let described = super::description(&args.game)?;
    let (mut remarks, mut explained) = (Vec::new(), Vec::new());
    let game = match described {
        None => super::open(&args.game)?,
        Some(described) => {
            remarks = described.remarks.clone();
            remarks.iter().try_for_each(|r| out.line(r.rendered.trim_end()))?;
            explained = described.explained.clone();
            if args.explain {
                explained.iter().try_for_each(|line| out.line(format!("analysis: {line}")))?;
            }
            let Some(game) = described.game else {
                let errors = remarks.iter().filter(|r| r.error).count();
                out.line(format!("{}: {errors} errors, no game", args.game))?;
                out.document(
                    &json!({"game": args.game, "remarks": remarks.iter().map(remark).collect::<Vec<_>>()}),
                )?;
                return Ok(Answer::No);
            };
            game
        }
    };
    let spinner = ProgressBar::new_spinner();
    let analysis = game.analyse(&budget(&args.budget)?, args.plays, seed, &mut watch(&spinner));
    spinner.finish_and_clear();
    out.line(format!("{}: {}", game.id(), explored(&analysis)))?;
    for finding in &analysis.findings {
        report(finding, out)?;
    }
    numbers(&analysis, out)?;
    let skill = skill(&*game, args.skill, seed, out)?;
    let mut page = document(&game.id(), &analysis, skill);
    page["explained"] = json!(explained);
    page["remarks"] = remarks.iter().map(remark).collect();
    out.document(&page)?;
    let well = analysis.findings.iter().find(|f| f.property == "well defined").and_then(|f| f.holds);
    Ok(if well == Some(false) { Answer::No } else { Answer::Yes })
}

fn remark(r: &Remark) -> Value {
    let severity = if r.error { "error" } else { "warning" };
    json!({"severity": severity, "line": r.line, "column": r.column, "message": r.message, "hint": r.hint})
}

fn explored(analysis: &Analysis) -> String {
    let s = &analysis.statistics;
    if analysis.complete {
        format!("{} states, all explored", s.states)
    } else {
        format!(
            "more than {} states; exploring stopped ({}). What follows is proved only where it says so",
            s.states, analysis.stopped
        )
    }
}

fn report(finding: &Finding, out: &mut Output) -> anyhow::Result<()> {
    let answer = match finding.holds {
        Some(true) => "yes",
        Some(false) => "NO",
        None => "unknown within the budget",
    };
    out.line(format!("  {:17} {answer}", finding.property))?;
    if !finding.cause.is_empty() {
        out.line(format!("                    {}", finding.cause))?;
    }
    if !finding.play.is_empty() {
        let mut play = finding.play.clone();
        if let Some(cycle) = finding.cycle {
            play.insert(cycle, "(".into());
            play.push(") again and again".into());
        }
        out.line(format!("                    shown by: {}", play.join(" ")))?;
    }
    Ok(())
}

fn numbers(analysis: &Analysis, out: &mut Output) -> anyhow::Result<()> {
    let (s, t) = (&analysis.statistics, &analysis.trial);
    out.line("Explored:")?;
    out.line(format!(
        "  {} states, {} of them ends, {} of chance; {} moves; depth {}; {:.2} choices on average, {} at most; {:.0} bytes a state",
        s.states, s.terminal, s.chance, s.edges, s.depth, s.branching, s.widest, analysis.bytes_per_state
    ))?;
    if let Some(plays) = &s.plays {
        let parts: Vec<String> = plays[1..].iter().map(u128::to_string).collect();
        out.line(format!(
            "  {} different plays ({}; the last number: nobody alone wins)",
            plays[0],
            parts.join(" / ")
        ))?;
    }
    if let Some(n) = analysis.normalised {
        out.line(format!("  normalised: {n} terminal states"))?;
    }
    if let Some(n) = analysis.minimal {
        out.line(format!("  minimal automaton: {n} states"))?;
    }
    match analysis.value {
        Some((1, n)) => out.line(format!("  perfect play: the first to move wins in {n} moves"))?,
        Some((0, _)) => out.line("  perfect play: a draw")?,
        Some((_, n)) => out.line(format!("  perfect play: the first to move loses in {n} moves"))?,
        None => {}
    }
    for (name, chances) in [("random play", &analysis.random), ("best play", &analysis.best)] {
        if let Some(chances) = chances {
            let shown: Vec<String> = chances.iter().map(|c| format!("{c:.6}")).collect();
            out.line(format!(
                "  exact chances in {name}: {} (the last: nobody alone wins)",
                shown.join(" / ")
            ))?;
        }
    }
    if !analysis.unused_zones.0.is_empty() {
        let (zones, looked) = &analysis.unused_zones;
        out.line(format!(
            "  zones that were empty in all of {looked} states looked at: {}",
            zones.join(", ")
        ))?;
    }
    out.line(format!("Random play, {} plays (± is the 95 % interval):", t.plays))?;
    out.line(format!(
        "  length {:.1} ± {:.1} moves, {:.1} choices, {:.2} changes of the lead",
        t.length.0, t.length.1, t.branching, t.lead_changes
    ))?;
    for (i, (share, width)) in t.wins.iter().enumerate() {
        out.line(format!("  player {} wins {:.1} ± {:.1} %", i + 1, share * 100.0, width * 100.0))?;
    }
    out.line(format!("  nobody alone wins {:.1} ± {:.1} %", t.draws.0 * 100.0, t.draws.1 * 100.0))?;
    if t.cut > 0 {
        out.line(format!("  {} plays were stopped: too long", t.cut))?;
    }
    if let Some((count, play)) = &t.stuck {
        out.line(format!("  {count} plays got stuck, for example: {}", play.join(" ")))?;
    }
    Ok(())
}

/// How much a strong agent gets against random ones: the share of plays it wins, from every seat in turn.
fn skill(game: &dyn Playable, plays: u32, seed: u64, out: &mut Output) -> anyhow::Result<Value> {
    let n = game.players();
    if plays == 0 || n < 2 {
        return Ok(Value::Null);
    }
    let strong = game.strongest();
    let mut agents = vec!["random".to_string(); n];
    agents[0].clone_from(&strong);
    let standing =
        matches::play(game, &agents, plays, seed, &Limit::nodes(SKILL_NODES), &ProgressBar::hidden())?;
    let share = f64::from(standing.wins[0]) / f64::from(plays);
    let width = 1.96 * (share * (1.0 - share) / f64::from(plays)).sqrt();
    out.line(format!(
        "Skill: {strong} with {SKILL_NODES} states a move wins {:.0} ± {:.0} % of {plays} plays against random",
        share * 100.0,
        width * 100.0
    ))?;
    Ok(json!({"agent": strong, "plays": plays, "wins": share, "interval": width, "draws": standing.draws}))
}

fn document(id: &str, analysis: &Analysis, skill: Value) -> Value {
    let (s, t) = (&analysis.statistics, &analysis.trial);
    let finding = |f: &Finding| json!({"property": f.property, "holds": f.holds, "play": f.play, "cycle": f.cycle, "cause": f.cause});
    json!({
        "game": id, "complete": analysis.complete, "stopped": analysis.stopped.to_string(),
        "properties": analysis.findings.iter().map(finding).collect::<Vec<_>>(),
        "states": s.states, "terminal": s.terminal, "chance": s.chance, "edges": s.edges, "depth": s.depth,
        "branching": s.branching, "widest": s.widest, "ends": s.ends,
        "plays": s.plays.as_ref().map(|p| p.iter().map(u128::to_string).collect::<Vec<_>>()),
        "normalised_terminal": analysis.normalised, "minimal": analysis.minimal,
        "value": analysis.value.map(|(v, n)| json!({"first_to_move": v, "plies": n})),
        "random_chances": analysis.random, "best_chances": analysis.best,
        "unused_zones": analysis.unused_zones.0, "bytes_per_state": analysis.bytes_per_state,
        "random": {
            "plays": t.plays, "cut": t.cut, "length": t.length.0, "branching": t.branching,
            "wins": t.wins.iter().map(|w| w.0).collect::<Vec<_>>(), "draws": t.draws.0,
            "lead_changes": t.lead_changes, "stuck": t.stuck.as_ref().map(|(n, _)| n),
        },
        "skill": skill,
    })
}
