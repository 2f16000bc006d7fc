//! What a state is worth in one drawn world: by the kernel with open hands, by simulated play with closed ones.

use super::manner::Manner;
use crate::{Kernel, Unsolved};
use cards::{Card, Deal, Hand, TrickTaking};
use game::{Fault, Limit, Player, Rng};

/// The table of the kernel: 2^16 positions stay near the processor.
const TABLE: u32 = 16;
/// Positions after which a deal counts as too long for the kernel, at most and at least.
const DEAL_NODES: (u64, u64) = (60_000, 500);
/// The kernel always gets deals of so few cards.
const FEW: usize = 12;
/// Positions of the kernel that take as long as a simulated card.
pub(super) const CARD: u64 = 12;
/// Positions of the kernel in a millisecond, roughly.
const PER_MS: u64 = 10_000;

/// So many moves are judged by the kernel at once; more are first thinned out by simulated play.
pub(super) const MANY: usize = 8;

/// The tools of judging worlds.
pub(super) struct Judge {
    pub(super) kernel: Kernel,
    /// Positions after which a deal counts as too long.
    patience: u64,
    /// Deals of more cards than this are played on before the kernel solves them.
    handover: usize,
    /// What the decision may spend, in positions of the kernel.
    budget: u64,
    /// Cards played in simulations so far.
    played: u64,
    /// Why a deal of few cards could not be searched, or not even be played to its end: a fault of the game's data.
    refused: Option<Unsolved>,
}

impl Judge {
    pub(super) fn new() -> Judge {
        Judge {
            kernel: Kernel::new(TABLE),
            patience: DEAL_NODES.0,
            handover: 30,
            budget: u64::MAX,
            played: 0,
            refused: None,
        }
    }

    /// Whether every deal that was judged since the last time could be.
    ///
    /// # Errors
    /// Says why one could not: then its value was worth nothing, and so is what was decided by it.
    pub(super) fn sound(&mut self) -> Result<(), Fault> {
        match self.refused.take() {
            None => Ok(()),
            Some(cause) => Err(Fault::Failed(format!("a deal cannot be judged: {cause}"))),
        }
    }

    /// Spends on a deal what lets every move be tried in a fair number of worlds.
    pub(super) fn hurry(&mut self, limit: &Limit, moves: usize) {
        let by_time = limit.time.map(|time| PER_MS * time.as_millis() as u64);
        let nodes = limit.nodes.into_iter().chain(by_time).min().unwrap_or(u64::MAX);
        self.patience = (nodes / (8 * moves.clamp(1, MANY) as u64)).clamp(DEAL_NODES.1, DEAL_NODES.0);
        self.budget = nodes;
    }

    /// What a decision may spend, in positions of the kernel.
    pub(super) fn budget(&self) -> u64 {
        self.budget
    }

    /// Whether the kernel solves deals like this one quickly enough to solve many.
    pub(super) fn solves(&mut self, deal: &Deal) -> bool {
        let held: usize = deal.hands.iter().map(|hand| hand.len()).sum();
        if held <= FEW {
            return true;
        }
        let before = self.kernel.nodes();
        self.kernel.limit(self.patience);
        self.kernel.solve_value(deal).is_ok() && self.kernel.nodes() - before <= self.patience
    }

    /// Work done so far, in positions of the kernel.
    pub(super) fn nodes(&self) -> u64 {
        self.kernel.nodes() + CARD * self.played
    }

    /// What a player gets of a deal when all hands are open, the part too long to solve being played by habit.
    pub(super) fn open(&mut self, mut deal: Deal, me: Player, rng: &mut Rng) -> i32 {
        let mut manner = None;
        let mut searched = true;
        loop {
            if let Some(paid) = deal.payment(me.0) {
                return paid;
            }
            let cards = deal.hands.iter().map(|hand| hand.len()).sum::<usize>() + usize::from(deal.stock.len);
            if searched && cards <= self.handover.max(FEW) {
                let before = self.kernel.nodes();
                self.kernel.limit(if cards <= FEW { u64::MAX } else { self.patience });
                match self.kernel.solve_value(&deal) {
                    Ok(money) => {
                        let spent = self.kernel.nodes() - before;
                        if spent < self.patience / 8 && cards + 1 >= self.handover {
                            self.handover = (self.handover + 1).min(64);
                        }
                        return deal.worth_to(me.0, money);
                    }
                    Err(cause) => {
                        self.handover = cards.saturating_sub(usize::from(deal.players)).max(FEW);
                        // Deals of few cards are always searched, unless their data are wrong.
                        if cards <= FEW {
                            searched = false;
                            self.refused.get_or_insert(cause);
                        }
                    }
                }
            }
            let manner = manner.get_or_insert_with(|| Manner::new(&deal));
            let Some(card) = manner.card(&deal, rng) else {
                self.refused.get_or_insert(Unsolved::Hands);
                return 0;
            };
            deal.play(card);
            self.played += 1;
        }
    }

