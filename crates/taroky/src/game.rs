//! The rules of play: legal moves, what they do, random moves.

use crate::estimate;
use crate::rules::{Rules, TalonSplit};
use crate::score;
use crate::state::{
    Bid, CALLABLE, Contract, DECK, ITEM_GAME, ITEMS, LAYABLE_TAROCKS, Move, SMALL, Stage, State, owner,
    place, revealing, said,
};
use cards::{Card, Hand, MOND, PAGAT, SKYZ, TAROCK};
use game::{Game, Heuristic, Options, Player, Rng, Turn};

/// Taroky: the rule book with its options.
#[derive(Clone, Debug)]
pub struct Taroky {
    /// The rules in force.
    pub rules: Rules,
    pub(crate) options: Options,
}

impl Default for Taroky {
    /// One deal by the thesis preset.
    fn default() -> Taroky {
        Taroky { rules: Rules::default(), options: Options::default() }
    }
}

impl Taroky {
    /// The game with these parameters (`preset=tournament&solo=8`).
    ///
    /// # Errors
    /// Names the parameter that does not fit.
    pub fn parse(text: &str) -> Result<Taroky, game::OptionError> {
        Taroky::with(Options::parse(text, crate::PARAMETERS)?)
    }

    /// The game with options already read.
    ///
    /// # Errors
    /// What is wrong with a deal set by hand.
    pub fn with(options: Options) -> Result<Taroky, game::OptionError> {
        Ok(Taroky { rules: Rules::new(&options)?, options })
    }

    /// The cards that may be dealt to the next place.
    #[inline]
    fn events(&self, s: &State) -> Hand {
        let mut out = s.hands[0].or(s.hands[1]).or(s.hands[2]).or(s.hands[3]);
        s.talon.iter().for_each(|&card| out.add(card));
        let left = DECK.cards().minus(out);
        if s.deal > 0 || self.rules.given.all.is_empty() {
            return left;
        }
        let (group, at) = place(s.forehand(), s.dealt, &self.rules);
        self.rules.given.events(group, at, left)
    }

    /// The cards that may be played.
    #[inline]
    pub fn playable(&self, s: &State) -> Hand {
        let hand = s.hands[usize::from(s.turn & 3)];
        if s.contract == Contract::Varsava {
            self.varsava_cards(hand, s)
        } else {
            s.law().legal(hand, s.table())
        }
    }

    fn varsava_cards(&self, hand: Hand, s: &State) -> Hand {
        let law = s.law();
        let mut legal = law.legal(hand, s.table());
        if self.rules.mond_free && legal == MOND.bit() {
            // The Mond alone would overtake: it need not.
            let class = s.table().first().map_or(hand, |led| {
                let follow = hand.of(led.suit());
                if follow.is_empty() { hand.of(TAROCK) } else { follow }
            });
            legal = class;
        }
        if self.rules.pagat_last && hand.of(TAROCK).len() > 1 && legal.len() > 1 {
            legal.remove(PAGAT);
        }
        legal
    }

    /// The cards that may be laid away.
    #[inline]
    pub fn layable(&self, s: &State) -> Hand {
        let hand = s.hands[usize::from(s.turn & 3)];
        let small = hand.and(SMALL);
        if !small.is_empty() {
            return small;
        }
        let tarocks = hand.and(LAYABLE_TAROCKS);
        let others = tarocks.minus(s.called.bit());
        if others.is_empty() { tarocks } else { others }
    }

    /// The binding announcements open to the player asked, as bits of [`said`].
    #[inline]
    fn announceable(&self, s: &State) -> u8 {
        let hand = s.hands[usize::from(s.turn & 3)];
        let pagat = hand.has(PAGAT) && s.contract != Contract::Second;
        (if pagat { said::PAGAT as u8 } else { 0 }) | if hand.has(SKYZ) { said::VALAT as u8 } else { 0 }
    }

    /// The items the player asked may raise, as bits.
    pub fn raisable(&self, s: &State) -> u8 {
        let p = s.turn;
        let mut items = 0;
        for item in 0..ITEMS {
            let Some(owner) = s.item_owner(item) else { continue };
            let level = s.flek[item];
            let may = level < self.rules.max_flek
                && if level & 1 == 0 {
                    p != owner && !s.knows_partner(p, owner)
                } else {
                    p == owner || (item == ITEM_GAME && self.may_reflek(s, p))
                };
            items |= u8::from(may) << item;
        }
        items
    }

    fn may_reflek(&self, s: &State, p: u8) -> bool {
        self.rules.re_by_partner && s.duty() && s.hands[usize::from(p)].has(s.called)
    }

