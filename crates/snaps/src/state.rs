//! The state of a match of šnaps and how moves change it: dealing, calling, kontra, the tricks, the end of a deal.
//! What a deal is worth is in `score`.

use crate::score::{Ending, Outcome};
use crate::{AutoClaim, Snaps};
use cards::{Card, Hand, Law, NO_CARD, Suit, Trick};
use game::{Player, Turn};

/// The 24 cards: the German pack without sevens and eights.
pub const PACK: Hand = Hand(0xFCFC_FCFC);

/// Card points by height in the layout 7 8 9 J Q K 10 A.
const POINTS: [u8; 8] = [0, 0, 0, 2, 3, 4, 10, 11];

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
    /// The chooser names the trump card.
    Call,
    /// Players are asked for kontra (then rekontra and a third doubling, where allowed).
    Kontra,
    /// Tricks are played.
    Play,
    /// A deal is over and lies as it ended until chance deals the first card of the next.
    Next,
    /// The match is over.
    Over,
}

/// A move or a chance event.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Move {
    /// Chance deals this card to the player whose turn it is to get one.
    Deal(Card),
    /// The chooser names the trump card.
    Call(Card),
    /// Nothing to say when asked for kontra.
    Pass,
    /// Doubles the deal: kontra, rekontra, and so on.
    Kontra,
    /// Plays a card.
    Play(Card),
    /// Leads a king or queen and announces the marriage: twenty, or forty in trumps.
    Marry(Card),
    /// "Dosť": claims that the own side has 66.
    Enough,
}

/// A match at one moment. All of it is public but the hands.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct State {
    /// The cards each player holds.
    pub hands: [Hand; 4],
    /// The cards played in this deal, in order.
    pub plays: [Card; 24],
    /// How many were played.
    pub made: u8,
    /// How many were dealt.
    pub dealt: u8,
    /// What the table is doing.
    pub phase: Phase,
    /// Who dealt.
    pub dealer: u8,
    /// Whose turn it is in every phase but dealing.
    pub turn: u8,
    /// The trump card, once named.
    pub called: Card,
    /// How often the deal was doubled.
    pub doubled: u8,
    /// How many players were asked in this round of doubling.
    pub asked: u8,
    /// Who doubled first, second, third; 255 for nobody.
    pub doubler: [u8; 3],
    /// The trick on the table.
    pub trick: Trick,
    /// Points each player took in tricks.
    pub taken: [u8; 4],
    /// Tricks each player took.
    pub tricks: [u8; 4],
    /// The suits in which each player announced a marriage, a bit each.
    pub married: [u8; 4],
    /// The running scores of the match.
    pub totals: [i32; 4],
    /// How many deals were finished.
    pub deals: u16,
    /// How the last finished deal ended.
    pub last: Option<Outcome>,
}

impl State {
    /// The start of a match.
    pub(crate) fn new(dealer: u8) -> State {
        State {
            hands: [Hand::EMPTY; 4],
            plays: [NO_CARD; 24],
            made: 0,
            dealt: 0,
            phase: Phase::Deal,
            dealer,
            turn: (dealer + 1) % 4,
            called: NO_CARD,
            doubled: 0,
            asked: 0,
            doubler: [255; 3],
            trick: Trick::new((dealer + 1) % 4),
            taken: [0; 4],
            tricks: [0; 4],
            married: [0; 4],
            totals: [0; 4],
            deals: 0,
            last: None,
        }
    }

    /// The player who names the trump card: the one after the dealer.
    #[inline]
    pub const fn chooser(&self) -> u8 {
        (self.dealer + 1) & 3
    }

    /// The player who gets the next card: three to each in turn, twice.
    #[inline]
    pub const fn receiver(&self) -> u8 {
        if matches!(self.phase, Phase::Next) {
            return (self.chooser() + 1) & 3;
        }
        (self.chooser() + self.dealt / 3) & 3
    }

    /// Whether a deal is over and not yet put away.
    #[inline]
    pub const fn ended(&self) -> bool {
        matches!(self.phase, Phase::Next | Phase::Over)
    }

    /// The trump suit once a card was called.
    #[inline]
    pub fn trump(&self) -> Option<Suit> {
        self.called.known().then(|| self.called.suit())
    }

    /// Who holds or held the called card; `None` while none is called or its holder is not known from the hands.
    pub fn holder(&self) -> Option<u8> {
        if !self.called.known() {
            return None;
        }
        (0..4u8)
            .find(|&p| self.hands[usize::from(p)].has(self.called))
            .or_else(|| self.player_of(self.called))
    }

    /// Who played a card in this deal.
    pub fn player_of(&self, card: Card) -> Option<u8> {
        let law = Law::plain().with_trump(self.trump()?);
        let mut leader = self.chooser();
        for trick in self.plays[..usize::from(self.made)].chunks(4) {
            for (i, &c) in trick.iter().enumerate() {
                if c == card {
                    return Some((leader + i as u8) & 3);
                }
            }
            leader = (leader + law.winner(trick) as u8) & 3;
        }
        None
    }

