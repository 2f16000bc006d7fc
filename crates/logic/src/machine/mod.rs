//! The machine: registers, stacks, database and everything a query changes.
//!
//! All stacks are vectors addressed by index and no Rust frame belongs to a Prolog call, so a
//! machine can stop between any two instructions, be cloned, and go on in both copies.

pub(crate) mod body;
pub(crate) mod catch;
pub(crate) mod choose;
pub(crate) mod copy;
pub(crate) mod cyclic;
pub(crate) mod dispatch;
pub(crate) mod errors;
pub(crate) mod gc;
pub(crate) mod inline;
pub(crate) mod order;
pub(crate) mod run;
pub(crate) mod share;
pub(crate) mod suspend;
pub(crate) mod unify;
pub(crate) mod wake;

use crate::atom::{Atoms, FoldMap};
use crate::cell::{Atom, Cell};
use crate::code::{ANSWER_PC, Pc, PredId};
use crate::database::{Clause, Clauses, View};
use crate::flags::Flags;
use crate::limits::{Grants, Limits};
use crate::machine::copy::Flat;
use crate::program::Program;
use crate::reader::ops::Ops;
use crate::stream::Streams;
use crate::trace::Tracer;
use std::sync::Arc;

/// Why native code stops the normal flow.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Stop {
    /// An exception; the ball is on the heap.
    Throw(Cell),
    /// `halt/1`.
    Halt(i32),
}

/// Success, failure or a stop.
pub(crate) type Res = Result<bool, Stop>;

/// What waits at a choice point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Alt {
    /// The end of a query: no more answers.
    Stop,
    /// Clause `pos` of a chain.
    Chain { chain: u32, pos: u32 },
    /// An address inside a clause; environment only.
    Inner(Pc),
    /// The clause at `pos` of the view on top of the view stack.
    Dynamic { pred: PredId, pos: u32 },
    /// Another try of a nondeterministic native; its state is the last saved argument.
    Native { f: u32 },
    /// Another try of a host predicate.
    Foreign { f: u32 },
    /// Retry a goal held in the saved arguments: (goal, cut barrier).
    Body,
    /// A catch/3 frame: skipped on failure.
    Catch,
    /// The end of a findall: saved arguments are result and template.
    Findall,
    /// Failed for good (what is left of a soft cut or negation that succeeded).
    Dead,
    /// The fail port of a traced goal.
    Traced,
    /// The redo port of a traced goal.
    Redo,
    /// A cleanup goal, the saved argument, that waits for its goal to be over.
    Cleanup,
    /// A native or dynamic retract/clause iteration: `f` says which.
    Clauses { f: u32, pos: u32 },
}

/// A choice point.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Choice {
    pub(crate) alt: Alt,
    pub(crate) e: u32,
    pub(crate) cp: Pc,
    pub(crate) b0: u32,
    pub(crate) heap: u32,
    pub(crate) trail: u32,
    pub(crate) saved: u32,
    pub(crate) env_top: u32,
    pub(crate) views: u32,
    pub(crate) collects: u32,
}

/// Results of a findall under way.
#[derive(Clone, Debug, Default)]
pub(crate) struct Collect {
    pub(crate) cells: Vec<Cell>,
    /// Per result: start of its cells, root, number of variables.
    pub(crate) items: Vec<(u32, Cell, u32)>,
    pub(crate) shared: share::Shared,
    /// Cells that those it stands inside of hold: they do not change as long as it is there.
    pub(crate) below: usize,
}

/// Buffers kept between uses, so that the hot paths allocate nothing. Empty whenever nothing uses them.
#[derive(Debug, Default)]
pub(crate) struct Scratch {
    /// Argument ranges still to unify.
    pub(crate) pairs: Vec<(usize, usize, usize)>,
    /// Block cells still to match with heap cells.
    pub(crate) block: Vec<(Cell, Cell)>,
    /// Variables of a clause or of a term being copied.
    pub(crate) vars: Vec<Cell>,
    /// Attributed variables of a term being copied.
    pub(crate) attributed: Vec<Cell>,
    /// Terms still to be looked at in a search for variables.
    pub(crate) walk: Vec<Cell>,
    /// What an expression under way waits for.
    pub(crate) rests: Vec<crate::builtins::eval::Rest>,
    /// Used findall buffers.
    pub(crate) collects: Vec<Collect>,
}

