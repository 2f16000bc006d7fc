//! What each player knows: the state with everything removed that a person at the table has not seen.

use crate::game::Taroky;
use crate::sample::Sampler;
use crate::state::{Contract, Move, Stage, State, owner, place};
use cards::{Hand, KINGS, NO_CARD, TAROCK};
use game::{Contradiction, Observe, Player, WorldsOf};

/// What one viewer knows, memory included: bids, calls, announcements, fleks, all tricks as they lay, the own hand, the
/// cards laid away by oneself, tarocks laid away face up, talon cards taken or shown. Once a deal is scored the cards
/// lie open.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct View {
    /// Whose view it is; 4 for a spectator.
    pub who: u8,
    /// The state without what this viewer cannot know: other hands are empty, other laid-away cards are only those
    /// face up, unseen talon cards are `None`.
    pub known: State,
}

impl View {
    /// The viewer.
    pub fn viewer(&self) -> Option<Player> {
        (self.who < 4).then_some(Player(self.who))
    }
}

/// Whether `who` has seen talon card `i`.
pub(crate) fn seen(game: &Taroky, s: &State, who: u8, i: usize) -> bool {
    let o = s.owner[i];
    // A card that lies belongs to nobody: the number of a spectator is not the number of an owner.
    if o == owner::TURNED || (o < 4 && o == who) {
        return true;
    }
    if s.contract != Contract::Preferanc || s.cards == 0 {
        return false;
    }
    // First cards: the bidder looked at 1–3. Second: 1–3 were shown. Third: 4–6 were shown, too.
    let first = i < 3;
    if s.cards >= 2 && (first || s.cards == 3) {
        return true;
    }
    let rest_shown =
        game.rules.show_rest && s.cards == 1 && o == owner::AWAY && TAROCK.mask().or(KINGS).has(s.talon[i]);
    rest_shown || (who == s.bidder && s.cards >= 2)
}

impl Observe for Taroky {
    type View = View;

    fn view(&self, s: &State, who: Option<Player>) -> View {
        let who = who.map_or(4, |p| p.0);
        let mut known = *s;
        if matches!(s.stage, Stage::Scored | Stage::Over) {
            return View { who, known };
        }
        for p in 0..4u8 {
            if p != who {
                let p = usize::from(p);
                known.hands[p] = Hand::EMPTY;
                known.laid[p] = s.laid[p].of(TAROCK);
            }
        }
        for i in 0..6 {
            if !seen(self, s, who, i) {
                known.talon[i] = NO_CARD;
            }
        }
        View { who, known }
    }

    fn worlds(&self, v: &View) -> Result<WorldsOf<'_, Taroky>, Contradiction> {
        Ok(Box::new(Sampler::new(self, v)?))
    }

    fn hidden(&self) -> bool {
        true
    }

    fn visible(&self, s: &State, mv: Move, who: Player) -> bool {
        match mv {
            Move::Deal(_) => place(s.forehand(), s.dealt, &self.rules).0 == who.index(),
            Move::Lay(card) => s.turn == who.0 || card.suit() == TAROCK,
            _ => true,
        }
    }
}
