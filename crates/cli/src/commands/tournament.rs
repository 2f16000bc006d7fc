//! `partie tournament`: who is stronger, from a file that says who plays what. Killed at any moment, the same command goes on
//! where it was.

use crate::args::Tournament;
use crate::output::{Answer, Output};
use anyhow::{Context, bail};
use arena::nats::{Coordinator, Post};
use arena::report::{Results, csv, frames, games_parquet, html, moves_csv, moves_parquet, text};
use arena::{Crew, Entrant, Finished, Halt, Mistakes, Plan, Played, Run, Standings, Threads};
use catalog::Playable;
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::{Value, json};
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The plan of a file and its game; or everything that is wrong with it.
fn planned(args: &Tournament, seed: u64) -> anyhow::Result<(Plan, Box<dyn Playable>)> {
    let (plan, mut mistakes) = Plan::read(&super::read(&args.file)?);
    let Some(mut plan) = plan else { return Err(Mistakes(mistakes).into()) };
    super::learn::load_nets(plan.players.iter().map(agent_of))?;
    let folder = args.file.parent().unwrap_or(Path::new(""));
    let book =
        plan.read_openings(|name| super::read(&folder.join(name)).map_err(|e| format!("{e:#}").into()));
    mistakes.extend(book.err().map_or(Vec::new(), |more| more.0));
    plan.seed = Some(plan.seed.unwrap_or(seed));
    match super::open(&plan.game) {
        Ok(game) => {
            mistakes.extend(plan.check(&*game).err().map_or(Vec::new(), |more| more.0));
            // With workers, programs are theirs to have.
            if args.nats.is_none() {
                mistakes.extend(plan.try_programs().err().map_or(Vec::new(), |more| more.0));
            }
            if mistakes.is_empty() { Ok((plan, game)) } else { Err(Mistakes(mistakes).into()) }
        }
        Err(error) => {
            mistakes.insert(0, format!("{error:#}"));
            mistakes.extend(plan.check_alone());
            Err(Mistakes(mistakes).into())
        }
    }
}

pub(crate) fn run(args: &Tournament, seed: u64, out: &mut Output) -> anyhow::Result<Answer> {
    let shown = args.file.display().to_string();
    let begun = arena::clock::program();
    super::bot::confine()?;
    let (mut plan, game) = planned(args, seed).with_context(|| shown.clone())?;
    let seed = plan.seed.unwrap_or(seed);
    plan.seed = Some(seed);

    let log = (!args.no_log).then(|| args.log.clone().unwrap_or_else(|| beside(&args.file)));
    let bar = ProgressBar::new(0)
        .with_style(ProgressStyle::with_template("{bar:40} {pos}/{len} plays, {elapsed} gone, {eta} to go")?);
    let progress = |_: &Played, made: u64, all: u64| {
        bar.set_length(all);
        bar.set_position(made);
    };
    let stop = super::stopped_by_signals()?;
    let how = Run { log: log.as_deref(), fresh: args.fresh, stop: &stop, progress: &progress };
    let say = |text: &str| bar.println(format!("partie: {text}"));
    let mut threads = Threads(usize::from(args.threads));
    let mut coordinator = match &args.nats {
        None => None,
        Some(url) => Some(Coordinator::new(Post {
            url,
            version: super::worker::version()?,
            lease: lease(args.lease)?,
            description: super::description_text(&plan.game)?,
            fresh: args.fresh,
            say: &say,
        })?),
    };
    let crew: &mut dyn Crew = match &mut coordinator {
        Some(coordinator) => coordinator,
        None => &mut threads,
    };
    let finished = match arena::run(&*game, &plan, seed, &how, crew) {
        Err(halt @ Halt::Stopped) => bail!("{halt}"),
        done => done?,
    };
    bar.finish_and_clear();
    let standings = Standings::of(&plan, &finished.played, game.chance(), &finished.micros);
    let results = Results {
        game: game.id(),
        title: game.id(),
        lang: args.lang,
        plan: &plan,
        seed,
        played: &finished.played,
        standings: &standings,
    };
    write(args, &*game, &results, &finished)?;
    standings.faults.iter().try_for_each(|fault| out.line(fault))?;
    text(&results).iter().try_for_each(|line| out.line(line))?;
    if let Some(log) = &log {
        out.line(format!("log: {}", log.display()))?;
        let errors = log.with_extension("errors");
        if errors.exists() {
            out.line(format!("standard error of programs: {}", errors.display()))?;
        }
    }
    let mut page = document(&results);
    if args.profile {
        // The workers of other machines measure their own time; what is used here is the coordinator's.
        let used = arena::clock::program().saturating_sub(begun);
        let used = used.as_secs_f64();
        let thought = finished.thought.map(|thought| thought.as_secs_f64());
        let share = thought.map(|thought| thought / used.max(1e-9));
        let players = match (thought, share) {
            (Some(thought), Some(share)) => format!("{thought:.2} s ({:.1} %)", 100.0 * share),
            _ => "not measured in so few plays".to_string(),
        };
        out.line(format!("processor time: {used:.2} s, in the players {players}"))?;
        page["profile"] = json!({"seconds": used, "players": thought, "share": share});
    }
    out.document(&page)?;
    Ok(Answer::Yes)
}

/// The description of an agent that takes part; empty for a program.
pub(crate) fn agent_of(entrant: &Entrant) -> &str {
    match entrant {
        Entrant::Agent(agent) | Entrant::Named { agent, .. } => agent,
        Entrant::Program { .. } => "",
    }
}

/// A lease from the command line.
fn lease(seconds: f64) -> anyhow::Result<Duration> {
    match Duration::try_from_secs_f64(seconds) {
        Ok(lease) if (0.1..=86_400.0).contains(&seconds) => Ok(lease),
        _ => bail!("--lease must be 0.1 to 86400 seconds, not {seconds}"),
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
        let draw = |play: &Played| frames(game, results.seed, play, results.lang);
        save(path, html(results, &draw))?;
    }
    if let Some(path) = &args.csv {
        save(path, csv(results))?;
    }
    if let Some(path) = &args.moves {
        save(path, moves_csv(results, &finished.micros))?;
    }
    if let Some(folder) = &args.parquet {
        std::fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
        let create = |name: &str, fill: &dyn Fn(&mut dyn Write) -> std::io::Result<()>| {
            let path = folder.join(name);
            let written = File::create(&path).and_then(|file| {
                let mut out = BufWriter::new(file);
                fill(&mut out)?;
                out.flush()
            });
            written.with_context(|| format!("cannot write {}", path.display()))
        };
        create("games.parquet", &|out| games_parquet(results, out))?;
        create("moves.parquet", &|out| moves_parquet(results, &finished.micros, out))?;
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
