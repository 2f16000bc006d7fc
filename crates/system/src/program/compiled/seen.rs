//! The steps of a residual program over values of which lists may be unread ([`super::trace`]).

use super::memory::{Rest, Seen};
use super::node::{Arith, Expr, Op, Sort};
use super::steps::{apply, holds};
use super::trace::{Run, Stop, Took, Tracer, late};
use super::word::{Reg, Val, Word};

/// Elements of the longest list made here.
const LONG: usize = 4_096;

impl Tracer<'_> {
    pub(crate) fn seen(&self, run: &Run, v: Val) -> Seen {
        match v {
            Val::Reg(r) => run.regs[usize::from(r)].clone(),
            Val::Word(w) => self.of_word(w),
        }
    }

    /// A word as a value; lists are those known at load.
    pub(crate) fn of_word(&self, w: Word) -> Seen {
        match w.as_list() {
            Some((from, n)) => {
                let items = self.code.consts.lists.get(from..from + n).unwrap_or_default();
                Seen::list(items.iter().map(|&w| self.of_word(w)).collect(), None)
            }
            None => Seen::Word(w),
        }
    }

    /// The value as a word; of a list it is only said whether it is empty.
    pub(crate) fn scalar(&mut self, run: &mut Run, v: Val) -> Result<Word, Stop> {
        let v = self.seen(run, v);
        self.word(run, &v)
    }

    fn word(&mut self, run: &mut Run, v: &Seen) -> Result<Word, Stop> {
        // No list known at load begins so far behind: the word equals no other.
        let full = Word::list(0x3FFF_FFFF, 1);
        Ok(match v {
            Seen::Word(w) => *w,
            Seen::Rest((z, from)) => match self.place(run, *z, usize::from(*from))? {
                Some(_) => full,
                None => Word::NIL,
            },
            Seen::List(..) | Seen::Late(..) => full,
            Seen::Flat(n) => {
                if *n == 0 {
                    Word::NIL
                } else {
                    full
                }
            }
            Seen::Either(..) | Seen::Unknown => return Err(Stop::Exact),
        })
    }

    /// Head and rest of a list; none if it is empty.
    pub(crate) fn open(&mut self, run: &mut Run, list: &Seen) -> Result<Option<(Seen, Seen)>, Stop> {
        self.fuel = self.fuel.checked_sub(1).ok_or(Stop::Bail)?;
        let (items, rest) = list.parts().ok_or_else(|| unlisted(list))?;
        if let Some((head, tail)) = items.split_first() {
            return Ok(Some((head.clone(), Seen::list(tail.to_vec(), rest))));
        }
        let Some((z, from)) = rest else { return Ok(None) };
        let Some((w, last)) = self.place(run, z, usize::from(from))? else { return Ok(None) };
        let rest = if last { None } else { Some((z, from + 1)) };
        Ok(Some((Seen::Word(w), Seen::list(Vec::new(), rest))))
    }

    /// All elements of a list.
    fn all(&mut self, run: &mut Run, list: &Seen) -> Result<Vec<Seen>, Stop> {
        let (items, rest) = list.parts().ok_or_else(|| unlisted(list))?;
        let mut out = items.to_vec();
        let mut list = Seen::list(Vec::new(), rest);
        while let Some((head, rest)) = self.open(run, &list)? {
            out.push(head);
            list = rest;
            if out.len() > LONG {
                return Err(Stop::Bail);
            }
        }
        Ok(out)
    }

    fn same(&mut self, run: &mut Run, a: &Seen, b: &Seen) -> Took {
        if a == b && !late(a) {
            return Ok(true);
        }
        if late(a) || late(b) {
            return Err(Stop::Exact);
        }
        if a.parts().is_none() || b.parts().is_none() {
            return Ok(false);
        }
        let (mut a, mut b) = (a.clone(), b.clone());
        loop {
            match (self.open(run, &a)?, self.open(run, &b)?) {
                (None, None) => return Ok(true),
                (Some((x, p)), Some((y, q))) => {
                    if !self.same(run, &x, &y)? {
                        return Ok(false);
                    }
                    (a, b) = (p, q);
                }
                _ => return Ok(false),
            }
        }
    }

    pub(crate) fn steps(&mut self, run: &mut Run, steps: &[Op]) -> Took {
        for op in steps {
            self.fuel = self.fuel.checked_sub(1).ok_or(Stop::Bail)?;
            if !self.step(run, op)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn step(&mut self, run: &mut Run, op: &Op) -> Took {
        let of = Val::Reg;
        match op {
            Op::Is(r, w) => Ok(self.scalar(run, of(*r))? == *w),
            Op::IsNot(r, w) => Ok(self.scalar(run, of(*r))? != *w),
            Op::Cons(r, h, t) => {
                let list = self.seen(run, of(*r));
                if let Seen::Late(n, _) | Seen::Flat(n) = list {
                    run.regs[usize::from(*h)] = Seen::Unknown;
                    run.regs[usize::from(*t)] = Seen::Unknown;
                    return Ok(n > 0);
                }
                if list.parts().is_none() && !late(&list) {
                    return Ok(false);
                }
                let Some((head, rest)) = self.open(run, &list)? else { return Ok(false) };
                run.regs[usize::from(*h)] = head;
                run.regs[usize::from(*t)] = rest;
                Ok(true)
            }
            Op::Single(r, h) => {
                let list = self.seen(run, of(*r));
                if list.parts().is_none() && !late(&list) {
                    return Ok(false);
                }
                let Some((head, rest)) = self.open(run, &list)? else { return Ok(false) };
                if self.word(run, &rest)? != Word::NIL {
                    return Ok(false);
                }
                run.regs[usize::from(*h)] = head;
                Ok(true)
            }
            Op::Same(a, b) | Op::Differ(a, b) => {
                let (x, y) = (self.seen(run, *a), self.seen(run, *b));
                Ok(self.same(run, &x, &y)? == matches!(op, Op::Same(..)))
            }
            Op::Functor(r, f, n, first) => {
                let Some(i) = self.scalar(run, of(*r))?.as_const() else { return Ok(false) };
                let c = &self.desk.consts.items[i];
                if c.name != *f || c.args.len() != usize::from(*n) {
                    return Ok(false);
                }
                for k in 0..usize::from(*n) {
                    run.regs[usize::from(*first) + k] = self.of_word(self.desk.consts.items[i].args[k]);
                }
                Ok(true)
            }
            Op::Compare(order, a, b) => {
                let (a, b) = (self.number(run, a)?, self.number(run, b)?);
                Ok(holds(*order, a, b))
            }
            Op::Let(out, e) => {
                let n = self.number(run, e)?;
                run.regs[usize::from(*out)] = Seen::Word(Word::int(n).ok_or(Stop::Bail)?);
                Ok(true)
            }
            Op::Sort(sort, r) => {
                let w = self.scalar(run, of(*r))?;
                let plain = w.as_const().is_some_and(|i| self.desk.consts.items[i].args.is_empty());
                Ok(match sort {
                    Sort::Integer => w.as_int().is_some(),
                    Sort::Atom => plain || w == Word::NIL,
                    Sort::Atomic => plain || w == Word::NIL || w.as_int().is_some(),
                    Sort::Compound => !plain && w != Word::NIL && w.as_int().is_none(),
                    Sort::List => w.is_list(),
                })
            }
            Op::Member(x, list) => {
                let (x, list) = (self.seen(run, *x), self.seen(run, *list));
                let (items, rest) = list.parts().ok_or_else(|| unlisted(&list))?;
                for item in items {
                    if self.same(run, item, &x)? {
                        return Ok(true);
                    }
                }
                let mut list = Seen::list(Vec::new(), rest);
                while let Some((head, rest)) = self.open(run, &list)? {
                    if self.same(run, &head, &x)? {
                        return Ok(true);
                    }
                    list = rest;
                }
                Ok(false)
            }
            op => self.list_step(run, op),
        }
    }

    /// Steps that look at lists.
    fn list_step(&mut self, run: &mut Run, op: &Op) -> Took {
        let (out, made): (Reg, Seen) = match op {
            Op::Length(out, list) => {
                let list = self.seen(run, *list);
                if let Seen::Late(n, _) | Seen::Flat(n) = list {
                    run.regs[usize::from(*out)] = Seen::Word(Word::int(i64::from(n)).ok_or(Stop::Bail)?);
                    return Ok(true);
                }
                let (items, rest) = list.parts().ok_or_else(|| unlisted(&list))?;
                let more = match rest {
                    None => 0,
                    Some((z, from)) => {
                        usize::from(self.read(run, u32::from(z))?).saturating_sub(usize::from(from))
                    }
                };
                let n = Word::int((items.len() + more) as i64).ok_or(Stop::Bail)?;
                (*out, Seen::Word(n))
            }
            Op::Last(out, list) => {
                let list = self.seen(run, *list);
                match self.all(run, &list)?.pop() {
                    Some(last) => (*out, last),
                    None => return Ok(false),
                }
            }
            Op::Nth(out, list, i, base) => {
                let i = self.scalar(run, *i)?.as_int().filter(|&i| i >= 0).ok_or(Stop::Bail)?;
                let list = self.seen(run, *list);
                let (items, rest) = list.parts().ok_or_else(|| unlisted(&list))?;
                let Ok(i) = usize::try_from(i - base) else { return Ok(false) };
                match (items.get(i), rest) {
                    (Some(item), _) => (*out, item.clone()),
                    (None, None) => return Ok(false),
                    (None, Some((z, from))) => {
                        match self.place(run, z, usize::from(from) + i - items.len())? {
                            Some((w, _)) => (*out, Seen::Word(w)),
                            None => return Ok(false),
                        }
                    }
                }
            }
            Op::Drop(out, list, n) => {
                let n = self.scalar(run, *n)?.as_int().filter(|&n| n >= 0).ok_or(Stop::Bail)?;
                let list = self.seen(run, *list);
                let (items, rest) = list.parts().ok_or_else(|| unlisted(&list))?;
                let Ok(n) = usize::try_from(n) else { return Ok(false) };
                if n <= items.len() {
                    (*out, Seen::list(items[n..].to_vec(), rest))
                } else {
                    let Some((z, from)) = rest else { return Ok(false) };
                    let from = usize::from(from) + n - items.len();
                    // The last one dropped must be there.
                    let Some((_, last)) = self.place(run, z, from - 1)? else { return Ok(false) };
                    let rest = if last { None } else { Some((z, from as u16)) };
                    (*out, Seen::list(Vec::new(), rest))
                }
            }
            Op::Behind(out, list, start) => {
                let (mut list, mut start) = (self.seen(run, *list), self.seen(run, *start));
                while let Some((want, more)) = self.open(run, &start)? {
                    let Some((head, rest)) = self.open(run, &list)? else { return Ok(false) };
                    if !self.same(run, &head, &want)? {
                        return Ok(false);
                    }
                    (list, start) = (rest, more);
                }
                (*out, list)
            }
            op => self.build(run, op)?,
        };
        run.regs[usize::from(out)] = made;
        Ok(true)
    }

    /// Steps that make lists and terms.
    fn build(&mut self, run: &mut Run, op: &Op) -> Result<(Reg, Seen), Stop> {
        fn listed(v: &Seen) -> Result<(&[Seen], Option<Rest>), Stop> {
            v.parts().ok_or_else(|| unlisted(v))
        }
        Ok(match op {
            Op::Reverse(out, list) => {
                let list = self.seen(run, *list);
                let mut items = self.all(run, &list)?;
                items.reverse();
                (*out, Seen::list(items, None))
            }
            Op::Concat(out, a, b) => {
                let (a, b) = (self.seen(run, *a), self.seen(run, *b));
                let (items, rest) = listed(&b)?;
                if items.is_empty() && rest.is_none() {
                    return Ok((*out, a));
                }
                let mut all = self.all(run, &a)?;
                all.extend(items.iter().cloned());
                (*out, Seen::list(all, rest))
            }
            Op::Flatten(out, lists) => {
                let lists = self.seen(run, *lists);
                if let Seen::Late(_, n) = lists {
                    return Ok((*out, Seen::Flat(n)));
                }
                let mut all = Vec::new();
                for list in self.all(run, &lists)? {
                    all.extend(self.all(run, &list)?);
                }
                (*out, Seen::list(all, None))
            }
            Op::Without(out, list, position) => {
                let i = self.scalar(run, Val::Reg(*position))?.as_int().and_then(|i| usize::try_from(i).ok());
                let mut rest = self.seen(run, *list);
                let mut all = Vec::new();
                for _ in 0..i.ok_or(Stop::Bail)? {
                    let (head, more) = self.open(run, &rest)?.ok_or(Stop::Bail)?;
                    all.push(head);
                    rest = more;
                }
                let (_, rest) = self.open(run, &rest)?.ok_or(Stop::Bail)?;
                let (items, rest) = listed(&rest)?;
                all.extend(items.iter().cloned());
                (*out, Seen::list(all, rest))
            }
            Op::Fill(out, n, x) => {
                let n = self.scalar(run, *n)?.as_int().and_then(|n| usize::try_from(n).ok());
                let n = n.filter(|&n| n < LONG).ok_or(Stop::Bail)?;
                let x = self.seen(run, *x);
                (*out, Seen::list(vec![x; n], None))
            }
            Op::List(out, items, tail) => {
                let tail = self.seen(run, *tail);
                let (more, rest) = listed(&tail)?;
                let mut all: Vec<Seen> = items.iter().map(|v| self.seen(run, *v)).collect();
                all.extend(more.iter().cloned());
                (*out, Seen::list(all, rest))
            }
            Op::Struct(out, f, parts) => {
                let mut words = Vec::with_capacity(parts.len());
                for v in parts {
                    words.push(self.scalar(run, *v)?);
                }
                if words.iter().any(|w| w.is_list()) || self.desk.full() {
                    return Err(Stop::Bail);
                }
                let w = self.desk.consts.enter(*f, &words);
                self.desk.consts.settle(&self.desk.names, self.tables);
                (*out, Seen::Word(w))
            }
            _ => return Err(Stop::Bail),
        })
    }

    fn number(&mut self, run: &mut Run, e: &Expr) -> Result<i64, Stop> {
        match e {
            Expr::Val(v) => self.scalar(run, *v)?.as_int().ok_or(Stop::Bail),
            Expr::Apply(op, parts) => {
                let (op, parts): (Arith, &[Expr]) = (*op, parts);
                let value = match parts {
                    [a] => apply(op, self.number(run, a)?, 0),
                    [a, b] => apply(op, self.number(run, a)?, self.number(run, b)?),
                    _ => None,
                };
                value.ok_or(Stop::Bail)
            }
        }
    }
}

/// Why a value is not a list that can be opened.
fn unlisted(v: &Seen) -> Stop {
    if late(v) { Stop::Exact } else { Stop::Bail }
}
