//! What a deal of křížový mariáš is worth: every item with its price and its doublings, and the deal in play as data.

use crate::Krizovy;
use crate::state::{Phase, State};
use cards::{Card, Deal, Duties, ELSEWHERE, Feat, Hand, KILLED, MADE, Objective, Stock, Suit, Tally};
use marias::{Contract, Item, Main, NOBODY, SHARP, Sevens, law, marriages, seven};

pub use marias::{Part, What};

/// A finished deal.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Outcome {
    /// Who played.
    pub declarer: u8,
    /// What.
    pub contract: Contract,
    /// The trump suit, if there was one.
    pub trump: Option<Suit>,
    /// Points of the declarer's side and of the others in aces, tens and the last trick.
    pub basic: [u16; 2],
    /// The marriages they showed, in points.
    pub marriages: [u16; 2],
    /// The lines, in order.
    pub parts: [Option<Part>; 3],
    /// Whether everything counts double because hearts are trump.
    pub hearts: bool,
    /// What each player of the declarer's side gets.
    pub per: i32,
    /// What each player wins or loses.
    pub delta: [i32; 4],
}

impl Outcome {
    /// The lines of the sheet.
    pub fn lines(&self) -> impl Iterator<Item = Part> {
        self.parts.into_iter().flatten()
    }
}

/// What the tricks of a deal brought, as far as it is paid for; the declarer's side first.
#[derive(Clone, Copy)]
struct Facts {
    /// Points in aces, tens and the last trick.
    basic: [i32; 2],
    /// All marriages, and the highest.
    all: [i32; 2],
    highest: [i32; 2],
    /// The side whose trump seven fell in the last trick, and whether it took it.
    seven: Option<(usize, bool)>,
    /// Whether betl or durch was made.
    made: bool,
}

/// 0 for the declarer's side.
fn side(s: &State, p: u8) -> usize {
    usize::from(!State::together(p, s.declarer))
}

/// The marriages a player showed, in points: all of them, and the highest.
fn married(s: &State, p: usize) -> (i32, i32) {
    let suits = s.married[p];
    let trump = s.trump.is_some_and(|suit| suits >> suit.0 & 1 == 1);
    let all = 20 * (suits.count_ones() as i32 + i32::from(trump));
    (all, if trump { 40 } else { 20 * i32::from(suits != 0) })
}

impl Krizovy {
    /// The score of the deal of `s` as it lies.
    pub fn outcome(&self, s: &State) -> Outcome {
        let mut facts = marriage_facts(s);
        for p in 0..4u8 {
            facts.basic[side(s, p)] += i32::from(s.basic[usize::from(p)]);
        }
        let law = law(s.trump);
        if let (Some(trump), Some((leader, taker, cards))) = (s.trump, s.history().last())
            && let Some(place) = cards.iter().position(|&card| card == seven(trump))
        {
            let player = s.seat(leader, place as u8);
            facts.seven = Some((side(s, player), player == taker && law.winner(cards) == place));
        }
        let own = s.tricks[usize::from(s.declarer & 3)];
        let all: u8 = s.tricks.iter().sum();
        facts.made = if s.contract.is_some_and(|c| c.main == Main::Betl) { own == 0 } else { own == all };
        self.priced(s, &facts)
    }

    fn priced(&self, s: &State, facts: &Facts) -> Outcome {
        debug_assert!(s.contract.is_some(), "a deal without a contract is counted");
        let contract = s.contract.unwrap_or_default();
        let mut o = Outcome {
            declarer: s.declarer,
            contract,
            trump: s.trump,
            basic: facts.basic.map(|n| n as u16),
            marriages: facts.all.map(|n| n as u16),
            parts: [None; 3],
            hearts: self.rules.hearts_double && s.trump == Some(Suit(0)),
            per: 0,
            delta: [0; 4],
        };
        let main = self.main_part(s, contract, facts);
        let sevens = self.seven_parts(s, contract, facts);
        let parts = [Some(main), sevens[0], sevens[1]];
        o.parts = parts;
        let sum: i32 = o.lines().map(Part::worth).sum();
        o.per = if o.hearts { 2 * sum } else { sum };
        o.delta = std::array::from_fn(|p| if side(s, p as u8) == 0 { o.per } else { -o.per });
        o
    }

