//! Deals and moves written as text, for tests.
#![expect(dead_code, reason = "each test file uses its own part")]

use game::{Game, Player, Show, Turn, play};
use taroky::{State, Taroky};

/// A deal as text: hands of players 1 to 4 and the talon, cards separated by spaces.
pub(crate) fn deal(game: &Taroky, groups: [&str; 5]) -> State {
    let mut s = game.initial();
    let lists: Vec<Vec<&str>> = groups.iter().map(|g| g.split_whitespace().collect()).collect();
    for group in [0, 1, 2, 3, 4] {
        for name in &lists[group] {
            make(game, &mut s, None, name);
        }
    }
    s
}

pub(crate) fn make(game: &Taroky, s: &mut State, who: Option<u8>, text: &str) {
    let turn = game.turn(s);
    let due = who.map_or(Turn::Chance, |p| Turn::Player(Player(p)));
    assert_eq!(turn, due, "before '{text}'");
    let mv = game.parse(s, text).unwrap_or_else(|_| panic!("'{text}' is not legal at {:?}", s.stage));
    play(game, s, mv).unwrap();
}

/// Moves as `player move move …` items separated by `;`.
pub(crate) fn say(game: &Taroky, s: &mut State, script: &str) {
    for item in script.split(';').map(str::trim).filter(|item| !item.is_empty()) {
        let mut words = item.split_whitespace();
        let p: u8 = words.next().unwrap().parse().unwrap();
        words.for_each(|word| make(game, s, Some(p), word));
    }
}

/// Everybody passes twice: the round after a flek brings nothing new.
pub(crate) fn pass(game: &Taroky, s: &mut State) {
    for _ in 0..4 {
        let p = game.turn(s).player().unwrap().0;
        make(game, s, Some(p), "pass");
    }
}

/// Tricks as `leader: cards → winner` separated by `;`.
pub(crate) fn tricks(game: &Taroky, s: &mut State, text: &str) {
    for (i, trick) in text.split(';').map(str::trim).filter(|t| !t.is_empty()).enumerate() {
        let (leader, rest) = trick.split_once(':').unwrap();
        let (cards, winner) = rest.split_once('→').unwrap();
        let leader: u8 = leader.trim().parse().unwrap();
        for (j, name) in cards.split_whitespace().enumerate() {
            make(game, s, Some((leader + j as u8) & 3), name);
        }
        assert_eq!(s.takers[i].to_string(), winner.trim(), "trick {}", i + 1);
    }
}

/// The legal moves of a state in notation.
pub(crate) fn legal(game: &Taroky, s: &State) -> String {
    let mut moves = Vec::new();
    game.moves(s, &mut moves);
    moves.into_iter().map(|mv| game.text(s, mv)).collect::<Vec<_>>().join(" ")
}

/// The deal of the first worked example: player 0 (of 0 to 3) has the Trul, player 1 the XIX.
pub(crate) const T1: [&str; 5] = [
    "XXII XXI XX XVI XIV XIII XII I HK H4 CJ C7",
    "XIX X IIII HC H1 DK DQ D2 SK SQ CK CC",
    "XVII XV XI IX III HJ H2 D1 SC SJ S7 C8",
    "XVIII VIII HQ H3 DC DJ D3 S10 S9 S8 CQ C9",
    "VII VI II C10 D4 V",
];
