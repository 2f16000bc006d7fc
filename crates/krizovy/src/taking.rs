//! Křížový mariáš as a trick-taking game, for search, belief and solver code.

use crate::state::{Move, Phase, State};
use crate::{Krizovy, View};
use cards::{Card, Deal, Deck, Hand, Law, NO_CARD, Side, Trick, TrickTaking};
use game::Player;
use marias::{SHARP, law};

impl TrickTaking for Krizovy {
    fn deck(&self) -> Deck {
        Deck::German32
    }

    fn phase(&self, s: &State) -> cards::Phase {
        match s.phase {
            Phase::Deal => cards::Phase::Deal,
            Phase::Trump | Phase::Offer | Phase::Ask => cards::Phase::Auction,
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

    fn taken(&self, s: &State, p: Player) -> Hand {
        let full = usize::from(s.full());
        let own = s.history().filter(|(_, taker, cards)| *taker == p.0 && cards.len() == full);
        own.flat_map(|(_, _, cards)| cards.iter().copied()).collect()
    }

    fn tricks_done(&self, s: &State) -> usize {
        usize::from(s.made / s.full())
    }

    fn card_points(&self, s: &State, card: Card) -> i32 {
        if s.trump.is_some() && SHARP.has(card) { 10 } else { 0 }
    }

    fn same_side(&self, _s: &State, p: Player, q: Player) -> Option<bool> {
        Some(State::together(p.0, q.0))
    }

    fn side(&self, _v: &View, who: Option<Player>, p: Player) -> Side {
        match who {
            None => Side::Unknown,
            Some(me) if State::together(me.0, p.0) => Side::Partner,
            Some(_) => Side::Opponent,
        }
    }

    fn possible(&self, v: &View, p: Player) -> Hand {
        self.knowledge(v).may[p.index() & 3]
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
        for (leader, _, cards) in s.history() {
            for (i, &card) in cards.iter().enumerate() {
                first.hands[usize::from(s.seat(leader, i as u8))].add(card);
            }
        }
        (first.plays, first.made) = ([NO_CARD; 32], 0);
        (first.trick, first.turn) = (Trick::new(s.declarer), s.declarer);
        (first.basic, first.tricks, first.married) = ([0; 4], [0; 4], [0; 4]);
        Some(first)
    }

    /// The forehand makes trumps of his longest suit; the more trumps, the likelier.
    fn spoken(&self, s: &State, p: Player) -> f64 {
        match (self.opening(s), s.trump) {
            (Some(first), Some(trump)) if p.0 == s.declarer => {
                let hand = first.hands[p.index() & 3];
                let longest = (0..4).map(|suit| hand.of(cards::Suit(suit)).len()).max().unwrap_or(0);
                0.5f64.powi((longest - hand.of(trump).len()) as i32)
            }
            _ => 1.0,
        }
    }

    fn with_hands(&self, v: &View, hands: &[Hand; 4]) -> Option<State> {
        let k = self.knowledge(v);
        let mut s = v.table;
        s.contract?; // Before it is named the card that lies face down is part of a state, too.
        let mut seen = Hand::EMPTY;
        for p in Player::all(4) {
            let (i, hand) = (p.index(), hands[p.index()]);
            let own = v.who == Some(p) && hand != s.hands[i];
            let fits = k.may[i].covers(hand) && hand.covers(k.has[i]) && hand.len() == v.held(p.0);
            if hand.meets(seen) || own || !fits {
                return None;
            }
            seen = seen.or(hand);
            s.hands[i] = hand;
        }
        Some(s)
    }

    fn in_play(&self, s: &State) -> Option<Deal> {
        self.data(s)
    }
}
