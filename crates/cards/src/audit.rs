//! The laws that tie [`Deal`](crate::Deal) and [`Melee`](crate::Melee) to the games, for their tests.

use crate::{Lawful, Phase, TrickTaking, Violation};
use game::{Player, Rng, Turn};

/// Plays `deals` random matches until a deal was compared in each, and compares the game with the data it gave at the first card and at every later trick: the
/// player to move, the legal cards, and at the end what everybody was paid. Answers how many deals were compared. `scores` are
/// the running scores of a state.
///
/// # Errors
/// The first difference.
pub fn objective_law<G: Lawful>(
    game: &G,
    seed: u64,
    deals: usize,
    scores: impl Fn(&G::State, Player) -> i32,
) -> Result<usize, Violation> {
    let mut rng = Rng::new(seed);
    let (mut moves, mut compared) = (Vec::new(), 0);
    for round in 0..deals {
        let mut s = game.initial();
        let (mut whole, mut before) = (None, Vec::new());
        let mut aim = round as u64; // Every deal of a match aims at another contract.
        for step in 0.. {
            if game.turn(&s) == Turn::Over {
                break;
            }
            let Some(mv) = game.stray(&s, aim, &mut rng, &mut moves) else { break };
            let violation = |law: String| violation::<G>((round, step), mv, law);
            if game.phase(&s) == Phase::Play
                && let Some(fresh) = game.in_play(&s)
            {
                let deal = whole.get_or_insert_with(|| {
                    before = (0..game.players()).map(|p| scores(&s, Player(p as u8))).collect();
                    fresh.clone()
                });
                if deal.tally.settled.is_some() {
                    break; // Somebody who could claim did not: the data claims at once.
                }
                if deal.trick.len == 0 && *deal != fresh {
                    return Err(violation(format!("the data played on is {deal:?}, given anew {fresh:?}")));
                }
                if deal.legal() != game.legal_cards(&s) || game.turn(&s) != Turn::Player(Player(deal.turn()))
                {
                    return Err(violation(format!("other cards may be played: {deal:?} {s:?}")));
                }
                let Some(card) = game.act_of(mv) else { break }; // A claim of the game's own.
                if !deal.acts().has(card) {
                    return Err(violation(format!("the data does not know it: {deal:?}")));
                }
                let pair = deal.objective.race.is_some()
                    && deal.trick.len == 0
                    && deal.marriage(deal.turn(), card) > 0;
                deal.play(card);
                // The data announces every pair that is led; the random player need not have.
                let mut after = s.clone();
                game.apply(&mut after, mv);
                if pair && let Some(silent) = game.in_play(&after) {
                    *deal = silent;
                }
            }
            let playing = game.phase(&s) == Phase::Play;
            game.apply(&mut s, mv);
            aim += u64::from(playing && game.phase(&s) != Phase::Play);
            if playing
                && game.in_play(&s).is_none()
                && let Some(deal) = whole.take()
            {
                for (p, &had) in before.iter().enumerate() {
                    let (paid, said) = (scores(&s, Player(p as u8)) - had, deal.payment(p as u8));
                    if said != Some(paid) {
                        let p = p + 1;
                        return Err(violation(format!(
                            "player {p} got {paid}, the data says {said:?}: {deal:?}"
                        )));
                    }
                }
                compared += 1;
                break;
            }
        }
    }
    Ok(compared)
}

fn violation<G: TrickTaking>((deal, step): (usize, usize), mv: G::Move, law: String) -> Violation {
    Violation { number: deal as u64, step, mv: format!("{mv:?}"), law }
}

/// The same for deals in which everybody plays for himself ([`TrickTaking::melee`]).
///
/// # Errors
/// The first difference.
pub fn melee_law<G: Lawful>(
    game: &G,
    seed: u64,
    deals: usize,
    scores: impl Fn(&G::State, Player) -> i32,
) -> Result<usize, Violation> {
    let mut rng = Rng::new(seed);
    let (mut moves, mut compared) = (Vec::new(), 0);
    for round in 0..deals {
        let mut s = game.initial();
        let (mut whole, mut aim) = (None, round as u64);
        for step in 0.. {
            let Some(mv) = game.stray(&s, aim, &mut rng, &mut moves) else { break };
            let violation = |law: String| violation::<G>((round, step), mv, law);
            let had = |s: &G::State| {
                [0, 1, 2, 3].map(|p| if p < game.players() { scores(s, Player(p as u8)) } else { 0 })
            };
            if let Some(fresh) = game.melee(&s) {
                if game.in_play(&s).is_some() {
                    return Err(violation("the deal has two sides and none".into()));
                }
                let (melee, _) = whole.get_or_insert_with(|| (fresh.clone(), had(&s)));
                if *melee != fresh {
                    return Err(violation(format!("the data played on is {melee:?}, given anew {fresh:?}")));
                }
                let turn = Turn::Player(Player(melee.turn()));
                if melee.legal() != game.legal_cards(&s) || game.turn(&s) != turn {
                    return Err(violation(format!("other cards may be played: {melee:?} {s:?}")));
                }
                let Some(card) = game.card_of(mv) else {
                    return Err(violation(format!("the data does not know it: {melee:?}")));
                };
                melee.play(card);
            }
            let playing = game.phase(&s) == Phase::Play;
            game.apply(&mut s, mv);
            aim += u64::from(playing && game.phase(&s) != Phase::Play);
            if game.melee(&s).is_none()
                && let Some((melee, before)) = whole.take()
            {
                let now = had(&s);
                let paid = std::array::from_fn(|p| now[p] - before[p]);
                if melee.payments() != Some(paid) {
                    let said = melee.payments();
                    return Err(violation(format!("{paid:?} was paid, the data says {said:?}: {melee:?}")));
                }
                compared += 1;
                break;
            }
        }
    }
    Ok(compared)
}
