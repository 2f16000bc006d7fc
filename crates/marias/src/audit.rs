//! The laws of mariáš along random deals, in a loop fast enough for millions: cards are conserved, points add up
//! to 90 and the marriages, scores sum to zero, notation reads back, and no view holds another player's card.

use crate::{Marias, PACK, Phase, State};
use cards::Hand;
use game::{Game, Observe, Player, Rng, Show};

/// Plays `matches` random matches and checks them; returns the number of moves made.
///
/// # Errors
/// The first law that did not hold, with the deal's number.
pub fn audit(game: &Marias, matches: u64, seed: u64) -> Result<u64, String> {
    let mut rng = Rng::new(seed);
    let mut scratch = Vec::new();
    let mut made = 0;
    for number in 0..matches {
        let mut s = game.initial();
        let look = rng.below(90);
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
        if s.totals.iter().sum::<i32>() != 0 {
            return Err(format!("match {number}: the scores {:?} do not sum to zero", s.totals));
        }
    }
    Ok(made)
}

/// Cards lie in one place each, and points add up to 90 and the marriages.
fn whole(s: &State) -> Result<(), &'static str> {
    let mut all: Hand = s.plays[..usize::from(s.made)].iter().copied().collect();
    let mut count = usize::from(s.made);
    for cards in [s.hands[0], s.hands[1], s.hands[2], s.fresh, s.talon()] {
        if all.meets(cards) {
            return Err("a card lies in two places");
        }
        all = all.or(cards);
        count += cards.len();
    }
    if count != usize::from(s.dealt) || all.len() != count || !PACK.covers(all) {
        return Err("a card is lost or invented");
    }
    let Some(last) = s.last.filter(|_| s.ended()) else { return Ok(()) };
    if last.delta.iter().sum::<i32>() != 0 {
        return Err("what is won is not what is lost");
    }
    if s.made == 30 && s.trump.is_some() {
        let married: u16 = last.marriages.iter().sum();
        if last.points[0] + last.points[1] != 90 + married {
            return Err("the points do not add up");
        }
        if last.points[0] == last.points[1] {
            return Err("a tie cannot be");
        }
    }
    Ok(())
}

/// Nobody's view holds another's cards, and a sample looks the same and offers the mover the same moves.
fn views(game: &Marias, s: &State, rng: &mut Rng) -> Result<(), String> {
    let (mut here, mut there) = (Vec::new(), Vec::new());
    game.moves(s, &mut here);
    for who in Player::all(3).map(Some).chain([None]) {
        let v = game.view(s, who);
        let open = game.open_hand(s).map(Player);
        if Player::all(3).any(|p| Some(p) != who && Some(p) != open && !v.table.hands[p.index()].is_empty())
            || !v.table.fresh.is_empty()
            || (0..3).any(|talon| !s.saw(talon, who) && !v.table.talons[usize::from(talon)].is_empty())
        {
            return Err("a view shows another's cards".into());
        }
        let k = game.knowledge(&v);
        for p in 0..3 {
            if !k.may[p].covers(s.hands[p]) || !s.hands[p].covers(k.has[p]) {
                return Err("a view knows what is not so".into());
            }
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
