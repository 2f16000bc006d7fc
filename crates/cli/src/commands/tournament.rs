//! `partie tournament`: who is stronger, from a file that says who plays what. Killed at any moment, the same command goes on
//! where it was.

use crate::args::Tournament;
use crate::output::{Answer, Output};
use anyhow::{Context, bail};
use arena::report::{Results, csv, html, moves_csv, text};
use arena::{Entrant, Finished, Halt, Plan, Played, Run, Standings};
use catalog::Playable;
use game::Lang;
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

pub(crate) fn run(args: &Tournament, seed: u64, out: &mut Output) -> anyhow::Result<Answer> {
    let shown = args.file.display().to_string();
    let mut plan = Plan::parse(&super::read(&args.file)?).with_context(|| shown.clone())?;
    super::learn::load_nets(plan.players.iter().map(agent_of))?;
    let game = super::open(&plan.game).with_context(|| shown.clone())?;
    plan.seed = Some(plan.seed.unwrap_or(seed));
    let seed = plan.seed.unwrap_or(seed);
    plan.check(&*game).with_context(|| shown.clone())?;
    super::bot::confine()?;

    let log = (!args.no_log).then(|| args.log.clone().unwrap_or_else(|| beside(&args.file)));
    let bar = ProgressBar::new(0)
        .with_style(ProgressStyle::with_template("{bar:40} {pos}/{len} plays, {elapsed} gone, {eta} to go")?);
    let progress = |_: &Played, made: u64, all: u64| {
        bar.set_length(all);
        bar.set_position(made);
    };
    let stop = Arc::new(AtomicBool::new(false));
    for signal in [signal_hook::consts::SIGINT, signal_hook::consts::SIGTERM] {
        signal_hook::flag::register_conditional_shutdown(signal, 130, Arc::clone(&stop))?;
        signal_hook::flag::register(signal, Arc::clone(&stop))?;
    }
    let how = Run {
        threads: usize::from(args.threads),
        log: log.as_deref(),
        fresh: args.fresh,
        stop: &stop,
        progress: &progress,
    };
    let finished = match arena::run(&*game, &plan, seed, &how) {
        Err(halt @ Halt::Stopped) => bail!("{halt}"),
        done => done?,
    };
    bar.finish_and_clear();
    let standings = Standings::of(&plan, &finished.played, game.chance(), &finished.micros);
    let results =
        Results { game: game.id(), plan: &plan, seed, played: &finished.played, standings: &standings };
    write(args, &*game, &results, &finished)?;
    standings.faults.iter().try_for_each(|fault| out.line(fault))?;
    text(&results).iter().try_for_each(|line| out.line(line))?;
    if let Some(log) = &log {
        out.line(format!("log: {}", log.display()))?;
    }
    out.document(&document(&results))?;
    Ok(Answer::Yes)
}

/// The description of an agent that takes part; empty for a program.
fn agent_of(entrant: &Entrant) -> &str {
    match entrant {
        Entrant::Agent(agent) | Entrant::Named { agent, .. } => agent,
        Entrant::Program { .. } => "",
    }
}

/// The log of a plan: beside it, under its name.
fn beside(plan: &Path) -> PathBuf {
    plan.with_extension("log")
}

/// Writes the files that were asked for.
fn write(
    args: &Tournament,
    game: &dyn Playable,
    results: &Results<'_>,
    finished: &Finished,
) -> anyhow::Result<()> {
    let save = |path: &PathBuf, text: String| {
        std::fs::write(path, text).with_context(|| format!("cannot write {}", path.display()))
    };
    if let Some(path) = &args.html {
        let draw = |play: &Played| frames(game, results, play);
        save(path, html(results, &draw))?;
    }
    if let Some(path) = &args.csv {
        save(path, csv(results))?;
    }
    if let Some(path) = &args.moves {
        save(path, moves_csv(results, &finished.micros))?;
    }
    if let Some(folder) = &args.records {
        std::fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
        for play in &finished.played {
            let record = arena::record(game, results.plan, results.seed, play);
            save(&folder.join(format!("{:06}.txt", play.job + 1)), record.to_string())?;
        }
    }
    Ok(())
}

/// The pictures of a play that hides nothing, from its start to its end; empty where the game cannot be drawn in characters.
fn frames(game: &dyn Playable, results: &Results<'_>, play: &Played) -> Vec<String> {
    let mut table = game.table(results.seed.wrapping_add(u64::from(play.deal)));
    let mut frames: Vec<String> = table.drawing(None, Lang::En, false).into_iter().collect();
    for made in play.moves.iter().filter(|_| !game.hidden()) {
        if table.play(&made.text).is_err() {
            break;
        }
        frames.extend(table.drawing(None, Lang::En, false));
    }
    if frames.len() == play.moves.len() + 1 { frames } else { Vec::new() }
}

fn document(results: &Results<'_>) -> Value {
    let (plan, standings) = (results.plan, results.standings);
    let name = |i: usize| plan.players[i].name();
    let row = |&i: &usize| {
        let r = &standings.rows[i];
        json!({
            "name": name(i), "agent": plan.players[i].what(), "plays": r.plays, "wins": r.wins, "draws": r.draws,
            "points": r.points, "mean": r.score.mean, "interval": r.score.interval, "share": r.share.mean,
            "share_interval": r.share.interval, "elo": r.rating.elo,
            "elo_interval": r.rating.interval.map(|(low, high)| [low, high]), "faults": r.faults, "moves": r.moves,
            "nodes": r.nodes,
        })
    };
    let meeting = |m: &arena::Meeting| {
        let test = m.sprt.map(|s| {
            json!({"llr": s.llr, "lower": s.lower, "upper": s.upper, "verdict": match s.verdict {
                arena::sprt::Verdict::Open => "open",
                arena::sprt::Verdict::First => "elo0",
                arena::sprt::Verdict::Second => "elo1",
            }})
        });
        json!({
            "players": m.players.iter().map(|&p| name(p)).collect::<Vec<_>>(), "wins": m.wins, "draws": m.draws,
            "scores": m.scores, "plays": m.plays, "difference": m.difference.map(|d| d.mean),
            "difference_interval": m.difference.and_then(|d| d.interval), "sprt": test,
        })
    };
    json!({
        "game": results.game, "seed": results.seed, "rounds": plan.rounds, "plays": results.played.len(),
        "ranking": standings.ranking.iter().map(row).collect::<Vec<_>>(),
        "meetings": standings.meetings.iter().map(meeting).collect::<Vec<_>>(),
        "seats": standings.seats.iter().map(|s| json!({"share": s.mean, "interval": s.interval})).collect::<Vec<_>>(),
        "against": standings.against.iter().map(|row| row.iter().map(|c| c.0).collect::<Vec<_>>()).collect::<Vec<_>>(),
        "faults": standings.faults, "cut": standings.cut,
        "published": standings.beside.iter().map(|b| json!({
            "players": [name(b.players.0), name(b.players.1)], "published": b.published.0, "ours": b.ours.0,
            "interval": b.ours.1, "clear": b.clear,
        })).collect::<Vec<_>>(),
    })
}
