//! Goals that are terms: call/N, interpreted clause bodies, and clauses kept as terms.

use super::{Alt, Machine, Stop};
use crate::atom::names as n;
use crate::cell::{ATM, BIG, Cell, FLT, HDR, INT, LST, REF, STG, STR};
use crate::code::{COND_PC, CONJ_PC, NOT_PC, Pc, PredId, SOFT_PC};
use crate::database::{Clause, View};

/// How to go on after a goal was taken apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Next {
    /// Continue at this address.
    Go(Pc),
    /// Call this predicate, arguments are in the registers.
    Call(PredId),
    /// Call a predicate that only this machine's database has.
    Local {
        slot: u32,
        arity: u8,
    },
    Fail,
}

/// An unset entry among the variables of a clause.
const UNSET: Cell = Cell(HDR as u64);

impl Machine {
    /// Runs `goal` as a body whose cut goes back to `barrier` choice points.
    pub(crate) fn exec_body(&mut self, goal: Cell, barrier: usize) -> Result<Next, Stop> {
        let mut goal = self.deref(goal);
        let mut barrier = barrier;
        let mut levels = 0u32;
        loop {
            // Control constructs without end hold no call at which somebody would look.
            levels += 1;
            if levels & 0xff == 0 {
                self.deep_control()?;
            }
            let Some((name, arity)) = self.functor(goal) else {
                return Err(if goal.is_ref() {
                    self.instantiation_error()
                } else {
                    self.type_error(n::CALLABLE, goal)
                });
            };
            match (name, arity) {
                (n::TRUE, 0) => return Ok(Next::Go(self.cp)),
                (n::CUT, 0) => {
                    self.cut_to(barrier);
                    return Ok(Next::Go(self.cp));
                }
                (n::FAIL | n::FALSE, 0) => return Ok(Next::Fail),
                (n::COMMA, 2) => {
                    let (a, b) = (self.arg(goal, 0), self.arg(goal, 1));
                    self.enter(CONJ_PC, &[b, Cell::int(barrier as i64)]);
                    goal = a;
                }
                (n::SEMICOLON | n::BAR, 2) => {
                    let (l, r) = (self.arg(goal, 0), self.arg(goal, 1));
                    let mark = self.choices.len();
                    self.x[0] = r;
                    self.x[1] = Cell::int(barrier as i64);
                    self.push_choice(Alt::Body, 2);
                    match self.functor(l) {
                        Some((f @ (n::ARROW | n::SOFT), 2)) => {
                            let (c, t) = (self.arg(l, 0), self.arg(l, 1));
                            let pc = if f == n::ARROW { COND_PC } else { SOFT_PC };
                            self.enter(pc, &[t, Cell::int(barrier as i64), Cell::int(mark as i64)]);
                            goal = c;
                            barrier = self.choices.len();
                        }
                        _ => goal = l,
                    }
                }
                (n::ARROW, 2) => {
                    let (c, t) = (self.arg(goal, 0), self.arg(goal, 1));
                    let mark = self.choices.len();
                    self.enter(COND_PC, &[t, Cell::int(barrier as i64), Cell::int(mark as i64)]);
                    goal = c;
                    barrier = mark;
                }
                (n::SOFT, 2) => {
                    let (c, t) = (self.arg(goal, 0), self.arg(goal, 1));
                    self.enter(CONJ_PC, &[t, Cell::int(barrier as i64)]);
                    goal = c;
                    barrier = self.choices.len();
                }
                (n::NOT, 1) => {
                    let g = self.arg(goal, 0);
                    let mark = self.choices.len();
                    self.x[0] = Cell::atom(n::TRUE);
                    self.x[1] = Cell::int(barrier as i64);
                    self.push_choice(Alt::Body, 2);
                    self.enter(NOT_PC, &[Cell::int(mark as i64)]);
                    goal = self.check_body(g)?;
                    barrier = self.choices.len();
                }
                (n::COLON, 2) => {
                    let module = self.arg(goal, 0);
                    if module.is_ref() {
                        return Err(self.instantiation_error());
                    }
                    if !module.is_atom() {
                        return Err(self.type_error(n::ATOM, module));
                    }
                    goal = self.arg(goal, 1);
                }
                _ => return self.plain_goal(goal, name, arity),
            }
        }
    }

    /// Pushes an environment holding `slots` and makes `pc` the continuation.
    pub(crate) fn enter(&mut self, pc: Pc, slots: &[Cell]) {
        self.allocate(slots.len());
        for (i, s) in slots.iter().enumerate() {
            self.set_y(i as u8, *s);
        }
        self.cp = pc;
    }

