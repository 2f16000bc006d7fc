//! `arg/3` and `functor/3` in line, where the text shows which way they go: their results need no variable on the heap, and
//! registers survive them.

use super::analyse::{each_goal_var, goal_terms};
use super::body::{Goal, Kind};
use super::emit::Gen;
use super::{Names, TooBig};
use crate::atom::names as n;
use crate::cell::{Cell, INT, REF};
use crate::code::Instr;

/// Puts instructions of their own in place of the calls among `goals`. A variable that occurs here for the first time in the
/// text is unbound when its goal runs; any other may be anything.
pub(crate) fn inspections<N: Names>(cells: &[Cell], goals: &mut [Goal], seen: &mut [bool], names: &mut N) {
    for g in goals {
        match &mut g.kind {
            Kind::If { cond, then, els, .. } => {
                for part in [cond, then, els] {
                    inspections(cells, part, seen, names);
                }
            }
            Kind::Or { left, right } => {
                inspections(cells, left, seen, names);
                inspections(cells, right, seen, names);
            }
            Kind::Call { name, args } => {
                if let [a, b, c] = args[..]
                    && let Some(kind) = inspection(*name, [a, b, c], seen)
                    && let Some(f) = names.inline(*name, 3)
                {
                    g.kind = kind(f);
                }
                see(cells, g, seen);
            }
            _ => see(cells, g, seen),
        }
    }
}

fn see(cells: &[Cell], g: &Goal, seen: &mut [bool]) {
    each_goal_var(cells, g, &mut |v| seen[v] = true);
}

fn inspection(name: crate::cell::Atom, [a, b, c]: [Cell; 3], seen: &[bool]) -> Option<impl Fn(u32) -> Kind> {
    let known = |t: Cell| t.tag() == REF && seen[t.idx()];
    let fresh = |t: Cell| t.tag() == REF && !seen[t.idx()];
    let given = |t: Cell| known(t) || t.is_atom() || t.is_int();
    let make: fn(u32, Cell, Cell, Cell) -> Kind = match name {
        n::ARG if (a.is_int() || known(a)) && known(b) => Kind::Arg,
        n::FUNCTOR if known(a) && fresh(b) && fresh(c) && b != c => Kind::Parts,
        n::FUNCTOR if fresh(a) && given(b) && given(c) => Kind::Make,
        _ => return None,
    };
    Some(move |f| make(f, a, b, c))
}

impl<N: Names> Gen<'_, N> {
    /// Compiles one of these goals.
    pub(crate) fn inspect(&mut self, kind: &Kind) -> Result<(), TooBig> {
        match *kind {
            Kind::Arg(f, i, t, a) => {
                let k = if i.tag() == INT { u32::try_from(i.as_int()).unwrap_or(0) } else { 0 };
                let place = if k == 0 { Some(self.any(i)?) } else { None };
                let t = self.any(t)?;
                for r in place.into_iter().chain([t]) {
                    self.release(r);
                }
                let d = self.temp()?;
                self.emit(Instr::Arg { d, i: place.unwrap_or(0), t, k, f });
                self.define(a, d)
            }
            Kind::Parts(f, t, name, arity) => {
                let r = self.any(t)?;
                self.release(r);
                let (d, e) = (self.temp()?, self.temp()?);
                self.emit(Instr::Parts { d, e, t: r, f });
                self.define(name, d)?;
                self.define(arity, e)
            }
            Kind::Make(f, t, name, arity) => {
                let (a, b) = (self.any(name)?, self.any(arity)?);
                self.release(a);
                self.release(b);
                let d = self.temp()?;
                self.emit(Instr::Make { d, a, b, f });
                self.define(t, d)
            }
            _ => {
                debug_assert!(goal_terms(kind).is_empty(), "only those kinds come here");
                Ok(())
            }
        }
    }
}
