//! Games from descriptions in s3 and in logic, those that come with the program among them. A crate of its own so that it
//! builds beside the board games and the card games.

mod describe;
mod errata;
mod shipped;

pub use describe::{
    Described, Language, Remark, Undescribed, describe, explain, language, rule_sheet, ruled, split,
};
pub use errata::{Erratum, errata};
pub use shipped::{GAMES, logic_text, picture, pictures};