impl Clone for Scratch {
    fn clone(&self) -> Scratch {
        Scratch::default()
    }
}

/// A Prolog machine: cheap to make, cheap to clone, independent of all others.
#[derive(Clone)]
pub struct Machine {
    pub(crate) program: Arc<Program>,
    pub(crate) atoms: Atoms,
    pub(crate) ops: Arc<Ops>,
    pub(crate) flags: Arc<Flags>,
    // stacks
    pub(crate) heap: Vec<Cell>,
    touched: gc::Touched,
    pub(crate) env: Vec<Cell>,
    pub(crate) choices: Vec<Choice>,
    pub(crate) saved: Vec<Cell>,
    pub(crate) trail: Vec<Cell>,
    pub(crate) views: Vec<View>,
    pub(crate) collects: Vec<Collect>,
    pub(crate) scratch: Scratch,
    // registers
    pub(crate) x: [Cell; 256],
    pub(crate) e: usize,
    pub(crate) cp: Pc,
    pub(crate) b0: usize,
    pub(crate) hb: usize,
    pub(crate) b_env: usize,
    pub(crate) pc: Pc,
    // database
    pub(crate) dynamics: Vec<Arc<Clauses>>,
    /// Predicates that exist only in this machine's database.
    pub(crate) locals: Arc<FoldMap<(Atom, u32), u32>>,
    pub(crate) db_bytes: usize,
    pub(crate) globals: Arc<FoldMap<Atom, Arc<Flat>>>,
    /// Values of global variables to come back on backtracking.
    pub(crate) old_globals: Vec<Option<Arc<Flat>>>,
    pub(crate) streams: Streams,
    pub(crate) convert: Arc<FoldMap<char, char>>,
    // limits
    pub(crate) limits: Limits,
    pub(crate) grants: Grants,
    pub(crate) fuel: i64,
    pub(crate) fuel_left: u64,
    pub(crate) inferences: u64,
    /// Heap size from which a call takes the slow path; 0 when every call must.
    pub(crate) gc_at: usize,
    /// Heap size at which garbage is collected.
    pub(crate) gc_limit: usize,
    /// Smallest heap worth collecting; 0 collects all the time, for tests.
    pub(crate) gc_floor: usize,
    pub(crate) gc_runs: u64,
    /// Bytes of names from which a collection looks for atoms, too.
    pub(crate) atoms_limit: usize,
    pub(crate) deadline: Option<std::time::Duration>,
    /// The reserve of inferences and time was given out.
    pub(crate) reserved: bool,
    /// What ended the query for good: nothing catches it.
    pub(crate) ended: Option<Cell>,
    /// The limit that made a unification fail.
    pub(crate) stopped: Option<Cell>,
    pub(crate) rng: u64,
    // diagnostics
    pub(crate) tracer: Option<Box<Tracer>>,
    pub(crate) profile: Option<Box<FoldMap<PredId, u64>>>,
    pub(crate) error_place: Option<crate::error::Backtrace>,
    /// The instruction loop is to be left at the next chance: the program changed, or goals wait in `wake`.
    pub(crate) reload: bool,
    /// What bindings of attributed variables have set going.
    pub(crate) wake: Vec<wake::Wake>,
    /// Where a match stood when it met an attributed variable: next argument, whether it builds, and whether its
    /// instruction is to be done again.
    pub(crate) matching: (usize, bool, bool),
    pub(crate) native: PredId,
    pub(crate) loading: Vec<crate::load::Loading>,
    pub(crate) warnings: Vec<crate::error::Diagnostic>,
    pub(crate) depth: usize,
    pub(crate) tabling: crate::tabling::Tabling,
    pub(crate) initialization: Vec<Flat>,
    /// A directive called `halt`.
    pub(crate) halted: Option<i32>,
    /// Terms may be changed in place, so copies share nothing.
    pub(crate) assigns: bool,
    /// Unification checks for cycles.
    pub(crate) occurs: bool,
    /// What the occurs check refused to unify last, for the head that asked.
    pub(crate) cycle: Option<(Cell, Cell)>,
    /// Choice points that hold a cleanup goal.
    pub(crate) cleanups: usize,
    /// Cells are held where a collection would not see them.
    pub(crate) unseen: bool,
    pub(crate) diverted: Option<Cell>,
    /// Output streams replaced while output is captured.
    pub(crate) captures: Vec<usize>,
}

