//! Runs the rules in the logic machine: one expansion gives everything the game asks about a state (over or not, who
//! acts, the legal moves with their labels and results). The machine is the authority; the compiled rules are asked first
//! ([`crate::program::brief`]) and leave to it every state they cannot handle and every state in which something is wrong.

use crate::game::{Move, THROW, THROWN};
use crate::program::brief::{Book, Brief};
use crate::program::compiled::{Code, Desk, Source, compile};
pub(crate) use crate::program::notation::{Carried, difference, parts};
use crate::program::notation::{label, tidy};
use crate::program::swift::ZoneTerms;
use crate::program::tables::{State, Tables, Work, key};
use crate::syntax::Clause;
use game::{Player, Turn};
use logic::{Failure, Limits, Machine, Program, TermRef, View};
use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

/// One legal move or chance event.
#[derive(Clone, Debug)]
pub(crate) struct Choice {
    /// Its notation.
    pub(crate) text: String,
    /// The notation was derived from what moved, not given.
    pub(crate) derived: bool,
    /// What is done, as moves are compared; known once the notation is final.
    pub(crate) act: u64,
    pub(crate) to: State,
    pub(crate) weight: u32,
}

impl Choice {
    /// Leaves it to chance.
    pub(crate) fn throw(s: &State) -> Choice {
        Choice { text: THROW.into(), derived: false, act: THROWN, to: s.call(), weight: 1 }
    }

    /// A result of the rules; `text` is empty where the notation is to be derived.
    fn new(text: String, to: State, weight: u32) -> Choice {
        Choice { derived: text.is_empty(), act: 0, text, to, weight }
    }
}

/// How a state is over.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum End {
    /// These players won (none: a draw).
    Won(Vec<usize>),
    /// Nobody has anything to do, though no rule says that the play is over.
    Stuck,
    /// A rule failed.
    Broken(Arc<str>),
}

/// Everything about a state.
#[derive(Debug)]
pub(crate) struct Expansion {
    pub(crate) turn: Turn,
    pub(crate) end: Option<End>,
    pub(crate) choices: Vec<Choice>,
}

impl Expansion {
    pub(crate) fn over(end: End) -> Expansion {
        Expansion { turn: Turn::Over, end: Some(end), choices: Vec::new() }
    }

    /// The choice that is this move.
    pub(crate) fn choice(&self, mv: Move) -> Option<&Choice> {
        let listed = self.choices.get(usize::from(mv.at)).filter(|c| c.act == mv.act);
        listed.or_else(|| self.choices.iter().find(|c| c.act == mv.act))
    }
}

/// A machine with memory.
pub(crate) struct Worker {
    pub(crate) machine: Machine,
    buf: String,
    work: Work,
    /// Terms of zones met before.
    pub(crate) terms: ZoneTerms,
    /// The cache of recent states.
    pub(crate) kept: Vec<Brief>,
    /// For running compiled rules.
    pub(crate) desk: Option<Box<Desk>>,
}

/// States kept by a worker.
pub(crate) const KEPT: usize = 256;
/// Workers; threads share one only by accident.
const WORKERS: usize = 8;
/// More moves than this in one state are an error of the rules.
const MOST: usize = 4_000;
/// What one expansion may use.
pub(crate) const INFERENCES: u64 = 5_000_000;
/// Cells of memory for one expansion.
const MEMORY: usize = 1 << 23;

/// The bounds on one expansion.
pub(crate) fn limits() -> Limits {
    Limits { inferences: INFERENCES, memory_cells: MEMORY, ..Limits::default() }
}

/// The workers of a game.
pub(crate) struct Engine {
    pub(crate) program: Arc<Program>,
    slots: Vec<Mutex<Option<Box<Worker>>>>,
    pub(crate) checked: bool,
    /// Names of teams by player, where there are any.
    pub(crate) teams: Vec<String>,
    /// The compiled rules, made when they are first needed; or why there are none.
    code: OnceLock<Result<Box<Code>, String>>,
    /// The first defect met.
    pub(crate) met: OnceLock<Arc<str>>,
    /// The clauses of the description.
    pub(crate) clauses: Vec<Clause>,
    /// Why the rules are not to be compiled.
    pub(crate) barred: Option<String>,
}

thread_local! {
    static SEAT: usize = {
        let mut h = DefaultHasher::new();
        std::thread::current().id().hash(&mut h);
        h.finish() as usize
    };
}

/// A locked worker.
pub(crate) struct Seat<'a>(MutexGuard<'a, Option<Box<Worker>>>);

impl Engine {
    pub(crate) fn new(program: Arc<Program>) -> Engine {
        let slots = (0..WORKERS).map(|_| Mutex::new(None)).collect();
        Engine {
            program,
            slots,
            checked: true,
            teams: Vec::new(),
            code: OnceLock::new(),
            met: OnceLock::new(),
            clauses: Vec::new(),
            barred: None,
        }
    }

