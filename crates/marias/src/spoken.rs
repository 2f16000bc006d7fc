//! How likely a player says what he said, given his cards: what a sober player makes of a hand. Beliefs weigh deals by it, so
//! only the order of magnitude matters, and that no hand is ruled out.
//!
//! - The *trump* is the suit that is long and strong.
//! - The *talon* takes low cards of short suits: no trumps, no marriages, no guards of a ten.
//! - A *contract* needs its cards: a seven is announced with trumps to protect it, a hundred with a marriage, betl with a low
//!   hand, durch with a high one.
//! - *Doubling* tells of strength, silence of its lack.

use crate::contract::{Contract, Item, Main, SHARP, Sevens, seven};
use crate::doubling::marriages;
use crate::state::State;
use cards::{Card, Hand, Suit};

/// Heights inside a suit, from the lowest: 7, 8, 9, spodek, svršek, king, ten, ace.
const TEN: u8 = 6;
const ACE: u8 = 7;

fn card(suit: Suit, height: u8) -> Card {
    Card(suit.0 * 8 + height)
}

fn suits() -> impl Iterator<Item = Suit> {
    (0..4).map(Suit)
}

fn logistic(x: f64) -> f64 {
    1.0 / (1.0 + (-x).exp())
}

/// How good a suit is as trumps.
fn as_trumps(hand: Hand, suit: Suit) -> f64 {
    let own = hand.of(suit);
    let bonus = |height: u8, worth: f64| if own.has(card(suit, height)) { worth } else { 0.0 };
    let married = if marriages(own).is_empty() { 0.0 } else { 0.8 };
    own.len() as f64 + bonus(ACE, 0.8) + bonus(TEN, 0.5) + bonus(0, 0.3) + married
}

/// How strong a hand is in a game of points, about in tricks with points.
fn strength(hand: Hand, trump: Suit, declares: bool) -> f64 {
    let mut sum = 0.0;
    for suit in suits() {
        let own = hand.of(suit);
        let ace = own.has(card(suit, ACE));
        let guarded = own.has(card(suit, TEN)) && (ace || own.len() > 1);
        let married = !marriages(own).is_empty();
        let worth = if suit == trump { 2.0 } else { 1.0 };
        sum +=
            if ace { 1.0 } else { 0.0 } + if guarded { 0.6 } else { 0.0 } + if married { worth } else { 0.0 };
        if suit == trump {
            sum += if declares { 0.9 } else { 0.6 } * own.len() as f64;
        }
    }
    sum
}

/// How reluctantly a card is laid away.
fn kept(hand: Hand, card_: Card, contract: Contract, trump: Option<Suit>) -> f64 {
    let suit = card_.suit();
    let own = hand.of(suit);
    let order = plain_height(card_);
    match contract.main {
        Main::Betl => -0.8 * f64::from(order) + 0.5 * own.len() as f64,
        Main::Durch => 0.8 * f64::from(order),
        Main::None | Main::Game | Main::Hundred => {
            let in_pair = marriages(own).0 != 0 && (card_.height() == 4 || card_.height() == 5);
            let guards = own.has(card(suit, TEN)) && !own.has(card(suit, ACE)) && own.len() <= 2;
            let sharp = SHARP.has(card_);
            [
                (trump == Some(suit), 4.0),
                (in_pair, 3.0),
                (guards && !sharp, 1.0),
                (sharp, 2.0),
                (own.len() > 2, 0.5),
            ]
            .iter()
            .map(|(is, cost)| if *is { *cost } else { 0.0 })
            .sum()
        }
    }
}

/// The height of a card without trumps, where the ten stands below the spodek: 7, 8, 9, 10, spodek, svršek, king, ace.
fn plain_height(card: Card) -> u8 {
    match card.height() {
        TEN => 3,
        height @ 3..=5 => height + 1,
        height => height,
    }
}

/// How many cards of a hand stand in the way of taking no trick (betl) or every trick (durch).
pub(crate) fn obstacles(hand: Hand, betl: bool) -> f64 {
    let mut sum = 0.0;
    for suit in suits() {
        let mut heights: Vec<u8> = hand.of(suit).iter().map(plain_height).collect();
        heights.sort_unstable();
        if !betl {
            heights.reverse();
        }
        for (i, &height) in heights.iter().enumerate() {
            let i = i as f64;
            // Under every card of a ducker stands another one; over every card of durch none, as long as the suit runs.
            sum += match betl {
                true => (f64::from(height) - 2.0 * i).max(0.0) / 2.0,
                false => (7.0 - i - f64::from(height)).clamp(0.0, 2.0),
            };
        }
    }
    sum
}

