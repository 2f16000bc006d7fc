//! Rewards around 0.5 from final scores, for the agents that average plays.
//!
//! In a game played for money ([`Game::stake`]) the reward is the money itself, in units of the stake and not cut off:
//! what is averaged is then the expected gain, a doubled deal weighs twice as much, and a rare large sum seen once does
//! not shrink all others. Everywhere else rewards lie between 0 and 1.

use crate::stake::{Result3, margin, result};
use game::{Game, Player};

/// What the averages are about.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Aim {
    /// Half the outcome, half the margin: win first, then win high. Where the margin says no more than who won, this
    /// is the same as the others. In a game played for money it is the money.
    #[default]
    Mixed,
    /// The outcome only.
    Win,
    /// The margin only; in a game played for money, the money.
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

/// Turns final states into rewards. Without a stake margins are scaled by the largest seen so far.
#[derive(Clone, Debug)]
pub(crate) struct Rewards {
    aim: Aim,
    /// What one unit of reward is in money, twice the stake; `None` if the game is not played for money.
    unit: Option<f64>,
    /// The scores from which money is counted.
    base: Vec<i32>,
    largest: i64,
    /// The smallest margin seen that is not 0.
    smallest: i64,
}

impl Rewards {
    /// Rewards of this aim; [`begin`](Rewards::begin) comes next.
    pub(crate) fn new(aim: Aim) -> Rewards {
        Rewards { aim, unit: None, base: Vec::new(), largest: 0, smallest: i64::MAX }
    }

    /// From now on money is counted from the scores of `root`.
    pub(crate) fn begin<G: Game>(&mut self, game: &G, root: &G::State) {
        let stake = game.stake().filter(|_| self.aim != Aim::Win);
        self.unit = stake.map(|stake| 2.0 * f64::from(stake.max(1)));
        self.base = Player::all(game.players()).map(|p| game.score(root, p)).collect();
    }

    /// The reward of each player. `over`: the deal is settled; a play given up before that is even, but for money won
    /// or lost meanwhile.
    pub(crate) fn of<G: Game>(&mut self, game: &G, s: &G::State, over: bool, out: &mut Vec<f64>) {
        out.clear();
        for p in Player::all(game.players()) {
            out.push(match self.unit {
                Some(unit) => {
                    let gain = f64::from(game.score(s, p)) - f64::from(self.base[p.index()]);
                    0.5 + gain / unit
                }
                None if over => self.one(game, s, p),
                None => 0.5,
            });
        }
    }

    /// Whether some wins are better than others, so that a proven win is not yet the best there is.
    pub(crate) fn graded(&self) -> bool {
        self.unit.is_some() || (self.aim != Aim::Win && self.smallest < self.largest)
    }

    /// Whether money is averaged.
    pub(crate) fn money(&self) -> bool {
        self.unit.is_some()
    }

    /// The average reward as people read it: money gained where the game is played for it.
    pub(crate) fn worth(&self, mean: f64) -> f64 {
        self.unit.map_or(mean, |unit| (mean - 0.5) * unit)
    }

    /// What to say of the best move: the money to be expected, where the game is played for it.
    pub(crate) fn reason(&self, mean: f64) -> Option<String> {
        self.unit.map(|_| format!("{:+.2} expected", self.worth(mean)))
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

#[cfg(test)]
mod tests {
    use super::*;
    use game::Turn;

    /// Two players; the state is what the first has won.
    struct Purse(Option<i32>);

    impl Game for Purse {
        type State = i32;
        type Move = u8;
        fn players(&self) -> usize {
            2
        }
        fn initial(&self) -> i32 {
            0
        }
        fn turn(&self, _: &i32) -> Turn {
            Turn::Over
        }
        fn moves(&self, _: &i32, _: &mut Vec<u8>) {}
        fn apply(&self, _: &mut i32, _: u8) {}
        fn score(&self, s: &i32, p: Player) -> i32 {
            if p.0 == 0 { *s } else { -*s }
        }
        fn stake(&self) -> Option<i32> {
            self.0
        }
    }

    fn rewards(purse: &Purse, aim: Aim, root: i32, ends: &[i32]) -> Vec<f64> {
        let mut rewards = Rewards::new(aim);
        rewards.begin(purse, &root);
        let mut out = Vec::new();
        let first = |s: &i32| {
            rewards.of(purse, s, true, &mut out);
            assert!((out[0] + out[1] - 1.0).abs() < 1e-12, "what one wins the other loses");
            out[0]
        };
        ends.iter().map(first).collect()
    }

    #[test]
    fn money_is_counted_as_it_is_from_where_the_deal_began() {
        let purse = Purse(Some(10));
        for aim in [Aim::Mixed, Aim::Score] {
            assert_eq!(rewards(&purse, aim, 0, &[0, 10, 20, -4000, 10]), [0.5, 1.0, 1.5, -199.5, 1.0]);
            assert_eq!(rewards(&purse, aim, 100, &[100, 110, 90]), [0.5, 1.0, 0.0]);
        }
        assert_eq!(rewards(&purse, Aim::Win, 0, &[1, 400, 0]), [1.0, 1.0, 0.5]);
        let mut money = Rewards::new(Aim::Mixed);
        money.begin(&purse, &0);
        assert_eq!((money.worth(1.5), money.reason(0.25)), (20.0, Some("-5.00 expected".to_string())));
    }

    #[test]
    fn where_winning_comes_first_rewards_stay_between_0_and_1() {
        let mixed = rewards(&Purse(None), Aim::Mixed, 0, &[5, 10, -1, 0]);
        assert_eq!(mixed, [1.0, 1.0, 0.225, 0.5]);
        assert!(
            rewards(&Purse(None), Aim::Score, 0, &[3, -3000, 2999]).iter().all(|r| (0.0..=1.0).contains(r))
        );
    }
}
