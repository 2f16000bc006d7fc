//! The laws of křížový mariáš along random deals, in a loop fast enough for many: cards are conserved, points of tricks add up,
//! notation reads back, and no view holds a card its owner was not shown.

use crate::state::Phase;
use crate::{Krizovy, State};
use cards::{Hand, MARIAS_WORTH};
use game::{Game, Observe, Player, Rng, Show};
use marias::PACK;

/// Plays `matches` random matches and checks them; returns the number of moves made.
///
/// # Errors
/// The first law that did not hold, with the deal's number.
pub fn audit(game: &Krizovy, matches: u64, seed: u64) -> Result<u64, String> {
    let mut rng = Rng::new(seed);
    let mut scratch = Vec::new();
    let mut made = 0;
    for number in 0..matches {
        let mut s = game.initial();
        let look = rng.below(70);
        let mut step = 0;
        while let Some(mv) = game.pick(&s, &mut rng, &mut scratch) {
            let fault = |what: &str| format!("match {number}, move {step} {mv:?}: {what}");
            if s.phase != Phase::Deal && game.parse(&s, &game.text(&s, mv)) != Ok(mv) {
                return Err(fault("its notation does not read back"));
            }
            if step == look {
                views(game, &s, &mut rng).map_err(|what| fault(&what))?;
            }
            game.apply(&mut s, mv);
            whole(&s).map_err(fault)?;
            step += 1;
        }
        made += step as u64;
    }
    Ok(made)
}

/// Cards lie in one place each, and the tricks taken are worth what their cards are.
fn whole(s: &State) -> Result<(), &'static str> {
    let played: Hand = s.plays[..usize::from(s.made)].iter().copied().collect();
    let mut all = played;
    for hand in s.hands {
        if all.meets(hand) {
            return Err("a card lies in two places");
        }
        all = all.or(hand);
    }
    if all.len() != usize::from(s.dealt) || !PACK.covers(all) {
        return Err("a card is lost or invented");
    }
    if (s.ended() || s.trick.len == 0) && s.trump.is_some() {
        let taken: i32 = s.basic.iter().map(|&t| i32::from(t)).sum();
        let last = if s.made == 32 { 10 } else { 0 };
        if taken != MARIAS_WORTH.of(played) + last {
            return Err("the points of the tricks do not add up");
        }
    }
    if s.totals.iter().sum::<i32>() != 0 {
        return Err("the scores do not sum to zero");
    }
    Ok(())
}

/// Nobody's view holds a hidden card, and a sample looks the same and offers the mover the same moves.
fn views(game: &Krizovy, s: &State, rng: &mut Rng) -> Result<(), String> {
    let (mut here, mut there) = (Vec::new(), Vec::new());
    game.moves(s, &mut here);
    for who in Player::all(4).map(Some).chain([None]) {
        let v = game.view(s, who);
        let covered = s.covered() && who != Some(Player(s.forehand())) && v.table.trump_card.known();
        if Player::all(4).any(|p| Some(p) != who && !v.table.hands[p.index()].is_empty()) || covered {
            return Err("a view shows a hidden card".into());
        }
        let k = game.knowledge(&v);
        if (0..4).any(|p| !k.may[p].covers(s.hands[p]) || !s.hands[p].covers(k.has[p])) {
            return Err("a view knows what is not so".into());
        }
        let t = game.sample(&v, rng).map_err(|cause| format!("a view contradicts itself: {cause}"))?;
        if game.view(&t, who) != v {
            return Err("a sample looks different".into());
        }
        there.clear();
        game.moves(&t, &mut there);
        if who.is_some() && game.turn(s).player() == who && here != there {
            return Err("the mover's moves depend on hidden cards".into());
        }
    }
    Ok(())
}