    /// Whether `p` may bid `contract` now.
    fn may_bid(&self, s: &State, contract: Contract) -> bool {
        let pagat = contract != Contract::Second
            || !self.rules.second_needs_pagat
            || s.hands[usize::from(s.turn & 3)].has(PAGAT);
        contract > s.contract && pagat
    }

    /// Calls `f` with each legal move in order until it returns `true`; whether it did.
    #[inline]
    fn each(&self, s: &State, mut f: impl FnMut(Move) -> bool) -> bool {
        match s.stage {
            Stage::Deal => self.events(s).iter().any(|card| f(Move::Deal(card))),
            Stage::Auction => {
                s.contract != Contract::Open && f(Move::Bid(Bid::Good))
                    || BIDS.into_iter().any(|game| self.may_bid(s, game) && f(Move::Bid(Bid::Game(game))))
            }
            Stage::Varsava => f(Move::Varsava(false)) || f(Move::Varsava(true)),
            Stage::Call if self.rules.free_call => CALLABLE.iter().any(|card| f(Move::Call(card))),
            Stage::Call => f(Move::Call(State::due_call(s.hands[usize::from(s.turn & 3)]))),
            Stage::Refuse => f(Move::Take(true)) || f(Move::Take(false)),
            Stage::Surrender => f(Move::Surrender(false)) || self.bought(s) && f(Move::Surrender(true)),
            Stage::Cards => f(Move::Keep(true)) || f(Move::Keep(false)),
            Stage::Lay => self.layable(s).iter().any(|card| f(Move::Lay(card))),
            Stage::Announce => subsets(self.announceable(s), |bits| f(Move::Announce(bits))),
            Stage::Double => subsets(self.raisable(s), |bits| f(Move::Double(bits))),
            Stage::Play => self.playable(s).iter().any(|card| f(Move::Play(card))),
            Stage::Scored => f(Move::Next),
            Stage::Over => false,
        }
    }

    /// Whether the bidder bought the tarock he called.
    fn bought(&self, s: &State) -> bool {
        (0..6).any(|i| s.owner[i] == s.bidder && s.talon[i] == s.called)
    }

    fn bid(&self, s: &mut State, bid: Bid) {
        s.calls[usize::from(s.call_count.min(15))] = bid;
        s.call_count += 1;
        match bid {
            Bid::Good => s.asked += 1,
            Bid::Game(contract) => {
                (s.contract, s.bidder) = (contract, s.turn);
                s.asked = 0;
            }
        }
        s.turn = (s.turn + 1) & 3;
        let over = if self.rules.many_rounds { s.asked == 3 } else { s.call_count == 4 };
        if !over {
            return;
        }
        s.turn = s.bidder;
        s.asked = 0;
        match s.contract {
            Contract::First if s.bidder == s.forehand() => s.stage = Stage::Varsava,
            Contract::First | Contract::Second => s.stage = Stage::Call,
            Contract::Preferanc => {
                s.cards = 1;
                self.hold(s, 0, s.bidder, 3);
                s.stage = Stage::Cards;
            }
            _ => {
                s.owner = [owner::AWAY; 6];
                self.announcing(s);
            }
        }
        if s.contract == Contract::Second {
            s.said[usize::from(s.bidder)] |= said::PAGAT;
        }
    }

    /// Gives `n` talon cards from `first` on to a player.
    fn hold(&self, s: &mut State, first: usize, p: u8, n: usize) {
        for i in first..(first + n).min(6) {
            s.owner[i] = p;
            s.hands[usize::from(p)].add(s.talon[i]);
        }
    }

    /// Puts three talon cards back on the table, for the opponents.
    fn away(&self, s: &mut State, first: usize) {
        for i in first..first + 3 {
            if s.owner[i] < 4 {
                s.hands[usize::from(s.owner[i])].remove(s.talon[i]);
            }
            s.owner[i] = owner::AWAY;
        }
    }

    /// Who takes the second share of the talon, and who gets none.
    fn second_taker(&self, s: &State) -> u8 {
        (s.bidder + if self.rules.fifth_to_next { 1 } else { 3 }) & 3
    }

    /// Who is to take talon card `i` in a duty.
    fn taker(&self, s: &State, i: usize) -> u8 {
        let (a, b) = match self.rules.split {
            TalonSplit::FourOneOne => (4, 5),
            TalonSplit::OneTwoThree => (1, 3),
        };
        if i < a {
            s.bidder
        } else if i < b {
            self.second_taker(s)
        } else {
            (s.bidder + 2) & 3
        }
    }

