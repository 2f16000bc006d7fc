//! Taroky: the four-player tarock game with the called XIX, as played in Moravia, complete with auction, hidden partner,
//! talon, announcements, doubling, Varšava and scoring. A match is `deals=N` deals with rotating dealer.
//!
//! The players' words: *předák* (forehand) speaks and leads first; *povinnost* (duty) is a game with a called partner;
//! *talon* are six cards nobody is dealt; *hláška* (announcement) reveals a hand or binds its maker; *flek*, *kontra flek*
//! and *super flek* double the price of the game, an announced Pagát or an announced Valát; *Pagát*, *Mond* and *Škýz*
//! are the tarocks I, XXI and XXII, together the *Trul*; *Varšava* is the game of fewest points.
//!
//! Cards are dealt one by one as chance events: twelve to the forehand, twelve to each next player, six to the talon
//! (`deal_style=table`: talon first, then twice six each). Players are numbered in playing order, counter-clockwise.
//!
//! Notation: cards `HK`, `D1`, `XIX`; bids `first second preferanc solo good`, then `varsava` or `duty`; `call:XIX`;
//! talon `take refuse`, `keep show`, `play-on give-up`; `lay:HK`; announcements `silent pagat valat pagat+valat`;
//! fleks `pass flek:game flek:pagat+game`; chance `next` between deals.
//!
//! What it simplifies: nobody can misplay or revoke; cards are not cut or knocked.

mod aim;
mod audit;
pub mod bench;
mod cues;
mod drawing;
mod estimate;
mod game;
mod numbers;
mod objective;
mod rules;
mod sample;
mod score;
mod sensible;
mod show;
mod state;
mod taking;
pub mod vectors;
mod view;
mod words;

pub use crate::game::Taroky;
pub use aim::AIMS;
pub use rules::{PARAMETERS, Rules, Scale, TalonSplit};
pub use sample::Sampler;
pub use score::{ScoreLine, Sheet, What, points, sheet, varsava_result};
pub use state::{
    Bid, Contract, ITEM_GAME, ITEM_PAGAT, ITEM_VALAT, ITEMS, Move, Stage, State, revealing, said,
};
pub use view::View;
