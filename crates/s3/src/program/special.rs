//! Partial evaluation (specialisation): runs the program ahead of time as far as it does not depend on the state. Where it
//! does, the run splits in two (a test of the state's bits) and both branches are followed; runs that reach the same
//! situation (same program counter, same live variables) are followed once. The residual program is a decision graph.
//!
//! Values that depend on the state stay symbolic as long as possible: "the type of what lies on c" compared with
//! `"white"` is one test of one bit, however many types there are.
//!
//! N. D. Jones, C. K. Gomard, P. Sestoft, *Partial Evaluation and Automatic Program Generation* (1993): online, polyvariant.

use super::Program;
use super::code::{Cause, Failure};
use super::graph::{Change, Graph, Linear, Look, Node};
use super::live::{Live, PLAYER};
use super::plan::{GaveUp, Plan, Why};
use super::value::{Heap, NONE, Value};
use game::hash::{Map, Set};
use smallvec::SmallVec;

/// A value that may depend on the state.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Abs {
    Unset,
    Val(Value),
    /// The name of what lies on a cell.
    Content(u16),
    /// The type of what lies on a cell; the first alternatives are ruled out.
    Type(u16, u16),
    /// The state of what lies on a cell; the first alternatives are ruled out.
    State(u16, u16),
    /// The state of an element.
    StateOf(u16),
    /// The name of the cell an element stands on.
    Place(u16),
    /// The name of what lies on a cell that is surely occupied, some types being ruled out: only while it is changed.
    Held(u16, u16),
    /// A linear form of the scores, by number.
    Linear(u32),
}

impl Abs {
    /// A number for it, less than 2^40.
    fn code(self) -> u64 {
        let (tag, n) = match self {
            Abs::Unset => (0, 0),
            Abs::Val(Value::Int(n)) => (1, n as u32),
            Abs::Val(Value::Bool(b)) => (2, u32::from(b)),
            Abs::Val(Value::Str(s)) => (3, s),
            Abs::Val(Value::Set(s)) => (4, s),
            Abs::Content(cell) => (5, u32::from(cell)),
            Abs::Type(cell, skip) => (6, u32::from(cell) | u32::from(skip) << 16),
            Abs::State(cell, skip) => (7, u32::from(cell) | u32::from(skip) << 16),
            Abs::StateOf(e) => (8, u32::from(e)),
            Abs::Place(e) => (9, u32::from(e)),
            Abs::Linear(id) => (10, id),
            Abs::Held(cell, skip) => (11, u32::from(cell) | u32::from(skip) << 16),
        };
        tag << 32 | u64::from(n)
    }

    /// The cell it speaks of.
    pub(crate) fn cell(self) -> Option<u16> {
        match self {
            Abs::Content(c) | Abs::Type(c, _) | Abs::State(c, _) | Abs::Held(c, _) => Some(c),
            _ => None,
        }
    }

    /// Whether it changes when tokens move or change.
    pub(crate) fn on_board(self) -> bool {
        !matches!(self, Abs::Unset | Abs::Val(_) | Abs::Linear(_))
    }
}

/// Variables of a run, by number. The short lists of a run lie inside it: it is copied at every question.
pub(crate) type Vars = SmallVec<[Abs; 32]>;

/// The situation of a run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Situation {
    pub(crate) pc: u32,
    /// The player on move, 0 where it does not matter.
    pub(crate) player: u8,
    /// Which stage of the plan at hand this is, counted from 1; 0 for a run of its own.
    pub(crate) stage: u8,
    /// A cell of which it is known what type of element lies there, until the board changes.
    pub(crate) known: Option<(u16, u32)>,
    pub(crate) frames: SmallVec<[u32; 16]>,
    pub(crate) stack: SmallVec<[Abs; 16]>,
    pub(crate) saved: SmallVec<[Abs; 24]>,
    pub(crate) vars: Vars,
}

/// Two hashes of a situation, which stand for it: a hundred thousand situations are met again about once in 10^27 by
/// mistake.
type Print = (u64, u64);

