//! Compiles clauses to instructions of an abstract machine in the manner of the WAM (D. H. D. Warren, *An Abstract Prolog
//! Instruction Set*, 1983).
//!
//! `body` turns a clause body into goals, `analyse` decides which variables live in the
//! environment, `emit` and `terms` emit instructions with register allocation, `arith` the inline
//! arithmetic, `link` the switches of a predicate. A clause too wide for the register file is
//! refused; the caller then keeps its predicate in interpreted form.

pub(crate) mod analyse;
pub(crate) mod arith;
pub(crate) mod body;
pub(crate) mod emit;
pub(crate) mod fold;
pub(crate) mod inspect;
pub(crate) mod join;
pub(crate) mod link;
pub(crate) mod merge;
pub(crate) mod terms;

use crate::cell::{Atom, Cell};
use crate::code::PredId;

/// The clause needs more registers, slots or nesting than the machine has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct TooBig;

/// What the compiler asks of the program it compiles into.
pub(crate) trait Names {
    /// The predicate's number, making an undefined one if needed.
    fn pred(&mut self, name: Atom, arity: usize) -> PredId;
    /// The native function to call in line, for deterministic built-ins that no program can replace.
    fn inline(&mut self, name: Atom, arity: usize) -> Option<u32>;
    /// Stores a boxed constant: its tag and its cells.
    fn boxed(&mut self, tag: u8, cells: &[Cell]) -> u32;
}
