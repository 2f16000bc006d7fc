//! The law that ties [`Deal`](crate::Deal) to the games, for their tests.

use crate::{Phase, TrickTaking};
use game::{Player, Rng, Turn};

/// Plays `deals` random deals and compares the game with the data it gave at the first card and at every later trick: the
/// player to move, the legal cards, and at the end what everybody was paid. Answers how many deals were compared, or
/// returns the first difference. `scores` are the running scores of a state.
pub fn objective_law<G: TrickTaking>(
    game: &G,
    seed: u64,
    deals: usize,
    scores: impl Fn(&G::State, Player) -> i32,
) -> Result<usize, String> {
    let mut rng = Rng::new(seed);
    let (mut moves, mut compared) = (Vec::new(), 0);
    for round in 0..deals {
        let mut s = game.initial();
        let (mut whole, mut before) = (None, Vec::new());
        loop {
            if game.turn(&s) == Turn::Over {
                break;
            }
            let Some(mv) = game.pick(&s, &mut rng, &mut moves) else { break };
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
                    return Err(format!(
                        "deal {round}: the data played on is {deal:?}, given anew {fresh:?}"
                    ));
                }
                if deal.legal() != game.legal_cards(&s) || game.turn(&s) != Turn::Player(Player(deal.turn()))
                {
                    return Err(format!("deal {round}: other cards may be played: {deal:?} {s:?}"));
                }
                let Some(card) = game.act_of(mv) else { break }; // A claim of the game's own.
                if !deal.acts().has(card) {
                    return Err(format!("deal {round}: the data does not know {mv:?}: {deal:?}"));
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
            if playing
                && game.in_play(&s).is_none()
                && let Some(deal) = whole.take()
            {
                for (p, &had) in before.iter().enumerate() {
                    let paid = scores(&s, Player(p as u8)) - had;
                    if deal.payment(p as u8) != Some(paid) {
                        return Err(format!(
                            "deal {round}: player {} got {paid}, the data says {:?}: {deal:?}",
                            p + 1,
                            deal.payment(p as u8)
                        ));
                    }
                }
                compared += 1;
                break;
            }
        }
    }
    Ok(compared)
}
