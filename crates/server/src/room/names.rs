//! The names of those at a table. A person has the name they chose; a computer player without a name of its own has the
//! name of its kind, in the reader's language, and a number where there are several of the kind.

use super::Inner;
use crate::app::App;
use crate::house::Text;
use crate::protocol::LONGEST_NAME;
use crate::store::SeatRow;
use game::Lang;

/// A name for people, not too long: only what can be seen, in the direction it is written, runs of spaces as one. None if
/// nothing to be seen is left.
pub(crate) fn name(text: &str) -> Option<String> {
    let mut clean = String::new();
    let (mut length, mut marks, mut visible) = (0, 0, false);
    for c in text.chars() {
        if length >= LONGEST_NAME {
            break;
        }
        if c.is_whitespace() {
            if !clean.is_empty() && !clean.ends_with(' ') {
                clean.push(' ');
                length += 1;
            }
            continue;
        }
        if invisible(c) {
            continue;
        }
        // Marks pile up on the letter before them and out of the line.
        marks = if combining(c) { marks + 1 } else { 0 };
        if marks > MOST_MARKS || (combining(c) && !visible) {
            continue;
        }
        visible = true;
        clean.push(c);
        length += 1;
    }
    let clean = clean.trim_end().to_string();
    visible.then_some(clean)
}

/// Marks one letter may carry.
const MOST_MARKS: u32 = 2;

/// Whether nothing is seen of a character, or it turns the direction of its neighbours: controls, formats, fillers, tags,
/// private use.
fn invisible(c: char) -> bool {
    c.is_control()
        || matches!(c,
            '\u{AD}' | '\u{34F}' | '\u{600}'..='\u{605}' | '\u{61C}' | '\u{6DD}' | '\u{70F}'
            | '\u{115F}' | '\u{1160}' | '\u{17B4}' | '\u{17B5}' | '\u{180B}'..='\u{180F}'
            | '\u{200B}'..='\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2060}'..='\u{206F}' | '\u{2800}'
            | '\u{3164}' | '\u{E000}'..='\u{F8FF}' | '\u{FE00}'..='\u{FE0F}' | '\u{FEFF}' | '\u{FFA0}'
            | '\u{FFF0}'..='\u{FFFB}' | '\u{1BCA0}'..='\u{1BCA3}' | '\u{1D173}'..='\u{1D17A}'
            | '\u{E0000}'..='\u{10FFFF}')
}

/// Whether a character is drawn on the one before it.
fn combining(c: char) -> bool {
    matches!(c,
        '\u{300}'..='\u{36F}' | '\u{483}'..='\u{489}' | '\u{591}'..='\u{5BD}' | '\u{610}'..='\u{61A}'
        | '\u{64B}'..='\u{65F}' | '\u{E31}' | '\u{E34}'..='\u{E3A}' | '\u{E47}'..='\u{E4E}'
        | '\u{1AB0}'..='\u{1AFF}' | '\u{1DC0}'..='\u{1DFF}' | '\u{20D0}'..='\u{20FF}'
        | '\u{FE20}'..='\u{FE2F}')
}

/// The name of a table as a reader of `lang` knows it: one that is called as its game is called so in every language.
pub(crate) fn table_name(name: &str, title: &Text, lang: Lang) -> String {
    if name == title.en { title.to(lang).to_string() } else { name.to_string() }
}

/// The names at the seats of a game.
pub(crate) fn names(app: &App, game: &str, seats: &[SeatRow]) -> Vec<Text> {
    let mut called: Vec<Text> = Vec::new();
    let mut list = Vec::new();
    for seat in seats {
        let kind = seat.agent.as_ref().filter(|_| seat.person.is_none());
        let title = kind.map(|agent| app.computer_name(game, agent));
        let Some(title) = title.filter(|title| seat.name.is_empty() || seat.name == title.en) else {
            list.push(Text::same(&seat.name));
            continue;
        };
        let same = called.iter().filter(|other| **other == title).count();
        called.push(title.clone());
        let numbered = |text: &str| if same == 0 { text.to_string() } else { format!("{text} {}", same + 1) };
        list.push(Text { en: numbered(&title.en), cs: numbered(&title.cs), sk: numbered(&title.sk) });
    }
    list
}

impl Inner {
    /// The name at a seat.
    pub(super) fn seat_name(&self, seat: usize, lang: Lang) -> String {
        self.names.get(seat).map_or(String::new(), |name| name.to(lang).to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::name;

    #[test]
    fn a_name_is_what_can_be_seen_of_it() {
        let same = ["Jana", "Žofie Ďurčová", "李小龍", "عمر", "🙂", "R. O'Neil"];
        for text in same {
            assert_eq!(name(text).as_deref(), Some(text));
        }
        assert_eq!(name("  a\u{a0}\u{2028} \n b ").as_deref(), Some("a b"));
        assert_eq!(name("ab\u{202e}cd\u{2066}").as_deref(), Some("abcd"));
        assert_eq!(name(&format!("e{}", "\u{301}".repeat(30))).as_deref(), Some("e\u{301}\u{301}"));
        assert_eq!(name(&"x".repeat(99)).map(|n| n.len()), Some(40));
    }

    #[test]
    fn a_name_of_which_nothing_is_seen_is_none() {
        for text in [
            "",
            "  ",
            "\u{200b}",
            "\u{3164}\u{3164}",
            "\u{2800}",
            "\u{202e} \u{feff}",
            "\u{301}",
            "\u{e0041}",
        ] {
            assert_eq!(name(text), None, "{text:?}");
        }
    }
}
