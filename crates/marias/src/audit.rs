//! What is a law of mariáš alone, for [`cards::audit`]: cards are conserved, points add up to 90 and the marriages, scores
//! sum to zero, and no view holds another player's card.

use crate::view::View;
use crate::{Marias, PACK, State};
use cards::{Broken, Hand, Lawful, conserved, known};
use game::Player;

impl Lawful for Marias {
    const LOOK: std::ops::Range<usize> = 0..90;

    fn whole(&self, s: &State) -> Result<(), Broken> {
        let played: Hand = s.plays[..usize::from(s.made)].iter().copied().collect();
        let places = [played, s.hands[0], s.hands[1], s.hands[2], s.fresh, s.talon()];
        conserved(places, usize::from(s.dealt), PACK)?;
        if s.totals.iter().sum::<i32>() != 0 {
            return Err(Broken(format!("the scores {:?} do not sum to zero", s.totals)));
        }
        let Some(last) = s.last.filter(|_| s.ended()) else { return Ok(()) };
        if last.delta.iter().sum::<i32>() != 0 {
            return Err("what is won is not what is lost".into());
        }
        if s.made == 30 && s.trump.is_some() {
            let married: u16 = last.marriages.iter().sum();
            if last.points[0] + last.points[1] != 90 + married {
                return Err("the points do not add up".into());
            }
            if last.points[0] == last.points[1] {
                return Err("a tie cannot be".into());
            }
        }
        Ok(())
    }

    fn discreet(&self, s: &State, who: Option<Player>, v: &View) -> Result<(), Broken> {
        let open = self.open_hand(s).map(Player);
        if Player::all(3).any(|p| Some(p) != who && Some(p) != open && !v.table.hands[p.index()].is_empty())
            || !v.table.fresh.is_empty()
            || (0..3).any(|talon| !s.saw(talon, who) && !v.table.talons[usize::from(talon)].is_empty())
        {
            return Err("a view shows another's cards".into());
        }
        let k = self.knowledge(v);
        known(&s.hands, &k.may, &k.has)
    }
}
