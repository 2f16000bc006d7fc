//! The state of a match of Schnapsen and how moves change it: dealing, drawing, closing, the tricks, the end of a deal. What a
//! deal is worth is in `score`.

use crate::Schnapsen;
use crate::score::{Ending, Outcome};
use cards::{Card, Hand, Law, NO_CARD, Suit, Trick};
use game::{Player, Turn};

/// The 20 cards, from the jack (unter) up.
pub const PACK: Hand = Hand(0xF8F8_F8F8);

/// Card points by height in the layout 7 8 9 J Q K 10 A.
const POINTS: [u8; 8] = [0, 0, 0, 2, 3, 4, 10, 11];

/// The height of a jack.
const JACK: u8 = 3;

/// The points of a card.
#[inline]
pub const fn points(card: Card) -> u8 {
    POINTS[(card.0 & 7) as usize]
}

/// What the table is doing.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Phase {
    /// Cards are dealt one by one.
    #[default]
    Deal,
    /// Tricks are played.
    Play,
    /// The leader has announced a marriage and may say that he has enough (`claim=say`).
    Said,
    /// A deal is over and lies as it ended until chance deals the first card of the next.
    Next,
    /// The match is over.
    Over,
}

/// A move or a chance event.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Move {
    /// Chance deals this card to the next place: a hand, the trump card, the talon.
    Deal(Card),
    /// Plays a card.
    Play(Card),
    /// Leads a king or queen and announces the marriage: twenty, or forty in trumps.
    Marry(Card),
    /// Exchanges the trump jack for the trump card.
    Exchange,
    /// Closes the talon.
    Close,
    /// Claims 66.
    Enough,
    /// Claims nothing after a marriage.
    On,
}

/// A talon that was closed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Closing {
    /// Who closed it.
    pub by: u8,
    /// How many cards had been played.
    pub at: u8,
    /// What winning is worth to him: by what the other had.
    pub wins: i16,
    /// What the other gets otherwise.
    pub loses: i16,
}

/// A match at one moment. All of it is public but the hands and the cards of the talon below the last.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct State {
    /// The cards each player holds.
    pub hands: [Hand; 2],
    /// The cards of the talon, the next to be drawn first and the trump card last; while dealing, the trump card at its place.
    pub talon: [Card; 10],
    /// How many are left in it; 10 while dealing.
    pub left: u8,
    /// The cards played in this deal, in order.
    pub plays: [Card; 20],
    /// How many were played.
    pub made: u8,
    /// How many were dealt.
    pub dealt: u8,
    /// What the table is doing.
    pub phase: Phase,
    /// Who dealt.
    pub dealer: u8,
    /// Whose turn it is when tricks are played.
    pub turn: u8,
    /// The trick on the table.
    pub trick: Trick,
    /// The trump suit, once a card is turned up.
    pub trump: Option<Suit>,
    /// The card that was turned up first.
    pub turned: Card,
    /// Points each player took in tricks.
    pub taken: [u8; 2],
    /// Tricks each player took.
    pub tricks: [u8; 2],
    /// The suits in which each player announced a marriage, a bit each.
    pub married: [u8; 2],
    /// Cards that both know to be in a hand: shown by a marriage, exchanged, or drawn face up.
    pub shown: [Hand; 2],
    /// Who exchanged the jack.
    pub exchanged: Option<u8>,
    /// Who closed the talon.
    pub closed: Option<Closing>,
    /// The game points of the match.
    pub points: [i32; 2],
    /// How many deals were finished.
    pub deals: u16,
    /// How the last finished deal ended.
    pub last: Option<Outcome>,
}

/// Where a dealt card goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Goes {
    /// To a player.
    Hand(u8),
    /// To a place of the talon; 9 is the trump card.
    Talon(u8),
}

impl State {
    /// The start of a match.
    pub(crate) fn new(dealer: u8) -> State {
        let first = 1 - (dealer & 1);
        State {
            hands: [Hand::EMPTY; 2],
            talon: [NO_CARD; 10],
            left: 10,
            plays: [NO_CARD; 20],
            made: 0,
            dealt: 0,
            phase: Phase::Deal,
            dealer: dealer & 1,
            turn: first,
            trick: Trick::new(first),
            trump: None,
            turned: NO_CARD,
            taken: [0; 2],
            tricks: [0; 2],
            married: [0; 2],
            shown: [Hand::EMPTY; 2],
            exchanged: None,
            closed: None,
            points: [0; 2],
            deals: 0,
            last: None,
        }
    }

    /// The player who leads first: the one who does not deal.
    #[inline]
    pub const fn forehand(&self) -> u8 {
        1 - (self.dealer & 1)
    }

    /// Where the next dealt card goes: three to each, the trump card, two to each, the talon.
    pub(crate) const fn goes(&self) -> Goes {
        if matches!(self.phase, Phase::Next) {
            return Goes::Hand(self.dealer);
        }
        let first = self.forehand();
        match self.dealt {
            0..=2 | 7..=8 => Goes::Hand(first),
            3..=5 | 9..=10 => Goes::Hand(1 - first),
            6 => Goes::Talon(9),
            n => Goes::Talon(n - 11),
        }
    }

