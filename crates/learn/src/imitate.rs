//! Learning from somebody's decisions: views and the moves made there, from a teacher at the table or from records of anybody.
//! D. Michie, M. Bain, J. Hayes-Michie, *Cognitive models from subcognitive skills* (1990) called it behavioural cloning.

use crate::math::exp;
use crate::reader::{At, Reader};
use crate::sample::{Goal, Sample};
use crate::train::LearnError;
use game::{Agent, Entry, Limit, Observe, Player, Record, RecordError, Rng, Show, Thought, Turn};

/// The sample of a decision.
pub fn decision<G: Observe>(
    game: &G,
    reader: &dyn Reader<G>,
    (s, me): (&G::State, Player),
    moves: &[G::Move],
    policy: Vec<f32>,
) -> Sample {
    let view = game.view(s, Some(me));
    let mut sample = Sample { goal: Goal { policy, ..Goal::default() }, ..Sample::default() };
    reader.read(game, &view, me, &mut sample.inputs);
    reader.aspects(game, At { view: &view, state: Some(s) }, me, moves, &mut sample.moves);
    sample
}

/// The move made, all of it.
fn one_hot(n: usize, at: usize) -> Vec<f32> {
    (0..n).map(|i| f32::from(u8::from(i == at))).collect()
}

/// The move made and, as much again, the moves as good: those the teacher values within about `soften` of its choice. A choice among
/// moves that are worth the same is an accident; learned as it is, it hides what the teacher knows. G. Hinton, O. Vinyals, J. Dean,
/// *Distilling the knowledge in a neural network* (2015).
fn softened<M: PartialEq + Copy>(thought: &Thought<M>, moves: &[M], at: usize, soften: f64) -> Vec<f32> {
    let value = |mv: M| thought.values.iter().find(|(known, _)| *known == mv).map(|(_, value)| *value);
    let mut policy = one_hot(moves.len(), at);
    let Some(best) = value(moves[at]).filter(|best| soften > 0.0 && best.is_finite()) else { return policy };
    // A move that was valued above the chosen one counts as good as it, not as better: the teacher had its reasons.
    let near = |mv: M| value(mv).map_or(0.0, |v| exp((((v - best) / soften).min(0.0)) as f32));
    let weights: Vec<f32> = moves.iter().map(|&mv| near(mv)).collect();
    let all: f32 = weights.iter().sum();
    policy.iter_mut().zip(weights).for_each(|(p, weight)| *p = 0.5 * *p + 0.5 * weight / all);
    policy
}

/// A deal with the teacher in every seat; appends a sample for every decision between several moves.
///
/// # Errors
/// Why the teacher has no move to give.
pub fn watch<G: Observe>(
    game: &G,
    reader: &dyn Reader<G>,
    teachers: &mut [Box<dyn Agent<G>>],
    (length, seed, soften): (usize, u64, f64),
    out: &mut Vec<Sample>,
) -> Result<(), LearnError> {
    let mut rng = Rng::new(seed);
    let mut s = game.initial();
    let (mut moves, mut scratch) = (Vec::new(), Vec::new());
    for _ in 0..length {
        if game.settled(&s) {
            break;
        }
        let by = game.turn(&s).player();
        let mv = match by {
            None => game.pick(&s, &mut rng, &mut scratch),
            Some(me) => {
                moves.clear();
                game.moves(&s, &mut moves);
                let view = game.view(&s, Some(me));
                let thought = teachers[me.index()]
                    .choose(game, me, &view, &moves, &Limit::default())
                    .map_err(|e| LearnError(format!("the teacher: {e}")))?;
                let at = moves.iter().position(|&mv| mv == thought.best);
                let at = at.ok_or_else(|| LearnError("the teacher chose a move that is not legal".into()))?;
                if moves.len() > 1 && reader.reads(game, &s, me) {
                    out.push(decision(
                        game,
                        reader,
                        (&s, me),
                        &moves,
                        softened(&thought, &moves, at, soften),
                    ));
                }
                Some(thought.best)
            }
        };
        let Some(mv) = mv else { break };
        game.apply(&mut s, mv);
        for (p, teacher) in teachers.iter_mut().enumerate() {
            let me = Player(p as u8);
            teacher.heard(game, me, by, &game.view(&s, Some(me)));
        }
    }
    Ok(())
}

