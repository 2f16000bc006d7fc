//! What is a law of křížový mariáš alone, for [`cards::audit`]: cards are conserved, points of tricks add up, scores sum to
//! zero, and no view holds a card its owner was not shown.

use crate::view::View;
use crate::{Krizovy, State};
use cards::{Broken, Hand, Lawful, MARIAS_WORTH, conserved, known};
use game::Player;
use marias::PACK;

impl Lawful for Krizovy {
    const LOOK: std::ops::Range<usize> = 0..70;

    fn whole(&self, s: &State) -> Result<(), Broken> {
        let played: Hand = s.plays[..usize::from(s.made)].iter().copied().collect();
        conserved([played].into_iter().chain(s.hands), usize::from(s.dealt), PACK)?;
        if (s.ended() || s.trick.len == 0) && s.trump.is_some() {
            let taken: i32 = s.basic.iter().map(|&t| i32::from(t)).sum();
            let last = if s.made == 32 { 10 } else { 0 };
            if taken != MARIAS_WORTH.of(played) + last {
                return Err("the points of the tricks do not add up".into());
            }
        }
        if s.totals.iter().sum::<i32>() != 0 {
            return Err(Broken(format!("the scores {:?} do not sum to zero", s.totals)));
        }
        Ok(())
    }

    fn discreet(&self, s: &State, who: Option<Player>, v: &View) -> Result<(), Broken> {
        let covered = s.covered() && who != Some(Player(s.forehand())) && v.table.trump_card.known();
        if Player::all(4).any(|p| Some(p) != who && !v.table.hands[p.index()].is_empty()) || covered {
            return Err("a view shows a hidden card".into());
        }
        let k = self.knowledge(v);
        known(&s.hands, &k.may, &k.has)
    }
}
