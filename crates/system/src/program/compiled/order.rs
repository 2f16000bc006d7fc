//! Which zones are sets: a dependency analysis of whether the unfolded rules can observe the order of the tokens in a zone.
//!
//! The trees are walked with an abstract value for every register: the zones whose order a list has, and the zones on whose
//! order a value depends. Asking whether a list is empty, how long it is, whether something is in it, and trying each of its
//! elements does not show the order; taking the first one does, and so does a choice among the elements that is cut off at
//! the first success, comparing lists, and laying the list into a zone whose order is observed. Anything else counts as
//! observing the order.

use super::Code;
use super::leaf::{Label, Out, Piece, Text};
use super::node::{Expr, Node, Op};
use super::word::{Reg, Val, Word};
use std::collections::{BTreeSet, HashMap};

/// What the rules can know of the order in a zone.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Sight {
    /// Nothing.
    Blind,
    /// Nothing in the trees; but some states are left to the logic machine.
    Open,
    /// Something.
    Sees,
}

/// What is noted of a register.
#[derive(Clone, Default)]
struct Note {
    /// Its list has the order of these zones.
    lists: BTreeSet<u16>,
    /// Its value depends on the order of these zones.
    leaks: BTreeSet<u16>,
    /// It is a position in the list of this value.
    within: Option<Val>,
}

struct Walk<'a> {
    code: &'a Code,
    notes: HashMap<Reg, Note>,
    /// Zones whose order is seen.
    seen: BTreeSet<u16>,
    /// Lists laid from one zone into another.
    flows: BTreeSet<(u16, u16)>,
    /// What a join brings to each register, by barrier.
    joins: HashMap<u32, Vec<(Reg, Note)>>,
    /// Barriers of negations around the place.
    nots: Vec<u32>,
    /// Zones whose elements were tried since the innermost collecting began.
    tried: BTreeSet<u16>,
    bails: bool,
}

impl Code {
    /// For each of so many zones what the rules can know of its order.
    pub(crate) fn sights(&self, zones: usize) -> Vec<Sight> {
        let mut seen = BTreeSet::new();
        let mut flows = BTreeSet::new();
        let mut bails = false;
        let trees = self.units.iter().flat_map(|u| {
            [&u.win, &u.moves]
                .into_iter()
                .chain(&u.events)
                .map(|t| (t, false))
                .chain(u.scores.iter().map(|t| (t, true)))
        });
        for (tree, score) in trees {
            let own = |z: u16| (z, Note { lists: BTreeSet::from([z]), ..Note::default() });
            let mut walk = Walk {
                code: self,
                notes: (0..zones as u16).map(own).collect(),
                seen: BTreeSet::new(),
                flows: BTreeSet::new(),
                joins: HashMap::new(),
                nots: Vec::new(),
                tried: BTreeSet::new(),
                bails: false,
            };
            walk.node(tree);
            if score {
                // The first answer is the score.
                seen.append(&mut walk.tried);
            }
            seen.append(&mut walk.seen);
            flows.append(&mut walk.flows);
            bails |= walk.bails;
        }
        loop {
            let more: Vec<u16> =
                flows.iter().filter(|(a, b)| seen.contains(b) && !seen.contains(a)).map(|f| f.0).collect();
            if more.is_empty() {
                break;
            }
            seen.extend(more);
        }
        let sight = |z: u16| match (seen.contains(&z), bails) {
            (true, _) => Sight::Sees,
            (_, true) => Sight::Open,
            _ => Sight::Blind,
        };
        (0..zones as u16).map(sight).collect()
    }
}

