//! The top level of `partie prolog`: queries typed by a person, or coming through a pipe, and their answers.

use super::prolog::complain;
use crate::output::{Answer, Output};
use logic::{Failure, Machine};
use rustix::termios::{LocalModes, OptionalActions, tcgetattr, tcsetattr};
use rustyline::completion::{Completer, FilenameCompleter, Pair};
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::MemHistory;
use rustyline::validate::Validator;
use rustyline::{Config, Context, Editor, Helper};
use std::fs::OpenOptions;
use std::io::{self, BufRead, IsTerminal, Write};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

const HELP: &str = "A query ends with a full stop; it may take several lines.
  ;  (or space)      the next answer          any other key   enough of them
  Tab                completes names of predicates, and of files inside quotes
  Up, Ctrl-R         earlier queries
  ['file.pl'].       loads a file             [user].         clauses typed here, up to end_of_file.
  listing(p/1).      clauses of p/1           profile(Goal).  runs Goal and counts calls
  trace. notrace.    shows every call, exit, redo and fail of the queries that follow
  help.  halt.       this; leave (Ctrl-D does, too)
  Ctrl-C             ends a query that runs; on the input line, gives it up
";

/// History lines kept from one run to the next.
const REMEMBERED: usize = 1000;

pub(super) fn run(machine: &mut Machine, stop: &Arc<AtomicBool>, out: &mut Output) -> anyhow::Result<Answer> {
    let mut lines = Lines::new()?;
    if lines.is_terminal() {
        signal_hook::flag::register(signal_hook::consts::SIGINT, stop.clone())?;
        out.line("Partie Prolog. 'help.' explains, 'halt.' leaves.")?;
    }
    let mut typed = String::new();
    loop {
        let prompt = if typed.trim().is_empty() { "?- " } else { "|  " };
        match lines.read(prompt, machine)? {
            Line::Text(line) => {
                typed.push_str(&line);
                typed.push('\n');
            }
            Line::GivenUp => typed.clear(),
            Line::End => {
                if !typed.trim().is_empty() {
                    complain("error: the last query has no full stop");
                }
                machine.flush();
                return Ok(Answer::Yes);
            }
        }
        while let Some(end) = logic::end_of_term(&typed) {
            let query: String = typed.drain(..end).collect();
            let goal = query.trim();
            let goal = goal.strip_suffix('.').unwrap_or(goal).trim();
            lines.remember(&query);
            stop.store(false, Ordering::Relaxed);
            if let Some(code) = command(machine, goal, &mut lines, out)? {
                return Ok(Answer::Code(code));
            }
        }
    }
}

/// One query, or one of the few words that are the top level's own; the exit code if the program halts.
fn command(
    machine: &mut Machine,
    goal: &str,
    lines: &mut Lines,
    out: &mut Output,
) -> anyhow::Result<Option<i32>> {
    match goal {
        "help" => out.prompt(HELP)?,
        "trace" => {
            machine.set_tracer(Some(Arc::new(|event| {
                let indent = event.depth.min(40);
                complain(&format!("{:indent$}{:?}: {}", "", event.port, event.goal));
                true
            })));
            out.line(painted("true.", "32", out.colour()))?;
        }
        "notrace" => {
            machine.set_tracer(None);
            out.line(painted("true.", "32", out.colour()))?;
        }
        _ => {
            let halted = ask(machine, goal, lines, out)?;
            machine.flush();
            return Ok(halted);
        }
    }
    Ok(None)
}

/// Shows the answers of one query as long as more are asked for.
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
            complain(&format!("error: {failure}"));
            return Ok(None);
        }
    };
    loop {
        let next = query.next();
        query.flush();
        match next {
            None => {
                out.line(painted("false.", "31", colour))?;
                return Ok(None);
            }
            Some(Err(Failure::Halt(code))) => return Ok(Some(code)),
            Some(Err(failure)) => {
                complain(&format!("error: {failure}"));
                return Ok(None);
            }
            Some(Ok(answer)) => {
                let mut shown: Vec<String> = answer
                    .bindings
                    .iter()
                    .map(|(name, value)| format!("{} = {value}", painted(name, "36", colour)))
                    .collect();
                shown.extend(answer.residual);
                let text = if shown.is_empty() { painted("true", "32", colour) } else { shown.join(",\n") };
                if answer.last {
                    out.line(format!("{text}."))?;
                    return Ok(None);
                }
                out.prompt(&text)?;
                if !lines.wants_more()? {
                    out.line(".")?;
                    return Ok(None);
                }
                out.line(" ;")?;
            }
        }
    }
}

fn painted(text: &str, colour: &str, on: bool) -> String {
    if on { format!("\x1b[{colour}m{text}\x1b[0m") } else { text.to_string() }
}

/// What the reading of a line gave.
enum Line {
    Text(String),
    /// The person does not want what has been typed so far.
    GivenUp,
    End,
}

/// Lines a person types, with history, editing and completion; or plain lines of a pipe.
enum Lines {
    Terminal(Box<Editor<Names, MemHistory>>, Option<PathBuf>),
    Pipe,
}

impl Lines {
    fn new() -> anyhow::Result<Lines> {
        if !io::stdin().is_terminal() {
            return Ok(Lines::Pipe);
        }
        let config = Config::builder().completion_type(rustyline::CompletionType::List).build();
        let mut editor = Editor::with_history(config, MemHistory::new())?;
        editor.set_helper(Some(Names { predicates: Vec::new(), files: FilenameCompleter::new() }));
        let file = history_file();
        if let Some(text) = file.as_ref().and_then(|f| std::fs::read_to_string(f).ok()) {
            let all: Vec<&str> = text.lines().collect();
            for line in &all[all.len().saturating_sub(REMEMBERED)..] {
                editor.add_history_entry(*line)?;
            }
        }
        Ok(Lines::Terminal(Box::new(editor), file))
    }

