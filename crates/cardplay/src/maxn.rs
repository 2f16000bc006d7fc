//! Deals in which everybody plays for himself, with open hands: max^n (Luckhardt and Irani 1986, *An algorithmic solution of
//! N-person games*). Everybody plays for what he gets himself; of cards that bring him the same he plays the lowest, so the
//! value is that of one equilibrium. Positions between tricks are remembered; what a deal costs grows by about twenty with every
//! card of a hand, so it is for endings.

use crate::kernel::Unsolved;
use cards::{Card, Hand, Melee};
use std::collections::HashMap;

/// Positions that are remembered at most (some 60 bytes each).
const MOST: usize = 4_000_000;

/// What makes positions of one deal differ: who leads, the hands, what everybody has taken.
type Key = (u8, [Hand; 4], [i16; 4], u8);

/// Solves a deal in which everybody plays for himself.
#[derive(Default)]
pub struct MaxN {
    seen: HashMap<Key, [i32; 4]>,
    nodes: u64,
    stop_at: Option<u64>,
}

impl MaxN {
    /// Cards played in all searches so far.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Gives up a search after this many nodes; never by default.
    pub fn limit(&mut self, nodes: u64) {
        self.stop_at = Some(self.nodes.saturating_add(nodes));
    }

    /// What everybody gets. What is remembered holds for one deal: ask about its later positions, too, or begin anew.
    ///
    /// # Errors
    /// [`Unsolved::OutOfNodes`] at the limit; what was learned stays.
    pub fn solve(&mut self, deal: &Melee) -> Result<[i32; 4], Unsolved> {
        Ok(self.best(deal)?.1)
    }

    /// The card of the player to move, and what everybody gets; no card when the deal is over.
    ///
    /// # Errors
    /// As [`MaxN::solve`].
    pub fn best(&mut self, deal: &Melee) -> Result<(Option<Card>, [i32; 4]), Unsolved> {
        if let Some(paid) = deal.payments() {
            return Ok((None, paid));
        }
        let me = usize::from(deal.turn() & 3);
        let mut best: Option<(Card, [i32; 4])> = None;
        for card in deal.legal().iter() {
            let mut after = deal.clone();
            after.play(card);
            let values = self.after(&after)?;
            if best.is_none_or(|(_, known)| values[me] > known[me]) {
                best = Some((card, values));
            }
        }
        best.map(|(card, values)| (Some(card), values)).ok_or(Unsolved::Hands)
    }

    fn after(&mut self, deal: &Melee) -> Result<[i32; 4], Unsolved> {
        self.nodes += 1;
        if self.stop_at.is_some_and(|stop_at| self.nodes >= stop_at) {
            return Err(Unsolved::OutOfNodes);
        }
        if deal.trick.len > 0 {
            return Ok(self.best(deal)?.1);
        }
        let empty = deal.taken.iter().enumerate().fold(0, |empty, (p, n)| empty | u8::from(*n == 0) << p);
        let key = (deal.trick.leader, deal.hands, deal.points, empty);
        if let Some(values) = self.seen.get(&key) {
            return Ok(*values);
        }
        let values = self.best(deal)?.1;
        if self.seen.len() < MOST {
            self.seen.insert(key, values);
        }
        Ok(values)
    }
}