    /// Hands out talon cards from the first that lies, until somebody must be asked.
    fn talon(&self, s: &mut State) {
        while let Some(i) = s.owner.iter().position(|&o| o == owner::LYING) {
            let p = self.taker(s, i);
            if self.rules.refusal && p != s.bidder {
                (s.stage, s.turn) = (Stage::Refuse, p);
                return;
            }
            self.hold(s, i, p, 1);
        }
        (s.stage, s.turn) = (Stage::Surrender, s.bidder);
        if !self.rules.surrender {
            self.laying(s);
        }
    }

    fn refuse(&self, s: &mut State, taken: bool) {
        let Some(i) = s.owner.iter().position(|&o| o == owner::LYING) else { return };
        // Every player is named by what the talon still owes: first its taker, then the fourth player, then the bidder.
        let fourth = (self.second_taker(s) + 2) & 3;
        if taken {
            self.hold(s, i, s.turn, 1);
        } else if s.turn != fourth {
            s.turn = fourth;
            return;
        } else {
            self.hold(s, i, s.bidder, 1);
        }
        self.talon(s);
    }

    /// The next player with more than twelve cards lays away; then announcements.
    fn laying(&self, s: &mut State) {
        let second = if s.duty() { self.second_taker(s) } else { (s.bidder + 1) & 3 };
        let order = [s.bidder, second, (s.bidder + 2) & 3, (second + 2) & 3];
        for p in order {
            if s.hands[usize::from(p)].len() > 12 {
                (s.stage, s.turn) = (Stage::Lay, p);
                return;
            }
        }
        self.announcing(s);
    }

    fn announcing(&self, s: &mut State) {
        (s.stage, s.turn, s.asked) = (Stage::Announce, s.forehand(), 0);
    }

    fn announce(&self, s: &mut State, bits: u8) {
        debug_assert!(s.turn < 4, "nobody is to announce");
        let p = usize::from(s.turn & 3);
        s.said[p] |= u16::from(bits) | revealing(s.hands[p]);
        s.turn = (s.turn + 1) & 3;
        s.asked += 1;
        if s.asked == 4 {
            (s.stage, s.asked, s.news) = (Stage::Double, 0, false);
        }
    }

    fn double(&self, s: &mut State, bits: u8) {
        for item in 0..ITEMS {
            if bits >> item & 1 == 1 {
                s.raisers[item][usize::from(s.flek[item] & 3)] = s.turn;
                s.flek[item] += 1;
                s.news = true;
            }
        }
        s.turn = (s.turn + 1) & 3;
        s.asked += 1;
        if s.asked < 4 {
            return;
        }
        s.asked = 0;
        if s.news {
            s.news = false;
            return;
        }
        s.stage = Stage::Play;
        let bound = s.said.iter().any(|&bits| bits & said::BINDING != 0);
        if !self.rules.play_unfleked && s.contract == Contract::First && s.flek[ITEM_GAME] == 0 && !bound {
            self.finish(s);
        }
    }

    fn play(&self, s: &mut State, card: Card) {
        let p = s.turn;
        debug_assert!(
            p < 4 && s.hands[usize::from(p & 3)].has(card),
            "player {p} plays a card of somebody else's"
        );
        s.hands[usize::from(p & 3)].remove(card);
        s.plays[usize::from(s.played)] = card;
        s.played += 1;
        if s.played & 3 != 0 {
            s.turn = (p + 1) & 3;
            return;
        }
        let trick = usize::from(s.played / 4) - 1;
        let winner = s.law().winner(&s.plays[trick * 4..trick * 4 + 4]);
        s.turn = (s.leader(trick) + winner as u8) & 3;
        s.takers[trick] = s.turn;
        if s.contract == Contract::Varsava && trick < 6 {
            s.owner[trick] = owner::TURNED;
        }
        if s.played == 48 {
            self.finish(s);
        }
    }

    /// Whether the match ends with this deal.
    pub(crate) fn last_deal(&self, s: &State) -> bool {
        s.deal + 1 >= self.rules.deals
    }

    /// Scores the deal and ends it.
    fn finish(&self, s: &mut State) {
        score::settle(&self.rules, s);
        let last = self.last_deal(s);
        s.stage = if last { Stage::Over } else { Stage::Scored };
        if last {
            score::share_pot(s);
        }
    }
}

/// The games that can be bid, ascending.
pub(crate) const BIDS: [Contract; 4] =
    [Contract::First, Contract::Second, Contract::Preferanc, Contract::Solo];

/// What a usual deal wins or loses: points made beyond 35 with a small announcement or two.
const STAKE: i32 = 20;

/// Calls `f` with the subsets of `bits` from none to all until it returns `true`; whether it did.
#[inline]
fn subsets(bits: u8, mut f: impl FnMut(u8) -> bool) -> bool {
    let mut subset = 0u8;
    loop {
        if f(subset) {
            return true;
        }
        if subset == bits {
            return false;
        }
        subset = subset.wrapping_sub(bits) & bits;
    }
}