/// A stack of so many bytes is given room of its own.
const LARGE: usize = 1 << 20;
/// The smallest room that allocators map by itself whatever was freed before (glibc: more than 32 MB).
const MAPPED: usize = 33 << 20;

/// Gives a stack that is large, or will be with `more` items, so much room that the allocator maps it by itself: there it grows
/// in place. In a process that has run for a while it would be copied otherwise, and be there twice meanwhile. Room
/// that was never touched is not memory.
fn settle<T>(stack: &mut Vec<T>, more: usize) {
    let item = size_of::<T>();
    let wanted = stack.capacity().max(stack.len().saturating_add(more)).saturating_mul(item);
    if cfg!(target_pointer_width = "64") && wanted >= LARGE && stack.capacity() * item < MAPPED {
        let room = (MAPPED / item).max(stack.len().saturating_add(more)) + 1;
        // Where there is not so much to be had, the stack grows as it can.
        let _ = stack.try_reserve_exact(room - stack.len());
    }
}

impl Machine {
    /// A machine for a program, with default limits and no grants.
    pub fn new(program: &Arc<Program>) -> Machine {
        let mut m = Machine {
            program: program.clone(),
            atoms: Atoms::new(program.atoms.clone()),
            ops: program.ops.clone(),
            flags: program.flags.clone(),
            heap: Vec::with_capacity(1 << 10),
            touched: gc::Touched::default(),
            env: vec![Cell::ZERO; 256],
            choices: Vec::with_capacity(64),
            saved: Vec::with_capacity(256),
            trail: Vec::with_capacity(256),
            views: Vec::new(),
            collects: Vec::new(),
            scratch: Scratch::default(),
            x: [Cell::ZERO; 256],
            e: 0,
            cp: ANSWER_PC,
            b0: 0,
            hb: 0,
            b_env: 0,
            pc: ANSWER_PC,
            dynamics: program.dynamics.clone(),
            locals: Arc::default(),
            db_bytes: 0,
            globals: Arc::default(),
            old_globals: Vec::new(),
            streams: Streams::new(),
            convert: Arc::default(),
            limits: Limits::default(),
            grants: Grants::default(),
            fuel: 0,
            fuel_left: 0,
            inferences: 0,
            gc_at: 1 << 20,
            gc_limit: 1 << 20,
            gc_floor: 1 << 20,
            gc_runs: 0,
            atoms_limit: gc::LEAST_ATOMS,
            deadline: None,
            reserved: false,
            ended: None,
            stopped: None,
            rng: 0x2545_f491_4f6c_dd1d,
            tracer: None,
            profile: None,
            error_place: None,
            reload: false,
            wake: Vec::new(),
            matching: (0, false, false),
            native: 0,
            loading: Vec::new(),
            warnings: Vec::new(),
            depth: 0,
            tabling: crate::tabling::Tabling::default(),
            initialization: Vec::new(),
            halted: None,
            assigns: program.assigns,
            occurs: program.flags.occurs_check != crate::flags::OccursCheck::Off,
            cycle: None,
            cleanups: 0,
            unseen: false,
            diverted: None,
            captures: Vec::new(),
        };
        m.reset_stacks();
        m.refuel();
        m
    }

    /// Forgets all terms and choices; the database stays.
    pub(crate) fn reset_stacks(&mut self) {
        self.heap.clear();
        self.choices.clear();
        self.saved.clear();
        self.trail.clear();
        self.views.clear();
        self.collects.clear();
        for old in std::mem::take(&mut self.old_globals).into_iter().flatten() {
            self.db_bytes = self.db_bytes.saturating_sub(old.bytes());
        }
        self.wake.clear();
        self.forget_evaluations();
        (self.cleanups, self.unseen) = (0, false);
        // One frame without slots is the floor of every chain of environments.
        self.env[0] = Cell(0);
        self.env[1] = Cell(u64::from(ANSWER_PC));
        self.env[2] = Cell(0);
        self.e = 0;
        self.cp = ANSWER_PC;
        self.b0 = 0;
        self.hb = 0;
        self.b_env = 3;
    }

