//! Attributed variables: binding them, and running the goals that wait for the binding.
//!
//! An attributed variable is two cells: a cell that refers to itself with a tag of its own, and the attributes. Programs
//! without them pay nothing: the hot paths ask for plain variables first and come here only where they would fail.
//! A binding is noted in `wake`; the goals run at the next point where the machine is between two goals or between
//! a head and its body. The registers that the clause still needs are saved in a frame of their own until then.

use super::body::Next;
use super::unify::Unified;
use super::{Machine, Stop};
use crate::builtins::NATIVES;
use crate::cell::{ATV, Cell};
use crate::code::{FAIL_PC, Instr, Pc, WAKE_PC};
use std::collections::BTreeMap;

/// Something that waits for the next chance to run.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Wake {
    /// A variable with these attributes was bound to this value.
    Bound { attributes: Cell, value: Cell },
    /// An attributed variable and what stood in for it during a match.
    Unify(Cell, Cell),
    /// A goal a native leaves to Prolog; where it fails the code goes on at the address, if one is given.
    Goal { goal: Cell, alt: Pc },
}

impl Wake {
    /// The cells it holds.
    pub(crate) fn cells(&self) -> [Cell; 2] {
        match *self {
            Wake::Bound { attributes, value } => [attributes, value],
            Wake::Unify(a, b) => [a, b],
            Wake::Goal { goal, .. } => [goal, goal],
        }
    }
}

/// Slots at the bottom of a frame that waits: address, cut barrier, live slots of the frame below in two halves (negative:
/// the clause has no frame of its own).
const FIXED: usize = 4;

impl Machine {
    /// Binds an attributed variable. Always trailed: that is how failure takes back what waits.
    #[cold]
    pub(crate) fn bind_attributed(&mut self, var: Cell, value: Cell) {
        let at = var.idx();
        let attributes = self.heap[at + 1];
        self.heap[at] = value;
        self.trail.push(var);
        self.wake.push(Wake::Bound { attributes, value });
        self.reload = true;
    }

    /// Unifies two different cells of which neither is a plain variable.
    #[cold]
    pub(crate) fn unify_attributed(&mut self, a: Cell, b: Cell) -> Unified {
        match (a.tag() == ATV, b.tag() == ATV) {
            (true, true) if a.idx() < b.idx() => self.bind_attributed(b, a),
            (true, _) => self.bind_attributed(a, b),
            (false, true) => self.bind_attributed(b, a),
            (false, false) => return Unified::No,
        }
        Unified::Woke
    }

    /// A plain variable in place of an attributed one while a head is matched.
    #[cold]
    pub(crate) fn stand_in(&mut self, attributed: Cell) -> Cell {
        let v = self.new_var();
        self.wake.push(Wake::Unify(attributed, v));
        v
    }

    /// A goal to run as soon as the native that asks for it is done.
    pub(crate) fn run_next(&mut self, goal: Cell) {
        self.wake.push(Wake::Goal { goal, alt: FAIL_PC });
        self.reload = true;
    }

    /// `\\=` where unifying would wake something: Prolog decides; code goes on at `alt` if they do unify.
    #[cold]
    pub(crate) fn not_unify_awake(&mut self, a: Cell, b: Cell, alt: Pc) {
        use crate::atom::names as n;
        let unify = self.structure(n::EQUAL, &[a, b]);
        let goal = self.structure(n::NOT, &[unify]);
        self.wake.push(Wake::Goal { goal, alt });
        self.reload = true;
    }

    /// The goal for everything that waits: `None` when a match turns out to fail.
    fn waiting(&mut self) -> Option<(Cell, Pc)> {
        for w in std::mem::take(&mut self.wake) {
            match w {
                Wake::Unify(a, b) => {
                    if !self.unify(a, b) {
                        self.wake.clear();
                        return None;
                    }
                }
                other => self.wake.push(other),
            }
        }
        let mut goals: Vec<Cell> = Vec::new();
        let mut other = FAIL_PC;
        for w in std::mem::take(&mut self.wake) {
            match w {
                Wake::Bound { attributes, value } => {
                    let name = self.atoms.intern("$wake");
                    goals.push(self.structure(name, &[attributes, value]));
                }
                Wake::Goal { goal, alt } => {
                    goals.push(goal);
                    other = alt;
                }
                Wake::Unify(..) => {}
            }
        }
        let mut goal = goals.pop().unwrap_or(Cell::atom(crate::atom::names::TRUE));
        while let Some(first) = goals.pop() {
            goal = self.structure(crate::atom::names::COMMA, &[first, goal]);
        }
        Some((goal, other))
    }

