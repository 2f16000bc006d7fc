//! Where a deal stands: plain data, copied freely, without a pointer to the rules.

use cards::{Card, Deck, Hand, KINGS, Law, NO_CARD, TAROCK, TRUL, Trick};

use crate::rules::Rules;

/// Tarocks that may be laid away when nothing else can be: II to XX.
pub(crate) const LAYABLE_TAROCKS: Hand = TAROCK.mask().minus(TRUL);
/// Suit cards below the king: what is laid away first.
pub(crate) const SMALL: Hand = Hand(0xFFFF_FFFF).minus(KINGS);
/// XVI, XVII, XVIII, XIX: the tarocks that may be called.
pub(crate) const CALLABLE: Hand = Hand(0b1111 << (32 + 15));

/// What a talon card became.
pub(crate) mod owner {
    /// It still lies there.
    pub(crate) const LYING: u8 = 4;
    /// It counts for the bidder's opponents.
    pub(crate) const AWAY: u8 = 5;
    /// Varšava: it was turned up and went with a trick.
    pub(crate) const TURNED: u8 = 6;
}

/// Bits of what a player announced, by the numbers of the thesis.
pub mod said {
    /// Ten to twelve tarocks.
    pub const TAROKY: u16 = 1 << 0;
    /// To take the last trick with the Pagát.
    pub const PAGAT: u16 = 1 << 1;
    /// To take all tricks.
    pub const VALAT: u16 = 1 << 2;
    /// Eight or nine tarocks.
    pub const TAROCKY: u16 = 1 << 3;
    /// One or two tarocks.
    pub const BARVICKY: u16 = 1 << 4;
    /// Pagát, Mond and Škýz.
    pub const TRUL: u16 = 1 << 5;
    /// Four five-point cards.
    pub const HONERY: u16 = 1 << 6;
    /// No tarock.
    pub const BARVY: u16 = 1 << 7;
    /// Four kings.
    pub const KRALOVSKE: u16 = 1 << 8;
    /// The binding ones.
    pub const BINDING: u16 = PAGAT | VALAT;
}

/// The revealing announcements a hand of twelve must make.
#[inline]
pub fn revealing(hand: Hand) -> u16 {
    let tarocks = match hand.of(TAROCK).len() {
        0 => said::BARVY,
        1 | 2 => said::BARVICKY,
        8 | 9 => said::TAROCKY,
        10.. => said::TAROKY,
        _ => 0,
    };
    tarocks | honours(hand)
}

/// The part of [`revealing`] that speaks of five-point cards.
#[inline]
pub(crate) fn honours(hand: Hand) -> u16 {
    let (t, k) = (hand.and(TRUL).len(), hand.and(KINGS).len());
    let trul = if t == 3 { said::TRUL } else { 0 };
    let honery = if k == 4 {
        said::KRALOVSKE
    } else if t + k >= 4 {
        said::HONERY
    } else {
        0
    };
    trul | honery
}

/// What is being played.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Contract {
    /// Nothing yet.
    Open,
    /// První povinnost: with a called partner.
    First,
    /// Druhá povinnost: the same, and the bidder takes the last trick with the Pagát.
    Second,
    /// Preferanc: alone, with three talon cards.
    Preferanc,
    /// Sólo: alone, the talon untouched.
    Solo,
    /// Varšava: everybody for himself, fewest points.
    Varsava,
}

/// What comes next in a deal.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Stage {
    /// A card is dealt.
    Deal,
    /// Somebody bids.
    Auction,
    /// The forehand may turn the first duty into Varšava.
    Varsava,
    /// The bidder calls a tarock.
    Call,
    /// Somebody may refuse a talon card.
    Refuse,
    /// The bidder may give up.
    Surrender,
    /// The bidder of a Preferanc keeps three cards or shows them.
    Cards,
    /// Somebody lays a card away.
    Lay,
    /// Somebody is asked for announcements.
    Announce,
    /// Somebody is asked for fleks.
    Double,
    /// Somebody plays a card.
    Play,
    /// The deal is scored, another follows.
    Scored,
    /// The match is over.
    Over,
}

/// What is doubled: the Pagát, the Valát, the game (the thesis' items 1, 2, 3).
pub const ITEMS: usize = 3;
/// The item of an announced Pagát.
pub const ITEM_PAGAT: usize = 0;
/// The item of an announced Valát.
pub const ITEM_VALAT: usize = 1;
/// The item of the game itself.
pub const ITEM_GAME: usize = 2;

/// Nobody, where a player is expected.
pub(crate) const NOBODY: u8 = 0xFF;

/// A call of the auction.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Bid {
    /// Agrees with the highest bid so far.
    Good,
    /// Bids a game.
    Game(Contract),
}

