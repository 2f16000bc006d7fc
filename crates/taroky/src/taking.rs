//! Taroky as a trick-taking game.

use crate::game::Taroky;
use crate::sample::possible;
use crate::state::{Contract, DECK, Move, NOBODY, Stage, State};
use crate::view::View;
use cards::{Card, Deal, Deck, Hand, Law, Melee, Phase, Side, TAROCK_WORTH, Trick, TrickTaking};
use game::Player;

impl TrickTaking for Taroky {
    fn deck(&self) -> Deck {
        DECK
    }

    fn phase(&self, s: &State) -> Phase {
        match s.stage {
            Stage::Deal => Phase::Deal,
            Stage::Auction | Stage::Varsava | Stage::Call => Phase::Auction,
            Stage::Refuse | Stage::Surrender | Stage::Cards | Stage::Lay => Phase::Talon,
            Stage::Announce => Phase::Announcements,
            Stage::Double => Phase::Doubling,
            Stage::Play => Phase::Play,
            Stage::Scored | Stage::Over => Phase::Scoring,
        }
    }

    fn hand(&self, s: &State, p: Player) -> Hand {
        s.hands[p.index() & 3]
    }

    fn trick(&self, s: &State) -> Trick {
        s.trick()
    }

    fn law(&self, s: &State) -> Law {
        s.law()
    }

    fn legal_cards(&self, s: &State) -> Hand {
        if s.stage == Stage::Play { self.playable(s) } else { Hand::EMPTY }
    }

    fn play_of(&self, s: &State, card: Card) -> Option<Move> {
        (s.stage == Stage::Play).then_some(Move::Play(card))
    }

    fn card_of(&self, mv: Move) -> Option<Card> {
        if let Move::Play(card) = mv { Some(card) } else { None }
    }

    fn taken(&self, s: &State, p: Player) -> Hand {
        s.piles()[p.index() & 3]
    }

    fn tricks_done(&self, s: &State) -> usize {
        s.tricks()
    }

    fn card_points(&self, _s: &State, card: Card) -> i32 {
        TAROCK_WORTH.card(card)
    }

    fn same_side(&self, s: &State, p: Player, q: Player) -> Option<bool> {
        match s.contract {
            Contract::Open => None,
            Contract::Varsava => Some(p == q),
            _ => Some(s.side() >> p.0 & 1 == s.side() >> q.0 & 1),
        }
    }

    fn side(&self, v: &View, who: Option<Player>, p: Player) -> Side {
        let Some(me) = who else { return Side::Unknown };
        let s = &v.known;
        if me == p {
            return Side::Partner;
        }
        let told = |same: bool| if same { Side::Partner } else { Side::Opponent };
        match s.contract {
            Contract::Open => Side::Unknown,
            Contract::Varsava => Side::Opponent,
            Contract::Preferanc | Contract::Solo => told(me.0 != s.bidder && p.0 != s.bidder),
            Contract::First | Contract::Second => {
                // The called tarock in sight, or a partner who has shown himself, settles the sides.
                let holder = s.holder().or(s.open_partner());
                if let Some(holder) = holder {
                    let with = |q: u8| q == s.bidder || q == holder;
                    return told(with(me.0) == with(p.0));
                }
                if s.called.known() && me.0 != s.bidder && p.0 == s.bidder {
                    Side::Opponent
                } else {
                    Side::Unknown
                }
            }
        }
    }

    fn possible(&self, v: &View, p: Player) -> Hand {
        possible(self, v, p.0)
    }

    fn viewer(&self, v: &View) -> Option<Player> {
        v.viewer()
    }

    fn plays(&self, s: &State) -> Vec<Card> {
        s.plays[..usize::from(s.played)].to_vec()
    }

    fn opening(&self, s: &State) -> Option<State> {
        if s.stage != Stage::Play {
            return None;
        }
        let mut first = *s;
        let played = s.played_by();
        (0..4).for_each(|p| first.hands[p] = first.hands[p].or(played[p]));
        first.turn = s.leader(0);
        (first.played, first.plays, first.takers) = (0, [cards::NO_CARD; 48], [NOBODY; 12]);
        Some(first)
    }

    fn in_play(&self, s: &State) -> Option<Deal> {
        self.data(s)
    }

    fn melee(&self, s: &State) -> Option<Melee> {
        self.alone(s)
    }
}
