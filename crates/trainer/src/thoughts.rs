//! Several thoughts about one decision, each with draws of its own: what they say together, and whether that settles the verdict.

use crate::Scale;
use game::Advice;

/// Thoughts about one decision at most.
pub(crate) const MOST: usize = 16;
/// A verdict is settled when no bound of it lies within so many standard errors of the loss.
const SURE: f64 = 2.0;
/// What one thought is taken to err by before there is a second to compare it with, in slips; it counts as one of the deviations seen.
const ERROR: f64 = 0.75;
/// A loss is known finely enough when its standard error is this part of a slip.
const FINE: f64 = 0.25;
/// Nobody is blamed for more than this part of a slip after one thought alone.
const BLAME: f64 = 0.5;

/// Thoughts about one decision.
pub(crate) struct Thoughts(Vec<Advice>);

impl Thoughts {
    /// The first thought.
    pub(crate) fn new(first: Advice) -> Thoughts {
        Thoughts(vec![first])
    }

    /// One more.
    pub(crate) fn add(&mut self, thought: Advice) {
        self.0.push(thought);
    }

    /// How many there are.
    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }

    /// What a move is worth on average, where every thought valued it.
    fn mean(&self, text: &str) -> Option<f64> {
        let values: Option<Vec<f64>> = self.0.iter().map(|thought| value_of(thought, text)).collect();
        values.map(|values| values.iter().sum::<f64>() / values.len() as f64)
    }

    /// All of them as one: values are means; the move is, of those that some thought would make, the best by them. Its reasons are those
    /// of the first thought that would make it.
    pub(crate) fn together(self) -> Advice {
        let first = &self.0[0].values;
        let values: Vec<(String, f64)> =
            first.iter().filter_map(|(text, _)| Some((text.clone(), self.mean(text)?))).collect();
        let nodes = self.0.iter().map(|thought| thought.nodes).sum();
        let chosen = self.chosen();
        let mut all = self.0;
        Advice { values, nodes, ..all.swap_remove(chosen) }
    }

    /// The place of the thought whose move is made; the first one unless another is better by the means.
    fn chosen(&self) -> usize {
        let mut best = 0;
        for (i, thought) in self.0.iter().enumerate() {
            if self.mean(&thought.text) > self.mean(&self.0[best].text) {
                best = i;
            }
        }
        best
    }

    /// What a move loses against the chosen one, on average, and the standard error of that. A move that is chosen itself is compared with
    /// the next best one, so that it is not overlooked that it was chosen by chance: it loses less than nothing.
    pub(crate) fn lost(&self, played: &str, scale: Scale) -> Option<Lost> {
        let chosen = &self.0[self.chosen()].text;
        let others = self.0[0].values.iter().map(|(text, _)| text).filter(|text| *text != played);
        let next = || {
            let valued = others.filter_map(|text| Some((self.mean(text)?, text)));
            valued.max_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, text)| text)
        };
        let rival = if chosen == played { next()? } else { chosen };
        let lost = |thought: &Advice| Some(value_of(thought, rival)? - value_of(thought, played)?);
        let lost = self.0.iter().map(lost).collect::<Option<Vec<f64>>>()?;
        let n = lost.len() as f64;
        let mean = lost.iter().sum::<f64>() / n;
        let squares = lost.iter().map(|x| (x - mean).powi(2)).sum::<f64>();
        let error = (squares + (ERROR * scale.slip()).powi(2)).sqrt() / n;
        Some(Lost { mean, error, differ: squares.sqrt() / n, blamed: chosen != played })
    }

    /// Whether another thought might change the verdict on a move: whether the bound of a slip or of a mistake lies within the error of
    /// what it loses, unless that is known finely enough.
    pub(crate) fn doubtful(&self, played: &str, scale: Scale) -> bool {
        let Some(Lost { mean, error, blamed, .. }) = self.lost(played, scale) else { return false };
        let slip = scale.slip();
        if self.0.len() == 1 && blamed && mean >= BLAME * slip {
            return true;
        }
        let bounds = [slip, scale.mistake()];
        error > FINE * slip && bounds.iter().any(|bound| (mean - bound).abs() <= SURE * error)
    }
}

