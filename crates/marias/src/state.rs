//! The state of a match of mariáš, its moves and its dealing. What the moves do is in `auction`, `doubling` and `play`.

use crate::contract::{Contract, Item, PACK};
use crate::score::Outcome;
use crate::{Kind, Marias};
use cards::{Card, Hand, NO_CARD, Suit, Trick};
use game::{Player, Turn};

/// Nobody.
pub const NOBODY: u8 = 255;

/// What the table is doing.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Phase {
    /// Cards are dealt one by one.
    #[default]
    Deal,
    /// Volený: the forehand lays the trump card from his first seven cards, or asks for one *z lidu*.
    Trump,
    /// Volený: chance turns one of the five cards the forehand has not seen.
    People,
    /// Licitovaný: players bid.
    Auction,
    /// The declarer lays two cards to the talon.
    Talon,
    /// Volený: the declarer says "barva?", betl or durch.
    Offer,
    /// Volený: the others answer "dobrá" or take the talon (steal).
    Ask,
    /// The declarer names his contract.
    Contract,
    /// Doubling, sedma proti and sto proti.
    Double,
    /// Tricks.
    Play,
    /// A deal is over and lies as it ended until chance deals the first card of the next.
    Next,
    /// The match is over.
    Over,
}

/// What the declarer of volený mariáš offers before the others answer.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Offer {
    /// "Barva?": a game with trumps.
    Colour,
    /// No trick.
    Betl,
    /// Every trick.
    Durch,
}

/// A move or a chance event.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Move {
    /// Chance deals this card, or turns it z lidu.
    Deal(Card),
    /// Lays this card as the trump card.
    Trump(Card),
    /// Asks for a trump card z lidu.
    People,
    /// Lays a card to the talon.
    Lay(Card),
    /// Offers a game.
    Offer(Offer),
    /// "Dobrá": nothing to object, nothing to double.
    Good,
    /// "Špatná": takes the talon for betl or durch.
    Steal,
    /// Bids a step of the ladder.
    Bid(u8),
    /// Bids no more.
    Pass,
    /// Names the contract in the trump suit of the trump card (volený) or this one (licitovaný).
    Name(Contract, Option<Suit>),
    /// Doubles an item once more.
    Double(Item),
    /// Announces sedma proti or sto proti.
    Against(Item),
    /// Plays a card.
    Play(Card),
}

/// A match at one moment.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct State {
    /// The cards each player holds and has seen.
    pub hands: [Hand; 3],
    /// The five cards the forehand of volený mariáš has not yet taken up.
    pub fresh: Hand,
    /// The talons in the order in which they came to lie; see [`State::talon`] for the one on the table.
    pub talons: [Hand; 3],
    /// Who laid them; [`NOBODY`]: dealt.
    pub laid_by: [u8; 3],
    /// How many talons are complete.
    pub laid: u8,
    /// How many cards were dealt.
    pub dealt: u8,
    /// What the table is doing.
    pub phase: Phase,
    /// Who dealt.
    pub dealer: u8,
    /// Whose turn it is, except in chance's phases.
    pub turn: u8,
    /// Who plays, once it is known; the forehand of volený mariáš until somebody steals.
    pub declarer: u8,
    /// The trump card of volený mariáš: face down until the contract is named, forgotten when the game is stolen.
    pub trump_card: Card,
    /// Whether it was turned z lidu.
    pub people: bool,
    /// What the forehand of volený mariáš offered.
    pub opened: Option<Offer>,
    /// What was offered last.
    pub offer: Option<Offer>,
    /// The bids of licitovaný by player: the highest step, 0 none.
    pub bids: [u8; 3],
    /// The players who passed, a bit each.
    pub passed: u8,
    /// The answers since the last offer, or the defenders' silences since the declarer spoke.
    pub asked: u8,
    /// The contract once it is named.
    pub contract: Option<Contract>,
    /// Its trump suit.
    pub trump: Option<Suit>,
    /// How often each item was doubled.
    pub doubled: [u8; 4],
    /// The items that the side to raise them passed over, a bit each: they stay as they are.
    pub closed: u8,
    /// Which of those doublings the second defender made, a bit each; the side follows from the turn.
    pub second: [u8; 4],
    /// Who announced sedma proti and sto proti; [`NOBODY`]: nobody.
    pub against: [u8; 2],
    /// Whether the player to speak has said something in this turn of doubling.
    pub spoke: bool,
    /// Whether the defenders are in their first turn of doubling.
    pub first: bool,
    /// The defenders who passed by a game they would have had to double with the trump king or queen, a bit each.
    pub shy: u8,
    /// Who leads or led to the first trick.
    pub leader: u8,
    /// The cards played, in order.
    pub plays: [Card; 30],
    /// How many were played.
    pub made: u8,
    /// The trick on the table.
    pub trick: Trick,
    /// Points each player took in aces, tens and the last trick.
    pub basic: [u8; 3],
    /// Tricks each player took.
    pub tricks: [u8; 3],
    /// The suits of the marriages each player showed, a bit each.
    pub married: [u8; 3],
    /// The running scores of the match.
    pub totals: [i32; 3],
    /// How many deals were finished.
    pub deals: u16,
    /// How the last finished deal ended.
    pub last: Option<Outcome>,
}

