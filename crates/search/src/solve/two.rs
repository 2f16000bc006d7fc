//! Two players without a sharp look: alpha-beta that deepens until no horizon matters; when that takes long, all states
//! and retrograde analysis; when those do not fit, alpha-beta with a large table until the budget ends.

use super::graph::{Graph, TooLarge, room};
use super::{Goal, Outcome, Settings, Solution, retro, score_after};
use crate::horizon::Horizon;
use crate::negamax::{DEEPEST, Negamax, Roots};
use crate::table::Table;
use crate::value::{decided, decode};
use game::{Limit, Meter, Observe, Player, Stopped};

/// Nodes of the first attempt by alpha-beta.
const FIRST: u64 = 1_000_000;
/// Megabytes of its table.
const SMALL: usize = 32;

/// Solves a state in which `me` is to move.
pub(super) fn solve<G: Observe>(
    game: &G,
    state: &G::State,
    me: Player,
    settings: &Settings,
    limit: &Limit,
) -> Solution<G::Move> {
    let start = limit.clock.now();
    let left = |spent: u64| Limit {
        nodes: limit.nodes.map(|n| n.saturating_sub(spent)),
        time: limit.time.map(|t| t.saturating_sub(limit.clock.since(start))),
        ..limit.clone()
    };
    let first = Limit { nodes: Some(limit.nodes.unwrap_or(FIRST).min(FIRST)), ..limit.clone() };
    let mut solution = deepen(game, state, me, settings, SMALL.min(settings.megabytes), &first);
    // In an endless game of few states alpha-beta comes to its deepest horizon before it has visited many.
    let on = match solution.stopped {
        Stopped::Nodes => limit.nodes.is_none_or(|n| solution.nodes < n),
        Stopped::Depth => limit.depth.is_none(),
        _ => false,
    };
    if !on {
        return solution;
    }
    let mut meter = Meter::start(&left(solution.nodes));
    match Graph::explore(game, state, room::<G::State>(settings.states), &mut meter) {
        Ok(graph) => return retro::solve(game, &graph, me, settings.goal, solution.nodes + meter.nodes()),
        Err(TooLarge::Limit) => {
            solution.nodes += meter.nodes();
            solution.stopped = meter.stopped();
            return solution;
        }
        Err(TooLarge::Room) => {}
    }
    let spent = solution.nodes + meter.nodes();
    solution = deepen(game, state, me, settings, settings.megabytes, &left(spent));
    solution.nodes += spent;
    solution
}

/// Alpha-beta, deeper and deeper.
fn deepen<G: Observe>(
    game: &G,
    state: &G::State,
    me: Player,
    settings: &Settings,
    megabytes: usize,
    limit: &Limit,
) -> Solution<G::Move> {
    let mut table = Table::new(megabytes);
    table.prepare(limit.nodes);
    let outcome = settings.goal == Goal::Outcome;
    let mut search = Negamax::new(game, Horizon::Even, outcome, &mut table, Meter::start(limit));
    let mut order = Vec::new();
    game.moves(state, &mut order);
    let mut reached = 0;
    let mut solved: Option<Roots<G::Move>> = None;
    for depth in 1..=limit.depth.unwrap_or(DEEPEST).min(DEEPEST) {
        let Some(roots) = search.root(state, me, &order, depth) else { break };
        if !search.meter.open() {
            break;
        }
        search.meter.report(u64::from(depth), roots.moves[0].1 as f64);
        order = roots.moves.iter().map(|m| m.0).collect();
        reached = depth;
        if settled(&roots, outcome) {
            solved = Some(roots);
            break;
        }
    }
    let stopped = if search.meter.open() { Stopped::Depth } else { search.meter.stopped() };
    let Some(roots) = solved else {
        let mut solution = Solution::unknown("alpha-beta", search.meter.nodes(), stopped);
        let note = if outcome {
            format!("nobody can force a win within {reached} moves")
        } else {
            format!("nothing is decided within {reached} moves")
        };
        solution.notes.push(note);
        return solution;
    };
    let (best, value) = roots.moves[0];
    let mut next = state.clone();
    game.apply(&mut next, best);
    let mut line = vec![best];
    follow(game, &mut search, next, (reached, outcome), &mut line);
    let mut solution = Solution::unknown("alpha-beta", search.meter.nodes(), Stopped::Complete);
    solution.value = Some(Outcome::of(decode(value).map_or(0, |(margin, _)| margin)));
    solution.score = score_after(game, state, &line, me);
    let ended = solution.score.is_some().then(|| u32::try_from(line.len()).unwrap_or(u32::MAX));
    solution.plies = decode(value).map(|(_, plies)| plies).or(ended);
    solution.best = Some(best);
    solution.line = line;
    solution
}

/// Whether deeper search cannot change the best value. A win or loss within the depth is final even if some other line
/// goes on, unless a higher win may hide there.
fn settled<M>(roots: &Roots<M>, outcome: bool) -> bool {
    !roots.open || (outcome && decided(roots.moves[0].1))
}

/// Continues a line of perfect play by searching each state on it; most of that is in the table by now.
fn follow<G: Observe>(
    game: &G,
    search: &mut Negamax<'_, G>,
    mut s: G::State,
    (reached, outcome): (u32, bool),
    line: &mut Vec<G::Move>,
) {
    while let Some(mover) = game.turn(&s).player() {
        let mut moves = Vec::new();
        game.moves(&s, &mut moves);
        let mut deeper = reached..=DEEPEST;
        let best = deeper.find_map(|depth| {
            let roots = search.root(&s, mover, &moves, depth)?;
            (settled(&roots, outcome) || !search.meter.open()).then_some(roots.moves[0].0)
        });
        let Some(mv) = best.filter(|_| search.meter.open()) else { break };
        game.apply(&mut s, mv);
        line.push(mv);
    }
}
