//! Players for trick-taking games, written over [`cards::TrickTaking`] and [`cards::Deal`]: no rules of one game live here.
//!
//! | module | what it offers |
//! | --- | --- |
//! | [`belief`] | where the hidden cards are: counted, weighted by what was seen, and by the rules of the thesis |
//! | [`kernel`](Kernel) | the value of a deal with open hands, of every legal card, a best line |
//! | [`MaxN`] | what everybody gets of a deal without sides, with open hands |
//! | [`expert`](Expert) | the strong player: drawn worlds, exact endings, calibrated bidding |
//! | [`each_deal`] | every deal a view leaves, one after the other |
//! | [`motif`] | ways of playing a card that players have names for |
//! | [`policy`](quick_card) | a quick card, better than a random one |
//! | [`agents`] | the agents of this crate, for the roster of a game |
//! | [`Mapp`] | the search of thesis 002: average probable profit over whole tricks |
//! | [`ExpectMinimax`] | the mean of exact open values over all deals of a view |
//! | [`learned`] | what cards played say about cards held, learned from records |
//! | [`LeadReader`] | the first lead as numbers, for learning |
//! | [`RulePlayer`] | rules with priorities and a level of risk |
//! | [`Cheater`] | sees all cards; sits by another door ([`game::Cheat`]) |

mod agents;
pub mod belief;
mod board;
mod bounds;
mod cheater;
mod every;
mod expect;
mod expert;
mod kernel;
mod lead;
pub mod learned;
mod mapp;
mod mapper;
mod maxn;
pub mod motif;
mod open;
mod points;
mod policy;
mod question;
mod race;
mod rules;

pub use agents::{agents, race_agents};
pub use cheater::Cheater;
pub use every::{each_deal, some_deals};
pub use expect::ExpectMinimax;
pub use expert::{
    Experience, Expert, LEVELS, Memory, Report, Schooling, Temper, enlist, enlist_experienced, school,
};
pub use kernel::{Kernel, Solution, Unsolved};
pub use lead::{LEAD, LeadReader};
pub use mapper::{Bidder, Mapp};
pub use maxn::MaxN;
pub use policy::quick_card;
pub use rules::RulePlayer;

use mapper::move_of;