    fn plain_goal(&mut self, goal: Cell, name: crate::cell::Atom, arity: usize) -> Result<Next, Stop> {
        if arity > 250 {
            let what = n::MAX_ARITY_NAME;
            return Err(self.representation_error(what));
        }
        if arity > 0 {
            let (first, _) = self.args(goal);
            self.x[..arity].copy_from_slice(&self.heap[first..first + arity]);
        }
        self.b0 = self.choices.len();
        match self.program.ids.get(&(name, arity as u32)) {
            Some(&id) => Ok(Next::Call(id)),
            None => self.call_unknown(name, arity),
        }
    }

    /// The slow side of many control constructs in a row: what a call would look at.
    #[cold]
    fn deep_control(&mut self) -> Result<(), Stop> {
        self.charge(0x800)?;
        self.check_memory()?;
        if self.frame_depth(self.e) > self.limits.depth {
            return Err(self.resource_error(n::DEPTH));
        }
        Ok(())
    }

    /// A term as a body: a type error unless every part is callable or a variable. A variable is a call of its own, opaque
    /// to cut whatever it is bound to when its turn comes.
    pub(crate) fn check_body(&mut self, goal: Cell) -> Result<Cell, Stop> {
        let whole = self.deref(goal);
        if whole.is_ref() {
            return Err(self.instantiation_error());
        }
        // Most goals are no control construct: nothing is inside of them.
        match self.functor(whole) {
            None => return Err(self.type_error(n::CALLABLE, whole)),
            Some((n::COMMA | n::SEMICOLON | n::ARROW | n::SOFT, 2)) => {}
            Some(_) => return Ok(whole),
        }
        let mut stack = vec![whole];
        let (mut work, mut suspect) = (0usize, self.heap.len());
        let mut open = false;
        while let Some(t) = stack.pop() {
            work += 1;
            if work > suspect {
                if !self.acyclic(&[whole], stack.len())? {
                    return Err(self.cyclic_error());
                }
                suspect = usize::MAX;
            }
            if work & 0xfff == 0 {
                self.charge(0x1000)?;
            }
            match self.functor(t) {
                None if t.is_ref() => open = true,
                None => return Err(self.type_error(n::CALLABLE, whole)),
                Some((n::COMMA | n::SEMICOLON | n::ARROW | n::SOFT, 2)) => {
                    stack.push(self.arg(t, 1));
                    stack.push(self.arg(t, 0));
                }
                Some(_) => {}
            }
        }
        if open { self.converted(whole) } else { Ok(whole) }
    }

    /// A body with its variables as calls.
    #[cold]
    fn converted(&mut self, body: Cell) -> Result<Cell, Stop> {
        let root = self.heap.len();
        self.heap.push(body);
        let mut places = vec![root];
        while let Some(at) = places.pop() {
            let t = self.deref(self.heap[at]);
            self.charge(1)?;
            self.ensure(3)?;
            let new = match self.functor(t) {
                None if t.is_ref() => self.structure(n::CALL, &[t]),
                Some((name @ (n::COMMA | n::SEMICOLON | n::ARROW | n::SOFT), 2)) => {
                    let args = [self.arg(t, 0), self.arg(t, 1)];
                    let new = self.structure(name, &args);
                    places.extend([new.idx() + 1, new.idx() + 2]);
                    new
                }
                _ => t,
            };
            self.heap[at] = new;
        }
        Ok(self.heap[root])
    }

    /// call/N with the closure and extra arguments in the registers.
    pub(crate) fn call_n(&mut self, arity: usize) -> Result<Next, Stop> {
        let mut goal = self.deref(self.x[0]);
        if arity == 1 {
            return match self.functor(goal) {
                Some((n::COMMA | n::SEMICOLON | n::ARROW | n::SOFT | n::CUT | n::NOT | n::COLON, _)) => {
                    let goal = self.check_body(goal)?;
                    self.exec_body(goal, self.choices.len())
                }
                _ => self.exec_body(goal, self.choices.len()),
            };
        }
        while let Some((n::COLON, 2)) = self.functor(goal) {
            self.charge(8)?;
            goal = self.arg(goal, 1);
        }
        let Some((name, have)) = self.functor(goal) else {
            return Err(if goal.is_ref() {
                self.instantiation_error()
            } else {
                self.type_error(n::CALLABLE, goal)
            });
        };
        let extra = arity - 1;
        let total = have + extra;
        if total > 250 {
            return Err(self.representation_error(n::MAX_ARITY_NAME));
        }
        let control = matches!(
            (name, total),
            (n::COMMA | n::SEMICOLON | n::ARROW | n::SOFT | n::BAR | n::COLON, 2) | (n::NOT, 1)
        );
        self.x.copy_within(1..arity, have);
        if have > 0 {
            let (first, _) = self.args(goal);
            self.x[..have].copy_from_slice(&self.heap[first..first + have]);
        }
        if control {
            let args: Vec<Cell> = self.x[..total].to_vec();
            let goal = self.structure(name, &args);
            let goal = self.check_body(goal)?;
            return self.exec_body(goal, self.choices.len());
        }
        self.b0 = self.choices.len();
        match self.program.ids.get(&(name, total as u32)) {
            Some(&id) => Ok(Next::Call(id)),
            None => self.call_unknown(name, total),
        }
    }

