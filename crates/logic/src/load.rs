//! Consulting: source text to predicates, with directives and diagnostics.

use crate::atom::{FoldMap, names as n};
use crate::cell::{Atom, Cell};
use crate::code::{CALL_PC, PredId, PredKind};
use crate::conditional::Condition;
use crate::database::{Clause, Clauses, key_of};
use crate::error::Severity;
use crate::machine::run::Outcome;
use crate::machine::{Alt, Machine, Stop};
use crate::program::Program;
use crate::reader::parser::{Context, ReadError, ReadTerm, read};
use crate::stream::Input;
use std::sync::Arc;

/// A text being loaded.
#[derive(Clone)]
pub(crate) struct Loading {
    pub(crate) file: Atom,
    pub(crate) line: u32,
    /// Files being included, one inside the other.
    pub(crate) included: usize,
    pub(crate) conditions: Vec<Condition>,
    library: bool,
    /// The module the text says it is.
    pub(crate) module: Option<Atom>,
    /// Static predicates of this text: their clauses so far.
    pending: FoldMap<PredId, Vec<Arc<Clause>>>,
    dirty: Vec<PredId>,
    last: Option<PredId>,
    warned: Vec<PredId>,
    /// Goals for the end of the text, each with its line.
    init: Vec<(crate::machine::copy::Flat, u32)>,
}

/// The library texts, in load order.
const LIBRARY: &[(&str, &str)] = &[("boot", include_str!("boot.pl"))];

/// Loads the library into a bare program.
pub(crate) fn with_library(bare: Program) -> Arc<Program> {
    let mut m = Machine::new(&Arc::new(bare));
    for (name, text) in LIBRARY.iter().chain(crate::library::TEXTS) {
        m.load_text(text, name, true);
    }
    m.warnings.clear();
    m.assigns = false;
    m.freeze()
}

impl Machine {
    /// The program with everything this machine has loaded, for sharing.
    pub fn freeze(&mut self) -> Arc<Program> {
        let atoms = self.atoms.freeze();
        let dynamics = self.dynamics.clone();
        let locals = self.locals.clone();
        let (ops, flags) = (self.ops.clone(), self.flags.clone());
        let assigns = self.assigns;
        let p = Arc::make_mut(&mut self.program);
        p.assigns = assigns;
        p.atoms = atoms;
        p.dynamics = dynamics;
        p.ops = ops;
        p.flags = flags;
        let mut names: Vec<_> = locals.iter().map(|(&k, &v)| (k, v)).collect();
        names.sort_unstable();
        for ((name, arity), slot) in names {
            let id = p.pred_id(name, arity as usize);
            if p.preds[id as usize].kind == PredKind::Undefined {
                p.preds[id as usize].kind = PredKind::Dynamic(slot);
            }
        }
        self.locals = Arc::default();
        self.program.clone()
    }

    /// Reads one term from an input with this machine's operators and flags.
    pub(crate) fn read_from(&mut self, src: &mut Input) -> Result<Option<ReadTerm>, ReadError> {
        let ops = self.ops.clone();
        let convert = self.convert.clone();
        let max_heap = self.limits.memory_cells;
        let cx = Context {
            heap: &mut self.heap,
            atoms: &mut self.atoms,
            ops: &ops,
            double_quotes: self.flags.double_quotes,
            convert: (self.flags.char_conversion && !convert.is_empty()).then_some(&*convert),
            max_heap,
        };
        let from = cx.heap.len();
        let term = read(src, cx);
        if !self.assigns && self.heap.len() > from {
            self.assigns =
                crate::machine::share::mentions_assignment(&self.heap[from..], &self.program.assigning);
        }
        term
    }

    /// Loads a text; findings go to `warnings`.
    pub(crate) fn load_text(&mut self, text: &str, name: &str, library: bool) {
        self.load_from(name, library, |m| m.load_terms(text));
    }