/// What a move loses by several thoughts.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Lost {
    /// The mean.
    pub(crate) mean: f64,
    /// Its standard error, which one thought has, too.
    pub(crate) error: f64,
    /// Its standard error as far as the thoughts differ: nobody is blamed for that much.
    pub(crate) differ: f64,
    /// Whether another move is chosen.
    blamed: bool,
}

/// What a thought values a move at.
pub(crate) fn value_of(thought: &Advice, text: &str) -> Option<f64> {
    thought.values.iter().find(|(known, _)| known == text).map(|(_, value)| *value)
}

#[cfg(test)]
mod tests {
    use super::*;

    const SCALE: Scale = Scale { money: true, unit: 20.0 };

    fn thought(text: &str, values: [f64; 3]) -> Advice {
        let values = ["a", "b", "c"].map(String::from).into_iter().zip(values).collect();
        Advice { values, nodes: 10, ..Advice::just(text) }
    }

    fn thoughts(all: &[(&str, [f64; 3])]) -> Thoughts {
        Thoughts(all.iter().map(|(text, values)| thought(text, *values)).collect())
    }

    #[test]
    fn thoughts_are_put_together_by_their_means() {
        let all = thoughts(&[("a", [5.0, 4.0, 9.0]), ("b", [1.0, 4.0, 9.0]), ("a", [3.0, 2.5, 9.0])]);
        let one = all.together();
        assert_eq!((one.text.as_str(), one.nodes), ("b", 30), "nobody chose the third, whatever its value");
        assert_eq!(one.values[0], ("a".to_string(), 3.0));
    }

    #[test]
    fn a_clear_loss_a_clear_gain_and_equal_moves_settle_a_verdict() {
        // A slip is 1, a mistake 4.
        assert!(!thoughts(&[("a", [9.0, 0.0, 0.0]), ("a", [8.5, 0.0, 0.0])]).doubtful("b", SCALE));
        assert!(!thoughts(&[("a", [9.0, 0.0, 0.0])]).doubtful("a", SCALE));
        assert!(!thoughts(&[("a", [2.0, 2.0, 0.0]), ("b", [2.0, 2.1, 0.0])]).doubtful("b", SCALE));
        assert!(!thoughts(&[("a", [4.5, 2.0, 0.0]), ("a", [4.6, 2.1, 0.0])]).doubtful("b", SCALE), "a slip");
    }

    #[test]
    fn thoughts_that_differ_leave_a_loss_in_doubt() {
        let lost = |all: &[(&str, [f64; 3])]| thoughts(all).lost("b", SCALE).unwrap();
        let steady = lost(&[("a", [5.0, 0.0, 0.0]), ("a", [6.0, 1.0, 0.0])]);
        assert_eq!(
            (steady.mean, steady.differ),
            (5.0, 0.0),
            "the move is compared in each thought by itself"
        );
        let wild = lost(&[("a", [9.0, 0.0, 0.0]), ("b", [0.0, 1.0, 0.0])]);
        assert_eq!(wild.mean, 4.0);
        assert!((wild.differ - 50f64.sqrt() / 2.0).abs() < 1e-9 && wild.error > wild.differ, "{wild:?}");
    }

    #[test]
    fn thoughts_that_contradict_each_other_settle_nothing() {
        assert!(thoughts(&[("a", [2.0, 2.0, 0.0])]).doubtful("b", SCALE), "one thought proves little");
        assert!(thoughts(&[("a", [9.0, 0.0, 0.0])]).doubtful("b", SCALE), "even of a great loss");
        assert!(thoughts(&[("a", [9.0, 0.0, 0.0]), ("b", [4.0, 5.0, 0.0])]).doubtful("b", SCALE));
        assert!(thoughts(&[("a", [9.0, 0.0, 0.0]), ("b", [4.0, 5.0, 0.0])]).doubtful("a", SCALE), "luck");
        let mut many = thoughts(&[("a", [3.0, 0.0, 0.0]), ("a", [1.5, 0.0, 0.0])]);
        assert!(many.doubtful("b", SCALE));
        (0..6).for_each(|i| many.add(thought("a", [2.5 + 0.2 * f64::from(i % 2), 0.0, 0.0])));
        assert!(!many.doubtful("b", SCALE), "until there are enough of them");
    }
}