    /// The bits of the players on the chooser's side, given who holds the called card.
    pub const fn side(&self, holder: u8) -> u8 {
        1 << self.chooser() | 1 << holder
    }

    /// What a side has: points of its tricks, and its marriages if it has a trick.
    pub fn total(&self, side: u8) -> u16 {
        let (mut sum, mut tricks, mut bonus) = (0u16, 0, 0u16);
        for p in 0..4 {
            if side >> p & 1 == 1 {
                sum += u16::from(self.taken[p]);
                tricks += self.tricks[p];
                bonus += self.bonus(p);
            }
        }
        if tricks > 0 { sum + bonus } else { 0 }
    }

    /// The marriages a player announced, 20 each and 40 in trumps.
    pub fn bonus(&self, p: usize) -> u16 {
        let suits = self.married[p];
        let trump = self.trump().map_or(0, |suit| suits >> suit.0 & 1);
        20 * (suits.count_ones() as u16 + u16::from(trump))
    }

    /// How many tricks a side took.
    pub fn tricks_of(&self, side: u8) -> u8 {
        (0..4).filter(|p| side >> p & 1 == 1).map(|p| self.tricks[p]).sum()
    }
}

impl Snaps {
    pub(crate) fn turn_of(&self, s: &State) -> Turn {
        match s.phase {
            Phase::Deal | Phase::Next => Turn::Chance,
            Phase::Over => Turn::Over,
            _ => Turn::Player(Player(s.turn)),
        }
    }

    /// The law of tricks under these rules with that called card.
    #[inline]
    pub fn law(&self, called: Card) -> Law {
        let law = Law::plain().overtaking(self.rules.overtake);
        if called.known() { law.with_trump(called.suit()) } else { law }
    }

    /// The cards that chance may deal now.
    #[inline]
    pub(crate) fn dealable(&self, s: &State) -> Hand {
        if s.phase == Phase::Next {
            return PACK;
        }
        let dealt = s.hands[0].or(s.hands[1]).or(s.hands[2]).or(s.hands[3]);
        let rest = PACK.minus(dealt);
        if s.deals > 0 || self.rules.given.all.is_empty() {
            return rest;
        }
        let receiver = usize::from(s.receiver());
        self.rules.given.events(receiver, s.hands[receiver].len(), rest)
    }

    /// The cards the player to move may play.
    #[inline]
    pub fn playable(&self, s: &State) -> Hand {
        self.law(s.called).legal(s.hands[usize::from(s.turn & 3)], s.trick.cards())
    }

    /// Whether the player to move may double in this round: opponents of the chooser first, then the chooser's side.
    fn may_double(&self, s: &State) -> bool {
        let holds = s.hands[usize::from(s.turn)].has(s.called);
        if s.doubled.is_multiple_of(2) { !holds } else { holds || s.turn == s.chooser() }
    }

    pub(crate) fn list(&self, s: &State, out: &mut Vec<Move>) {
        match s.phase {
            Phase::Deal | Phase::Next => out.extend(self.dealable(s).iter().map(Move::Deal)),
            Phase::Call => out.extend(self.callable(s).iter().map(Move::Call)),
            Phase::Kontra => {
                out.push(Move::Pass);
                if self.may_double(s) {
                    out.push(Move::Kontra);
                }
            }
            Phase::Play => self.list_plays(s, out),
            Phase::Over => {}
        }
    }

    /// The cards the chooser may name.
    fn callable(&self, s: &State) -> Hand {
        if !self.rules.must_hold_trump {
            return PACK;
        }
        let hand = s.hands[usize::from(s.turn)];
        let suits = (0..4).map(Suit).filter(|&suit| !hand.of(suit).is_empty());
        suits.fold(Hand::EMPTY, |all, suit| all.or(suit.mask().and(PACK)))
    }

    fn list_plays(&self, s: &State, out: &mut Vec<Move>) {
        let cards = self.playable(s);
        out.extend(cards.iter().map(Move::Play));
        let leads = s.trick.len == 0;
        if leads {
            out.extend(marriages(cards).iter().map(Move::Marry));
        }
        if self.may_claim(s) {
            out.push(Move::Enough);
        }
    }

    /// Whether the player to move may say dosť. Where the rules count for the players nobody need say it: as soon as
    /// they count, whoever has not been given 66 does not have it.
    #[inline]
    pub(crate) fn may_claim(&self, s: &State) -> bool {
        let counted = match self.rules.auto_claim {
            AutoClaim::Off => false,
            AutoClaim::On => true,
            AutoClaim::Shown => s.plays[..usize::from(s.made)].contains(&s.called),
        };
        !counted && (s.trick.len == 0 || !self.rules.claim_on_lead)
    }

