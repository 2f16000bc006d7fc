//! Terms during unfolding. A variable is free (nothing is known), bound, or *dynamic*: its value is a ground term that lies
//! in a register at run time. A dynamic variable may in addition be bound to what a test has shown about its value: after
//! `V = [C|R]` succeeded the variable is the list cell of two further dynamic variables.

use super::word::Reg;
use std::collections::HashMap;
use std::rc::Rc;
use std::sync::Arc;

/// The number of a name.
pub(crate) type Sym = u32;

/// A term.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum T {
    /// A variable of the store.
    Var(u32),
    /// An integer.
    Int(i64),
    /// An atom.
    Atom(Sym),
    /// A compound term.
    Node(Sym, Rc<[T]>),
}

/// Names that the unfolding knows by number.
pub(crate) mod sym {
    use super::Sym;
    pub(crate) const NIL: Sym = 0;
    pub(crate) const DOT: Sym = 1;
    pub(crate) const STATE: Sym = 2;
    pub(crate) const MINUS: Sym = 3;
    pub(crate) const COMMA: Sym = 4;
    pub(crate) const TRUE: Sym = 5;
    pub(crate) const HOLES: Sym = 6;
    pub(crate) const NONE: Sym = 7;
    /// In the order of the numbers.
    pub(super) const NAMES: &[&str] = &["[]", "[|]", "state", "-", ",", "true", "$holes", "$none"];
}

/// What kind of value a dynamic variable has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    /// A token of the game.
    Token,
    /// Some term that is not a list.
    Scalar,
    /// An integer.
    Int,
    /// A list of tokens.
    Tokens,
    /// A list of anything.
    List,
    /// Not known.
    Any,
}

impl Kind {
    pub(crate) fn scalar(self) -> bool {
        matches!(self, Kind::Token | Kind::Scalar | Kind::Int)
    }
    pub(crate) fn list(self) -> bool {
        matches!(self, Kind::Tokens | Kind::List)
    }
    /// What the elements of a list of this kind are.
    pub(crate) fn element(self) -> Kind {
        if self == Kind::Tokens { Kind::Token } else { Kind::Any }
    }
}

/// Where a dynamic value lies.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Dynamic {
    pub(crate) reg: Reg,
    pub(crate) kind: Kind,
    /// Of how many elements of a list it is known to be the rest.
    pub(crate) depth: u16,
}

#[derive(Clone, Debug, Default)]
struct Slot {
    bind: Option<T>,
    dynamic: Option<Dynamic>,
}

/// A part of a list, for the proof that no token is lost.
#[derive(Clone, Debug)]
pub(crate) enum Part {
    One(T),
    Many(T),
}

/// Variables and what is known of them; what is learnt in one branch is undone before the next.
#[derive(Default)]
pub(crate) struct Store {
    slots: Vec<Slot>,
    /// Variables bound, with what they were bound to before.
    trail: Vec<(u32, Option<T>)>,
    bags: Vec<(u32, Rc<[Part]>)>,
    /// The next free register.
    pub(crate) regs: Reg,
    /// The innermost barrier of cuts.
    pub(crate) level: u32,
    /// The largest number of registers in use.
    pub(crate) most_regs: Reg,
    /// Terms looked at. Terms share parts, so a walk can be far longer than what was written.
    looked: std::cell::Cell<usize>,
}

/// Terms looked at in one description.
const LOOKS: usize = 200_000_000;

/// A point to go back to.
#[derive(Clone, Copy)]
pub(crate) struct Mark {
    slots: usize,
    trail: usize,
    bags: usize,
    regs: Reg,
    level: u32,
}

impl Store {
    pub(crate) fn mark(&self) -> Mark {
        Mark {
            slots: self.slots.len(),
            trail: self.trail.len(),
            bags: self.bags.len(),
            regs: self.regs,
            level: self.level,
        }
    }

    pub(crate) fn undo(&mut self, m: Mark) {
        for (v, before) in self.trail.drain(m.trail..).rev() {
            if let Some(s) = self.slots.get_mut(v as usize) {
                s.bind = before;
            }
        }
        self.slots.truncate(m.slots);
        self.bags.truncate(m.bags);
        self.regs = m.regs;
        self.level = m.level;
    }

    /// Variables bound since `m` that were there before and are not dynamic.
    pub(crate) fn bound_since(&self, m: Mark) -> Vec<u32> {
        let old = self.trail[m.trail..].iter().map(|t| t.0);
        old.filter(|&v| (v as usize) < m.slots && self.slots[v as usize].dynamic.is_none()).collect()
    }

    /// A free variable.
    pub(crate) fn fresh(&mut self) -> T {
        self.slots.push(Slot::default());
        T::Var(self.slots.len() as u32 - 1)
    }

    /// A block of free variables; the number of the first.
    pub(crate) fn block(&mut self, n: u32) -> u32 {
        let base = self.slots.len() as u32;
        self.slots.resize(self.slots.len() + n as usize, Slot::default());
        base
    }

    pub(crate) fn reg(&mut self) -> Reg {
        self.regs += 1;
        self.most_regs = self.most_regs.max(self.regs);
        self.regs - 1
    }