impl Walk<'_> {
    fn note(&self, v: Val) -> Note {
        match v {
            Val::Reg(r) => self.notes.get(&r).cloned().unwrap_or_default(),
            Val::Word(_) => Note::default(),
        }
    }

    fn put(&mut self, r: Reg, note: Note) {
        self.notes.insert(r, note);
    }

    /// The value itself is used.
    fn touch(&mut self, v: Val) {
        let note = self.note(v);
        self.seen.extend(note.lists);
        self.seen.extend(note.leaks);
    }

    /// Only how many elements there are, or which ones, is used.
    fn count(&mut self, v: Val) {
        let note = self.note(v);
        self.seen.extend(note.leaks);
    }

    /// A part of the list that depends on its order.
    fn part(&self, v: Val) -> Note {
        let mut note = self.note(v);
        note.leaks.append(&mut note.lists);
        Note { leaks: note.leaks, ..Note::default() }
    }

    fn both(&self, a: Val, b: Val) -> Note {
        let (mut a, b) = (self.note(a), self.note(b));
        a.lists.extend(b.lists);
        a.leaks.extend(b.leaks);
        Note { within: None, ..a }
    }

    fn expr(&mut self, e: &Expr) {
        match e {
            Expr::Val(v) => self.touch(*v),
            Expr::Apply(_, args) => args.iter().for_each(|a| self.expr(a)),
        }
    }

    fn op(&mut self, op: &Op) {
        match op {
            // No list but the empty one is compared so.
            Op::Is(r, _) | Op::IsNot(r, _) | Op::Sort(_, r) => self.count(Val::Reg(*r)),
            Op::Same(a, b) | Op::Differ(a, b) => {
                for (x, y) in [(*a, *b), (*b, *a)] {
                    if y == Val::Word(Word::NIL) { self.count(x) } else { self.touch(x) }
                }
            }
            Op::Cons(list, head, tail) => {
                let part = self.part(Val::Reg(*list));
                self.put(*head, part.clone());
                self.put(*tail, part);
            }
            Op::Single(list, element) => {
                self.count(Val::Reg(*list));
                self.put(*element, Note::default());
            }
            Op::Functor(r, _, n, first) => {
                self.touch(Val::Reg(*r));
                (0..Reg::from(*n)).for_each(|i| self.put(first + i, Note::default()));
            }
            Op::Let(r, e) => {
                self.expr(e);
                self.put(*r, Note::default());
            }
            Op::Compare(_, a, b) => {
                self.expr(a);
                self.expr(b);
            }
            Op::Member(x, list) => {
                self.touch(*x);
                self.count(*list);
            }
            Op::Length(r, list) => {
                self.count(*list);
                self.put(*r, Note::default());
            }
            Op::Last(r, list) => self.put(*r, self.part(*list)),
            Op::Reverse(r, list) | Op::Flatten(r, list) => {
                let note = Note { within: None, ..self.note(*list) };
                self.put(*r, note);
            }
            Op::Concat(r, a, b) => self.put(*r, self.both(*a, *b)),
            Op::Without(r, list, position) => {
                if self.note(Val::Reg(*position)).within != Some(*list) {
                    self.touch(Val::Reg(*position));
                    self.touch(*list);
                }
                let note = Note { within: None, ..self.note(*list) };
                self.put(*r, note);
            }
            Op::Nth(r, list, index, _) | Op::Drop(r, list, index) => {
                self.touch(*index);
                self.put(*r, self.part(*list));
            }
            Op::Fill(r, value, times) => {
                self.touch(*value);
                self.touch(*times);
                self.put(*r, Note::default());
            }
            Op::Behind(r, a, b) => {
                self.touch(*a);
                self.touch(*b);
                self.put(*r, Note::default());
            }
            Op::List(r, items, tail) => {
                items.iter().for_each(|v| self.touch(*v));
                let note = Note { within: None, ..self.note(*tail) };
                self.put(*r, note);
            }
            Op::Struct(r, _, args) => {
                args.iter().for_each(|v| self.touch(*v));
                self.put(*r, Note::default());
            }
        }
    }

    fn node(&mut self, n: &Node) {
        match n {
            Node::Fail => {}
            Node::Bail => self.bails = true,
            Node::Emit(i) => self.emit(*i),
            Node::Push(v) => self.touch(*v),
            Node::Join(b, assigned) => {
                let brought: Vec<(Reg, Note)> = assigned.iter().map(|(r, v)| (*r, self.note(*v))).collect();
                self.joins.entry(*b).or_default().extend(brought);
            }
            Node::Ops(steps, next) => {
                steps.iter().for_each(|op| self.op(op));
                self.node(next);
            }
            Node::Alt(kids) => kids.iter().for_each(|k| self.node(k)),
            Node::Switch(r, cases, other) => {
                self.count(Val::Reg(*r));
                cases.iter().for_each(|c| self.node(&c.1));
                self.node(other);
            }
            Node::Barrier(_, inner) | Node::Cut(_, inner) | Node::One(inner) => self.node(inner),
            Node::If(steps, yes, no) => {
                steps.iter().for_each(|op| self.op(op));
                self.node(yes);
                self.node(no);
            }
            Node::Not(b, inner, next) => {
                let tried = self.tried.clone();
                self.nots.push(*b);
                self.node(inner);
                self.nots.pop();
                self.tried = tried;
                self.node(next);
            }
            Node::Then(b, first, next) => {
                self.node(first);
                for (r, note) in self.joins.remove(b).unwrap_or_default() {
                    let known = self.notes.entry(r).or_default();
                    known.lists.extend(note.lists);
                    known.leaks.extend(note.leaks);
                    known.within = None;
                }
                self.node(next);
            }
            Node::Collect(out, inner, next) => {
                let before = std::mem::take(&mut self.tried);
                self.node(inner);
                let lists = std::mem::replace(&mut self.tried, before);
                self.put(*out, Note { lists, ..Note::default() });
                self.node(next);
            }
            Node::Count(out, inner, next) => {
                let before = std::mem::take(&mut self.tried);
                self.node(inner);
                self.tried = before;
                self.put(*out, Note::default());
                self.node(next);
            }
            Node::Each { list, element, position, next } => {
                let note = self.note(*list);
                self.seen.extend(note.leaks);
                if !note.lists.is_empty() && self.escapes(next, &mut Vec::new()) {
                    self.seen.extend(note.lists.iter().copied());
                }
                self.tried.extend(note.lists.iter().copied());
                self.put(*element, Note::default());
                self.put(*position, Note { leaks: note.lists, within: Some(*list), ..Note::default() });
                self.node(next);
            }
            Node::Split { list, left, right, next } => {
                self.touch(*list);
                self.put(*left, Note::default());
                self.put(*right, Note::default());
                self.node(next);
            }
            Node::Between { from, to, out, next } => {
                self.touch(*from);
                self.touch(*to);
                self.put(*out, Note::default());
                self.node(next);
            }
            Node::Memo { call, args, outs, next } => {
                args.iter().for_each(|v| self.touch(*v));
                let width = self.code.memos[*call as usize].pattern.len() as Reg;
                (0..width).for_each(|i| self.put(outs + i, Note::default()));
                self.node(next);
            }
        }
    }

    /// Whether the choice that goes on with this node may end at its first success, so that it matters which comes first.
    /// A negation ends so, too, but does not tell what it found.
    fn escapes(&self, n: &Node, inside: &mut Vec<u32>) -> bool {
        let mut within = |b: &u32, nodes: &[&Node]| {
            inside.push(*b);
            let found = nodes.iter().any(|n| self.escapes(n, inside));
            inside.pop();
            found
        };
        match n {
            Node::Fail | Node::Bail | Node::Emit(_) | Node::Push(_) => false,
            Node::Join(b, _) => !inside.contains(b),
            Node::Cut(b, next) => {
                let told = **next != Node::Fail || !self.nots.contains(b);
                !inside.contains(b) && told || self.escapes(next, inside)
            }
            Node::Barrier(b, inner) => within(b, &[inner]),
            Node::Not(b, x, y) | Node::Then(b, x, y) => within(b, &[x]) || self.escapes(y, inside),
            Node::Ops(_, next) | Node::One(next) => self.escapes(next, inside),
            Node::Alt(kids) => kids.iter().any(|k| self.escapes(k, inside)),
            Node::Switch(_, cases, other) => {
                cases.iter().any(|c| self.escapes(&c.1, inside)) || self.escapes(other, inside)
            }
            Node::If(_, x, y) | Node::Collect(_, x, y) | Node::Count(_, x, y) => {
                self.escapes(x, inside) || self.escapes(y, inside)
            }
            Node::Each { next, .. } | Node::Split { next, .. } => self.escapes(next, inside),
            Node::Between { next, .. } | Node::Memo { next, .. } => self.escapes(next, inside),
        }
    }

    fn emit(&mut self, i: u32) {
        let code = self.code;
        match &code.outs[i as usize] {
            Out::Win(v) | Out::Score(v) => self.touch(*v),
            Out::Land { label, weight, player, zones, .. } => {
                if let Label::Made(parts) = label {
                    for part in parts.iter() {
                        if let Text::Value(r) = part {
                            self.touch(Val::Reg(*r));
                        }
                    }
                }
                self.touch(*weight);
                self.touch(*player);
                for (z, pieces) in zones.iter() {
                    for piece in pieces.iter() {
                        match piece {
                            Piece::Token(_) => {}
                            Piece::Element(r) => self.touch(Val::Reg(*r)),
                            Piece::List(r) => {
                                let note = self.note(Val::Reg(*r));
                                self.seen.extend(note.leaks);
                                self.flows.extend(note.lists.iter().map(|from| (*from, *z)));
                            }
                        }
                    }
                }
            }
        }
    }
}
