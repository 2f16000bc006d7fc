//! How often a kind of card is played in a kind of situation.
//!
//! A card is one of eight kinds: it takes the trick (or, led, nothing can beat it) or not, it is worth much or little, it is a
//! trump or not. A situation is where in the trick the player sits, whether his side holds it, and which kinds of card he may
//! play. Counts of a situation that was seen rarely lean on those of all situations at the same place of the trick.

use super::library::TableError;
use crate::belief::{Habits, Pool, explained, pool_by};
use cards::{Card, Deal, Hand, TrickTaking};
use game::{Belief, Contradiction, WorldsOf};
use std::sync::Arc;

/// How likely the player to move plays a card; 0 if it is not legal.
pub trait Likelihood: Send + Sync {
    /// The likelihood of a card in a deal.
    fn of(&self, deal: &Deal, card: Card) -> f64;
}

impl Likelihood for Habits {
    fn of(&self, deal: &Deal, card: Card) -> f64 {
        self.likelihood(deal, card)
    }
}

const KINDS: usize = 8;
/// Lead; in the middle, the own side holds or not; last, the own side holds or not.
const STAGES: usize = 5;
const SITUATIONS: usize = STAGES << KINDS;
/// How many observations the counts of a stage are worth beside those of the situation itself.
const LEAN: f64 = 6.0;
/// How often any legal card is played, whatever was counted.
const SLACK: f64 = 0.05;

/// Counts of cards played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Statistician {
    counts: Vec<[u32; KINDS]>,
    stages: Vec<[u32; KINDS]>,
}

impl Default for Statistician {
    fn default() -> Statistician {
        Statistician { counts: vec![[0; KINDS]; SITUATIONS], stages: vec![[0; KINDS]; STAGES] }
    }
}

/// A decision as the statistician sees it.
struct Situation {
    stage: usize,
    /// How many legal cards there are of each kind.
    kinds: [u32; KINDS],
    legal: Hand,
}

impl Situation {
    fn of(deal: &Deal) -> Situation {
        let laid = deal.trick.cards();
        let stage = if laid.is_empty() {
            0
        } else {
            let winner = deal.seat(deal.law.winner(laid) as u8);
            let last = deal.trick.len + 1 == deal.players;
            1 + 2 * usize::from(last) + usize::from(deal.side(winner) != deal.side(deal.turn()))
        };
        let legal = deal.legal();
        let mut kinds = [0; KINDS];
        legal.iter().for_each(|card| kinds[kind(deal, card)] += 1);
        Situation { stage, kinds, legal }
    }

    fn place(&self) -> usize {
        let mask = (0..KINDS).fold(0, |mask, k| mask | usize::from(self.kinds[k] > 0) << k);
        self.stage << KINDS | mask
    }
}

/// The kind of a card that may be played.
fn kind(deal: &Deal, card: Card) -> usize {
    let laid = deal.trick.cards();
    let me = deal.turn();
    let takes = if laid.is_empty() {
        let others = deal.seats().filter(|&q| q != me);
        let theirs = others.fold(Hand::EMPTY, |all, q| all.or(deal.hands[usize::from(q & 3)]));
        !theirs.meets(deal.law.above(card))
    } else {
        deal.law.beats(card, laid[deal.law.winner(laid)])
    };
    let worth = |card: Card| i32::from(deal.objective.worth[usize::from(card.0 & 63)]);
    let most = deal.objective.worth.iter().copied().max().unwrap_or(0);
    let rich = worth(card) > 0 && 2 * worth(card) >= i32::from(most);
    let trump = deal.law.trump == Some(card.suit());
    usize::from(takes) | usize::from(rich) << 1 | usize::from(trump) << 2
}

impl Statistician {
    /// Counts a card that was played.
    pub fn saw(&mut self, deal: &Deal, card: Card) {
        let situation = Situation::of(deal);
        if situation.legal.len() > 1 && situation.legal.has(card) {
            let kind = kind(deal, card);
            self.counts[situation.place()][kind] += 1;
            self.stages[situation.stage][kind] += 1;
        }
    }

    /// How many cards were counted.
    pub fn seen(&self) -> u64 {
        self.stages.iter().flatten().map(|&n| u64::from(n)).sum()
    }

