//! What is a law of šnaps alone, for [`cards::audit`]: cards are conserved, points of tricks add up to 120, scores sum to
//! zero, and no view holds another player's card.

use crate::state::PACK;
use crate::view::View;
use crate::{Snaps, State};
use cards::{Broken, Hand, Lawful, SNAPS_WORTH, conserved, known};
use game::Player;

impl Lawful for Snaps {
    const LOOK: std::ops::Range<usize> = 0..60;

    fn whole(&self, s: &State) -> Result<(), Broken> {
        let played: Hand = s.plays[..usize::from(s.made)].iter().copied().collect();
        conserved([played].into_iter().chain(s.hands), usize::from(s.dealt), PACK)?;
        if s.ended() || s.trick.len == 0 {
            let done: Hand = s.plays[..usize::from(s.made / 4 * 4)].iter().copied().collect();
            let taken: i32 = s.taken.iter().map(|&t| i32::from(t)).sum();
            if taken != SNAPS_WORTH.of(done) || (s.made == 24 && taken != 120) {
                return Err("the points of the tricks do not add up".into());
            }
        }
        if s.totals.iter().sum::<i32>() != 0 {
            return Err(Broken(format!("the scores {:?} do not sum to zero", s.totals)));
        }
        Ok(())
    }

    fn discreet(&self, s: &State, who: Option<Player>, v: &View) -> Result<(), Broken> {
        if Player::all(4).any(|p| Some(p) != who && !v.table.hands[p.index()].is_empty()) {
            return Err("a view shows another hand".into());
        }
        let k = self.knowledge(v);
        known(&s.hands, &k.may, &k.has)
    }
}
