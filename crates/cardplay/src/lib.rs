//! Players for trick-taking games, written over [`cards::TrickTaking`] and [`cards::Deal`]: no rules of one game live here.
//!
//! | module | what it offers |
//! | --- | --- |
//! | [`kernel`](Kernel) | the value of a deal with open hands, of every legal card, a best line |
//! | [`policy`](quick_card) | a quick card, better than a random one |

mod board;
mod bounds;
mod kernel;
mod policy;
mod question;

pub use kernel::{Kernel, Solution, Unsolved};
pub use policy::quick_card;
