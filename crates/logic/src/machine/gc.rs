//! Mark-and-slide garbage collection: marks with a bitmap, then compacts everything in order.
//!
//! Order is kept because choice points cut the heap at an index. A collection happens only at a call,
//! where exactly the argument registers, the environments, the saved arguments and the trail hold terms.

use super::{Alt, Choice, Machine};
use crate::cell::{ATM, ATV, BIG, Cell, FLT, HDR, INT, LST, REF, STG, STR};
use crate::code::{FAIL_PC, Instr, Pc, WAKE_PC};
use crate::database::{Clause, Seen};

/// Bytes of names that are not worth a search for those in use.
pub(super) const LEAST_ATOMS: usize = 1 << 22;

/// Whether a mask of live slots keeps slot `i`; frames of more slots than it has bits are kept whole.
pub(super) fn kept(live: u64, i: usize) -> bool {
    i >= 64 || live & (1 << i) != 0
}

/// Calls `f` on the number of each bit that is set.
fn each_bit(bits: &[u64], mut f: impl FnMut(usize)) {
    for (w, &word) in bits.iter().enumerate() {
        let mut word = word;
        while word != 0 {
            f((w << 6) + word.trailing_zeros() as usize);
            word &= word - 1;
        }
    }
}

struct Marks {
    bits: Vec<u64>,
    /// Marked cells before each word.
    before: Vec<u32>,
}

impl Marks {
    #[inline]
    fn set(&mut self, i: usize) -> bool {
        let (w, b) = (i >> 6, 1u64 << (i & 63));
        let new = self.bits[w] & b == 0;
        self.bits[w] |= b;
        new
    }
    #[inline]
    fn has(&self, i: usize) -> bool {
        self.bits[i >> 6] & (1 << (i & 63)) != 0
    }
    fn count(&mut self) {
        let mut sum = 0u32;
        self.before = self
            .bits
            .iter()
            .map(|w| {
                let at = sum;
                sum += w.count_ones();
                at
            })
            .collect();
    }
    /// The new index of a marked cell; for any index, the marked cells before it.
    #[inline]
    fn forward(&self, i: usize) -> usize {
        let below = self.bits[i >> 6] & ((1u64 << (i & 63)) - 1);
        self.before[i >> 6] as usize + below.count_ones() as usize
    }
    #[inline]
    fn moved(&self, c: Cell) -> Cell {
        match c.tag() {
            REF | ATV | STR | LST | FLT | BIG | STG => Cell::new(c.tag(), self.forward(c.idx())),
            _ => c,
        }
    }
}

/// Cells still to be followed while marking. There is room for a small part of the heap only: what does not fit is
/// dropped and found again by looking through the marked cells.
struct Pending {
    cells: Vec<Cell>,
    most: usize,
    dropped: bool,
}

/// Room for the cells of a small heap; hardly any in tests, so that they drop some all the time.
const LEAST: usize = if cfg!(test) { 2 } else { 0x1000 };

impl Pending {
    fn new(heap: usize) -> Pending {
        Pending { cells: Vec::new(), most: (heap / 32).max(LEAST), dropped: false }
    }
    #[inline]
    fn push(&mut self, c: Cell) {
        if self.cells.len() < self.most {
            self.cells.push(c);
        } else {
            self.dropped = true;
        }
    }
}

/// How many items stacks have had since they were last given back what they did not use: so many are memory, though a
/// collection or a cut has taken most of them away.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Touched {
    heap: usize,
    choices: usize,
    saved: usize,
    trail: usize,
}

impl Machine {
    /// Takes note of how high the stacks are.
    pub(super) fn touch(&mut self) {
        let t = &mut self.touched;
        t.heap = t.heap.max(self.heap.len());
        t.choices = t.choices.max(self.choices.len());
        t.saved = t.saved.max(self.saved.len());
        t.trail = t.trail.max(self.trail.len());
    }

