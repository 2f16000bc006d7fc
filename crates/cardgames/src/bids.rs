//! How MAPP chooses trumps, talon, contract and stealing in mariáš: appendix B.4.1 of thesis 002.
//!
//! The trump suit is the one whose cards and marriage add up to most. The contracts are gone through from the most expensive one; if the
//! hand does not meet the conditions of one, a card that spoils it is laid to the talon and the hand is looked at again,
//! until the conditions hold or the talon is full. Stealing asks the same of the contracts above the one that stands. The
//! thesis gives no numbers for the conditions and leaves out doubling; the conditions are those below, and nothing is doubled.

use cards::{Card, Hand, Suit};
use game::Player;
use marias::{Contract, Kind, Main, Marias, Move, Offer, Phase, SHARP, Sevens, View, marriages, seven};

/// Height in a suit → height with the ten low, as betl and durch count.
const TEN_LOW: [u8; 8] = [0, 1, 2, 4, 5, 6, 3, 7];

fn low(card: Card) -> usize {
    usize::from(TEN_LOW[usize::from(card.0 & 7)])
}

fn suits() -> impl Iterator<Item = Suit> {
    (0..4).map(Suit)
}

/// The cards of a suit, the lowest first in the order without trumps.
fn climbing(hand: Hand, suit: Suit) -> Vec<Card> {
    let mut cards: Vec<Card> = hand.of(suit).iter().collect();
    cards.sort_by_key(|card| low(*card));
    cards
}

/// A card that spoils a durch: one below the top cards of its suit, while these are too few to draw what is missing.
fn spoils_durch(hand: Hand, gone: Hand) -> Option<Card> {
    let worst = suits().filter_map(|suit| {
        let cards = climbing(hand, suit);
        let missing = 8 - hand.or(gone).of(suit).len();
        let mut tops = 0;
        let mut next = 8;
        for card in cards.iter().rev() {
            let between = (low(*card) + 1..next).filter(|height| {
                let other = (0..8).map(|h| Card::new(suit, h)).find(|c| low(*c) == *height);
                other.is_some_and(|other| !gone.has(other))
            });
            if between.count() > 0 {
                break;
            }
            tops += 1;
            next = low(*card);
        }
        (tops < missing && tops < cards.len()).then(|| (cards.len() - tops, cards[0]))
    });
    worst.min_by_key(|(count, _)| *count).map(|(_, card)| card)
}

/// A card that spoils a betl: under which too few cards of its suit are held. 7 9 J K is safe, 8 alone is not.
fn spoils_betl(hand: Hand, gone: Hand) -> Option<Card> {
    let worst = suits().flat_map(|suit| {
        let cards = climbing(hand, suit);
        cards.into_iter().enumerate().map(move |(place, card)| {
            let lower = climbing(gone, suit).iter().filter(|other| low(**other) < low(card)).count();
            (low(card).saturating_sub(lower).saturating_sub(2 * place), card)
        })
    });
    worst.filter(|(excess, _)| *excess > 0).max_by_key(|(excess, _)| *excess).map(|(_, card)| card)
}

/// Points in tens that a hand can count on with a trump suit.
fn tens(hand: Hand, trump: Suit) -> usize {
    let sure = suits().map(|suit| {
        let (ace, ten) = (Card::new(suit, 7), Card::new(suit, 6));
        let guarded = hand.has(ace) || hand.of(suit).len() >= 3;
        usize::from(hand.has(ace)) + usize::from(hand.has(ten) && guarded)
    });
    let married = marriages(hand);
    let best = if married.of(trump).is_empty() { if married.is_empty() { 0 } else { 2 } } else { 4 };
    sure.sum::<usize>() + best + usize::from(hand.of(trump).len() >= 5)
}

/// Whether a hand can keep its trump seven to the last trick.
fn keeps_seven(hand: Hand, trump: Suit) -> bool {
    let trumps = hand.of(trump);
    trumps.has(seven(trump)) && (trumps.len() >= 5 || (trumps.len() == 4 && trumps.has(Card::new(trump, 7))))
}

