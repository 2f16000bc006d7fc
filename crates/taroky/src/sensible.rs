//! What a player of taroky does without thinking, for simulated play: agrees with what was bid, calls the highest missing
//! tarock, takes and keeps what the talon brings, announces and doubles nothing, and lays away or plays any card.

use crate::game::Taroky;
use crate::state::{Bid, Contract, Move, Stage, State};
use game::{Game, Rng};

impl Taroky {
    #[inline]
    pub(crate) fn sensible_move(&self, s: &State, rng: &mut Rng, scratch: &mut Vec<Move>) -> Option<Move> {
        Some(match s.stage {
            Stage::Auction if s.contract == Contract::Open => Move::Bid(Bid::Game(Contract::First)),
            Stage::Auction => Move::Bid(Bid::Good),
            Stage::Varsava => Move::Varsava(false),
            Stage::Call => Move::Call(State::due_call(s.hands[usize::from(s.turn & 3)])),
            Stage::Refuse => Move::Take(true),
            Stage::Surrender => Move::Surrender(false),
            Stage::Cards => Move::Keep(true),
            Stage::Announce => Move::Announce(0),
            Stage::Double => Move::Double(0),
            Stage::Deal | Stage::Lay | Stage::Play | Stage::Scored | Stage::Over => {
                return self.pick(s, rng, scratch);
            }
        })
    }
}
