//! Scoring: every point of the result as a line that can be read by people and by programs.
//!
//! `points = Σ values − 2·(n div 3) − z` with z = 1 unless three divides the n cards of a pile; two piles that make up
//! the pack always sum to 70. The bidder's side wins `(points − 35) · multiplier · 2^flek` plus its own announcements
//! minus those of the others, and every opponent pays what the side wins.

use crate::rules::{Rules, Scale};
use crate::state::{Contract, ITEM_GAME, ITEM_PAGAT, ITEM_VALAT, State, said};
use cards::{Hand, PAGAT, TAROCK_WORTH};

/// The points of a pile: formula 2.1 of the thesis.
pub fn points(pile: Hand) -> i32 {
    let n = pile.len() as i32;
    TAROCK_WORTH.of(pile) - 2 * (n / 3) - i32::from(n % 3 != 0)
}

/// What a line of the sheet is about.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum What {
    /// The game: points made, multiplier.
    Game {
        /// The points of the bidder's side.
        made: i32,
        /// The multiplier of the contract.
        multiplier: i32,
    },
    /// A first duty nobody fleked: paid without play.
    Unplayed,
    /// The bidder gave up.
    GivenUp,
    /// A revealing announcement (one bit of [`said`]).
    Reveal(u16),
    /// The Pagát.
    Pagat {
        /// Whether it was announced.
        announced: bool,
        /// Whether it took the last trick.
        made: bool,
    },
    /// The Valát.
    Valat {
        /// Whether it was announced.
        announced: bool,
        /// Whether the side took all tricks.
        made: bool,
    },
    /// Rounding up.
    Rounding,
    /// The ceiling of the table.
    Ceiling,
    /// The sum for the bidder's side, per opponent.
    Sum,
    /// Varšava: a player's points.
    Pile {
        /// The points.
        made: i32,
        /// The cards taken.
        cards: u8,
    },
    /// The pot is won or filled.
    Pot,
    /// What a player wins in the deal.
    Settled,
}

/// A line of the score sheet.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ScoreLine {
    /// What it is about.
    pub what: What,
    /// The player it is about, 0-based.
    pub player: u8,
    /// How often it was doubled.
    pub level: u8,
    /// Points: for the bidder's side in a line before [`What::Sum`], for the player in a line after it or in Varšava.
    pub points: i32,
}

/// The most lines a sheet can have.
const MOST: usize = 40;

/// The score sheet of one deal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sheet {
    lines: [ScoreLine; MOST],
    len: usize,
    /// What each player wins in the deal.
    pub result: [i32; 4],
    /// What is left in the pot.
    pub pot: i32,
}

impl Sheet {
    fn new(pot: i32) -> Sheet {
        let empty = ScoreLine { what: What::Sum, player: 0, level: 0, points: 0 };
        Sheet { lines: [empty; MOST], len: 0, result: [0; 4], pot }
    }

    fn push(&mut self, what: What, player: u8, level: u8, points: i32) {
        if let Some(line) = self.lines.get_mut(self.len) {
            *line = ScoreLine { what, player, level, points };
            self.len += 1;
        }
    }

    /// The lines, in reading order.
    pub fn lines(&self) -> &[ScoreLine] {
        &self.lines[..self.len]
    }

    /// The sum for the bidder's side, if the deal had one.
    pub fn sum(&self) -> Option<i32> {
        self.lines().iter().find(|line| line.what == What::Sum).map(|line| line.points)
    }
}

/// The sheet of a deal that is over.
pub fn sheet(rules: &Rules, s: &State) -> Sheet {
    let mut sheet = Sheet::new(s.pot_before);
    if s.contract == Contract::Varsava {
        varsava(rules, s, &mut sheet)
    } else {
        duel(rules, s, &mut sheet)
    }
    for p in 0..4 {
        sheet.push(What::Settled, p as u8, 0, sheet.result[p]);
    }
    sheet
}

/// Writes the result of the deal into the state.
pub(crate) fn settle(rules: &Rules, s: &mut State) {
    let sheet = sheet(rules, s);
    s.result = sheet.result;
    s.pot = sheet.pot;
    for p in 0..4 {
        s.scores[p] += s.result[p];
    }
}

/// Gives back what is left in the pot when the match ends; the odd points go round from the forehand.
pub(crate) fn share_pot(s: &mut State) {
    let shares = pot_shares(s.forehand(), s.pot);
    (0..4).for_each(|p| s.scores[p] += shares[p]);
    s.pot = 0;
}

/// What everybody gets of a pot that is given back.
pub(crate) fn pot_shares(forehand: u8, pot: i32) -> [i32; 4] {
    std::array::from_fn(|p| {
        let place = (p as i32 - i32::from(forehand)).rem_euclid(4);
        pot / 4 + i32::from(place < pot % 4)
    })
}

