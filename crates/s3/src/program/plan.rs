//! The way to what follows a move, where conditions leave values behind that it needs: the conditions are run once more,
//! one *stage* after the other, then the awards, then the move itself, all in one decision graph. Values that depend on
//! the state go through symbolically: what lay on a cell is, after the move, what lies where it went.

use super::code::Op;
use super::graph::{Change, Node};
use super::special::{Abs, Event, Next, Situation, Special, Trouble};
use super::value::Value;
use crate::lower::Builtin;

/// Why something is left to the interpreter.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub(crate) enum Why {
    /// It would take too many steps or nodes.
    Large,
    /// Calls are nested too deeply.
    Deep,
    /// A condition changes the state.
    Changes,
    /// Values that a condition leaves for later are not known.
    Left,
    /// Awards set what they or the rest of the rule read.
    Awards,
    /// The state of the element is bound to a variable or asked by several rules.
    State,
    /// Chance decides.
    Chance,
    /// An operation on values that depend on the state.
    Operation,
}

/// Specialising gave up: why, and at which instruction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct GaveUp {
    pub(crate) why: Why,
    pub(crate) pc: u32,
}

impl Why {
    pub(crate) fn at(self, pc: u32) -> GaveUp {
        GaveUp { why: self, pc }
    }

    /// Why the specialiser stops at an instruction.
    pub(crate) fn of(op: Op) -> Why {
        match op {
            Op::Builtin(Builtin::Random | Builtin::Weighted, _) => Why::Chance,
            _ => Why::Operation,
        }
    }
}

/// One evaluation on the way.
#[derive(Clone, Debug)]
pub(crate) struct Stage {
    /// What is bound before it.
    pub(crate) binds: Vec<(u16, i32)>,
    pub(crate) pc: u32,
    /// What a condition must come to; `None` for awards.
    pub(crate) wanted: Option<bool>,
}

/// All of them, and what comes then.
#[derive(Clone, Debug, Default)]
pub(crate) struct Plan {
    /// Tells plans apart.
    pub(crate) id: u64,
    pub(crate) player: u8,
    pub(crate) stages: Vec<Stage>,
    /// What is bound after the last one.
    pub(crate) last: Vec<(u16, i32)>,
    /// Variables that matter.
    pub(crate) matter: u128,
    /// Origin and target of the move, and the cells for which the origin stands.
    pub(crate) from: u16,
    pub(crate) to: u16,
    pub(crate) alike: Vec<u16>,
    /// What follows the move, and what is known of its target then.
    pub(crate) after: u32,
    pub(crate) known: Option<(u16, u32)>,
}

fn bind(s: &mut Situation, binds: &[(u16, i32)], matter: u128) {
    for &(v, n) in binds.iter().filter(|(v, _)| matter >> v & 1 == 1) {
        s.vars[usize::from(v)] = Abs::Val(Value::Int(n));
    }
}

impl Special<'_> {
    /// The graph of the plan at hand.
    pub(crate) fn follow_plan(&mut self, mut s: Situation) -> Result<u32, GaveUp> {
        self.plan.id += 1;
        s.stage = 1;
        let first = self.plan.stages.first().ok_or(Why::Left.at(s.pc))?;
        (s.pc, s.player) = (first.pc, self.plan.player);
        bind(&mut s, &first.binds, self.plan.matter);
        self.explore(s)
    }

    /// Variables that matter beyond the run at hand.
    pub(crate) fn kept(&self, s: &Situation) -> u128 {
        self.keep | if s.stage > 0 { self.plan.matter } else { 0 }
    }

    /// Ends a run with a value (conditions ask whether it is exactly true), or goes on to the next stage.
    pub(crate) fn halt(&mut self, s: &mut Situation) -> Result<Option<Event>, Trouble> {
        let held = matches!(s.stack.last(), Some(Abs::Val(Value::Bool(true))));
        let Some(at) = usize::from(s.stage).checked_sub(1) else {
            return Ok(Some(Event::End(match s.stack.last() {
                None => Node::Done,
                Some(_) if held => Node::True,
                Some(_) => Node::False,
            })));
        };
        // The machine decides about a move that another rule allows too.
        if self.plan.stages[at].wanted.is_some_and(|wanted| wanted != held) {
            return Ok(Some(Event::End(Node::False)));
        }
        if let Some(stage) = self.plan.stages.get(at + 1) {
            s.stack.clear();
            s.stage += 1;
            (s.pc, s.player) = (stage.pc, self.plan.player);
            bind(s, &stage.binds, self.plan.matter);
            return Ok(None);
        }
        if let Some(value) = self.standing(s, |a| matches!(a, Abs::Place(_) | Abs::Held(..))) {
            return self.force(s, value).map(Some);
        }
        let plan = &self.plan;
        bind(s, &plan.last, plan.matter);
        let mut open = s.vars.iter().filter_map(|a| a.cell());
        if plan.alike.len() > 1 && open.any(|cell| plan.alike.contains(&cell)) {
            return Err(Trouble::GaveUp);
        }
        let (from, to) = (plan.from, plan.to);
        (s.stage, s.pc, s.player, s.known) = (0, plan.after, plan.player, plan.known);
        s.stack.clear();
        self.follow(s, from, to);
        Ok(Some(Event::Carry { next: Next::Run(Box::new(s.clone())) }))
    }

    /// Whether an event is out of place on the way to a move.
    pub(crate) fn misplaced(&self, s: &Situation, event: &Event) -> bool {
        let Some(at) = usize::from(s.stage).checked_sub(1) else { return false };
        let awards = self.plan.stages.get(at).is_some_and(|stage| stage.wanted.is_none());
        match event {
            Event::Do { change: Change::Score(..), .. } => !awards,
            Event::Do { .. } => true,
            Event::Test { yes, no, .. } => [yes, no].iter().any(|n| matches!(n, Next::Do(..))),
            _ => false,
        }
    }

    /// A symbolic value of this kind that may still be read.
    pub(crate) fn standing(&self, s: &Situation, kind: impl Fn(Abs) -> bool) -> Option<Abs> {
        let live = self.live.at(s.pc, &s.frames) | self.kept(s);
        let vars = s.vars.iter().enumerate().filter(|(v, _)| live >> v & 1 == 1).map(|(_, a)| a);
        vars.chain(&s.stack).chain(&s.saved).copied().find(|a| kind(*a))
    }

    /// Something went from a cell to an empty one: what was said of the one holds of the other.
    pub(crate) fn follow(&self, s: &mut Situation, from: u16, to: u16) {
        let text = Abs::Val(Value::Str(self.p.no_text));
        for place in s.stack.iter_mut().chain(&mut s.saved).chain(&mut s.vars) {
            *place = match *place {
                Abs::Content(c) if c == from => Abs::Content(to),
                Abs::Type(c, skip) if c == from => Abs::Type(to, skip),
                Abs::State(c, skip) if c == from => Abs::State(to, skip),
                Abs::Content(c) | Abs::Type(c, _) if c == to => text,
                Abs::State(c, _) if c == to => Abs::Val(Value::Int(-1)),
                other => other,
            };
        }
    }
}
