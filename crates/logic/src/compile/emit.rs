//! Goals to instructions: argument set-up, control, environments.

use super::analyse::{Analysis, analyse, each_goal_var, each_var};
use super::body::{Goal, Kind, Reader, arg, is_test, name_arity};
use super::inspect::inspections;
use super::{Names, TooBig};
use crate::cell::{Cell, REF};
use crate::code::{FAIL_PC, Instr, Pc, Rel};
use crate::database::Clause;

pub(crate) const FREE: u32 = u32::MAX;
pub(crate) const BUSY: u32 = u32::MAX - 1;

/// What the generator knows at one point of the code; copied at branches.
#[derive(Clone)]
pub(crate) struct State {
    pub(crate) regs: Vec<u32>,
    pub(crate) reg_of: Vec<Option<u8>>,
    pub(crate) seen: Vec<bool>,
    pub(crate) in_y: Vec<bool>,
    pub(crate) remaining: Vec<u32>,
    pub(crate) allocated: bool,
    /// A call has been made since the clause was entered.
    pub(crate) called: bool,
}

/// The code generator of one clause.
pub(crate) struct Gen<'a, N: Names> {
    pub(crate) cells: &'a [Cell],
    pub(crate) names: &'a mut N,
    pub(crate) an: Analysis,
    pub(crate) st: State,
    pub(crate) code: Vec<Instr>,
    labels: Vec<Option<Pc>>,
    /// Argument registers of the head and of the next call: temporaries go above.
    pub(crate) width: usize,
    wishes: Vec<Option<u8>>,
    pub(crate) alt: Pc,
    /// Where unifications that are goals begin.
    unifications: Vec<Pc>,
}

/// Compiles a clause: its code, and where unifications that are goals begin in it. Jump targets are relative to the start,
/// plus one; 0 is failure.
pub(crate) fn compile<N: Names>(clause: &Clause, names: &mut N) -> Result<(Vec<Instr>, Vec<Pc>), TooBig> {
    let cells = &clause.cells[..];
    let head_args: Vec<Cell> = match name_arity(cells, clause.head) {
        Some((_, ar)) => (0..ar).map(|i| arg(cells, clause.head, i)).collect(),
        None => return Err(TooBig),
    };
    if head_args.len() > 120 {
        return Err(TooBig);
    }
    let mut reader = Reader { cells, pos: 0, marks: 0 };
    let mut goals = Vec::new();
    reader.conj(clause.body, 0, 0, &mut goals)?;
    let mut met = vec![false; clause.vars as usize];
    for &a in &head_args {
        each_var(cells, a, &mut |v| met[v] = true);
    }
    inspections(cells, &mut goals, &mut met, names);
    let an = analyse(cells, &head_args, &goals, clause.vars as usize, reader.marks);
    if an.slots() > 64 {
        return Err(TooBig);
    }
    let vars = clause.vars as usize;
    let st = State {
        regs: vec![FREE; 256],
        reg_of: vec![None; vars],
        seen: vec![false; vars],
        in_y: vec![false; vars],
        remaining: an.vars.iter().map(|v| v.occurrences).collect(),
        allocated: false,
        called: false,
    };
    let width = head_args.len();
    let mut g = Gen {
        cells,
        names,
        an,
        st,
        code: Vec::new(),
        labels: Vec::new(),
        width,
        wishes: vec![None; vars],
        alt: 0,
        unifications: Vec::new(),
    };
    g.head(&head_args, &goals)?;
    g.goals(&goals, true)?;
    g.finish()
}

