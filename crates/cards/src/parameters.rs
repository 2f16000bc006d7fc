//! Parameters of card games, by the kind of their values: the games declare dozens of them.

use game::{Parameter, Values, Words};

/// A whole number in a range.
pub const fn int(name: &'static str, default: &'static str, low: i64, high: i64, help: Words) -> Parameter {
    Parameter { name, default, values: Values::Int(low, high), help }
}

/// On or off.
pub const fn flag(name: &'static str, default: &'static str, help: Words) -> Parameter {
    Parameter { name, default, values: Values::Flag, help }
}

/// One of these words.
pub const fn one_of(
    name: &'static str,
    default: &'static str,
    values: &'static [&'static str],
    help: Words,
) -> Parameter {
    Parameter { name, default, values: Values::OneOf(values), help }
}