/// What a player does or chance brings.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Move {
    /// Chance: a card is dealt.
    Deal(Card),
    /// Chance: the cards are gathered for the next deal.
    Next,
    /// A call of the auction.
    Bid(Bid),
    /// The forehand's choice after three agreements: Varšava or the first duty.
    Varsava(bool),
    /// A tarock is called.
    Call(Card),
    /// A talon card is taken or refused.
    Take(bool),
    /// The bidder gives up or plays on.
    Surrender(bool),
    /// The three cards are kept (or shown, and the other three taken).
    Keep(bool),
    /// A card is laid away.
    Lay(Card),
    /// Binding announcements: bits of [`said`].
    Announce(u8),
    /// Fleks: bit `i` raises item `i`.
    Double(u8),
    /// A card is played.
    Play(Card),
}

/// A state of the game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct State {
    /// The cards in each hand.
    pub hands: [Hand; 4],
    /// The cards each player laid away; tarocks among them lie face up.
    pub laid: [Hand; 4],
    /// The talon as it was dealt.
    pub talon: [Card; 6],
    /// The cards played, trick after trick.
    pub plays: [Card; 48],
    /// Who took each complete trick.
    pub takers: [u8; 12],
    /// How many cards each player laid away.
    pub laid_count: [u8; 4],
    /// Who holds each talon card.
    pub owner: [u8; 6],
    /// How many cards were played.
    pub played: u8,
    /// How many cards were dealt.
    pub dealt: u8,
    /// What comes next.
    pub stage: Stage,
    /// The number of the deal, from 0.
    pub deal: u8,
    /// Who deals.
    pub dealer: u8,
    /// Whose turn it is.
    pub turn: u8,
    /// The calls of the auction in order, from the forehand.
    pub calls: [Bid; 16],
    /// How many there are.
    pub call_count: u8,
    /// The contract.
    pub contract: Contract,
    /// Who plays it.
    pub bidder: u8,
    /// Preferanc: 1, 2 or 3 for first, second, third cards.
    pub cards: u8,
    /// The called tarock.
    pub called: Card,
    /// What each player announced.
    pub said: [u16; 4],
    /// How many players were asked in this stage or round.
    pub asked: u8,
    /// Whether the round of fleks brought something new.
    pub news: bool,
    /// The doublings of each item.
    pub flek: [u8; ITEMS],
    /// Who raised each item to each level.
    pub raisers: [[u8; 4]; ITEMS],
    /// Whether the bidder gave up.
    pub given_up: bool,
    /// The result of the deal just scored.
    pub result: [i32; 4],
    /// The running scores of the match.
    pub scores: [i32; 4],
    /// The pot that Varšavas were paid into.
    pub pot: i32,
    /// What the pot held when the deal began.
    pub pot_before: i32,
}

impl State {
    /// An empty table before a deal.
    pub(crate) fn fresh(deal: u8, dealer: u8, scores: [i32; 4], pot: i32) -> State {
        State {
            hands: [Hand::EMPTY; 4],
            laid: [Hand::EMPTY; 4],
            talon: [NO_CARD; 6],
            plays: [NO_CARD; 48],
            takers: [NOBODY; 12],
            laid_count: [0; 4],
            owner: [owner::LYING; 6],
            played: 0,
            dealt: 0,
            stage: Stage::Deal,
            deal,
            dealer,
            turn: dealer,
            calls: [Bid::Good; 16],
            call_count: 0,
            contract: Contract::Open,
            bidder: NOBODY,
            cards: 0,
            called: NO_CARD,
            said: [0; 4],
            asked: 0,
            news: false,
            flek: [0; ITEMS],
            raisers: [[NOBODY; 4]; ITEMS],
            given_up: false,
            result: [0; 4],
            scores,
            pot,
            pot_before: pot,
        }
    }

    /// The player after the dealer, who speaks and leads first.
    #[inline]
    pub fn forehand(&self) -> u8 {
        (self.dealer + 1) & 3
    }

    /// Whether a partner is called.
    #[inline]
    pub fn duty(&self) -> bool {
        matches!(self.contract, Contract::First | Contract::Second)
    }

    /// How many tricks are complete.
    #[inline]
    pub fn tricks(&self) -> usize {
        usize::from(self.played / 4)
    }

    /// Who leads (or led) trick `i`.
    #[inline]
    pub fn leader(&self, i: usize) -> u8 {
        if i == 0 { self.forehand() } else { self.takers[i - 1] }
    }

    /// The cards of the trick on the table.
    #[inline]
    pub fn table(&self) -> &[Card] {
        let start = self.tricks() * 4;
        &self.plays[start.min(48)..usize::from(self.played).min(48)]
    }

    /// The trick on the table.
    pub fn trick(&self) -> Trick {
        let leader = if self.tricks() < 12 { self.leader(self.tricks()) } else { self.forehand() };
        let mut trick = Trick::new(leader);
        self.table().iter().for_each(|&card| trick.push(card));
        trick
    }

