//! `partie check`: is the game as a designer expects it to be? Exit code 1 when it is not well defined.

use super::automaton::{budget, show, watch};
use super::report;
use super::verdict::{self, Verdict};
use crate::args::Check;
use crate::output::{Answer, Output};
use catalog::{Analysis, Defect, Erratum, Finding, Playable, Remark, Step};
use game::Limit;
use indicatif::ProgressBar;
use serde_json::{Value, json};

/// States the strong agent may visit for a move when skill is measured: these, or fewer where states are large and plays
/// long, so that all plays together make states of at most so many bytes, or of as many as `--work` allows.
const SKILL_NODES: (u64, u64) = (100, 3_000);
const SKILL_WORK: u64 = 500 << 20;

pub(crate) fn run(args: &Check, seed: u64, out: &mut Output) -> anyhow::Result<Answer> {
    let described = super::description(&args.game)?;
    let mut mistakes = Vec::new();
    let (mut remarks, mut explained) = (Vec::new(), Vec::new());
    let language = described.as_ref().map(|d| d.language);
    let game = match described {
        None => super::open(&args.game)?,
        Some(described) => {
            remarks = described.remarks.clone();
            explained = catalog::explain(&super::read(super::file_of(&args.game))?, &args.game);
            let Some(game) = described.game else {
                let verdict = verdict::unread(&args.game, &remarks);
                out.decided(Answer::No);
                told(&verdict, out)?;
                remarks.iter().try_for_each(|r| out.line(r.rendered.trim_end()))?;
                let mut page =
                    json!({"game": args.game, "remarks": remarks.iter().map(remark).collect::<Vec<_>>()});
                first(&mut page, &verdict);
                out.document(&page)?;
                return Ok(Answer::No);
            };
            mistakes = errata(&args.game)?;
            game
        }
    };
    let mut analysis = analyse(&*game, args, seed)?;
    let met: Vec<Erratum> = analysis.defects.iter().map(erratum).filter(|e| !listed(&mistakes, e)).collect();
    mistakes.extend(met);
    condemn(&mut analysis, &mistakes);
    let verdict = verdict::of(&game.id(), language, &remarks, &mistakes, &analysis);
    let well = analysis.findings.iter().find(|f| f.property == "well defined").and_then(|f| f.holds);
    // Nothing was disproved: what is unknown has said why.
    let answer = if well == Some(false) { Answer::No } else { Answer::Yes };
    out.decided(answer);
    told(&verdict, out)?;
    remarks.iter().try_for_each(|r| out.line(r.rendered.trim_end()))?;
    if args.explain {
        explained.iter().try_for_each(|line| out.line(format!("analysis: {line}")))?;
    }
    mistakes.iter().try_for_each(|e| shown(e, out))?;
    out.line(format!("{}: {}", game.id(), explored(&analysis)))?;
    for finding in &analysis.findings {
        // Without chance it is the same as terminating.
        if analysis.chance || finding.property != "ends with probability 1" {
            property(finding, out)?;
        }
    }
    for line in report::lines(&analysis) {
        out.line(line)?;
    }
    let skill = skill(&*game, args, seed, &analysis, out)?;
    let mut page = report::document(&game.id(), &analysis, skill);
    first(&mut page, &verdict);
    page["explained"] = json!(explained);
    page["mistakes"] = mistakes.iter().map(mistake).collect();
    page["remarks"] = remarks.iter().map(remark).collect();
    out.document(&page)?;
    Ok(answer)
}

/// A defect met in play, among the mistakes of the description.
fn erratum(d: &Defect) -> Erratum {
    let more = if d.shortest { "" } else { "; a shorter play may show it" };
    let (cause, play) = (format!("{}{more}", d.cause), d.play.clone());
    Erratum { name: d.name, line: 0, cause, play, assuming: String::new() }
}

/// Whether a mistake of the same kind was reported with a play that is not longer.
fn listed(mistakes: &[Erratum], new: &Erratum) -> bool {
    let kind = |cause: &str| catalog::defect_kind(cause.split(" (thrown").next().unwrap_or_default());
    mistakes.iter().any(|e| e.name == new.name && kind(&e.cause) == kind(&new.cause))
}

/// A description with mistakes is not well defined, whatever else holds.
fn condemn(analysis: &mut Analysis, mistakes: &[Erratum]) {
    let Some(first) = mistakes.first() else { return };
    let well = analysis.findings.iter_mut().find(|f| f.property == "well defined" && f.holds != Some(false));
    if let Some(finding) = well {
        finding.holds = Some(false);
        finding.cause = format!("there are mistakes ({}): {}, {}", mistakes.len(), first.name, first.cause);
        finding.play.clone_from(&first.play);
    }
}

/// The three lines at the top.
fn told(v: &Verdict, out: &mut Output) -> anyhow::Result<()> {
    out.line(&v.verdict)?;
    out.line(format!("  {}", v.problem))?;
    out.line(format!("  -> {}", v.advice))
}

fn first(page: &mut Value, v: &Verdict) {
    page["verdict"] = json!({"verdict": v.verdict, "problem": v.problem, "advice": v.advice});
}

fn errata(path: &str) -> anyhow::Result<Vec<Erratum>> {
    let text = super::read(super::file_of(path))?;
    let spinner = ProgressBar::new_spinner();
    show(&spinner, "mistakes of the description".to_string());
    let mistakes = catalog::errata(&text, path);
    spinner.finish_and_clear();
    Ok(mistakes)
}

