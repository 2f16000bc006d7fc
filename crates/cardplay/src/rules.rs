//! Simple rules with priorities and a level of risk (thesis 001, 6.3.3). The rules are asked one after the other; the first
//! whose conditions hold decides. Where a rule depends on cards that are not seen, it reads the table of shares, "this
//! player holds that card in so many of the deals", and acts if what could go wrong is not likelier than the risk allows.
//!
//! | rule | condition | card |
//! | --- | --- | --- |
//! | claim | the own side is known to have enough | ends the deal |
//! | marriage | leading, a pair in hand | its queen, trumps first |
//! | cash | leading, a card of ten points or more that is beaten with at most the risk | the one worth most |
//! | draw | leading, the highest trump and at least three | that trump |
//! | probe | leading | the cheapest card that is not a trump, from the longest suit, marriages spared |
//! | take | the trick is taken and can be lost again with at most the risk | the card worth most that takes it |
//! | give | the trick is likely the partner's and stays so but for the risk | the card worth most that is not a trump |
//! | fight | ten points or more lie in the trick and it can be taken | the cheapest card that takes it |
//! | spare | always | the cheapest card, marriages and trumps spared |
//!
//! Rules that belong to no single game: they need the law of tricks, the worth of cards and marriages announced on lead.

use crate::mapper::move_of;
use cards::{Card, Deal, Hand, Phase, Side, Suit, TrickTaking};
use game::{Agent, Fault, Limit, Player, Rng, Thought};

/// Points that are worth a risk: a ten or an ace.
const VALUABLE: i16 = 10;

/// The agent `rules`.
pub struct RulePlayer {
    /// What may go wrong so often, from 0 to 1.
    risk: f64,
    rng: Rng,
}

impl RulePlayer {
    /// A player who takes a chance if it fails in at most so many of a hundred deals.
    pub fn new(percent: u64, seed: u64) -> RulePlayer {
        RulePlayer { risk: percent.min(100) as f64 / 100.0, rng: Rng::new(seed) }
    }
}

/// What a rule decided.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Decision {
    pub(crate) rule: &'static str,
    pub(crate) card: Card,
    /// How likely it fails, where that was asked.
    pub(crate) fails: Option<f64>,
}

/// What the rules read.
pub(crate) struct Table {
    pub(crate) me: u8,
    /// Law, worth, own hand and trick are true; other hands are not read.
    pub(crate) deal: Deal,
    /// In what share of the deals a player holds a card, by its bit.
    pub(crate) share: [[f64; 64]; 4],
    /// How likely a player is on the own side.
    pub(crate) with: [f64; 4],
}

impl Table {
    fn worth(&self, card: Card) -> i16 {
        self.deal.objective.worth[usize::from(card.0 & 63)]
    }

    /// How likely a player holds at least one of these cards, taken as independent.
    fn holds(&self, p: u8, cards: Hand) -> f64 {
        1.0 - cards
            .iter()
            .map(|card| 1.0 - self.share[usize::from(p & 3)][usize::from(card.0 & 63)])
            .product::<f64>()
    }

    /// How likely one of the players who have still to play, and are not of the own side, beats a card that leads a trick of
    /// this suit.
    fn beaten(&self, card: Card, led: Suit, after: u8) -> f64 {
        let law = &self.deal.law;
        let mut safe = 1.0;
        for place in 1..=after {
            let p = self.deal.after(self.me, place);
            let foe = 1.0 - self.with[usize::from(p & 3)];
            let void = 1.0 - self.holds(p, led.mask());
            let trumps = law.trump.map_or(Hand::EMPTY, |suit| suit.mask());
            let over = law.above(card);
            let beats = if card.suit() == led {
                let ruffs = if law.trump == Some(led) { 0.0 } else { void * self.holds(p, trumps) };
                1.0 - (1.0 - self.holds(p, over)) * (1.0 - ruffs)
            } else {
                void * self.holds(p, over)
            };
            safe *= 1.0 - foe * beats;
        }
        1.0 - safe
    }

    /// The first rule that applies.
    pub(crate) fn decide(&self, risk: f64) -> Option<Decision> {
        let legal = self.deal.legal();
        let decided =
            if self.deal.trick.len == 0 { self.lead(legal, risk) } else { self.follow(legal, risk) };
        decided.or_else(|| self.spare(legal).map(|card| Decision { rule: "spare", card, fails: None }))
    }

    fn pairs(&self) -> Hand {
        let hand = self.deal.hands[usize::from(self.me & 3)];
        let queens = Hand(hand.0 & hand.0 >> 1 & 0x1010_1010);
        if self.deal.objective.race.is_some() { queens.or(Hand(queens.0 << 1)) } else { Hand::EMPTY }
    }