    /// A dynamic variable with a register of its own.
    pub(crate) fn dynamic(&mut self, kind: Kind, depth: u16) -> (T, Reg) {
        let reg = self.reg();
        (self.held(reg, kind, depth), reg)
    }

    /// A dynamic variable for a register.
    pub(crate) fn held(&mut self, reg: Reg, kind: Kind, depth: u16) -> T {
        self.slots.push(Slot { bind: None, dynamic: Some(Dynamic { reg, kind, depth }) });
        T::Var(self.slots.len() as u32 - 1)
    }

    pub(crate) fn bind(&mut self, v: u32, t: T) {
        let before = self.slots[v as usize].bind.replace(t);
        self.trail.push((v, before));
    }

    /// What a variable is bound to.
    pub(crate) fn binding(&self, v: u32) -> Option<T> {
        self.slots[v as usize].bind.clone()
    }

    pub(crate) fn of(&self, v: u32) -> Option<Dynamic> {
        self.slots[v as usize].dynamic
    }

    /// Says of which parts a list consists, in some order.
    pub(crate) fn bag(&mut self, v: u32, parts: Vec<Part>) {
        self.bags.push((v, parts.into()));
    }

    pub(crate) fn parts(&self, v: u32) -> Option<Rc<[Part]>> {
        self.bags.iter().rev().find(|b| b.0 == v).map(|b| b.1.clone())
    }

    /// Forgets all variables; what was looked at stays counted.
    pub(crate) fn restart(&mut self) {
        *self = Store { looked: self.looked.clone(), ..Store::default() };
    }

    /// Whether the terms of the description are too large.
    pub(crate) fn spent(&self) -> bool {
        self.looked.get() > LOOKS
    }

    /// The term behind bound variables.
    pub(crate) fn deref(&self, t: &T) -> T {
        self.looked.set(self.looked.get() + 1);
        let mut t = t;
        while let T::Var(v) = t {
            match &self.slots[*v as usize].bind {
                Some(b) => t = b,
                None => break,
            }
        }
        t.clone()
    }

    /// The register that holds the whole value, if there is one.
    pub(crate) fn place(&self, t: &T) -> Option<Dynamic> {
        let mut t = t;
        while let T::Var(v) = t {
            let s = &self.slots[*v as usize];
            if s.dynamic.is_some() {
                return s.dynamic;
            }
            t = s.bind.as_ref()?;
        }
        None
    }

    /// Whether `test` holds for some unbound variable in the term.
    pub(crate) fn any(&self, t: &T, test: &mut dyn FnMut(u32, Option<Dynamic>) -> bool) -> bool {
        match self.deref(t) {
            T::Var(v) => test(v, self.of(v)),
            // Too large to be looked through: whatever is asked may be so.
            T::Node(..) if self.spent() => true,
            T::Node(_, args) => args.iter().any(|a| self.any(a, test)),
            _ => false,
        }
    }

    /// Nothing in the term depends on the state.
    pub(crate) fn fixed(&self, t: &T) -> bool {
        !self.any(t, &mut |_, d| d.is_some())
    }

    /// No free variable in the term.
    pub(crate) fn ground(&self, t: &T) -> bool {
        !self.any(t, &mut |_, d| d.is_none())
    }

    /// The term with all bindings written out, as far as it is not too large.
    pub(crate) fn full(&self, t: &T) -> T {
        match self.deref(t) {
            T::Node(..) if self.spent() => NIL,
            T::Node(f, args) => T::Node(f, args.iter().map(|a| self.full(a)).collect()),
            t => t,
        }
    }

    /// The elements of a list as far as they are known, and the rest.
    pub(crate) fn list(&self, t: &T) -> (Vec<T>, T) {
        let mut items = Vec::new();
        let mut t = self.deref(t);
        loop {
            match t {
                T::Node(sym::DOT, ref args) if args.len() == 2 => {
                    items.push(args[0].clone());
                    t = self.deref(&args[1]);
                }
                rest => return (items, rest),
            }
        }
    }
}

/// A list cell.
pub(crate) fn cons(head: T, tail: T) -> T {
    T::Node(sym::DOT, Rc::new([head, tail]))
}

/// A list with a rest.
pub(crate) fn list_with(items: &[T], rest: T) -> T {
    items.iter().rev().fold(rest, |tail, head| cons(head.clone(), tail))
}

pub(crate) const NIL: T = T::Atom(sym::NIL);

/// Names and their numbers.
#[derive(Clone)]
pub(crate) struct Names {
    texts: Vec<Arc<str>>,
    index: HashMap<Arc<str>, Sym>,
}

impl Default for Names {
    fn default() -> Names {
        let mut n = Names { texts: Vec::new(), index: HashMap::new() };
        for name in sym::NAMES {
            n.sym(name);
        }
        n.index.insert(".".into(), sym::DOT);
        n
    }
}

impl Names {
    pub(crate) fn sym(&mut self, name: &str) -> Sym {
        if let Some(&s) = self.index.get(name) {
            return s;
        }
        let text: Arc<str> = name.into();
        self.texts.push(text.clone());
        let s = self.texts.len() as Sym - 1;
        self.index.insert(text, s);
        s
    }

    pub(crate) fn text(&self, s: Sym) -> &str {
        &self.texts[s as usize]
    }
}
