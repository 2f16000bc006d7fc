//! Full deals that a view does not rule out, drawn uniformly.
//!
//! A view leaves cards unseen; they lie in boxes: the other hands, what others laid away face down, talon cards nobody
//! took. What is known about a box is
//! - card by card: voids and cards not overtaken with, cards that an announcement, a bid, a call or a flek places or
//!   excludes, only small suit cards laid away face down, none left in a hand that laid away a tarock;
//! - by number: tarocks (silence means three to seven);
//! - by honours: Trul and Honery made or not made;
//! - by the way a hand came about: what the bidder called depends on the twelve cards before the talon.
//!
//! The first two are exact: as long as nobody showed a void, numbers of tarocks are drawn from a small table of counts,
//! later from a [`Spread`]. Honours and calls are accepted or refused, which keeps the distribution uniform; if chance
//! refuses too often, all places of the few cards concerned are weighed exactly.

mod exact;
mod facts;
mod quick;

use crate::game::Taroky;
use crate::state::{DECK, Stage, State};
use crate::view::View;
use cards::{Card, Hand, NO_CARD, Split, Spread, deal};
use exact::Exact;
use facts::Facts;
use game::{Contradiction, Rng, Worlds};
use quick::Quick;
use std::sync::OnceLock;

/// Hands of players 0 to 3, cards laid away face down, cards of the talon (or pack) nobody holds.
pub(crate) const BOXES: usize = 6;
/// The box of cards laid away face down.
pub(crate) const LAID: usize = 4;
/// The box of talon cards nobody holds.
pub(crate) const REST: usize = 5;

/// How often a deal may be refused before the exact count is made. It is kept for further draws.
const PATIENCE: u32 = 400;

/// A prepared uniform distribution over the states that a view does not rule out.
#[derive(Clone, Debug)]
pub struct Sampler {
    facts: Facts,
    method: Method,
    exact: OnceLock<Exact>,
}

#[derive(Clone, Debug)]
#[expect(clippy::large_enum_variant, reason = "the large one is the usual one and must not be allocated")]
enum Method {
    /// Nothing is hidden.
    Open,
    /// Nobody is known to be void.
    Quick(Quick),
    /// Exact counts by classes of cards.
    Spread(Box<Spread<BOXES>>),
}

impl Sampler {
    /// Prepares a view.
    ///
    /// # Errors
    /// What contradicts itself in the view.
    pub fn new(game: &Taroky, v: &View) -> Result<Sampler, Contradiction> {
        if matches!(v.known.stage, Stage::Scored | Stage::Over) {
            return Ok(Sampler { facts: Facts::nothing(v), method: Method::Open, exact: OnceLock::new() });
        }
        consistent(game, v)?;
        let facts = Facts::new(game, v);
        let method = if let Some(quick) = Quick::new(&facts) {
            Method::Quick(quick)
        } else {
            let f = &facts;
            let spread = Spread::counting(f.unseen, f.room, f.may, cards::TAROCK.mask(), f.limits);
            let none = || Contradiction::new("no deal fits the cards that were shown, announced and denied");
            Method::Spread(Box::new(spread.ok_or_else(none)?))
        };
        Ok(Sampler { facts, method, exact: OnceLock::new() })
    }

    /// The same distribution drawn without any refusal, by weighing every place of the cards that honours and calls speak
    /// of. Slow; `None` if no deal fits the view.
    pub fn draw_exactly(&self, rng: &mut Rng) -> Option<State> {
        if matches!(self.method, Method::Open) {
            return Some(self.facts.known);
        }
        self.exact().draw(rng).map(|split| self.facts.assemble(&split, rng))
    }

    fn exact(&self) -> &Exact {
        self.exact.get_or_init(|| Exact::new(&self.facts))
    }

    fn propose(&self, rng: &mut Rng) -> Option<Split<BOXES>> {
        match &self.method {
            Method::Quick(quick) => quick.draw(rng),
            Method::Spread(spread) => Some(spread.draw(rng)),
            Method::Open => None,
        }
    }
}

