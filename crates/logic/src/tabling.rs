//! Tabling (stub to be completed).

use crate::machine::body::Next;
use crate::machine::{Machine, Stop};

/// State of tabling.
#[derive(Clone, Default, Debug)]
pub(crate) struct Tabling {}

pub(crate) fn call(m: &mut Machine) -> Result<Next, Stop> {
    Ok(Next::Go(m.cp))
}