fn analyse(game: &dyn Playable, args: &Check, seed: u64) -> anyhow::Result<Analysis> {
    let spinner = ProgressBar::new_spinner();
    let mut exploring = watch(&spinner);
    let analysis =
        game.analyse(&budget(&args.budget)?, (args.plays, args.deals), seed, &mut |step| match step {
            Step::Exploring(progress) => exploring(progress),
            Step::Doing(what) => show(&spinner, what.to_string()),
        });
    spinner.finish_and_clear();
    Ok(analysis)
}

fn mistake(e: &Erratum) -> Value {
    json!({"name": e.name, "line": e.line, "cause": e.cause, "play": e.play, "assuming": e.assuming})
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
        let trouble = analysis.trouble.as_ref().map_or(String::new(), |t| format!(": {t}"));
        format!(
            "more than {} states; exploring stopped ({}{trouble}) when the moves of {} were known, all within {} moves \
             of the start. 'yes' and 'NO' are proved all the same; everything else is about what was seen. --states and \
             --work allow more",
            s.states, analysis.stopped, s.expanded, s.depth
        )
    }
}

fn property(finding: &Finding, out: &mut Output) -> anyhow::Result<()> {
    let answer = match finding.holds {
        Some(true) => "yes",
        Some(false) => "NO",
        None => "unknown",
    };
    // Of a message with an excerpt the sentence and its place.
    let cause: Vec<&str> = finding.cause.lines().take(2).map(str::trim).collect();
    let cause = if finding.cause.is_empty() { String::new() } else { format!(": {}", cause.join(" ")) };
    out.line(format!("  {:23} {answer}{cause}", finding.property))?;
    if !finding.play.is_empty() {
        let mut play = finding.play.clone();
        if let Some(cycle) = finding.cycle {
            play.insert(cycle, "(".into());
            play.push(") again and again".into());
        }
        out.line(format!("                          shown by: {}", play.join(" ")))?;
    }
    Ok(())
}

/// A mistake of the description that shows in play.
fn shown(e: &Erratum, out: &mut Output) -> anyhow::Result<()> {
    out.line(format!("mistake: {}: {}", e.name, e.cause))?;
    if !e.assuming.is_empty() {
        out.line(format!("         assuming that {}", e.assuming))?;
    }
    if !e.play.is_empty() {
        out.line(format!("         shown by: {}", e.play.join(" ")))?;
    }
    Ok(())
}

/// How many plays of skill the work allows, and how many states a move then.
fn affordable(plays: u32, players: usize, play: u64, work: u64) -> (u32, u64) {
    // A random play costs so much; the strong agent looks at so many states instead of one, on its own turns.
    let states = SKILL_WORK.min(work.saturating_mul(1 << 20)).saturating_mul(players as u64) / play.max(1);
    let plays = plays.min(u32::try_from(states / SKILL_NODES.0).unwrap_or(u32::MAX));
    (plays, (states / u64::from(plays.max(1))).clamp(SKILL_NODES.0, SKILL_NODES.1))
}

/// How much a strong agent gets against random ones: the share of plays it wins, from every seat in turn.
fn skill(
    game: &dyn Playable,
    args: &Check,
    seed: u64,
    analysis: &Analysis,
    out: &mut Output,
) -> anyhow::Result<Value> {
    let n = game.players();
    if args.skill == 0 || n < 2 {
        return Ok(Value::Null);
    }
    if !analysis.defects.is_empty() {
        out.line("Skill: not measured: plays may end without a result")?;
        return Ok(Value::Null);
    }
    let play = analysis.trial.work / analysis.trial.plays.max(1);
    let (plays, nodes) = affordable(args.skill, n, play, args.budget.work);
    if plays == 0 {
        out.line("Skill: not measured: one play takes more work than allowed; --work allows more")?;
        return Ok(Value::Null);
    }
    let strong = game.strongest();
    let mut agents = vec!["random".to_string(); n];
    agents[0].clone_from(&strong);
    let bar = ProgressBar::new(u64::from(plays));
    let standing = arena::play_match(
        game,
        &agents,
        plays,
        seed,
        (&Limit::nodes(nodes), &game::Policy::default()),
        &mut |_| bar.inc(1),
    )?;
    bar.finish_and_clear();
    let share = f64::from(standing.wins[0]) / f64::from(plays);
    let width = 1.96 * (share * (1.0 - share) / f64::from(plays)).sqrt();
    let fair = 100.0 / analysis.sides.len().max(1) as f64;
    out.line(format!(
        "Skill: {strong} with {nodes} states a move wins {:.0} ± {:.0} % of {plays} plays against random \
         ({fair:.0} % would be chance alone)",
        share * 100.0,
        width * 100.0
    ))?;
    Ok(json!({
        "agent": strong, "nodes": nodes, "plays": plays, "wins": share, "interval": width, "draws": standing.draws, "fair": fair / 100.0,
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plays_of_skill_cost_no_more_than_the_work_allows() {
        let megabyte = 1 << 20;
        // Small states: all plays, and as many states a move as is useful.
        assert_eq!(affordable(100, 2, 1_000, 256), (100, SKILL_NODES.1));
        // Large ones: fewer states a move, then fewer plays, then none.
        for play in [megabyte / 8, megabyte, 4 * megabyte, 600 * megabyte] {
            for work in [1, 16, 500] {
                let (plays, nodes) = affordable(100, 2, play, work);
                assert!(plays <= 100 && nodes >= SKILL_NODES.0 && nodes <= SKILL_NODES.1);
                // The strong agent moves every second time, so a play costs half of what its states would cost alone.
                assert!(
                    u64::from(plays) * nodes * play / 2 <= work * megabyte,
                    "{play} {work}: {plays} × {nodes}"
                );
            }
        }
        assert_eq!(affordable(100, 2, 600 * megabyte, 16).0, 0);
    }
}
