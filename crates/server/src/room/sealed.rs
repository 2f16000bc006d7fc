//! Promised shuffles: what everybody at a table is told before a deal, and what is opened once it is finished.
//!
//! Each deal has a commitment of its own. The one of the next deal is there while the present one is played, so it is known
//! before it is dealt. A deal is opened when it was counted, and not before: the seed is the cards.

use super::Inner;
use crate::protocol::{DealSeal, SealState};
use crate::store::Dealing;
use fair::{Opening, commitment, hex};
use game::{Lang, Turn};

impl Inner {
    /// How many deals of this match were dealt.
    fn dealt(&self) -> usize {
        let all = fair::runs(self.play.movers.iter().map(Option::is_none));
        if self.play.table.counted() { all } else { all.min(1) }
    }

    fn opening(&self, deal: usize) -> Opening {
        let row = &self.play.row;
        let deal = u32::try_from(deal).unwrap_or(u32::MAX);
        let seed = if deal == 1 { row.seed } else { row.secret.seed(deal) };
        row.secret.opening(deal, seed)
    }

    /// How many deals may be opened: those that were counted. Where a deal is not one run of chance events, none before
    /// the end of the match.
    fn opened(&self) -> usize {
        let dealt = self.dealt();
        if self.play.table.turn() == Turn::Over {
            return dealt;
        }
        let counted = self.play.table.accounts(Lang::En).len();
        if self.play.table.counted() && counted + 1 == dealt { counted } else { 0 }
    }

    /// The openings that stand in the record of a finished match.
    pub(super) fn openings(&self) -> Vec<Opening> {
        if self.play.row.dealing != Dealing::Promised || self.play.table.turn() != Turn::Over {
            return Vec::new();
        }
        (1..=self.dealt()).map(|deal| self.opening(deal)).collect()
    }

    /// What everybody at the table is told of the shuffles.
    pub(super) fn seal(&self) -> SealState {
        let row = &self.play.row;
        let over = self.play.table.turn() == Turn::Over;
        let mut deals = Vec::new();
        if row.dealing == Dealing::Promised && self.play.problem.is_none() {
            let (dealt, opened) = (self.dealt(), self.opened());
            // The next one of this match, too: it is promised before it is dealt.
            let more = usize::from(self.play.table.counted() && !over);
            for deal in 1..=dealt + more {
                let opening = self.opening(deal);
                let open = deal <= opened;
                deals.push(DealSeal {
                    deal: opening.deal,
                    commitment: commitment(&row.game, &opening),
                    dealt: deal <= dealt,
                    seed: open.then(|| opening.seed.to_string()),
                    nonce: open.then(|| hex(&opening.nonce)),
                });
            }
        }
        let next = (row.dealing != Dealing::Stream).then(|| {
            let secret = row.secret.next();
            commitment(&row.game, &secret.opening(1, secret.seed(1)))
        });
        SealState {
            game: super::public_id(&row.game),
            deals,
            next: next.filter(|_| !super::set_by_hand(&row.game)),
        }
    }
}
