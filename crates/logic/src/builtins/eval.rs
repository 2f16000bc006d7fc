//! Arithmetic predicates and the evaluator behind the compiled instructions.

use crate::arith::{Fault, Num, constant, num_of, op1, op2, push_num};
use crate::atom::names as n;
use crate::cell::{Cell, LST, STG, STR};
use crate::code::Rel;
use crate::machine::{Machine, Res, Stop};

/// What an expression of small integers waits for: see `Machine::eval_small`.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Rest {
    /// The right operand of a function, by number.
    Right(u8, Cell),
    /// Its value: that of the left operand is known.
    Apply(u8, i64),
    /// The only operand.
    Negate,
}

/// Operations that cost no more than the goal they stand in.
const SHORT: usize = 7;

/// Rests that are kept room for between evaluations.
const KEPT: usize = 1 << 12;

enum Step {
    Eval(Cell),
    Apply1(u8),
    Apply2(u8),
    Special(crate::cell::Atom, usize),
}

impl Machine {
    /// Words a big integer may have.
    pub(crate) fn big_limit(&self) -> usize {
        (self.limits.memory_cells.saturating_sub(self.heap.len()) / 4).min(1 << 22)
    }

    /// Turns a fault of arithmetic into an error term.
    pub(crate) fn fault(&mut self, f: Fault) -> Stop {
        match f {
            Fault::TypeInteger(v) => {
                let c = push_num(&mut self.heap, &v);
                self.type_error(n::INTEGER, c)
            }
            Fault::TypeFloat(v) => {
                let c = push_num(&mut self.heap, &v);
                self.type_error(n::FLOAT, c)
            }
            Fault::ZeroDivisor => self.evaluation_error(n::ZERO_DIVISOR),
            Fault::Undefined => self.evaluation_error(n::UNDEFINED),
            Fault::FloatOverflow => self.evaluation_error(n::FLOAT_OVERFLOW),
            Fault::Memory => self.resource_error(n::MEMORY),
        }
    }
    /// The cell of a result. Big results are charged by size.
    pub(crate) fn numeric(&mut self, v: Num) -> Result<Cell, Stop> {
        if let Num::Int(i) = v {
            return Ok(crate::heap::push_int(&mut self.heap, i));
        }
        let before = self.heap.len();
        let c = push_num(&mut self.heap, &v);
        let grown = self.heap.len() - before;
        if grown > 4 {
            self.charge(grown * 8)?;
            self.ensure(0)?;
        }
        Ok(c)
    }
    pub(crate) fn eval_cell(&mut self, c: Cell) -> Result<Cell, Stop> {
        let v = self.eval(c)?;
        self.numeric(v)
    }
    /// Compares two values; what is not comparable is unequal.
    pub(crate) fn relate(&mut self, rel: Rel, a: &Num, b: &Num) -> Result<bool, Stop> {
        self.charge(a.words() + b.words())?;
        Ok(match crate::arith::compare(a, b) {
            Some(o) => rel.holds(o),
            None => rel == Rel::Ne,
        })
    }

    /// Evaluates an expression, without recursion.
    pub(crate) fn eval(&mut self, expr: Cell) -> Result<Num, Stop> {
        let mut rests = std::mem::take(&mut self.scratch.rests);
        let small = self.eval_small(expr, &mut rests);
        rests.clear();
        if rests.capacity() <= KEPT {
            self.scratch.rests = rests;
        }
        if let Some(i) = small? {
            return Ok(Num::Int(i));
        }
        let mut steps = vec![Step::Eval(expr)];
        let mut vals: Vec<Num> = Vec::new();
        // Words of the long integers among the values, which no stack counts.
        let mut held = 0usize;
        // More operands than cells: something is shared, perhaps a cycle, which has no value.
        let (mut work, mut suspect) = (0usize, self.heap.len());
        while let Some(step) = steps.pop() {
            let v = match step {
                Step::Eval(c) => {
                    work += 1;
                    if work > suspect {
                        if !self.acyclic(&[expr], steps.len() * 2)? {
                            let kind = self.atoms.intern("expression");
                            return Err(self.type_error(kind, expr));
                        }
                        suspect = usize::MAX;
                    }
                    if work & 0xff == 0 {
                        self.charge(0x100)?;
                        self.ensure(steps.len() * 2 + vals.len() * 4)?;
                    }
                    match self.eval_step(c, &mut steps)? {
                        Some(v) => v,
                        None => continue,
                    }
                }
                Step::Apply1(op) => {
                    let a = vals.pop().unwrap_or(Num::Int(0));
                    held -= a.held();
                    self.apply1(op, &a)?
                }
                Step::Apply2(op) => {
                    let b = vals.pop().unwrap_or(Num::Int(0));
                    let a = vals.pop().unwrap_or(Num::Int(0));
                    held -= a.held() + b.held();
                    self.fuel -= 1;
                    self.apply2(op, &a, &b)?
                }
                Step::Special(name, k) => {
                    let args = vals.split_off(vals.len() - k);
                    held -= args.iter().map(Num::held).sum::<usize>();
                    self.special(name, &args)?
                }
            };
            let more = v.held();
            if more > 0 {
                held += more;
                self.ensure(held)?;
            }
            vals.push(v);
        }
        Ok(vals.pop().unwrap_or(Num::Int(0)))
    }

