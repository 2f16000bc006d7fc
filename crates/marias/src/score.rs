//! What a deal of mariáš is worth, as data: every item with its price and its doublings. The words are in `sheet`.

use crate::Marias;
use crate::contract::{Contract, Item, Main, SHARP, Sevens, seven};
use crate::play::law;
use crate::rules::{Counted, Style};
use crate::state::{NOBODY, State};
use cards::{Card, Suit};

/// How a deal ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Ending {
    /// In play.
    Played,
    /// Not doubled enough to be played.
    Unplayed,
    /// Nobody bid.
    ThrownIn,
}

/// What a line of the score sheet is about. *Against*: done by the defenders.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum What {
    /// Hra.
    Game,
    /// Sto.
    Hundred,
    /// Sto proti.
    HundredAgainst,
    /// Tichá stovka: a hundred that was not announced.
    QuietHundred,
    /// The same, by the defenders.
    QuietHundredAgainst,
    /// Betl.
    Betl,
    /// Durch.
    Durch,
    /// Sedma.
    Seven,
    /// Dvě sedmy.
    TwoSevens,
    /// Sedma proti.
    SevenAgainst,
    /// Tichá sedma: the trump seven took the last trick unannounced.
    QuietSeven,
    /// The same, by a defender.
    QuietSevenAgainst,
    /// Zabitá sedma: the unannounced trump seven was beaten in the last trick.
    KilledSeven,
    /// The same, a defender's.
    KilledSevenAgainst,
}

/// One line of the sheet.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Part {
    /// What for.
    pub what: What,
    /// The price before doubling, from the declarer's side: negative if he pays.
    pub price: i32,
    /// How often it was doubled.
    pub doubled: u8,
}

impl Part {
    /// The price with its doublings.
    pub const fn worth(self) -> i32 {
        self.price << self.doubled
    }
}

/// A finished deal.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Outcome {
    /// Who played.
    pub declarer: u8,
    /// What; `None` if the cards were thrown in.
    pub contract: Option<Contract>,
    /// The trump suit, if there was one.
    pub trump: Option<Suit>,
    /// How it ended.
    pub ending: Ending,
    /// Points of each player in aces, tens and the last trick.
    pub basic: [u8; 3],
    /// Aces and tens of the talon, which count for the defenders.
    pub talon: u8,
    /// The marriages each player showed, in points.
    pub marriages: [u16; 3],
    /// All points of the declarer and of the defenders.
    pub points: [u16; 2],
    /// The lines, in order.
    pub parts: [Option<Part>; 4],
    /// Whether everything counts double because hearts are trump.
    pub hearts: bool,
    /// What the declarer gets from each defender.
    pub per: i32,
    /// What each player wins or loses.
    pub delta: [i32; 3],
}

impl Outcome {
    /// The lines of the sheet.
    pub fn lines(&self) -> impl Iterator<Item = Part> {
        self.parts.into_iter().flatten()
    }

    fn push(&mut self, what: What, price: i32, doubled: u8) {
        if let Some(slot) = self.parts.iter_mut().find(|slot| slot.is_none()) {
            *slot = Some(Part { what, price, doubled });
        }
    }
}

/// A side's points: basic, all marriages, the marriages that count towards a hundred.
#[derive(Clone, Copy)]
struct Count {
    basic: i32,
    all: i32,
    counted: i32,
}