impl<N: Names> Gen<'_, N> {
    pub(crate) fn emit(&mut self, i: Instr) {
        self.code.push(i);
    }
    pub(crate) fn wish(&self, v: usize) -> Option<u8> {
        self.wishes[v]
    }

    /// A new label, as the operand of a jump.
    fn label(&mut self) -> Pc {
        self.labels.push(None);
        self.labels.len() as Pc
    }
    fn bind(&mut self, label: Pc) {
        self.labels[label as usize - 1] = Some(self.code.len() as Pc);
    }

    /// Replaces labels by relative addresses plus one.
    fn finish(mut self) -> Result<(Vec<Instr>, Vec<Pc>), TooBig> {
        let labels = std::mem::take(&mut self.labels);
        for i in &mut self.code {
            let target = match i {
                Instr::Jump(t) | Instr::TryElse { alt: t } | Instr::RetryElse { alt: t, .. } => t,
                Instr::Cmp { alt, .. }
                | Instr::CmpC { alt, .. }
                | Instr::TestX { alt, .. }
                | Instr::Order { alt, .. }
                | Instr::NotUnify { alt, .. } => alt,
                _ => continue,
            };
            if *target != FAIL_PC {
                *target = labels[*target as usize - 1].ok_or(TooBig)? + 1;
            }
        }
        Ok((self.code, self.unifications))
    }

    /// Wishes: where the variables of the coming call would like to live.
    fn look_ahead(&mut self, goals: &[Goal], heads: usize) {
        self.wishes.fill(None);
        self.width = heads;
        for g in goals {
            match &g.kind {
                Kind::Call { args, .. } => {
                    self.width = heads.max(args.len());
                    for (i, a) in args.iter().enumerate().take(120) {
                        if a.tag() == REF && self.wishes[a.idx()].is_none() {
                            self.wishes[a.idx()] = Some(i as u8);
                        }
                    }
                    return;
                }
                Kind::If { then, simple: true, .. } if !is_test(&g.kind) => {
                    self.look_ahead(then, heads);
                    return;
                }
                Kind::If { .. } if !is_test(&g.kind) => return,
                Kind::Or { .. } => return,
                _ => {}
            }
        }
    }

    fn head(&mut self, args: &[Cell], goals: &[Goal]) -> Result<(), TooBig> {
        self.look_ahead(goals, args.len());
        for i in 0..args.len() {
            self.st.regs[i] = BUSY;
        }
        for (i, a) in args.iter().enumerate() {
            if a.tag() == REF && !self.st.seen[a.idx()] {
                let v = a.idx();
                self.st.regs[i] = FREE;
                self.st.remaining[v] -= 1;
                self.place(v, i as u8);
                self.st.seen[v] = true;
                if self.is_void(v) {
                    self.st.regs[i] = FREE;
                }
            }
        }
        for (i, a) in args.iter().enumerate() {
            let r = i as u8;
            if a.tag() == REF {
                let v = a.idx();
                if self.st.reg_of[v] == Some(r) || self.is_void(v) || self.st.regs[i] != BUSY {
                    continue;
                }
                let x = self.load(v)?;
                self.emit(Instr::GetValX { x, a: r });
                self.used(v);
                self.release(r);
            } else {
                self.get_term(r, *a)?;
            }
        }
        Ok(())
    }

    /// Makes the environment if there is none yet and moves what must survive into it.
    fn ensure_env(&mut self) {
        if self.st.allocated {
            return;
        }
        self.st.allocated = true;
        self.emit(Instr::Allocate(self.an.slots() as u8));
        if self.an.level {
            self.emit(Instr::GetLevel(0));
        }
        for v in 0..self.an.vars.len() {
            if self.an.vars[v].permanent
                && self.st.seen[v]
                && let Some(r) = self.st.reg_of[v]
            {
                self.emit(Instr::StoreY { y: self.slot(v), s: r });
                self.st.in_y[v] = true;
            }
        }
    }

    /// All registers are lost (a call, or a choice was made).
    fn clear_regs(&mut self) {
        self.st.regs.fill(FREE);
        self.st.reg_of.fill(None);
    }

    /// The slots that hold values still needed after the goal at `pos`.
    fn live(&self, pos: u32) -> u64 {
        let mut mask = 0;
        for (v, info) in self.an.vars.iter().enumerate() {
            if info.permanent && self.st.in_y[v] && info.last > pos {
                mask |= 1 << info.slot;
            }
        }
        mask
    }

    fn mark_slot(&self, mark: u32) -> u8 {
        (mark as usize - 1 + usize::from(self.an.level)) as u8
    }

    /// Compiles a sequence; `last` when the clause ends with it.
    fn goals(&mut self, goals: &[Goal], last: bool) -> Result<(), TooBig> {
        for (i, g) in goals.iter().enumerate() {
            let at_end = last && i + 1 == goals.len();
            match &g.kind {
                Kind::Call { name, args } => {
                    self.look_ahead(&goals[i..], 0);
                    self.call(*name, args, g.pos, at_end)?;
                    if at_end {
                        return Ok(());
                    }
                }
                kind @ Kind::If { .. } if is_test(kind) => self.test_if(kind)?,
                Kind::If { cond, then, els, simple: true, .. } => {
                    self.look_ahead(then, 0);
                    self.simple_if(g, cond, then, els, at_end)?;
                    if at_end {
                        return Ok(());
                    }
                }
                Kind::If { cond, then, els, soft, mark, .. } => {
                    self.choice_if(g, (cond, then, els), *soft, *mark, at_end)?;
                    if at_end {
                        return Ok(());
                    }
                }
                Kind::Or { left, right } => {
                    self.or(g, left, right, at_end)?;
                    if at_end {
                        return Ok(());
                    }
                }
                kind => {
                    self.look_ahead(&goals[i + 1..], 0);
                    self.inline(kind)?;
                }
            }
        }
        if last {
            self.emit(if self.st.allocated { Instr::DeallocProceed } else { Instr::Proceed });
        }
        Ok(())
    }

    fn inline(&mut self, kind: &Kind) -> Result<(), TooBig> {
        match kind {
            Kind::Cut if !self.st.called => self.emit(Instr::NeckCut),
            Kind::Cut => self.emit(Instr::CutY(0)),
            Kind::LocalCut(mark) => self.emit(Instr::CutAboveY(self.mark_slot(*mark))),
            Kind::Fail => self.emit(if self.alt == FAIL_PC { Instr::Fail } else { Instr::Jump(self.alt) }),
            Kind::Unify(a, b) => {
                self.unifications.push(self.code.len() as Pc);
                self.unify(*a, *b)?;
            }
            Kind::NotUnify(a, b) => self.two(*a, *b, |a, b, alt| Instr::NotUnify { a, b, alt })?,
            Kind::Order(rel, a, b) => {
                let rel = *rel;
                self.two(*a, *b, move |a, b, alt| Instr::Order { rel, a, b, alt })?;
            }
            Kind::Test(test, a) => {
                let r = self.value(*a)?;
                self.emit(Instr::TestX { test: *test, a: r, alt: self.alt });
                self.release(r);
                self.spend(*a);
            }
            Kind::Is(a, e) => self.is(*a, *e)?,
            Kind::Arg(..) | Kind::Make(..) | Kind::Parts(..) => self.inspect(kind)?,
            Kind::Compare(rel, a, b) => self.compare(*rel, *a, *b)?,
            Kind::Call { .. } | Kind::If { .. } | Kind::Or { .. } => {}
        }
        Ok(())
    }

    /// A register holding the value of any term; occurrences of a plain variable are not yet spent.
    fn value(&mut self, t: Cell) -> Result<u8, TooBig> {
        if t.tag() != REF {
            return self.put_term(t, None);
        }
        let v = t.idx();
        if self.st.seen[v] {
            return self.load(v);
        }
        let r = self.alloc(self.wish(v))?;
        self.emit(Instr::PutVarX(r));
        self.st.regs[r as usize] = v as u32;
        self.st.reg_of[v] = Some(r);
        self.st.seen[v] = true;
        self.keep(v, r);
        Ok(r)
    }
    /// Spends the occurrence of a plain variable.
    fn spend(&mut self, t: Cell) {
        if t.tag() == REF {
            self.used(t.idx());
        }
    }

    fn two(&mut self, a: Cell, b: Cell, make: impl Fn(u8, u8, Pc) -> Instr) -> Result<(), TooBig> {
        let x = self.value(a)?;
        let y = self.value(b)?;
        self.emit(make(x, y, self.alt));
        self.release(x);
        self.release(y);
        self.spend(a);
        self.spend(b);
        Ok(())
    }

    fn unify(&mut self, a: Cell, b: Cell) -> Result<(), TooBig> {
        let fresh = |g: &Self, t: Cell| t.tag() == REF && !g.st.seen[t.idx()];
        let (a, b) = if fresh(self, b) && !fresh(self, a) { (b, a) } else { (a, b) };
        if a.tag() == REF && fresh(self, a) {
            let v = a.idx();
            if self.is_void(v) && b.tag() == REF {
                self.used(v);
                self.spend(b);
                return Ok(());
            }
            let r = if b.tag() == REF {
                if fresh(self, b) {
                    self.value(b)?;
                }
                let s = self.load(b.idx())?;
                // Take the target while the source is still held.
                let d = self.alloc(self.wish(v))?;
                self.emit(Instr::Move { d, s });
                self.spend(b);
                d
            } else {
                let r = self.put_term(b, None)?;
                self.release(r);
                r
            };
            // The built term may itself have mentioned the variable: then match, do not define.
            if self.st.seen[v] {
                self.st.regs[r as usize] = BUSY;
                let x = self.load(v)?;
                self.emit(Instr::GetValX { x, a: r });
                self.used(v);
                self.release(r);
                return Ok(());
            }
            self.st.remaining[v] -= 1;
            self.st.regs[r as usize] = v as u32;
            self.st.reg_of[v] = Some(r);
            self.st.seen[v] = true;
            self.keep(v, r);
            if self.st.remaining[v] == 0 {
                self.st.remaining[v] = 1;
                self.used(v);
            }
            return Ok(());
        }
        let (a, b) = if a.tag() == REF || b.tag() != REF { (a, b) } else { (b, a) };
        let r = self.value(a)?;
        self.spend_held(a, r);
        if b.tag() == REF {
            let s = self.value(b)?;
            self.emit(Instr::GetValX { x: s, a: r });
            self.spend(b);
            self.release(r);
        } else {
            self.get_term(r, b)?;
        }
        self.free_held(r);
        Ok(())
    }

    /// Spends a variable whose register is still to be read: the register stays taken.
    fn spend_held(&mut self, t: Cell, r: u8) {
        self.spend(t);
        if self.st.regs[r as usize] == FREE {
            self.st.regs[r as usize] = BUSY;
        }
    }
    fn free_held(&mut self, r: u8) {
        self.release(r);
    }

    fn call(&mut self, name: crate::cell::Atom, args: &[Cell], pos: u32, at_end: bool) -> Result<(), TooBig> {
        if args.len() > 120 {
            return Err(TooBig);
        }
        let native = self.names.inline(name, args.len());
        let needs = match native {
            Some(_) => self.an.permanents > 0 && (self.st.allocated || !at_end),
            None => !at_end,
        };
        if needs {
            self.ensure_env();
        }
        self.arguments(args)?;
        if let Some(f) = native {
            self.emit(Instr::Builtin { f });
            self.clear_regs();
            if at_end {
                self.emit(if self.st.allocated { Instr::DeallocProceed } else { Instr::Proceed });
            }
            return Ok(());
        }
        let pred = self.names.pred(name, args.len());
        if at_end {
            self.emit(if self.st.allocated {
                Instr::DeallocExecute { pred }
            } else {
                Instr::Execute { pred }
            });
        } else {
            let live = self.live(pos);
            self.emit(Instr::Call { pred, live });
        }
        self.st.called = true;
        self.clear_regs();
        Ok(())
    }

    /// Sets up argument registers: compound terms, then moves between registers, then the rest.
    fn arguments(&mut self, args: &[Cell]) -> Result<(), TooBig> {
        let n = args.len();
        let mut moves: Vec<(u8, u8)> = Vec::new();
        for (i, &t) in args.iter().enumerate() {
            if t.is_compound() {
                let free = self.st.regs[i] == FREE;
                if free {
                    self.st.regs[i] = BUSY;
                }
                let r = self.put_term(t, free.then_some(i as u8))?;
                self.st.regs[r as usize] = BUSY;
                if r as usize != i {
                    moves.push((i as u8, r));
                }
            }
        }
        let mut late: Vec<(u8, Cell)> = Vec::new();
        for (i, &t) in args.iter().enumerate() {
            if t.is_compound() {
                continue;
            }
            match t.tag() {
                REF if self.st.seen[t.idx()] => match self.st.reg_of[t.idx()] {
                    Some(r) => {
                        if r as usize != i {
                            moves.push((i as u8, r));
                        }
                    }
                    None => late.push((i as u8, t)),
                },
                _ => late.push((i as u8, t)),
            }
        }
        self.parallel_moves(moves, n)?;
        let mut fresh: Vec<(usize, u8)> = Vec::new();
        for (i, t) in late {
            if t.tag() != REF {
                self.put_term(t, Some(i))?;
                continue;
            }
            let v = t.idx();
            if let Some(&(_, r)) = fresh.iter().find(|f| f.0 == v) {
                self.emit(Instr::Move { d: i, s: r });
            } else if self.st.seen[v] {
                self.emit(Instr::PutValY { y: self.slot(v), a: i });
            } else if self.to_slot(v) {
                self.emit(Instr::PutVarY { y: self.slot(v), a: i });
                self.st.in_y[v] = true;
                fresh.push((v, i));
            } else {
                self.emit(Instr::PutVarX(i));
                fresh.push((v, i));
            }
        }
        for (v, _) in fresh {
            self.st.seen[v] = true;
        }
        for t in args {
            self.spend(*t);
        }
        Ok(())
    }

    fn parallel_moves(&mut self, mut moves: Vec<(u8, u8)>, n: usize) -> Result<(), TooBig> {
        while !moves.is_empty() {
            if let Some(i) = (0..moves.len()).find(|&i| moves.iter().all(|m| m.1 != moves[i].0)) {
                let (d, s) = moves.swap_remove(i);
                self.emit(Instr::Move { d, s });
                continue;
            }
            // Only cycles remain: break one through a register outside the arguments.
            let (_, s) = moves[0];
            let spare = (n.max(self.width)..250).find(|&r| self.st.regs[r] == FREE).ok_or(TooBig)? as u8;
            self.emit(Instr::Move { d: spare, s });
            for m in &mut moves {
                if m.1 == s {
                    m.1 = spare;
                }
            }
        }
        Ok(())
    }

    /// Gives a value to variables that first occur inside `g` and are used after it.
    fn init_before(&mut self, g: &Goal) {
        let mut counts = vec![0u32; self.an.vars.len()];
        each_goal_var(self.cells, g, &mut |v| counts[v] += 1);
        for (v, &count) in counts.iter().enumerate() {
            if count > 0 && self.an.vars[v].permanent && !self.st.seen[v] && self.st.remaining[v] > count {
                self.ensure_env();
                self.emit(Instr::InitY(self.slot(v)));
                self.st.seen[v] = true;
                self.st.in_y[v] = true;
            }
        }
    }

    /// After a construct: what it mentions counts as seen and spent, registers are unknown.
    fn join(&mut self, g: &Goal, before: State) {
        let mut st = before;
        each_goal_var(self.cells, g, &mut |v| st.remaining[v] = st.remaining[v].saturating_sub(1));
        self.st = st;
        self.clear_regs();
    }

    /// A condition that only tests, used as a goal: registers survive.
    fn test_if(&mut self, kind: &Kind) -> Result<(), TooBig> {
        let Kind::If { cond, then, els, .. } = kind else { return Ok(()) };
        let outer = self.alt;
        let (to_else, end) = (self.label(), self.label());
        self.tests(cond, to_else)?;
        self.tests(then, outer)?;
        self.emit(Instr::Jump(end));
        self.bind(to_else);
        self.tests(els, outer)?;
        self.bind(end);
        self.alt = outer;
        Ok(())
    }
    fn tests(&mut self, goals: &[Goal], alt: Pc) -> Result<(), TooBig> {
        self.alt = alt;
        for g in goals {
            // First occurrences must not differ between the paths.
            let mut unseen = Vec::new();
            each_goal_var(self.cells, g, &mut |v| unseen.push(v));
            for v in unseen {
                if !self.st.seen[v] {
                    return Err(TooBig);
                }
            }
            if matches!(g.kind, Kind::If { .. }) { self.test_if(&g.kind)? } else { self.inline(&g.kind)? }
        }
        Ok(())
    }

    fn simple_if(
        &mut self,
        g: &Goal,
        cond: &[Goal],
        then: &[Goal],
        els: &[Goal],
        at_end: bool,
    ) -> Result<(), TooBig> {
        if !at_end {
            if self.an.permanents > 0 || self.an.reserved > 0 || !self.quiet(g) {
                self.ensure_env();
            }
            self.init_before(g);
        }
        let outer = self.alt;
        let before = self.st.clone();
        let (to_else, end) = (self.label(), self.label());
        self.alt = to_else;
        for c in cond {
            if matches!(c.kind, Kind::If { .. }) { self.test_if(&c.kind)? } else { self.inline(&c.kind)? }
        }
        self.alt = outer;
        self.goals(then, at_end)?;
        if !at_end {
            self.emit(Instr::Jump(end));
        }
        self.bind(to_else);
        let called = self.st.called;
        self.st = before.clone();
        self.look_ahead(els, 0);
        self.goals(els, at_end)?;
        if !at_end {
            self.bind(end);
            let called = called || self.st.called;
            self.join(g, before);
            self.st.called |= called;
        }
        Ok(())
    }

    /// Whether a construct makes no calls at all.
    fn quiet(&mut self, g: &Goal) -> bool {
        match &g.kind {
            Kind::Call { name, args } => self.names.inline(*name, args.len()).is_some(),
            Kind::If { cond, then, els, simple, .. } => {
                *simple && cond.iter().chain(then).chain(els).all(|g| self.quiet(g))
            }
            Kind::Or { .. } => false,
            _ => true,
        }
    }

    fn choice_if(
        &mut self,
        g: &Goal,
        (cond, then, els): (&[Goal], &[Goal], &[Goal]),
        soft: bool,
        mark: u32,
        at_end: bool,
    ) -> Result<(), TooBig> {
        self.ensure_env();
        self.init_before(g);
        self.clear_regs();
        self.st.called = true;
        let outer = self.alt;
        self.alt = FAIL_PC;
        let before = self.st.clone();
        let (to_else, end) = (self.label(), self.label());
        let slot = self.mark_slot(mark);
        self.emit(Instr::MarkY(slot));
        self.emit(Instr::TryElse { alt: to_else });
        self.goals(cond, false)?;
        self.emit(if soft { Instr::SoftCutY(slot) } else { Instr::CutY(slot) });
        self.goals(then, at_end)?;
        if !at_end {
            self.emit(Instr::Jump(end));
        }
        self.bind(to_else);
        self.st = before.clone();
        let live = self.live(0);
        self.emit(Instr::TrustElse { live });
        self.goals(els, at_end)?;
        self.alt = outer;
        if !at_end {
            self.bind(end);
            self.join(g, before);
        }
        Ok(())
    }

    fn or(&mut self, g: &Goal, left: &[Goal], right: &[Goal], at_end: bool) -> Result<(), TooBig> {
        self.ensure_env();
        self.init_before(g);
        self.clear_regs();
        self.st.called = true;
        let before = self.st.clone();
        let end = self.label();
        let mut branches: Vec<&[Goal]> = vec![left];
        let mut rest = right;
        while let [Goal { kind: Kind::Or { left, right }, .. }] = rest {
            branches.push(left);
            rest = right;
        }
        branches.push(rest);
        let count = branches.len();
        let mut here: Option<Pc> = None;
        for (i, branch) in branches.into_iter().enumerate() {
            if let Some(l) = here.take() {
                self.bind(l);
            }
            self.st = before.clone();
            if i + 1 < count {
                let next = self.label();
                here = Some(next);
                let live = self.live(0);
                self.emit(if i == 0 {
                    Instr::TryElse { alt: next }
                } else {
                    Instr::RetryElse { alt: next, live }
                });
            } else {
                let live = self.live(0);
                self.emit(Instr::TrustElse { live });
            }
            self.goals(branch, at_end)?;
            if !at_end && i + 1 < count {
                self.emit(Instr::Jump(end));
            }
        }
        if !at_end {
            self.bind(end);
            self.join(g, before);
        }
        Ok(())
    }

    pub(crate) fn emit_compare(&mut self, rel: Rel, a: u8, b: u8) {
        self.emit(Instr::Cmp { rel, a, b, alt: self.alt });
    }
}