    /// The commonest expressions: those of integers that stay small. Nothing for all others, which the general way takes from
    /// the start; what was done before that showed is charged, too.
    fn eval_small(&mut self, expr: Cell, rests: &mut Vec<Rest>) -> Result<Option<i64>, Stop> {
        let mut c = self.deref(expr);
        if c.is_int() {
            return Ok(Some(c.as_int()));
        }
        // More operands than cells: something is shared, perhaps a cycle.
        let (mut work, suspect) = (0usize, self.heap.len());
        loop {
            // Down the left operands to a number.
            let mut v = loop {
                if c.is_int() {
                    break c.as_int();
                }
                if c.tag() != STR {
                    return Ok(None);
                }
                let at = c.idx();
                let f = self.heap[at];
                let Some(op) = small_op(f) else { return Ok(None) };
                work += 1;
                if work & 0xff == 0 {
                    if work > suspect {
                        return Ok(None);
                    }
                    self.charge(0x900)?;
                    self.ensure(rests.len() * 2)?;
                }
                let left = self.deref(self.heap[at + 1]);
                rests.push(if f.arity() == 1 { Rest::Negate } else { Rest::Right(op, self.heap[at + 2]) });
                c = left;
            };
            // Up again, as far as values are known.
            c = loop {
                let value = match rests.pop() {
                    None => {
                        if work > SHORT {
                            self.fuel -= (work & 0xff) as i64;
                        }
                        return Ok(Some(v));
                    }
                    Some(Rest::Right(op, right)) => {
                        let right = self.deref(right);
                        if !right.is_int() {
                            rests.push(Rest::Apply(op, v));
                            break right;
                        }
                        small_apply(op, v, right.as_int())
                    }
                    Some(Rest::Apply(op, left)) => small_apply(op, left, v),
                    Some(Rest::Negate) => v.checked_neg(),
                };
                match value {
                    Some(value) => v = value,
                    None => return Ok(None),
                }
            };
        }
    }

    fn eval_step(&mut self, c: Cell, steps: &mut Vec<Step>) -> Result<Option<Num>, Stop> {
        let c = self.deref(c);
        if let Some(v) = num_of(&self.heap, c) {
            return Ok(Some(v));
        }
        match c.tag() {
            STR => {
                let (name, arity) = (self.heap[c.idx()].name(), self.heap[c.idx()].arity());
                let arg = |i: usize| self.heap[c.idx() + 1 + i];
                let special = matches!(
                    (name, arity),
                    (n::RANDOM | n::RANDOM_FLOAT, 1)
                        | (n::TRUNCATE | n::LOG, 2)
                        | (n::PLUS_F, 2)
                        | (n::POWM, 3)
                );
                if special {
                    steps.push(Step::Special(name, arity));
                    for i in (0..arity).rev() {
                        steps.push(Step::Eval(arg(i)));
                    }
                    return Ok(None);
                }
                match (arity, op1(name), op2(name)) {
                    (1, Some(op), _) => {
                        steps.push(Step::Apply1(op));
                        steps.push(Step::Eval(arg(0)));
                        Ok(None)
                    }
                    (2, _, Some(op)) => {
                        steps.push(Step::Apply2(op));
                        steps.push(Step::Eval(arg(1)));
                        steps.push(Step::Eval(arg(0)));
                        Ok(None)
                    }
                    _ => {
                        let pi = self.indicator(name, arity);
                        Err(self.type_error(n::EVALUABLE, pi))
                    }
                }
            }
            LST => {
                if self.deref(self.heap[c.idx() + 1]) == Cell::atom(n::NIL) {
                    steps.push(Step::Eval(self.heap[c.idx()]));
                    return Ok(None);
                }
                let pi = self.indicator(n::DOT, 2);
                Err(self.type_error(n::EVALUABLE, pi))
            }
            crate::cell::ATM => self.eval_atom(c).map(Some),
            STG => {
                let text = crate::heap::string_at(&self.heap, c);
                let mut chars = text.chars();
                match (chars.next(), chars.next()) {
                    (Some(ch), None) => Ok(Some(Num::Int(i64::from(ch as u32)))),
                    _ => Err(self.type_error(n::EVALUABLE, c)),
                }
            }
            _ => Err(self.instantiation_error()),
        }
    }

    fn eval_atom(&mut self, c: Cell) -> Result<Num, Stop> {
        let a = c.as_atom();
        if let Some(v) = constant(a) {
            return Ok(v);
        }
        match a {
            n::RANDOM | n::RANDOM_FLOAT => Ok(Num::Float(self.next_float())),
            n::CPUTIME if self.grants.clock => Ok(Num::Float(crate::builtins::flags::clock_seconds())),
            n::CPUTIME => Ok(Num::Float(self.inferences as f64 / 1e7)),
            _ => {
                let pi = self.indicator(a, 0);
                Err(self.type_error(n::EVALUABLE, pi))
            }
        }
    }

