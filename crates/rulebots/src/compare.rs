//! Two rule files against each other as in chapter 7 of the thesis: every deal is played once from every seat with the same
//! cards, so that what the cards give to a seat cancels out.

use crate::{Desk, RuleAgent};
use expert::{Bot, Mode, Note};
use game::{Agent, Clock, Limit, Observe, Player, Rng, Turn};
use std::sync::Arc;
use std::time::Duration;

/// What a comparison brought.
#[derive(Clone, Debug, Default)]
pub struct Comparison {
    /// Plays made: deals times seats.
    pub plays: u64,
    /// For each deal the mean score of a seat of the first bot and of a seat of the second, over all rotations.
    pub deals: Vec<(f64, f64)>,
    /// Decisions made.
    pub decisions: u64,
    /// The median and the longest time of a decision.
    pub median: Duration,
    /// The longest time of a decision.
    pub longest: Duration,
    /// The time of all of it.
    pub time: Duration,
    /// How many answers of each bot were replaced or went wrong, and the first few such notes.
    pub notes: [(u64, Vec<Note>); 2],
}

/// Notes that are kept as examples.
const EXAMPLES: usize = 5;

/// How a comparison is made.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    /// How many deals.
    pub deals: u32,
    /// The first seed.
    pub seed: u64,
    /// How open questions are answered.
    pub mode: Mode,
    /// Where times are read.
    pub clock: Clock,
}

/// Lets one seat of `first` play against `second` everywhere else, every deal once from every seat.
pub fn compare<G, D>(
    game: &G,
    first: &Arc<Bot>,
    second: &Arc<Bot>,
    plan: Plan,
    mut after: impl FnMut(u32),
) -> Comparison
where
    G: Observe + 'static,
    D: Desk<G>,
{
    let n = game.players();
    let mut found = Comparison::default();
    let mut times: Vec<Duration> = Vec::new();
    let begun = plan.clock.now();
    for deal in 0..plan.deals {
        let seed = plan.seed.wrapping_add(u64::from(deal));
        let (mut one, mut other) = (0i64, 0i64);
        for seat in 0..n {
            let mut seats: Vec<RuleAgent<G, D>> = (0..n)
                .map(|i| {
                    let bot = if i == seat { first } else { second };
                    RuleAgent::new(Arc::clone(bot), seed.wrapping_add(i as u64), plan.mode)
                })
                .collect();
            let scores = play_seats(game, &mut seats, seed, plan.clock, &mut times);
            found.plays += 1;
            for (i, score) in scores.iter().enumerate() {
                if i == seat { one += i64::from(*score) } else { other += i64::from(*score) }
            }
            for (i, agent) in seats.iter_mut().enumerate() {
                let kept = &mut found.notes[usize::from(i != seat)];
                for note in agent.take_notes() {
                    kept.0 += 1;
                    if kept.1.len() < EXAMPLES {
                        kept.1.push(note);
                    }
                }
            }
        }
        let seats = n as f64;
        found.deals.push((one as f64 / seats, other as f64 / (seats * (seats - 1.0).max(1.0))));
        after(deal + 1);
    }
    found.time = plan.clock.since(begun);
    found.decisions = times.len() as u64;
    times.sort_unstable();
    found.median = times.get(times.len() / 2).copied().unwrap_or_default();
    found.longest = times.last().copied().unwrap_or_default();
    found
}

fn play_seats<G: Observe + 'static, D: Desk<G>>(
    game: &G,
    seats: &mut [RuleAgent<G, D>],
    seed: u64,
    clock: Clock,
    times: &mut Vec<Duration>,
) -> Vec<i32> {
    let mut rng = Rng::new(seed);
    let mut state = game.initial();
    let mut moves = Vec::new();
    let limit = Limit::default();
    loop {
        let turn = game.turn(&state);
        let mv = match turn {
            Turn::Over => break,
            Turn::Chance => game.pick(&state, &mut rng, &mut moves),
            Turn::Player(p) => {
                moves.clear();
                game.moves(&state, &mut moves);
                let begun = clock.now();
                let thought = seats[p.index()].choose(game, p, &game.view(&state, Some(p)), &moves, &limit);
                times.push(clock.since(begun));
                thought.ok().map(|thought| thought.best)
            }
        };
        let Some(mv) = mv else { break };
        game.apply(&mut state, mv);
        for (i, agent) in seats.iter_mut().enumerate() {
            let p = Player(i as u8);
            agent.heard(game, p, turn.player(), &game.view(&state, Some(p)));
        }
    }
    Player::all(game.players()).map(|p| game.score(&state, p)).collect()
}
