//! What those at a table are called. A person has the name they chose; a computer player without a name of its own is
//! called what it is, in the language of whoever reads it, and told from others of its kind by a number.

use super::Inner;
use crate::app::App;
use crate::house::Text;
use crate::store::SeatRow;
use game::Lang;

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
