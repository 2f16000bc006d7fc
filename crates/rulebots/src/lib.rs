//! Rule files at the card tables: what each card game tells them and asks of them ([`Desk`]), the agent they become
//! ([`RuleAgent`]), and the bots that are shipped or loaded, by name ([`library`]).

mod agents;
mod any;
mod compare;
pub mod library;
mod marias;
pub mod mine;
mod replay;
mod seat;
mod snaps;
mod table;
pub mod taroky;

pub use crate::marias::{MARIAS, MariasDesk};
pub use crate::snaps::{SNAPS, SnapsDesk};
pub use crate::taroky::{TAROKY, TarokyDesk};
pub use agents::{RULEFILE, add};
pub use any::{Ruled, RuledError, mine_any, ruled, seated};
pub use compare::{Comparison, Plan, compare};
pub use expert::Mode;
pub use replay::{Moment, ReplayError, Scrutiny, replay, scrutinise};
pub use seat::{Asked, Desk, Form, News, RuleAgent};
pub use table::{TABLE, TableDesk};