/// The multiplier of the contract.
pub(crate) fn multiplier(rules: &Rules, s: &State) -> i32 {
    rules.multiplier[match s.contract {
        Contract::Second => 1,
        Contract::Preferanc => 1 + usize::from(s.cards.clamp(1, 3)),
        Contract::Solo => 5,
        _ => 0,
    }]
}

/// What the tricks of a duel brought, as far as it is paid for.
#[derive(Clone, Copy)]
pub(crate) struct Facts {
    /// The points of the bidder's side.
    pub(crate) made: i32,
    /// Whether the Pagát took the last trick, and who played it there if anybody did.
    pub(crate) pagat: (bool, Option<u8>),
    /// Whether the bidder's side took all tricks, and whether the others did.
    pub(crate) all: [bool; 2],
}

/// A game of the bidder's side against the others.
fn duel(rules: &Rules, s: &State, sheet: &mut Sheet) {
    let side = s.side();
    let played = !s.given_up && s.played == 48;
    debug_assert!(s.bidder < 4, "a game without a bidder is counted");
    debug_assert!(!played || s.takers.iter().all(|&p| p < 4), "a trick of nobody's is counted");
    let facts = played.then(|| {
        let all = |mask: u8| s.takers.iter().all(|&p| mask >> (p & 3) & 1 == 1);
        Facts {
            made: points(side_pile(s, side)),
            pagat: last_pagat(s),
            all: [all(side), all(0b1111 & !side)],
        }
    });
    settle_duel(rules, s, facts, sheet);
}

/// The sheet of a duel with these facts; none if it was not played.
pub(crate) fn duel_of(rules: &Rules, s: &State, facts: Facts) -> Sheet {
    let mut sheet = Sheet::new(s.pot_before);
    settle_duel(rules, s, Some(facts), &mut sheet);
    sheet
}

fn settle_duel(rules: &Rules, s: &State, facts: Option<Facts>, sheet: &mut Sheet) {
    let side = s.side();
    let mut total = 0;
    let mut add = |sheet: &mut Sheet, what, player: u8, level, points: i32| {
        let signed = if side >> player & 1 == 1 { points } else { -points };
        total += signed;
        sheet.push(what, player, level, signed);
    };
    match facts {
        _ if s.given_up => add(sheet, What::GivenUp, s.bidder, 0, -rules.surrender_price),
        None => add(sheet, What::Unplayed, s.bidder, 0, rules.unplayed_price),
        Some(Facts { made, .. }) => {
            let (multiplier, level) = (multiplier(rules, s), s.flek[ITEM_GAME]);
            let mut margin = made - 35;
            if margin == 0 && rules.tie_loses {
                margin = if level > 0 { 1 } else { -1 };
            }
            add(sheet, What::Game { made, multiplier }, s.bidder, level, (margin * multiplier) << level);
        }
    }
    for p in 0..4u8 {
        for bit in REVEALING {
            if s.said[usize::from(p)] & bit != 0 {
                add(sheet, What::Reveal(bit), p, 0, rules.reveal[usize::from(BIG & bit != 0)]);
            }
        }
    }
    let mut pot_won = false;
    if let Some(Facts { pagat: (pagat_made, pagat_by), all, .. }) = facts {
        if let Some(p) = s.item_owner(ITEM_PAGAT) {
            let (level, made) = (s.flek[ITEM_PAGAT], pagat_made && pagat_by == Some(p));
            let price = rules.pagat[1] << level;
            add(sheet, What::Pagat { announced: true, made }, p, level, if made { price } else { -price });
            pot_won = made && s.contract == Contract::Second && p == s.bidder;
        }
        if let Some(p) = pagat_by.filter(|&p| s.said[usize::from(p)] & said::PAGAT == 0) {
            let price = if pagat_made { rules.pagat[0] } else { -rules.silent_pagat_lost };
            if price != 0 {
                add(sheet, What::Pagat { announced: false, made: pagat_made }, p, 0, price);
            }
        }
        let sides = [side, 0b1111 & !side];
        if let Some(p) = s.item_owner(ITEM_VALAT) {
            let (level, made) = (s.flek[ITEM_VALAT], all[usize::from(side >> p & 1 == 0)]);
            let price = rules.valat[1] << level;
            add(sheet, What::Valat { announced: true, made }, p, level, if made { price } else { -price });
        }
        for (mask, all) in sides.into_iter().zip(all) {
            let announced = (0..4).any(|p| mask >> p & 1 == 1 && s.said[p] & said::VALAT != 0);
            if all && !announced {
                // Whoever took the last trick, or any other of the side that took them all.
                let last = if mask >> (s.takers[11] & 3) & 1 == 1 {
                    s.takers[11] & 3
                } else {
                    mask.trailing_zeros() as u8
                };
                let p = if mask == side { s.bidder } else { last };
                add(sheet, What::Valat { announced: false, made: true }, p, 0, rules.valat[0]);
            }
        }
    }
    limit(rules, s, &mut total, sheet);
    sheet.push(What::Sum, s.bidder, 0, total);
    pay(rules, side, total, sheet);
    if pot_won && sheet.pot > 0 {
        empty_pot(s, side, sheet);
    }
}

