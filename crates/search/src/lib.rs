//! Agents for any game, and exact solving. All of them know a game only through its rules ([`game::Game`]) and what
//! players may know ([`game::Observe`]); none is written for a particular game.
//!
//! [`roster`] lists the agents with their makers, [`make()`] makes one from a description such as `mcts?iterations=500`,
//! [`strongest`] picks a good one for a game, and [`solve`](solve::solve) gives exact values. Every agent stays within a
//! [`game::Limit`], gives the same answer for the same seed and node limit, and explains its choice in a [`game::Thought`].
//!
//! Each agent has a file of its own whose header explains it and cites its source. Agents that learn and agents for card
//! games are in other crates.

mod alphabeta;
mod astar;
mod bfs;
mod budget;
pub mod cfr;
mod dfs;
mod distance;
mod expectiminimax;
mod flat;
mod horizon;
mod idastar;
mod index;
mod ismcts;
mod make;
mod maxn;
mod mcr;
mod mcr2;
mod mcts;
mod mean;
mod minimax;
mod montecarlo;
mod negamax;
mod paranoid;
mod path;
mod pimc;
mod playouts;
mod random;
mod registry;
mod said;
mod simulate;
pub mod solve;
mod stake;
mod table;
mod value;

pub(crate) use game::hash;

pub use alphabeta::AlphaBeta;
pub use budget::Budget;
pub use cfr::Cfr;
pub use expectiminimax::Expectiminimax;
pub use flat::Flat;
pub use ismcts::{Config as IsmctsConfig, Ismcts};
pub use make::{make, roster, strongest};
pub use maxn::MaxN;
pub use mcts::{Aim, Config as MctsConfig, Mcts};
pub use minimax::{MiniMax, MiniMaxConfig};
pub use paranoid::Paranoid;
pub use pimc::Pimc;
pub use random::Random;
pub use simulate::Policy;
pub use stake::Estimate;
