//! Packs of cards: which cards they hold, how the cards are written and called, how players sort them, what they are
//! worth.

use crate::{Card, Hand, Suit, TAROCK};
use game::{Lang, Words, words};
use std::fmt;

/// A pack of cards.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Deck {
    /// 54 tarock cards: four French suits of eight and the tarocks I to XXII. Suits H D S C.
    Tarock54,
    /// 32 German-suited cards from seven up (mariáš). Suits H L B A: hearts, leaves, bells, acorns.
    German32,
    /// 24 German-suited cards from nine up (šnaps).
    German24,
    /// The 32 cards with French suits: H S D C for hearts, leaves, bells, acorns.
    French32,
    /// The 24 cards with French suits.
    French24,
    /// 20 German-suited cards from the unter up (Schnapsen).
    German20,
    /// The 20 cards with French suits.
    French20,
}

/// What cards are worth: disjoint sets of cards of equal worth.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Worth(pub &'static [(Hand, i32)]);

impl Worth {
    /// The worth of a set of cards.
    #[inline]
    pub fn of(&self, cards: Hand) -> i32 {
        self.0.iter().map(|&(set, points)| cards.and(set).len() as i32 * points).sum()
    }

    /// The worth of one card.
    #[inline]
    pub fn card(&self, card: Card) -> i32 {
        self.of(card.bit())
    }
}

/// The same height in all four plain suits.
const fn row(height: u8) -> Hand {
    Hand(0x0101_0101 << height)
}

/// Kings of the tarock pack.
pub const KINGS: Hand = row(7);
/// The Pagát (I), the lowest tarock.
pub const PAGAT: Card = Card::new(TAROCK, 0);
/// The Mond (XXI).
pub const MOND: Card = Card::new(TAROCK, 20);
/// The Škýz (XXII), the highest tarock.
pub const SKYZ: Card = Card::new(TAROCK, 21);
/// Pagát, Mond and Škýz.
pub const TRUL: Hand = Hand(PAGAT.bit().0 | MOND.bit().0 | SKYZ.bit().0);

/// Tarock cards: five for kings and the Trul, queens four, kavals three, jacks two, the rest one. 106 in all.
pub const TAROCK_WORTH: Worth = Worth(&[
    (Hand(KINGS.0 | TRUL.0), 5),
    (row(6), 4),
    (row(5), 3),
    (row(4), 2),
    (Hand(TAROCK.mask().0 & !TRUL.0 | row(0).0 | row(1).0 | row(2).0 | row(3).0), 1),
]);
/// Šnaps: A 11, 10 10, K 4, Q 3, J 2, 9 nothing. 120 in all.
pub const SNAPS_WORTH: Worth = Worth(&[(row(7), 11), (row(6), 10), (row(5), 4), (row(4), 3), (row(3), 2)]);
/// Mariáš: ten for an ace or a ten. 80 in all.
pub const MARIAS_WORTH: Worth = Worth(&[(Hand(row(7).0 | row(6).0), 10)]);

const ROMAN: [&str; 22] = [
    "I", "II", "III", "IIII", "V", "VI", "VII", "VIII", "IX", "X", "XI", "XII", "XIII", "XIV", "XV", "XVI",
    "XVII", "XVIII", "XIX", "XX", "XXI", "XXII",
];
const RED: [&str; 8] = ["4", "3", "2", "1", "J", "C", "Q", "K"];
const BLACK: [&str; 8] = ["7", "8", "9", "10", "J", "C", "Q", "K"];
const GERMAN: [&str; 8] = ["7", "8", "9", "J", "Q", "K", "10", "A"];

/// Grammatical gender of a rank's name, which the suit's name follows in Czech and Slovak.
#[derive(Clone, Copy)]
enum Gender {
    He,
    She,
    It,
}
use Gender::{He, It, She};

/// Why a list of names is not a hand of a pack.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum HandError {
    /// This word does not name a card of the pack.
    NoCard(String),
    /// This card is named twice.
    Twice(String),
}

