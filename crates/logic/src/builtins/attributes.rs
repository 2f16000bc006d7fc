//! Attributed variables as programs see them. The hooks and what is built on them are Prolog, in `lib/coroutines.pl`.
//!
//! The attributes of a variable are `att(Name, Value, More)` or `[]`, changed in place and trailed.

use crate::atom::{FoldMap, names as n};
use crate::cell::{ATV, Atom, Cell};
use crate::machine::cyclic::Visited;
use crate::machine::{Machine, Res, Stop};

impl Machine {
    /// Changes a heap cell until backtracking.
    fn assign_trailed(&mut self, at: usize, value: Cell) {
        if at < self.hb {
            let place = Cell::new(crate::cell::STR, at);
            self.trail.extend([place, self.heap[at], place]);
        }
        self.heap[at] = value;
    }

    /// Makes a plain variable an attributed one.
    fn attribute(&mut self, var: Cell, attributes: Cell) {
        let at = self.heap.len();
        self.heap.extend([Cell::new(ATV, at), attributes]);
        self.bind_plain(var, Cell::new(ATV, at));
    }

    /// Gives an attributed variable back its freedom; nothing wakes.
    fn unattribute(&mut self, var: Cell) {
        let plain = self.new_var();
        self.trail.push(var);
        self.heap[var.idx()] = plain;
    }

    /// The place of the `att/3` for a name, or of the end of the chain.
    fn find_attribute(&self, var: Cell, name: Atom) -> (usize, Option<usize>) {
        let mut at = var.idx() + 1;
        let mut work = 0;
        loop {
            let c = self.deref(self.heap[at]);
            work += 1;
            match self.functor(c) {
                Some((_, 3)) if c.is_compound() && work <= self.heap.len() => {
                    if self.arg(c, 0) == Cell::atom(name) {
                        return (at, Some(c.idx()));
                    }
                    at = c.idx() + 3;
                }
                _ => return (at, None),
            }
        }
    }
}

/// The name of an attribute.
fn attribute_name(m: &mut Machine, i: usize) -> Result<Atom, Stop> {
    let name = m.a(i);
    if name.is_ref() {
        return Err(m.instantiation_error());
    }
    if !name.is_atom() {
        return Err(m.type_error(n::ATOM, name));
    }
    Ok(name.as_atom())
}

fn only_variable(m: &mut Machine) -> Result<Cell, Stop> {
    let v = m.a(0);
    if v.is_ref() {
        return Ok(v);
    }
    let name = m.atoms.intern("uninstantiation_error");
    let f = m.structure(name, &[v]);
    Err(m.throw_formal(f))
}

/// put_attr(Var, Name, Value).
pub(crate) fn put_attr(m: &mut Machine) -> Res {
    let v = only_variable(m)?;
    let name = attribute_name(m, 1)?;
    let value = m.deref(m.x[2]);
    m.ensure(8)?;
    if v.tag() == ATV
        && let (_, Some(att)) = m.find_attribute(v, name)
    {
        m.assign_trailed(att + 2, value);
        return Ok(true);
    }
    let functor = m.atoms.intern("att");
    let att = m.structure(functor, &[Cell::atom(name), value, Cell::atom(n::NIL)]);
    if v.tag() == ATV {
        let (end, _) = m.find_attribute(v, name);
        m.assign_trailed(end, att);
    } else {
        m.attribute(v, att);
    }
    Ok(true)
}

/// get_attr(Var, Name, Value).
pub(crate) fn get_attr(m: &mut Machine) -> Res {
    let v = m.a(0);
    if v.tag() != ATV {
        return Ok(false);
    }
    let name = attribute_name(m, 1)?;
    match m.find_attribute(v, name) {
        (_, Some(att)) => {
            let value = m.heap[att + 2];
            m.out(2, value)
        }
        _ => Ok(false),
    }
}

/// del_attr(Var, Name): the last attribute gone, the variable is a plain one.
pub(crate) fn del_attr(m: &mut Machine) -> Res {
    let v = m.a(0);
    if v.tag() != ATV {
        return Ok(true);
    }
    let name = attribute_name(m, 1)?;
    if let (place, Some(att)) = m.find_attribute(v, name) {
        let rest = m.deref(m.heap[att + 3]);
        if place == v.idx() + 1 && !rest.is_compound() {
            m.unattribute(v);
        } else {
            m.assign_trailed(place, rest);
        }
    }
    Ok(true)
}

/// del_attrs(Var).
pub(crate) fn del_attrs(m: &mut Machine) -> Res {
    let v = m.a(0);
    if v.tag() == ATV {
        m.unattribute(v);
    }
    Ok(true)
}

/// get_attrs(Var, Attributes): `att(Name, Value, More)`.
pub(crate) fn get_attrs(m: &mut Machine) -> Res {
    let v = m.a(0);
    if v.tag() != ATV {
        return Ok(false);
    }
    let all = m.heap[v.idx() + 1];
    m.out(1, all)
}

/// put_attrs(Var, Attributes).
pub(crate) fn put_attrs(m: &mut Machine) -> Res {
    let v = only_variable(m)?;
    let all = m.a(1);
    let mut c = all;
    let mut work = 0;
    while let Some((name, 3)) = m.functor(c).filter(|_| work <= m.heap.len()) {
        if m.atoms.name(name) != "att" || !m.arg(c, 0).is_atom() {
            break;
        }
        c = m.arg(c, 2);
        work += 1;
    }
    if c != Cell::atom(n::NIL) {
        let kind = m.atoms.intern("attributes");
        return Err(m.type_error(kind, all));
    }
    m.ensure(2)?;
    if v.tag() == ATV {
        m.assign_trailed(v.idx() + 1, all)
    } else {
        m.attribute(v, all)
    }
    Ok(true)
}