    /// Gives back room of the stacks that nothing is in, where it and `used` cells together would pass the limit: what was
    /// touched once is memory, whether it is in use or not.
    pub(super) fn trim(&mut self, used: usize) {
        let top = self.env_top();
        self.touch();
        let t = &mut self.touched;
        let idle = t.heap - self.heap.len() + self.env.len() - top.min(self.env.len())
            + (t.choices - self.choices.len()) * size_of::<Choice>() / 8
            + (t.saved - self.saved.len())
            + (t.trail - self.trail.len());
        if used.saturating_add(idle) > self.limits.memory_cells {
            self.heap.shrink_to(self.heap.len() + 0x400);
            self.env.truncate(top.max(0x100));
            self.env.shrink_to(0x100);
            self.choices.shrink_to(self.choices.len() + 0x40);
            self.saved.shrink_to(self.saved.len() + 0x100);
            self.trail.shrink_to(self.trail.len() + 0x100);
            self.touched = Touched::default();
            self.touch();
        }
    }

    /// Collects with the first `arity` argument registers live.
    pub(crate) fn collect_garbage(&mut self, arity: usize) {
        self.gc_runs += 1;
        self.touch();
        self.tidy_trail();
        let slots = self.live_slots();
        let mut marks = Marks { bits: vec![0; (self.heap.len() >> 6) + 1], before: Vec::new() };
        let mut stack = Pending::new(self.heap.len());
        for i in 0..arity {
            self.mark(self.x[i], &mut marks, &mut stack);
        }
        for i in 0..self.saved.len() {
            self.mark(self.saved[i], &mut marks, &mut stack);
        }
        each_bit(&slots, |at| self.mark(self.env[at], &mut marks, &mut stack));
        let mut i = 0;
        while i < self.trail.len() {
            // A destructive assignment: place (not tagged as a variable), old value, place.
            if !self.trail[i].is_ref() {
                self.mark(self.trail[i + 1], &mut marks, &mut stack);
                i += 2;
            } else if !self.trail[i].is_plain() {
                // Unbound again it will need its attributes.
                self.mark(self.trail[i], &mut marks, &mut stack);
            }
            i += 1;
        }
        let mut collects = std::mem::take(&mut self.collects);
        for results in &mut collects {
            results.each_old(|c| {
                self.mark(c, &mut marks, &mut stack);
                c
            });
        }
        self.mark_dropped(&mut marks, &mut stack);
        marks.count();
        for results in &mut collects {
            results.each_old(|c| marks.moved(c));
        }
        self.collects = collects;
        self.move_roots(arity, &slots, &marks);
        self.move_trail(&marks);
        self.slide(&marks);
        self.refresh();
        if self.atoms.local_bytes() > self.atoms_limit
            || self.gc_floor == 0
            || self.memory_used() > self.limits.memory_cells
        {
            self.collect_atoms(arity);
        }
        self.trim(self.memory_used());
        let live = self.heap.len();
        // Everything that is looked at must be paid for by as much that is new: the roots, too, where frames outnumber the
        // live cells a hundred times.
        let roots = self.env_top() + self.saved.len() + self.trail.len() + self.choices.len();
        let floor = if self.gc_floor == 0 { 0 } else { (live + live.max(roots)).max(self.gc_floor) };
        self.gc_limit = floor.min(self.limits.memory_cells.max(live + 4096));
        self.attend();
    }

    /// Gives back atoms that nothing refers to. Right after a collection: the heap holds little else than live cells. Frames are
    /// taken whole: what looks like an atom in them keeps it, needed or not.
    fn collect_atoms(&mut self, arity: usize) {
        let mut marks = self.atoms.marks();
        marks.block(&self.heap);
        let frames = &self.env[..self.env_top().min(self.env.len())];
        for cells in [&self.x[..arity], &self.saved, frames, &self.trail] {
            cells.iter().for_each(|&c| marks.cell(c));
        }
        for results in &self.collects {
            marks.block(&results.cells);
            results.items.iter().for_each(|item| marks.cell(item.1));
        }
        for c in [self.ended, self.stopped, self.diverted].into_iter().flatten() {
            marks.cell(c);
        }
        self.cycle.iter().flat_map(|&(a, b)| [a, b]).for_each(|c| marks.cell(c));
        self.wake.iter().flat_map(super::wake::Wake::cells).for_each(|c| marks.cell(c));
        let mut clause = |c: &Clause| {
            marks.block(&c.cells);
            [c.head, c.body].into_iter().for_each(|c| marks.cell(c));
            marks.atom(c.file);
        };
        // Versions of a predicate that iterations still walk share most of their nodes.
        let mut seen = Seen::default();
        for store in &self.dynamics {
            store.everything().visit(&mut seen, &mut clause);
        }
        self.views.iter().for_each(|v| v.visit(&mut seen, &mut clause));
        self.locals.keys().for_each(|k| marks.atom(k.0));
        let globals = self.globals.iter().map(|(&name, v)| (Some(name), v));
        for (name, v) in globals.chain(self.old_globals.iter().flatten().map(|v| (None, v))) {
            name.into_iter().for_each(|a| marks.atom(a));
            v.mark_atoms(&mut marks);
        }
        for s in self.streams.table.iter().flatten() {
            s.alias.iter().chain(&s.file).chain([&s.mode]).for_each(|&a| marks.atom(a));
        }
        self.ops.names().for_each(|a| marks.atom(a));
        self.tabling.mark_atoms(&mut marks);
        self.initialization.iter().for_each(|f| f.mark_atoms(&mut marks));
        self.atoms.sweep(&marks);
        // Looking through everything must be paid for by as many new names.
        let paid = (self.heap.len() + self.memory_used()) * 2;
        let room = (self.atoms.local_bytes() * 2).max(paid).max(LEAST_ATOMS);
        self.atoms_limit = room.min(self.atoms.local_bytes() + (self.limits.memory_cells).max(LEAST_ATOMS));
    }

