//! What a deal of Schnapsen is worth, as data; the words for it are in `show`.

use crate::Schnapsen;
use crate::state::{Closing, State};
use cards::Card;

/// How a deal ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Ending {
    /// This player said that he has 66.
    Claim(u8),
    /// The rules counted 66 for this player.
    Counted(u8),
    /// This player took the last trick, and nobody had 66.
    LastTrick(u8),
    /// This player closed the talon and did not reach 66.
    Failed(u8),
}

/// A finished deal: every number of its score sheet.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Outcome {
    /// The card that was turned up.
    pub turned: Card,
    /// Who led first.
    pub forehand: u8,
    /// How the deal ended.
    pub ending: Ending,
    /// Points in tricks.
    pub tricks: [u16; 2],
    /// Marriages, counted only where the player has a trick.
    pub marriages: [u16; 2],
    /// How many tricks each took.
    pub count: [u8; 2],
    /// Who closed the talon.
    pub closed: Option<Closing>,
    /// Who won.
    pub winner: u8,
    /// How many game points.
    pub worth: i16,
}

impl Schnapsen {
    /// What winning against this player is worth now.
    pub(crate) fn price(&self, s: &State, loser: u8) -> i16 {
        let [won, poor, trickless] = self.rules.prices;
        match (s.tricks[usize::from(loser & 1)], s.total(loser)) {
            (0, _) => trickless,
            (_, ..33) => poor,
            _ => won,
        }
    }

    /// The score of the deal of `s` if it ends so.
    pub fn outcome(&self, s: &State, ending: Ending) -> Outcome {
        let lost = |by: u8| self.rules.fails[usize::from(s.tricks[usize::from(1 - (by & 1))] == 0)];
        let right = |p: u8| match s.closed {
            Some(closing) if closing.by == p => closing.wins,
            Some(closing) => closing.loses,
            None => self.price(s, 1 - (p & 1)),
        };
        let (winner, worth) = match ending {
            Ending::Claim(p) if s.total(p) >= 66 => (p, right(p)),
            // A wrong claim is never cheaper than losing as one stands.
            Ending::Claim(p) => (1 - (p & 1), lost(p).max(right(1 - (p & 1)))),
            Ending::Counted(p) => (p, right(p)),
            Ending::LastTrick(p) => (p, self.rules.last),
            Ending::Failed(p) => (1 - (p & 1), right(1 - (p & 1))),
        };
        let marriages =
            [0u8, 1].map(|p| if s.tricks[usize::from(p)] > 0 { s.bonus(usize::from(p)) } else { 0 });
        Outcome {
            turned: s.turned,
            forehand: s.forehand(),
            ending,
            tricks: s.taken.map(u16::from),
            marriages,
            count: s.tricks,
            closed: s.closed,
            winner,
            worth,
        }
    }
}
