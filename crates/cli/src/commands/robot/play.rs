//! `partie robot play`: people against the computer on a real (or simulated) table.

use super::Bench;
use super::args::Play;
use super::camera;
use super::eyes::{eye, read_line};
use super::page::Page;
use super::tools::interrupts;
use crate::output::{Answer, Output};
use anyhow::{Context, bail};
use game::{Lang, Limit, Player, Record, Scene, outcome};
use robot::arm::line::Line;
use robot::play::{End, Host, Match, Reply, Wish};
use robot::sim::{Fault, Sim};
use robot::words::Saying;
use serde_json::{Value, json};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

pub(super) fn run(args: &Play, seed: u64, out: &mut Output) -> anyhow::Result<Answer> {
    let saved = args.record.as_deref().filter(|p| p.exists()).map(load).transpose()?;
    let seed = saved.as_ref().and_then(|r| r.seed).unwrap_or(seed);
    let mut bench = Bench::open(&args.place.game, args.place.setup.as_deref(), seed)?;
    for missed in &bench.missed {
        out.note(format!("{missed}; people serve it by hand"))?;
    }
    let names = players(&bench, args, saved.as_ref())?;
    let is_human = |name: &String| name == "human" || name.starts_with("human ");
    for (i, name) in names.iter().enumerate().filter(|(_, name)| !is_human(name)) {
        bench.table.seat(Player(i as u8), name, fair::agent_seed(seed, Player(i as u8)))?;
    }
    if let Some(record) = &saved {
        if record.game != bench.table.id() {
            bail!("the record is of {}, not of {}", record.game, bench.table.id());
        }
        bench.table.replay(record)?;
    }
    let stop = interrupts()?;
    let (mut arm, time, sim) = bench.arm(&args.reach, &stop)?;
    if args.compatible {
        arm = arm.compatible();
    }
    let page = Arc::new(Page::new(&bench, sim.clone(), arm.shown(), stop.clone(), None));
    if let Some(listen) = args.reach.serve {
        out.line(format!("The arm is shown at {}", page.serve(listen)?))?;
    }
    let (eye, watching) = match args.camera.as_str() {
        "keyboard" | "sim" => (eye(&args.camera, sim.as_ref(), args.lang, out.is_json())?, None),
        name => camera::eye(&camera::Wanted {
            name,
            calibration: args.calibration.as_deref(),
            id: &args.place.game,
            table: &*bench.table,
            imaginary: &bench.setup.imaginary,
            sim: sim.as_ref(),
            seed,
            page: args.reach.serve.is_some().then_some(&page),
        })?,
    };
    let guard = watching.and_then(|w| w.guard(&bench.setup, &bench.postures, time.clone()));
    // Exactly as before means: without looking, too. A simulated table that does not wait for motions watches without pictures.
    if let (Some(guard), false) = (guard, args.compatible || args.reach.fast) {
        arm = arm.guarded(guard);
    }
    let mut host = Terminal {
        sim,
        port: args.reach.arm.clone(),
        file: args.record.clone(),
        names,
        lang: args.lang,
        said: Vec::new(),
        broken: None,
        stop,
        page,
        out,
    };
    let mut play = Match {
        table: bench.table,
        people: host.names.iter().map(is_human).collect(),
        ground: bench.ground,
        postures: bench.postures,
        arm: Some(arm),
        eye,
        host: &mut host,
        time,
        limit: Limit::time(crate::commands::seconds(args.seconds)?),
        lang: args.lang,
    };
    let end = play.play();
    let table = play.table;
    if let Some(error) = host.broken {
        return Err(error);
    }
    let winners: Vec<String> = outcome(&table.scores()).iter().map(Player::to_string).collect();
    let verdict = match (end, winners.is_empty()) {
        (End::Left, _) => "Left before the end.".to_string(),
        (End::Over, true) => "A draw, or not solved.".to_string(),
        (End::Over, false) => format!("Won by player {}.", winners.join(" and ")),
    };
    let said: Vec<Value> =
        host.said.iter().map(|s| json!({"kind": s.kind, "text": s.to(args.lang)})).collect();
    let out = host.out;
    out.line(format!("{verdict} Points: {:?}", table.points()))?;
    if let (End::Left, Some(path)) = (end, &args.record) {
        out.line(format!("The same call goes on from {}.", path.display()))?;
    }
    let record = Record { players: host.names, ..table.record() };
    out.document(&json!({
        "game": table.id(), "over": end == End::Over, "scores": table.points(),
        "winner": crate::commands::winner(&*table), "record": record.to_string(), "said": said,
    }))?;
    Ok(Answer::Yes)
}

fn load(path: &Path) -> anyhow::Result<Record> {
    Record::parse(&crate::commands::read(path)?).with_context(|| path.display().to_string())
}

