//! What a player of mariáš sees: his hand, the talon he laid or took up, and everything done in the open, which players
//! remember. The trump card lies face down until the contract is named.

use crate::Marias;
use crate::sample::Deals;
use crate::state::{Goes, Move, Phase, State};
use cards::{Hand, NO_CARD};
use game::{Contradiction, Observe, Player, WorldsOf};

/// What one player (or a spectator) knows.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct View {
    /// Whose view it is.
    pub who: Option<Player>,
    /// The state without what the viewer has not seen: hands that do not lie open, unseen five, talons, a covered trump card.
    pub table: State,
    /// How many cards each player holds.
    pub held: [u8; 3],
    /// How many cards lie in the talon.
    pub lying: u8,
    /// How many cards the forehand has not taken up.
    pub fresh: u8,
}

impl State {
    /// Whether a player has seen the cards of a talon: he laid it or took it up.
    pub fn saw(&self, talon: u8, who: Option<Player>) -> bool {
        let laid_by = self.laid_by.get(usize::from(talon)).copied();
        who.is_some_and(|p| laid_by == Some(p.0) || self.taker(talon) == Some(p.0))
    }

    /// The place in [`State::talons`] of the talon on the table, if one lies or is being laid.
    pub fn lying(&self) -> Option<u8> {
        match self.phase {
            crate::Phase::Deal | crate::Phase::Talon => Some(self.laid),
            _ => self.laid.checked_sub(1),
        }
    }
}

impl Observe for Marias {
    type View = View;

    fn view(&self, s: &State, who: Option<Player>) -> View {
        let mut v = View {
            who,
            table: *s,
            held: s.hands.map(|hand| hand.len() as u8),
            lying: s.talon().len() as u8,
            fresh: s.fresh.len() as u8,
        };
        let open = self.open_hand(s).map(Player);
        for p in Player::all(3).filter(|&p| Some(p) != who && Some(p) != open) {
            v.table.hands[p.index()] = Hand::EMPTY;
        }
        v.table.fresh = Hand::EMPTY;
        for talon in 0..3 {
            if !s.saw(talon, who) {
                v.table.talons[usize::from(talon)] = Hand::EMPTY;
            }
        }
        if s.covered() && who != Some(Player(s.forehand())) {
            v.table.trump_card = NO_CARD;
        }
        v
    }

    fn worlds(&self, v: &View) -> Result<WorldsOf<'_, Marias>, Contradiction> {
        Ok(Box::new(Deals::new(self, v)?))
    }

    fn hidden(&self) -> bool {
        true
    }

    fn visible(&self, s: &State, mv: Move, who: Player) -> bool {
        match mv {
            Move::Deal(_) if s.phase == Phase::People => who.0 == s.forehand(),
            Move::Deal(_) => self.goes(s) == Goes::Hand(who.0),
            Move::Trump(_) | Move::Lay(_) => who.0 == s.turn,
            _ => true,
        }
    }
}
