//! Cards that are drawn after each trick, as part of a [`Deal`](crate::Deal): the talon of Schnapsen. In the data its order is
//! open like the hands; a player who does not know it searches several orders.

use crate::{Card, Hand, NO_CARD};

/// The most cards a stock may have.
pub const STOCK: usize = 12;

/// What a leader may do before he leads; it stands where a card may stand in [`Deal::play`](crate::Deal::play): he closes the
/// stock, from then on nobody draws and everybody must follow.
pub const CLOSE: Card = Card(62);

/// The leader exchanges [`Stock::swap`] for the last card of the stock.
pub const EXCHANGE: Card = Card(63);

/// The cards to be drawn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Stock {
    /// The cards left, the next first; [`NO_CARD`] behind them.
    pub cards: [Card; STOCK],
    /// How many are left.
    pub len: u8,
    /// The card that its holder may exchange for the last one; [`NO_CARD`] where nobody may.
    pub swap: Card,
    /// Cards that must be left for that.
    pub swap_from: u8,
    /// Cards that must be left for closing.
    pub close_from: u8,
    /// Cards of a closed stock: nobody draws or sees them.
    pub aside: Hand,
}

impl Default for Stock {
    /// No stock.
    fn default() -> Stock {
        Stock {
            cards: [NO_CARD; STOCK],
            len: 0,
            swap: NO_CARD,
            swap_from: u8::MAX,
            close_from: u8::MAX,
            aside: Hand::EMPTY,
        }
    }
}

impl Stock {
    /// The cards left, the next first.
    pub fn left(&self) -> &[Card] {
        &self.cards[..usize::from(self.len).min(STOCK)]
    }

    /// The cards that nobody sees: all but the last of an open stock.
    pub fn unseen(&self) -> Hand {
        let open = self.left();
        open[..open.len().saturating_sub(1)].iter().copied().collect::<Hand>().or(self.aside)
    }

    /// Takes the next card; [`NO_CARD`] when there is none.
    pub fn draw(&mut self) -> Card {
        if self.len == 0 {
            return NO_CARD;
        }
        let card = self.cards[0];
        self.cards.rotate_left(1);
        self.cards[STOCK - 1] = NO_CARD;
        self.len -= 1;
        card
    }

    /// Lays the card that may be exchanged last and returns what lay there.
    pub fn exchange(&mut self) -> Card {
        let at = usize::from(self.len).saturating_sub(1).min(STOCK - 1);
        std::mem::replace(&mut self.cards[at], std::mem::replace(&mut self.swap, NO_CARD))
    }

    /// Lays the rest aside.
    pub fn close(&mut self) {
        self.aside = self.left().iter().copied().collect();
        (self.cards, self.len, self.swap) = ([NO_CARD; STOCK], 0, NO_CARD);
    }
}
