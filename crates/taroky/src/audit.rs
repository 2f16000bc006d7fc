//! The laws of taroky along random deals, in a loop fast enough for millions: cards are conserved, moves are legal and
//! their notation reads back, points add up, scores sum to zero, and no view holds what its owner may not know. Once a deal
//! all views are looked at and one of them is sampled, the players' in turn and a spectator's now and then.

use crate::aim::AIMS;
use crate::game::Taroky;
use crate::score::{points, side_pile};
use crate::state::{Contract, DECK, Stage, State, owner};
use cards::{Hand, TAROCK};
use game::{Game, Observe, Player, Rng, Show};

/// Plays so many random matches, every sixth at each contract, and checks them; returns the number of moves made.
///
/// # Errors
/// The first law that did not hold, with the match's number.
pub fn audit(game: &Taroky, matches: u64, seed: u64) -> Result<u64, String> {
    let mut rng = Rng::new(seed);
    let mut made = 0;
    for number in 0..matches {
        let mut s = game.initial();
        let aim = AIMS[number as usize % AIMS.len()];
        let look = 54 + rng.below(70);
        let mut step = 0;
        while let Some(mv) = game.pick_aiming(&s, aim, &mut rng) {
            let fault = |what: String| format!("match {number}, move {step} {mv:?}: {what}");
            if !game.legal(&s, mv) {
                return Err(fault("it is not legal".into()));
            }
            if s.stage != Stage::Deal && game.parse(&s, &game.text(&s, mv)) != Ok(mv) {
                return Err(fault("its notation does not read back".into()));
            }
            if step == look {
                views(game, &s, number, &mut rng).map_err(fault)?;
            }
            game.apply(&mut s, mv);
            whole(&s).map_err(|what| fault(what.into()))?;
            if matches!(s.stage, Stage::Scored | Stage::Over) {
                scored(game, &s).map_err(fault)?;
            }
            step += 1;
        }
        made += step as u64;
    }
    Ok(made)
}

/// Every card dealt lies in exactly one place.
fn whole(s: &State) -> Result<(), &'static str> {
    let mut all = Hand::EMPTY;
    let mut put = |set: Hand| {
        let twice = all.meets(set);
        all = all.or(set);
        if twice { Err("a card lies in two places") } else { Ok(()) }
    };
    for p in 0..4 {
        put(s.hands[p])?;
        put(s.laid[p])?;
    }
    put(s.plays[..usize::from(s.played)].iter().copied().collect())?;
    for i in 0..6 {
        if s.owner[i] >= owner::LYING {
            put(s.talon[i].bit())?;
        }
    }
    if all.len() == usize::from(s.dealt) && DECK.cards().covers(all) { Ok(()) } else { Err("a card is lost") }
}

/// Sides have 70 points together (players 69 to 71 in Varšava), and scores with the pot sum to zero.
fn scored(game: &Taroky, s: &State) -> Result<(), String> {
    let sum: i32 = s.scores.iter().sum::<i32>() + s.pot;
    if sum != 0 {
        return Err(format!("the scores {:?} and the pot {} do not sum to zero", s.scores, s.pot));
    }
    if s.played < 48 {
        return Ok(());
    }
    let won = |p: u8| i32::from(s.side() >> p & 1 == 1);
    if s.contract == Contract::Varsava {
        let sum: i32 = s.piles().map(points).iter().sum();
        return if (69..=71).contains(&sum) { Ok(()) } else { Err(format!("the piles have {sum} points")) };
    }
    let away: Hand = (0..6).filter(|&i| s.owner[i] == owner::AWAY).map(|i| s.talon[i]).collect();
    let sum = points(side_pile(s, s.side())) + points(side_pile(s, !s.side()).or(away));
    if sum != 70 {
        return Err(format!("the sides have {sum} points"));
    }
    let members: i32 = (0..4).map(won).sum();
    if members != 1 && members != 2 {
        return Err(format!("the bidder's side has {members} players"));
    }
    let sheet = crate::sheet(&game.rules, s);
    if sheet.result != s.result { Err("the sheet does not explain the result".into()) } else { Ok(()) }
}

/// Nobody's view holds what he has not seen, and a sample looks the same and offers the mover the same moves.
fn views(game: &Taroky, s: &State, number: u64, rng: &mut Rng) -> Result<(), String> {
    if matches!(s.stage, Stage::Scored | Stage::Over) {
        return Ok(());
    }
    let (mut here, mut there) = (Vec::new(), Vec::new());
    game.moves(s, &mut here);
    for who in Player::all(4).map(Some).chain([None]) {
        let v = game.view(s, who);
        for p in (0..4).filter(|&p| who != Some(Player(p as u8))) {
            if !v.known.hands[p].is_empty() || !TAROCK.mask().covers(v.known.laid[p]) {
                return Err(format!("the view of {who:?} shows cards of player {p}"));
            }
        }
        let sampled = if number.is_multiple_of(64) { None } else { Some(Player((number / 6 % 4) as u8)) };
        if who != sampled {
            continue;
        }
        let t = game.sample(&v, rng).map_err(|cause| format!("a view contradicts itself: {cause}"))?;
        if game.view(&t, who) != v {
            return Err(format!("a sample of {who:?} looks different"));
        }
        whole(&t).map_err(|what| format!("in a sample of {who:?}, {what}"))?;
        there.clear();
        game.moves(&t, &mut there);
        if who.is_some() && game.turn(s).player() == who && here != there {
            return Err("the mover's moves depend on hidden cards".into());
        }
    }
    Ok(())
}
