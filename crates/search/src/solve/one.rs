//! One player: the shortest success, breadth-first. When there is none, the best score that can be reached.

use super::graph::room;
use super::{Goal, Outcome, Settings, Solution};
use crate::index::Index;
use game::{Game, Limit, Meter, Player, Stopped, Turn};

/// Solves a puzzle.
pub(super) fn solve<G: Game>(
    game: &G,
    state: &G::State,
    settings: &Settings,
    limit: &Limit,
) -> Solution<G::Move> {
    let mut meter = Meter::start(limit);
    let room = room::<G::State>(settings.states.saturating_mul(4));
    let mut index = Index::new();
    index.add(state.clone());
    let mut from: Vec<Option<(u32, G::Move)>> = vec![None];
    let mut best: Option<(i32, usize)> = None;
    let mut moves = Vec::new();
    let mut done = 0;
    let mut stopped = Stopped::Complete;
    'search: while done < index.states.len() {
        let s = index.states[done].clone();
        moves.clear();
        game.moves(&s, &mut moves);
        for &mv in &moves {
            let mut next = s.clone();
            game.apply(&mut next, mv);
            let end = (game.turn(&next) == Turn::Over).then(|| game.score(&next, Player(0)));
            let (number, new) = index.add(next);
            if !new {
                continue;
            }
            from.push(Some((done as u32, mv)));
            if let Some(score) = end
                && best.is_none_or(|(most, _)| score > most)
            {
                best = Some((score, number as usize));
                if score > 0 && settings.goal == Goal::Outcome {
                    break 'search;
                }
            }
            if !meter.node() || index.states.len() > room {
                stopped = if meter.open() { Stopped::Nodes } else { meter.stopped() };
                break 'search;
            }
        }
        done += 1;
        if done % (1 << 16) == 0 {
            meter.report(done as u64, 0.0);
        }
    }
    let mut solution = Solution::unknown("breadth-first search", meter.nodes(), stopped);
    let success = best.is_some_and(|(score, _)| score > 0);
    if stopped != Stopped::Complete && (!success || settings.goal == Goal::Score) {
        solution.notes.push(format!("{} states seen without an answer", index.states.len()));
        return solution;
    }
    let Some((score, end)) = best else {
        solution.value = Some(Outcome::Loss);
        solution.notes.push(format!("none of the {} reachable states ends the play", index.states.len()));
        return solution;
    };
    let mut at = end;
    while let Some((before, mv)) = from[at] {
        solution.line.push(mv);
        at = before as usize;
    }
    solution.line.reverse();
    solution.best = solution.line.first().copied();
    solution.value = Some(if score > 0 { Outcome::Win } else { Outcome::Loss });
    solution.score = Some(f64::from(score));
    solution.plies = u32::try_from(solution.line.len()).ok();
    solution
}
