//! Resolved expressions to bytecode.

use super::code::{Code, Op};
use crate::diagnostic::Span;
use crate::lower::{Ask, Form, Func, Model, Node};
use crate::syntax::{Binary, Unary};

struct Compiler<'a> {
    code: Code,
    functions: &'a [Func],
}

/// Compiles every expression of a model.
pub(crate) fn compile(model: &Model) -> Code {
    let mut c = Compiler { code: Code::default(), functions: &model.functions };
    for f in &model.functions {
        let entry = c.function(f);
        c.code.functions.push(entry);
    }
    c.code.start = model.start.iter().map(|n| c.alone(n)).collect();
    for r in &model.rules {
        let condition = r.condition.as_ref().map(|n| c.alone(n));
        c.code.conditions.push(condition);
        let mut ask = |a: &Ask| match a {
            Ask::Eval(n) => Some(c.alone(n)),
            _ => None,
        };
        let asks = [ask(&r.state), ask(&r.player)];
        c.code.asks.push(asks);
        let awards = r.awards.iter().map(|(p, s)| (c.alone(p), c.alone(s))).collect();
        c.code.awards.push(awards);
        let all = (!r.awards.is_empty()).then(|| c.all_awards(&r.awards));
        c.code.all_awards.push(all);
    }
    let tail = c.tail(model);
    c.code.tail = tail;
    for r in &model.rules {
        let entry = c.here();
        if let Some(n) = &r.followup {
            c.node(n);
            c.op(Op::Pop, n.span);
        }
        c.op(Op::Jump(tail), r.span);
        c.code.after.push(entry);
    }
    c.code
}

impl Compiler<'_> {
    fn here(&self) -> u32 {
        self.code.ops.len() as u32
    }

    fn op(&mut self, op: Op, span: Span) -> usize {
        self.code.ops.push(op);
        self.code.spans.push(span);
        self.code.ops.len() - 1
    }

    /// Lets the jump at `at` lead here.
    fn land(&mut self, at: usize) {
        let here = self.here();
        match &mut self.code.ops[at] {
            Op::Jump(t) | Op::Branch(t) | Op::And(t) | Op::Or(t) | Op::Line(t) | Op::Unless(t) => *t = here,
            _ => {}
        }
    }

    fn alone(&mut self, node: &Node) -> u32 {
        let entry = self.here();
        self.node(node);
        self.op(Op::Halt, node.span);
        entry
    }

    fn function(&mut self, f: &Func) -> u32 {
        let entry = self.here();
        let formals = if f.sequential { &[] } else { f.formals.as_slice() };
        for &v in formals.iter().rev() {
            self.op(Op::Save(v), f.span);
            self.op(Op::Bind(v), f.span);
        }
        let others: Vec<u16> = f.locals.iter().copied().filter(|v| !formals.contains(v)).collect();
        for &v in &others {
            self.op(Op::Save(v), f.span);
        }
        let mut exits = Vec::new();
        for (i, line) in f.body.iter().enumerate() {
            self.node(line);
            if i + 1 < f.body.len() {
                exits.push(self.op(Op::Line(0), line.span));
            }
        }
        exits.into_iter().for_each(|at| self.land(at));
        for &v in others.iter().rev().chain(formals) {
            self.op(Op::Restore(v), f.span);
        }
        self.op(Op::Ret, f.span);
        entry
    }

    fn all_awards(&mut self, awards: &[(Node, Node)]) -> u32 {
        let entry = self.here();
        for (player, score) in awards {
            self.node(player);
            self.node(score);
            self.op(Op::Award, player.span.to(score.span));
        }
        self.op(Op::Halt, Span::default());
        entry
    }

    /// Scorings and ends: what follows every move.
    fn tail(&mut self, model: &Model) -> u32 {
        let entry = self.here();
        for (situation, pairs) in &model.scorings {
            self.node(situation);
            let skip = self.op(Op::Unless(0), situation.span);
            for (player, score) in pairs {
                self.node(player);
                self.node(score);
                self.op(Op::Award, player.span.to(score.span));
            }
            self.land(skip);
        }
        for (situation, winner) in &model.ends {
            self.node(situation);
            let skip = self.op(Op::Unless(0), situation.span);
            self.node(winner);
            self.op(Op::Winner, winner.span);
            self.land(skip);
        }
        self.op(Op::Halt, Span::default());
        entry
    }

    fn node(&mut self, node: &Node) {
        let span = node.span;
        match &node.kind {
            Form::Const(v) => {
                self.op(Op::Const(*v), span);
            }
            Form::Template(t) => {
                self.op(Op::Template(*t), span);
            }
            Form::Var(v) => {
                self.op(Op::Load(*v), span);
            }
            Form::Set(members) => {
                members.iter().for_each(|m| self.node(m));
                self.op(Op::MakeSet(members.len() as u16), span);
            }
            Form::Call(f, arguments) => self.call(*f, arguments, span),
            Form::Builtin(b, arguments) => {
                arguments.iter().for_each(|a| self.node(a));
                self.op(Op::Builtin(*b, arguments.len() as u16), span);
            }
            Form::Move(parts) => {
                self.node(&parts[0]);
                self.node(&parts[1]);
                self.op(Op::MoveCheck, span);
                self.node(&parts[2]);
                self.op(Op::Move, span);
            }
            Form::If(parts) => {
                self.node(&parts[0]);
                let other = self.op(Op::Branch(0), parts[0].span);
                self.node(&parts[1]);
                let end = self.op(Op::Jump(0), span);
                self.land(other);
                self.node(&parts[2]);
                self.land(end);
            }
            Form::Loop { all, var, parts } => {
                self.node(&parts[0]);
                self.node(&parts[1]);
                self.op(Op::LoopCheck, span);
                let back = self.here();
                self.op(Op::LoopSet(*var), span);
                self.node(&parts[2]);
                self.op(Op::LoopNext { all: *all, back }, parts[2].span);
            }
            Form::Unary(op, inner) => {
                self.node(inner);
                let op = match op {
                    Unary::Not => Op::Not,
                    Unary::Abs => Op::Abs,
                    Unary::Neg => Op::Neg,
                };
                self.op(op, inner.span);
            }
            Form::Binary(op, a, b) => self.binary(*op, a, b, span),
            Form::Assign(v, value) => {
                self.node(value);
                self.op(Op::Store(*v), span);
            }
            Form::Fault(message) => {
                let id = self.code.faults.len() as u32;
                self.code.faults.push(message.clone());
                self.op(Op::Fault(id), span);
            }
        }
    }

    fn call(&mut self, f: u32, arguments: &[Node], span: Span) {
        let callee = &self.functions[f as usize];
        for (a, &formal) in arguments.iter().zip(&callee.formals) {
            self.node(a);
            if callee.sequential {
                self.op(Op::Bind(formal), a.span);
            }
        }
        self.op(Op::Call(f), span);
    }

    fn binary(&mut self, op: Binary, a: &Node, b: &Node, span: Span) {
        self.node(a);
        match op {
            Binary::And | Binary::Or => {
                let jump = if op == Binary::And { Op::And(0) } else { Op::Or(0) };
                let end = self.op(jump, a.span);
                self.node(b);
                self.op(Op::Truth, b.span);
                self.land(end);
            }
            _ => {
                self.node(b);
                self.op(Op::Binary(op), span);
            }
        }
    }
}