/// The suit whose cards and marriage add up to most.
fn trump_suit(hand: Hand) -> Suit {
    let married = marriages(hand);
    let value = |suit: Suit| {
        let cards = hand.of(suit);
        2 * cards.len() + 3 * cards.and(SHARP).len() + 4 * married.of(suit).len()
    };
    suits().max_by_key(|suit| (value(*suit), std::cmp::Reverse(suit.0))).unwrap_or(Suit(0))
}

/// What a hand is to be played as.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Plan {
    pub(crate) contract: Contract,
    /// The cards to lay away for it.
    pub(crate) talon: Hand,
}

/// The most expensive contract whose conditions a hand meets, laying away at most `room` cards.
pub(crate) fn plan(hand: Hand, trump: Suit, room: usize) -> Plan {
    let colour = |main, sevens| Contract { main, sevens };
    for (main, spoils) in
        [(Main::Durch, spoils_durch as fn(Hand, Hand) -> Option<Card>), (Main::Betl, spoils_betl)]
    {
        let (mut kept, mut talon) = (hand, Hand::EMPTY);
        while let Some(card) = spoils(kept, talon).filter(|_| talon.len() < room) {
            kept.remove(card);
            talon.add(card);
        }
        if spoils(kept, talon).is_none() {
            return Plan { contract: colour(main, Sevens::None), talon };
        }
    }
    let talon = spare(hand, trump, room);
    let kept = hand.minus(talon);
    let sevens = if keeps_seven(kept, trump) { Sevens::One } else { Sevens::None };
    let main = if tens(kept, trump) >= 10 { Main::Hundred } else { Main::Game };
    Plan { contract: colour(main, sevens), talon }
}

/// The cards to spare in a game with trumps: neither sharp nor trumps nor married, from the shortest suit.
fn spare(hand: Hand, trump: Suit, room: usize) -> Hand {
    let queens = marriages(hand);
    let pairs = queens.or(Hand(queens.0 << 1));
    let mut cards: Vec<Card> = hand.minus(SHARP).minus(trump.mask()).iter().collect();
    cards.sort_by_key(|card| (pairs.has(*card), hand.of(card.suit()).len(), card.height()));
    cards.into_iter().take(room).collect()
}

/// What a contract is worth by the order of the thesis.
fn rank(contract: Contract) -> (u8, u8) {
    let main = match contract.main {
        Main::None | Main::Game => 0,
        Main::Hundred => 1,
        Main::Betl => 2,
        Main::Durch => 3,
    };
    (main, u8::from(contract.sevens != Sevens::None))
}

/// The decision of a player of mariáš who has no card to play; `None` where the thesis has no rule.
pub(crate) fn marias_bid(game: &Marias, me: Player, view: &View, moves: &[Move]) -> Option<Move> {
    let s = &view.table;
    let hand = s.hands[me.index().min(2)];
    let trump = match s.trump_card.known() && game.rules.kind == Kind::Voleny {
        true => s.trump_card.suit(),
        false => s.trump.unwrap_or_else(|| trump_suit(hand)),
    };
    let is = |mv: Move| moves.contains(&mv).then_some(mv);
    match s.phase {
        Phase::Trump => {
            trump_suit(hand).mask().and(hand).iter().map(Move::Trump).find(|mv| moves.contains(mv))
        }
        Phase::Talon => {
            let plan = plan(hand, trump, hand.len().saturating_sub(10));
            let wanted = plan.talon.iter().map(Move::Lay).find(|mv| moves.contains(mv));
            let spare = spare(hand, trump, 12);
            wanted.or_else(|| spare.iter().map(Move::Lay).find(|mv| moves.contains(mv)))
        }
        Phase::Offer => match plan(hand, trump, 0).contract.main {
            Main::Durch => is(Move::Offer(Offer::Durch)),
            Main::Betl => is(Move::Offer(Offer::Betl)).or_else(|| is(Move::Offer(Offer::Colour))),
            _ => is(Move::Offer(Offer::Colour)),
        }
        .or_else(|| moves.first().copied()),
        Phase::Ask => {
            let standing = match s.offer {
                Some(Offer::Durch) => 3,
                Some(Offer::Betl) => 2,
                _ => 1,
            };
            let better = rank(plan(hand, trump, 0).contract).0 > standing;
            if better { is(Move::Steal).or_else(|| is(Move::Good)) } else { is(Move::Good) }
        }
        Phase::Auction => {
            let planned = plan(hand, trump, 0).contract;
            let worth = planned.step((!matches!(planned.main, Main::Betl | Main::Durch)).then_some(trump));
            let bid = moves.iter().copied().find(|mv| matches!(mv, Move::Bid(step) if *step <= worth));
            bid.or_else(|| is(Move::Pass)).or_else(|| moves.first().copied())
        }
        Phase::Contract => named(hand, moves),
        Phase::Double => is(Move::Good),
        Phase::Deal | Phase::People | Phase::Play | Phase::Next | Phase::Over => None,
    }
}