    /// Loads what `read` adds, as parts of a text of this name.
    pub(crate) fn load_from(&mut self, name: &str, library: bool, read: impl FnOnce(&mut Machine)) {
        if self.loading.len() > 30 {
            self.diagnostic(Severity::Error, 0, 0, format!("{name} is included too deeply"));
            return;
        }
        let file = self.atoms.intern(name);
        self.loading.push(Loading {
            file,
            line: 0,
            included: 0,
            conditions: Vec::new(),
            library,
            module: None,
            pending: FoldMap::default(),
            dirty: Vec::new(),
            last: None,
            warned: Vec::new(),
            init: Vec::new(),
        });
        if !library {
            self.note_loaded(file);
        }
        let (ops, quotes) = (self.ops.clone(), self.flags.double_quotes);
        read(self);
        self.close_conditions();
        self.flush_pending();
        let init = self.loading.last_mut().map(|l| std::mem::take(&mut l.init)).unwrap_or_default();
        for (goal, line) in init {
            if let Some(l) = self.loading.last_mut() {
                l.line = line;
            }
            if let Ok(goal) = self.unflat(&goal) {
                self.directive(goal, "initialization goal");
            }
        }
        if library {
            self.ops = ops;
        }
        Arc::make_mut(&mut self.flags).double_quotes = quotes;
        self.loading.pop();
    }

    pub(crate) fn load_terms(&mut self, text: &str) {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let mut src = Input::from_text(text);
        if text.starts_with("#!") {
            while src.next_char().is_some_and(|c| c != '\n') {}
        }
        let h = self.heap.len();
        let fresh = self.choices.is_empty();
        loop {
            match self.read_from(&mut src) {
                Ok(None) => break,
                Ok(Some(read)) => {
                    if let Some(l) = self.loading.last_mut() {
                        l.line = read.line as u32;
                    }
                    let end = Cell::atom(n::END_OF_FILE);
                    if read.term == end {
                        break;
                    }
                    if self.conditional(read.term) || self.skipping() {
                        continue;
                    }
                    self.warn_singletons(&read);
                    if let Err(stop) = self.load_term(read.term) {
                        if matches!(stop, Stop::Halt(_)) {
                            self.initialization.clear();
                            return;
                        }
                        self.report(stop, "clause");
                    }
                }
                Err(ReadError::Syntax(_)) if self.skipping() => {}
                Err(ReadError::Syntax(e)) => {
                    let message = format!("syntax error: {}", e.message.replace('_', " "));
                    self.diagnostic(Severity::Error, e.line as u32, e.column as u32, message);
                }
                Err(ReadError::Memory) => {
                    self.diagnostic(
                        Severity::Error,
                        src.line as u32,
                        0,
                        "term too large for the memory limit".into(),
                    );
                    break;
                }
            }
            if fresh {
                self.heap.truncate(h);
            }
        }
    }

    fn warn_singletons(&mut self, read: &ReadTerm) {
        if self.loading.last().is_some_and(|l| l.library)
            || matches!(self.functor(read.term), Some((n::NECK, 1)))
        {
            return;
        }
        let once: Vec<&str> = read
            .vars
            .iter()
            .filter(|v| v.count == 1 && !v.name.starts_with('_'))
            .map(|v| v.name.as_str())
            .collect();
        if !once.is_empty() {
            let message = format!("singleton variables: {}", once.join(", "));
            self.diagnostic(Severity::Warning, read.line as u32, 0, message);
        }
    }

    pub(crate) fn report(&mut self, stop: Stop, what: &str) {
        let line = self.loading.last().map_or(0, |l| l.line);
        match stop {
            Stop::Throw(ball) => {
                let e = self.describe(ball);
                let frames = self.error_place.take().map(|p| p.frames).unwrap_or_default();
                let stack: String = frames.iter().map(|f| format!("\n    in {f}")).collect();
                self.diagnostic(Severity::Error, line, 0, format!("{what}: {e}{stack}"));
            }
            Stop::Halt(_) => {}
        }
    }

    fn load_term(&mut self, term: Cell) -> Result<(), Stop> {
        let term = self.expand(term)?;
        let mut work = vec![term];
        while let Some(t) = work.pop() {
            let t = self.deref(t);
            match self.functor(t) {
                Some((n::NECK | n::QUERY, 1)) => {
                    let goal = self.arg(t, 0);
                    self.load_directive(goal)?;
                }
                Some((n::DOT, 2)) => {
                    work.push(self.arg(t, 1));
                    work.push(self.arg(t, 0));
                }
                Some((n::NIL, 0)) => {}
                Some((n::DCG, 2)) => {
                    let c = crate::dcg::translate(self, t)?;
                    self.add_source(c)?;
                }
                _ => self.add_source(t)?,
            }
        }
        Ok(())
    }

