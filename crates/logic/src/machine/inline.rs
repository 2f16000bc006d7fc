//! What surrounds the instruction loop, and parts of its instructions that stand there in line.

use super::body::Next;
use super::run::{Left, Outcome};
use super::{Machine, Stop};
use crate::atom::names::DOT;
use crate::builtins::{NATIVES, Native};
use crate::cell::{Cell, INT, LST, STR};
use crate::code::{Instr, Pc, Rel};
use crate::program::Program;
use std::sync::Arc;

impl Machine {
    /// Runs from the current address until an answer, the end, or a stop nobody catches.
    pub(crate) fn run(&mut self) -> Result<Outcome, Stop> {
        loop {
            let program = Arc::clone(&self.program);
            let done =
                if self.wake.is_empty() { self.loops(&program) } else { self.wake_up().map(|()| None) };
            match done {
                Ok(Some(outcome)) => return Ok(outcome),
                Ok(None) => {}
                Err(Stop::Throw(ball)) => {
                    let next = self.handle_throw(ball)?;
                    self.pc = self.entered(next)?;
                }
                Err(halt) => return Err(halt),
            }
        }
    }

    /// Runs the loop until it ends or something else is to be done first.
    #[inline]
    fn loops(&mut self, program: &Program) -> Result<Option<Outcome>, Stop> {
        let mut left = self.steps::<false>(program)?;
        if left == Left::Matching {
            left = self.steps::<true>(program)?;
        }
        self.reload = false;
        Ok(match left {
            Left::Done(outcome) => Some(outcome),
            _ => None,
        })
    }

    /// Does what an instruction for `arg/3` or `functor/3` leaves to the native predicate `f`, which is mostly to raise an
    /// error. Variables take the place of arguments that are not given; gives what all of them are then.
    #[cold]
    fn inspect(&mut self, f: u32, args: [Option<Cell>; 3]) -> Result<Option<[Cell; 3]>, Stop> {
        let Native::Det(run) = NATIVES[f as usize].run else { return Ok(None) };
        self.ensure(args.len())?;
        let args = args.map(|a| a.unwrap_or_else(|| self.new_var()));
        let mut kept = args;
        kept.swap_with_slice(&mut self.x[..3]);
        self.native = self.program.native_pred(f);
        let done = run(self);
        self.x[..3].copy_from_slice(&kept);
        Ok(done?.then_some(args))
    }

    /// `arg/3`.
    #[inline(always)]
    pub(super) fn arg_at(&mut self, place: Cell, c: Cell, f: u32, pc: Pc) -> Result<Option<Cell>, Stop> {
        let (before, count) = match c.tag() {
            STR => (c.idx(), self.heap[c.idx()].arity()),
            LST => (c.idx().wrapping_sub(1), 2),
            _ => (0, 0),
        };
        // Whatever is no small integer is out of every range.
        let at = if place.tag() == INT { place.as_int() as usize } else { 0 };
        if at.wrapping_sub(1) < count {
            return Ok(Some(self.heap[before.wrapping_add(at)]));
        }
        self.pc = pc;
        Ok(self.inspect(f, [Some(place), Some(c), None])?.map(|[.., found]| found))
    }

    /// `functor/3` that makes a term.
    #[inline(always)]
    pub(super) fn made_of(&mut self, name: Cell, arity: Cell, f: u32, pc: Pc) -> Result<Option<Cell>, Stop> {
        let count = if arity.tag() == INT { arity.as_int() as usize } else { 0 };
        let plain = name.is_atom() && (1..0x100).contains(&count) && name != Cell::atom(DOT);
        if plain && !self.exceeds(count + 1) {
            self.fuel -= (count / 8) as i64;
            let at = self.heap.len();
            self.heap.push(Cell::functor(name.as_atom(), count));
            self.heap.extend((at + 1..=at + count).map(Cell::var));
            return Ok(Some(Cell::new(STR, at)));
        }
        self.pc = pc;
        Ok(self.inspect(f, [None, Some(name), Some(arity)])?.map(|[made, ..]| made))
    }

    /// `functor/3` that takes a term apart.
    #[inline(always)]
    pub(super) fn parts_of(&mut self, c: Cell, f: u32, pc: Pc) -> Result<Option<[Cell; 2]>, Stop> {
        if c.tag() == STR {
            let functor = self.heap[c.idx()];
            return Ok(Some([Cell::atom(functor.name()), Cell::int(functor.arity() as i64)]));
        }
        if c.is_atomic() {
            return Ok(Some([c, Cell::ZERO]));
        }
        self.pc = pc;
        Ok(self.inspect(f, [Some(c), None, None])?.map(|[_, name, arity]| [name, arity]))
    }

