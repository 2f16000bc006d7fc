//! Defects found by exploring and random play: rules that fail, tokens that get lost, dead ends. Each kind once, with
//! the shortest play known to lead to it.

use formal::{Automaton, Broken, defect_kind, texts};
use game::Show;

/// A defect of the rules, met in play.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Defect {
    /// What kind of mistake it is.
    pub name: &'static str,
    /// What happens, in words.
    pub cause: String,
    /// A play that leads to it, in notation.
    pub play: Vec<String>,
    /// No shorter play does.
    pub shortest: bool,
    /// How many explored states have a defect of this kind.
    pub states: usize,
    /// How many random plays ended with one of this kind, or sampled deals lead to one.
    pub plays: u64,
}

/// How many kinds of defects are kept.
const MOST: usize = 20;

/// What happens in a dead end.
pub const DEAD_END: &str = "nobody has anything to do and no rule ends the play";

/// All defects of the explored part, and those met by random plays and in sampled deals.
pub(crate) fn defects<G: Show>(game: &G, a: &Automaton<G>, met: &[Broken]) -> Vec<Defect> {
    let mut found: Vec<(String, Defect)> = Vec::new();
    // Numbers grow with distance: the first of a kind is a nearest one.
    for n in a.nodes().take(a.expanded()).filter(|&n| a.broken(game, n) || a.stuck(game, n)) {
        let cause = game.defect(&a.state(n)).unwrap_or_else(|| DEAD_END.to_string());
        let kind = defect_kind(&cause);
        if let Some((_, known)) = found.iter_mut().find(|(k, _)| *k == kind) {
            known.states += 1;
        } else if found.len() < MOST {
            let play = texts(game, &a.path(game, n));
            let defect = Defect { name: named(&cause), cause, play, shortest: true, states: 1, plays: 0 };
            found.push((kind, defect));
        }
    }
    for broken in met {
        let cause = if broken.cause.is_empty() { DEAD_END.to_string() } else { broken.cause.clone() };
        let kind = defect_kind(&cause);
        if let Some((_, known)) = found.iter_mut().find(|(k, _)| *k == kind) {
            known.plays += broken.plays;
        } else if found.len() < MOST {
            let play = broken.play.clone();
            let name = named(&cause);
            found.push((kind, Defect { name, cause, play, shortest: false, states: 0, plays: broken.plays }));
        }
    }
    found.into_iter().map(|(_, defect)| defect).collect()
}

/// The kind of mistake behind a cause.
pub fn named(cause: &str) -> &'static str {
    let kinds = [
        ("nobody has anything to do", "a dead end"),
        ("is invented", "an invented token"),
        (" lost", "a lost token or zone"),
        (" places", "a doubled token"),
        (" where ", "a doubled token"),
        ("changes the player", "a turn that changes the player"),
        ("says nothing", "nobody is next"),
        ("both apply", "two answers of next"),
        ("several winners", "several winners"),
        ("neither a player nor", "a winner who does not play"),
        ("not enough resources", "endless rules"),
    ];
    kinds.into_iter().find(|(words, _)| cause.contains(words)).map_or("a broken rule", |(_, name)| name)
}
