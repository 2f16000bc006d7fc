//! Text to tree: all errors at once, with places.

pub(crate) mod lex;
mod parse;
pub(crate) mod term;
pub(crate) mod tree;
mod write;

pub(crate) use parse::parse;
pub(crate) use write::Names;
