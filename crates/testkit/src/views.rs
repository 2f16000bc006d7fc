//! The laws of views: a sampled state fits its view, nothing the mover is offered depends on what the mover cannot see,
//! and in all states a view cannot distinguish equal moves are the same act.

use crate::Checked;
use game::{Lang, Player, Rng, Show};
use std::collections::HashMap;

/// All who may look: every player, and a spectator.
pub(crate) fn viewers<G: Show>(game: &G) -> impl Iterator<Item = Option<Player>> {
    Player::all(game.players()).map(Some).chain([None])
}

/// The laws of views in one state.
pub(crate) fn check<G: Show>(
    game: &G,
    s: &G::State,
    moves: &[G::Move],
    samples: u32,
    rng: &mut Rng,
) -> Checked {
    let turn = game.turn(s);
    for who in viewers(game) {
        let v = game.view(s, who);
        if v != game.view(s, who) {
            return Err(format!("two looks of {} give two views", name(who)));
        }
        let fault = |cause| format!("the view of {} contradicts itself: {cause}", name(who));
        let worlds = game.worlds(&v).map_err(fault)?;
        for _ in 0..samples {
            let (t, weight) = worlds.draw(rng).map_err(fault)?;
            if !(weight > 0.0 && weight.is_finite()) {
                return Err(format!("a state drawn for {} weighs {weight}", name(who)));
            }
            if game.view(&t, who) != v {
                return Err(format!("the view of {} in a sampled state is another one", name(who)));
            }
            if game.turn(&t) != turn {
                return Err(format!("{} cannot tell whose turn it is: {turn:?}", name(who)));
            }
            if who.is_some() && turn.player() == who {
                same_choice(game, s, &t, moves)?;
            } else if t != *s {
                same_acts(game, s, &t, moves).map_err(|fault| format!("for {}, {fault}", name(who)))?;
            }
            if !game.hidden() && t != *s {
                return Err("the game says it hides nothing, and a sampled state differs".into());
            }
        }
    }
    Ok(())
}

/// Moves a player does not see leave the same view, and the mover sees his own. Where views are `telling`, moves that
/// are seen leave different ones.
pub(crate) fn alike<G: Show>(game: &G, s: &G::State, moves: &[G::Move], telling: bool) -> Checked {
    if !game.hidden() {
        return Ok(());
    }
    for who in Player::all(game.players()) {
        let mut unseen: Option<(G::Move, G::View)> = None;
        let mut told: HashMap<G::View, G::Move> = HashMap::new();
        for &mv in moves {
            let seen = game.visible(s, mv, who);
            if !seen && game.turn(s).player() == Some(who) {
                return Err(format!("player {who} does not see their own move {mv:?}"));
            }
            if seen && !telling {
                continue;
            }
            let mut next = s.clone();
            game.apply(&mut next, mv);
            let view = game.view(&next, Some(who));
            if seen {
                if let Some(other) = told.insert(view, mv) {
                    return Err(format!(
                        "player {who} sees {other:?} and {mv:?}, but the views after them are equal"
                    ));
                }
                continue;
            }
            match &unseen {
                Some((other, known)) if *known != view => {
                    return Err(format!(
                        "player {who} sees neither {other:?} nor {mv:?}, but the views after them differ"
                    ));
                }
                Some(_) => {}
                None => unseen = Some((mv, view)),
            }
        }
        if let Some((mv, _)) = unseen.filter(|(_, view)| told.contains_key(view)) {
            return Err(format!(
                "player {who} does not see {mv:?}, but the view after it is that of a move seen"
            ));
        }
    }
    Ok(())
}

/// The mover is offered the same moves, written, named and performed the same way, in `s` and the sampled `t`.
fn same_choice<G: Show>(game: &G, s: &G::State, t: &G::State, moves: &[G::Move]) -> Checked {
    let mut others = Vec::new();
    game.moves(t, &mut others);
    if others != moves {
        return Err("the mover's legal moves depend on what the mover cannot see".into());
    }
    for &mv in moves {
        if game.text(s, mv) != game.text(t, mv)
            || game.label(s, mv, Lang::En) != game.label(t, mv, Lang::En)
            || game.gesture(s, mv) != game.gesture(t, mv)
        {
            return Err(format!("how {mv:?} is written or performed depends on what the mover cannot see"));
        }
    }
    Ok(())
}

/// An agent that cannot distinguish `s` and `t` adds up what a move was worth in both. So equal moves are the same act there,
/// and the same act is an equal move. Notations distinguish acts; where a game accepts several notations of one act, one
/// of the two must mean the same move in both states.
fn same_acts<G: Show>(game: &G, s: &G::State, t: &G::State, moves: &[G::Move]) -> Checked {
    let mut others = Vec::new();
    game.moves(t, &mut others);
    let texts: HashMap<G::Move, String> = moves.iter().map(|&mv| (mv, game.text(s, mv))).collect();
    let acts: HashMap<&str, G::Move> = texts.iter().map(|(&mv, text)| (text.as_str(), mv)).collect();
    for mv in others {
        let text = game.text(t, mv);
        match (texts.get(&mv), acts.get(text.as_str())) {
            (Some(here), _) if *here != text => {
                let read = [game.parse(t, here), game.parse(s, &text)];
                let same = read.contains(&Ok(mv)) && read.iter().flatten().all(|&read| read == mv);
                if !same {
                    return Err(format!(
                        "the move {mv:?} is '{here}' in one state and '{text}' in one that looks the same"
                    ));
                }
            }
            (None, Some(here)) => {
                return Err(format!(
                    "'{text}' is the move {here:?} in one state and {mv:?} in one that looks the same"
                ));
            }
            _ => {}
        }
    }
    Ok(())
}

/// In a game that hides something, what others hear of a move follows from what they know before and after it: a move
/// of a sampled state that leads to the same view sounds the same.
pub(crate) fn heard<G: Show>(
    game: &G,
    before: &G::State,
    mv: G::Move,
    after: &G::State,
    rng: &mut Rng,
) -> Checked {
    /// Moves of the sampled state that are tried.
    const TRIED: usize = 6;
    if !game.hidden() {
        return Ok(());
    }
    let mover = game.turn(before).player();
    for who in viewers(game).filter(|&who| who.is_none() || who != mover) {
        let t = game.sample(&game.view(before, who), rng).map_err(|cause| cause.to_string())?;
        let known = game.view(after, who);
        let mut moves = Vec::new();
        game.moves(&t, &mut moves);
        rng.shuffle(&mut moves);
        moves.truncate(TRIED);
        for other in moves {
            let mut next = t.clone();
            game.apply(&mut next, other);
            if game.view(&next, who) != known {
                continue;
            }
            let (real, sampled) =
                (game.heard(before, mv, who, Lang::En), game.heard(&t, other, who, Lang::En));
            if real != sampled {
                return Err(format!(
                    "{} hears {real:?} of a move that looks the same as one that sounds {sampled:?}",
                    name(who)
                ));
            }
        }
    }
    Ok(())
}

/// A viewer, for messages.
pub(crate) fn name(who: Option<Player>) -> String {
    who.map_or("a spectator".into(), |p| format!("player {p}"))
}
