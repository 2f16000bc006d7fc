//! The host's side: consulting, queries, answers, output.

use crate::atom::names as n;
use crate::cell::Cell;
use crate::code::{ANSWER_PC, CALL_PC};
use crate::error::{Diagnostic, Failure, PrologError, Severity};
use crate::limits::{Grants, Limits};
use crate::machine::copy::Flat;
use crate::machine::run::Outcome;
use crate::machine::{Alt, Machine, Stop};
use crate::program::Program;
use crate::reader::parser::ReadError;
use crate::stream::{Input, SharedReader, SharedWriter, Sink};
use crate::term::{Term, TermRef};
use crate::writer::{Style, write_term};
use std::sync::Arc;

impl Program {
    /// Compiles a text. The program holds what could be compiled, the findings say what could not.
    pub fn from_text(text: &str) -> (Arc<Program>, Vec<Diagnostic>) {
        let mut m = Machine::new(&Program::base());
        let found = m.consult_text(text, "user");
        (m.freeze(), found)
    }
}

/// What finding the residual goals of one answer may cost.
const RESIDUAL_INFERENCES: u64 = 1_000_000;

/// The bindings of one answer, as text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer {
    /// Variable and value in the order of the query.
    pub bindings: Vec<(String, String)>,
    /// Goals that still wait for variables of the answer: `dif(X, a)`, `freeze(Y, p(Y))`.
    pub residual: Vec<String>,
    /// No further answers can come.
    pub last: bool,
}

/// A query under way. Dropping it leaves the database as the query made it.
pub struct Query<'m> {
    machine: &'m mut Machine,
    names: Vec<String>,
    done: bool,
}

impl Machine {
    /// Sets the limits; they apply from the next query on.
    pub fn set_limits(&mut self, limits: Limits) {
        self.limits = limits;
        self.refuel();
    }
    /// Sets what of the outside world programs may touch.
    pub fn set_grants(&mut self, grants: Grants) {
        self.grants = grants;
    }
    /// Lets `user_input` read from a host's reader.
    pub fn set_input(&mut self, reader: SharedReader) {
        if let Some(s) = self.streams.get(0) {
            s.input = Some(Input::from_reader(reader));
        }
    }
    /// Gives `user_input` this text.
    pub fn set_input_text(&mut self, text: &str) {
        if let Some(s) = self.streams.get(0) {
            s.input = Some(Input::from_text(text));
        }
    }
    /// Sends `user_output` to a host's writer instead of the buffer.
    pub fn set_output(&mut self, writer: SharedWriter) {
        if let Some(o) = self.streams.get(1).and_then(|s| s.output.as_mut()) {
            o.sink = Sink::Writer(writer, Vec::new());
        }
    }
    /// Sends `user_error` to a host's writer instead of the buffer.
    pub fn set_error_output(&mut self, writer: SharedWriter) {
        if let Some(o) = self.streams.get(2).and_then(|s| s.output.as_mut()) {
            o.sink = Sink::Writer(writer, Vec::new());
        }
    }
    /// Passes on all output still held back.
    pub fn flush(&mut self) {
        self.streams.flush_all();
    }
    /// A file that the program opened and did not close, and why it could not be written to its end.
    pub fn unwritten(&mut self) -> Option<(String, String)> {
        self.streams.flush_all();
        (3..self.streams.table.len()).find_map(|id| {
            let cause = self.streams.take_failure(id)?;
            let file = self.streams.get(id).and_then(|s| s.file);
            Some((file.map_or_else(String::new, |file| self.atoms.name(file).to_string()), cause))
        })
    }
    /// Takes what was written to `user_output` since the last time.
    pub fn take_output(&mut self) -> String {
        match self.streams.get(1).and_then(|s| s.output.as_mut()).map(|o| &mut o.sink) {
            Some(Sink::Buffer(b)) => String::from_utf8_lossy(&std::mem::take(b)).into_owned(),
            _ => String::new(),
        }
    }

    /// Loads a text into this machine's program; what it finds wrong is returned.
    pub fn consult_text(&mut self, text: &str, name: &str) -> Vec<Diagnostic> {
        self.refuel();
        self.load_text(text, name, false);
        std::mem::take(&mut self.warnings)
    }
    /// Loads a file, if reading files is granted.
    pub fn consult_file(&mut self, path: &str) -> Vec<Diagnostic> {
        self.refuel();
        let culprit = self.atom(path);
        self.native = u32::MAX;
        match self.read_source(path, culprit) {
            Ok((name, text)) if self.forget_clauses_of(&name).is_ok() => self.consult_text(&text, &name),
            Ok((name, _)) => {
                let message = "the limits do not suffice to load this again".into();
                vec![Diagnostic { severity: Severity::Error, file: name, line: 0, column: 0, message }]
            }
            Err(stop) => {
                let message = match stop {
                    Stop::Throw(ball) => self.describe(ball),
                    Stop::Halt(_) => String::new(),
                };
                vec![Diagnostic { severity: Severity::Error, file: path.into(), line: 0, column: 0, message }]
            }
        }
    }
    /// The exit code a directive asked for with `halt/1` while loading.
    pub fn halted(&self) -> Option<i32> {
        self.halted
    }