impl fmt::Display for HandError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            HandError::NoCard(name) => write!(f, "'{name}' is not a card of this pack"),
            HandError::Twice(name) => write!(f, "'{name}' is named twice"),
        }
    }
}

impl std::error::Error for HandError {}

impl Deck {
    /// All its cards.
    pub const fn cards(self) -> Hand {
        match self {
            Deck::Tarock54 => Hand((1 << 54) - 1),
            Deck::German32 | Deck::French32 => Hand(0xFFFF_FFFF),
            Deck::German24 | Deck::French24 => Hand(0xFCFC_FCFC),
            Deck::German20 | Deck::French20 => Hand(0xF8F8_F8F8),
        }
    }

    /// The letter of a plain suit in notation; `T` for the tarocks.
    pub const fn letter(self, suit: Suit) -> char {
        let letters: &[u8; 5] = match self {
            Deck::Tarock54 => b"HDSCT",
            Deck::German32 | Deck::German24 | Deck::German20 => b"HLBAT",
            Deck::French32 | Deck::French24 | Deck::French20 => b"HSDCT",
        };
        letters[if suit.0 < 4 { suit.0 as usize } else { 4 }] as char
    }

    /// The suit of a letter.
    pub fn suit(self, letter: char) -> Option<Suit> {
        (0..4).map(Suit).find(|&suit| self.letter(suit) == letter)
    }

