//! What a state of a card game brings a player when all hands lie open: exactly where the kernel reaches, else by playing
//! on quickly until it does.

use crate::{Kernel, Unsolved, quick_card};
use cards::{Deal, Phase, TrickTaking};
use game::{Player, Rng, Turn};

/// Deals with more cards than this in hands and on the table are played on before they are solved.
const SOLVED: usize = 30;

/// Moves after which a play without end is given up.
const LONGEST: usize = 2_000;

/// Judges states with open hands.
pub(crate) struct Open {
    pub(crate) kernel: Kernel,
}

/// What a judgement is worth.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Judged {
    /// What the player gets from here on.
    pub(crate) value: f64,
    /// Whether it follows from best play alone.
    pub(crate) exact: bool,
}

impl Open {
    pub(crate) fn new(bits: u32) -> Open {
        Open { kernel: Kernel::new(bits) }
    }

    /// What `me` gets from `state` on until the deal is settled. What precedes the tricks is played as sober players do.
    pub(crate) fn judge<G: TrickTaking>(
        &mut self,
        game: &G,
        state: &G::State,
        me: Player,
        rng: &mut Rng,
    ) -> Result<Judged, Unsolved> {
        let before = game.score(state, me);
        let mut s = state.clone();
        let mut exact = true;
        let mut scratch = Vec::new();
        for _ in 0..LONGEST {
            if game.turn(&s) == Turn::Over || game.settled(&s) {
                break;
            }
            if game.phase(&s) == Phase::Play
                && let Some(mut deal) = game.in_play(&s)
            {
                deal.claim_if_won();
                let told = f64::from(game.score(&s, me) - before);
                let judged = self.deal(deal, me, rng)?;
                return Ok(Judged { value: told + judged.value, exact: exact && judged.exact });
            }
            let Some(mv) = game.sensible(&s, rng, &mut scratch) else { break };
            scratch.clear();
            game.apply(&mut s, mv);
            exact = false;
        }
        Ok(Judged { value: f64::from(game.score(&s, me) - before), exact })
    }

    /// What a deal in play brings a player.
    pub(crate) fn deal(&mut self, mut deal: Deal, me: Player, rng: &mut Rng) -> Result<Judged, Unsolved> {
        let mut exact = true;
        while !deal.over() && deal.cards() > SOLVED {
            let Some(card) = quick_card(&deal, rng) else { break };
            deal.play(card);
            exact = false;
        }
        if let Some(paid) = deal.payment(me.0) {
            return Ok(Judged { value: f64::from(paid), exact });
        }
        let money = self.kernel.solve_value(&deal)?;
        Ok(Judged { value: f64::from(deal.worth_to(me.0, money)), exact })
    }
}