impl Marias {
    /// The score of the deal of `s` if it ends so.
    pub fn outcome(&self, s: &State, ending: Ending) -> Outcome {
        // Cards nobody turned up stay unknown: only a deal that was played tells what the talon held.
        let turned = ending == Ending::Played && s.trump.is_some();
        let talon = if turned { 10 * s.talon().and(SHARP).len() as u8 } else { 0 };
        let mut o = Outcome {
            declarer: s.declarer,
            contract: s.contract,
            trump: s.trump,
            ending,
            basic: s.basic,
            talon,
            marriages: std::array::from_fn(|p| married(s, p)),
            points: [0; 2],
            parts: [None; 4],
            hearts: self.rules.hearts_double && s.trump == Some(Suit(0)),
            per: 0,
            delta: [0; 3],
        };
        let sides = [self.count(s, true, talon), self.count(s, false, talon)];
        o.points = sides.map(|c| (c.basic + c.all) as u16);
        let doubled = |item: Item| s.doubled[item.index()];
        match (ending, s.contract) {
            (Ending::ThrownIn, _) | (_, None) => {}
            (Ending::Unplayed, _) => {
                let level = doubled(Item::Main);
                let price = self.rules.prices.game;
                o.push(What::Game, if level == 0 { price } else { -price }, level);
            }
            (Ending::Played, Some(contract)) => {
                self.score_main(s, contract, sides, &mut o);
                self.score_sevens(s, contract, &mut o);
            }
        }
        if !self.rules.separate {
            both_or_nothing(&mut o);
        }
        let sum: i32 = o.lines().map(Part::worth).sum();
        o.per = if o.hearts { 2 * sum } else { sum };
        if self.rules.max_win > 0 {
            o.per = o.per.clamp(-self.rules.max_win, self.rules.max_win);
        }
        o.delta = std::array::from_fn(|p| if p == usize::from(s.declarer) { 2 * o.per } else { -o.per });
        o
    }

    fn count(&self, s: &State, declarer: bool, talon: u8) -> Count {
        let of = |p: &usize| (*p == usize::from(s.declarer)) == declarer;
        let own: i32 = (0..3).filter(of).map(|p| i32::from(s.basic[p])).sum();
        let all: i32 = (0..3).filter(of).map(|p| i32::from(married(s, p))).sum();
        let suits: u8 = (0..3).filter(of).fold(0, |m, p| m | s.married[p]);
        let counted = match self.rules.counted {
            Counted::Each => all,
            Counted::Highest if suits == 0 => 0,
            Counted::Highest => {
                if s.trump.is_some_and(|t| suits >> t.0 & 1 == 1) {
                    40
                } else {
                    20
                }
            }
            Counted::First => first_marriage(s, declarer),
        };
        Count { basic: own + if declarer { 0 } else { i32::from(talon) }, all, counted }
    }

    /// The price of a hundred for the side that announced it, and whether it was made.
    fn hundred(&self, price: i32, own: Count, other: Count) -> i32 {
        let counted = own.basic + own.counted;
        let (sign, tens) = if counted >= 100 {
            (1, (own.basic + own.all - 90) / 10)
        } else {
            (-1, (100 + other.all - counted) / 10)
        };
        sign * match self.rules.style {
            Style::Adding => price * tens,
            Style::Doubling => price << (tens - 1).clamp(0, 12),
            Style::Fixed => price,
        }
    }

    fn score_main(&self, s: &State, contract: Contract, [own, other]: [Count; 2], o: &mut Outcome) {
        let prices = &self.rules.prices;
        let level = s.doubled[Item::Main.index()];
        let signed = |won: bool, price: i32| if won { price } else { -price };
        match contract.main {
            Main::None => {}
            Main::Betl => {
                o.push(What::Betl, signed(s.tricks[usize::from(s.declarer)] == 0, prices.betl), level)
            }
            Main::Durch => {
                o.push(What::Durch, signed(s.tricks[usize::from(s.declarer)] == 10, prices.durch), level);
            }
            Main::Hundred => o.push(What::Hundred, self.hundred(prices.hundred, own, other), level),
            Main::Game if s.against[1] != NOBODY => {
                let level = s.doubled[Item::HundredAgainst.index()];
                o.push(What::HundredAgainst, -self.hundred(prices.hundred, other, own), level);
            }
            Main::Game => {
                // Without an announcement all marriages count.
                let quiet = |c: Count| Count { counted: c.all, ..c };
                if own.basic + own.all >= 100 {
                    o.push(What::QuietHundred, self.hundred(prices.quiet_hundred, quiet(own), other), level);
                } else if other.basic + other.all >= 100 {
                    let price = -self.hundred(prices.quiet_hundred, quiet(other), own);
                    o.push(What::QuietHundredAgainst, price, level);
                } else {
                    let won = own.basic + own.all > other.basic + other.all;
                    o.push(What::Game, signed(won, prices.game), level);
                }
            }
        }
    }

