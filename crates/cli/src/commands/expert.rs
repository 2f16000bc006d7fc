//! `partie expert`: rule files checked, laid out, replayed, explained and compared.

use super::curve::draw;

use crate::args::{Expert, ExpertCommand, Replayed, RuleFile};
use crate::output::{Answer, Output};
use anyhow::{Context, anyhow, bail};
use arena::Mean;
use expert::{Bot, Decision, Finding, Mode, Severity};
use game::{Player, Record};
use indicatif::ProgressBar;
use rulebots::{Moment, Plan, Ruled, library};
use serde_json::{Value, json};
use std::path::Path;
use std::sync::Arc;

pub(crate) fn run(args: &Expert, seed: u64, out: &mut Output) -> anyhow::Result<Answer> {
    match &args.command {
        ExpertCommand::Check(a) => check(a, out),
        ExpertCommand::Format(a) => format(a, out),
        ExpertCommand::Blocks { game } => blocks(game, out),
        ExpertCommand::Run(a) => replayed(a, false, seed, out),
        ExpertCommand::Why(a) => replayed(a, true, seed, out),
        ExpertCommand::Compare(a) => compare(a, seed, out),
        ExpertCommand::Mine(a) => super::mine::run(a, seed, out),
        ExpertCommand::Advise(a) => super::advise::run(a, seed, out),
    }
}

/// A bot of the library by its name, or the rule file at a path: its name and its text.
pub(super) fn source(spec: &str) -> anyhow::Result<(String, String)> {
    let path = Path::new(spec);
    if path.is_file() {
        let name = path.file_stem().map_or(spec.to_string(), |stem| stem.to_string_lossy().into_owned());
        return Ok((name, super::read(path)?));
    }
    let text = library::text(spec);
    let known: Vec<&str> = library::SHIPPED.iter().map(|(name, _)| *name).collect();
    let shown = known.join(", ");
    text.map(|text| (spec.to_string(), text))
        .ok_or_else(|| anyhow!("'{spec}' is neither a file nor a shipped bot ({shown})"))
}

/// The rule files that `players` names by `bot:PATH` are loaded; what is left is the description of an agent.
pub(crate) fn load_bots(players: &[String]) -> anyhow::Result<Vec<String>> {
    let one = |player: &String| {
        let Some(spec) = player.strip_prefix("bot:") else { return Ok(player.clone()) };
        let (file, options) =
            spec.split_once('?').map_or((spec, String::new()), |(f, o)| (f, format!("&{o}")));
        let (name, text) = source(file)?;
        library::load(&name, &text).map_err(|findings| refused(file, &findings))?;
        Ok(format!("rulefile?bot={name}{options}"))
    };
    players.iter().map(one).collect()
}

fn refused(name: &str, findings: &[Finding]) -> anyhow::Error {
    let shown: Vec<String> = findings.iter().map(|finding| format!("{name}:{finding}")).collect();
    anyhow!("{}", shown.join("\n"))
}

fn finding_json(finding: &Finding) -> Value {
    json!({
        "severity": if finding.severity == Severity::Error { "error" } else { "warning" },
        "line": finding.place.line, "column": finding.place.column, "message": finding.message,
        "hint": finding.hint, "excerpt": finding.excerpt,
    })
}

fn check(args: &RuleFile, out: &mut Output) -> anyhow::Result<Answer> {
    let (_, text) = source(&args.file)?;
    let (games, findings) = match &args.game {
        Some(game) => {
            let interface = ruled(game)?.interface();
            let findings = expert::check(&text, interface);
            let sound = !findings.iter().any(|f| f.severity == Severity::Error);
            (if sound { interface.games.to_vec() } else { Vec::new() }, findings)
        }
        None => library::check(&text),
    };
    for finding in &findings {
        out.line(format!("{}:{finding}", args.file))?;
    }
    let sound = !games.is_empty();
    if sound {
        out.line(format!("{}: a sound rule file for {}", args.file, told(&games)))?;
    }
    let found: Vec<Value> = findings.iter().map(finding_json).collect();
    out.document(&json!({"file": args.file, "sound": sound, "games": games, "findings": found}))?;
    Ok(if sound { Answer::Yes } else { Answer::Mistake })
}

/// Games as a person reads them; a pattern of files stands for the described games that have cards.
fn told(games: &[&str]) -> String {
    let (files, named): (Vec<&str>, Vec<&str>) = games.iter().partition(|game| game.starts_with('*'));
    let files = files.iter().map(|files| format!("every described game with cards ({files})"));
    named.into_iter().map(str::to_string).chain(files).collect::<Vec<_>>().join(", ")
}

