//! Šnaps as a trick-taking game, for search, belief and solver code.

use crate::show::DECK;
use crate::state::{Move, Phase, State, points};
use crate::{Snaps, View};
use cards::{Card, Deck, Hand, Law, Side, Trick, TrickTaking};
use game::Player;

impl TrickTaking for Snaps {
    fn deck(&self) -> Deck {
        DECK
    }

    fn phase(&self, s: &State) -> cards::Phase {
        match s.phase {
            Phase::Deal => cards::Phase::Deal,
            Phase::Call => cards::Phase::Auction,
            Phase::Kontra => cards::Phase::Doubling,
            Phase::Play => cards::Phase::Play,
            Phase::Next | Phase::Over => cards::Phase::Scoring,
        }
    }

    fn hand(&self, s: &State, p: Player) -> Hand {
        s.hands.get(p.index()).copied().unwrap_or_default()
    }

    fn trick(&self, s: &State) -> Trick {
        s.trick
    }

    fn law(&self, s: &State) -> Law {
        Snaps::law(self, s.called)
    }

    fn play_of(&self, s: &State, card: Card) -> Option<Move> {
        (s.phase == Phase::Play && self.playable(s).has(card)).then_some(Move::Play(card))
    }

    fn card_of(&self, mv: Move) -> Option<Card> {
        match mv {
            Move::Play(card) | Move::Marry(card) => Some(card),
            _ => None,
        }
    }

    fn taken(&self, s: &State, p: Player) -> Hand {
        let own = self.history(s).filter(|(taker, cards)| *taker == p.0 && cards.len() == 4);
        own.flat_map(|(_, cards)| cards.iter().copied()).collect()
    }

    fn tricks_done(&self, s: &State) -> usize {
        usize::from(s.made / 4)
    }

    fn card_points(&self, _s: &State, card: Card) -> i32 {
        i32::from(points(card))
    }

    fn same_side(&self, s: &State, p: Player, q: Player) -> Option<bool> {
        let side = s.side(s.holder()?);
        Some(side >> p.0 & 1 == side >> q.0 & 1)
    }

    fn side(&self, v: &View, who: Option<Player>, p: Player) -> Side {
        v.side(self, who, p)
    }

    fn possible(&self, v: &View, p: Player) -> Hand {
        self.knowledge(v).may[p.index().min(3)]
    }
}
