//! What cards played say about cards held, learned instead of written down:
//!
//! - the [`Statistician`] of the thesis on šnaps agents (chapter 6.4.1): how often a kind of card is played in a kind of
//!   situation, P(card | situation), turned round by Bayes: a deal is as likely as it makes the cards that were seen;
//! - [`Places`]: a network that says for every unseen card how likely each player holds it.
//!
//! Both give weights to worlds and so are beliefs any agent can hold ([`Explained`], [`Placed`]). [`study`] learns both from
//! records and says how much more likely they make the deals they have not seen.

pub mod library;
mod places;
mod statistician;
mod study;

pub use places::{Placed, Places};
pub use statistician::{Explained, Likelihood, Statistician};
pub use study::{Plan as StudyPlan, Studied, StudyError, study};