fn format(args: &RuleFile, out: &mut Output) -> anyhow::Result<Answer> {
    let (_, text) = source(&args.file)?;
    let neat = expert::format(&text).map_err(|findings| refused(&args.file, &findings))?;
    match &args.out {
        Some(path) => {
            std::fs::write(path, &neat).with_context(|| format!("cannot write {}", path.display()))?;
            out.line(format!("{} written", path.display()))?;
        }
        None => out.prompt(&neat)?,
    }
    out.document(&json!({"file": args.file, "text": neat}))?;
    Ok(Answer::Yes)
}

fn blocks(game: &str, out: &mut Output) -> anyhow::Result<Answer> {
    let interface = ruled(game)?.interface();
    out.prompt(&interface.page())?;
    let blocks: Vec<Value> = interface
        .blocks
        .iter()
        .map(|block| {
            let names: Vec<&str> = block.variables.iter().map(|v| v.name).collect();
            json!({"name": block.name, "question": block.kind == expert::Kind::Question, "variables": names})
        })
        .collect();
    out.document(&json!({"games": interface.games, "blocks": blocks, "page": interface.page()}))?;
    Ok(Answer::Yes)
}

fn mode(random: bool) -> Mode {
    if random { Mode::Random } else { Mode::First }
}

/// The game of a name or of a path, as rule files play it.
fn ruled(game: &str) -> anyhow::Result<Box<dyn Ruled>> {
    let text = super::description_text(game)?;
    catalog::ruled(game, text.as_deref()).map_err(|e| anyhow!(e))
}

fn load(spec: &str, game: &dyn Ruled) -> anyhow::Result<Arc<Bot>> {
    let (name, text) = source(spec)?;
    Bot::load(&name, &text, game.interface()).map(Arc::new).map_err(|findings| refused(spec, &findings))
}

/// The seat of a bot in a record: the one asked for, or the first in which it sat.
fn seat(args: &Replayed, record: &Record, name: &str) -> anyhow::Result<Player> {
    let number = match args.seat {
        Some(number) => number,
        None => {
            let sat = record.players.iter().position(|p| p.contains(&format!("bot={name}")));
            sat.map_or(1, |at| at + 1)
        }
    };
    if number == 0 || number > 8 {
        bail!("--seat is the number of a player, from 1");
    }
    Ok(Player((number - 1) as u8))
}

fn replayed(args: &Replayed, why: bool, seed: u64, out: &mut Output) -> anyhow::Result<Answer> {
    let shown = args.record.display();
    let record = Record::parse(&super::read(&args.record)?).with_context(|| shown.to_string())?;
    let game = ruled(&record.game)?;
    let bot = load(&args.file, &*game)?;
    let seat = seat(args, &record, &bot.name)?;
    let chance = (record.seed.unwrap_or(seed), mode(args.random));
    if let (true, Some(number)) = (args.knowledge, args.number) {
        let found =
            game.scrutinise(&record, seat, bot, chance, number).map_err(|e| anyhow!("{shown}: {e}"))?;
        out.prompt(&found.knowledge)?;
        out.document(&json!({"record": shown.to_string(), "move": number, "knowledge": found.knowledge}))?;
        return Ok(Answer::Yes);
    }
    let moments = game.replay(&record, seat, bot, chance).map_err(|e| anyhow!("{shown}: {e}"))?;
    let wanted = |moment: &&Moment| match args.number {
        Some(number) => moment.number == number,
        None => why || moment.choice.is_some() || !moment.notes.is_empty(),
    };
    let mut told = Vec::new();
    for moment in moments.iter().filter(wanted) {
        tell(moment, why, seat, out)?;
        told.push(moment_json(moment));
    }
    if let (Some(number), true) = (args.number, told.is_empty()) {
        bail!("{shown} has {} moves: there is no move {number}", moments.len());
    }
    let own: Vec<&Moment> = moments.iter().filter(|m| m.choice.is_some()).collect();
    let same = own.iter().filter(|m| m.choice.as_deref() == Some(m.text.as_str())).count();
    let replaced = own.iter().filter(|m| m.story.iter().any(|d| d.replaced.is_some())).count();
    if args.number.is_none() {
        out.line(format!("player {seat}: {} decisions, {same} as recorded, {replaced} replaced", own.len()))?;
    }
    out.document(&json!({
        "record": shown.to_string(), "seat": seat.0 + 1, "decisions": own.len(), "same": same,
        "replaced": replaced, "moments": told,
    }))?;
    Ok(Answer::Yes)
}

