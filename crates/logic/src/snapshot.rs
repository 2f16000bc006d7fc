//! Fork, restore and save: a machine's state as a value.

use crate::atom::FoldMap;
use crate::cell::{ATM, ATV, Atom, BIG, Cell, FLT, FUN, HDR, INT, LST, REF, STG, STR};
use crate::code::PredKind;
use crate::database::{Clause, Clauses, key_of};
use crate::flags::{Flags, OccursCheck, Unknown};
use crate::machine::Machine;
use crate::machine::copy::Flat;
use crate::program::Program;
use crate::reader::ops::{Op, OpType};
use crate::reader::parser::Quotes;
use std::sync::Arc;

/// A machine's whole state at one moment, also in the middle of a query.
#[derive(Clone)]
pub struct Snapshot {
    machine: Machine,
}

/// Why saved bytes were not taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Corrupt {
    /// Byte at which reading stopped.
    pub at: usize,
}

impl std::fmt::Display for Corrupt {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "saved machine state is damaged at byte {}", self.at)
    }
}

impl std::error::Error for Corrupt {}

const MAGIC: &[u8; 8] = b"PRTLOG02";
/// In place of a length: no atom has this number.
const FREE: u64 = u64::MAX;

impl Machine {
    /// The state now. Costs the size of the stacks in use; the database is shared until one side changes it.
    pub fn snapshot(&self) -> Snapshot {
        Snapshot { machine: self.clone() }
    }
    /// Goes back to a state.
    pub fn restore(&mut self, s: &Snapshot) {
        self.clone_from(&s.machine);
    }
    /// An independent machine in the same state.
    pub fn fork(&self) -> Machine {
        self.clone()
    }

    /// Everything that outlives a query, as bytes: database, finished tables, global variables, operators, flags,
    /// character conversions and the state of the random numbers.
    ///
    /// A query under way ([`Machine::can_resume`]) is not among them: its place is an address in compiled code, which bytes from outside could
    /// not be trusted with. [`Machine::snapshot`] keeps it, in memory. Streams, limits and grants belong to the host.
    pub fn save(&self) -> Vec<u8> {
        let mut out = MAGIC.to_vec();
        let base = self.program.atoms.len();
        put(&mut out, base as u64);
        let names: Vec<Option<&str>> = self.atoms.local_names().collect();
        put(&mut out, names.len() as u64);
        for name in names {
            let Some(name) = name else {
                put(&mut out, FREE);
                continue;
            };
            put(&mut out, name.len() as u64);
            out.extend_from_slice(name.as_bytes());
        }
        put(&mut out, self.rng);
        put(&mut out, self.dynamics.len() as u64);
        for store in &self.dynamics {
            put(&mut out, store.len() as u64);
            for c in store.iter() {
                for v in [c.head.0, c.body.0, u64::from(c.vars), u64::from(c.file.0), u64::from(c.line)] {
                    put(&mut out, v);
                }
                put_cells(&mut out, &c.cells);
            }
        }
        let locals = self.dynamic_names();
        put(&mut out, locals.len() as u64);
        for (name, arity, slot) in locals {
            for v in [name.0, arity, slot] {
                put(&mut out, u64::from(v));
            }
        }
        let mut globals: Vec<_> = self.globals.iter().collect();
        globals.sort_unstable_by_key(|g| g.0);
        put(&mut out, globals.len() as u64);
        for (name, v) in globals {
            put(&mut out, u64::from(name.0));
            put_flat(&mut out, v);
        }
        let tables = self.tabling.complete();
        put(&mut out, tables.len() as u64);
        for (goal, answers) in tables {
            put_flat(&mut out, &goal.flat());
            put(&mut out, answers.len() as u64);
            for a in answers.iter() {
                put_flat(&mut out, &a.flat());
            }
        }
        self.save_syntax(&mut out);
        out
    }

