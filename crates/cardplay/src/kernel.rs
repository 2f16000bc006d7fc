//! The open-hand kernel: what a deal is worth when everybody sees all cards and plays without a mistake.
//!
//! One search serves every trick game. It answers yes-or-no questions, "does the first side get at least m?", and finds
//! the value by asking for the prices there are. A question is an alpha-beta search with a null window; what is known of
//! a position between tricks is kept in a table. Three observations make that cheap:
//!
//! - *More points never hurt.* So the table holds, for the cards and the outcomes that are still possible, from how many
//!   points on the question is known to be answered with yes, and up to how many with no, instead of one answer for each
//!   number of points. A question about money without feats is a question about points still to come, whatever its
//!   price: then all questions share their entries.
//! - *Only the order of cards counts.* Cards that are gone leave no gap: the key of a position is, suit by suit, who owns
//!   the highest card left, the next, and so on, with what they are worth (partition search in the simplest form:
//!   Ginsberg, *GIB*, 2001).
//! - *Neighbours are equal.* Of cards in one hand without a living card of another between them and of equal worth one
//!   is tried.
//! - *An answer says by how much.* It carries its slack (see `question`), so that one answer often settles several prices
//!   (fail-soft bounds of alpha-beta, as in MTD(f): Plaat, 1996).
//! - *Some points are sure.* The trumps nobody beats and the winners the leader can cash are counted, not played out (see
//!   `bounds`; quick tricks of bridge solvers).
//! - *A stock is open, too*: where cards are drawn, the search knows their order, and a leader may close it or exchange a card
//!   as he may play one. Sure points are counted only once nobody draws.
//! - *Cards are tried by what becomes of the trick*: the hands are open, so it can be told who will hold it (`Board::held`).
//!   Tables of killer moves and of history made the tree larger, not smaller, and are not kept; so a search does not
//!   depend on the searches before it except through what is proven.

use crate::board::{Board, Node};
use crate::points::Memory;
use crate::question::Question;
use crate::race::Sprint;
use cards::{Card, Deal, ObjectiveError, Race};
use std::borrow::Cow;

/// What a search found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Solution {
    /// The money of the first side.
    pub value: i32,
    /// A best card of the player to move, if there is a move.
    pub best: Option<Card>,
    /// Cards played in the search.
    pub nodes: u64,
}

/// One remembered position: the question is answered with yes from `yes` points on, with no up to `no`.
#[derive(Clone, Copy)]
pub(crate) struct Slot {
    pub(crate) check: u64,
    pub(crate) yes: i16,
    pub(crate) no: i16,
    pub(crate) best: u8,
}

pub(crate) const EMPTY: Slot = Slot { check: 0, yes: i16::MAX, no: i16::MIN, best: 255 };

impl Slot {
    /// The slack of an answer that is known at so many points.
    #[inline]
    pub(crate) fn known(&self, check: u64, level: i16) -> Option<i16> {
        match () {
            () if self.check != check => None,
            () if level >= self.yes => Some(level.saturating_sub(self.yes)),
            () if level <= self.no => Some(level.saturating_sub(self.no) - 1),
            () => None,
        }
    }

    /// The card that was good the last time.
    #[inline]
    pub(crate) fn hint(&self, check: u64) -> u8 {
        if self.check == check { self.best } else { 255 }
    }

    /// The position with one more answer.
    #[inline]
    pub(crate) fn learned(self, check: u64, level: i16, slack: i16, best: u8) -> Slot {
        let mut slot = if self.check == check { self } else { Slot { check, ..EMPTY } };
        if slack >= 0 {
            slot.yes = slot.yes.min(level.saturating_sub(slack));
        } else {
            slot.no = slot.no.max(level.saturating_sub(slack).saturating_sub(1));
        }
        if best != 255 {
            slot.best = best;
        }
        slot
    }
}

/// How many choices are remembered.
const HABITS: usize = 4096;

pub(crate) type Habits = [u8; HABITS];

/// Where the choice with this number is remembered.
#[inline]
pub(crate) fn habit(choice: u64) -> usize {
    (choice.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 52) as usize % HABITS
}