    /// Starts a query given as text (the end token may be missing).
    pub fn query(&mut self, text: &str) -> Result<Query<'_>, Failure> {
        self.reset_stacks();
        self.refuel();
        let mut src = Input::from_text(&format!("{text} ."));
        let read = match self.read_from(&mut src) {
            Ok(Some(r)) => r,
            Ok(None) => return Ok(Query { machine: self, names: Vec::new(), done: true }),
            Err(ReadError::Syntax(e)) => return Err(Failure::Syntax(e)),
            Err(ReadError::Memory) => {
                let stop = self.resource_error(n::MEMORY);
                return Err(self.failure(stop));
            }
        };
        let mut goal = read.term;
        if let Some((n::QUERY | n::NECK, 1)) = self.functor(goal) {
            goal = self.arg(goal, 0);
        }
        let names = read.vars.iter().map(|v| v.name.clone()).collect();
        let vars: Vec<Cell> = read.vars.iter().map(|v| v.cell).collect();
        self.start(goal, &vars);
        Ok(Query { machine: self, names, done: false })
    }

    /// Sets up a goal; `vars` stay reachable as the saved arguments of the bottom choice point.
    pub(crate) fn start(&mut self, goal: Cell, vars: &[Cell]) {
        self.push_choice(Alt::Stop, 0);
        self.saved.extend_from_slice(vars);
        self.x[0] = goal;
        self.cp = ANSWER_PC;
        self.pc = CALL_PC;
    }

    /// Turns a stop into the host's error.
    pub(crate) fn failure(&mut self, stop: Stop) -> Failure {
        match stop {
            Stop::Halt(code) => Failure::Halt(code),
            Stop::Throw(ball) => {
                let style = Style { quoted: true, numbervars: true, max_bytes: 100_000, ..Style::default() };
                Failure::Error(PrologError {
                    ball: write_term(self, ball, 1200, &style),
                    message: self.describe(ball),
                    backtrace: self.error_place.take().unwrap_or_default(),
                })
            }
        }
    }

    /// Runs a query for its first answer only.
    pub fn once(&mut self, text: &str) -> Result<Option<Answer>, Failure> {
        self.query(text)?.next().transpose()
    }
}

impl Machine {
    /// The variables of the query under way.
    fn query_variables(&self, count: usize) -> Vec<Cell> {
        let base = self.choices.first().map_or(0, |c| c.saved as usize);
        self.saved[base..base + count].to_vec()
    }

    /// How the answers of a query are written: its variables by their names.
    fn answer_style(&self, names: &[String]) -> Style {
        let mut style =
            Style { quoted: true, numbervars: true, spaced: true, max_bytes: 1 << 20, ..Style::default() };
        for (name, v) in names.iter().zip(self.query_variables(names.len())) {
            let d = self.deref(v);
            if d.is_ref() {
                style.names.entry(d).or_insert_with(|| name.clone());
            }
        }
        style
    }

    /// The text of a value. Not charged to the program's limits.
    fn answer_text(&mut self, v: Cell, style: &Style) -> String {
        let (fuel, left, done) = (self.fuel, self.fuel_left, self.inferences);
        let limits = (self.reserved, self.ended, self.deadline);
        (self.fuel, self.fuel_left) = (0, RESIDUAL_INFERENCES.saturating_mul(20));
        let text = match self.write_text(v, 699, style) {
            Ok(text) => text,
            // What the limits do not suffice for is shown by its first levels.
            Err(_) => write_term(self, v, 699, &crate::writer::levels(style)),
        };
        (self.fuel, self.fuel_left, self.inferences) = (fuel, left, done);
        (self.reserved, self.ended, self.deadline) = limits;
        text
    }

    /// The goals the attributes of the query's variables stand for, as text. The query under way is not touched: a copy of
    /// the machine is asked.
    fn residual_goals(&mut self, names: &[String]) -> Vec<String> {
        let vars = self.query_variables(names.len());
        if !self.attributed_variables(&vars).is_ok_and(|found| !found.is_empty()) {
            return Vec::new();
        }
        let mut asked = self.fork();
        asked.set_tracer(None);
        (asked.fuel, asked.fuel_left, asked.ended) = (0, RESIDUAL_INFERENCES, None);
        let name = asked.atoms.intern("$residual_goals");
        let list = crate::heap::push_list(&mut asked.heap, vars.into_iter());
        let out = asked.new_var();
        let goal = asked.structure(name, &[list, out]);
        // A saved argument moves with the heap.
        asked.saved.push(out);
        if !asked.solve_once(goal).unwrap_or(false) {
            return vec!["...".into()];
        }
        let out = asked.saved.last().copied().unwrap_or(out);
        let mut goals = Vec::new();
        asked.each_element(out, |g| goals.push(g));
        let style = asked.answer_style(names);
        goals.into_iter().map(|g| write_term(&asked, g, 999, &style)).collect()
    }
}