    /// What a player gets after each of these cards when all hands are open; `None` where the deal is too long to solve.
    pub(super) fn open_cards(&mut self, deal: &Deal, cards: Hand, me: Player) -> Option<Vec<(Card, i32)>> {
        let held: usize = deal.hands.iter().map(|hand| hand.len()).sum();
        if held > self.handover.max(FEW) {
            return None;
        }
        let before = self.kernel.nodes();
        self.kernel.limit(if held <= FEW { u64::MAX } else { self.patience });
        let Ok(mut values) = self.kernel.values_of(deal, deal.legal().and(cards)) else {
            self.handover = held.saturating_sub(usize::from(deal.players)).max(FEW);
            return None;
        };
        let spent = (self.kernel.nodes() - before) / values.len().max(1) as u64;
        if spent < self.patience / 8 && held + 1 >= self.handover {
            self.handover = (self.handover + 1).min(64);
        }
        values.iter_mut().for_each(|(_, money)| *money = deal.worth_to(me.0, *money));
        Some(values)
    }

    /// What a player gets of a deal that everybody plays by habit, seeing only his own cards, and how far his side is then
    /// ahead in points, in units of a usual trick.
    pub(super) fn closed(&mut self, mut deal: Deal, me: Player, rng: &mut Rng) -> (i32, f64) {
        let manner = Manner::new(&deal);
        let ahead = |deal: &Deal| {
            let side = deal.side(me.0);
            let points = deal.tally.points[side] - deal.tally.points[1 - side];
            f64::from(points) / f64::from(manner.trick().max(0.01))
        };
        loop {
            // Whether anything is left to win is asked between tricks only: asking costs as much as a card.
            if (deal.trick.len == 0 || deal.tally.settled.is_some())
                && let Some(paid) = deal.payment(me.0)
            {
                return (paid, ahead(&deal));
            }
            let Some(card) = manner.card(&deal, rng) else {
                self.refused.get_or_insert(Unsolved::Hands);
                return (0, ahead(&deal));
            };
            deal.play(card);
            self.played += 1;
        }
    }

    /// Says sensibly what is still to be said before the cards; the deal that is then played. `None` when there is
    /// none: the state is then the end of the deal.
    pub(super) fn talk_on<G: TrickTaking>(
        &mut self,
        game: &G,
        s: &mut G::State,
        rng: &mut Rng,
        scratch: &mut Vec<G::Move>,
    ) -> Option<Deal> {
        loop {
            if game.settled(s) {
                return None;
            }
            if let Some(mut deal) = game.in_play(s) {
                deal.claim_if_won();
                return Some(deal);
            }
            let mv = game.sensible(s, rng, scratch)?;
            game.apply(s, mv);
            self.played += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cards::{Deck, Duties, Law, Objective, Stock, Tally, Trick};

    /// Two cards each, an ace a point, the last trick a point: the first player, who has both aces, gets all three.
    fn ending() -> Deal {
        let set = |text: &str| Deck::German32.hand(text).unwrap();
        let objective = Objective {
            worth: std::array::from_fn(|card| i16::from(card < 32 && card & 7 == 7)),
            last: 1,
            feats: vec![],
            money: vec![(0..=9).collect()],
            race: None,
            shares: [1, -1, 0, 0],
            extras: vec![],
        };
        Deal {
            players: 2,
            idle: None,
            law: Law::plain(),
            duties: Duties::default(),
            first: 1,
            objective,
            hands: [set("HA LA"), set("H7 L7"), Hand::EMPTY, Hand::EMPTY],
            trick: Trick::new(0),
            tally: Tally { codes: 1, ..Tally::default() },
            stock: Stock::default(),
        }
    }

    #[test]
    fn a_deal_that_cannot_be_searched_is_a_fault_and_not_worth_nothing() {
        let mut judge = Judge::new();
        let me = Player(0);
        assert_eq!(judge.open(ending(), me, &mut Rng::new(1)), 3);
        assert_eq!(judge.sound(), Ok(()));
        // The ace of hearts lies in two hands.
        let mut wrong = ending();
        wrong.hands[1] = Deck::German32.hand("HA L7").unwrap();
        assert_eq!(judge.open(wrong, me, &mut Rng::new(1)), 4, "it is played on by habit");
        let fault = judge.sound().expect_err("it says so");
        assert!(fault.to_string().contains("the hands and the trick do not make a deal"), "{fault}");
        assert_eq!(judge.sound(), Ok(()), "it was told once");
    }
}
