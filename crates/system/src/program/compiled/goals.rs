//! Built-in predicates in partial deduction: unification and comparison, type tests, arithmetic, taking terms apart, and
//! collecting answers.

use super::leaf::Leaf;
use super::node::{self, Arith, Expr, Node, Op, Order, Sort};
use super::term::{Kind, NIL, Part, T, list_with, sym};
use super::unfold::{May, Rest, Step, Unfolder};
use super::word::Val;
use std::rc::Rc;

/// A number among at most this many tokens is split into cases before it is calculated with.
const CASES: usize = 12;

impl Unfolder<'_> {
    /// A built-in predicate; none if it is not one of those known here.
    pub(crate) fn builtin(
        &mut self,
        name: &str,
        args: &[T],
        next: &Rest,
        ops: &mut Vec<Op>,
    ) -> May<Option<Step>> {
        let go = |ok: bool| Ok(Some(if ok { Step::Go(next.clone()) } else { Step::Tree(Node::Fail) }));
        match (name, args) {
            ("=", [a, b]) => {
                let ok = self.unify(a, b, ops)?;
                go(ok)
            }
            ("\\=", [a, b]) => Ok(Some(Step::Tree(self.differ(a, b, next)))),
            ("==", [a, b]) => match self.same(a, b) {
                Some(false) => go(false),
                _ => {
                    let ok = self.unify(a, b, ops)?;
                    go(ok)
                }
            },
            ("\\==", [a, b]) => match self.same(a, b) {
                Some(false) => go(true),
                _ => Ok(Some(Step::Tree(self.differ(a, b, next)))),
            },
            ("var", [a]) => go(matches!(self.store.deref(a), T::Var(v) if self.store.of(v).is_none())),
            ("nonvar", [a]) => go(!matches!(self.store.deref(a), T::Var(v) if self.store.of(v).is_none())),
            ("ground", [a]) => go(self.store.ground(a)),
            ("integer" | "number" | "atom" | "atomic" | "compound" | "callable" | "is_list", [a]) => {
                let ok = self.sort(name, a, ops)?;
                go(ok)
            }
            ("is", [out, e]) => self.calculate(out, e, next, ops),
            ("=:=" | "=\\=" | "<" | ">" | "=<" | ">=", [a, b]) => self.compare(name, a, b, next, ops),
            ("arg", [n, t, a]) => self.arg(n, t, a, next, ops),
            ("=..", [t, l]) => self.univ(t, l, next, ops),
            ("functor", [t, f, n]) => match self.store.deref(t) {
                T::Node(g, args) if g != sym::HOLES => {
                    let ok =
                        self.unify(f, &T::Atom(g), ops)? && self.unify(n, &T::Int(args.len() as i64), ops)?;
                    go(ok)
                }
                _ => Ok(None),
            },
            ("between", [lo, hi, x]) if !(self.store.fixed(lo) && self.store.fixed(hi)) => {
                self.between(lo, hi, x, next, ops)
            }
            ("catch", [g, _, _]) => {
                let call = self.names.sym("call");
                let goal = T::Node(call, Rc::new([g.clone()]));
                Ok(Some(Step::Go(super::unfold::then(super::unfold::Todo::Goal(goal, 0), next))))
            }
            _ => Ok(None),
        }
    }

    /// Whether two terms are identical, as far as that is known without the state: `Some(false)` if they never are.
    fn same(&self, a: &T, b: &T) -> Option<bool> {
        let free = |t: &T| matches!(t, T::Var(v) if self.store.of(*v).is_none());
        match (self.store.deref(a), self.store.deref(b)) {
            (T::Var(x), T::Var(y)) if x == y => Some(true),
            (a, b) if free(&a) || free(&b) => Some(false),
            (T::Node(f, xs), T::Node(g, ys)) => {
                if f != g || xs.len() != ys.len() {
                    return Some(false);
                }
                let mut all = Some(true);
                for (x, y) in xs.iter().zip(ys.iter()) {
                    match self.same(x, y) {
                        Some(true) => {}
                        Some(false) => return Some(false),
                        None => all = None,
                    }
                }
                all
            }
            (T::Var(_), t) | (t, T::Var(_)) => (!self.store.ground(&t)).then_some(false),
            (a, b) => Some(a == b),
        }
    }

    /// The rest, where two terms do not unify. Identity asks the same of ground terms.
    fn differ(&mut self, a: &T, b: &T, next: &Rest) -> Node {
        let mark = self.store.mark();
        let mut steps = Vec::new();
        let found = self.unify(a, b, &mut steps);
        self.store.undo(mark);
        match found {
            Err(why) => self.bail(why),
            Ok(false) => self.run(next.clone()),
            Ok(true) if steps.is_empty() => Node::Fail,
            Ok(true) => {
                let rest = self.run(next.clone());
                match steps.as_slice() {
                    [Op::Is(r, w)] => node::ops(vec![Op::IsNot(*r, *w)], rest),
                    [Op::Same(a, b)] => node::ops(vec![Op::Differ(*a, *b)], rest),
                    _ => Node::If(steps.into(), Box::new(Node::Fail), Box::new(rest)),
                }
            }
        }
    }

    fn sort(&mut self, name: &str, a: &T, ops: &mut Vec<Op>) -> May<bool> {
        let t = self.store.deref(a);
        let list = |t: &T| matches!(t, T::Atom(sym::NIL) | T::Node(sym::DOT, _));
        Ok(match (name, &t) {
            ("is_list", t) if list(t) => {
                let (_, rest) = self.store.list(t);
                match &rest {
                    T::Var(v) => self.store.of(*v).is_some_and(|d| d.kind.list()),
                    rest => *rest == NIL,
                }
            }
            (_, T::Var(v)) => {
                let Some(d) = self.store.of(*v) else { return Ok(false) };
                let sort = match (name, d.kind) {
                    ("integer" | "number" | "atomic", Kind::Int) | ("is_list", Kind::Tokens | Kind::List) => {
                        return Ok(true);
                    }
                    (_, Kind::Int) | ("integer" | "number", Kind::Tokens | Kind::List) => return Ok(false),
                    ("is_list", k) if k.scalar() => return Ok(false),
                    ("integer" | "number", _) => Sort::Integer,
                    ("atom", _) => Sort::Atom,
                    ("atomic", _) => Sort::Atomic,
                    ("compound", _) => Sort::Compound,
                    ("is_list", _) => Sort::List,
                    _ => return Err(format!("{name}/1 about what lies in a zone")),
                };
                ops.push(Op::Sort(sort, d.reg));
                true
            }
            ("integer" | "number", t) => matches!(t, T::Int(_)),
            ("atom", t) => matches!(t, T::Atom(_)),
            ("atomic", t) => !matches!(t, T::Node(..)),
            ("compound", t) => matches!(t, T::Node(..)),
            ("callable", t) => !matches!(t, T::Int(_)),
            _ => false,
        })
    }

    /// An expression; `Ok(Err(v))` if the token `v` should be split into cases first.
    fn expression(&mut self, t: &T) -> May<Result<Expr, u32>> {
        let t = self.store.deref(t);
        match &t {
            T::Int(_) => Ok(Ok(Expr::Val(Val::Word(self.word(&t, 0)?)))),
            T::Var(v) => {
                let Some(d) = self.store.of(*v) else {
                    return Err("arithmetic with an unbound variable".into());
                };
                if d.kind == Kind::Token && self.numbers.len() <= CASES {
                    return Ok(Err(*v));
                }
                if d.kind.list() {
                    return Err("arithmetic with a list".into());
                }
                Ok(Ok(Expr::Val(Val::Reg(d.reg))))
            }
            T::Node(f, args) => {
                let op = match (self.names.text(*f), args.len()) {
                    ("+", 2) => Arith::Add,
                    ("-", 2) => Arith::Sub,
                    ("*", 2) => Arith::Mul,
                    ("//", 2) => Arith::Quotient,
                    ("mod", 2) => Arith::Mod,
                    ("rem", 2) => Arith::Rem,
                    ("min", 2) => Arith::Min,
                    ("max", 2) => Arith::Max,
                    ("abs", 1) => Arith::Abs,
                    ("-", 1) => Arith::Negate,
                    (n, k) => return Err(format!("{n}/{k} in arithmetic")),
                };
                let mut parts = Vec::new();
                for a in args.iter() {
                    match self.expression(a)? {
                        Ok(e) => parts.push(e),
                        Err(v) => return Ok(Err(v)),
                    }
                }
                let e = Expr::Apply(op, parts.into());
                match super::steps::constant(&e) {
                    Some(w) => Ok(Ok(Expr::Val(Val::Word(w)))),
                    None => Ok(Ok(e)),
                }
            }
            T::Atom(_) => Err("an atom in arithmetic".into()),
        }
    }

    /// The same goal for each number that the token may be; any other token is an error, which the machine reports.
    fn cases(&mut self, v: u32, goal: &T, next: &Rest) -> May<Option<Step>> {
        let Some(d) = self.store.of(v) else { return Ok(None) };
        let mut branches = Vec::new();
        for n in self.numbers.clone() {
            let t = T::Int(n);
            let w = self.word(&t, 0)?;
            let again = super::unfold::then(super::unfold::Todo::Goal(goal.clone(), 0), next);
            let tree = self.branch(&again, |u, _| {
                u.store.bind(v, t);
                Ok(true)
            });
            branches.push((w, tree));
        }
        branches.sort_by_key(|b| b.0.0);
        Ok(Some(Step::Tree(Node::Switch(d.reg, branches.into(), Box::new(Node::Bail)))))
    }

    fn calculate(&mut self, out: &T, e: &T, next: &Rest, ops: &mut Vec<Op>) -> May<Option<Step>> {
        let is = self.names.sym("is");
        match self.expression(e)? {
            Err(v) => self.cases(v, &T::Node(is, Rc::new([out.clone(), e.clone()])), next),
            Ok(Expr::Val(Val::Word(w))) => {
                let Some(i) = w.as_int() else { return Ok(None) };
                let ok = self.unify(out, &T::Int(i), ops)?;
                Ok(Some(if ok { Step::Go(next.clone()) } else { Step::Tree(Node::Fail) }))
            }
            Ok(e) => {
                let (t, reg) = self.store.dynamic(Kind::Int, 0);
                ops.push(Op::Let(reg, e));
                let ok = self.unify(out, &t, ops)?;
                Ok(Some(if ok { Step::Go(next.clone()) } else { Step::Tree(Node::Fail) }))
            }
        }
    }

    fn compare(&mut self, name: &str, a: &T, b: &T, next: &Rest, ops: &mut Vec<Op>) -> May<Option<Step>> {
        let order = match name {
            "=:=" => Order::Equal,
            "=\\=" => Order::Unequal,
            "<" => Order::Less,
            ">" => Order::Greater,
            "=<" => Order::LessEqual,
            _ => Order::GreaterEqual,
        };
        let f = self.names.sym(name);
        let mut sides = Vec::new();
        for t in [a, b] {
            match self.expression(t)? {
                Ok(e) => sides.push(e),
                Err(v) => return self.cases(v, &T::Node(f, Rc::new([a.clone(), b.clone()])), next),
            }
        }
        let (Some(y), Some(x)) = (sides.pop(), sides.pop()) else { return Ok(None) };
        if let (Expr::Val(Val::Word(x)), Expr::Val(Val::Word(y))) = (&x, &y)
            && let (Some(x), Some(y)) = (x.as_int(), y.as_int())
        {
            let ok = super::steps::holds(order, x, y);
            return Ok(Some(if ok { Step::Go(next.clone()) } else { Step::Tree(Node::Fail) }));
        }
        ops.push(Op::Compare(order, x, y));
        Ok(Some(Step::Go(next.clone())))
    }

    fn arg(&mut self, n: &T, t: &T, a: &T, next: &Rest, ops: &mut Vec<Op>) -> May<Option<Step>> {
        let T::Node(f, parts) = self.store.deref(t) else { return Ok(None) };
        if f == sym::HOLES {
            return Err("a list of unbound variables is used".into());
        }
        if let T::Int(i) = self.store.deref(n) {
            let ok = match usize::try_from(i - 1).ok().and_then(|i| parts.get(i)) {
                Some(p) => self.unify(p, a, ops)?,
                None if i < 0 => return Ok(None),
                None => false,
            };
            return Ok(Some(if ok { Step::Go(next.clone()) } else { Step::Tree(Node::Fail) }));
        }
        if !self.store.ground(n) || self.kind(n) != Kind::Int {
            return Err("arg/3 without a number".into());
        }
        let mut kids = Vec::new();
        for (i, p) in parts.iter().enumerate() {
            let tree = self
                .branch(next, |u, ops| Ok(u.unify(n, &T::Int(i as i64 + 1), ops)? && u.unify(p, a, ops)?));
            let last = node::cuts(&tree, self.store.level);
            kids.push(tree);
            if last {
                break;
            }
        }
        // A negative number is an error, which the machine reports.
        let zero = Expr::Val(Val::Word(self.word(&T::Int(0), 0)?));
        let negative = Op::Compare(Order::Less, Expr::Val(self.value(n, ops)?), zero);
        let tree = Node::If([negative].into(), Box::new(Node::Bail), Box::new(node::alt(kids)));
        Ok(Some(Step::Tree(tree)))
    }

    fn univ(&mut self, t: &T, l: &T, next: &Rest, ops: &mut Vec<Op>) -> May<Option<Step>> {
        let ok = match self.store.deref(t) {
            T::Node(f, args) if f != sym::HOLES => {
                let mut items = vec![T::Atom(f)];
                items.extend(args.iter().cloned());
                self.unify(l, &list_with(&items, NIL), ops)?
            }
            T::Var(v) if self.store.of(v).is_none() => {
                let (items, rest) = self.store.list(l);
                let (Some((first, args)), true) = (items.split_first(), rest == NIL) else { return Ok(None) };
                match self.store.deref(first) {
                    T::Atom(f) if !args.is_empty() => self.unify(t, &T::Node(f, args.into()), ops)?,
                    _ => return Ok(None),
                }
            }
            _ => return Ok(None),
        };
        Ok(Some(if ok { Step::Go(next.clone()) } else { Step::Tree(Node::Fail) }))
    }

    fn between(&mut self, lo: &T, hi: &T, x: &T, next: &Rest, ops: &mut Vec<Op>) -> May<Option<Step>> {
        if ![lo, hi].iter().all(|t| matches!(self.kind(t), Kind::Int | Kind::Token | Kind::Scalar)) {
            return Ok(None);
        }
        let (from, to) = (self.value(lo, ops)?, self.value(hi, ops)?);
        let mark = self.store.mark();
        let (t, out) = self.store.dynamic(Kind::Int, 0);
        let mut inner = Vec::new();
        let tree = match self.unify(x, &t, &mut inner)? {
            true => self.run(next.clone()),
            false => Node::Fail,
        };
        self.store.undo(mark);
        let tree = node::ops(inner, tree);
        Ok(Some(Step::Tree(Node::Between { from, to, out, next: Box::new(tree) })))
    }

    /// `findall/3`: the answers as a list, at once where nothing depends on the state.
    pub(crate) fn collect(&mut self, template: &T, g: &T, out: &T, next: &Rest) -> May<Node> {
        if self.store.fixed(g) && self.store.fixed(template) {
            let f = self.names.sym("findall");
            let goal = T::Node(f, Rc::new([template.clone(), g.clone(), out.clone()]));
            if self.callable(g) {
                return match self.ask_machine(&goal, next)? {
                    Step::Go(n) => Ok(self.run(n)),
                    Step::Tree(t) => Ok(t),
                };
            }
        }
        let inner = self.aside(g, Leaf::Push(template.clone()));
        let (t, reg) = self.store.dynamic(Kind::List, 0);
        let mut ops = Vec::new();
        let rest = match self.unify(out, &t, &mut ops)? {
            true => self.run(next.clone()),
            false => Node::Fail,
        };
        let rest = node::ops(ops, rest);
        Ok(match inner {
            Node::Bail => Node::Bail,
            inner => Node::Collect(reg, Box::new(inner), Box::new(rest)),
        })
    }

    /// Whether a goal only computes.
    fn callable(&self, g: &T) -> bool {
        match self.store.deref(g) {
            T::Atom(f) => self.rules.pure(f, 0),
            T::Node(f, args) => match self.names.text(f) {
                "," | ";" | "->" => args.iter().all(|a| self.callable(a)),
                "\\+" | "not" | "once" | "call" | "ignore" if args.len() == 1 => self.callable(&args[0]),
                "findall" | "aggregate_all" if args.len() == 3 => self.callable(&args[1]),
                "forall" if args.len() == 2 => args.iter().all(|a| self.callable(a)),
                "maplist" | "foldl" | "include" | "exclude" | "call" => false,
                _ => self.rules.pure(f, args.len()),
            },
            _ => false,
        }
    }

    /// `aggregate_all(count, ...)`; others are left to the machine.
    pub(crate) fn aggregate(&mut self, what: &T, g: &T, out: &T, next: &Rest) -> May<Node> {
        if self.store.deref(what) != T::Atom(self.names.sym("count")) {
            return Err("aggregate_all/3 of something else than count".into());
        }
        let inner = self.aside(g, Leaf::Push(NIL));
        let (t, reg) = self.store.dynamic(Kind::Int, 0);
        let mut ops = Vec::new();
        let rest = match self.unify(out, &t, &mut ops)? {
            true => self.run(next.clone()),
            false => Node::Fail,
        };
        Ok(Node::Count(reg, Box::new(inner), Box::new(node::ops(ops, rest))))
    }

    /// Notes of which parts a list consists.
    pub(crate) fn made_of(&mut self, t: &T, parts: Vec<Part>) {
        if let T::Var(v) = self.store.deref(t) {
            self.store.bag(v, parts);
        }
    }
}