    /// A predicate unknown to the program: this machine's database may have it.
    pub(crate) fn call_unknown(&mut self, name: crate::cell::Atom, arity: usize) -> Result<Next, Stop> {
        if let Some(slot) = self.locals.get(&(name, arity as u32)).copied() {
            return Ok(Next::Local { slot, arity: arity as u8 });
        }
        let declared = self.program.ids.get(&(name, arity as u32));
        if declared.is_some_and(|&id| self.program.preds[id as usize].multifile) {
            return Ok(Next::Fail); // Known, though no text has given it a clause yet.
        }
        match self.flags.unknown {
            crate::flags::Unknown::Fail => Ok(Next::Fail),
            crate::flags::Unknown::Warning => {
                let text = format!("warning: unknown procedure {}/{arity}\n", self.atoms.name(name));
                if let Some(o) = self.streams.get(2).and_then(|s| s.output.as_mut()) {
                    o.write_str(&text);
                }
                Ok(Next::Fail)
            }
            crate::flags::Unknown::Error => {
                let pi = self.indicator(name, arity);
                self.native = u32::MAX;
                let stop = self.existence_error(n::PROCEDURE, pi);
                if let (Stop::Throw(ball), Some(place)) = (stop, &mut self.error_place) {
                    place.goal = Some(format!("{}/{arity}", self.atoms.name(name)));
                    let ctx = self.heap[ball.idx() + 2];
                    if ctx.is_ref() {
                        let v = self.new_var();
                        let c = self.structure(n::CONTEXT, &[pi, v]);
                        self.heap[ball.idx() + 2] = c;
                    }
                }
                Err(stop)
            }
        }
    }

    /// Calls a predicate kept as terms: finds its clauses and tries the first.
    pub(crate) fn call_clauses(&mut self, slot: u32, pred: PredId, arity: usize) -> Result<Next, Stop> {
        let view = self.dynamics[slot as usize].view(&self.arg_keys(arity));
        self.call_view(view, pred, arity)
    }

    /// Tries the clauses of a view.
    pub(crate) fn call_view(&mut self, view: View, pred: PredId, arity: usize) -> Result<Next, Stop> {
        let keys = self.arg_keys(arity);
        let barrier = self.choices.len();
        let Some((at, clause)) = view.next(0, &keys) else { return Ok(Next::Fail) };
        let clause = clause.clone();
        if let Some((next, _)) = view.next(at + 1, &keys) {
            self.push_choice(Alt::Dynamic { pred, pos: next as u32 }, arity);
            self.views.push(view);
        }
        self.try_clause(&clause, barrier)
    }

    pub(crate) fn arg_keys(&self, arity: usize) -> [u64; 3] {
        let mut keys = [0; 3];
        for (i, k) in keys.iter_mut().enumerate().take(arity) {
            *k = crate::database::key_of(&self.heap, self.deref(self.x[i]));
        }
        keys
    }

    /// Matches the head with the registers and goes on with the body.
    pub(crate) fn try_clause(&mut self, clause: &Clause, barrier: usize) -> Result<Next, Stop> {
        self.ensure(clause.cells.len())?;
        let mut binds = std::mem::take(&mut self.scratch.vars);
        binds.clear();
        binds.resize(clause.vars as usize, UNSET);
        let next = self.try_clause_with(clause, barrier, &mut binds);
        // The next to borrow this collects variables in it, and restores them on the heap.
        binds.clear();
        self.scratch.vars = binds;
        next
    }

