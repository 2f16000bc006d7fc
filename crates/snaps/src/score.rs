//! What a deal of šnaps is worth, as data; the words for it are in `show`.

use crate::Snaps;
use crate::state::State;
use cards::Card;

/// How a deal ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Ending {
    /// This player said dosť.
    Claim(u8),
    /// The rules counted 66 for this player's side.
    Counted(u8),
    /// This player took the last trick, and nobody had claimed.
    LastTrick(u8),
}

/// A finished deal: every number of its score sheet.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Outcome {
    /// Who named the trump card.
    pub chooser: u8,
    /// Which.
    pub called: Card,
    /// Who held it.
    pub holder: u8,
    /// How the deal ended.
    pub ending: Ending,
    /// Points of the chooser's side and of the others in tricks.
    pub tricks: [u16; 2],
    /// Their marriages, counted only where the side has a trick.
    pub marriages: [u16; 2],
    /// How many tricks they took.
    pub count: [u8; 2],
    /// Whether the chooser's side won.
    pub won: bool,
    /// Game points before doubling.
    pub worth: i16,
    /// How often the deal was doubled.
    pub doubled: u8,
    /// What each player wins or loses.
    pub delta: [i16; 4],
}

impl Outcome {
    /// Whether a player is on the chooser's side.
    pub const fn chose(&self, p: u8) -> bool {
        p == self.chooser || p == self.holder
    }

    /// Whether the chooser played alone.
    pub const fn alone(&self) -> bool {
        self.chooser == self.holder
    }
}

impl Snaps {
    /// The score of the deal of `s` if it ends so.
    pub fn outcome(&self, s: &State, ending: Ending) -> Outcome {
        let chooser = s.chooser();
        let holder = s.holder().unwrap_or(chooser);
        let side = s.side(holder);
        let sides = [side, !side & 15];
        let count = sides.map(|side| s.tricks_of(side));
        let totals = sides.map(|side| s.total(side));
        let tricks = sides
            .map(|side| (0..4).filter(|p| side >> p & 1 == 1).map(|p| u16::from(s.taken[p])).sum::<u16>());
        let (by, claimed) = match ending {
            Ending::Claim(p) | Ending::Counted(p) => (p, true),
            Ending::LastTrick(p) => (p, false),
        };
        let mine = usize::from(side >> by & 1 == 0);
        let prices = &self.rules.prices;
        // What a right claim against a side is worth.
        let against = |side: usize| match (count[side], totals[side]) {
            (0, _) => prices.trickless,
            (_, ..33) => prices.poor,
            _ => prices.won,
        };
        let (right, worth) = if !claimed {
            (true, prices.last)
        } else if totals[mine] < 66 {
            // Never cheaper than a right claim of the others would be: nobody gets out of a lost deal by a wrong one.
            (false, prices.wrong.max(against(mine)))
        } else {
            (true, against(1 - mine))
        };
        let won = (mine == 0) == right;
        let g = worth << s.doubled;
        let delta = std::array::from_fn(|p| {
            let chose = side >> p & 1 == 1;
            let share = if chose && side.count_ones() == 1 { 3 * g } else { g };
            if chose == won { share } else { -share }
        });
        Outcome {
            chooser,
            called: s.called,
            holder,
            ending,
            tricks,
            marriages: [totals[0] - if count[0] > 0 { tricks[0] } else { 0 }, totals[1] - tricks[1]],
            count,
            won,
            worth,
            doubled: s.doubled,
            delta,
        }
    }
}
