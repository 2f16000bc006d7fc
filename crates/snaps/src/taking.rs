//! Šnaps as a trick-taking game, for search, belief and solver code.

use crate::rules::AutoClaim;
use crate::show::DECK;
use crate::state::{Move, Phase, State, points};
use crate::{Snaps, View};
use cards::{Card, Claim, Deal, Deck, Duties, Hand, Law, Objective, Race, Side, Tally, Trick, TrickTaking};
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
        for &card in &s.plays[..usize::from(s.made)] {
            first.hands[usize::from(s.player_of(card)?)].add(card);
        }
        (first.plays, first.made) = ([cards::NO_CARD; 24], 0);
        (first.trick, first.turn) = (Trick::new(s.chooser()), s.chooser());
        (first.taken, first.tricks, first.married) = ([0; 4], [0; 4], [0; 4]);
        Some(first)
    }

    /// The chooser calls the highest missing card of his longest suit, often; with six cards in hand.
    fn spoken(&self, s: &State, p: Player) -> f64 {
        let six = self.rules.choose_after == 6 && s.called.known() && p.0 == s.chooser();
        match self.opening(s).filter(|_| six) {
            Some(first) if self.sensible_call(&State { turn: p.0, ..first }) == s.called => 1.0,
            Some(first) if first.hands[p.index() & 3].of(s.called.suit()).len() > 1 => 0.3,
            Some(_) => 0.1,
            None => 1.0,
        }
    }

    fn with_hands(&self, v: &View, hands: &[Hand; 4]) -> Option<State> {
        let k = self.knowledge(v);
        let mut s = v.table;
        let mut seen = Hand::EMPTY;
        for p in Player::all(4) {
            let (i, hand) = (p.index(), hands[p.index()]);
            let own = v.who == Some(p);
            if hand.meets(seen)
                || hand.len() != v.held(p.0)
                || (own && hand != s.hands[i])
                || !k.may[i].covers(hand)
                || !hand.covers(k.has[i])
            {
                return None;
            }
            seen = seen.or(hand);
            s.hands[i] = hand;
        }
        let trumps = s.trump().map_or(Hand::EMPTY, |suit| hands[usize::from(s.chooser() & 3)].of(suit));
        (!k.owes_trump || !trumps.is_empty()).then_some(s)
    }

    /// The chooser's side against the others, racing to 66.
    fn in_play(&self, s: &State) -> Option<Deal> {
        if s.phase != Phase::Play {
            return None;
        }
        let first = s.side(s.holder()?);
        let sides = [first, !first & 15];
        let claim = match (self.rules.auto_claim, self.rules.claim_on_lead) {
            (AutoClaim::On, _) => Claim::AtOnce,
            (AutoClaim::Off, true) => Claim::OnLead,
            (AutoClaim::Off, false) => Claim::OnTurn,
            (AutoClaim::Shown, true) => Claim::AfterOnLead(s.called),
            (AutoClaim::Shown, false) => Claim::AfterOnTurn(s.called),
        };
        let prices = &self.rules.prices;
        let doubled = |price: i16| i32::from(price) << s.doubled;
        let race = Race {
            target: 66,
            half: 33,
            claim,
            prices: [prices.won, prices.poor, prices.trickless].map(doubled),
            last: doubled(prices.last),
            late: false,
            fails: [0; 2],
            closed: None,
        };
        let alone = first.count_ones() == 1;
        let share = |p: usize| match (first >> p & 1 == 1, alone) {
            (true, true) => 3,
            (true, false) => 1,
            (false, _) => -1,
        };
        let of = |side: u8| (0..4).filter(move |p| side >> p & 1 == 1);
        let tally = Tally {
            points: sides.map(|side| of(side).map(|p| i16::from(s.taken[p])).sum()),
            bonus: sides.map(|side| of(side).map(|p| s.bonus(p) as i16).sum()),
            tricks: sides.map(|side| s.tricks_of(side)),
            ..Tally::default()
        };
        let objective = Objective {
            worth: std::array::from_fn(|c| if c < 32 { i16::from(points(Card(c as u8))) } else { 0 }),
            last: 0,
            feats: Vec::new(),
            money: Vec::new(),
            race: Some(race),
            shares: std::array::from_fn(share),
            extras: Vec::new(),
        };
        let law = Snaps::law(self, s.called);
        let (duties, hands, trick) = (Duties::default(), s.hands, s.trick);
        let stock = cards::Stock::default();
        Some(Deal { players: 4, idle: None, law, duties, first, objective, hands, trick, tally, stock })
    }
}