    // ---- cells

    #[inline(always)]
    pub(crate) fn deref(&self, mut c: Cell) -> Cell {
        while c.is_ref() {
            let next = self.heap[c.idx()];
            if next == c {
                break;
            }
            c = next;
        }
        c
    }
    #[inline(always)]
    pub(crate) fn bind(&mut self, var: Cell, value: Cell) {
        if var.is_plain() { self.bind_plain(var, value) } else { self.bind_attributed(var, value) }
    }
    /// Binds a variable known to have no attributes.
    #[inline(always)]
    pub(crate) fn bind_plain(&mut self, var: Cell, value: Cell) {
        let at = var.idx();
        self.heap[at] = value;
        if at < self.hb {
            self.trail.push(var);
        }
    }
    #[inline(always)]
    pub(crate) fn new_var(&mut self) -> Cell {
        let c = Cell::var(self.heap.len());
        self.heap.push(c);
        c
    }
    #[inline(always)]
    pub(crate) fn put_struct(&mut self, a: u8, f: Cell) {
        self.x[a as usize] = Cell::new(crate::cell::STR, self.heap.len());
        self.heap.push(f);
    }
    #[inline(always)]
    pub(crate) fn put_var_y(&mut self, y: u8, a: u8) {
        let v = self.new_var();
        self.set_y(y, v);
        self.x[a as usize] = v;
    }
    /// The arguments of a compound: (index of the first, count).
    #[inline]
    pub(crate) fn args(&self, c: Cell) -> (usize, usize) {
        if c.tag() == crate::cell::LST { (c.idx(), 2) } else { (c.idx() + 1, self.heap[c.idx()].arity()) }
    }
    #[inline]
    pub(crate) fn arg(&self, c: Cell, i: usize) -> Cell {
        let (first, _) = self.args(c);
        self.deref(self.heap[first + i])
    }
    /// Name and arity of a callable (or any compound); `None` for the rest.
    pub(crate) fn functor(&self, c: Cell) -> Option<(Atom, usize)> {
        crate::compile::body::name_arity(&self.heap, c)
    }
    pub(crate) fn structure(&mut self, name: Atom, args: &[Cell]) -> Cell {
        let h = self.heap.len();
        if name == crate::atom::names::DOT && args.len() == 2 {
            self.heap.extend_from_slice(args);
            return Cell::new(crate::cell::LST, h);
        }
        if args.is_empty() {
            return Cell::atom(name);
        }
        self.heap.push(Cell::functor(name, args.len()));
        self.heap.extend_from_slice(args);
        Cell::new(crate::cell::STR, h)
    }
    pub(crate) fn atom(&mut self, name: &str) -> Cell {
        Cell::atom(self.atoms.intern(name))
    }

    // ---- choice points

    #[inline]
    pub(super) fn env_top(&self) -> usize {
        (self.e + 3 + self.slots(self.e)).max(self.b_env)
    }

    /// Slots of a frame: the low half of its third word.
    #[inline(always)]
    pub(crate) fn slots(&self, e: usize) -> usize {
        self.env[e + 2].0 as u32 as usize
    }
    /// Frames below a frame: the high half of its third word.
    #[inline(always)]
    pub(crate) fn frame_depth(&self, e: usize) -> usize {
        (self.env[e + 2].0 >> 32) as usize
    }

    /// Pushes a choice point saving the first `n` argument registers.
    pub(crate) fn push_choice(&mut self, alt: Alt, n: usize) {
        let saved = self.saved.len();
        self.saved.extend_from_slice(&self.x[..n]);
        self.mark_choice(alt, saved);
    }
    /// Pushes a choice point whose arguments were saved from `saved` on.
    #[inline(always)]
    pub(crate) fn mark_choice(&mut self, alt: Alt, saved: usize) {
        let (env_top, heap) = (self.env_top(), self.heap.len());
        self.choices.push(Choice {
            alt,
            e: self.e as u32,
            cp: self.cp,
            b0: self.b0 as u32,
            heap: heap as u32,
            trail: self.trail.len() as u32,
            saved: saved as u32,
            env_top: env_top as u32,
            views: self.views.len() as u32,
            collects: self.collects.len() as u32,
        });
        self.hb = heap;
        self.b_env = env_top;
    }

