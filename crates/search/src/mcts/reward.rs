//! Rewards between 0 and 1 from final scores, for the agents that average plays.

use crate::stake::{Result3, margin, result};
use game::{Game, Player};

/// What the averages are about.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Aim {
    /// Half the outcome, half the margin: win first, then win high. Where the margin says no more than who won, this
    /// is the same as the others.
    #[default]
    Mixed,
    /// The outcome only.
    Win,
    /// The margin only.
    Score,
}

impl Aim {
    /// The aim of that name.
    pub(crate) fn named(name: &str) -> Aim {
        match name {
            "win" => Aim::Win,
            "score" => Aim::Score,
            _ => Aim::Mixed,
        }
    }
}

/// Turns final states into rewards. Margins are scaled by the largest seen so far.
#[derive(Clone, Debug)]
pub(crate) struct Rewards {
    aim: Aim,
    largest: i64,
    /// The smallest margin seen that is not 0.
    smallest: i64,
}

impl Rewards {
    pub(crate) fn new(aim: Aim) -> Rewards {
        Rewards { aim, largest: 0, smallest: i64::MAX }
    }

    /// The reward of each player in a finished state; all even in an unfinished one.
    pub(crate) fn of<G: Game>(&mut self, game: &G, s: &G::State, over: bool, out: &mut Vec<f64>) {
        out.clear();
        for p in Player::all(game.players()) {
            out.push(if over { self.one(game, s, p) } else { 0.5 });
        }
    }

    /// Whether some wins are better than others, so that a proven win is not yet the best there is.
    pub(crate) fn graded(&self) -> bool {
        self.aim != Aim::Win && self.smallest < self.largest
    }

    fn one<G: Game>(&mut self, game: &G, s: &G::State, p: Player) -> f64 {
        let won = match result(game, s, p) {
            Result3::Won => 1.0,
            Result3::Drawn => 0.5,
            Result3::Lost => 0.0,
        };
        if self.aim == Aim::Win {
            return won;
        }
        let margin = margin(game, s, p);
        self.largest = self.largest.max(margin.abs());
        if margin != 0 {
            self.smallest = self.smallest.min(margin.abs());
        }
        let high = 0.5 + 0.5 * margin as f64 / self.largest.max(1) as f64;
        if self.aim == Aim::Score { high } else { 0.5 * (won + high) }
    }
}
