//! `partie automaton`: the graph of a game for other tools, or as a picture.

use crate::args::{Automaton, Budget};
use crate::output::{Answer, Output};
use anyhow::Context;
use catalog::{Exploration, Format};
use indicatif::ProgressBar;
use serde_json::json;

pub(crate) fn run(args: &Automaton, out: &mut Output) -> anyhow::Result<Answer> {
    let format = Format::of(&args.out).context("--out must end in .dot, .graphml, .json or .svg")?;
    let game = super::open(&args.game)?;
    let spinner = ProgressBar::new_spinner();
    let text = game.automaton(&budget(&args.budget)?, format, &mut watch(&spinner));
    spinner.finish_and_clear();
    let text = text.map_err(anyhow::Error::msg)?;
    std::fs::write(&args.out, &text).with_context(|| format!("cannot write {}", args.out))?;
    out.line(format!("{}: {} bytes written to {}", game.id(), text.len(), args.out))?;
    out.document(&json!({"game": game.id(), "file": args.out, "bytes": text.len()}))?;
    Ok(Answer::Yes)
}

/// The budget of the command line.
pub(crate) fn budget(args: &Budget) -> anyhow::Result<catalog::Budget> {
    Ok(catalog::Budget {
        states: args.states,
        work: args.work.saturating_mul(1 << 20),
        time: args.seconds.map(super::seconds).transpose()?,
        bytes: args.memory.saturating_mul(1 << 20),
        disk: args.disk.saturating_mul(1 << 20),
        folder: args.spill.clone(),
        threads: args.threads.clamp(1, 64),
    })
}

/// Shows how far an exploration is.
pub(crate) fn watch(spinner: &ProgressBar) -> impl FnMut(Exploration) + use<'_> {
    |p| show(spinner, format!("{} states found, {} expanded, depth {}", p.states, p.expanded, p.depth))
}

/// Shows a line beside the spinner, on the error stream of a terminal.
pub(crate) fn show(spinner: &ProgressBar, line: String) {
    spinner.set_message(line);
    spinner.tick();
}