impl Situation {
    fn print(&self) -> Print {
        let (mut a, mut b) = (0x243F_6A88_85A3_08D3u64, 0x1319_8A2E_0370_7344u64);
        let mut put = |n: u64| {
            a = (a.rotate_left(23) ^ n).wrapping_mul(0x9E37_79B9_7F4A_7C15);
            b = (b ^ n.wrapping_mul(0xC2B2_AE3D_27D4_EB4F))
                .rotate_left(31)
                .wrapping_mul(0x1656_67B1_9E37_79F9);
            b ^= b >> 29;
        };
        put(u64::from(self.pc) | u64::from(self.player) << 32 | u64::from(self.known.is_some()) << 40);
        let stage = u64::from(self.stage) << 48;
        put(self.frames.len() as u64
            | (self.stack.len() as u64) << 16
            | (self.saved.len() as u64) << 32
            | stage);
        if let Some((cell, kind)) = self.known {
            put(u64::from(cell) | u64::from(kind) << 16);
        }
        self.frames.iter().for_each(|&f| put(u64::from(f)));
        self.stack.iter().chain(&self.saved).for_each(|value| put(value.code()));
        for (i, value) in self.vars.iter().enumerate().filter(|(_, v)| **v != Abs::Unset) {
            put((i as u64) << 56 | value.code());
        }
        (a, b)
    }
}

/// One way on.
#[derive(Clone)]
pub(crate) enum Next {
    Run(Box<Situation>),
    End(Node),
    /// A change first.
    Do(Change, Box<Situation>),
}

/// What a run comes to.
pub(crate) enum Event {
    /// An end, with the variables as they are.
    End(Node),
    Test {
        word: u32,
        mask: u64,
        yes: Next,
        no: Next,
    },
    Compare {
        op: crate::syntax::Binary,
        left: u32,
        right: u32,
        yes: Next,
        no: Next,
    },
    At {
        element: u16,
        cell: u16,
        yes: Next,
        no: Next,
    },
    Switch {
        look: Look,
        children: Vec<Next>,
    },
    Do {
        change: Change,
        next: Next,
    },
    /// The move itself.
    Carry {
        next: Next,
    },
}

/// Steps all runs of one game may take together, and nodes they may make.
const STEPS: u64 = 6_000_000;
const NODES: usize = 300_000;
const SITUATIONS: usize = 300_000;

/// Specialises one game.
pub(crate) struct Special<'a> {
    pub(crate) p: &'a Program,
    pub(crate) live: Live,
    pub(crate) graph: Graph,
    pub(crate) heap: Heap,
    memo: Map<Print, u32>,
    /// The variables of the target that make it worth knowing what lies there.
    pub(crate) known_vars: u128,
    pub(crate) steps: u64,
    /// Variables that matter even after the end of the run at hand.
    pub(crate) keep: u128,
    /// What runs with a stage go through.
    pub(crate) plan: Plan,
}

struct Open {
    key: Option<Print>,
    event: Made,
    todo: Vec<Next>,
    done: Vec<u32>,
}

enum Made {
    Test(u32, u64),
    Compare(crate::syntax::Binary, u32, u32),
    At(u16, u16),
    Switch(Look),
    Do(Change),
    Carry,
}

