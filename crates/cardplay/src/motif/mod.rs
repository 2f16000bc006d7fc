//! Motifs: ways of playing a card that players have names for (driving trumps, feeding the partner, keeping the seven),
//! recognised in what one player knows. Nothing here chooses a card: a motif says what a card that was chosen is good for,
//! and where to look for it.
//!
//! A motif is recognised from a [`Spot`], which holds what the player may know and nothing of the drawn worlds: the own
//! hand, the trick, the cards played, the cards each other player may still hold, and sides as far as they are known.

mod list;
mod words;

pub use list::{MOTIFS, Named};
pub use words::{holders, told};

use cards::{Card, Deck, Feat, Hand, Law, PAGAT, Side, Suit, TAROCK, Trick, TrickTaking};
use game::{Motif, Player};

/// What a player knows when he plays a card.
#[derive(Clone, Debug)]
pub struct Spot {
    /// The pack.
    pub deck: Deck,
    /// Who plays.
    pub me: u8,
    /// Who plays each card of the trick.
    pub seats: [u8; 4],
    /// The law of tricks.
    pub law: Law,
    /// The trick on the table.
    pub trick: Trick,
    /// The own hand.
    pub hand: Hand,
    /// The cards that may be played.
    pub legal: Hand,
    /// The cards played in this deal, those on the table included.
    pub played: Hand,
    /// The cards each player may still hold, as far as this player knows.
    pub possible: [Hand; 4],
    /// Those known to play with this player, a bit each.
    pub partners: u8,
    /// Those known to play against him.
    pub foes: u8,
    /// Points of each card, by its bit.
    pub worth: [i16; 64],
    /// What may happen beside points.
    pub feats: Vec<Feat>,
    /// Whether marriages are announced by leading.
    pub race: bool,
}

impl Spot {
    /// What `me` knows; `probe` is any world of the view. `None` where no card of two sides is to be played.
    pub fn of<G: TrickTaking>(game: &G, me: Player, view: &G::View, probe: &G::State) -> Option<Spot> {
        let deal = game.in_play(probe)?;
        let known = |side: Side| {
            let on = |p: &Player| *p != me && game.side(view, Some(me), *p) == side;
            Player::all(game.players()).filter(on).fold(0, |all, p| all | 1 << p.0)
        };
        let (hand, legal) = (game.hand(probe, me), game.legal_cards(probe));
        let played: Hand = game.plays(probe).into_iter().collect();
        let may = |p: u8| match deal.seats().any(|q| q == p) && p != me.0 {
            true => game.possible(view, Player(p)).minus(hand).minus(played),
            false => Hand::EMPTY,
        };
        Some(Spot {
            deck: game.deck(),
            me: me.0,
            seats: std::array::from_fn(|place| deal.seat(place as u8)),
            law: deal.law,
            trick: deal.trick,
            hand,
            legal,
            played,
            possible: std::array::from_fn(|p| may(p as u8)),
            partners: known(Side::Partner),
            foes: known(Side::Opponent),
            worth: deal.objective.worth,
            feats: deal.objective.feats,
            race: deal.objective.race.is_some(),
        })
    }

    /// The cards that others may hold.
    pub fn out(&self) -> Hand {
        self.possible.iter().fold(Hand::EMPTY, |all, hand| all.or(*hand))
    }

    /// The cards that those may hold who may play against this player.
    fn against(&self) -> Hand {
        let may = (0..4u8).filter(|p| *p != self.me && self.partners >> p & 1 == 0);
        may.fold(Hand::EMPTY, |all, p| all.or(self.possible[usize::from(p & 3)]))
    }

    fn worth(&self, card: Card) -> i16 {
        self.worth[usize::from(card.0 & 63)]
    }

    fn trump(&self, card: Card) -> bool {
        self.law.trump == Some(card.suit())
    }

    fn trumps(&self, hand: Hand) -> Hand {
        self.law.trump.map_or(Hand::EMPTY, |suit| hand.of(suit))
    }

    fn leads(&self) -> bool {
        self.trick.len == 0
    }

    /// The card that takes the trick so far, and who laid it.
    fn winning(&self) -> Option<(Card, u8)> {
        let laid = self.trick.cards();
        let at = self.law.winner(laid);
        laid.get(at).map(|&card| (card, self.seats[at & 3]))
    }

    /// Whether a card would take the trick as it lies.
    fn takes(&self, card: Card) -> bool {
        self.winning().is_none_or(|(top, _)| self.law.beats(card, top))
    }

    fn lowest_worth(&self) -> i16 {
        self.legal.iter().map(|card| self.worth(card)).min().unwrap_or(0)
    }

    fn highest_worth(&self) -> i16 {
        self.legal.iter().map(|card| self.worth(card)).max().unwrap_or(0)
    }

    /// Plain suits of which there are cards in hand.
    fn plain_suits(&self) -> impl Iterator<Item = Suit> + '_ {
        let suits = (0..4).map(Suit).filter(|suit| self.law.trump != Some(*suit));
        suits.filter(|suit| !self.hand.of(*suit).is_empty())
    }

    /// Whether one of the prices of the deal is for this card in a certain trick.
    fn priced(&self, card: Card) -> bool {
        self.feats.iter().any(|feat| matches!(feat, Feat::Takes { card: priced, .. } if *priced == card))
    }
}

