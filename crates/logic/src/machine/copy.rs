//! Terms between heaps: `Flat` blocks out, copies in, copies within.

use super::cyclic::Visited;
use super::share::{OLD_LIST, OLD_STRUCT, Shared};
use super::{Machine, Stop};
use crate::cell::{ATM, ATV, BIG, Cell, FLT, FUN, HDR, INT, LST, REF, STG, STR};
use crate::tabling::terms::Block;

/// Marks a variable already numbered while a term is copied out.
const SEEN: u8 = 11;

/// Room for cells and variables that is kept for the next copy.
const KEPT_VARS: usize = 0x10000;
/// Elements of a list copied in one go.
const SPINE: usize = 64;
/// Cells that a buffer of so many takes: where it cannot grow in place, the smaller one was there beside it.
fn room(cells: usize) -> usize {
    cells + cells / 2
}
/// Marks an attributed variable already copied, with its place in the copy.
const MOVED: u8 = 12;
/// In a copy: a cell that refers to the copy already, as opposed to the heap cells around it. The lowest bit of its index
/// tells a list from an attributed variable.
const PLACED: u8 = 13;

/// A list at this place of the copy.
fn placed_list(at: usize) -> Cell {
    Cell::new(PLACED, at << 1 | 1)
}
/// The first cell of an attributed variable at this place of the copy.
pub(crate) fn placed_variable(at: usize) -> Cell {
    Cell::new(PLACED, at << 1)
}
/// What such a cell stands for; `None` for others.
#[inline]
pub(crate) fn placed(c: Cell) -> Option<Cell> {
    let tag = if c.idx() & 1 == 1 { LST } else { ATV };
    (c.tag() == PLACED).then(|| Cell::new(tag, c.idx() >> 1))
}

/// A term outside any heap: indexes are relative to `cells`, `REF n` is variable n, `ATV n` an attributed variable whose two
/// cells are at n.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Flat {
    pub(crate) cells: Box<[Cell]>,
    pub(crate) root: Cell,
    pub(crate) vars: u32,
}

/// Two terms in one block: its cells, their roots, and the number of variables.
type Pair = (Box<[Cell]>, [Cell; 2], u32);

impl Flat {
    /// Bytes of memory, roughly.
    pub(crate) fn bytes(&self) -> usize {
        self.cells.len() * 8 + 128
    }
    pub(crate) fn mark_atoms(&self, marks: &mut crate::atom::AtomMarks) {
        marks.block(&self.cells);
        marks.cell(self.root);
    }
}

impl Machine {
    /// Copies two terms out as one block of finite trees; variables are shared between them.
    pub(crate) fn flatten(&mut self, roots: [Cell; 2]) -> Result<Pair, Stop> {
        let mut buffer = self.scratch.collects.pop().unwrap_or_default();
        let mut vars = std::mem::take(&mut self.scratch.vars);
        let done = self.flatten_into(roots, &mut buffer.cells, &mut vars);
        for v in &vars {
            self.heap[v.idx()] = *v;
        }
        let done = done.map(|heads| (buffer.cells[..].into(), heads, vars.len() as u32));
        if buffer.cells.capacity().max(vars.capacity()) <= KEPT_VARS {
            buffer.cells.clear();
            vars.clear();
            self.scratch.collects.push(buffer);
            self.scratch.vars = vars;
        }
        done
    }