    /// Whether a deal is over and not yet put away.
    #[inline]
    pub const fn ended(&self) -> bool {
        matches!(self.phase, Phase::Next | Phase::Over)
    }

    /// Whether cards are drawn after a trick: then any card may be played.
    #[inline]
    pub const fn drawing(&self) -> bool {
        self.left > 0 && self.closed.is_none()
    }

    /// The trump card that lies face up: the last of the talon.
    #[inline]
    pub fn face_up(&self) -> Card {
        if self.left == 0 { NO_CARD } else { self.talon[usize::from(self.left - 1).min(9)] }
    }

    /// The trump jack; no card before there are trumps.
    pub fn jack(&self) -> Card {
        self.trump.map_or(NO_CARD, |suit| Card::new(suit, JACK))
    }

    /// What a player has: points of his tricks, and his marriages if he has a trick.
    pub fn total(&self, p: u8) -> u16 {
        let p = usize::from(p & 1);
        if self.tricks[p] == 0 { 0 } else { u16::from(self.taken[p]) + self.bonus(p) }
    }

    /// The marriages a player announced, 20 each and 40 in trumps.
    pub fn bonus(&self, p: usize) -> u16 {
        let suits = self.married[p & 1];
        let trump = self.trump.map_or(0, |suit| suits >> suit.0 & 1);
        20 * (suits.count_ones() as u16 + u16::from(trump))
    }

    /// The first card that was played when nobody drew any more.
    pub fn strict_from(&self) -> u8 {
        match (self.closed, self.left) {
            (Some(closing), _) => closing.at,
            (None, 0) => 10,
            (None, _) => self.made,
        }
    }

    /// The players of the cards played so far, in order.
    pub(crate) fn by(&self) -> impl Iterator<Item = (u8, Card)> {
        let law = self.trump.map_or(Law::plain(), |suit| Law::plain().with_trump(suit));
        let mut leader = self.forehand();
        self.plays[..usize::from(self.made)].chunks(2).flat_map(move |trick| {
            let first = leader;
            leader = (leader + law.winner(trick) as u8) & 1;
            trick.iter().enumerate().map(move |(i, &card)| ((first + i as u8) & 1, card))
        })
    }
}

impl Schnapsen {
    pub(crate) fn turn_of(&self, s: &State) -> Turn {
        match s.phase {
            Phase::Deal | Phase::Next => Turn::Chance,
            Phase::Over => Turn::Over,
            Phase::Play | Phase::Said => Turn::Player(Player(s.turn)),
        }
    }

    /// The law of tricks as the deal stands.
    #[inline]
    pub fn law(&self, s: &State) -> Law {
        let law = Law::plain().overtaking(self.rules.overtake).freely(s.drawing());
        s.trump.map_or(law, |suit| law.with_trump(suit))
    }

    /// The cards that chance may deal now.
    pub(crate) fn dealable(&self, s: &State) -> Hand {
        if s.phase == Phase::Next {
            return PACK;
        }
        let lying: Hand = s.talon.iter().copied().collect();
        let rest = PACK.minus(s.hands[0].or(s.hands[1])).minus(lying);
        if s.deals > 0 || self.rules.given.all.is_empty() {
            return rest;
        }
        let (group, place) = match s.goes() {
            Goes::Hand(p) => (usize::from(p), s.hands[usize::from(p)].len()),
            Goes::Talon(9) => (2, 0),
            Goes::Talon(place) => (2, usize::from(place) + 1),
        };
        self.rules.given.events(group, place, rest)
    }

    /// The cards the player to move may play.
    #[inline]
    pub fn playable(&self, s: &State) -> Hand {
        self.law(s).legal(s.hands[usize::from(s.turn & 1)], s.trick.cards())
    }

    /// Whether the player to move may exchange the trump jack.
    pub fn may_exchange(&self, s: &State) -> bool {
        let leads = s.phase == Phase::Play && s.trick.len == 0 && s.drawing();
        leads && s.left >= self.rules.swap_from() && s.hands[usize::from(s.turn & 1)].has(s.jack())
    }

    /// Whether the player to move may close the talon.
    pub fn may_close(&self, s: &State) -> bool {
        s.phase == Phase::Play && s.trick.len == 0 && s.drawing() && s.left >= self.rules.close_from
    }

    pub(crate) fn list(&self, s: &State, out: &mut Vec<Move>) {
        match s.phase {
            Phase::Deal | Phase::Next => out.extend(self.dealable(s).iter().map(Move::Deal)),
            Phase::Said => out.extend([Move::On, Move::Enough]),
            Phase::Over => {}
            Phase::Play => {
                let cards = self.playable(s);
                out.extend(cards.iter().map(Move::Play));
                if s.trick.len > 0 {
                    return;
                }
                out.extend(marriages(cards).iter().map(Move::Marry));
                if self.may_exchange(s) {
                    out.push(Move::Exchange);
                }
                if self.may_close(s) {
                    out.push(Move::Close);
                }
                if !self.rules.auto {
                    out.push(Move::Enough);
                }
            }
        }
    }

