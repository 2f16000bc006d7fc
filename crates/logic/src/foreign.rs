//! Predicates of the host (to be completed).

use crate::cell::Cell;
use crate::machine::body::Next;
use crate::machine::{Machine, Stop};

/// A host predicate.
#[derive(Clone)]
pub(crate) struct Foreign {}

impl Machine {
    pub(crate) fn call_foreign(
        &mut self,
        _f: u32,
        _arity: usize,
        _state: Option<Cell>,
    ) -> Result<Next, Stop> {
        Ok(Next::Fail)
    }
}
