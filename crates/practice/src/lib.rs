//! Practice for any game, over [`game::Table`] alone: the deal of the day, deals made to measure, lessons.
//!
//! - [`daily`]: the same cards and the same computer players for everybody on a date, and what the expert makes of them.
//! - [`slots`], [`condition`], [`sample`]: a deal with cards set by hand and the rest drawn uniformly from all deals in which the
//!   conditions hold; contradictions are found, not run into.
//! - [`lesson`]: a record with comments, questions and variations, readable by people and checked by the rules.

pub mod condition;
pub mod daily;
pub mod lesson;
pub mod sample;
pub mod slots;

pub use condition::{Condition, Fault as ConditionFault, Pack};
pub use daily::{Daily, Date};
pub use sample::deal_with;
pub use slots::{Dealt, NoSlots, Slots};
