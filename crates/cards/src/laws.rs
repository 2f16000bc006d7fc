//! The laws every card game of the house keeps, checked along random matches in a loop fast enough for millions: notation
//! reads back, no view shows or knows what it may not, a world drawn from a view looks the same and offers the mover the
//! same moves. What is a law of one game only (where its cards lie, how points add up) the game tells by [`Lawful`].

use crate::{Hand, TrickTaking};
use game::{Player, Rng, Show, Turn};
use std::fmt;

/// A card game whose random matches can be checked with [`audit`].
pub trait Lawful: TrickTaking + Show {
    /// The move at which the views of a match are looked at is drawn from this range.
    const LOOK: std::ops::Range<usize>;

    /// A random move in a match of this number. A game may steer its matches towards what chance seldom plays.
    fn stray(
        &self,
        s: &Self::State,
        _number: u64,
        rng: &mut Rng,
        scratch: &mut Vec<Self::Move>,
    ) -> Option<Self::Move> {
        self.pick(s, rng, scratch)
    }

    /// The laws of every state: each card lies in one place, points and scores add up.
    ///
    /// # Errors
    /// The law that does not hold.
    fn whole(&self, s: &Self::State) -> Result<(), Broken>;

    /// That a view of this state shows nothing its owner may not see, and that what it knows is so.
    ///
    /// # Errors
    /// What it shows or knows wrongly.
    fn discreet(&self, s: &Self::State, who: Option<Player>, v: &Self::View) -> Result<(), Broken>;

    /// Whether a world of this viewer is drawn in the match of this number.
    fn drawn(&self, _s: &Self::State, _number: u64, _who: Option<Player>) -> bool {
        true
    }
}

/// A law that does not hold, as a sentence.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Broken(pub String);

impl From<&str> for Broken {
    fn from(law: &str) -> Broken {
        Broken(law.to_string())
    }
}

impl fmt::Display for Broken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Broken {}

/// A law that did not hold, and where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Violation {
    /// The match, from 0.
    pub number: u64,
    /// The move within the match, from 0.
    pub step: usize,
    /// The move.
    pub mv: String,
    /// What did not hold.
    pub law: String,
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "match {}, move {} {}: {}", self.number, self.step, self.mv, self.law)
    }
}

impl std::error::Error for Violation {}

/// Plays `matches` random matches and checks them; returns the number of moves made.
///
/// # Errors
/// The first law that did not hold.
pub fn audit<G: Lawful>(game: &G, matches: u64, seed: u64) -> Result<u64, Violation> {
    let mut rng = Rng::new(seed);
    let mut scratch = Vec::new();
    let mut made = 0;
    for number in 0..matches {
        let mut s = game.initial();
        let look = G::LOOK.start + rng.below(G::LOOK.len());
        let mut step = 0;
        while let Some(mv) = game.stray(&s, number, &mut rng, &mut scratch) {
            let violation = |Broken(law)| Violation { number, step, mv: format!("{mv:?}"), law };
            if !game.legal(&s, mv) {
                return Err(violation("it is not legal".into()));
            }
            if game.turn(&s) != Turn::Chance && game.parse(&s, &game.text(&s, mv)) != Ok(mv) {
                return Err(violation("its notation does not read back".into()));
            }
            if step == look {
                views(game, &s, number, &mut rng).map_err(violation)?;
            }
            game.apply(&mut s, mv);
            game.whole(&s).map_err(violation)?;
            step += 1;
        }
        made += step as u64;
    }
    Ok(made)
}

/// The law that each of the `dealt` cards of a pack lies in exactly one of these places.
///
/// # Errors
/// A card is in two places, or in none.
pub fn conserved(places: impl IntoIterator<Item = Hand>, dealt: usize, pack: Hand) -> Result<(), Broken> {
    let mut all = Hand::EMPTY;
    for cards in places {
        if all.meets(cards) {
            return Err("a card lies in two places".into());
        }
        all = all.or(cards);
    }
    if all.len() == dealt && pack.covers(all) { Ok(()) } else { Err("a card is lost or invented".into()) }
}

/// The law that what a view knows of hands is so: nobody holds a card that was ruled out, everybody those that are certain.
///
/// # Errors
/// It is not.
pub fn known(hands: &[Hand], may: &[Hand], has: &[Hand]) -> Result<(), Broken> {
    let wrong = |p: usize| !may[p].covers(hands[p]) || !hands[p].covers(has[p]);
    if (0..hands.len()).any(wrong) { Err("a view knows what is not so".into()) } else { Ok(()) }
}

/// Looks at a state with everybody's eyes.
fn views<G: Lawful>(game: &G, s: &G::State, number: u64, rng: &mut Rng) -> Result<(), Broken> {
    let (mut here, mut there) = (Vec::new(), Vec::new());
    game.moves(s, &mut here);
    for who in Player::all(game.players()).map(Some).chain([None]) {
        let v = game.view(s, who);
        game.discreet(s, who, &v)?;
        if !game.drawn(s, number, who) {
            continue;
        }
        let world =
            game.sample(&v, rng).map_err(|cause| Broken(format!("a view contradicts itself: {cause}")))?;
        if game.view(&world, who) != v {
            return Err(Broken(format!("a world drawn for {who:?} looks different")));
        }
        game.whole(&world).map_err(|law| Broken(format!("in a world drawn for {who:?}, {law}")))?;
        there.clear();
        game.moves(&world, &mut there);
        if who.is_some() && game.turn(s).player() == who && here != there {
            return Err("the mover's moves depend on hidden cards".into());
        }
    }
    Ok(())
}
