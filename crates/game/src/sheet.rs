//! What rule sheets made from descriptions have in common, whatever language a game is described in: their headings, and
//! the sentences that are the same for all.

use crate::{Lang, Repetition, Words, words};
use std::fmt::Write as _;

/// A rule sheet that was made from a description.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RuleSheet {
    /// The sheet, in Markdown.
    pub text: String,
    /// Names that stand in it as the description has them, because it has no label for them in that language; sorted.
    pub unnamed: Vec<String>,
}

/// What is needed to play.
pub const COMPONENTS: Words = words("Components", "Co je potřeba", "Čo treba");
/// How the game is set up.
pub const START: Words = words("Start", "Začátek", "Začiatok");
/// What a player may do.
pub const TURN: Words = words("A turn", "Tah", "Ťah");
/// What chance does.
pub const CHANCE: Words = words("Chance", "Náhoda", "Náhoda");
/// Who moves when.
pub const ORDER: Words = words("Order of play", "Kdo je na tahu", "Kto je na ťahu");
/// What scores.
pub const POINTS: Words = words("Points", "Body", "Body");
/// How the game ends.
pub const END: Words = words("End and winner", "Konec a vítěz", "Koniec a víťaz");

/// The players, before their number.
pub const PLAYERS: Words = words("Players", "Hráči", "Hráči");
/// The tokens, before their number.
pub const TOKENS: Words = words("Tokens", "Kameny", "Kamene");
/// The zones, before their names.
pub const ZONES: Words = words("Zones", "Místa", "Miesta");
/// Zones without tokens.
pub const EMPTY: Words = words("Empty", "Prázdné", "Prázdne");
/// Who has the first move.
pub const BEGINS: Words = words("Begins", "Začíná", "Začína");
/// A draw, inside a sentence.
pub const DRAWN: Words = words("the game is drawn", "hra končí nerozhodně", "hra sa končí nerozhodne");
/// Before the name of who wins.
pub const WINNER: Words = words("the winner is", "vítězem je", "víťazom je");
/// Before a condition.
pub const IF: Words = words(" if", ", pokud", ", ak");
/// Between two conditions.
pub const AND: Words = words("and", "a", "a");

/// There is one player.
pub const ALONE: Words = words("One player plays alone.", "Hraje jeden hráč sám.", "Hrá jeden hráč sám.");
/// Two players, one after the other.
pub const IN_TURN: Words =
    words("The players take turns.", "Hráči se střídají po tazích.", "Hráči sa striedajú po ťahoch.");
/// The turn never passes.
pub const SAME: Words =
    words("The same player always moves.", "Táhne stále tentýž hráč.", "Ťahá stále ten istý hráč.");

/// Begins a section.
pub fn heading(out: &mut String, title: Words, lang: Lang) {
    let _ = write!(out, "\n## {}\n", title.to(lang));
}

/// Before the zones whose tokens are hidden, from the only player or from some of several.
pub fn hidden(players: usize, lang: Lang) -> &'static str {
    let said = match players {
        1 => words("Face down", "Lícem dolů", "Lícom nadol"),
        _ => words("Not everybody sees", "Ne každý vidí", "Nie každý vidí"),
    };
    said.to(lang)
}

/// A name as people quote it.
pub fn quoted(name: &str, lang: Lang) -> String {
    match lang {
        Lang::En => format!("“{name}”"),
        Lang::Cs | Lang::Sk => format!("„{name}“"),
    }
}

/// The text with its first letter in upper case.
pub fn capital(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |c| c.to_uppercase().chain(chars).collect())
}

/// What happens when a position returns, without a full stop.
pub fn returning(rule: Repetition, lang: Lang) -> String {
    let n = rule.times;
    let times = match n {
        2 => words("for the second time", "podruhé", "druhý raz"),
        3 => words("for the third time", "potřetí", "tretí raz"),
        4 => words("for the fourth time", "počtvrté", "štvrtý raz"),
        5 => words("for the fifth time", "popáté", "piaty raz"),
        _ => words("time number", "opakování číslo", "opakovanie číslo"),
    };
    let times = match n {
        2..=5 => times.to(lang).to_string(),
        _ => format!("({} {n})", times.to(lang)),
    };
    match (lang, rule.loses) {
        (Lang::En, false) => format!("The game is drawn when the same position comes {times}"),
        (Lang::En, true) => format!("Whoever brings about the same position {times} loses"),
        (Lang::Cs, false) => format!("Hra končí nerozhodně, když táž situace nastane {times}"),
        (Lang::Cs, true) => format!("Kdo přivodí touž situaci {times}, prohrává"),
        (Lang::Sk, false) => format!("Hra sa končí nerozhodne, keď tá istá situácia nastane {times}"),
        (Lang::Sk, true) => format!("Kto privodí tú istú situáciu {times}, prehráva"),
    }
}