/// A motif recognised in a card, with the cards that show it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Found {
    /// The motif.
    pub motif: &'static Named,
    /// Cards that are gone, which the motif rests on.
    pub gone: Hand,
    /// Cards that others may hold, which the motif is about.
    pub out: Hand,
}

/// The motifs of a card, the most telling first.
pub fn motifs(spot: &Spot, card: Card) -> Vec<Found> {
    if !spot.legal.has(card) || spot.legal.len() < 2 {
        return Vec::new();
    }
    let found = |motif: &'static Named| {
        let (gone, out) = recognised(motif.motif.id, spot, card)?;
        Some(Found { motif, gone: gone.and(spot.played), out: out.and(spot.out()) })
    };
    MOTIFS.iter().filter_map(found).collect()
}

/// The motif of that name.
pub fn motif(id: &str) -> Option<&'static Motif> {
    MOTIFS.iter().map(|named| &named.motif).find(|motif| motif.id == id)
}

const NONE: (Hand, Hand) = (Hand::EMPTY, Hand::EMPTY);

/// Whether a card shows a motif: the cards gone and the cards out that the motif speaks of.
fn recognised(id: &str, spot: &Spot, card: Card) -> Option<(Hand, Hand)> {
    let yes = |holds: bool, cards: (Hand, Hand)| holds.then_some(cards);
    let above = spot.law.above(card);
    match id {
        "keep-seven" => {
            let kept =
                spot.legal.iter().find(|c| c.suit() != TAROCK && c.height() == 0 && spot.priced(*c))?;
            yes(kept != card, NONE)
        }
        "guard-pagat" => {
            let guarded = spot.deck == Deck::Tarock54 && spot.legal.has(PAGAT) && card != PAGAT;
            let higher = spot.out().of(TAROCK);
            yes(guarded && !higher.is_empty(), NONE)
        }
        "marriage" => {
            let pair = match card.height() {
                4 => Card(card.0 + 1),
                5 => Card(card.0.wrapping_sub(1)),
                _ => return None,
            };
            yes(spot.race && spot.leads() && card.suit() != TAROCK && spot.hand.has(pair), NONE)
        }
        "drive-trumps" => {
            let theirs = spot.trumps(spot.against());
            // While cards are drawn nobody must give trumps.
            let drives =
                spot.leads() && !spot.law.free && spot.trump(card) && spot.trumps(spot.hand).len() >= 2;
            yes(drives && !theirs.is_empty(), (Hand::EMPTY, spot.trumps(spot.out())))
        }
        "force-ace" | "force-top" => {
            if !spot.leads() || spot.law.free || spot.trump(card) {
                return None;
            }
            let higher = above.and(spot.out());
            let waits = |other: Card| other != card && spot.law.above(other).and(spot.out()) == higher;
            let served = spot.hand.of(card.suit()).iter().any(waits);
            let ace = spot.deck != Deck::Tarock54 && higher.iter().all(|top| top.height() == 7);
            yes(
                ace == (id == "force-ace") && higher.len() == 1 && spot.against().meets(higher) && served,
                (Hand::EMPTY, higher),
            )
        }
        "feed-partner" => {
            let (_, who) = spot.winning()?;
            let partner = spot.partners >> who & 1 == 1;
            yes(partner && !spot.takes(card) && spot.worth(card) > spot.lowest_worth(), NONE)
        }
        "take-points" => {
            let (_, who) = spot.winning()?;
            let laid: i16 = spot.trick.cards().iter().map(|c| spot.worth(*c)).sum();
            let rich = spot.worth.iter().copied().max().unwrap_or(0).max(1);
            let foe = spot.partners >> who & 1 == 0;
            yes(foe && spot.takes(card) && laid + spot.worth(card) >= rich, NONE)
        }
        "low-trump" => {
            let led = spot.trick.cards().first()?;
            let enough = |c: &Card| spot.trump(*c) && spot.takes(*c);
            let able: Hand = spot.legal.iter().filter(enough).collect();
            let lowest = able.iter().all(|other| other == card || spot.law.above(card).has(other));
            yes(!spot.trump(*led) && able.has(card) && able.len() >= 2 && lowest, NONE)
        }
        "sure-trick" => {
            let beaten = above.meets(spot.out());
            let trumped = !spot.trump(card) && !spot.trumps(spot.against()).is_empty();
            let rich = spot.worth.iter().any(|worth| *worth > 0);
            yes(rich && spot.leads() && !beaten && !trumped, (above, Hand::EMPTY))
        }
        "void" => {
            let single = spot.hand.of(card.suit()).len() == 1 && !spot.trump(card);
            yes(spot.leads() && !spot.law.free && single && !spot.trumps(spot.hand).is_empty(), NONE)
        }
        "long-suit" => {
            let length = |suit: Suit| spot.hand.of(suit).len();
            let here = length(card.suit());
            let longest = spot.plain_suits().all(|suit| suit == card.suit() || length(suit) < here);
            yes(spot.leads() && !spot.law.free && !spot.trump(card) && here >= 3 && longest, NONE)
        }
        "save-points" => {
            let (_, who) = spot.winning()?;
            let foe = spot.foes >> who & 1 == 1;
            let cheap = spot.worth(card) == spot.lowest_worth() && spot.lowest_worth() < spot.highest_worth();
            yes(foe && !spot.takes(card) && cheap, NONE)
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests;