impl<'a> Special<'a> {
    /// `None` if the program is not of the kind that can be specialised.
    pub(crate) fn new(p: &'a Program) -> Option<Special<'a>> {
        let live = Live::new(p)?;
        Some(Special {
            p,
            live,
            graph: Graph::default(),
            heap: Heap::default(),
            memo: Map::default(),
            known_vars: 0,
            steps: 0,
            keep: 0,
            plan: Plan::default(),
        })
    }

    /// Steps taken and situations met.
    pub(crate) fn effort(&self) -> (u64, usize) {
        (self.steps, self.memo.len())
    }

    /// A run about to start.
    pub(crate) fn start(&self, pc: u32, player: u8, vars: Vars) -> Situation {
        let (frames, stack, saved) = (SmallVec::new(), SmallVec::new(), SmallVec::new());
        Situation { pc, player, stage: 0, known: None, frames, stack, saved, vars }
    }

    /// Forgets what does not matter any more.
    pub(crate) fn trim(&self, s: &mut Situation) {
        let live = self.live.at(s.pc, &s.frames) | self.kept(s);
        for (v, value) in s.vars.iter_mut().enumerate() {
            if live >> v & 1 == 0 {
                *value = Abs::Unset;
            }
        }
        if live & PLAYER == 0 {
            s.player = 0;
        }
        if (live | self.live.behind(&s.frames)) & self.known_vars == 0 {
            s.known = None;
        }
    }

    /// The graph of a run.
    pub(crate) fn explore(&mut self, mut s: Situation) -> Result<u32, GaveUp> {
        self.trim(&mut s);
        let mut open: Vec<Open> = Vec::new();
        let mut result = self.enter(Next::Run(Box::new(s)), &mut open)?;
        loop {
            if let Some(id) = result {
                let Some(top) = open.last_mut() else { return Ok(id) };
                top.done.push(id);
            }
            let Some(top) = open.last_mut() else { return Err(Why::Large.at(0)) };
            if let Some(next) = top.todo.pop() {
                result = self.enter(next, &mut open)?;
                continue;
            }
            let Some(top) = open.pop() else { return Err(Why::Large.at(0)) };
            let id = self.make(&top.event, top.done);
            if let Some(key) = top.key {
                self.memo.insert(key, id);
            }
            result = Some(id);
        }
    }

    /// A node already known, or `None` with a new level opened.
    fn enter(&mut self, next: Next, open: &mut Vec<Open>) -> Result<Option<u32>, GaveUp> {
        let s = match next {
            Next::End(node) => return Ok(Some(self.graph.node(node))),
            Next::Do(change, s) => {
                open.push(Open {
                    key: None,
                    event: Made::Do(change),
                    todo: vec![Next::Run(s)],
                    done: Vec::new(),
                });
                return Ok(None);
            }
            Next::Run(s) => *s,
        };
        let key = self.key(&s);
        if let Some(&id) = self.memo.get(&key) {
            return Ok(Some(id));
        }
        if open.len() > 20_000 || self.graph.nodes.len() > NODES || self.memo.len() > SITUATIONS {
            return Err(Why::Large.at(s.pc));
        }
        let (event, mut todo) = match self.advance(s)? {
            Event::End(node) => {
                let id = self.graph.node(node);
                self.memo.insert(key, id);
                return Ok(Some(id));
            }
            Event::Test { word, mask, yes, no } => (Made::Test(word, mask), vec![yes, no]),
            Event::Compare { op, left, right, yes, no } => (Made::Compare(op, left, right), vec![yes, no]),
            Event::At { element, cell, yes, no } => (Made::At(element, cell), vec![yes, no]),
            Event::Switch { look, children } => (Made::Switch(look), children),
            Event::Do { change, next } => (Made::Do(change), vec![next]),
            Event::Carry { next } => (Made::Carry, vec![next]),
        };
        todo.reverse();
        open.push(Open { key: Some(key), event, done: Vec::with_capacity(todo.len()), todo });
        Ok(None)
    }

    fn make(&mut self, event: &Made, done: Vec<u32>) -> u32 {
        match *event {
            Made::Test(word, mask) => self.graph.test(word, mask, done[0], done[1]),
            Made::Compare(op, left, right) => {
                let (yes, no) = (done[0], done[1]);
                if yes == no { yes } else { self.graph.node(Node::Compare { op, left, right, yes, no }) }
            }
            Made::At(element, cell) => {
                let (yes, no) = (done[0], done[1]);
                if yes == no { yes } else { self.graph.node(Node::At { element, cell, yes, no }) }
            }
            Made::Switch(look) => self.graph.switch(look, done),
            Made::Do(change) => self.graph.node(Node::Do { change, next: done[0] }),
            Made::Carry => self.graph.node(Node::Carry { next: done[0] }),
        }
    }

    /// The variables at the ends of a run whose last node satisfies `wanted`, if they are the same at all of them as
    /// far as `matter` goes; `Ok(None)` if there is no such end.
    pub(crate) fn ends(
        &mut self,
        s: Situation,
        matter: u128,
        wanted: impl Fn(Node) -> bool,
    ) -> Result<Option<Vars>, GaveUp> {
        self.keep = matter;
        let found = self.ends_in(s, matter, wanted);
        self.keep = 0;
        found
    }

    fn ends_in(
        &mut self,
        s: Situation,
        matter: u128,
        wanted: impl Fn(Node) -> bool,
    ) -> Result<Option<Vars>, GaveUp> {
        let mut open = vec![s];
        let mut seen: Set<Print> = Set::default();
        let mut found: Option<Vars> = None;
        while let Some(s) = open.pop() {
            if seen.len() > 5000 {
                return Err(Why::Large.at(s.pc));
            }
            let pc = s.pc;
            if !seen.insert(s.print()) {
                continue;
            }
            match self.advance_with(s)? {
                (Event::End(node), mut vars) => {
                    if !wanted(node) {
                        continue;
                    }
                    for (v, value) in vars.iter_mut().enumerate() {
                        if matter >> v & 1 == 0 {
                            *value = Abs::Unset;
                        }
                    }
                    if vars.iter().any(|v| v.on_board()) || found.as_ref().is_some_and(|f| *f != vars) {
                        return Err(Why::Left.at(pc));
                    }
                    found = Some(vars);
                }
                (event, _) => open.extend(event.ways().into_iter().filter_map(|way| match way {
                    Next::Run(s) | Next::Do(_, s) => Some(*s),
                    Next::End(_) => None,
                })),
            }
        }
        Ok(found)
    }

    /// What stands for a situation.
    fn key(&self, s: &Situation) -> Print {
        let (a, b) = s.print();
        let plan = if s.stage > 0 { self.plan.id.wrapping_mul(0x9E37_79B9_7F4A_7C15) } else { 0 };
        (a ^ plan, b ^ plan.rotate_left(32))
    }

    fn advance(&mut self, s: Situation) -> Result<Event, GaveUp> {
        self.advance_with(s).map(|(event, _)| event)
    }

    /// Runs until the state must be asked; with the variables as they are then.
    fn advance_with(&mut self, mut s: Situation) -> Result<(Event, Vars), GaveUp> {
        loop {
            self.steps += 1;
            let pc = s.pc;
            if s.frames.len() > 200 {
                return Err(Why::Deep.at(pc));
            }
            if self.steps > STEPS || self.heap.full() {
                return Err(Why::Large.at(pc));
            }
            let Some(&op) = self.p.code.ops.get(pc as usize) else { return Err(Why::Large.at(pc)) };
            match self.step(&mut s, op) {
                Ok(None) => {}
                Ok(Some(mut event)) => {
                    if self.misplaced(&s, &event) {
                        return Err(Why::Changes.at(pc));
                    }
                    for way in event.ways_mut() {
                        if let Next::Run(s) | Next::Do(_, s) = way {
                            self.trim(s);
                        }
                    }
                    return Ok((event, s.vars));
                }
                Err(Trouble::Cause(cause)) => {
                    return Ok((Event::End(Node::Fail(Failure { pc, cause })), s.vars));
                }
                Err(Trouble::GaveUp) => return Err(Why::of(op).at(pc)),
            }
        }
    }

    /// A test of one bit of a plane.
    pub(crate) fn bit(&self, plane: usize, cell: u16) -> (u32, u64) {
        let l = &self.p.board.layout;
        (l.word(plane, cell) as u32, l.slots[cell as usize].mask)
    }

    /// Splits on a bit; `go` sets up each way.
    pub(crate) fn split(
        &self,
        s: &Situation,
        plane: usize,
        cell: u16,
        go: impl Fn(&mut Situation, bool),
    ) -> Event {
        let (word, mask) = self.bit(plane, cell);
        let (mut yes, mut no) = (s.clone(), s.clone());
        go(&mut yes, true);
        go(&mut no, false);
        Event::Test { word, mask, yes: Next::Run(Box::new(yes)), no: Next::Run(Box::new(no)) }
    }

    /// The alternatives of a symbolic value: splits on the first one that is not ruled out.
    pub(crate) fn force(&mut self, s: &Situation, value: Abs) -> Result<Event, Trouble> {
        let l = &self.p.board.layout;
        match value {
            Abs::Type(cell, skip) => {
                let all = l.type_plane.len() as u16 + 1;
                let text = |i: u16| {
                    if i == 0 { self.p.no_text } else { l.type_plane[usize::from(i) - 1].0 }
                };
                let yes = Abs::Val(Value::Str(text(skip)));
                let no = if skip + 2 >= all {
                    Abs::Val(Value::Str(text(skip + 1)))
                } else {
                    Abs::Type(cell, skip + 1)
                };
                if all == 1 {
                    return Err(Trouble::GaveUp);
                }
                if skip == 0 {
                    return Ok(self
                        .split(s, l.occupied, cell, |s, set| replace(s, value, if set { no } else { yes })));
                }
                let plane = l.type_plane[usize::from(skip) - 1].1;
                Ok(self.split(s, plane, cell, |s, set| replace(s, value, if set { yes } else { no })))
            }
            Abs::State(cell, skip) => {
                let Some((first, count)) = l.state_planes else { return Err(Trouble::GaveUp) };
                let number = |i: u16| Abs::Val(Value::Int(i32::from(i) - 1));
                let all = count as u16 + 1;
                let no = if skip + 2 >= all { number(skip + 1) } else { Abs::State(cell, skip + 1) };
                if skip == 0 {
                    let yes = number(0);
                    return Ok(self
                        .split(s, l.occupied, cell, |s, set| replace(s, value, if set { no } else { yes })));
                }
                let yes = number(skip);
                let plane = first + usize::from(skip) - 1;
                Ok(self.split(s, plane, cell, |s, set| replace(s, value, if set { yes } else { no })))
            }
            Abs::Content(cell) => {
                let names =
                    std::iter::once(self.p.no_text).chain(self.p.board.elements.iter().map(|e| e.name));
                Ok(self.fan(s, value, Look::Content(cell), names.map(Value::Str).collect()))
            }
            Abs::StateOf(e) => {
                let most =
                    self.p.board.elements[e as usize].states.max(self.p.board.elements[e as usize].state);
                if !(0..200).contains(&most) {
                    return Err(Trouble::GaveUp);
                }
                Ok(self.fan(s, value, Look::State(e), (0..=most).map(Value::Int).collect()))
            }
            Abs::Place(e) => {
                let names = self.p.cell_names.iter().map(|&n| Value::Str(n)).collect();
                Ok(self.fan(s, value, Look::Place(e), names))
            }
            Abs::Unset | Abs::Val(_) | Abs::Linear(_) | Abs::Held(..) => Err(Trouble::GaveUp),
        }
    }

    fn fan(&mut self, s: &Situation, value: Abs, look: Look, answers: Vec<Value>) -> Event {
        self.steps += 4 * answers.len() as u64;
        let children = answers
            .into_iter()
            .map(|answer| {
                let mut child = s.clone();
                replace(&mut child, value, Abs::Val(answer));
                Next::Run(Box::new(child))
            })
            .collect();
        Event::Switch { look, children }
    }

    pub(crate) fn linear_of(&mut self, value: Abs) -> Option<Linear> {
        match value {
            Abs::Val(Value::Int(n)) => Some(Linear { constant: n, terms: Vec::new() }),
            Abs::Linear(id) => Some(self.graph.linears[id as usize].clone()),
            _ => None,
        }
    }

    /// A linear form as a value: a plain number where it is constant.
    pub(crate) fn linear_value(&mut self, linear: Linear) -> Abs {
        if linear.terms.is_empty() {
            return Abs::Val(Value::Int(linear.constant));
        }
        Abs::Linear(self.graph.linear(linear))
    }

    /// The cell of a name, whether declared or not.
    pub(crate) fn cell(&self, id: u32) -> Option<u16> {
        Some(self.p.names.cell(id)).filter(|&c| c != NONE)
    }
}

/// Puts a settled value wherever the symbolic one stands.
pub(crate) fn replace(s: &mut Situation, old: Abs, new: Abs) {
    for place in s.stack.iter_mut().chain(&mut s.saved).chain(&mut s.vars) {
        if *place == old {
            *place = new;
        }
    }
}

/// Why a step ends a run.
pub(crate) enum Trouble {
    /// The evaluation fails here, whatever the state.
    Cause(Cause),
    /// This cannot be specialised.
    GaveUp,
}

impl From<Cause> for Trouble {
    fn from(cause: Cause) -> Trouble {
        Trouble::Cause(cause)
    }
}

impl Event {
    fn ways(self) -> Vec<Next> {
        match self {
            Event::End(_) => Vec::new(),
            Event::Test { yes, no, .. } | Event::Compare { yes, no, .. } | Event::At { yes, no, .. } => {
                vec![yes, no]
            }
            Event::Switch { children, .. } => children,
            Event::Do { next, .. } | Event::Carry { next } => vec![next],
        }
    }

    fn ways_mut(&mut self) -> Vec<&mut Next> {
        match self {
            Event::End(_) => Vec::new(),
            Event::Test { yes, no, .. } | Event::Compare { yes, no, .. } | Event::At { yes, no, .. } => {
                vec![yes, no]
            }
            Event::Switch { children, .. } => children.iter_mut().collect(),
            Event::Do { next, .. } | Event::Carry { next } => vec![next],
        }
    }
}