    fn score_sevens(&self, s: &State, contract: Contract, o: &mut Outcome) {
        let Some(trump) = s.trump else { return };
        let prices = &self.rules.prices;
        let low = seven(trump);
        let [last, before] = final_tricks(s);
        let mine = |trick: (u8, Card), card: Card| trick == (s.declarer, card);
        let theirs = last.0 != s.declarer && last.1 == low;
        let signed = |won: bool, price: i32| if won { price } else { -price };
        let level = s.doubled[Item::Seven.index()];
        match contract.sevens {
            Sevens::None => {}
            Sevens::One => o.push(What::Seven, signed(mine(last, low), prices.seven), level),
            Sevens::Two(other) => {
                let won = mine(last, low) && mine(before, seven(other));
                o.push(What::TwoSevens, signed(won, prices.two_sevens), level);
            }
        }
        if s.against[0] != NOBODY {
            let level = s.doubled[Item::SevenAgainst.index()];
            o.push(What::SevenAgainst, -signed(theirs, prices.seven), level);
        }
        let Some((player, won)) = seven_at_the_end(s, low) else { return };
        let price = prices.quiet_seven;
        if player == s.declarer && contract.sevens == Sevens::None {
            let what = if won { What::QuietSeven } else { What::KilledSeven };
            o.push(what, signed(won, price), 0);
        } else if player != s.declarer && s.against[0] == NOBODY {
            let what = if won { What::QuietSevenAgainst } else { What::KilledSevenAgainst };
            o.push(what, -signed(won, price), 0);
        }
    }
}

/// Sto a sedma as one obligation: if either fails, both are lost.
fn both_or_nothing(o: &mut Outcome) {
    let hundred = o.parts.iter().flatten().any(|part| part.what == What::Hundred);
    let one_of = |what: What| matches!(what, What::Hundred | What::Seven | What::TwoSevens);
    let failed = o.parts.iter().flatten().any(|part| one_of(part.what) && part.price < 0);
    if hundred && failed {
        for part in o.parts.iter_mut().flatten().filter(|part| one_of(part.what)) {
            part.price = -part.price.abs();
        }
    }
}

/// The marriages a player showed, in points.
fn married(s: &State, p: usize) -> u16 {
    let suits = s.married[p];
    let trump = s.trump.map_or(0, |suit| suits >> suit.0 & 1);
    20 * (suits.count_ones() as u16 + u16::from(trump))
}

/// The first marriage a side showed, in points.
fn first_marriage(s: &State, declarer: bool) -> i32 {
    for (leader, _, cards) in s.history(law(s.trump)) {
        for (i, &card) in cards.iter().enumerate() {
            let p = (leader + i as u8) % 3;
            let shown = s.married[usize::from(p)] >> card.suit().0 & 1 == 1 && card.height() == 4;
            if shown && (p == s.declarer) == declarer {
                return if s.trump == Some(card.suit()) { 40 } else { 20 };
            }
        }
    }
    0
}

/// Who took the last trick and the one before, and with which card.
fn final_tricks(s: &State) -> [(u8, Card); 2] {
    let law = law(s.trump);
    let mut tricks = [(NOBODY, cards::NO_CARD); 2];
    for (_, taker, cards) in s.history(law) {
        tricks = [(taker, cards[law.winner(cards)]), tricks[0]];
    }
    tricks
}

/// Who played the trump seven to the last trick, if it fell there, and whether it took the trick.
fn seven_at_the_end(s: &State, low: Card) -> Option<(u8, bool)> {
    let (leader, taker, cards) = s.history(law(s.trump)).last()?;
    let place = cards.iter().position(|&card| card == low)?;
    let player = (leader + place as u8) % 3;
    Some((player, player == taker))
}