    /// Compares two values.
    #[inline(always)]
    pub(super) fn compared(&mut self, rel: Rel, x: Cell, y: Cell, pc: Pc) -> Result<bool, Stop> {
        if x.tag() == INT && y.tag() == INT {
            return Ok(rel.holds_for(x.as_int(), y.as_int()));
        }
        self.pc = pc;
        self.compare_values(rel, x, y)
    }

    /// Compares two terms in the standard order.
    #[inline(always)]
    pub(super) fn ordered(&mut self, rel: Rel, x: Cell, y: Cell, pc: Pc) -> Result<bool, Stop> {
        let quick = matches!(rel, Rel::Eq | Rel::Ne) && !(x.is_compound() && y.is_compound());
        if quick && (x == y || x.tag() != y.tag() || x.is_atom() || x.is_int() || x.is_ref()) {
            return Ok((x == y) == (rel == Rel::Eq));
        }
        self.pc = pc;
        Ok(rel.holds(self.compare(x, y)?))
    }

    /// Binds a variable to a list of `head` and a new variable, which it gives.
    #[inline(always)]
    pub(super) fn make_list(&mut self, var: Cell, head: Cell) -> Cell {
        let at = self.heap.len();
        self.heap.extend_from_slice(&[head, Cell::var(at + 1)]);
        self.bind_plain(var, Cell::new(LST, at));
        Cell::var(at + 1)
    }

    /// A native predicate called in line.
    #[inline(always)]
    pub(super) fn native_goal(&mut self, f: u32) -> Result<bool, Stop> {
        self.fuel -= 1;
        self.native = self.program.native_pred(f);
        let Native::Det(run) = NATIVES[f as usize].run else { return Ok(false) };
        let done = run(self)?;
        if !done {
            self.unless_stopped()?;
        }
        Ok(done)
    }

    /// A function of two values.
    #[inline(always)]
    pub(super) fn arith2_at(&mut self, op: u8, x: Cell, y: Cell, pc: Pc) -> Result<Cell, Stop> {
        self.pc = pc;
        self.arith2(op, x, y)
    }

    /// The value of an expression.
    #[inline(always)]
    pub(super) fn evaluated(&mut self, x: Cell, pc: Pc) -> Result<Cell, Stop> {
        if x.tag() == INT {
            return Ok(x);
        }
        self.pc = pc;
        self.native = self.program.is_pred;
        self.eval_cell(x)
    }

    #[inline(always)]
    pub(super) fn store_y2(&mut self, ys: [u8; 2], xs: [u8; 2]) {
        self.set_y(ys[0], self.x[xs[0] as usize]);
        self.set_y(ys[1], self.x[xs[1] as usize]);
    }
    #[inline(always)]
    pub(super) fn put_y2(&mut self, ys: [u8; 2], xs: [u8; 2]) {
        self.x[xs[0] as usize] = self.y(ys[0]);
        self.x[xs[1] as usize] = self.y(ys[1]);
    }
    #[inline(always)]
    pub(super) fn store_y4(&mut self, ys: [u8; 4], xs: [u8; 4]) {
        for (y, x) in ys.into_iter().zip(xs) {
            self.set_y(y, self.x[x as usize]);
        }
    }
    #[inline(always)]
    pub(super) fn put_y4(&mut self, ys: [u8; 4], xs: [u8; 4]) {
        for (y, x) in ys.into_iter().zip(xs) {
            self.x[x as usize] = self.y(y);
        }
    }

    /// The rarer continuations of control constructs; `pc` is the address behind the instruction.
    pub(super) fn continuation(&mut self, exit: Instr, pc: Pc) -> Result<Next, Stop> {
        Ok(match exit {
            Instr::CatchExit => Next::Go(self.catch_exit()),
            Instr::WakeExit => Next::Go(self.wake_exit()),
            Instr::TraceExit => {
                crate::trace::exit(self);
                Next::Go(self.cp)
            }
            Instr::Collect => {
                self.collect()?;
                Next::Fail
            }
            Instr::AddAnswer => {
                self.add_answer()?;
                Next::Fail
            }
            Instr::ConjNext => {
                let (goal, barrier) = (self.y(0), self.y(1).as_int() as usize);
                self.deallocate();
                self.pc = pc;
                self.exec_body(goal, barrier)?
            }
            Instr::CondExit | Instr::SoftExit => {
                let (goal, barrier, mark) =
                    (self.y(0), self.y(1).as_int() as usize, self.y(2).as_int() as usize);
                if exit == Instr::CondExit {
                    self.cut_to(mark)
                } else {
                    self.kill_choice(mark)
                }
                self.deallocate();
                self.exec_body(goal, barrier)?
            }
            Instr::CallX0 => self.call_n(1)?,
            // `NotExit`: all others are in the loop.
            _ => {
                let mark = self.y(0).as_int() as usize;
                self.cut_to(mark);
                Next::Fail
            }
        })
    }
}