/// The search and its memory. Reuse it: the table is allocated once, and what it holds stays true for every deal, because
/// the key of a position names the objective and the question too. Worlds that share cards share most of their positions.
pub struct Kernel {
    bits: u32,
    /// Positions as they are; allocated with the first of them.
    pub(crate) table: Vec<Slot>,
    /// Proofs with the ranks they rest on; allocated with the first of them.
    pub(crate) memory: Memory,
    /// The card that last decided when a player had this choice: a first guess for the next time.
    pub(crate) habits: Box<Habits>,
    pub(crate) nodes: u64,
    limit: u64,
    pub(crate) stopped: bool,
}

/// Why a deal has no value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Unsolved {
    /// The limit of nodes was reached.
    OutOfNodes,
    /// The objective is not one that can be searched.
    Objective(ObjectiveError),
    /// The hands are not those of a deal between two cards.
    Hands,
}

impl std::fmt::Display for Unsolved {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Unsolved::OutOfNodes => f.write_str("the limit of positions was reached"),
            Unsolved::Objective(error) => write!(f, "{error}"),
            Unsolved::Hands => f.write_str(
                "the hands and the trick do not make a deal: a card lies twice, or a hand is too long",
            ),
        }
    }
}

impl std::error::Error for Unsolved {}

impl Default for Kernel {
    fn default() -> Kernel {
        Kernel::new(20)
    }
}

/// The search numbers players without a gap; values and cards are the same.
fn without_gap(deal: &Deal) -> Cow<'_, Deal> {
    match deal.idle {
        None => Cow::Borrowed(deal),
        Some(_) => Cow::Owned(deal.clone().without_gap()),
    }
}

impl Kernel {
    /// A kernel with a table of `2^bits` positions (16 bytes each).
    pub fn new(bits: u32) -> Kernel {
        let bits = bits.clamp(8, 28);
        let memory = Memory::default();
        Kernel {
            bits,
            table: Vec::new(),
            memory,
            habits: Box::new([255; HABITS]),
            nodes: 0,
            limit: u64::MAX,
            stopped: false,
        }
    }

    /// Gives up a search after this many nodes; never by default.
    pub fn limit(&mut self, nodes: u64) {
        self.limit = nodes;
    }

    /// Cards played in all searches so far.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// The value of a deal and a best card.
    pub fn solve(&mut self, deal: &Deal) -> Result<Solution, Unsolved> {
        let before = self.nodes;
        let deal = &*without_gap(deal);
        let board = Board::new(deal)?;
        let value = self.value_of(&board, deal, None)?;
        let best = match deal.over() {
            true => None,
            false => self.best_of(&board, deal, value)?,
        };
        Ok(Solution { value, best, nodes: self.nodes - before })
    }

    /// The value of a deal alone.
    pub fn solve_value(&mut self, deal: &Deal) -> Result<i32, Unsolved> {
        let deal = &*without_gap(deal);
        let board = Board::new(deal)?;
        self.value_of(&board, deal, None)
    }

    /// The value of the deal after each legal card, in the order of the cards' bits; then those of closing the stock and of
    /// exchanging a card, where the leader may.
    pub fn values(&mut self, deal: &Deal) -> Result<Vec<(Card, i32)>, Unsolved> {
        self.values_of(deal, deal.acts())
    }

    /// The value of the deal after each of these legal acts, in their order. Equal cards are solved once, and each search begins
    /// beside the value that the one before it found.
    pub fn values_of(
        &mut self,
        deal: &Deal,
        cards: impl IntoIterator<Item = Card>,
    ) -> Result<Vec<(Card, i32)>, Unsolved> {
        let mut found: Vec<(Card, i32)> = Vec::new();
        if deal.over() {
            return Ok(found);
        }
        let deal = &*without_gap(deal);
        let board = Board::new(deal)?;
        let mut guess = None;
        for card in cards {
            let twin =
                found.iter().find(|(other, _)| board.twins(deal, *other, card)).map(|(_, value)| *value);
            let value = match twin {
                Some(value) => value,
                None => {
                    let mut after = deal.clone();
                    after.play(card);
                    self.value_of(&board, &after, guess)?
                }
            };
            guess = Some(value);
            found.push((card, value));
        }
        Ok(found)
    }

