//! `partie learn`: players that imitate, that teach themselves, that learn to guess cards.

mod cards;
mod compare;

use crate::args::{Imitate, Learn, LearnCommand, Selfplay, ShowNet, Training};
use crate::output::{Answer, Output};
use anyhow::{Context, anyhow, bail};
use arena::nats::{Trainer, Training as Elsewhere};
use catalog::Playable;
use game::{Clock, Record};
use indicatif::{ProgressBar, ProgressStyle};
use learn::{
    Checkpoint, Duel, Errand, Event, Imitation, NetFile, Numbers, SelfPlay, Setting, Source, Trained, library,
};
use serde_json::{Value, json};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The largest file of a trained player, or of a training, that is read.
const LARGEST: u64 = 1 << 30;

pub(crate) fn run(args: &Learn, seed: u64, out: &mut Output) -> anyhow::Result<Answer> {
    match &args.command {
        LearnCommand::Imitate(a) => imitate(a, seed, out),
        LearnCommand::Selfplay(a) => selfplay(a, seed, out),
        LearnCommand::Cards(a) => cards::run(a, seed, out),
        LearnCommand::Compare(a) => compare::run(a, seed, out),
        LearnCommand::Show(a) => show(a, out),
    }
}

/// A binary file, whole, within bounds.
fn bytes(path: &Path) -> anyhow::Result<Vec<u8>> {
    let shown = path.display();
    let size = std::fs::metadata(path).with_context(|| format!("cannot read {shown}"))?.len();
    if size > LARGEST {
        bail!("{shown} has {size} bytes; at most {LARGEST} are read");
    }
    std::fs::read(path).with_context(|| format!("cannot read {shown}"))
}

/// Writes a file so that it is there whole or not at all.
pub(super) fn write_whole(path: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    let mut beside = path.as_os_str().to_owned();
    beside.push(format!(".{}", std::process::id()));
    let beside = PathBuf::from(beside);
    let shown = path.display();
    std::fs::write(&beside, bytes).with_context(|| format!("cannot write {shown}"))?;
    std::fs::rename(&beside, path).with_context(|| format!("cannot write {shown}"))
}

/// Loads the trained players that agents name by `net?file=PATH`, and the tables of `expert?cards=PATH`. Comes before the game is opened: its roster lists them.
pub(crate) fn load_nets<'a>(agents: impl IntoIterator<Item = &'a str>) -> anyhow::Result<()> {
    for agent in agents {
        let Some((name, options)) = agent.trim().split_once('?') else { continue };
        let tables = options.split('&').filter_map(|option| option.strip_prefix("cards="));
        for path in tables.filter(|path| name == "expert" && !path.is_empty()) {
            let text = crate::commands::read(Path::new(path))?;
            catalog::load_card_table(path, &text).map_err(|e| anyhow!("{path}: {e}"))?;
        }
        if name != "net" {
            continue;
        }
        for path in options.split('&').filter_map(|option| option.strip_prefix("file=")) {
            library::load(path, &bytes(Path::new(path))?).with_context(|| path.to_string())?;
        }
    }
    Ok(())
}

/// The records at these paths, with their names.
pub(super) fn records(paths: &[PathBuf]) -> anyhow::Result<Vec<(String, Record)>> {
    let one = |path: &PathBuf| {
        let shown = path.display().to_string();
        let record = Record::parse(&crate::commands::read(path)?).with_context(|| shown.clone())?;
        Ok((shown, record))
    };
    paths.iter().map(one).collect()
}

/// Where the trained player of a game goes.
fn out_file(training: &Training, game: &str) -> PathBuf {
    training.out.clone().unwrap_or_else(|| {
        let name = crate::commands::file_of(game).file_stem().map(|stem| stem.to_string_lossy().into_owned());
        PathBuf::from(format!(
            "{}.net",
            name.as_deref().unwrap_or("player").split('?').next().unwrap_or("player")
        ))
    })
}

fn learning_file(out: &Path) -> PathBuf {
    let mut name = out.as_os_str().to_owned();
    name.push(".learning");
    PathBuf::from(name)
}

/// The training to go on with, if one was asked for and is there.
fn resumed(training: &Training, file: &Path) -> anyhow::Result<Option<Checkpoint>> {
    let path = learning_file(file);
    if !training.resume || !path.exists() {
        return Ok(None);
    }
    let read = Checkpoint::read(&bytes(&path)?).with_context(|| path.display().to_string())?;
    Ok(Some(read))
}

fn setting(
    training: &Training,
    (width, blocks): (usize, usize),
    every: u64,
    made_by: String,
    seed: u64,
) -> Setting {
    Setting {
        width: training.width.unwrap_or(width),
        blocks: training.blocks.unwrap_or(blocks),
        encoder: training.encoder.clone(),
        seed,
        opponents: crate::commands::list(&training.against),
        every,
        deals: training.measure,
        until: training.until,
        made_by,
    }
}

