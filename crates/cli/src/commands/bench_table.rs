//! `partie bench-table`: agents play with all hands open; step, run, pause; what each believes and considers, side by side.

use crate::args::BenchTable;
use crate::draw;
use crate::output::{Answer, Output};
use anyhow::Context;
use arena::bench::{Bench, Considered, Step};
use game::{Lang, Limit, Player, Turn};
use serde_json::{Value, json};
use std::io::BufRead;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

const HELP: &str =
    "Enter: a step. A number: so many steps. run, pause (Enter), delay SECONDS, beliefs, record, help, quit.";

/// The width of a player's column.
const COLUMN: usize = 26;

pub(crate) fn run(args: &BenchTable, seed: u64, out: &mut Output) -> anyhow::Result<Answer> {
    let game = super::open(&args.game)?;
    let players = match &args.players {
        Some(text) => super::expert::load_bots(&super::list(text))?,
        None => vec![game.strongest(); game.players()],
    };
    super::learn::load_nets(players.iter().map(String::as_str))?;
    let mut limit = Limit::time(super::seconds(args.seconds)?);
    limit.nodes = args.nodes;
    let bench = Bench::new(&*game, &players, seed)?;
    let delay = Duration::try_from_secs_f64(args.delay).context("--delay must be a number of seconds")?;
    let mut show = Show { bench, limit, delay, lang: args.lang, beliefs: true, steps: Vec::new() };
    if args.run || out.is_json() {
        while show.step(out)? {}
    } else {
        show.converse(out)?;
    }
    let table = show.bench.table();
    let defect = table.defect();
    let over = table.turn() == Turn::Over && defect.is_none();
    if let Some(cause) = &defect {
        out.line(format!("the play has no result: {cause}"))?;
    } else if !over && table.made() >= arena::LONGEST {
        out.line(format!("the play was stopped after {} moves and is not over", table.made()))?;
    }
    if over {
        table.sheet(args.lang).iter().try_for_each(|line| out.line(line))?;
        out.line(format!("scores: {:?}", table.scores()))?;
    }
    out.document(&json!({
        "game": table.id(), "seed": seed, "players": players, "over": over, "scores": over.then(|| table.scores()),
        "steps": show.steps, "defect": defect,
    }))?;
    Ok(if defect.is_none() { Answer::Yes } else { Answer::No })
}

struct Show {
    bench: Bench,
    limit: Limit,
    delay: Duration,
    lang: Lang,
    beliefs: bool,
    /// What happened, for the document.
    steps: Vec<Value>,
}

/// Lines of standard input, read by a thread so that a running play can be paused.
fn lines() -> Receiver<String> {
    let (send, receive) = channel();
    std::thread::spawn(move || {
        for line in std::io::stdin().lock().lines() {
            let Ok(line) = line else { break };
            if send.send(line.trim().to_string()).is_err() {
                break;
            }
        }
    });
    receive
}

impl Show {
    fn converse(&mut self, out: &mut Output) -> anyhow::Result<()> {
        let lines = lines();
        self.picture(out)?;
        out.line(HELP)?;
        while self.bench.table().turn() != Turn::Over {
            out.prompt("> ")?;
            let Ok(line) = lines.recv() else { return Ok(()) };
            let (word, rest) = line.split_once(' ').unwrap_or((line.as_str(), ""));
            match word {
                "" => _ = self.step(out)?,
                "r" | "run" => self.go(&lines, out)?,
                "b" | "beliefs" => {
                    self.beliefs = !self.beliefs;
                    self.picture(out)?;
                }
                "d" | "delay" => {
                    match rest.trim().parse().ok().and_then(|n| Duration::try_from_secs_f64(n).ok()) {
                        Some(delay) => self.delay = delay,
                        None => out.line("delay is followed by a number of seconds")?,
                    }
                }
                "record" => out.line(self.bench.table().record().to_string())?,
                "q" | "quit" => return Ok(()),
                word => match word.parse::<u32>() {
                    Ok(n) => {
                        for _ in 0..n {
                            if !self.step(out)? {
                                break;
                            }
                        }
                    }
                    Err(_) => out.line(HELP)?,
                },
            }
        }
        Ok(())
    }

    /// Runs until the end, or until a line comes.
    fn go(&mut self, lines: &Receiver<String>, out: &mut Output) -> anyhow::Result<()> {
        loop {
            let start = Instant::now();
            if !self.step(out)? {
                return Ok(());
            }
            match lines.recv_timeout(self.delay.saturating_sub(start.elapsed())) {
                Err(RecvTimeoutError::Timeout) => {}
                Ok(_) => return out.line("paused"),
                // Nobody is there to pause it: it runs to its end.
                Err(RecvTimeoutError::Disconnected) => {
                    while self.step(out)? {}
                    return Ok(());
                }
            }
        }
    }

