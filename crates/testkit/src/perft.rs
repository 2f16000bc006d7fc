//! Counts of move sequences and states against tables. One table is shared by every implementation of a game:
//!
//! ```text
//! # anything after a hash is a comment; say where the numbers come from
//! game tictactoe
//! 1 9 9           # depth, sequences of so many moves, and (optional) distinct states reached by them
//! 2 72 72
//! plays 255168    # complete plays
//! reachable 5478  # states, the first included
//!
//! game tictactoe?…    # further variants follow in the same file
//! ```

use crate::Checked;
use game::{Game, Show, Turn, walk};
use std::collections::HashSet;
use std::path::Path;

/// What a table says about one variant of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Section {
    /// The game with its parameters.
    pub game: String,
    /// The numbers, with the lines they stand on.
    pub facts: Vec<(usize, Fact)>,
}

/// One number of a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fact {
    /// Sequences of exactly `depth` moves.
    Nodes {
        /// Moves made.
        depth: u32,
        /// Sequences.
        nodes: u64,
        /// Distinct states they reach.
        states: Option<u64>,
    },
    /// Complete plays.
    Plays(u64),
    /// States reachable from the initial one, itself included.
    Reachable(u64),
}

/// Reads a table.
///
/// # Errors
/// The first line that is not understood, and why.
pub fn read_perft(text: &str) -> Result<Vec<Section>, String> {
    let mut sections: Vec<Section> = Vec::new();
    for (number, line) in text.lines().enumerate().map(|(i, line)| (i + 1, line)) {
        let line = line.split('#').next().unwrap_or_default();
        let words: Vec<&str> = line.split_whitespace().collect();
        let fault = |cause: &str| Err(format!("line {number}: {cause}: '{}'", line.trim()));
        let fact = match words[..] {
            [] => continue,
            ["game", id] => {
                sections.push(Section { game: id.to_string(), facts: Vec::new() });
                continue;
            }
            ["plays", n] => n.parse().ok().map(Fact::Plays),
            ["reachable", n] => n.parse().ok().map(Fact::Reachable),
            [depth, nodes] => depth.parse().ok().zip(nodes.parse().ok()).map(|(depth, nodes)| Fact::Nodes {
                depth,
                nodes,
                states: None,
            }),
            [depth, nodes, states] => match (depth.parse(), nodes.parse(), states.parse()) {
                (Ok(depth), Ok(nodes), Ok(n)) => Some(Fact::Nodes { depth, nodes, states: Some(n) }),
                _ => None,
            },
            _ => None,
        };
        let Some(fact) = fact else {
            return fault("expected 'game ID', 'DEPTH NODES [STATES]', 'plays N' or 'reachable N'");
        };
        match sections.last_mut() {
            Some(section) => section.facts.push((number, fact)),
            None => return fault("no line 'game ID' says which game this counts"),
        }
    }
    Ok(sections)
}

/// Checks a game against the section of its id in a table file, as far as a number is at most `most` (deeper ones
/// belong to a release build).
///
/// # Panics
/// When the file cannot be read, has nothing to check for this game, or a number differs.
pub fn perft<G: Show>(game: &G, table: impl AsRef<Path>, most: u64) {
    let path = table.as_ref();
    let text = std::fs::read_to_string(path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    let sections = read_perft(&text).unwrap_or_else(|e| panic!("{}, {e}", path.display()));
    let id = game.id();
    let facts: Vec<_> = sections.into_iter().filter(|s| s.game == id).flat_map(|s| s.facts).collect();
    match perft_facts(game, &facts, most) {
        Ok(0) => panic!("{} has no numbers up to {most} for {id}", path.display()),
        Ok(_) => {}
        Err(fault) => panic!("{}, {fault}", path.display()),
    }
}

/// Checks a game against facts, as far as their numbers are at most `most`. Returns how many were checked.
///
/// # Errors
/// The first number that differs.
pub fn perft_facts<G: Game>(game: &G, facts: &[(usize, Fact)], most: u64) -> Result<usize, String> {
    let start = game.initial();
    let mut checked = 0;
    let deepest = facts.iter().filter_map(|&(_, fact)| match fact {
        Fact::Nodes { depth, nodes, states: Some(_) } if nodes <= most => Some(depth),
        _ => None,
    });
    let room = usize::try_from(most).unwrap_or(usize::MAX);
    let levels = levels(game, &start, deepest.max().unwrap_or(0));
    for &(line, fact) in facts {
        let same = |what: &str, expected: u64, counted: Option<u64>| -> Checked {
            if counted == Some(expected) {
                return Ok(());
            }
            Err(format!("line {line}: {what}: the table says {expected}, counted {counted:?}"))
        };
        match fact {
            Fact::Nodes { depth, nodes, states } if nodes <= most => {
                same("sequences", nodes, Some(walk::perft(game, &start, depth)))?;
                if let Some(states) = states {
                    let counted = depth.checked_sub(1).and_then(|i| levels.get(i as usize).copied());
                    same("states", states, counted)?;
                }
            }
            Fact::Plays(n) if n <= most => same("complete plays", n, Some(plays(game, &start)))?,
            Fact::Reachable(n) if n <= most => {
                let counted = walk::reachable(game, &start, room).map(|n| n as u64);
                same("reachable states", n, counted)?;
            }
            _ => continue,
        }
        checked += 1;
    }
    Ok(checked)
}

/// Complete plays from `s`.
fn plays<G: Game>(game: &G, s: &G::State) -> u64 {
    if game.turn(s) == Turn::Over {
        return 1;
    }
    let mut moves = Vec::new();
    game.moves(s, &mut moves);
    let next = |&mv| {
        let mut next = s.clone();
        game.apply(&mut next, mv);
        plays(game, &next)
    };
    moves.iter().map(next).sum()
}

/// The distinct states after exactly 1, 2, … `depth` moves.
#[expect(clippy::iter_over_hash_type, reason = "counts do not depend on the order")]
fn levels<G: Game>(game: &G, s: &G::State, depth: u32) -> Vec<u64> {
    let mut level = HashSet::from([s.clone()]);
    let mut counts = Vec::new();
    let mut moves = Vec::new();
    for _ in 0..depth {
        let mut next_level = HashSet::new();
        for s in level {
            moves.clear();
            game.moves(&s, &mut moves);
            for &mv in &moves {
                let mut next = s.clone();
                game.apply(&mut next, mv);
                next_level.insert(next);
            }
        }
        counts.push(next_level.len() as u64);
        level = next_level;
    }
    counts
}