    /// Whether the first side gets at least `money`.
    pub fn reaches(&mut self, deal: &Deal, money: i32) -> Result<bool, Unsolved> {
        let deal = &*without_gap(deal);
        let board = Board::new(deal)?;
        match deal.money() {
            Some(found) => Ok(found >= money),
            None => self.ask(&board, deal, money),
        }
    }

    /// The best line: cards to the end of the deal, each the first of those that keep the value.
    pub fn line(&mut self, deal: &Deal) -> Result<Vec<Card>, Unsolved> {
        let mut deal = deal.clone();
        let mut line = Vec::new();
        while !deal.over() {
            let Some(card) = self.solve(&deal)?.best else { break };
            deal.play(card);
            line.push(card);
        }
        Ok(line)
    }

    /// Asks for the prices that can still be paid, beginning beside the guess; an answer often settles several of them.
    fn value_of(&mut self, board: &Board, deal: &Deal, guess: Option<i32>) -> Result<i32, Unsolved> {
        if let Some(money) = deal.money() {
            return Ok(money);
        }
        let prices = board.prices(deal);
        let (mut low, mut high) = (0, prices.len() - 1); // prices[low] is reached, prices[high + 1] is not
        let guess = guess.unwrap_or_else(|| self.guess(board, deal));
        let mut next = prices.partition_point(|&price| price < guess).clamp(1, high.max(1));
        let (mut step, mut upwards) = (1, None);
        while low < high {
            let question = Question::new(board, deal, prices[next]);
            let slack = self.slack(board, deal, &question)?;
            let implied = |at: usize| {
                board.race.is_none()
                    && question.implies(slack, &Question::new(board, deal, prices[at]), deal.tally.codes)
            };
            let yes = slack >= 0;
            if yes {
                low = next;
                while low < high && implied(low + 1) {
                    low += 1;
                }
            } else {
                high = next - 1;
                while low < high && implied(high) {
                    high -= 1;
                }
            }
            step = match upwards {
                Some(before) if before == yes => step * 2,
                Some(_) => 1,
                None => 1,
            };
            upwards = Some(yes);
            next = if yes { (low + step).min(high) } else { (high + 1).saturating_sub(step).max(low + 1) };
        }
        Ok(prices[low])
    }

    /// What a deal brings when everybody plays the card that promises most.
    fn guess(&self, board: &Board, deal: &Deal) -> i32 {
        let mut node = board.node(deal);
        let mut after = deal.clone();
        while !after.over() {
            let p = node.turn(board);
            let mut cards = board.candidates(&node, p);
            let mut best = (i32::MIN, 0);
            while cards != 0 {
                let card = cards.trailing_zeros() as u8;
                cards &= cards - 1;
                best = best.max((board.promise(&node, p, card), card));
            }
            node = board.play(&node, p, best.1);
            after.play(board.outside(best.1));
        }
        let money = after.money();
        debug_assert!(money.is_some(), "a deal that is over has no price");
        money.unwrap_or(0)
    }

    /// The first card that keeps the value.
    fn best_of(&mut self, board: &Board, deal: &Deal, value: i32) -> Result<Option<Card>, Unsolved> {
        let first = deal.side(deal.turn()) == 0;
        let prices = board.prices(deal);
        // The first side must still get the value, the second must keep it from getting more.
        let above = prices.iter().copied().find(|&price| price > value);
        for card in deal.acts() {
            let mut after = deal.clone();
            after.play(card);
            let keeps = match (after.money(), first, above) {
                (Some(money), ..) => money == value,
                (None, true, _) => self.ask(board, &after, value)?,
                (None, false, Some(above)) => !self.ask(board, &after, above)?,
                (None, false, None) => true,
            };
            if keeps {
                return Ok(Some(card));
            }
        }
        Ok(None)
    }