    /// The price of a hundred for the side that plays it.
    fn hundred(&self, price: i32, counted: i32, all: i32, other: i32) -> i32 {
        let (sign, tens) =
            if counted >= 100 { (1, (all - 90) / 10) } else { (-1, (100 + other - counted) / 10) };
        sign * price * if self.rules.adding { tens } else { 1 }
    }

    fn main_part(&self, s: &State, contract: Contract, f: &Facts) -> Part {
        let prices = &self.rules.prices;
        let signed = |won: bool, price: i32| if won { price } else { -price };
        let level = |item: Item| s.doubled[item.index()];
        let (all, counted) =
            ([0, 1].map(|i| f.basic[i] + f.all[i]), [0, 1].map(|i| f.basic[i] + f.highest[i]));
        let (what, price, doubled) = match contract.main {
            Main::Betl => (What::Betl, signed(f.made, prices.betl), level(Item::Main)),
            Main::Durch => (What::Durch, signed(f.made, prices.durch), level(Item::Main)),
            Main::Hundred => {
                (What::Hundred, self.hundred(prices.hundred, counted[0], all[0], f.all[1]), level(Item::Main))
            }
            _ if s.against[1] != NOBODY => {
                let price = -self.hundred(prices.hundred, counted[1], all[1], f.all[0]);
                (What::HundredAgainst, price, level(Item::HundredAgainst))
            }
            _ if all[0] >= 100 => {
                let price = self.hundred(prices.quiet_hundred, all[0], all[0], f.all[1]);
                (What::QuietHundred, price, level(Item::Main))
            }
            _ if all[1] >= 100 => {
                let price = -self.hundred(prices.quiet_hundred, all[1], all[1], f.all[0]);
                (What::QuietHundredAgainst, price, level(Item::Main))
            }
            _ => (What::Game, signed(all[0] > all[1], prices.game), level(Item::Main)),
        };
        Part { what, price, doubled }
    }

    /// An announced seven, and one that was not.
    fn seven_parts(&self, s: &State, contract: Contract, f: &Facts) -> [Option<Part>; 2] {
        let prices = &self.rules.prices;
        let signed = |won: bool, price: i32| if won { price } else { -price };
        let part = |what, price, item: Item| Some(Part { what, price, doubled: s.doubled[item.index()] });
        if s.trump.is_none() {
            return [None; 2];
        }
        if contract.sevens != Sevens::None {
            let made = f.seven == Some((0, true));
            return [part(What::Seven, signed(made, prices.seven), Item::Seven), None];
        }
        if s.against[0] != NOBODY {
            let made = f.seven == Some((1, true));
            return [part(What::SevenAgainst, -signed(made, prices.seven), Item::SevenAgainst), None];
        }
        let quiet = f.seven.map(|(side, won)| {
            let (what, price) = match (side, won) {
                (0, true) => (What::QuietSeven, prices.quiet_seven),
                (0, false) => (What::KilledSeven, -prices.quiet_seven),
                (_, true) => (What::QuietSevenAgainst, -prices.quiet_seven),
                (_, false) => (What::KilledSevenAgainst, prices.quiet_seven),
            };
            Part { what, price, doubled: 0 }
        });
        [quiet, None]
    }

    /// The deal in play as data.
    pub(crate) fn data(&self, s: &State) -> Option<Deal> {
        match (s.phase, s.trump) {
            (Phase::Play, Some(trump)) => Some(self.coloured(s, trump)),
            (Phase::Play, None) => Some(self.alone(s)),
            _ => None,
        }
    }