    fn is_terminal(&self) -> bool {
        matches!(self, Lines::Terminal(..))
    }

    fn read(&mut self, prompt: &str, machine: &Machine) -> anyhow::Result<Line> {
        match self {
            Lines::Terminal(editor, _) => {
                if let Some(names) = editor.helper_mut() {
                    names.predicates = machine.predicate_names();
                }
                match editor.readline(prompt) {
                    Ok(line) => Ok(Line::Text(line)),
                    Err(ReadlineError::Interrupted) => Ok(Line::GivenUp),
                    Err(ReadlineError::Eof) => Ok(Line::End),
                    Err(error) => Err(error.into()),
                }
            }
            Lines::Pipe => {
                let mut line = String::new();
                let read = io::stdin().lock().read_line(&mut line)?;
                Ok(if read > 0 { Line::Text(line.trim_end().to_string()) } else { Line::End })
            }
        }
    }

    /// Puts a whole query into the history, on one line.
    fn remember(&mut self, query: &str) {
        let Lines::Terminal(editor, file) = self else { return };
        let line = query.split_whitespace().collect::<Vec<_>>().join(" ");
        // A history that cannot be written does not stop the top level.
        let new = editor.add_history_entry(&line).unwrap_or(false);
        if let Some(file) = file.as_ref().filter(|_| new) {
            let opened = OpenOptions::new().create(true).append(true).open(file);
            if opened.and_then(|mut f| writeln!(f, "{line}")).is_err() {
                // As above.
            }
        }
    }

    /// Whether the next answer is wanted: a key at a terminal, a line of its own in a pipe.
    fn wants_more(&mut self) -> anyhow::Result<bool> {
        match self {
            Lines::Terminal(..) => Ok(matches!(key()?, Some(b';' | b' ' | b'\t'))),
            Lines::Pipe => {
                let mut line = String::new();
                let mut stdin = io::stdin().lock();
                if !stdin.fill_buf()?.starts_with(b";") {
                    return Ok(false);
                }
                Ok(stdin.read_line(&mut line)? > 0)
            }
        }
    }
}

/// One key, without waiting for the end of a line; `None` at the end of the input.
fn key() -> anyhow::Result<Option<u8>> {
    let stdin = io::stdin();
    let before = tcgetattr(&stdin)?;
    let mut raw = before.clone();
    raw.local_modes.remove(LocalModes::ICANON | LocalModes::ECHO | LocalModes::ISIG);
    tcsetattr(&stdin, OptionalActions::Now, &raw)?;
    let mut byte = [0u8];
    let read = rustix::io::read(&stdin, &mut byte);
    tcsetattr(&stdin, OptionalActions::Now, &before)?;
    Ok(matches!(read, Ok(1)).then_some(byte[0]))
}

/// Where queries are remembered: in the user's state directory, if there is one.
fn history_file() -> Option<PathBuf> {
    let home = || std::env::var_os("HOME").map(|h| PathBuf::from(h).join(".local/state"));
    let dir = std::env::var_os("XDG_STATE_HOME").map(PathBuf::from).or_else(home)?.join("partie");
    std::fs::create_dir_all(&dir).ok()?;
    Some(dir.join("prolog-history"))
}

/// Completes what is being typed.
struct Names {
    predicates: Vec<String>,
    files: FilenameCompleter,
}

impl Completer for Names {
    type Candidate = Pair;

    fn complete(&self, line: &str, at: usize, _: &Context<'_>) -> rustyline::Result<(usize, Vec<Pair>)> {
        let before = &line[..at];
        if before.matches('\'').count() % 2 == 1 {
            return self.files.complete_path(line, at);
        }
        let word = |c: char| c.is_alphanumeric() || c == '_';
        let start = before
            .rfind(|c| !word(c))
            .map_or(0, |i| i + before[i..].chars().next().map_or(1, char::len_utf8));
        let stem = &before[start..];
        if stem.is_empty() {
            return Ok((at, Vec::new()));
        }
        let fitting = self.predicates.iter().filter(|name| name.starts_with(stem));
        let pairs: Vec<Pair> =
            fitting.map(|name| Pair { display: name.clone(), replacement: name.clone() }).collect();
        if pairs.is_empty() && before.trim_start().starts_with('[') {
            let (from, found) = self.files.complete_path(stem, stem.len())?;
            return Ok((start + from, found));
        }
        Ok((start, pairs))
    }
}

impl Helper for Names {}
impl Hinter for Names {
    type Hint = String;
}
impl Highlighter for Names {}
impl Validator for Names {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_predicates_and_files_are_completed() {
        let names = Names {
            predicates: vec!["app".into(), "append".into(), "atom".into()],
            files: FilenameCompleter::new(),
        };
        let history = MemHistory::new();
        let completed = |line: &str| {
            let (at, pairs) = names.complete(line, line.len(), &Context::new(&history)).expect("candidates");
            (at, pairs.into_iter().map(|p| p.replacement).collect::<Vec<_>>())
        };
        assert_eq!(completed("X = 1, app"), (7, vec!["app".to_string(), "append".to_string()]));
        assert_eq!(completed("foo("), (4, Vec::new()));
        assert_eq!(completed("consult('Cargo.to").1.len(), 1);
        assert_eq!(completed("[sr").1, ["src/"]);
    }
}
