//! Schnapsen as a trick-taking game, for search, belief and solver code. The talon is part of the deal in play as data: all of
//! it open, like the hands.

use crate::state::{Move, Phase, State, points};
use crate::{Schnapsen, View};
use cards::{
    CLOSE, Card, Claim, Closed, Deal, Deck, Duties, EXCHANGE, Hand, Law, NO_CARD, Objective, Race, Side,
    Stock, Tally, Trick, TrickTaking,
};
use game::Player;

impl TrickTaking for Schnapsen {
    fn deck(&self) -> Deck {
        self.rules.deck
    }

    fn phase(&self, s: &State) -> cards::Phase {
        match s.phase {
            Phase::Deal => cards::Phase::Deal,
            Phase::Play => cards::Phase::Play,
            Phase::Said => cards::Phase::Announcements,
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
        Schnapsen::law(self, s)
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

    fn act_of(&self, mv: Move) -> Option<Card> {
        match mv {
            Move::Close => Some(CLOSE),
            Move::Exchange => Some(EXCHANGE),
            other => self.card_of(other),
        }
    }

    fn taken(&self, s: &State, p: Player) -> Hand {
        let own = self.history(s).filter(|(taker, cards)| *taker == p.0 && cards.len() == 2);
        own.flat_map(|(_, cards)| cards.iter().copied()).collect()
    }

    fn tricks_done(&self, s: &State) -> usize {
        usize::from(s.made / 2)
    }

    fn card_points(&self, _s: &State, card: Card) -> i32 {
        i32::from(points(card))
    }

    fn same_side(&self, _s: &State, p: Player, q: Player) -> Option<bool> {
        Some(p == q)
    }

    fn side(&self, _v: &View, who: Option<Player>, p: Player) -> Side {
        match who {
            None => Side::Unknown,
            Some(me) if me == p => Side::Partner,
            Some(_) => Side::Opponent,
        }
    }

    fn possible(&self, v: &View, p: Player) -> Hand {
        self.knowledge(v).may[p.index() & 1]
    }

    fn viewer(&self, v: &View) -> Option<Player> {
        v.who
    }

    fn plays(&self, s: &State) -> Vec<Card> {
        s.plays[..usize::from(s.made)].to_vec()
    }

    fn opening(&self, s: &State) -> Option<State> {
        self.strict_start(s)
    }

    /// Only where nobody draws any more: before that the order of the talon is part of a state, too.
    fn with_hands(&self, v: &View, hands: &[Hand; 4]) -> Option<State> {
        self.state_with(v, [hands[0], hands[1]])
    }

    /// The first player against the second, racing to 66.
    fn in_play(&self, s: &State) -> Option<Deal> {
        if !matches!(s.phase, Phase::Play | Phase::Said) {
            return None;
        }
        let prices = self.rules.prices.map(i32::from);
        let closed = s.closed.map(|closing| Closed {
            side: closing.by & 1,
            wins: i32::from(closing.wins),
            loses: i32::from(closing.loses),
        });
        let race = Race {
            target: 66,
            half: 33,
            claim: if self.rules.auto { Claim::AtOnce } else { Claim::Leader },
            prices,
            last: i32::from(self.rules.last),
            late: true,
            fails: self.rules.fails.map(i32::from),
            closed,
        };
        let tally = Tally {
            points: s.taken.map(i16::from),
            bonus: [0, 1].map(|p| s.bonus(p) as i16),
            tricks: s.tricks,
            ..Tally::default()
        };
        let objective = Objective {
            worth: std::array::from_fn(|c| if c < 32 { i16::from(points(Card(c as u8))) } else { 0 }),
            last: 0,
            feats: Vec::new(),
            money: Vec::new(),
            race: Some(race),
            shares: [1, -1, 0, 0],
            extras: Vec::new(),
        };
        let mut stock = Stock {
            swap_from: self.rules.swap_from(),
            close_from: self.rules.close_from,
            ..Stock::default()
        };
        let left = &s.talon[..usize::from(s.left).min(10)];
        stock.cards[..left.len()].copy_from_slice(left);
        stock.len = s.left;
        stock.swap = if s.exchanged.is_some() { NO_CARD } else { s.jack() };
        if s.closed.is_some() {
            stock.close();
        }
        Some(Deal {
            players: 2,
            idle: None,
            law: Schnapsen::law(self, s),
            duties: Duties::default(),
            first: 1,
            objective,
            hands: [s.hands[0], s.hands[1], Hand::EMPTY, Hand::EMPTY],
            trick: s.trick,
            tally,
            stock,
        })
    }
}
