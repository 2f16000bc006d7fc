//! The laws of what a game offers to searching agents: estimates with names of their own that answer everywhere, and a
//! sharp look that is never wrong.

use crate::Checked;
use game::{Game, Player, Sight, Turn};
use std::collections::HashSet;

/// The laws of estimates and of the sharp look in one state.
pub(crate) fn check<G: Game>(game: &G, s: &G::State, moves: &[G::Move]) -> Checked {
    let mut names = HashSet::new();
    for (name, estimate) in game.heuristics() {
        if name.is_empty() || !names.insert(name) {
            return Err(format!("the name '{name}' of an estimate is empty or used twice"));
        }
        for p in Player::all(game.players()) {
            if estimate(game, s, p) != estimate(game, &s.clone(), p) {
                return Err(format!("the estimate '{name}' differs the second time"));
            }
        }
    }
    sharp(game, s, moves)
}

fn sharp<G: Game>(game: &G, s: &G::State, moves: &[G::Move]) -> Checked {
    let (Some(sharp), Turn::Player(mover)) = (game.sharp(), game.turn(s)) else { return Ok(()) };
    if game.players() != 2 {
        return Err("a game with a sharp look has two players".into());
    }
    let mut listed = Vec::new();
    let look = sharp.look(s, &mut listed);
    if look.key >> 56 != 0 {
        return Err(format!("the key {:#x} of a sharp look does not fit into 56 bits", look.key));
    }
    if listed.is_empty() || !listed.iter().all(|mv| moves.contains(mv)) {
        return Err(format!("a sharp look lists {listed:?}, which is nothing or not all legal"));
    }
    let after = |s: &G::State, mv: G::Move| {
        let mut next = s.clone();
        game.apply(&mut next, mv);
        next
    };
    let wins = |s: &G::State, p: Player| game.turn(s) == Turn::Over && game.score(s, p) > 0;
    let loses = |mv: G::Move| {
        let next = after(s, mv);
        let mut replies = Vec::new();
        game.moves(&next, &mut replies);
        replies.iter().any(|&reply| wins(&after(&next, reply), Player(1 - mover.0)))
    };
    let right = match look.sight {
        Sight::Wins => listed.iter().any(|&mv| wins(&after(s, mv), mover)),
        Sight::Loses => moves.iter().all(|&mv| loses(mv)),
        Sight::Open => moves.iter().all(|&mv| listed.contains(&mv) != loses(mv)),
    };
    if !right {
        return Err(format!("the sharp look {:?} with {listed:?} is wrong", look.sight));
    }
    for &mv in moves {
        let next = after(s, mv);
        if game.turn(&next) == Turn::Over {
            continue;
        }
        let rest = sharp.look(&next, &mut Vec::new()).rest;
        if rest + 1 != look.rest {
            return Err(format!("a move leaves {rest} moves where {} were left before", look.rest));
        }
    }
    Ok(())
}
