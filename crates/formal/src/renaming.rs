//! Symmetry: whether everybody has the same moves, up to renaming players, tokens and zones.
//!
//! The moves of a player are the notations that occur on their turns. A renaming maps words to words, one to one; only
//! words by which players, tokens and zones are called may change, so `take` does not become `give`. For two players one
//! renaming must turn the moves of each into those of the other. It is found by colour refinement (words that occur in
//! different places of different moves get different colours) and backtracking over what is left open. What a notation joins
//! by `+` (a token goes here and another there) happens at once, so the order of these parts means nothing.

use crate::automaton::Automaton;
use crate::property::Answer;
use game::{Lang, Player, Show, Turn};
use std::collections::hash_map::DefaultHasher;
use std::collections::{BTreeSet, HashMap};
use std::hash::{Hash, Hasher};

/// Different notations after which no renaming is looked for.
const MOST_MOVES: usize = 50_000;

/// Trials after which the search for a renaming is given up.
const MOST_TRIALS: usize = 2_000;

/// Whether the moves on each player's turns are the same up to renaming.
pub(crate) fn symmetric<G: Show>(game: &G, a: &Automaton<G>) -> Answer<G::Move> {
    if game.players() == 1 {
        return Answer::Yes(Vec::new());
    }
    // A move that was not seen proves nothing unless everything was.
    if !a.complete() {
        return Answer::Unknown("not all states are known, so not all moves of each player are".into());
    }
    let mut whose: HashMap<String, u128> = HashMap::new();
    for n in a.nodes() {
        let Turn::Player(p) = a.turn(game, n) else { continue };
        let s = a.state(n);
        for mv in a.moves(game, n) {
            *whose.entry(game.text(&s, mv)).or_default() |= 1u128.checked_shl(u32::from(p.0)).unwrap_or(0);
        }
    }
    let of = |p: usize| -> BTreeSet<&str> {
        whose.iter().filter(|(_, bits)| **bits >> p & 1 == 1).map(|(t, _)| t.as_str()).collect()
    };
    let (first, names) = (of(0), names(game));
    for other in 1..game.players() {
        let moves = of(other);
        if moves == first {
            continue;
        }
        if first.len().max(moves.len()) > MOST_MOVES {
            return Answer::Unknown(format!("there are more than {MOST_MOVES} different moves"));
        }
        let mut sets = vec![(&first, &moves)];
        if game.players() == 2 {
            sets.push((&moves, &first));
        }
        match Renaming::new(&sets, &names).search() {
            Some(true) => {}
            None => {
                return Answer::Unknown(
                    "the moves differ, and too many renamings of tokens and zones would have to be tried"
                        .into(),
                );
            }
            Some(false) => {
                let only = first.difference(&moves).next().map(|t| (1, t));
                let only = only.or_else(|| moves.difference(&first).next().map(|t| (other + 1, t)));
                let cause = only.map_or(String::new(), |(who, text)| {
                    format!(
                        "the move {text} occurs only on the turns of player {who}, and no renaming of tokens and zones \
                         makes the moves of players 1 and {} the same",
                        other + 1
                    )
                });
                return Answer::No { play: Vec::new(), cycle: None, cause };
            }
        }
    }
    Answer::Yes(Vec::new())
}

/// The words of a text: letters and digits; what stands between them.
fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric()).filter(|w| !w.is_empty())
}

/// The words by which tokens and zones are called.
fn names<G: Show>(game: &G) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    let start = game.initial();
    for who in Player::all(game.players()).map(Some).chain([None]) {
        let scene = game.scene(&game.view(&start, who), who, Lang::En);
        let tokens = scene.tokens.iter().flat_map(|t| [&t.id, &t.kind, &t.label]);
        let zones = scene.zones.iter().flat_map(|z| [&z.id].into_iter().chain(&z.names));
        tokens.chain(zones).flat_map(|text| words(text)).for_each(|w| {
            names.insert(w.to_string());
        });
    }
    names
}

/// A part of a move: its notation with the words taken out, and the words.
struct Part {
    shape: u64,
    words: Vec<usize>,
}

/// A move: its parts, in any order.
type Phrase = Vec<Part>;

/// A renaming that is looked for.
struct Renaming<'a> {
    words: Vec<&'a str>,
    /// Each set of moves and the one it must become.
    sets: Vec<(Vec<Phrase>, Vec<Phrase>)>,
    /// Words that keep their names.
    fixed: Vec<bool>,
    trials: usize,
}

fn hash(x: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    x.hash(&mut hasher);
    hasher.finish()
}

