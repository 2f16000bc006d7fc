//! Regression trees for rule lists: what an answer gains over the usual one, by features of the hand (Breiman, Friedman,
//! Olshen and Stone 1984, *Classification and Regression Trees*). Splits are `feature >= value`; the leaves that pay become
//! rules.

/// One case: the features of a hand, and what the answer gained.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Case {
    pub(super) features: Vec<i64>,
    pub(super) gain: f64,
}

/// How a tree is grown.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shape {
    /// Conditions of a rule at most.
    pub(super) depth: usize,
    /// Cases of a leaf at least.
    pub(super) support: usize,
}

/// A bound on a feature.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bound {
    /// The number of the feature.
    pub feature: usize,
    /// At least this, or else at most.
    pub least: bool,
    /// The value.
    pub value: i64,
}

impl Bound {
    pub(super) fn holds(&self, features: &[i64]) -> bool {
        let value = features.get(self.feature).copied().unwrap_or(0);
        if self.least { value >= self.value } else { value <= self.value }
    }
}

/// A leaf: its bounds, and the numbers of its cases.
pub(super) struct Leaf {
    pub(super) bounds: Vec<Bound>,
    pub(super) cases: Vec<usize>,
}

/// Mean and standard error.
pub(super) fn mean(gains: impl Iterator<Item = f64> + Clone) -> (f64, f64) {
    let n = gains.clone().count() as f64;
    if n < 2.0 {
        return (gains.sum::<f64>(), f64::INFINITY);
    }
    let mean = gains.clone().sum::<f64>() / n;
    let variance = gains.map(|gain| (gain - mean).powi(2)).sum::<f64>() / (n - 1.0);
    (mean, (variance / n).sqrt())
}

/// Grows a tree and returns its leaves.
pub(super) fn leaves(cases: &[Case], shape: Shape) -> Vec<Leaf> {
    let mut done = Vec::new();
    let mut open = vec![Leaf { bounds: Vec::new(), cases: (0..cases.len()).collect() }];
    while let Some(leaf) = open.pop() {
        let split = (leaf.bounds.len() < shape.depth).then(|| split(cases, &leaf.cases, shape)).flatten();
        let Some((feature, value)) = split else {
            done.push(leaf);
            continue;
        };
        let (high, low): (Vec<usize>, Vec<usize>) =
            leaf.cases.iter().partition(|&&i| cases[i].features[feature] >= value);
        let with = |bound: Bound| leaf.bounds.iter().copied().chain([bound]).collect();
        open.push(Leaf { bounds: with(Bound { feature, least: true, value }), cases: high });
        open.push(Leaf { bounds: with(Bound { feature, least: false, value: value - 1 }), cases: low });
    }
    for leaf in &mut done {
        leaf.bounds = simple(&leaf.bounds);
    }
    done
}

/// The split after which gains differ least within each side; `None` if none leaves enough cases on both.
fn split(cases: &[Case], chosen: &[usize], shape: Shape) -> Option<(usize, i64)> {
    let features = cases.first()?.features.len();
    let total: f64 = chosen.iter().map(|&i| cases[i].gain).sum();
    let n = chosen.len() as f64;
    let mut best: Option<(f64, usize, i64)> = None;
    for feature in 0..features {
        let mut sorted: Vec<(i64, f64)> =
            chosen.iter().map(|&i| (cases[i].features[feature], cases[i].gain)).collect();
        sorted.sort_by(|a, b| a.0.cmp(&b.0).then(a.1.total_cmp(&b.1)));
        let mut sum = 0.0;
        for k in 1..sorted.len() {
            sum += sorted[k - 1].1;
            if sorted[k].0 == sorted[k - 1].0 || k < shape.support || sorted.len() - k < shape.support {
                continue;
            }
            // What the squares lose: the larger, the better the sides explain the gains.
            let (low, high) = (k as f64, n - k as f64);
            let explained = sum * sum / low + (total - sum).powi(2) / high - total * total / n;
            if best.is_none_or(|(most, ..)| explained > most + 1e-9) {
                best = Some((explained, feature, sorted[k].0));
            }
        }
    }
    best.filter(|(explained, ..)| *explained > 1e-6).map(|(_, feature, value)| (feature, value))
}

/// The same bounds, each feature with one lower and one upper one at most.
fn simple(bounds: &[Bound]) -> Vec<Bound> {
    let mut out: Vec<Bound> = Vec::new();
    for bound in bounds {
        match out.iter_mut().find(|b| b.feature == bound.feature && b.least == bound.least) {
            Some(known) if bound.least => known.value = known.value.max(bound.value),
            Some(known) => known.value = known.value.min(bound.value),
            None => out.push(*bound),
        }
    }
    out.sort_by_key(|b| (b.feature, !b.least));
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tree_finds_the_bounds_that_a_gain_was_made_from() {
        let mut cases = Vec::new();
        for a in 0..10 {
            for b in 0..10 {
                let gain = if a >= 6 && b <= 2 { 5.0 } else { -1.0 };
                cases.push(Case { features: vec![a, b, (a * 7 + b * 3) % 5], gain });
            }
        }
        let found = leaves(&cases, Shape { depth: 3, support: 5 });
        let paying: Vec<&Leaf> =
            found.iter().filter(|leaf| mean(leaf.cases.iter().map(|&i| cases[i].gain)).0 > 0.0).collect();
        assert_eq!(paying.len(), 1);
        let expected =
            [Bound { feature: 0, least: true, value: 6 }, Bound { feature: 1, least: false, value: 2 }];
        assert_eq!(paying[0].bounds, expected);
        assert_eq!(paying[0].cases.len(), 12);
        let all: usize = found.iter().map(|leaf| leaf.cases.len()).sum();
        assert_eq!(all, cases.len(), "every case lies in one leaf");
    }

    #[test]
    fn nothing_is_split_without_support_or_difference() {
        let same: Vec<Case> = (0..50).map(|i| Case { features: vec![i], gain: 1.0 }).collect();
        assert_eq!(leaves(&same, Shape { depth: 3, support: 5 }).len(), 1);
        let few: Vec<Case> =
            (0..8).map(|i| Case { features: vec![i], gain: f64::from(i as i32 % 2) }).collect();
        assert_eq!(leaves(&few, Shape { depth: 3, support: 5 }).len(), 1);
        assert!(leaves(&[], Shape { depth: 3, support: 5 })[0].cases.is_empty());
    }
}
