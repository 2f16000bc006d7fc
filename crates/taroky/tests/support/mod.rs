//! An independent judge of sampled states: the whole deal is played again from the cards of the sampled state, and
//! every move that was made in truth must be legal there and lead to the sampled state.

#![expect(dead_code, reason = "each test file uses its own part")]

use cards::{Hand, KINGS, TAROCK};
use game::{Game, Rng};
pub(crate) use taroky::AIMS;
use taroky::{Contract, Move, Stage, State, Taroky};

/// A random play until `stop`, with its moves.
pub(crate) fn play_at_random(
    game: &Taroky,
    aim: Contract,
    rng: &mut Rng,
    mut stop: impl FnMut(&State) -> bool,
) -> (State, Vec<Move>) {
    let mut s = game.initial();
    let mut moves = Vec::new();
    while !stop(&s) {
        let Some(mv) = game.pick_aiming(&s, aim, rng) else { break };
        game.apply(&mut s, mv);
        moves.push(mv);
    }
    (s, moves)
}

/// The cards a player was dealt in `t`.
pub(crate) fn dealt(t: &State, p: usize) -> Hand {
    let all = t.hands[p].or(t.laid[p]).or(t.played_by()[p]);
    let bought: Hand = (0..6).filter(|&i| usize::from(t.owner[i]) == p).map(|i| t.talon[i]).collect();
    all.minus(bought)
}

/// Plays `moves` again with the hidden cards of `t`; what is wrong if that is not possible or ends elsewhere.
pub(crate) fn could_have_come_about(game: &Taroky, moves: &[Move], t: &State) -> Result<(), String> {
    let mut r = game.initial();
    let mut left: Vec<Hand> = (0..4).map(|p| dealt(t, p)).collect();
    let deals = moves.iter().take_while(|mv| matches!(mv, Move::Deal(_))).count();
    for _ in 0..deals {
        let mut events = Vec::new();
        game.moves(&r, &mut events);
        let fits = |event: &Move| {
            let Move::Deal(card) = *event else { return false };
            let mut next = r;
            game.apply(&mut next, *event);
            match (0..4).find(|&p| next.hands[p] != r.hands[p]) {
                Some(p) => left[p].has(card),
                None => (0..6).any(|i| next.talon[i] == card && t.talon[i] == card),
            }
        };
        let event = events.into_iter().find(fits);
        let event = event.ok_or("a card of the sampled deal cannot have been dealt")?;
        if let Move::Deal(card) = event {
            left.iter_mut().for_each(|hand| hand.remove(card));
        }
        game.apply(&mut r, event);
    }
    play_on(game, &mut r, &moves[deals..], t)
}

/// The same judgement from the end of the deal on: the cards are simply put where `t` says they were dealt.
pub(crate) fn legal_from_the_auction(game: &Taroky, moves: &[Move], t: &State) -> Result<(), String> {
    let mut r = game.initial();
    for p in 0..4 {
        r.hands[p] = dealt(t, p);
        if r.hands[p].len() != 12 {
            return Err(format!("player {p} was dealt {} cards", r.hands[p].len()));
        }
    }
    (r.talon, r.dealt, r.stage, r.turn) = (t.talon, 54, Stage::Auction, r.forehand());
    play_on(game, &mut r, &moves[54..], t)
}

/// Plays moves after the deal with the laid-away cards of `t`.
fn play_on(game: &Taroky, r: &mut State, moves: &[Move], t: &State) -> Result<(), String> {
    let mut lay = t.laid;
    for &mv in moves {
        let mover = usize::from(r.turn & 3);
        let mine = match mv {
            Move::Lay(_) => {
                let small = lay[mover].minus(TAROCK.mask()).minus(KINGS);
                let card = small.first().or(lay[mover].first()).ok_or("nothing to lay away")?;
                lay[mover].remove(card);
                Move::Lay(card)
            }
            other => other,
        };
        if !game.legal(r, mine) {
            return Err(format!("{mine:?} is not legal at {:?} of player {mover}", r.stage));
        }
        game.apply(r, mine);
    }
    if *r == *t { Ok(()) } else { Err(format!("the replay ends elsewhere:\n{r:?}\n{t:?}")) }
}

/// Whether a deal is over.
pub(crate) fn over(s: &State) -> bool {
    matches!(s.stage, Stage::Scored | Stage::Over)
}
