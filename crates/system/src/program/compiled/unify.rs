//! Unification during unfolding: what is known is decided at once, what depends on the state becomes a step. Also the
//! conversion of terms to values.

use super::node::Op;
use super::term::{Kind, NIL, T, cons, sym};
use super::unfold::{May, Unfolder};
use super::word::{Val, Word};

/// Compound constants nested deeper than this are left to the logic machine.
const DEEP: usize = 8;

impl Unfolder<'_> {
    /// Makes two terms equal; false if they never are.
    pub(crate) fn unify(&mut self, a: &T, b: &T, ops: &mut Vec<Op>) -> May<bool> {
        let (a, b) = (self.store.deref(a), self.store.deref(b));
        if self.store.spent() {
            return Err("terms that are too large".into());
        }
        match (&a, &b) {
            (T::Var(x), T::Var(y)) if x == y => Ok(true),
            (T::Var(x), _) if self.store.of(*x).is_none() => self.assign(*x, &b),
            (_, T::Var(y)) if self.store.of(*y).is_none() => self.assign(*y, &a),
            (T::Var(x), T::Var(y)) => self.alias(*x, *y, ops),
            (T::Var(x), _) => self.refine(*x, &b, ops),
            (_, T::Var(y)) => self.refine(*y, &a, ops),
            (T::Int(x), T::Int(y)) => Ok(x == y),
            (T::Atom(x), T::Atom(y)) => Ok(x == y),
            (T::Node(sym::HOLES, _), _) | (_, T::Node(sym::HOLES, _)) => {
                Err("a list of unbound variables is compared".into())
            }
            (T::Node(f, xs), T::Node(g, ys)) => {
                if f != g || xs.len() != ys.len() {
                    return Ok(false);
                }
                for (x, y) in xs.iter().zip(ys.iter()) {
                    if !self.unify(x, y, ops)? {
                        return Ok(false);
                    }
                }
                Ok(true)
            }
            _ => Ok(false),
        }
    }

    fn assign(&mut self, v: u32, t: &T) -> May<bool> {
        if matches!(t, T::Node(sym::HOLES, _)) {
            return Err("a list of unbound variables is handed on".into());
        }
        if self.store.any(t, &mut |w, _| w == v) {
            return Err("a term would contain itself".into());
        }
        self.store.bind(v, t.clone());
        Ok(true)
    }

    /// Two values of the state are the same.
    fn alias(&mut self, x: u32, y: u32, ops: &mut Vec<Op>) -> May<bool> {
        let (Some(a), Some(b)) = (self.store.of(x), self.store.of(y)) else {
            return Err("an unbound variable where a value should be".into());
        };
        if (a.kind.list() && b.kind.scalar()) || (a.kind.scalar() && b.kind.list()) {
            return Ok(false);
        }
        if a.reg != b.reg {
            ops.push(Op::Same(Val::Reg(a.reg), Val::Reg(b.reg)));
        }
        // The one of which more is known stays.
        let (from, to) = if rank(a.kind) > rank(b.kind) { (y, x) } else { (x, y) };
        self.store.bind(from, T::Var(to));
        Ok(true)
    }

    /// A value of the state is a known term.
    fn refine(&mut self, v: u32, t: &T, ops: &mut Vec<Op>) -> May<bool> {
        let Some(d) = self.store.of(v) else {
            return Err("an unbound variable where a value should be".into());
        };
        match t {
            T::Atom(sym::NIL) if d.kind.scalar() => Ok(false),
            T::Atom(sym::NIL) => {
                ops.push(Op::Is(d.reg, Word::NIL));
                self.store.bind(v, NIL);
                Ok(true)
            }
            T::Node(sym::DOT, args) if args.len() == 2 => {
                if d.kind.scalar() {
                    return Ok(false);
                }
                if usize::from(d.depth) > self.longest {
                    return Err("a list longer than all tokens together".into());
                }
                let (head, h) = self.store.dynamic(d.kind.element(), 0);
                let rest = if d.kind == Kind::Any { Kind::List } else { d.kind };
                let (tail, r) = self.store.dynamic(rest, d.depth + 1);
                ops.push(Op::Cons(d.reg, h, r));
                self.store.bind(v, cons(head.clone(), tail.clone()));
                Ok(self.unify(&args[0], &head, ops)? && self.unify(&args[1], &tail, ops)?)
            }
            _ if d.kind.list() => Ok(false),
            T::Node(sym::HOLES, _) => Err("a list of unbound variables is compared".into()),
            T::Node(..) if d.kind == Kind::Int => Ok(false),
            T::Atom(_) if d.kind == Kind::Int => Ok(false),
            T::Node(f, args) if !(self.store.fixed(t) && self.store.ground(t)) => {
                if d.kind == Kind::Token && !self.shapes.contains(&(*f, args.len())) {
                    return Ok(false);
                }
                let mut parts = Vec::with_capacity(args.len());
                let mut first = None;
                for _ in 0..args.len() {
                    let (part, r) = self.store.dynamic(Kind::Scalar, 0);
                    first.get_or_insert(r);
                    parts.push(part);
                }
                let (Some(first), Ok(n)) = (first, u8::try_from(args.len())) else {
                    return Err("a term with too many arguments".into());
                };
                ops.push(Op::Functor(d.reg, *f, n, first));
                self.store.bind(v, T::Node(*f, parts.clone().into()));
                for (x, y) in args.iter().zip(&parts) {
                    if !self.unify(x, y, ops)? {
                        return Ok(false);
                    }
                }
                Ok(true)
            }
            _ => {
                let w = self.word(t, 0)?;
                if d.kind == Kind::Token && !self.token_words.contains(&w) {
                    return Ok(false);
                }
                ops.push(Op::Is(d.reg, w));
                let t = self.store.full(t);
                self.store.bind(v, t);
                Ok(true)
            }
        }
    }

    /// The value of a ground term in which nothing depends on the state.
    pub(crate) fn word(&mut self, t: &T, depth: usize) -> May<Word> {
        if depth > DEEP || self.store.spent() {
            return Err("a term nested too deeply".into());
        }
        match self.store.deref(t) {
            T::Int(i) => Word::int(i).ok_or_else(|| "a large number".into()),
            T::Atom(a) => Ok(self.consts.enter(a, &[])),
            T::Var(_) => Err("an unbound variable where a value should be".into()),
            T::Node(sym::DOT, _) => {
                let (items, rest) = self.store.list(t);
                if rest != NIL {
                    return Err("a list with an open end".into());
                }
                let words = items.iter().map(|i| self.word(i, depth + 1)).collect::<May<Vec<Word>>>()?;
                if let Some(&w) = self.known_lists.get(&words) {
                    return Ok(w);
                }
                let w = Word::list(self.consts.lists.len(), words.len());
                self.consts.lists.extend_from_slice(&words);
                self.known_lists.insert(words, w);
                Ok(w)
            }
            T::Node(f, args) => {
                let words = args.iter().map(|i| self.word(i, depth + 1)).collect::<May<Vec<Word>>>()?;
                if f == sym::HOLES || words.iter().any(|w| w.is_list()) {
                    return Err("a list inside a term".into());
                }
                Ok(self.consts.enter(f, &words))
            }
        }
    }

    /// A ground term as a value; steps are added where it has to be put together.
    pub(crate) fn value(&mut self, t: &T, ops: &mut Vec<Op>) -> May<Val> {
        let d = self.store.deref(t);
        if self.store.spent() {
            return Err("terms that are too large".into());
        }
        if !matches!(d, T::Var(_) | T::Node(..)) {
            return Ok(Val::Word(self.word(&d, 0)?));
        }
        if let Some(p) = self.store.place(t) {
            return Ok(Val::Reg(p.reg));
        }
        if self.store.fixed(&d) {
            return Ok(Val::Word(self.word(&d, 0)?));
        }
        match &d {
            T::Node(sym::DOT, _) => {
                let (items, rest) = self.open(t);
                let items = items.iter().map(|i| self.value(i, ops)).collect::<May<Vec<Val>>>()?;
                let tail = self.value(&rest, ops)?;
                let out = self.store.reg();
                ops.push(Op::List(out, items.into(), tail));
                Ok(Val::Reg(out))
            }
            T::Node(sym::HOLES, _) => Err("a list of unbound variables is used".into()),
            T::Node(f, args) => {
                if args.iter().any(|a| !self.kind(a).scalar()) {
                    return Err("a term around a list is used".into());
                }
                let parts = args.iter().map(|a| self.value(a, ops)).collect::<May<Vec<Val>>>()?;
                let out = self.store.reg();
                ops.push(Op::Struct(out, *f, parts.into()));
                Ok(Val::Reg(out))
            }
            _ => Err("an unbound variable where a value should be".into()),
        }
    }

    /// The elements of a list up to the first rest that lies in a register.
    pub(crate) fn open(&self, t: &T) -> (Vec<T>, T) {
        let mut items = Vec::new();
        let mut at = t.clone();
        loop {
            if !items.is_empty() && self.store.place(&at).is_some() && self.store.deref(&at) != NIL {
                return (items, at);
            }
            match self.store.deref(&at) {
                T::Node(sym::DOT, args) if args.len() == 2 => {
                    items.push(args[0].clone());
                    at = args[1].clone();
                }
                rest => return (items, rest),
            }
        }
    }

    /// What is known of the kind of a term's value.
    pub(crate) fn kind(&self, t: &T) -> Kind {
        let place = self.store.place(t);
        match self.store.deref(t) {
            T::Int(_) => Kind::Int,
            T::Atom(sym::NIL) => Kind::Tokens,
            T::Node(sym::DOT, args) => match place {
                Some(p) if p.kind == Kind::Tokens => Kind::Tokens,
                None if args.len() == 2
                    && self.kind(&args[0]) == Kind::Token
                    && self.kind(&args[1]) == Kind::Tokens =>
                {
                    Kind::Tokens
                }
                _ => Kind::List,
            },
            T::Node(sym::HOLES, _) => Kind::List,
            T::Node(..) if self.store.spent() => Kind::Any,
            T::Node(_, args) if place.is_none() && !args.iter().all(|a| self.kind(a).scalar()) => Kind::Any,
            T::Atom(_) | T::Node(..) => match place {
                Some(p) if p.kind == Kind::Token => Kind::Token,
                _ => Kind::Scalar,
            },
            T::Var(_) => place.map_or(Kind::Any, |p| p.kind),
        }
    }
}

fn rank(k: Kind) -> u8 {
    match k {
        Kind::Any => 0,
        Kind::Scalar | Kind::List => 1,
        Kind::Tokens | Kind::Int => 2,
        Kind::Token => 3,
    }
}
