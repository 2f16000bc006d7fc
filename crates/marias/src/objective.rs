//! A deal of mariáš in play as data: the declarer against the other two.
//!
//! Points are counted in tens (aces, tens, the last trick). Marriages are not a choice: a queen goes before its king, so
//! a player who holds both when play begins shows them. Where only the first marriage counts towards an announced hundred and its
//! side has marriages of different worth, which of their queens is played first is a feat.

use crate::Marias;
use crate::contract::{Contract, Main, QUEENS, SHARP, Sevens, seven};
use crate::doubling::marriages;
use crate::play::law;
use crate::rules::Counted;
use crate::score::{Ending, first_marriage};
use crate::state::{NOBODY, Phase, State};
use cards::{Card, Deal, Duties, ELSEWHERE, Feat, Hand, KILLED, MADE, Objective, Suit, Tally};

impl Marias {
    /// The deal in play as data; see the header for where there is none.
    pub(crate) fn data(&self, s: &State) -> Option<Deal> {
        let contract = s.contract?;
        if s.phase != Phase::Play {
            return None;
        }
        // The state as it will be when all marriages are shown.
        let mut shown = *s;
        if s.trump.is_some() {
            for p in 0..3 {
                marriages(s.hands[p]).iter().for_each(|queen| shown.married[p] |= 1 << queen.suit().0);
            }
        }
        let mut feats = self.feats(s, contract);
        feats.extend(self.first_shown(&shown, contract));
        let mut objective = Objective {
            worth: std::array::from_fn(|c| i16::from(s.trump.is_some() && SHARP.has(Card(c as u8)))),
            last: i16::from(s.trump.is_some()),
            feats: feats.iter().map(|(feat, _)| *feat).collect(),
            money: Vec::new(),
            race: None,
            shares: std::array::from_fn(|p| [-1, 2][usize::from(p == usize::from(s.declarer))]),
            extras: Vec::new(),
        };
        let most = if s.trump.is_some() { 9 } else { 0 };
        let mut codes = u64::MAX >> (64 - objective.codes());
        for (i, (_, known)) in feats.iter().enumerate() {
            codes &= known.map_or(u64::MAX, |outcome| objective.mask(i, outcome));
        }
        for code in 0..objective.codes() {
            let row = (0..=most).map(|tens| self.per(&shown, &objective, code, tens));
            let row = row.collect();
            objective.money.push(row);
        }
        let declarer = usize::from(s.declarer % 3);
        let side = |n: [u8; 3]| {
            let own = n[declarer];
            [own, n.iter().sum::<u8>() - own]
        };
        let basic = side(s.basic).map(|points| i16::from(points / 10));
        let tally = Tally { points: basic, tricks: side(s.tricks), codes, ..Tally::default() };
        let mut duties = Duties { queen_first: s.trump.is_some(), ..Duties::default() };
        if self.rules.keep_seven
            && let Some(trump) = s.trump
        {
            (0..3u8).for_each(|p| duties.kept[usize::from(p)] = s.kept(p));
            duties.last = seven(trump).bit();
        }
        let hands = [s.hands[0], s.hands[1], s.hands[2], Hand::EMPTY];
        let first = 1 << s.declarer;
        let (law, trick, stock) = (law(s.trump), s.trick, cards::Stock::default());
        Some(Deal { players: 3, idle: None, law, duties, first, objective, hands, trick, tally, stock })
    }

    /// What may happen beside points, and the outcome where it is known already.
    fn feats(&self, s: &State, contract: Contract) -> Vec<(Feat, Option<usize>)> {
        let tricks = s.tricks[usize::from(s.declarer % 3)];
        let took = |n: u8| (n > 0).then_some(0);
        match (s.trump, contract.main, contract.sevens) {
            (None, Main::Durch, _) => vec![(Feat::Trickless { side: 1 }, took(s.made / 3 - tricks))],
            (None, ..) => vec![(Feat::Trickless { side: 0 }, took(tricks))],
            (Some(trump), _, sevens) => {
                let low = seven(trump);
                let mut feats = vec![(Feat::Takes { card: low, trick: 0 }, self.known(s, low, 0))];
                if let Sevens::Two(other) = sevens {
                    let card = seven(other);
                    feats.push((Feat::Takes { card, trick: 1 }, self.known(s, card, 1)));
                }
                feats
            }
        }
    }

    /// Which marriage is shown first, where that decides what counts towards an announced hundred; all are shown in `s`.
    fn first_shown(&self, s: &State, contract: Contract) -> Option<(Feat, Option<usize>)> {
        let trump = s.trump.filter(|_| self.rules.counted == Counted::First)?;
        let declarer = match contract.main {
            Main::Hundred => true,
            Main::Game if s.against[1] != NOBODY => false,
            _ => return None,
        };
        let own = (0..3u8).filter(|p| (*p == s.declarer) == declarer);
        let suits = own.fold(0, |all, p| all | s.married[usize::from(p)]);
        let shown = |suit: &u8| suits >> suit & 1 == 1;
        let queens = (0..4).filter(shown).fold(Hand::EMPTY, |all, suit| all.or(QUEENS.of(Suit(suit))));
        let (these, those) = (queens.of(trump), queens.minus(trump.mask()));
        if these.is_empty() || those.is_empty() {
            return None;
        }
        let known = match first_marriage(s, declarer) {
            0 => None,
            points => Some(usize::from(points < 40)),
        };
        Some((Feat::Earlier { these, those }, known))
    }

    /// What became of a card that is meant for a trick counted from the end; `None` while it is held or on the table.
    fn known(&self, s: &State, card: Card, from_end: usize) -> Option<usize> {
        if s.hands.iter().any(|hand| hand.has(card)) || s.trick.cards().contains(&card) {
            return None;
        }
        let law = law(s.trump);
        let found = s.history(law).enumerate().find(|(_, (_, _, cards))| cards.contains(&card));
        Some(match found {
            Some((i, (_, _, cards))) if i + from_end == 9 => {
                if cards[law.winner(cards)] == card {
                    MADE
                } else {
                    KILLED
                }
            }
            _ => ELSEWHERE,
        })
    }

    /// What each defender pays for outcomes and points of the declarer in tens.
    fn per(&self, s: &State, objective: &Objective, code: usize, tens: i32) -> i32 {
        let (mut outcomes, mut sevens, mut first) = ([0; 2], [None; 2], None);
        let mut rest = code;
        for (i, feat) in objective.feats.iter().enumerate() {
            let outcome = rest % feat.outcomes();
            rest /= feat.outcomes();
            match *feat {
                Feat::Earlier { .. } => first = Some([40, 20][outcome]),
                Feat::Trickless { .. } => outcomes[i] = outcome,
                Feat::Takes { card, .. } => {
                    outcomes[i] = outcome;
                    sevens[i] = self.player_of(s, card).map(|p| (p, card));
                }
            }
        }
        let facts = self.facts_of(s, tens, outcomes, sevens, first);
        self.priced(s, Ending::Played, &facts).per
    }

    /// Who holds a card or played it.
    fn player_of(&self, s: &State, card: Card) -> Option<u8> {
        (0..3u8).find(|p| s.hands[usize::from(*p)].has(card)).or_else(|| {
            s.history(law(s.trump)).find_map(|(leader, _, cards)| {
                cards.iter().position(|c| *c == card).map(|place| (leader + place as u8) % 3)
            })
        })
    }
}
