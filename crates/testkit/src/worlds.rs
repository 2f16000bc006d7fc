//! The laws of worlds against a slow, independent enumeration of the states a view allows: they are counted, tokens lie
//! where they should as often as they should, and draws are distributed as the states are.

use crate::Checked;
use game::{Rng, Worlds};
use std::collections::BTreeMap;
use std::fmt::Debug;

/// Bins that draws are gathered into at most.
const BINS: usize = 150;

/// Compares worlds with everything that was found: each state by a key of it, with its weight. Counts, where the game
/// counts, must be equal. Draws are compared by chi-square, `each` of them for every state but at most `most`.
///
/// # Errors
/// What differs.
pub fn uniform<S, K: Ord + Debug>(
    worlds: &dyn Worlds<S>,
    found: &BTreeMap<K, f64>,
    key: impl Fn(&S) -> K,
    (each, most): (usize, usize),
    rng: &mut Rng,
) -> Checked {
    if let Some(count) = worlds.count().filter(|&count| count != found.len() as u128) {
        return Err(format!("{count} states are counted where there are {}", found.len()));
    }
    let total: f64 = found.values().sum();
    let bins = found.len().clamp(1, BINS);
    let draws = (found.len() * each).min(most);
    let bin: BTreeMap<&K, usize> = found.keys().enumerate().map(|(i, key)| (key, i % bins)).collect();
    let (mut expected, mut seen) = (vec![0.0; bins], vec![0.0; bins]);
    for (key, weight) in found {
        expected[bin[key]] += weight / total * draws as f64;
    }
    for _ in 0..draws {
        let (s, weight) = worlds.draw(rng).map_err(|cause| cause.to_string())?;
        let key = key(&s);
        let Some(&at) = bin.get(&key) else { return Err(format!("a draw fits no state: {key:?}")) };
        seen[at] += weight;
    }
    let chi2: f64 = seen.iter().zip(&expected).map(|(s, e)| (s - e) * (s - e) / e).sum();
    let freedom = bins as f64 - 1.0;
    if chi2 > freedom + 4.5 * (2.0 * freedom).sqrt() + 10.0 {
        return Err(format!(
            "chi-square {chi2:.1} with {freedom} degrees of freedom, {} states",
            found.len()
        ));
    }
    Ok(())
}

/// Compares the shares of tokens in zones with those of everything that was found. `lies` says whether a token lies in a
/// zone in a state.
///
/// # Errors
/// Which share differs. `Ok(false)` if the game does not tell shares of this view.
pub fn shares<S, K>(
    worlds: &dyn Worlds<S>,
    found: &BTreeMap<K, f64>,
    tokens: impl Iterator<Item = usize>,
    zones: usize,
    lies: impl Fn(&K, usize, usize) -> bool,
) -> Result<bool, String> {
    let total: f64 = found.values().sum();
    let mut told = false;
    for token in tokens {
        for zone in 0..zones {
            let Some(share) = worlds.share(token, zone) else { continue };
            let with: f64 =
                found.iter().filter(|(key, _)| lies(key, token, zone)).map(|(_, weight)| weight).sum();
            if (share - with / total).abs() > 1e-9 {
                return Err(format!(
                    "token {token} is in zone {zone} in {share} of the states, not in {}",
                    with / total
                ));
            }
            told = true;
        }
    }
    Ok(told)
}