/// Who plays: as asked, as in the record, or a person first and good agents after; alone the computer plays.
fn players(bench: &Bench, args: &Play, saved: Option<&Record>) -> anyhow::Result<Vec<String>> {
    let n = bench.table.players();
    let names = match (&args.players, saved) {
        (Some(text), _) => crate::commands::list(text),
        (None, Some(record)) if record.players.len() == n => record.players.clone(),
        (None, _) => {
            let best = |i: usize| if i == 0 && n > 1 { "human".to_string() } else { bench.game.strongest() };
            (0..n).map(best).collect()
        }
    };
    if names.len() != n {
        bail!("{} is played by {n}: --players names {}", bench.table.id(), names.len());
    }
    Ok(names)
}

/// The person at the terminal.
struct Terminal<'a> {
    sim: Option<Sim>,
    port: String,
    file: Option<PathBuf>,
    names: Vec<String>,
    lang: Lang,
    said: Vec<Saying>,
    /// What went wrong with the terminal or the record; the match is left then.
    broken: Option<anyhow::Error>,
    stop: Arc<AtomicBool>,
    page: Arc<Page>,
    out: &'a mut Output,
}

/// At most this many sayings are kept for the document.
const MOST_SAID: usize = 100_000;

impl Terminal<'_> {
    fn check(&mut self, result: anyhow::Result<()>) {
        if let (Err(error), None) = (result, &self.broken) {
            self.broken = Some(error);
        }
    }

    /// Lets the person of a simulated table do what is asked for: there are no real hands there. An emergency stop is only
    /// released by whoever sits at the keyboard.
    fn help(&mut self, saying: &Saying, wish: &Wish<'_>) -> bool {
        let Some(sim) = self.sim.as_ref().filter(|_| !self.stop.load(Ordering::SeqCst)) else { return false };
        let mut world = sim.world();
        match saying.kind {
            "trouble" => world.mend(),
            "put-right" | "carry" | "turn" => world.tidy(wish.expected),
            _ => return false,
        }
        true
    }
}

impl Host for Terminal<'_> {
    fn say(&mut self, saying: &Saying) {
        let result = self.out.line(saying.to(self.lang));
        self.check(result);
        self.page.say(saying);
        if self.said.len() < MOST_SAID {
            self.said.push(saying.clone());
        }
    }

    fn ask(&mut self, saying: &Saying, wish: &Wish<'_>) -> Reply {
        self.say(saying);
        if self.broken.is_some() {
            return Reply::Leave;
        }
        if self.help(saying, wish) {
            return Reply::Done;
        }
        loop {
            let prompt = match (self.sim.is_some(), wish.choices.is_empty()) {
                (true, false) => "move, or fault drop|miss|stall|cut|hand> ",
                _ => "Enter when done, 'quit' to leave> ",
            };
            let result = self.out.prompt(prompt);
            self.check(result);
            let line = match read_line() {
                Ok(Some(line)) => line,
                Ok(None) => return Reply::Leave,
                Err(error) => {
                    self.check(Err(error.into()));
                    return Reply::Leave;
                }
            };
            self.stop.store(false, Ordering::SeqCst);
            if ["quit", "exit"].contains(&line.as_str()) {
                return Reply::Leave;
            }
            if let (Some(name), Some(sim)) = (line.strip_prefix("fault "), &self.sim) {
                let result = match name.trim().parse::<Fault>() {
                    Ok(fault) => {
                        sim.world().fail(fault);
                        Ok(())
                    }
                    Err(cause) => self.out.line(cause),
                };
                self.check(result);
                continue;
            }
            // On a simulated table the person's hand is the keyboard.
            let words: Vec<&str> = line.split_whitespace().collect();
            if let (Some(sim), false) = (&self.sim, wish.choices.is_empty()) {
                match wish.choices.iter().find(|c| c.texts == words) {
                    Some(choice) => sim.world().tidy(&choice.after),
                    None => {
                        let list = wish.choices.iter().filter(|c| c.texts.len() == 1);
                        let list: Vec<&str> = list.map(|c| c.texts[0].as_str()).collect();
                        let result = self.out.line(format!("Moves: {}", list.join("  ")));
                        self.check(result);
                        continue;
                    }
                }
            }
            return Reply::Done;
        }
    }

    fn keep(&mut self, record: &Record) {
        let Some(path) = &self.file else { return };
        let text = Record { players: self.names.clone(), ..record.clone() }.to_string();
        let result = save(path, &text).with_context(|| format!("cannot write {}", path.display()));
        self.check(result);
    }

    fn shows(&mut self, scene: &Scene) {
        self.page.shows(scene);
    }

    fn announced(&mut self, after: &Scene) {
        if let Some(sim) = &self.sim {
            sim.world().tidy(after);
        }
    }

    fn reconnect(&mut self) -> Option<Box<dyn Line>> {
        match &self.sim {
            Some(sim) => Some(sim.line()),
            None => super::port(&self.port).ok(),
        }
    }
}

/// Writes a file so that it is whole at every moment.
pub(super) fn save(path: &Path, text: &str) -> io::Result<()> {
    let mut fresh = path.as_os_str().to_owned();
    fresh.push(".new");
    std::fs::write(&fresh, text)?;
    std::fs::rename(&fresh, path)
}
