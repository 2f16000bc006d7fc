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
use crate::state::{Stage, State};
use crate::view::View;
use cards::{Card, Hand, NO_CARD, Split, Spread, deal};
use facts::Facts;
use game::Rng;
use quick::Quick;

/// Hands of players 0 to 3, cards laid away face down, cards of the talon (or pack) nobody holds.
pub(crate) const BOXES: usize = 6;
/// The box of cards laid away face down.
pub(crate) const LAID: usize = 4;
/// The box of talon cards nobody holds.
pub(crate) const REST: usize = 5;

/// How often a deal may be refused before the exact count is made.
const PATIENCE: u32 = 3000;

/// A prepared uniform distribution over the states that a view does not rule out.
#[derive(Clone, Debug)]
pub struct Sampler {
    facts: Facts,
    method: Method,
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
    /// No deal fits card by card: the view contradicts the rules.
    Impossible,
}

impl Sampler {
    /// Prepares a view.
    pub fn new(game: &Taroky, v: &View) -> Sampler {
        if matches!(v.known.stage, Stage::Scored | Stage::Over) {
            return Sampler { facts: Facts::nothing(v), method: Method::Open };
        }
        let facts = Facts::new(game, v);
        let method = if let Some(quick) = Quick::new(&facts) {
            Method::Quick(quick)
        } else {
            let f = &facts;
            Spread::counting(f.unseen, f.room, f.may, cards::TAROCK.mask(), f.limits)
                .map_or(Method::Impossible, |spread| Method::Spread(Box::new(spread)))
        };
        Sampler { facts, method }
    }

    /// A state that the view does not rule out, uniformly among all of them.
    pub fn draw(&self, rng: &mut Rng) -> State {
        for _ in 0..PATIENCE {
            let Some(split) = self.propose(rng) else { break };
            if self.facts.accepts(&split, rng) {
                return self.facts.assemble(&split, rng);
            }
        }
        if matches!(self.method, Method::Open) {
            return self.facts.known;
        }
        let split = exact::draw(&self.facts, rng).or_else(|| self.propose(rng));
        self.facts.assemble(&split.unwrap_or_else(|| self.facts.anyhow(rng)), rng)
    }

    /// The same distribution drawn without any refusal, by weighing every place of the cards that honours and calls speak
    /// of. Slow; `None` if no deal fits the view.
    pub fn draw_exactly(&self, rng: &mut Rng) -> Option<State> {
        if matches!(self.method, Method::Open) {
            return Some(self.facts.known);
        }
        exact::draw(&self.facts, rng).map(|split| self.facts.assemble(&split, rng))
    }

    fn propose(&self, rng: &mut Rng) -> Option<Split<BOXES>> {
        match &self.method {
            Method::Quick(quick) => Some(quick.draw(rng)),
            Method::Spread(spread) => Some(spread.draw(rng)),
            Method::Open | Method::Impossible => None,
        }
    }
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