    /// Everything about a state.
    pub(crate) fn expand(&self, tables: &Tables, s: &State) -> Arc<Expansion> {
        Book { engine: self, tables }.expand(s)
    }

    /// The compiled rules, or why there are none.
    pub(crate) fn code(&self, tables: &Tables) -> Result<&Code, &str> {
        if let Some(why) = &self.barred {
            return Err(why);
        }
        let code = self.code.get_or_init(|| {
            let source = Source { program: &self.program, tables, clauses: &self.clauses, limits: limits() };
            compile(&source).map(Box::new)
        });
        code.as_deref().map_err(String::as_str)
    }

    /// Runs `f` with this thread's worker.
    pub(crate) fn with<R>(&self, f: impl FnOnce(&mut Worker) -> R) -> R {
        let slot = &self.slots[SEAT.with(|s| *s) % WORKERS];
        let mut seat = Seat(slot.lock().unwrap_or_else(PoisonError::into_inner));
        let worker = seat.0.get_or_insert_with(|| {
            let mut machine = Machine::new(&self.program);
            machine.set_limits(limits());
            let kept = (0..KEPT).map(|_| Brief::default()).collect();
            Box::new(Worker {
                machine,
                buf: String::new(),
                work: Work::default(),
                terms: ZoneTerms::default(),
                kept,
                desk: None,
            })
        });
        f(worker)
    }

    /// Everything about a state, from the logic machine.
    pub(crate) fn run(&self, w: &mut Worker, tables: &Tables, s: &State) -> Expansion {
        let state = tables.term(&mut w.machine, &mut w.terms, s);
        let answer = w.machine.variable(0);
        let driver = if s.called() { "$events" } else { "$all" };
        let goal = w.machine.compound(driver, &[state, answer]);
        let goal = w.machine.goal(&goal);
        let Worker { machine, buf, work, .. } = w;
        let mut found = Found::default();
        let mut answers = machine.solve(&goal);
        loop {
            match answers.advance() {
                Ok(false) => break,
                Ok(true) => {}
                Err(e) => return Expansion::over(End::Broken(failed(&e).into())),
            }
            let Some(t) = answers.get(0) else { break };
            if let Err(cause) = self.answer(tables, s, t, buf, work, &mut found) {
                return Expansion::over(End::Broken(cause.into()));
            }
            if found.moves.len() + found.events.len() > MOST {
                let cause = format!("more than {MOST} moves in one state");
                return Expansion::over(End::Broken(cause.into()));
            }
        }
        found.conclude(self, tables, s)
    }

    /// Takes one answer: `w(Line, P)`, `t(Line, Label, Nexts)`, `u(Line, Label, State)` without `next/3`,
    /// `x(Line, Label, State)` for a turn that changes the player, or `c(Line, Weight, Label, State)`.
    fn answer(
        &self,
        tables: &Tables,
        s: &State,
        t: TermRef<'_>,
        buf: &mut String,
        work: &mut Work,
        found: &mut Found,
    ) -> Result<(), String> {
        let View::Compound(kind, _) = t.view() else { return Ok(()) };
        let line = t.arg(0).and_then(|a| a.as_int()).unwrap_or(0);
        let arg = |i: usize| t.arg(i).ok_or_else(String::new);
        match kind {
            "w" => {
                buf.clear();
                key(arg(1)?, buf, 0);
                found.wins.push((line, buf.clone()));
            }
            "t" => {
                let to = match self.follow(tables, s, arg(2)?, line, buf, work) {
                    Ok(to) => to,
                    Err(cause) => s.spoilt(cause),
                };
                let text = label(arg(1)?);
                found.moves.push(Choice::new(text, to, 1));
            }
            "x" => {
                let to = arg(2)?;
                let to = to.arg(0).map_or(String::new(), |p| p.to_string());
                let from = &tables.players[s.player()];
                let cause = format!(
                    "turn/2,3 at line {line} changes the player to move from `{from}` to `{to}`; only next/3 does that"
                );
                let text = label(arg(1)?);
                found.moves.push(Choice::new(text, s.spoilt(cause), 1));
            }
            "u" => {
                let to = self.land(tables, s, arg(2)?, &format!("turn/2,3 at line {line}"), buf, work);
                let text = label(arg(1)?);
                found.moves.push(Choice::new(text, to, 1));
            }
            _ => {
                let weight = arg(1)?.as_int().and_then(|w| u32::try_from(w).ok()).filter(|&w| w > 0);
                let Some(weight) = weight else {
                    return Err(format!(
                        "chance/4 at line {line}: the weight `{}` is not a positive number",
                        arg(1)?
                    ));
                };
                let to = self.land(tables, s, arg(3)?, &format!("chance/4 at line {line}"), buf, work);
                let text = label(arg(2)?);
                found.events.push(Choice::new(text, to, weight));
            }
        }
        Ok(())
    }

