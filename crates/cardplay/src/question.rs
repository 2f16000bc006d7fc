//! What the kernel asks: "does the first side get at least this much?"
//!
//! An answer is a number, the *slack*: not negative for yes, and then the answer stays yes with so many points fewer; negative
//! for no, and then it stays no with so many points more, less one. A table of slacks answers questions about other amounts.

use crate::board::{Board, Node, mix};
use cards::{Deal, Race};

/// The need of an outcome that is never enough.
pub(crate) const NEVER: i16 = 8000;
/// The need of an outcome that is always enough.
pub(crate) const ALWAYS: i16 = -8000;
/// A slack that no number of points changes.
const SURE: i16 = 16000;

/// "Does the first side get at least this much?"
pub(crate) struct Question {
    /// From how many points on, by combination of outcomes.
    need: [i16; 64],
    pub(crate) money: i32,
    /// A race: the question's part of a key. Else unused.
    signature: u64,
    /// The sets of combinations that are possible at some time of the search.
    spans: Vec<Span>,
}

/// The question as far as a set of combinations is concerned.
#[derive(Clone, Copy)]
pub(crate) struct Span {
    codes: u64,
    least: i16,
    most: i16,
    /// Points are counted from here, so that questions of one shape share what they learn.
    base: i16,
    /// A number for the needs counted from the base, by what is still open and makes a difference.
    shape: u64,
}

impl Question {
    /// The question whether a deal brings at least this much.
    pub(crate) fn new(board: &Board, deal: &Deal, money: i32) -> Question {
        let (from, to) = (deal.tally.points[0], deal.tally.points[0] + deal.left());
        let mut need = [NEVER; 64];
        for (code, row) in board.money.iter().enumerate().take(64) {
            let at = row.partition_point(|&price| price < money);
            need[code] = match i16::try_from(at).unwrap_or(NEVER) {
                at if at <= from => ALWAYS,
                at if at > to => NEVER,
                at => at,
            };
        }
        let mut signature = board.signature;
        if board.race.is_some() {
            signature = mix(signature ^ money as u64);
        }
        let mut question = Question { need, money, signature, spans: Vec::new() };
        if board.race.is_none() {
            question.add(board, deal.tally.codes);
        }
        question
    }

    /// Adds the span of a set of combinations and of all that it can shrink to.
    fn add(&mut self, board: &Board, codes: u64) {
        if codes == 0 || self.spans.iter().any(|span| span.codes == codes) {
            return;
        }
        self.spans.push(self.span(board, codes));
        for (feat, masks) in &board.feats {
            masks.iter().take(feat.outcomes()).for_each(|mask| self.add(board, codes & mask));
        }
    }

    fn span(&self, board: &Board, codes: u64) -> Span {
        let all = || (0..64usize).filter(|code| codes >> code & 1 == 1);
        let needs = || all().map(|code| self.need[code]);
        let least = needs().min().unwrap_or(NEVER);
        let most = needs().max().unwrap_or(NEVER);
        let base = needs().filter(|need| (ALWAYS + 1..NEVER).contains(need)).min().unwrap_or(0);
        // A feat that is settled, or changes no need, is left out of the shape.
        let mut shape = board.signature;
        let mut step = 1;
        let mut steps = Vec::new();
        for (feat, _) in &board.feats {
            let outcomes = feat.outcomes();
            let zero = |code: usize| code - code / step % outcomes * step;
            let first =
                all().min_by_key(|&code| code / step % outcomes).map_or(0, |code| code / step % outcomes);
            let plain = all().all(|code| {
                let other = zero(code) + first * step;
                codes >> other & 1 == 1 && self.need[other] == self.need[code]
            });
            steps.push((step, outcomes, plain.then_some(first)));
            step *= outcomes;
        }
        for code in all() {
            let mut open = code;
            let mut stands = true;
            for &(step, outcomes, plain) in &steps {
                if let Some(first) = plain {
                    let outcome = code / step % outcomes;
                    stands &= outcome == first;
                    open -= outcome * step;
                }
            }
            if stands {
                let need = match self.need[code] {
                    NEVER => NEVER,
                    ALWAYS => ALWAYS,
                    need => need - base,
                };
                shape = mix(shape ^ (open as u64) << 32 ^ need as u16 as u64);
            }
        }
        Span { codes, least, most, base, shape }
    }

    /// The span of a position.
    #[inline]
    pub(crate) fn at(&self, node: &Node) -> Span {
        let found = self.spans.iter().find(|span| span.codes == node.codes);
        found.copied().unwrap_or(Span { codes: 0, least: NEVER, most: NEVER, base: 0, shape: 0 })
    }

    /// What stands for the question in a key of a race.
    #[inline]
    pub(crate) fn in_race(&self) -> Span {
        Span { codes: 0, least: 0, most: 0, base: 0, shape: self.signature }
    }

    /// Whether yes with this slack means yes to another question of the same deal, or no means no.
    pub(crate) fn implies(&self, slack: i16, other: &Question, codes: u64) -> bool {
        let mut pairs =
            (0..64).filter(|code| codes >> code & 1 == 1).map(|code| (self.need[code], other.need[code]));
        if slack >= 0 {
            pairs.all(|(need, other)| match (need, other) {
                (NEVER, _) | (_, ALWAYS) => true,
                (ALWAYS, _) | (_, NEVER) => false,
                (need, other) => other <= need.saturating_add(slack),
            })
        } else {
            pairs.all(|(need, other)| match (need, other) {
                (ALWAYS, _) | (_, NEVER) => true,
                (NEVER, _) | (_, ALWAYS) => false,
                (need, other) => other > need.saturating_add(slack),
            })
        }
    }

    /// The answer where a race is decided.
    #[inline]
    pub(crate) fn race_verdict(&self, race: Race, node: &Node) -> Option<i16> {
        if node.settled {
            return Some(if node.money >= self.money { 0 } else { -1 });
        }
        let worst_price = |loser: usize| {
            let price = match () {
                () if node.closed < 2 => {
                    return node.closing[usize::from(usize::from(node.closed) == loser)];
                }
                () if node.took[loser] && node.total(loser) >= race.half => race.prices[0],
                () if node.took[loser] => race.prices[0].max(race.prices[1]),
                () => race.prices[0].max(race.prices[1]).max(race.prices[2]),
            };
            price.max(race.last)
        };
        if worst_price(1) < self.money {
            Some(-1)
        } else if -worst_price(0) >= self.money {
            Some(0)
        } else {
            None
        }
    }
}

impl Span {
    /// What stands for the question in a key.
    #[inline]
    pub(crate) fn shape(self) -> u64 {
        self.shape
    }

    /// The points of the first side, counted as the table counts them.
    #[inline]
    pub(crate) fn level(self, node: &Node) -> i16 {
        let bonus = if node.took == [true, true] { node.bonus[0] } else { 0 };
        node.points[0] + bonus - self.base
    }

    /// The answer where it is plain, when the first side has so much for sure and the second too.
    #[inline]
    pub(crate) fn verdict(self, node: &Node, sure: [i16; 2]) -> Option<i16> {
        let low = node.points[0] + sure[0];
        let high = node.points[0] + node.rest - sure[1];
        if low >= self.most {
            Some(if self.most == ALWAYS { SURE } else { low - self.most })
        } else if high < self.least {
            Some(if self.least == NEVER { -SURE } else { high - self.least })
        } else {
            None
        }
    }
}
