//! Evaluating single expressions on the first state of a game: for trying things out and for tests.

use crate::diagnostic::Report;
use crate::program::machine::Machine;
use crate::program::{Program, Value};
use crate::{lower, syntax};

/// What became of an expression.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Probe {
    /// It could not be read.
    Unreadable,
    /// It could not be evaluated; the reason.
    Failed(String),
    /// A number.
    Int(i32),
    /// True or false.
    Bool(bool),
    /// A text.
    Text(String),
    /// A set.
    Set(Vec<Probe>),
}

/// Evaluates expressions one after another, in one context, on the first state of the game of `text`; `None` if that is
/// no game. Changes an expression makes stay for the next ones.
pub fn probe(text: &str, expressions: &[&str]) -> Option<Vec<Probe>> {
    let mut report = Report::new(text);
    let mut file = syntax::read(text, &mut report);
    let mut quiet = Report::new("");
    let parsed: Vec<_> =
        expressions.iter().map(|e| syntax::expression(e, 0, file.dialect, &mut quiet)).collect();
    file.start = parsed.iter().flatten().cloned().collect();
    let model = lower::lower(file, &mut report)?;
    let program = Program::new(&model);
    let mut words = program.board.start.clone();
    let mut machine = Machine::new(&program, &mut words);
    let mut entries = program.code.start.iter();
    let results = parsed.iter().map(|p| {
        let entry = p.as_ref().and_then(|_| entries.next());
        let Some(&entry) = entry else { return Probe::Unreadable };
        match machine.run(entry) {
            Ok(Some(value)) => show(value, &machine, &program),
            Ok(None) => Probe::Failed("no value".into()),
            Err(stop) => Probe::Failed(format!("{stop:?}")),
        }
    });
    Some(results.collect())
}

fn show(value: Value, machine: &Machine<'_>, program: &Program) -> Probe {
    match value {
        Value::Int(n) => Probe::Int(n),
        Value::Bool(b) => Probe::Bool(b),
        Value::Str(s) => Probe::Text(machine.heap.text(&program.names, s).to_string()),
        Value::Set(s) => {
            Probe::Set(machine.heap.members(s).iter().map(|&v| show(v, machine, program)).collect())
        }
    }
}
