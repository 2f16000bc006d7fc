//! Terms as a host sees them: borrowed views into a machine, and owned terms outside any machine.
//!
//! Owned terms are flat blocks, so a term of any depth is built, copied and dropped without recursion.

use crate::atom::names as n;
use crate::cell::{ATM, ATV, Atom, BIG, Cell, FLT, INT, LST, REF, STG, STR};
use crate::machine::Machine;
use crate::machine::copy::Flat;
use crate::writer::{Style, write_term};
use num_bigint::BigInt;

/// What a term is, one level deep.
#[derive(Debug, Clone, PartialEq)]
pub enum View<'m> {
    /// An unbound variable; equal numbers are the same variable.
    Var(usize),
    /// An integer of machine size.
    Int(i64),
    /// A larger integer.
    Big(BigInt),
    /// A float.
    Float(f64),
    /// An atom.
    Atom(&'m str),
    /// A string.
    Str(String),
    /// A compound term: name and arity; arguments by [`TermRef::arg`].
    Compound(&'m str, usize),
}

/// A term on a machine's heap.
#[derive(Clone, Copy)]
pub struct TermRef<'m> {
    pub(crate) machine: &'m Machine,
    pub(crate) cell: Cell,
}

impl<'m> TermRef<'m> {
    /// The term, one level deep.
    pub fn view(&self) -> View<'m> {
        let m = self.machine;
        let c = m.deref(self.cell);
        match c.tag() {
            INT => View::Int(c.as_int()),
            ATM => View::Atom(m.atoms.name(c.as_atom())),
            REF | ATV => View::Var(c.idx()),
            FLT => View::Float(crate::heap::float_at(&m.heap, c)),
            BIG => {
                let b = crate::heap::big_at(&m.heap, c);
                i64::try_from(&b).map_or(View::Big(b), View::Int)
            }
            STG => View::Str(crate::heap::string_at(&m.heap, c)),
            _ => {
                let (name, arity) = m.functor(c).unwrap_or((n::NIL, 0));
                View::Compound(m.atoms.name(name), arity)
            }
        }
    }
    /// Argument `i` (from 0) of a compound term.
    pub fn arg(&self, i: usize) -> Option<TermRef<'m>> {
        let c = self.machine.deref(self.cell);
        if !c.is_compound() || i >= self.machine.args(c).1 {
            return None;
        }
        Some(TermRef { machine: self.machine, cell: self.machine.arg(c, i) })
    }
    /// The integer, if it is one of machine size.
    pub fn as_int(&self) -> Option<i64> {
        let c = self.machine.deref(self.cell);
        if c.is_int() {
            return Some(c.as_int());
        }
        match self.view() {
            View::Int(i) => Some(i),
            _ => None,
        }
    }
    /// The name, if it is an atom.
    pub fn as_atom(&self) -> Option<&'m str> {
        let c = self.machine.deref(self.cell);
        c.is_atom().then(|| self.machine.atoms.name(c.as_atom()))
    }
    /// The number of an atom, for comparing without text with numbers from [`Machine::atom_id`]. A number that is not
    /// from there may mean another atom once the machine goes on.
    pub fn as_atom_id(&self) -> Option<Atom> {
        let c = self.machine.deref(self.cell);
        c.is_atom().then(|| c.as_atom())
    }
    /// The elements, if it is a proper list.
    pub fn as_list(&self) -> Option<Vec<TermRef<'m>>> {
        let mut items = Vec::new();
        let tail =
            self.machine.each_element(self.cell, |cell| items.push(TermRef { machine: self.machine, cell }));
        (tail == Cell::atom(n::NIL)).then_some(items)
    }
}

impl std::fmt::Display for TermRef<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let style = Style { quoted: true, numbervars: true, ..Style::default() };
        f.write_str(&write_term(self.machine, self.cell, 1200, &style))
    }
}

/// An owned term. Its atoms belong to the program (and machine) it was made with.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Term {
    pub(crate) flat: Flat,
}

impl Term {
    /// One more than the highest number of a variable in it; 0 without variables.
    pub fn variables(&self) -> u32 {
        self.flat.vars
    }

    /// The arguments of a compound term, their variables numbered as in it; none of any other.
    pub fn args(&self) -> Vec<Term> {
        let cells = &self.flat.cells;
        let Some((_, arity)) = crate::compile::body::name_arity(cells, self.flat.root) else {
            return Vec::new();
        };
        let arg = |i| crate::compile::body::arg(cells, self.flat.root, i);
        (0..arity).map(|i| Term { flat: Flat { root: arg(i), ..self.flat.clone() } }).collect()
    }

    /// The same term with the numbers of its variables moved up, so that it shares none with terms it is joined to.
    #[must_use]
    pub fn renumbered(&self, by: u32) -> Term {
        if self.flat.vars == 0 || by == 0 {
            return self.clone();
        }
        let moved = |c: Cell| if c.tag() == REF { Cell::var(c.idx() + by as usize) } else { c };
        let mut cells = self.flat.cells.to_vec();
        let mut k = 0;
        while k < cells.len() {
            let c = cells[k];
            if c.tag() == crate::cell::HDR {
                k += c.raw_words() + 1;
                continue;
            }
            cells[k] = moved(c);
            k += 1;
        }
        let root = moved(self.flat.root);
        Term { flat: Flat { cells: cells.into(), root, vars: self.flat.vars + by } }
    }
}

