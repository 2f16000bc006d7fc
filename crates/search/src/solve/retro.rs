//! Retrograde analysis of a two-player game kept whole: from the ends backwards, level by level (K. Thompson, *Retrograde
//! Analysis of Certain Endgames*, 1986). Cycles need no special treatment: a state that no win reaches backwards is a draw,
//! played out or endless.
//!
//! Margins are processed from the largest to the smallest. A state is settled as soon as its mover has a move to a
//! state settled in their favour, or when all its moves are settled against them; since larger margins are settled
//! first and, within one margin, nearer ends first, the winner wins highest, then soonest, and the loser the reverse.

use super::graph::Graph;
use super::{Goal, Outcome, Solution, score_after};
use crate::stake::margin;
use game::{Game, Player, Stopped, Turn};

/// The result for a state: the margin of the first player and the moves until the end.
struct Settled {
    margin: Vec<i64>,
    plies: Vec<u32>,
}

const OPEN: u32 = u32::MAX;

/// Solves the first state of the graph for `me`, who is to move there.
pub(super) fn solve<G: Game>(
    game: &G,
    graph: &Graph<G>,
    me: Player,
    goal: Goal,
    nodes: u64,
) -> Solution<G::Move> {
    let movers: Vec<u8> =
        graph.states.iter().map(|s| game.turn(s).player().map_or(u8::MAX, |p| p.0)).collect();
    let settled = settle(game, graph, &movers, goal);
    let mut solution = Solution::unknown("retrograde analysis", nodes, Stopped::Complete);
    solution.notes.push(format!("{} reachable states", graph.len()));
    let (line, ended) = line(game, graph, &movers, &settled);
    let own = if me.0 == 0 { settled.margin[0] } else { -settled.margin[0] };
    solution.value = Some(Outcome::of(own));
    solution.best = line.first().copied();
    solution.plies = match settled.plies[0] {
        OPEN => ended.then(|| u32::try_from(line.len()).unwrap_or(u32::MAX)),
        plies => Some(plies),
    };
    solution.score = score_after(game, &graph.states[0], &line, me).or((own == 0).then_some(0.0));
    solution.line = line;
    if own == 0 && solution.plies.is_none() && game.repetition().is_none() {
        let note = "nobody can force a win, and the play can go on for ever, which counts as a draw here";
        solution.notes.push(note.to_string());
    }
    solution
}

fn settle<G: Game>(game: &G, graph: &Graph<G>, movers: &[u8], goal: Goal) -> Settled {
    let n = graph.len();
    let mut settled = Settled { margin: vec![0; n], plies: vec![OPEN; n] };
    let (start, before) = graph.reversed();
    let mut unsettled: Vec<u32> = (0..n).map(|at| graph.next(at).len() as u32).collect();
    let mut ends: Vec<(i64, u32)> = Vec::new();
    for (at, s) in graph.states.iter().enumerate() {
        if game.turn(s) == Turn::Over {
            let margin = margin(game, s, Player(0));
            let margin = if goal == Goal::Outcome { margin.signum() } else { margin };
            if margin != 0 {
                ends.push((margin, at as u32));
            }
        }
    }
    ends.sort_by_key(|&(margin, at)| (-margin.abs(), at));
    let mut queue = std::collections::VecDeque::new();
    let mut rest = ends.as_slice();
    while let Some(&(size, _)) = rest.first() {
        let cut = rest.partition_point(|e| e.0.abs() == size.abs());
        for &(margin, at) in &rest[..cut] {
            settled.margin[at as usize] = margin;
            settled.plies[at as usize] = 0;
            queue.push_back(at as usize);
        }
        rest = &rest[cut..];
        while let Some(at) = queue.pop_front() {
            let (margin, plies) = (settled.margin[at], settled.plies[at]);
            for &p in &before[start[at] as usize..start[at + 1] as usize] {
                let p = p as usize;
                if settled.plies[p] != OPEN {
                    continue;
                }
                let good = (margin > 0) == (movers[p] == 0);
                unsettled[p] -= u32::from(!good);
                if good || unsettled[p] == 0 {
                    settled.margin[p] = margin;
                    settled.plies[p] = plies + 1;
                    queue.push_back(p);
                }
            }
        }
    }
    settled
}

/// Perfect play from the first state, and whether it comes to an end.
fn line<G: Game>(game: &G, graph: &Graph<G>, movers: &[u8], settled: &Settled) -> (Vec<G::Move>, bool) {
    let mut line = Vec::new();
    let mut seen = crate::hash::Set::default();
    let mut moves = Vec::new();
    let mut at = 0;
    while seen.insert(at) {
        let s = &graph.states[at];
        moves.clear();
        game.moves(s, &mut moves);
        if moves.is_empty() {
            return (line, true);
        }
        let sign = if movers[at] == 0 { 1 } else { -1 };
        let worth = |to: u32| {
            let (margin, plies) = (settled.margin[to as usize] * sign, i64::from(settled.plies[to as usize]));
            (margin, -margin.signum() * plies)
        };
        let Some(best) = (0..moves.len()).rev().max_by_key(|&i| worth(graph.next(at)[i])) else { break };
        line.push(moves[best]);
        at = graph.next(at)[best] as usize;
    }
    (line, false)
}
