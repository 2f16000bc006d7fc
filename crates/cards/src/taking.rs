//! The trait that search, belief and solver code for trick-taking games is written against.
//!
//! It adds to [`Observe`] what all these games share: a pack, hands, a trick on the table, the duties of play, the
//! worth of cards, and sides that may not be known to everybody. Everything about a *state* is the truth; everything
//! about a *view* is what its owner may know.

use crate::{Card, Deal, Deck, Hand, Law, Melee, Trick};
use game::{Observe, Player, Turn};

/// Where a deal stands.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Phase {
    /// Cards are being dealt.
    Deal,
    /// The game is being bid, a trump or a partner called.
    Auction,
    /// The talon is taken up, cards are laid away.
    Talon,
    /// Announcements.
    Announcements,
    /// Doubling.
    Doubling,
    /// Tricks.
    Play,
    /// The deal is over and scored.
    Scoring,
}

/// What a viewer knows about somebody's side.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Side {
    /// With the viewer.
    Partner,
    /// Against the viewer.
    Opponent,
    /// Not known.
    Unknown,
}

/// A trick-taking card game.
pub trait TrickTaking: Observe {
    /// The pack.
    fn deck(&self) -> Deck;

    /// Where the deal stands.
    fn phase(&self, s: &Self::State) -> Phase;

    /// The cards in a player's hand.
    fn hand(&self, s: &Self::State, p: Player) -> Hand;

    /// The trick on the table; empty between tricks.
    fn trick(&self, s: &Self::State) -> Trick;

    /// The duties that hold in this deal.
    fn law(&self, s: &Self::State) -> Law;

    /// The cards that may be played now; empty outside [`Phase::Play`].
    fn legal_cards(&self, s: &Self::State) -> Hand {
        match (self.phase(s), self.turn(s)) {
            (Phase::Play, Turn::Player(p)) => self.law(s).legal(self.hand(s, p), self.trick(s).cards()),
            _ => Hand::EMPTY,
        }
    }

    /// The move that plays a card, where the game has one.
    fn play_of(&self, s: &Self::State, card: Card) -> Option<Self::Move>;

    /// The card a move plays to the trick, if it plays one.
    fn card_of(&self, mv: Self::Move) -> Option<Card>;

    /// The card or act ([`CLOSE`](crate::CLOSE), [`EXCHANGE`](crate::EXCHANGE)) by which the data of a deal names a move.
    fn act_of(&self, mv: Self::Move) -> Option<Card> {
        self.card_of(mv)
    }

    /// The cards a player has taken so far, laid-away cards that count for him included.
    fn taken(&self, s: &Self::State, p: Player) -> Hand;

    /// How many tricks are complete.
    fn tricks_done(&self, s: &Self::State) -> usize;

    /// What a card is worth to the player who takes it, in this deal.
    fn card_points(&self, s: &Self::State, card: Card) -> i32;

    /// Whether two players are in fact on one side; `None` before sides exist.
    fn same_side(&self, s: &Self::State, p: Player, q: Player) -> Option<bool>;

    /// What the owner of a view knows about a player's side. [`Side::Unknown`] for a spectator's own.
    fn side(&self, v: &Self::View, who: Option<Player>, p: Player) -> Side;

    /// The cards that a player may hold now as far as the view implies card by card (announcements that speak of
    /// numbers of cards are kept by `sample`, not here).
    fn possible(&self, v: &Self::View, p: Player) -> Hand;

    /// The state a view would be of if the players held these hands: what lists all worlds of a view. `None` where the view
    /// rules them out, and in a game that does not list its worlds.
    fn with_hands(&self, _v: &Self::View, _hands: &[Hand; 4]) -> Option<Self::State> {
        None
    }

    /// The deal in play as data, the cards played so far taken into account; `None` outside [`Phase::Play`] and where
    /// the play is not between two sides whose payment follows from the tricks (the header of the game's
    /// implementation says where). Law: played on to its end it pays what the game pays, see [`objective_law`].
    ///
    /// [`objective_law`]: crate::objective_law
    fn in_play(&self, s: &Self::State) -> Option<Deal>;

    /// The deal in play as data where everybody plays for himself; `None` elsewhere. Law: [`melee_law`](crate::melee_law).
    fn melee(&self, _s: &Self::State) -> Option<Melee> {
        None
    }

    /// Whose view it is; `None` for a spectator.
    fn viewer(&self, v: &Self::View) -> Option<Player>;

    /// The cards played in this deal, in order, the trick on the table included.
    fn plays(&self, s: &Self::State) -> Vec<Card>;

    /// The same deal at its first card, or where drawing ended: the cards played since are back in the hands. `None` outside [`Phase::Play`].
    fn opening(&self, s: &Self::State) -> Option<Self::State>;

    /// How likely a player who speaks as [`Game::sensible`](game::Game::sensible) does would have said what `p` said before
    /// the first card, with the cards `p` had in this deal. Only the ratio between deals counts; 1 where it tells nothing.
    fn spoken(&self, _s: &Self::State, _p: Player) -> f64 {
        1.0
    }
}
