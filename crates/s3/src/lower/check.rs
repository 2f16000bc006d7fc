//! Lints: what is allowed but probably not meant.

use super::Model;
use crate::diagnostic::Report;
use crate::syntax::File;

/// Lints on the tree.
pub(crate) fn tree(_file: &File, _report: &mut Report) {}

/// Lints on what the names stand for.
pub(crate) fn model(_model: &Model, _report: &mut Report) {}