    fn try_clause_with(&mut self, clause: &Clause, barrier: usize, binds: &mut [Cell]) -> Result<Next, Stop> {
        let n = match clause.head.tag() {
            LST => 2,
            STR => clause.cells[clause.head.idx()].arity(),
            _ => 0,
        };
        let first = if clause.head.tag() == LST { clause.head.idx() } else { clause.head.idx() + 1 };
        self.cycle = None;
        for i in 0..n {
            if !self.unify_block(&clause.cells, clause.cells[first + i], self.x[i], binds) {
                if let Some((a, b)) = self.cycle.take()
                    && self.flags.occurs_check == crate::flags::OccursCheck::Error
                {
                    return Err(self.cyclic_unification(a, b));
                }
                self.unless_stopped()?;
                return Ok(Next::Fail);
            }
        }
        if clause.body == Cell::atom(n::TRUE) {
            return if self.wake.is_empty() {
                Ok(Next::Go(self.cp))
            } else {
                self.wake_then(Next::Go(self.cp))
            };
        }
        let mut body = self.build_block(&clause.cells, clause.body, binds);
        if !self.wake.is_empty() {
            body = self.waking(body);
        }
        self.exec_body(body, barrier)
    }

    /// Matches a block term against a heap cell.
    pub(crate) fn unify_block(&mut self, cells: &[Cell], c: Cell, with: Cell, binds: &mut [Cell]) -> bool {
        let mut stack = std::mem::take(&mut self.scratch.block);
        stack.push((c, with));
        let ok = self.unify_block_pairs(cells, binds, &mut stack);
        stack.clear();
        self.scratch.block = stack;
        ok
    }

    fn unify_block_pairs(
        &mut self,
        cells: &[Cell],
        binds: &mut [Cell],
        stack: &mut Vec<(Cell, Cell)>,
    ) -> bool {
        while let Some((c, with)) = stack.pop() {
            match c.tag() {
                REF => {
                    let b = binds[c.idx()];
                    if b == UNSET {
                        binds[c.idx()] = with;
                    } else if !self.unify(b, with) {
                        return false;
                    }
                    continue;
                }
                ATM | INT => {
                    let w = self.deref(with);
                    if w == c {
                        continue;
                    }
                    if w.is_plain() {
                        self.bind_plain(w, c);
                    } else if w.is_ref() {
                        self.bind_attributed(w, c);
                    } else {
                        return false;
                    }
                    continue;
                }
                _ => {}
            }
            let w = self.deref(with);
            if w.is_ref() {
                let built = self.build_block(cells, c, binds);
                if !self.occurs {
                    self.bind(w, built);
                } else if !self.unify(w, built) {
                    return false;
                }
                continue;
            }
            if w.tag() != c.tag() {
                return false;
            }
            match c.tag() {
                LST => {
                    stack.push((cells[c.idx() + 1], self.heap[w.idx() + 1]));
                    stack.push((cells[c.idx()], self.heap[w.idx()]));
                }
                STR => {
                    let f = cells[c.idx()];
                    if self.heap[w.idx()] != f {
                        return false;
                    }
                    for k in (1..=f.arity()).rev() {
                        stack.push((cells[c.idx() + k], self.heap[w.idx() + k]));
                    }
                }
                _ => {
                    let k = cells[c.idx()].raw_words();
                    if cells[c.idx()..=c.idx() + k]
                        != self.heap[w.idx()..=(w.idx() + k).min(self.heap.len() - 1)]
                    {
                        return false;
                    }
                }
            }
        }
        true
    }

    /// Copies a block term to the heap; unset variables become fresh ones.
    pub(crate) fn build_block(&mut self, cells: &[Cell], c: Cell, binds: &mut [Cell]) -> Cell {
        // A one-cell landing place lets the loop treat the root like any argument.
        let landing = self.heap.len();
        match c.tag() {
            REF => {
                if binds[c.idx()] == UNSET {
                    binds[c.idx()] = self.new_var();
                }
                return binds[c.idx()];
            }
            ATM | INT => return c,
            _ => {}
        }
        let root = self.copy_top(cells, c);
        let mut scan = landing;
        while scan < self.heap.len() {
            let c = self.heap[scan];
            match c.tag() {
                HDR => {
                    scan += 1 + c.raw_words();
                    continue;
                }
                REF => {
                    let v = c.idx();
                    if binds[v] == UNSET {
                        binds[v] = Cell::var(scan);
                        self.heap[scan] = Cell::var(scan);
                    } else {
                        self.heap[scan] = binds[v];
                    }
                }
                STR | LST | FLT | BIG | STG => {
                    let moved = self.copy_top(cells, c);
                    self.heap[scan] = moved;
                }
                _ => {}
            }
            scan += 1;
        }
        root
    }

    #[inline]
    fn copy_top(&mut self, cells: &[Cell], c: Cell) -> Cell {
        let at = self.heap.len();
        let len = match c.tag() {
            LST => 2,
            STR => cells[c.idx()].arity() + 1,
            _ => cells[c.idx()].raw_words() + 1,
        };
        self.heap.extend_from_slice(&cells[c.idx()..c.idx() + len]);
        Cell::new(c.tag(), at)
    }
}
