//! The sequential probability ratio test (Wald 1945) in its generalised form for results with several outcomes (GSPRT), as
//! engine testers use it: after every deal the log-likelihood ratio of the two hypotheses is compared with two bounds, and
//! the meeting ends as soon as one is passed. Deals, not plays, are the independent trials: the plays of one deal share its
//! chance, and taking them together is what makes pairs ("pentanomial") tests sharper than tests of single plays.

use crate::log::Played;
use crate::plan::Sprt;

/// What a test says so far.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// Not enough was seen.
    Open,
    /// The first hypothesis: the difference is at most `elo0`.
    First,
    /// The second hypothesis: the difference is at least `elo1`.
    Second,
}

/// A test after some deals.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct State {
    /// The log-likelihood ratio.
    pub llr: f64,
    /// Below this the first hypothesis is accepted.
    pub lower: f64,
    /// Above this the second hypothesis is accepted.
    pub upper: f64,
    /// What follows.
    pub verdict: Verdict,
}

/// The expected share of points for a difference in Elo.
pub fn expected(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// The deals of a meeting, summed up: what the test needs to know of them.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Tally {
    deals: f64,
    sum: f64,
    squares: f64,
    /// The points and plays of the deal that is not complete yet.
    open: (f64, u32),
}

impl Tally {
    /// Adds a play, from the side of one of its players.
    pub fn add(&mut self, play: &Played, player: usize) {
        let winners = game::outcome(&play.scores);
        let seat = play.seats.iter().position(|&p| p == player);
        self.open.0 += match seat {
            _ if winners.is_empty() => 0.5,
            Some(seat) if winners.iter().any(|w| w.index() == seat) => 1.0,
            _ => 0.0,
        };
        self.open.1 += 1;
        if play.last {
            let (sum, plays) = std::mem::take(&mut self.open);
            self.deal(sum / f64::from(plays));
        }
    }

    /// Adds a deal in which the player had this share of the points.
    pub fn deal(&mut self, share: f64) {
        self.deals += 1.0;
        self.sum += share;
        self.squares += share * share;
    }

    /// Whether every deal is complete.
    pub fn whole(&self) -> bool {
        self.open.1 == 0
    }

    /// The test after these deals.
    pub fn test(&self, sprt: &Sprt) -> State {
        let lower = (sprt.beta / (1.0 - sprt.alpha)).ln();
        let upper = ((1.0 - sprt.beta) / sprt.alpha).ln();
        let n = self.deals;
        let (s0, s1) = (expected(sprt.elo0), expected(sprt.elo1));
        let mean = self.sum / n.max(1.0);
        // A first guess of one deal split evenly keeps the variance above 0 while all deals are alike.
        let variance = ((self.squares - n * mean * mean).max(0.0) + 0.25) / (n + 1.0);
        let llr = n * (s1 - s0) * (2.0 * mean - s0 - s1) / (2.0 * variance);
        let verdict = match llr {
            llr if llr >= upper => Verdict::Second,
            llr if llr <= lower => Verdict::First,
            _ => Verdict::Open,
        };
        State { llr, lower, upper, verdict }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::Rng;

    /// How often the second hypothesis is accepted when the truth is `elo`, and the mean number of deals.
    fn accepted(elo: f64, sprt: &Sprt, runs: u32) -> (f64, f64) {
        let mut rng = Rng::new(7);
        let (mut yes, mut total) = (0, 0);
        for _ in 0..runs {
            let (mut tally, mut deals) = (Tally::default(), 0u32);
            loop {
                // A deal of two plays, each won with the expected share.
                let play =
                    |rng: &mut Rng| f64::from(u8::from((rng.below(1_000_000) as f64) < expected(elo) * 1e6));
                tally.deal((play(&mut rng) + play(&mut rng)) / 2.0);
                deals += 1;
                match tally.test(sprt).verdict {
                    Verdict::Open => {}
                    Verdict::First => break,
                    Verdict::Second => {
                        yes += 1;
                        break;
                    }
                }
            }
            total += deals;
        }
        (f64::from(yes) / f64::from(runs), f64::from(total) / f64::from(runs))
    }

    #[test]
    fn errors_stay_within_what_was_asked() {
        let sprt = Sprt { elo0: 0.0, elo1: 60.0, alpha: 0.05, beta: 0.05 };
        let (wrong, _) = accepted(0.0, &sprt, 600);
        let (right, deals) = accepted(60.0, &sprt, 600);
        assert!(wrong < 0.075, "{wrong} false alarms");
        assert!(right > 0.925, "{right} found");
        // A fixed number of deals with the same errors needs (1.645 · 2)² variance / difference² ≈ 184 of them.
        assert!(deals < 184.0, "{deals} deals on average");
    }
}
