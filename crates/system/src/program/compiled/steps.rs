//! The steps of a residual program: tests of values, arithmetic, and building lists and terms.

use super::exec::{Run, Took};
use super::node::{Arith, Expr, Op, Order, Sort};
use super::word::{Reg, Val, Word};

/// Words of lists before a state is left to the logic machine.
const ARENA: usize = 1 << 22;

impl Run<'_> {
    #[inline]
    pub(super) fn steps(&mut self, steps: &[Op]) -> Took {
        for op in steps {
            match self.step(op) {
                Took::Yes => {}
                other => return other,
            }
        }
        Took::Yes
    }

    #[inline]
    fn step(&mut self, op: &Op) -> Took {
        let yes = |b: bool| if b { Took::Yes } else { Took::No };
        match op {
            Op::Is(r, w) => yes(self.desk.regs[usize::from(*r)] == *w),
            Op::IsNot(r, w) => yes(self.desk.regs[usize::from(*r)] != *w),
            Op::Cons(r, h, t) => match self.desk.regs[usize::from(*r)].as_list() {
                Some((from, n)) if n > 0 => {
                    let w = self.desk.arena[from];
                    self.set(*h, w);
                    self.set(*t, Word::list(from + 1, n - 1));
                    Took::Yes
                }
                _ => Took::No,
            },
            Op::Single(r, h) => match self.desk.regs[usize::from(*r)].as_list() {
                Some((from, 1)) => {
                    let w = self.desk.arena[from];
                    self.set(*h, w);
                    Took::Yes
                }
                _ => Took::No,
            },
            Op::Same(a, b) => yes(self.same(self.val(*a), self.val(*b))),
            Op::Differ(a, b) => yes(!self.same(self.val(*a), self.val(*b))),
            Op::Functor(r, f, n, first) => {
                let Some(i) = self.desk.regs[usize::from(*r)].as_const() else { return Took::No };
                let c = &self.desk.consts.items[i];
                if c.name != *f || c.args.len() != usize::from(*n) {
                    return Took::No;
                }
                for k in 0..usize::from(*n) {
                    self.desk.regs[usize::from(*first) + k] = self.desk.consts.items[i].args[k];
                }
                Took::Yes
            }
            Op::Compare(order, a, b) => match (self.number(a), self.number(b)) {
                (Some(a), Some(b)) => yes(holds(*order, a, b)),
                _ => Took::Bail,
            },
            Op::Let(out, e) => match self.number(e).and_then(Word::int) {
                Some(w) => {
                    self.set(*out, w);
                    Took::Yes
                }
                None => Took::Bail,
            },
            op => self.list_step(op),
        }
    }

    /// Steps that look at or make lists.
    fn list_step(&mut self, op: &Op) -> Took {
        let made = match op {
            Op::Member(x, list) => {
                let x = self.val(*x);
                let Some((from, n)) = self.val(*list).as_list() else { return Took::Bail };
                let found = match x.is_list() {
                    false => self.desk.arena[from..from + n].contains(&x),
                    true => (from..from + n).any(|i| self.same(self.desk.arena[i], x)),
                };
                return if found { Took::Yes } else { Took::No };
            }
            Op::Sort(sort, r) => {
                let w = self.desk.regs[usize::from(*r)];
                let plain = w.as_const().is_some_and(|i| self.desk.consts.items[i].args.is_empty());
                let ok = match sort {
                    Sort::Integer => w.as_int().is_some(),
                    Sort::Atom => plain || w == Word::NIL,
                    Sort::Atomic => plain || w == Word::NIL || w.as_int().is_some(),
                    Sort::Compound => !plain && w != Word::NIL && w.as_int().is_none(),
                    Sort::List => w.is_list(),
                };
                return if ok { Took::Yes } else { Took::No };
            }
            Op::Length(out, list) => {
                self.val(*list).as_list().and_then(|(_, n)| Word::int(n as i64)).map(|w| (*out, w))
            }
            Op::Last(out, list) => match self.val(*list).as_list() {
                Some((_, 0)) => return Took::No,
                Some((from, n)) => Some((*out, self.desk.arena[from + n - 1])),
                None => None,
            },
            Op::Nth(out, list, i, base) => match (self.val(*list).as_list(), self.val(*i).as_int()) {
                (Some(_), Some(i)) if i < 0 => None,
                (Some((from, n)), Some(i)) => match usize::try_from(i - base) {
                    Ok(i) if i < n => Some((*out, self.desk.arena[from + i])),
                    _ => return Took::No,
                },
                _ => None,
            },
            Op::Drop(out, list, n) => match (self.val(*list).as_list(), self.val(*n).as_int()) {
                (Some((from, len)), Some(n)) if n >= 0 => match usize::try_from(n) {
                    Ok(n) if n <= len => Some((*out, Word::list(from + n, len - n))),
                    _ => return Took::No,
                },
                _ => None,
            },
            Op::Behind(out, list, start) => match (self.val(*list).as_list(), self.val(*start).as_list()) {
                (Some((from, n)), Some((a, k))) => {
                    let starts = k <= n
                        && (0..k).all(|i| self.same(self.desk.arena[from + i], self.desk.arena[a + i]));
                    if !starts {
                        return Took::No;
                    }
                    Some((*out, Word::list(from + k, n - k)))
                }
                _ => None,
            },
            op => self.build(op),
        };
        match made {
            Some((out, w)) => {
                self.set(out, w);
                Took::Yes
            }
            None => Took::Bail,
        }
    }

    /// Steps that make lists and terms.
    fn build(&mut self, op: &Op) -> Option<(Reg, Word)> {
        let at = self.desk.arena.len();
        if at > ARENA {
            return None;
        }
        let out = match op {
            Op::Reverse(out, list) => {
                let (from, n) = self.val(*list).as_list()?;
                for i in (from..from + n).rev() {
                    let w = self.desk.arena[i];
                    self.desk.arena.push(w);
                }
                out
            }
            Op::Concat(out, a, b) => {
                for v in [a, b] {
                    let (from, n) = self.val(*v).as_list()?;
                    self.desk.arena.extend_from_within(from..from + n);
                }
                out
            }
            Op::Flatten(out, list) => {
                let (from, n) = self.val(*list).as_list()?;
                for i in from..from + n {
                    let (from, n) = self.desk.arena[i].as_list()?;
                    self.desk.arena.extend_from_within(from..from + n);
                }
                out
            }
            Op::Without(out, list, position) => {
                let (from, n) = self.val(*list).as_list()?;
                let i = usize::try_from(self.desk.regs[usize::from(*position)].as_int()?).ok()?;
                self.desk.arena.extend_from_within(from..from + i);
                self.desk.arena.extend_from_within(from + i + 1..from + n);
                out
            }
            Op::Fill(out, n, x) => {
                let (n, x) = (self.val(*n).as_int()?, self.val(*x));
                let n = usize::try_from(n).ok().filter(|&n| n < 100_000)?;
                self.desk.arena.resize(at + n, x);
                out
            }
            Op::List(out, items, tail) => {
                for v in items.iter() {
                    let w = self.val(*v);
                    self.desk.arena.push(w);
                }
                let (from, n) = self.val(*tail).as_list()?;
                self.desk.arena.extend_from_within(from..from + n);
                out
            }
            Op::Struct(out, f, parts) => {
                let words: Vec<Word> = parts.iter().map(|v| self.val(*v)).collect();
                if words.iter().any(|w| w.is_list()) || self.desk.full() {
                    return None;
                }
                let w = self.desk.consts.enter(*f, &words);
                self.desk.consts.settle(&self.desk.names, self.tables);
                return Some((*out, w));
            }
            _ => return None,
        };
        Some((*out, Word::list(at, self.desk.arena.len() - at)))
    }

    fn same(&self, a: Word, b: Word) -> bool {
        match (a.as_list(), b.as_list()) {
            (Some((x, n)), Some((y, m))) => {
                n == m
                    && (x == y || (0..n).all(|i| self.same(self.desk.arena[x + i], self.desk.arena[y + i])))
            }
            _ => a == b,
        }
    }

    fn number(&self, e: &Expr) -> Option<i64> {
        match e {
            Expr::Val(v) => self.val(*v).as_int(),
            Expr::Apply(op, parts) => match &**parts {
                [a] => apply(*op, self.number(a)?, 0),
                [a, b] => apply(*op, self.number(a)?, self.number(b)?),
                _ => None,
            },
        }
    }
}