    pub(crate) fn perform(&self, s: &mut State, mv: Move) {
        match mv {
            Move::Deal(card) => self.deal(s, card),
            Move::Play(card) => self.lay(s, card),
            Move::Marry(card) => {
                let p = usize::from(s.turn & 1);
                s.married[p] |= 1 << card.suit().0;
                s.shown[p] = s.shown[p].or(marriages(s.hands[p]).of(card.suit()));
                let leader = s.turn;
                self.lay(s, card);
                if s.phase == Phase::Play && !self.rules.auto {
                    (s.phase, s.turn) = (Phase::Said, leader);
                }
            }
            Move::Exchange => {
                let (p, jack, turned) = (usize::from(s.turn & 1), s.jack(), s.face_up());
                s.hands[p].remove(jack);
                s.shown[p].remove(jack);
                s.hands[p].add(turned);
                s.shown[p].add(turned);
                s.talon[usize::from(s.left.max(1) - 1).min(9)] = jack;
                s.exchanged = Some(s.turn);
            }
            Move::Close => {
                let other = 1 - (s.turn & 1);
                let tricks = s.tricks[usize::from(other)];
                let loses = self.rules.fails[usize::from(tricks == 0)];
                let wins = self.price(s, other);
                s.closed = Some(Closing { by: s.turn, at: s.made, wins, loses });
            }
            Move::Enough => {
                let by = s.turn;
                self.finish(s, Ending::Claim(by));
            }
            Move::On => {
                s.phase = Phase::Play;
                s.turn = 1 - (s.turn & 1);
            }
        }
    }

    fn deal(&self, s: &mut State, card: Card) {
        if s.phase == Phase::Next {
            let (points, deals, last) = (s.points, s.deals, s.last);
            *s = State { points, deals, last, ..State::new(1 - (s.dealer & 1)) };
        }
        match s.goes() {
            Goes::Hand(p) => s.hands[usize::from(p & 1)].add(card),
            Goes::Talon(place) => s.talon[usize::from(place).min(9)] = card,
        }
        if s.dealt == 6 {
            (s.trump, s.turned) = (Some(card.suit()), card);
        }
        s.dealt += 1;
        if s.dealt == 20 {
            s.phase = Phase::Play;
        }
    }

    #[inline]
    fn lay(&self, s: &mut State, card: Card) {
        let p = usize::from(s.turn & 1);
        s.hands[p].remove(card);
        s.shown[p].remove(card);
        if let Some(slot) = s.plays.get_mut(usize::from(s.made)) {
            *slot = card;
        }
        s.made += 1;
        s.trick.push(card);
        s.turn = 1 - (s.turn & 1);
        if s.trick.len == 2 {
            self.take(s);
        }
        if s.phase == Phase::Play && self.rules.auto {
            for q in 0..2 {
                if s.total(q) >= 66 && s.phase == Phase::Play {
                    self.finish(s, Ending::Counted(q));
                }
            }
        }
    }

    /// Gives a full trick to its taker; both draw; after the last trick the deal is counted.
    fn take(&self, s: &mut State) {
        let taker = self.law(s).taker(&s.trick, 2);
        let worth: u8 = s.trick.cards().iter().map(|&c| points(c)).sum();
        s.taken[usize::from(taker & 1)] += worth;
        s.tricks[usize::from(taker & 1)] += 1;
        s.turn = taker;
        s.trick = Trick::new(taker);
        if s.drawing() {
            let other = 1 - taker;
            s.hands[usize::from(taker)].add(s.talon[0]);
            s.hands[usize::from(other)].add(s.talon[1]);
            if s.left == 2 {
                s.shown[usize::from(other)].add(s.talon[1]);
            }
            s.talon.rotate_left(2);
            (s.talon[8], s.talon[9]) = (NO_CARD, NO_CARD);
            s.left -= 2;
        }
        if s.hands == [Hand::EMPTY; 2] {
            let ending = match s.closed {
                _ if s.total(taker) >= 66 => Ending::Counted(taker),
                Some(closing) => Ending::Failed(closing.by),
                None => Ending::LastTrick(taker),
            };
            self.finish(s, ending);
        }
    }

    fn finish(&self, s: &mut State, ending: Ending) {
        let outcome = self.outcome(s, ending);
        s.points[usize::from(outcome.winner & 1)] += i32::from(outcome.worth);
        s.deals += 1;
        s.last = Some(outcome);
        let reached = self.rules.target > 0 && s.points.iter().any(|&t| t >= self.rules.target);
        s.phase = if reached || s.deals >= self.rules.deals { Phase::Over } else { Phase::Next };
    }
}

/// The kings and queens of `cards` whose partner is there too.
#[inline]
pub fn marriages(cards: Hand) -> Hand {
    const QUEENS: u64 = 0x1010_1010;
    let pairs = cards.0 & cards.0 >> 1 & QUEENS;
    Hand(pairs | pairs << 1)
}
