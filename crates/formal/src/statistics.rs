//! Numbers a designer reads, exact ones from an explored game. Those of random play are estimated in [`crate::trial`].

use crate::automaton::{Automaton, Node};
use game::{Game, Show, Turn};

/// Exact numbers of an explored game.
#[derive(Clone, PartialEq, Debug)]
pub struct Statistics {
    /// States found.
    pub states: usize,
    /// States whose moves are known; the numbers below are about these.
    pub expanded: usize,
    /// States in which the play is over.
    pub terminal: usize,
    /// States in which chance decides.
    pub chance: usize,
    /// Transitions.
    pub edges: usize,
    /// The largest distance from the start.
    pub depth: u32,
    /// Moves per decision, on average over states.
    pub branching: f64,
    /// The most moves in one state.
    pub widest: usize,
    /// Moves of the shortest play.
    pub shortest: Option<u32>,
    /// Moves of the longest play, if the game terminates and is explored whole.
    pub longest: Option<u32>,
    /// Distinct plays, if the game terminates and they can be counted: all, then won by each side, then drawn or shared.
    /// Those that end in a defect are among all and nowhere else.
    pub plays: Option<Vec<u128>>,
    /// Terminal states won by each side, then drawn or shared.
    pub ends: Vec<usize>,
    /// States in which nobody has anything to do and no rule ends the play.
    pub stuck: usize,
    /// States in which a rule failed.
    pub broken: usize,
}

/// Counts an explored game.
pub fn statistics<G: Game>(game: &G, a: &Automaton<G>) -> Statistics {
    let mut ends = vec![0; a.sides().count() + 1];
    let (mut chance, mut widest, mut decisions, mut terminal, mut stuck, mut broken) =
        (0, 0, 0usize, 0, 0, 0);
    let mut shortest = None;
    for n in a.nodes().take(a.expanded()) {
        match a.turn(game, n) {
            Turn::Over => {
                terminal += 1;
                match a.column(game, n) {
                    Some(column) => ends[column] += 1,
                    None if a.broken(game, n) => broken += 1,
                    None => stuck += 1,
                }
                // Numbers grow with distance: the first end is a nearest one.
                shortest = shortest.or_else(|| Some(a.depth(n)));
            }
            Turn::Chance => chance += 1,
            Turn::Player(_) => decisions += 1,
        }
        widest = widest.max(a.successors(n).len());
    }
    let order = backwards(a);
    Statistics {
        states: a.len(),
        expanded: a.expanded(),
        terminal,
        chance,
        edges: a.edges(),
        depth: a.deepest(),
        branching: a.edges() as f64 / (decisions + chance).max(1) as f64,
        widest,
        shortest,
        longest: order.as_ref().map(|order| longest(a, order)),
        plays: order.and_then(|order| plays(game, a, &order)),
        ends,
        stuck,
        broken,
    }
}

/// All states, each after everything it leads to; `None` if the automaton is partial or has a cycle.
pub(crate) fn backwards<G: Game>(a: &Automaton<G>) -> Option<Vec<Node>> {
    if !a.complete() {
        return None;
    }
    let mut left: Vec<u32> = a.nodes().map(|n| a.successors(n).len() as u32).collect();
    let predecessors = crate::value::Predecessors::of(a);
    let mut order: Vec<Node> = a.nodes().filter(|&n| left[n as usize] == 0).collect();
    let mut i = 0;
    while let Some(&t) = order.get(i) {
        for &s in predecessors.before(t) {
            left[s as usize] -= 1;
            if left[s as usize] == 0 {
                order.push(s);
            }
        }
        i += 1;
    }
    (order.len() == a.len()).then_some(order)
}

fn longest<G: Game>(a: &Automaton<G>, order: &[Node]) -> u32 {
    let mut moves = vec![0u32; a.len()];
    for &n in order {
        let next = a.successors(n).iter().map(|&t| moves[t as usize] + 1).max();
        moves[n as usize] = next.unwrap_or(0);
    }
    moves[0]
}

fn plays<G: Game>(game: &G, a: &Automaton<G>, order: &[Node]) -> Option<Vec<u128>> {
    // The last column counts plays without a result.
    let columns = a.sides().count() + 2;
    let mut counts = vec![0u128; a.len() * columns];
    for &n in order {
        let at = n as usize * columns;
        if a.over(game, n) {
            counts[at + a.column(game, n).unwrap_or(columns - 1)] = 1;
        }
        for &t in a.successors(n).iter() {
            for c in 0..columns {
                counts[at + c] = counts[at + c].checked_add(counts[t as usize * columns + c])?;
            }
        }
    }
    let start = &counts[..columns];
    let all = start.iter().sum();
    Some(std::iter::once(all).chain(start[..columns - 1].iter().copied()).collect())
}

/// A play in notation.
pub fn texts<G: Show>(game: &G, play: &[G::Move]) -> Vec<String> {
    texts_from(game, game.initial(), play)
}

/// A play from a state in notation.
pub(crate) fn texts_from<G: Show>(game: &G, mut s: G::State, play: &[G::Move]) -> Vec<String> {
    let text = |&mv: &G::Move| {
        let text = game.text(&s, mv);
        game.apply(&mut s, mv);
        text
    };
    play.iter().map(text).collect()
}
