//! Running the rules: one expansion gives everything the game asks about a state (over or not, who acts, the legal moves
//! with their labels and results). Expansions are kept in a small table of each worker, so that asking for the turn, the
//! moves and the result of a move runs the rules once.

use crate::swift::{Map, Mix, ZoneTerms};
use crate::tables::{State, Tables, Work, key};
use game::{Player, Turn};
use logic::{Failure, Limits, Machine, Program, TermRef, View};
use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// One legal move or chance event.
#[derive(Clone, Debug)]
pub(crate) struct Choice {
    /// Its notation.
    pub(crate) text: String,
    /// The notation was derived from what moved, not given.
    pub(crate) derived: bool,
    pub(crate) to: State,
    pub(crate) weight: u32,
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
    fn over(end: End) -> Expansion {
        Expansion { turn: Turn::Over, end: Some(end), choices: Vec::new() }
    }
}

/// A machine with memory.
pub(crate) struct Worker {
    pub(crate) machine: Machine,
    buf: String,
    work: Work,
    /// Terms of zones met before.
    pub(crate) terms: ZoneTerms,
    kept: Vec<Option<(State, Arc<Expansion>)>>,
}

/// Expansions kept by a worker.
const KEPT: usize = 256;
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
        Engine { program, slots, checked: true, teams: Vec::new() }
    }

    /// Runs `f` with this thread's worker.
    pub(crate) fn with<R>(&self, f: impl FnOnce(&mut Worker) -> R) -> R {
        let slot = &self.slots[SEAT.with(|s| *s) % WORKERS];
        let mut seat = Seat(slot.lock().unwrap_or_else(PoisonError::into_inner));
        let worker = seat.0.get_or_insert_with(|| {
            let mut machine = Machine::new(&self.program);
            machine.set_limits(limits());
            let kept = (0..KEPT).map(|_| None).collect();
            Box::new(Worker {
                machine,
                buf: String::new(),
                work: Work::default(),
                terms: ZoneTerms::default(),
                kept,
            })
        });
        f(worker)
    }

    /// Everything about a state.
    pub(crate) fn expand(&self, tables: &Tables, s: &State) -> Arc<Expansion> {
        if let Some(note) = &s.note {
            return Arc::new(Expansion::over(End::Broken(note.clone())));
        }
        self.with(|w| {
            let mut h = Mix::default();
            s.cells.hash(&mut h);
            let at = h.finish() as usize % KEPT;
            if let Some((known, e)) = &w.kept[at]
                && known == s
            {
                return e.clone();
            }
            let e = Arc::new(self.run(w, tables, s));
            w.kept[at] = Some((s.clone(), e.clone()));
            e
        })
    }

    fn run(&self, w: &mut Worker, tables: &Tables, s: &State) -> Expansion {
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

    /// Takes one answer: `w(Line, P)`, `t(Line, Label, Nexts)`, `u(Line, Label, State)` or `c(Line, Weight, Label, State)`.
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
                found.moves.push(Choice { derived: text.is_empty(), text, to, weight: 1 });
            }
            "u" => {
                let to = self.land(tables, s, arg(2)?, &format!("turn/2,3 at line {line}"), buf, work);
                let text = label(arg(1)?);
                found.moves.push(Choice { derived: text.is_empty(), text, to, weight: 1 });
            }
            _ => {
                let weight = arg(1)?.as_int().and_then(|w| u32::try_from(w).ok()).filter(|&w| w > 0);
                let Some(weight) = weight else {
                    return Err(format!(
                        "chance/4 at line {line}: the weight `{}` is no positive number",
                        arg(1)?
                    ));
                };
                let to = self.land(tables, s, arg(3)?, &format!("chance/4 at line {line}"), buf, work);
                let text = label(arg(2)?);
                found.events.push(Choice { derived: text.is_empty(), text, to, weight });
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
struct Found {
    wins: Vec<(i64, String)>,
    moves: Vec<Choice>,
    events: Vec<Choice>,
}

impl Found {
    fn conclude(mut self, engine: &Engine, tables: &Tables, s: &State) -> Expansion {
        if !self.wins.is_empty() {
            return Expansion::over(winners(&self.wins, engine, tables));
        }
        tidy(&mut self.moves, tables, s);
        tidy(&mut self.events, tables, s);
        if self.moves.is_empty() && self.events.is_empty() {
            return Expansion::over(End::Stuck);
        }
        if self.moves.is_empty() {
            return Expansion { turn: Turn::Chance, end: None, choices: self.events };
        }
        if !self.events.is_empty() {
            // The player may move or leave it to chance.
            self.moves.push(Choice { text: "throw".into(), derived: false, to: s.call(), weight: 1 });
        }
        Expansion { turn: Turn::Player(Player(s.player() as u8)), end: None, choices: self.moves }
    }
}

/// Who won according to the answers of `win/2`.
fn winners(wins: &[(i64, String)], engine: &Engine, tables: &Tables) -> End {
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

/// The notation of a label term; empty where there is none.
fn label(t: TermRef<'_>) -> String {
    let mut text = String::new();
    if t.as_atom() == Some("$none") || !key(t, &mut text, 0) {
        return String::new();
    }
    if text.contains(|c: char| c.is_whitespace() || c.is_control() || c == ';') {
        text = text.replace(|c: char| c.is_whitespace() || c.is_control() || c == ';', "_");
    }
    text
}

/// The kind and the arguments of a notation: `run(7-h,3)` is `run`, `7-h`, `3`; `1:2` is `:`, `1`, `2`.
pub(crate) fn parts(text: &str) -> Vec<String> {
    let text = text.split('~').next().unwrap_or(text);
    if let Some((name, rest)) = text.split_once('(')
        && let Some(inner) = rest.strip_suffix(')')
        && !name.contains([':', '>', '/', '+'])
    {
        let mut out = vec![name.to_string(), String::new()];
        let mut depth = 0;
        for c in inner.chars() {
            match c {
                ',' if depth == 0 => {
                    out.push(String::new());
                    continue;
                }
                '(' => depth += 1,
                ')' => depth -= 1,
                _ => {}
            }
            if let Some(last) = out.last_mut() {
                last.push(c);
            }
        }
        return out;
    }
    for op in ['>', ':', '/', '+'] {
        if let Some((a, b)) = text.split_once(op)
            && !a.is_empty()
            && !b.is_empty()
        {
            return vec![op.to_string(), a.to_string(), b.to_string()];
        }
    }
    vec![text.to_string()]
}

/// Derives missing labels, drops repetitions and makes notations unique.
fn tidy(choices: &mut Vec<Choice>, tables: &Tables, s: &State) {
    for c in choices.iter_mut().filter(|c| c.text.is_empty()) {
        c.text = match &c.to.note {
            Some(_) => "broken".into(),
            None => derived(tables, s, &c.to),
        };
    }
    // The first of each notation keeps it; other results of the same notation are numbered.
    let mut kept: Vec<Choice> = Vec::with_capacity(choices.len());
    let mut seen: Map<u64, ()> = Map::default();
    for mut c in choices.drain(..) {
        let mut h = Mix::default();
        c.text.hash(&mut h);
        if seen.insert(h.finish(), ()).is_none() {
            kept.push(c);
            continue;
        }
        let marked = format!("{}~", c.text);
        let same: Vec<&Choice> =
            kept.iter().filter(|k| k.text == c.text || k.text.starts_with(&marked)).collect();
        if same.iter().any(|k| k.to == c.to) {
            continue;
        }
        if !same.is_empty() {
            c.text = format!("{marked}{}", same.len() + 1);
        }
        kept.push(c);
    }
    *choices = kept;
}

/// What moved from where to where.
pub(crate) struct Carried {
    pub(crate) token: u16,
    /// Zone and position.
    pub(crate) from: (usize, usize),
    /// Zone and position.
    pub(crate) to: (usize, usize),
}

/// The tokens that changed their zone.
pub(crate) fn difference(before: &State, after: &State) -> Vec<Carried> {
    let mut gone: Vec<(u16, usize, usize)> = Vec::new();
    let mut come: Vec<(u16, usize, usize)> = Vec::new();
    for (z, (a, b)) in before.zones().zip(after.zones()).enumerate() {
        if a == b {
            continue;
        }
        let mut left = b.to_vec();
        for (i, &t) in a.iter().enumerate() {
            match left.iter().position(|&x| x == t) {
                Some(k) => {
                    left.remove(k);
                }
                None => gone.push((t, z, i)),
            }
        }
        let mut left = a.to_vec();
        for (i, &t) in b.iter().enumerate() {
            match left.iter().position(|&x| x == t) {
                Some(k) => {
                    left.remove(k);
                }
                None => come.push((t, z, i)),
            }
        }
    }
    let mut out = Vec::new();
    for (t, z, i) in gone {
        if let Some(k) = come.iter().position(|c| c.0 == t) {
            let (_, z2, i2) = come.remove(k);
            out.push(Carried { token: t, from: (z, i), to: (z2, i2) });
        }
    }
    out
}

/// A notation from what moved: `token:from>to`.
fn derived(tables: &Tables, s: &State, to: &State) -> String {
    let moved = difference(s, to);
    if moved.is_empty() {
        return "pass".into();
    }
    let part = |c: &Carried| {
        let (a, b) = (&tables.zones[c.from.0].key, &tables.zones[c.to.0].key);
        format!("{}:{a}>{b}", tables.token(c.token))
    };
    let text = moved.iter().take(4).map(part).collect::<Vec<_>>().join("+");
    text.replace(|c: char| c.is_whitespace() || c.is_control() || c == ';', "_")
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
