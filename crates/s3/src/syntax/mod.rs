//! First stage: text to tree. Reads both dialects, reports every mistake with its place, resolves nothing.

mod habits;
mod labels;
mod lex;
mod parse;
mod records;
mod sections;
mod tree;

pub(crate) use habits::{indexes, trim};
pub(crate) use labels::{family, unused as unused_labels};
pub use parse::expression;
pub use sections::read;
pub use tree::*;

use crate::diagnostic::Report;

/// A pattern as the `element`, `from` and `to` of a rule hold it.
pub fn pattern(text: &str, base: usize, dialect: Dialect, report: &mut Report) -> Option<Text> {
    lex::pattern(text, base, dialect, report)
}