    /// term_expansion/2, when the program defines it.
    fn expand(&mut self, term: Cell) -> Result<Cell, Stop> {
        let key = (n::TERM_EXPANSION, 2);
        let defined = self.locals.contains_key(&key)
            || self.program.ids.get(&key).is_some_and(|&id| {
                self.program.preds[id as usize].kind != PredKind::Undefined
                    || self.loading.iter().any(|l| l.pending.contains_key(&id))
            });
        if !defined {
            return Ok(term);
        }
        self.flush_pending();
        let out = self.new_var();
        let goal = self.structure(n::TERM_EXPANSION, &[term, out]);
        Ok(if self.solve_once(goal)? { self.deref(out) } else { term })
    }

    fn load_directive(&mut self, goal: Cell) -> Result<(), Stop> {
        let goal = self.deref(goal);
        match self.functor(goal) {
            Some((n::INITIALIZATION, 1 | 2)) => {
                let mut g = self.arg(goal, 0);
                if matches!(self.functor(goal), Some((_, 2)))
                    && self.functor(self.arg(goal, 1)) == Some((self.atoms.intern("main"), 0))
                {
                    let run = self.atoms.intern("$main");
                    g = self.structure(run, &[g]);
                }
                let flat = self.flat(g)?;
                if let Some(l) = self.loading.last_mut() {
                    l.init.push((flat, l.line));
                }
                return Ok(());
            }
            Some((n::INCLUDE, 1)) => {
                let spec = self.arg(goal, 0);
                return self.include(spec);
            }
            _ => {}
        }
        self.flush_pending();
        self.directive(goal, "directive");
        Ok(())
    }

    fn directive(&mut self, goal: Cell, what: &str) {
        match self.solve_once(goal) {
            Ok(true) => {}
            Ok(false) => {
                let text = self.show(goal);
                let line = self.loading.last().map_or(0, |l| l.line);
                self.diagnostic(Severity::Warning, line, 0, format!("{what} failed: {text}"));
            }
            Err(Stop::Halt(code)) => self.flags_halt(code),
            Err(stop) => self.report(stop, what),
        }
    }

    /// Runs a goal to its first answer, inside whatever is running. Bindings stay.
    pub(crate) fn solve_once(&mut self, goal: Cell) -> Result<bool, Stop> {
        if self.depth > 40 {
            return Err(self.resource_error(n::DEPTH));
        }
        if !self.unseen {
            // The caller, and the text it may be loading, hold atoms no collection would see.
            self.atoms.pin_all();
        }
        let regs = (self.e, self.cp, self.b0, self.pc, self.native);
        let mark = self.choices.len();
        self.push_choice(Alt::Stop, 0);
        self.x[0] = goal;
        self.cp = crate::code::ANSWER_PC;
        self.pc = CALL_PC;
        self.depth += 1;
        let r = self.run();
        self.depth -= 1;
        self.cut_to(mark);
        (self.e, self.cp, self.b0, self.pc, self.native) = regs;
        r.map(|o| o == Outcome::Answer)
    }

