//! What a player of Schnapsen does without thinking, for simulated play: exchanges the jack, announces the marriage he leads,
//! claims what he has, never closes, takes a trick that is worth it, and otherwise plays any card.

use crate::Schnapsen;
use crate::state::{Move, Phase, State, marriages, points};
use cards::{Card, Hand};
use game::{Game, Rng};

impl Schnapsen {
    pub(crate) fn sensible_move(&self, s: &State, rng: &mut Rng, scratch: &mut Vec<Move>) -> Option<Move> {
        match s.phase {
            Phase::Play => Some(self.sensible_play(s, rng)),
            Phase::Said => Some(if s.total(s.turn) >= 66 { Move::Enough } else { Move::On }),
            Phase::Deal | Phase::Next | Phase::Over => Game::pick(self, s, rng, scratch),
        }
    }

    fn sensible_play(&self, s: &State, rng: &mut Rng) -> Move {
        let cards = self.playable(s);
        let any = |set: Hand, rng: &mut Rng| set.nth(rng.below(set.len()));
        let Some(&led) = s.trick.cards().first() else {
            if !self.rules.auto && s.total(s.turn) >= 66 {
                return Move::Enough;
            }
            if self.may_exchange(s) {
                return Move::Exchange;
            }
            let pairs = marriages(cards);
            if !pairs.is_empty() && rng.below(4) > 0 {
                return Move::Marry(any(pairs, rng));
            }
            let card = any(cards, rng);
            return if pairs.has(card) { Move::Marry(card) } else { Move::Play(card) };
        };
        let law = self.law(s);
        let takes: Hand = cards.iter().filter(|&card| law.beats(card, led)).collect();
        let high = |card: Card| points(card) >= 10;
        if !takes.is_empty()
            && (high(led) || takes.iter().any(|card| high(card) && card.suit() == led.suit()))
        {
            return Move::Play(any(takes, rng));
        }
        Move::Play(any(cards, rng))
    }
}
