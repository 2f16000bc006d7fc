//! The agents of this crate by name: what they are, what they take, and what makes them.

use crate::Cheater;
use cards::TrickTaking;
use game::Roster;

/// Adds the agents of this crate to the roster of a card game, and how to cheat in it.
pub fn agents<G: TrickTaking + 'static>(roster: &mut Roster<G>) {
    roster.cheats(|_, seed| Box::new(Cheater::new(seed)));
}
