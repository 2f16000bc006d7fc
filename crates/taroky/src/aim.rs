//! Random play that reaches every contract: uniformly random bids would make nearly every deal a solo.

use crate::game::Taroky;
use crate::state::{Bid, Contract, Move, Stage, State};
use game::{Game, Rng};

/// What auctions may aim at; [`Contract::Open`] leaves them to chance.
pub const AIMS: [Contract; 6] = [
    Contract::First,
    Contract::Second,
    Contract::Preferanc,
    Contract::Solo,
    Contract::Varsava,
    Contract::Open,
];

impl Taroky {
    /// A random move, except that the forehand bids `aim` if he may and the others agree.
    pub fn pick_aiming(&self, s: &State, aim: Contract, rng: &mut Rng) -> Option<Move> {
        let bid = if aim == Contract::Varsava { Contract::First } else { aim };
        let wanted = match s.stage {
            Stage::Auction if s.contract == Contract::Open => Move::Bid(Bid::Game(bid)),
            Stage::Auction => Move::Bid(Bid::Good),
            Stage::Varsava => Move::Varsava(aim == Contract::Varsava),
            _ => return self.pick(s, rng, &mut Vec::new()),
        };
        if aim != Contract::Open && self.legal(s, wanted) {
            return Some(wanted);
        }
        self.pick(s, rng, &mut Vec::new())
    }
}
