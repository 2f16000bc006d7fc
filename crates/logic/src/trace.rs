//! The four-port tracer.

use crate::cell::Cell;
use crate::machine::Machine;

/// A port of the box model.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Port {
    /// The goal is called.
    Call,
    /// It succeeded.
    Exit,
    /// It is asked for another solution.
    Redo,
    /// It failed.
    Fail,
}

/// State of the tracer.
#[derive(Clone, Default)]
pub(crate) struct Tracer {
    pub(crate) lines: Vec<String>,
}

pub(crate) fn switch(m: &mut Machine, on: bool) {
    m.tracer = on.then(Box::default);
}
pub(crate) fn exit(_m: &mut Machine) {}
pub(crate) fn failed(_m: &mut Machine, _goal: Cell, _depth: Cell, _redo: bool) {}