    /// Runs what waits before the code goes on at the present address.
    #[cold]
    pub(super) fn wake_up(&mut self) -> Result<(), Stop> {
        let resume = self.pc;
        if resume == FAIL_PC {
            self.wake.clear();
            return Ok(());
        }
        let Some((goal, alt)) = self.waiting() else {
            self.pc = FAIL_PC;
            return Ok(());
        };
        self.fuel -= 1;
        if resume != self.cp || !self.returns_to(resume) {
            self.wait_at(resume, alt);
        }
        let mut goal = goal;
        if alt != FAIL_PC {
            goal = self.or_else(goal, alt);
        }
        let next = self.exec_body(goal, self.choices.len())?;
        self.pc = self.entered(next)?;
        Ok(())
    }

    /// Puts what waits before a continuation of which no register is needed.
    #[inline]
    pub(super) fn wake_then(&mut self, next: Next) -> Result<Next, Stop> {
        if self.wake.is_empty() { Ok(next) } else { self.wake_first(next) }
    }
    #[cold]
    fn wake_first(&mut self, next: Next) -> Result<Next, Stop> {
        if next == Next::Fail {
            return Ok(next);
        }
        let Some((goal, _)) = self.waiting() else { return Ok(Next::Fail) };
        self.fuel -= 1;
        self.exec_body(goal, self.choices.len())
    }

    /// The goal with everything that waits put before it.
    #[cold]
    pub(super) fn waking(&mut self, goal: Cell) -> Cell {
        match self.waiting() {
            Some((first, _)) => self.structure(crate::atom::names::COMMA, &[first, goal]),
            None => Cell::atom(crate::atom::names::FAIL),
        }
    }

    /// Whether this is an address behind a call, where frames say themselves what they keep.
    fn returns_to(&self, pc: Pc) -> bool {
        pc <= WAKE_PC || matches!(self.program.code.get(pc as usize - 1), Some(Instr::Call { .. }))
    }

    /// A frame that keeps the registers the code at `resume` (or `alt`) still needs.
    fn wait_at(&mut self, resume: Pc, alt: Pc) {
        let mut live = self.program.live_at(resume);
        if alt != FAIL_PC {
            live.join(self.program.live_at(alt));
        }
        let regs: Vec<usize> = (0..256).filter(|&r| live.x[r >> 6] & (1 << (r & 63)) != 0).collect();
        let framed = live.frame == Some(true);
        let half = |v: u64| Cell::int(if framed { (v & 0xffff_ffff) as i64 } else { -1 });
        let mut slots =
            vec![Cell::int(i64::from(resume)), Cell::int(self.b0 as i64), half(live.y), half(live.y >> 32)];
        for r in regs {
            slots.extend([Cell::int(r as i64), self.x[r]]);
        }
        self.allocate(slots.len());
        let at = self.e + 3;
        self.env[at..at + slots.len()].copy_from_slice(&slots);
        self.cp = WAKE_PC;
    }

    /// What waited has run: the registers come back.
    pub(super) fn wake_exit(&mut self) -> Pc {
        let (at, n) = (self.e + 3, self.slots(self.e));
        let resume = self.env[at].as_int() as Pc;
        self.b0 = self.env[at + 1].as_int() as usize;
        for i in (FIXED..n).step_by(2) {
            self.x[self.env[at + i].as_int() as usize & 255] = self.env[at + i + 1];
        }
        self.deallocate();
        resume
    }