impl Game for Taroky {
    type State = State;
    type Move = Move;

    fn players(&self) -> usize {
        4
    }

    fn chance(&self) -> bool {
        true
    }

    fn initial(&self) -> State {
        State::fresh(0, self.rules.dealer, [0; 4], 0)
    }

    #[inline]
    fn turn(&self, s: &State) -> Turn {
        match s.stage {
            Stage::Deal | Stage::Scored => Turn::Chance,
            Stage::Over => Turn::Over,
            _ => Turn::Player(Player(s.turn)),
        }
    }

    #[inline]
    fn moves(&self, s: &State, out: &mut Vec<Move>) {
        self.each(s, |mv| {
            out.push(mv);
            false
        });
    }

    fn apply(&self, s: &mut State, mv: Move) {
        match mv {
            Move::Deal(card) => {
                match place(s.forehand(), s.dealt, &self.rules) {
                    (4, at) => s.talon[at] = card,
                    (p, _) => s.hands[p].add(card),
                }
                s.dealt += 1;
                if s.dealt == 54 {
                    (s.stage, s.turn) = (Stage::Auction, s.forehand());
                }
            }
            Move::Next => *s = State::fresh(s.deal + 1, s.forehand(), s.scores, s.pot),
            Move::Bid(bid) => self.bid(s, bid),
            Move::Varsava(false) => s.stage = Stage::Call,
            Move::Varsava(true) => (s.contract, s.stage) = (Contract::Varsava, Stage::Play),
            Move::Call(card) => {
                s.called = card;
                self.talon(s);
            }
            Move::Take(taken) => self.refuse(s, taken),
            Move::Surrender(false) => self.laying(s),
            Move::Surrender(true) => {
                s.given_up = true;
                self.finish(s);
            }
            Move::Keep(true) => {
                self.away(s, if s.cards == 2 { 0 } else { 3 });
                self.laying(s);
            }
            Move::Keep(false) => {
                let (back, held) = if s.cards == 1 { (0, 3) } else { (3, 0) };
                self.away(s, back);
                self.hold(s, held, s.bidder, 3);
                s.cards += 1;
                if s.cards == 3 {
                    self.laying(s);
                }
            }
            Move::Lay(card) => {
                let p = usize::from(s.turn & 3);
                debug_assert!(s.turn < 4 && s.hands[p].has(card), "a card of somebody else's is laid away");
                s.hands[p].remove(card);
                s.laid[p].add(card);
                s.laid_count[p] += 1;
                self.laying(s);
            }
            Move::Announce(bits) => self.announce(s, bits),
            Move::Double(bits) => self.double(s, bits),
            Move::Play(card) => self.play(s, card),
        }
    }

    fn score(&self, s: &State, p: Player) -> i32 {
        s.scores[p.index() & 3]
    }

    fn legal(&self, s: &State, mv: Move) -> bool {
        match (s.stage, mv) {
            (Stage::Play, Move::Play(card)) => self.playable(s).has(card),
            (Stage::Deal, Move::Deal(card)) => self.events(s).has(card),
            (Stage::Lay, Move::Lay(card)) => self.layable(s).has(card),
            _ => self.each(s, |listed| listed == mv),
        }
    }

    fn heuristics(&self) -> Vec<Heuristic<Taroky>> {
        vec![("piles", estimate::piles)]
    }

    #[inline]
    fn pick(&self, s: &State, rng: &mut Rng, _scratch: &mut Vec<Move>) -> Option<Move> {
        let nth = |set: Hand, rng: &mut Rng| set.nth(rng.below(set.len()));
        match s.stage {
            Stage::Play => Some(Move::Play(nth(self.playable(s), rng))),
            Stage::Deal => Some(Move::Deal(nth(self.events(s), rng))),
            Stage::Lay => Some(Move::Lay(nth(self.layable(s), rng))),
            Stage::Over => None,
            _ => {
                let mut list = [Move::Next; 16];
                let mut n = 0;
                self.each(s, |mv| {
                    list[n & 15] = mv;
                    n += 1;
                    false
                });
                Some(list[rng.below(n) & 15])
            }
        }
    }

    #[inline]
    fn sensible(&self, s: &State, rng: &mut Rng, scratch: &mut Vec<Move>) -> Option<Move> {
        self.sensible_move(s, rng, scratch)
    }

    #[inline]
    fn settled(&self, s: &State) -> bool {
        matches!(s.stage, Stage::Scored | Stage::Over)
    }

    fn stake(&self) -> Option<i32> {
        Some(STAKE)
    }

    fn allied(&self, s: &State, p: Player, q: Player) -> bool {
        p == q || cards::TrickTaking::same_side(self, s, p, q) == Some(true)
    }
}
