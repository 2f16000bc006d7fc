//! Ratings by the model of Bradley and Terry (1952), fitted by the minorisation of Hunter (2004), on the scale of Elo. A play
//! of several is taken as comparisons of every two of its players; a draw is half a win for both. Everybody has one drawn
//! comparison with an average player beforehand, so that a player who won everything has a rating too.
//!
//! Intervals come from resampling the independent units of a tournament (deals) with replacement (Efron's bootstrap): the
//! plays of one deal share its chance, and only whole deals are independent.

use crate::log::Played;
use game::Rng;
use std::collections::BTreeMap;

/// Samples drawn for an interval.
const SAMPLES: usize = 400;

/// A rating with its 95 % interval.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Rating {
    /// In Elo; the mean of all players is 0.
    pub elo: f64,
    /// The interval; `None` where fewer than five independent deals were played.
    pub interval: Option<(f64, f64)>,
}

/// What one unit brought: for every two players who met in it the points of the first against the second, and how many
/// comparisons.
type Unit = Vec<((usize, usize), (f64, f64))>;
/// The same while it is being added up.
type Adding = BTreeMap<(usize, usize), (f64, f64)>;

/// The ratings of all players. `chance`: whether a deal brings the same chance to every meeting, so that only different deals
/// are independent; otherwise meetings are.
pub fn ratings(players: usize, played: &[Played], chance: bool) -> Vec<Rating> {
    let mut units: BTreeMap<(u32, u32, u32), Adding> = BTreeMap::new();
    for play in played {
        let key = if chance { (0, 0, play.deal) } else { (play.stage, play.meeting, play.deal) };
        let unit = units.entry(key).or_default();
        for (i, &a) in play.seats.iter().enumerate() {
            for (j, &b) in play.seats.iter().enumerate().skip(i + 1) {
                let points = match play.scores[i].cmp(&play.scores[j]) {
                    std::cmp::Ordering::Greater => 1.0,
                    std::cmp::Ordering::Equal => 0.5,
                    std::cmp::Ordering::Less => 0.0,
                };
                let (key, points) = if a < b { ((a, b), points) } else { ((b, a), 1.0 - points) };
                let entry = unit.entry(key).or_default();
                *entry = (entry.0 + points, entry.1 + 1.0);
            }
        }
    }
    let units: Vec<Unit> = units.into_values().map(|unit| unit.into_iter().collect()).collect();
    let fitted = fit(&Results::of(players, units.iter()), &vec![1.0; players]);
    let mut samples: Vec<Vec<f64>> = vec![Vec::new(); players];
    if units.len() >= 5 {
        let mut rng = Rng::new(1);
        for _ in 0..SAMPLES {
            let drawn: Vec<usize> = (0..units.len()).map(|_| rng.below(units.len())).collect();
            let strengths = fit(&Results::of(players, drawn.iter().map(|&i| &units[i])), &fitted);
            samples.iter_mut().zip(elos(&strengths)).for_each(|(list, elo)| list.push(elo));
        }
    }
    let interval = |mut list: Vec<f64>| {
        list.sort_by(f64::total_cmp);
        (!list.is_empty()).then(|| (list[SAMPLES / 40], list[SAMPLES - 1 - SAMPLES / 40]))
    };
    elos(&fitted)
        .into_iter()
        .zip(samples)
        .map(|(elo, list)| Rating { elo, interval: interval(list) })
        .collect()
}

/// Sums over units: points of every player, and how often every two met.
struct Results {
    won: Vec<f64>,
    met: Vec<(usize, usize, f64)>,
}

impl Results {
    fn of<'a>(players: usize, units: impl Iterator<Item = &'a Unit>) -> Results {
        // The drawn comparison that everybody has beforehand.
        let mut won = vec![0.5; players];
        let mut met = vec![0.0; players * players];
        for unit in units {
            for &((a, b), (points, count)) in unit {
                won[a] += points;
                won[b] += count - points;
                met[a * players + b] += count;
            }
        }
        let pairs = met.into_iter().enumerate().filter(|&(_, count)| count > 0.0);
        Results { won, met: pairs.map(|(at, count)| (at / players, at % players, count)).collect() }
    }
}

