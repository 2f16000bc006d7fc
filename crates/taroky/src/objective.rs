//! A deal of taroky in play as data: the bidder's side against the others, or in Varšava everybody for himself.
//!
//! A pile of n cards with values Σv makes `Σv − 2·(n div 3) − (0 if 3 divides n, else 1)` points: that is a third of
//! `Σ(3v − 2)`, rounded to the nearest. So a card is worth 3v − 2 thirds, and points add up card by card.

use crate::Taroky;
use crate::rules::Scale;
use crate::score::{Facts, classic_price, duel_of, pot_shares, side_pile, thesis_price};
use crate::state::{Contract, Stage, State};
use cards::{
    Card, Creditors, Deal, Duties, ELSEWHERE, Feat, Forfeit, Hand, KILLED, MADE, MOND, Melee, Objective,
    PAGAT, TAROCK_WORTH, Tally,
};

/// The points of the pack.
const MOST: i32 = 70;

/// The worth of a card in thirds of a point.
fn thirds(card: Card) -> i16 {
    if card.0 < 54 { 3 * TAROCK_WORTH.card(card) as i16 - 2 } else { 0 }
}

impl Taroky {
    /// The deal in play as data.
    pub(crate) fn data(&self, s: &State) -> Option<Deal> {
        if s.stage != Stage::Play || s.contract == Contract::Varsava {
            return None;
        }
        let side = s.side();
        let others = 0b1111 & !side;
        let taken = |mask: u8| s.takers[..s.tricks()].iter().filter(|p| mask >> (**p & 3) & 1 == 1).count();
        let tricks = [taken(side), taken(others)];
        let known = |n: usize| if n > 0 { Some(0) } else { None };
        let mut feats = vec![
            (Feat::Trickless { side: 0 }, known(tricks[0])),
            (Feat::Trickless { side: 1 }, known(tricks[1])),
        ];
        let played = s.played_by();
        let pagat_by = (0..4u8).find(|p| s.hands[usize::from(*p)].or(played[usize::from(*p)]).has(PAGAT));
        if pagat_by.is_some() {
            let open = s.table().contains(&PAGAT) || s.hands.iter().any(|hand| hand.has(PAGAT));
            feats.push((Feat::Takes { card: PAGAT, trick: 0 }, if open { None } else { Some(ELSEWHERE) }));
        }
        let mut objective = Objective {
            worth: std::array::from_fn(|card| thirds(Card(card as u8))),
            last: 0,
            feats: feats.iter().map(|(feat, _)| *feat).collect(),
            money: Vec::new(),
            race: None,
            shares: [0; 4],
            extras: Vec::new(),
        };
        let mut codes = u64::MAX >> (64 - objective.codes());
        for (i, (_, known)) in feats.iter().enumerate() {
            codes &= known.map_or(u64::MAX, |outcome| objective.mask(i, outcome));
        }
        let lone = side.count_ones() == 1;
        let times = if self.rules.pay_each && !lone { 2 } else { 1 };
        let own = if lone { 3 } else { 1 };
        objective.shares = std::array::from_fn(|p| times * if side >> p & 1 == 1 { own } else { -1 });
        for code in 0..objective.codes() {
            let (row, extra) = self.row(s, code, pagat_by, objective.shares);
            objective.money.push(row);
            objective.extras.push(extra);
        }
        if objective.extras.iter().all(|extra| *extra == [0; 4]) {
            objective.extras.clear();
        }
        let worth = |pile: Hand| pile.iter().map(thirds).sum::<i16>();
        let points = [worth(side_pile(s, side)), worth(side_pile(s, others))];
        let tally = Tally { points, tricks: tricks.map(|n| n as u8), codes, ..Tally::default() };
        let (law, duties, hands, trick) = (s.law(), Duties::default(), s.hands, s.trick());
        let stock = cards::Stock::default();
        Some(Deal { players: 4, idle: None, law, duties, first: side, objective, hands, trick, tally, stock })
    }

    /// A Varšava in play as data.
    pub(crate) fn alone(&self, s: &State) -> Option<Melee> {
        if s.stage != Stage::Play || s.contract != Contract::Varsava {
            return None;
        }
        let piles = s.piles();
        let to = match self.last_deal(s) {
            _ if !self.rules.pot => Creditors::Players,
            false => Creditors::Pot,
            true => Creditors::Shared { had: s.pot_before, from: s.forehand() },
        };
        let spare = |free: bool, card: Card| if free { card.bit() } else { Hand::EMPTY };
        Some(Melee {
            players: 4,
            law: s.law(),
            spared: spare(self.rules.mond_free, MOND),
            late: spare(self.rules.pagat_last, PAGAT),
            forfeit: self.forfeit(s.forehand(), to),
            hands: s.hands,
            trick: s.trick(),
            points: piles.map(|pile| pile.iter().map(thirds).sum()),
            taken: piles.map(|pile| pile.len() as u8),
            turned: s.talon.iter().copied().skip(s.tricks()).collect(),
        })
    }

    /// What the loser of a Varšava pays.
    fn forfeit(&self, forehand: u8, to: Creditors) -> Forfeit {
        let row = |of: &dyn Fn(i32) -> i32| (0..=MOST).map(of).collect();
        let (price, each, empty): ([Vec<i32>; 2], _, _) = match self.rules.scale {
            Scale::Thesis => ([(); 2].map(|()| row(&thesis_price)), [0, 0], 2),
            Scale::Classic => {
                ([false, true].map(|marked| row(&|most| classic_price(marked, most))), [0, 0], 1)
            }
            Scale::Difference => ([(); 2].map(|()| row(&|_| 0)), [2, 4], 1),
        };
        let worth = std::array::from_fn(|card| thirds(Card(card as u8)));
        Forfeit { worth, parts: 3, price, each, empty, marked: forehand, to }
    }

    /// What is paid for these outcomes, by thirds of points of the bidder's side, and what players get of the pot.
    fn row(&self, s: &State, code: usize, pagat_by: Option<u8>, shares: [i32; 4]) -> (Vec<i32>, [i32; 4]) {
        let pagat = match code / 4 {
            KILLED => (false, pagat_by),
            MADE => (true, pagat_by),
            _ => (false, None),
        };
        let all = [code / 2 % 2 == 1, code % 2 == 1];
        let mut extra = [0; 4];
        // By whole points; a point is the third nearest to it and the ones beside it.
        let by_points: Vec<i32> = (0..=MOST)
            .map(|made| {
                let sheet = duel_of(&self.rules, s, Facts { made, pagat, all });
                let sum = sheet.sum().unwrap_or(0);
                let back = if self.last_deal(s) { pot_shares(s.forehand(), sheet.pot) } else { [0; 4] };
                extra = std::array::from_fn(|p| sheet.result[p] - shares[p] * sum + back[p]);
                sum
            })
            .collect();
        ((0..=3 * by_points.len() - 3).map(|thirds| by_points[(thirds + 1) / 3]).collect(), extra)
    }
}
