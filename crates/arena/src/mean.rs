//! Means with their 95 % intervals, from few or many independent numbers.

/// The mean of a sample and how sure it is.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Mean {
    /// The mean.
    pub mean: f64,
    /// Half the width of the interval that holds the true mean in 95 of 100 such samples; `None` for fewer than two
    /// numbers, which say nothing about it.
    pub interval: Option<f64>,
}

/// Student's t at 97.5 % for 1, 2, … 30 degrees of freedom (any table of statistics).
const T: [f64; 30] = [
    12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.160, 2.145, 2.131,
    2.120, 2.110, 2.101, 2.093, 2.086, 2.080, 2.074, 2.069, 2.064, 2.060, 2.056, 2.052, 2.048, 2.045, 2.042,
];

impl Mean {
    /// The mean of independent numbers.
    pub fn of(numbers: &[f64]) -> Mean {
        let n = numbers.len() as f64;
        let mean = numbers.iter().sum::<f64>() / n.max(1.0);
        let freedom = numbers.len().saturating_sub(1);
        let interval = (freedom > 0).then(|| {
            let variance = numbers.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / freedom as f64;
            // Beyond 30 degrees t = z + (z³ + z) / 4f to three digits.
            let t = T.get(freedom - 1).copied().unwrap_or(1.96 + 2.372 / freedom as f64);
            t * (variance / n).sqrt()
        });
        Mean { mean, interval }
    }
}

impl std::fmt::Display for Mean {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:.3}", self.mean)?;
        self.interval.map_or(Ok(()), |interval| write!(f, " ± {interval:.3}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn intervals_are_those_of_student() {
        let mean = Mean::of(&[1.0, 2.0, 3.0, 4.0]);
        assert!((mean.mean - 2.5).abs() < 1e-12);
        assert!((mean.interval.unwrap() - 3.182 * (5.0 / 12.0_f64).sqrt()).abs() < 1e-9);
        assert_eq!(Mean::of(&[7.0]), Mean { mean: 7.0, interval: None });
        assert_eq!(Mean::of(&[]), Mean { mean: 0.0, interval: None });
        assert_eq!(Mean::of(&[1.0, 1.0]).to_string(), "1.000 ± 0.000");
        // The 31st value follows the table: 2.040 for 31 degrees, 1.984 for 100.
        let t = |n: usize| {
            let numbers: Vec<f64> = (0..n).map(|i| (i % 2) as f64).collect();
            let mean = Mean::of(&numbers);
            let variance = numbers.iter().map(|x| (x - mean.mean).powi(2)).sum::<f64>() / (n - 1) as f64;
            mean.interval.unwrap() / (variance / n as f64).sqrt()
        };
        assert!((t(32) - 2.040).abs() < 0.004 && (t(101) - 1.984).abs() < 0.001, "{} {}", t(32), t(101));
    }

    #[test]
    fn the_intervals_hold_the_truth_as_often_as_they_say() {
        // Deals of two plays, each won, drawn or lost, as a match gives them; few deals and many.
        let mut rng = game::Rng::new(3);
        for (deals, win, draw) in [(12, 0.4, 0.2), (40, 0.55, 0.1), (200, 0.3, 0.4)] {
            let truth = win + draw / 2.0;
            let play = |rng: &mut game::Rng| match rng.below(1_000_000) as f64 / 1e6 {
                x if x < win => 1.0,
                x if x < win + draw => 0.5,
                _ => 0.0,
            };
            let runs = 20_000;
            let inside = (0..runs)
                .filter(|_| {
                    let shares: Vec<f64> =
                        (0..deals).map(|_| (play(&mut rng) + play(&mut rng)) / 2.0).collect();
                    let mean = Mean::of(&shares);
                    (mean.mean - truth).abs() <= mean.interval.unwrap()
                })
                .count();
            let share = inside as f64 / f64::from(runs);
            assert!(
                (0.93..=0.97).contains(&share),
                "{share} of the intervals of {deals} deals hold the truth"
            );
        }
    }
}