/// The decisions of a record; only those of players of that name, if one is given.
///
/// # Errors
/// Where the record does not fit the game, and why.
pub fn from_record<G: Show>(
    game: &G,
    reader: &dyn Reader<G>,
    record: &Record,
    name: Option<&str>,
    out: &mut Vec<Sample>,
) -> Result<(), RecordError> {
    each_move(game, record, &mut |s, entry, mv| {
        let (Turn::Player(me), Some(_)) = (game.turn(s), entry.who) else { return };
        let theirs = name.is_none_or(|name| record.players.get(me.index()).is_some_and(|p| p.contains(name)));
        let mut moves = Vec::new();
        game.moves(s, &mut moves);
        let at = moves.iter().position(|&m| m == mv);
        if let Some(at) = at.filter(|_| theirs && moves.len() > 1 && reader.reads(game, s, me)) {
            out.push(decision(game, reader, (s, me), &moves, one_hot(moves.len(), at)));
        }
    })
}

/// Who is shown every move of a record: the state it was made in, how it was written, and the move.
pub type Visit<'a, G> = &'a mut dyn FnMut(&<G as game::Game>::State, &Entry, <G as game::Game>::Move);

/// Replays a record and shows every move in the state it was made in.
///
/// # Errors
/// Where the record does not fit the game, and why.
pub fn each_move<G: Show>(game: &G, record: &Record, visit: Visit<'_, G>) -> Result<(), RecordError> {
    let fault = |line, cause: String| RecordError { line, cause };
    if record.game != game.id() {
        return Err(fault(0, format!("the record is of '{}', not of '{}'", record.game, game.id())));
    }
    if record.rules != game.version() {
        let (theirs, ours) = (record.rules, game.version());
        return Err(fault(
            0,
            format!("the record was made by version {theirs} of the rules; they are at {ours}"),
        ));
    }
    let mut s = game.initial();
    for entry in &record.moves {
        let turn = game.turn(&s);
        if turn == Turn::Over || turn.player() != entry.who {
            return Err(fault(entry.line, format!("'{}' is not a move of whoever is to move", entry.text)));
        }
        let mv = game.parse(&s, &entry.text);
        let mv = mv.map_err(|_| fault(entry.line, format!("'{}' is not a legal move", entry.text)))?;
        visit(&s, entry, mv);
        game.apply(&mut s, mv);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_the_teacher_values_alike_share_half_of_the_goal() {
        let thought =
            Thought { values: vec![('a', 1.0), ('b', 5.0), ('c', 4.0), ('d', 9.0)], ..Thought::just('b') };
        let moves = ['a', 'b', 'c', 'd', 'e'];
        assert_eq!(softened(&thought, &moves, 1, 0.0), [0.0, 1.0, 0.0, 0.0, 0.0], "its choice alone");
        let soft = softened(&thought, &moves, 1, 1.0);
        assert!((soft.iter().sum::<f32>() - 1.0).abs() < 1e-6);
        let all = 2.0 + (-1.0f32).exp() + (-4.0f32).exp();
        assert!((soft[1] - 0.5 - 0.5 / all).abs() < 1e-6 && (soft[3] - 0.5 / all).abs() < 1e-6);
        assert!((soft[2] - 0.5 * (-1.0f32).exp() / all).abs() < 1e-6);
        assert!(soft[0] > 0.0 && soft[4] == 0.0, "a move it did not value is none of its lesson");
        assert_eq!(crate::largest(&soft), 1, "agreement asks for the choice");
        assert_eq!(
            softened(&Thought::just('b'), &moves, 1, 1.0)[1],
            1.0,
            "without values only the choice is known"
        );
    }
}
