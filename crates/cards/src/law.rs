//! Tricks: what may be played to one and who takes it. The duties of the three games are values of [`Law`].

use crate::{Card, Hand, NO_CARD, Suit};

/// The order of cards inside a suit.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Order {
    /// The order of the bits: the German ten stands above the king.
    #[default]
    Layout,
    /// Mariáš without trumps (betl, durch): A K Q J 10 9 8 7.
    TenLow,
}

/// When a card must be beaten if it can be.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Overtake {
    /// Never (taroky).
    #[default]
    Never,
    /// Whenever it helps: in the suit led unless the trick has been trumped; with a trump always (mariáš, Varšava).
    UnlessTrumped,
    /// In the suit led even when the trick has been trumped; with a trump always (šnaps, literally).
    Always,
}

/// The law of a trick. Always: follow suit; who cannot must trump; who cannot do that either plays any card.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Law {
    /// The trump suit, if there is one.
    pub trump: Option<Suit>,
    /// The duty to overtake.
    pub overtake: Overtake,
    /// The order inside a suit.
    pub order: Order,
    /// Whether any card may be played: no duty holds while cards are drawn (Schnapsen).
    pub free: bool,
}

/// The cards of a trick as they were played.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Trick {
    /// The player who led, 0-based.
    pub leader: u8,
    /// How many cards lie there.
    pub len: u8,
    /// The cards in order of play; [`NO_CARD`] beyond `len`.
    pub cards: [Card; 4],
}

impl Trick {
    /// An empty trick that `leader` is to open.
    #[inline]
    pub const fn new(leader: u8) -> Trick {
        Trick { leader, len: 0, cards: [NO_CARD; 4] }
    }

    /// Lays a card; a fifth is ignored.
    #[inline]
    pub fn push(&mut self, card: Card) {
        if let Some(slot) = self.cards.get_mut(usize::from(self.len)) {
            *slot = card;
            self.len += 1;
        }
    }

    /// The cards that lie there.
    #[inline]
    pub fn cards(&self) -> &[Card] {
        &self.cards[..usize::from(self.len).min(4)]
    }

    /// The player whose card lies at a position, at a table for `players`.
    #[inline]
    pub const fn player(&self, position: usize, players: usize) -> u8 {
        ((self.leader as usize + position) % players) as u8
    }
}

impl Law {
    /// Tricks without trumps in layout order and no duty but to follow suit.
    pub const fn plain() -> Law {
        Law { trump: None, overtake: Overtake::Never, order: Order::Layout, free: false }
    }

    /// The same with a trump suit.
    pub const fn with_trump(mut self, suit: Suit) -> Law {
        self.trump = Some(suit);
        self
    }

    /// The same with a duty to overtake.
    pub const fn overtaking(mut self, overtake: Overtake) -> Law {
        self.overtake = overtake;
        self
    }

    /// The same in another order.
    pub const fn in_order(mut self, order: Order) -> Law {
        self.order = order;
        self
    }

    /// The same without any duty, or with all again.
    pub const fn freely(mut self, free: bool) -> Law {
        self.free = free;
        self
    }

    /// The cards of `card`'s suit that beat it.
    #[inline]
    pub fn above(&self, card: Card) -> Hand {
        match self.order {
            Order::Layout => Hand(card.suit().mask().0 & !((2u64 << (card.0 & 63)).wrapping_sub(1))),
            Order::TenLow => Hand(TEN_LOW[usize::from(card.0 & 31)]),
        }
    }

    /// Whether `challenger`, played later, takes the trick from `holder`.
    #[inline]
    pub fn beats(&self, challenger: Card, holder: Card) -> bool {
        self.above(holder).has(challenger)
            || (self.trump == Some(challenger.suit()) && holder.suit() != challenger.suit())
    }

    /// The position of the winning card among those played so far; 0 for none.
    #[inline]
    pub fn winner(&self, cards: &[Card]) -> usize {
        let mut best = 0;
        for i in 1..cards.len() {
            if self.beats(cards[i], cards[best]) {
                best = i;
            }
        }
        best
    }