    fn mark(&self, c: Cell, marks: &mut Marks, stack: &mut Pending) {
        stack.push(c);
        while let Some(c) = stack.cells.pop() {
            let i = c.idx();
            // Last arguments first onto the stack: along a list nothing piles up.
            let last = match c.tag() {
                REF if marks.set(i) && self.heap[i] != c => {
                    stack.push(self.heap[i]);
                    continue;
                }
                ATV => {
                    // Both cells: a binding may be taken back, and the attributes are needed again.
                    if marks.set(i) && self.heap[i] != c {
                        stack.push(self.heap[i]);
                    }
                    if marks.set(i + 1) {
                        stack.push(self.heap[i + 1]);
                    }
                    continue;
                }
                LST => i + 1,
                STR if marks.set(i) => i + self.heap[i].arity(),
                FLT | BIG | STG if marks.set(i) => {
                    for k in i + 1..=i + self.heap[i].raw_words() {
                        marks.set(k);
                    }
                    continue;
                }
                _ => continue,
            };
            let first = if c.tag() == LST { i } else { i + 1 };
            for k in (first..=last).rev() {
                if marks.set(k) && !matches!(self.heap[k].tag(), ATM | INT) {
                    stack.push(self.heap[k]);
                }
            }
        }
    }

    /// Follows marked cells whose targets are not marked: they were dropped for want of room. Each pass marks more cells
    /// than there is room for, or is the last: a few passes at most.
    fn mark_dropped(&self, marks: &mut Marks, stack: &mut Pending) {
        while std::mem::take(&mut stack.dropped) {
            let mut raw = 0;
            for w in 0..marks.bits.len() {
                let mut bits = marks.bits[w];
                while bits != 0 {
                    let i = (w << 6) + bits.trailing_zeros() as usize;
                    bits &= bits - 1;
                    if i < raw {
                        continue;
                    }
                    let c = self.heap[i];
                    let to = c.idx();
                    let open = match c.tag() {
                        HDR => {
                            raw = i + 1 + c.raw_words();
                            false
                        }
                        REF | STR | FLT | BIG | STG => !marks.has(to),
                        ATV | LST => !marks.has(to) || !marks.has(to + 1),
                        _ => false,
                    };
                    if open {
                        self.mark(c, marks, stack);
                    }
                }
            }
        }
    }

    /// Slots of a frame that hold values needed when control returns to `cp`.
    pub(super) fn needed(&self, cp: Pc) -> u64 {
        match self.program.code.get((cp as usize).wrapping_sub(1)) {
            Some(Instr::Call { live, .. }) => *live,
            _ => u64::MAX,
        }
    }

