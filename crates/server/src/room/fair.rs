//! Which matches count. A match in which somebody has seen more than one seat may see is practice from then on, for
//! everybody, visibly and for good: hands opened for study, the record read before the end, a second hand looked into
//! by taking another seat, a deal set by hand or brought in with a record.
//!
//! Whose eyes each person has had is kept with the match: it outlives the page, the table in memory and the server.

use super::{Fault, Inner};
use crate::app::App;
use crate::protocol::State;
use game::{Player, Turn};

/// Whether cards of a game's deal were set by hand.
pub(crate) fn set_by_hand(game: &str) -> bool {
    options(game).any(|option| option.strip_prefix("deal=").is_some_and(|cards| !cards.is_empty()))
}

/// The game's id without cards set by hand: what everybody may read.
pub(crate) fn public_id(game: &str) -> String {
    let name = game.split('?').next().unwrap_or(game);
    let rest: Vec<&str> = options(game).filter(|option| !option.starts_with("deal=")).collect();
    if rest.is_empty() { name.to_string() } else { format!("{name}?{}", rest.join("&")) }
}

fn options(game: &str) -> impl Iterator<Item = &str> {
    game.split_once('?').map_or("", |(_, options)| options).split('&').filter(|option| !option.is_empty())
}

impl Inner {
    /// Whether the match has secrets that could still be given away.
    pub(super) fn secret(&self) -> bool {
        self.play.table.hidden() && self.play.table.turn() != Turn::Over
    }

    /// A page was shown this state: remembers whose eyes its person has had.
    pub(super) fn saw(&mut self, person: i64, state: &State) {
        let Some(player) = state.viewer else { return };
        if self.secret() && !self.play.row.practice && self.peeked.insert((person, player)) {
            self.unsaved.push((person, player));
        }
    }

    /// Somebody is about to see more than a seat may see: the match does not count any more.
    pub(super) fn spoil(&mut self, app: &App) -> Result<(), Fault> {
        if self.play.row.practice {
            return Ok(());
        }
        app.store.make_practice(self.play.row.id)?;
        self.play.row.practice = true;
        tracing::info!(table = %self.row.id, number = self.play.row.number, "the match became practice");
        self.announce();
        Ok(())
    }

    /// Keeps whose eyes people have had, and makes the match practice if somebody who plays has had other eyes than
    /// those they play with.
    pub(super) fn keep_fair(&mut self, app: &App) -> Result<(), Fault> {
        if !self.unsaved.is_empty() {
            app.store.keep_eyes(self.play.row.id, self.unsaved.clone())?;
            self.unsaved.clear();
        }
        let knows_too_much = |&(person, player): &(i64, u8)| {
            let plays = self.played_by(person);
            !plays.is_empty() && !plays.contains(&Player(player))
        };
        if self.secret() && !self.play.row.practice && self.peeked.iter().any(knows_too_much) {
            self.spoil(app)?;
        }
        Ok(())
    }

    /// Somebody who plays takes another seat while the match is under way: they see a second hand.
    pub(super) fn takes_a_second_hand(&self, person: i64) -> bool {
        let under_way = self.play.movers.iter().any(Option::is_some);
        self.secret() && under_way && self.played_by(person).len() > 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cards_set_by_hand_do_not_stand_in_the_public_id() {
        let id = "taroky?deals=2&deal=HK,D1/XIX//-&deal_style=table";
        assert!(set_by_hand(id));
        assert_eq!(public_id(id), "taroky?deals=2&deal_style=table");
        assert_eq!(public_id("marias?deal=HA"), "marias");
        for plain in ["taroky", "taroky?deals=2", "taroky?deal=", "x?"] {
            assert!(!set_by_hand(plain), "{plain}");
        }
        assert_eq!(public_id("nim?heaps=1-2"), "nim?heaps=1-2");
    }
}