    /// The slots needed of the frame below a frame that waits, if that is the frame of the clause that waits.
    pub(super) fn live_below(&self, e: usize) -> Option<u64> {
        let half = |i: usize| self.env[e + 3 + i].as_int();
        (half(2) >= 0).then(|| half(2) as u64 | (half(3) as u64) << 32)
    }

    /// `( Goal -> true ; '$wake_else'(Alt) )`.
    fn or_else(&mut self, goal: Cell, alt: Pc) -> Cell {
        use crate::atom::names as n;
        let name = self.atoms.intern("$wake_else");
        let other = self.structure(name, &[Cell::int(i64::from(alt))]);
        let then = self.structure(n::ARROW, &[goal, Cell::atom(n::TRUE)]);
        self.structure(n::SEMICOLON, &[then, other])
    }
}

/// `$wake_else(Pc)`: the frame that waits goes on at another address.
pub(crate) fn wake_else(m: &mut Machine) -> super::Res {
    let pc = m.a(0);
    let at = m.e + 3;
    if m.cp != WAKE_PC || !pc.is_int() {
        return Ok(false);
    }
    m.env[at] = pc;
    Ok(true)
}

/// Whether an instruction belongs to a match, so that nothing can be seen between it and the one before.
fn matches(i: &Instr) -> bool {
    use Instr::*;
    matches!(
        i,
        GetValX { .. }
            | GetConst { .. }
            | GetBoxed { .. }
            | GetStruct { .. }
            | GetList { .. }
            | GetListVV { .. }
            | GetListXV { .. }
            | GetListCV { .. }
            | GetListVVXV { .. }
            | GetListVVExecute { .. }
            | GetListXVExecute { .. }
            | GetListVVXVExecute { .. }
            | GetStructVV { .. }
            | GetValXProceed { .. }
            | GetConstProceed { .. }
            | Move2Execute { .. }
            | UnifyVarX(_)
            | UnifyVarY(_)
            | UnifyValX(_)
            | UnifyValY(_)
            | UnifyConst(_)
            | UnifyVoid(_)
            | UnifyVarVar { .. }
            | UnifyVarVal { .. }
            | UnifyValVar { .. }
            | StoreY { .. }
            | StoreY2 { .. }
            | StoreY4 { .. }
            | Move { .. }
            | Move2 { .. }
    )
}

/// Registers and slots whose values are needed.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Live {
    pub(crate) x: [u64; 4],
    pub(crate) y: u64,
    /// Whether the clause has made its frame, as far as its code tells.
    pub(crate) frame: Option<bool>,
}

impl Live {
    fn join(&mut self, other: Live) {
        self.frame = self.frame.or(other.frame);
        for (a, b) in self.x.iter_mut().zip(other.x) {
            *a |= b;
        }
        self.y |= other.y;
    }
    fn read(&mut self, regs: &[u8]) {
        for &r in regs {
            self.x[usize::from(r >> 6)] |= 1 << (r & 63);
        }
    }
    fn write(&mut self, regs: &[u8]) {
        for &r in regs {
            self.x[usize::from(r >> 6)] &= !(1 << (r & 63));
        }
    }
    fn arguments(&mut self, n: usize) {
        for r in 0..n.min(256) {
            self.x[r >> 6] |= 1 << (r & 63);
        }
    }
    fn keep(&mut self, y: u8) {
        self.y |= 1 << (y & 63);
        self.frame = Some(true);
    }
    fn set(&mut self, y: u8) {
        self.y &= !(1 << (y & 63));
        self.frame = Some(true);
    }
}

impl crate::program::Program {
    /// Whether what stands here is not part of the match before it.
    pub(super) fn match_ends(&self, pc: Pc, i: &Instr) -> bool {
        !matches(i) || self.unifications.binary_search(&pc).is_ok()
    }

