//! Exceptions and findall: records on the choice stack, nothing on the native one.

use super::body::Next;
use super::copy::Flat;
use super::{Alt, Collect, Machine, Stop};
use crate::atom::names::NIL;
use crate::cell::{Cell, LST};
use crate::code::{CATCH_PC, COLLECT_PC};

impl Machine {
    /// catch/3 with its arguments in the registers.
    pub(crate) fn catch(&mut self) -> Result<Next, Stop> {
        let goal = self.deref(self.x[0]);
        self.push_choice(Alt::Catch, 3);
        let mark = self.choices.len() as i64 - 1;
        // The frame lands at the choice point's `env_top`: that is how a throw knows the catch is active.
        self.enter(CATCH_PC, &[Cell::int(mark)]);
        self.call_checked(goal)
    }

    /// Calls a goal as call/1 does.
    pub(crate) fn call_checked(&mut self, goal: Cell) -> Result<Next, Stop> {
        self.x[0] = goal;
        self.call_n(1)
    }

    /// The goal of a catch/3 has succeeded.
    pub(crate) fn catch_exit(&mut self) -> u32 {
        let mark = self.y(0).as_int() as usize;
        if self.choices.len() == mark + 1 {
            self.pop_choice();
        }
        self.deallocate();
        self.cp
    }

    /// Finds the catcher of a ball. `Err` gives the ball back when the query has none.
    pub(crate) fn handle_throw(&mut self, ball: Cell) -> Result<Next, Stop> {
        let mut ball = ball;
        loop {
            // A ball too large to copy is replaced by the error of trying.
            let (mut flat, error_place) = match self.flat_whole(ball) {
                Ok(f) => (f, self.error_place.take()),
                Err(Stop::Throw(b)) => {
                    ball = b;
                    match self.flat_whole(b) {
                        Ok(f) => (f, self.error_place.take()),
                        Err(s) => return Err(s),
                    }
                }
                Err(s) => return Err(s),
            };
            let mut walk = self.e;
            loop {
                let Some(c) = self.choices.last().copied() else {
                    return Err(Stop::Throw(ball));
                };
                if c.alt == Alt::Stop {
                    self.rewind();
                    self.pc = crate::code::FAIL_PC;
                    self.error_place = error_place;
                    let b = self.land(&mut flat)?;
                    return Err(Stop::Throw(b));
                }
                if c.alt == Alt::Catch && self.ended.is_none() {
                    let frame = c.env_top as usize;
                    while walk > frame {
                        walk = self.env[walk].0 as usize;
                    }
                    if walk == frame {
                        self.rewind();
                        self.reload_args(&c);
                        let (catcher, recovery) = (self.x[1], self.x[2]);
                        self.pop_choice();
                        let mark = self.trail.len();
                        let hb = self.hb;
                        self.hb = self.heap.len();
                        ball = self.land(&mut flat)?;
                        if self.unify(catcher, ball) {
                            self.hb = hb;
                            self.error_place = None;
                            let recovery =
                                if self.wake.is_empty() { recovery } else { self.waking(recovery) };
                            return match self.call_checked(recovery) {
                                Err(Stop::Throw(b)) => {
                                    ball = b;
                                    break;
                                }
                                other => other,
                            };
                        }
                        self.untrail_to(mark);
                        self.hb = hb;
                        continue;
                    }
                }
                if c.alt == Alt::Cleanup {
                    let top = c.env_top as usize;
                    while walk > top {
                        walk = self.env[walk].0 as usize;
                    }
                    self.rewind();
                    let goal = self.saved[c.saved as usize];
                    self.pop_choice();
                    self.cleanups = self.cleanups.saturating_sub(1);
                    if self.ended.is_none() {
                        self.clean_up(goal);
                    }
                    continue;
                }
                self.pop_choice();
            }
        }
    }

    /// Puts a ball on the heap. One that has no room there beside its copy gives way to the error that says so.
    fn land(&mut self, flat: &mut Flat) -> Result<Cell, Stop> {
        if let Err(Stop::Throw(full)) = self.ensure(flat.cells.len() * 2 + flat.vars as usize) {
            *flat = self.flat_whole(full)?;
        }
        self.unflat(flat)
    }

    /// Leaves a cleanup goal on the choice stack.
    pub(crate) fn mark_cleanup(&mut self, goal: Cell) {
        self.x[0] = goal;
        self.push_choice(Alt::Cleanup, 1);
        self.cleanups += 1;
    }