    /// Operators, flags and character conversions.
    fn save_syntax(&self, out: &mut Vec<u8>) {
        let ops = self.ops.all();
        put(out, ops.len() as u64);
        for (name, op) in ops {
            for v in [name.0, u32::from(op.pri), op.kind.atom().0] {
                put(out, u64::from(v));
            }
        }
        let f = &self.flags;
        let place = |found: Option<usize>| found.unwrap_or(0) as u64;
        put(out, place(QUOTES.iter().position(|q| *q == f.double_quotes)));
        put(out, place(UNKNOWN.iter().position(|u| *u == f.unknown)));
        put(out, place(OCCURS.iter().position(|o| *o == f.occurs_check)));
        for on in [f.char_conversion, f.debug, f.iso] {
            put(out, u64::from(on));
        }
        let mut convert: Vec<_> = self.convert.iter().collect();
        convert.sort_unstable();
        put(out, convert.len() as u64);
        for (from, to) in convert {
            put(out, u64::from(u32::from(*from)));
            put(out, u64::from(u32::from(*to)));
        }
    }

    /// Every predicate with a place in the database.
    fn dynamic_names(&self) -> Vec<(Atom, u32, u32)> {
        let mut found: Vec<_> =
            self.locals.iter().map(|(&(name, arity), &slot)| (name, arity, slot)).collect();
        for p in &self.program.preds {
            if let PredKind::Dynamic(slot) = p.kind {
                found.push((p.name, p.arity, slot));
            }
        }
        found.sort_unstable();
        found.dedup_by_key(|f| (f.0, f.1));
        found
    }

    /// A machine from saved bytes; the program must be the one the saved machine ran.
    pub fn load(program: &Arc<Program>, bytes: &[u8]) -> Result<Machine, Corrupt> {
        let mut r = Reader { bytes, at: 0 };
        let mut m = Machine::new(program);
        if r.take(8)? != MAGIC || r.count()? != program.atoms.len() {
            return Err(r.corrupt());
        }
        for _ in 0..r.count()? {
            if r.bytes[r.at..].starts_with(&FREE.to_le_bytes()) {
                r.take(8)?;
                m.atoms.skip();
                continue;
            }
            let len = r.count()?;
            let text = std::str::from_utf8(r.take(len)?).map_err(|_| Corrupt { at: 0 })?;
            m.atoms.intern(text);
        }
        m.rng = r.word()?;
        let stores = r.count()?;
        if stores < m.dynamics.len() {
            return Err(r.corrupt());
        }
        let mut dynamics = Vec::new();
        for _ in 0..stores {
            let mut store = Clauses::default();
            for seq in 0..r.count()? {
                let clause = r.clause(&mut m, seq as i64)?;
                m.db_bytes += clause.bytes();
                store.add(Arc::new(clause), false);
            }
            dynamics.push(Arc::new(store));
        }
        m.dynamics = dynamics;
        let mut locals: FoldMap<(Atom, u32), u32> = FoldMap::default();
        for _ in 0..r.count()? {
            let (name, arity, slot) = (r.atom(&m)?, r.word()? as u32, r.count()?);
            if slot >= stores {
                return Err(r.corrupt());
            }
            let known = program.ids.get(&(name, arity)).map(|&id| program.preds[id as usize].kind);
            match known {
                Some(PredKind::Dynamic(own)) if own as usize == slot => {}
                Some(PredKind::Undefined) | None => {
                    locals.insert((name, arity), slot as u32);
                }
                Some(_) => return Err(r.corrupt()),
            }
        }
        m.locals = Arc::new(locals);
        let mut globals: FoldMap<Atom, Arc<Flat>> = FoldMap::default();
        for _ in 0..r.count()? {
            let name = r.atom(&m)?;
            globals.insert(name, Arc::new(r.flat(&m)?));
        }
        m.globals = Arc::new(globals);
        for _ in 0..r.count()? {
            let goal = r.flat(&m)?;
            let count = r.count()?;
            let mut answers = Vec::new();
            for _ in 0..count {
                answers.push(r.flat(&m)?);
            }
            m.db_bytes += m.tabling.restore(&goal, &answers);
        }
        r.syntax(&mut m)?;
        if r.at != bytes.len() {
            return Err(r.corrupt());
        }
        Ok(m)
    }
}

