//! What can go wrong with a player, and what a match does about it. Every host of plays (matches, tournaments, the
//! server) treats faults through a [`Policy`], so a fault means the same everywhere.

use crate::{Advice, Limit, Offer, Player, Rng};
use std::fmt;
use std::time::Duration;

/// Why a player gave no move that can be made. Prints as a sentence without a subject: "took 3 s where 1 s was allowed".
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Fault {
    /// It answered after its time was over.
    Late {
        /// How long it took.
        took: Duration,
        /// How long it had.
        allowed: Duration,
    },
    /// It named something that is not a legal move; the cause in words.
    Illegal(String),
    /// It could not give a move; the cause in words.
    Failed(String),
    /// The program of the agent broke off with this message.
    Panicked(String),
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::Late { took, allowed } => write!(f, "took {took:.1?} where {allowed:.1?} was allowed"),
            Fault::Illegal(cause) => write!(f, "made no legal move: {cause}"),
            Fault::Failed(cause) => write!(f, "gave no move: {cause}"),
            Fault::Panicked(cause) => write!(f, "broke off: {cause}"),
        }
    }
}

impl std::error::Error for Fault {}

/// What is done about a fault.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Remedy {
    /// The player is out and the play ends; everybody else has won.
    #[default]
    Disqualify,
    /// A random legal move is made instead.
    Random,
    /// The first legal move is made instead.
    First,
}

impl Remedy {
    /// All of them, with their names.
    pub const ALL: [(&'static str, Remedy); 3] =
        [("disqualify", Remedy::Disqualify), ("random", Remedy::Random), ("first", Remedy::First)];
}

/// How a match treats faults.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Policy {
    /// What is done about them.
    pub remedy: Remedy,
    /// How long after its time an answer still counts.
    pub grace: Duration,
}

impl Default for Policy {
    /// Disqualifies; an answer may come a little late, because the machine may have been busy with something else.
    fn default() -> Policy {
        Policy { remedy: Remedy::default(), grace: Duration::from_millis(250) }
    }
}

/// A fault in a play and what was done about it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Incident {
    /// Whose fault it was.
    pub player: Player,
    /// The number of moves made before it.
    pub made: usize,
    /// What went wrong.
    pub fault: Fault,
    /// The move that was made instead; `None` if the player was disqualified.
    pub instead: Option<String>,
}

impl fmt::Display for Incident {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "player {} {} after {} moves", self.player, self.fault, self.made)?;
        match &self.instead {
            Some(text) => write!(f, "; '{text}' was made instead"),
            None => f.write_str("; disqualified"),
        }
    }
}

/// What a turn brought.
#[derive(Clone, PartialEq, Debug)]
pub enum Acted {
    /// The player to move made this move.
    Moved(Advice),
    /// Chance brought this event.
    Chance(String),
    /// The player failed, and the policy made a move instead.
    Helped(Incident),
    /// The player failed and is out; the play ends here with [`Policy::scores`].
    Disqualified(Incident),
    /// Nobody who could be asked sits where the turn is.
    Waiting,
    /// The play is over.
    Over,
}

impl Policy {
    /// What an answer is worth that took so long: the advice, or the fault it is.
    ///
    /// # Errors
    /// The fault of the answer, or that it came late.
    pub fn judge(
        &self,
        answer: Result<Advice, Fault>,
        took: Duration,
        limit: &Limit,
    ) -> Result<Advice, Fault> {
        match limit.time {
            Some(allowed) if took > allowed + self.grace => Err(Fault::Late { took, allowed }),
            _ => answer,
        }
    }

    /// The move that is made instead of a faulty one after `made` moves; `None` if the player is out.
    pub fn instead(&self, offers: &[Offer], made: usize) -> Option<String> {
        let at = match self.remedy {
            Remedy::Disqualify => return None,
            Remedy::First => 0,
            Remedy::Random => Rng::new(made as u64).below(offers.len().max(1)),
        };
        offers.get(at).map(|offer| offer.text.clone())
    }

    /// The scores of a play that ended because `out` was disqualified: 1 for everybody else, -1 for `out`.
    pub fn scores(players: usize, out: Player) -> Vec<i32> {
        Player::all(players).map(|p| if p == out { -1 } else { 1 }).collect()
    }
}