    fn ask(&mut self, board: &Board, deal: &Deal, money: i32) -> Result<bool, Unsolved> {
        Ok(self.slack(board, deal, &Question::new(board, deal, money))? >= 0)
    }

    fn slack(&mut self, board: &Board, deal: &Deal, question: &Question) -> Result<i16, Unsolved> {
        let node = board.node(deal);
        if board.parts {
            self.memory.ready(self.bits);
        } else if self.table.is_empty() {
            self.table = vec![EMPTY; 1 << self.bits];
        }
        self.stopped = false;
        let stop_at = self.limit.saturating_add(self.nodes);
        let slack = match (board.race, deal.trick.len) {
            (None, _) => self.by_points(board, question, &node, stop_at),
            (Some(race), 0) => self.between(board, race, question, &node, stop_at),
            (Some(race), _) => self.try_cards(board, race, question, &node, stop_at, 255).0,
        };
        if self.stopped { Err(Unsolved::OutOfNodes) } else { Ok(slack) }
    }

    /// A position of a race between two tricks.
    fn between(&mut self, board: &Board, race: Race, q: &Question, node: &Node, stop_at: u64) -> i16 {
        if Sprint::runs(board, node) {
            let mut sprint =
                Sprint::new(board, race, q, node, &mut self.table, &mut self.habits, (self.nodes, stop_at));
            let slack = sprint.slack(node);
            (self.nodes, self.stopped) = (sprint.nodes, sprint.stopped);
            return slack;
        }
        if let Some(slack) = q.race_verdict(race, node).or_else(|| board.run(q, node)) {
            return slack;
        }
        if node.left <= 1 && node.stock == 0 {
            self.nodes += u64::from(board.players);
            return q.race_verdict(race, &board.finish(node)).unwrap_or(-1);
        }
        let (at, check) = board.key(node, q.in_race().shape());
        let at = at as usize & (self.table.len() - 1);
        let level = q.in_race().level(node);
        let slot = self.table[at];
        if let Some(slack) = slot.known(check, level) {
            return slack;
        }
        let (slack, best) = self.try_cards(board, race, q, node, stop_at, slot.hint(check));
        if !self.stopped {
            self.table[at] = slot.learned(check, level, slack, best);
        }
        slack
    }

    /// Tries the cards of the player to move, likely ones first: the slack, and the card that decided.
    fn try_cards(
        &mut self,
        board: &Board,
        race: Race,
        q: &Question,
        node: &Node,
        stop_at: u64,
        hint: u8,
    ) -> (i16, u8) {
        let p = node.turn(board);
        let wants = board.side(p) == 0;
        let mut cards = [(0i32, 0u8); 16];
        let mut count = 0;
        let mut rest = board.candidates(node, p);
        let several = rest.count_ones() > 1;
        while rest != 0 && count < 16 {
            let card = rest.trailing_zeros() as u8;
            rest &= rest - 1;
            let promise = match card == hint {
                true => i32::MAX,
                false if several => board.promise(node, p, card),
                false => 0,
            };
            cards[count] = (promise, card);
            count += 1;
        }
        let mut found = if wants { i16::MIN } else { i16::MAX };
        for i in 0..count {
            let likely = (i..count).max_by_key(|&j| cards[j].0).unwrap_or(i);
            cards.swap(i, likely);
            let card = cards[i].1;
            self.nodes += 1;
            if self.nodes >= stop_at {
                self.stopped = true;
                return (-1, 255);
            }
            let next = board.play(node, p, card);
            let slack = match (next.settled, next.trick_len) {
                (true, _) => {
                    if next.money >= q.money {
                        0
                    } else {
                        -1
                    }
                }
                (false, 0) => self.between(board, race, q, &next, stop_at),
                (false, _) => self.try_cards(board, race, q, &next, stop_at, 255).0,
            };
            if self.stopped {
                return (-1, 255);
            }
            if (slack >= 0) == wants {
                return (slack, card);
            }
            found = if wants { found.max(slack) } else { found.min(slack) };
        }
        (found, 255)
    }
}
