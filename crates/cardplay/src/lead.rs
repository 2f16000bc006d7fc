//! The first lead, as in the thesis on šnaps agents (chapter 6.3, *learning from an experienced player*): an input for every card
//! of the pack, 1 if it is in the hand; an output for every card that may be led. One hidden layer three times as wide as the
//! inputs was enough there after some sixty games.

use cards::{Card, Hand, Phase, TrickTaking};
use game::{Observe, Player, Rng};
use learn::{Acts, At, Reader, Sample};

/// The name of the encoder with its version.
pub const LEAD: &str = "lead-1";

/// Reads the hand of whoever leads first, and nothing else.
#[derive(Clone, Debug)]
pub struct LeadReader {
    /// The pack, lowest card first.
    cards: Vec<Card>,
}

impl LeadReader {
    /// The reader of a game's pack.
    pub fn new<G: TrickTaking>(game: &G) -> LeadReader {
        LeadReader { cards: game.deck().cards().iter().collect() }
    }

    fn place(&self, card: Card) -> Option<u32> {
        self.cards.iter().position(|c| *c == card).map(|at| at as u32)
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
        let own = game.hand(&s, me);
        out.extend(own.iter().filter_map(|card| Some((self.place(card)?, 1.0))));
    }

    fn aspects(&self, game: &G, _: At<'_, G>, _: Player, moves: &[G::Move], out: &mut Acts) {
        let mut seen = Hand::EMPTY;
        for &mv in moves {
            if let Some(card) = game.card_of(mv)
                && let Some(place) = self.place(card)
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

    /// Always leads the highest card: of equally high ones the first.
    fn baseline(&self, sample: &Sample) -> Option<(&'static str, usize)> {
        let height = |aspects: &[u32]| {
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
