//! The residual trees with numbered nodes, for specialisation at run time ([`super::trace`]). Of every node that may become
//! a piece of its own it is known which registers it reads that were written before it.

use super::leaf::{Label, Out, Piece, Text};
use super::node::{Expr, Node, Op};
use super::word::{Reg, Val, Word};
use super::{Code, Given, Unit};
use crate::program::swift::Map;
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// The number of a node.
pub(crate) type Id = u32;

/// A node; what follows is named by its number. Equal nodes have one number: what two players' rules have in common is one
/// piece, with one tree and one answer.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Flat {
    Fail,
    Bail,
    Emit(u32),
    Push(Val),
    Join(u32, Box<[(Reg, Val)]>),
    Ops(Box<[Op]>, Id),
    Alt(Box<[Id]>),
    Switch(Reg, Box<[(Word, Id)]>, Id),
    Barrier(u32, Id),
    Cut(u32, Id),
    If(Box<[Op]>, Id, Id),
    Not(u32, Id, Id),
    Then(u32, Id, Id),
    Collect(Reg, Id, Id),
    Count(Reg, Id, Id),
    One(Id),
    Each { list: Val, element: Reg, position: Reg, next: Id },
    Split { list: Val, left: Reg, right: Reg, next: Id },
    Between { from: Val, to: Val, out: Reg, next: Id },
    Memo { call: u32, args: Box<[Val]>, outs: Reg, next: Id },
}

/// What is known of a node.
#[derive(Debug, Default)]
pub(crate) struct About {
    /// Registers read that were written before it, contents of zones left out.
    pub(crate) free: Box<[Reg]>,
    /// The zones whose contents are read.
    pub(crate) zones: Box<[Reg]>,
    /// It may be run on its own: it gives no registers to what follows it.
    pub(crate) alone: bool,
    /// Nothing is decided here: an answer or a failure.
    pub(crate) plain: bool,
    /// What it pushes is collected.
    pub(crate) gathered: bool,
    /// It cuts something outside.
    pub(crate) cuts: bool,
}

/// The trees of one player.
#[derive(Debug)]
pub(crate) struct Roots {
    pub(crate) win: Id,
    pub(crate) moves: Id,
    pub(crate) events: Option<Id>,
}

/// All trees.
#[derive(Debug, Default)]
pub(crate) struct Forest {
    pub(crate) nodes: Vec<Flat>,
    pub(crate) about: Vec<About>,
    pub(crate) roots: Vec<Roots>,
    zones: Reg,
    /// Nodes by what they are and whether what they push is collected; only while the trees are put together.
    same: Map<(Flat, bool), Id>,
    /// Answers by what they are.
    outs: HashMap<Out, u32>,
}

/// What a node needs and gives.
#[derive(Default)]
struct Needs {
    free: BTreeSet<Reg>,
    /// Joins that lead outside: their barriers, and the registers they assign.
    joins: BTreeMap<u32, BTreeSet<Reg>>,
    /// Barriers outside that are cut to.
    cuts: BTreeSet<u32>,
}

impl Needs {
    fn and(mut self, other: Needs) -> Needs {
        self.free.extend(other.free);
        for (b, regs) in other.joins {
            self.joins.entry(b).or_default().extend(regs);
        }
        self.cuts.extend(other.cuts);
        self
    }

    fn without(mut self, regs: &[Reg]) -> Needs {
        for r in regs {
            self.free.remove(r);
        }
        self
    }

    fn reading(mut self, v: Val) -> Needs {
        if let Val::Reg(r) = v {
            self.free.insert(r);
        }
        self
    }
}

impl Forest {
    pub(crate) fn new(code: &Code, zones: usize) -> Forest {
        let mut forest = Forest { zones: zones as Reg, ..Forest::default() };
        for unit in &code.units {
            let roots = forest.unit(code, unit);
            forest.roots.push(roots);
        }
        forest.same = Map::default();
        forest.outs = HashMap::new();
        forest
    }

    /// The number of a node.
    fn enter(&mut self, flat: Flat, about: About) -> Id {
        let id = *self.same.entry((flat.clone(), about.gathered)).or_insert(self.nodes.len() as Id);
        if id as usize == self.nodes.len() {
            self.nodes.push(flat);
            self.about.push(about);
        }
        id
    }

    fn unit(&mut self, code: &Code, unit: &Unit) -> Roots {
        let win = self.add(code, &unit.win, false).0;
        let moves = self.add(code, &unit.moves, false).0;
        let events = unit.events.as_ref().map(|e| self.add(code, e, false).0);
        Roots { win, moves, events }
    }

