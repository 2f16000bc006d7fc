//! Where games meet agents: from a name (`connect4?width=6`) to something that can be played, counted and solved
//! without knowing its types. The games are in `boards`, `cardgames` and `described`, where they meet the agents; this
//! crate puts them together.
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

mod list;
mod sheets;

pub use cardgames::{
    BeliefError, BeliefKind, BeliefMade, BeliefQuestion, BeliefReport, BeliefTable, RULEFILE, RuleMoment,
    Ruled, RuledError, Scrutiny, Studied, StudyPlan, VectorError, belief, card_bench, check_vector,
    kernel_bench, load_card_table, rule_files, study_cards,
};
pub use described::{
    Described, Erratum, Language, Remark, Undescribed, describe, errata, explain, language, picture,
    pictures, rule_sheet, split,
};
pub use list::{GAMES, Unknown, find, listing, ruled};
pub use playable::{
    Adviser, After, Analysis, Bounds, Broken, Budget, Choice, Deals, Defect, Depth, Exploration, Finding,
    Format, Known, Likely, Listing, Playable, PlayoutReport, Proof, Reduced, SolveError, Solved, Spot,
    Standing, Step, Wants, Word, at_most, defect_kind, playable, with_roster,
};
pub use sheets::sheet;
pub use system::{Allowed, Setting};