    /// Recomputes what hangs on the newest choice point.
    #[inline]
    pub(crate) fn refresh(&mut self) {
        match self.choices.last() {
            Some(c) => {
                self.hb = c.heap as usize;
                self.b_env = c.env_top as usize;
            }
            None => {
                self.hb = 0;
                self.b_env = 3;
            }
        }
    }

    /// Removes choice points above `n`.
    #[inline]
    pub(crate) fn cut_to(&mut self, n: usize) {
        if self.choices.len() > n {
            self.cut_slow(n);
        }
    }
    fn cut_slow(&mut self, n: usize) {
        if self.cleanups > 0 {
            return self.cut_with_cleanup(n);
        }
        self.drop_choices(n);
    }
    /// Removes choice points and lets no cleanup goal know.
    pub(crate) fn drop_choices(&mut self, n: usize) {
        let c = self.choices[n];
        self.choices.truncate(n);
        self.saved.truncate(c.saved as usize);
        if self.views.len() > c.views as usize {
            self.views.truncate(c.views as usize);
        }
        self.refresh();
    }

    #[inline(always)]
    pub(crate) fn untrail_to(&mut self, n: usize) {
        while self.trail.len() > n
            && let Some(t) = self.trail.pop()
        {
            if t.is_plain() {
                self.heap[t.idx()] = t;
            } else {
                self.undo(t);
            }
        }
    }
    /// Takes back what is rarer than the binding of a plain variable; `t` was the last entry of the trail.
    #[cold]
    fn undo(&mut self, t: Cell) {
        if t.is_ref() {
            // An attributed variable is unbound again: the goals that waited for the binding are dropped.
            self.heap[t.idx()] = t;
            self.wake.clear();
            return;
        }
        // A destructive assignment: place, old value, place.
        let old = self.trail.pop().expect("assignments come in threes");
        self.trail.pop();
        if t.is_atom() {
            self.restore_global(t.as_atom(), old.as_int() as usize)
        } else {
            self.heap[t.idx()] = old
        }
    }

    /// Undoes `b_setval/2`.
    #[cold]
    fn restore_global(&mut self, key: Atom, at: usize) {
        let old = self.old_globals.get_mut(at).and_then(Option::take);
        self.old_globals.truncate(at);
        let globals = Arc::make_mut(&mut self.globals);
        let gone = match old {
            Some(v) => globals.insert(key, v),
            None => globals.remove(&key),
        };
        self.db_bytes = self.db_bytes.saturating_sub(gone.map_or(0, |v| v.bytes()));
    }

    /// Restores the state of the newest choice point without removing it.
    pub(crate) fn rewind(&mut self) -> Choice {
        let c = *self.choices.last().expect("a query keeps a choice point below its goals");
        self.turn_back();
        c
    }
    /// The same in line; gives where its saved arguments begin.
    #[inline(always)]
    pub(crate) fn turn_back(&mut self) -> usize {
        let Some(c) = self.choices.last() else { return 0 };
        let (trail, heap, collects, saved) = (c.trail, c.heap, c.collects, c.saved);
        self.e = c.e as usize;
        self.cp = c.cp;
        self.b0 = c.b0 as usize;
        self.untrail_to(trail as usize);
        self.heap.truncate(heap as usize);
        if self.collects.len() > collects as usize {
            self.collects.truncate(collects as usize);
        }
        saved as usize
    }

    /// Removes the newest choice point.
    #[inline]
    pub(crate) fn pop_choice(&mut self) {
        if let Some(c) = self.choices.pop() {
            self.saved.truncate(c.saved as usize);
            if self.views.len() > c.views as usize {
                self.views.truncate(c.views as usize);
            }
        }
        self.refresh();
    }