    /// What the code from `pc` on reads before it writes it, up to the next call. Code of a clause only jumps forward.
    pub(crate) fn live_at(&self, pc: Pc) -> Live {
        if pc <= WAKE_PC {
            // Continuations of control constructs keep all in their frames.
            return Live::default();
        }
        let mut known: BTreeMap<Pc, Option<Pc>> = BTreeMap::new();
        let mut stack = vec![pc];
        while let Some(at) = stack.pop() {
            if known.contains_key(&at) {
                continue;
            }
            let Some(i) = self.code.get(at as usize) else { continue };
            let (next, other) = successors(i, at);
            known.insert(at, other);
            stack.extend(next);
            stack.extend(other);
        }
        let mut live: BTreeMap<Pc, Live> = BTreeMap::new();
        for (&at, &other) in known.iter().rev() {
            let i = &self.code[at as usize];
            let mut l = Live::default();
            for to in successors(i, at).0.into_iter().chain(other) {
                if let Some(after) = live.get(&to) {
                    l.join(*after);
                }
            }
            self.effect(i, &mut l);
            live.insert(at, l);
        }
        live.get(&pc).copied().unwrap_or_default()
    }

    /// Turns what is needed after an instruction into what is needed before it.
    fn effect(&self, i: &Instr, l: &mut Live) {
        match *i {
            Instr::Call { pred, live } => {
                *l = Live { x: [0; 4], y: live, frame: Some(true) };
                l.arguments(self.preds[pred as usize].arity as usize);
            }
            Instr::Execute { pred } | Instr::DeallocExecute { pred } => {
                let framed = matches!(i, Instr::DeallocExecute { .. });
                *l = Live { frame: Some(framed), ..Live::default() };
                l.arguments(self.preds[pred as usize].arity as usize);
            }
            Instr::Builtin { f } => l.arguments(usize::from(NATIVES[f as usize].arity)),
            Instr::TrustElse { live } | Instr::RetryElse { live, .. } => {
                (l.y, l.frame) = (live, Some(true));
            }
            Instr::Allocate(_)
            | Instr::AllocateLevel(_)
            | Instr::AllocateStoreY2 { .. }
            | Instr::AllocateStoreY4 { .. }
            | Instr::AllocateLevelStoreY2 { .. } => (l.y, l.frame) = (0, Some(false)),
            Instr::StoreY4 { ys, xs } => {
                ys.into_iter().for_each(|y| l.set(y));
                l.read(&xs);
            }
            Instr::PutValY4 { ys, xs }
            | Instr::PutValY4Call { ys, xs, .. }
            | Instr::PutValY4Execute { ys, xs, .. } => {
                l.write(&xs);
                ys.into_iter().for_each(|y| l.keep(y));
            }
            Instr::Proceed => l.frame = Some(false),
            Instr::DeallocProceed => l.frame = Some(true),
            Instr::StoreY { y, s } => {
                l.set(y);
                l.read(&[s]);
            }
            Instr::StoreY2 { y, s, y2, s2 } => {
                l.set(y);
                l.set(y2);
                l.read(&[s, s2]);
            }
            Instr::PutValY { y, a } => {
                l.write(&[a]);
                l.keep(y);
            }
            Instr::PutValY2 { y, a, y2, a2 }
            | Instr::PutValY2Call { y, a, y2, a2, .. }
            | Instr::PutValY2Execute { y, a, y2, a2, .. } => {
                l.write(&[a, a2]);
                l.keep(y);
                l.keep(y2);
            }
            Instr::PutValYCmp { y, d, .. } => {
                l.write(&[d]);
                l.keep(y);
            }
            Instr::PutVarY { y, a } | Instr::PutVarYCall { y, a, .. } => {
                l.set(y);
                l.write(&[a]);
            }
            Instr::UnifyVarY(y) | Instr::SetVarY(y) | Instr::InitY(y) => l.set(y),
            Instr::GetLevel(y) | Instr::MarkY(y) => l.set(y),
            Instr::UnifyValY(y) | Instr::SetValY(y) => l.keep(y),
            Instr::CutY(y) | Instr::CutAboveY(y) | Instr::SoftCutY(y) => l.keep(y),
            _ => registers(i, l),
        }
    }
}