    /// The play at position `rng.below(n)` of the list, without the list.
    #[inline]
    pub(crate) fn pick_play(&self, s: &State, rng: &mut game::Rng) -> Move {
        let cards = self.playable(s);
        let leads = s.trick.len == 0;
        let pairs = if leads { marriages(cards) } else { Hand::EMPTY };
        let claim = self.may_claim(s);
        let (n, m) = (cards.len(), pairs.len());
        let at = rng.below(n + m + usize::from(claim));
        if at < n {
            Move::Play(cards.nth(at))
        } else if at < n + m {
            Move::Marry(pairs.nth(at - n))
        } else {
            Move::Enough
        }
    }

    pub(crate) fn perform(&self, s: &mut State, mv: Move) {
        match mv {
            Move::Deal(card) => {
                if s.phase == Phase::Next {
                    let (totals, deals, last) = (s.totals, s.deals, s.last);
                    *s = State { totals, deals, last, ..State::new(s.chooser()) };
                }
                s.hands[usize::from(s.receiver())].add(card);
                s.dealt += 1;
                if s.dealt == 4 * self.rules.choose_after && !s.called.known() {
                    s.phase = Phase::Call;
                } else if s.dealt == 24 {
                    self.open_kontra(s);
                }
            }
            Move::Call(card) => {
                s.called = card;
                if s.dealt < 24 {
                    s.phase = Phase::Deal;
                } else {
                    self.open_kontra(s);
                }
            }
            Move::Pass => self.ask_next(s),
            Move::Kontra => {
                s.doubler[usize::from(s.doubled).min(2)] = s.turn;
                s.doubled += 1;
                s.asked = 0;
                let most = if self.rules.rekontra { 3 } else { 1 };
                if s.doubled >= most {
                    self.open_play(s);
                } else {
                    s.turn = if s.doubled % 2 == 1 { s.chooser() } else { (s.chooser() + 1) & 3 };
                }
            }
            Move::Play(card) => self.lay(s, card),
            Move::Marry(card) => {
                s.married[usize::from(s.turn & 3)] |= 1 << card.suit().0;
                self.lay(s, card);
            }
            Move::Enough => self.finish(s, Ending::Claim(s.turn)),
        }
    }

    fn open_kontra(&self, s: &mut State) {
        s.phase = Phase::Kontra;
        s.turn = (s.chooser() + 1) & 3;
    }

    fn ask_next(&self, s: &mut State) {
        s.asked += 1;
        s.turn = (s.turn + 1) & 3;
        // The chooser is not asked whether to double against himself.
        let last = if s.doubled.is_multiple_of(2) { 3 } else { 4 };
        if s.asked >= last {
            self.open_play(s);
        }
    }

    fn open_play(&self, s: &mut State) {
        s.phase = Phase::Play;
        s.turn = s.chooser();
        s.trick = Trick::new(s.turn);
    }

    #[inline]
    fn lay(&self, s: &mut State, card: Card) {
        let p = usize::from(s.turn & 3);
        s.hands[p].remove(card);
        if let Some(slot) = s.plays.get_mut(usize::from(s.made)) {
            *slot = card;
        }
        s.made += 1;
        s.trick.push(card);
        s.turn = (s.turn + 1) & 3;
        if s.trick.len < 4 {
            if self.rules.auto_claim.on() {
                self.check_enough(s);
            }
            return;
        }
        let taker = self.law(s.called).taker(&s.trick, 4);
        let worth: u8 = s.trick.cards.iter().map(|&c| points(c)).sum();
        s.taken[usize::from(taker & 3)] += worth;
        s.tricks[usize::from(taker & 3)] += 1;
        s.turn = taker;
        s.trick = Trick::new(taker);
        if s.made == 24 {
            self.finish(s, Ending::LastTrick(taker));
        } else if self.rules.auto_claim.on() {
            self.check_enough(s);
        }
    }

    /// Ends the deal when the rules count for the players and a side has 66.
    fn check_enough(&self, s: &mut State) {
        let Some(holder) = s.holder() else { return };
        if self.rules.auto_claim == AutoClaim::Shown && s.hands[usize::from(holder)].has(s.called) {
            return;
        }
        let side = s.side(holder);
        for (side, member) in [(side, s.chooser()), (!side & 15, (!side & 15).trailing_zeros() as u8)] {
            if s.total(side) >= 66 {
                self.finish(s, Ending::Counted(member));
                return;
            }
        }
    }

    fn finish(&self, s: &mut State, ending: Ending) {
        let outcome = self.outcome(s, ending);
        for p in 0..4 {
            s.totals[p] += i32::from(outcome.delta[p]);
        }
        s.deals += 1;
        s.last = Some(outcome);
        let reached = self.rules.target > 0 && s.totals.iter().any(|&t| t >= self.rules.target);
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
