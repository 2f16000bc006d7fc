//! One or two players and chance: the expected score under best play, over all reachable states.
//!
//! Without cycles, backward induction gives it exactly, as a fraction while the numbers fit. With cycles the values are
//! iterated until they change by less than a billionth (value iteration: L. S. Shapley, *Stochastic Games*, 1953); endless
//! play counts as even.

use super::graph::{Graph, TooLarge, room};
use super::{Outcome, Ratio, Settings, Solution};
use crate::stake::margin;
use game::{Game, Limit, Meter, Player, Stopped, Turn};

/// Changes smaller than this end value iteration.
const SMALL: f64 = 1e-12;
/// Differences smaller than this do not make a move better.
const EVEN: f64 = 1e-9;

/// Solves for `me`.
pub(super) fn solve<G: Game>(
    game: &G,
    state: &G::State,
    me: Player,
    settings: &Settings,
    limit: &Limit,
) -> Solution<G::Move> {
    let mut meter = Meter::start(limit);
    let graph = match Graph::explore(game, state, room::<G::State>(settings.states), &mut meter) {
        Ok(graph) => graph,
        Err(TooLarge::Limit) => {
            return Solution::unknown("backward induction", meter.nodes(), meter.stopped());
        }
        Err(TooLarge::Room) => {
            let mut solution = Solution::unknown("backward induction", meter.nodes(), Stopped::Nodes);
            solution.notes.push(format!("more than {} states: too many to keep", settings.states));
            return solution;
        }
    };
    let model = Model::new(game, &graph, me);
    let mut values = vec![0.0; graph.len()];
    let mut solution = Solution::unknown("backward induction", meter.nodes(), Stopped::Complete);
    solution.notes.push(format!("{} reachable states", graph.len()));
    if let Some(order) = graph.backwards() {
        for &at in &order {
            values[at as usize] = model.value(at as usize, &values);
        }
        solution.exact = fraction(&model, &order).and_then(|r| r.times(1, game.players() as i128));
    } else {
        solution.method = "value iteration";
        if !iterate(&model, &mut values, &mut meter) {
            solution.stopped = meter.stopped();
            solution.nodes = meter.nodes();
            return solution;
        }
    }
    match likely(&model, &values, solution.method == "backward induction", &mut meter) {
        Some(chances) => solution.chances = Some(chances),
        None => {
            solution.stopped = meter.stopped();
            solution.nodes = meter.nodes();
            return solution;
        }
    }
    let expected = values[0] / game.players() as f64;
    solution.nodes = meter.nodes();
    solution.score = Some(solution.exact.map_or(expected, Ratio::to_f64));
    let sign = if expected.abs() < EVEN { 0 } else { expected.signum() as i64 };
    // Alone, a score of 0 is not a success.
    solution.value = Some(if game.players() == 1 && sign == 0 { Outcome::Loss } else { Outcome::of(sign) });
    if game.turn(state) != Turn::Chance {
        let mut moves = Vec::new();
        game.moves(state, &mut moves);
        let at = model.best(0, &values);
        solution.best = moves.get(at).copied();
        solution.line = solution.best.into_iter().collect();
    }
    solution
}

/// Who decides in a state.
#[derive(Clone, Copy)]
enum Role {
    Mine,
    Theirs,
    Chance,
    Over(i64),
}

struct Model<'a, G: Game> {
    graph: &'a Graph<G>,
    roles: Vec<Role>,
    /// Weights of the events of chance states, one after another, and where those of a state begin.
    weights: Vec<u32>,
    first: Vec<u32>,
}