/// The same for instructions that touch registers only.
fn registers(i: &Instr, l: &mut Live) {
    let (writes, reads): (&[u8], &[u8]) = match *i {
        Instr::Move { d, s } => (&[d], &[s]),
        Instr::Move2 { d, s, d2, s2 } | Instr::Move2Execute { d, s, d2, s2, .. } => {
            // The second move may read what the first one wrote.
            l.write(&[d2]);
            l.read(&[s2]);
            (&[d], &[s])
        }
        Instr::GetValX { x, a } | Instr::GetValXProceed { x, a } => (&[], &[x, a]),
        Instr::GetConst { a, .. }
        | Instr::GetConstProceed { a, .. }
        | Instr::GetBoxed { a, .. }
        | Instr::GetStruct { a, .. }
        | Instr::GetList { a } => (&[], &[a]),
        Instr::GetListVV { a, h, t }
        | Instr::GetListVVXV { a, h, t, .. }
        | Instr::GetListVVExecute { a, h, t, .. }
        | Instr::GetListVVXVExecute { a, h, t, .. }
        | Instr::GetStructVV { a, h, t, .. } => (&[h, t], &[a]),
        Instr::GetListXV { a, h, t } | Instr::GetListXVExecute { a, h, t, .. } => (&[t], &[a, h]),
        Instr::GetListCV { a, t, .. } => (&[t], &[a]),
        Instr::UnifyVarX(x) | Instr::SetVarX(x) | Instr::PutVarX(x) => (&[x], &[]),
        Instr::UnifyValX(x) | Instr::SetValX(x) => (&[], &[x]),
        Instr::UnifyVarVar { a, b } => (&[a, b], &[]),
        // The value may be the variable made here.
        Instr::UnifyVarVal { a, b } if a == b => (&[a], &[]),
        Instr::UnifyVarVal { a, b } => (&[a], &[b]),
        Instr::UnifyValVar { a, b } => (&[b], &[a]),
        Instr::SetValVal { a, b } => (&[], &[a, b]),
        Instr::PutConst { a, .. }
        | Instr::PutBoxed { a, .. }
        | Instr::PutStruct { a, .. }
        | Instr::PutList { a } => (&[a], &[]),
        Instr::Arith2 { d, a, b, .. }
        | Instr::Add { d, a, b }
        | Instr::Sub { d, a, b }
        | Instr::Mul { d, a, b } => (&[d], &[a, b]),
        Instr::Arith1 { d, a, .. }
        | Instr::AddC { d, a, .. }
        | Instr::MulC { d, a, .. }
        | Instr::Arith2C { d, a, .. }
        | Instr::Eval { d, a } => (&[d], &[a]),
        Instr::Cmp { a, b, .. } | Instr::Order { a, b, .. } | Instr::NotUnify { a, b, .. } => (&[], &[a, b]),
        Instr::CmpC { a, .. } | Instr::TestX { a, .. } => (&[], &[a]),
        Instr::Arg { d, i, t, k: 0, .. } => (&[d], &[i, t]),
        Instr::Arg { d, t, .. } => (&[d], &[t]),
        Instr::Make { d, a, b, .. } => (&[d], &[a, b]),
        Instr::Parts { d, e, t, .. } => (&[d, e], &[t]),
        _ => (&[], &[]),
    };
    l.write(writes);
    l.read(reads);
}

/// Where an instruction goes on inside its clause: the next one, and another.
fn successors(i: &Instr, at: Pc) -> (Option<Pc>, Option<Pc>) {
    let other = |alt: Pc| (alt > at).then_some(alt);
    match *i {
        Instr::Jump(to) => (other(to), None),
        Instr::TryElse { alt } => (Some(at + 1), other(alt)),
        Instr::Cmp { alt, .. }
        | Instr::CmpC { alt, .. }
        | Instr::TestX { alt, .. }
        | Instr::Order { alt, .. }
        | Instr::NotUnify { alt, .. } => (Some(at + 1), other(alt)),
        Instr::Call { .. }
        | Instr::Execute { .. }
        | Instr::DeallocExecute { .. }
        | Instr::Proceed
        | Instr::DeallocProceed
        | Instr::Fail
        | Instr::TrustElse { .. }
        | Instr::RetryElse { .. } => (None, None),
        _ => (Some(at + 1), None),
    }
}