    /// Adds a node with all that follows it.
    fn add(&mut self, code: &Code, n: &Node, gathered: bool) -> (Id, Needs) {
        let none = Needs::default;
        let plain = matches!(n, Node::Fail | Node::Bail | Node::Emit(_) | Node::Push(_));
        let (flat, needs) = match n {
            Node::Fail => (Flat::Fail, none()),
            Node::Bail => (Flat::Bail, none()),
            Node::Emit(i) => {
                let out = &code.outs[*i as usize];
                let i = *self.outs.entry(out.clone()).or_insert(*i);
                (Flat::Emit(i), told(out))
            }
            Node::Push(v) => (Flat::Push(*v), none().reading(*v)),
            Node::Join(b, given) => {
                let assigned = given.iter().map(|(r, _)| *r).collect();
                let needs = Needs { joins: BTreeMap::from([(*b, assigned)]), ..none() };
                let needs = given.iter().fold(needs, |needs, (_, v)| needs.reading(*v));
                (Flat::Join(*b, given.clone()), needs)
            }
            Node::Ops(steps, next) => {
                let (next, needs) = self.add(code, next, gathered);
                (Flat::Ops(steps.clone(), next), before(steps, needs))
            }
            Node::Alt(kids) => {
                let mut needs = none();
                let mut ids = Vec::with_capacity(kids.len());
                for k in kids {
                    let (id, more) = self.add(code, k, gathered);
                    ids.push(id);
                    needs = needs.and(more);
                }
                (Flat::Alt(self.by_zone(&ids).into()), needs)
            }
            Node::Switch(r, cases, other) => {
                let (other, mut needs) = self.add(code, other, gathered);
                let mut ids = Vec::with_capacity(cases.len());
                for (w, k) in cases {
                    let (id, more) = self.add(code, k, gathered);
                    ids.push((*w, id));
                    needs = needs.and(more);
                }
                (Flat::Switch(*r, ids.into(), other), needs.reading(Val::Reg(*r)))
            }
            Node::Barrier(b, inner) => {
                let (inner, mut needs) = self.add(code, inner, gathered);
                needs.cuts.remove(b);
                (Flat::Barrier(*b, inner), needs)
            }
            Node::Cut(b, next) => {
                let (next, mut needs) = self.add(code, next, gathered);
                needs.cuts.insert(*b);
                (Flat::Cut(*b, next), needs)
            }
            Node::If(steps, yes, no) => {
                let (yes, needs) = self.add(code, yes, gathered);
                let needs = before(steps, needs);
                let (no, more) = self.add(code, no, gathered);
                (Flat::If(steps.clone(), yes, no), needs.and(more))
            }
            Node::Not(b, inner, next) => {
                let (inner, mut needs) = self.add(code, inner, gathered);
                needs.cuts.remove(b);
                let (next, more) = self.add(code, next, gathered);
                (Flat::Not(*b, inner, next), needs.and(more))
            }
            Node::Then(b, first, next) => {
                let (first, mut needs) = self.add(code, first, gathered);
                let (next, mut more) = self.add(code, next, gathered);
                for r in needs.joins.remove(b).unwrap_or_default() {
                    more.free.remove(&r);
                }
                (Flat::Then(*b, first, next), needs.and(more))
            }
            Node::Collect(out, inner, next) | Node::Count(out, inner, next) => {
                let (inner, needs) = self.add(code, inner, true);
                let (next, more) = self.add(code, next, gathered);
                let needs = needs.and(more.without(&[*out]));
                match n {
                    Node::Collect(..) => (Flat::Collect(*out, inner, next), needs),
                    _ => (Flat::Count(*out, inner, next), needs),
                }
            }
            Node::One(inner) => {
                let (inner, needs) = self.add(code, inner, gathered);
                (Flat::One(inner), needs)
            }
            _ => self.looped(code, n, gathered),
        };
        let about = About {
            free: needs.free.iter().copied().filter(|&r| r >= self.zones).collect(),
            zones: needs.free.iter().copied().filter(|&r| r < self.zones).collect(),
            alone: needs.joins.is_empty(),
            plain,
            gathered,
            cuts: !needs.cuts.is_empty(),
        };
        (self.enter(flat, about), needs)
    }

    /// The branches of a choice, those in a row that are about the same one zone put together as a choice of their own: a
    /// column in which there may be room in six ways is one question, not six.
    fn by_zone(&mut self, kids: &[Id]) -> Vec<Id> {
        let about = |forest: &Forest, id: Id| {
            let a = &forest.about[id as usize];
            match (&*a.zones, a.alone && !a.cuts) {
                (&[zone], true) => Some((zone, a.gathered)),
                _ => None,
            }
        };
        let mut out = Vec::with_capacity(kids.len());
        let mut rest = kids;
        while let Some(&first) = rest.first() {
            let zone = about(self, first);
            let row = match zone {
                Some(_) => rest.iter().take_while(|&&k| about(self, k) == zone).count(),
                None => 1,
            };
            let (these, others) = rest.split_at(row);
            rest = others;
            let (Some((zone, gathered)), true) = (zone, row > 1 && row < kids.len()) else {
                out.extend_from_slice(these);
                continue;
            };
            let free: BTreeSet<Reg> =
                these.iter().flat_map(|&k| self.about[k as usize].free.iter().copied()).collect();
            let free = free.into_iter().collect();
            let about =
                About { free, zones: [zone].into(), alone: true, plain: false, gathered, cuts: false };
            out.push(self.enter(Flat::Alt(these.into()), about));
        }
        out
    }

