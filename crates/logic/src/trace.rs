//! The four-port tracer and the profiler: both watch calls from the slow path. While one of them watches, the program's
//! own clauses run as they were written, so that goals otherwise compiled in line have ports and are counted too.

use crate::cell::Cell;
use crate::code::{PredId, PredKind, TRACE_PC};
use crate::machine::{Alt, Machine};
use std::sync::Arc;

/// A port of the box model.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Port {
    /// The goal is called.
    Call,
    /// It succeeded.
    Exit,
    /// It is asked for another solution.
    Redo,
    /// It failed.
    Fail,
}

/// What a tracer is told.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Event {
    /// The port.
    pub port: Port,
    /// Calls inside calls.
    pub depth: usize,
    /// The goal as it is now.
    pub goal: String,
}

/// A host's tracer; answering false ends the tracing.
pub type Hook = Arc<dyn Fn(&Event) -> bool + Send + Sync>;

/// State of the tracer.
#[derive(Clone, Default)]
pub(crate) struct Tracer {
    hook: Option<Hook>,
    depth: usize,
}

impl Machine {
    /// Traces calls of the program's predicates, telling `hook`. `None` ends it.
    pub fn set_tracer(&mut self, hook: Option<Hook>) {
        self.tracer = hook.map(|h| Box::new(Tracer { hook: Some(h), depth: 0 }));
        self.attend();
    }
    /// Starts (or ends) counting calls per predicate.
    pub fn set_profiling(&mut self, on: bool) {
        self.profile = on.then(Box::default);
        self.attend();
    }
    /// Calls per predicate since profiling began, most first.
    pub fn profile(&self) -> Vec<(String, u64)> {
        let Some(p) = &self.profile else { return Vec::new() };
        let mut out: Vec<(String, u64)> = p
            .iter()
            .map(|(&id, &count)| {
                let pred = &self.program.preds[id as usize];
                (format!("{}/{}", self.atoms.name(pred.name), pred.arity), count)
            })
            .collect();
        out.sort_by(|a, b| b.1.cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
        out
    }
    /// Names of all predicates that can be called, libraries included, in alphabetical order: for completing what a
    /// person types.
    pub fn predicate_names(&self) -> Vec<String> {
        let known = self.program.preds.iter().filter(|p| p.kind != PredKind::Undefined).map(|p| p.name);
        let mut names: Vec<String> = known
            .chain(self.locals.keys().map(|k| k.0))
            .map(|name| self.atoms.name(name))
            .filter(|name| name.starts_with(|c: char| c.is_lowercase()))
            .map(str::to_string)
            .collect();
        names.sort_unstable();
        names.dedup();
        names
    }
    /// Inferences made since the machine was new.
    pub fn inferences(&self) -> u64 {
        self.inferences.saturating_sub(self.fuel.max(0) as u64)
    }
}

/// `trace/0` and `notrace/0`.
pub(crate) fn switch(m: &mut Machine, on: bool) {
    if on != m.tracer.is_some() {
        m.tracer = on.then(Box::default);
    }
    m.attend();
}

fn report(m: &mut Machine, port: Port, goal: Cell, depth: usize) {
    let event = Event { port, depth, goal: m.show(goal) };
    let go_on = match m.tracer.as_ref().map(|t| t.hook.clone()) {
        Some(Some(hook)) => hook(&event),
        Some(None) => {
            let line = format!("{:>7}: ({depth}) {}\n", format!("{port:?}"), event.goal);
            if let Some(o) = m.streams.get(2).and_then(|s| s.output.as_mut()) {
                o.write_str(&line);
            }
            true
        }
        None => true,
    };
    if !go_on {
        m.tracer = None;
        m.attend();
    }
}

/// A predicate is about to be called: its box opens.
pub(crate) fn call(m: &mut Machine, pred: PredId) {
    let p = &m.program.preds[pred as usize];
    let (name, arity) = (p.name, p.arity as usize);
    let control = matches!(p.kind, PredKind::Control(_));
    if p.library || p.protected && control || m.atoms.name(name).starts_with('$') || arity > 200 {
        return;
    }
    let args: Vec<Cell> = m.x[..arity].to_vec();
    let goal = m.structure(name, &args);
    let depth = m.tracer.as_mut().map_or(0, |t| {
        t.depth += 1;
        t.depth
    });
    report(m, Port::Call, goal, depth);
    if m.tracer.is_none() {
        return;
    }
    let mark = m.choices.len();
    m.x[0] = goal;
    m.x[1] = Cell::int(depth as i64);
    m.push_choice(Alt::Traced, 2);
    m.enter(TRACE_PC, &[goal, Cell::int(depth as i64), Cell::int(mark as i64)]);
    m.x[..arity].copy_from_slice(&args);
    if arity < 2 {
        m.x[arity..2].fill(Cell::ZERO);
    }
}

/// The box is left with success.
pub(crate) fn exit(m: &mut Machine) {
    let (goal, depth, mark) = (m.y(0), m.y(1), m.y(2).as_int() as usize);
    m.deallocate();
    report(m, Port::Exit, goal, depth.as_int() as usize);
    if let Some(t) = &mut m.tracer {
        t.depth = (depth.as_int() as usize).saturating_sub(1);
    }
    if m.choices.len() == mark + 1 {
        m.cut_to(mark);
    } else if m.choices.len() > mark + 1 {
        m.x[0] = goal;
        m.x[1] = depth;
        m.push_choice(Alt::Redo, 2);
    }
}

/// A box is entered from behind (`redo`) or left with failure.
pub(crate) fn failed(m: &mut Machine, goal: Cell, depth: Cell, redo: bool) {
    let d = depth.as_int() as usize;
    if m.tracer.is_some() {
        report(m, if redo { Port::Redo } else { Port::Fail }, goal, d);
    }
    if let Some(t) = &mut m.tracer {
        t.depth = if redo { d } else { d.saturating_sub(1) };
    }
}

/// `'$profile'(on)` starts counting calls; `'$profile'(off)` ends it and prints the counts on `user_error`.
pub(crate) fn profile(m: &mut Machine) -> crate::machine::Res {
    let on = m.functor(m.a(0)).is_some_and(|(name, _)| m.atoms.name(name) == "on");
    if on {
        m.set_profiling(true);
        return Ok(true);
    }
    let counts = m.profile();
    m.set_profiling(false);
    let shown: Vec<&(String, u64)> = counts.iter().filter(|(name, _)| !name.starts_with('$')).collect();
    let total: u64 = counts.iter().map(|c| c.1).sum();
    let mut text = format!("{total:>12} calls\n");
    for (name, count) in shown.iter().take(30) {
        let share = *count as f64 * 100.0 / total.max(1) as f64;
        text += &format!("{count:>12} {share:>5.1} %  {name}\n");
    }
    if shown.len() > 30 {
        text += &format!("{:>12} more predicates\n", shown.len() - 30);
    }
    m.flush();
    if let Some(o) = m.streams.get(2).and_then(|s| s.output.as_mut()) {
        o.write_str(&text);
    }
    Ok(true)
}
