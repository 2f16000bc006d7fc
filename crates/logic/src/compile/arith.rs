//! Inline arithmetic: expressions over registers, with the generic evaluator behind every instruction.

use super::body::{arg, name_arity};
use super::emit::Gen;
use super::{Names, TooBig};
use crate::arith::{op1, op2};
use crate::atom::names as n;
use crate::cell::{BIG, Cell, FLT, INT, REF};
use crate::code::{Instr, Rel};

/// Expressions nested deeper are left to the evaluator at run time.
const MAX_DEPTH: usize = 40;

impl<N: Names> Gen<'_, N> {
    /// Whether the expression can be compiled: known functions over numbers and variables.
    fn compilable(&self, e: Cell, depth: usize) -> bool {
        match e.tag() {
            REF => self.st.seen[e.idx()],
            INT | FLT | BIG => true,
            _ if depth > MAX_DEPTH => false,
            _ => match name_arity(self.cells, e) {
                Some((f, 2)) if e.is_compound() => {
                    op2(f).is_some()
                        && self.compilable(arg(self.cells, e, 0), depth + 1)
                        && self.compilable(arg(self.cells, e, 1), depth + 1)
                }
                Some((f, 1)) => op1(f).is_some() && self.compilable(arg(self.cells, e, 0), depth + 1),
                _ => false,
            },
        }
    }

    /// Evaluates into a register; the caller releases it.
    fn eval(&mut self, e: Cell) -> Result<u8, TooBig> {
        match e.tag() {
            REF => {
                let r = self.load(e.idx())?;
                self.hold(e.idx(), r);
                Ok(r)
            }
            INT | FLT | BIG => self.put_term(e, None),
            _ => match name_arity(self.cells, e) {
                Some((f, 1)) => {
                    let a = self.eval(arg(self.cells, e, 0))?;
                    self.release(a);
                    let d = self.temp()?;
                    self.emit(Instr::Arith1 { op: op1(f).ok_or(TooBig)?, d, a });
                    Ok(d)
                }
                Some((f, _)) => self.eval2(f, e),
                None => Err(TooBig),
            },
        }
    }

    fn eval2(&mut self, f: crate::cell::Atom, e: Cell) -> Result<u8, TooBig> {
        let (l, r) = (arg(self.cells, e, 0), arg(self.cells, e, 1));
        let small = |c: Cell| (c.tag() == INT).then(|| i32::try_from(c.as_int()).ok()).flatten();
        let constant = match (f, small(l), small(r)) {
            (n::PLUS, _, Some(i)) => Some((l, i)),
            (n::PLUS, Some(i), _) => Some((r, i)),
            (n::MINUS, _, Some(i)) if i != i32::MIN => Some((l, -i)),
            _ => None,
        };
        if let Some((x, i)) = constant {
            let a = self.eval(x)?;
            self.release(a);
            let d = self.temp()?;
            self.emit(Instr::AddC { d, a, i });
            return Ok(d);
        }
        if let Some(i) = small(r) {
            let a = self.eval(l)?;
            self.release(a);
            let (d, op) = (self.temp()?, op2(f).ok_or(TooBig)?);
            self.emit(if f == n::STAR { Instr::MulC { d, a, i } } else { Instr::Arith2C { op, d, a, i } });
            return Ok(d);
        }
        let a = self.eval(l)?;
        let b = self.eval(r)?;
        self.release(a);
        self.release(b);
        let d = self.temp()?;
        self.emit(match f {
            n::PLUS => Instr::Add { d, a, b },
            n::MINUS => Instr::Sub { d, a, b },
            n::STAR => Instr::Mul { d, a, b },
            _ => Instr::Arith2 { op: op2(f).ok_or(TooBig)?, d, a, b },
        });
        Ok(d)
    }

    /// Spends an occurrence but keeps the register until it is released.
    fn hold(&mut self, v: usize, r: u8) {
        self.used(v);
        if self.st.regs[r as usize] == super::emit::FREE {
            self.st.regs[r as usize] = super::emit::BUSY;
        }
    }

    pub(crate) fn is(&mut self, target: Cell, e: Cell) -> Result<(), TooBig> {
        if !self.compilable(e, 0) {
            return self.generic(n::IS, target, e);
        }
        let mut r = self.eval(e)?;
        if e.tag() == REF {
            self.release(r);
            let d = self.temp()?;
            self.emit(Instr::Eval { d, a: r });
            r = d;
        }
        self.define(target, r)
    }

    /// Makes the term `target` what the last instruction left in register `r`.
    pub(crate) fn define(&mut self, target: Cell, mut r: u8) -> Result<(), TooBig> {
        if target.tag() == REF && !self.st.seen[target.idx()] {
            let v = target.idx();
            self.st.remaining[v] -= 1;
            self.release(r);
            let wish = self.wish(v);
            if let Some(w) = wish
                && self.st.regs[w as usize] == super::emit::FREE
                && w != r
                && let Some(last) = self.code.last_mut()
                && retarget(last, r, w)
            {
                r = w;
            }
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
        if target.tag() == REF {
            let x = self.load(target.idx())?;
            self.emit(Instr::GetValX { x, a: r });
            self.used(target.idx());
            self.release(r);
            return Ok(());
        }
        self.get_term(r, target)
    }

    pub(crate) fn compare(&mut self, rel: Rel, a: Cell, b: Cell) -> Result<(), TooBig> {
        if !self.compilable(a, 0) || !self.compilable(b, 0) {
            let name = match rel {
                Rel::Eq => n::ARITH_EQ,
                Rel::Ne => n::ARITH_NE,
                Rel::Lt => n::LESS,
                Rel::Gt => n::GREATER,
                Rel::Le => n::LESS_EQ,
                Rel::Ge => n::GREATER_EQ,
            };
            return self.generic(name, a, b);
        }
        let x = self.eval(a)?;
        if b.tag() == INT
            && let Ok(i) = i32::try_from(b.as_int())
        {
            self.emit(Instr::CmpC { rel, a: x, i, alt: self.alt });
        } else {
            let y = self.eval(b)?;
            self.emit_compare(rel, x, y);
            self.release(y);
        }
        self.release(x);
        Ok(())
    }

    /// Leaves the goal to the evaluator: both terms are built and a comparison instruction on
    /// evaluated copies follows, so that errors and order of evaluation are the same.
    fn generic(&mut self, name: crate::cell::Atom, a: Cell, b: Cell) -> Result<(), TooBig> {
        if name == n::IS {
            let r = self.any(b)?;
            let d = self.temp()?;
            self.emit(Instr::Eval { d, a: r });
            self.release(r);
            if a.tag() == REF {
                let x = self.any(a)?;
                self.emit(Instr::GetValX { x, a: d });
                self.release(x);
                self.release(d);
                return Ok(());
            }
            return self.get_term(d, a);
        }
        let (x, y) = (self.any(a)?, self.any(b)?);
        let rel = match name {
            n::ARITH_EQ => Rel::Eq,
            n::ARITH_NE => Rel::Ne,
            n::LESS => Rel::Lt,
            n::GREATER => Rel::Gt,
            n::LESS_EQ => Rel::Le,
            _ => Rel::Ge,
        };
        self.emit_compare(rel, x, y);
        self.release(x);
        self.release(y);
        Ok(())
    }

    /// Any term in a register that stays taken until released.
    pub(crate) fn any(&mut self, t: Cell) -> Result<u8, TooBig> {
        if t.tag() != REF {
            return self.put_term(t, None);
        }
        let v = t.idx();
        if !self.st.seen[v] {
            let r = self.alloc(None)?;
            self.emit(Instr::PutVarX(r));
            self.st.regs[r as usize] = v as u32;
            self.st.reg_of[v] = Some(r);
            self.st.seen[v] = true;
            self.keep(v, r);
        }
        let r = self.load(v)?;
        self.hold(v, r);
        Ok(r)
    }
}

/// Makes an arithmetic instruction write to another register.
fn retarget(i: &mut Instr, from: u8, to: u8) -> bool {
    match i {
        Instr::Arith2 { d, .. }
        | Instr::Arith1 { d, .. }
        | Instr::Add { d, .. }
        | Instr::Sub { d, .. }
        | Instr::Mul { d, .. }
        | Instr::AddC { d, .. }
        | Instr::MulC { d, .. }
        | Instr::Arith2C { d, .. }
        | Instr::Eval { d, .. }
        | Instr::Arg { d, .. }
        | Instr::Make { d, .. }
        | Instr::Parts { d, .. }
            if *d == from =>
        {
            *d = to;
            true
        }
        _ => false,
    }
}
