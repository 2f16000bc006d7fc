//! `partie automaton`: the graph of a game for other tools, or as a picture.

use crate::args::{Automaton, Budget};
use crate::output::{Answer, Output};
use anyhow::Context;
use catalog::{Exploration, Format, Reduced};
use indicatif::ProgressBar;
use serde_json::json;
use std::fs::File;
use std::io::{self, BufWriter, Write};

pub(crate) fn run(args: &Automaton, out: &mut Output) -> anyhow::Result<Answer> {
    let format = Format::of(&args.out).context("--out must end in .dot, .graphml, .json or .svg")?;
    let reduced = match (args.normalised, args.minimal) {
        (_, true) => Reduced::Minimal,
        (true, _) => Reduced::Normalised,
        _ => Reduced::No,
    };
    let game = super::open(&args.game)?;
    let spinner = ProgressBar::new_spinner();
    let mut file = Late { path: &args.out, file: None, bytes: 0 };
    let whole = game.automaton(&budget(&args.budget)?, (format, reduced), &mut file, &mut watch(&spinner));
    spinner.finish_and_clear();
    let whole = whole.map_err(|cause| anyhow::anyhow!("cannot write {}: {cause}", args.out))?;
    let part = if whole { "" } else { " (only a part was explored)" };
    out.line(format!("{}: {} bytes written to {}{part}", game.id(), file.bytes, args.out))?;
    out.document(&json!({"game": game.id(), "file": args.out, "bytes": file.bytes, "complete": whole}))?;
    Ok(Answer::Yes)
}

/// A file that is made when something is written to it: nothing is left where there is nothing to write.
struct Late<'a> {
    path: &'a str,
    file: Option<BufWriter<File>>,
    bytes: u64,
}

impl Write for Late<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let file = match &mut self.file {
            Some(file) => file,
            none => none.insert(BufWriter::with_capacity(1 << 16, File::create(self.path)?)),
        };
        file.write_all(bytes)?;
        self.bytes += bytes.len() as u64;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.as_mut().map_or(Ok(()), Write::flush)
    }
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
