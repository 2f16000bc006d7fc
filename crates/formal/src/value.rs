//! Solving an explored game without chance: who wins under perfect play, how soon, and which move.
//!
//! Retrograde analysis: from the ends backwards, in the order of distance, so that a win is found soonest and a loss
//! latest. What is never decided is a draw (by endless play or by rule). Alone, the question is the shortest success.

use crate::automaton::{Automaton, Node};
use game::{Game, Player, Turn};
use std::collections::VecDeque;

/// What perfect play gives in every state.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Values {
    /// Who wins: 1 the first player, -1 the second, 0 nobody. Alone: 1 success, 0 none.
    pub winner: Vec<i8>,
    /// Moves until the win under perfect play; 0 where nobody wins.
    pub distance: Vec<u32>,
    /// The position of a best move in the list of moves, where there is a move.
    pub best: Vec<Option<u32>>,
}

impl Values {
    /// The value for the player to move (for the first player where nobody is): 1 win, 0 draw, -1 loss.
    pub fn for_mover<G: Game>(&self, game: &G, a: &Automaton<G>, n: Node) -> i8 {
        let second = a.turn(game, n) == Turn::Player(Player(1));
        if second { -self.winner[n as usize] } else { self.winner[n as usize] }
    }
}

/// Solves a whole automaton of one or two players without chance and without a rule that fails; `None` for any other.
/// A dead end counts as a draw.
pub fn solve<G: Game>(game: &G, a: &Automaton<G>) -> Option<Values> {
    let chance = |n: Node| a.turn(game, n) == Turn::Chance;
    if !a.complete() || game.players() > 2 || a.nodes().any(|n| chance(n) || a.broken(game, n)) {
        return None;
    }
    let n = a.len();
    let mut values = Values { winner: vec![0; n], distance: vec![0; n], best: vec![None; n] };
    let mut known = vec![false; n];
    let mut left: Vec<u32> = a.nodes().map(|s| a.successors(s).len() as u32).collect();
    let predecessors = Predecessors::of(a);
    let mut queue: VecDeque<Node> = VecDeque::new();
    for s in a.nodes().filter(|&s| a.over(game, s)) {
        let mark = a.mark(game, s);
        let winner = i8::from(mark.won_by(Player(0))) - i8::from(mark.won_by(Player(1)));
        values.winner[s as usize] = winner;
        known[s as usize] = winner != 0;
        if winner != 0 {
            queue.push_back(s);
        }
    }
    while let Some(t) = queue.pop_front() {
        let winner = values.winner[t as usize];
        for &s in predecessors.before(t) {
            let i = s as usize;
            if known[i] {
                continue;
            }
            left[i] -= 1;
            let mine = match a.turn(game, s) {
                Turn::Player(Player(0)) => 1,
                _ => -1,
            };
            // A win is taken at once; a loss only when no move is left to try, and then the last one is the latest.
            if winner == mine || left[i] == 0 {
                known[i] = true;
                values.winner[i] = winner;
                values.distance[i] = values.distance[t as usize] + 1;
                queue.push_back(s);
            }
        }
    }
    choose(game, a, &mut values);
    Some(values)
}

/// Finds a best move for every state: to the same winner, soonest for whoever wins, latest for whoever loses; in a draw,
/// to a draw.
fn choose<G: Game>(game: &G, a: &Automaton<G>, values: &mut Values) {
    for s in a.nodes() {
        let i = s as usize;
        let mover_wins = values.winner[i] != 0 && values.for_mover(game, a, s) > 0;
        let same = |t: Node| values.winner[t as usize] == values.winner[i];
        let successors = a.successors(s);
        let ways = successors.iter().enumerate().filter(|&(_, &t)| same(t));
        let pick = if mover_wins {
            ways.min_by_key(|&(_, &t)| values.distance[t as usize])
        } else {
            ways.max_by_key(|&(k, &t)| (values.distance[t as usize], std::cmp::Reverse(k)))
        };
        values.best[i] = pick.map(|(k, _)| k as u32);
    }
}

/// The graph turned round. A state that leads to another by several moves is listed as often.
pub(crate) struct Predecessors {
    first: Vec<u32>,
    sources: Vec<Node>,
}

impl Predecessors {
    pub(crate) fn of<G: Game>(a: &Automaton<G>) -> Predecessors {
        let mut first = vec![0u32; a.len() + 1];
        for s in a.nodes() {
            for &t in a.successors(s).iter() {
                first[t as usize + 1] += 1;
            }
        }
        for i in 1..first.len() {
            first[i] += first[i - 1];
        }
        let mut at = first.clone();
        let mut sources = vec![0; a.edges()];
        for s in a.nodes() {
            for &t in a.successors(s).iter() {
                sources[at[t as usize] as usize] = s;
                at[t as usize] += 1;
            }
        }
        Predecessors { first, sources }
    }

    pub(crate) fn before(&self, t: Node) -> &[Node] {
        &self.sources[self.first[t as usize] as usize..self.first[t as usize + 1] as usize]
    }
}