    /// Every card played with its player, in order.
    pub fn history(&self) -> impl Iterator<Item = (u8, Card)> + '_ {
        (0..usize::from(self.played)).map(|i| ((self.leader(i / 4) + (i % 4) as u8) & 3, self.plays[i]))
    }

    /// The cards each player has played.
    pub fn played_by(&self) -> [Hand; 4] {
        let mut sets = [Hand::EMPTY; 4];
        for trick in 0..usize::from(self.played).div_ceil(4) {
            let leader = self.leader(trick);
            for i in trick * 4..usize::from(self.played).min(trick * 4 + 4) {
                sets[usize::from((leader + (i & 3) as u8) & 3)].add(self.plays[i]);
            }
        }
        sets
    }

    /// The law of tricks in this deal.
    #[inline]
    pub fn law(&self) -> Law {
        Law::plain().with_trump(TAROCK).overtaking(Rules::overtake(self.contract == Contract::Varsava))
    }

    /// The cards in the piles of each player: tricks, turned-up talon cards, cards laid away.
    pub fn piles(&self) -> [Hand; 4] {
        let mut piles = self.laid;
        for trick in 0..self.tricks().min(12) {
            let pile = &mut piles[usize::from(self.takers[trick] & 3)];
            self.plays[trick * 4..trick * 4 + 4].iter().for_each(|&card| pile.add(card));
            if trick < 6 && self.owner[trick] == owner::TURNED {
                pile.add(self.talon[trick]);
            }
        }
        piles
    }

    /// Who holds the called tarock (or held it before playing it), as the state tells.
    pub fn holder(&self) -> Option<u8> {
        if !self.called.known() {
            return None;
        }
        let played = self.played_by();
        (0..4).find(|&p| {
            let p = usize::from(p);
            self.hands[p].or(self.laid[p]).or(played[p]).has(self.called)
        })
    }

    /// The players on the bidder's side as bits; 0 in Varšava or before there is a bidder.
    pub fn side(&self) -> u8 {
        match self.contract {
            Contract::First | Contract::Second => 1 << self.bidder | self.holder().map_or(0, |p| 1 << p),
            Contract::Preferanc | Contract::Solo => 1 << self.bidder,
            Contract::Open | Contract::Varsava => 0,
        }
    }

    /// Who owns a doubled item: the bidder or the announcer.
    #[inline]
    pub fn item_owner(&self, item: usize) -> Option<u8> {
        let bit = match item {
            ITEM_GAME => return (self.bidder < 4).then_some(self.bidder),
            ITEM_PAGAT => said::PAGAT,
            _ => said::VALAT,
        };
        (0..4).find(|&p| self.said[usize::from(p)] & bit != 0)
    }

    /// The partner once everybody knows him because he refleked the bidder's game.
    #[inline]
    pub fn open_partner(&self) -> Option<u8> {
        let raiser = self.raisers[ITEM_GAME][1];
        (self.duty() && raiser < 4 && raiser != self.bidder).then_some(raiser)
    }

    /// Whether `p` knows, from public facts and his own hand, that `q` is on his side. The thesis' rule for fleks.
    pub fn knows_partner(&self, p: u8, q: u8) -> bool {
        if p == q || !self.duty() {
            return p == q || (p != self.bidder && q != self.bidder);
        }
        let open = self.open_partner();
        if p == self.bidder {
            open == Some(q)
        } else if q == self.bidder {
            self.hands[usize::from(p)].has(self.called)
        } else {
            open.is_some_and(|partner| partner != p && partner != q)
        }
    }

    /// The tarock that the rule of the highest missing one makes a hand call.
    pub fn due_call(hand: Hand) -> Card {
        let missing = CALLABLE.minus(hand);
        missing.last().or(CALLABLE.last()).unwrap_or(NO_CARD)
    }

    /// How many cards a player holds, as everybody can count.
    pub fn count(&self, p: u8, rules: &Rules) -> usize {
        if self.stage == Stage::Deal {
            return (0..self.dealt).filter(|&n| place(self.forehand(), n, rules).0 == usize::from(p)).count();
        }
        let taken = self.owner.iter().filter(|&&o| o == p).count();
        let played = self.tricks() + usize::from((p + 4 - self.trick().leader) & 3 < self.played & 3);
        (12 + taken).saturating_sub(usize::from(self.laid_count[usize::from(p)]) + played)
    }
}

/// Where the `n`-th card of a deal goes: the player (4 for the talon) and the place there.
#[inline]
pub(crate) fn place(forehand: u8, n: u8, rules: &Rules) -> (usize, usize) {
    if rules.table_deal {
        if n < 6 {
            return (4, usize::from(n));
        }
        let m = n - 6;
        return (usize::from((forehand + m % 24 / 6) & 3), usize::from(m / 24 * 6 + m % 6));
    }
    if n < 48 {
        (usize::from((forehand + n / 12) & 3), usize::from(n % 12))
    } else {
        (4, usize::from(n - 48))
    }
}

/// The pack.
pub(crate) const DECK: Deck = Deck::Tarock54;
