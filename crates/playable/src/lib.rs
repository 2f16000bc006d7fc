//! Any game behind an object-safe interface: [`Playable`] is a rule book with its roster of agents, its types erased;
//! [`Listing`] is what a catalog says of a game. The crates that name concrete games call [`playable()`], which compiles
//! every agent for each of their games; there are several such crates so that they build side by side.

mod adviser;
mod analysis;
mod defect;
mod likely;
mod listing;
mod playable;

pub use adviser::{Adviser, Choice, Standing, Wants, Word, heard_word};
pub use analysis::{Analysis, Finding, Known, Step};
pub use defect::{DEAD_END, Defect, named};
pub use formal::{
    Bounds, Broken, Budget, Deals, ExportError, Format, Progress as Exploration, Reduced, at_most,
    defect_kind,
};
pub use likely::{After, Likely, Spot};
pub use listing::Listing;
pub use playable::{
    Depth, OpenHands, OpenSolver, Playable, PlayoutReport, Proof, SolveError, Solved, encoded, playable,
    taught, with_open_hands, with_roster,
};
