//! Abstract interpretation of the bytecode: each instruction over values that are known, symbolic or unset, as the
//! partial evaluator in `special` runs it.

use super::code::{Cause, Failure, Op};
use super::graph::{Change, Linear, Node};
use super::pure::{binary, fill, index, int, string, truth, unindex};
use super::special::{Abs, Event, Next, Situation, Special, Trouble};
use super::value::{NONE, Value};
use crate::lower::Builtin;
use crate::syntax::Binary;

type Step = Result<Option<Event>, Trouble>;

fn top(s: &Situation, depth: usize) -> Result<Abs, Trouble> {
    let at = s.stack.len().checked_sub(1 + depth).ok_or(Trouble::GaveUp)?;
    Ok(s.stack[at])
}

fn run(s: Situation) -> Next {
    Next::Run(Box::new(s))
}

/// The evaluation fails at the instruction at hand.
fn fails(s: &Situation, cause: Cause) -> Next {
    Next::End(Node::Fail(Failure { pc: s.pc, cause }))
}

fn push(s: &mut Situation, value: Abs) -> Step {
    s.stack.push(value);
    s.pc += 1;
    Ok(None)
}

impl Special<'_> {
    /// The plain value at a depth of the stack, or the event that settles it.
    fn plain(&mut self, s: &Situation, depth: usize) -> Result<Result<Value, Event>, Trouble> {
        match top(s, depth)? {
            Abs::Val(v) => Ok(Ok(v)),
            Abs::Unset => Err(Cause::Unset.into()),
            other => self.force(s, other).map(Err),
        }
    }

    fn load(&self, s: &Situation, v: u16) -> Result<Abs, Trouble> {
        match s.vars[v as usize] {
            Abs::Unset => Err(Cause::Unset.into()),
            value => Ok(value),
        }
    }

    pub(crate) fn step(&mut self, s: &mut Situation, op: Op) -> Step {
        match op {
            Op::Const(v) => push(s, Abs::Val(v)),
            Op::Load(v) => {
                let value = self.load(s, v)?;
                push(s, value)
            }
            Op::Store(v) => {
                s.vars[v as usize] = s.stack.pop().ok_or(Trouble::GaveUp)?;
                push(s, Abs::Val(Value::Bool(true)))
            }
            Op::Bind(v) => {
                s.vars[v as usize] = s.stack.pop().ok_or(Trouble::GaveUp)?;
                s.pc += 1;
                Ok(None)
            }
            Op::Template(t) => self.template(s, t),
            Op::Pop => {
                s.stack.pop();
                s.pc += 1;
                Ok(None)
            }
            Op::Jump(t) => {
                s.pc = t;
                Ok(None)
            }
            Op::Branch(_) | Op::And(_) | Op::Or(_) | Op::Truth | Op::Line(_) | Op::Unless(_) => {
                self.jump(s, op)
            }
            Op::Call(f) => {
                s.frames.push(s.pc + 1);
                s.pc = self.p.code.functions[f as usize];
                Ok(None)
            }
            Op::Ret => {
                s.pc = s.frames.pop().ok_or(Trouble::GaveUp)?;
                Ok(None)
            }
            Op::Save(v) => {
                let mut old = std::mem::replace(&mut s.vars[v as usize], Abs::Unset);
                if (self.live.behind(&s.frames) | self.kept(s)) >> v & 1 == 0 {
                    old = Abs::Unset;
                }
                s.saved.push(old);
                s.pc += 1;
                Ok(None)
            }
            Op::Restore(v) => {
                s.vars[v as usize] = s.saved.pop().ok_or(Trouble::GaveUp)?;
                s.pc += 1;
                Ok(None)
            }
            Op::LoopCheck => {
                for depth in [1, 0] {
                    match self.plain(s, depth)? {
                        Ok(v) => int(v).map(|_| ())?,
                        Err(event) => return Ok(Some(event)),
                    }
                }
                s.pc += 1;
                Ok(None)
            }
            Op::LoopSet(v) => {
                s.vars[v as usize] = top(s, 1)?;
                s.pc += 1;
                Ok(None)
            }
            Op::LoopNext { all, back } => self.loop_next(s, all, back),
            Op::Not | Op::Neg | Op::Abs => self.unary(s, op),
            Op::Binary(op) => self.operator(s, op),
            Op::MakeSet(n) => {
                let mut members = Vec::new();
                for depth in (0..n as usize).rev() {
                    match self.plain(s, depth)? {
                        Ok(v) => members.push(v),
                        Err(event) => return Ok(Some(event)),
                    }
                }
                s.stack.truncate(s.stack.len() - n as usize);
                let set = self.heap.set(members);
                push(s, Abs::Val(Value::Set(set)))
            }
            Op::Builtin(b, _) => self.builtin(s, b),
            Op::MoveCheck => self.move_check(s),
            Op::Move => self.carry(s),
            Op::Award => self.award(s),
            Op::Winner => {
                let value = top(s, 0)?;
                if value.on_board() {
                    return self.force(s, value).map(Some);
                }
                let linear = self.linear_of(value).ok_or(Cause::NotInt)?;
                let id = self.graph.linear(linear);
                Ok(Some(Event::End(Node::Winner(id))))
            }
            Op::Halt => self.halt(s),
            Op::Fault(_) => Err(Cause::Stated.into()),
        }
    }

    fn jump(&mut self, s: &mut Situation, op: Op) -> Step {
        let value = match top(s, 0)? {
            Abs::Val(v) => v,
            // Neither true nor false, whatever it is.
            Abs::Linear(_)
            | Abs::Type(..)
            | Abs::State(..)
            | Abs::Content(_)
            | Abs::StateOf(_)
            | Abs::Held(..)
            | Abs::Place(_) => Value::Int(0),
            Abs::Unset => return Err(Cause::Unset.into()),
        };
        let (taken, keep) = match op {
            Op::Branch(t) => ((!truth(value)?).then_some(t), false),
            Op::And(t) => {
                let jump = !truth(value)?;
                (jump.then_some(t), jump)
            }
            Op::Or(t) => {
                let jump = truth(value)?;
                (jump.then_some(t), jump)
            }
            Op::Line(t) => {
                let jump = value == Value::Bool(false);
                (jump.then_some(t), jump)
            }
            Op::Unless(t) => ((value != Value::Bool(true)).then_some(t), false),
            _ => {
                truth(value)?;
                (None, true)
            }
        };
        if !keep {
            s.stack.pop();
        }
        s.pc = taken.unwrap_or(s.pc + 1);
        Ok(None)
    }

    fn loop_next(&mut self, s: &mut Situation, all: bool, back: u32) -> Step {
        let value = match self.plain(s, 0)? {
            Ok(v) => truth(v)?,
            Err(_) => return Err(Cause::NotBool.into()),
        };
        let (Abs::Val(now), Abs::Val(to)) = (top(s, 2)?, top(s, 1)?) else { return Err(Trouble::GaveUp) };
        let (now, to) = (int(now)?, int(to)?);
        s.stack.pop();
        let n = s.stack.len();
        if value != all || now == to {
            s.stack.truncate(n - 2);
            let result = if value == all { all } else { !all };
            return push(s, Abs::Val(Value::Bool(result)));
        }
        s.stack[n - 2] = Abs::Val(Value::Int(if now < to { now + 1 } else { now - 1 }));
        s.pc = back;
        Ok(None)
    }

    fn template(&mut self, s: &mut Situation, t: u32) -> Step {
        let p = self.p;
        let template = &p.templates[t as usize];
        let mut numbers = Vec::with_capacity(template.vars.len());
        for &v in &template.vars {
            match self.load(s, v)? {
                Abs::Val(value) => numbers.push(int(value)?),
                Abs::Linear(_) => return Err(Trouble::GaveUp),
                other => return self.force(s, other).map(Some),
            }
        }
        let value = match p.lookup[t as usize].find(&numbers) {
            Some(id) => Value::Str(id),
            None => fill(&template.pieces, &numbers, &p.names, &mut self.heap),
        };
        push(s, Abs::Val(value))
    }

    fn unary(&mut self, s: &mut Situation, op: Op) -> Step {
        if let Abs::Linear(id) = top(s, 0)? {
            if op != Op::Neg {
                return if op == Op::Not { Err(Cause::NotBool.into()) } else { Err(Trouble::GaveUp) };
            }
            let zero = Linear::default();
            let negative = zero.plus(&self.graph.linears[id as usize].clone(), -1);
            s.stack.pop();
            let value = self.linear_value(negative);
            return push(s, value);
        }
        let value = match self.plain(s, 0)? {
            Ok(v) => v,
            Err(event) => return Ok(Some(event)),
        };
        let value = match op {
            Op::Not => Value::Bool(!truth(value)?),
            Op::Neg => Value::Int(int(value)?.wrapping_neg()),
            _ => Value::Int(int(value)?.wrapping_abs()),
        };
        s.stack.pop();
        push(s, Abs::Val(value))
    }

    fn operator(&mut self, s: &mut Situation, op: Binary) -> Step {
        let (a, b) = (top(s, 1)?, top(s, 0)?);
        if let (Abs::Val(x), Abs::Val(y)) = (a, b) {
            let value = binary(op, x, y, &mut self.heap)?;
            s.stack.truncate(s.stack.len() - 2);
            return push(s, Abs::Val(value));
        }
        if matches!(op, Binary::Eq | Binary::Ne)
            && let Some(event) = self.equal(s, op == Binary::Eq, a, b)?
        {
            return Ok(event);
        }
        for value in [a, b] {
            if value.on_board() {
                return self.force(s, value).map(Some);
            }
        }
        // Sets of scores are left to the machine.
        if matches!(op, Binary::In | Binary::Subset | Binary::SetMinus | Binary::Union | Binary::Intersect) {
            return Err(Trouble::GaveUp);
        }
        let (Some(x), Some(y)) = (self.linear_of(a), self.linear_of(b)) else {
            return Err(Cause::NotInt.into());
        };
        let sum = match op {
            Binary::Add => x.plus(&y, 1),
            Binary::Sub => x.plus(&y, -1),
            Binary::Mul if x.terms.is_empty() => Linear::default().plus(&y, x.constant),
            Binary::Mul if y.terms.is_empty() => Linear::default().plus(&x, y.constant),
            _ if op.compares() => {
                let (left, right) = (self.graph.linear(x), self.graph.linear(y));
                s.stack.truncate(s.stack.len() - 2);
                s.pc += 1;
                let (mut yes, mut no) = (s.clone(), s.clone());
                yes.stack.push(Abs::Val(Value::Bool(true)));
                no.stack.push(Abs::Val(Value::Bool(false)));
                return Ok(Some(Event::Compare { op, left, right, yes: run(yes), no: run(no) }));
            }
            _ => return Err(Trouble::GaveUp),
        };
        s.stack.truncate(s.stack.len() - 2);
        let value = self.linear_value(sum);
        push(s, value)
    }

    /// `==` of a symbolic value with a plain one as a single test, where that can be; the outer `None` if it cannot.
    fn equal(
        &mut self,
        s: &mut Situation,
        same: bool,
        a: Abs,
        b: Abs,
    ) -> Result<Option<Option<Event>>, Trouble> {
        let (symbol, value) = match (a, b) {
            (Abs::Val(v), other) | (other, Abs::Val(v)) => (other, v),
            _ => return Ok(None),
        };
        let l = &self.p.board.layout;
        // The plane whose bit decides, the cell, and which bit means equal.
        let question = match (symbol, value) {
            (Abs::Linear(_), Value::Int(_)) => return Ok(None),
            (Abs::Type(cell, skip), Value::Str(t)) if t == self.p.no_text => {
                if skip > 0 {
                    None
                } else {
                    Some((l.occupied, cell, false))
                }
            }
            (Abs::Type(cell, skip), Value::Str(t)) => {
                let at = l.type_plane.iter().position(|k| k.0 == t);
                at.filter(|&i| i + 1 >= usize::from(skip)).map(|i| (l.type_plane[i].1, cell, true))
            }
            (Abs::Content(cell), Value::Str(t)) if t == self.p.no_text => Some((l.occupied, cell, false)),
            (Abs::Content(_) | Abs::StateOf(_) | Abs::Place(_), Value::Str(_) | Value::Int(_)) => {
                return Ok(None);
            }
            (Abs::State(cell, skip), Value::Int(n)) => {
                let Some((first, count)) = l.state_planes else { return Ok(None) };
                match n {
                    -1 if skip == 0 => Some((l.occupied, cell, false)),
                    n if n >= 0 && (n as usize) < count && n + 1 >= i32::from(skip) => {
                        Some((first + n as usize, cell, true))
                    }
                    _ => None,
                }
            }
            // Values of different types are never equal.
            _ => None,
        };
        s.stack.truncate(s.stack.len() - 2);
        s.pc += 1;
        let Some((plane, cell, set)) = question else {
            s.stack.push(Abs::Val(Value::Bool(!same)));
            return Ok(Some(None));
        };
        let event =
            self.split(s, plane, cell, |s, bit| s.stack.push(Abs::Val(Value::Bool((bit == set) == same))));
        Ok(Some(Some(event)))
    }

    fn builtin(&mut self, s: &mut Situation, b: Builtin) -> Step {
        let p = self.p;
        match b {
            Builtin::Player => {
                let player = Abs::Val(Value::Int(i32::from(s.player)));
                push(s, player)
            }
            Builtin::NextPlayer => {
                let next = u8::try_from(usize::from(s.player) % p.board.layout.players + 1).unwrap_or(1);
                s.player = next;
                s.stack.push(Abs::Val(Value::Bool(true)));
                s.pc += 1;
                Ok(Some(Event::Do { change: Change::SetPlayer(next), next: run(s.clone()) }))
            }
            Builtin::Content => self.content(s),
            Builtin::Empty => {
                let name = match top(s, 0)? {
                    Abs::Place(_) | Abs::Content(_) => match self.plain(s, 0)? {
                        Ok(v) => v,
                        Err(event) => return Ok(Some(event)),
                    },
                    Abs::Val(v) => v,
                    other => return self.force(s, other).map(Some),
                };
                let cell = self.cell(string(name)?);
                s.stack.pop();
                let Some(cell) = cell else { return push(s, Abs::Val(Value::Bool(true))) };
                s.pc += 1;
                Ok(Some(self.split(s, p.board.layout.occupied, cell, |s, occupied| {
                    s.stack.push(Abs::Val(Value::Bool(!occupied)));
                })))
            }
            Builtin::ElType | Builtin::State | Builtin::Owner | Builtin::Location | Builtin::ZIndex => {
                self.of_element(s, b)
            }
            Builtin::LocType | Builtin::Index | Builtin::Unindex => {
                let v = match self.plain(s, 0)? {
                    Ok(v) => v,
                    Err(event) => return Ok(Some(event)),
                };
                let value = match b {
                    Builtin::LocType => {
                        let cell = self.cell(string(v)?);
                        Value::Str(cell.map_or(p.no_text, |c| p.cell_kinds[c as usize]))
                    }
                    Builtin::Index => index(1, v, &p.names, &self.heap)?,
                    _ => unindex(v, &p.names, &mut self.heap)?,
                };
                s.stack.pop();
                push(s, Abs::Val(value))
            }
            Builtin::IndexA => {
                for depth in [1, 0] {
                    if let Err(event) = self.plain(s, depth)? {
                        return Ok(Some(event));
                    }
                }
                let (Abs::Val(i), Abs::Val(name)) = (top(s, 1)?, top(s, 0)?) else {
                    return Err(Trouble::GaveUp);
                };
                let value = index(int(i)?, name, &p.names, &self.heap)?;
                s.stack.truncate(s.stack.len() - 2);
                push(s, Abs::Val(value))
            }
            Builtin::Score => {
                let v = match self.plain(s, 0)? {
                    Ok(v) => int(v)?,
                    Err(event) => return Ok(Some(event)),
                };
                let player = self.player(v)?;
                s.stack.pop();
                let value = self.linear_value(Linear { constant: 0, terms: vec![(player, 1)] });
                push(s, value)
            }
            Builtin::SetState | Builtin::SetOwner => self.set(s, b),
            Builtin::SetPlayer => {
                let n = match self.plain(s, 0)? {
                    Ok(v) => int(v)?,
                    Err(event) => return Ok(Some(event)),
                };
                let next = self.player(n)? + 1;
                s.player = next;
                s.stack.pop();
                s.stack.push(Abs::Val(Value::Bool(true)));
                s.pc += 1;
                Ok(Some(Event::Do { change: Change::SetPlayer(next), next: run(s.clone()) }))
            }
            Builtin::SetZIndex | Builtin::Random | Builtin::Weighted => Err(Trouble::GaveUp),
        }
    }

    fn player(&self, n: i32) -> Result<u8, Trouble> {
        let players = self.p.board.layout.players;
        let index = usize::try_from(n).ok().filter(|n| (1..=players).contains(n)).ok_or(Cause::NoPlayer)?;
        u8::try_from(index - 1).map_err(|_| Trouble::GaveUp)
    }

    fn content(&mut self, s: &mut Situation) -> Step {
        let name = match self.plain(s, 0)? {
            Ok(v) => string(v)?,
            Err(event) => return Ok(Some(event)),
        };
        let cell = self.cell(name);
        s.stack.pop();
        let value = cell.map_or(Abs::Val(Value::Str(self.p.no_text)), Abs::Content);
        push(s, value)
    }

    /// A property of an element that may be given as "what lies on a cell".
    fn of_element(&mut self, s: &mut Situation, b: Builtin) -> Step {
        let board = &self.p.board;
        let value = match top(s, 0)? {
            Abs::Content(cell) if b == Builtin::ElType => match s.known {
                Some((known, kind)) if known == cell => Abs::Val(Value::Str(kind)),
                _ => Abs::Type(cell, 0),
            },
            Abs::Content(cell) if b == Builtin::State && board.layout.state_planes.is_some() => {
                Abs::State(cell, 0)
            }
            Abs::Content(cell) if b == Builtin::Location => {
                // Where what lies there lies: there, or nowhere.
                let here = Value::Str(self.p.cell_names[cell as usize]);
                let nowhere = Value::Str(self.p.no_text);
                s.stack.pop();
                s.pc += 1;
                return Ok(Some(self.split(s, board.layout.occupied, cell, |s, set| {
                    s.stack.push(Abs::Val(if set { here } else { nowhere }));
                })));
            }
            Abs::Val(v) => {
                let e = self.p.names.element(string(v)?);
                let elem = board.elements.get(e as usize);
                match (b, elem) {
                    (Builtin::ElType, _) => Abs::Val(Value::Str(elem.map_or(self.p.no_text, |e| e.kind))),
                    (Builtin::State | Builtin::Owner, None) => Abs::Val(Value::Int(-1)),
                    (Builtin::Location, None) => Abs::Val(Value::Str(self.p.no_text)),
                    (_, None) => return Err(Cause::NoElement.into()),
                    (Builtin::State, Some(elem)) if board.layout.states.is_none() => {
                        Abs::Val(Value::Int(elem.state))
                    }
                    (Builtin::State, Some(_)) => Abs::StateOf(e),
                    (Builtin::Owner, Some(elem)) if board.layout.owners.is_none() => {
                        Abs::Val(Value::Int(elem.owner))
                    }
                    (Builtin::ZIndex, Some(elem)) if board.layout.zs.is_none() => {
                        Abs::Val(Value::Int(elem.z))
                    }
                    (Builtin::Location, Some(_)) => Abs::Place(e),
                    _ => return Err(Trouble::GaveUp),
                }
            }
            Abs::Linear(_) => return Err(Cause::NotString.into()),
            other => return self.force(s, other).map(Some),
        };
        s.stack.pop();
        push(s, value)
    }

    fn declared(&self, v: Value) -> Result<u16, Trouble> {
        let cell = self.cell(string(v)?).filter(|&c| self.p.declared[c as usize]);
        cell.ok_or(Trouble::Cause(Cause::NoLocation))
    }

    fn move_check(&mut self, s: &mut Situation) -> Step {
        let from = match self.plain(s, 0)? {
            Ok(v) => v,
            Err(event) => return Ok(Some(event)),
        };
        let p = self.p;
        match top(s, 1)? {
            Abs::Content(cell) => {
                // It stands there if anything does.
                if self.cell(string(from)?) != Some(cell) {
                    let value = Abs::Content(cell);
                    return self.force(s, value).map(Some);
                }
                self.declared(from)?;
                let (word, mask) = self.bit(p.board.layout.occupied, cell);
                let no = fails(s, Cause::NoElement);
                s.pc += 1;
                Ok(Some(Event::Test { word, mask, yes: run(s.clone()), no }))
            }
            Abs::Val(v) => {
                let e = p.names.element(string(v)?);
                if e == NONE {
                    return Err(Cause::NoElement.into());
                }
                let from = self.declared(from)?;
                let no = fails(s, Cause::NotThere);
                s.pc += 1;
                Ok(Some(Event::At { element: e, cell: from, yes: run(s.clone()), no }))
            }
            Abs::Linear(_) => Err(Cause::NotString.into()),
            other => self.force(s, other).map(Some),
        }
    }

    fn carry(&mut self, s: &mut Situation) -> Step {
        let to = match self.plain(s, 0)? {
            Ok(v) => self.declared(v)?,
            Err(event) => return Ok(Some(event)),
        };
        let change = match top(s, 2)? {
            Abs::Content(cell) => Change::CarryFrom(cell, to),
            Abs::Val(v) => Change::Carry(self.p.names.element(string(v)?), to),
            _ => return Err(Trouble::GaveUp),
        };
        let Abs::Val(from) = top(s, 1)? else { return Err(Trouble::GaveUp) };
        let from = self.declared(from)?;
        let mut rest = s.clone();
        rest.stack.truncate(s.stack.len() - 3);
        rest.pc += 1;
        // Where something stands is not known after a move of something else.
        if let Some(value) = self.standing(&rest, |a| matches!(a, Abs::Place(_) | Abs::Held(..))) {
            return self.force(s, value).map(Some);
        }
        let mut taken = rest.clone();
        taken.stack.push(Abs::Val(Value::Bool(false)));
        let mut free = rest;
        free.known = None;
        self.follow(&mut free, from, to);
        free.stack.push(Abs::Val(Value::Bool(true)));
        let (word, mask) = self.bit(self.p.board.layout.occupied, to);
        Ok(Some(Event::Test { word, mask, yes: run(taken), no: Next::Do(change, Box::new(free)) }))
    }

    fn set(&mut self, s: &mut Situation, b: Builtin) -> Step {
        let n = match self.plain(s, 0)? {
            Ok(v) => int(v)?,
            Err(event) => return Ok(Some(event)),
        };
        let p = self.p;
        let state = b == Builtin::SetState;
        let allowed = |states: i32| if state { 1..=states } else { 0..=p.board.layout.players as i32 };
        let cause = if state { Cause::NoState } else { Cause::NoOwner };
        let (change, cell) = match top(s, 1)? {
            Abs::Content(cell) => {
                if !p.board.elements.iter().all(|e| allowed(e.states).contains(&n)) {
                    // Whether it may depends on the type of what lies there, if anything does.
                    let no = fails(s, Cause::NoElement);
                    let (word, mask) = self.bit(p.board.layout.occupied, cell);
                    let at = s.stack.len() - 2;
                    s.stack[at] = Abs::Held(cell, 0);
                    return Ok(Some(Event::Test { word, mask, yes: run(s.clone()), no }));
                }
                (if state { Change::SetStateAt(cell, n) } else { Change::SetOwnerAt(cell, n) }, Some(cell))
            }
            Abs::Held(cell, skip) => {
                let may = |kind: u32| {
                    let states = p.board.elements.iter().find(|e| e.kind == kind).map_or(0, |e| e.states);
                    allowed(states).contains(&n)
                };
                let mut refused = p.board.layout.type_plane.iter().filter(|k| !may(k.0));
                if let Some(&(_, plane)) = refused.nth(usize::from(skip)) {
                    let yes = fails(s, cause);
                    let (word, mask) = self.bit(plane, cell);
                    let at = s.stack.len() - 2;
                    s.stack[at] = Abs::Held(cell, skip + 1);
                    return Ok(Some(Event::Test { word, mask, yes, no: run(s.clone()) }));
                }
                (if state { Change::SetStateAt(cell, n) } else { Change::SetOwnerAt(cell, n) }, None)
            }
            Abs::Val(v) => {
                let e = p.names.element(string(v)?);
                let elem = p.board.elements.get(e as usize).ok_or(Cause::NoElement)?;
                if !allowed(elem.states).contains(&n) {
                    return Err(cause.into());
                }
                (if state { Change::SetState(e, n) } else { Change::SetOwner(e, n) }, None)
            }
            Abs::Linear(_) => return Err(Cause::NotString.into()),
            other => return self.force(s, other).map(Some),
        };
        let mut next = s.clone();
        next.stack.truncate(s.stack.len() - 2);
        next.pc += 1;
        // A state that was read before keeps its value.
        let stale = |a: Abs| match (a, change) {
            (Abs::State(other, _), Change::SetStateAt(cell, _)) => other == cell,
            (Abs::State(..), Change::SetState(..)) | (Abs::StateOf(_), Change::SetStateAt(..)) => true,
            (Abs::StateOf(other), Change::SetState(e, _)) => other == e,
            (Abs::Held(..), _) => true,
            _ => false,
        };
        if let Some(value) = self.standing(&next, stale) {
            return self.force(s, value).map(Some);
        }
        next.stack.push(Abs::Val(Value::Bool(true)));
        let Some(cell) = cell else { return Ok(Some(Event::Do { change, next: run(next) })) };
        let (word, mask) = self.bit(p.board.layout.occupied, cell);
        let yes = Next::Do(change, Box::new(next));
        Ok(Some(Event::Test { word, mask, yes, no: fails(s, Cause::NoElement) }))
    }

    fn award(&mut self, s: &mut Situation) -> Step {
        for depth in [1, 0] {
            let value = top(s, depth)?;
            if value.on_board() {
                return self.force(s, value).map(Some);
            }
        }
        let amount = top(s, 0)?;
        let linear = self.linear_of(amount).ok_or(Cause::NotInt)?;
        let Abs::Val(player) = top(s, 1)? else { return Err(Trouble::GaveUp) };
        let player = self.player(int(player)?)?;
        s.stack.truncate(s.stack.len() - 2);
        s.pc += 1;
        let live = self.live.at(s.pc, &s.frames) | self.kept(s);
        let vars = s.vars.iter().enumerate().filter(|(v, _)| live >> v & 1 == 1).map(|(_, a)| a);
        if vars.chain(&s.stack).chain(&s.saved).any(|a| matches!(a, Abs::Linear(_))) {
            return Err(Trouble::GaveUp);
        }
        let id = self.graph.linear(linear);
        Ok(Some(Event::Do { change: Change::Score(player, id), next: run(s.clone()) }))
    }
}
