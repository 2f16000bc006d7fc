//! The words every game of Partie shares: a **game** is a rule book over **states** and **moves**; a **turn** says who
//! acts; a **view** is what one player may know; an **agent** chooses a move from a view; a **table** is a game being
//! played. Two more for the eye: **tokens** lie in **zones**, and a scene is the picture of them.
//!
//! This crate depends on nothing, does no I/O and contains no game. Time comes in through the [`Clock`] of a
//! [`Limit`]; rules never see it. See `ARCHITECTURE.md` for the levels above it.
//!
//! ```
//! use game::{Game, Perfect, Player, Rng, Turn, walk};
//!
//! /// Take one or two counters; whoever takes the last one wins.
//! struct Take;
//!
//! impl Game for Take {
//!     type State = (u8, u8); // counters left, player to move
//!     type Move = u8;
//!     fn players(&self) -> usize { 2 }
//!     fn initial(&self) -> (u8, u8) { (7, 0) }
//!     fn turn(&self, s: &(u8, u8)) -> Turn {
//!         if s.0 == 0 { Turn::Over } else { Turn::Player(Player(s.1)) }
//!     }
//!     fn moves(&self, s: &(u8, u8), out: &mut Vec<u8>) { out.extend(1..=s.0.min(2)) }
//!     fn apply(&self, s: &mut (u8, u8), taken: u8) { *s = (s.0 - taken, 1 - s.1) }
//!     fn score(&self, s: &(u8, u8), p: Player) -> i32 { if p.0 == s.1 { -1 } else { 1 } }
//! }
//! impl Perfect for Take {}
//!
//! assert_eq!(walk::perft(&Take, &Take.initial(), 2), 4);
//! let end = walk::playout(&Take, Take.initial(), &mut Rng::new(1));
//! assert_eq!(Take.turn(&end), Turn::Over);
//! ```

mod agent;
mod cheat;
mod clock;
mod cues;
mod decisive;
mod diagnostic;
mod evaluate;
mod fault;
mod follow;
pub mod hash;
mod lang;
mod limit;
mod mind;
mod options;
mod past;
mod player;
mod reason;
mod record;
mod rng;
mod roster;
mod rules;
mod scene;
mod seat;
mod sharp;
pub mod sheet;
mod show;
mod table;
pub mod walk;
mod worlds;

pub use agent::{Agent, Thought};
pub use cheat::{CHEATER, Cheat, CheatMaker};
pub use clock::Clock;
pub use cues::{Account, Badge, Cues, Remark, Role, name_players};
pub use decisive::decisive;
pub use diagnostic::{Diagnostic, Severity};
pub use evaluate::{Encode, Evaluate};
pub use fault::{Acted, Fault, Incident, Policy, Remedy};
pub use follow::{Follow, FollowOf, Told};
pub use lang::{Lang, Words, words};
pub use limit::{Limit, Meter, Progress, Stopped};
pub use mind::{Mind, Question};
pub use options::{OptionError, Options, Parameter, Values, nearest};
pub use past::{Past, Repetition};
pub use player::{Player, Turn};
pub use reason::{Argument, Claim, Motif, Reason};
pub use record::{Entry, Record, RecordError};
pub use rng::Rng;
pub use roster::{AgentError, AgentInfo, Kind, Maker, Roster, Suits};
pub use rules::{Game, Heuristic, Illegal, Observe, Perfect, play};
pub use scene::{Carry, Face, Gesture, Layout, Place, Point, Said, Scene, Token, Visibility, Zone};
pub use seat::Thinker;
pub use sharp::{Look, Sharp, Sight};
pub use show::{Rule, Show};
pub use table::{Advice, Believed, HintError, Offer, Refusal, Table, TableOf, outcome};
pub use worlds::{Belief, Beliefs, Contradiction, Known, Listed, Prior, Worlds, WorldsOf};
