//! Any game with its types forgotten: [`Playable`] is the dynamic face of a rule book with its roster of agents, [`Listing`]
//! what a catalog says of a game. The crates that name concrete games ([`playable()`] is called there) compile every agent
//! for every game of theirs, so they are several and build side by side.

mod analysis;
mod defect;
mod likely;
mod listing;
mod playable;

pub use analysis::{Analysis, Finding, Known, Step};
pub use defect::{DEAD_END, Defect, named};
pub use formal::{Bounds, Broken, Budget, Deals, Format, Progress as Exploration, Reduced, defect_kind};
pub use likely::{After, Likely, Spot};
pub use listing::Listing;
pub use playable::{
    Depth, OpenHands, OpenSolver, Playable, PlayoutReport, Proof, SolveError, Solved, playable,
    with_open_hands, with_roster,
};
