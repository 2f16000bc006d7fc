//! Properties of a game, each answered yes, no (with a shortest counterexample) or unknown within the budget.
//!
//! - *terminating*: no reachable cycle;
//! - *totally defined*: no reachable state in which the play is stuck rather than over by a rule;
//! - *strongly winning*: some player can win by a play in which only that player moves;
//! - *weakly winning*: every player has a winning play in which some other player also moves (alone: any winning play);
//! - *well defined*: weakly winning, terminating and totally defined;
//! - *symmetric*: the moves that occur on each player's turns are the same, up to renaming players.

use crate::automaton::{Automaton, Node};
use crate::components::Components;
use crate::explore::Budget;
use game::{Game, Player, Show, Turn};
use std::collections::{BTreeSet, HashMap, VecDeque};

/// The properties.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Property {
    /// No play goes on for ever.
    Terminating,
    /// No play gets stuck.
    TotallyDefined,
    /// Somebody can win alone.
    StronglyWinning,
    /// Everybody can win.
    WeaklyWinning,
    /// Weakly winning, terminating and totally defined.
    WellDefined,
    /// Everybody has the same moves.
    Symmetric,
}

impl Property {
    /// All of them, in the order they are reported.
    pub const ALL: [Property; 6] = [
        Property::Terminating,
        Property::TotallyDefined,
        Property::StronglyWinning,
        Property::WeaklyWinning,
        Property::WellDefined,
        Property::Symmetric,
    ];

    /// The name.
    pub fn name(self) -> &'static str {
        match self {
            Property::Terminating => "terminating",
            Property::TotallyDefined => "totally defined",
            Property::StronglyWinning => "strongly winning",
            Property::WeaklyWinning => "weakly winning",
            Property::WellDefined => "well defined",
            Property::Symmetric => "symmetric",
        }
    }
}

/// An answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Answer<M> {
    /// Proved. For a property of existence, with a shortest play that shows it.
    Yes(Vec<M>),
    /// Disproved, with a shortest play that shows it (empty where nothing can be shown, as for "nobody can win") and a
    /// sentence.
    No {
        /// The play.
        play: Vec<M>,
        /// Where in the play the cycle begins, if it is one: the play returns to the state after that many moves.
        cycle: Option<usize>,
        /// What is wrong, in words.
        cause: String,
    },
    /// Not decided within the budget.
    Unknown,
}

impl<M> Answer<M> {
    /// `Some(true)` for yes, `Some(false)` for no.
    pub fn decided(&self) -> Option<bool> {
        match self {
            Answer::Yes(_) => Some(true),
            Answer::No { .. } => Some(false),
            Answer::Unknown => None,
        }
    }
}

/// All answers about one game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Findings<M> {
    /// Each property with its answer, in the order of [`Property::ALL`].
    pub answers: Vec<(Property, Answer<M>)>,
}

impl<M> Findings<M> {
    /// The answer to one property.
    pub fn of(&self, property: Property) -> &Answer<M> {
        self.answers.iter().find(|(p, _)| *p == property).map_or(&Answer::Unknown, |(_, a)| a)
    }
}

/// Explores the game and answers everything.
pub fn check<G: Show>(game: &G, budget: &Budget) -> (Automaton<G>, Findings<G::Move>) {
    let automaton = crate::explore(game, budget, &mut |_| {});
    let findings = answers(game, &automaton);
    (automaton, findings)
}

/// Answers everything about an explored game.
pub fn answers<G: Show>(game: &G, a: &Automaton<G>) -> Findings<G::Move> {
    let terminating = terminating(game, a);
    let total = totally_defined(game, a);
    let strongly = strongly_winning(game, a);
    let weakly = weakly_winning(game, a);
    let well = well_defined([&weakly, &terminating, &total]);
    let symmetric = symmetric(game, a);
    let answers =
        Property::ALL.into_iter().zip([terminating, total, strongly, weakly, well, symmetric]).collect();
    Findings { answers }
}

fn well_defined<M: Clone>(parts: [&Answer<M>; 3]) -> Answer<M> {
    if let Some(no) = parts.iter().find(|a| a.decided() == Some(false)) {
        return (*no).clone();
    }
    if parts.iter().all(|a| a.decided() == Some(true)) { Answer::Yes(Vec::new()) } else { Answer::Unknown }
}

/// Unless the automaton is whole, the absence of a counterexample proves nothing.
fn unless_partial<G: Game>(a: &Automaton<G>, answer: Answer<G::Move>) -> Answer<G::Move> {
    if a.complete() { answer } else { Answer::Unknown }
}

fn terminating<G: Show>(game: &G, a: &Automaton<G>) -> Answer<G::Move> {
    let cyclic = Components::of(a).cyclic;
    let mut best: Option<(usize, Node, Vec<usize>)> = None;
    for n in a.nodes().filter(|&n| cyclic[n as usize]) {
        let depth = a.depth(n) as usize;
        if best.as_ref().is_some_and(|(length, _, _)| depth + 1 >= *length) {
            break;
        }
        let most = best.as_ref().map_or(usize::MAX, |(length, _, _)| length - depth - 1);
        if let Some(cycle) = shortest_cycle(a, n, most, &cyclic) {
            best = Some((depth + cycle.len(), n, cycle));
        }
    }
    let Some((_, n, cycle)) = best else { return unless_partial(a, Answer::Yes(Vec::new())) };
    let mut play = a.path(game, n);
    let start = play.len();
    let mut at = n;
    for i in cycle {
        play.push(a.moves(game, at)[i]);
        at = a.successors(at)[i];
    }
    let cause =
        format!("after {start} moves the play can return to the same state in {} more", play.len() - start);
    Answer::No { play, cycle: Some(start), cause }
}

