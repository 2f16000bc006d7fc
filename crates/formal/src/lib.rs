//! Game automata: from any game to its graph of states, and from the graph to answers. Properties with shortest
//! counterexamples, exact values and probabilities, minimisation, statistics for designers, exports.
//!
//! The definitions are those of formal game automata `A = (S, P, T, W, s, ω, τ, λ)` and their stochastic form; the words
//! here are Partie's (state, player, move, over, initial, turn, apply, score).
//!
//! Nothing here is answered by guessing: an answer that needed more states than the budget allowed is *unknown*.

mod automaton;
mod bounds;
mod circuit;
mod components;
mod deals;
mod ending;
mod explore;
mod export;
mod intern;
mod mark;
mod minimise;
mod picture;
mod probability;
mod property;
mod readable;
mod renaming;
mod side;
mod spill;
mod statistics;
mod trial;
mod usage;
mod value;
mod winning;

pub use automaton::{Automaton, Node, Sequence};
pub use bounds::{Bounds, Odds};
pub use deals::{Deals, deals};
pub use explore::{Budget, Progress, explore, explore_from};
pub use export::{ExportError, Format, Reduced, export, role, write};
pub use minimise::{Quotient, minimise, normalise};
pub use probability::{
    Chances, decimal, distribution, exact_chances, exact_distribution, sequence_probability, start_chances,
    win_chances,
};
pub use property::{Answer, Findings, Property, answers, check, well_defined};
pub use readable::readable;
pub use side::Sides;
pub use statistics::{Statistics, statistics, texts};
pub use trial::{Broken, Room, Trial, at_most, defect_kind, trials};
pub use usage::{Unused, unused_rules, unused_zones};
pub use value::{Values, solve};
