//! The first lead, as in the thesis on šnaps agents (chapter 6.3, *learning from an experienced player*): an input for every card
//! of the pack, 1 if it is in the hand; an output for every card that may be led. One hidden layer three times as wide as the
//! inputs was enough there after some sixty games. Trumps are written first, and the other suits may be shown in any order, where
//! the pack has four suits.

use cards::numbers::{SUIT_ORDERS, suit_number, turn_suit};
use cards::{Card, Hand, Phase, Suit, TrickTaking};
use game::{Observe, Player, Rng};
use learn::{Acts, At, Reader, Sample};

/// The name of the encoder with its version.
pub const LEAD: &str = "lead-2";

/// Reads the hand of whoever leads first, and nothing else.
#[derive(Clone, Debug)]
pub struct LeadReader {
    /// The pack, lowest card first.
    cards: Vec<Card>,
    /// Whether suits that are not trumps are alike: the cards of each suit, lowest first, are as many.
    suits: bool,
}

impl LeadReader {
    /// The reader of a game's pack.
    pub fn new<G: TrickTaking>(game: &G) -> LeadReader {
        let cards: Vec<Card> = game.deck().cards().iter().collect();
        let of = |suit: u8| cards.iter().filter(|card| card.suit() == Suit(suit)).count() * 4;
        let suits = (0..4).all(|suit| of(suit) == cards.len());
        LeadReader { cards, suits }
    }

    fn place(&self, card: Card, trump: Option<Suit>) -> Option<u32> {
        let at = self.cards.iter().position(|c| *c == card)? as u32;
        let each = self.cards.len() as u32 / 4;
        Some(if self.suits { each * suit_number(card.suit(), trump) + at % each } else { at })
    }

    /// What the place of a card becomes when the suits change places.
    fn turned(&self, order: usize, place: u32) -> u32 {
        let (all, each) = (self.cards.len() as u32, self.cards.len() as u32 / 4);
        let (led, announced) = (place % all, place / all * all);
        if self.suits { announced + each * turn_suit(order, led / each) + led % each } else { place }
    }
}

impl<G: TrickTaking> Reader<G> for LeadReader {
    fn encoder(&self) -> String {
        LEAD.to_string()
    }

    fn inputs(&self) -> usize {
        self.cards.len()
    }

    /// A card led, and the same card with what is announced with it (a marriage).
    fn outputs(&self) -> usize {
        2 * self.cards.len()
    }

    fn read(&self, game: &G, view: &<G as Observe>::View, me: Player, out: &mut Vec<(u32, f32)>) {
        // The own hand is the same in every state of the view.
        let Ok(s) = game.sample(view, &mut Rng::new(0)) else { return };
        let (own, trump) = (game.hand(&s, me), game.law(&s).trump);
        out.extend(own.iter().filter_map(|card| Some((self.place(card, trump)?, 1.0))));
    }

    fn aspects(&self, game: &G, at: At<'_, G>, _: Player, moves: &[G::Move], out: &mut Acts) {
        let mut seen = Hand::EMPTY;
        let drawn = at.state.is_none().then(|| game.sample(at.view, &mut Rng::new(0)).ok()).flatten();
        let trump = at.state.or(drawn.as_ref()).and_then(|s| game.law(s).trump);
        for &mv in moves {
            if let Some(card) = game.card_of(mv)
                && let Some(place) = self.place(card, trump)
            {
                out.aspect(place);
                if seen.has(card) {
                    out.aspect(self.cards.len() as u32 + place);
                }
                seen.add(card);
            }
            out.end();
        }
    }

    fn reads(&self, game: &G, s: &G::State, _: Player) -> bool {
        game.phase(s) == Phase::Play && game.plays(s).is_empty()
    }

    fn whole(&self) -> bool {
        false
    }

    fn symmetries(&self) -> usize {
        if self.suits { SUIT_ORDERS } else { 1 }
    }

    fn turn(&self, order: usize, sample: &mut Sample) {
        sample.inputs.iter_mut().for_each(|(at, _)| *at = self.turned(order, *at));
        sample.moves.rename(|aspect| self.turned(order, aspect));
    }

    /// Always leads the highest card: of equally high ones the first.
    fn baseline(&self, sample: &Sample) -> Option<(&'static str, usize)> {
        let height = |aspects: &[u32]| {
            // The cards of each suit, lowest first, are alike.
            let card = aspects.first().and_then(|&a| self.cards.get(a as usize));
            card.map_or(-1, |card| i32::from(card.height()))
        };
        let mut best = 0;
        for at in 0..sample.moves.len() {
            if height(sample.moves.of(at)) > height(sample.moves.of(best)) {
                best = at;
            }
        }
        Some(("always the highest card", best))
    }
}
