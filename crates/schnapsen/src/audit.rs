//! What is a law of Schnapsen alone, for [`cards::audit`]: cards are conserved, points of tricks add up, and no view holds a
//! card its owner was not shown.

use crate::state::PACK;
use crate::view::View;
use crate::{Schnapsen, State};
use cards::{Broken, Hand, Lawful, SNAPS_WORTH, conserved, known};
use game::Player;

impl Lawful for Schnapsen {
    const LOOK: std::ops::Range<usize> = 0..45;

    fn whole(&self, s: &State) -> Result<(), Broken> {
        let played: Hand = s.plays[..usize::from(s.made)].iter().copied().collect();
        let talon: Hand = s.talon.iter().copied().collect();
        conserved([played, s.hands[0], s.hands[1], talon], usize::from(s.dealt), PACK)?;
        if s.hands[0].meets(s.shown[1]) || s.hands[1].meets(s.shown[0]) {
            return Err("a card is shown in the wrong hand".into());
        }
        if s.ended() || s.trick.len == 0 {
            let done: Hand = s.plays[..usize::from(s.made / 2 * 2)].iter().copied().collect();
            let taken: i32 = s.taken.iter().map(|&t| i32::from(t)).sum();
            if taken != SNAPS_WORTH.of(done) {
                return Err("the points of the tricks do not add up".into());
            }
        }
        Ok(())
    }

    fn discreet(&self, s: &State, who: Option<Player>, v: &View) -> Result<(), Broken> {
        let open: Hand = v.table.talon.iter().copied().collect();
        if Player::all(2).any(|p| Some(p) != who && !v.table.hands[p.index()].is_empty()) || open.len() > 1 {
            return Err("a view shows a hidden card".into());
        }
        let k = self.knowledge(v);
        known(&s.hands, &k.may, &k.has)
    }
}
