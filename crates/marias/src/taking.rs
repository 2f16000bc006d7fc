//! Mariáš as a trick-taking game, for search, belief and solver code.

use crate::contract::SHARP;
use crate::play::law;
use crate::show::DECK;
use crate::state::{Move, Phase, State};
use crate::{Marias, View};
use cards::{Card, Deal, Deck, Hand, Law, Side, Trick, TrickTaking};
use game::Player;

impl TrickTaking for Marias {
    fn deck(&self) -> Deck {
        DECK
    }

    fn phase(&self, s: &State) -> cards::Phase {
        match s.phase {
            Phase::Deal | Phase::People => cards::Phase::Deal,
            Phase::Trump | Phase::Auction | Phase::Offer | Phase::Ask => cards::Phase::Auction,
            Phase::Talon => cards::Phase::Talon,
            Phase::Contract => cards::Phase::Announcements,
            Phase::Double => cards::Phase::Doubling,
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
        law(s.trump)
    }

    /// Narrower than the law of tricks: queens go before kings, announced sevens stay to the end.
    fn legal_cards(&self, s: &State) -> Hand {
        if s.phase == Phase::Play { self.playable(s) } else { Hand::EMPTY }
    }

    fn play_of(&self, s: &State, card: Card) -> Option<Move> {
        self.legal_cards(s).has(card).then_some(Move::Play(card))
    }

    fn card_of(&self, mv: Move) -> Option<Card> {
        if let Move::Play(card) = mv { Some(card) } else { None }
    }

    /// The talon counts for the defenders together; it is given to the player after the declarer.
    fn taken(&self, s: &State, p: Player) -> Hand {
        let own = s.history(law(s.trump)).filter(|(_, taker, cards)| *taker == p.0 && cards.len() == 3);
        let tricks: Hand = own.flat_map(|(_, _, cards)| cards.iter().copied()).collect();
        let talon = s.trump.is_some() && p.0 == crate::after(s.declarer);
        if talon { tricks.or(s.talon()) } else { tricks }
    }

    fn tricks_done(&self, s: &State) -> usize {
        usize::from(s.made / 3)
    }

    fn card_points(&self, s: &State, card: Card) -> i32 {
        if s.trump.is_some() && SHARP.has(card) { 10 } else { 0 }
    }

    fn same_side(&self, s: &State, p: Player, q: Player) -> Option<bool> {
        s.contract?;
        Some((p.0 == s.declarer) == (q.0 == s.declarer))
    }

    fn side(&self, v: &View, who: Option<Player>, p: Player) -> Side {
        match (who, self.same_side(&v.table, who.unwrap_or(p), p)) {
            (Some(me), _) if me == p => Side::Partner,
            (Some(_), Some(true)) => Side::Partner,
            (Some(_), Some(false)) => Side::Opponent,
            _ => Side::Unknown,
        }
    }

    fn possible(&self, v: &View, p: Player) -> Hand {
        self.knowledge(v).may[p.index().min(2)]
    }

    fn viewer(&self, v: &View) -> Option<Player> {
        v.who
    }

    fn plays(&self, s: &State) -> Vec<Card> {
        s.plays[..usize::from(s.made)].to_vec()
    }

    fn opening(&self, s: &State) -> Option<State> {
        if s.phase != Phase::Play {
            return None;
        }
        let mut first = *s;
        for (leader, _, cards) in s.history(law(s.trump)) {
            for (i, &card) in cards.iter().enumerate() {
                first.hands[(usize::from(leader) + i) % 3].add(card);
            }
        }
        (first.plays, first.made) = ([cards::NO_CARD; 30], 0);
        (first.trick, first.turn) = (Trick::new(s.leader), s.leader);
        (first.basic, first.tricks, first.married) = ([0; 3], [0; 3], [0; 3]);
        Some(first)
    }

    fn spoken(&self, s: &State, p: Player) -> f64 {
        let held = self.opening(s).as_ref().unwrap_or(s).hands[p.index() % 3];
        crate::spoken::likelihood(s, p.0, held)
    }

    fn in_play(&self, s: &State) -> Option<Deal> {
        self.data(s)
    }
}