    /// The one state that `next` gives after a turn; `nexts` is a list of `Line-State`.
    fn follow(
        &self,
        tables: &Tables,
        s: &State,
        nexts: TermRef<'_>,
        line: i64,
        buf: &mut String,
        work: &mut Work,
    ) -> Result<State, String> {
        let nexts = nexts.as_list().unwrap_or_default();
        let mut all: Vec<(i64, State)> = Vec::new();
        for pair in &nexts {
            let (Some(at), Some(out)) = (pair.arg(0), pair.arg(1)) else { continue };
            let at = at.as_int().unwrap_or(0);
            let to = self.land(
                tables,
                s,
                out,
                &format!("turn/2,3 at line {line} with next/3 at line {at}"),
                buf,
                work,
            );
            if all.iter().all(|(_, known)| *known != to) {
                all.push((at, to));
            }
        }
        match all.as_slice() {
            [(_, to)] => Ok(to.clone()),
            [] => Err(format!("next/3 says nothing after turn/2,3 at line {line}")),
            [(a, _), (b, _), ..] => Err(format!(
                "next/3 has two answers after turn/2,3 at line {line}: the clauses at lines {a} and {b} both apply"
            )),
        }
    }

    /// A result as a state, checked; a broken one is a spoilt copy of `s`.
    fn land(
        &self,
        tables: &Tables,
        s: &State,
        out: TermRef<'_>,
        by: &str,
        buf: &mut String,
        work: &mut Work,
    ) -> State {
        match tables.read(out, buf, work) {
            Err(cause) => s.spoilt(format!("{by}: {cause}")),
            Ok(to) => match self.checked.then(|| tables.audit(&to, work)).flatten() {
                Some(cause) => s.spoilt(format!("{by}: {cause}")),
                None => to,
            },
        }
    }
}

/// What the answers said.
#[derive(Default)]
pub(crate) struct Found {
    wins: Vec<(i64, String)>,
    moves: Vec<Choice>,
    events: Vec<Choice>,
}

impl Found {
    /// Moves and events found otherwise.
    pub(crate) fn with(moves: Vec<Choice>, events: Vec<Choice>) -> Found {
        Found { wins: Vec::new(), moves, events }
    }

    pub(crate) fn conclude(mut self, engine: &Engine, tables: &Tables, s: &State) -> Expansion {
        if !self.wins.is_empty() {
            return Expansion::over(winners(&self.wins, engine, tables));
        }
        if !self.moves.is_empty() && !self.events.is_empty() {
            // The player may move or leave it to chance.
            self.moves.push(Choice::throw(s));
        }
        tidy(&mut self.moves, tables, s);
        tidy(&mut self.events, tables, s);
        if self.moves.is_empty() && self.events.is_empty() {
            return Expansion::over(End::Stuck);
        }
        if self.moves.is_empty() {
            return Expansion { turn: Turn::Chance, end: None, choices: self.events };
        }
        Expansion { turn: Turn::Player(Player(s.player() as u8)), end: None, choices: self.moves }
    }
}

/// Who won according to the answers of `win/2`.
pub(crate) fn winners(wins: &[(i64, String)], engine: &Engine, tables: &Tables) -> End {
    let mut names: Vec<&str> = wins.iter().map(|(_, p)| p.as_str()).collect();
    names.sort_unstable();
    names.dedup();
    if names.len() > 1 {
        let lines: Vec<String> = wins.iter().map(|(l, p)| format!("`{p}` at line {l}")).collect();
        return End::Broken(format!("win/2 names several winners: {}", lines.join(", ")).into());
    }
    match names.first() {
        Some(&"draw") => End::Won(Vec::new()),
        Some(name) => {
            let members: Vec<usize> = (0..tables.players.len())
                .filter(|&i| tables.players[i] == *name || engine.teams.get(i).is_some_and(|t| t == name))
                .collect();
            let Some(&first) = members.first() else {
                let line = wins[0].0;
                return End::Broken(
                    format!("win/2 at line {line}: `{name}` is neither a player nor `draw`").into(),
                );
            };
            let team = engine.teams.get(first);
            let all = (0..tables.players.len())
                .filter(|&i| members.contains(&i) || (team.is_some() && engine.teams.get(i) == team));
            End::Won(all.collect())
        }
        None => End::Won(Vec::new()),
    }
}

/// A failure of the rules in one line.
pub(crate) fn failed(e: &Failure) -> String {
    match e {
        Failure::Error(e) => match e.backtrace.frames.first() {
            Some(f) => format!("{} in {} at line {}", e.message, written(&f.predicate), f.line),
            None => e.message.clone(),
        },
        other => other.to_string().replace('\n', " "),
    }
}

/// The name of a rule as its author wrote it: the line put before its arguments at load is not counted.
fn written(predicate: &str) -> String {
    let own = predicate.strip_prefix('$').and_then(|p| p.split_once('/'));
    match own.and_then(|(name, arity)| Some((name, arity.parse::<usize>().ok()?.checked_sub(1)?))) {
        Some((name, arity)) => format!("{name}/{arity}"),
        None => predicate.to_string(),
    }
}
