//! `partie prolog`: goals in batch, or a top level.

use crate::args::Prolog;
use crate::output::{Answer, Output};
use logic::{Failure, Grants, Machine, Program, Severity};
use rustyline::DefaultEditor;
use rustyline::error::ReadlineError;
use serde_json::json;
use std::io::{self, BufRead, IsTerminal, Write};
use std::sync::{Arc, Mutex};

const HELP: &str =
    "A query ends with a full stop. ';' asks for the next answer, Enter is content with this one.
trace. and notrace. switch the tracer, [file]. loads a file, halt. (or Ctrl-D) leaves.";

pub(crate) fn run(args: &Prolog, out: &mut Output) -> anyhow::Result<Answer> {
    let mut machine = Machine::new(&Program::base());
    machine.set_grants(Grants::all());
    machine.set_input(Arc::new(Mutex::new(Box::new(io::stdin()))));
    machine.set_error_output(Arc::new(Mutex::new(Box::new(io::stderr()))));
    if !out.is_json() {
        machine.set_output(Arc::new(Mutex::new(Box::new(io::stdout()))));
    }
    for file in &args.files {
        for diagnostic in machine.consult_file(file) {
            machine.flush();
            complain(&diagnostic.to_string());
            if diagnostic.severity == Severity::Error && args.goals.is_empty() && out.is_json() {
                anyhow::bail!("{diagnostic}");
            }
        }
        if let Some(code) = machine.halted() {
            machine.flush();
            return Ok(Answer::Code(code));
        }
    }
    if args.goals.is_empty() && !out.is_json() {
        return top_level(&mut machine, out);
    }
    batch(&mut machine, &args.goals, out)
}

/// Runs each goal for its first answer; the last one decides the exit code.
fn batch(machine: &mut Machine, goals: &[String], out: &mut Output) -> anyhow::Result<Answer> {
    let mut answer = Answer::Yes;
    let mut results = Vec::new();
    for goal in goals {
        let result = machine.once(goal);
        machine.flush();
        let (code, document) = match &result {
            Ok(Some(found)) => {
                let bindings: serde_json::Map<_, _> =
                    found.bindings.iter().map(|(name, value)| (name.clone(), json!(value))).collect();
                (Answer::Yes, json!({"goal": goal, "answer": true, "bindings": bindings}))
            }
            Ok(None) => (Answer::No, json!({"goal": goal, "answer": false})),
            Err(Failure::Halt(code)) => (Answer::Code(*code), json!({"goal": goal, "halt": code})),
            Err(failure) => {
                complain(&failure.to_string());
                (Answer::Mistake, json!({"goal": goal, "error": failure.to_string()}))
            }
        };
        answer = code;
        results.push(document);
        if matches!(answer, Answer::Code(_)) {
            break;
        }
    }
    let output = if out.is_json() { machine.take_output() } else { String::new() };
    out.document(&json!({"output": output, "goals": results}))?;
    Ok(answer)
}

fn top_level(machine: &mut Machine, out: &mut Output) -> anyhow::Result<Answer> {
    let mut lines = Lines::new();
    if lines.is_terminal() {
        out.line("Partie Prolog. 'help.' explains, 'halt.' leaves.")?;
    }
    let mut query = String::new();
    loop {
        let Some(line) = lines.read(if query.is_empty() { "?- " } else { "|  " })? else {
            return Ok(Answer::Yes);
        };
        query.push_str(&line);
        query.push('\n');
        let text = query.trim();
        if text.is_empty() {
            query.clear();
            continue;
        }
        if !text.ends_with('.') {
            continue;
        }
        let goal = text.trim_end_matches('.').trim().to_string();
        query.clear();
        match goal.as_str() {
            "help" => out.line(HELP)?,
            "trace" => machine.set_tracer(Some(Arc::new(|event| {
                complain(&format!(
                    "{:indent$}{:?}: {}",
                    "",
                    event.port,
                    event.goal,
                    indent = event.depth.min(40)
                ));
                true
            }))),
            "notrace" => machine.set_tracer(None),
            _ => {
                if let Some(code) = ask(machine, &goal, &mut lines, out)? {
                    return Ok(Answer::Code(code));
                }
            }
        }
    }
}

/// Shows the answers of one query as long as more are asked for; the exit code if the program halts.
fn ask(
    machine: &mut Machine,
    goal: &str,
    lines: &mut Lines,
    out: &mut Output,
) -> anyhow::Result<Option<i32>> {
    let colour = out.colour();
    let mut query = match machine.query(goal) {
        Ok(query) => query,
        Err(failure) => {
            complain(&failure.to_string());
            return Ok(None);
        }
    };
    loop {
        match query.next() {
            None => {
                out.line(painted("false.", "31", colour))?;
                break;
            }
            Some(Err(Failure::Halt(code))) => return Ok(Some(code)),
            Some(Err(failure)) => {
                complain(&failure.to_string());
                break;
            }
            Some(Ok(answer)) => {
                let shown: Vec<String> = answer
                    .bindings
                    .iter()
                    .map(|(name, value)| format!("{} = {value}", painted(name, "36", colour)))
                    .collect();
                let text = if shown.is_empty() { painted("true", "32", colour) } else { shown.join(",\n") };
                if answer.last {
                    out.line(format!("{text}."))?;
                    break;
                }
                out.prompt(&text)?;
                let more = lines.read(" ")?;
                if !lines.is_terminal() {
                    out.line(" ;")?;
                }
                if more.is_none_or(|line| line.trim() != ";") {
                    break;
                }
            }
        }
    }
    drop(query);
    machine.flush();
    Ok(None)
}

fn painted(text: &str, colour: &str, on: bool) -> String {
    if on { format!("\x1b[{colour}m{text}\x1b[0m") } else { text.to_string() }
}

fn complain(text: &str) {
    if writeln!(io::stderr(), "{text}").is_err() {
        // Nobody is listening on standard error.
    }
}

/// Lines a person types, with history and editing; or plain lines of a pipe.
enum Lines {
    Terminal(Box<DefaultEditor>),
    Pipe,
}

impl Lines {
    fn new() -> Lines {
        match DefaultEditor::new() {
            Ok(editor) if io::stdin().is_terminal() => Lines::Terminal(Box::new(editor)),
            _ => Lines::Pipe,
        }
    }

    fn is_terminal(&self) -> bool {
        matches!(self, Lines::Terminal(_))
    }

    /// The next line; `None` at the end.
    fn read(&mut self, prompt: &str) -> anyhow::Result<Option<String>> {
        match self {
            Lines::Terminal(editor) => match editor.readline(prompt) {
                Ok(line) => {
                    editor.add_history_entry(&line)?;
                    Ok(Some(line))
                }
                Err(ReadlineError::Interrupted) => Ok(Some(String::new())),
                Err(ReadlineError::Eof) => Ok(None),
                Err(error) => Err(error.into()),
            },
            Lines::Pipe => {
                let mut line = String::new();
                let read = io::stdin().lock().read_line(&mut line)?;
                Ok((read > 0).then(|| line.trim_end().to_string()))
            }
        }
    }
}
