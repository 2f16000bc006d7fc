//! A table in characters.

pub(crate) use arena::report::scene;
use game::{Lang, Player, Table};

/// The table as `who` sees it.
pub(crate) fn table(table: &dyn Table, who: Option<Player>, lang: Lang, colour: bool) -> String {
    table.drawing(who, lang, colour).unwrap_or_else(|| scene(&table.scene(who, lang)))
}
