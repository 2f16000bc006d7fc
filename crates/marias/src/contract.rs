//! What is played: contracts, the items that can be doubled, and the ladder of the licitovaný auction.

use cards::{Card, Hand, Suit};

/// All 32 cards.
pub const PACK: Hand = Hand(0xFFFF_FFFF);
/// Aces and tens: the cards with points ("sharp" cards, *ostré*).
pub const SHARP: Hand = Hand(0xC0C0_C0C0);
/// The queens (*svršek*, *filek*).
pub const QUEENS: Hand = Hand(0x1010_1010);
/// The sevens.
pub const SEVENS: Hand = Hand(0x0101_0101);

/// The seven of a suit.
#[inline]
pub const fn seven(suit: Suit) -> Card {
    Card::new(suit, 0)
}

/// The main part of a contract.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum Main {
    /// Nothing but sevens (dvě sedmy of licitovaný).
    None,
    /// Hra: more points than the defenders together.
    #[default]
    Game,
    /// Sto: a hundred points.
    Hundred,
    /// Betl: no trick.
    Betl,
    /// Durch: every trick.
    Durch,
}

/// The sevens of a contract.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum Sevens {
    /// None.
    #[default]
    None,
    /// The last trick with the trump seven.
    One,
    /// The last trick with the trump seven and the one before with the seven of this suit.
    Two(Suit),
}

/// What the declarer plays.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Contract {
    /// The main part.
    pub main: Main,
    /// The sevens.
    pub sevens: Sevens,
}

impl Contract {
    /// Whether there are trumps and points.
    #[inline]
    pub const fn coloured(self) -> bool {
        !matches!(self.main, Main::Betl | Main::Durch)
    }

    /// The sevens its player must hold and keep.
    #[inline]
    pub const fn kept(self, trump: Option<Suit>) -> Hand {
        match (self.sevens, trump) {
            (Sevens::One, Some(suit)) => seven(suit).bit(),
            (Sevens::Two(other), Some(suit)) => seven(suit).bit().or(seven(other).bit()),
            _ => Hand::EMPTY,
        }
    }

    /// The step of the licitovaný ladder, 1 to 12; 0 for what is not on it.
    pub const fn step(self, trump: Option<Suit>) -> u8 {
        let red = matches!(trump, Some(Suit(0)));
        match (self.main, self.sevens, red) {
            (Main::Game, Sevens::One, false) => 1,
            (Main::Game, Sevens::One, true) => 2,
            (Main::Hundred, Sevens::None, false) => 3,
            (Main::Hundred, Sevens::One, false) => 4,
            (Main::Hundred, Sevens::None, true) => 5,
            (Main::Hundred, Sevens::One, true) => 6,
            (Main::Betl, _, _) => 7,
            (Main::Durch, _, _) => 8,
            (Main::None, Sevens::Two(_), false) => 9,
            (Main::Hundred, Sevens::Two(_), false) => 10,
            (Main::None, Sevens::Two(_), true) => 11,
            (Main::Hundred, Sevens::Two(_), true) => 12,
            _ => 0,
        }
    }
}

/// The contracts of volený mariáš in trumps, from the lowest.
pub const COLOURED: [Contract; 4] = [
    Contract { main: Main::Game, sevens: Sevens::None },
    Contract { main: Main::Game, sevens: Sevens::One },
    Contract { main: Main::Hundred, sevens: Sevens::None },
    Contract { main: Main::Hundred, sevens: Sevens::One },
];

/// What can be doubled.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Item {
    /// The main part of the contract.
    Main,
    /// The declarer's sevens.
    Seven,
    /// A defender's seven (sedma proti).
    SevenAgainst,
    /// The defenders' hundred (sto proti); it replaces the game.
    HundredAgainst,
}

/// All items, in the order in which they are listed.
pub const ITEMS: [Item; 4] = [Item::Main, Item::Seven, Item::SevenAgainst, Item::HundredAgainst];

impl Item {
    /// Whether the declarer's side plays it.
    #[inline]
    pub const fn declared(self) -> bool {
        matches!(self, Item::Main | Item::Seven)
    }

    /// Its place in arrays.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }
}
