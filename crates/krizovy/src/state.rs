//! The state of a match of křížový mariáš, its moves and its dealing. What is said is in `bidding`, what is played in `play`.

use crate::Krizovy;
use crate::score::Outcome;
use cards::{Card, Hand, NO_CARD, Suit, Trick};
use game::{Player, Turn};
use marias::{Contract, Item, NOBODY, Offer, PACK};

/// What the table is doing.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Phase {
    /// Cards are dealt one by one.
    #[default]
    Deal,
    /// The forehand lays the trump card.
    Trump,
    /// The forehand says "barva?", betl or durch.
    Offer,
    /// The others answer "dobrá" or take the game for betl or durch.
    Ask,
    /// The forehand names his contract.
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

/// A move or a chance event.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Move {
    /// Chance deals this card.
    Deal(Card),
    /// Lays this card as the trump card.
    Trump(Card),
    /// "Dobrá": nothing to object, nothing to double.
    Good,
    /// Offers a game, or takes it from whoever offered.
    Offer(Offer),
    /// Names the contract in the suit of the trump card.
    Name(Contract),
    /// Doubles an item once more.
    Double(Item),
    /// Announces sedma proti or sto proti.
    Against(Item),
    /// Plays a card.
    Play(Card),
}

/// A match at one moment. All of it is public but the hands and a trump card that lies face down.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct State {
    /// The cards each player holds.
    pub hands: [Hand; 4],
    /// How many cards were dealt.
    pub dealt: u8,
    /// What the table is doing.
    pub phase: Phase,
    /// Who dealt.
    pub dealer: u8,
    /// Whose turn it is, except in chance's phases.
    pub turn: u8,
    /// Who plays: the forehand until somebody takes the game.
    pub declarer: u8,
    /// The trump card: face down until the contract is named, forgotten when betl or durch is played.
    pub trump_card: Card,
    /// Whether a trump card was laid.
    pub laid: bool,
    /// What was offered last.
    pub offer: Option<Offer>,
    /// The answers since the last offer.
    pub asked: u8,
    /// The contract once it is named.
    pub contract: Option<Contract>,
    /// Its trump suit.
    pub trump: Option<Suit>,
    /// How often each item was doubled.
    pub doubled: [u8; 4],
    /// The items that the side to raise them passed over, a bit each.
    pub closed: u8,
    /// Who announced sedma proti and sto proti; [`NOBODY`]: nobody.
    pub against: [u8; 2],
    /// Whether somebody of the side to speak has said something.
    pub spoke: bool,
    /// Whether the others speak for the first time.
    pub first: bool,
    /// The cards played, in order.
    pub plays: [Card; 32],
    /// How many were played.
    pub made: u8,
    /// The trick on the table; its players are told by [`State::seat`].
    pub trick: Trick,
    /// Points each player took in aces, tens and the last trick.
    pub basic: [u8; 4],
    /// Tricks each player took.
    pub tricks: [u8; 4],
    /// The suits of the marriages each player showed, a bit each.
    pub married: [u8; 4],
    /// The running scores of the match.
    pub totals: [i32; 4],
    /// How many deals were finished.
    pub deals: u16,
    /// How the last finished deal ended.
    pub last: Option<Outcome>,
}

/// The player across.
#[inline]
pub const fn partner(p: u8) -> u8 {
    (p + 2) & 3
}

impl State {
    pub(crate) fn new(dealer: u8) -> State {
        let forehand = (dealer + 1) & 3;
        State {
            hands: [Hand::EMPTY; 4],
            dealt: 0,
            phase: Phase::Deal,
            dealer,
            turn: forehand,
            declarer: forehand,
            trump_card: NO_CARD,
            laid: false,
            offer: None,
            asked: 0,
            contract: None,
            trump: None,
            doubled: [0; 4],
            closed: 0,
            against: [NOBODY; 2],
            spoke: false,
            first: true,
            plays: [NO_CARD; 32],
            made: 0,
            trick: Trick::new(forehand),
            basic: [0; 4],
            tricks: [0; 4],
            married: [0; 4],
            totals: [0; 4],
            deals: 0,
            last: None,
        }
    }

    /// The player after the dealer.
    #[inline]
    pub const fn forehand(&self) -> u8 {
        (self.dealer + 1) & 3
    }

    /// The player who gets the next card: four to each in turn, twice.
    #[inline]
    pub const fn receiver(&self) -> u8 {
        if matches!(self.phase, Phase::Next) {
            return (self.forehand() + 1) & 3;
        }
        (self.forehand() + self.dealt / 4) & 3
    }

    /// Whether a deal is over and not yet put away.
    #[inline]
    pub const fn ended(&self) -> bool {
        matches!(self.phase, Phase::Next | Phase::Over)
    }

    /// Whether a trump card lies face down that only the forehand knows.
    #[inline]
    pub const fn covered(&self) -> bool {
        self.trump_card.known() && self.contract.is_none()
    }

