//! Conditions on a deal, as people say them: `player 2 has at least 4 tarocks`, `declarer has both red sevens`,
//! `talon has no kings`, `player 1 has HA,H10`.

use crate::slots::{Slots, bare};
use std::fmt;

/// What is wrong with a condition. Prints as a sentence.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault {
    /// Which condition, from 1.
    pub number: usize,
    /// As it was written.
    pub text: String,
    /// The cause.
    pub cause: String,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "condition {} ('{}'): {}", self.number, self.text, self.cause)
    }
}

impl std::error::Error for Fault {}

/// A group must hold between `least` and `most` of these cards.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Condition {
    /// The number of the group.
    pub group: usize,
    /// The cards that count, by their number in the pack.
    pub cards: Vec<usize>,
    /// The least number of them.
    pub least: usize,
    /// The largest number of them.
    pub most: usize,
}

/// The pack of a game, as far as its notation tells: suits, ranks and tarocks.
#[derive(Clone, Debug)]
pub struct Pack<'a> {
    slots: &'a Slots,
}

/// Ranks by name; the plural is understood too.
const RANKS: &[(&str, &str)] = &[
    ("seven", "7"),
    ("eight", "8"),
    ("nine", "9"),
    ("ten", "10"),
    ("jack", "J"),
    ("unter", "J"),
    ("cavalier", "C"),
    ("knight", "C"),
    ("queen", "Q"),
    ("ober", "Q"),
    ("king", "K"),
    ("ace", "A"),
];

/// Suits by name: the letter in the German pack, and in the French and tarock packs.
const SUITS: &[(&str, &str, &str)] = &[
    ("hearts", "H", "H"),
    ("leaves", "L", ""),
    ("bells", "B", ""),
    ("acorns", "A", ""),
    ("diamonds", "", "D"),
    ("spades", "", "S"),
    ("clubs", "", "C"),
];

fn roman(name: &str) -> bool {
    !name.is_empty() && name.chars().all(|c| "IVX".contains(c))
}

/// The parts of a list, at commas and plus signs that stand outside brackets: a described card may be written `deal(7,hearts)`.
fn listed(text: &str) -> Vec<&str> {
    let (mut depth, mut from, mut parts) = (0i32, 0, Vec::new());
    for (at, c) in text.char_indices() {
        match c {
            '(' => depth += 1,
            ')' => depth -= 1,
            ',' | '+' if depth <= 0 => {
                parts.push(&text[from..at]);
                from = at + 1;
            }
            _ => {}
        }
    }
    parts.push(&text[from..]);
    parts.into_iter().map(str::trim).filter(|part| !part.is_empty()).collect()
}

/// The suit and the rank of a card in notation; none for a tarock.
fn parts(name: &str) -> Option<(&str, &str)> {
    (!roman(name) && name.is_char_boundary(1) && name.len() > 1).then(|| name.split_at(1))
}