    /// One step and its picture; false when the play is over.
    fn step(&mut self, out: &mut Output) -> anyhow::Result<bool> {
        let made = self.bench.table().made();
        let (line, page) = match self.bench.step(&self.limit, self.lang) {
            Step::Over => return Ok(false),
            Step::Failed(cause) => (cause.clone(), json!({"made": made, "fault": cause})),
            Step::Chance(events) => {
                (format!("chance: {}", events.join(" ")), json!({"made": made, "chance": events}))
            }
            Step::Moved { by, text, label } => {
                let thought = self.bench.considered(by);
                let page = json!({
                    "made": made, "by": by.index() + 1, "move": text, "label": label,
                    "nodes": thought.map(|t| t.advice.nodes), "values": thought.map(|t| &t.advice.values),
                    "because": thought.map(|t| &t.advice.because),
                });
                (format!("{}. player {by}: {label}", made + 1), page)
            }
        };
        out.line(format!("\n{line}"))?;
        self.steps.push(page);
        if !out.is_json() {
            self.picture(out)?;
        }
        let table = self.bench.table();
        Ok(table.turn() != Turn::Over && table.made() < arena::LONGEST)
    }

    fn picture(&self, out: &mut Output) -> anyhow::Result<()> {
        let table = self.bench.table();
        let drawing = match table.hidden() {
            true => draw::scene(&self.bench.scene(self.lang)),
            false => draw::table(table, None, self.lang, out.colour()),
        };
        out.line(drawing)?;
        out.line("")?;
        columns(&self.thoughts()).iter().try_for_each(|line| out.line(line))?;
        if self.beliefs {
            self.believed().iter().try_for_each(|line| out.line(line))?;
        }
        Ok(())
    }

    /// What every player considered when it last moved.
    fn thoughts(&self) -> Vec<Vec<String>> {
        let column = |(i, name): (usize, &String)| {
            let p = Player(i as u8);
            let mark = if self.bench.table().turn() == Turn::Player(p) { "▸ " } else { "" };
            let mut lines = vec![format!("{mark}{}. {name}", i + 1)];
            match self.bench.considered(p) {
                None => lines.push("has not moved".to_string()),
                Some(thought) => considered(thought, &mut lines),
            }
            lines
        };
        self.bench.names().iter().enumerate().map(column).collect()
    }

    /// Where every player may believe the cards it does not see, a line a card.
    fn believed(&self) -> Vec<String> {
        let players = self.bench.table().players();
        let reports: Vec<_> = Player::all(players).filter_map(|p| self.bench.belief(p)).collect();
        let mut cards: Vec<&String> =
            reports.iter().flat_map(|r| r.rows.iter().map(|(card, _)| card)).collect();
        cards.sort();
        cards.dedup();
        if cards.is_empty() {
            return Vec::new();
        }
        let mut lines = vec![
            String::new(),
            "where each player may believe a card (shares by seat; · its own or seen):".to_string(),
        ];
        lines.push(
            std::iter::once(format!("{:6}", ""))
                .chain(reports.iter().map(|r| fit(&format!("player {}", r.player))))
                .collect(),
        );
        for card in cards {
            let cell =
                |report: &catalog::BeliefReport| match report.rows.iter().find(|(name, _)| name == card) {
                    None => fit("·"),
                    Some((_, shares)) => {
                        let shares: Vec<String> =
                            shares.iter().map(|s| format!("{:3.0}", s * 100.0)).collect();
                        fit(&shares.join(" "))
                    }
                };
            lines.push(std::iter::once(format!("{card:6}")).chain(reports.iter().map(cell)).collect());
        }
        lines
    }
}

/// The best moves of a thought with their values, and why.
fn considered(thought: &Considered, lines: &mut Vec<String>) {
    let advice = &thought.advice;
    lines.push(format!("{} · {} states", advice.text, advice.nodes));
    let mut values: Vec<&(String, f64)> = advice.values.iter().filter(|(_, v)| v.is_finite()).collect();
    values.sort_by(|a, b| b.1.total_cmp(&a.1));
    lines.extend(values.iter().take(5).map(|(text, value)| format!("  {text} {value:.3}")));
    lines.extend(advice.because.iter().take(3).map(|reason| format!("  {reason}")));
    lines.push(format!("  {:.1} ms", thought.took.as_secs_f64() * 1e3));
}

/// A text as wide as a column.
fn fit(text: &str) -> String {
    let most = COLUMN - 2;
    let short: String = match text.chars().count() > most {
        true => text.chars().take(most - 1).chain(['…']).collect(),
        false => text.to_string(),
    };
    format!("{short:COLUMN$}")
}

/// Columns side by side.
fn columns(columns: &[Vec<String>]) -> Vec<String> {
    let rows = columns.iter().map(Vec::len).max().unwrap_or(0);
    let empty = String::new();
    let row =
        |i: usize| columns.iter().map(|column| fit(column.get(i).unwrap_or(&empty))).collect::<String>();
    (0..rows).map(|i| row(i).trim_end().to_string()).collect()
}