    /// Adds a clause read from a text.
    pub(crate) fn add_source(&mut self, term: Cell) -> Result<(), Stop> {
        let (head, body) = self.split_clause(term)?;
        let (mut name, arity) = self.functor(head).expect("split_clause checked it");
        let mut head = head;
        let mut id = self.definable(name, arity)?;
        if self.program.preds[id as usize].tabled {
            name = crate::tabling::hidden(self, name);
            let args: Vec<Cell> = (0..arity).map(|i| self.arg(head, i)).collect();
            head = self.structure(name, &args);
            id = self.definable(name, arity)?;
        }
        let clause = self.make_clause(head, body)?;
        if let PredKind::Dynamic(slot) = self.program.preds[id as usize].kind
            && !self.loading.last().is_some_and(|l| l.pending.contains_key(&id))
            && self.program.preds[id as usize].source.is_empty()
        {
            self.store_clause(slot, clause, false);
            return Ok(());
        }
        let library = self.loading.last().is_some_and(|l| l.library);
        if library {
            Arc::make_mut(&mut self.program).preds[id as usize].library = true;
        }
        let others = self.clauses_elsewhere(id);
        let Some(l) = self.loading.last_mut() else { return Ok(()) };
        let known = l.pending.contains_key(&id);
        if !known && !others.is_empty() {
            l.pending.insert(id, others);
        }
        let discontiguous = known
            && l.last != Some(id)
            && !library
            && !self.program.preds[id as usize].discontiguous
            && !l.warned.contains(&id);
        l.last = Some(id);
        let seq = l.pending.get(&id).map_or(0, |c| c.len() as i64);
        let clause = Clause { seq, file: l.file, line: l.line, ..clause };
        l.pending.entry(id).or_default().push(Arc::new(clause));
        if !l.dirty.contains(&id) {
            l.dirty.push(id);
        }
        let line = l.line;
        if discontiguous {
            l.warned.push(id);
            let message = format!("clauses of {}/{arity} are not together", self.atoms.name(name));
            self.diagnostic(Severity::Warning, line, 0, message);
        }
        Ok(())
    }

    /// What other texts have given a predicate that may come from several.
    fn clauses_elsewhere(&self, id: PredId) -> Vec<Arc<Clause>> {
        let pred = &self.program.preds[id as usize];
        let Some(l) = self.loading.last().filter(|_| pred.multifile) else { return Vec::new() };
        let others = pred.source.iter().filter(|c| c.file != l.file);
        others.enumerate().map(|(i, c)| Arc::new(Clause { seq: i as i64, ..(**c).clone() })).collect()
    }

    /// The predicate a program's clause belongs to; an error for the standard's own.
    pub(crate) fn definable(&mut self, name: Atom, arity: usize) -> Result<PredId, Stop> {
        let library = self.loading.last().is_some_and(|l| l.library);
        let local = self.locals.get(&(name, arity as u32)).copied();
        self.atoms.pin(name);
        let p = Arc::make_mut(&mut self.program);
        let id = p.pred_id(name, arity);
        let pred = &p.preds[id as usize];
        if pred.protected && !(library && pred.kind == PredKind::Undefined) {
            let pi = self.indicator(name, arity);
            return Err(self.permission_error(n::MODIFY, n::STATIC_PROCEDURE, pi));
        }
        if pred.library && !library {
            let id = p.fresh_pred(name, arity);
            // Code compiled earlier in this text still means the library's: compile it again.
            if let Some(l) = self.loading.last_mut() {
                let mut all: Vec<PredId> = l.pending.keys().copied().collect();
                all.sort_unstable();
                l.dirty = all;
            }
            return Ok(id);
        }
        if library && matches!(pred.kind, PredKind::Det(_) | PredKind::Nondet(_) | PredKind::Control(_)) {
            // A native version exists: the text is its specification, kept under a private name.
            let text = format!("$library_{}", self.atoms.name(name));
            let hidden = self.atoms.intern(&text);
            self.atoms.pin(hidden);
            return Ok(Arc::make_mut(&mut self.program).pred_id(hidden, arity));
        }
        if let Some(slot) = local
            && pred.kind == PredKind::Undefined
        {
            p.preds[id as usize].kind = PredKind::Dynamic(slot);
        }
        Ok(id)
    }

    /// Head and body of a clause term, body normalised, both checked.
    pub(crate) fn split_clause(&mut self, term: Cell) -> Result<(Cell, Cell), Stop> {
        let term = self.deref(term);
        let (head, body) = match self.functor(term) {
            Some((n::NECK, 2)) => (self.arg(term, 0), self.arg(term, 1)),
            _ => (term, Cell::atom(n::TRUE)),
        };
        let mut head = head;
        let mut module = self.loading.last().and_then(|l| l.module);
        while let Some((n::COLON, 2)) = self.functor(head) {
            self.charge(8)?;
            let name = self.arg(head, 0);
            if name.is_atom() {
                module = Some(name.as_atom());
            }
            head = self.arg(head, 1);
        }
        if let (Some(module), Some((name, arity))) = (module, self.functor(head))
            && let Some(own) = self.hook_name(module, name, arity)
        {
            let args: Vec<Cell> = (0..arity).map(|i| self.arg(head, i)).collect();
            head = self.structure(own, &args);
        }
        if head.is_ref() {
            return Err(self.instantiation_error());
        }
        if !head.is_callable() {
            return Err(self.type_error(n::CALLABLE, head));
        }
        let body = self.normal_body(body)?;
        Ok((head, body))
    }