impl Machine {
    /// An integer.
    pub fn int(&mut self, i: i64) -> Term {
        let mut cells = Vec::new();
        let root = crate::heap::push_int(&mut cells, i);
        Term { flat: Flat { cells: cells.into(), root, vars: 0 } }
    }
    /// A float.
    pub fn float(&mut self, f: f64) -> Term {
        let mut cells = Vec::new();
        let root = crate::heap::push_float(&mut cells, f);
        Term { flat: Flat { cells: cells.into(), root, vars: 0 } }
    }
    /// An atom.
    pub fn atom_term(&mut self, name: &str) -> Term {
        let root = Cell::atom(self.atom_id(name));
        Term { flat: Flat { cells: Box::new([]), root, vars: 0 } }
    }
    /// A string.
    pub fn string(&mut self, text: &str) -> Term {
        let mut cells = Vec::new();
        let root = crate::heap::push_string(&mut cells, text);
        Term { flat: Flat { cells: cells.into(), root, vars: 0 } }
    }
    /// Variable number `i`; terms joined into one compound share variables of the same number.
    pub fn variable(&self, i: u32) -> Term {
        Term { flat: Flat { cells: Box::new([]), root: Cell::var(i as usize), vars: i + 1 } }
    }
    /// A compound term.
    pub fn compound(&mut self, name: &str, args: &[Term]) -> Term {
        let name = self.atom_id(name);
        if args.is_empty() {
            return Term { flat: Flat { cells: Box::new([]), root: Cell::atom(name), vars: 0 } };
        }
        let list = name == n::DOT && args.len() == 2;
        let mut cells = if list { Vec::new() } else { vec![Cell::functor(name, args.len())] };
        let first = cells.len();
        cells.resize(first + args.len(), Cell::ZERO);
        let vars = join(&mut cells, first, 1, args);
        let root = Cell::new(if list { LST } else { STR }, 0);
        Term { flat: Flat { cells: cells.into(), root, vars } }
    }
    /// A proper list.
    pub fn list(&mut self, items: &[Term]) -> Term {
        if items.is_empty() {
            return Term { flat: Flat { cells: Box::new([]), root: Cell::atom(n::NIL), vars: 0 } };
        }
        let mut cells = Vec::with_capacity(items.len() * 2);
        for i in 0..items.len() {
            let last = i + 1 == items.len();
            cells.push(Cell::ZERO);
            cells.push(if last { Cell::atom(n::NIL) } else { Cell::new(LST, 2 * i + 2) });
        }
        let vars = join(&mut cells, 0, 2, items);
        Term { flat: Flat { cells: cells.into(), root: Cell::new(LST, 0), vars } }
    }
    /// A term read from text, its variables numbered in order of appearance.
    pub fn parse(&mut self, text: &str) -> Result<Term, crate::error::Failure> {
        let keep = self.heap.len();
        let mut src = crate::stream::Input::from_text(&format!("{text} ."));
        let r = match self.read_from(&mut src) {
            Ok(Some(r)) => self.given(r.term).map_err(|s| self.failure(s)),
            Ok(None) => Ok(Flat { cells: Box::new([]), root: Cell::atom(n::END_OF_FILE), vars: 0 }),
            Err(crate::reader::parser::ReadError::Syntax(e)) => Err(crate::error::Failure::Syntax(e)),
            Err(crate::reader::parser::ReadError::Memory) => {
                let stop = self.resource_error(n::MEMORY);
                Err(self.failure(stop))
            }
        };
        self.heap.truncate(keep);
        r.map(|flat| Term { flat })
    }
    /// The text of an owned term.
    pub fn text(&mut self, term: &Term) -> String {
        let keep = self.heap.len();
        let text = match self.unflat(&term.flat) {
            Ok(c) => TermRef { machine: self, cell: c }.to_string(),
            Err(_) => String::new(),
        };
        self.heap.truncate(keep);
        text
    }
    /// The number of an atom, for comparing answers without text.
    pub fn atom_id(&mut self, name: &str) -> Atom {
        let atom = self.atoms.intern(name);
        self.atoms.pin(atom);
        atom
    }
    /// A copy for the host, whose atoms stay from now on.
    pub(crate) fn given(&mut self, term: Cell) -> Result<Flat, crate::machine::Stop> {
        let flat = self.flat(term)?;
        self.atoms.pin_block(flat.root, &flat.cells);
        Ok(flat)
    }
}

/// Appends the blocks of `parts` and writes their roots every `step` cells from `first`.
fn join(cells: &mut Vec<Cell>, first: usize, step: usize, parts: &[Term]) -> u32 {
    let mut vars = 0;
    for (i, p) in parts.iter().enumerate() {
        let base = cells.len();
        let mut k = 0;
        while k < p.flat.cells.len() {
            let c = p.flat.cells[k];
            if c.tag() == crate::cell::HDR {
                let words = c.raw_words();
                cells.extend_from_slice(&p.flat.cells[k..=k + words]);
                k += words + 1;
                continue;
            }
            cells.push(crate::machine::copy::shift(c, base, Cell::var));
            k += 1;
        }
        cells[first + i * step] = crate::machine::copy::shift(p.flat.root, base, Cell::var);
        vars = vars.max(p.flat.vars);
    }
    vars
}
