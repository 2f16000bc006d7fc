//! What is a law of taroky alone, for [`cards::audit`]: cards are conserved, points add up, scores sum to zero, and no view
//! holds what its owner may not know. Matches aim at every contract in turn. Drawing a world of taroky costs most of a
//! match, so one viewer is drawn for: the players in turn, and a spectator now and then.

use crate::aim::AIMS;
use crate::game::Taroky;
use crate::score::{points, side_pile};
use crate::state::{Contract, DECK, Move, Stage, State, owner};
use crate::view::View;
use cards::{Broken, Hand, Lawful, TAROCK, conserved};
use game::{Player, Rng};

impl Lawful for Taroky {
    const LOOK: std::ops::Range<usize> = 54..124;

    fn stray(&self, s: &State, number: u64, rng: &mut Rng, _scratch: &mut Vec<Move>) -> Option<Move> {
        self.pick_aiming(s, AIMS[number as usize % AIMS.len()], rng)
    }

    fn whole(&self, s: &State) -> Result<(), Broken> {
        placed(s)?;
        if matches!(s.stage, Stage::Scored | Stage::Over) { scored(self, s) } else { Ok(()) }
    }

    fn discreet(&self, s: &State, who: Option<Player>, v: &View) -> Result<(), Broken> {
        if matches!(s.stage, Stage::Scored | Stage::Over) {
            return Ok(());
        }
        for p in (0..4).filter(|&p| who != Some(Player(p as u8))) {
            if !v.known.hands[p].is_empty() || !TAROCK.mask().covers(v.known.laid[p]) {
                return Err(Broken(format!("the view of {who:?} shows cards of player {p}")));
            }
        }
        Ok(())
    }

    fn drawn(&self, s: &State, number: u64, who: Option<Player>) -> bool {
        let viewer = if number.is_multiple_of(64) { None } else { Some(Player((number / 6 % 4) as u8)) };
        who == viewer && !matches!(s.stage, Stage::Scored | Stage::Over)
    }
}

/// Every card dealt lies in exactly one place.
fn placed(s: &State) -> Result<(), Broken> {
    let played: Hand = s.plays[..usize::from(s.played)].iter().copied().collect();
    let lying = (0..6).filter(|&i| s.owner[i] >= owner::LYING).map(|i| s.talon[i].bit());
    let places = s.hands.into_iter().chain(s.laid).chain([played]).chain(lying);
    conserved(places, usize::from(s.dealt), DECK.cards())
}

/// Sides have 70 points together (players 69 to 71 in Varšava), and scores with the pot sum to zero.
fn scored(game: &Taroky, s: &State) -> Result<(), Broken> {
    let sum: i32 = s.scores.iter().sum::<i32>() + s.pot;
    if sum != 0 {
        return Err(Broken(format!("the scores {:?} and the pot {} do not sum to zero", s.scores, s.pot)));
    }
    if s.played < 48 {
        return Ok(());
    }
    let won = |p: u8| i32::from(s.side() >> p & 1 == 1);
    if s.contract == Contract::Varsava {
        let sum: i32 = s.piles().map(points).iter().sum();
        return if (69..=71).contains(&sum) {
            Ok(())
        } else {
            Err(Broken(format!("the piles have {sum} points")))
        };
    }
    let away: Hand = (0..6).filter(|&i| s.owner[i] == owner::AWAY).map(|i| s.talon[i]).collect();
    let sum = points(side_pile(s, s.side())) + points(side_pile(s, !s.side()).or(away));
    if sum != 70 {
        return Err(Broken(format!("the sides have {sum} points")));
    }
    let members: i32 = (0..4).map(won).sum();
    if members != 1 && members != 2 {
        return Err(Broken(format!("the bidder's side has {members} players")));
    }
    let sheet = crate::sheet(&game.rules, s);
    if sheet.result != s.result { Err("the sheet does not explain the result".into()) } else { Ok(()) }
}