/// attvar(Term).
pub(crate) fn attvar(m: &mut Machine) -> Res {
    Ok(m.a(0).tag() == ATV)
}

/// term_attvars(Term, Vars): also those that are only reached through attributes.
pub(crate) fn term_attvars(m: &mut Machine) -> Res {
    let found = m.attributed_variables(&[m.x[0]])?;
    m.ensure(found.len() * 2)?;
    let l = crate::heap::push_list(&mut m.heap, found.into_iter());
    m.out(1, l)
}

impl Machine {
    /// The attributed variables of terms and of their attributes, each once, in depth-first order.
    pub(crate) fn attributed_variables(&mut self, terms: &[Cell]) -> Result<Vec<Cell>, Stop> {
        let mut stack: Vec<Cell> = terms.iter().rev().copied().collect();
        let mut known: FoldMap<u64, ()> = FoldMap::default();
        let mut found = Vec::new();
        let mut visited: Option<Visited> = None;
        let (mut work, limit) = (0usize, self.heap.len());
        while let Some(t) = stack.pop() {
            let t = self.deref(t);
            work += 1;
            if t.tag() == ATV && known.insert(t.0, ()).is_none() {
                found.push(t);
                stack.push(self.heap[t.idx() + 1]);
            } else if t.is_compound() {
                if work > limit && !visited.get_or_insert_with(|| Visited::new(limit)).first(t.idx()) {
                    continue;
                }
                let (first, k) = self.args(t);
                stack.extend(self.heap[first..first + k].iter().rev().filter(|c| !c.is_atomic()));
            }
            if work & 0xfff == 0 {
                self.charge(0x1000)?;
                self.ensure(stack.len() * 2)?;
            }
        }
        self.charge(work & 0xfff)?;
        Ok(found)
    }
}

/// same_term(A, B): not only equal but one and the same.
pub(crate) fn same_term(m: &mut Machine) -> Res {
    Ok(m.a(0) == m.a(1))
}

/// Predicates that every module has its own of.
const HOOKS: &[(&str, usize)] =
    &[("attr_unify_hook", 2), ("attribute_goals", 3), ("attr_portray_hook", 2), ("project_attributes", 2)];

impl Machine {
    /// The name under which a module's own clauses for a hook are kept; `None` for what is not a hook.
    pub(crate) fn hook_name(&mut self, module: Atom, name: Atom, arity: usize) -> Option<Atom> {
        let text = self.atoms.name(name);
        if !HOOKS.contains(&(text, arity)) {
            return None;
        }
        let text = format!("{}:{text}", self.atoms.name(module));
        Some(self.atoms.intern(&text))
    }

    fn has_predicate(&self, name: Atom, arity: usize) -> bool {
        let key = (name, arity as u32);
        let kind = self.program.ids.get(&key).map(|&id| self.program.preds[id as usize].kind);
        kind.is_some_and(|k| k != crate::code::PredKind::Undefined) || self.locals.contains_key(&key)
    }
}

/// `$module_hook(Module, Name, Arity, Actual)`: the predicate that serves as a module's hook, if there is one.
pub(crate) fn module_hook(m: &mut Machine) -> Res {
    let (module, name) = (attribute_name(m, 0)?, attribute_name(m, 1)?);
    let arity = m.a(2).as_int() as usize;
    let own = m.hook_name(module, name, arity);
    match [own, Some(name)].into_iter().flatten().find(|&f| m.has_predicate(f, arity)) {
        Some(found) => m.out(3, Cell::atom(found)),
        None => Ok(false),
    }
}

/// `$module(Name)`: the text being loaded is a module.
pub(crate) fn module(m: &mut Machine) -> Res {
    let name = m.a(0);
    if let (true, Some(l)) = (name.is_atom(), m.loading.last_mut()) {
        l.module = Some(name.as_atom());
    }
    Ok(true)
}

/// copy_term_nat(Term, Copy): attributes are left behind.
pub(crate) fn copy_term_nat(m: &mut Machine) -> Res {
    let c = m.copy_term(m.x[0], false)?;
    m.out(1, c)
}

/// unifiable(X, Y, Bindings): what unifying them would bind, last first; nothing is bound and nothing wakes.
pub(crate) fn unifiable(m: &mut Machine) -> Res {
    let (hb, mark) = (m.hb, m.trail.len());
    m.hb = m.heap.len();
    let (a, b) = (m.x[0], m.x[1]);
    let ok = m.unify(a, b);
    let pairs: Vec<(Cell, Cell)> = m.trail[mark..].iter().map(|v| (*v, m.heap[v.idx()])).collect();
    m.untrail_to(mark);
    m.hb = hb;
    if !ok {
        return Ok(false);
    }
    m.ensure(pairs.len() * 5)?;
    m.charge(pairs.len())?;
    let goals: Vec<Cell> =
        pairs.into_iter().rev().map(|(v, value)| m.structure(n::EQUAL, &[v, value])).collect();
    let l = crate::heap::push_list(&mut m.heap, goals.into_iter());
    m.out(2, l)
}
