//! Numbers a designer reads: exact ones from an explored game, estimated ones from random play with their intervals.

use crate::automaton::{Automaton, Node};
use crate::explore::size;
use game::{Game, Player, Rng, Show, Turn, outcome};

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
    /// Distinct plays, if the game terminates and they can be counted: all, then won by each player, then drawn or shared.
    pub plays: Option<Vec<u128>>,
    /// Terminal states won by each player, then drawn or shared.
    pub ends: Vec<usize>,
}

/// Counts an explored game.
pub fn statistics<G: Game>(game: &G, a: &Automaton<G>) -> Statistics {
    let players = game.players();
    let mut ends = vec![0; players + 1];
    let (mut chance, mut widest, mut decisions) = (0, 0, 0usize);
    let mut shortest = None;
    for n in a.nodes().take(a.expanded()) {
        match a.turn(game, n) {
            Turn::Over => {
                ends[a.column(game, n)] += 1;
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
        terminal: ends.iter().sum(),
        chance,
        edges: a.edges(),
        depth: a.deepest(),
        branching: a.edges() as f64 / (decisions + chance).max(1) as f64,
        widest,
        shortest,
        longest: order.as_ref().map(|order| longest(a, order)),
        plays: order.and_then(|order| plays(game, a, &order)),
        ends,
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
    let columns = game.players() + 1;
    let mut counts = vec![0u128; a.len() * columns];
    for &n in order {
        let at = n as usize * columns;
        if a.over(game, n) {
            counts[at + a.column(game, n)] = 1;
        }
        for &t in a.successors(n).iter() {
            for c in 0..columns {
                counts[at + c] = counts[at + c].checked_add(counts[t as usize * columns + c])?;
            }
        }
    }
    let start = &counts[..columns];
    let all = start.iter().sum();
    Some(std::iter::once(all).chain(start.iter().copied()).collect())
}

/// What random play shows. Every mean comes with half the width of its 95 % interval.
#[derive(Clone, PartialEq, Debug)]
pub struct Trial {
    /// Plays made.
    pub plays: u64,
    /// Plays that were stopped because they were too long.
    pub cut: u64,
    /// Moves in a play.
    pub length: (f64, f64),
    /// Choices per decision.
    pub branching: f64,
    /// The share of plays each player won alone.
    pub wins: Vec<(f64, f64)>,
    /// The share of plays nobody won alone.
    pub draws: (f64, f64),
    /// The shortest and the longest play that ended.
    pub extremes: Option<(usize, usize)>,
    /// How often the lead in points changed hands in a play; `None` if nobody was ever ahead before the end.
    pub lead_changes: Option<f64>,
    /// Plays that got stuck, and the first of them.
    pub stuck: Option<(u64, Vec<String>)>,
    /// Bytes of all states that could have been chosen: what the plays cost.
    pub work: u64,
}

/// How much random play there may be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Room {
    /// Moves of one play, after which it is stopped.
    pub longest: usize,
    /// Moves of all plays together, after which no further play is begun.
    pub moves: u64,
    /// Bytes of all states that could have been chosen, after which no further play is begun (see [`crate::Budget::work`]).
    pub work: u64,
}

/// Plays `n` times at random; fewer times where the plays are so long or so laborious that the room does not suffice.
pub fn trials<G: Show>(game: &G, n: u64, room: Room, seed: u64) -> Trial {
    let players = game.players();
    let mut rng = Rng::new(seed);
    let mut tally = vec![0u64; players + 1];
    let (mut cut, mut changes, mut choices, mut decisions) = (0u64, 0u64, 0u64, 0u64);
    let (mut length, mut squares) = (0f64, 0f64);
    let (mut plays, mut made, mut work) = (0u64, 0u64, 0u64);
    let mut stuck: Option<(u64, Vec<String>)> = None;
    let (mut led, mut extremes) = (false, None);
    let (mut moves, mut packed) = (Vec::new(), Vec::new());
    while plays < n && made < room.moves && work < room.work {
        let mut s = game.initial();
        let mut play: Vec<G::Move> = Vec::new();
        let mut leader: Option<Player> = None;
        while play.len() < room.longest {
            let Some(mv) = game.pick(&s, &mut rng, &mut moves) else { break };
            moves.clear();
            game.moves(&s, &mut moves);
            work += moves.len() as u64 * u64::from(size::<G>(&s, &mut packed));
            if game.turn(&s).player().is_some() {
                decisions += 1;
                choices += moves.len() as u64;
            }
            play.push(mv);
            game.apply(&mut s, mv);
            if players == 1 {
                continue;
            }
            let points: Vec<i32> = Player::all(players).map(|p| game.points(&s, p)).collect();
            if let [p] = outcome(&points).as_slice() {
                changes += u64::from(leader.is_some_and(|l| l != *p));
                leader = Some(*p);
                led |= game.turn(&s) != Turn::Over;
            }
        }
        plays += 1;
        made += play.len() as u64;
        length += play.len() as f64;
        squares += (play.len() as f64).powi(2);
        if game.turn(&s) != Turn::Over {
            cut += 1;
            continue;
        }
        let (low, high) = extremes.unwrap_or((usize::MAX, 0));
        extremes = Some((low.min(play.len()), high.max(play.len())));
        let winners = outcome(&Player::all(players).map(|p| game.score(&s, p)).collect::<Vec<_>>());
        tally[if let [p] = winners.as_slice() { p.index() } else { players }] += 1;
        if game.stuck(&s) {
            let (count, _) = stuck.get_or_insert_with(|| (0, texts(game, &play)));
            *count += 1;
        }
    }
    let total = plays.max(1) as f64;
    let share = |count: u64| {
        let p = count as f64 / total;
        (p, 1.96 * (p * (1.0 - p) / total).sqrt())
    };
    let mean = length / total;
    Trial {
        plays,
        cut,
        length: (mean, 1.96 * ((squares / total - mean * mean).max(0.0) / total).sqrt()),
        branching: choices as f64 / decisions.max(1) as f64,
        wins: tally[..players].iter().map(|&c| share(c)).collect(),
        draws: share(tally[players]),
        extremes,
        lead_changes: (players > 1 && led).then_some(changes as f64 / total),
        stuck,
        work,
    }
}

/// A play in notation.
pub fn texts<G: Show>(game: &G, play: &[G::Move]) -> Vec<String> {
    let mut s = game.initial();
    let text = |&mv: &G::Move| {
        let text = game.text(&s, mv);
        game.apply(&mut s, mv);
        text
    };
    play.iter().map(text).collect()
}
