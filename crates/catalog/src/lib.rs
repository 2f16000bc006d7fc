//! Where games meet agents: from a name (`connect4?width=6`) to something that can be played, counted and solved
//! without knowing its types. The only crate that names a concrete game and a concrete agent together, hence where
//! monomorphisation happens.
//!
//! ```
//! use game::Lang;
//!
//! let game = catalog::find("nim?heaps=1-2").unwrap();
//! let mut table = game.table(7);
//! table.play(&table.offers(Lang::En)[0].text.clone()).unwrap();
//! assert_eq!(table.made(), 1);
//! assert!(catalog::find("conect4").err().unwrap().to_string().contains("did you mean 'connect4'?"));
//! ```

mod analysis;
mod card_games;
mod defect;
mod describe;
mod errata;
mod likely;
mod list;
mod playable;
mod sheets;
mod shipped;

pub use analysis::{Analysis, Finding, Known, Step};
pub use card_games::{card_bench, check_vector};
pub use defect::Defect;
pub use describe::{Described, Language, Remark, Undescribed, describe, language, split};
pub use errata::{Erratum, errata};
pub use formal::{Bounds, Broken, Budget, Deals, Format, Progress as Exploration, Reduced, defect_kind};
pub use likely::{After, Likely, Spot};
pub use list::{GAMES, Listing, Unknown, find, listing};
pub use playable::{Depth, Playable, PlayoutReport, Proof, Solved, playable};
pub use sheets::sheet;
pub use shipped::{picture, pictures};
pub use system::{Allowed, Setting};