    /// The player who takes a complete trick at a table for `players`.
    #[inline]
    pub fn taker(&self, trick: &Trick, players: usize) -> u8 {
        trick.player(self.winner(trick.cards()), players)
    }

    /// The cards of `hand` that may be played on `cards`. Never empty unless `hand` is.
    #[inline]
    pub fn legal(&self, hand: Hand, cards: &[Card]) -> Hand {
        let Some(&led) = cards.first().filter(|_| !self.free) else { return hand };
        let follow = hand.of(led.suit());
        if self.overtake == Overtake::Never {
            if !follow.is_empty() {
                return follow;
            }
            let trumps = self.trump.map_or(Hand::EMPTY, |suit| hand.of(suit));
            return if trumps.is_empty() { hand } else { trumps };
        }
        let best = cards[self.winner(cards)];
        if !follow.is_empty() {
            // What must be beaten in the suit led: the winner if it is of that suit, else (trumped) the highest of it.
            let target = if best.suit() == led.suit() {
                best
            } else if self.overtake == Overtake::Always {
                cards.iter().fold(led, |top, &card| if self.above(top).has(card) { card } else { top })
            } else {
                return follow;
            };
            let over = follow.and(self.above(target));
            return if over.is_empty() { follow } else { over };
        }
        let trumps = self.trump.map_or(Hand::EMPTY, |suit| hand.of(suit));
        if trumps.is_empty() {
            return hand;
        }
        if self.trump != Some(best.suit()) {
            return trumps;
        }
        let over = trumps.and(self.above(best));
        if over.is_empty() { trumps } else { over }
    }

    /// The cards a player showed not to hold by playing `card` on `cards`, card itself aside: what the duties would
    /// have made him play instead. Taken together over the tricks this is everything that following, trumping and
    /// failing to overtake imply; it holds for the hand after the card was played.
    #[inline]
    pub fn denied(&self, cards: &[Card], card: Card) -> Hand {
        let Some(&led) = cards.first().filter(|_| !self.free) else { return Hand::EMPTY };
        let (suit, mut denied) = (card.suit(), Hand::EMPTY);
        let best = cards[self.winner(cards)];
        if suit == led.suit() {
            let target = match self.overtake {
                Overtake::Never => return denied,
                _ if best.suit() == led.suit() => best,
                Overtake::UnlessTrumped => return denied,
                Overtake::Always => {
                    cards.iter().fold(led, |top, &c| if self.above(top).has(c) { c } else { top })
                }
            };
            if !self.above(target).has(card) {
                denied = self.above(target);
            }
            return denied;
        }
        denied = led.suit().mask();
        let Some(trump) = self.trump else { return denied };
        if suit != trump {
            return denied.or(trump.mask());
        }
        if self.overtake != Overtake::Never && best.suit() == trump && !self.above(best).has(card) {
            denied = denied.or(self.above(best));
        }
        denied
    }
}