/// The player after this one.
#[inline]
pub const fn after(p: u8) -> u8 {
    if p >= 2 { 0 } else { p + 1 }
}

/// Where a dealt card goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Goes {
    /// To a player's hand.
    Hand(u8),
    /// To the forehand's five unseen cards.
    Fresh,
    /// To the talon.
    Talon,
}

impl State {
    pub(crate) fn new(dealer: u8) -> State {
        let forehand = after(dealer);
        State {
            hands: [Hand::EMPTY; 3],
            fresh: Hand::EMPTY,
            talons: [Hand::EMPTY; 3],
            laid_by: [NOBODY; 3],
            laid: 0,
            dealt: 0,
            phase: Phase::Deal,
            dealer,
            turn: forehand,
            declarer: forehand,
            trump_card: NO_CARD,
            people: false,
            opened: None,
            offer: None,
            bids: [0; 3],
            passed: 0,
            asked: 0,
            contract: None,
            trump: None,
            doubled: [0; 4],
            closed: 0,
            second: [0; 4],
            against: [NOBODY; 2],
            spoke: false,
            first: true,
            shy: 0,
            leader: forehand,
            plays: [NO_CARD; 30],
            made: 0,
            trick: Trick::new(forehand),
            basic: [0; 3],
            tricks: [0; 3],
            married: [0; 3],
            totals: [0; 3],
            deals: 0,
            last: None,
        }
    }

    /// The player after the dealer.
    #[inline]
    pub const fn forehand(&self) -> u8 {
        after(self.dealer)
    }

    /// Whether a deal is over and not yet put away.
    #[inline]
    pub const fn ended(&self) -> bool {
        matches!(self.phase, Phase::Next | Phase::Over)
    }

    /// The cards that lie in the talon now (one or none while two are being laid).
    #[inline]
    pub const fn talon(&self) -> Hand {
        match (self.phase, self.laid) {
            (Phase::Deal | Phase::Talon, n) => self.talons[n as usize % 3],
            (_, 0) => Hand::EMPTY,
            (_, n) => self.talons[(n as usize - 1) % 3],
        }
    }

    /// Who took up a complete talon, if somebody did.
    pub const fn taker(&self, talon: u8) -> Option<u8> {
        if talon + 1 < self.laid {
            Some(self.laid_by[talon as usize + 1])
        } else if talon + 1 == self.laid && matches!(self.phase, Phase::Talon) {
            Some(self.declarer)
        } else {
            None
        }
    }

    /// Whether a trump card lies face down that only the forehand knows.
    #[inline]
    pub const fn covered(&self) -> bool {
        match self.phase {
            Phase::Talon => self.laid == 0 && self.dealt == 32 && self.opened.is_none(),
            Phase::Offer => self.laid == 1 && self.opened.is_none(),
            Phase::Ask => self.laid == 1 && matches!(self.opened, Some(Offer::Colour)),
            Phase::Contract => matches!(self.opened, Some(Offer::Colour)),
            _ => false,
        }
    }

