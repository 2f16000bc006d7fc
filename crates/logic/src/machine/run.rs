//! The instruction loop.

use super::body::Next;
use super::dispatch::Resume;
use super::unify::Unified;
use super::{Alt, Machine, Stop};
use crate::atom::names::NIL;
use crate::cell::{Cell, INT, LST, STR};
use crate::code::{FAIL_PC, Instr, Pc, Pred, PredId, PredKind, Target, Test};
use crate::program::Program;

/// Why the instruction loop was left.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Left {
    Done(Outcome),
    /// The program changed, or goals wait.
    Attend,
    /// In the middle of a match that has bound an attributed variable.
    Matching,
}

/// How a run ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Outcome {
    Answer,
    NoMore,
}

macro_rules! get_x {
    ($m:expr, $r:expr) => {
        $m.deref($m.x[$r as usize])
    };
}

impl Machine {
    #[expect(
        clippy::too_many_lines,
        reason = "one match over the instruction set; splitting it costs a third of the speed"
    )]
    pub(super) fn steps<const MATCHING: bool>(&mut self, program: &Program) -> Result<Left, Stop> {
        // What the loop needs of the program, out of reach of its own changes: those set `reload`.
        let (code, preds) = (&program.code[..], &program.preds[..]);
        let mut pc = self.pc as usize;
        let (mut s, mut write, mut again) = if MATCHING { self.matching } else { (0, false, false) };

        'next: loop {
            'failed: {
                macro_rules! fail {
                    () => {{
                        break 'failed;
                    }};
                }
                // Goes on where something outside the loop says.
                macro_rules! out {
                    ($address:expr) => {{
                        self.pc = pc as Pc;
                        pc = $address? as usize;
                        if self.reload {
                            self.pc = pc as Pc;
                            return Ok(Left::Attend);
                        }
                        continue 'next;
                    }};
                }
                // Calls a predicate of any kind; compiled code is entered directly.
                macro_rules! call {
                    ($pred:expr) => {{
                        let pred: PredId = $pred;
                        self.fuel -= 1;
                        if self.fuel < 0 || self.heap.len() >= self.gc_at {
                            self.pc = pc as Pc;
                            self.at_call(pred)?;
                            if self.watched() {
                                out!(self.call_out(pred));
                            }
                        }
                        if let Some(Pred { kind: PredKind::Static(entry), .. }) = preds.get(pred as usize) {
                            self.b0 = self.choices.len();
                            pc = *entry as usize;
                            continue 'next;
                        }
                        out!(self.call_out(pred));
                    }};
                }
                // Goes on where a switch leads.
                macro_rules! target {
                    ($target:expr) => {
                        match $target {
                            Target::Clause(p) => pc = p as usize,
                            Target::Chain(chain) => {
                                pc = self.try_chain(chain, &program.chains[chain as usize]) as usize
                            }
                            _ => fail!(),
                        }
                    };
                }
                macro_rules! go {
                    ($next:expr) => {
                        match $next {
                            Next::Go(p) => {
                                pc = p as usize;
                                continue 'next;
                            }
                            Next::Fail => fail!(),
                            Next::Call(p) => call!(p),
                            local => out!(self.settle(local)),
                        }
                    };
                }

                // An attributed variable was bound: the match is finished first, then what waits for it runs.
                macro_rules! woke {
                    () => {
                        if !MATCHING {
                            self.pc = pc as Pc;
                            self.matching = (s, write, again);
                            return Ok(Left::Matching);
                        }
                    };
                }
                // The register holds an attributed variable where a compound is to be matched: a plain variable takes its place
                // for the match, and both are unified when it is done.
                macro_rules! stand_in {
                    ($a:expr, $c:expr) => {{
                        self.x[$a as usize] = self.stand_in($c);
                        pc -= 1;
                        again = true;
                        woke!();
                    }};
                }
                // Arithmetic on small integers, and what the evaluator gives where it is more than that.
                macro_rules! small {
                    ($op:literal, $d:expr, $x:expr, $y:expr, $quick:expr) => {{
                        let (x, y) = ($x, $y);
                        self.x[$d as usize] = if x.tag() == INT
                            && y.tag() == INT
                            && let Some(i) = $quick(x.as_int(), y.as_int())
                            && let Some(c) = Cell::small(i)
                        {
                            c
                        } else {
                            self.pc = pc as Pc;
                            self.arith2($op, x, y)?
                        };
                    }};
                }
                // Binds a variable of either kind to a constant.
                macro_rules! constant {
                    ($v:expr, $c:expr) => {
                        if $v.is_plain() {
                            self.bind_plain($v, $c);
                        } else if $v.is_ref() {
                            self.bind_attributed($v, $c);
                            woke!();
                        } else {
                            fail!();
                        }
                    };
                }
                macro_rules! unify {
                    ($a:expr, $b:expr) => {
                        match self.unify_quick($a, $b) {
                            Unified::Yes => {}
                            Unified::No => fail!(),
                            // Kept apart: a match of four would jump through a table.
                            rare => {
                                if self.is_stopped(rare)? {
                                    fail!();
                                }
                                woke!();
                            }
                        }
                    };
                }

                // Matches a list with two first occurrences; whether there was one already.
                macro_rules! list_vv {
                    ($a:expr, $h:expr, $t:expr) => {{
                        let c = get_x!(self, $a);
                        let known = c.tag() == LST;
                        if known {
                            let at = c.idx();
                            self.x[$h as usize] = self.heap[at];
                            self.x[$t as usize] = self.heap[at + 1];
                        } else if c.is_plain() {
                            let at = self.heap.len();
                            self.x[$t as usize] = self.make_list(c, Cell::var(at));
                            self.x[$h as usize] = Cell::var(at);
                        } else if c.is_ref() {
                            stand_in!($a, c);
                        } else {
                            fail!();
                        }
                        known
                    }};
                }
                // The same with a known head.
                macro_rules! list_xv {
                    ($a:expr, $h:expr, $t:expr) => {{
                        let c = get_x!(self, $a);
                        if c.is_plain() {
                            self.x[$t as usize] = self.make_list(c, self.x[$h as usize]);
                        } else if c.tag() == LST {
                            let at = c.idx();
                            // The registers are set first: a match that wakes something is left right after it unified.
                            let (known, head) = (self.x[$h as usize], self.heap[at]);
                            self.x[$t as usize] = self.heap[at + 1];
                            unify!(known, head);
                        } else if c.is_ref() {
                            stand_in!($a, c);
                        } else {
                            fail!();
                        }
                    }};
                }
                // Goes on at `alt` unless a test holds.
                macro_rules! otherwise {
                    ($holds:expr, $alt:expr) => {
                        if !$holds {
                            pc = $alt as usize;
                            if pc == FAIL_PC as usize {
                                fail!();
                            }
                        }
                    };
                }

                // No part of a match: said again where it keeps the code of the other copy of the loop in line.
                macro_rules! leave {
                    () => {
                        if MATCHING {
                            self.pc = pc as Pc - 1;
                            return Ok(Left::Attend);
                        }
                    };
                }
                if MATCHING && !std::mem::take(&mut again) && program.match_ends(pc as Pc, &code[pc]) {
                    self.pc = pc as Pc;
                    return Ok(Left::Attend);
                }
                pc += 1;
                match code[pc - 1] {
                    // ---- heads
                    Instr::GetListVV { a, h, t } => _ = list_vv!(a, h, t),
                    Instr::GetListXV { a, h, t } => list_xv!(a, h, t),
                    Instr::GetListVVExecute { a, h, t, pred } => {
                        let _ = list_vv!(a, h, t);
                        if !MATCHING {
                            call!(pred);
                        }
                    }
                    Instr::GetListXVExecute { a, h, t, pred } => {
                        list_xv!(a, h, t);
                        if !MATCHING {
                            call!(pred);
                        }
                    }
                    Instr::GetListVVXV { a, h, t, a2, h2, t2 } => {
                        let list = list_vv!(a, h, t);
                        if !MATCHING && list {
                            pc += 1;
                            list_xv!(a2, h2, t2);
                        }
                    }
                    Instr::GetListVVXVExecute { a, h, t, a2, h2, t2, pred } => {
                        let list = list_vv!(a, h, t);
                        if !MATCHING && list {
                            pc += 1;
                            list_xv!(a2, h2, t2);
                            call!(pred);
                        }
                    }
                    Instr::GetListCV { a, t, c } => {
                        let l = get_x!(self, a);
                        if l.tag() == LST {
                            let at = l.idx();
                            let head = self.deref(self.heap[at]);
                            self.x[t as usize] = self.heap[at + 1];
                            if head != c {
                                constant!(head, c);
                            }
                        } else if l.is_plain() {
                            self.x[t as usize] = self.make_list(l, c);
                        } else if l.is_ref() {
                            stand_in!(a, l);
                        } else {
                            fail!();
                        }
                    }
                    Instr::GetList { a } => {
                        let c = get_x!(self, a);
                        if c.tag() == LST {
                            s = c.idx();
                            write = false;
                        } else if c.is_plain() {
                            let at = self.heap.len();
                            self.bind_plain(c, Cell::new(LST, at));
                            write = true;
                        } else if c.is_ref() {
                            stand_in!(a, c);
                        } else {
                            fail!();
                        }
                    }
                    Instr::GetStruct { a, f } => {
                        let c = get_x!(self, a);
                        if c.tag() == STR {
                            if self.heap[c.idx()] != f {
                                fail!();
                            }
                            s = c.idx() + 1;
                            write = false;
                        } else if c.is_plain() {
                            let at = self.heap.len();
                            self.bind_plain(c, Cell::new(STR, at));
                            self.heap.push(f);
                            write = true;
                        } else if c.is_ref() {
                            stand_in!(a, c);
                        } else {
                            fail!();
                        }
                    }
                    Instr::GetConst { a, c } => {
                        let x = get_x!(self, a);
                        if x != c {
                            constant!(x, c);
                        }
                    }
                    Instr::GetConstProceed { a, c } => {
                        let x = get_x!(self, a);
                        if x != c {
                            constant!(x, c);
                        }
                        if !MATCHING {
                            pc = self.cp as usize;
                        }
                    }
                    Instr::GetValXProceed { x, a } => {
                        unify!(self.x[x as usize], self.x[a as usize]);
                        if !MATCHING {
                            pc = self.cp as usize;
                        }
                    }
                    Instr::GetBoxed { a, k } => {
                        let c = self.push_boxed(k);
                        unify!(self.x[a as usize], c);
                    }
                    Instr::GetValX { x, a } => {
                        unify!(self.x[x as usize], self.x[a as usize]);
                    }
                    Instr::GetStructVV { a, h, t, f } => {
                        let c = get_x!(self, a);
                        if c.tag() == STR {
                            let at = c.idx();
                            if self.heap[at] != f {
                                fail!();
                            }
                            self.x[h as usize] = self.heap[at + 1];
                            self.x[t as usize] = self.heap[at + 2];
                        } else if c.is_plain() {
                            let at = self.heap.len();
                            self.heap.extend_from_slice(&[f, Cell::var(at + 1), Cell::var(at + 2)]);
                            self.x[h as usize] = Cell::var(at + 1);
                            self.x[t as usize] = Cell::var(at + 2);
                            self.bind_plain(c, Cell::new(STR, at));
                        } else if c.is_ref() {
                            stand_in!(a, c);
                        } else {
                            fail!();
                        }
                    }
                    Instr::UnifyVarVar { a, b } => {
                        if write {
                            let at = self.heap.len();
                            self.heap.extend_from_slice(&[Cell::var(at), Cell::var(at + 1)]);
                            self.x[a as usize] = Cell::var(at);
                            self.x[b as usize] = Cell::var(at + 1);
                        } else {
                            self.x[a as usize] = self.heap[s];
                            self.x[b as usize] = self.heap[s + 1];
                            s += 2;
                        }
                    }
                    Instr::UnifyVarVal { a, b } => {
                        if write {
                            let at = self.heap.len();
                            // The value may be the variable made here.
                            self.x[a as usize] = Cell::var(at);
                            self.heap.extend_from_slice(&[Cell::var(at), self.x[b as usize]]);
                        } else {
                            self.x[a as usize] = self.heap[s];
                            let (v, h) = (self.x[b as usize], self.heap[s + 1]);
                            s += 2;
                            if h != v {
                                unify!(h, v);
                            }
                        }
                    }
                    Instr::UnifyValVar { a, b } => {
                        let v = self.x[a as usize];
                        if write {
                            let at = self.heap.len();
                            self.heap.extend_from_slice(&[v, Cell::var(at + 1)]);
                            self.x[b as usize] = Cell::var(at + 1);
                        } else {
                            let h = self.heap[s];
                            self.x[b as usize] = self.heap[s + 1];
                            s += 2;
                            if h != v {
                                unify!(h, v);
                            }
                        }
                    }
                    Instr::StoreY2 { y, s, y2, s2 } => {
                        self.store_y2([y, y2], [s, s2]);
                    }
                    Instr::PutValY2 { y, a, y2, a2 } => {
                        self.put_y2([y, y2], [a, a2]);
                    }
                    Instr::Move2 { d, s, d2, s2 } => {
                        self.x[d as usize] = self.x[s as usize];
                        self.x[d2 as usize] = self.x[s2 as usize];
                    }
                    Instr::Move2Execute { d, s, d2, s2, pred } => {
                        self.x[d as usize] = self.x[s as usize];
                        self.x[d2 as usize] = self.x[s2 as usize];
                        if !MATCHING {
                            call!(pred);
                        }
                    }
                    Instr::SetValVal { a, b } => {
                        self.heap.extend_from_slice(&[self.x[a as usize], self.x[b as usize]]);
                    }
                    Instr::UnifyVarX(x) => {
                        if write {
                            self.x[x as usize] = self.new_var();
                        } else {
                            self.x[x as usize] = self.heap[s];
                            s += 1;
                        }
                    }
                    Instr::UnifyVarY(y) => {
                        let v = if write {
                            self.new_var()
                        } else {
                            s += 1;
                            self.heap[s - 1]
                        };
                        self.set_y(y, v);
                    }
                    Instr::UnifyValX(x) => {
                        let v = self.x[x as usize];
                        if write {
                            self.heap.push(v);
                        } else {
                            let h = self.heap[s];
                            s += 1;
                            if h != v {
                                unify!(h, v);
                            }
                        }
                    }
                    Instr::UnifyValY(y) => {
                        let v = self.y(y);
                        if write {
                            self.heap.push(v);
                        } else {
                            let h = self.heap[s];
                            s += 1;
                            unify!(h, v);
                        }
                    }
                    Instr::UnifyConst(c) => {
                        if write {
                            self.heap.push(c);
                        } else {
                            let h = self.deref(self.heap[s]);
                            s += 1;
                            if h != c {
                                constant!(h, c);
                            }
                        }
                    }
                    Instr::UnifyVoid(n) => {
                        if write {
                            (0..n).for_each(|_| _ = self.new_var())
                        } else {
                            s += n as usize
                        }
                    }
                    // ---- bodies
                    Instr::Move { d, s } => self.x[d as usize] = self.x[s as usize],
                    Instr::StoreY { y, s } => self.set_y(y, self.x[s as usize]),
                    Instr::PutVarX(x) => self.x[x as usize] = self.new_var(),
                    Instr::PutVarY { y, a } => self.put_var_y(y, a),
                    Instr::PutValY { y, a } => self.x[a as usize] = self.y(y),
                    Instr::PutConst { a, c } => self.x[a as usize] = c,
                    Instr::PutBoxed { a, k } => self.x[a as usize] = self.push_boxed(k),
                    Instr::PutStruct { a, f } => self.put_struct(a, f),
                    Instr::PutList { a } => self.x[a as usize] = Cell::new(LST, self.heap.len()),
                    Instr::SetVarX(x) => self.x[x as usize] = self.new_var(),
                    Instr::SetValX(x) => self.heap.push(self.x[x as usize]),
                    Instr::SetValY(y) => {
                        let v = self.y(y);
                        self.heap.push(v);
                    }
                    Instr::SetConst(c) => self.heap.push(c),
                    Instr::SetVoid(n) => (0..n).for_each(|_| _ = self.new_var()),
                    Instr::SetVarY(y) | Instr::InitY(y) => {
                        let v = self.new_var();
                        self.set_y(y, v);
                    }
                    // ---- control
                    Instr::Switch(sw) => {
                        leave!();
                        let mut target = self.select(&program.switches[sw as usize]);
                        while let Target::Switch(sw) = target {
                            target = self.select(&program.switches[sw as usize]);
                        }
                        target!(target);
                    }
                    Instr::Chain(chain) => {
                        leave!();
                        pc = self.try_chain(chain, &program.chains[chain as usize]) as usize;
                    }
                    Instr::SwitchList { a, sw, nil, list } => {
                        leave!();
                        let c = get_x!(self, a);
                        if c.tag() == LST {
                            pc = list as usize;
                        } else if c == Cell::atom(NIL) {
                            pc = nil as usize;
                        } else {
                            target!(self.select(&program.switches[sw as usize]));
                        }
                    }
                    Instr::SwitchListVV { a, h, t, sw, nil, list } => {
                        leave!();
                        let c = get_x!(self, a);
                        if c.tag() == LST {
                            let at = c.idx();
                            self.x[h as usize] = self.heap[at];
                            self.x[t as usize] = self.heap[at + 1];
                            pc = list as usize + 1;
                        } else if c == Cell::atom(NIL) {
                            pc = nil as usize;
                        } else {
                            target!(self.select(&program.switches[sw as usize]));
                        }
                    }
                    Instr::Allocate(n) => self.allocate(n as usize),
                    Instr::AllocateStoreY2 { n, y, s, y2, s2 } => {
                        self.allocate(n as usize);
                        self.store_y2([y, y2], [s, s2]);
                        pc += 1;
                    }
                    Instr::AllocateLevel(n) => {
                        self.allocate(n as usize);
                        self.set_y(0, Cell::int(self.b0 as i64));
                        pc += 1;
                    }
                    Instr::AllocateLevelStoreY2 { n, y, s, y2, s2 } => {
                        self.allocate(n as usize);
                        self.set_y(0, Cell::int(self.b0 as i64));
                        self.store_y2([y, y2], [s, s2]);
                        pc += 2;
                    }
                    Instr::AllocateStoreY4 { n, ys, xs } => {
                        self.allocate(n as usize);
                        self.store_y4(ys, xs);
                        pc += 1;
                    }
                    Instr::StoreY4 { ys, xs } => self.store_y4(ys, xs),
                    Instr::PutValY4 { ys, xs } => self.put_y4(ys, xs),
                    Instr::PutValY2Call { y, a, y2, a2, pred } => {
                        self.put_y2([y, y2], [a, a2]);
                        pc += 1;
                        self.cp = pc as Pc;
                        call!(pred);
                    }
                    Instr::PutValY4Call { ys, xs, pred } => {
                        self.put_y4(ys, xs);
                        pc += 1;
                        self.cp = pc as Pc;
                        call!(pred);
                    }
                    Instr::PutValY4Execute { ys, xs, pred } => {
                        self.put_y4(ys, xs);
                        self.deallocate();
                        call!(pred);
                    }
                    Instr::NeckCutProceed => {
                        self.cut_to(self.b0);
                        pc = self.cp as usize;
                    }
                    Instr::NeckCutExecute { pred } => {
                        self.cut_to(self.b0);
                        call!(pred);
                    }
                    Instr::PutVarYCall { y, a, pred } => {
                        self.put_var_y(y, a);
                        pc += 1;
                        self.cp = pc as Pc;
                        call!(pred);
                    }
                    Instr::PutValY2Execute { y, a, y2, a2, pred } => {
                        self.put_y2([y, y2], [a, a2]);
                        self.deallocate();
                        call!(pred);
                    }
                    Instr::Call { pred, .. } => {
                        self.cp = pc as Pc;
                        call!(pred);
                    }
                    Instr::Execute { pred } => call!(pred),
                    Instr::DeallocExecute { pred } => {
                        self.deallocate();
                        call!(pred);
                    }
                    Instr::Proceed => pc = self.cp as usize,
                    Instr::DeallocProceed => {
                        self.deallocate();
                        pc = self.cp as usize;
                    }
                    Instr::Jump(p) => pc = p as usize,
                    Instr::TryElse { alt } => self.push_choice(Alt::Inner(alt), 0),
                    Instr::RetryElse { alt, .. } => {
                        let c = self.choices.last_mut().expect("the disjunction made it");
                        c.alt = Alt::Inner(alt);
                        self.hb = self.heap.len();
                    }
                    Instr::TrustElse { .. } => self.pop_choice(),
                    Instr::NeckCut => {
                        self.cut_to(self.b0);
                    }
                    Instr::GetLevel(y) => self.set_y(y, Cell::int(self.b0 as i64)),
                    Instr::MarkY(y) => self.set_y(y, Cell::int(self.choices.len() as i64)),
                    Instr::CutY(y) => {
                        let b = self.y(y).as_int() as usize;
                        self.cut_to(b);
                    }
                    Instr::CutAboveY(y) => {
                        let b = self.y(y).as_int() as usize + 1;
                        self.cut_to(b);
                    }
                    Instr::SoftCutY(y) => {
                        let b = self.y(y).as_int() as usize;
                        self.kill_choice(b);
                    }
                    Instr::Builtin { f } => {
                        self.pc = pc as Pc;
                        if !self.native_goal(f)? {
                            fail!();
                        }
                        if self.reload {
                            self.pc = pc as Pc;
                            return Ok(Left::Attend);
                        }
                    }
                    // ---- arithmetic and tests
                    Instr::Add { d, a, b } => {
                        small!(0, d, get_x!(self, a), get_x!(self, b), i64::checked_add)
                    }
                    Instr::Sub { d, a, b } => {
                        small!(1, d, get_x!(self, a), get_x!(self, b), i64::checked_sub)
                    }
                    Instr::Mul { d, a, b } => {
                        small!(2, d, get_x!(self, a), get_x!(self, b), i64::checked_mul)
                    }
                    Instr::AddC { d, a, i } => {
                        small!(0, d, get_x!(self, a), Cell::int(i64::from(i)), i64::checked_add)
                    }
                    Instr::MulC { d, a, i } => {
                        small!(2, d, get_x!(self, a), Cell::int(i64::from(i)), i64::checked_mul)
                    }
                    Instr::Arith2C { op, d, a, i } => {
                        let (x, y) = (get_x!(self, a), Cell::int(i64::from(i)));
                        self.x[d as usize] = self.arith2_at(op, x, y, pc as Pc)?;
                    }
                    Instr::Arith2 { op, d, a, b } => {
                        let (x, y) = (get_x!(self, a), get_x!(self, b));
                        self.x[d as usize] = self.arith2_at(op, x, y, pc as Pc)?;
                    }
                    Instr::Arith1 { op, d, a } => {
                        let x = get_x!(self, a);
                        self.pc = pc as Pc;
                        self.x[d as usize] = self.arith1(op, x)?;
                    }
                    Instr::Eval { d, a } => {
                        let x = get_x!(self, a);
                        self.x[d as usize] = self.evaluated(x, pc as Pc)?;
                    }
                    Instr::Arg { d, i, t, k, f } => {
                        let c = get_x!(self, t);
                        let place = if k == 0 { get_x!(self, i) } else { Cell::int(i64::from(k)) };
                        let Some(found) = self.arg_at(place, c, f, pc as Pc)? else { fail!() };
                        self.x[d as usize] = found;
                    }
                    Instr::Make { d, a, b, f } => {
                        let (name, arity) = (get_x!(self, a), get_x!(self, b));
                        let Some(made) = self.made_of(name, arity, f, pc as Pc)? else { fail!() };
                        self.x[d as usize] = made;
                    }
                    Instr::Parts { d, e, t, f } => {
                        let c = get_x!(self, t);
                        let Some([name, arity]) = self.parts_of(c, f, pc as Pc)? else { fail!() };
                        self.x[d as usize] = name;
                        self.x[e as usize] = arity;
                    }
                    Instr::Cmp { rel, a, b, alt } => {
                        let (x, y) = (get_x!(self, a), get_x!(self, b));
                        otherwise!(self.compared(rel, x, y, pc as Pc)?, alt);
                    }
                    Instr::PutValYCmp { y, d, rel, a, b, alt } => {
                        self.x[d as usize] = self.y(y);
                        pc += 1;
                        let (x, y) = (get_x!(self, a), get_x!(self, b));
                        otherwise!(self.compared(rel, x, y, pc as Pc)?, alt);
                    }
                    Instr::CmpC { rel, a, i, alt } => {
                        let (x, y) = (get_x!(self, a), Cell::int(i64::from(i)));
                        otherwise!(self.compared(rel, x, y, pc as Pc)?, alt);
                    }
                    Instr::TestX { test, a, alt } => {
                        let x = get_x!(self, a);
                        let ok =
                            if test == Test::IsList { self.test_list(x, pc as Pc)? } else { test.holds(x) };
                        otherwise!(ok, alt);
                    }
                    Instr::Order { rel, a, b, alt } => {
                        let (x, y) = (get_x!(self, a), get_x!(self, b));
                        otherwise!(self.ordered(rel, x, y, pc as Pc)?, alt);
                    }
                    Instr::NotUnify { a, b, alt } => {
                        let (x, y) = (self.x[a as usize], self.x[b as usize]);
                        match self.unify_undone(x, y) {
                            Unified::No => {}
                            Unified::Stopped => self.unless_stopped()?,
                            Unified::Yes => pc = alt as usize,
                            Unified::Woke => {
                                self.not_unify_awake(x, y, alt);
                                self.pc = pc as Pc;
                                return Ok(Left::Attend);
                            }
                        }
                    }
                    // ---- failure and continuations of control constructs
                    Instr::Fail => {
                        leave!();
                        // What fails in the text of a clause has looked for nothing else yet.
                        if self.choices.last().is_some_and(|c| matches!(c.alt, Alt::Chain { .. })) {
                            fail!();
                        }
                        self.pc = FAIL_PC;
                        match self.backtrack()? {
                            Resume::Next(next) => go!(next),
                            Resume::Exhausted => return Ok(Left::Done(Outcome::NoMore)),
                        }
                    }
                    Instr::Answer => {
                        self.pc = FAIL_PC;
                        return Ok(Left::Done(Outcome::Answer));
                    }
                    Instr::OnceExit => {
                        let mark = self.y(0).as_int() as usize;
                        self.cut_to(mark);
                        self.deallocate();
                        pc = self.cp as usize;
                    }
                    rare => {
                        let next = self.continuation(rare, pc as Pc)?;
                        go!(next);
                    }
                }
                continue 'next;
            }
            // Something failed. The commonest alternatives are taken up here, the others by `Fail`.
            if MATCHING {
                self.pc = FAIL_PC;
                return Ok(Left::Attend);
            }
            pc = match self.choices.last().map(|c| c.alt) {
                Some(Alt::Chain { chain, pos }) => {
                    self.retry_chain(chain, pos, &program.chains[chain as usize])
                }
                Some(Alt::Inner(next)) if self.fuel > 0 => {
                    // A loop of failure alone must end too.
                    self.fuel -= 1;
                    self.rewind();
                    next
                }
                _ => FAIL_PC,
            } as usize;
        }
    }
}