    /// Takes the marks above `n` away without running their goals: those are done with.
    pub(crate) fn unmark_cleanups(&mut self, n: usize) {
        if n < self.choices.len() {
            let marks = self.choices[n..].iter().filter(|c| c.alt == Alt::Cleanup).count();
            self.cleanups = self.cleanups.saturating_sub(marks);
            self.drop_choices(n);
        }
    }

    /// A cut over choice points that hold cleanup goals: those run now, the youngest first.
    #[cold]
    pub(crate) fn cut_with_cleanup(&mut self, n: usize) {
        let marks = self.choices[n..].iter().rev().filter(|c| c.alt == Alt::Cleanup);
        let goals: Vec<Cell> = marks.map(|c| self.saved[c.saved as usize]).collect();
        self.cleanups = self.cleanups.saturating_sub(goals.len());
        self.drop_choices(n);
        if goals.is_empty() {
            return;
        }
        // The registers belong to the clause that cuts, and the collector does not know which of them are in use.
        let registers = self.x;
        let waiting = std::mem::take(&mut self.wake);
        let before = std::mem::replace(&mut self.unseen, true);
        for goal in goals {
            self.clean_up(goal);
        }
        self.unseen = before;
        self.x = registers;
        self.wake = waiting;
        self.reload = true;
    }

    /// Runs a cleanup goal where its failure or error can mean nothing.
    fn clean_up(&mut self, goal: Cell) {
        let place = self.error_place.take();
        if let Err(Stop::Halt(code)) = self.solve_once(goal) {
            self.halted = Some(code);
        }
        self.error_place = place;
    }

    /// findall/3 with template, goal and result in the registers.
    pub(crate) fn findall(&mut self) -> Result<Next, Stop> {
        let (template, goal, result) = (self.x[0], self.deref(self.x[1]), self.deref(self.x[2]));
        let tail = self.each_element(result, |_| {});
        if !tail.is_ref() && tail != Cell::atom(crate::atom::names::NIL) {
            return Err(self.type_error(crate::atom::names::LIST, result));
        }
        let mut buffer = self.scratch.collects.pop().unwrap_or_default();
        buffer.begin(self.choices.len());
        buffer.below = self.collects.last().map_or(0, Collect::held);
        self.collects.push(buffer);
        self.push_choice(Alt::Findall, 3);
        self.enter(COLLECT_PC, &[template]);
        self.call_checked(goal)
    }

    /// One solution of a findall: stores a copy of the template.
    pub(crate) fn collect(&mut self) -> Result<(), Stop> {
        let template = self.deref(self.y(0));
        let mut buf = self.collects.pop().unwrap_or_default();
        let start = buf.cells.len() as u32;
        if template.is_atom() || template.is_int() {
            buf.items.push((start, template, 0));
        } else {
            self.look_below(&mut buf.shared);
            let (root, vars) = self.flatten_onto(template, &mut buf.cells, true, &mut buf.shared)?;
            self.charge(buf.cells.len() - start as usize)?;
            buf.items.push((start, root, vars));
        }
        let over = buf.cells.len() + buf.items.len() * 3 + self.heap.len() > self.limits.memory_cells;
        self.collects.push(buf);
        if over { Err(self.resource_error(crate::atom::names::MEMORY)) } else { Ok(()) }
    }

    /// All solutions are there: the list of them.
    pub(crate) fn collected(&mut self) -> Result<Cell, Stop> {
        let mut buf = self.collects.pop().unwrap_or_default();
        let n = buf.items.len();
        let vars: usize = buf.items.iter().map(|i| i.2 as usize).sum();
        // The buffer is there beside its copy.
        self.ensure(buf.cells.len() * 2 + n * 5 + vars)?;
        // The spine first, then each answer behind it.
        let spine = self.heap.len();
        for i in 0..n {
            self.heap.push(Cell::atom(NIL));
            self.heap.push(if i + 1 < n { Cell::new(LST, spine + 2 * i + 2) } else { Cell::atom(NIL) });
        }
        for (i, &(start, root, vars)) in buf.items.iter().enumerate() {
            let end = buf.items.get(i + 1).map_or(buf.cells.len(), |n| n.0 as usize);
            let item = self.unflatten(&buf.cells[start as usize..end], root, vars)?;
            self.heap[spine + 2 * i] = item;
        }
        buf.cells.clear();
        buf.items.clear();
        if buf.cells.capacity().max(buf.items.capacity()) < 1 << 16 && self.scratch.collects.len() < 8 {
            self.scratch.collects.push(buf);
        }
        Ok(if n == 0 { Cell::atom(NIL) } else { Cell::new(LST, spine) })
    }
}
