//! Which tokens made a win, found without a word in the rules by asking what would be without them.

use std::collections::HashSet;

/// So many tokens are a line; more say nothing.
const LONGEST: usize = 8;
/// So many lines can be made by one move; more say nothing.
const MOST_LINES: usize = 24;
/// What is asked at most.
const MOST_QUESTIONS: usize = 4_000;

/// The tokens, numbered from 0, that made a win. `won` says whether the win stands when only the tokens that are `true`
/// are there.
///
/// A *line* is a set of tokens with which the win stands and without any one of which it does not: four in a row, the pawn
/// that came home. Of several lines that one move made all are found (R. Reiter, *A Theory of Diagnosis from First
/// Principles*, 1987: leave out one token of each line known in every way). Nothing is decisive where the win needs many
/// tokens (a count) or none (the other side has nothing left), or where two lines have no token in common: then no one
/// move made them.
pub fn decisive(count: usize, mut won: impl FnMut(&[bool]) -> bool) -> Vec<usize> {
    let mut left = MOST_QUESTIONS;
    let mut ask = |there: &[bool]| -> Option<bool> {
        left = left.checked_sub(1)?;
        Some(won(there))
    };
    all_lines(count, &mut ask).map_or(Vec::new(), |lines| {
        let common = |t: &usize| lines.iter().all(|line| line.contains(t));
        let shared = lines.first().is_some_and(|line| line.iter().any(common));
        (0..count).filter(|t| shared && lines.iter().any(|line| line.contains(t))).collect()
    })
}

/// Every line; `None` if there is one too long, too many, or too much to ask.
fn all_lines(count: usize, ask: &mut impl FnMut(&[bool]) -> Option<bool>) -> Option<Vec<Vec<usize>>> {
    let mut lines: Vec<Vec<usize>> = Vec::new();
    // What is left out; each set once.
    let mut open = vec![Vec::new()];
    let mut met = HashSet::from([Vec::new()]);
    while let Some(without) = open.pop() {
        let known = lines.iter().find(|line| line.iter().all(|t| !without.contains(t)));
        let line = match known {
            Some(line) => line.clone(),
            None => {
                let mut there = vec![true; count];
                without.iter().for_each(|&t| there[t] = false);
                if !ask(&there)? {
                    continue;
                }
                let line = least(there, ask)?;
                if line.len() > LONGEST || lines.len() == MOST_LINES {
                    return None;
                }
                lines.push(line.clone());
                line
            }
        };
        for t in line {
            let mut more = without.clone();
            more.push(t);
            more.sort_unstable();
            if met.insert(more.clone()) {
                open.push(more);
            }
        }
    }
    Some(lines)
}

/// A line among tokens with which the win stands; longer than a line can be if one is not soon found.
fn least(mut there: Vec<bool>, ask: &mut impl FnMut(&[bool]) -> Option<bool>) -> Option<Vec<usize>> {
    let mut line = Vec::new();
    for t in 0..there.len() {
        if there[t] && line.len() <= LONGEST {
            there[t] = false;
            if !ask(&there)? {
                there[t] = true;
                line.push(t);
            }
        }
    }
    Some(line)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The decisive tokens where one of these lines wins.
    fn of(count: usize, lines: &[&[usize]]) -> Vec<usize> {
        decisive(count, |there| lines.iter().any(|line| line.iter().all(|&t| there[t])))
    }

    #[test]
    fn every_line_of_one_move_is_found_and_nothing_else() {
        assert_eq!(of(9, &[&[1, 4, 7]]), [1, 4, 7]);
        assert_eq!(of(9, &[&[0, 4, 8], &[2, 4, 6]]), [0, 2, 4, 6, 8]);
        // Seven in a row are four lines of four, which share the one in the middle.
        assert_eq!(of(20, &[&[3, 4, 5, 6], &[4, 5, 6, 7], &[5, 6, 7, 8], &[6, 7, 8, 9]]).len(), 7);
        // A star of eight lines.
        let star: Vec<Vec<usize>> = (0..8).map(|i| vec![0, 3 * i + 1, 3 * i + 2, 3 * i + 3]).collect();
        let star: Vec<&[usize]> = star.iter().map(Vec::as_slice).collect();
        assert!([0, 25].contains(&of(30, &star).len()), "all or, where that is too much to ask, nothing");
        assert_eq!(of(30, &star[..3]).len(), 10);
    }

    #[test]
    fn counts_and_empty_boards_mark_nothing() {
        assert!(of(0, &[]).is_empty());
        assert!(of(5, &[]).is_empty(), "nobody has won");
        assert!(of(5, &[&[]]).is_empty(), "the win needs nothing");
        assert!(of(9, &[&[0, 1, 2, 3, 4, 5, 6, 7, 8]]).is_empty(), "too long for a line");
        assert!(decisive(20, |there| there.iter().filter(|t| **t).count() > 7).is_empty(), "a majority");
        assert!(of(6, &[&[0], &[1]]).is_empty(), "no one move made both");
        assert!(decisive(2_000, |there| there.iter().any(|t| *t)).is_empty());
    }

    #[test]
    fn on_random_lines_through_one_token_it_agrees_with_trying_all() {
        let mut rng = crate::Rng::new(16);
        for _ in 0..300 {
            let count = 4 + rng.below(8);
            let last = rng.below(count);
            let drawn: Vec<usize> =
                (0..1 + rng.below(3)).map(|_| rng.below(1 << count) | 1 << last).collect();
            let won = |set: usize| drawn.iter().any(|line| line & !set == 0);
            // A set is a line when it wins and no smaller one in it does.
            let line =
                |set: usize| won(set) && (0..count).all(|t| set >> t & 1 == 0 || !won(set & !(1 << t)));
            let lines: Vec<usize> = (0..1 << count).filter(|&set| line(set)).collect();
            let long = lines.iter().any(|line| line.count_ones() as usize > LONGEST);
            let all = if long { 0 } else { lines.iter().fold(0, |all, line| all | line) };
            let found = decisive(count, |there| {
                won(there.iter().enumerate().fold(0, |set, (t, there)| set | usize::from(*there) << t))
            });
            assert_eq!(found.iter().fold(0, |set, t| set | 1 << t), all, "{drawn:?}");
        }
    }
}