    /// Nodes that run what follows many times.
    fn looped(&mut self, code: &Code, n: &Node, gathered: bool) -> (Flat, Needs) {
        match n {
            Node::Each { list, element, position, next } => {
                let (next, needs) = self.add(code, next, gathered);
                let flat = Flat::Each { list: *list, element: *element, position: *position, next };
                (flat, needs.without(&[*element, *position]).reading(*list))
            }
            Node::Split { list, left, right, next } => {
                let (next, needs) = self.add(code, next, gathered);
                let flat = Flat::Split { list: *list, left: *left, right: *right, next };
                (flat, needs.without(&[*left, *right]).reading(*list))
            }
            Node::Between { from, to, out, next } => {
                let (next, needs) = self.add(code, next, gathered);
                let flat = Flat::Between { from: *from, to: *to, out: *out, next };
                (flat, needs.without(&[*out]).reading(*from).reading(*to))
            }
            Node::Memo { call, args, outs, next } => {
                let (next, needs) = self.add(code, next, gathered);
                let pattern = &code.memos[*call as usize].pattern;
                let width = pattern.iter().filter(|g| matches!(g, Given::Out(_))).count();
                let given: Vec<Reg> = (0..width as Reg).map(|k| outs.saturating_add(k)).collect();
                let mut needs = needs.without(&given);
                for v in args {
                    needs = needs.reading(*v);
                }
                (Flat::Memo { call: *call, args: args.clone(), outs: *outs, next }, needs)
            }
            _ => (Flat::Bail, Needs::default()),
        }
    }
}

/// What an answer reads.
fn told(out: &Out) -> Needs {
    let mut needs = Needs::default();
    match out {
        Out::Win(v) | Out::Score(v) => needs.reading(*v),
        Out::Land { label, weight, player, zones, .. } => {
            needs = needs.reading(*weight).reading(*player);
            if let Label::Made(parts) = label {
                needs.free.extend(parts.iter().filter_map(|p| match p {
                    Text::Value(r) => Some(*r),
                    Text::Said(_) => None,
                }));
            }
            needs.free.extend(zones.iter().flat_map(|(_, pieces)| pieces).filter_map(|p| match p {
                Piece::Element(r) | Piece::List(r) => Some(*r),
                Piece::Token(_) => None,
            }));
            needs
        }
    }
}

/// What steps need, if what follows them has these needs.
fn before(steps: &[Op], mut needs: Needs) -> Needs {
    for op in steps.iter().rev() {
        needs = step(op, needs);
    }
    needs
}

fn step(op: &Op, needs: Needs) -> Needs {
    let of = Val::Reg;
    match op {
        Op::Is(r, _) | Op::IsNot(r, _) | Op::Sort(_, r) => needs.reading(of(*r)),
        Op::Same(a, b) | Op::Differ(a, b) | Op::Member(a, b) => needs.reading(*a).reading(*b),
        Op::Cons(r, h, t) => needs.without(&[*h, *t]).reading(of(*r)),
        Op::Single(r, h) => needs.without(&[*h]).reading(of(*r)),
        Op::Functor(r, _, n, first) => {
            let given: Vec<Reg> = (0..Reg::from(*n)).map(|k| first + k).collect();
            needs.without(&given).reading(of(*r))
        }
        Op::Let(out, e) => number(e, needs.without(&[*out])),
        Op::Compare(_, a, b) => number(b, number(a, needs)),
        Op::Length(out, v) | Op::Last(out, v) | Op::Reverse(out, v) | Op::Flatten(out, v) => {
            needs.without(&[*out]).reading(*v)
        }
        Op::Concat(out, a, b)
        | Op::Nth(out, a, b, _)
        | Op::Drop(out, a, b)
        | Op::Fill(out, a, b)
        | Op::Behind(out, a, b) => needs.without(&[*out]).reading(*a).reading(*b),
        Op::Without(out, list, at) => needs.without(&[*out]).reading(*list).reading(of(*at)),
        Op::List(out, items, tail) => {
            items.iter().fold(needs.without(&[*out]).reading(*tail), |needs, v| needs.reading(*v))
        }
        Op::Struct(out, _, parts) => parts.iter().fold(needs.without(&[*out]), |needs, v| needs.reading(*v)),
    }
}

fn number(e: &Expr, needs: Needs) -> Needs {
    match e {
        Expr::Val(v) => needs.reading(*v),
        Expr::Apply(_, parts) => parts.iter().fold(needs, |needs, e| number(e, needs)),
    }
}