    /// The rank of a card in notation: `K`, `10`, `XIX`.
    pub fn rank(self, card: Card) -> &'static str {
        let height = usize::from(card.height());
        match (self, card.suit().0) {
            (_, 4..) => ROMAN.get(height).copied().unwrap_or("?"),
            (Deck::Tarock54, 0 | 1) => RED[height],
            (Deck::Tarock54, _) => BLACK[height],
            _ => GERMAN[height],
        }
    }

    /// A card in notation: `HK`, `D1`, `XIX`, `L10`; `?` for no card.
    pub fn name(self, card: Card) -> String {
        match card.suit() {
            _ if !self.cards().has(card) => "?".to_string(),
            TAROCK => self.rank(card).to_string(),
            suit => format!("{}{}", self.letter(suit), self.rank(card)),
        }
    }

    /// The card of a name in notation.
    pub fn card(self, name: &str) -> Option<Card> {
        if name.is_empty() || name.len() > 5 {
            return None;
        }
        if self == Deck::Tarock54
            && let Some(height) = ROMAN.iter().position(|&roman| roman == name)
        {
            return Some(Card::new(TAROCK, height as u8));
        }
        let mut letters = name.chars();
        let suit = self.suit(letters.next()?)?;
        let rank = letters.as_str();
        (0..8).map(|height| Card::new(suit, height)).find(|&c| self.cards().has(c) && self.rank(c) == rank)
    }

    /// The cards of a list of names separated by white space or commas.
    ///
    /// # Errors
    /// The first word that is not a card of this pack, or a card named twice.
    pub fn hand(self, names: &str) -> Result<Hand, HandError> {
        let mut hand = Hand::EMPTY;
        for name in names.split([' ', ',', '\n', '\t', '·', '|']).filter(|name| !name.is_empty()) {
            let card = self.card(name).ok_or_else(|| HandError::NoCard(name.into()))?;
            if hand.has(card) {
                return Err(HandError::Twice(name.into()));
            }
            hand.add(card);
        }
        Ok(hand)
    }

    /// A hand in notation, sorted as players sort it.
    pub fn names(self, hand: Hand) -> String {
        self.sorted(hand, None).iter().map(|&card| self.name(card)).collect::<Vec<_>>().join(" ")
    }

    /// A card in words: `king of hearts`, `srdcový král`, `srdcový kráľ`.
    pub fn words(self, card: Card, lang: Lang) -> String {
        if !self.cards().has(card) {
            return words("a card", "karta", "karta").to(lang).to_string();
        }
        if card.suit() == TAROCK {
            return match card {
                PAGAT => words("Pagát (I)", "Pagát (I)", "Pagát (I)").to(lang).to_string(),
                MOND => words("Mond (XXI)", "Mond (XXI)", "Mond (XXI)").to(lang).to_string(),
                SKYZ => words("Škýz (XXII)", "Škýz (XXII)", "Škýz (XXII)").to(lang).to_string(),
                _ => format!("{} {}", words("tarock", "tarok", "tarok").to(lang), self.rank(card)),
            };
        }
        let (rank, gender) = self.rank_words(card);
        let suit = self.suit_words(card.suit());
        if lang == Lang::En {
            return format!("{} of {}", rank.en, suit.en);
        }
        let ending = match gender {
            He => "ý",
            She => "á",
            It => "é",
        };
        format!("{}{ending} {}", suit.to(lang).trim_end_matches('ý'), rank.to(lang))
    }

    /// A suit in words; in Czech and Slovak the adjective (masculine).
    pub const fn suit_words(self, suit: Suit) -> Words {
        let french = matches!(self, Deck::Tarock54 | Deck::French32 | Deck::French24 | Deck::French20);
        let tarock = matches!(self, Deck::Tarock54);
        match (french, suit.0) {
            (true, 0) => words("hearts", "srdcový", "srdcový"),
            (true, 1) if tarock => words("diamonds", "kárový", "kárový"),
            (true, 2) if !tarock => words("diamonds", "kárový", "kárový"),
            (true, 1 | 2) => words("spades", "pikový", "pikový"),
            (true, 3) => words("clubs", "křížový", "krížový"),
            (false, 0) => words("hearts", "červený", "červený"),
            (false, 1) => words("leaves", "zelený", "zelený"),
            (false, 2) => words("bells", "kulový", "guľový"),
            (false, 3) => words("acorns", "žaludový", "žaluďový"),
            _ => words("tarocks", "tarokový", "tarokový"),
        }
    }

    fn rank_words(self, card: Card) -> (Words, Gender) {
        let german = matches!(self, Deck::German32 | Deck::German24 | Deck::German20);
        match self.rank(card) {
            "1" | "A" => (words("ace", "eso", "eso"), It),
            "2" => (words("two", "dvojka", "dvojka"), She),
            "3" => (words("three", "trojka", "trojka"), She),
            "4" => (words("four", "čtyřka", "štvorka"), She),
            "7" => (words("seven", "sedma", "sedma"), She),
            "8" => (words("eight", "osma", "osma"), She),
            "9" => (words("nine", "devítka", "deviatka"), She),
            "10" => (words("ten", "desítka", "desiatka"), She),
            "J" if german => (words("unter", "spodek", "dolník"), He),
            "J" => (words("jack", "kluk", "chlap"), He),
            "C" => (words("knight", "kaval", "kaval"), He),
            "Q" if german => (words("ober", "svršek", "horník"), He),
            "Q" => (words("queen", "dáma", "dáma"), She),
            _ => (words("king", "král", "kráľ"), He),
        }
    }

    /// A hand as players sort it: trumps first, then suits in alternating colours, each from the highest down.
    pub fn sorted(self, hand: Hand, trump: Option<Suit>) -> Vec<Card> {
        let order: [u8; 4] = if self == Deck::Tarock54 { [0, 2, 1, 3] } else { [0, 1, 2, 3] };
        let first = trump.unwrap_or(TAROCK);
        let rest = order.into_iter().map(Suit).filter(|&suit| suit != first);
        std::iter::once(first)
            .chain(rest)
            .flat_map(|suit| {
                let mut cards: Vec<Card> = hand.of(suit).iter().collect();
                cards.reverse();
                cards
            })
            .collect()
    }

    /// A card for the terminal: the suit as a sign, red suits (and bells, leaves) in colour when `colour` is set.
    pub fn ink(self, card: Card, colour: bool) -> String {
        if !self.cards().has(card) {
            return "··".to_string();
        }
        let (sign, code) = match (self, card.suit().0) {
            (_, 4..) => ("", "1;36"),
            (_, 0) => ("♥", "1;31"),
            (Deck::Tarock54, 1) | (Deck::French32 | Deck::French24 | Deck::French20, 2) => ("♦", "31"),
            (Deck::Tarock54, 2) => ("♠", "1"),
            (Deck::French32 | Deck::French24 | Deck::French20, 1) => ("♠", "1"),
            (_, 1) => ("♠", "1;32"),
            (_, 2) => ("♦", "1;33"),
            (Deck::German32 | Deck::German24 | Deck::German20, _) => ("♣", "1;35"),
            _ => ("♣", "1"),
        };
        let text = format!("{sign}{}", self.rank(card));
        if colour { format!("\x1b[{code}m{text}\x1b[0m") } else { text }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_read_back_in_every_pack() {
        for deck in [
            Deck::Tarock54,
            Deck::German32,
            Deck::German24,
            Deck::French32,
            Deck::French24,
            Deck::German20,
            Deck::French20,
        ] {
            for card in deck.cards() {
                assert_eq!(deck.card(&deck.name(card)), Some(card), "{deck:?} {}", deck.name(card));
            }
        }
        assert_eq!(Deck::Tarock54.card("IIII"), Some(Card::new(TAROCK, 3)));
        assert_eq!(Deck::Tarock54.card("IV"), None);
        assert_eq!(Deck::German24.card("H7"), None);
        assert_eq!(Deck::German32.card("XIX"), None);
        assert_eq!(Deck::German32.card("ů"), None);
    }

    #[test]
    fn the_packs_are_worth_what_the_books_say() {
        assert_eq!(TAROCK_WORTH.of(Deck::Tarock54.cards()), 106);
        assert_eq!(SNAPS_WORTH.of(Deck::German24.cards()), 120);
        assert_eq!(SNAPS_WORTH.of(Deck::French20.cards()), 120);
        assert_eq!(MARIAS_WORTH.of(Deck::German32.cards()), 80);
        assert_eq!(TAROCK_WORTH.card(Deck::Tarock54.card("SQ").unwrap()), 4);
        assert_eq!(Deck::Tarock54.card("SQ").unwrap(), Card::new(Suit(2), 6));
    }

    #[test]
    fn cards_have_names_in_three_languages() {
        let deck = Deck::Tarock54;
        let all = |name: &str| {
            let card = deck.card(name).unwrap();
            [Lang::En, Lang::Cs, Lang::Sk].map(|lang| deck.words(card, lang)).join(" / ")
        };
        assert_eq!(all("HK"), "king of hearts / srdcový král / srdcový kráľ");
        assert_eq!(all("D1"), "ace of diamonds / kárové eso / kárové eso");
        assert_eq!(all("C10"), "ten of clubs / křížová desítka / krížová desiatka");
        assert_eq!(all("XIX"), "tarock XIX / tarok XIX / tarok XIX");
        let bell = Deck::German32.card("BQ").unwrap();
        assert_eq!(Deck::German32.words(bell, Lang::Sk), "guľový horník");
        assert_eq!(Deck::French32.words(Card::new(Suit(2), 4), Lang::En), "queen of diamonds");
    }

    #[test]
    fn hands_are_sorted_as_players_sort_them() {
        let hand = Deck::Tarock54.hand("C7 HK XIX D1 I CJ SQ H4").unwrap();
        assert_eq!(Deck::Tarock54.names(hand), "XIX I HK H4 SQ D1 CJ C7");
        let hand = Deck::German32.hand("H7 AA L10 BK AK").unwrap();
        let sorted = Deck::German32.sorted(hand, Some(Suit(3)));
        let names: Vec<String> = sorted.into_iter().map(|c| Deck::German32.name(c)).collect();
        assert_eq!(names, ["AA", "AK", "H7", "L10", "BK"]);
    }
}