const QUOTES: [Quotes; 4] = [Quotes::Codes, Quotes::Chars, Quotes::Atom, Quotes::String];
const UNKNOWN: [Unknown; 3] = [Unknown::Error, Unknown::Fail, Unknown::Warning];
const OCCURS: [OccursCheck; 3] = [OccursCheck::Off, OccursCheck::On, OccursCheck::Error];

fn put_flat(out: &mut Vec<u8>, f: &Flat) {
    put(out, f.root.0);
    put(out, u64::from(f.vars));
    put_cells(out, &f.cells);
}
fn put(out: &mut Vec<u8>, v: u64) {
    out.extend_from_slice(&v.to_le_bytes());
}
fn put_cells(out: &mut Vec<u8>, cells: &[Cell]) {
    put(out, cells.len() as u64);
    for c in cells {
        put(out, c.0);
    }
}

struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Reader<'a> {
    fn corrupt(&self) -> Corrupt {
        Corrupt { at: self.at }
    }
    fn take(&mut self, len: usize) -> Result<&'a [u8], Corrupt> {
        let end = self.at.checked_add(len).filter(|&e| e <= self.bytes.len()).ok_or(self.corrupt())?;
        let s = &self.bytes[self.at..end];
        self.at = end;
        Ok(s)
    }
    fn word(&mut self) -> Result<u64, Corrupt> {
        let b = self.take(8)?;
        Ok(u64::from_le_bytes(b.try_into().map_err(|_| self.corrupt())?))
    }
    /// A count; never more than the bytes that could hold its items.
    fn count(&mut self) -> Result<usize, Corrupt> {
        let v = self.word()?;
        usize::try_from(v).ok().filter(|&v| v <= self.bytes.len().max(1 << 24)).ok_or(self.corrupt())
    }
    fn atom(&mut self, m: &Machine) -> Result<Atom, Corrupt> {
        let v = self.count()?;
        if v < m.atoms.len() { Ok(Atom(v as u32)) } else { Err(self.corrupt()) }
    }
    fn cells(&mut self) -> Result<Box<[Cell]>, Corrupt> {
        let len = self.count()?;
        let raw = self.take(len.checked_mul(8).ok_or(self.corrupt())?)?;
        Ok(raw
            .chunks_exact(8)
            .map(|b| Cell(b.iter().rev().fold(0, |v, &x| (v << 8) | u64::from(x))))
            .collect())
    }
    /// A term; it may be cyclic.
    fn flat(&mut self, m: &Machine) -> Result<Flat, Corrupt> {
        let (root, vars) = (Cell(self.word()?), self.count()? as u32);
        let cells = self.cells()?;
        if !sound(&cells, &[root], vars, m.atoms.len(), false) {
            return Err(self.corrupt());
        }
        Ok(Flat { cells, root, vars })
    }
    /// One of the choices.
    fn choice<T: Copy>(&mut self, all: &[T]) -> Result<T, Corrupt> {
        let i = self.count()?;
        all.get(i).copied().ok_or(self.corrupt())
    }
    fn character(&mut self) -> Result<char, Corrupt> {
        let code = self.word()?;
        u32::try_from(code).ok().and_then(char::from_u32).ok_or(self.corrupt())
    }
    /// Operators, flags and character conversions.
    fn syntax(&mut self, m: &mut Machine) -> Result<(), Corrupt> {
        let mut ops = (*m.ops).clone();
        for (name, op) in m.ops.all() {
            ops.add(name, Op { pri: 0, kind: op.kind });
        }
        for _ in 0..self.count()? {
            let (name, pri) = (self.atom(m)?, self.count()?);
            let kind = OpType::from_atom(self.atom(m)?).ok_or(self.corrupt())?;
            if pri == 0 || pri > 1200 {
                return Err(self.corrupt());
            }
            ops.add(name, Op { pri: pri as u16, kind });
        }
        m.ops = Arc::new(ops);
        let double_quotes = self.choice(&QUOTES)?;
        let unknown = self.choice(&UNKNOWN)?;
        let occurs_check = self.choice(&OCCURS)?;
        let onoff = [false, true];
        let char_conversion = self.choice(&onoff)?;
        let (debug, iso) = (self.choice(&onoff)?, self.choice(&onoff)?);
        m.flags = Arc::new(Flags { double_quotes, unknown, char_conversion, debug, occurs_check, iso });
        m.occurs = occurs_check != OccursCheck::Off;
        let mut convert = FoldMap::default();
        for _ in 0..self.count()? {
            convert.insert(self.character()?, self.character()?);
        }
        m.convert = Arc::new(convert);
        Ok(())
    }
    fn clause(&mut self, m: &mut Machine, seq: i64) -> Result<Clause, Corrupt> {
        let (head, body) = (Cell(self.word()?), Cell(self.word()?));
        let vars = self.count()? as u32;
        let (file, line) = (self.atom(m)?, self.word()? as u32);
        let cells = self.cells()?;
        if !sound(&cells, &[head, body], vars, m.atoms.len(), true) || !head.is_callable() {
            return Err(self.corrupt());
        }
        m.assigns |= crate::machine::share::mentions_assignment(&cells, &m.program.assigning);
        let mut keys = [0; 3];
        if let Some((_, arity)) = crate::compile::body::name_arity(&cells, head) {
            for (i, k) in keys.iter_mut().enumerate().take(arity) {
                *k = key_of(&cells, crate::compile::body::arg(&cells, head, i));
            }
        }
        Ok(Clause { cells, head, body, vars, keys, seq, file, line })
    }
}

