//! The interpreter that evaluates bytecode on a state: exact and bounded, without optimisation. The partial evaluator is
//! compared with it, and it runs where partial evaluation gave up.

use super::Program;
use super::chance::{self, MOST_OUTCOMES};
use super::code::{Cause, Failure, Op};
use super::layout::EMPTY;
use super::pure::{binary, fill, index, int, string, truth, unindex};
use super::value::{Heap, NONE, Value};
use crate::lower::Builtin;

/// Instructions one evaluation may take.
pub(crate) const FUEL: u64 = 2_000_000;

/// Calls inside calls.
const DEEPEST: usize = 1000;

/// What chance is asked in the middle of an evaluation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Question {
    /// The weight of each outcome, the first being outcome 1.
    pub(crate) weights: Vec<u32>,
}

/// How an evaluation ended before its value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Stop {
    Failed(Failure),
    Asked(Question),
}

/// An evaluation in progress.
pub(crate) struct Machine<'a> {
    p: &'a Program,
    pub(crate) w: &'a mut [u64],
    pub(crate) vars: Vec<Option<Value>>,
    stack: Vec<Value>,
    saved: Vec<Option<Value>>,
    frames: Vec<u32>,
    pub(crate) heap: Heap,
    pub(crate) fuel: u64,
    pc: u32,
    /// Outcomes of chance to be used, and how many were.
    outcomes: Vec<i32>,
    used: usize,
    decided: bool,
}

