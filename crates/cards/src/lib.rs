//! Cards for the trick-taking games of the house: packs, cards as bits, hands as bit sets, the law of tricks, deals
//! set by hand, hidden cards drawn uniformly under constraints, cards in scenes, and the trait [`TrickTaking`] that
//! search, belief and solver code is written against. No game lives here.
//!
//! | module | what it offers |
//! | --- | --- |
//! | [`card`](Card) | [`Card`], [`Suit`], [`Hand`] with [`Hand::nth`] in constant time; the picture of the layout |
//! | [`deck`](Deck) | [`Deck`]: names in notation and in words, sorting, ink for the terminal; [`Worth`] of cards |
//! | [`law`](Law) | [`Law`]: legal cards, who takes a trick, what a play denies; [`Trick`] |
//! | [`Deal`], [`Objective`], [`Stock`] | a deal in play, what it is played for, what is drawn, as data |
//! | [`Melee`], [`Forfeit`] | a deal in which everybody plays for himself, as data |
//! | [`given`] | deals set by hand, `HK,D1//XIX//-,-,V` |
//! | [`Spread`] | unseen cards over boxes with room, uniformly, with per-box permissions and limits; exact counts |
//! | [`parameters`] | options of a game as it declares them |
//! | [`picture`] | zones and tokens of a card table |
//! | [`vector`] | a small JSON reader for vector files |
//! | [`bench`] | the shape of speed reports |
//! | [`audit`], [`Lawful`] | the laws of every card game, along random matches |
//! | [`TrickTaking`], [`Phase`], [`Side`] | the trait |
//!
//! ```
//! use cards::{Deck, Law, Overtake, Suit};
//! let deck = Deck::German32;
//! let law = Law::plain().with_trump(Suit(3)).overtaking(Overtake::UnlessTrumped); // mariáš, acorns trump
//! let hand = deck.hand("HA H7 LK AQ").unwrap();
//! let table = [deck.card("HK").unwrap()];
//! assert_eq!(deck.names(law.legal(hand, &table)), "HA"); // follow suit and overtake
//! ```

mod audit;
pub mod bench;
mod card;
mod deck;
pub mod given;
mod law;
mod laws;
mod melee;
pub mod numbers;
mod objective;
pub mod parameters;
pub mod picture;
mod spread;
mod stock;
mod taking;
pub mod vector;

pub use audit::{melee_law, objective_law};
pub use card::{Card, Hand, Iter, NO_CARD, Suit, TAROCK};
pub use deck::{
    Deck, HandError, KINGS, MARIAS_WORTH, MOND, PAGAT, SKYZ, SNAPS_WORTH, TAROCK_WORTH, TRUL, Worth,
};
pub use law::{Law, Order, Overtake, Trick};
pub use laws::{Broken, Lawful, Violation, audit, conserved, known};
pub use melee::{Creditors, Forfeit, Melee};
pub use objective::{
    Claim, Closed, Deal, Duties, ELSEWHERE, Feat, KILLED, MADE, Objective, ObjectiveError, Race, Tally,
};
pub use spread::{Split, Spread, binomial, deal};
pub use stock::{CLOSE, EXCHANGE, STOCK, Stock};
pub use taking::{Phase, Side, TrickTaking};