    fn special(&mut self, name: crate::cell::Atom, args: &[Num]) -> Result<Num, Stop> {
        match (name, args) {
            (n::RANDOM, [Num::Int(k)]) if *k > 0 => Ok(Num::Int(self.next_below(*k as u64) as i64)),
            (n::RANDOM, [Num::Big(k)]) if k.sign() == num_bigint::Sign::Plus => {
                Ok(Num::from_big(self.next_big_below(k)))
            }
            (n::RANDOM_FLOAT, _) => Ok(Num::Float(self.next_float())),
            (n::PLUS_F, [a, b]) => self.apply2(0, a, b),
            (n::LOG, [b, x]) => {
                let log = op1(n::LOG).unwrap_or(0);
                let (x, b) = (self.apply1(log, x)?, self.apply1(log, b)?);
                self.apply2(3, &x, &b)
            }
            (n::TRUNCATE, [x, _]) => Ok(x.clone()),
            (n::POWM, [b, e, md]) => self.power_modulo(b, e, md),
            _ => Err(self.evaluation_error(n::UNDEFINED)),
        }
    }
}

/// The number of a function that `small_apply` knows; any for the minus of one operand.
#[inline(always)]
fn small_op(f: Cell) -> Option<u8> {
    if f == Cell::functor(n::MINUS, 1) {
        return Some(0);
    }
    if f.arity() != 2 {
        return None;
    }
    match f.name() {
        n::PLUS => Some(0),
        n::MINUS => Some(1),
        n::STAR => Some(2),
        n::INT_DIV => Some(4),
        n::MOD => Some(5),
        n::REM => Some(6),
        n::SHIFT_R => Some(11),
        n::BIT_AND => Some(12),
        n::BIT_OR => Some(13),
        _ => None,
    }
}

/// A function of two integers, unless its value is no small integer or an error.
#[inline(always)]
fn small_apply(op: u8, a: i64, b: i64) -> Option<i64> {
    match op {
        0 => a.checked_add(b),
        1 => a.checked_sub(b),
        2 => a.checked_mul(b),
        _ => crate::arith::quick2(op, a, b),
    }
}

pub(crate) fn is(m: &mut Machine) -> Res {
    let c = m.eval_cell(m.x[1])?;
    m.out(0, c)
}
fn relation(m: &mut Machine, rel: Rel) -> Res {
    let native = m.native;
    let (a, b) = (m.eval(m.x[0])?, m.eval(m.x[1])?);
    m.native = native;
    m.relate(rel, &a, &b)
}
pub(crate) fn eq(m: &mut Machine) -> Res {
    relation(m, Rel::Eq)
}
pub(crate) fn ne(m: &mut Machine) -> Res {
    relation(m, Rel::Ne)
}
pub(crate) fn lt(m: &mut Machine) -> Res {
    relation(m, Rel::Lt)
}
pub(crate) fn gt(m: &mut Machine) -> Res {
    relation(m, Rel::Gt)
}
pub(crate) fn le(m: &mut Machine) -> Res {
    relation(m, Rel::Le)
}
pub(crate) fn ge(m: &mut Machine) -> Res {
    relation(m, Rel::Ge)
}

fn whole(m: &mut Machine, i: usize) -> Result<Option<Num>, Stop> {
    let c = m.a(i);
    if c.is_ref() {
        return Ok(None);
    }
    if !c.is_integer() {
        return Err(m.type_error(n::INTEGER, c));
    }
    Ok(num_of(&m.heap, c))
}

pub(crate) fn succ(m: &mut Machine) -> Res {
    let (a, b) = (whole(m, 0)?, whole(m, 1)?);
    for (i, v) in [&a, &b].into_iter().enumerate() {
        if let Some(v) = v
            && crate::arith::compare(v, &Num::Int(0)) == Some(std::cmp::Ordering::Less)
        {
            let c = m.a(i);
            return Err(m.type_error(n::NOT_LESS_THAN_ZERO, c));
        }
    }
    match (a, b) {
        (Some(a), _) => {
            let v = m.apply2(0, &a, &Num::Int(1))?;
            let c = m.numeric(v)?;
            m.out(1, c)
        }
        (None, Some(b)) => {
            if b.is_zero() {
                return Ok(false);
            }
            let v = m.apply2(1, &b, &Num::Int(1))?;
            let c = m.numeric(v)?;
            m.out(0, c)
        }
        (None, None) => Err(m.instantiation_error()),
    }
}

pub(crate) fn plus(m: &mut Machine) -> Res {
    let v = [whole(m, 0)?, whole(m, 1)?, whole(m, 2)?];
    let (at, v) = match v {
        [Some(a), Some(b), _] => (2, m.apply2(0, &a, &b)?),
        [Some(a), None, Some(c)] => (1, m.apply2(1, &c, &a)?),
        [None, Some(b), Some(c)] => (0, m.apply2(1, &c, &b)?),
        _ => return Err(m.instantiation_error()),
    };
    let c = m.numeric(v)?;
    m.out(at, c)
}
