//! `partie prolog`: goals in batch, or the top level of [`super::toplevel`].

use crate::args::Prolog;
use crate::output::{Answer, Output};
use logic::{Failure, Grants, Limits, Machine, Program, Severity};
use serde_json::json;
use std::io::{self, BufRead, IsTerminal, Read, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

pub(crate) fn run(args: &Prolog, out: &mut Output) -> anyhow::Result<Answer> {
    let mut machine = Machine::new(&Program::base());
    machine.set_grants(Grants::all());
    let stop = Arc::new(AtomicBool::new(false));
    machine.set_limits(limits(args, &stop)?);
    machine.set_input(Arc::new(Mutex::new(Box::new(LineByLine))));
    machine.set_error_output(Arc::new(Mutex::new(Box::new(io::stderr()))));
    let failed = Arc::new(Mutex::new(None));
    if !out.is_json() {
        let heard = WhileHeard { stop: stop.clone(), failed: failed.clone() };
        machine.set_output(Arc::new(Mutex::new(Box::new(heard))));
    }
    let answer = consult_and_run(args, &mut machine, &stop, out);
    machine.flush();
    if let (Ok(_), Some((file, cause))) = (&answer, machine.unwritten()) {
        anyhow::bail!("{file} cannot be written: {cause}");
    }
    match failed.lock().ok().and_then(|mut failed| failed.take()) {
        Some(error) => Err(anyhow::Error::new(error).context("standard output cannot be written")),
        None => answer,
    }
}

/// The files, then the goals or the top level.
fn consult_and_run(
    args: &Prolog,
    machine: &mut Machine,
    stop: &Arc<AtomicBool>,
    out: &mut Output,
) -> anyhow::Result<Answer> {
    let mut unread = false;
    for diagnostic in machine.consult_files(&args.files) {
        machine.flush();
        complain(&diagnostic.to_string());
        unread |= diagnostic.severity == Severity::Error && diagnostic.line == 0;
        if diagnostic.severity == Severity::Error && args.goals.is_empty() && out.is_json() {
            anyhow::bail!("{diagnostic}");
        }
    }
    if let Some(code) = machine.halted() {
        machine.flush();
        return Ok(Answer::Code(code));
    }
    if args.goals.is_empty() && !out.is_json() {
        return super::toplevel::run(machine, stop, out);
    }
    if unread {
        return Ok(Answer::Mistake); // A file could not be read at all: what the goals would say means nothing.
    }
    batch(machine, &args.goals, out)
}

/// The limits of the command line.
fn limits(args: &Prolog, stop: &Arc<AtomicBool>) -> anyhow::Result<Limits> {
    let default = Limits::default();
    let cells = |mb: u64| usize::try_from(mb.saturating_mul(1 << 20) / 8).unwrap_or(usize::MAX);
    Ok(Limits {
        inferences: args.inferences.unwrap_or(default.inferences),
        memory_cells: args.memory.map_or(default.memory_cells, cells),
        depth: args.depth.map_or(default.depth, |d| usize::try_from(d).unwrap_or(usize::MAX)),
        time: args.seconds.map(super::seconds).transpose()?,
        reserve: args.reserve.unwrap_or(default.reserve),
        interrupt: Some(stop.clone()),
    })
}

/// Runs each goal for its first answer. The first that is not true ends the run and decides the exit code.
fn batch(machine: &mut Machine, goals: &[String], out: &mut Output) -> anyhow::Result<Answer> {
    let mut answer = Answer::Yes;
    let mut results = Vec::new();
    for goal in goals {
        let text = goal.trim_end().strip_suffix('.').unwrap_or(goal);
        let result = machine.once(text);
        machine.flush();
        let (code, document) = match &result {
            Ok(Some(found)) => {
                let bindings: serde_json::Map<_, _> =
                    found.bindings.iter().map(|(name, value)| (name.clone(), json!(value))).collect();
                let mut document = json!({"goal": goal, "answer": true, "bindings": bindings});
                if !found.residual.is_empty() {
                    document["residual"] = json!(found.residual);
                }
                (Answer::Yes, document)
            }
            Ok(None) => (Answer::No, json!({"goal": goal, "answer": false})),
            Err(Failure::Halt(code)) => (Answer::Code(*code), json!({"goal": goal, "halt": code})),
            Err(failure) => {
                complain(&format!("error: {failure}"));
                (Answer::Mistake, json!({"goal": goal, "error": failure.to_string()}))
            }
        };
        answer = code;
        results.push(document);
        if answer != Answer::Yes {
            break;
        }
    }
    let output = if out.is_json() { machine.take_output() } else { String::new() };
    out.document(&json!({"output": output, "goals": results}))?;
    Ok(answer)
}

/// A line for standard error; errors and warnings in colour where a person reads it.
pub(super) fn complain(text: &str) {
    let mut err = io::stderr();
    let colour = err.is_terminal() && std::env::var_os("NO_COLOR").is_none();
    let kind = |word: &str| text.starts_with(word) || text.contains(&format!(": {word}"));
    let paint = match () {
        () if !colour => None,
        () if kind("error: ") => Some("31"),
        () if kind("warning: ") => Some("33"),
        () => None,
    };
    let written = match paint {
        Some(paint) => writeln!(err, "\x1b[{paint}m{text}\x1b[0m"),
        None => writeln!(err, "{text}"),
    };
    if written.is_err() {
        // Nobody is listening on standard error.
    }
}

/// Standard input for the program, at most one line at a time: what follows a query on a pipe is left for the next.
struct LineByLine;

impl Read for LineByLine {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let mut stdin = io::stdin().lock();
        let held = stdin.fill_buf()?;
        let line = held.iter().position(|b| *b == b'\n').map_or(held.len(), |at| at + 1);
        let taken = line.min(buffer.len());
        buffer[..taken].copy_from_slice(&held[..taken]);
        stdin.consume(taken);
        Ok(taken)
    }
}

/// Standard output as long as it can be written: a program that writes without end stops when its pipe is closed or the
/// device is full.
struct WhileHeard {
    stop: Arc<AtomicBool>,
    /// The first error that was not a closed pipe.
    failed: Arc<Mutex<Option<io::Error>>>,
}

impl WhileHeard {
    fn heard<T>(&self, result: io::Result<T>) -> io::Result<T> {
        let Err(error) = &result else { return result };
        match error.kind() {
            io::ErrorKind::Interrupted | io::ErrorKind::WouldBlock => return result,
            io::ErrorKind::BrokenPipe => {}
            kind => {
                let copy = error.raw_os_error().map_or_else(|| kind.into(), io::Error::from_raw_os_error);
                if let Ok(mut failed) = self.failed.lock() {
                    failed.get_or_insert(copy);
                }
            }
        }
        self.stop.store(true, Ordering::Relaxed);
        result
    }
}

impl Write for WhileHeard {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        // Standard output keeps what its device refused and would say so only with the next line.
        let mut out = io::stdout();
        self.heard(out.write(bytes).and_then(|n| out.flush().map(|()| n)))
    }
    fn flush(&mut self) -> io::Result<()> {
        self.heard(io::stdout().flush())
    }
}
