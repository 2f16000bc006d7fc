//! Who can win, and whether the others can influence it. A player wins where they are among the winners; team-mates win
//! together.

use crate::automaton::{Automaton, Node};
use crate::property::{Answer, unless_partial};
use game::hash::Map;
use game::{Game, Player, Show, Turn};
use std::collections::VecDeque;

/// The players of a set of bits.
fn within(p: Player, set: u128) -> bool {
    p.0 < 128 && set >> p.0 & 1 == 1
}

/// The sets of players who win somewhere, each once, with the nearest end.
fn victories<G: Game>(game: &G, a: &Automaton<G>) -> Vec<(u128, Node)> {
    let mut found: Vec<(u128, Node)> = Vec::new();
    for n in a.nodes().take(a.expanded()) {
        let mark = a.mark(game, n);
        if mark.settled() && mark.winners != 0 && found.iter().all(|(set, _)| *set != mark.winners) {
            found.push((mark.winners, n));
        }
    }
    found
}

/// A shortest play that exactly these players win and in which only they move.
fn alone<G: Game>(game: &G, a: &Automaton<G>, side: u128) -> Option<Vec<G::Move>> {
    let mut from: Map<Node, (Node, usize)> = Map::default();
    let mut queue = VecDeque::from([0]);
    while let Some(n) = queue.pop_front() {
        let mark = a.mark(game, n);
        if mark.settled() && mark.winners == side {
            let mut play = Vec::new();
            let mut at = n;
            while at != 0 {
                let (before, i) = from[&at];
                play.push(a.moves(game, before)[i]);
                at = before;
            }
            play.reverse();
            return Some(play);
        }
        if mark.turn.player().is_some_and(|q| !within(q, side)) {
            continue;
        }
        for (i, &t) in a.successors(n).iter().enumerate() {
            if t != 0 && !from.contains_key(&t) {
                from.insert(t, (n, i));
                queue.push_back(t);
            }
        }
    }
    None
}

/// Whether some side can win by a play in which only its players move.
pub(crate) fn strongly<G: Show>(game: &G, a: &Automaton<G>) -> Answer<G::Move> {
    let victories = victories(game, a);
    let shortest = if game.players() == 1 {
        // Nobody else could move; numbers grow with distance.
        victories.first().map(|&(_, n)| a.path(game, n))
    } else {
        let plays = victories.iter().filter_map(|&(side, _)| alone(game, a, side));
        plays.min_by_key(Vec::len)
    };
    match shortest {
        Some(play) => Answer::Yes(play),
        None => {
            let cause = "nobody wins by a play in which only they move".to_string();
            let no = Answer::No { play: Vec::new(), cycle: None, cause };
            unless_partial(a, "no such play was found", no)
        }
    }
}

/// The states to which some way leads on which somebody outside the set has moved.
fn meddled<G: Game>(game: &G, a: &Automaton<G>, side: u128) -> Vec<bool> {
    let mut met = vec![false; a.len()];
    let mut queue: Vec<Node> = Vec::new();
    for n in a.nodes().take(a.expanded()) {
        if matches!(a.turn(game, n), Turn::Player(p) if !within(p, side)) {
            for &t in a.successors(n).iter() {
                if !std::mem::replace(&mut met[t as usize], true) {
                    queue.push(t);
                }
            }
        }
    }
    while let Some(n) = queue.pop() {
        for &t in a.successors(n).iter() {
            if !std::mem::replace(&mut met[t as usize], true) {
                queue.push(t);
            }
        }
    }
    met
}

/// Whether every player has a winning play in which somebody not on the winning side moves too (alone: any winning play).
pub(crate) fn weakly<G: Show>(game: &G, a: &Automaton<G>) -> Answer<G::Move> {
    let (mut wins, mut lonely) = (vec![false; game.players()], vec![None; game.players()]);
    for (side, first) in victories(game, a) {
        if Player::all(game.players()).all(|p| !within(p, side) || wins[p.index()]) {
            continue;
        }
        let ends = |n: &Node| {
            let mark = a.mark(game, *n);
            mark.settled() && mark.winners == side
        };
        let met = if game.players() > 1 { meddled(game, a, side) } else { vec![true; a.len()] };
        let shared = a.nodes().take(a.expanded()).any(|n| met[n as usize] && ends(&n));
        for p in Player::all(game.players()).filter(|&p| within(p, side)) {
            wins[p.index()] |= shared;
            lonely[p.index()] = lonely[p.index()].or(Some(first));
        }
    }
    let Some(p) = wins.iter().position(|w| !w) else { return Answer::Yes(Vec::new()) };
    let who = Player(p as u8);
    let (play, cause) = match lonely[p] {
        Some(n) => (a.path(game, n), format!("player {who} wins only plays in which nobody else moves")),
        // A rule about positions that return ends plays where no state is an end.
        None if game.repetition().is_none() && a.nodes().take(a.expanded()).all(|n| !a.over(game, n)) => {
            (Vec::new(), "no play ever ends".to_string())
        }
        None if lonely.iter().all(Option::is_none) && game.players() > 1 => {
            (Vec::new(), "nobody wins in any play".to_string())
        }
        None => (Vec::new(), format!("player {who} wins in no play")),
    };
    let seen = format!("no play was found that player {who} wins and in which somebody else moves");
    unless_partial(a, &seen, Answer::No { play, cycle: None, cause })
}
