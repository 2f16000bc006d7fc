//! Terms in heads and bodies: register allocation and the get, unify, put and set instructions.

use super::emit::{BUSY, FREE, Gen};
use super::{Names, TooBig};
use crate::cell::{ATM, BIG, Cell, FLT, INT, LST, REF, STG, STR};
use crate::code::{Instr, VOID};
use std::collections::VecDeque;

/// Highest register number the compiler hands out.
const LAST_REG: usize = 250;

impl<N: Names> Gen<'_, N> {
    // ---- registers

    /// A free register: the variable's wish if it can be had, else above the argument registers.
    pub(crate) fn alloc(&mut self, wish: Option<u8>) -> Result<u8, TooBig> {
        if let Some(w) = wish
            && self.st.regs[w as usize] == FREE
        {
            return Ok(w);
        }
        let from = self.width.max(1);
        (from..LAST_REG).chain(0..from).find(|&r| self.st.regs[r] == FREE).map(|r| r as u8).ok_or(TooBig)
    }
    pub(crate) fn temp(&mut self) -> Result<u8, TooBig> {
        let r = self.alloc(None)?;
        self.st.regs[r as usize] = BUSY;
        Ok(r)
    }
    pub(crate) fn release(&mut self, r: u8) {
        if self.st.regs[r as usize] == BUSY {
            self.st.regs[r as usize] = FREE;
        }
    }
    /// Notes that `v` now lives in `r`.
    pub(crate) fn place(&mut self, v: usize, r: u8) {
        self.st.regs[r as usize] = v as u32;
        self.st.reg_of[v] = Some(r);
        self.st.seen[v] = true;
        self.drop_if_dead(v);
    }
    /// Counts one occurrence of `v` as compiled.
    pub(crate) fn used(&mut self, v: usize) {
        self.st.remaining[v] = self.st.remaining[v].saturating_sub(1);
        self.drop_if_dead(v);
    }
    fn drop_if_dead(&mut self, v: usize) {
        if self.st.remaining[v] == 0
            && let Some(r) = self.st.reg_of[v]
        {
            self.st.reg_of[v] = None;
            if self.st.regs[r as usize] == v as u32 {
                self.st.regs[r as usize] = FREE;
            }
        }
    }
    /// A register that holds the (seen) variable, loading its slot if needed.
    pub(crate) fn load(&mut self, v: usize) -> Result<u8, TooBig> {
        if let Some(r) = self.st.reg_of[v] {
            return Ok(r);
        }
        let r = self.alloc(None)?;
        self.emit(Instr::PutValY { y: self.slot(v), a: r });
        self.st.regs[r as usize] = v as u32;
        self.st.reg_of[v] = Some(r);
        Ok(r)
    }
    pub(crate) fn slot(&self, v: usize) -> u8 {
        self.an.vars[v].slot
    }
    pub(crate) fn is_void(&self, v: usize) -> bool {
        self.an.vars[v].occurrences == 1
    }
    /// Whether `v` must be written to its slot as soon as it has a value.
    pub(crate) fn to_slot(&self, v: usize) -> bool {
        self.an.vars[v].permanent && self.st.allocated
    }
    /// After `v` was placed in `r` for the first time.
    pub(crate) fn keep(&mut self, v: usize, r: u8) {
        if self.to_slot(v) {
            self.emit(Instr::StoreY { y: self.slot(v), s: r });
            self.st.in_y[v] = true;
        }
    }

    // ---- matching a register against a term (heads, `=`)

    /// Code for "the term in register `r` is `term`". Frees `r` if it is a temporary.
    pub(crate) fn get_term(&mut self, r: u8, term: Cell) -> Result<(), TooBig> {
        let mut queue = VecDeque::from([(r, term)]);
        while let Some((r, t)) = queue.pop_front() {
            match t.tag() {
                ATM | INT => self.emit(Instr::GetConst { a: r, c: t }),
                FLT | BIG | STG => {
                    let k = self.boxed(t);
                    self.emit(Instr::GetBoxed { a: r, k });
                }
                _ => {
                    self.release(r);
                    let (first, count) = if t.tag() == LST {
                        self.emit(Instr::GetList { a: r });
                        (t.idx(), 2)
                    } else {
                        let f = self.cells[t.idx()];
                        self.emit(Instr::GetStruct { a: r, f });
                        (t.idx() + 1, f.arity())
                    };
                    self.unify_args(first, count, &mut queue)?;
                    continue;
                }
            }
            self.release(r);
        }
        Ok(())
    }

    fn unify_args(
        &mut self,
        first: usize,
        count: usize,
        queue: &mut VecDeque<(u8, Cell)>,
    ) -> Result<(), TooBig> {
        let mut voids = 0;
        let start = self.code.len();
        for i in 0..count {
            let c = self.cells[first + i];
            if c.tag() == REF && self.is_void(c.idx()) {
                voids += 1;
                self.used(c.idx());
                continue;
            }
            if voids > 0 {
                self.emit(Instr::UnifyVoid(voids));
                voids = 0;
            }
            match c.tag() {
                REF => {
                    let v = c.idx();
                    if self.st.seen[v] {
                        match self.st.reg_of[v] {
                            Some(r) => self.emit(Instr::UnifyValX(r)),
                            None => self.emit(Instr::UnifyValY(self.slot(v))),
                        }
                        self.used(v);
                    } else if self.to_slot(v) {
                        self.emit(Instr::UnifyVarY(self.slot(v)));
                        self.st.seen[v] = true;
                        self.st.in_y[v] = true;
                        self.used(v);
                    } else {
                        let r = self.alloc(self.wish(v))?;
                        self.emit(Instr::UnifyVarX(r));
                        self.st.remaining[v] -= 1;
                        self.place(v, r);
                    }
                }
                ATM | INT => self.emit(Instr::UnifyConst(c)),
                _ => {
                    let r = self.temp()?;
                    self.emit(Instr::UnifyVarX(r));
                    queue.push_back((r, c));
                }
            }
        }
        if voids > 0 {
            self.emit(Instr::UnifyVoid(voids));
        }
        self.fuse_list(start);
        Ok(())
    }

    /// Joins `GetList` with its two arguments where an instruction for the pair exists.
    fn fuse_list(&mut self, start: usize) {
        if start == 0 || self.code.len() != start + 2 {
            return;
        }
        if let Instr::GetList { a } = self.code[start - 1] {
            let fused = match (self.code[start], self.code[start + 1]) {
                (Instr::UnifyVarX(h), Instr::UnifyVarX(t)) => Instr::GetListVV { a, h, t },
                (Instr::UnifyVarX(h), Instr::UnifyVoid(1)) => Instr::GetListVV { a, h, t: VOID },
                (Instr::UnifyVoid(1), Instr::UnifyVarX(t)) => Instr::GetListVV { a, h: VOID, t },
                (Instr::UnifyValX(h), Instr::UnifyVarX(t)) => Instr::GetListXV { a, h, t },
                (Instr::UnifyValX(h), Instr::UnifyVoid(1)) => Instr::GetListXV { a, h, t: VOID },
                (Instr::UnifyConst(c), Instr::UnifyVarX(t)) => Instr::GetListCV { a, t, c },
                _ => return,
            };
            self.code.truncate(start - 1);
            self.code.push(fused);
        }
    }

    pub(crate) fn boxed(&mut self, c: Cell) -> u32 {
        let at = c.idx();
        let words = self.cells[at].raw_words();
        self.names.boxed(c.tag(), &self.cells[at..=at + words])
    }

    // ---- building terms (bodies)

    /// Builds a compound or boxed term into `target`, or into a temporary when none is given.
    pub(crate) fn put_term(&mut self, term: Cell, target: Option<u8>) -> Result<u8, TooBig> {
        if !term.is_compound() {
            let r = match target {
                Some(r) => r,
                None => self.temp()?,
            };
            match term.tag() {
                FLT | BIG | STG => {
                    let k = self.boxed(term);
                    self.emit(Instr::PutBoxed { a: r, k });
                }
                _ => self.emit(Instr::PutConst { a: r, c: term }),
            }
            return Ok(r);
        }
        // Inner terms first, the last argument before the others: a long list needs two registers.
        enum Step {
            Visit(Cell),
            Build(Cell, usize),
        }
        let mut steps = vec![Step::Visit(term)];
        let mut done: Vec<u8> = Vec::new();
        while let Some(step) = steps.pop() {
            match step {
                Step::Visit(t) => {
                    let (first, count) = self.span(t);
                    let inner: Vec<Cell> =
                        (0..count).map(|i| self.cells[first + i]).filter(|c| self.needs_reg(*c)).collect();
                    steps.push(Step::Build(t, inner.len()));
                    for c in inner {
                        if c.is_compound() {
                            steps.push(Step::Visit(c));
                        } else {
                            steps.push(Step::Build(c, 0));
                        }
                    }
                }
                Step::Build(t, _) if !t.is_compound() => {
                    let r = self.put_term(t, None)?;
                    done.push(r);
                }
                Step::Build(t, inner) => {
                    // The inner registers stay taken until they have been read.
                    let regs = done.split_off(done.len() - inner);
                    let outer = steps.is_empty();
                    let r = match target {
                        Some(r) if outer => r,
                        _ => self.temp()?,
                    };
                    self.build(t, r, regs.clone())?;
                    for r in regs {
                        self.release(r);
                    }
                    done.push(r);
                }
            }
        }
        Ok(done.pop().expect("the outermost term was built last"))
    }

    fn span(&self, t: Cell) -> (usize, usize) {
        if t.tag() == LST { (t.idx(), 2) } else { (t.idx() + 1, self.cells[t.idx()].arity()) }
    }
    fn needs_reg(&self, c: Cell) -> bool {
        matches!(c.tag(), STR | LST | FLT | BIG | STG)
    }

    fn build(&mut self, t: Cell, r: u8, mut inner: Vec<u8>) -> Result<(), TooBig> {
        let (first, count) = self.span(t);
        if t.tag() == LST {
            self.emit(Instr::PutList { a: r });
        } else {
            self.emit(Instr::PutStruct { a: r, f: self.cells[t.idx()] });
        }
        // `inner` was filled last argument first.
        let mut voids = 0;
        for i in 0..count {
            let c = self.cells[first + i];
            if c.tag() == REF && self.is_void(c.idx()) {
                voids += 1;
                self.used(c.idx());
                continue;
            }
            if voids > 0 {
                self.emit(Instr::SetVoid(voids));
                voids = 0;
            }
            match c.tag() {
                REF => self.set_var(c.idx())?,
                ATM | INT => self.emit(Instr::SetConst(c)),
                _ => {
                    let x = inner.pop().expect("every inner term has a register");
                    self.emit(Instr::SetValX(x));
                }
            }
        }
        if voids > 0 {
            self.emit(Instr::SetVoid(voids));
        }
        Ok(())
    }

    fn set_var(&mut self, v: usize) -> Result<(), TooBig> {
        if self.st.seen[v] {
            match self.st.reg_of[v] {
                Some(x) => self.emit(Instr::SetValX(x)),
                None => self.emit(Instr::SetValY(self.slot(v))),
            }
            self.used(v);
        } else if self.to_slot(v) {
            self.emit(Instr::SetVarY(self.slot(v)));
            self.st.seen[v] = true;
            self.st.in_y[v] = true;
            self.used(v);
        } else {
            let x = self.alloc(self.wish(v))?;
            self.emit(Instr::SetVarX(x));
            self.st.remaining[v] -= 1;
            self.place(v, x);
        }
        Ok(())
    }
}
