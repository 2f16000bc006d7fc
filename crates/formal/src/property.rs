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
use crate::intern::Mix;
use game::{Game, Player, Show, Turn};
use std::collections::{HashMap, VecDeque};

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

/// States looked at in search of the shortest cycle, after which the shortest one found so far has to do.
const MOST_LOOKS: usize = 20_000_000;

fn terminating<G: Show>(game: &G, a: &Automaton<G>) -> Answer<G::Move> {
    // Among finitely many positions one returns often enough for the rule about that to end the play.
    if game.repetition().is_some() {
        return unless_partial(a, Answer::Yes(Vec::new()));
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
    let Some((_, n, cycle)) = best else { return unless_partial(a, Answer::Yes(Vec::new())) };
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
    let mut from: HashMap<Node, (Node, usize), Mix> = HashMap::with_hasher(Mix);
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

fn totally_defined<G: Show>(game: &G, a: &Automaton<G>) -> Answer<G::Move> {
    // Numbers grow with distance: the first dead end found is a nearest one.
    match a.nodes().take(a.expanded()).find(|&n| a.stuck(game, n)) {
        None => unless_partial(a, Answer::Yes(Vec::new())),
        Some(n) => {
            let play = a.path(game, n);
            let cause =
                format!("after {} moves nobody has anything to do and no rule ends the play", play.len());
            Answer::No { play, cycle: None, cause }
        }
    }
}

/// A shortest play that `p` wins alone and in which only `p` moves.
fn alone<G: Game>(game: &G, a: &Automaton<G>, p: Player) -> Option<Vec<G::Move>> {
    if game.players() == 1 {
        // Nobody else could move; numbers grow with distance.
        let n = a.nodes().take(a.expanded()).find(|&n| a.mark(game, n).winner() == Some(p))?;
        return Some(a.path(game, n));
    }
    let mut from: HashMap<Node, (Node, usize), Mix> = HashMap::with_hasher(Mix);
    let mut queue = VecDeque::from([0]);
    while let Some(n) = queue.pop_front() {
        let mark = a.mark(game, n);
        if mark.winner() == Some(p) {
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
        if mark.turn.player().is_some_and(|q| q != p) {
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

fn strongly_winning<G: Show>(game: &G, a: &Automaton<G>) -> Answer<G::Move> {
    let mut plays: Vec<Vec<G::Move>> =
        Player::all(game.players()).filter_map(|p| alone(game, a, p)).collect();
    plays.sort_by_key(Vec::len);
    match plays.into_iter().next() {
        Some(play) => Answer::Yes(play),
        None => {
            let cause = "nobody wins by a play in which only they move".to_string();
            unless_partial(a, Answer::No { play: Vec::new(), cycle: None, cause })
        }
    }
}

/// Who moved on the ways to a state.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Movers {
    /// Nobody: chance at most.
    None,
    /// On each way nobody or this player.
    Only(u8),
    /// For every player there is a way on which somebody else moved.
    Several,
}

impl Movers {
    fn and(self, turn: Turn) -> Movers {
        match (self, turn) {
            (Movers::None, Turn::Player(p)) => Movers::Only(p.0),
            (Movers::Only(q), Turn::Player(p)) if p.0 != q => Movers::Several,
            (movers, _) => movers,
        }
    }

    /// Both ways lead here.
    fn or(self, other: Movers) -> Movers {
        match (self, other) {
            (Movers::None, movers) | (movers, Movers::None) => movers,
            (Movers::Only(p), Movers::Only(q)) if p == q => self,
            _ => Movers::Several,
        }
    }
}

/// Who moved on the ways to each state. A state is looked at again only when more is known of it, so at most three times.
fn movers<G: Game>(game: &G, a: &Automaton<G>) -> Vec<Movers> {
    let mut known = vec![Movers::None; a.len()];
    let mut again: VecDeque<Node> = VecDeque::new();
    let visit = |n: Node, done: Node, known: &mut Vec<Movers>, again: &mut VecDeque<Node>| {
        let here = known[n as usize].and(a.turn(game, n));
        for &t in a.successors(n).iter() {
            let both = known[t as usize].or(here);
            if both != known[t as usize] {
                known[t as usize] = both;
                // Those that were not looked at yet come in any case.
                if t <= done {
                    again.push_back(t);
                }
            }
        }
    };
    for n in a.nodes().take(a.expanded()) {
        visit(n, n, &mut known, &mut again);
    }
    while let Some(n) = again.pop_front() {
        visit(n, Node::MAX, &mut known, &mut again);
    }
    known
}

fn weakly_winning<G: Show>(game: &G, a: &Automaton<G>) -> Answer<G::Move> {
    let several = game.players() > 1;
    let movers = if several { movers(game, a) } else { Vec::new() };
    let mut wins = vec![false; game.players()];
    for n in a.nodes().take(a.expanded()) {
        let Some(p) = a.mark(game, n).winner() else { continue };
        wins[p.index()] |= !several
            || match movers[n as usize] {
                Movers::None => false,
                Movers::Only(q) => q != p.0,
                Movers::Several => true,
            };
    }
    match wins.iter().position(|w| !w) {
        None => Answer::Yes(Vec::new()),
        Some(p) => {
            let cause = format!("player {} wins in no play", Player(p as u8));
            unless_partial(a, Answer::No { play: Vec::new(), cycle: None, cause })
        }
    }
}

/// Whose turns each notation occurs on, by a bit for each player; then which notation is not everybody's.
fn symmetric<G: Show>(game: &G, a: &Automaton<G>) -> Answer<G::Move> {
    if game.players() == 1 {
        return Answer::Yes(Vec::new());
    }
    // A move that was not seen proves nothing unless everything was.
    if !a.complete() {
        return Answer::Unknown;
    }
    let mut whose: HashMap<String, u128> = HashMap::new();
    for n in a.nodes() {
        let Turn::Player(p) = a.turn(game, n) else { continue };
        let s = a.state(n);
        for mv in a.moves(game, n) {
            *whose.entry(game.text(&s, mv)).or_default() |= 1 << p.0;
        }
    }
    // Only one player's, not the other's; the first in the alphabet.
    let only = |p: usize, q: usize| {
        whose.iter().filter(|(_, bits)| **bits >> p & 1 == 1 && **bits >> q & 1 == 0).map(|(t, _)| t).min()
    };
    for other in 1..game.players() {
        let found = only(0, other).map(|t| (1, t)).or_else(|| Some((other + 1, only(other, 0)?)));
        if let Some((who, text)) = found {
            let cause = format!("the move {text} occurs only on the turns of player {who}");
            return unless_partial(a, Answer::No { play: Vec::new(), cycle: None, cause });
        }
    }
    unless_partial(a, Answer::Yes(Vec::new()))
}