/// Draws are uniform over the states. Counts and shares speak of the places of the cards: which of his cards a player
/// bought, and the order of the talon, are not distinguished.
impl Worlds<State> for Sampler {
    fn draw(&self, rng: &mut Rng) -> Result<(State, f64), Contradiction> {
        let weighed = match &self.method {
            Method::Open => return Ok((self.facts.known, 1.0)),
            Method::Quick(_) => true,
            Method::Spread(_) => false,
        };
        let tries = if self.exact.get().is_some() { 0 } else { PATIENCE };
        for _ in 0..tries {
            if let Some(split) = self.propose(rng)
                && self.facts.accepts(&split, weighed, rng)
            {
                return Ok((self.facts.assemble(&split, rng), 1.0));
            }
        }
        let split = self.exact().draw(rng);
        let none = || Contradiction::new("no deal fits the honours announced and the tarock called");
        Ok((self.facts.assemble(&split.ok_or_else(none)?, rng), 1.0))
    }

    fn count(&self) -> Option<u128> {
        match (&self.method, self.facts.known.stage) {
            (Method::Open, _) => Some(1),
            (_, Stage::Deal) => None,
            _ => self.exact().count()?.checked_mul(self.facts.layings()),
        }
    }

    fn share(&self, card: usize, player: usize) -> Option<f64> {
        let card = Card(u8::try_from(card).ok().filter(|&n| DECK.cards().has(Card(n)))?);
        let known = self.facts.known.hands.get(player)?.or(self.facts.forced[player]);
        match (&self.method, self.facts.known.stage) {
            (Method::Open, _) => Some(f64::from(u8::from(known.has(card)))),
            (_, Stage::Deal) => None,
            _ if known.has(card) => Some(1.0),
            _ => self.exact().share(card, player),
        }
    }
}

/// Whether the cards that a view shows lie in one place each, and the own hand is as large as it must be.
fn consistent(game: &Taroky, v: &View) -> Result<(), Contradiction> {
    let k = &v.known;
    let played: Hand = k.plays.iter().take(usize::from(k.played)).copied().collect();
    if usize::from(k.played) > k.plays.len() || played.len() != usize::from(k.played) {
        return Err(Contradiction::new("a card was played twice"));
    }
    let mut seen = played;
    for (i, cards) in k.hands.iter().chain(&k.laid).enumerate() {
        if seen.meets(*cards) {
            let sentence = format!("a card of player {} lies in two places", i % 4 + 1);
            return Err(Contradiction(sentence));
        }
        seen = seen.or(*cards);
    }
    if (0..4).any(|p| k.laid[p].len() > usize::from(k.laid_count[p])) {
        return Err(Contradiction::new("more cards were laid away than were laid away in all"));
    }
    let own = k.hands.get(usize::from(v.who)).map(|hand| hand.len());
    if let Some(own) = own.filter(|&own| own != k.count(v.who, &game.rules)) {
        let (who, held) = (v.who + 1, k.count(v.who, &game.rules));
        return Err(Contradiction(format!("player {who} holds {own} cards instead of {held}")));
    }
    Ok(())
}

/// Writes the cards of a set into `out` in random order.
pub(crate) fn shuffled(cards: Hand, out: &mut [Card], rng: &mut Rng) {
    let mut list = [NO_CARD; 64];
    let mut n = 0;
    for card in cards {
        list[n] = card;
        n += 1;
    }
    for slot in out.iter_mut() {
        if n == 0 {
            return;
        }
        let pick = rng.below(n);
        n -= 1;
        *slot = list[pick];
        list[pick] = list[n];
    }
}

/// A random subset of `n` cards.
pub(crate) fn subset(cards: Hand, n: usize, rng: &mut Rng) -> Hand {
    let mut split = [Hand::EMPTY; 1];
    deal(cards, &[n as u8], &mut split, rng);
    split[0]
}

