//! A gambler who wants to get from some coins to `goal`, wins a throw with `odds.0` against `odds.1`, and may stake as
//! much as is left or needed. Losing and winning back leads to the same state, so plays can be endless.

use game::{Game, Perfect, Player, Turn};

/// The rules.
pub(crate) struct Ruin {
    pub(crate) start: u8,
    pub(crate) goal: u8,
    pub(crate) odds: (u32, u32),
}

impl Game for Ruin {
    /// Coins, and the stake on the table.
    type State = (u8, u8);
    /// A stake; for chance: 1 won, 0 lost.
    type Move = u8;

    fn players(&self) -> usize {
        1
    }

    fn chance(&self) -> bool {
        true
    }

    fn initial(&self) -> (u8, u8) {
        (self.start, 0)
    }

    fn turn(&self, s: &(u8, u8)) -> Turn {
        match s {
            (_, stake) if *stake > 0 => Turn::Chance,
            (coins, _) if *coins == 0 || *coins >= self.goal => Turn::Over,
            _ => Turn::Player(Player(0)),
        }
    }

    fn moves(&self, s: &(u8, u8), out: &mut Vec<u8>) {
        match self.turn(s) {
            Turn::Chance => out.extend([0, 1]),
            Turn::Player(_) => out.extend(1..=s.0.min(self.goal - s.0)),
            Turn::Over => {}
        }
    }

    fn apply(&self, s: &mut (u8, u8), mv: u8) {
        *s = match (s.1, mv) {
            (0, stake) => (s.0, stake),
            (stake, 1) => (s.0 + stake, 0),
            (stake, _) => (s.0 - stake, 0),
        };
    }

    fn score(&self, s: &(u8, u8), _p: Player) -> i32 {
        i32::from(s.0 >= self.goal)
    }

    fn weight(&self, _s: &(u8, u8), mv: u8) -> u32 {
        if mv == 1 { self.odds.0 } else { self.odds.1 }
    }
}

impl Perfect for Ruin {}