/// A goal prepared once and run many times.
#[derive(Clone, Debug)]
pub struct Goal {
    flat: Flat,
}

/// Answers of a prepared goal, read in place.
pub struct Solutions<'m> {
    machine: &'m mut Machine,
    vars: usize,
    done: bool,
}

impl Machine {
    /// Prepares a goal; variable numbers in it are how answers are asked for.
    pub fn goal(&self, term: &Term) -> Goal {
        Goal { flat: term.flat.clone() }
    }

    /// Starts a prepared goal on fresh stacks.
    pub fn solve(&mut self, goal: &Goal) -> Solutions<'_> {
        self.reset_stacks();
        self.refuel();
        self.push_choice(Alt::Stop, 0);
        let first = self.heap.len();
        let vars = goal.flat.vars as usize;
        let done = match self.unflat(&goal.flat) {
            Ok(c) => {
                self.x[0] = c;
                self.saved.extend((0..vars).map(|i| Cell::var(first + i)));
                self.cp = ANSWER_PC;
                self.pc = CALL_PC;
                false
            }
            Err(_) => true,
        };
        // Cells of the goal itself belong below the bottom choice point.
        if let Some(c) = self.choices.last_mut() {
            c.heap = self.heap.len() as u32;
        }
        self.refresh();
        Solutions { machine: self, vars, done }
    }

    /// Goes on with the query that was under way when this machine was forked or its snapshot taken.
    pub fn resume(&mut self) -> Solutions<'_> {
        let bottom = self.choices.first().filter(|c| c.alt == Alt::Stop);
        let vars = bottom.map_or(0, |c| {
            let end = self.choices.get(1).map_or(self.saved.len(), |next| next.saved as usize);
            end - c.saved as usize
        });
        let done = !self.can_resume();
        Solutions { machine: self, vars, done }
    }
    /// Whether a query is under way that [`Machine::resume`] would go on with. Forks and snapshots keep it;
    /// [`Machine::save`] does not.
    pub fn can_resume(&self) -> bool {
        let started = self.choices.first().is_some_and(|c| c.alt == Alt::Stop);
        started && !(self.pc == crate::code::FAIL_PC && self.choices.len() == 1)
    }

    /// A query of a prepared goal that only asks whether it holds.
    pub fn holds(&mut self, goal: &Goal) -> Result<bool, Failure> {
        self.solve(goal).advance()
    }
}

impl Solutions<'_> {
    /// Goes to the next answer; false when there is none.
    pub fn advance(&mut self) -> Result<bool, Failure> {
        if self.done {
            return Ok(false);
        }
        match self.machine.run() {
            Ok(Outcome::Answer) => {
                self.done = self.machine.choices.len() == 1;
                Ok(true)
            }
            Ok(Outcome::NoMore) => {
                self.done = true;
                Ok(false)
            }
            Err(stop) => {
                self.done = true;
                Err(self.machine.failure(stop))
            }
        }
    }
    /// The value of variable number `i` in the present answer.
    pub fn get(&self, i: usize) -> Option<TermRef<'_>> {
        let base = self.machine.choices.first()?.saved as usize;
        (i < self.vars).then(|| TermRef { machine: self.machine, cell: self.machine.saved[base + i] })
    }
    /// The value of variable `i`, copied out.
    pub fn take(&mut self, i: usize) -> Result<Option<Term>, Failure> {
        let Some(cell) = self.get(i).map(|t| t.cell) else { return Ok(None) };
        match self.machine.given(cell) {
            Ok(flat) => Ok(Some(Term { flat })),
            Err(stop) => Err(self.machine.failure(stop)),
        }
    }
    /// The machine in the middle of its answers, for a snapshot.
    pub fn machine(&self) -> &Machine {
        self.machine
    }
}

impl Query<'_> {
    /// Passes on what the program has written so far.
    pub fn flush(&mut self) {
        self.machine.flush();
    }

    /// The present answer as text.
    fn answer(&mut self) -> Answer {
        let m = &mut *self.machine;
        let residual = m.residual_goals(&self.names);
        let style = m.answer_style(&self.names);
        let mut bindings = Vec::new();
        for (name, v) in self.names.iter().zip(m.query_variables(self.names.len())) {
            let text = m.answer_text(v, &style);
            if text != *name {
                bindings.push((name.clone(), text));
            }
        }
        Answer { bindings, residual, last: m.choices.len() == 1 }
    }
}

impl Iterator for Query<'_> {
    type Item = Result<Answer, Failure>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.done {
            return None;
        }
        match self.machine.run() {
            Ok(Outcome::Answer) => {
                let a = self.answer();
                self.done = a.last;
                Some(Ok(a))
            }
            Ok(Outcome::NoMore) => {
                self.done = true;
                None
            }
            Err(stop) => {
                self.done = true;
                Some(Err(self.machine.failure(stop)))
            }
        }
    }
}