/// The cards a player may hold, as far as the view tells card by card.
pub(crate) fn possible(game: &Taroky, v: &View, p: u8) -> Hand {
    let own = v.known.hands[usize::from(p & 3)];
    if v.who == p || matches!(v.known.stage, Stage::Scored | Stage::Over) {
        return own;
    }
    let facts = Facts::new(game, v);
    let p = usize::from(p & 3);
    facts.forced[p].or(if facts.room[p] > 0 { facts.may[p].and(facts.unseen) } else { Hand::EMPTY })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::aim::AIMS;
    use crate::state::said;
    use game::{Game, Observe, Player};
    use std::collections::BTreeMap;

    /// What is compared of a draw: the holder of the called tarock, tarocks and five-pointers of each hand, the cards
    /// laid away by the bidder that everybody saw.
    fn features(s: &State, pinned: Hand) -> Vec<u64> {
        let holder = s.holder().map_or(9, u64::from);
        let fives = |p: usize| s.hands[p].and(cards::TRUL.or(cards::KINGS)).len() as u64;
        let tarocks = |p: usize| s.hands[p].of(cards::TAROCK).len() as u64;
        let away = pinned.and(s.laid[usize::from(s.bidder & 3)]).len() as u64;
        let mut list: Vec<u64> = (0..4)
            .flat_map(|p| [10 + p as u64 * 1000 + tarocks(p), 500 + p as u64 * 1000 + fives(p)])
            .collect();
        list.extend([100_000 + holder, 200_000 + away, 300_000 + holder * 100 + fives(0) * 10 + fives(1)]);
        list
    }

    /// Two ways to draw from one view agree in all features, by two-sample chi-square.
    fn agree(quick: &Sampler, slow: &Sampler, name: &str) {
        let mut rng = Rng::new(5);
        let mut counts: BTreeMap<u64, [f64; 2]> = BTreeMap::new();
        const DRAWS: usize = 3000;
        for _ in 0..DRAWS {
            for (i, sampler) in [quick, slow].into_iter().enumerate() {
                for feature in features(&sampler.draw(&mut rng).expect("a deal fits").0, quick.facts.pinned) {
                    counts.entry(feature).or_default()[i] += 1.0;
                }
            }
        }
        for (feature, [a, b]) in counts {
            // Each count is binomial; their difference has variance at most a + b.
            let z = (a - b) / (a + b).sqrt();
            assert!(z.abs() < 4.8, "{name}: feature {feature} drawn {a} and {b} times of {DRAWS}");
        }
    }

    #[test]
    fn the_quick_draw_agrees_with_the_exact_counts() {
        let game = Taroky::default();
        let mut rng = Rng::new(77);
        let (mut honery, mut pinned, mut duties, mut compared) = (0, 0, 0, 0);
        for i in 0..4000usize {
            let mut s = game.initial();
            while let Some(mv) = game.pick_aiming(&s, AIMS[i % 5], &mut rng) {
                if s.stage == Stage::Play && s.played == (i % 3) as u8 {
                    break;
                }
                game.apply(&mut s, mv);
            }
            let view = game.view(&s, Some(Player((i / 5 % 4) as u8)));
            let quick = Sampler::new(&game, &view).expect("the view of a state");
            if s.stage != Stage::Play || !matches!(quick.method, Method::Quick(_)) {
                continue;
            }
            let f = &quick.facts;
            let seen = |p: usize| view.who == p as u8;
            let told = (0..4).any(|p| !seen(p) && s.said[p] & said::HONERY != 0);
            let third = !f.pinned.is_empty();
            let wanted =
                (told && honery < 8) || (third && pinned < 8) || (s.duty() && duties < 8) || compared < 4;
            let room = f.room.iter().filter(|&&r| r > 0).count();
            if !wanted || room > 5 {
                continue;
            }
            let Some(spread) = Spread::counting(f.unseen, f.room, f.may, cards::TAROCK.mask(), f.limits)
            else {
                panic!("seed {i}: quick draws where nothing can be drawn");
            };
            let slow = Sampler {
                facts: f.clone(),
                method: Method::Spread(Box::new(spread)),
                exact: OnceLock::new(),
            };
            agree(&quick, &slow, &format!("deal {i} {:?}", s.contract));
            honery += usize::from(told);
            pinned += usize::from(third);
            duties += usize::from(s.duty());
            compared += 1;
            if honery >= 8 && pinned >= 8 && duties >= 8 {
                break;
            }
        }
        assert!(honery >= 8 && pinned >= 8 && duties >= 8, "{honery} {pinned} {duties} of {compared}");
    }
}
