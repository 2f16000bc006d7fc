//! Predicates about lists in partial deduction: over a list whose cells are known each element is a branch; over a list
//! that lies in a zone they become loops and steps of the residual program.

use super::node::{self, Arith, Expr, Node, Op};
use super::term::{Kind, NIL, Part, T, cons, list_with, sym};
use super::unfold::{May, Rest, Step, Todo, Unfolder, then};
use super::word::{Reg, Val, Word};
use std::rc::Rc;

/// An element of a list: what comes before it and after it.
struct Hit<'a> {
    before: &'a [T],
    element: &'a T,
    tail: &'a T,
    /// The element is any one of a list in a register: that list and the register of its position there.
    looped: Option<(Val, Reg)>,
}

impl Unfolder<'_> {
    /// A predicate about lists; none if it is not one of those known here.
    pub(crate) fn list_goal(
        &mut self,
        name: &str,
        args: &[T],
        next: &Rest,
        ops: &mut Vec<Op>,
    ) -> May<Option<Step>> {
        match (name, args) {
            ("member", [x, l]) => self.member(x, l, next).map(Some),
            ("memberchk", [x, l]) => self.memberchk(x, l, next, ops).map(Some),
            ("select", [x, l, r]) => self.select(x, l, r, next).map(Some),
            ("append", [a, b, c]) => self.append(a, b, c, next, ops).map(Some),
            ("append", [ls, l]) => {
                let (items, rest) = self.store.list(ls);
                if rest == NIL && !items.is_empty() && self.store.place(ls).is_none() {
                    return self.chain(&items, l, next).map(Some);
                }
                self.listed(ls)?;
                let v = self.value(ls, ops)?;
                let kind = Kind::List;
                self.made(l, kind, Vec::new(), ops, |out| Op::Flatten(out, v), next).map(Some)
            }
            ("length", [l, n]) => self.length(l, n, next, ops).map(Some),
            ("reverse", [l, r]) => {
                let (items, rest) = self.store.list(l);
                if rest == NIL {
                    let mut items = items;
                    items.reverse();
                    let ok = self.unify(r, &list_with(&items, NIL), ops)?;
                    return Ok(Some(step(ok, next)));
                }
                self.listed(l)?;
                let v = self.value(l, ops)?;
                let kind = self.kind(l);
                self.made(r, kind, vec![Part::Many(l.clone())], ops, |out| Op::Reverse(out, v), next)
                    .map(Some)
            }
            ("last", [l, x]) => {
                let (items, rest) = self.store.list(l);
                if rest == NIL {
                    let ok = match items.last() {
                        Some(i) => self.unify(x, i, ops)?,
                        None => false,
                    };
                    return Ok(Some(step(ok, next)));
                }
                self.listed(l)?;
                let kind = self.kind(l).element();
                let v = self.value(l, ops)?;
                self.made(x, kind, Vec::new(), ops, |out| Op::Last(out, v), next).map(Some)
            }
            ("nth0", [i, l, x]) => self.nth(0, i, l, x, next, ops).map(Some),
            ("nth1", [i, l, x]) => self.nth(1, i, l, x, next, ops).map(Some),
            ("maplist", [g, l]) => self.fill(g, l, next, ops),
            _ => Ok(None),
        }
    }

    /// Fails unless the term is a list for certain.
    fn listed(&self, l: &T) -> May<()> {
        let (_, rest) = self.store.list(l);
        match rest {
            T::Atom(sym::NIL) => Ok(()),
            T::Var(v) if self.store.of(v).is_some_and(|d| d.kind.list()) => Ok(()),
            T::Node(sym::HOLES, _) => Err("a list of unbound variables is used".into()),
            _ => Err("a list with an open end".into()),
        }
    }

    /// Gives a new value to a term.
    fn made(
        &mut self,
        out: &T,
        kind: Kind,
        parts: Vec<Part>,
        ops: &mut Vec<Op>,
        op: impl FnOnce(u16) -> Op,
        next: &Rest,
    ) -> May<Step> {
        let (t, reg) = self.store.dynamic(kind, 0);
        ops.push(op(reg));
        if !parts.is_empty() {
            self.made_of(&t, parts);
        }
        let ok = self.unify(out, &t, ops)?;
        Ok(step(ok, next))
    }

    /// A branch for each known element that may be `x`, then a loop over the rest.
    fn elements(
        &mut self,
        x: &T,
        l: &T,
        next: &Rest,
        mut each: impl FnMut(&mut Self, &Hit<'_>, &mut Vec<Op>) -> May<bool>,
    ) -> May<Step> {
        let (items, rest) = self.store.list(l);
        let level = self.store.level;
        let mut kids = Vec::new();
        let mut at = l.clone();
        for (i, element) in items.iter().enumerate() {
            let T::Node(_, cell) = self.store.deref(&at) else { break };
            at = cell[1].clone();
            if self.clash(x, element, 0) {
                continue;
            }
            let hit = Hit { before: &items[..i], element, tail: &at, looped: None };
            let tree = self.branch(next, |u, ops| each(u, &hit, ops));
            let last = node::cuts(&tree, level);
            kids.push(tree);
            if last {
                return Ok(Step::Tree(node::alt(kids)));
            }
        }
        match &rest {
            T::Var(v) => match self.store.of(*v) {
                Some(d) if d.kind.list() => {
                    let mark = self.store.mark();
                    let (element, e) = self.store.dynamic(d.kind.element(), 0);
                    let position = self.store.reg();
                    let mut ops = Vec::new();
                    let list = Val::Reg(d.reg);
                    let looped = Some((list, position));
                    let hit = Hit { before: &items, element: &element, tail: &rest, looped };
                    let tree = match each(self, &hit, &mut ops) {
                        Ok(true) => self.run(next.clone()),
                        Ok(false) => Node::Fail,
                        Err(why) => self.bail(why),
                    };
                    self.store.undo(mark);
                    let tree = node::ops(ops, tree);
                    if tree != Node::Fail {
                        kids.push(Node::Each { list, element: e, position, next: Box::new(tree) });
                    }
                }
                _ => kids.push(self.bail("a list with an open end".into())),
            },
            T::Node(sym::HOLES, _) => kids.push(self.bail("a list of unbound variables is used".into())),
            _ => {}
        }
        Ok(Step::Tree(node::alt(kids)))
    }

    /// Whether two terms differ at first sight.
    fn clash(&self, a: &T, b: &T, depth: usize) -> bool {
        match (self.store.deref(a), self.store.deref(b)) {
            (T::Node(f, xs), T::Node(g, ys)) => {
                f != g
                    || xs.len() != ys.len()
                    || (depth < 2 && xs.iter().zip(ys.iter()).any(|(x, y)| self.clash(x, y, depth + 1)))
            }
            (T::Var(_), _) | (_, T::Var(_)) => false,
            (a, b) => a != b,
        }
    }

    fn member(&mut self, x: &T, l: &T, next: &Rest) -> May<Step> {
        self.elements(x, l, next, |u, hit, ops| u.unify(x, hit.element, ops))
    }

    fn memberchk(&mut self, x: &T, l: &T, next: &Rest, ops: &mut Vec<Op>) -> May<Step> {
        let whole = self.store.place(l).is_some() || matches!(self.store.list(l).1, T::Var(_));
        if whole && self.store.ground(x) && self.listed(l).is_ok() && !self.kind(x).list() {
            let (v, list) = (self.value(x, ops)?, self.value(l, ops)?);
            ops.push(Op::Member(v, list));
            return Ok(Step::Go(next.clone()));
        }
        let (once, member) = (self.names.sym("once"), self.names.sym("member"));
        let inner = T::Node(member, Rc::new([x.clone(), l.clone()]));
        Ok(Step::Go(then(Todo::Goal(T::Node(once, Rc::new([inner])), 0), next)))
    }

    fn select(&mut self, x: &T, l: &T, r: &T, next: &Rest) -> May<Step> {
        if matches!(self.store.deref(l), T::Var(v) if self.store.of(v).is_none()) {
            return Err("select/3 that builds a list".into());
        }
        self.elements(x, l, next, |u, hit, ops| {
            if !u.unify(x, hit.element, ops)? {
                return Ok(false);
            }
            let Some((list, position)) = hit.looped else {
                return u.unify(r, &list_with(hit.before, hit.tail.clone()), ops);
            };
            let kind = u.kind(hit.tail);
            let (t, reg) = u.store.dynamic(kind, 0);
            ops.push(Op::Without(reg, list, position));
            u.made_of(hit.tail, vec![Part::One(hit.element.clone()), Part::Many(t.clone())]);
            u.unify(r, &list_with(hit.before, t), ops)
        })
    }

    fn append(&mut self, a: &T, b: &T, c: &T, next: &Rest, ops: &mut Vec<Op>) -> May<Step> {
        let (items, rest) = self.store.list(a);
        match &rest {
            T::Atom(sym::NIL) => {
                let ok = self.unify(c, &list_with(&items, b.clone()), ops)?;
                Ok(step(ok, next))
            }
            T::Node(sym::HOLES, n) if items.is_empty() => {
                self.listed(c)?;
                let (list, n) = (self.value(c, ops)?, self.value(&n[0], ops)?);
                let kind = self.kind(c);
                self.made(b, kind, Vec::new(), ops, |out| Op::Drop(out, list, n), next)
            }
            T::Var(v) if self.store.of(*v).is_some_and(|d| d.kind.list()) => {
                let left = self.value(a, ops)?;
                if self.store.ground(b) {
                    self.listed(b)?;
                    let right = self.value(b, ops)?;
                    let kind = if self.kind(a) == Kind::Tokens && self.kind(b) == Kind::Tokens {
                        Kind::Tokens
                    } else {
                        Kind::List
                    };
                    let parts = vec![Part::Many(a.clone()), Part::Many(b.clone())];
                    return self.made(c, kind, parts, ops, |out| Op::Concat(out, left, right), next);
                }
                if self.store.ground(c) {
                    self.listed(c)?;
                    let whole = self.value(c, ops)?;
                    let kind = self.kind(c);
                    return self.made(b, kind, Vec::new(), ops, |out| Op::Behind(out, whole, left), next);
                }
                Err("append/3 with two open lists".into())
            }
            T::Var(v) if self.store.of(*v).is_none() => self.split(a, b, c, next, ops),
            _ => Err("append/3 of something that is not a list".into()),
        }
    }

    /// `append/3` with an open first argument: the ways to cut the third one.
    fn split(&mut self, a: &T, b: &T, c: &T, next: &Rest, ops: &mut Vec<Op>) -> May<Step> {
        let (prefix, _) = self.store.list(a);
        if !prefix.is_empty() {
            // One cell after the other, as the clauses of append do.
            let T::Node(_, cell) = self.store.deref(a) else { return Err("append/3".into()) };
            let tail = self.store.fresh();
            if !self.unify(c, &cons(cell[0].clone(), tail.clone()), ops)? {
                return Ok(Step::Tree(Node::Fail));
            }
            let append = self.names.sym("append");
            let goal = T::Node(append, Rc::new([cell[1].clone(), b.clone(), tail]));
            return Ok(Step::Go(then(Todo::Goal(goal, 0), next)));
        }
        let (items, rest) = self.store.list(c);
        if rest == NIL && self.store.place(c).is_none() {
            let mut kids = Vec::new();
            for i in 0..=items.len() {
                let tree = self.branch(next, |u, ops| {
                    Ok(u.unify(a, &list_with(&items[..i], NIL), ops)?
                        && u.unify(b, &list_with(&items[i..], NIL), ops)?)
                });
                let last = node::cuts(&tree, self.store.level);
                kids.push(tree);
                if last {
                    break;
                }
            }
            return Ok(Step::Tree(node::alt(kids)));
        }
        self.listed(c)?;
        let kind = self.kind(c);
        let list = self.value(c, ops)?;
        let mark = self.store.mark();
        let (l, left) = self.store.dynamic(kind, 0);
        let (r, right) = self.store.dynamic(kind, 0);
        self.made_of(c, vec![Part::Many(l.clone()), Part::Many(r.clone())]);
        let mut inner = Vec::new();
        let tree = match self.unify(a, &l, &mut inner).and_then(|ok| Ok(ok && self.unify(b, &r, &mut inner)?))
        {
            Ok(true) => self.run(next.clone()),
            Ok(false) => Node::Fail,
            Err(why) => self.bail(why),
        };
        self.store.undo(mark);
        let tree = node::ops(inner, tree);
        Ok(Step::Tree(match tree {
            Node::Fail => Node::Fail,
            tree => Node::Split { list, left, right, next: Box::new(tree) },
        }))
    }

    /// `append/2` over a known number of lists.
    fn chain(&mut self, lists: &[T], all: &T, next: &Rest) -> May<Step> {
        let append = self.names.sym("append");
        let mut goals = next.clone();
        let mut target = all.clone();
        let mut made = Vec::new();
        for (i, l) in lists.iter().enumerate() {
            if i + 1 == lists.len() {
                let eq = self.names.sym("=");
                made.push(T::Node(eq, Rc::new([l.clone(), target.clone()])));
            } else {
                let rest = self.store.fresh();
                made.push(T::Node(append, Rc::new([l.clone(), rest.clone(), target])));
                target = rest;
            }
        }
        // The last list first: then each append gets its second argument.
        for g in &made {
            goals = then(Todo::Goal(g.clone(), 0), &goals);
        }
        match lists.iter().all(|l| self.listed(l).is_ok()) {
            true => Ok(Step::Go(goals)),
            false => Err("append/2 of open lists".into()),
        }
    }

    fn length(&mut self, l: &T, n: &T, next: &Rest, ops: &mut Vec<Op>) -> May<Step> {
        let (items, rest) = self.store.list(l);
        match &rest {
            T::Atom(sym::NIL) => {
                let ok = self.unify(n, &T::Int(items.len() as i64), ops)?;
                Ok(step(ok, next))
            }
            T::Var(v) if self.store.of(*v).is_none() && items.is_empty() => {
                if !self.store.ground(n) || self.kind(n) != Kind::Int {
                    return Err("length/2 of an open list".into());
                }
                let holes = T::Node(sym::HOLES, Rc::new([n.clone()]));
                self.store.bind(*v, holes);
                Ok(Step::Go(next.clone()))
            }
            T::Node(sym::HOLES, k) if items.is_empty() => {
                let ok = self.unify(n, &k[0], ops)?;
                Ok(step(ok, next))
            }
            _ => {
                self.listed(l)?;
                let v = self.value(l, ops)?;
                self.made(n, Kind::Int, Vec::new(), ops, |out| Op::Length(out, v), next)
            }
        }
    }

    fn nth(&mut self, base: i64, i: &T, l: &T, x: &T, next: &Rest, ops: &mut Vec<Op>) -> May<Step> {
        let (items, rest) = self.store.list(l);
        let open = matches!(self.store.deref(i), T::Var(v) if self.store.of(v).is_none());
        if let T::Int(k) = self.store.deref(i) {
            let k = k - base;
            match usize::try_from(k) {
                Err(_) => return Err("a negative index".into()),
                Ok(k) if k < items.len() => {
                    let ok = self.unify(x, &items[k], ops)?;
                    return Ok(step(ok, next));
                }
                Ok(_) if rest == NIL => return Ok(Step::Tree(Node::Fail)),
                Ok(_) => {}
            }
        }
        let whole = self.store.place(l).is_some() || matches!(rest, T::Var(_));
        if whole && !open {
            self.listed(l)?;
            let kind = self.kind(l).element();
            let (list, index) = (self.value(l, ops)?, self.value(i, ops)?);
            return self.made(x, kind, Vec::new(), ops, |out| Op::Nth(out, list, index, base), next);
        }
        self.elements(x, l, next, |u, hit, ops| {
            let known = base + hit.before.len() as i64;
            if hit.looped.is_none() && !u.unify(i, &T::Int(known), ops)? {
                return Ok(false);
            }
            if !u.unify(x, hit.element, ops)? {
                return Ok(false);
            }
            let Some((_, position)) = hit.looped else { return Ok(true) };
            let (t, reg) = u.store.dynamic(Kind::Int, 0);
            let add = Word::int(known).ok_or("a large number")?;
            let parts = [Expr::Val(Val::Reg(position)), Expr::Val(Val::Word(add))];
            ops.push(Op::Let(reg, Expr::Apply(Arith::Add, parts.into())));
            u.unify(i, &t, ops)
        })
    }

    /// `maplist(=(X), L)` over a list of so many unbound variables.
    fn fill(&mut self, g: &T, l: &T, next: &Rest, ops: &mut Vec<Op>) -> May<Option<Step>> {
        let T::Node(sym::HOLES, n) = self.store.deref(l) else { return Ok(None) };
        let x = match self.store.deref(g) {
            T::Node(f, args) if self.names.text(f) == "=" && args.len() == 1 => args[0].clone(),
            _ => return Err("a list of unbound variables is used".into()),
        };
        // The variable that stands for the list is bound to what it is now.
        let mut at = l.clone();
        let v = loop {
            let T::Var(v) = at else { return Err("a list of unbound variables is used".into()) };
            match self.store.binding(v) {
                Some(T::Node(sym::HOLES, _)) => break v,
                Some(t) => at = t,
                None => return Err("a list of unbound variables is used".into()),
            }
        };
        let (n, x) = (self.value(&n[0], ops)?, self.value(&x, ops)?);
        let (t, reg) = self.store.dynamic(Kind::List, 0);
        ops.push(Op::Fill(reg, n, x));
        self.store.bind(v, t);
        Ok(Some(Step::Go(next.clone())))
    }
}

fn step(ok: bool, next: &Rest) -> Step {
    if ok { Step::Go(next.clone()) } else { Step::Tree(Node::Fail) }
}