/// The strengths that make these results most likely, found from a first guess.
fn fit(results: &Results, guess: &[f64]) -> Vec<f64> {
    let mut strength = guess.to_vec();
    let mut weight = vec![0.0; strength.len()];
    for _ in 0..2000 {
        // The average player of strength 1, met once by everybody.
        weight.iter_mut().zip(&strength).for_each(|(weight, s)| *weight = 1.0 / (s + 1.0));
        for &(a, b, count) in &results.met {
            let share = count / (strength[a] + strength[b]);
            weight[a] += share;
            weight[b] += share;
        }
        let mut change = 0.0f64;
        for (i, s) in strength.iter_mut().enumerate() {
            let next: f64 = results.won[i] / weight[i];
            change = change.max((next / *s - 1.0).abs());
            *s = next;
        }
        if change < 1e-5 {
            break;
        }
    }
    strength
}

/// Strengths on the scale of Elo, with mean 0.
fn elos(strengths: &[f64]) -> Vec<f64> {
    let elo: Vec<f64> = strengths.iter().map(|s| 400.0 * s.log10()).collect();
    let mean = elo.iter().sum::<f64>() / strengths.len().max(1) as f64;
    elo.iter().map(|e| e - mean).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A tournament of players with known strengths, without a game.
    fn simulate(elo: &[f64], deals: u32, rng: &mut Rng) -> Vec<Played> {
        let mut played = Vec::new();
        for a in 0..elo.len() {
            for b in a + 1..elo.len() {
                let meeting = played.len() as u32;
                for deal in 0..deals {
                    let wins = (rng.below(1 << 20) as f64)
                        < crate::sprt::expected(elo[a] - elo[b]) * f64::from(1 << 20);
                    let scores = if wins { vec![1, -1] } else { vec![-1, 1] };
                    played.push(Played {
                        meeting,
                        deal,
                        seats: vec![a, b],
                        scores,
                        last: true,
                        ..Played::default()
                    });
                }
            }
        }
        played
    }

    #[test]
    fn two_players_are_rated_by_their_share() {
        // 3 of 4 points are 191 Elo; the drawn comparisons beforehand pull a little towards even.
        let play = |scores: [i32; 2], deal| Played {
            seats: vec![0, 1],
            scores: scores.to_vec(),
            deal,
            ..Played::default()
        };
        let played: Vec<Played> =
            (0..400).map(|i| play(if i % 4 == 0 { [0, 1] } else { [1, 0] }, i)).collect();
        let found = ratings(2, &played, true);
        assert!((found[0].elo - found[1].elo - 190.8).abs() < 2.0, "{found:?}");
        assert!((found[0].elo + found[1].elo).abs() < 1e-6);
        let (low, high) = found[0].interval.unwrap();
        assert!(low < found[0].elo && found[0].elo < high);
    }

    #[test]
    fn whoever_won_everything_has_a_rating_and_nobody_played_has_none_to_lose() {
        let play = Played { seats: vec![0, 1], scores: vec![1, -1], ..Played::default() };
        let found = ratings(3, &[play], false);
        assert!(found.iter().all(|r| r.elo.is_finite()) && found[0].elo > 0.0 && found[0].interval.is_none());
        assert!(ratings(2, &[], false).iter().all(|r| r.elo == 0.0));
    }

    #[test]
    fn the_intervals_hold_the_truth_as_often_as_they_say() {
        let elo = [80.0, 10.0, -90.0];
        let mut rng = Rng::new(11);
        let (mut inside, mut all) = (0, 0);
        for _ in 0..1200 {
            let found = ratings(3, &simulate(&elo, 60, &mut rng), false);
            for (rating, truth) in found.iter().zip(elo) {
                let (low, high) = rating.interval.unwrap();
                inside += u32::from(low <= truth && truth <= high);
                all += 1;
            }
        }
        // Of 3600 intervals a share has a standard error of 0.4 %, or 0.6 % where the three of a tournament go together.
        let share = f64::from(inside) / f64::from(all);
        assert!((0.93..=0.97).contains(&share), "{share} of 95 % intervals hold the truth");
    }
}