    /// The slots to keep of every reachable environment, as bits over the stack of environments.
    fn live_slots(&self) -> Vec<u64> {
        let mut live = vec![0u64; (self.env.len() >> 6) + 1];
        let mut walked = vec![0u64; live.len()];
        let set = |bits: &mut [u64], i: usize| {
            let new = bits[i >> 6] & (1 << (i & 63)) == 0;
            bits[i >> 6] |= 1 << (i & 63);
            new
        };
        // Frame, slots, and the address at which the frame is taken up again.
        let now = std::iter::once((self.e, self.needed(self.cp), self.cp));
        let starts = self.choices.iter().map(|c| {
            let (slots, cp) = match c.alt {
                // The code of the alternative says what it needs.
                Alt::Inner(pc) => match self.program.code[pc as usize] {
                    Instr::TrustElse { live } | Instr::RetryElse { live, .. } => (live, pc),
                    _ => (u64::MAX, pc),
                },
                _ => (self.needed(c.cp), c.cp),
            };
            (c.e as usize, slots, cp)
        });
        for (mut e, mut slots, mut cp) in now.chain(starts) {
            loop {
                for i in (0..self.slots(e)).filter(|&i| kept(slots, i)) {
                    set(&mut live, e + 3 + i);
                }
                // Everything below was walked already with its own continuation.
                if !set(&mut walked, e) || e == 0 {
                    break;
                }
                let below = if cp == WAKE_PC { self.live_below(e) } else { None };
                cp = self.env[e + 1].0 as Pc;
                slots = below.unwrap_or_else(|| self.needed(cp));
                if below.is_some() {
                    // The frame of the clause that waits: it is taken up inside the clause.
                    cp = FAIL_PC;
                }
                e = self.env[e].0 as usize;
            }
        }
        live
    }

    fn move_roots(&mut self, arity: usize, slots: &[u64], marks: &Marks) {
        for c in &mut self.x[..arity] {
            *c = marks.moved(*c);
        }
        for c in &mut self.saved {
            *c = marks.moved(*c);
        }
        each_bit(slots, |at| self.env[at] = marks.moved(self.env[at]));
    }

    /// Drops entries no choice point will ask for: those of cells that go away with it, and those above the last one.
    fn tidy_trail(&mut self) {
        let (mut next, mut i, mut to) = (0, 0, 0);
        // Cells from here on go away when the choice point in charge is taken up.
        let mut floor = 0;
        loop {
            while next < self.choices.len() && self.choices[next].trail as usize <= i {
                self.choices[next].trail = to as u32;
                floor = self.choices[next].heap as usize;
                next += 1;
            }
            let Some(&t) = self.trail.get(i) else { break };
            let size = if t.is_ref() { 1 } else { 3 };
            if t.is_atom() || t.idx() < floor {
                self.trail.copy_within(i..i + size, to);
                to += size;
            }
            i += size;
        }
        self.trail.truncate(to);
    }

    /// Drops trail entries of dead cells and moves the rest, keeping the choice points in step.
    fn move_trail(&mut self, marks: &Marks) {
        let (mut next, mut i, mut to) = (0, 0, 0);
        loop {
            while next < self.choices.len() && self.choices[next].trail as usize <= i {
                self.choices[next].trail = to as u32;
                next += 1;
            }
            let Some(&t) = self.trail.get(i) else { break };
            if t.is_ref() {
                if marks.has(t.idx()) {
                    self.trail[to] = marks.moved(t);
                    to += 1;
                }
                i += 1;
                continue;
            }
            // A destructive assignment: place, old value, place.
            if t.is_atom() {
                self.trail.copy_within(i..i + 3, to);
                to += 3;
            } else if marks.has(t.idx()) {
                let moved = Cell::new(t.tag(), marks.forward(t.idx()));
                let entry = [moved, marks.moved(self.trail[i + 1]), moved];
                self.trail[to..to + 3].copy_from_slice(&entry);
                to += 3;
            }
            i += 3;
        }
        self.trail.truncate(to);
        for c in &mut self.choices {
            c.heap = marks.forward(c.heap as usize) as u32;
        }
    }

    fn slide(&mut self, marks: &Marks) {
        let mut to = 0;
        for w in 0..marks.bits.len() {
            let mut bits = marks.bits[w];
            while bits != 0 {
                let i = (w << 6) + bits.trailing_zeros() as usize;
                bits &= bits - 1;
                self.heap[to] = self.heap[i];
                to += 1;
            }
        }
        self.heap.truncate(to);
        let mut i = 0;
        while i < to {
            let c = self.heap[i];
            if c.tag() == HDR {
                i += 1 + c.raw_words();
                continue;
            }
            self.heap[i] = marks.moved(c);
            i += 1;
        }
        if self.touched.heap > (to * 8).max(1 << 22) {
            self.heap.shrink_to(to * 4);
            self.touched.heap = to;
        }
    }
}
