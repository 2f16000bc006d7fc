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

/// What the tricks of a deal brought, as far as it is paid for.
#[derive(Clone, Copy)]
pub(crate) struct Facts {
    /// The declarer's points and those of the others.
    sides: [Count; 2],
    /// Whether the declarer took no trick, and whether he took all.
    none: bool,
    all: bool,
    /// Who took the last trick and the one before, and with which card.
    finals: [(u8, Card); 2],
    /// Who played the trump seven to the last trick, if it fell there, and whether it took the trick.
    seven: Option<(u8, bool)>,
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
        self.priced(s, ending, &self.facts(s, talon(s, ending)))
    }

    /// What is paid for these facts.
    pub(crate) fn priced(&self, s: &State, ending: Ending, facts: &Facts) -> Outcome {
        let mut o = Outcome {
            declarer: s.declarer,
            contract: s.contract,
            trump: s.trump,
            ending,
            basic: s.basic,
            talon: talon(s, ending),
            marriages: std::array::from_fn(|p| married(s, p)),
            points: facts.sides.map(|c| (c.basic + c.all) as u16),
            parts: [None; 4],
            hearts: self.rules.hearts_double && s.trump == Some(Suit(0)),
            per: 0,
            delta: [0; 3],
        };
        self.price(s, ending, facts, &mut o);
        o
    }

    /// The facts of a deal with these points of the declarer in tens, these outcomes of the trump seven in the last trick
    /// and of another seven in the one before (as in [`cards::Feat`]; for betl and durch the first is the trickless side's),
    /// and their players. All marriages are shown in `s`; `first` is the worth of the one that the side of a hundred showed first,
    /// where only that counts and they differ.
    pub(crate) fn facts_of(
        &self,
        s: &State,
        tens: i32,
        outcomes: [usize; 2],
        sevens: [Option<(u8, Card)>; 2],
        first: Option<i32>,
    ) -> Facts {
        let mut facts = self.facts(s, 0);
        facts.sides[0].basic = 10 * tens;
        facts.sides[1].basic = 90 - 10 * tens;
        if self.rules.counted == Counted::First {
            // Where it is not said, all of a side that announced are worth the same: the first is as good as the highest.
            facts.sides = [true, false].map(|declarer| {
                let count = facts.sides[usize::from(!declarer)];
                Count { counted: first.unwrap_or(highest_marriage(s, declarer)), ..count }
            });
        }
        facts.none = outcomes[0] == 1;
        facts.all = outcomes[0] == 1;
        let made =
            |i: usize| sevens[i].filter(|_| outcomes[i] == cards::MADE).unwrap_or((NOBODY, cards::NO_CARD));
        facts.finals = [made(0), made(1)];
        facts.seven = sevens[0]
            .filter(|_| outcomes[0] != cards::ELSEWHERE)
            .map(|(p, _)| (p, outcomes[0] == cards::MADE));
        facts
    }

    fn facts(&self, s: &State, talon: u8) -> Facts {
        let tricks = s.tricks[usize::from(s.declarer % 3)];
        Facts {
            sides: [self.count(s, true, talon), self.count(s, false, talon)],
            none: tricks == 0,
            all: tricks == 10,
            finals: final_tricks(s),
            seven: s.trump.and_then(|trump| seven_at_the_end(s, seven(trump))),
        }
    }

    /// Fills in what is paid for these facts.
    fn price(&self, s: &State, ending: Ending, facts: &Facts, o: &mut Outcome) {
        let doubled = |item: Item| s.doubled[item.index()];
        match (ending, s.contract) {
            (Ending::ThrownIn, _) | (_, None) => {}
            (Ending::Unplayed, _) => {
                let level = doubled(Item::Main);
                let price = self.rules.prices.game;
                o.push(What::Game, if level == 0 { price } else { -price }, level);
            }
            (Ending::Played, Some(contract)) => {
                self.score_main(s, contract, facts, o);
                self.score_sevens(s, contract, facts, o);
            }
        }
        if !self.rules.separate {
            both_or_nothing(o);
        }
        let sum: i32 = o.lines().map(Part::worth).sum();
        o.per = if o.hearts { 2 * sum } else { sum };
        if self.rules.max_win > 0 {
            o.per = o.per.clamp(-self.rules.max_win, self.rules.max_win);
        }
        o.delta = std::array::from_fn(|p| if p == usize::from(s.declarer) { 2 * o.per } else { -o.per });
    }

    fn count(&self, s: &State, declarer: bool, talon: u8) -> Count {
        let of = |p: &usize| (*p == usize::from(s.declarer)) == declarer;
        let own: i32 = (0..3).filter(of).map(|p| i32::from(s.basic[p])).sum();
        let all: i32 = (0..3).filter(of).map(|p| i32::from(married(s, p))).sum();
        let counted = match self.rules.counted {
            Counted::Each => all,
            Counted::Highest => highest_marriage(s, declarer),
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

    fn score_main(&self, s: &State, contract: Contract, facts: &Facts, o: &mut Outcome) {
        let [own, other] = facts.sides;
        let prices = &self.rules.prices;
        let level = s.doubled[Item::Main.index()];
        let signed = |won: bool, price: i32| if won { price } else { -price };
        match contract.main {
            Main::None => {}
            Main::Betl => o.push(What::Betl, signed(facts.none, prices.betl), level),
            Main::Durch => {
                o.push(What::Durch, signed(facts.all, prices.durch), level);
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

    fn score_sevens(&self, s: &State, contract: Contract, facts: &Facts, o: &mut Outcome) {
        let Some(trump) = s.trump else { return };
        let prices = &self.rules.prices;
        let low = seven(trump);
        let [last, before] = facts.finals;
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
        let Some((player, won)) = facts.seven else { return };
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

/// Aces and tens of the talon. Cards nobody turned up stay unknown: only a deal that was played shows what it held.
fn talon(s: &State, ending: Ending) -> u8 {
    let turned = ending == Ending::Played && s.trump.is_some();
    if turned { 10 * s.talon().and(SHARP).len() as u8 } else { 0 }
}

/// The marriages a player showed, in points.
fn married(s: &State, p: usize) -> u16 {
    let suits = s.married[p];
    let trump = s.trump.map_or(0, |suit| suits >> suit.0 & 1);
    20 * (suits.count_ones() as u16 + u16::from(trump))
}

/// The highest marriage a side showed, in points.
fn highest_marriage(s: &State, declarer: bool) -> i32 {
    let own = (0..3u8).filter(|p| (*p == s.declarer) == declarer);
    match own.fold(0, |suits, p| suits | s.married[usize::from(p)]) {
        0 => 0,
        suits if s.trump.is_some_and(|trump| suits >> trump.0 & 1 == 1) => 40,
        _ => 20,
    }
}

/// The first marriage a side showed, in points.
pub(crate) fn first_marriage(s: &State, declarer: bool) -> i32 {
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