    /// As `flatten`, for one term. Attributes are left behind.
    pub(crate) fn flat(&mut self, term: Cell) -> Result<Flat, Stop> {
        let mut cells = Vec::new();
        let (root, vars) = self.flatten_onto(term, &mut cells, false, &mut Shared::nothing())?;
        Ok(Flat { cells: cells.into(), root, vars })
    }
    /// The same in a buffer that is used again: for a look at the term.
    pub(crate) fn flat_with<R>(
        &mut self,
        term: Cell,
        look: impl FnOnce(&mut Machine, Block<'_>) -> Result<R, Stop>,
    ) -> Result<R, Stop> {
        let mut buffer = self.scratch.collects.pop().unwrap_or_default();
        let made = self.flatten_onto(term, &mut buffer.cells, false, &mut Shared::nothing());
        let done = made.and_then(|(root, vars)| {
            self.charge(buffer.cells.len())?;
            look(self, Block { cells: &buffer.cells, root, vars })
        });
        if buffer.cells.capacity() < 1 << 16 {
            buffer.cells.clear();
            self.scratch.collects.push(buffer);
        }
        done
    }
    /// The same with the attributes of its variables.
    pub(crate) fn flat_whole(&mut self, term: Cell) -> Result<Flat, Stop> {
        let mut cells = Vec::new();
        let (root, vars) = self.flatten_onto(term, &mut cells, true, &mut Shared::nothing())?;
        Ok(Flat { cells: cells.into(), root, vars })
    }

    fn flatten_into(
        &mut self,
        roots: [Cell; 2],
        out: &mut Vec<Cell>,
        vars: &mut Vec<Cell>,
    ) -> Result<[Cell; 2], Stop> {
        let mut heads = roots;
        let mut nothing = Shared::nothing();
        let mut suspect = self.heap.len() + 0x1000;
        for (head, &root) in heads.iter_mut().zip(&roots) {
            let mut scan = out.len();
            *head = self.move_out(root, out, 0, vars, false, &mut nothing);
            while scan < out.len() {
                let c = out[scan];
                // Cells below were pushed as heap cells and are turned into block cells here.
                match c.tag() {
                    HDR => scan += c.raw_words(),
                    ATM | INT | FUN => {}
                    PLACED => out[scan] = placed(c).unwrap_or(c),
                    _ => out[scan] = self.move_out(c, out, 0, vars, false, &mut nothing),
                }
                scan += 1;
                if scan & 0xfff == 0 {
                    if out.len() > suspect {
                        if !self.acyclic(&roots, out.len())? {
                            return Err(self.cyclic_error());
                        }
                        suspect = usize::MAX;
                    }
                    if self.exceeds(room(out.len()) + vars.len()) {
                        return Err(self.resource_error(crate::atom::names::MEMORY));
                    }
                    self.charge(0x1000)?;
                }
            }
            if self.exceeds(room(out.len()) + vars.len()) {
                return Err(self.resource_error(crate::atom::names::MEMORY));
            }
        }
        Ok(heads)
    }

    /// Appends one term to a buffer; its cells are numbered from the end the buffer had. Gives root and variables.
    /// `whole`: with the attributes of variables.
    pub(crate) fn flatten_onto(
        &mut self,
        root: Cell,
        out: &mut Vec<Cell>,
        whole: bool,
        shared: &mut Shared,
    ) -> Result<(Cell, u32), Stop> {
        let base = out.len();
        let mut vars = std::mem::take(&mut self.scratch.vars);
        let mut suspect = self.heap.len() + 0x1000;
        let head = self.move_out(root, out, base, &mut vars, whole, shared);
        let mut scan = base;
        let (mut over, mut repeats, mut stop) = (false, false, None);
        while scan < out.len() {
            let c = out[scan];
            match c.tag() {
                HDR => scan += c.raw_words(),
                ATM | INT | FUN => {}
                OLD_LIST | OLD_STRUCT => {}
                PLACED => out[scan] = placed(c).unwrap_or(c),
                _ => out[scan] = self.move_out(c, out, base, &mut vars, whole, shared),
            }
            scan += 1;
            if scan & 0xfff == 0 {
                // A copy larger than the heap repeats something: a cycle would go on for ever, and what is shared without
                // end would grow beyond all limits. A block that is compared with others must be a tree, though.
                if out.len() - base > suspect {
                    match if whole { Ok(false) } else { self.acyclic_whole(root, out.len(), whole) } {
                        Ok(finite) => repeats = !finite,
                        Err(error) => stop = Some(error),
                    }
                    suspect = usize::MAX;
                }
                over = self.exceeds(room(out.len() - base) + base + vars.len());
                stop = stop.or_else(|| self.charge(0x1000).err());
                if over || repeats || stop.is_some() {
                    break;
                }
            }
        }
        for v in &vars {
            self.heap[v.idx()] = *v;
        }
        let count = vars.len() as u32;
        if vars.capacity() <= KEPT_VARS {
            vars.clear();
            self.scratch.vars = vars;
        }
        if !self.scratch.attributed.is_empty() {
            self.put_back_attributed();
        }
        if let Some(stop) = stop {
            return Err(stop);
        }
        if repeats {
            out.truncate(base);
            out.shrink_to(base + 0x1000);
            let copy = self.flat_cyclic(root, whole)?;
            out.extend_from_slice(&copy.cells);
            return Ok((copy.root, copy.vars));
        }
        if over || self.exceeds(out.len()) {
            return Err(self.resource_error(crate::atom::names::MEMORY));
        }
        Ok((head, count))
    }

    /// Copies the top of a term; its arguments are left as heap cells for the scan to fix.
    #[inline]
    fn move_out(
        &mut self,
        c: Cell,
        out: &mut Vec<Cell>,
        base: usize,
        vars: &mut Vec<Cell>,
        whole: bool,
        shared: &mut Shared,
    ) -> Cell {
        let c = self.deref(c);
        let at = out.len() - base;
        match c.tag() {
            REF => {
                let n = vars.len();
                vars.push(c);
                self.heap[c.idx()] = Cell::new(SEEN, n);
                Cell::var(n)
            }
            SEEN => Cell::var(c.idx()),
            ATV if whole => self.move_attributed(c, out, base),
            ATV => {
                let n = vars.len();
                vars.push(c);
                self.heap[c.idx()] = Cell::new(SEEN, n);
                Cell::var(n)
            }
            MOVED => Cell::new(ATV, c.idx()),
            LST | STR
                if c.idx() < shared.below()
                    && let Some(old) = self.share(c, shared, at) =>
            {
                old
            }
            LST => {
                self.move_spine(c, out, base, shared);
                Cell::new(LST, at)
            }
            STR => {
                let n = self.heap[c.idx()].arity();
                out.extend_from_slice(&self.heap[c.idx()..=c.idx() + n]);
                Cell::new(STR, at)
            }
            FLT | BIG | STG => {
                let n = self.heap[c.idx()].raw_words();
                out.extend_from_slice(&self.heap[c.idx()..=c.idx() + n]);
                Cell::new(c.tag(), at)
            }
            _ => c,
        }
    }

    /// Copies the cells of a list one behind the other, as far as it goes; elements stay heap cells.
    #[inline]
    fn move_spine(&mut self, c: Cell, out: &mut Vec<Cell>, base: usize, shared: &Shared) {
        let mut l = c;
        for _ in 0..SPINE {
            let (h, t) = (self.heap[l.idx()], self.heap[l.idx() + 1]);
            let t = self.deref(t);
            if t.tag() != LST || t.idx() < shared.below() {
                out.extend_from_slice(&[h, t]);
                return;
            }
            out.extend_from_slice(&[h, placed_list(out.len() - base + 2)]);
            l = t;
        }
        let (h, t) = (self.heap[l.idx()], self.heap[l.idx() + 1]);
        out.extend_from_slice(&[h, t]);
    }

    /// Copies the two cells of an attributed variable, once.
    #[cold]
    fn move_attributed(&mut self, c: Cell, out: &mut Vec<Cell>, base: usize) -> Cell {
        let at = out.len() - base;
        out.push(placed_variable(at));
        out.push(self.heap[c.idx() + 1]);
        self.heap[c.idx()] = Cell::new(MOVED, at);
        self.scratch.attributed.push(c);
        Cell::new(ATV, at)
    }
    #[cold]
    fn put_back_attributed(&mut self) {
        while let Some(c) = self.scratch.attributed.pop() {
            self.heap[c.idx()] = c;
        }
    }

    /// Copies a block onto the heap with fresh variables; returns the root.
    pub(crate) fn unflatten(&mut self, cells: &[Cell], root: Cell, vars: u32) -> Result<Cell, Stop> {
        self.ensure(cells.len() + vars as usize)?;
        let first_var = self.heap.len();
        self.heap.extend((0..vars as usize).map(|i| Cell::var(first_var + i)));
        let base = self.heap.len();
        self.relocate(cells, base, first_var);
        Ok(shift(root, base, |v| Cell::var(first_var + v)))
    }
    pub(crate) fn unflat(&mut self, f: &Flat) -> Result<Cell, Stop> {
        self.unflatten(&f.cells, f.root, f.vars)
    }

    /// Appends block cells to the heap, shifting indexes; variable 0 is at `first_var`.
    fn relocate(&mut self, cells: &[Cell], base: usize, first_var: usize) {
        // What each tag adds: the shift is the same for all places, so no cell needs a decision.
        let mut add = [0u64; 16];
        add[REF as usize] = (first_var as u64) << 4;
        for tag in [ATV, STR, LST, FLT, BIG, STG] {
            add[tag as usize] = (base as u64) << 4;
        }
        add[OLD_LIST as usize] = u64::from(LST).wrapping_sub(u64::from(OLD_LIST));
        add[OLD_STRUCT as usize] = u64::from(STR).wrapping_sub(u64::from(OLD_STRUCT));
        let moved = |c: &Cell| Cell(c.0.wrapping_add(add[c.tag() as usize]));
        let mut rest = cells;
        while let Some(header) = rest.iter().position(|c| c.tag() == HDR) {
            self.heap.extend(rest[..header].iter().map(moved));
            let raw = header + 1 + rest[header].raw_words();
            self.heap.extend_from_slice(&rest[header..raw]);
            rest = &rest[raw..];
        }
        self.heap.extend(rest.iter().map(moved));
    }

    /// A copy of a term with fresh variables, which have copies of the attributes if `whole`.
    pub(crate) fn copy_term(&mut self, term: Cell, whole: bool) -> Result<Cell, Stop> {
        let t = self.deref(term);
        if t.is_atomic() {
            return Ok(t);
        }
        let mut buffer = self.scratch.collects.pop().unwrap_or_default();
        let copied = self.flatten_onto(t, &mut buffer.cells, whole, &mut Shared::nothing());
        let done = copied.and_then(|(root, vars)| {
            self.charge(buffer.cells.len())?;
            // The buffer is there beside the copy.
            self.ensure(buffer.cells.len() * 2 + vars as usize)?;
            self.unflatten(&buffer.cells, root, vars)
        });
        if buffer.cells.capacity() <= KEPT_VARS {
            buffer.cells.clear();
            self.scratch.collects.push(buffer);
        }
        done
    }

    /// The distinct variables of a term in depth-first order.
    pub(crate) fn variables(&mut self, terms: &[Cell]) -> Result<Vec<Cell>, Stop> {
        let mut stack: Vec<Cell> = terms.iter().rev().copied().collect();
        let mut vars: Vec<Cell> = Vec::new();
        let mut work = 0usize;
        let heap = self.heap.len();
        let mut stop = None;
        let mut visited: Option<Visited> = None;
        while let Some(t) = stack.pop() {
            let t = self.deref(t);
            work += 1;
            if work > heap
                && t.is_compound()
                && !visited.get_or_insert_with(|| Visited::new(heap)).first(t.idx())
            {
                continue;
            }
            match t.tag() {
                REF | ATV => {
                    self.heap[t.idx()] = Cell::new(SEEN, vars.len());
                    vars.push(t);
                }
                STR | LST => {
                    let (first, n) = self.args(t);
                    for k in (0..n).rev() {
                        let c = self.heap[first + k];
                        if !c.is_atomic() {
                            stack.push(c);
                        }
                    }
                }
                _ => {}
            }
            if work & 0xfff == 0 {
                let held = (stack.len() + vars.len()) * 2;
                stop = self.charge(0x1000).and_then(|()| self.ensure(held)).err();
                if stop.is_some() {
                    break;
                }
            }
        }
        for v in &vars {
            self.heap[v.idx()] = *v;
        }
        if let Some(stop) = stop {
            return Err(stop);
        }
        self.charge(work & 0xfff)?;
        Ok(vars)
    }
}

/// A block cell as a heap cell.
#[inline]
pub(crate) fn shift(c: Cell, base: usize, var: impl Fn(usize) -> Cell) -> Cell {
    match c.tag() {
        REF => var(c.idx()),
        OLD_LIST => Cell::new(LST, c.idx()),
        OLD_STRUCT => Cell::new(STR, c.idx()),
        ATV | STR | LST | FLT | BIG | STG => Cell(c.0 + ((base as u64) << 4)),
        _ => c,
    }
}