/// The part of a command that decides which network comes out.
fn deciding(setting: &Setting, rate: Option<f32>, seed: u64) -> String {
    let encoder = setting.encoder.as_ref().map_or(String::new(), |e| format!(" --encoder {e}"));
    let rate = rate.map_or(String::new(), |rate| format!(" --rate {rate}"));
    let until = if setting.until == 0 { String::new() } else { format!(" --until {}", setting.until) };
    format!("{until} --width {} --blocks {}{encoder}{rate} --seed {seed}", setting.width, setting.blocks)
}

/// A training while it runs: progress, savings, the end.
struct Running<'a> {
    training: &'a Training,
    file: PathBuf,
    bar: ProgressBar,
    clock: Clock,
    begun: Duration,
    saved: Duration,
    last: String,
}

impl<'a> Running<'a> {
    fn new(training: &'a Training, file: &Path, rounds: u64) -> anyhow::Result<Running<'a>> {
        let style =
            ProgressStyle::with_template("{bar:30} {pos}/{len} rounds, {elapsed} gone, {eta} to go: {msg}")?;
        let clock = Clock::system();
        let begun = clock.now();
        let bar = ProgressBar::new(rounds).with_style(style);
        Ok(Running {
            training,
            file: file.to_path_buf(),
            bar,
            begun,
            saved: begun,
            clock,
            last: String::new(),
        })
    }

    /// Shows and saves; whether the training is to go on.
    fn event(&mut self, event: Event<'_>) -> anyhow::Result<bool> {
        match event {
            Event::Round { round, found, .. } => {
                let loss = found.loss;
                self.bar.set_position(round);
                self.bar.set_message(format!(
                    "loss {:.3} + {:.3}{}",
                    loss.mean(loss.policy),
                    loss.mean(loss.value),
                    self.last
                ));
            }
            Event::Measured { name, value, .. } => self.last = format!(", {name} {:.0} %", 100.0 * value),
            Event::Save(at) => {
                let now = self.clock.now();
                let minutes = (now - self.begun).as_secs_f64() / 60.0;
                let stop = self.training.minutes.is_some_and(|most| minutes >= most);
                if stop || (now - self.saved).as_secs_f64() >= self.training.save {
                    write_whole(&learning_file(&self.file), &at.write())?;
                    self.saved = now;
                }
                return Ok(!stop);
            }
        }
        Ok(true)
    }
}

/// Runs a training, with its progress and savings.
fn train(
    running: &mut Running<'_>,
    work: impl FnOnce(&mut dyn FnMut(Event<'_>) -> bool) -> Result<Trained, learn::LearnError>,
) -> anyhow::Result<Trained> {
    let mut fault = None;
    let done = work(&mut |event| match running.event(event) {
        Ok(going) => going,
        Err(error) => {
            fault = Some(error);
            false
        }
    });
    running.bar.finish_and_clear();
    match fault {
        Some(error) => Err(error),
        None => Ok(done?),
    }
}

fn selfplay(args: &Selfplay, seed: u64, out: &mut Output) -> anyhow::Result<Answer> {
    load_nets(args.training.against.split(','))?;
    let game = crate::commands::open(&args.game)?;
    let school = game.school();
    let hidden = game.hidden();
    let mut setting =
        setting(&args.training, if hidden { (192, 1) } else { (128, 1) }, args.every, String::new(), seed);
    let mut plan = SelfPlay {
        rounds: args.rounds,
        plays: args.plays.max(1),
        walks: args.walks.max(2),
        window: args.window.max(64),
        length: args.length.max(1),
        ..SelfPlay::default()
    };
    plan.rate = args.training.rate.unwrap_or(plan.rate);
    setting.made_by = format!(
        "partie learn selfplay {} --rounds {} --plays {} --walks {} --window {} --length {}{}",
        args.game,
        plan.rounds,
        plan.plays,
        plan.walks,
        plan.window,
        plan.length,
        deciding(&setting, args.training.rate, seed)
    );
    let file = out_file(&args.training, &args.game);
    let from = resumed(&args.training, &file)?;
    let mut running = Running::new(&args.training, &file, plan.rounds)?;
    let trained = match &args.nats {
        None => train(&mut running, |watch| school.selfplay(&setting, &plan, from, None, watch))?,
        Some(url) => {
            let stop = crate::commands::stopped_by_signals()?;
            let bar = running.bar.clone();
            let say = |text: &str| bar.suspend(|| _ = writeln!(std::io::stderr(), "partie: {text}"));
            let training = Elsewhere {
                url,
                version: crate::commands::worker::version()?,
                game: args.game.clone(),
                description: crate::commands::description_text(&args.game)?,
                lease: crate::commands::seconds(args.lease)?,
                stop: &stop,
                say: &say,
            };
            let mut trainer = Trainer::new(training)?;
            let crew = &mut |errand: &Errand| trainer.plays(errand);
            train(&mut running, |watch| school.selfplay(&setting, &plan, from, Some(crew), watch))?
        }
    };
    finish(&args.training, &file, &*game, &trained, out, running.clock.since(running.begun))
}

fn imitate(args: &Imitate, seed: u64, out: &mut Output) -> anyhow::Result<Answer> {
    load_nets(args.training.against.split(',').chain(args.teacher.as_deref()))?;
    if args.soften < 0.0 || !args.soften.is_finite() {
        anyhow::bail!("--soften {}: a number from 0 is wanted", args.soften);
    }
    let game = crate::commands::open(&args.game)?;
    let school = game.school();
    let records = records(&args.records)?;
    let (source, deals, asked) = match &args.teacher {
        Some(teacher) => (Source::Teacher(teacher), args.deals, args.asked),
        None => {
            // One record of ten is kept for asking.
            let asked = (records.len() as u64).div_ceil(10);
            let source = Source::Records { records: &records, player: args.player.as_deref() };
            (source, records.len() as u64 - asked, asked)
        }
    };
    let mut setting = setting(&args.training, (128, 1), 0, String::new(), seed);
    let rate = args.training.rate.unwrap_or(1e-3);
    let plan = Imitation {
        source,
        deals,
        asked: asked.max(1),
        rounds: args.rounds.max(1),
        epochs: args.epochs.clamp(0.01, 1e4),
        rate,
        soften: args.soften,
    };
    let from_whom = match &args.teacher {
        Some(teacher) if args.soften > 0.0 => {
            format!("--teacher {teacher} --soften {} --deals {deals} --asked {asked}", args.soften)
        }
        Some(teacher) => format!("--teacher {teacher} --deals {deals} --asked {asked}"),
        None => format!("--records …({} files)", records.len()),
    };
    setting.made_by = format!(
        "partie learn imitate {} {from_whom} --rounds {} --epochs {}{}",
        args.game,
        plan.rounds,
        plan.epochs,
        deciding(&setting, args.training.rate, seed)
    );
    let file = out_file(&args.training, &args.game);
    let from = resumed(&args.training, &file)?;
    let mut running = Running::new(&args.training, &file, plan.rounds)?;
    let trained = train(&mut running, |watch| school.imitate(&setting, &plan, from, watch))?;
    finish(&args.training, &file, &*game, &trained, out, running.clock.since(running.begun))
}

/// Nanoseconds per decision.
fn cost((nanos, decisions): (u64, u64)) -> f64 {
    nanos as f64 / decisions.max(1) as f64
}

/// Writes what was asked for and tells what came out.
fn finish(
    training: &Training,
    file: &Path,
    game: &dyn Playable,
    trained: &Trained,
    out: &mut Output,
    took: Duration,
) -> anyhow::Result<Answer> {
    let at = &trained.checkpoint;
    let seconds = took.as_secs_f64();
    if let Some(path) = &training.curve {
        let svg = learn::picture((&game.id(), &trained.file.header.made_by), "rounds", &at.curve);
        std::fs::write(path, svg).with_context(|| format!("cannot write {}", path.display()))?;
    }
    let learning = learning_file(file);
    if !trained.whole {
        write_whole(&learning, &at.write())?;
        out.line(format!("stopped after round {}; --resume goes on from {}", at.round, learning.display()))?;
        out.document(
            &json!({"whole": false, "round": at.round, "learning": learning.display().to_string()}),
        )?;
        return Ok(Answer::Yes);
    }
    let numbers = if training.full { Numbers::F32 } else { Numbers::F16 };
    let written = trained.file.write(numbers);
    write_whole(file, &written)?;
    if learning.exists() {
        std::fs::remove_file(&learning).with_context(|| format!("cannot remove {}", learning.display()))?;
    }
    let header = &trained.file.header;
    out.line(format!(
        "{}: {} for {}, {} bytes, {} steps, {seconds:.0} s",
        file.display(),
        header.kind,
        header.game,
        written.len(),
        header.steps
    ))?;
    let last = |name: &str| at.curve.iter().rev().find(|(n, _, _)| n.starts_with(name)).map(|(_, _, v)| *v);
    if let Some(agreed) = last("agreement on unseen") {
        let rule = last("always")
            .map_or(String::new(), |share| format!("; always the highest card: {:.1} %", 100.0 * share));
        let decisions = at.held.len();
        out.line(format!(
            "agrees with the teacher in {:.1} % of {decisions} unseen decisions{rule}",
            100.0 * agreed
        ))?;
    }
    for (name, duel) in &trained.duels {
        out.line(told(name, duel))?;
    }
    if let [_, .., (round, elo)] = trained.ladder.as_slice() {
        out.line(format!(
            "after {round} rounds {elo:+.0} Elo above the first checkpoint, each against the one before"
        ))?;
    }
    if let Some(duel) = &trained.gained {
        let (low, high) =
            (learn::elo(duel.share() - duel.within()), learn::elo(duel.share() + duel.within()));
        let plays: u64 = duel.results.iter().sum();
        out.line(format!(
            "the last checkpoint against the first: {:.1} ± {:.1} % of {plays} plays, {:+.0} Elo ({low:+.0} to {high:+.0})",
            100.0 * duel.share(),
            100.0 * duel.within(),
            learn::elo(duel.share())
        ))?;
    }
    out.document(&json!({
        "whole": true, "game": header.game, "kind": header.kind.to_string(), "encoder": header.encoder,
        "file": file.display().to_string(), "bytes": written.len(), "steps": header.steps, "rounds": at.round,
        "seconds": seconds, "made_by": header.made_by, "agreement": last("agreement on unseen"),
        "baseline": last("always"), "asked": at.held.len(),
        "against": trained.duels.iter().map(|(name, duel)| measured(name, duel)).collect::<Vec<_>>(),
        "ladder": trained.ladder.iter().map(|(round, elo)| json!({"round": round, "elo": elo})).collect::<Vec<_>>(),
        "gained": trained.gained.as_ref().map(|duel| measured("the first checkpoint", duel)),
        "curve": at.curve.iter().map(|(name, round, value)| json!([name, round, value])).collect::<Vec<_>>(),
    }))?;
    Ok(Answer::Yes)
}

/// A measurement in words.
fn told(name: &str, duel: &Duel) -> String {
    let [won, drawn, lost] = duel.results;
    let (gain, within) = duel.gain();
    format!(
        "against {name}: {won} won, {drawn} drawn, {lost} lost; {gain:+.2} ± {within:.2} points a deal; {:.1} µs a decision, {name} {:.1} µs",
        cost(duel.thought) / 1000.0,
        cost(duel.others) / 1000.0
    )
}

fn measured(name: &str, duel: &Duel) -> Value {
    let (gain, within) = duel.gain();
    let micros = |c| cost(c) / 1000.0;
    json!({
        "agent": name, "won": duel.results[0], "drawn": duel.results[1], "lost": duel.results[2], "share": duel.share(),
        "gain": gain, "within": if within.is_finite() { Some(within) } else { None },
        "micros": micros(duel.thought), "their_micros": micros(duel.others),
    })
}

fn show(args: &ShowNet, out: &mut Output) -> anyhow::Result<Answer> {
    let shown = args.file.display().to_string();
    let bytes = bytes(&args.file)?;
    let file = NetFile::read(&bytes).with_context(|| shown.clone())?;
    let (h, shape) = (&file.header, file.net.shape());
    let lines = [
        ("game", h.game.clone()),
        ("rules", h.rules.to_string()),
        ("encoder", h.encoder.clone()),
        ("kind", h.kind.to_string()),
        (
            "network",
            format!(
                "{} inputs, {} wide, {} blocks, {} outputs",
                shape.inputs, shape.width, shape.blocks, shape.outputs
            ),
        ),
        ("weights", file.net.weights().len().to_string()),
        ("seed", h.seed.to_string()),
        ("steps", h.steps.to_string()),
        ("made by", h.made_by.clone()),
    ];
    let notes = h.notes.iter().map(|(name, value)| (name.as_str(), value.clone()));
    for (name, value) in lines.iter().map(|(n, v)| (*n, v.clone())).chain(notes) {
        out.line(format!("{name}: {value}"))?;
    }
    library::load(&shown, &bytes)?;
    let fits = match crate::commands::open(&h.game) {
        Err(cause) => Err(format!("its game cannot be opened: {cause:#}")),
        Ok(game) => {
            let mut table = game.table(1);
            table.seat(game::Player(0), &format!("net?file={shown}"), 1).map_err(|e| e.to_string())
        }
    };
    let told = fits.as_ref().map_or_else(Clone::clone, |()| "it can sit down".to_string());
    out.line(&told)?;
    out.document(&json!({
        "game": h.game, "rules": h.rules, "encoder": h.encoder, "kind": h.kind.to_string(), "seed": h.seed, "steps": h.steps,
        "made_by": h.made_by, "weights": file.net.weights().len(), "bytes": bytes.len(), "fits": fits.is_ok(), "told": told,
        "notes": h.notes.iter().map(|(n, v)| json!([n, v])).collect::<Vec<_>>(),
    }))?;
    Ok(if fits.is_ok() { Answer::Yes } else { Answer::No })
}