    /// Copies the saved arguments of the newest choice point back into registers.
    #[inline]
    pub(crate) fn reload_args(&mut self, c: &Choice) {
        let from = c.saved as usize;
        match self.saved[from..] {
            [] => {}
            [a] => self.x[0] = a,
            [a, b] => {
                self.x[0] = a;
                self.x[1] = b;
            }
            [a, b, c] => {
                self.x[0] = a;
                self.x[1] = b;
                self.x[2] = c;
            }
            [a, b, c, d] => {
                self.x[0] = a;
                self.x[1] = b;
                self.x[2] = c;
                self.x[3] = d;
            }
            ref all => self.x[..all.len()].copy_from_slice(all),
        }
    }

    // ---- environments

    /// Makes an environment of `n` slots on top and enters it.
    #[inline]
    pub(crate) fn allocate(&mut self, n: usize) {
        let below = self.env[self.e + 2].0;
        let at = (self.e + 3 + below as u32 as usize).max(self.b_env);
        let end = at + 3 + n;
        if self.env.len() < end {
            self.env.resize(end + (end / 8).min(1 << 16) + 1024, Cell::ZERO);
        }
        let depth = (below >> 32) + 1;
        if depth > self.limits.depth as u64 {
            // The next call takes the slow path and reports it.
            self.gc_at = 0;
        }
        let frame = &mut self.env[at..at + 3];
        frame[0] = Cell(self.e as u64);
        frame[1] = Cell(u64::from(self.cp));
        frame[2] = Cell(depth << 32 | n as u64);
        // Slots keep what was there: every use of one says that it was set before.
        self.e = at;
    }
    #[inline]
    pub(crate) fn deallocate(&mut self) {
        let e = self.e;
        self.cp = self.env[e + 1].0 as Pc;
        self.e = self.env[e].0 as usize;
    }
    #[inline(always)]
    pub(crate) fn y(&self, i: u8) -> Cell {
        self.env[self.e + 3 + i as usize]
    }
    #[inline(always)]
    pub(crate) fn set_y(&mut self, i: u8, c: Cell) {
        let at = self.e + 3 + i as usize;
        self.env[at] = c;
    }

    // ---- limits

    /// Cells (8 bytes) in use over all stacks and stores.
    pub(crate) fn memory_used(&self) -> usize {
        self.heap.len()
            + self.env_top()
            + self.choices.len() * 6
            + self.saved.len()
            + self.trail.len()
            + self.collects.last().map_or(0, Collect::held)
            + (self.db_bytes + self.atoms.local_bytes() + self.streams.bytes()) / 8
            + self.streams.table.len() * 40
    }
    /// Whether `n` more cells would exceed the memory limit. Few are only compared with the heap.
    #[inline]
    pub(crate) fn exceeds(&self, n: usize) -> bool {
        let held = if n < 0x1000 { self.heap.len() } else { self.memory_used() };
        held.saturating_add(n) > self.limits.memory_cells
    }
    /// An error when `n` more cells would exceed the memory limit.
    #[inline]
    pub(crate) fn ensure(&mut self, n: usize) -> Result<(), Stop> {
        if self.exceeds(n) {
            return Err(self.resource_error(crate::atom::names::MEMORY));
        }
        if n >= 0x1000 {
            self.trim(self.memory_used().saturating_add(n));
            settle(&mut self.heap, n);
        }
        Ok(())
    }
    /// An error when the memory limit is passed, for places where no garbage can be collected: some of what is counted
    /// may be garbage there, hence the margin.
    #[cold]
    pub(crate) fn check_memory(&mut self) -> Result<(), Stop> {
        let limit = self.limits.memory_cells;
        if self.memory_used() > limit.saturating_add(limit / 16) {
            return Err(self.resource_error(crate::atom::names::MEMORY));
        }
        Ok(())
    }
    /// Charges work done inside a native predicate.
    #[inline]
    pub(crate) fn charge(&mut self, work: usize) -> Result<(), Stop> {
        self.fuel -= (work / 8) as i64;
        if self.fuel < 0 { self.tick() } else { Ok(()) }
    }

