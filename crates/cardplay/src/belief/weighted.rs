//! Worlds weighted by what they make of the decisions seen. Deals are drawn uniformly from those the view leaves; each weighs
//! as much as the policy makes the cards and words of the others likely in it; draws are then made by weight (sampling and
//! importance resampling).

use super::Habits;
use cards::{Card, Deal, Hand, TrickTaking};
use game::{Belief, Contradiction, Player, Rng, Worlds, WorldsOf};

/// The belief that others play by habit.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Weighted {
    /// Deals drawn and weighed for a view.
    pub deals: usize,
    /// How others play.
    pub habits: Habits,
    /// Decides which deals are drawn.
    pub seed: u64,
}

impl Default for Weighted {
    fn default() -> Weighted {
        Weighted { deals: 2000, habits: Habits::default(), seed: 1 }
    }
}

/// Deals with their weights, in the order they were drawn.
#[derive(Clone, Debug)]
pub struct Pool<S> {
    states: Vec<S>,
    hands: Vec<[Hand; 4]>,
    /// The weights of all deals up to each.
    sums: Vec<f64>,
    effective: f64,
}

impl<S> Pool<S> {
    /// The deals.
    pub fn states(&self) -> &[S] {
        &self.states
    }

    /// The number of effective samples, `(Σw)² / Σw²`: how many equally weighted deals tell as much.
    pub fn effective(&self) -> f64 {
        self.effective
    }

    fn total(&self) -> f64 {
        self.sums.last().copied().unwrap_or(0.0)
    }

    fn weight(&self, i: usize) -> f64 {
        self.sums[i] - if i == 0 { 0.0 } else { self.sums[i - 1] }
    }
}

impl<S: Clone + Send + Sync> Worlds<S> for Pool<S> {
    /// A deal by its weight; so every draw weighs 1.
    fn draw(&self, rng: &mut Rng) -> Result<(S, f64), Contradiction> {
        let at = rng.unit() * self.total();
        let found = self.sums.partition_point(|&sum| sum <= at).min(self.states.len().saturating_sub(1));
        let state = self.states.get(found).ok_or_else(|| Contradiction::new("no deal was drawn"))?;
        Ok((state.clone(), 1.0))
    }

    fn share(&self, card: usize, player: usize) -> Option<f64> {
        let card = Card(u8::try_from(card).ok()?);
        let with =
            self.hands.iter().enumerate().filter(|(_, hands)| hands.get(player).is_some_and(|h| h.has(card)));
        let sum: f64 = with.map(|(i, _)| self.weight(i)).sum();
        (player < 4 && self.total() > 0.0).then(|| sum / self.total())
    }
}

/// The logarithm of how likely the others would have said and played what they did in this deal, `me` knowing his own
/// reasons. Only differences between deals count.
pub(crate) fn explained<G: TrickTaking>(
    game: &G,
    s: &G::State,
    me: Option<Player>,
    likely: &dyn Fn(&Deal, Card) -> f64,
) -> f64 {
    let others = Player::all(game.players()).filter(|&p| Some(p) != me);
    let mut log: f64 = others.map(|p| game.spoken(s, p).max(1e-9).ln()).sum();
    let Some(first) = game.opening(s) else { return log };
    let Some(mut deal) = game.in_play(&first) else { return log };
    for card in game.plays(s).into_iter().skip(game.plays(&first).len()) {
        if Some(Player(deal.turn())) != me {
            // A card the data does not allow here (a claim ended it there) tells nothing.
            let likely = likely(&deal, card);
            log += if likely > 0.0 { likely.ln() } else { 0.0 };
        }
        deal.play(card);
    }
    log
}

/// Draws so many deals with a seed and weighs them by the exponential of `log`.
pub(crate) fn pool_by<G: TrickTaking>(
    game: &G,
    view: &G::View,
    (deals, seed): (usize, u64),
    log: &dyn Fn(&G::State) -> f64,
) -> Result<Pool<G::State>, Contradiction> {
    let worlds = game.worlds(view)?;
    let mut rng = Rng::new(seed);
    let few = worlds.count().is_some_and(|n| n == 1);
    let deals = if few { 1 } else { deals.max(1) };
    let (mut states, mut logs) = (Vec::with_capacity(deals), Vec::with_capacity(deals));
    for _ in 0..deals {
        let (s, weight) = worlds.draw(&mut rng)?;
        logs.push(log(&s) + weight.ln());
        states.push(s);
    }
    let most = logs.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let (mut sum, mut squares) = (0.0, 0.0);
    let mut sums = Vec::with_capacity(deals);
    for log in logs {
        let weight = (log - most).exp();
        sum += weight;
        squares += weight * weight;
        sums.push(sum);
    }
    let hand = |s: &G::State, p: usize| {
        if p < game.players() { game.hand(s, Player(p as u8)) } else { Hand::EMPTY }
    };
    let hands = states.iter().map(|s| std::array::from_fn(|p| hand(s, p))).collect();
    Ok(Pool { states, hands, sums, effective: sum * sum / squares })
}

impl Weighted {
    /// The logarithm of how likely the others would have said and played what they did in this deal, `me` knowing his own
    /// reasons. Only differences between deals count.
    pub fn log_likelihood<G: TrickTaking>(&self, game: &G, s: &G::State, me: Option<Player>) -> f64 {
        explained(game, s, me, &|deal, card| self.habits.likelihood(deal, card))
    }

    /// Draws and weighs deals.
    ///
    /// # Errors
    /// What contradicts itself in the view.
    pub fn pool<G: TrickTaking>(&self, game: &G, view: &G::View) -> Result<Pool<G::State>, Contradiction> {
        let me = game.viewer(view);
        pool_by(game, view, (self.deals, self.seed), &|s| self.log_likelihood(game, s, me))
    }
}

impl<G: TrickTaking> Belief<G> for Weighted {
    fn worlds<'a>(&'a self, game: &'a G, view: &G::View) -> Result<WorldsOf<'a, G>, Contradiction> {
        Ok(Box::new(self.pool(game, view)?))
    }
}