/// The shortest way from `n` back to `n`, as positions in the lists of successors; `None` if it is longer than `most`.
fn shortest_cycle<G: Game>(a: &Automaton<G>, n: Node, most: usize, cyclic: &[bool]) -> Option<Vec<usize>> {
    let mut from: HashMap<Node, (Node, usize)> = HashMap::new();
    let mut queue = VecDeque::from([(n, 0usize)]);
    while let Some((at, depth)) = queue.pop_front() {
        if depth >= most {
            return None;
        }
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

fn totally_defined<G: Show>(game: &G, a: &Automaton<G>) -> Answer<G::Move> {
    // Numbers grow with distance: the first dead end found is a nearest one.
    match a.nodes().take(a.expanded()).find(|&n| game.stuck(&a.state(n))) {
        None => unless_partial(a, Answer::Yes(Vec::new())),
        Some(n) => {
            let play = a.path(game, n);
            let cause =
                format!("after {} moves nobody has anything to do and no rule ends the play", play.len());
            Answer::No { play, cycle: None, cause }
        }
    }
}

/// A shortest play that `p` wins alone and on which every player's turn passes `allow`; its last state satisfies
/// `accept`, which is told whether somebody else moved.
fn winning_play<G: Game>(
    game: &G,
    a: &Automaton<G>,
    p: Player,
    allow: impl Fn(Player) -> bool,
    needs_other: bool,
) -> Option<Vec<G::Move>> {
    // Nodes are doubled: 2n while only p has moved, 2n + 1 after somebody else did.
    let mut from: HashMap<u64, (u64, usize)> = HashMap::from([(0, (0, 0))]);
    let mut queue = VecDeque::from([0u64]);
    while let Some(at) = queue.pop_front() {
        let (n, other) = ((at / 2) as Node, at % 2 == 1);
        let turn = game.turn(&a.state(n));
        if turn == Turn::Over && (other || !needs_other) && a.winners(game, n) == [p] {
            let mut play = Vec::new();
            let mut back = at;
            while back != 0 {
                let (before, i) = from[&back];
                play.push(a.moves(game, (before / 2) as Node)[i]);
                back = before;
            }
            play.reverse();
            return Some(play);
        }
        if turn.player().is_some_and(|q| !allow(q)) {
            continue;
        }
        let other = other || turn.player().is_some_and(|q| q != p);
        for (i, &t) in a.successors(n).iter().enumerate() {
            let next = u64::from(t) * 2 + u64::from(other && needs_other);
            if next != 0 && !from.contains_key(&next) {
                from.insert(next, (at, i));
                queue.push_back(next);
            }
        }
    }
    None
}

fn strongly_winning<G: Show>(game: &G, a: &Automaton<G>) -> Answer<G::Move> {
    let mut plays: Vec<Vec<G::Move>> =
        Player::all(game.players()).filter_map(|p| winning_play(game, a, p, |q| q == p, false)).collect();
    plays.sort_by_key(Vec::len);
    match plays.into_iter().next() {
        Some(play) => Answer::Yes(play),
        None => {
            let cause = "nobody wins by a play in which only they move".to_string();
            unless_partial(a, Answer::No { play: Vec::new(), cycle: None, cause })
        }
    }
}

fn weakly_winning<G: Show>(game: &G, a: &Automaton<G>) -> Answer<G::Move> {
    let needs_other = game.players() > 1;
    for p in Player::all(game.players()) {
        if winning_play(game, a, p, |_| true, needs_other).is_none() {
            let cause = format!("player {p} wins in no play");
            return unless_partial(a, Answer::No { play: Vec::new(), cycle: None, cause });
        }
    }
    Answer::Yes(Vec::new())
}

fn symmetric<G: Show>(game: &G, a: &Automaton<G>) -> Answer<G::Move> {
    let mut sets: Vec<BTreeSet<String>> = vec![BTreeSet::new(); game.players()];
    for n in a.nodes().take(a.expanded()) {
        if let Turn::Player(p) = game.turn(&a.state(n)) {
            for mv in a.moves(game, n) {
                sets[p.index()].insert(game.text(&a.state(n), mv));
            }
        }
    }
    let [first, rest @ ..] = sets.as_slice() else { return Answer::Yes(Vec::new()) };
    for (i, other) in rest.iter().enumerate() {
        let (mine, theirs) = (first.difference(other).next(), other.difference(first).next());
        if let Some((who, text)) = mine.map(|t| (1, t)).or(theirs.map(|t| (i + 2, t))) {
            let cause = format!("the move {text} occurs only on the turns of player {who}");
            return unless_partial(a, Answer::No { play: Vec::new(), cycle: None, cause });
        }
    }
    unless_partial(a, Answer::Yes(Vec::new()))
}