    /// Whether the declarer's bid binds him to a hundred, with or without a marriage: it was one with two sevens.
    pub(crate) const fn bound_to_hundred(&self) -> bool {
        matches!(self.bids[(self.declarer % 3) as usize], 10 | 12)
    }

    /// Who made a doubling of an item.
    pub const fn doubler(&self, item: Item, level: u8) -> u8 {
        let declarer = item.declared() == (level % 2 == 1);
        if declarer {
            self.declarer
        } else if self.second[item.index()] >> level & 1 == 1 {
            after(after(self.declarer))
        } else {
            after(self.declarer)
        }
    }

    /// The tricks so far, the open one included: who takes or took them, and their cards in order.
    pub fn history(&self, law: cards::Law) -> impl Iterator<Item = (u8, u8, &[Card])> {
        let mut leader = self.leader;
        self.plays[..usize::from(self.made)].chunks(3).map(move |cards| {
            let led = leader;
            leader = (leader + law.winner(cards) as u8) % 3;
            (led, leader, cards)
        })
    }
}

impl Marias {
    pub(crate) fn turn_of(&self, s: &State) -> Turn {
        match s.phase {
            Phase::Deal | Phase::People | Phase::Next => Turn::Chance,
            Phase::Over => Turn::Over,
            _ => Turn::Player(Player(s.turn)),
        }
    }

    /// Where the next dealt card goes.
    #[inline]
    pub fn goes(&self, s: &State) -> Goes {
        let (forehand, dealt) = match s.phase {
            Phase::Next => (after(s.forehand()), 0),
            _ => (s.forehand(), s.dealt),
        };
        let place = match self.rules.kind {
            Kind::Voleny => VOLENY[usize::from(dealt & 31)],
            Kind::Licitovany => LICITOVANY[usize::from(dealt & 31)],
        };
        match place {
            3 => Goes::Fresh,
            4 => Goes::Talon,
            n => Goes::Hand((forehand + n) % 3),
        }
    }

    /// The cards that chance may bring now.
    #[inline]
    pub(crate) fn dealable(&self, s: &State) -> Hand {
        match s.phase {
            Phase::People => return s.fresh,
            Phase::Next => return PACK,
            _ => {}
        }
        let dealt = s.hands[0].or(s.hands[1]).or(s.hands[2]).or(s.fresh).or(s.talons[0]);
        let rest = PACK.minus(dealt);
        if s.deals > 0 || self.rules.given.all.is_empty() {
            return rest;
        }
        let (group, place) = match self.goes(s) {
            Goes::Hand(p) => (usize::from(p), s.hands[usize::from(p)].len()),
            Goes::Fresh => (usize::from(s.forehand()), 7 + s.fresh.len()),
            Goes::Talon => (3, s.talons[0].len()),
        };
        self.rules.given.events(group, place, rest)
    }

    /// Deals one card.
    #[inline]
    pub(crate) fn deal(&self, s: &mut State, card: Card) {
        if s.phase == Phase::People {
            s.people = true;
            self.set_trump(s, card);
            return;
        }
        if s.phase == Phase::Next {
            let (totals, deals, last) = (s.totals, s.deals, s.last);
            *s = State { totals, deals, last, ..State::new(s.forehand()) };
        }
        match self.goes(s) {
            Goes::Hand(p) => s.hands[usize::from(p)].add(card),
            Goes::Fresh => s.fresh.add(card),
            Goes::Talon => s.talons[0].add(card),
        }
        s.dealt += 1;
        if s.dealt == 32 {
            s.turn = s.forehand();
            if self.rules.kind == Kind::Voleny {
                s.phase = Phase::Trump;
            } else {
                s.laid = 1;
                s.phase = Phase::Auction;
            }
        }
    }
}

/// Places after the forehand in the order of dealing; 3 the forehand's unseen five. Seven, 5, 5, then 5, 5, 5.
const VOLENY: [u8; 32] =
    [0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2];
/// The same for licitovaný; 4 the talon. 5, 5, 5, two to the talon, 5, 5, 5.
const LICITOVANY: [u8; 32] =
    [0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 4, 4, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2];