/// How likely the declarer's words are: trump, talon, contract.
fn declared(s: &State, held: Hand, contract: Contract) -> f64 {
    let talon = s.talon();
    let all = held.or(talon);
    let mut likely = 1.0;
    if let Some(trump) = s.trump {
        let weight = |suit: Suit| (1.5 * as_trumps(all, suit)).exp();
        likely *= weight(trump) / suits().map(weight).sum::<f64>();
    }
    if talon.len() == 2 && s.laid > 0 && s.laid_by[usize::from(s.laid - 1) % 3] == s.declarer {
        let weight = |c: Card| (-kept(all, c, contract, s.trump)).exp();
        let (sum, squares) =
            all.iter().map(weight).fold((0.0, 0.0), |(sum, squares), w| (sum + w, squares + w * w));
        let pairs = (sum * sum - squares) / 2.0;
        likely *= talon.iter().map(weight).product::<f64>() / pairs.max(f64::MIN_POSITIVE);
    }
    likely * named(held, contract, s.trump)
}

/// How likely a contract is named with these cards.
fn named(held: Hand, contract: Contract, trump: Option<Suit>) -> f64 {
    match (contract.main, trump) {
        (Main::Betl, _) => (-0.9 * obstacles(held, true)).exp(),
        (Main::Durch, _) => (-0.5 * obstacles(held, false)).exp(),
        (main, Some(trump)) => {
            let trumps = held.of(trump).len() as f64;
            let announces = match held.has(seven(trump)) {
                true => logistic(1.5 * (trumps - 4.5)),
                false => 0.0,
            };
            let seven = match contract.sevens {
                Sevens::None => 1.0 - announces,
                Sevens::One | Sevens::Two(_) => announces.max(0.02),
            };
            let hundred = match marriages(held).of(trump).is_empty() {
                true if marriages(held).is_empty() => 0.01,
                true => 0.15 * logistic(strength(held, trump, true) - 7.0),
                false => logistic(strength(held, trump, true) - 8.5),
            };
            seven * if main == Main::Hundred { hundred } else { 1.0 - 0.7 * hundred }
        }
        _ => 1.0,
    }
}

/// How likely a player doubled what he doubled and passed over what he passed over, in the main part of the contract.
fn doubled(s: &State, p: u8, held: Hand, contract: Contract) -> f64 {
    let Some(trump) = s.trump else { return 1.0 };
    if !matches!(contract.main, Main::Game) {
        return 1.0;
    }
    let times = s.doubled[Item::Main.index()];
    let declares = p == s.declarer;
    let need = if declares { 8.0 } else { 3.6 };
    let mut likely = 1.0;
    for n in 0..=times {
        // The defenders say the first, third, … doubling, the declarer the others; each must be surer than the last.
        if (n % 2 == 1) != declares {
            continue;
        }
        let raises = logistic(1.3 * (strength(held, trump, declares) - need - 0.5 * f64::from(n)));
        let second = s.second[Item::Main.index()] >> n & 1 == 1;
        let mine = declares || second == (p == (s.declarer + 2) % 3);
        let still_to_speak = n == times && s.phase == crate::state::Phase::Double;
        likely *= match (n < times, mine) {
            (true, true) => raises,
            // The first defender was silent before the second spoke; what the second thinks stays open.
            (true, false) if second => 1.0 - raises,
            (true, false) => 1.0,
            (false, _) if still_to_speak => 1.0,
            (false, _) => 1.0 - raises,
        };
    }
    likely
}

/// How likely `p` said what he said, holding `held` when the cards were led.
pub(crate) fn likelihood(s: &State, p: u8, held: Hand) -> f64 {
    let Some(contract) = s.contract else { return 1.0 };
    let words = if p == s.declarer { declared(s, held, contract) } else { 1.0 };
    (words * doubled(s, p, held, contract)).max(1e-6)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn heights_without_trumps_put_the_ten_below_the_spodek() {
        let order: Vec<u8> = (0..8).map(|height| plain_height(Card(height))).collect();
        assert_eq!(order, [0, 1, 2, 4, 5, 6, 3, 7]);
    }

    #[test]
    fn a_hand_of_sevens_and_nines_has_nothing_in_the_way_of_betl_and_a_hand_of_aces_nothing_of_durch() {
        let low: Hand = [0, 2, 8, 10, 16, 18, 24, 26].into_iter().map(Card).collect();
        let high: Hand = [7, 5, 4, 15, 13, 23, 21, 31, 29].into_iter().map(Card).collect();
        assert!(obstacles(low, true) < 0.01 && obstacles(high, false) < 0.01);
        assert!(obstacles(low, false) > 5.0 && obstacles(high, true) > 5.0);
    }

    #[test]
    fn a_talon_of_low_plain_cards_is_likelier_than_one_of_trumps() {
        let contract = Contract::default();
        let all: Hand = [0, 1, 2, 3, 7, 8, 9, 15, 16, 17, 23, 24].into_iter().map(Card).collect();
        let trump = Some(Suit(0));
        assert!(kept(all, Card(8), contract, trump) < kept(all, Card(1), contract, trump));
        assert!(kept(all, Card(8), contract, trump) < kept(all, Card(15), contract, trump));
    }
}
