//! What a camera must know of a game, found out by playing it at random: which kinds of tokens there are and where they ever lie. No rules
//! are needed for that, only a table to play on.

use super::board::{Board, Watch, group, groups_in_use};
use super::colour::Colour;
use crate::eye::EyeError;
use game::{Face, Lang, Layout, Place, Rng, Scene, Table, Turn};
use std::collections::BTreeSet;

/// Random plays and moves of each.
const PLAYS: usize = 12;
const MOVES: usize = 150;

/// Scenes of random plays of a game; the first is the start.
pub fn scenes(table: &dyn Table, seed: u64) -> Vec<Scene> {
    let mut rng = Rng::new(seed);
    let mut scenes = vec![table.scene(None, Lang::En)];
    for _ in 0..PLAYS {
        let mut play = table.fork();
        for _ in 0..MOVES {
            let moved = match play.turn() {
                Turn::Over => false,
                Turn::Chance => play.roll().is_some(),
                Turn::Player(_) => {
                    let offers = play.offers(Lang::En);
                    !offers.is_empty() && play.play(&offers[rng.below(offers.len())].text).is_ok()
                }
            };
            if !moved {
                break;
            }
            scenes.push(play.scene(None, Lang::En));
        }
    }
    scenes
}

/// The kinds of tokens in these scenes, sorted, without those that exist in the program only.
pub fn kinds(scenes: &[Scene], imaginary: &[String]) -> Vec<String> {
    let all: BTreeSet<&str> = scenes
        .iter()
        .flat_map(|s| &s.tokens)
        .filter(|t| t.face == Face::Up)
        .map(|t| t.kind.as_str())
        .collect();
    let name = |kind: &str| kind.split(':').next().unwrap_or_default().to_string();
    all.into_iter()
        .filter(|k| !k.is_empty() && !imaginary.iter().any(|i| *i == **k || *i == name(k)))
        .map(String::from)
        .collect()
}

/// A colour word and its intervals: hue, least saturation, least value.
const PAINTS: &[(&str, (f64, f64), f64, f64)] = &[
    ("red", (340.0, 18.0), 0.45, 0.2),
    ("blue", (195.0, 260.0), 0.35, 0.12),
    ("yellow", (38.0, 70.0), 0.42, 0.3),
    ("green", (85.0, 165.0), 0.3, 0.12),
    ("orange", (19.0, 37.0), 0.5, 0.3),
    ("cyan", (166.0, 194.0), 0.35, 0.2),
];

/// Colours to begin with, until the camera is calibrated: a kind named after a colour has it; white pieces are taken to be yellow, black
/// ones blue, since a camera cannot tell them from paper and shadow; the rest gets what is left, in order.
pub fn palette(kinds: &[String]) -> Vec<Colour> {
    let named = |kind: &str| -> Option<usize> {
        let word = match kind.split(':').next().unwrap_or_default().to_lowercase().as_str() {
            "white" | "w" => "yellow".to_string(),
            "black" | "b" => "blue".to_string(),
            other => other.to_string(),
        };
        PAINTS.iter().position(|p| p.0 == word)
    };
    let mut free: Vec<usize> =
        (0..PAINTS.len()).filter(|i| !kinds.iter().any(|k| named(k) == Some(*i))).collect();
    free.reverse();
    kinds
        .iter()
        .filter_map(|kind| {
            let (_, hue, saturation, value) = PAINTS[named(kind).or_else(|| free.pop())?];
            let (name, state) = match kind.split_once(':') {
                Some((name, state)) => (name, state.parse().unwrap_or(1)),
                None => (kind.as_str(), 1),
            };
            Some(Colour {
                name: name.to_string(),
                state,
                hue,
                saturation: (saturation, 1.0),
                value: (value, 1.0),
                size: (60, 20_000),
            })
        })
        .collect()
}

/// The board of a game: the places where tokens of these colours ever lie. Places that `heap` names, and zones in which tokens lie on or
/// beside each other, are heaps.
///
/// # Errors
/// Says that there is nothing to look at.
pub fn board(
    scenes: &[Scene],
    colours: Vec<Colour>,
    heap: &dyn Fn(&Scene, &Place) -> bool,
) -> Result<Board, EyeError> {
    let start = scenes.first().ok_or("there is no scene to look at")?;
    let used = groups_in_use(scenes, &colours);
    let loose = |place: &Place| {
        let zone = start.zones.iter().find(|z| z.id == place.zone);
        zone.is_some_and(|z| matches!(z.layout, Layout::Row | Layout::Fan | Layout::Stack))
    };
    Board::new(start, colours, &|place| {
        if !used.contains(&group(start, place)) {
            Watch::Ignore
        } else if loose(place) || heap(start, place) {
            Watch::Heap
        } else {
            Watch::Place
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_named_after_colours_get_them_and_all_get_different_ones() {
        let list = |kinds: &[&str]| palette(&kinds.iter().map(ToString::to_string).collect::<Vec<_>>());
        let frogs = list(&["green", "red"]);
        assert_eq!((frogs[0].hue, frogs[1].hue), ((85.0, 165.0), (340.0, 18.0)));
        let marks = list(&["O", "X"]);
        assert_ne!(marks[0].hue, marks[1].hue);
        let pegs = list(&["peg:1", "peg:2", "red"]);
        assert_eq!((pegs[0].state, pegs[1].state), (1, 2));
        assert!(pegs[0].hue != pegs[2].hue && pegs[1].hue != pegs[2].hue);
        assert_eq!(list(&["a", "b", "c", "d", "e", "f", "g", "h"]).len(), 6, "there are only six paints");
    }
}
