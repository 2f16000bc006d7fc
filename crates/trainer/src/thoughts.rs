//! Several thoughts about one decision, each with draws of its own: what they say together, and whether that settles the verdict.
//!
//! The first thought chooses among all moves, and looks at bad ones only until it finds them bad: what it says of a mistake is rough. In
//! hidden games the further ones compare the move that was made with its rivals alone, as carefully each
//! ([`game::Agent::compare`]); then only these count.

use crate::Scale;
use game::{Advice, Offer};

/// Thoughts about one decision at most.
pub(crate) const MOST: usize = 16;
/// A verdict is settled when no bound of it lies within so many standard errors of the loss.
const SURE: f64 = 2.0;
/// What one thought is taken to err by before there is a second to compare it with, in slips; it counts as one of the deviations seen.
const ERROR: f64 = 0.75;
/// A loss is known finely enough when its standard error is this part of a slip.
const FINE: f64 = 0.25;
/// Nobody is blamed for more than this part of a slip before there are thoughts whose difference shows how far they are to be trusted:
/// two of a kind.
const BLAME: f64 = 0.5;

/// The best of the other moves that a move is compared with.
const RIVALS: usize = 2;
/// Words are compared only where there are so few of them: what one is worth depends on the usual one.
const WORDS: usize = 8;

/// Thoughts about one decision.
pub(crate) struct Thoughts {
    first: Advice,
    more: Vec<Advice>,
    /// The moves that further thoughts compare; empty: they think about all of them as the first does.
    rivals: Vec<String>,
}

impl Thoughts {
    /// The first thought, to be followed by others of its kind.
    pub(crate) fn new(first: Advice) -> Thoughts {
        Thoughts { first, more: Vec::new(), rivals: Vec::new() }
    }

    /// The first thought, to be followed by comparisons of the move that was made with its rivals.
    pub(crate) fn comparing(first: Advice, played: &str, offers: &[Offer]) -> Thoughts {
        let said = |text: &str| {
            offers.iter().any(|offer| offer.text == text && matches!(offer.gesture, game::Gesture::Say(_)))
        };
        let mut others: Vec<&(String, f64)> =
            first.values.iter().filter(|(text, _)| text != played).collect();
        others.sort_by(|a, b| b.1.total_cmp(&a.1));
        let rivals = match (said(played) || said(&first.text), offers.len() <= WORDS) {
            (true, true) => offers.iter().map(|offer| offer.text.clone()).collect(),
            (true, false) => Vec::new(),
            (false, _) => {
                let mut rivals = vec![played.to_string()];
                rivals.extend(others.iter().take(RIVALS).map(|(text, _)| text.clone()));
                if !rivals.contains(&first.text) {
                    rivals.push(first.text.clone());
                }
                rivals
            }
        };
        Thoughts { first, more: Vec::new(), rivals }
    }

    /// The moves that the next thought compares; `None`: it thinks about all.
    pub(crate) fn rivals(&self) -> Option<&[String]> {
        (self.rivals.len() > 1).then_some(self.rivals.as_slice())
    }

    /// One more.
    pub(crate) fn add(&mut self, thought: Advice) {
        self.more.push(thought);
    }

    /// Whether a comparison is still to come: what the first thought says of a mistake is rough.
    pub(crate) fn unchecked(&self) -> bool {
        self.rivals().is_some() && self.more.is_empty()
    }

    /// How many there are.
    pub(crate) fn len(&self) -> usize {
        1 + self.more.len()
    }

    /// The thoughts that count: comparisons where there are any, else all.
    fn counted(&self) -> impl Iterator<Item = &Advice> + Clone {
        let compared = self.rivals().is_some() && !self.more.is_empty();
        std::iter::once(&self.first).filter(move |_| !compared).chain(&self.more)
    }

    /// What a move is worth on average, where every thought that counts valued it; else what the first thought says.
    fn mean(&self, text: &str) -> Option<f64> {
        let values: Option<Vec<f64>> = self.counted().map(|thought| value_of(thought, text)).collect();
        match values {
            Some(values) => Some(values.iter().sum::<f64>() / values.len() as f64),
            None => value_of(&self.first, text).filter(|_| self.rivals().is_some()),
        }
    }

    /// All of them as one: values are means; the move is, of those that some thought would make, the best by them. Its reasons are those
    /// of the first thought that would make it.
    pub(crate) fn together(self) -> Advice {
        let first = &self.first.values;
        let values: Vec<(String, f64)> =
            first.iter().filter_map(|(text, _)| Some((text.clone(), self.mean(text)?))).collect();
        let nodes = self.first.nodes + self.more.iter().map(|thought| thought.nodes).sum::<u64>();
        Advice { values, nodes, ..self.chosen().clone() }
    }

    /// The thought whose move is made; the first one unless another is better by the means.
    fn chosen(&self) -> &Advice {
        let mut best = &self.first;
        for thought in &self.more {
            if self.mean(&thought.text) > self.mean(&best.text) {
                best = thought;
            }
        }
        best
    }