impl<'a> Machine<'a> {
    pub(crate) fn new(p: &'a Program, w: &'a mut [u64]) -> Machine<'a> {
        Machine {
            p,
            w,
            vars: vec![None; p.vars],
            stack: Vec::new(),
            saved: Vec::new(),
            frames: Vec::new(),
            heap: Heap::default(),
            fuel: FUEL,
            pc: 0,
            outcomes: Vec::new(),
            used: 0,
            decided: false,
        }
    }

    /// As if newly made, on the state as it is.
    pub(crate) fn renew(&mut self) {
        self.vars.fill(None);
        if !self.heap.unused() {
            self.heap = Heap::default();
        }
        self.fuel = FUEL;
        self.used = 0;
        self.decided = false;
    }

    /// Lets chance answer with these outcomes, in order.
    pub(crate) fn with_outcomes(mut self, outcomes: Vec<i32>) -> Machine<'a> {
        self.outcomes = outcomes;
        self
    }

    /// Evaluates from `entry` to the end; the value on top of the stack, if there is one.
    pub(crate) fn run(&mut self, entry: u32) -> Result<Option<Value>, Stop> {
        self.run_to(entry, u32::MAX)
    }

    /// Evaluates from `entry` to the end, or until it comes to `stop`.
    pub(crate) fn run_to(&mut self, entry: u32, stop: u32) -> Result<Option<Value>, Stop> {
        self.stack.clear();
        self.saved.clear();
        self.frames.clear();
        self.pc = entry;
        loop {
            if self.pc == stop {
                return Ok(None);
            }
            let Some(&op) = self.p.code.ops.get(self.pc as usize) else { return Ok(None) };
            self.fuel = self.fuel.saturating_sub(1);
            if self.fuel == 0 {
                return Err(self.failed(Cause::Fuel));
            }
            match self.step(op) {
                Ok(true) => {}
                Ok(false) => return Ok(self.stack.pop()),
                Err(Ok(cause)) => return Err(self.failed(cause)),
                Err(Err(question)) => return Err(Stop::Asked(question)),
            }
        }
    }

    /// Whether an expression holds, in the strict sense: it is exactly true.
    pub(crate) fn holds(&mut self, entry: u32) -> Result<bool, Stop> {
        Ok(self.run(entry)? == Some(Value::Bool(true)))
    }

    fn failed(&self, cause: Cause) -> Stop {
        Stop::Failed(Failure { pc: self.pc, cause })
    }

    fn pop(&mut self) -> Result<Value, Cause> {
        self.stack.pop().ok_or(Cause::Stated)
    }

    fn top(&self) -> Result<Value, Cause> {
        self.stack.last().copied().ok_or(Cause::Stated)
    }

    fn load(&self, v: u16) -> Result<Value, Cause> {
        self.vars[v as usize].ok_or(Cause::Unset)
    }

    fn step(&mut self, op: Op) -> Result<bool, Result<Cause, Question>> {
        if let Op::Builtin(b, n) = op {
            let value = self.builtin(b, n as usize)?;
            self.stack.push(value);
            self.pc += 1;
            return Ok(true);
        }
        self.plain(op).map_err(Ok)
    }

    fn plain(&mut self, op: Op) -> Result<bool, Cause> {
        let mut next = self.pc + 1;
        match op {
            Op::Const(v) => self.stack.push(v),
            Op::Load(v) => {
                let value = self.load(v)?;
                self.stack.push(value);
            }
            Op::Store(v) => {
                self.vars[v as usize] = Some(self.pop()?);
                self.stack.push(Value::Bool(true));
            }
            Op::Bind(v) => self.vars[v as usize] = Some(self.pop()?),
            Op::Template(t) => {
                let value = self.template(t)?;
                self.stack.push(value);
            }
            Op::Pop => {
                self.pop()?;
            }
            Op::Jump(t) => next = t,
            Op::Branch(t) => {
                if !truth(self.pop()?)? {
                    next = t;
                }
            }
            Op::And(t) | Op::Or(t) => {
                if truth(self.top()?)? == matches!(op, Op::Or(_)) {
                    next = t;
                } else {
                    self.pop()?;
                }
            }
            Op::Truth => {
                truth(self.top()?)?;
            }
            Op::Line(t) => {
                if self.top()? == Value::Bool(false) {
                    next = t;
                } else {
                    self.pop()?;
                }
            }
            Op::Unless(t) => {
                if self.pop()? != Value::Bool(true) {
                    next = t;
                }
            }
            Op::Call(f) => {
                if self.frames.len() >= DEEPEST {
                    return Err(Cause::Depth);
                }
                self.frames.push(next);
                next = self.p.code.functions[f as usize];
            }
            Op::Ret => next = self.frames.pop().ok_or(Cause::Stated)?,
            Op::Save(v) => {
                let old = self.vars[v as usize].take();
                self.saved.push(old);
            }
            Op::Restore(v) => self.vars[v as usize] = self.saved.pop().ok_or(Cause::Stated)?,
            Op::LoopCheck => {
                let n = self.stack.len();
                int(self.stack[n - 2])?;
                int(self.stack[n - 1])?;
            }
            Op::LoopSet(v) => self.vars[v as usize] = self.stack.get(self.stack.len() - 2).copied(),
            Op::LoopNext { all, back } => next = self.loop_next(all, back, next)?,
            Op::Not => {
                let value = !truth(self.pop()?)?;
                self.stack.push(Value::Bool(value));
            }
            Op::Neg => {
                let value = int(self.pop()?)?.wrapping_neg();
                self.stack.push(Value::Int(value));
            }
            Op::Abs => {
                let value = int(self.pop()?)?.wrapping_abs();
                self.stack.push(Value::Int(value));
            }
            Op::Binary(op) => {
                let b = self.pop()?;
                let a = self.pop()?;
                let value = binary(op, a, b, &mut self.heap)?;
                self.stack.push(value);
            }
            Op::MakeSet(n) => {
                let at = self.stack.len() - n as usize;
                let members = self.stack.split_off(at);
                let set = self.heap.set(members);
                self.stack.push(Value::Set(set));
            }
            Op::MoveCheck => self.move_check()?,
            Op::Move => {
                let value = self.carry()?;
                self.stack.push(Value::Bool(value));
            }
            Op::Award => {
                let score = int(self.pop()?)?;
                let player = self.player_index()?;
                self.p.board.add_score(self.w, player, score);
            }
            Op::Winner => {
                let winner = int(self.pop()?)?;
                self.p.board.set_winner(self.w, winner);
                self.decided = true;
                return Ok(false);
            }
            Op::Halt => return Ok(false),
            Op::Fault(_) | Op::Builtin(..) => return Err(Cause::Stated),
        }
        if self.heap.full() {
            return Err(Cause::Room);
        }
        self.pc = next;
        Ok(true)
    }

    fn loop_next(&mut self, all: bool, back: u32, next: u32) -> Result<u32, Cause> {
        let value = truth(self.pop()?)?;
        let n = self.stack.len();
        let (now, to) = (int(self.stack[n - 2])?, int(self.stack[n - 1])?);
        if value != all || now == to {
            self.stack.truncate(n - 2);
            self.stack.push(Value::Bool(if value == all { all } else { !all }));
            return Ok(next);
        }
        self.stack[n - 2] = Value::Int(if now < to { now + 1 } else { now - 1 });
        Ok(back)
    }

    fn template(&mut self, t: u32) -> Result<Value, Cause> {
        let template = &self.p.templates[t as usize];
        let mut numbers = [0; 8];
        if template.vars.len() > numbers.len() {
            let numbers: Result<Vec<i32>, Cause> =
                template.vars.iter().map(|&v| int(self.load(v)?)).collect();
            return Ok(fill(&template.pieces, &numbers?, &self.p.names, &mut self.heap));
        }
        for (n, &v) in numbers.iter_mut().zip(&template.vars) {
            *n = int(self.load(v)?)?;
        }
        let numbers = &numbers[..template.vars.len()];
        match self.p.lookup[t as usize].find(numbers) {
            Some(id) => Ok(Value::Str(id)),
            None => Ok(fill(&template.pieces, numbers, &self.p.names, &mut self.heap)),
        }
    }

    fn player_index(&mut self) -> Result<usize, Cause> {
        let player = int(self.pop()?)?;
        let players = self.p.board.layout.players;
        usize::try_from(player)
            .ok()
            .filter(|p| (1..=players).contains(p))
            .map(|p| p - 1)
            .ok_or(Cause::NoPlayer)
    }

    fn element(&self, v: Value) -> Result<u16, Cause> {
        Ok(self.p.names.element(string(v)?))
    }

    fn known(&self, v: Value) -> Result<u16, Cause> {
        Some(self.element(v)?).filter(|&e| e != NONE).ok_or(Cause::NoElement)
    }

    /// A location that the file declares.
    fn declared(&self, v: Value) -> Result<u16, Cause> {
        let cell = self.p.names.cell(string(v)?);
        self.p.declared.get(cell as usize).copied().filter(|&d| d).map(|_| cell).ok_or(Cause::NoLocation)
    }

    fn move_check(&mut self) -> Result<(), Cause> {
        let n = self.stack.len();
        let e = self.known(self.stack[n - 2])?;
        let from = self.declared(self.stack[n - 1])?;
        if self.p.board.place(self.w, e) != from {
            return Err(Cause::NotThere);
        }
        Ok(())
    }

    fn carry(&mut self) -> Result<bool, Cause> {
        let to = self.pop()?;
        let to = self.declared(to)?;
        self.pop()?;
        let e = self.pop()?;
        let e = self.known(e)?;
        if !self.p.board.empty(self.w, to) {
            return Ok(false);
        }
        if !self.p.typed(e, self.p.board.place(self.w, e), to) {
            return Err(Cause::Untyped);
        }
        self.p.board.carry(self.w, e, to);
        Ok(true)
    }

    fn builtin(&mut self, b: Builtin, n: usize) -> Result<Value, Result<Cause, Question>> {
        if matches!(b, Builtin::Random | Builtin::Weighted) {
            return self.chance(b, n);
        }
        self.builtin_plain(b).map_err(Ok)
    }

    fn builtin_plain(&mut self, b: Builtin) -> Result<Value, Cause> {
        let board = &self.p.board;
        let names = &self.p.names;
        Ok(match b {
            Builtin::LocType => {
                let cell = names.cell(string(self.pop()?)?);
                Value::Str(self.p.cell_kinds.get(cell as usize).copied().unwrap_or(self.p.no_text))
            }
            Builtin::ElType => {
                let v = self.pop()?;
                let e = self.element(v)?;
                Value::Str(board.elements.get(e as usize).map_or(self.p.no_text, |e| e.kind))
            }
            Builtin::State | Builtin::Owner => {
                let v = self.pop()?;
                let e = self.element(v)?;
                Value::Int(match b {
                    _ if e == NONE => -1,
                    Builtin::State => board.state(self.w, e),
                    _ => board.owner(self.w, e),
                })
            }
            Builtin::Location => {
                let v = self.pop()?;
                let e = self.element(v)?;
                let name = if e == NONE {
                    self.p.no_text
                } else {
                    self.p.cell_names[board.place(self.w, e) as usize]
                };
                Value::Str(name)
            }
            Builtin::Content => {
                let cell = names.cell(string(self.pop()?)?);
                let e = if cell == NONE { EMPTY } else { board.content(self.w, cell) };
                Value::Str(board.elements.get(e as usize).map_or(self.p.no_text, |e| e.name))
            }
            Builtin::Empty => {
                let cell = names.cell(string(self.pop()?)?);
                Value::Bool(cell == NONE || board.empty(self.w, cell))
            }
            Builtin::Index => {
                let name = self.pop()?;
                index(1, name, names, &self.heap)?
            }
            Builtin::IndexA => {
                let name = self.pop()?;
                let i = int(self.pop()?)?;
                index(i, name, names, &self.heap)?
            }
            Builtin::Unindex => {
                let name = self.pop()?;
                unindex(name, names, &mut self.heap)?
            }
            Builtin::Player => Value::Int(i32::from(board.player(self.w))),
            Builtin::Score => {
                let p = self.player_index()?;
                Value::Int(board.score(self.w, p))
            }
            Builtin::ZIndex => {
                let v = self.pop()?;
                let e = self.known(v)?;
                Value::Int(board.z(self.w, e))
            }
            Builtin::SetOwner | Builtin::SetState | Builtin::SetZIndex => {
                let n = int(self.pop()?)?;
                let v = self.pop()?;
                let e = self.known(v)?;
                match b {
                    Builtin::SetOwner if !(0..=board.layout.players as i32).contains(&n) => {
                        return Err(Cause::NoOwner);
                    }
                    Builtin::SetOwner => board.set_owner(self.w, e, n),
                    Builtin::SetState if !(1..=board.elements[e as usize].states).contains(&n) => {
                        return Err(Cause::NoState);
                    }
                    Builtin::SetState => board.set_state(self.w, e, n),
                    _ => board.set_z(self.w, e, n),
                }
                Value::Bool(true)
            }
            Builtin::NextPlayer => {
                let next = usize::from(board.player(self.w)) % board.layout.players + 1;
                board.set_player(self.w, next as u8);
                Value::Bool(true)
            }
            Builtin::SetPlayer => {
                let p = self.player_index()?;
                board.set_player(self.w, p as u8 + 1);
                Value::Bool(true)
            }
            Builtin::Random | Builtin::Weighted => return Err(Cause::Chance),
        })
    }

    fn chance(&mut self, b: Builtin, n: usize) -> Result<Value, Result<Cause, Question>> {
        let at = self.stack.len() - n;
        let arguments = self.stack.split_off(at);
        let numbers: Result<Vec<i32>, Cause> = arguments.into_iter().map(int).collect();
        let numbers = numbers.map_err(Ok)?;
        if self.p.board.layout.chance.is_none() {
            return Err(Ok(Cause::Chance));
        }
        if self.used < self.outcomes.len() {
            self.used += 1;
            return Ok(Value::Int(self.outcomes[self.used - 1]));
        }
        let weights: Option<Vec<u32>> = match b {
            Builtin::Random => {
                (1..=MOST_OUTCOMES).contains(&numbers[0]).then(|| vec![1; numbers[0].unsigned_abs() as usize])
            }
            _ => numbers.iter().map(|&x| u32::try_from(x).ok()).collect(),
        };
        let weights = weights.filter(|w| w.iter().any(|&x| x > 0)).ok_or(Ok(Cause::Chance))?;
        if self.used >= chance::MOST {
            return Err(Ok(Cause::Chance));
        }
        Err(Err(Question { weights }))
    }
}