    /// As text: a line for every situation that came up.
    pub fn text(&self, game: &str) -> String {
        let mut text = format!("partie statistics 1\ngame: {game}\n\n");
        for (place, counts) in self.counts.iter().enumerate().filter(|(_, c)| c.iter().any(|&n| n > 0)) {
            let numbers: Vec<String> = counts.iter().map(u32::to_string).collect();
            text.push_str(&format!("{place} {}\n", numbers.join(" ")));
        }
        text
    }

    /// Reads such a text: the game it is of, and the counts.
    ///
    /// # Errors
    /// The line that is not understood, and why.
    pub fn parse(text: &str) -> Result<(String, Statistician), TableError> {
        let mut lines = text.lines().enumerate();
        if lines.next().map(|(_, l)| l.trim()) != Some("partie statistics 1") {
            return Err(TableError::Line(1, "it must begin with 'partie statistics 1'".into()));
        }
        let game = lines.next().and_then(|(_, l)| l.strip_prefix("game: "));
        let game = game.ok_or_else(|| TableError::Line(2, "'game: …' is missing".into()))?.trim().to_string();
        let mut read = Statistician::default();
        for (i, line) in lines.filter(|(_, l)| !l.trim().is_empty()) {
            let wanted = || format!("a situation below {SITUATIONS} and {KINDS} counts");
            let fault = || TableError::Line(i + 1, wanted());
            let numbers: Vec<u32> = line.split_whitespace().filter_map(|n| n.parse().ok()).collect();
            let [place, counts @ ..] = numbers.as_slice() else { return Err(fault()) };
            let (place, counts): (usize, [u32; KINDS]) =
                (*place as usize, counts.try_into().map_err(|_| fault())?);
            if place >= SITUATIONS || counts.iter().any(|&n| n > 1 << 24) {
                return Err(fault());
            }
            read.counts[place] = counts;
            for (sum, n) in read.stages[place >> KINDS].iter_mut().zip(counts) {
                *sum = sum.saturating_add(n);
            }
        }
        Ok((game, read))
    }
}

impl Likelihood for Statistician {
    fn of(&self, deal: &Deal, card: Card) -> f64 {
        let situation = Situation::of(deal);
        if !situation.legal.has(card) {
            return 0.0;
        }
        let all = situation.legal.len() as f64;
        if situation.legal.len() == 1 {
            return 1.0;
        }
        let here = |k: usize| situation.kinds[k] > 0;
        let usual = |k: usize| if here(k) { f64::from(self.stages[situation.stage][k]) + 1.0 } else { 0.0 };
        let usual_sum: f64 = (0..KINDS).map(usual).sum();
        let counts = &self.counts[situation.place()];
        let n: f64 = counts.iter().map(|&c| f64::from(c)).sum();
        let k = kind(deal, card);
        let likely = (f64::from(counts[k]) + LEAN * usual(k) / usual_sum) / (n + LEAN);
        SLACK / all + (1.0 - SLACK) * likely / f64::from(situation.kinds[k].max(1))
    }
}

/// The belief that others play as something learned says.
#[derive(Clone)]
pub struct Explained {
    /// Deals drawn and weighed for a view.
    pub deals: usize,
    /// Decides which deals are drawn.
    pub seed: u64,
    /// How others play.
    pub policy: Arc<dyn Likelihood>,
}

impl Explained {
    /// Draws and weighs deals.
    ///
    /// # Errors
    /// What contradicts itself in the view.
    pub fn pool<G: TrickTaking>(&self, game: &G, view: &G::View) -> Result<Pool<G::State>, Contradiction> {
        let me = game.viewer(view);
        let log = |s: &G::State| explained(game, s, me, &|deal, card| self.policy.of(deal, card));
        pool_by(game, view, (self.deals, self.seed), &log)
    }
}

impl<G: TrickTaking> Belief<G> for Explained {
    fn worlds<'a>(&'a self, game: &'a G, view: &G::View) -> Result<WorldsOf<'a, G>, Contradiction> {
        Ok(Box::new(self.pool(game, view)?))
    }
}