    /// What a move loses against the chosen one, on average, and the standard error of that. A move that is chosen itself is compared with
    /// the next best one, so that it is not overlooked that it was chosen by chance: it loses less than nothing.
    pub(crate) fn lost(&self, played: &str, scale: Scale) -> Option<Lost> {
        let chosen = &self.chosen().text;
        let others = self.first.values.iter().map(|(text, _)| text).filter(|text| *text != played);
        let next = || {
            let valued = others.filter_map(|text| Some((self.mean(text)?, text)));
            valued.max_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, text)| text)
        };
        let rival = if chosen == played { next()? } else { chosen };
        let lost = |thought: &Advice| Some(value_of(thought, rival)? - value_of(thought, played)?);
        let lost = self.counted().map(lost).collect::<Option<Vec<f64>>>()?;
        let n = lost.len() as f64;
        let mean = lost.iter().sum::<f64>() / n;
        let squares = lost.iter().map(|x| (x - mean).powi(2)).sum::<f64>();
        let error = (squares + (ERROR * scale.slip()).powi(2)).sqrt() / n;
        let luck = if scale.money { 0.0 } else { self.luck() };
        let (error, differ) = (error.max(luck), (squares.sqrt() / n).max(luck));
        Some(Lost { mean, error, differ, blamed: chosen != played })
    }

    /// What two shares of plays won may differ by chance, in comparisons that tell how many plays were tried: few comparisons may agree by
    /// chance, but a few plays say little all the same.
    fn luck(&self) -> f64 {
        let tried: Option<f64> = self.more.iter().map(tries).sum();
        match (self.rivals(), tried) {
            (Some(rivals), Some(tried)) if !self.more.is_empty() => chance(rivals.len() as f64, tried),
            _ => 0.0,
        }
    }

    /// Whether another thought might change the verdict on a move: whether the bound of a slip or of a mistake lies within the error of
    /// what it loses, unless that is known finely enough.
    pub(crate) fn doubtful(&self, played: &str, scale: Scale) -> bool {
        let Some(Lost { mean, error, blamed, .. }) = self.lost(played, scale) else { return false };
        let slip = scale.slip();
        if self.counted().count() < 2 && blamed && mean >= BLAME * slip {
            return true;
        }
        let bounds = [slip, scale.mistake()];
        error > FINE * slip && bounds.iter().any(|bound| (mean - bound).abs() <= SURE * error)
    }
}

/// How many plays a thought tried, where it says so.
pub(crate) fn tries(thought: &Advice) -> Option<f64> {
    let told = thought.because.iter().find_map(|text| text.strip_suffix(" simulations won"))?;
    told.split_once(" of ")?.1.parse().ok()
}

/// What the shares of plays won of two moves may differ by chance (two standard errors of equal halves), where each of so many got as many
/// of these plays.
pub(crate) fn chance(moves: f64, plays: f64) -> f64 {
    (SURE * (0.5 * moves / plays.max(0.5)).sqrt()).min(1.0)
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
        let mut all = all.iter().map(|(text, values)| thought(text, *values));
        let mut thoughts = Thoughts::new(all.next().expect("one thought at least"));
        all.for_each(|thought| thoughts.add(thought));
        thoughts
    }

    #[test]
    fn nobody_is_blamed_for_a_few_plays() {
        let share = Scale { money: false, unit: 1.0 };
        let tried = |values, plays: u32| Advice {
            because: vec![format!("{} of {plays} simulations won", plays / 2)],
            ..thought("a", values)
        };
        let offers = [];
        let lost = |plays| {
            let mut all = Thoughts::comparing(tried([0.6, 0.4, 0.5], plays), "b", &offers);
            assert!(all.unchecked() && all.doubtful("b", share), "a comparison has to come first");
            all.add(tried([0.6, 0.4, 0.5], plays));
            all.lost("b", share).unwrap()
        };
        assert!((lost(40).mean - 0.2).abs() < 1e-9 && lost(40).differ > 0.2, "{:?}", lost(40));
        assert!(lost(40_000).differ < 0.02, "{:?}", lost(40_000));
        assert!(lost(0).differ >= 1.0, "nothing was tried");
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
    fn a_move_is_compared_with_its_rivals_and_only_comparisons_count() {
        let mut all = Thoughts::comparing(thought("a", [9.0, 1.0, 3.0]), "b", &[]);
        assert_eq!(all.rivals(), Some(&["b", "a", "c"].map(String::from)[..]), "the two best of the others");
        assert!(all.doubtful("b", SCALE), "one rough thought blames nobody");
        all.add(thought("a", [9.0, 1.0, 3.0]));
        assert!(all.doubtful("b", SCALE), "nor does one comparison");
        all.add(thought("a", [1.1, 8.1, 2.0]));
        let lost = all.lost("b", SCALE).unwrap();
        assert!((lost.mean - 0.5).abs() < 1e-9, "the eight of the first thought does not count: {lost:?}");
        assert!(lost.error > 5.0, "comparisons that contradict each other: {lost:?}");
        assert_eq!(all.len(), 3);
    }

    #[test]
    fn words_are_compared_all_of_them_or_not_at_all() {
        let say = |text: &str| Offer {
            text: text.to_string(),
            label: String::new(),
            gesture: game::Gesture::Say(String::new()),
            remark: game::Remark::default(),
        };
        let few: Vec<Offer> = ["a", "b", "c"].map(say).to_vec();
        let all = Thoughts::comparing(thought("a", [1.0, 0.0, 0.0]), "b", &few);
        assert_eq!(all.rivals().map(<[String]>::len), Some(3));
        let many: Vec<Offer> = (0..9).map(|i| say(&i.to_string())).collect();
        assert!(Thoughts::comparing(thought("0", [1.0, 0.0, 0.0]), "1", &many).rivals().is_none());
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
