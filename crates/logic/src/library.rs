//! The library texts, embedded.

/// Name and text of each, in load order.
pub(crate) const TEXTS: &[(&str, &str)] = &[];
