//! The library texts, embedded. All of them are always loaded; `use_module(library(_))` is a no-op.

/// Name and text of each, in load order.
pub(crate) const TEXTS: &[(&str, &str)] = &[
    ("library(error)", include_str!("../lib/error.pl")),
    ("library(lists)", include_str!("../lib/lists.pl")),
    ("library(apply)", include_str!("../lib/apply.pl")),
    ("library(coroutines)", include_str!("../lib/coroutines.pl")),
    ("library(pairs)", include_str!("../lib/pairs.pl")),
    ("library(ordsets)", include_str!("../lib/ordsets.pl")),
    ("library(assoc)", include_str!("../lib/assoc.pl")),
    ("library(option)", include_str!("../lib/option.pl")),
    ("library(aggregate)", include_str!("../lib/aggregate.pl")),
    ("library(random)", include_str!("../lib/random.pl")),
    ("library(strings)", include_str!("../lib/strings.pl")),
    ("library(classic)", include_str!("../lib/classic.pl")),
    ("library(yall)", include_str!("../lib/yall.pl")),
    ("library(ugraphs)", include_str!("../lib/ugraphs.pl")),
    ("library(dcg/basics)", include_str!("../lib/dcg/basics.pl")),
    ("library(dcg/high_order)", include_str!("../lib/dcg/high_order.pl")),
];