/// `TEN_LOW[card]`: the cards of the suit that beat a German card when the ten stands between nine and jack.
static TEN_LOW: [u64; 32] = {
    // Height in the layout (7 8 9 J Q K 10 A) → height with the ten low.
    const HEIGHT: [u8; 8] = [0, 1, 2, 4, 5, 6, 3, 7];
    let mut table = [0u64; 32];
    let mut card = 0;
    while card < 32 {
        let mut other = card / 8 * 8;
        while other < card / 8 * 8 + 8 {
            if HEIGHT[other % 8] > HEIGHT[card % 8] {
                table[card] |= 1 << other;
            }
            other += 1;
        }
        card += 1;
    }
    table
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Deck, TAROCK};
    use game::Rng;

    fn check(deck: Deck, law: Law, hand: &str, table: &str, legal: &str) {
        let cards: Vec<Card> = table.split_whitespace().map(|name| deck.card(name).unwrap()).collect();
        let found = law.legal(deck.hand(hand).unwrap(), &cards);
        assert_eq!(deck.names(found), legal, "{hand} on {table}");
    }

    #[test]
    fn taroky_follow_then_tarock_then_anything() {
        let (deck, law) = (Deck::Tarock54, Law::plain().with_trump(TAROCK));
        check(deck, law, "HK H4 XX I", "H1", "HK H4");
        check(deck, law, "HK H4 XX I", "D1", "XX I");
        check(deck, law, "HK H4", "D1", "HK H4");
        check(deck, law, "HK H4 I", "XX", "I");
        check(deck, law, "HK H4 I", "", "I HK H4");
    }

    #[test]
    fn varsava_overtakes_inside_the_class_one_plays_from() {
        let (deck, law) =
            (Deck::Tarock54, Law::plain().with_trump(TAROCK).overtaking(Overtake::UnlessTrumped));
        check(deck, law, "HK H4 XX I", "H1", "HK");
        check(deck, law, "HK H4 XX I", "H1 II", "HK H4");
        check(deck, law, "SK XX V I", "H1 VI", "XX");
        check(deck, law, "SK V I", "H1 VI", "V I");
        check(deck, law, "SK V I", "H1 D1", "V I");
    }

    #[test]
    fn snaps_overtakes_in_the_suit_even_when_trumped() {
        let law = Law::plain().with_trump(Suit(0)).overtaking(Overtake::Always);
        check(Deck::German24, law, "LA LJ", "L10 H9", "LA");
        check(Deck::German24, law, "LK LJ", "L10 H9", "LK LJ");
        check(Deck::German24, law, "HQ HJ AJ", "L10 HK", "HQ HJ");
        check(Deck::German24, law, "HA HJ AJ", "L10 HK", "HA");
    }

    #[test]
    fn betl_puts_the_ten_below_the_jack() {
        let law = Law::plain().overtaking(Overtake::UnlessTrumped).in_order(Order::TenLow);
        check(Deck::German32, law, "H10 H8 LA", "HJ", "H10 H8");
        check(Deck::German32, law, "HJ H8 LA", "H10", "HJ");
        check(Deck::German32, law, "B10 B8", "B7", "B10 B8");
        check(Deck::German32, law, "LA A7", "B7", "LA A7");
    }

    #[test]
    fn the_highest_trump_takes_else_the_highest_of_the_suit_led() {
        let deck = Deck::Tarock54;
        let law = Law::plain().with_trump(TAROCK);
        let takes = |table: &str| {
            let cards: Vec<Card> = table.split_whitespace().map(|name| deck.card(name).unwrap()).collect();
            law.winner(&cards)
        };
        assert_eq!(takes("HC HQ DK H4"), 1);
        assert_eq!(takes("HC II I HK"), 1);
        assert_eq!(takes("IX XXI XXII I"), 2);
        let mut trick = Trick::new(3);
        "HC II I HK".split(' ').for_each(|name| trick.push(deck.card(name).unwrap()));
        assert_eq!(law.taker(&trick, 4), 0);
    }

    /// The law stated the slow way: what a play denies is exactly what would have changed the legal cards.
    #[test]
    fn a_play_denies_exactly_the_cards_that_would_have_forbidden_it() {
        let mut rng = Rng::new(8);
        for round in 0..20_000 {
            let (deck, trump) =
                if round % 2 == 0 { (Deck::Tarock54, TAROCK) } else { (Deck::German32, Suit(1)) };
            let overtake = [Overtake::Never, Overtake::UnlessTrumped, Overtake::Always][round % 3];
            let law = Law::plain().with_trump(trump).overtaking(overtake);
            let mut left = deck.cards();
            let mut take = |rng: &mut Rng| {
                let card = left.nth(rng.below(left.len()));
                left.remove(card);
                card
            };
            let table: Vec<Card> = (0..1 + rng.below(3)).map(|_| take(&mut rng)).collect();
            let card = take(&mut rng);
            let denied = law.denied(&table, card);
            for other in left {
                let forbidden = !law.legal(card.bit().or(other.bit()), &table).has(card);
                assert_eq!(forbidden, denied.has(other), "{:?} {card:?} {other:?} {law:?}", table);
            }
        }
    }
}
