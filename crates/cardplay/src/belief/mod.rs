//! What a player may conclude about hidden cards, in three ways:
//!
//! - *exact* ([`counted`]): all deals that everything seen leaves, counted, and for every card and player the share of them;
//! - *weighted* ([`Weighted`]): the same deals, each as likely as it makes the decisions seen, as in Skat (Kermit: Buro, Long,
//!   Furtak, Sturtevant 2009; Rebstock et al. 2019); a [`game::Belief`] that any agent can hold;
//! - the approximate table of the thesis on šnaps ([`thesis`]), kept for comparison.

mod habit;
pub mod thesis;
mod weighted;

pub use habit::Habits;
pub use weighted::{Pool, Weighted};
pub(crate) use weighted::{explained, pool_by};

use cards::{Card, Hand, TrickTaking};
use game::{Contradiction, Player, Rng, Worlds};

/// Deals drawn for a table where the game cannot count.
const DRAWS: usize = 20_000;

/// How a table was made.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Made {
    /// All deals were counted.
    Counted,
    /// From so many deals drawn, worth so many independent ones.
    Drawn {
        /// How many were drawn.
        deals: usize,
        /// The number of effective samples, `(Σw)² / Σw²`.
        effective: f64,
    },
    /// By the rules of the thesis.
    Thesis,
}

/// Where the cards may be that a player has not seen.
#[derive(Clone, PartialEq, Debug)]
pub struct Table {
    /// How it was made.
    pub made: Made,
    /// How many deals are possible, where the game can count them.
    pub deals: Option<u128>,
    /// For each unseen card, how likely each player holds it; what is missing to 1 lies elsewhere.
    pub rows: Vec<(Card, Vec<f64>)>,
}

impl Table {
    /// The greatest and the mean absolute difference of two tables of the same cards.
    pub fn distance(&self, other: &Table) -> (f64, f64) {
        let (mut most, mut sum, mut n) = (0.0f64, 0.0, 0u32);
        for (card, shares) in &self.rows {
            let Some((_, there)) = other.rows.iter().find(|(c, _)| c == card) else { continue };
            for (a, b) in shares.iter().zip(there) {
                most = most.max((a - b).abs());
                sum += (a - b).abs();
                n += 1;
            }
        }
        (most, if n == 0 { 0.0 } else { sum / f64::from(n) })
    }
}

/// The cards that the owner of a view has not seen: neither his own nor played. `s` is any state of the view.
pub fn unseen<G: TrickTaking>(game: &G, view: &G::View, s: &G::State) -> Hand {
    let played: Hand = game.plays(s).into_iter().collect();
    let own = game.viewer(view).map_or(Hand::EMPTY, |p| game.hand(s, p));
    game.deck().cards().minus(played).minus(own)
}

/// The shares that worlds tell.
fn told<S>(worlds: &dyn Worlds<S>, cards: Hand, players: usize) -> Option<Vec<(Card, Vec<f64>)>> {
    cards
        .iter()
        .map(|card| {
            let shares =
                (0..players).map(|p| worlds.share(usize::from(card.0), p)).collect::<Option<Vec<f64>>>();
            shares.map(|shares| (card, shares))
        })
        .collect()
}

/// The deals that a view leaves, counted; drawn where the game cannot count them.
///
/// # Errors
/// What contradicts itself in the view.
pub fn counted<G: TrickTaking>(game: &G, view: &G::View, seed: u64) -> Result<Table, Contradiction> {
    let worlds = game.worlds(view)?;
    let mut rng = Rng::new(seed);
    let (s, _) = worlds.draw(&mut rng)?;
    let cards = unseen(game, view, &s);
    if let Some(rows) = told(&*worlds, cards, game.players()) {
        return Ok(Table { made: Made::Counted, deals: worlds.count(), rows });
    }
    let mut held = vec![vec![0u32; game.players()]; 64];
    for _ in 0..DRAWS {
        let (s, _) = worlds.draw(&mut rng)?;
        for p in Player::all(game.players()) {
            game.hand(&s, p).iter().for_each(|card| held[usize::from(card.0 & 63)][p.index()] += 1);
        }
    }
    let share = |&n: &u32| f64::from(n) / DRAWS as f64;
    let row = |card: Card| (card, held[usize::from(card.0 & 63)].iter().map(share).collect());
    let made = Made::Drawn { deals: DRAWS, effective: DRAWS as f64 };
    Ok(Table { made, deals: worlds.count(), rows: cards.iter().map(row).collect() })
}

/// The deals that a view leaves, each as likely as it makes what was seen.
///
/// # Errors
/// What contradicts itself in the view.
pub fn weighted<G: TrickTaking>(game: &G, view: &G::View, belief: &Weighted) -> Result<Table, Contradiction> {
    let pool = belief.pool(game, view)?;
    let Some(first) = pool.states().first() else { return Err(Contradiction::new("no deal was drawn")) };
    let cards = unseen(game, view, first);
    let rows = told(&pool, cards, game.players()).unwrap_or_default();
    let made = Made::Drawn { deals: pool.states().len(), effective: pool.effective() };
    Ok(Table { made, deals: game.worlds(view)?.count(), rows })
}