pub(super) fn apply(op: Arith, a: i64, b: i64) -> Option<i64> {
    match op {
        Arith::Add => a.checked_add(b),
        Arith::Sub => a.checked_sub(b),
        Arith::Mul => a.checked_mul(b),
        Arith::Quotient => a.checked_div(b),
        Arith::Mod if b > 0 => Some(a.rem_euclid(b)),
        Arith::Mod => None,
        Arith::Rem => a.checked_rem(b),
        Arith::Min => Some(a.min(b)),
        Arith::Max => Some(a.max(b)),
        Arith::Abs => a.checked_abs(),
        Arith::Negate => a.checked_neg(),
    }
}

/// Whether a comparison holds.
pub(crate) fn holds(order: Order, a: i64, b: i64) -> bool {
    match order {
        Order::Less => a < b,
        Order::LessEqual => a <= b,
        Order::Equal => a == b,
        Order::Unequal => a != b,
        Order::GreaterEqual => a >= b,
        Order::Greater => a > b,
    }
}

/// The value of an expression of known numbers.
pub(crate) fn constant(e: &Expr) -> Option<Word> {
    fn number(e: &Expr) -> Option<i64> {
        match e {
            Expr::Val(Val::Word(w)) => w.as_int(),
            Expr::Val(_) => None,
            Expr::Apply(op, parts) => match &**parts {
                [a] => apply(*op, number(a)?, 0),
                [a, b] => apply(*op, number(a)?, number(b)?),
                _ => None,
            },
        }
    }
    number(e).and_then(Word::int)
}