    /// Betl and durch: one side wants no trick, and the declarer's partner sits out.
    fn alone(&self, s: &State) -> Deal {
        let trickless = u8::from(s.contract.is_some_and(|c| c.main == Main::Durch));
        let pays = |made| {
            let none = Facts { basic: [0; 2], all: [0; 2], highest: [0; 2], seven: None, made };
            vec![self.priced(s, &none).per]
        };
        let objective = Objective {
            worth: [0; 64],
            last: 0,
            feats: vec![Feat::Trickless { side: trickless }],
            money: vec![pays(false), pays(true)],
            race: None,
            shares: std::array::from_fn(|p| if side(s, p as u8) == 0 { 1 } else { -1 }),
            extras: Vec::new(),
        };
        let mut hands = s.hands;
        if let Some(idle) = s.out() {
            hands[usize::from(idle)] = Hand::EMPTY;
        }
        let took = |of| (0..4).filter(|&p| side(s, p as u8) == of).map(|p| s.tricks[p]).sum();
        let tally = Tally { tricks: [took(0), took(1)], codes: 3, ..Tally::default() };
        Deal {
            players: 3,
            idle: s.out(),
            law: law(None),
            duties: Duties::default(),
            first: 0b0101 << (s.declarer & 1),
            objective,
            hands,
            trick: s.trick,
            tally,
            stock: Stock::default(),
        }
    }

    /// A game with trumps.
    fn coloured(&self, s: &State, trump: Suit) -> Deal {
        // The state as it will be when all marriages are shown: a queen goes before its king, so nobody has a choice.
        let mut shown = *s;
        for p in 0..4 {
            marriages(s.hands[p]).iter().for_each(|queen| shown.married[p] |= 1 << queen.suit().0);
        }
        let low = seven(trump);
        let holder = holder(s, low);
        let mut objective = Objective {
            worth: std::array::from_fn(|c| i16::from(c < 32 && SHARP.has(Card(c as u8)))),
            last: 1,
            feats: vec![Feat::Takes { card: low, trick: 0 }],
            money: Vec::new(),
            race: None,
            shares: std::array::from_fn(|p| if side(s, p as u8) == 0 { 1 } else { -1 }),
            extras: Vec::new(),
        };
        for outcome in [ELSEWHERE, KILLED, MADE] {
            let row = (0..=9).map(|tens| {
                let mut facts = marriage_facts(&shown);
                facts.basic = [10 * tens, 90 - 10 * tens];
                let owner = holder.map(|p| side(s, p));
                facts.seven = owner.filter(|_| outcome != ELSEWHERE).map(|side| (side, outcome == MADE));
                self.priced(&shown, &facts).per
            });
            objective.money.push(row.collect());
        }
        let gone = s.plays[..usize::from(s.made)].contains(&low) && !s.trick.cards().contains(&low);
        let codes = if gone { objective.mask(0, ELSEWHERE) } else { 7 };
        let sum = |n: [u8; 4]| {
            [0, 1].map(|of| (0..4).filter(|&p| side(s, p as u8) == of).map(|p| n[p]).sum::<u8>())
        };
        let tally = Tally {
            points: sum(s.basic).map(|points| i16::from(points / 10)),
            tricks: sum(s.tricks),
            codes,
            ..Tally::default()
        };
        let mut duties = Duties { queen_first: true, ..Duties::default() };
        if self.rules.keep_seven {
            (0..4u8).for_each(|p| duties.kept[usize::from(p)] = s.kept(p));
            duties.last = low.bit();
        }
        let first = 0b0101 << (s.declarer & 1);
        let stock = Stock::default();
        let (law, hands, trick) = (law(s.trump), s.hands, s.trick);
        Deal { players: 4, idle: None, law, duties, first, objective, hands, trick, tally, stock }
    }
}

/// The facts that marriages alone tell.
fn marriage_facts(s: &State) -> Facts {
    let mut facts = Facts { basic: [0; 2], all: [0; 2], highest: [0; 2], seven: None, made: false };
    for p in 0..4usize {
        let (all, highest) = married(s, p);
        let of = side(s, p as u8);
        facts.all[of] += all;
        facts.highest[of] = facts.highest[of].max(highest);
    }
    facts
}

/// Who holds a card or played it.
fn holder(s: &State, card: Card) -> Option<u8> {
    (0..4u8).find(|&p| s.hands[usize::from(p)].has(card)).or_else(|| {
        s.history().find_map(|(leader, _, cards)| {
            cards.iter().position(|&c| c == card).map(|place| s.seat(leader, place as u8))
        })
    })
}
