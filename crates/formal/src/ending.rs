//! Whether plays end: every one of them, or with probability 1 if any player wants it.

use crate::automaton::{Automaton, Node};
use crate::components::Components;
use crate::property::{Answer, unless_partial};
use crate::value::Predecessors;
use game::hash::Map;
use game::{Game, Player, Show, Turn};
use std::collections::VecDeque;

/// States looked at in search of the shortest cycle, after which the shortest one found so far has to do.
const MOST_LOOKS: usize = 20_000_000;

/// Whether no play goes on for ever.
pub(crate) fn terminating<G: Show>(game: &G, a: &Automaton<G>) -> Answer<G::Move> {
    // Among finitely many positions one returns often enough for the rule about that to end the play.
    if game.repetition().is_some() {
        return unless_partial(a, "no endless play was found", Answer::Yes(Vec::new()));
    }
    let cyclic = Components::of(a).cyclic;
    let mut best: Option<(usize, Node, Vec<usize>)> = None;
    let mut looks = 0;
    for n in a.nodes().filter(|&n| cyclic[n as usize]) {
        let depth = a.depth(n) as usize;
        if best.as_ref().is_some_and(|(length, _, _)| depth + 1 >= *length || looks > MOST_LOOKS) {
            break;
        }
        let most = best.as_ref().map_or(usize::MAX, |(length, _, _)| length - depth - 1);
        if let Some(cycle) = shortest_cycle(a, n, most, &cyclic, &mut looks) {
            best = Some((depth + cycle.len(), n, cycle));
        }
    }
    let Some((_, n, cycle)) = best else {
        return unless_partial(a, "no play that repeats a state was found", Answer::Yes(Vec::new()));
    };
    let mut play = a.path(game, n);
    let start = play.len();
    let mut at = n;
    for i in cycle {
        play.push(a.moves(game, at)[i]);
        at = a.successors(at)[i];
    }
    let more = play.len() - start;
    let mut cause = format!("after {start} moves the play can return to the same state in {more} more");
    if looks > MOST_LOOKS {
        cause.push_str("; there may be a shorter play that does");
    }
    Answer::No { play, cycle: Some(start), cause }
}

/// The shortest way from `n` back to `n`, as positions in the lists of successors; `None` if it is longer than `most`.
fn shortest_cycle<G: Game>(
    a: &Automaton<G>,
    n: Node,
    most: usize,
    cyclic: &[bool],
    looks: &mut usize,
) -> Option<Vec<usize>> {
    let mut from: Map<Node, (Node, usize)> = Map::default();
    let mut queue = VecDeque::from([(n, 0usize)]);
    while let Some((at, depth)) = queue.pop_front() {
        if depth >= most {
            return None;
        }
        *looks += 1;
        for (i, &t) in a.successors(at).iter().enumerate() {
            if t == n {
                let mut cycle = vec![i];
                let mut back = at;
                while back != n {
                    let (before, i) = from[&back];
                    cycle.push(i);
                    back = before;
                }
                cycle.reverse();
                return Some(cycle);
            }
            if cyclic[t as usize] && !from.contains_key(&t) {
                from.insert(t, (at, i));
                queue.push_back((t, depth + 1));
            }
        }
    }
    None
}

/// Whether every player can see to it that the play ends with probability 1, whatever chance brings and the others do:
/// nobody is kept at the table for ever.
///
/// Nothing can go on for ever unless there are states among which the players, all together, can stay: every event leads to
/// one of them, and so does some move of every player. Where there are, it is asked of each player alone.
pub(crate) fn surely<G: Show>(game: &G, a: &Automaton<G>, terminating: &Answer<G::Move>) -> Answer<G::Move> {
    if terminating.decided() == Some(true) || game.repetition().is_some() {
        return terminating.clone();
    }
    let before = Predecessors::of(a);
    let stays = trap(game, a, &before);
    let kept =
        stays.contains(&true).then(|| Player::all(game.players()).find(|&p| !enforces(game, a, &before, p)));
    let (Some(Some(who)), Some(n)) = (kept, a.nodes().find(|&n| stays[n as usize])) else {
        let seen = "nobody was found who could be kept playing for ever";
        return unless_partial(a, seen, Answer::Yes(Vec::new()));
    };
    let mut play = a.path(game, n);
    // From here on any move that stays will do: sooner or later a state comes again.
    let mut at = n;
    let mut met: Map<Node, usize> = Map::default();
    let mut start = play.len();
    while let Some(i) = a.successors(at).iter().position(|&t| stays[t as usize]) {
        met.insert(at, play.len());
        play.push(a.moves(game, at)[i]);
        at = a.successors(at)[i];
        if let Some(&first) = met.get(&at) {
            start = first;
            break;
        }
    }
    let others =
        if game.players() == 1 { "whatever they do" } else { "whatever they do, the others can go on" };
    let cause = format!("player {who} cannot see to it that the play ends with probability 1: {others}");
    Answer::No { play, cycle: Some(start), cause }
}

/// The states among which all players together can keep a play for ever: the largest set that no event leaves and in which
/// every player has a move that stays. States that were not expanded are not in it.
fn trap<G: Game>(game: &G, a: &Automaton<G>, before: &Predecessors) -> Vec<bool> {
    let chance = |n: Node| a.turn(game, n) == Turn::Chance;
    let mut stays: Vec<bool> = a.nodes().map(|n| (n as usize) < a.expanded() && !a.over(game, n)).collect();
    let mut left: Vec<u32> = a.nodes().map(|n| a.successors(n).len() as u32).collect();
    let mut leaving: Vec<Node> = a.nodes().filter(|&n| !stays[n as usize]).collect();
    while let Some(t) = leaving.pop() {
        for &s in before.before(t) {
            let i = s as usize;
            left[i] -= 1;
            if stays[i] && (left[i] == 0 || chance(s)) {
                stays[i] = false;
                leaving.push(s);
            }
        }
    }
    stays
}

/// Whether `p` has a way to play that ends the play with probability 1, whatever the others do. A state that was not
/// expanded counts as an end.
///
/// The states from which that is so are found from above: as long as a state has no way to an end that stays among the
/// candidates, whatever the others do and however unlikely, it is none; and then neither is an event that may lead to it.
fn enforces<G: Game>(game: &G, a: &Automaton<G>, before: &Predecessors, p: Player) -> bool {
    let end = |n: Node| n as usize >= a.expanded() || a.over(game, n);
    let mut sure = vec![true; a.len()];
    loop {
        let mut near = vec![false; a.len()];
        let mut left: Vec<u32> = a.nodes().map(|n| a.successors(n).len() as u32).collect();
        let mut queue: Vec<Node> = a.nodes().filter(|&n| end(n)).collect();
        queue.iter().for_each(|&n| near[n as usize] = true);
        while let Some(t) = queue.pop() {
            for &s in before.before(t) {
                let i = s as usize;
                left[i] -= 1;
                if near[i] || !sure[i] {
                    continue;
                }
                let comes = match a.turn(game, s) {
                    Turn::Player(q) if q != p => left[i] == 0,
                    Turn::Chance => a.successors(s).iter().all(|&to| sure[to as usize]),
                    _ => true,
                };
                if comes {
                    near[i] = true;
                    queue.push(s);
                }
            }
        }
        if near == sure || !near[0] {
            return near[0];
        }
        sure = near;
    }
}