impl<'a> Renaming<'a> {
    fn new(sets: &[(&BTreeSet<&'a str>, &BTreeSet<&'a str>)], names: &BTreeSet<String>) -> Renaming<'a> {
        let mut index: HashMap<&str, usize> = HashMap::new();
        let mut list: Vec<&str> = Vec::new();
        let mut part = |text: &'a str| {
            let shape: String = text.chars().map(|c| if c.is_alphanumeric() { '\0' } else { c }).collect();
            let mut shape = shape.split('\0').filter(|s| !s.is_empty()).collect::<Vec<_>>().join("\0");
            let mut numbers: Vec<usize> = Vec::new();
            for w in words(text) {
                numbers.push(*index.entry(w).or_insert_with(|| {
                    list.push(w);
                    list.len() - 1
                }));
            }
            // A notation of one word says nothing about what its parts are: it stays as it is.
            if numbers.len() == 1 {
                shape.push_str(text);
            }
            Part { shape: hash(&(shape, text.starts_with(char::is_alphanumeric))), words: numbers }
        };
        let mut phrase = |text: &'a str| text.split('+').map(&mut part).collect::<Phrase>();
        let mut all = |set: &BTreeSet<&'a str>| set.iter().map(|t| phrase(t)).collect::<Vec<_>>();
        let sets: Vec<_> = sets.iter().map(|(from, to)| (all(from), all(to))).collect();
        let fixed = list.iter().map(|w| !names.contains(*w)).collect();
        Renaming { words: list, sets, fixed, trials: 0 }
    }

    /// Whether there is one; `None` if that took too long.
    fn search(mut self) -> Option<bool> {
        let colour = |w: usize| if self.fixed[w] { hash(&self.words[w]) | 1 } else { 0 };
        let colours: Vec<u64> = (0..self.words.len()).map(colour).collect();
        self.extend(colours.clone(), colours)
    }

    /// Whether words can be mapped so that each keeps its colour.
    fn extend(&mut self, from: Vec<u64>, to: Vec<u64>) -> Option<bool> {
        self.trials += 1;
        if self.trials > MOST_TRIALS {
            return None;
        }
        let (from, to) = (self.refined(from, false), self.refined(to, true));
        let mut classes: HashMap<u64, (Vec<usize>, Vec<usize>)> = HashMap::new();
        from.iter().enumerate().for_each(|(w, &c)| classes.entry(c).or_default().0.push(w));
        to.iter().enumerate().for_each(|(w, &c)| classes.entry(c).or_default().1.push(w));
        let mut classes: Vec<(Vec<usize>, Vec<usize>)> = classes.into_values().collect();
        if classes.iter().any(|(a, b)| a.len() != b.len()) {
            return Some(false);
        }
        classes.sort();
        let Some((mine, theirs)) = classes.iter().filter(|c| c.0.len() > 1).min_by_key(|c| c.0.len()) else {
            return Some(self.holds(&classes));
        };
        let w = mine[0];
        // What need not be renamed is tried first.
        let mut targets = theirs.clone();
        targets.sort_by_key(|&t| (t != w, t));
        for t in targets {
            let (mut a, mut b) = (from.clone(), to.clone());
            let new = hash(&("tried", self.trials, from[w]));
            (a[w], b[t]) = (new, new);
            if self.extend(a, b)? {
                return Some(true);
            }
        }
        Some(false)
    }

    /// Colours refined by the moves in which words occur, until nothing changes; `target`: the sets to be reached.
    fn refined(&self, mut colours: Vec<u64>, target: bool) -> Vec<u64> {
        let count = |colours: &[u64]| colours.iter().collect::<std::collections::HashSet<_>>().len();
        let mut known = count(&colours);
        loop {
            let mut around: Vec<Vec<u64>> = vec![Vec::new(); colours.len()];
            for (i, (from, to)) in self.sets.iter().enumerate() {
                for phrase in if target { to } else { from } {
                    let seen =
                        |p: &Part| hash(&(p.shape, p.words.iter().map(|&w| colours[w]).collect::<Vec<_>>()));
                    let mut parts: Vec<u64> = phrase.iter().map(seen).collect();
                    let own = parts.clone();
                    parts.sort_unstable();
                    let whole = hash(&(i, parts));
                    for (part, own) in phrase.iter().zip(own) {
                        for (k, &w) in part.words.iter().enumerate() {
                            around[w].push(hash(&(whole, own, k)));
                        }
                    }
                }
            }
            for (w, list) in around.iter_mut().enumerate() {
                list.sort_unstable();
                colours[w] = hash(&(colours[w], &*list));
            }
            let now = count(&colours);
            if now == known {
                return colours;
            }
            known = now;
        }
    }

    /// Whether the mapping, one word to each, turns every set into its target.
    fn holds(&self, classes: &[(Vec<usize>, Vec<usize>)]) -> bool {
        let mut map = vec![0; self.words.len()];
        classes.iter().for_each(|(a, b)| map[a[0]] = b[0]);
        self.sets.iter().all(|(from, to)| {
            let all = |set: &[Phrase], called: &dyn Fn(usize) -> usize| {
                let part = |p: &Part| (p.shape, p.words.iter().map(|&w| called(w)).collect::<Vec<_>>());
                let mut moves: Vec<Vec<(u64, Vec<usize>)>> =
                    set.iter().map(|phrase| phrase.iter().map(part).collect()).collect();
                moves.iter_mut().for_each(|parts| parts.sort_unstable());
                moves.sort_unstable();
                moves
            };
            all(from, &|w| map[w]) == all(to, &|w| w)
        })
    }
}