    /// Who sits this deal out: the partner of whoever plays betl or durch.
    #[inline]
    pub fn out(&self) -> Option<u8> {
        self.contract.filter(|contract| !contract.coloured()).map(|_| partner(self.declarer))
    }

    /// How many cards make a trick.
    #[inline]
    pub fn full(&self) -> u8 {
        if self.out().is_some() { 3 } else { 4 }
    }

    /// The player some places after another, whoever sits out being passed over.
    #[inline]
    pub fn seat(&self, leader: u8, places: u8) -> u8 {
        let mut p = leader & 3;
        for _ in 0..places {
            p = (p + 1) & 3;
            if self.out() == Some(p) {
                p = (p + 1) & 3;
            }
        }
        p
    }

    /// Whether two players are partners.
    #[inline]
    pub const fn together(p: u8, q: u8) -> bool {
        p & 1 == q & 1
    }

    /// The tricks so far, the open one included: who led, who takes or took them, and their cards in order.
    pub fn history(&self) -> impl Iterator<Item = (u8, u8, &[Card])> {
        let law = marias::law(self.trump);
        let mut leader = self.declarer;
        self.plays[..usize::from(self.made)].chunks(usize::from(self.full())).map(move |cards| {
            let led = leader;
            leader = self.seat(leader, law.winner(cards) as u8);
            (led, leader, cards)
        })
    }

    /// The sevens a player has announced and must keep to the end.
    pub fn kept(&self, p: u8) -> Hand {
        match (self.contract, self.trump) {
            (Some(contract), Some(_)) if p == self.declarer => contract.kept(self.trump),
            (_, Some(trump)) if p == self.against[0] => marias::seven(trump).bit(),
            _ => Hand::EMPTY,
        }
    }
}

impl Krizovy {
    pub(crate) fn turn_of(&self, s: &State) -> Turn {
        match s.phase {
            Phase::Deal | Phase::Next => Turn::Chance,
            Phase::Over => Turn::Over,
            _ => Turn::Player(Player(s.turn)),
        }
    }

    /// The cards that chance may bring now.
    pub(crate) fn dealable(&self, s: &State) -> Hand {
        if s.phase == Phase::Next {
            return PACK;
        }
        let rest = PACK.minus(s.hands.iter().fold(Hand::EMPTY, |all, hand| all.or(*hand)));
        if s.deals > 0 || self.rules.given.all.is_empty() {
            return rest;
        }
        let receiver = usize::from(s.receiver());
        self.rules.given.events(receiver, s.hands[receiver].len(), rest)
    }

    pub(crate) fn deal(&self, s: &mut State, card: Card) {
        if s.phase == Phase::Next {
            let (totals, deals, last) = (s.totals, s.deals, s.last);
            *s = State { totals, deals, last, ..State::new(s.forehand()) };
        }
        s.hands[usize::from(s.receiver())].add(card);
        s.dealt += 1;
        if s.dealt == 4 * self.rules.choose_after && !s.laid {
            s.phase = Phase::Trump;
        } else if s.dealt == 32 {
            s.phase = Phase::Offer;
        }
    }

    pub(crate) fn list(&self, s: &State, out: &mut Vec<Move>) {
        match s.phase {
            Phase::Deal | Phase::Next => out.extend(self.dealable(s).iter().map(Move::Deal)),
            Phase::Trump => out.extend(s.hands[usize::from(s.turn)].iter().map(Move::Trump)),
            Phase::Offer => out.extend([Offer::Colour, Offer::Betl, Offer::Durch].map(Move::Offer)),
            Phase::Ask => {
                out.push(Move::Good);
                let higher = [Offer::Betl, Offer::Durch].into_iter().filter(|&offer| Some(offer) > s.offer);
                out.extend(higher.map(Move::Offer));
            }
            Phase::Contract => self.list_contracts(s, out),
            Phase::Double => self.list_doubling(s, out),
            Phase::Play => out.extend(self.playable(s).iter().map(Move::Play)),
            Phase::Over => {}
        }
    }

    pub(crate) fn perform(&self, s: &mut State, mv: Move) {
        match mv {
            Move::Deal(card) => self.deal(s, card),
            Move::Trump(card) => {
                (s.trump_card, s.laid) = (card, true);
                s.phase = if s.dealt < 32 { Phase::Deal } else { Phase::Offer };
            }
            Move::Offer(offer) => self.make_offer(s, offer),
            Move::Good if s.phase == Phase::Ask => self.answer(s),
            Move::Good => self.fall_silent(s),
            Move::Name(contract) => self.name(s, contract),
            Move::Double(item) => {
                s.doubled[item.index()] += 1;
                s.spoke = true;
            }
            Move::Against(item) => {
                s.against[usize::from(item == Item::HundredAgainst)] = s.turn;
                s.spoke = true;
            }
            Move::Play(card) => self.lay(s, card),
        }
    }
}