/// Rounding and the ceiling.
fn limit(rules: &Rules, s: &State, total: &mut i32, sheet: &mut Sheet) {
    if rules.round_up > 0 && *total % rules.round_up != 0 {
        let up = (total.abs() / rules.round_up + 1) * rules.round_up * total.signum();
        sheet.push(What::Rounding, s.bidder, 0, up - *total);
        *total = up;
    }
    if rules.cap > 0 && total.abs() > rules.cap {
        let capped = rules.cap * total.signum();
        sheet.push(What::Ceiling, s.bidder, 0, capped - *total);
        *total = capped;
    }
}

/// Settlement: two against two or one against three.
fn pay(rules: &Rules, side: u8, total: i32, sheet: &mut Sheet) {
    let lone = side.count_ones() == 1;
    let each = if lone { 3 } else { 1 };
    let times = if rules.pay_each && !lone { 2 } else { 1 };
    for p in 0..4 {
        sheet.result[p] = times * if side >> p & 1 == 1 { each * total } else { -total };
    }
}

fn empty_pot(s: &State, side: u8, sheet: &mut Sheet) {
    let pot = sheet.pot;
    let partner = (0..4u8).find(|&p| p != s.bidder && side >> p & 1 == 1);
    let half = if partner.is_some() { pot / 2 } else { 0 };
    if let Some(p) = partner {
        sheet.result[usize::from(p)] += half;
        sheet.push(What::Pot, p, 0, half);
    }
    sheet.result[usize::from(s.bidder & 3)] += pot - half;
    sheet.push(What::Pot, s.bidder, 0, pot - half);
    sheet.pot = 0;
}

/// Revealing announcements in reading order.
pub(crate) const REVEALING: [u16; 7] =
    [said::TRUL, said::HONERY, said::KRALOVSKE, said::TAROKY, said::TAROCKY, said::BARVICKY, said::BARVY];
/// The big ones.
const BIG: u16 = said::TAROKY | said::BARVY | said::KRALOVSKE;

/// All cards that count for the players of a side.
pub(crate) fn side_pile(s: &State, side: u8) -> Hand {
    let piles = s.piles();
    (0..4).filter(|&p| side >> p & 1 == 1).fold(Hand::EMPTY, |all, p| all.or(piles[p]))
}

/// Whether the Pagát took the last trick, and who played it there if anybody did.
fn last_pagat(s: &State) -> (bool, Option<u8>) {
    let Some(i) = s.plays[44..].iter().position(|&card| card == PAGAT) else { return (false, None) };
    let p = (s.leader(11) + i as u8) & 3;
    (s.takers[11] == p, Some(p))
}

fn varsava(rules: &Rules, s: &State, sheet: &mut Sheet) {
    let piles = s.piles();
    let made = piles.map(points);
    for p in 0..4 {
        sheet.push(What::Pile { made: made[p], cards: piles[p].len() as u8 }, p as u8, 0, made[p]);
    }
    sheet.result = varsava_result(rules, s.forehand(), made, piles.map(Hand::len));
    if rules.pot {
        let into: i32 = sheet.result.iter().filter(|&&r| r < 0).map(|r| -r).sum();
        sheet.result = sheet.result.map(|r| r.min(0));
        sheet.pot += into;
        sheet.push(What::Pot, s.forehand(), 0, into);
    }
}

/// What the loser of a Varšava with so many points pays to each of the others, by the thesis.
pub(crate) fn thesis_price(most: i32) -> i32 {
    match most {
        ..30 => 10,
        30..40 => 20,
        _ => 40,
    }
}

/// The same by the classic scale; the forehand pays more.
pub(crate) fn classic_price(by_forehand: bool, most: i32) -> i32 {
    match (by_forehand, most > 35) {
        (true, false) | (false, true) => 80,
        (true, true) => 120,
        (false, false) => 40,
    }
}

/// What each player wins in a Varšava with these points and numbers of cards taken.
pub fn varsava_result(rules: &Rules, forehand: u8, made: [i32; 4], cards: [usize; 4]) -> [i32; 4] {
    let most = made.into_iter().max().unwrap_or(0);
    let loses = |p: usize| made[p] == most;
    let losers = (0..4).filter(|&p| loses(p)).count() as i32;
    let mut result = [0; 4];
    let by_forehand = loses(usize::from(forehand));
    for creditor in (0..4).filter(|&p| !loses(p)) {
        let due = match rules.scale {
            Scale::Thesis => thesis_price(most),
            Scale::Classic => classic_price(by_forehand, most),
            Scale::Difference => (most - made[creditor]) * if by_forehand { 4 } else { 2 },
        };
        let due = if cards[creditor] == 0 && rules.scale == Scale::Thesis { 2 * due } else { due };
        let share = (due + losers - 1) / losers;
        for loser in (0..4).filter(|&p| loses(p)) {
            result[loser] -= share;
            result[creditor] += share;
        }
    }
    result
}