    fn lead(&self, legal: Hand, risk: f64) -> Option<Decision> {
        let hand = self.deal.hands[usize::from(self.me & 3)];
        let (others, trump) = (self.deal.players - 1, self.deal.law.trump);
        let queens = self.pairs().iter().filter(|card| card.height() == 4 && legal.has(*card));
        if let Some(card) = queens.max_by_key(|card| Some(card.suit()) == trump) {
            return Some(Decision { rule: "marriage", card, fails: None });
        }
        let failing = |card: Card| self.beaten(card, card.suit(), others);
        let valuable = legal.iter().filter(|card| self.worth(*card) >= VALUABLE && failing(*card) <= risk);
        if let Some(card) = valuable.max_by_key(|card| self.worth(*card)) {
            return Some(Decision { rule: "cash", card, fails: Some(failing(card)) });
        }
        let trumps = trump.map_or(Hand::EMPTY, |suit| hand.of(suit));
        if let Some(card) = trumps.last().filter(|card| trumps.len() >= 3 && legal.has(*card)) {
            let out = self.deal.seats().filter(|p| *p != self.me);
            let above = out.map(|p| self.holds(p, self.deal.law.above(card))).fold(0.0, f64::max);
            if above <= 0.0 {
                return Some(Decision { rule: "draw", card, fails: None });
            }
        }
        let plain = legal.minus(trump.map_or(Hand::EMPTY, Suit::mask)).minus(self.pairs());
        let key = |card: &Card| (self.worth(*card), 8 - hand.of(card.suit()).len().min(8));
        let card = plain.iter().min_by_key(key)?;
        Some(Decision { rule: "probe", card, fails: None })
    }

    fn follow(&self, legal: Hand, risk: f64) -> Option<Decision> {
        let deal = &self.deal;
        let laid = deal.trick.cards();
        let led = laid.first()?.suit();
        let place = deal.law.winner(laid);
        let holder = deal.seat(place as u8);
        let after = deal.players - 1 - deal.trick.len;
        let top = *laid.get(place)?;
        let mine = self.with[usize::from(holder & 3)];
        let lies: i16 = laid.iter().map(|card| self.worth(*card)).sum();
        let taking: Hand = legal.iter().filter(|card| deal.law.beats(*card, top)).collect();
        let stays = 1.0 - mine * (1.0 - self.beaten(top, led, after));
        let trumps = deal.law.trump.map_or(Hand::EMPTY, Suit::mask);
        if mine < 0.5 || stays > risk {
            let failing = |card: Card| self.beaten(card, led, after);
            let safe = taking.iter().filter(|card| failing(*card) <= risk);
            if let Some(card) = safe.max_by_key(|card| (self.worth(*card), std::cmp::Reverse(card.height())))
            {
                return Some(Decision { rule: "take", card, fails: Some(failing(card)) });
            }
        } else {
            let plain = legal.minus(trumps).minus(self.pairs());
            if let Some(card) = plain.iter().max_by_key(|card| self.worth(*card)) {
                return Some(Decision { rule: "give", card, fails: Some(stays) });
            }
        }
        if lies >= VALUABLE && mine < 0.5 {
            let card = taking.iter().min_by_key(|card| (self.worth(*card), card.height()))?;
            return Some(Decision { rule: "fight", card, fails: None });
        }
        None
    }

    fn spare(&self, legal: Hand) -> Option<Card> {
        let trump = self.deal.law.trump;
        let pairs = self.pairs();
        let key = |card: &Card| {
            (self.worth(*card) + if pairs.has(*card) { 8 } else { 0 }, Some(card.suit()) == trump)
        };
        legal.iter().min_by_key(key)
    }
}

impl<G: TrickTaking> Agent<G> for RulePlayer {
    fn choose(
        &mut self,
        game: &G,
        me: Player,
        view: &G::View,
        moves: &[G::Move],
        _: &Limit,
    ) -> Result<Thought<G::Move>, Fault> {
        let &[first, ..] = moves else { return Err(Fault::Failed("there is no move to choose".into())) };
        if moves.len() == 1 {
            return Ok(Thought::just(first));
        }
        let worlds = game.worlds(view)?;
        let (world, _) = worlds.draw(&mut self.rng)?;
        let sober = game.sensible(&world, &mut self.rng, &mut Vec::new()).filter(|mv| moves.contains(mv));
        let sober = sober.unwrap_or(first);
        let deal = game.in_play(&world).filter(|_| game.phase(&world) == Phase::Play);
        let (Some(deal), Some(_)) = (deal, game.card_of(sober)) else {
            // What a player says is what sober players say; in play that is the claim.
            let rule = if game.phase(&world) == Phase::Play { "claim" } else { "as sober players do" };
            return Ok(Thought { because: vec![rule.into()], ..Thought::just(sober) });
        };
        let mut share = [[0.0; 64]; 4];
        let mut with = [0.5; 4];
        let unknown =
            Player::all(game.players()).filter(|p| game.side(view, Some(me), *p) == Side::Unknown).count();
        for p in Player::all(game.players().min(4)) {
            let may = game.possible(view, p);
            for (card, slot) in share[p.index()].iter_mut().enumerate() {
                let known = worlds.share(card, p.index());
                *slot = known.unwrap_or(if may.has(Card(card as u8)) { 1.0 / 3.0 } else { 0.0 });
            }
            with[p.index()] = match game.side(view, Some(me), p) {
                _ if p == me => 1.0,
                Side::Partner => 1.0,
                Side::Opponent => 0.0,
                Side::Unknown => 1.0 / unknown.max(1) as f64,
            };
        }
        let table = Table { me: me.0, deal, share, with };
        let decision = table.decide(self.risk).ok_or_else(|| Fault::Failed("no rule applies".into()))?;
        let best = move_of(game, &world, moves, decision.card).unwrap_or(sober);
        let because = match decision.fails {
            Some(fails) => format!("{}: fails in {:.0} % of the deals", decision.rule, 100.0 * fails),
            None => decision.rule.to_string(),
        };
        Ok(Thought { because: vec![because], ..Thought::just(best) })
    }
}
