//! Garbage collection: mark with a bitmap, then slide everything down in order.
//!
//! Order is kept because choice points cut the heap at an index. A collection happens only at a call,
//! where exactly the argument registers, the environments, the saved arguments and the trail hold terms.

use super::{Alt, Machine};
use crate::atom::FoldMap;
use crate::cell::{ATV, BIG, Cell, FLT, HDR, LST, REF, STG, STR};
use crate::code::{FAIL_PC, Instr, Pc, WAKE_PC};

/// Whether a mask of live slots keeps slot `i`; frames of more slots than it has bits are kept whole.
fn kept(live: u64, i: usize) -> bool {
    i >= 64 || live & (1 << i) != 0
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

impl Machine {
    /// Collects with the first `arity` argument registers live.
    pub(crate) fn collect_garbage(&mut self, arity: usize) {
        self.gc_runs += 1;
        self.tidy_trail();
        let frames = self.live_frames();
        let mut marks = Marks { bits: vec![0; (self.heap.len() >> 6) + 1], before: Vec::new() };
        let mut stack: Vec<Cell> = Vec::new();
        for i in 0..arity {
            self.mark(self.x[i], &mut marks, &mut stack);
        }
        for i in 0..self.saved.len() {
            self.mark(self.saved[i], &mut marks, &mut stack);
        }
        for &(e, live) in &frames {
            for i in 0..self.slots(e) {
                if kept(live, i) {
                    self.mark(self.env[e + 3 + i], &mut marks, &mut stack);
                }
            }
        }
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
        marks.count();
        for results in &mut collects {
            results.each_old(|c| marks.moved(c));
        }
        self.collects = collects;
        self.move_roots(arity, &frames, &marks);
        self.move_trail(&marks);
        self.slide(&marks);
        self.refresh();
        let live = self.heap.len();
        let floor = if self.gc_floor == 0 { 0 } else { (live * 2).max(self.gc_floor) };
        self.gc_limit = floor.min(self.limits.memory_cells.max(live + 4096));
        self.attend();
    }

    fn mark(&self, c: Cell, marks: &mut Marks, stack: &mut Vec<Cell>) {
        stack.push(c);
        while let Some(c) = stack.pop() {
            let i = c.idx();
            match c.tag() {
                REF if marks.set(i) && self.heap[i] != c => stack.push(self.heap[i]),
                ATV => {
                    // Both cells: a binding may be taken back, and the attributes are needed again.
                    if marks.set(i) && self.heap[i] != c {
                        stack.push(self.heap[i]);
                    }
                    if marks.set(i + 1) {
                        stack.push(self.heap[i + 1]);
                    }
                }
                LST => {
                    for k in [i, i + 1] {
                        if marks.set(k) {
                            stack.push(self.heap[k]);
                        }
                    }
                }
                STR if marks.set(i) => {
                    for k in i + 1..=i + self.heap[i].arity() {
                        if marks.set(k) {
                            stack.push(self.heap[k]);
                        }
                    }
                }
                FLT | BIG | STG if marks.set(i) => {
                    for k in i + 1..=i + self.heap[i].raw_words() {
                        marks.set(k);
                    }
                }
                _ => {}
            }
        }
    }

    /// Slots of a frame that hold values needed when control returns to `cp`.
    fn live_slots(&self, cp: Pc) -> u64 {
        match self.program.code.get((cp as usize).wrapping_sub(1)) {
            Some(Instr::Call { live, .. }) => *live,
            _ => u64::MAX,
        }
    }

    /// Every reachable environment with the slots to keep.
    fn live_frames(&mut self) -> Vec<(usize, u64)> {
        let mut live: FoldMap<usize, u64> = FoldMap::default();
        let mut order: Vec<usize> = Vec::new();
        // Frame, slots, and the address at which the frame is taken up again.
        let mut starts: Vec<(usize, u64, Pc)> = vec![(self.e, self.live_slots(self.cp), self.cp)];
        for c in &self.choices {
            let slots = match c.alt {
                // The code of the alternative says what it needs.
                Alt::Inner(pc) => match self.program.code[pc as usize] {
                    Instr::TrustElse { live } | Instr::RetryElse { live, .. } => (live, pc),
                    _ => (u64::MAX, pc),
                },
                _ => (self.live_slots(c.cp), c.cp),
            };
            starts.push((c.e as usize, slots.0, slots.1));
        }
        for (mut e, mut slots, mut cp) in starts {
            loop {
                if let Some(have) = live.get_mut(&e) {
                    // Everything below was walked already with its own continuation.
                    *have |= slots;
                    break;
                }
                live.insert(e, slots);
                order.push(e);
                if e == 0 {
                    break;
                }
                let below = if cp == WAKE_PC { self.live_below(e) } else { None };
                cp = self.env[e + 1].0 as Pc;
                slots = below.unwrap_or_else(|| self.live_slots(cp));
                if below.is_some() {
                    // The frame of the clause that waits: it is taken up inside the clause.
                    cp = FAIL_PC;
                }
                e = self.env[e].0 as usize;
            }
        }
        order.sort_unstable();
        order.into_iter().map(|e| (e, live[&e])).collect()
    }

    fn move_roots(&mut self, arity: usize, frames: &[(usize, u64)], marks: &Marks) {
        for c in &mut self.x[..arity] {
            *c = marks.moved(*c);
        }
        for c in &mut self.saved {
            *c = marks.moved(*c);
        }
        for &(e, live) in frames {
            let n = self.slots(e);
            for i in 0..n {
                let at = e + 3 + i;
                if kept(live, i) {
                    self.env[at] = marks.moved(self.env[at]);
                }
            }
        }
    }

    /// Drops entries no choice point will ask for: those of cells that go away with it, and those above the last one.
    fn tidy_trail(&mut self) {
        let old = std::mem::take(&mut self.trail);
        let mut new = Vec::with_capacity(old.len());
        let (mut next, mut i) = (0, 0);
        // Cells from here on go away when the choice point in charge is taken up.
        let mut floor = 0;
        while i <= old.len() {
            while next < self.choices.len() && self.choices[next].trail as usize <= i {
                self.choices[next].trail = new.len() as u32;
                floor = self.choices[next].heap as usize;
                next += 1;
            }
            let Some(&t) = old.get(i) else { break };
            let size = if t.is_ref() { 1 } else { 3 };
            if t.is_atom() || t.idx() < floor {
                new.extend_from_slice(&old[i..i + size]);
            }
            i += size;
        }
        self.trail = new;
    }

    /// Drops trail entries of dead cells and moves the rest, keeping the choice points in step.
    fn move_trail(&mut self, marks: &Marks) {
        let old = std::mem::take(&mut self.trail);
        let mut new = Vec::with_capacity(old.len());
        let mut next_choice = 0;
        let mut i = 0;
        while i <= old.len() {
            while next_choice < self.choices.len() && self.choices[next_choice].trail as usize <= i {
                self.choices[next_choice].trail = new.len() as u32;
                next_choice += 1;
            }
            if i == old.len() {
                break;
            }
            if !old[i].is_ref() {
                let place = old[i];
                if place.is_atom() {
                    new.extend_from_slice(&old[i..i + 3]);
                } else if marks.has(place.idx()) {
                    let moved = Cell::new(place.tag(), marks.forward(place.idx()));
                    new.extend([moved, marks.moved(old[i + 1]), moved]);
                }
                i += 3;
                continue;
            }
            if marks.has(old[i].idx()) {
                new.push(marks.moved(old[i]));
            }
            i += 1;
        }
        self.trail = new;
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
        if self.heap.capacity() > (to * 8).max(1 << 22) {
            self.heap.shrink_to(to * 4);
        }
    }
}