fn tell(moment: &Moment, why: bool, seat: Player, out: &mut Output) -> anyhow::Result<()> {
    let by = moment
        .by
        .map_or("chance".to_string(), |p| if p == seat { "I".into() } else { format!("player {p}") });
    let recorded = if moment.text.is_empty() { "…" } else { &moment.text };
    out.line(match &moment.choice {
        Some(choice) => format!("{:>4}. {by}: {choice}   (recorded: {recorded})", moment.number),
        None => format!("{:>4}. {by}: {recorded}", moment.number),
    })?;
    for decision in &moment.story {
        let text = if why { decision.to_string() } else { decision.headline() };
        if why || decision.question {
            text.lines().try_for_each(|line| out.line(format!("        {line}")))?;
        }
    }
    for note in &moment.notes {
        out.line(format!("        note: {note}"))?;
    }
    Ok(())
}

fn moment_json(moment: &Moment) -> Value {
    let told = |t: &expert::Told| {
        json!({"text": t.text, "held": t.held, "error": t.error,
            "bindings": t.bindings.iter().map(|(n, v)| json!([n, v])).collect::<Vec<_>>()})
    };
    let decision = |d: &Decision| {
        let rules: Vec<Value> = d
            .rules
            .iter()
            .map(|r| {
                json!({"line": r.place.line, "fired": r.fired,
                    "formulas": r.formulas.iter().map(told).collect::<Vec<_>>(),
                    "actions": r.actions.iter().map(told).collect::<Vec<_>>()})
            })
            .collect();
        json!({"block": d.block, "question": d.question, "rules": rules, "returned": d.returned,
            "answer": d.answer, "replaced": d.replaced, "output": d.output, "inferences": d.inferences})
    };
    json!({
        "move": moment.number, "player": moment.by.map(|p| p.0 + 1), "recorded": moment.text,
        "choice": moment.choice, "blocks": moment.story.iter().map(decision).collect::<Vec<_>>(),
        "notes": moment.notes.iter().map(ToString::to_string).collect::<Vec<_>>(),
    })
}

fn compare(args: &crate::args::Compare, seed: u64, out: &mut Output) -> anyhow::Result<Answer> {
    let game = ruled(&args.game)?;
    let (first, second) = (load(&args.first, &*game)?, load(&args.second, &*game)?);
    let bar = ProgressBar::new(u64::from(args.deals));
    let plan = Plan { deals: args.deals, seed, mode: mode(args.random), clock: game::Clock::system() };
    let found = game.compare(&first, &second, plan, &mut |_| bar.inc(1));
    bar.finish_and_clear();
    let differences: Vec<f64> = found.deals.iter().map(|(a, b)| a - b).collect();
    let mean = Mean::of(&differences);
    out.line(format!("{} - {}: {mean} a deal (95 %)", first.name, second.name))?;
    let seats = if found.deals.is_empty() { 0 } else { found.plays / found.deals.len() as u64 };
    out.line(format!("{} deals, each played from {seats} seats with the same cards", found.deals.len()))?;
    let speed = found.plays as f64 / found.time.as_secs_f64().max(1e-9);
    out.line(format!(
        "{speed:.0} plays a second; {} decisions, the median {:.1?}, the longest {:.1?}",
        found.decisions, found.median, found.longest
    ))?;
    for (bot, (count, notes)) in [&first, &second].into_iter().zip(&found.notes) {
        if *count > 0 {
            out.line(format!("{}: {count} answers replaced or steps gone wrong, such as", bot.name))?;
            notes.iter().try_for_each(|note| out.line(format!("  {note}")))?;
        }
    }
    if let Some(path) = &args.out {
        let names = (first.name.as_str(), second.name.as_str());
        std::fs::write(path, draw(names, &found.deals))
            .with_context(|| format!("cannot write {}", path.display()))?;
        out.line(format!("{} written", path.display()))?;
    }
    let sums = found.deals.iter().fold((0.0, 0.0), |(a, b), (x, y)| (a + x, b + y));
    out.document(&json!({
        "game": args.game, "first": first.name, "second": second.name, "deals": found.deals.len(),
        "plays": found.plays, "mean": mean.mean, "interval": mean.interval, "scores": [sums.0, sums.1],
        "decisions": found.decisions, "median_us": found.median.as_secs_f64() * 1e6,
        "longest_us": found.longest.as_secs_f64() * 1e6, "plays_per_second": speed,
        "notes": [found.notes[0].0, found.notes[1].0], "seed": seed,
    }))?;
    let better = mean.interval.is_some_and(|interval| mean.mean > interval);
    Ok(if better || args.first == args.second { Answer::Yes } else { Answer::No })
}