impl<'a> Pack<'a> {
    /// The pack a game deals.
    pub fn new(slots: &'a Slots) -> Pack<'a> {
        Pack { slots }
    }

    fn german(&self) -> bool {
        self.slots.cards.iter().any(|card| card.starts_with('L'))
    }

    fn tarocks(&self) -> bool {
        self.slots.cards.iter().any(|card| roman(card))
    }

    fn where_(&self, test: impl Fn(&str) -> bool) -> Vec<usize> {
        (0..self.slots.cards.len()).filter(|&i| test(&self.slots.cards[i])).collect()
    }

    /// The cards one word names: a suit, a rank, a colour, tarocks, cards. Where a game writes its cards in words
    /// (`deal(hearts-7)`), those words.
    fn word(&self, word: &str) -> Result<Vec<usize>, String> {
        let lower = word.to_lowercase();
        let one = lower.strip_suffix('s').unwrap_or(&lower);
        if self.slots.cards.iter().any(|card| card.contains(['(', '-'])) {
            let rank = RANKS.iter().find(|(name, _)| *name == one).map(|(_, rank)| rank.to_lowercase());
            let named = |card: &str| {
                let lower_card = card.to_lowercase();
                let mut words = lower_card.split(|c: char| !c.is_alphanumeric());
                let whole = lower_card == lower || bare(&lower_card) == lower;
                whole || words.any(|w| w == lower || w == one || Some(w) == rank.as_deref())
            };
            let found = self.where_(|card| named(card));
            if !found.is_empty() {
                return Ok(found);
            }
        }
        let suit = |letter: &str| self.where_(|card| parts(card).is_some_and(|(s, _)| s == letter));
        if let Some(&(_, rank)) = RANKS.iter().find(|(name, _)| *name == one || *name == lower) {
            return Ok(self.where_(|card| parts(card).is_some_and(|(_, r)| r == rank)));
        }
        if let Some(&(_, german, french)) = SUITS.iter().find(|(name, ..)| *name == lower) {
            let letter = if self.german() { german } else { french };
            return if letter.is_empty() {
                Err(format!("this pack has no {word}"))
            } else {
                Ok(suit(letter))
            };
        }
        match one {
            "red" => {
                let red = if self.german() { ["H", "B"] } else { ["H", "D"] };
                Ok(self.where_(|card| parts(card).is_some_and(|(s, _)| red.contains(&s))))
            }
            "black" | "green" => {
                let black = if self.german() { ["L", "A"] } else { ["S", "C"] };
                Ok(self.where_(|card| parts(card).is_some_and(|(s, _)| black.contains(&s))))
            }
            "tarock" | "tarok" | "trump" if self.tarocks() => Ok(self.where_(roman)),
            "trump" => {
                Err("trumps are chosen after the deal in this game: name a suit, such as hearts".into())
            }
            "tarock" | "tarok" => Err("this pack has no tarocks".into()),
            "card" => Ok(self.where_(|_| true)),
            _ => {
                let upper = word.to_uppercase();
                let found = self.where_(|card| card == upper || card == word);
                if found.is_empty() {
                    Err(format!("'{word}' is neither a card nor a kind of card"))
                } else {
                    Ok(found)
                }
            }
        }
    }

    /// The cards some words name: listed with commas, or each word narrows what the others mean (`red sevens`).
    fn set(&self, words: &[&str]) -> Result<Vec<usize>, String> {
        if words.is_empty() {
            return Err("which cards? Such as H7,B7 or red sevens or tarocks".into());
        }
        let text = words.join(" ");
        let mut union: Vec<usize> = Vec::new();
        for part in listed(&text) {
            let mut set: Option<Vec<usize>> = None;
            for word in part.split(' ').filter(|w| !w.is_empty()) {
                let named = self.word(word)?;
                set = Some(match set {
                    Some(before) => before.into_iter().filter(|card| named.contains(card)).collect(),
                    None => named,
                });
            }
            union.extend(set.unwrap_or_default());
        }
        union.sort_unstable();
        union.dedup();
        if union.is_empty() { Err(format!("there are no {text} in this pack")) } else { Ok(union) }
    }

    fn group(&self, words: &[&str]) -> Result<usize, String> {
        let groups = &self.slots.groups;
        let of = |player: usize| groups.iter().position(|g| g.owner.is_some_and(|p| p.index() == player));
        let of_player = |n: &str| {
            let number: usize = n.parse().map_err(|_| format!("'{n}' is not the number of a player"))?;
            let place = number.checked_sub(1).and_then(of);
            place.ok_or_else(|| format!("player {n} is dealt no cards: say {}", self.places()))
        };
        let first = || {
            self.slots.forehand.and_then(|p| of(p.index())).ok_or("nobody moves after the deal".to_string())
        };
        match words {
            ["player", n] => of_player(n),
            ["forehand"] => first(),
            [word] if word.strip_prefix('p').is_some_and(|n| n.parse::<u8>().is_ok()) => {
                of_player(&word[1..])
            }
            [n] if n.parse::<u8>().is_ok() => of_player(n),
            [name] => groups
                .iter()
                .position(|g| g.zone == *name || g.labels.iter().any(|l| l.eq_ignore_ascii_case(name)))
                .ok_or_else(|| format!("'{name}' gets no cards here: say {}", self.places())),
            [] => Err(format!("who has them? Say {}", self.places())),
            _ => Err(format!("'{}' is nobody who gets cards", words.join(" "))),
        }
    }

    /// Who and what is dealt cards, as a condition may name them.
    fn places(&self) -> String {
        let groups = &self.slots.groups;
        let players = groups.iter().filter_map(|g| g.owner).map(|p| format!("player {p}"));
        let forehand = self.slots.forehand.filter(|p| groups.iter().any(|g| g.owner == Some(*p)));
        let piles = groups.iter().filter(|g| g.owner.is_none()).map(|g| g.zone.clone());
        let all: Vec<String> = players.chain(forehand.map(|_| "forehand".to_string())).chain(piles).collect();
        match all.split_last() {
            Some((last, [])) => last.clone(),
            Some((last, others)) => format!("{} or {last}", others.join(", ")),
            None => "nobody".into(),
        }
    }

    /// Reads one condition. `declarer` is the forehand where `declares` says so; elsewhere it is refused.
    ///
    /// # Errors
    /// Says what is not understood, or why it can never hold.
    pub fn parse(&self, number: usize, text: &str, declares: bool) -> Result<Condition, Fault> {
        let fault = |cause: String| Fault { number, text: text.trim().to_string(), cause };
        let lower = text.trim().to_lowercase();
        let words: Vec<&str> = text.split_whitespace().collect();
        let Some(has) = lower.split_whitespace().position(|w| ["has", "holds", "have", "with"].contains(&w))
        else {
            return Err(fault("write it as 'player 2 has at least 4 tarocks'".into()));
        };
        let who: Vec<String> = words[..has].iter().map(|w| w.to_lowercase()).collect();
        let who: Vec<&str> = who.iter().map(String::as_str).collect();
        let group = match who.as_slice() {
            ["declarer"] if declares => self.group(&["forehand"]),
            ["declarer"] => {
                Err("who declares is known only after the auction: say forehand or player 1".into())
            }
            who => self.group(who),
        };
        let group = group.map_err(fault)?;
        let rest = &words[has + 1..];
        let low: Vec<String> = rest.iter().map(|w| w.to_lowercase()).collect();
        let low: Vec<&str> = low.iter().map(String::as_str).collect();
        let number_of =
            |n: &str| n.parse::<usize>().map_err(|_| fault(format!("'{n}' is not a number of cards")));
        let (least, most, from) = match low.as_slice() {
            ["at", "least", n, ..] => (Some(number_of(n)?), None, 3),
            ["at", "most", n, ..] => (Some(0), Some(number_of(n)?), 3),
            ["exactly", n, ..] => (Some(number_of(n)?), Some(number_of(n)?), 2),
            ["no", ..] => (Some(0), Some(0), 1),
            ["both" | "all" | "the", ..] => (None, None, 1),
            [n, ..] if n.parse::<usize>().is_ok() && rest.len() > 1 => {
                (Some(number_of(n)?), Some(number_of(n)?), 1)
            }
            _ => (None, None, 0),
        };
        let skip = usize::from(low.get(from) == Some(&"of"));
        let cards = self.set(&rest[(from + skip).min(rest.len())..]).map_err(fault)?;
        let (n, room) = (cards.len(), self.slots.groups[group].room);
        if low.first() == Some(&"both") && n != 2 {
            return Err(fault(format!("both means two cards, these are {n}")));
        }
        let least = least.unwrap_or(n);
        let most = most.unwrap_or(n).min(n);
        if least > n {
            return Err(fault(format!("there are only {n} such cards in the pack")));
        }
        if least > room {
            return Err(fault(format!("that is {least} cards, and only {room} are dealt there")));
        }
        let others = self.slots.order.len() - room;
        let undealt = self.slots.cards.len() - self.slots.order.len();
        if n > most + others + undealt {
            return Err(fault(format!(
                "the others get only {} cards, so at least {} of these lie there",
                others + undealt,
                n - others - undealt
            )));
        }
        Ok(Condition { group, cards, least, most })
    }
}
