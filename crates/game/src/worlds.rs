//! What a view leaves open: the states it does not rule out. [`Observe::worlds`] prepares them once, so that a search can
//! draw thousands of them; where the game can count, it says how many there are and in what share of them a token lies in
//! a zone.
//!
//! A [`Belief`] stands between an agent and the worlds of a game. The default one, [`Prior`], takes every state for equally
//! likely; a better one gives a state that explains what was seen more weight. [`crate::Agent::believe`] hands it over.

use crate::{Fault, Observe, Rng};
use std::fmt;
use std::sync::Arc;

/// Why no state fits a view. Prints as a sentence without a subject: "player 2 must hold more cards than are left".
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Contradiction(pub String);

impl Contradiction {
    /// The contradiction of this cause.
    pub fn new(cause: impl Into<String>) -> Contradiction {
        Contradiction(cause.into())
    }
}

impl fmt::Display for Contradiction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Contradiction {}

impl From<Contradiction> for Fault {
    fn from(cause: Contradiction) -> Fault {
        Fault::Failed(format!("no state fits what it saw: {cause}"))
    }
}

/// The states that one view does not rule out, prepared for drawing. Law: `view(draw(..)) == v`.
pub trait Worlds<S>: Send + Sync {
    /// A state and its weight. Means over states are means weighted by it; where all states are equally likely it is 1.
    ///
    /// # Errors
    /// Where a view could not be judged when it was prepared: that no state was found.
    fn draw(&self, rng: &mut Rng) -> Result<(S, f64), Contradiction>;

    /// How many states there are; `None` where the game cannot count them.
    fn count(&self) -> Option<u128> {
        None
    }

    /// The share of the states, by their weight, in which a token lies in a zone; `None` where the game cannot tell. The
    /// game says what the numbers mean. In a card game the token is the number of a card and the zone that of the player
    /// who holds it.
    fn share(&self, _token: usize, _zone: usize) -> Option<f64> {
        None
    }
}

/// One state that is known: the worlds of a view that hides nothing.
#[derive(Clone, Debug)]
pub struct Known<S>(pub S);

impl<S: Clone + Send + Sync> Worlds<S> for Known<S> {
    #[inline]
    fn draw(&self, _rng: &mut Rng) -> Result<(S, f64), Contradiction> {
        Ok((self.0.clone(), 1.0))
    }

    fn count(&self) -> Option<u128> {
        Some(1)
    }
}

/// Few states, listed, equally likely. Whoever prepares them has found at least one.
#[derive(Clone, Debug)]
pub struct Listed<S>(Vec<S>);

impl<S> Listed<S> {
    /// The worlds of this list.
    ///
    /// # Errors
    /// That the list is empty.
    pub fn new(states: Vec<S>) -> Result<Listed<S>, Contradiction> {
        if states.is_empty() {
            return Err(Contradiction::new("nothing that could be hidden is left"));
        }
        Ok(Listed(states))
    }
}

impl<S: Clone + Send + Sync> Worlds<S> for Listed<S> {
    fn draw(&self, rng: &mut Rng) -> Result<(S, f64), Contradiction> {
        Ok((self.0[rng.below(self.0.len())].clone(), 1.0))
    }

    fn count(&self) -> Option<u128> {
        Some(self.0.len() as u128)
    }
}

/// Worlds, as a game or a belief gives them: they may borrow from the rule book.
pub type WorldsOf<'a, G> = Box<dyn Worlds<<G as crate::Game>::State> + 'a>;

/// Where the worlds of an agent come from.
pub trait Belief<G: Observe>: Send + Sync {
    /// The worlds of a view, weighted as this belief sees them.
    ///
    /// # Errors
    /// Why no state fits the view.
    fn worlds<'a>(&'a self, game: &'a G, view: &G::View) -> Result<WorldsOf<'a, G>, Contradiction>;
}

/// The belief of somebody who concludes nothing from how others play: the game's own worlds.
#[derive(Clone, Copy, Debug, Default)]
pub struct Prior;

impl<G: Observe> Belief<G> for Prior {
    fn worlds<'a>(&'a self, game: &'a G, view: &G::View) -> Result<WorldsOf<'a, G>, Contradiction> {
        game.worlds(view)
    }
}

/// The belief of somebody who has seen everything: one state, whatever the view.
pub(crate) struct Truth<S>(pub(crate) S);

impl<G: Observe> Belief<G> for Truth<G::State> {
    fn worlds<'a>(&'a self, _game: &'a G, _view: &G::View) -> Result<WorldsOf<'a, G>, Contradiction> {
        Ok(Box::new(Known(self.0.clone())))
    }
}

/// The belief an agent holds; [`Prior`] unless another one was handed over.
pub struct Beliefs<G>(Arc<dyn Belief<G>>);

impl<G: Observe> Default for Beliefs<G> {
    fn default() -> Beliefs<G> {
        Beliefs(Arc::new(Prior))
    }
}

impl<G: Observe> Clone for Beliefs<G> {
    fn clone(&self) -> Beliefs<G> {
        Beliefs(Arc::clone(&self.0))
    }
}

impl<G: Observe> Beliefs<G> {
    /// The belief itself, for somebody who thinks along.
    pub fn shared(&self) -> Arc<dyn Belief<G>> {
        Arc::clone(&self.0)
    }

    /// Holds another belief from now on.
    pub fn hold(&mut self, belief: Arc<dyn Belief<G>>) {
        self.0 = belief;
    }

    /// The worlds of a view.
    ///
    /// # Errors
    /// Why no state fits the view.
    pub fn worlds<'a>(&'a self, game: &'a G, view: &G::View) -> Result<WorldsOf<'a, G>, Contradiction> {
        self.0.worlds(game, view)
    }
}