impl<'a, G: Game> Model<'a, G> {
    fn new(game: &G, graph: &'a Graph<G>, me: Player) -> Model<'a, G> {
        let (mut roles, mut weights, mut first) = (Vec::new(), Vec::new(), Vec::new());
        let mut moves = Vec::new();
        for s in &graph.states {
            first.push(weights.len() as u32);
            roles.push(match game.turn(s) {
                Turn::Over => Role::Over(margin(game, s, me)),
                Turn::Chance => Role::Chance,
                Turn::Player(p) if p == me => Role::Mine,
                Turn::Player(_) => Role::Theirs,
            });
            if game.turn(s) == Turn::Chance {
                moves.clear();
                game.moves(s, &mut moves);
                weights.extend(moves.iter().map(|&mv| game.weight(s, mv)));
            }
        }
        Model { graph, roles, weights, first }
    }

    fn weights(&self, at: usize) -> &[u32] {
        let start = self.first[at] as usize;
        &self.weights[start..start + self.graph.next(at).len()]
    }

    /// The value of a state by those of its successors.
    fn value(&self, at: usize, values: &[f64]) -> f64 {
        let next = self.graph.next(at);
        let of = |to: &u32| values[*to as usize];
        match self.roles[at] {
            Role::Over(margin) => margin as f64,
            Role::Mine => next.iter().map(of).fold(f64::NEG_INFINITY, f64::max),
            Role::Theirs => next.iter().map(of).fold(f64::INFINITY, f64::min),
            Role::Chance => {
                let weights = self.weights(at);
                let total: f64 = weights.iter().map(|&w| f64::from(w)).sum();
                next.iter().zip(weights).map(|(to, &w)| of(to) * f64::from(w)).sum::<f64>() / total
            }
        }
    }

    /// The position of the best move of a state.
    fn best(&self, at: usize, values: &[f64]) -> usize {
        let next = self.graph.next(at);
        let sign = if matches!(self.roles[at], Role::Theirs) { -1.0 } else { 1.0 };
        let mut best = 0;
        for i in 1..next.len() {
            if values[next[i] as usize] * sign > values[next[best] as usize] * sign + EVEN {
                best = i;
            }
        }
        best
    }
}

/// The value of the first state as a fraction, if the numbers fit. Only for up to a million states.
fn fraction<G: Game>(model: &Model<'_, G>, order: &[u32]) -> Option<Ratio> {
    if order.len() > 1_000_000 {
        return None;
    }
    let mut values = vec![Ratio::whole(0); order.len()];
    for &at in order {
        let at = at as usize;
        let next = model.graph.next(at);
        values[at] = match model.roles[at] {
            Role::Over(margin) => Ratio::whole(margin),
            Role::Mine | Role::Theirs => {
                let mine = matches!(model.roles[at], Role::Mine);
                let mut best = values[*next.first()? as usize];
                for &to in &next[1..] {
                    let value = values[to as usize];
                    let better = if mine { best.less(value)? } else { value.less(best)? };
                    best = if better { value } else { best };
                }
                best
            }
            Role::Chance => {
                let total: i128 = model.weights(at).iter().map(|&w| i128::from(w)).sum();
                let mut sum = Ratio::whole(0);
                for (&to, &w) in next.iter().zip(model.weights(at)) {
                    sum = sum.plus(values[to as usize].times(i128::from(w), total)?)?;
                }
                sum
            }
        };
    }
    values.first().copied()
}

/// How likely the first state is won and drawn when everybody makes the best moves by these values; `None` when the limit
/// ended it. `settled` says that there is no cycle, so that one pass backwards is enough.
fn likely<G: Game>(
    model: &Model<'_, G>,
    values: &[f64],
    settled: bool,
    meter: &mut Meter,
) -> Option<(f64, f64)> {
    let n = values.len();
    let choice: Vec<u32> = (0..n)
        .map(|at| match model.roles[at] {
            Role::Mine | Role::Theirs => model.best(at, values) as u32,
            _ => 0,
        })
        .collect();
    let (mut won, mut drawn) = (vec![0.0f64; n], vec![0.0f64; n]);
    let order = if settled { model.graph.backwards() } else { None };
    let step = |at: usize, won: &mut [f64], drawn: &mut [f64]| {
        let next = model.graph.next(at);
        let (w, d) = match model.roles[at] {
            Role::Over(margin) => (f64::from(u8::from(margin > 0)), f64::from(u8::from(margin == 0))),
            Role::Mine | Role::Theirs => {
                let to = next[choice[at] as usize] as usize;
                (won[to], drawn[to])
            }
            Role::Chance => {
                let weights = model.weights(at);
                let total: f64 = weights.iter().map(|&w| f64::from(w)).sum();
                let mean = |of: &[f64]| {
                    next.iter().zip(weights).map(|(&to, &w)| of[to as usize] * f64::from(w)).sum::<f64>()
                        / total
                };
                (mean(won), mean(drawn))
            }
        };
        let change = (w - won[at]).abs().max((d - drawn[at]).abs());
        (won[at], drawn[at]) = (w, d);
        change
    };
    if let Some(order) = order {
        order.iter().for_each(|&at| {
            step(at as usize, &mut won, &mut drawn);
        });
        return Some((won[0], drawn[0]));
    }
    loop {
        let mut change = 0.0f64;
        for at in (0..n).rev() {
            if !meter.node() {
                return None;
            }
            change = change.max(step(at, &mut won, &mut drawn));
        }
        if change < SMALL {
            return Some((won[0], drawn[0]));
        }
    }
}

/// Improves the values until they settle. `false` when the limit ended it.
fn iterate<G: Game>(model: &Model<'_, G>, values: &mut [f64], meter: &mut Meter) -> bool {
    for round in 0u64.. {
        let mut change = 0.0f64;
        // Later states tend to be nearer to the end.
        for at in (0..values.len()).rev() {
            if !meter.node() {
                return false;
            }
            let value = model.value(at, values);
            change = change.max((value - values[at]).abs());
            values[at] = value;
        }
        meter.report(round, values[0]);
        if change < SMALL {
            return true;
        }
    }
    false
}
