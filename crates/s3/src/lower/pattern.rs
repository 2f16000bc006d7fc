//! Patterns of `element`, `from` and `to`: does a name fit, and which numbers do its variables get?

use crate::syntax::{Dialect, Text};

/// The variables a name binds in a pattern, left to right; `None` when it does not fit.
///
/// Dialect 1 takes all runs of digits out of the name: what is left must be the pattern without its references, and the
/// runs must stand where the references stood. So literal digits and references never go together, and a variable used
/// twice keeps its last value. Dialect 2 compares the pattern piece by piece and wants equal variables to be equal.
pub fn fit(pattern: &Text, name: &str, dialect: Dialect) -> Option<Vec<(String, i32)>> {
    if pattern.refs.is_empty() {
        return (pattern.plain == name).then(Vec::new);
    }
    match dialect {
        Dialect::One => fit_one(pattern, name),
        Dialect::Two => fit_two(pattern, name),
    }
}

fn fit_one(pattern: &Text, name: &str) -> Option<Vec<(String, i32)>> {
    let runs = runs(pattern, name)?;
    pattern
        .refs
        .iter()
        .zip(runs)
        .map(|((_, var), digits)| Some((var.clone(), digits.parse().ok()?)))
        .collect()
}

/// Whether a name would fit but for a number that is too large: the original fails when it compares the two.
pub(crate) fn too_large(pattern: &Text, name: &str, dialect: Dialect) -> bool {
    let large = |runs: Vec<String>| runs.iter().any(|digits| digits.parse::<i32>().is_err());
    dialect == Dialect::One && !pattern.refs.is_empty() && runs(pattern, name).is_some_and(large)
}

/// The digits for each reference of a pattern of dialect 1, if the rest of the name fits.
fn runs(pattern: &Text, name: &str) -> Option<Vec<String>> {
    let mut plain = String::new();
    let mut runs: Vec<(usize, String)> = Vec::new();
    let mut in_run = false;
    for c in name.chars() {
        if c.is_ascii_digit() {
            if !in_run {
                runs.push((plain.len(), String::new()));
            }
            runs.last_mut()?.1.push(c);
            in_run = true;
        } else {
            plain.push(c);
            in_run = false;
        }
    }
    // In a name that begins with digits the original takes the place of each number for that of the next one.
    let skipped = usize::from(name.starts_with(|c: char| c.is_ascii_digit()));
    let same = plain == pattern.plain
        && runs.len() == pattern.refs.len() + skipped
        && runs.iter().zip(&pattern.refs).all(|(a, b)| a.0 == b.0);
    same.then(|| runs.into_iter().skip(skipped).map(|(_, digits)| digits).collect())
}

fn fit_two(pattern: &Text, name: &str) -> Option<Vec<(String, i32)>> {
    let mut bound: Vec<(String, i32)> = Vec::new();
    let mut rest = name;
    let mut at = 0;
    for (offset, var) in &pattern.refs {
        rest = rest.strip_prefix(&pattern.plain[at..*offset])?;
        at = *offset;
        let digits = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
        let number: i32 = rest[..digits].parse().ok()?;
        rest = &rest[digits..];
        match bound.iter().find(|(v, _)| v == var) {
            Some((_, before)) if *before != number => return None,
            Some(_) => {}
            None => bound.push((var.clone(), number)),
        }
    }
    (rest == &pattern.plain[at..]).then_some(bound)
}