    /// Gives the machine its whole allowance of inferences and time again.
    pub(crate) fn refuel(&mut self) {
        self.fuel_left = self.limits.inferences;
        // What is left of the last slice was booked and never used.
        self.inferences = self.inferences.saturating_sub(self.fuel.max(0) as u64);
        self.fuel = 0;
        self.deadline = self.limits.time.map(|t| crate::builtins::flags::clock() + t);
        (self.reserved, self.ended, self.stopped) = (false, None, None);
    }
    /// The end of a slice of fuel: books it, checks time and memory, takes the next slice.
    #[cold]
    pub(crate) fn tick(&mut self) -> Result<(), Stop> {
        let over = (-self.fuel).max(0) as u64;
        // What is not there is not used: work is charged before it is done.
        self.inferences += over.min(self.fuel_left);
        self.fuel = 0;
        if let Some(ball) = self.ended {
            return Err(self.end(ball));
        }
        if self.fuel_left < over {
            self.fuel_left = 0;
            return Err(self.exceeded(crate::atom::names::INFERENCES));
        }
        self.fuel_left -= over;
        // Small memories are looked at more often.
        let slice = (self.limits.memory_cells as u64 / 256).clamp(64, 10_000).min(self.fuel_left);
        self.fuel_left -= slice;
        self.fuel = slice as i64;
        self.inferences += slice;
        self.touch();
        settle(&mut self.heap, 0);
        settle(&mut self.env, 0);
        settle(&mut self.choices, 0);
        settle(&mut self.saved, 0);
        settle(&mut self.trail, 0);
        self.check_time()?;
        if self.memory_used() > self.limits.memory_cells || self.atoms.local_bytes() > self.atoms_limit {
            self.gc_limit = 0;
            self.gc_at = 0;
        }
        Ok(())
    }

    /// An error when the time is over or somebody asked to stop: for work that was charged before it began.
    pub(crate) fn check_time(&mut self) -> Result<(), Stop> {
        if self.deadline.is_some_and(|d| crate::builtins::flags::clock() > d) {
            return Err(self.exceeded(crate::atom::names::TIME));
        }
        if self.limits.interrupted() {
            let ball = Cell::atom(self.atoms.intern("interrupt"));
            return Err(self.end(ball));
        }
        Ok(())
    }

    /// A limit that the program cannot give back was passed. The first time the handler gets the reserve.
    #[cold]
    fn exceeded(&mut self, what: Atom) -> Stop {
        let percent = u64::from(self.limits.reserve);
        let first = !std::mem::replace(&mut self.reserved, true);
        if !first || percent == 0 {
            return self.end(Cell::atom(what));
        }
        if what == crate::atom::names::INFERENCES {
            self.fuel_left = (u128::from(self.limits.inferences) * u128::from(percent) / 100) as u64;
        } else {
            let more = self.limits.time.unwrap_or_default() * u32::from(self.limits.reserve) / 100;
            self.deadline = Some(crate::builtins::flags::clock() + more);
        }
        self.resource_error(what)
    }

    /// The query is over for good: every call from here on says so again.
    #[cold]
    fn end(&mut self, why: Cell) -> Stop {
        self.inferences = self.inferences.saturating_sub(self.fuel.max(0) as u64);
        (self.fuel, self.fuel_left) = (0, 0);
        self.ended = Some(why);
        if matches!(why.as_atom(), crate::atom::names::INFERENCES | crate::atom::names::TIME) {
            self.resource_error(why.as_atom())
        } else {
            Stop::Throw(why)
        }
    }

    pub(crate) fn dynamic_slot(&self, name: Atom, arity: usize) -> Option<u32> {
        use crate::code::PredKind;
        if let Some(&id) = self.program.ids.get(&(name, arity as u32)) {
            match self.program.preds[id as usize].kind {
                PredKind::Dynamic(slot) => return Some(slot),
                PredKind::Undefined => {}
                _ => return None,
            }
        }
        self.locals.get(&(name, arity as u32)).copied()
    }

    pub(crate) fn clauses_mut(&mut self, slot: u32) -> &mut Clauses {
        Arc::make_mut(&mut self.dynamics[slot as usize])
    }
    pub(crate) fn clause_added(&mut self, c: &Clause) {
        self.db_bytes += c.bytes();
    }
}