    /// Replaces variable goals by call/1; an error for what cannot be called.
    fn normal_body(&mut self, body: Cell) -> Result<Cell, Stop> {
        let whole = self.deref(body);
        if whole.is_ref() {
            return Ok(self.structure(n::CALL, &[whole]));
        }
        self.check_body(whole)
    }

    /// A clause block from a checked head and body.
    pub(crate) fn make_clause(&mut self, head: Cell, body: Cell) -> Result<Clause, Stop> {
        let (cells, roots, vars) = self.flatten([head, body])?;
        let mut keys = [0; 3];
        if let Some((_, arity)) = crate::compile::body::name_arity(&cells, roots[0]) {
            for (i, k) in keys.iter_mut().enumerate().take(arity) {
                *k = key_of(&cells, crate::compile::body::arg(&cells, roots[0], i));
            }
        }
        let (file, line) = self.loading.last().map_or((n::USER, 0), |l| (l.file, l.line));
        Ok(Clause { cells, head: roots[0], body: roots[1], vars, keys, seq: 0, file, line })
    }

    /// Puts a clause into a dynamic predicate.
    pub(crate) fn store_clause(&mut self, slot: u32, clause: Clause, front: bool) -> i64 {
        self.clause_added(&clause);
        let store = self.clauses_mut(slot);
        let seq = store.next_seq(front);
        store.add(Arc::new(Clause { seq, ..clause }), front);
        seq
    }

    /// A slot for a new dynamic predicate.
    pub(crate) fn new_slot(&mut self) -> u32 {
        self.dynamics.push(Arc::new(Clauses::default()));
        self.dynamics.len() as u32 - 1
    }

    /// Compiles what the texts being loaded have added since the last time.
    pub(crate) fn flush_pending(&mut self) {
        for i in 0..self.loading.len() {
            let dirty = std::mem::take(&mut self.loading[i].dirty);
            if dirty.is_empty() {
                continue;
            }
            let dynamics = self.dynamics.clone();
            // Compiled code is not searched for atoms.
            self.atoms.pin_all();
            let p = Arc::make_mut(&mut self.program);
            p.dynamics = dynamics;
            p.flags = self.flags.clone();
            for id in dirty {
                if let Some(clauses) = self.loading[i].pending.get(&id) {
                    p.define(id, clauses.clone());
                }
            }
            self.dynamics = p.dynamics.clone();
        }
    }

    /// Recompiles every predicate under the present flags. Code that is running stays where it is.
    pub(crate) fn recompile(&mut self) {
        self.flush_pending();
        let (dynamics, flags) = (self.dynamics.clone(), self.flags.clone());
        let boot = self.atoms.intern(LIBRARY[0].0);
        self.atoms.pin_all();
        let p = Arc::make_mut(&mut self.program);
        (p.dynamics, p.flags) = (dynamics, flags);
        for id in 0..p.preds.len() {
            let source = p.preds[id].source.clone();
            // The system's own part unifies through built-ins, which look at the flag themselves.
            if source.first().is_some_and(|c| c.file != boot) {
                p.define(id as PredId, source.to_vec());
            }
        }
        self.dynamics = p.dynamics.clone();
        self.reload = true;
    }

    /// A directive called halt/1: remembered for the host.
    fn flags_halt(&mut self, code: i32) {
        self.halted = Some(code);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_library_loads_without_findings() {
        let mut m = Machine::new(&Program::base());
        for (name, text) in LIBRARY.iter().chain(crate::library::TEXTS) {
            m.load_text(text, name, true);
        }
        let found: Vec<String> = m.warnings.iter().map(ToString::to_string).collect();
        assert!(found.is_empty(), "{}", found.join("\n"));
    }
}