/// Whether every index of a block stays inside it, points at the right kind of cell and, if asked, forward.
fn sound(cells: &[Cell], roots: &[Cell], vars: u32, atoms: usize, forward: bool) -> bool {
    // Where structures and boxed values begin.
    let mut starts = vec![0u8; cells.len()];
    let mut i = 0;
    while i < cells.len() {
        let c = cells[i];
        starts[i] = 1;
        match c.tag() {
            HDR => {
                let k = c.raw_words();
                if k >= cells.len() - i {
                    return false;
                }
                starts[i] = 2 + c.header_kind();
                i += k;
            }
            FUN => {
                if c.name().0 as usize >= atoms || c.arity() >= cells.len() - i {
                    return false;
                }
                starts[i] = 100;
            }
            _ => {}
        }
        i += 1;
    }
    let points = |c: Cell, from: Option<usize>| {
        let at = c.idx();
        if forward && from.is_some_and(|f| at <= f) && matches!(c.tag(), STR | LST) {
            return false;
        }
        let kind = |at: usize| starts.get(at).copied().unwrap_or(0);
        match c.tag() {
            INT => true,
            ATM => at < atoms,
            REF => at < vars as usize,
            // An attributed variable: a cell that refers to itself, then the attributes.
            ATV => cells.get(at) == Some(&c) && kind(at) == 1 && kind(at + 1) == 1,
            LST => kind(at) == 1 && kind(at + 1) == 1,
            STR => kind(at) == 100 && (1..=cells[at].arity()).all(|k| kind(at + k) == 1),
            FLT => kind(at) == 2 + crate::heap::KIND_FLOAT && cells[at].raw_words() == 1,
            BIG => matches!(kind(at).wrapping_sub(2), crate::heap::KIND_POS | crate::heap::KIND_NEG),
            STG => {
                kind(at) == 2 + crate::heap::KIND_STRING
                    && cells[at].raw_words() > 0
                    && (cells[at + 1].0 as usize) <= (cells[at].raw_words() - 1) * 8
            }
            _ => false,
        }
    };
    let inner = (0..cells.len()).all(|i| starts[i] != 1 || points(cells[i], Some(i)));
    inner && roots.iter().all(|r| points(*r, None))
}
