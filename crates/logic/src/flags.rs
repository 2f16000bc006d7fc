//! The flags of the standard and a few more.

use crate::reader::parser::Quotes;

/// What calling an undefined predicate does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Unknown {
    Error,
    Fail,
    Warning,
}

/// Whether unification checks for cycles.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum OccursCheck {
    Off,
    On,
    /// A cycle is an error.
    Error,
}

/// Changeable flags of a machine.
#[derive(Clone, Debug)]
pub(crate) struct Flags {
    pub(crate) double_quotes: Quotes,
    pub(crate) unknown: Unknown,
    pub(crate) char_conversion: bool,
    pub(crate) debug: bool,
    pub(crate) occurs_check: OccursCheck,
    /// `7 / 7` is a float, as the strictest reading of the standard has it.
    pub(crate) iso: bool,
}

impl Default for Flags {
    fn default() -> Flags {
        Flags {
            double_quotes: Quotes::Codes,
            unknown: Unknown::Error,
            char_conversion: false,
            debug: false,
            occurs_check: OccursCheck::Off,
            iso: false,
        }
    }
}