/// The most expensive contract of those offered that the hand meets; else the cheapest.
fn named(hand: Hand, moves: &[Move]) -> Option<Move> {
    let meets = |contract: Contract, trump: Option<Suit>| {
        let Some(trump) = trump else {
            let spoils = if contract.main == Main::Durch { spoils_durch } else { spoils_betl };
            return spoils(hand, Hand::EMPTY).is_none();
        };
        let seven = match contract.sevens {
            Sevens::None => true,
            Sevens::One => keeps_seven(hand, trump),
            Sevens::Two(other) => keeps_seven(hand, trump) && keeps_seven(hand, other),
        };
        seven && (contract.main != Main::Hundred || tens(hand, trump) >= 10)
    };
    let named = moves.iter().copied().filter_map(|mv| match mv {
        Move::Name(contract, trump) => Some((mv, contract, trump)),
        _ => None,
    });
    let by = |(_, contract, trump): &(Move, Contract, Option<Suit>)| {
        (rank(*contract), trump.map_or(0, |suit| hand.of(suit).len()))
    };
    let fitting = named.clone().filter(|(_, contract, trump)| meets(*contract, *trump)).max_by_key(by);
    let cheapest = |(_, contract, trump): &(Move, Contract, Option<Suit>)| {
        (rank(*contract), 10 - trump.map_or(0, |suit| hand.of(suit).len()).min(10))
    };
    fitting.or_else(|| named.clone().min_by_key(cheapest)).map(|(mv, ..)| mv)
}

#[cfg(test)]
mod tests {
    use super::*;
    use cards::Deck;

    fn hand(text: &str) -> Hand {
        Deck::German32.hand(text).unwrap()
    }

    fn main_of(text: &str, room: usize) -> Main {
        plan(hand(text), Suit(0), room).contract.main
    }

    #[test]
    fn contracts_are_tried_from_the_most_expensive_one_and_misfits_are_laid_away() {
        assert_eq!(main_of("HA HK HQ HJ LA LK LQ BA BK AA", 0), Main::Durch, "nothing beats any of them");
        assert_eq!(main_of("HA HK H9 H8 LA LK LQ BA BK AA", 0), Main::Game, "two hearts can be beaten");
        assert_eq!(main_of("HA HK HQ HJ H10 H9 H8 H7 LA AA", 0), Main::Durch);
        assert_eq!(main_of("H7 H9 HJ HK L7 L9 B7 B8 A7 A9", 0), Main::Betl);
        assert_eq!(main_of("H7 H9 HJ HK L7 L9 B7 B8 A7 A8 AA LA", 2), Main::Betl, "two aces go to the talon");
        let planned = plan(hand("H7 H9 HJ HK L7 L9 B7 B8 A7 A8 AA LA"), Suit(0), 2);
        assert_eq!(planned.talon, hand("AA LA"));
    }

    #[test]
    fn a_hundred_needs_the_points_and_a_seven_the_trumps() {
        let planned = plan(hand("HA H10 HK HQ H7 LA L10 BA B10 A9"), Suit(0), 0);
        assert_eq!(planned.contract, Contract { main: Main::Hundred, sevens: Sevens::One });
        let planned = plan(hand("HK HQ H9 H7 L9 L8 B9 BQ A9 AQ"), Suit(0), 0);
        assert_eq!(planned.contract, Contract { main: Main::Game, sevens: Sevens::None });
    }

    #[test]
    fn trumps_are_the_suit_whose_cards_and_marriage_add_up_to_most() {
        assert_eq!(trump_suit(hand("HA H10 LK LQ LJ L9 B7")), Suit(1));
        assert_eq!(trump_suit(hand("HA H10 HJ L9 L8 B7 A7")), Suit(0));
    }
}
