//! What a review adds to somebody's progress: by deal what was lost, what the last word was expected to bring, and which
//! motifs were seen or missed. Losses are parts of a usual deal, so that games can be compared.

use crate::Review;
use game::Motif;

/// What one deal of a reviewed play adds.
#[derive(Clone, PartialEq, Debug)]
pub struct DealSum {
    /// Which deal of the play, from 1.
    pub deal: u32,
    /// Decisions with more than one choice.
    pub decisions: u32,
    /// Those that lost as much as a mistake does, by what was known.
    pub mistakes: u32,
    /// What was lost in all by what was known, in usual deals.
    pub lost: f64,
    /// In a game for money: what the deal was expected to bring after the last thing the player said in it (a bid, a pass,
    /// an announcement, a double).
    pub bid: Option<f64>,
    /// What was asked for by the expert's moves.
    pub motifs: Vec<MotifSum>,
}

/// How a motif was handled.
#[derive(Clone, PartialEq, Debug)]
pub struct MotifSum {
    /// The motif.
    pub motif: Motif,
    /// How often the expert's move showed it.
    pub times: u32,
    /// How often the player's move lost a slip or more there.
    pub missed: u32,
    /// What was lost there, in usual deals.
    pub lost: f64,
}

/// What the deals of a reviewed play add, in order; deals without a decision are left out.
pub fn sums(review: &Review) -> Vec<DealSum> {
    let mut deals: Vec<DealSum> = Vec::new();
    for decision in &review.decisions {
        if deals.last().is_none_or(|last| last.deal != decision.deal) {
            let deal = decision.deal;
            deals.push(DealSum { deal, decisions: 0, mistakes: 0, lost: 0.0, bid: None, motifs: Vec::new() });
        }
        let Some(sum) = deals.last_mut() else { continue };
        let lost = decision.known / review.scale.unit;
        sum.decisions += 1;
        sum.mistakes += u32::from(decision.known >= review.scale.mistake());
        sum.lost += lost;
        if decision.said && review.scale.money {
            sum.bid = decision.worth();
        }
        for &motif in &decision.motifs {
            let at = sum.motifs.iter().position(|known| known.motif == motif).unwrap_or_else(|| {
                sum.motifs.push(MotifSum { motif, times: 0, missed: 0, lost: 0.0 });
                sum.motifs.len() - 1
            });
            let known = &mut sum.motifs[at];
            known.times += 1;
            known.missed += u32::from(decision.known >= review.scale.slip());
            known.lost += lost;
        }
    }
    deals
}
